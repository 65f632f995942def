package permissions_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "Permissions.Spaces.Invite", Field: "role", Check: "required"},
	{Op: "Permissions.Spaces.Invite", Field: "teams", Check: "any=teams|users", Body: `{"role": null, "users": []}`},
	{Op: "Permissions.Collections.Invite", Field: "role", Check: "required"},
	{Op: "Permissions.Collections.Invite", Field: "teams", Check: "any=teams|users", Body: `{"role": null, "teams": []}`},
	{Op: "Permissions.Sites.Invite", Field: "role", Check: "required"},
	{Op: "Permissions.Sites.Invite", Field: "teams", Check: "any=teams|users", Body: `{"role": null, "users": []}`},
	{Op: "Permissions.Sites.Users.Update", Field: "role", Check: "required"},
	{Op: "Permissions.Sites.Teams.Update", Field: "role", Check: "required"},
}
