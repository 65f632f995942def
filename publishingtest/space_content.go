package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleImportSeeded = newUndecidedRule("content.import.seeded", "an import uses the content that was seeded for its URL; any other URL returns 400; without the rule, it has no pages")
	ruleTemplate     = newUndecidedRule("spaces.content.applytemplate.id-404", "a template that does not exist returns 404; without the rule, 400")
	ruleTemplateFile = newUndecidedRule("spaces.content.applytemplate.files-exist", "the files that fill in a template are files of the space; without the rule, the links to other files are broken")
)

// The limits of operations that return or import content. They are the same for the main content of
// a space, a revision and a change request.
var (
	readingLimits = limits.Table{limits.QueryOf[spaces.ContentGetOptions]()}
	pageLimits    = limits.Table{limits.QueryOf[spaces.PageGetOptions]("format")}
	importLimits  = limits.Table{
		limits.BodyOf[spaces.ContentImport]("source"), limits.Body("url", limits.URI),
	}
)

// The operations on the main content of spaces.
var _ = declare(operations{
	"Spaces.Content.Get":           {onBranch(getContent), readingLimits},
	"Spaces.Pages.Tree":            {onBranch(getContentPages), readingLimits},
	"Spaces.Content.Import":        {onBranch(importContent), importLimits},
	"Spaces.Content.ApplyTemplate": {onSpace(applyTemplate), append(templateLimits(""), limits.BodyOf[spaces.ContentApplyTemplate]())},
})

// templateLimits returns the limits of the fields of a template, whose names begin with prefix.
func templateLimits(prefix string) limits.Table {
	return limits.Table{
		limits.Body(prefix+"params.contentRefs{}.kind",
			limits.String, limits.Required, limits.OneOf("file")),
	}
}

// template is content with which spaces can be filled.
type template struct{ pages []Page }

func getContent(c *call, b branch) (response, error) {
	return respondOK(c.showRevision(b.space, b.head(), c.reading()))
}

func getContentPages(c *call, b branch) (response, error) {
	return respondOK(spaces.PageTree{Pages: c.showPages(b.space, b.head().pages, c.reading())})
}

// toImport returns the content of the URL in the body of an import.
func (c *call) toImport() ([]Page, error) {
	in := input[spaces.ContentImport](c)
	pages, seeded := c.imports[in.URL]
	if !seeded && c.enabled(ruleImportSeeded) {
		return nil, invalid(
			"url",
			"a URL that was seeded with Spaces.Imports.Add, since the server fetches nothing",
			in.URL, ruleImportSeeded,
		)
	}
	return pages, nil
}

func importContent(c *call, b branch) (response, error) {
	pages, err := c.toImport()
	if err != nil {
		return response{}, err
	}
	return c.respondImported(b, c.appendPages(b, pages))
}

// respondImported responds to an import with the number of pages that it created.
func (c *call) respondImported(b branch, created []*contentPage) (response, error) {
	count := countPages(created)
	result := spaces.ImportResult{Revision: b.head().id, ImportedResources: count, TotalResources: count}
	return respondCreated(result,
		c.location("spaces", b.space.data.ID, "revisions", result.Revision))
}

// appendPages creates pages after the other pages of a branch and returns them.
func (st *state) appendPages(b branch, seeds []Page) []*contentPage {
	next := b.head().revisionContent
	created := st.newPages("", seeds, slugs(next.pages), st.freshID)
	next.pages = slices.Concat(next.pages, created)
	st.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return created
}

func applyTemplate(c *call, sp *space) (response, error) {
	pages, err := c.pagesOf(input[spaces.ContentApplyTemplate](c), sp.main, "")
	if err != nil {
		return response{}, err
	}
	c.appendPages(branch{space: sp}, pages)
	return response{status: http.StatusCreated}, nil
}

