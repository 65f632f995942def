package publishing_test

import (
	"context"
	"errors"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func ExampleClient_Do() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	var site struct {
		Title string `json:"title"`
	}
	err := client.Do(ctx, publishing.Request{
		Method:    "PATCH",
		Path:      "/v1/orgs/{organizationId}/sites/{siteId}",
		Params:    map[string]string{"organizationId": ids.Organization, "siteId": ids.Sites[0]},
		Body:      map[string]any{"title": "Acme Manual"},
		Operation: "Sites.Rename", // name in errors, logs and metrics
	}, &site)
	fmt.Println(site.Title, err)
	// Output: Acme Manual <nil>
}

func ExampleAll() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	type site struct {
		Title string `json:"title"`
	}
	request := publishing.Request{Path: "/v1/orgs/{organizationId}/sites", Params: map[string]string{"organizationId": ids.Organization}}
	for site, err := range publishing.All[site](ctx, client, request) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(site.Title)
	}
	// Output:
	// Acme Docs
	// Acme Handbook
	// Acme Status
	// Acme Partners
	// Acme Labs
}

func Example_unknownFields() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Sites.Get", 1, publishingtest.Status(200).Body("application/json",
		`{"object": "site", "id": "site_1", "title": "Acme", "type": "basic", "visibility": "by-invitation", "theme": {"dark": true}}`))
	client, ctx := server.Client(), context.Background()

	var body []byte
	site, err := client.Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}, publishing.WithRawBody(&body))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(site.Visibility) // an unknown value is kept

	var more struct {
		Theme struct{ Dark bool } `json:"theme"`
	}
	fmt.Println(api.Raw(body).Decode(&more), more.Theme.Dark)
	// Output:
	// by-invitation
	// <nil> true
}

func Example_missingField() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Faults.Add("Permissions.Spaces.Users.List", 2, publishingtest.Status(200).Body("application/json", `{"items": [{"user": {
		"object": "user", "id": "user_1", "displayName": "Ada", "urls": {"location": "https://api.example.com/v1/users/user_1"}}}]}`))
	client, ctx := server.Client(), context.Background()

	var meta publishing.Meta
	page, err := client.Permissions.Spaces.Users.List(ctx, ids.Spaces[0], permissions.UserListOptions{}, publishing.WithMeta(&meta))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("guest:", page.Items[0].Permission == nil) // or so it seems
	if meta.Mismatch != nil {
		fmt.Println(meta.Mismatch.Pointer, "is", meta.Mismatch.Got)
	}

	_, err = client.Permissions.Spaces.Users.List(ctx, ids.Spaces[0], permissions.UserListOptions{}, publishing.WithStrictDecoding())
	if failed, ok := errors.AsType[*publishing.DecodeError](err); ok {
		fmt.Println("incomplete:", failed.Pointer)
	}
	// Output:
	// guest: true
	// /items/0/permission is nothing
	// incomplete: /items/0/permission
}

func ExampleWithStrictDecoding() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	changed := publishingtest.Status(200).Body("application/json", `{"object": "site", "id": "site_1", "title": 7, "type": "basic"}`)
	server.Faults.Add("Sites.Get", 2, changed)
	ctx := context.Background()

	var meta publishing.Meta
	site, err := server.Client().Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{}, publishing.WithMeta(&meta))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(site.ID)
	if meta.Mismatch != nil { // a value does not fit its field, or is missing
		fmt.Println("mismatch:", meta.Mismatch.Pointer)
	}

	_, err = server.Client(publishing.WithStrictDecoding()).Sites.Get(ctx, ids.Organization, ids.Sites[0], sites.GetOptions{})
	fmt.Println(err != nil)
	// Output:
	// site_1
	// mismatch: /title
	// true
}
