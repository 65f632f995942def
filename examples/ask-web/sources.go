package main

import (
	"context"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/spaces"
)

// citeTimeout is the maximum time for getting the titles of all sources.
const citeTimeout = 10 * time.Second

// A source is a page that an answer is based on.
type source struct {
	Title  string `json:"title"`
	URL    string `json:"url,omitzero"` // empty if the page cannot be read
	Reason string `json:"reason,omitzero"`
}

// cite returns the sources of an answer that are pages. A page that cannot be read has only its ID,
// because the answer is complete without the title.
func (p *proxy) cite(ctx context.Context, sources []ask.Source) []source {
	ctx, cancel := context.WithTimeout(ctx, citeTimeout)
	defer cancel()
	cited := []source{}
	listed := map[string]bool{}
	trees := map[string]map[string]*spaces.Page{} // pages by space ID and page ID
	for _, from := range sources {
		if from.Type != ask.SourceTypePage || listed[from.Space+"/"+from.Page] {
			continue
		}
		listed[from.Space+"/"+from.Page] = true
		if trees[from.Space] == nil {
			trees[from.Space] = p.pages(ctx, from.Space)
		}
		shown := source{Title: "Page " + from.Page, Reason: publishing.Value(from.Reason)}
		if page := trees[from.Space][from.Page]; page != nil {
			shown.Title = page.Title
			if page.URLs != nil {
				shown.URL = page.URLs.App
			}
		}
		cited = append(cited, shown)
	}
	return cited
}

// pages returns the pages of a space by ID, none if the space cannot be read.
func (p *proxy) pages(ctx context.Context, spaceID string) map[string]*spaces.Page {
	found := map[string]*spaces.Page{}
	tree, err := p.client.Spaces.Pages.Tree(ctx, spaceID, spaces.PageTreeOptions{Metadata: new(false)})
	if err != nil {
		p.report(ctx, err)
		return found
	}
	for visit := range spaces.WalkPages(tree.Pages) {
		found[visit.Page.ID] = visit.Page
	}
	return found
}