// pagesOf returns the pages of a template, in which files of a revision replace the names of files.
// prefix precedes the names of the template's fields in the body.
func (c *call) pagesOf(
	in spaces.ContentApplyTemplate, rev *revision, prefix string,
) ([]Page, error) {
	from, ok := c.templates.Get(in.ID)
	if !ok {
		return nil, byRule(c.state, ruleTemplate, notFound(prefix+"id", in.ID),
			invalid(prefix+"id", "a template", in.ID, ""))
	}
	names := map[string]string{} // replacements for the names of files in the template
	if in.Params != nil {
		for _, name := range slices.Sorted(maps.Keys(in.Params.ContentRefs)) {
			id := in.Params.ContentRefs[name].File
			if rev.file(id) == nil && c.enabled(ruleTemplateFile) {
				return nil, invalid(fmt.Sprintf("%sparams.contentRefs[%s].file", prefix, name),
					"a file of the space", id, ruleTemplateFile)
			}
			names["(files/"+name+")"] = "(" + fileTarget(id) + ")"
		}
	}
	return fillIn(from.pages, names), nil
}

// fillIn returns the pages of a template. It replaces the keys of names with their values.
func fillIn(pages []Page, names map[string]string) []Page {
	filled := slices.Clone(pages)
	for i := range filled {
		filled[i].Sections = slices.Clone(filled[i].Sections)
		for j := range filled[i].Sections {
			for name, target := range names {
				filled[i].Sections[j].Body = strings.ReplaceAll(filled[i].Sections[j].Body,
					name, target)
			}
		}
		filled[i].Pages = fillIn(filled[i].Pages, names)
	}
	return filled
}

// Add sets the content that imports into spaces and change requests find at a URL. The server never
// fetches a URL, so an import of any other URL returns 400. Each import generates new IDs for the
// pages. If Add is called again for a URL, it replaces the content.
func (s SpaceImports) Add(url string, pages ...Page) {
	defer s.mu.hold()()
	s.accept(s.limit("Spaces.Content.Import",
		spaces.ContentImport{URL: url, Source: spaces.ImportSourceWebsite}))
	s.acceptSources(pages)
	s.state.imports[url] = clone(pages)
}

// Get returns the content of a URL that [SpaceImports.Add] has set, or nil if there is none.
func (s SpaceImports) Get(url string) []Page {
	defer s.mu.hold()()
	return clone(s.state.imports[url])
}

// Get returns the pages of a template as they were added.
func (s SpaceTemplates) Get(id string) []Page {
	defer s.mu.hold()()
	return clone(mustFind(s.server, &s.state.templates, "template", id).pages)
}

// Add adds a template for Spaces.Content.ApplyTemplate and returns its ID. If id is empty, one is
// generated. Each use of the template generates new IDs for the pages. In the body of a section, a
// link to files/NAME becomes a link to the file that the parameter NAME contains.
func (s SpaceTemplates) Add(id string, pages ...Page) string {
	defer s.mu.hold()()
	s.acceptSources(pages)
	id = s.seedID("template", id)
	s.state.templates.Add(id, &template{clone(pages)})
	return id
}

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
	return foundAt(c, "pageId", pageWith(b.head().pages, c.param("pageId"), how.computed))
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

// The operations on the content of change requests.
var _ = declare(operations{
	"ChangeRequests.Content.Get":          {onBranch(getContent), readingLimits},
	"ChangeRequests.Content.Import":       {onBranch(importContent), importLimits},
	"ChangeRequests.Pages.Import":         {onPage(importIntoPage), importLimits},
	"ChangeRequests.Pages.Tree":           {onBranch(getContentPages), readingLimits},
	"ChangeRequests.Pages.Get":            {onBranch(getContentPage), pageLimits},
	"ChangeRequests.Pages.GetByPath":      {onBranch(getContentPageByPath), pageLimits},
	"ChangeRequests.Pages.MetaLinks":      {handle: onPage(getMetaLinks)},
	"ChangeRequests.Changes":              {handle: onChangeRequest(getChanges)},
	"ChangeRequests.ReusableContents.Get": {inBranch((*call).reusable, getReusable), readingLimits},
	"ChangeRequests.Links.List":           {onBranch(listLinks), limits.Table{limits.QueryOf[changerequests.LinkListOptions]("status", "brokenContext")}},
	"ChangeRequests.Files.List":           {onBranch(listFiles), readingLimits},
	"ChangeRequests.Files.Get":            {inBranch((*call).file, getFile), readingLimits},
	"ChangeRequests.Files.Backlinks.List": {handle: inBranch((*call).file, listFileBacklinks)},
	"ChangeRequests.Pages.Links.List":     {handle: onPage(listPageLinks)},
	"ChangeRequests.Pages.Backlinks.List": {handle: onPage(listPageBacklinks)},
})
