package publishingtest

import (
	"slices"

	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	rulePage        = behaviour("page.absent-404", "a path with a page that the content does not have is answered with 404")
	rulePagePath    = behaviour("content.page-by-path.absent-404", "a page is found by its path in the space, without a slash at either end; any other path is answered with 404")
	ruleImportBelow = behaviour("content.import-into-page.below", "an import into a page makes the imported pages the last ones below it")
	rulePageFormat  = behaviour("content.page.format", "the text of a page is a tree of nodes with format=document and Markdown with format=markdown, as which it is kept, or without a format")
)

// contentPageOperations are the operations on pages of the main content.
var contentPageOperations = operations{
	"Spaces.Content.Page":           {onBranch(getContentPage), pageLimits},
	"Spaces.Content.PageByPath":     {onBranch(getContentPageByPath), pageLimits},
	"Spaces.Content.ImportIntoPage": {onBranch(importIntoPage), importLimits},
}

// page is the page of a branch that the path names.
func (r *request) page(b branch, how reading) (*contentPage, error) {
	if p := pageWith(b.head().pages, r.id("pageId"), how.computed); p != nil {
		return p, nil
	}
	if r.holds(rulePage) {
		return nil, notFound("pageId", r.id("pageId"))
	}
	return &contentPage{}, nil
}

// pageByPath is the document or the group of a branch whose path in the space is what the path of the request names.
func (r *request) pageByPath(b branch, how reading) (*contentPage, error) {
	for p := range readingOrderOf(b.head().pages, how.computed) {
		if p.hasPath() && p.path == r.id("pagePath") {
			return p, nil
		}
	}
	if r.holds(rulePagePath) {
		return nil, notFound("pagePath", r.id("pagePath"))
	}
	return &contentPage{}, nil
}

func getContentPage(r *request, b branch) (answer, error) { return r.readPage(b, (*request).page) }

func getContentPageByPath(r *request, b branch) (answer, error) {
	return r.readPage(b, (*request).pageByPath)
}

// sourceOf is the computed page that a page is computed from, the nearest above it; nil for a page
// that is written.
func sourceOf(pages []*contentPage, p *contentPage) *contentPage {
	var nearest *contentPage
	for source := range allPages(pages) { // outer pages come before inner ones
		if source.computed() && slices.Contains(slices.Collect(allPages(source.below)), p) {
			nearest = source
		}
	}
	return nearest
}

// importIntoPage makes the pages of an import the last below a page.
func importIntoPage(r *request, b branch) (answer, error) {
	p, err := r.page(b, inFull)
	if err != nil {
		return answer{}, err
	}
	pages, err := r.toImport()
	if err != nil {
		return answer{}, err
	}
	next := b.head().material
	above := *p
	made := r.newPages(p.path, pages, slugs(p.below), r.madeUp)
	above.below = slices.Concat(p.below, made)
	if r.holds(ruleImportBelow) {
		next.pages, _ = edited(next.pages, p.seed.ID, func(*contentPage) []*contentPage { return []*contentPage{&above} })
	} else {
		next.pages = slices.Concat(next.pages, made)
	}
	r.commit(b, revision{kind: spaces.RevisionTypeEdits, material: next})
	return r.imported(b, made)
}

// readPage answers with a page and its text.
func (r *request) readPage(b branch, find func(r *request, b branch, how reading) (*contentPage, error)) (answer, error) {
	how := r.reading()
	p, err := find(r, b, how)
	if err != nil {
		return answer{}, err
	}
	shown := r.showPage(b.space, sourceOf(b.head().pages, p), p, how)
	if p.seed.Type == spaces.PageTypeDocument {
		text := r.written(richtext.Markdown(p.markdown()), rulePageFormat)
		shown.Markdown, shown.Document = text.Markdown, text.Document
	}
	return ok(shown)
}
