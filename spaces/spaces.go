package spaces

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// Space contains pages, files and reusable content.
type Space struct {
	Object string `json:"object"` // "space"
	ID     string `json:"id"`
	Title  string `json:"title"`
	// Emoji is nil if the space has no emoji. The service has been seen to return the code point of
	// an emoji, such as "1f6e0", if the emoji was sent as a character.
	Emoji      *string    `json:"emoji,omitzero"`
	Visibility Visibility `json:"visibility"`
	CreatedAt  time.Time  `json:"createdAt"`
	UpdatedAt  time.Time  `json:"updatedAt"`
	// DeletedAt is nil if the space is not deleted. It is undocumented whether the service returns
	// deleted spaces.
	DeletedAt  *time.Time     `json:"deletedAt,omitzero"`
	EditMode   *EditMode      `json:"editMode,omitzero"`
	MergeRules api.MergeRules `json:"mergeRules"`
	URLs       URLs           `json:"urls"`
	// Organization is the ID of the organization that owns the space.
	Organization string `json:"organization" response:"id"`
	// Parent is the ID of the collection that contains the space, or nil if there is none.
	Parent      *string       `json:"parent,omitzero"`
	Language    *api.Language `json:"language,omitzero"`
	GitSync     *GitSync      `json:"gitSync,omitzero"`       // nil if the space is not synchronized
	VisitorAuth *VisitorAuth  `json:"visitorAuth,omitzero"`   // nil if visitors need not authenticate
	Revision    string        `json:"revision" response:"id"` // ID of the current revision
	// DefaultLevel is the default role for the content. It is nil if members are guests by default.
	// It may be [LevelInherit].
	DefaultLevel *api.Role `json:"defaultLevel"`

	// The service has been seen to leave these fields out in lists of spaces. They are then nil.
	// [Service.Get] returns them.

	Comments            *int64       `json:"comments,omitzero"`            // number of open comments
	ChangeRequests      *int64       `json:"changeRequests,omitzero"`      // number of change requests in any status
	ChangeRequestsOpen  *int64       `json:"changeRequestsOpen,omitzero"`  // number of open change requests
	ChangeRequestsDraft *int64       `json:"changeRequestsDraft,omitzero"` // number of drafts
	Permissions         *Permissions `json:"permissions,omitzero"`

	// Only newer versions of the service return these fields. Each element of Imports is a run of
	// an import into the space; decode it into a type of your own.
	//
	// Experimental: may change in any minor release; see [api].
	Type    *Type     `json:"type,omitzero"` // nil for a space with ordinary content
	Imports []api.Raw `json:"imports,omitzero"`
}

// Type is the type of a space that does not have ordinary content.
//
// Experimental: may change in any minor release; see [api].
type Type string

// TypeStyleguide is the type of the style guide of a site.
const TypeStyleguide Type = "styleguide"

// LevelInherit means that the default role is inherited from the parent.
//
// Experimental: may change in any minor release; see [api].
const LevelInherit api.Role = "inherit"

// Visibility determines who can see a space.
type Visibility string

// Audiences of spaces.
const (
	VisibilityPublic       Visibility = "public"        // everyone; indexed by search engines
	VisibilityUnlisted     Visibility = "unlisted"      // everyone; not indexed by search engines
	VisibilityShareLink    Visibility = "share-link"    // everyone who has a share link
	VisibilityVisitorAuth  Visibility = "visitor-auth"  // visitors who authenticate with a JWT
	VisibilityInCollection Visibility = "in-collection" // everyone who can access the parent collection
	VisibilityPrivate      Visibility = "private"       // authorized members
)

// EditMode determines how a space is edited.
type EditMode string

// Edit modes of spaces.
const (
	EditModeLive   EditMode = "live"   // users edit the space directly
	EditModeLocked EditMode = "locked" // all edits are locked
)

// URLs contains the URLs of a space. A URL that does not exist is nil. The service has been seen to
// return a Location that is relative to the base URL, without scheme and host.
type URLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"`
	Public    *string `json:"public,omitzero"`
	Icon      *string `json:"icon,omitzero"`
}

// GitSync is the state of the synchronization with a Git repository.
type GitSync struct {
	RepoName             *string      `json:"repoName,omitzero"`
	InstallationProvider *GitProvider `json:"installationProvider,omitzero"`
	Integration          *string      `json:"integration,omitzero"`
	URL                  *string      `json:"url,omitzero"`
	// UpdatedAt is the time of the last change of the configuration, not of the content.
	UpdatedAt *time.Time `json:"updatedAt,omitzero"`
	// Only newer versions of the service return these fields; otherwise they are nil. They describe
	// the installation of the provider, and the latest import or export with its maximum duration
	// in milliseconds.
	//
	// Experimental: may change in any minor release; see [api].
	InstallationStatus   *GitInstallationStatus `json:"installationStatus,omitzero"`
	InstallationID       *string                `json:"installationId,omitzero"`
	ParentInstallationID *string                `json:"parentInstallationId,omitzero"`
	Operation            *GitOperation          `json:"operation,omitzero"`
	OperationTimeout     *int64                 `json:"operationTimeout,omitzero"`
}

