package spaces_test

import (
	"context"
	"fmt"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/demo"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleService_Update() {
	client, ids, stop := demo.Service()
	defer stop()

	space, err := client.Spaces.Update(context.Background(), ids.Spaces[0], spaces.SpaceUpdate{
		Title: new("User guide"),
		Emoji: publishing.Set("1f4d8"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Title, *space.Emoji)
	// Output: User guide 1f4d8
}

func ExampleWalkPages() {
	client, ids, stop := demo.Service()
	defer stop()

	tree, err := client.Spaces.Content.PageTree(context.Background(), ids.Spaces[0], spaces.ContentOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for visit := range spaces.WalkPages(tree.Pages) {
		fmt.Println(strings.Repeat("  ", visit.Depth) + visit.Page.Title)
	}
	// Output:
	// Getting started
	// Publishing
	//   Share links
	//   Custom domains
}

func ExampleSearchService_All() {
	client, ids, stop := demo.Service()
	defer stop()

	for page, err := range client.Spaces.Search.All(context.Background(), ids.Spaces[0], spaces.SearchOptions{Query: "share link"}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(page.Title)
		for _, section := range page.Sections {
			fmt.Println("-", section.Title)
		}
	}
	// Output:
	// Publishing
	// - Publish a site
	// Share links
	// - Make a share link
	// - Switch a share link off
}

func ExampleCollectionService_Create() {
	client, ids, stop := demo.Service()
	defer stop()
	ctx := context.Background()

	collection, err := client.Collections.Create(ctx, ids.Organization, spaces.CollectionCreate{Title: new("Product")})
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := client.Spaces.Move(ctx, ids.Spaces[0], spaces.SpaceMove{Parent: publishing.Set(collection.ID)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Title, "is in", collection.Title)
	// Output: Guides is in Product
}
