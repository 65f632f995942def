package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	collectionPage      = spaces.CollectionListOptions{Page: "c/2+d=", Limit: 50, Nested: new(false)}
	collectionSpacePage = spaces.CollectionSpaceListOptions{Page: "c/2+d=", Limit: 50}
)

func listCollections(options spaces.CollectionListOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Collections.List(a.ctx, a.id[0], options, a.opts...) }
}

func updateCollection(update spaces.CollectionUpdate) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Collections.Update(a.ctx, a.id[0], update, a.opts...) }
}

func moveCollection(move spaces.CollectionMove) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Collections.Move(a.ctx, a.id[0], move, a.opts...) }
}

func transferCollection(transfer spaces.CollectionTransfer, more ...api.CallOption) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Collections.Transfer(a.ctx, a.id[0], transfer, append(more, a.opts...)...)
	}
}

var collectionRows = []row{
	{
		op:   "Collections.List",
		call: listCollections(collectionPage),
		walk: func(a args) (all, pages any) {
			return a.Collections.All(a.ctx, a.id[0], collectionPage, a.opts...), a.Collections.Pages(a.ctx, a.id[0], collectionPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/collections?limit=50&nested=false&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 3, "items": ["@spaces/collection.json", "@spaces/collection-beyond.json", "@spaces/collection-of-guests.json"]}`,
	},
	{
		op:      "Collections.List",
		name:    "nested",
		call:    listCollections(spaces.CollectionListOptions{Nested: new(true)}),
		request: "GET /v1/orgs/organization%2F1/collections?nested=true",
		status:  200,
		answer:  `{"items": ["@spaces/collection.json"]}`,
	},
	{
		op:      "Collections.List",
		name:    "unset, empty, next null",
		call:    listCollections(spaces.CollectionListOptions{}),
		request: "GET /v1/orgs/organization%2F1/collections",
		status:  200,
		answer:  `{"next": null, "items": []}`,
	},

	{
		op: "Collections.Create",
		call: func(a args) (any, error) {
			return a.Collections.Create(a.ctx, a.id[0], spaces.CollectionCreate{Title: new("Products"), Parent: new("collection/2")}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/collections",
		body:    `{"title": "Products", "parent": "collection/2"}`,
		status:  201,
		answer:  "spaces/collection.json",
	},
	{
		op:   "Collections.Create",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Collections.Create(a.ctx, a.id[0], spaces.CollectionCreate{}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/collections",
		body:    `{}`,
		status:  201,
		answer:  "spaces/collection-beyond.json",
	},

	{
		op:      "Collections.Get",
		call:    func(a args) (any, error) { return a.Collections.Get(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/collections/collection%2F1",
		status:  200,
		answer:  "spaces/collection.json",
	},
	{
		op:      "Collections.Get",
		name:    "for guests",
		call:    func(a args) (any, error) { return a.Collections.Get(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/collections/collection%2F1",
		status:  200,
		answer:  "spaces/collection-of-guests.json",
	},

	{
		op:      "Collections.Delete",
		call:    func(a args) (any, error) { return a.Collections.Delete(a.ctx, a.id[0], a.opts...) },
		request: "DELETE /v1/collections/collection%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Collections.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Collections.Delete(a.ctx, a.id[0], a.opts...) },
		request: "DELETE /v1/collections/collection%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op:      "Collections.Update",
		call:    updateCollection(spaces.CollectionUpdate{Title: new("Goods"), Description: new("All of them"), DefaultLevel: api.Set(api.RoleRead)}),
		request: "PATCH /v1/collections/collection%2F1",
		body:    `{"title": "Goods", "description": "All of them", "defaultLevel": "read"}`,
		status:  200,
		answer:  "spaces/collection.json",
	},
	{
		op:      "Collections.Update",
		name:    "empty description, null level",
		call:    updateCollection(spaces.CollectionUpdate{Description: new(""), DefaultLevel: api.Null[api.Role]()}),
		request: "PATCH /v1/collections/collection%2F1",
		body:    `{"description": "", "defaultLevel": null}`,
		status:  200,
		answer:  "spaces/collection-of-guests.json",
	},
	{
		op:      "Collections.Update",
		name:    "inherited level",
		call:    updateCollection(spaces.CollectionUpdate{DefaultLevel: api.Set(spaces.LevelInherit)}),
		request: "PATCH /v1/collections/collection%2F1",
		body:    `{"defaultLevel": "inherit"}`,
		status:  200,
		answer:  "spaces/collection-beyond.json",
	},
	{
		op:      "Collections.Update",
		name:    "unset",
		call:    updateCollection(spaces.CollectionUpdate{}),
		request: "PATCH /v1/collections/collection%2F1",
		body:    `{}`,
		status:  200,
		answer:  "spaces/collection.json",
	},

	{
		op: "Collections.Spaces.List",
		call: func(a args) (any, error) {
			return a.Collections.Spaces.List(a.ctx, a.id[0], collectionSpacePage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Collections.Spaces.All(a.ctx, a.id[0], collectionSpacePage, a.opts...), a.Collections.Spaces.Pages(a.ctx, a.id[0], collectionSpacePage, a.opts...)
		},
		request: "GET /v1/collections/collection%2F1/spaces?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/space.json", "@spaces/space-of-guests.json"]}`,
	},
	{
		op:   "Collections.Spaces.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.Collections.Spaces.List(a.ctx, a.id[0], spaces.CollectionSpaceListOptions{}, a.opts...)
		},
		request: "GET /v1/collections/collection%2F1/spaces",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "Collections.Move",
		call: moveCollection(spaces.CollectionMove{Parent: api.Set("collection/2"), Position: &spaces.ContentPosition{
			Before: &spaces.ContentPointer{Space: "space/2"},
			After:  &spaces.ContentPointer{Space: "space/3"},
		}}),
		request: "POST /v1/collections/collection%2F1/move",
		body:    `{"parent": "collection/2", "position": {"before": {"type": "space", "space": "space/2"}, "after": {"type": "space", "space": "space/3"}}}`,
		status:  200,
		answer:  "spaces/collection.json",
	},
	{
		op:   "Collections.Move",
		name: "beside collections, out of all",
		call: moveCollection(spaces.CollectionMove{Parent: api.Null[string](), Position: &spaces.ContentPosition{
			Before: &spaces.ContentPointer{Collection: "collection/3"},
			After:  &spaces.ContentPointer{Collection: "collection/4"},
		}}),
		request: "POST /v1/collections/collection%2F1/move",
		body: `{"parent": null, "position": {"before": {"type": "collection", "collection": "collection/3"},
			"after": {"type": "collection", "collection": "collection/4"}}}`,
		status: 200,
		answer: "spaces/collection.json",
	},
	{
		op:      "Collections.Move",
		name:    "invalid position",
		call:    moveCollection(spaces.CollectionMove{Position: &spaces.ContentPosition{After: &spaces.ContentPointer{Space: "space/2"}}}),
		request: "POST /v1/collections/collection%2F1/move",
		body:    `{"position": {"after": {"type": "space", "space": "space/2"}}}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},
	{
		op:      "Collections.Move",
		name:    "absent",
		call:    moveCollection(spaces.CollectionMove{Parent: api.Set("collection/2")}),
		request: "POST /v1/collections/collection%2F1/move",
		body:    `{"parent": "collection/2"}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
	{
		op:      "Collections.Move",
		name:    "no change",
		call:    moveCollection(spaces.CollectionMove{}),
		request: "POST /v1/collections/collection%2F1/move",
		body:    `{}`,
		status:  409,
		fails:   api.ErrConflict,
	},

	{
		op:      "Collections.Transfer",
		call:    transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}),
		request: "POST /v1/collections/collection%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  200,
		answer:  "spaces/collection.json",
	},
	{
		op:      "Collections.Transfer",
		name:    "with another field",
		call:    transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}, api.WithBodyField("collection", "collection/2")),
		request: "POST /v1/collections/collection%2F1/transfer",
		body:    `{"organization": "organization/2", "collection": "collection/2"}`,
		status:  200,
		answer:  "spaces/collection.json",
	},
	{
		op:      "Collections.Transfer",
		name:    "absent",
		call:    transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}),
		request: "POST /v1/collections/collection%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  404,
		fails:   api.ErrNotFound,
	},
	{
		op:      "Collections.Transfer",
		name:    "no change",
		call:    transferCollection(spaces.CollectionTransfer{}),
		request: "POST /v1/collections/collection%2F1/transfer",
		body:    `{}`,
		status:  409,
		fails:   api.ErrConflict,
	},
	{
		op:      "Collections.Transfer",
		name:    "cannot be moved",
		call:    transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}),
		request: "POST /v1/collections/collection%2F1/transfer",
		body:    `{"organization": "organization/2"}`,
		status:  412,
		fails:   api.ErrPreconditionFailed,
	},
}
