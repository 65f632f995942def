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

// cite returns the sources of an answer that are pages, with the URL of the first cited section. A
// page that cannot be read has only its ID, because the answer is complete without the title.
func (p *proxy) cite(ctx context.Context, sources []ask.Source) []source {
	ctx, cancel := context.WithTimeout(ctx, citeTimeout)
	defer cancel()
	cited := []source{}
	listed := map[string]bool{}
	for _, from := range sources {
		if from.Type != ask.SourceTypePage || listed[from.Space+"/"+from.Page] {
			continue
		}
		listed[from.Space+"/"+from.Page] = true
		shown := source{Title: "Page " + from.Page, Reason: publishing.Value(from.Reason)}
		citation, err := spaces.Cite(ctx, p.client.Spaces, from)
		switch {
		case err != nil:
			p.report(ctx, err)
		case len(citation.Sections) > 0:
			shown.Title, shown.URL = citation.Page.Title, citation.Sections[0].URL
		default:
			shown.Title, shown.URL = citation.Page.Title, citation.URL
		}
		cited = append(cited, shown)
	}
	return cited
}
