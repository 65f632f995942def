package spaces

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// Space is a container of pages and files.
type Space struct {
	Object              string        `json:"object"` // "space"
	ID                  string        `json:"id"`
	Title               string        `json:"title"`
	Emoji               *string       `json:"emoji,omitzero"` // nil when the space has none
	Visibility          Visibility    `json:"visibility"`
	CreatedAt           time.Time     `json:"createdAt"`
	UpdatedAt           time.Time     `json:"updatedAt"`
	DeletedAt           *time.Time    `json:"deletedAt,omitzero"` // nil for a space that is not deleted
	EditMode            *EditMode     `json:"editMode,omitzero"`
	MergeRules          MergeRules    `json:"mergeRules"`
	URLs                URLs          `json:"urls"`
	Organization        string        `json:"organization"`         // id of the organization that owns it
	Parent              *string       `json:"parent,omitzero"`      // id of the collection it is in, nil for none
	Language            *api.Language `json:"language,omitzero"`    // language code, nil when not set
	GitSync             *GitSync      `json:"gitSync,omitzero"`     // nil when not synchronized
	VisitorAuth         *VisitorAuth  `json:"visitorAuth,omitzero"` // nil when visitors need not authenticate
	Revision            string        `json:"revision"`             // id of the active revision
	DefaultLevel        *api.Role     `json:"defaultLevel"`         // nil for guests; see [LevelInherit]
	Comments            int64         `json:"comments"`             // opened comments
	ChangeRequests      int64         `json:"changeRequests"`       // in all
	ChangeRequestsOpen  int64         `json:"changeRequestsOpen"`
	ChangeRequestsDraft int64         `json:"changeRequestsDraft"`
	Permissions         Permissions   `json:"permissions"`
}

// LevelInherit is a default level that is that of the parent.
//
// Beyond the documents.
const LevelInherit api.Role = "inherit"

// Visibility says who can read a space. The service may know more values than the constants.
type Visibility string

const (
	// VisibilityPublic is for anyone, and search engines index it.
	VisibilityPublic Visibility = "public"
	// VisibilityUnlisted is for anyone, and search engines do not index it.
	VisibilityUnlisted Visibility = "unlisted"
	// VisibilityShareLink is for anyone with the secret token of a share link in the URL.
	VisibilityShareLink Visibility = "share-link"
	// VisibilityVisitorAuth is for visitors who authenticate with a JWT.
	VisibilityVisitorAuth Visibility = "visitor-auth"
	// VisibilityInCollection is for anyone who can access the parent collection. Only a space in a collection has it.
	VisibilityInCollection Visibility = "in-collection"
	// VisibilityPrivate is for authorized members.
	VisibilityPrivate Visibility = "private"
)

// EditMode says how a space is edited. The service may know more values than the constants.
type EditMode string

const (
	// EditModeLive lets users edit the space directly.
	EditModeLive EditMode = "live"
	// EditModeLocked locks all edits.
	EditModeLocked EditMode = "locked"
)

// URLs are the addresses of a space. A nil one does not exist.
type URLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"`
	Public    *string `json:"public,omitzero"`
	Icon      *string `json:"icon,omitzero"`
}

// GitSync is the state of the synchronization with a Git repository. The service may leave any field out.
type GitSync struct {
	RepoName             *string               `json:"repoName,omitzero"`
	InstallationProvider *InstallationProvider `json:"installationProvider,omitzero"`
	Integration          *string               `json:"integration,omitzero"`
	URL                  *string               `json:"url,omitzero"`
	UpdatedAt            *time.Time            `json:"updatedAt,omitzero"`
}

// InstallationProvider names where a Git repository is hosted. The service may know more values than the constants.
type InstallationProvider string

const (
	// InstallationProviderGitHub is GitHub.
	//
	// Beyond the documents.
	InstallationProviderGitHub InstallationProvider = "github"
	// InstallationProviderGitLab is GitLab.
	//
	// Beyond the documents.
	InstallationProviderGitLab InstallationProvider = "gitlab"
	// InstallationProviderGitHubLegacy is GitHub by an older integration.
	//
	// Beyond the documents.
	InstallationProviderGitHubLegacy InstallationProvider = "github-legacy"
)

