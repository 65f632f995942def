package publishingtest

import (
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleImportBelow = newUndecidedRule("content.import-into-page.below", "an import into a page adds the imported pages as its last subpages; without the rule, as the last pages of the content")
	rulePageDefault = newUndecidedRule("content.page.format.default", "the text of a page is Markdown if the request has no format; without the rule, it is a document")
)

// The operations on pages of the main content.
var _ = declare(operations{
	"Spaces.Pages.Get":       {onBranch(getContentPage), pageLimits},
	"Spaces.Pages.GetByPath": {onBranch(getContentPageByPath), pageLimits},
	"Spaces.Pages.Import":    {onPage(importIntoPage), importLimits},
	"Spaces.Pages.MetaLinks": {handle: onPage(getMetaLinks)},
})

// page returns the page of a branch that the path identifies.
func (c *call) page(b branch, how reading) (*contentPage, error) {
	if p := pageWith(b.head().pages, c.param("pageId"), how.computed); p != nil {
		return p, nil
	}
	return nil, notFound("pageId", c.param("pageId"))
}

// pageByPath returns the document or the group with the path in the request.
func (c *call) pageByPath(b branch, how reading) (*contentPage, error) {
	for p := range readingOrderOf(b.head().pages, how.computed) {
		if p.hasPath() && p.path == c.param("pagePath") {
			return p, nil
		}
	}
	return nil, notFound("pagePath", c.param("pagePath"))
}

func onPage(handle func(c *call, b branch, p *contentPage) (response, error)) handler {
	return inBranch(func(c *call, b branch) (*contentPage, error) { return c.page(b, inFull) },
		handle)
}

func getContentPage(c *call, b branch) (response, error) {
	return c.respondContentPage(b, (*call).page)
}

func getContentPageByPath(c *call, b branch) (response, error) {
	return c.respondContentPage(b, (*call).pageByPath)
}

// sourceOf returns the nearest computed page from which a page is computed, or nil if the page is
// not computed.
func sourceOf(pages []*contentPage, p *contentPage) *contentPage {
	var nearest *contentPage
	for source := range allPages(pages) { // outer pages come before inner ones
		if source.computed() && slices.Contains(slices.Collect(allPages(source.below)), p) {
			nearest = source
		}
	}
	return nearest
}

// importIntoPage adds the pages of an import below a page, after its other subpages.
func importIntoPage(c *call, b branch, p *contentPage) (response, error) {
	pages, err := c.toImport()
	if err != nil {
		return response{}, err
	}
	next := b.head().revisionContent
	created := c.newPages(p.path, pages, slugs(p.below), c.freshID)
	if c.enabled(ruleImportBelow) {
		next.pages, _ = edited(next.pages, p.seed.ID, func(*contentPage) []*contentPage {
			return []*contentPage{p.with(slices.Concat(p.below, created))}
		})
	} else {
		next.pages = slices.Concat(next.pages, created)
	}
	c.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return c.respondImported(b, created)
}

// respondContentPage responds with a page and its text.
func (c *call) respondContentPage(
	b branch, find func(c *call, b branch, how reading) (*contentPage, error),
) (response, error) {
	how := c.reading()
	p, err := find(c, b, how)
	if err != nil {
		return response{}, err
	}
	shown := c.showPage(b.space, sourceOf(b.head().pages, p), p, how)
	if p.seed.Type == spaces.PageTypeDocument {
		text := richtext.Markdown(p.markdown())
		if p.written && c.enabled(ruleContentNormal) {
			text = richtext.Markdown(strings.TrimSpace("# " + p.seed.Title + "\n\n" + p.markdown()))
		}
		byDefault := byRule(c.state, rulePageDefault,
			richtext.FormatMarkdown, richtext.FormatDocument)
		if orElse(richtext.Format(c.query.Get("format")), byDefault) == richtext.FormatDocument {
			text = richtext.Content{Document: p.document()}
		}
		shown.Markdown, shown.Document = text.Markdown, text.Document
	}
	return respondOK(shown)
}

// getMetaLinks responds with the links in the head of a page.
func getMetaLinks(_ *call, _ branch, p *contentPage) (response, error) {
	if p.seed.MetaLinks == nil {
		return respondOK(spaces.PageMetaLinks{})
	}
	return respondOK(p.seed.MetaLinks)
}