// GitOperation is an import or an export. The service has been seen to report a failure days after
// the operation started.
//
// Experimental: may change in any minor release; see [api].
type GitOperation struct {
	State     GitOperationState     `json:"state"`
	Direction GitOperationDirection `json:"direction"`
	StartedAt time.Time             `json:"startedAt"`
	EndedAt   *time.Time            `json:"endedAt,omitzero"` // nil while it is running
	Error     *string               `json:"error,omitzero"`   // reason for the failure
	// ErrorAction is a link to help, or nil if there is none.
	ErrorAction *GitErrorAction `json:"errorAction,omitzero"`
}

// GitInstallationStatus is the status of the installation of a Git provider.
//
// Experimental: may change in any minor release; see [api].
type GitInstallationStatus string

// Statuses of the installation of a Git provider.
const (
	GitInstallationStatusUnauthenticated GitInstallationStatus = "unauthenticated"
	GitInstallationStatusActive          GitInstallationStatus = "active"
	GitInstallationStatusPending         GitInstallationStatus = "pending"
)

// GitOperationDirection is the direction of a [GitOperation]: an import or an export.
//
// Experimental: may change in any minor release; see [api].
type GitOperationDirection string

// Directions of a [GitOperation].
const (
	GitOperationDirectionImport GitOperationDirection = "import"
	GitOperationDirectionExport GitOperationDirection = "export"
)

// GitOperationState is the state of a [GitOperation].
//
// Experimental: may change in any minor release; see [api].
type GitOperationState string

// States of imports and exports.
const (
	GitOperationStateRunning GitOperationState = "running"
	GitOperationStateSuccess GitOperationState = "success"
	GitOperationStateFailure GitOperationState = "failure"
	GitOperationStateTimeout GitOperationState = "timeout"
)

// GitProvider is the host of a Git repository.
//
// Experimental: may change in any minor release; see [api].
type GitProvider string

// Hosts of Git repositories.
const (
	GitProviderGitHub       GitProvider = "github"
	GitProviderGitLab       GitProvider = "gitlab"
	GitProviderGitHubLegacy GitProvider = "github-legacy" // an older integration for GitHub
)

