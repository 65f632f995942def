package publishing_test

import (
	"context"
	"encoding/json"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func Example_partialUpdate() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	site, err := client.Sites.Update(ctx, ids.Organization, ids.Sites[0], sites.Update{
		Title: new("Acme Manual"),              // changed
		Proxy: publishing.Set("acme.com/docs"), // set; publishing.Null would clear it
		// the other fields are not changed
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(site.Title, site.Visibility)
	// Output: Acme Manual public
}

func ExampleNull() {
	for _, update := range []sites.Update{
		{},
		{Proxy: publishing.Null[string]()},
		{Proxy: publishing.Set("acme.com/docs")},
	} {
		body, err := json.Marshal(update)
		fmt.Println(string(body), err)
	}
	// Output:
	// {} <nil>
	// {"proxy":null} <nil>
	// {"proxy":"acme.com/docs"} <nil>
}
