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

// A source is a page or a record that an answer is based on.
type source struct {
	Title  string `json:"title"`
	URL    string `json:"url,omitzero"` // empty if the page cannot be read
	Reason string `json:"reason,omitzero"`
}

// cite returns the sources of an answer: the records, and the pages with the URL of the first cited
// section. A page that cannot be read has only its ID, because the answer is complete without the
// title.
func (p *proxy) cite(ctx context.Context, sources []ask.Source) []source {
	ctx, cancel := context.WithTimeout(ctx, citeTimeout)
	defer cancel()
	cited := []source{}
	listed := map[string]bool{}
	for _, from := range sources {
		id := from.Space + "/" + from.Page
		if from.Type == ask.SourceTypeRecord {
			id = "record " + from.Record
		}
		if listed[id] || from.Type != ask.SourceTypePage && from.Type != ask.SourceTypeRecord {
			continue
		}
		listed[id] = true
		shown := source{Title: "Page " + from.Page, Reason: publishing.Value(from.Reason)}
		if from.Type == ask.SourceTypeRecord {
			shown.Title, shown.URL = from.Title, from.URL
			cited = append(cited, shown)
			continue
		}
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
