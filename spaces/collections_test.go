package spaces_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	collectionPage      = spaces.CollectionListOptions{Cursor: "c/2+d=", Limit: 50, Nested: new(false)}
	collectionSpacePage = spaces.CollectionSpaceListOptions{Cursor: "c/2+d=", Limit: 50}
)

func listCollections(options spaces.CollectionListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Collections.List(a.Ctx, a.ID[0], options, a.Opts...) }
}

func updateCollection(update spaces.CollectionUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Collections.Update(a.Ctx, a.ID[0], update, a.Opts...) }
}

func moveCollection(move spaces.CollectionMove) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Collections.Move(a.Ctx, a.ID[0], move, a.Opts...) }
}

func transferCollection(transfer spaces.CollectionTransfer, more ...api.CallOption) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Collections.Transfer(a.Ctx, a.ID[0], transfer, append(more, a.Opts...)...)
	}
}

var collectionRows = []contract.Row{
	{
		Op:   "Collections.List",
		Call: listCollections(collectionPage),
		List: func(a contract.Args) (all, pages any) {
			return a.Collections.All(a.Ctx, a.ID[0], collectionPage, a.Opts...), a.Collections.ListPages(a.Ctx, a.ID[0], collectionPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/collections?limit=50&nested=false&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": ["@spaces/collection.json", "@collection-experimental.json", "@collection-of-guests.json"]}`,
	},
	{
		Op:       "Collections.List",
		Name:     "nested",
		Call:     listCollections(spaces.CollectionListOptions{Nested: new(true)}),
		Request:  "GET /v1/orgs/organization%2F1/collections?nested=true",
		Status:   200,
		Response: `{"items": ["@spaces/collection.json"]}`,
	},
	{
		Op:       "Collections.List",
		Name:     "unset, empty, next null",
		Call:     listCollections(spaces.CollectionListOptions{}),
		Request:  "GET /v1/orgs/organization%2F1/collections",
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},

	{
		Op: "Collections.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Collections.Create(a.Ctx, a.ID[0], spaces.CollectionCreate{Title: new("Products"), Parent: new("collection/2")}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/collections",
		Body:     `{"title": "Products", "parent": "collection/2"}`,
		Status:   201,
		Response: "spaces/collection.json",
	},

	{
		Op:       "Collections.Get",
		Call:     func(a contract.Args) (any, error) { return a.Collections.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/collections/collection%2F1",
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:       "Collections.Get",
		Name:     "for guests",
		Call:     func(a contract.Args) (any, error) { return a.Collections.Get(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/collections/collection%2F1",
		Status:   200,
		Response: "collection-of-guests.json",
	},

	{
		Op:      "Collections.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Collections.Delete(a.Ctx, a.ID[0], a.Opts...) },
		Request: "DELETE /v1/collections/collection%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op:       "Collections.Update",
		Call:     updateCollection(spaces.CollectionUpdate{Title: new("Goods"), Description: new("All of them"), DefaultLevel: api.Set(api.RoleRead)}),
		Request:  "PATCH /v1/collections/collection%2F1",
		Body:     `{"title": "Goods", "description": "All of them", "defaultLevel": "read"}`,
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:       "Collections.Update",
		Name:     "empty description, null level",
		Call:     updateCollection(spaces.CollectionUpdate{Description: new(""), DefaultLevel: api.Null[api.Role]()}),
		Request:  "PATCH /v1/collections/collection%2F1",
		Body:     `{"description": "", "defaultLevel": null}`,
		Status:   200,
		Response: "collection-of-guests.json",
	},
	{
		Op:       "Collections.Update",
		Name:     "inherited level",
		Call:     updateCollection(spaces.CollectionUpdate{DefaultLevel: api.Set(spaces.LevelInherit)}),
		Request:  "PATCH /v1/collections/collection%2F1",
		Body:     `{"defaultLevel": "inherit"}`,
		Status:   200,
		Response: "collection-experimental.json",
	},

	{
		Op: "Collections.Spaces.List",
		Call: func(a contract.Args) (any, error) {
			return a.Collections.Spaces.List(a.Ctx, a.ID[0], collectionSpacePage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Collections.Spaces.All(a.Ctx, a.ID[0], collectionSpacePage, a.Opts...), a.Collections.Spaces.ListPages(a.Ctx, a.ID[0], collectionSpacePage, a.Opts...)
		},
		Request:  "GET /v1/collections/collection%2F1/spaces?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/space.json", "@spaces/space-of-guests.json"]}`,
	},
	{
		Op:   "Collections.Spaces.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Collections.Spaces.List(a.Ctx, a.ID[0], spaces.CollectionSpaceListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/collections/collection%2F1/spaces",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Collections.Move",
		Call: moveCollection(spaces.CollectionMove{Parent: api.Set("collection/2"), Position: spaces.ContentPosition{
			Before: &spaces.ContentPointer{Space: new("space/2")},
			After:  &spaces.ContentPointer{Space: new("space/3")},
		}}),
		Request:  "POST /v1/collections/collection%2F1/move",
		Body:     `{"parent": "collection/2", "position": {"before": {"type": "space", "space": "space/2"}, "after": {"type": "space", "space": "space/3"}}}`,
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:   "Collections.Move",
		Name: "beside collections, out of all",
		Call: moveCollection(spaces.CollectionMove{Parent: api.Null[string](), Position: spaces.ContentPosition{
			Before: &spaces.ContentPointer{Collection: new("collection/3")},
			After:  &spaces.ContentPointer{Collection: new("collection/4")},
		}}),
		Request: "POST /v1/collections/collection%2F1/move",
		Body: `{"parent": null, "position": {"before": {"type": "collection", "collection": "collection/3"},
			"after": {"type": "collection", "collection": "collection/4"}}}`,
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:      "Collections.Move",
		Name:    "invalid position",
		Call:    moveCollection(spaces.CollectionMove{Position: spaces.ContentPosition{After: &spaces.ContentPointer{Space: new("space/2")}}}),
		Request: "POST /v1/collections/collection%2F1/move",
		Body:    `{"position": {"after": {"type": "space", "space": "space/2"}}}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op:       "Collections.Transfer",
		Call:     transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}),
		Request:  "POST /v1/collections/collection%2F1/transfer",
		Body:     `{"organization": "organization/2"}`,
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:       "Collections.Transfer",
		Name:     "with another field",
		Call:     transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}, api.WithBodyField("collection", "collection/2")),
		Request:  "POST /v1/collections/collection%2F1/transfer",
		Body:     `{"organization": "organization/2", "collection": "collection/2"}`,
		Status:   200,
		Response: "spaces/collection.json",
	},
	{
		Op:      "Collections.Transfer",
		Name:    "cannot be moved",
		Call:    transferCollection(spaces.CollectionTransfer{Organization: new("organization/2")}),
		Request: "POST /v1/collections/collection%2F1/transfer",
		Body:    `{"organization": "organization/2"}`,
		Status:  412,
		Err:     api.ErrPreconditionFailed,
	},
}
