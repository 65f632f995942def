package contract

import (
	"context"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
)

const permissionsAnswer = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@permissions/permission.json", "@permissions/permission-of-guest.json"]}`

// permissionService is the permissions on spaces or on collections, which have the same operations.
type permissionService interface {
	Invite(ctx context.Context, id string, invite permissions.InviteCreate, opts ...api.CallOption) error
	List(ctx context.Context, id string, options permissions.ListOptions, opts ...api.CallOption) (*pagination.Page[permissions.Permission], error)
	All(ctx context.Context, id string, options permissions.ListOptions, opts ...api.CallOption) iter.Seq2[permissions.Permission, error]
	Pages(ctx context.Context, id string, options permissions.ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[permissions.Permission], error]
	Delete(ctx context.Context, id, userID string, opts ...api.CallOption) (api.Deletion, error)
	Update(ctx context.Context, id, userID string, update permissions.RoleUpdate, opts ...api.CallOption) error
	ListAggregate(ctx context.Context, id string, options permissions.AggregateOptions, opts ...api.CallOption) (*pagination.Page[permissions.Permission], error)
	AllAggregate(ctx context.Context, id string, options permissions.AggregateOptions, opts ...api.CallOption) iter.Seq2[permissions.Permission, error]
	PagesAggregate(ctx context.Context, id string, options permissions.AggregateOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[permissions.Permission], error]
}

// permissionRows are the rows of the permissions on spaces and on collections, which are the same.
var permissionRows = slices.Concat(
	permissionsOn("Permissions.Spaces", "/v1/spaces/space%2F1/permissions", func(a args) permissionService { return a.Permissions.Spaces }),
	permissionsOn("Permissions.Collections", "/v1/collections/collection%2F1/permissions", func(a args) permissionService { return a.Permissions.Collections }),
)

func permissionsOn(name, path string, service func(args) permissionService) []row {
	invite := func(invite permissions.InviteCreate) func(a args) (any, error) {
		return func(a args) (any, error) { return nil, service(a).Invite(a.ctx, a.id[0], invite, a.opts...) }
	}
	update := func(update permissions.RoleUpdate) func(a args) (any, error) {
		return func(a args) (any, error) {
			return nil, service(a).Update(a.ctx, a.id[0], a.id[1], update, a.opts...)
		}
	}
	remove := func(a args) (any, error) { return service(a).Delete(a.ctx, a.id[0], a.id[1], a.opts...) }
	list := func(options permissions.ListOptions) func(a args) (any, error) {
		return func(a args) (any, error) { return service(a).List(a.ctx, a.id[0], options, a.opts...) }
	}
	aggregate := func(options permissions.AggregateOptions) func(a args) (any, error) {
		return func(a args) (any, error) { return service(a).ListAggregate(a.ctx, a.id[0], options, a.opts...) }
	}
	page := permissions.ListOptions{Page: "c/2+d=", Limit: 50}
	aggregatePage := permissions.AggregateOptions{Page: "c/2+d=", Limit: 50, Role: api.RoleReview}
	return []row{
		{
			op:      name + ".Invite",
			call:    invite(permissions.InviteCreate{Role: api.Set(api.RoleEdit), Teams: []string{"team/1", "team/2"}, Users: []string{"user/1"}}),
			request: "POST " + path,
			body:    `{"role": "edit", "teams": ["team/1", "team/2"], "users": ["user/1"]}`,
			status:  204,
		},
		{
			op:      name + ".Invite",
			name:    "guests",
			call:    invite(permissions.InviteCreate{Role: api.Null[api.Role](), Users: []string{"user/1"}}),
			request: "POST " + path,
			body:    `{"role": null, "users": ["user/1"]}`,
			status:  204,
		},
		{
			op:      name + ".Invite",
			name:    "absent",
			call:    invite(permissions.InviteCreate{Role: api.Set(api.RoleCreate), Teams: []string{"team/1"}}),
			request: "POST " + path,
			body:    `{"role": "create", "teams": ["team/1"]}`,
			status:  404,
			fails:   api.ErrNotFound,
		},

		{
			op:   name + ".List",
			call: list(page),
			walk: func(a args) (all, pages any) {
				return service(a).All(a.ctx, a.id[0], page, a.opts...), service(a).Pages(a.ctx, a.id[0], page, a.opts...)
			},
			request: "GET " + path + "/users?limit=50&page=c%2F2%2Bd%3D",
			status:  200,
			answer:  permissionsAnswer,
		},
		{
			op:      name + ".List",
			name:    "unset, empty",
			call:    list(permissions.ListOptions{}),
			request: "GET " + path + "/users",
			status:  200,
			answer:  `{"items": []}`,
		},
		{
			op:      name + ".List",
			name:    "absent",
			call:    list(permissions.ListOptions{}),
			request: "GET " + path + "/users",
			status:  404,
			fails:   api.ErrNotFound,
		},

		{
			op:      name + ".Delete",
			call:    remove,
			request: "DELETE " + path + "/users/user%2F1",
			status:  205,
			outcome: api.Deleted,
		},
		{
			op:      name + ".Delete",
			name:    "absent",
			call:    remove,
			request: "DELETE " + path + "/users/user%2F1",
			status:  204,
			outcome: api.AlreadyAbsent,
		},

		{
			op:      name + ".Update",
			call:    update(permissions.RoleUpdate{Role: api.Set(api.RoleComment)}),
			request: "PATCH " + path + "/users/user%2F1",
			body:    `{"role": "comment"}`,
			status:  204,
		},
		{
			op:      name + ".Update",
			name:    "to a guest",
			call:    update(permissions.RoleUpdate{Role: api.Null[api.Role]()}),
			request: "PATCH " + path + "/users/user%2F1",
			body:    `{"role": null}`,
			status:  204,
		},
		{
			op:      name + ".Update",
			name:    "unset",
			call:    update(permissions.RoleUpdate{}),
			request: "PATCH " + path + "/users/user%2F1",
			body:    `{}`,
			status:  204,
		},
		{
			op:      name + ".Update",
			name:    "absent",
			call:    update(permissions.RoleUpdate{Role: api.Set(api.RoleRead)}),
			request: "PATCH " + path + "/users/user%2F1",
			body:    `{"role": "read"}`,
			status:  404,
			fails:   api.ErrNotFound,
		},

		{
			op:   name + ".ListAggregate",
			call: aggregate(aggregatePage),
			walk: func(a args) (all, pages any) {
				return service(a).AllAggregate(a.ctx, a.id[0], aggregatePage, a.opts...), service(a).PagesAggregate(a.ctx, a.id[0], aggregatePage, a.opts...)
			},
			request: "GET " + path + "/aggregate?limit=50&page=c%2F2%2Bd%3D&role=review",
			status:  200,
			answer:  permissionsAnswer,
		},
		{
			op:      name + ".ListAggregate",
			name:    "unset, empty",
			call:    aggregate(permissions.AggregateOptions{}),
			request: "GET " + path + "/aggregate",
			status:  200,
			answer:  `{"items": []}`,
		},
	}
}
