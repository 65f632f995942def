package spaces

import (
	"context"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// A Citation contains the page and the sections to which a source of an answer or a search result
// refers.
//
// Experimental: may change in any minor release; see [api].
type Citation struct {
	// Page is the page. Its Document is nil if the page has no text.
	Page Page
	// Revision is the ID of the revision that contains Page. It is empty if the source contains no
	// revision, or if the revision can no longer be read. Page then belongs to the current content,
	// and may differ from the page that the answer is based on.
	Revision string
	// URL is the URL of the page in the app, or "" if the service returns none. Readers use another
	// URL, which depends on the site: see sites.PageURL.
	URL string
	// Sections contains the sections that were found, in the order of the source.
	Sections []CitedSection
	// Missing contains the IDs of the sections that were not found, because the page has no text,
	// does not contain the ID, or contains it in several sections.
	Missing []string
}

// A CitedSection is a section of a [Citation].
//
// Experimental: may change in any minor release; see [api].
type CitedSection struct {
	richtext.Section
	// ID is the ID of the section in the source.
	ID string
	// Node is the node that ID identifies: the heading of the section, or a node below it.
	Node *richtext.Node
	// URL is the URL of the page in the app, with the anchor of Node if one was set.
	URL string
}

// Cite returns the page and the sections that a source of an answer refers to. service is the
// Spaces field of a client. For a search result, pass [SearchResult.Source].
//
// Cite requests the page from the revision of the source with [richtext.FormatDocument]. If the
// error of that request matches [api.ErrNotFound], Cite requests the page from the current content.
// If the second request fails too, Cite returns its error, which matches [api.ErrNotFound] if the
// page does not exist, and [api.ErrForbidden] if the token may not read it. If the source is not a
// page, such as a record, the error is an [*api.ValidationError].
//
// Cite looks for the node whose key or anchor is the ID of the section. The API reference does not
// state that section IDs are keys or anchors, so expect [Citation.Missing] to contain some IDs.
//
// Experimental: may change in any minor release; see [api].
func Cite(
	ctx context.Context, service Service, source ask.Source, opts ...api.CallOption,
) (*Citation, error) {
	if source.Type != ask.SourceTypePage {
		return nil, transport.Reject("spaces.Cite", &api.ValidationError{
			Field: "type", Rule: string(ask.SourceTypePage), Value: string(source.Type),
		}, opts)
	}
	options := PageGetOptions{Format: richtext.FormatDocument, Metadata: new(false)}
	get := func(revision string) (*Page, error) {
		if revision == "" {
			return service.Pages.Get(ctx, source.Space, source.Page, options, opts...)
		}
		return service.Revisions.Pages.Get(
			ctx, source.Space, revision, source.Page, options, opts...,
		)
	}
	citation := &Citation{Revision: source.Revision}
	page, err := get(citation.Revision)
	if citation.Revision != "" && errors.Is(err, api.ErrNotFound) {
		citation.Revision = ""
		page, err = get(citation.Revision)
	}
	if err != nil {
		return nil, err
	}
	if page.ID != source.Page {
		return nil, fmt.Errorf("spaces.Cite: page %q was requested, but the response contains %q",
			source.Page, page.ID)
	}
	citation.Page = *page
	if page.URLs != nil {
		citation.URL = page.URLs.App
	}
	citation.find(source.Sections)
	return citation, nil
}

// find sets the sections with the given IDs.
func (c *Citation) find(ids []string) {
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = id != ""
	}
	found := map[string]*CitedSection{}
	for _, section := range richtext.Sections(c.Page.Document) {
		for visit := range richtext.Walk(section.Nodes) {
			heading, _ := richtext.As[richtext.Heading](visit.Node)
			names := []string{heading.ID}
			if visit.Node.Key != nil {
				names = append(names, *visit.Node.Key)
			}
			for _, name := range names {
				if !wanted[name] {
					continue
				}
				cited := &CitedSection{Section: section, ID: name, Node: visit.Node, URL: c.URL}
				if c.URL != "" && heading.ID != "" {
					cited.URL += "#" + heading.ID
				}
				switch other, ok := found[name]; {
				case !ok:
					found[name] = cited
				case other != nil && &other.Nodes[0] != &section.Nodes[0]:
					found[name] = nil // the name is ambiguous
				}
			}
		}
	}
	for _, id := range ids {
		if cited := found[id]; cited != nil {
			c.Sections = append(c.Sections, *cited)
		} else {
			c.Missing = append(c.Missing, id)
		}
	}
}

// Source returns the result as a source for [Cite]. spaceID is the ID of the space, which the
// result does not contain. Pass the ID of the space that was searched or, if the search covered
// several spaces, the ID of the [SearchedSpace] that contains the result.
//
// Experimental: may change in any minor release; see [api].
func (r SearchResult) Source(spaceID string) ask.Source {
	source := ask.Source{
		Type: ask.SourceTypePage, Space: spaceID, Page: r.ID, Sections: []string{},
	}
	for _, section := range r.Sections {
		source.Sections = append(source.Sections, section.ID)
	}
	return source
}
