package permissions_test

import (
	"context"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
)

const permissionsResponse = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@permission.json", "@permission-of-guest.json"]}`

// permissionService is the permissions on spaces or on collections, which have the same operations.
type permissionService struct {
	Invite    func(ctx context.Context, id string, invite permissions.Invite, opts ...api.CallOption) error
	Users     userService
	Aggregate permissionLister[permissions.AggregateListOptions]
}

type userService interface {
	permissionLister[permissions.UserListOptions]
	Delete(ctx context.Context, id, userID string, opts ...api.CallOption) (api.Deletion, error)
	Update(ctx context.Context, id, userID string, update permissions.UserUpdate, opts ...api.CallOption) error
}

type permissionLister[O any] interface {
	List(ctx context.Context, id string, options O, opts ...api.CallOption) (*pagination.Page[permissions.Permission], error)
	All(ctx context.Context, id string, options O, opts ...api.CallOption) iter.Seq2[permissions.Permission, error]
	ListPages(ctx context.Context, id string, options O, opts ...api.CallOption) iter.Seq2[*pagination.Page[permissions.Permission], error]
}

// permissionRows are the rows of the permissions on spaces and on collections, which are the same.
var permissionRows = slices.Concat(
	permissionsOn("Permissions.Spaces", "/v1/spaces/space%2F1/permissions", func(a contract.Args) permissionService {
		s := a.Permissions.Spaces
		return permissionService{s.Invite, s.Users, s.Aggregate}
	}),
	permissionsOn("Permissions.Collections", "/v1/collections/collection%2F1/permissions", func(a contract.Args) permissionService {
		s := a.Permissions.Collections
		return permissionService{s.Invite, s.Users, s.Aggregate}
	}),
)

func permissionsOn(name, path string, service func(contract.Args) permissionService) []contract.Row {
	invite := func(invite permissions.Invite) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) { return nil, service(a).Invite(a.Ctx, a.ID[0], invite, a.Opts...) }
	}
	update := func(update permissions.UserUpdate) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) {
			return nil, service(a).Users.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
		}
	}
	remove := func(a contract.Args) (any, error) { return service(a).Users.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) }
	list := func(options permissions.UserListOptions) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) { return service(a).Users.List(a.Ctx, a.ID[0], options, a.Opts...) }
	}
	aggregate := func(options permissions.AggregateListOptions) func(a contract.Args) (any, error) {
		return func(a contract.Args) (any, error) {
			return service(a).Aggregate.List(a.Ctx, a.ID[0], options, a.Opts...)
		}
	}
	page := permissions.UserListOptions{Cursor: "c/2+d=", Limit: 50}
	aggregatePage := permissions.AggregateListOptions{Cursor: "c/2+d=", Limit: 50, Role: api.RoleReview}
	return []contract.Row{
		{
			Op:      name + ".Invite",
			Call:    invite(permissions.Invite{Role: api.Set(api.RoleEdit), Teams: []string{"team/1", "team/2"}, Users: []string{"user/1"}}),
			Request: "POST " + path,
			Body:    `{"role": "edit", "teams": ["team/1", "team/2"], "users": ["user/1"]}`,
			Status:  204,
		},
		{
			Op:      name + ".Invite",
			Name:    "guests",
			Call:    invite(permissions.Invite{Role: api.Null[api.Role](), Users: []string{"user/1"}}),
			Request: "POST " + path,
			Body:    `{"role": null, "users": ["user/1"]}`,
			Status:  204,
		},
		{
			Op:      name + ".Invite",
			Name:    "absent",
			Call:    invite(permissions.Invite{Role: api.Set(api.RoleCreate), Teams: []string{"team/1"}}),
			Request: "POST " + path,
			Body:    `{"role": "create", "teams": ["team/1"]}`,
			Status:  404,
			Err:     api.ErrNotFound,
		},

		{
			Op:   name + ".Users.List",
			Call: list(page),
			List: func(a contract.Args) (all, pages any) {
				return service(a).Users.All(a.Ctx, a.ID[0], page, a.Opts...), service(a).Users.ListPages(a.Ctx, a.ID[0], page, a.Opts...)
			},
			Request:  "GET " + path + "/users?limit=50&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: permissionsResponse,
		},
		{
			Op:       name + ".Users.List",
			Name:     "unset, empty",
			Call:     list(permissions.UserListOptions{}),
			Request:  "GET " + path + "/users",
			Status:   200,
			Response: `{"items": []}`,
		},

		{
			Op:      name + ".Users.Delete",
			Call:    remove,
			Request: "DELETE " + path + "/users/user%2F1",
			Status:  205,
			Outcome: api.Deleted,
		},

		{
			Op:      name + ".Users.Update",
			Call:    update(permissions.UserUpdate{Role: api.Set(api.RoleComment)}),
			Request: "PATCH " + path + "/users/user%2F1",
			Body:    `{"role": "comment"}`,
			Status:  204,
		},
		{
			Op:      name + ".Users.Update",
			Name:    "to a guest",
			Call:    update(permissions.UserUpdate{Role: api.Null[api.Role]()}),
			Request: "PATCH " + path + "/users/user%2F1",
			Body:    `{"role": null}`,
			Status:  204,
		},

		{
			Op:   name + ".Aggregate.List",
			Call: aggregate(aggregatePage),
			List: func(a contract.Args) (all, pages any) {
				return service(a).Aggregate.All(a.Ctx, a.ID[0], aggregatePage, a.Opts...), service(a).Aggregate.ListPages(a.Ctx, a.ID[0], aggregatePage, a.Opts...)
			},
			Request:  "GET " + path + "/aggregate?limit=50&page=c%2F2%2Bd%3D&role=review",
			Status:   200,
			Response: permissionsResponse,
		},
		{
			Op:       name + ".Aggregate.List",
			Name:     "unset, empty",
			Call:     aggregate(permissions.AggregateListOptions{}),
			Request:  "GET " + path + "/aggregate",
			Status:   200,
			Response: `{"items": []}`,
		},
	}
}
