package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var linkInvitePage = orgs.LinkInviteListOptions{Page: "c/2+d=", Limit: 50}

var linkInviteRows = []row{
	{
		op:   "Orgs.LinkInvites.List",
		call: func(a args) (any, error) { return a.Orgs.LinkInvites.List(a.ctx, a.id[0], linkInvitePage, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Orgs.LinkInvites.All(a.ctx, a.id[0], linkInvitePage, a.opts...), a.Orgs.LinkInvites.Pages(a.ctx, a.id[0], linkInvitePage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/link-invites?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 4, "items": ["@orgs/link-invite.json", "@orgs/link-invite-space.json", "@orgs/link-invite-collection.json",
			{"object": "invite", "id": "invite_4", "role": null, "redundant": true}]}`,
	},
	{
		op:   "Orgs.LinkInvites.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.Orgs.LinkInvites.List(a.ctx, a.id[0], orgs.LinkInviteListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/link-invites",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "Orgs.LinkInvites.Create",
		call: func(a args) (any, error) {
			return a.Orgs.LinkInvites.Create(a.ctx, a.id[0], orgs.LinkInviteCreate{Role: api.RoleEdit}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/link-invites",
		body:    `{"role": "edit"}`,
		status:  201,
		answer:  "orgs/link-invite.json",
	},
	{
		op:   "Orgs.LinkInvites.Create",
		name: "to a space",
		call: func(a args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleComment), Space: new("space_1")}
			return a.Orgs.LinkInvites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/link-invites",
		body:    `{"level": "comment", "space": "space_1"}`,
		status:  201,
		answer:  "orgs/link-invite-space.json",
	},
	{
		op:   "Orgs.LinkInvites.Create",
		name: "to a collection",
		call: func(a args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Set(api.RoleReview), Collection: new("collection_1")}
			return a.Orgs.LinkInvites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/link-invites",
		body:    `{"level": "review", "collection": "collection_1"}`,
		status:  201,
		answer:  "orgs/link-invite-collection.json",
	},
	{
		op:   "Orgs.LinkInvites.Create",
		name: "of guests to a space",
		call: func(a args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Null[api.Role](), Space: new("space_1")}
			return a.Orgs.LinkInvites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/link-invites",
		body:    `{"level": null, "space": "space_1"}`,
		status:  201,
		answer:  `{"object": "invite", "id": "invite_5", "level": null, "redundant": true, "space": "@spaces/space.json"}`,
	},
	{
		op:   "Orgs.LinkInvites.Create",
		name: "of guests to a collection",
		call: func(a args) (any, error) {
			invite := orgs.LinkInviteCreate{Level: api.Null[api.Role](), Collection: new("collection_1")}
			return a.Orgs.LinkInvites.Create(a.ctx, a.id[0], invite, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/link-invites",
		body:    `{"level": null, "collection": "collection_1"}`,
		status:  201,
		answer:  `{"object": "invite", "id": "invite_6", "level": null, "redundant": true, "collection": "@spaces/collection.json"}`,
	},

	{
		op:      "Orgs.LinkInvites.Get",
		call:    func(a args) (any, error) { return a.Orgs.LinkInvites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		status:  200,
		answer:  "orgs/link-invite.json",
	},
	{
		op:      "Orgs.LinkInvites.Get",
		name:    "for guests",
		call:    func(a args) (any, error) { return a.Orgs.LinkInvites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		status:  200,
		answer:  `{"object": "invite", "id": "invite_4", "role": null, "redundant": true}`,
	},
	{
		op:      "Orgs.LinkInvites.Get",
		name:    "to a space",
		call:    func(a args) (any, error) { return a.Orgs.LinkInvites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		status:  200,
		answer:  "orgs/link-invite-space.json",
	},
	{
		op:      "Orgs.LinkInvites.Get",
		name:    "to a collection",
		call:    func(a args) (any, error) { return a.Orgs.LinkInvites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		status:  200,
		answer:  "orgs/link-invite-collection.json",
	},
	{
		op:      "Orgs.LinkInvites.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.LinkInvites.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/link-invites/invite%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Orgs.LinkInvites.Update",
		call: func(a args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.ctx, a.id[0], a.id[1], orgs.LinkInviteUpdate{Role: api.RoleEdit}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		body:    `{"role": "edit"}`,
		status:  200,
		answer:  "orgs/link-invite.json",
	},
	{
		op:   "Orgs.LinkInvites.Update",
		name: "to a space",
		call: func(a args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.ctx, a.id[0], a.id[1], orgs.LinkInviteUpdate{Level: api.Set(api.RoleComment)}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		body:    `{"level": "comment"}`,
		status:  200,
		answer:  "orgs/link-invite-space.json",
	},
	{
		op:   "Orgs.LinkInvites.Update",
		name: "for guests to a collection",
		call: func(a args) (any, error) {
			return a.Orgs.LinkInvites.Update(a.ctx, a.id[0], a.id[1], orgs.LinkInviteUpdate{Level: api.Null[api.Role]()}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/link-invites/invite%2F1",
		body:    `{"level": null}`,
		status:  200,
		answer:  `{"object": "invite", "id": "invite_6", "level": null, "redundant": true, "collection": "@spaces/collection.json"}`,
	},
}
