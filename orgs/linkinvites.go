package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// LinkInviteService is reached as the LinkInvites field of [Service].
type LinkInviteService struct {
	core *transport.Core
}

// LinkInvite is a link that lets whoever has it join: the organization with a role, or a space or a collection with a level.
type LinkInvite struct {
	Object    string    `json:"object"` // "invite"
	ID        string    `json:"id"`
	Role      *api.Role `json:"role,omitzero"` // in the organization; nil for guests, and for an invite to a space or a collection
	Redundant bool      `json:"redundant"`
	// Level is the role in the space or the collection, nil for guests and for an invite to the organization.
	//
	// Beyond the documents.
	Level *api.Role `json:"level,omitzero"`
	// Space is the space of an invite to one, else nil.
	//
	// Beyond the documents.
	Space *spaces.Space `json:"space,omitzero"`
	// Collection is the collection of an invite to one, else nil.
	//
	// Beyond the documents.
	Collection *spaces.Collection `json:"collection,omitzero"`
}

// MarshalJSON returns the invite. A role or level of guests is null, and the one that an invite of the kind does not have is left out.
func (i LinkInvite) MarshalJSON() ([]byte, error) {
	type plain LinkInvite
	if i.Level == nil && i.Space == nil && i.Collection == nil {
		return jsonx.Marshal(struct {
			plain
			Role *api.Role `json:"role"`
		}{plain(i), i.Role})
	}
	return jsonx.Marshal(struct {
		plain
		Level *api.Role `json:"level"`
	}{plain(i), i.Level})
}

// LinkInviteListOptions are the query of [LinkInviteService.List].
type LinkInviteListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // invites a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the link invites of an organization. An organization without invites has an empty page; one that does not exist
// is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) List(ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption) (*pagination.Page[LinkInvite], error) {
	return transport.List[LinkInvite](ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts)
}

// All walks the link invites of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [LinkInviteService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) All(ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption) iter.Seq2[LinkInvite, error] {
	return transport.All[LinkInvite](ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the link invites of an organization, from options.Page on. Errors are those of [LinkInviteService.All].
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) Pages(ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[LinkInvite], error] {
	return transport.Pages[LinkInvite](ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts)
}

// LinkInviteCreate is the body of [LinkInviteService.Create]: a role in the organization, or a level with a space or a collection.
type LinkInviteCreate struct {
	Role api.Role `json:"role,omitzero" check:"exactly=role|space|collection"`
	// Level is the role in the space or the collection; null invites guests.
	//
	// Beyond the documents.
	Level api.Nullable[api.Role] `json:"level,omitzero" check:"exactly=role|level"`
	// Space is the id of the space of the level.
	//
	// Beyond the documents.
	Space *string `json:"space,omitzero"`
	// Collection is the id of the collection of the level.
	//
	// Beyond the documents.
	Collection *string `json:"collection,omitzero"`
}

// Create makes a link invite and returns it. A space or a collection that does not exist is refused by the service; a body that is none of
// its variants is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) Create(ctx context.Context, orgID string, invite LinkInviteCreate, opts ...api.CallOption) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](ctx, s.core, opLinkInviteCreate.Path(orgID).Body(invite), opts)
}

// Get returns a link invite. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/link-invites/{inviteId}
func (s LinkInviteService) Get(ctx context.Context, orgID, inviteID string, opts ...api.CallOption) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](ctx, s.core, opLinkInviteGet.Path(orgID, inviteID), opts)
}

// LinkInviteUpdate is the body of [LinkInviteService.Update]: a role for an invite to the organization, a level for another.
type LinkInviteUpdate struct {
	Role api.Role `json:"role,omitzero" check:"exactly=role|level"`
	// Level is the role in the space or the collection; null invites guests.
	//
	// Beyond the documents.
	Level api.Nullable[api.Role] `json:"level,omitzero"`
}

// Update changes what a link invite gives and returns it as it is then. One that does not exist is an error matching [api.ErrNotFound]; a
// body without or with both fields set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}
func (s LinkInviteService) Update(ctx context.Context, orgID, inviteID string, update LinkInviteUpdate, opts ...api.CallOption) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](ctx, s.core, opLinkInviteUpdate.Path(orgID, inviteID).Body(update), opts)
}
