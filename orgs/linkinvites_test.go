package orgs_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

var linkInvitePage = orgs.LinkInviteListOptions{Cursor: "c/2+d=", Limit: 50}

var linkInviteRows = []contract.Row{
	{
		Op: "Orgs.LinkInvites.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.List(a.Ctx, a.ID[0], linkInvitePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.LinkInvites.All(a.Ctx, a.ID[0], linkInvitePage, a.Opts...), a.Orgs.LinkInvites.ListPages(a.Ctx, a.ID[0], linkInvitePage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/link-invites?limit=50&page=c%2F2%2Bd%3D",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 4, "items": ["@link-invite.json", "@link-invite-space.json", "@link-invite-collection.json",
			{"object": "invite", "id": "invite_4", "role": null, "redundant": true}]}`,
	},
	{
		Op:   "Orgs.LinkInvites.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.List(a.Ctx, a.ID[0], orgs.LinkInviteListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/link-invites",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Orgs.LinkInvites.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], orgs.LinkInviteCreate{Role: api.RoleEdit}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/link-invites",
		Body:     `{"role": "edit"}`,
		Status:   201,
		Response: "link-invite.json",
	},
	{
		Op:   "Orgs.LinkInvites.Create",
		Name: "to a space",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleComment), Space: new("space_1")}
			return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/link-invites",
		Body:     `{"level": "comment", "space": "space_1"}`,
		Status:   201,
		Response: "link-invite-space.json",
	},
	{
		Op:   "Orgs.LinkInvites.Create",
		Name: "to a collection",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleReview), Collection: new("collection_1")}
			return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/link-invites",
		Body:     `{"level": "review", "collection": "collection_1"}`,
		Status:   201,
		Response: "link-invite-collection.json",
	},
	{
		Op:   "Orgs.LinkInvites.Create",
		Name: "of guests to a space",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Null[api.Role](), Space: new("space_1")}
			return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/link-invites",
		Body:     `{"level": null, "space": "space_1"}`,
		Status:   201,
		Response: `{"object": "invite", "id": "invite_5", "level": null, "redundant": true, "space": "@spaces/space.json"}`,
	},
	{
		Op:   "Orgs.LinkInvites.Create",
		Name: "of guests to a collection",
		Call: func(a contract.Args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Null[api.Role](), Collection: new("collection_1")}
			return a.Orgs.LinkInvites.Create(a.Ctx, a.ID[0], invite, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/link-invites",
		Body:     `{"level": null, "collection": "collection_1"}`,
		Status:   201,
		Response: `{"object": "invite", "id": "invite_6", "level": null, "redundant": true, "collection": "@spaces/collection.json"}`,
	},

	{
		Op:       "Orgs.LinkInvites.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.LinkInvites.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Status:   200,
		Response: "link-invite.json",
	},
	{
		Op:       "Orgs.LinkInvites.Get",
		Name:     "for guests",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.LinkInvites.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Status:   200,
		Response: `{"object": "invite", "id": "invite_4", "role": null, "redundant": true}`,
	},
	{
		Op:       "Orgs.LinkInvites.Get",
		Name:     "to a space",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.LinkInvites.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Status:   200,
		Response: "link-invite-space.json",
	},
	{
		Op:       "Orgs.LinkInvites.Get",
		Name:     "to a collection",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.LinkInvites.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Status:   200,
		Response: "link-invite-collection.json",
	},

	{
		Op: "Orgs.LinkInvites.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{Role: api.RoleEdit}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Body:     `{"role": "edit"}`,
		Status:   200,
		Response: "link-invite.json",
	},
	{
		Op:   "Orgs.LinkInvites.Update",
		Name: "to a space",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{Level: api.Set(api.RoleComment)}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Body:     `{"level": "comment"}`,
		Status:   200,
		Response: "link-invite-space.json",
	},
	{
		Op:   "Orgs.LinkInvites.Update",
		Name: "for guests to a collection",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.Ctx, a.ID[0], a.ID[1], orgs.LinkInviteUpdate{Level: api.Null[api.Role]()}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Body:     `{"level": null}`,
		Status:   200,
		Response: `{"object": "invite", "id": "invite_6", "level": null, "redundant": true, "collection": "@spaces/collection.json"}`,
	},

	{
		Op: "Orgs.LinkInvites.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.LinkInvites.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/link-invites/invite%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
}

func TestLinkInviteIsEncodedWithTheRoleOfItsKindOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		invite       orgs.LinkInvite
		has, without string
		value        any
	}{
		"organization":         {orgs.LinkInvite{Role: new(api.RoleEdit)}, "role", "level", "edit"},
		"organization, guests": {orgs.LinkInvite{}, "role", "level", nil},
		"space":                {orgs.LinkInvite{Level: new(api.RoleRead), Space: &spaces.Space{ID: "space_1"}}, "level", "role", "read"},
		"space, guests":        {orgs.LinkInvite{Space: &spaces.Space{ID: "space_1"}}, "level", "role", nil},
		"collection":           {orgs.LinkInvite{Level: new(api.RoleRead), Collection: &spaces.Collection{ID: "collection_1"}}, "level", "role", "read"},
		"collection, guests":   {orgs.LinkInvite{Collection: &spaces.Collection{ID: "collection_1"}}, "level", "role", nil},
		"space left out":       {orgs.LinkInvite{Level: new(api.RoleRead)}, "level", "role", "read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, invite := range []any{test.invite, &test.invite} {
				encoded, err := json.Marshal(invite)
				require.NoError(t, err)
				var fields map[string]any
				require.NoError(t, json.Unmarshal(encoded, &fields))
				require.Contains(t, fields, test.has)
				require.Equal(t, test.value, fields[test.has])
				require.NotContains(t, fields, test.without)

				var decoded orgs.LinkInvite
				require.NoError(t, json.Unmarshal(encoded, &decoded))
				require.Equal(t, test.invite.Role, decoded.Role)
				require.Equal(t, test.invite.Level, decoded.Level)
				require.Equal(t, test.invite.Space == nil, decoded.Space == nil)
				require.Equal(t, test.invite.Collection == nil, decoded.Collection == nil)
			}
		})
	}
}

func TestLinkInviteToSomethingUnknownRoundTrips(t *testing.T) {
	t.Parallel()
	invite := contract.Decode[orgs.LinkInvite](t, []byte(`{"object": "invite", "id": "i", "level": "read", "redundant": false, "site": "site_1"}`))
	require.Equal(t, api.RoleRead, *invite.Level)
	require.Equal(t, map[string]api.Raw{"site": api.Raw(`"site_1"`)}, invite.Extra)
}
