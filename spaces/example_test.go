package spaces_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleService_Create() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	space, err := client.Spaces.Create(context.Background(), ids.Organization, spaces.Create{
		Title:    new("Release notes"),
		Parent:   &ids.Collection,
		Language: api.LanguageEnglish,
	})
	if err != nil {
		fmt.Println(err) // publishing.MayHaveApplied(err) reports whether the space may have been created nonetheless
		return
	}
	fmt.Println(space.Title, *space.Parent == ids.Collection)
	// Output: Release notes true
}

func ExampleService_Update() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	space, err := client.Spaces.Update(context.Background(), ids.Spaces[0], spaces.Update{
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

func ExamplePageService_Tree() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	tree, err := client.Spaces.Pages.Tree(context.Background(), ids.Spaces[0], spaces.PageTreeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, page := range tree.Pages {
		fmt.Println(page.Title, len(page.Pages))
	}
	// Output:
	// Getting started 0
	// Publishing 2
}

func ExampleWalkPages() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	tree, err := client.Spaces.Pages.Tree(context.Background(), ids.Spaces[0], spaces.PageTreeOptions{})
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

func ExampleDiffPages() {
	var seconds atomic.Int64 // each time is later than the one before
	server, ids := publishingtest.StartDemo(publishingtest.WithClock(func() time.Time { return time.Unix(seconds.Add(1), 0) }))
	defer server.Close()
	space := ids.Spaces[0]
	last := server.Spaces.Revisions.All(space)[0].ID
	server.Spaces.Pages.Add(space, "", "page_2", publishingtest.Page{Title: "Redirects"})
	server.Spaces.Pages.Edit(space, "", "page_2", func(page *publishingtest.Page) { page.Slug = "publish" })
	server.Spaces.Pages.Remove(space, "", "page_1")
	client, ctx := server.Client(), context.Background()

	before, err := client.Spaces.Revisions.Pages.Tree(ctx, space, last, spaces.PageTreeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := client.Spaces.Pages.Tree(ctx, space, spaces.PageTreeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, diff := range spaces.DiffPages(before.Pages, after.Pages) {
		fmt.Println(diff)
	}
	// Output:
	// renamed, edited: publishing -> publish
	// path changed: publishing/share-links -> publish/share-links
	// path changed: publishing/custom-domains -> publish/custom-domains
	// added: publish/redirects
	// removed: getting-started
}

func ExamplePageService_GetByPath() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	page, err := client.Spaces.Pages.GetByPath(ctx, ids.Spaces[0], "publishing/share-links", spaces.PageGetByPathOptions{
		Format: richtext.FormatMarkdown,
	})
	if errors.Is(err, publishing.ErrNotFound) {
		fmt.Println("no page has this path")
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	if page.Markdown != nil { // nil for a group or a link
		fmt.Println(*page.Markdown)
	}
	// Output:
	// ## Make a share link
	//
	// A share link shows a site to whoever has it. Make one for each group of readers, so that you can switch it off alone.
	//
	// ## Switch a share link off
	//
	// An inactive link leads nowhere. Switch it on again at any time, or delete it for good.
}

func ExamplePageService_Get() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	tree, err := client.Spaces.Pages.Tree(ctx, ids.Spaces[0], spaces.PageTreeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for visit := range spaces.WalkPages(tree.Pages) {
		if visit.Page.Type != spaces.PageTypeDocument {
			continue // groups and links have no text
		}
		page, err := client.Spaces.Pages.Get(ctx, ids.Spaces[0], visit.Page.ID, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
		if err != nil {
			fmt.Println(err)
			return
		}
		if page.Path != nil && page.Markdown != nil {
			fmt.Println(*page.Path, len(*page.Markdown), "bytes")
		}
	}
	// Output:
	// getting-started 272 bytes
	// publishing 327 bytes
	// publishing/share-links 255 bytes
	// publishing/custom-domains 107 bytes
}

func ExamplePageService_GetByPath_plainText() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	page, err := client.Spaces.Pages.GetByPath(ctx, ids.Spaces[0], "publishing/share-links", spaces.PageGetByPathOptions{
		Format: richtext.FormatDocument,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.Document.PlainText()) // "" if the page has no text
	// Output:
	// Make a share link
	// A share link shows a site to whoever has it. Make one for each group of readers, so that you can switch it off alone.
	// Switch a share link off
	// An inactive link leads nowhere. Switch it on again at any time, or delete it for good.
}

func ExampleFileService_Download() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	for file, err := range client.Spaces.Files.All(ctx, ids.Spaces[0], spaces.FileListOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var content bytes.Buffer // or an *os.File
		options := spaces.FileOpenOptions{Known: &file}
		if _, err := client.Spaces.Files.Download(ctx, ids.Spaces[0], file.ID, &content, options); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(file.Name, content.Len(), file.Size == int64(content.Len()))
	}
	// Output:
	// publish-button.png 2048 true
}

func ExampleNodeLink() {
	var document richtext.Document
	err := json.Unmarshal([]byte(`{"object": "document", "data": {}, "nodes": [{"object": "block", "type": "paragraph", "nodes": [
		{"object": "text", "leaves": [{"object": "leaf", "text": "Read ", "marks": []}]},
		{"object": "inline", "type": "link", "data": {"ref": {"kind": "url", "url": "https://example.com/help"}}, "nodes": [
			{"object": "text", "leaves": [{"object": "leaf", "text": "the help", "marks": []}]}]},
		{"object": "text", "leaves": [{"object": "leaf", "text": " and ", "marks": []}]},
		{"object": "inline", "type": "mention", "isVoid": true, "data": {"ref": {"kind": "page", "page": "page_2"}}}]}]}`), &document)
	if err != nil {
		fmt.Println(err)
		return
	}

	for visit := range richtext.Walk(document.Nodes) {
		link, ok := richtext.As[spaces.NodeLink](visit.Node)
		switch {
		case !ok:
		case link.Ref.URL != nil:
			fmt.Printf("%q leads to %s\n", visit.Node.PlainText(), *link.Ref.URL)
		case link.Ref.Page != nil:
			fmt.Println("a link to the page", *link.Ref.Page)
		}
	}
	// Output:
	// "the help" leads to https://example.com/help
	// a link to the page page_2
}

func ExampleCite() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()
	ctx := context.Background()

	results, err := client.Spaces.Search.List(ctx, ids.Spaces[0], spaces.SearchListOptions{Query: "delete share link"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, result := range results.Items {
		citation, err := spaces.Cite(ctx, client.Spaces, result.Source(ids.Spaces[0]))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, section := range citation.Sections {
			fmt.Printf("%s, %q: %s\n", citation.Page.Title, section.Title(), section.PlainText())
		}
		fmt.Println("not found:", citation.Missing)
	}
	// Output:
	// Share links, "Switch a share link off": An inactive link leads nowhere. Switch it on again at any time, or delete it for good.
	// not found: []
}

func ExamplePageService_Get_document() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	page, err := client.Spaces.Pages.GetByPath(ctx, ids.Spaces[0], "publishing", spaces.PageGetByPathOptions{Format: richtext.FormatDocument})
	if err != nil {
		fmt.Println(err)
		return
	}
	if page.Document == nil {
		fmt.Println("no text")
		return
	}
	for visit := range richtext.Walk(page.Document.Nodes) {
		if visit.Node.Type == richtext.BlockHeading2 {
			fmt.Println(visit.Node.PlainText())
		}
	}
	// Output:
	// Publish a site
	// Take a site down
}

func ExampleSearchService_All() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client := server.Client()

	for page, err := range client.Spaces.Search.All(context.Background(), ids.Spaces[0], spaces.SearchListOptions{Query: "share link"}) {
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
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	client, ctx := server.Client(), context.Background()

	collection, err := client.Collections.Create(ctx, ids.Organization, spaces.CollectionCreate{Title: new("Product")})
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := client.Spaces.Move(ctx, ids.Spaces[0], spaces.Move{Parent: publishing.Set(collection.ID)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Title, "is in", collection.Title)
	// Output: Guides is in Product
}

func ExampleGitService_Import() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	server.Spaces.Git.Repositories.Set(publishingtest.GitRepository{
		URL: "https://git.example.com/acme/docs.git", OID: "c0ffee", Pages: []publishingtest.Page{{Title: "Install"}, {Title: "Use"}},
	})
	client, ctx := server.Client(), context.Background()

	before, err := client.Spaces.Get(ctx, ids.Spaces[0], spaces.GetOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = client.Spaces.Git.Import(ctx, before.ID, spaces.GitImport{
		Repository: spaces.GitRepository{
			URL:   "https://git.example.com/acme/docs.git",
			User:  "x-access-token",
			Token: api.NewSecret("token"), // usually from the environment
		},
		Ref: "refs/heads/main",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	server.Spaces.Git.Complete(before.ID) // the service does this on its own
	revision, err := client.Spaces.Git.WaitImported(ctx, before.ID, *before, api.Wait{Limit: time.Hour})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(revision.Git.OID, len(revision.Pages))
	// Output: c0ffee 2
}
