package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FontService manages the custom fonts of an organization.
type FontService struct {
	core *transport.Core
}

// Font is a font for the sites of an organization.
type Font struct {
	ID          string          `json:"id"`
	Custom      bool            `json:"custom"`
	FontFamily  string          `json:"fontFamily"` // name of the font family in CSS
	FontFaces   []api.FontFace  `json:"fontFaces"`
	Permissions FontPermissions `json:"permissions"`
}

// FontPermissions contains the caller's permissions on a font.
type FontPermissions struct {
	Edit bool `json:"edit"`
}

// FontListOptions are the query parameters of [FontService.List]. There are none yet.
type FontListOptions struct{}

// List returns the fonts of an organization. The API reference describes no pages for this list. If
// a response nevertheless has a next page, the result contains its cursor.
//
// API: GET /v1/orgs/{organizationId}/fonts
func (s FontService) List(
	ctx context.Context, orgID string, options FontListOptions, opts ...api.CallOption,
) (*pagination.Page[Font], error) {
	return transport.List[Font](ctx, s.core, opFontList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the fonts of an organization.
//
// API: GET /v1/orgs/{organizationId}/fonts
func (s FontService) All(
	ctx context.Context, orgID string, options FontListOptions, opts ...api.CallOption,
) iter.Seq2[Font, error] {
	return transport.All[Font](ctx, s.core, opFontList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [FontService.List].
//
// API: GET /v1/orgs/{organizationId}/fonts
func (s FontService) ListPages(
	ctx context.Context, orgID string, options FontListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Font], error] {
	return transport.Pages[Font](ctx, s.core, opFontList.Path(orgID).Query(options), opts)
}

// FontFaceCreate describes one weight of a new font.
type FontFaceCreate struct {
	Weight int64 `json:"weight" check:"required"`
	// StorageKey identifies an uploaded file: see [StorageService.Upload].
	StorageKey string `json:"storageKey" check:"required"`
}

// FontCreate is the request body of [FontService.Create].
type FontCreate struct {
	FontFamily string           `json:"fontFamily" check:"required,len=1..50"` // 1 to 50 characters
	FontFaces  []FontFaceCreate `json:"fontFaces" check:"required"`
}

// Create creates a font and returns it. Upload the files of the font first: see
// [StorageService.Upload]. If a mandatory weight such as 400 is missing, the error matches
// [api.ErrPreconditionFailed].
//
// Although the operation is a PUT, each request creates another font. A call is therefore retried
// only if the service cannot have acted on it: see [api.MayHaveApplied].
//
// API: PUT /v1/orgs/{organizationId}/fonts
func (s FontService) Create(
	ctx context.Context, orgID string, font FontCreate, opts ...api.CallOption,
) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontCreate.Path(orgID).Body(font), opts)
}

// Get returns a font.
//
// API: GET /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Get(
	ctx context.Context, orgID, fontID string, opts ...api.CallOption,
) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontGet.Path(orgID, fontID), opts)
}

// FontFaceUpdate adds, replaces or removes one weight of a font.
type FontFaceUpdate struct {
	Weight int64 `json:"weight" check:"required"`
	// StorageKey identifies an uploaded file. Sending null removes the weight; this is not in the
	// API reference.
	StorageKey api.Nullable[string] `json:"storageKey" check:"required"`
}

// FontUpdate is the request body of [FontService.Update].
type FontUpdate struct {
	FontFamily *string          `json:"fontFamily,omitzero" check:"len=1..50"` // 1 to 50 characters
	FontFaces  []FontFaceUpdate `json:"fontFaces,omitzero"`
}

// Update sets the given fields of a font and returns the updated font. If a mandatory weight such
// as 400 is missing, the error matches [api.ErrPreconditionFailed].
//
// API: POST /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Update(
	ctx context.Context, orgID, fontID string, update FontUpdate, opts ...api.CallOption,
) (*Font, error) {
	return transport.JSON[Font](ctx, s.core, opFontUpdate.Path(orgID, fontID).Body(update), opts)
}

// Delete deletes a font. If the font or the organization does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/fonts/{fontId}
func (s FontService) Delete(
	ctx context.Context, orgID, fontID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opFontDelete.Path(orgID, fontID), opts)
}