// VisitorAuth says how visitors authenticate.
type VisitorAuth struct {
	Backend VisitorAuthBackend `json:"backend"`
	// Integration is the id of the integration behind the backend, nil for none.
	//
	// Beyond the documents.
	Integration *string `json:"integration,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainVisitorAuth VisitorAuth

var visitorAuthCodec = jsonx.Leaf(func(v *VisitorAuth) *plainVisitorAuth { return (*plainVisitorAuth)(v) })

// MarshalJSON returns what it was read with.
func (v VisitorAuth) MarshalJSON() ([]byte, error) { return visitorAuthCodec.Marshal(&v) }

// UnmarshalJSON keeps what it does not know.
func (v *VisitorAuth) UnmarshalJSON(data []byte) error { return visitorAuthCodec.Unmarshal(data, v) }

// VisitorAuthBackend is what authenticates visitors. The service may know more values than the constants.
type VisitorAuthBackend string

const (
	// VisitorAuthBackendCustom is a backend of the customer's own.
	//
	// Beyond the documents.
	VisitorAuthBackendCustom VisitorAuthBackend = "custom"
	// VisitorAuthBackendIntegration is an integration of the service.
	//
	// Beyond the documents.
	VisitorAuthBackendIntegration VisitorAuthBackend = "integration"
)

// Permissions tells what the caller may do with a space.
type Permissions struct {
	View               bool `json:"view"`
	Access             bool `json:"access"`
	Admin              bool `json:"admin"`
	ViewInviteLinks    bool `json:"viewInviteLinks"`
	Edit               bool `json:"edit"`
	TriggerGitSync     bool `json:"triggerGitSync"`
	Comment            bool `json:"comment"`
	Merge              bool `json:"merge"`
	Review             bool `json:"review"`
	InstallIntegration bool `json:"installIntegration"`
}

// GetOptions are the query of [Service.Get].
type GetOptions struct {
	ShareKey string `url:"shareKey,omitempty"` // resolves the published URLs of sites that are shared by link
}

// Get returns a space. One that does not exist is an error matching [api.ErrNotFound], one the caller may not see an error matching
// [api.ErrForbidden] or [api.ErrNotFound], as the service decides.
//
// API: GET /v1/spaces/{spaceId}
func (s Service) Get(ctx context.Context, spaceID string, options GetOptions, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opGet.Path(spaceID).Query(options), opts)
}

// ListOptions are the query of [Service.List].
type ListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // spaces a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the spaces of an organization. An organization without spaces has an empty page; one that does not exist is an
// error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) List(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[Space], error) {
	return transport.List[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// All walks the spaces of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [Service.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) All(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) iter.Seq2[Space, error] {
	return transport.All[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the spaces of an organization, from options.Page on. Errors are those of [Service.All].
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) Pages(ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Space], error] {
	return transport.Pages[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// SpaceUpdate is the body of [Service.Update]. A field that is not set is left as it is.
type SpaceUpdate struct {
	EditMode EditMode `json:"editMode,omitzero"`
	Title    *string  `json:"title,omitzero"`
	// DefaultLevel is the default level for content. Null and [LevelInherit] are beyond the documents.
	DefaultLevel api.Nullable[api.Role] `json:"defaultLevel,omitzero"`
	Language     api.Language           `json:"language,omitzero"`
	MergeRules   *MergeRules            `json:"mergeRules,omitzero"`
	// Emoji is the emoji of the space. Null removes it, together with a null Icon; that is beyond the documents.
	Emoji api.Nullable[string] `json:"emoji,omitzero"`
	// Icon is the address of an image in place of the emoji.
	//
	// Beyond the documents.
	Icon api.Nullable[string] `json:"icon,omitzero"`
}

// Update changes the fields of a space that are set and returns the space as it is then. A space that does not exist is an error matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/spaces/{spaceId}
func (s Service) Update(ctx context.Context, spaceID string, update SpaceUpdate, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opUpdate.Path(spaceID).Body(update), opts)
}

// Delete deletes a space. It can be restored for 7 days and is then removed for good. One that is not there is no error but
// [api.AlreadyAbsent]. A caller who may not delete it gets an error matching [api.ErrForbidden].
//
// API: DELETE /v1/spaces/{spaceId}
func (s Service) Delete(ctx context.Context, spaceID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opDelete.Path(spaceID), opts)
}

// Duplicate copies a space and returns the copy. A space that does not exist is an error matching [api.ErrNotFound]. Not resent: see
// [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/duplicate
func (s Service) Duplicate(ctx context.Context, spaceID string, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opDuplicate.Path(spaceID), opts)
}

// Restore brings back a space that was deleted within the last 7 days and returns it. What comes of a later restore the documents do not
// show. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/restore
func (s Service) Restore(ctx context.Context, spaceID string, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opRestore.Path(spaceID), opts)
}

// SpaceMove is the body of [Service.Move].
type SpaceMove struct {
	// Parent is the id of the collection to move the space into. Null is beyond the documents, and so is its effect; it should move the
	// space out of all collections.
	Parent   api.Nullable[string] `json:"parent,omitzero"`
	Position *ContentPosition     `json:"position,omitzero"`
}

// Move moves a space to another collection, before or after another space, or both, and returns it. A position or a collection that cannot
// be is an error matching [api.ErrBadRequest], a space that does not exist one matching [api.ErrNotFound], a move that would change nothing
// one matching [api.ErrConflict]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/move
func (s Service) Move(ctx context.Context, spaceID string, move SpaceMove, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opMove.Path(spaceID).Body(move), opts)
}

// SpaceTransfer is the body of [Service.Transfer]. A target collection has no known field; give it with [api.WithBodyField], beside the
// organization or in its place.
type SpaceTransfer struct {
	Organization *string `json:"organization,omitzero"` // id of the target organization, nil for a transfer to a collection alone
}

// Transfer moves a space to another organization, a collection or both and returns it. A space that does not exist is an error matching
// [api.ErrNotFound], a transfer that would change nothing one matching [api.ErrConflict], a space that cannot be moved one matching
// [api.ErrPreconditionFailed]. Not resent: see [api.MayHaveApplied]. Newer descriptions of the service no longer have the operation, so a
// service may answer 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/transfer
func (s Service) Transfer(ctx context.Context, spaceID string, transfer SpaceTransfer, opts ...api.CallOption) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opTransfer.Path(spaceID).Body(transfer), opts)
}
