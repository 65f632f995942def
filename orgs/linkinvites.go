package orgs

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"reflect"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/spaces"
)

// LinkInviteService manages the link invites of an organization.
type LinkInviteService struct {
	core *transport.Core
}

// LinkInvite is a link that lets anyone join an organization with a role, or join a space or a
// collection with a level.
type LinkInvite struct {
	Object string `json:"object"`           // "invite"
	ID     string `json:"id" secret:"text"` // a secret: anyone who knows it can join
	// Role is the role in the organization. It is nil for guests, and for an invite to a space or a
	// collection.
	Role      *api.Role `json:"role"`
	Redundant bool      `json:"redundant"`

	// The following fields are set for an invite to a space or a collection, and nil for an invite
	// to the organization. Level is the role in the space or the collection, or nil for guests.
	//
	// Experimental: may change in any minor release; see [api].
	Level      *api.Role          `json:"level"`
	Space      *spaces.Space      `json:"space,omitzero"`
	Collection *spaces.Collection `json:"collection,omitzero"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// The variants of a link invite differ in whether the role or the level is required.
type (
	orgInvite struct {
		Object     string             `json:"object"`
		ID         string             `json:"id"`
		Role       *api.Role          `json:"role"`
		Redundant  bool               `json:"redundant"`
		Level      *api.Role          `json:"level,omitzero"`
		Space      *spaces.Space      `json:"space,omitzero"`
		Collection *spaces.Collection `json:"collection,omitzero"`
		Extra      map[string]api.Raw `json:",embed"`
	}
	contentInvite struct {
		Object     string             `json:"object"`
		ID         string             `json:"id"`
		Role       *api.Role          `json:"role,omitzero"`
		Redundant  bool               `json:"redundant"`
		Level      *api.Role          `json:"level"`
		Space      *spaces.Space      `json:"space,omitzero"`
		Collection *spaces.Collection `json:"collection,omitzero"`
		Extra      map[string]api.Raw `json:",embed"`
	}
)

// StandsFor returns the type of an invite, for errors about JSON that is no object.
func (orgInvite) StandsFor() reflect.Type { return reflect.TypeFor[LinkInvite]() }

var linkInviteCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(i *LinkInvite, data *jsonx.Value) any {
			*i = LinkInvite{}
			level := data.Field("level")
			if level.IsNull() || level.IsString() || data.Has("space") || data.Has("collection") {
				return (*contentInvite)(i)
			}
			return (*orgInvite)(i)
		},
		func(i *LinkInvite) any {
			if i.Level != nil || i.Space != nil || i.Collection != nil {
				return (*contentInvite)(i)
			}
			return (*orgInvite)(i)
		},
	))
}}

// LogValue implements [slog.LogValuer]. It hides the ID.
func (i LinkInvite) LogValue() slog.Value { return logvalue.Of(i) }

// MarshalJSON encodes the role of an invite to the organization, and the level of any other invite.
// The role or the level is null for guests.
func (i LinkInvite) MarshalJSON() ([]byte, error) { return linkInviteCodec.Marshal(&i) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (i *LinkInvite) UnmarshalJSON(data []byte) error { return linkInviteCodec.Unmarshal(data, i) }

// LinkInviteListOptions are the query parameters of [LinkInviteService.List].
type LinkInviteListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of invites per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the link invites to an organization. No operation lists the invites to a
// space or a collection: keep their IDs, which [LinkInviteService.Create] returns.
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) List(
	ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption,
) (*pagination.Page[LinkInvite], error) {
	return transport.List[LinkInvite](
		ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the link invites to an organization, like [LinkInviteService.List].
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) All(
	ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption,
) iter.Seq2[LinkInvite, error] {
	return transport.All[LinkInvite](ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [LinkInviteService.List].
//
// API: GET /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) ListPages(
	ctx context.Context, orgID string, options LinkInviteListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[LinkInvite], error] {
	return transport.Pages[LinkInvite](
		ctx, s.core, opLinkInviteList.Path(orgID).Query(options), opts,
	)
}

// LinkInviteCreate is the request body of [LinkInviteService.Create]. It contains either a role in
// the organization, or a level together with a space or a collection.
type LinkInviteCreate struct {
	Role api.Role `json:"role,omitzero"`

	// The following fields are for an invite to a space or a collection. Level is the role in that
	// space or collection. Sending null invites guests.
	//
	// Experimental: may change in any minor release; see [api].
	Level      api.Nullable[api.Role] `json:"level,omitzero"`
	Space      *string                `json:"space,omitzero"`      // ID of the space
	Collection *string                `json:"collection,omitzero"` // ID of the collection
}

// Validate checks that the fields that are set are either Role, or Level and one of Space and
// Collection.
func (i LinkInviteCreate) Validate() error {
	return errors.Join(
		check.ExactlyOne(i, "role", "space", "collection"), check.ExactlyOne(i, "level", "role"),
	)
}

// Create creates a link invite and returns it. It returns an [*api.ValidationError] unless the
// fields form one of the combinations that [LinkInviteCreate] describes.
//
// API: POST /v1/orgs/{organizationId}/link-invites
func (s LinkInviteService) Create(
	ctx context.Context, orgID string, invite LinkInviteCreate, opts ...api.CallOption,
) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](
		ctx, s.core, opLinkInviteCreate.Path(orgID).Body(invite), opts,
	)
}

// Get returns a link invite.
//
// API: GET /v1/orgs/{organizationId}/link-invites/{inviteId}
func (s LinkInviteService) Get(
	ctx context.Context, orgID, inviteID string, opts ...api.CallOption,
) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](ctx, s.core, opLinkInviteGet.Path(orgID, inviteID), opts)
}

// LinkInviteUpdate is the request body of [LinkInviteService.Update]. It contains either a role,
// for an invite to the organization, or a level, for an invite to a space or a collection.
type LinkInviteUpdate struct {
	Role api.Role `json:"role,omitzero"`
	// Level is the role in the space or the collection. Sending null makes the link an invite for
	// guests.
	//
	// Experimental: may change in any minor release; see [api].
	Level api.Nullable[api.Role] `json:"level,omitzero"`
}

// Validate checks that exactly one of Role and Level is set.
func (u LinkInviteUpdate) Validate() error { return check.ExactlyOne(u, "role", "level") }

// Update sets the role or the level of a link invite and returns the updated invite.
//
// API: PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}
func (s LinkInviteService) Update(
	ctx context.Context, orgID, inviteID string, update LinkInviteUpdate, opts ...api.CallOption,
) (*LinkInvite, error) {
	return transport.JSON[LinkInvite](
		ctx, s.core, opLinkInviteUpdate.Path(orgID, inviteID).Body(update), opts,
	)
}

// Delete deletes a link invite. If it does not exist, Delete returns [api.AlreadyAbsent] and a nil
// error. It is undocumented whether people who joined with the link remain members.
//
// Experimental: may change in any minor release; see [api].
//
// API: DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}
func (s LinkInviteService) Delete(
	ctx context.Context, orgID, inviteID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opLinkInviteDelete.Path(orgID, inviteID), opts)
}
