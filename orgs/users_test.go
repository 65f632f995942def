package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

func updateUser(update orgs.UserUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Users.Update(a.Ctx, a.ID[0], update, a.Opts...) }
}

func me(a contract.Args) (any, error)      { return a.Users.Me(a.Ctx, a.Opts...) }
func getUser(a contract.Args) (any, error) { return a.Users.Get(a.Ctx, a.ID[0], a.Opts...) }

var userRows = []contract.Row{
	{
		Op:       "Users.Me",
		Call:     me,
		Request:  "GET /v1/user",
		Status:   200,
		Response: "api/user.json",
	},
	{
		Op:      "Users.Me",
		Name:    "of a token without a user",
		Call:    me,
		Request: "GET /v1/user",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op:       "Users.Get",
		Call:     getUser,
		Request:  "GET /v1/users/user%2F1",
		Status:   200,
		Response: "api/user.json",
	},
	{
		Op:       "Users.Get",
		Name:     "without an email address",
		Call:     getUser,
		Request:  "GET /v1/users/user%2F1",
		Status:   200,
		Response: `{"object": "user", "id": "user_2", "displayName": "Grace", "urls": {"location": "https://api.example.com/v1/users/user_2"}}`,
	},

	{
		Op:       "Users.Update",
		Call:     updateUser(orgs.UserUpdate{DisplayName: new("Ada"), PhotoURL: new("https://cdn.example.com/ada.png")}),
		Request:  "PATCH /v1/users/user%2F1",
		Body:     `{"displayName": "Ada", "photoURL": "https://cdn.example.com/ada.png"}`,
		Status:   200,
		Response: "api/user.json",
	},
	{
		Op:       "Users.Update",
		Name:     "photo alone",
		Call:     updateUser(orgs.UserUpdate{PhotoURL: new("https://cdn.example.com/ada.png")}),
		Request:  "PATCH /v1/users/user%2F1",
		Body:     `{"photoURL": "https://cdn.example.com/ada.png"}`,
		Status:   200,
		Response: "api/user.json",
	},
}