// VisitorAuth configures how visitors authenticate.
type VisitorAuth struct {
	Backend VisitorAuthBackend `json:"backend"`
	// Integration is the name of the integration that is the backend, or nil if there is none.
	//
	// Experimental: may change in any minor release; see [api].
	Integration *string `json:"integration,omitzero" response:"required,if=backend:integration,id"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainVisitorAuth VisitorAuth

var visitorAuthCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(v *VisitorAuth) *plainVisitorAuth { return (*plainVisitorAuth)(v) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v VisitorAuth) MarshalJSON() ([]byte, error) { return visitorAuthCodec.Marshal(&v) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *VisitorAuth) UnmarshalJSON(data []byte) error {
	return visitorAuthCodec.Unmarshal(data, v)
}

// VisitorAuthBackend is the backend that authenticates visitors.
//
// Experimental: may change in any minor release; see [api].
type VisitorAuthBackend string

// Backends that authenticate visitors.
const (
	VisitorAuthBackendCustom      VisitorAuthBackend = "custom"      // a backend of the customer
	VisitorAuthBackendIntegration VisitorAuthBackend = "integration" // the integration in [VisitorAuth]
)

// Permissions contains the caller's permissions on a space.
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

// GetOptions are the query parameters of [Service.Get].
type GetOptions struct {
	// ShareKey is the key of a share link. If it is set, the service also returns the published
	// URLs of sites that are shared by link.
	ShareKey api.Secret `url:"shareKey,omitempty"`
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o GetOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Get returns a space.
//
// API: GET /v1/spaces/{spaceId}
func (s Service) Get(
	ctx context.Context, spaceID string, options GetOptions, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opGet.Path(spaceID).Query(options), opts)
}

// ListOptions are the query parameters of [Service.List].
type ListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of spaces per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the spaces of an organization. In lists, some fields are nil: see
// [Space].
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) List(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) (*pagination.Page[Space], error) {
	return transport.List[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the spaces of an organization.
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) All(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[Space, error] {
	return transport.All[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [Service.List]. To get the pages of a space, use
// [PageService.Tree].
//
// API: GET /v1/orgs/{organizationId}/spaces
func (s Service) ListPages(
	ctx context.Context, orgID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Space], error] {
	return transport.Pages[Space](ctx, s.core, opList.Path(orgID).Query(options), opts)
}

// Create is the request body of [Service.Create]. No field is required, and at most one of
// Template, ComputedSource and Empty can be set.
//
// Experimental: may change in any minor release; see [api].
type Create struct {
	Title *string `json:"title,omitzero" check:"len=..50"` // at most 50 characters
	Emoji *string `json:"emoji,omitzero" check:"len=..50"` // at most 50 characters
	// Parent is the ID of a collection, or nil for none.
	Parent   *string      `json:"parent,omitzero"`
	Language api.Language `json:"language,omitzero"`
	EditMode EditMode     `json:"editMode,omitzero"`
	// Template fills the space from a template.
	Template *Template `json:"template,omitzero"`
	// ComputedSource is the source from which the content of the space is computed. It is the
	// source of a page of type [PageTypeComputed], not the source of a document.
	ComputedSource *Computed `json:"computedSource,omitzero"`
	// Empty creates a space without pages. Only newer versions of the service use it.
	Empty *bool `json:"empty,omitzero"`
}

// Validate checks that at most one of Template, ComputedSource and Empty is set.
func (c Create) Validate() error { return check.AtMostOne(c, "template", "computedSource", "empty") }

// Create creates a space and returns it. The space inherits the permissions of its collection or,
// without a collection, of the organization. It is not on any site. The initial content of a space
// that has neither a template nor a computed source is undocumented. If the response is lost, look
// for the space with [Service.List] before creating another one.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/spaces
func (s Service) Create(
	ctx context.Context, orgID string, create Create, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opCreate.Path(orgID).Body(create), opts)
}

// Update is the request body of [Service.Update].
type Update struct {
	EditMode EditMode `json:"editMode,omitzero"`
	Title    *string  `json:"title,omitzero"`
	// DefaultLevel is the default role for the content. Sending null or [LevelInherit] is
	// experimental: see docs/sources.md.
	DefaultLevel api.Nullable[api.Role] `json:"defaultLevel,omitzero"`
	Language     api.Language           `json:"language,omitzero"`
	MergeRules   *api.MergeRules        `json:"mergeRules,omitzero"`
	// Emoji is the emoji of the space. The service accepts null only if Icon is null too; the space
	// may then have a default emoji. Sending null is experimental: see docs/sources.md.
	Emoji api.Nullable[string] `json:"emoji,omitzero"`
	// Icon is the URL of an image that replaces the emoji.
	//
	// Experimental: may change in any minor release; see [api].
	Icon api.Nullable[string] `json:"icon,omitzero"`
}

// Update updates a space and returns the updated space. It does not move the space: the service has
// been seen to ignore a parent. Use [Service.Move] instead.
//
// API: PATCH /v1/spaces/{spaceId}
func (s Service) Update(
	ctx context.Context, spaceID string, update Update, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opUpdate.Path(spaceID).Body(update), opts)
}

// Delete deletes a space. [Service.Restore] can restore it for 7 days. If the space does not exist,
// Delete returns [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/spaces/{spaceId}
func (s Service) Delete(
	ctx context.Context, spaceID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opDelete.Path(spaceID), opts)
}

// Duplicate copies a space and returns the copy.
//
// API: POST /v1/spaces/{spaceId}/duplicate
func (s Service) Duplicate(
	ctx context.Context, spaceID string, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opDuplicate.Path(spaceID), opts)
}

// Restore restores a space that was deleted within the last 7 days and returns it. It is
// undocumented what happens if the space was deleted earlier.
//
// API: POST /v1/spaces/{spaceId}/restore
func (s Service) Restore(
	ctx context.Context, spaceID string, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opRestore.Path(spaceID), opts)
}

// Move is the request body of [Service.Move].
type Move struct {
	// Parent is the ID of the new collection. The effect of sending null is undocumented.
	// Sending null is experimental: see docs/sources.md.
	Parent   api.Nullable[string] `json:"parent,omitzero"`
	Position ContentPosition      `json:"position,omitzero"` // zero is not sent
}

// Move changes the collection that contains a space, its position relative to another space, or
// both, and returns the moved space. If the collection or the position is invalid, the error
// matches [api.ErrBadRequest] or [api.ErrUnprocessable]. If the move changes nothing, the error
// matches [api.ErrConflict].
//
// API: POST /v1/spaces/{spaceId}/move
func (s Service) Move(
	ctx context.Context, spaceID string, move Move, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opMove.Path(spaceID).Body(move), opts)
}

// Transfer is the request body of [Service.Transfer]. The API reference also permits a target
// collection, but does not specify the name of the field. If you know the name, send the field with
// [api.WithBodyField].
type Transfer struct {
	Organization *string `json:"organization,omitzero"` // ID of the target organization
}

// Transfer moves a space to another organization and returns the moved space. The comment of
// [Transfer] describes how to move it to a collection. If the transfer changes nothing, the error
// matches [api.ErrConflict]. If the space cannot be moved, the error matches
// [api.ErrPreconditionFailed]. Newer descriptions of the API do not contain this operation, so the
// service may respond with 404 or 405.
//
// API: POST /v1/spaces/{spaceId}/transfer
func (s Service) Transfer(
	ctx context.Context, spaceID string, transfer Transfer, opts ...api.CallOption,
) (*Space, error) {
	return transport.JSON[Space](ctx, s.core, opTransfer.Path(spaceID).Body(transfer), opts)
}
