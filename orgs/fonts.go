package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FontService is reached as the Fonts field of [Service].
type FontService struct {
	core *transport.Core
}

// Font is a font for the sites of an organization.
type Font struct {
	ID          string          `json:"id"`
	Custom      bool            `json:"custom"`
	FontFamily  string          `json:"fontFamily"` // the name of the font family in CSS
	FontFaces   []api.FontFace  `json:"fontFaces"`
	Permissions FontPermissions `json:"permissions"`
}

// FontPermissions tells what the caller may do with a font.
type FontPermissions struct {
	Edit bool `json:"edit"`
}

// List returns the fonts of an organization. The list has no pages to ask for; should the service answer with a next page all the same, it
// is in the result. An organization that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/fonts
func (s FontService) List(ctx context.Context, orgID string, opts ...api.CallOption) (*pagination.Page[Font], error) {
	return transport.List[Font](ctx, s.core, opFontList.Path(orgID), opts)
}

// FontFaceCreate is a weight of a new font.
type FontFaceCreate struct {
	Weight int64 `json:"weight" check:"required"`
	// StorageKey names a file in the storage of the service: see [StorageService.Upload].
	StorageKey string `json:"storageKey" check:"required"`
}

// FontCreate is the body of [FontService.Create].
type FontCreate struct {
	FontFamily string           `json:"fontFamily" check:"required,len=1..50"` // 1 to 50 characters
	FontFaces  []FontFaceCreate `json:"fontFaces" check:"required"`
}

// Create makes a font and returns it. The files of the faces must be in the storage of the service already: see [StorageService.Upload].
// Missing weights, such as 400, are an error matching [api.ErrPreconditionFailed], an organization that does not exist one matching
// [api.ErrNotFound], fields out of their limits a [*api.ValidationError]. Although it is a PUT it makes a new font each time, so it is not
// resent: see [api.MayHaveApplied].
//
// API: PUT /v1/orgs/{organizationId}/fonts
func (s FontService) Create(ctx context.Context, orgID string, font FontCreate, opts ...api.CallOption) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontCreate.Path(orgID).Body(font), opts)
}

// Get returns a font. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Get(ctx context.Context, orgID, fontID string, opts ...api.CallOption) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontGet.Path(orgID, fontID), opts)
}

// FontFaceUpdate is a weight of a font to set or, with a null key, to remove.
type FontFaceUpdate struct {
	Weight int64 `json:"weight" check:"required"`
	// StorageKey names a file in the storage of the service. That null removes the weight is beyond the documents.
	StorageKey api.Nullable[string] `json:"storageKey" check:"required"`
}

// FontUpdate is the body of [FontService.Update]. A field that is not set is left as it is.
type FontUpdate struct {
	FontFamily *string          `json:"fontFamily,omitzero" check:"len=1..50"` // 1 to 50 characters
	FontFaces  []FontFaceUpdate `json:"fontFaces,omitzero"`
}

// Update changes the fields of a font that are set and returns the font as it is then. A font that does not exist is an error matching
// [api.ErrNotFound], missing weights, such as 400, one matching [api.ErrPreconditionFailed], fields out of their limits a
// [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Update(ctx context.Context, orgID, fontID string, update FontUpdate, opts ...api.CallOption) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontUpdate.Path(orgID, fontID).Body(update), opts)
}

// Delete removes a font. One that is not there, also because there is no such organization, is no error but [api.AlreadyAbsent]. A caller who
// may not delete it gets an error matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Delete(ctx context.Context, orgID, fontID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opFontDelete.Path(orgID, fontID), opts)
}
