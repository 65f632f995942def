package urls_test

import (
	"context"
	"fmt"
	"path"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// A client without a token finds out which site the address of a page belongs to, and reads the
// site with the token in the result.
func ExampleService_ResolvePublished() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	guides := server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"})
	server.Sites.Add(org.ID, sites.Site{Title: "Acme Docs", Hostname: new("docs.acme.example"), Published: true}, guides.ID)

	reader, err := publishing.NewClient(server.URL(), publishing.WithoutAuth())
	if err != nil {
		fmt.Println(err)
		return
	}
	resolved, err := reader.URLs.ResolvePublished(ctx, urls.PublishedLookup{
		URL: api.NewSecret("https://docs.acme.example/guides/first-steps"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	content := resolved.Content
	fmt.Println("page:", path.Join(content.Pathname, resolved.Path))

	client, err := publishing.NewClient(server.URL(), publishing.WithToken(content.APIToken.Reveal()))
	if err != nil {
		fmt.Println(err)
		return
	}
	site, err := client.Sites.Get(ctx, content.Organization, content.Site, sites.GetOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("site:", site.Title)

	// Output:
	// page: guides/first-steps
	// site: Acme Docs
}

func ExampleService_Content() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	guides := server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"})

	content, err := server.Client().URLs.Content(ctx, urls.ContentOptions{URL: guides.URLs.App})
	if err != nil {
		fmt.Println(err)
		return
	}
	switch {
	case content.Collection != nil:
		fmt.Println("collection:", content.Collection.Title)
	case content.Page != nil:
		fmt.Println("page:", content.Page.Title)
	case content.Space != nil:
		fmt.Println("space:", content.Space.Title)
	}

	// Output:
	// space: Guides
}
