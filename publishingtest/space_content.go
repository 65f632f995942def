package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleImportSeeded = newUndecidedRule("content.import.seeded", "an import uses the content that was seeded for its URL; any other URL returns 400; without the rule, it has no pages")
	ruleTemplate     = newUndecidedRule("spaces.content.applytemplate.id-404", "a template or its change request that does not exist returns 404; without the rule, 400")
	ruleTemplateFile = newUndecidedRule("spaces.content.applytemplate.files-exist", "the files that fill in a template are files of the space; without the rule, the links to other files are broken")
)

// The limits of operations that return or import content. They are the same for the main content of
// a space, a revision and a change request.
var (
	readingLimits = limits.Table{limits.QueryOf(spaces.ContentGetOptions{})}
	pageLimits    = limits.Table{limits.QueryOf(spaces.PageGetOptions{}, "format")}
	importLimits  = limits.Table{
		limits.BodyOf(spaces.ContentImport{}, "source"), limits.Body("url", limits.URI),
	}
)

// The operations on the main content of a space, a revision and a change request.
var _ = declareIn([]string{"Spaces", "Spaces.Revisions", "ChangeRequests"}, operations{
	"Pages.Tree":           {onBranch(getContentPages), readingLimits},
	"Pages.Get":            {onBranch(readPage((*call).page)), pageLimits},
	"Pages.GetByPath":      {onBranch(readPage((*call).pageByPath)), limits.Table{limits.QueryOf(spaces.PageGetByPathOptions{}, "format")}},
	"Pages.MetaLinks":      {handle: onPage(getMetaLinks)},
	"Files.List":           {onBranch(listFiles), readingLimits},
	"Files.Get":            {inBranch((*call).file, getFile), readingLimits},
	"ReusableContents.Get": {inBranch((*call).reusable, getReusable), readingLimits},
})

// editable are the resources with content that can be changed.
var editable = []string{"Spaces", "ChangeRequests"}

// The other operations on the main content of a space and on a change request.
var _ = declareIn(editable, operations{
	"Content.Get":          {onBranch(getContent), readingLimits},
	"Content.Import":       {onBranch(importContent), importLimits},
	"Pages.Import":         {onPage(importIntoPage), importLimits},
	"Pages.Backlinks.List": {handle: onPage(listPageBacklinks)},
	"Files.Backlinks.List": {handle: inBranch((*call).file, listFileBacklinks)},
	"PDF":                  {onBranch(getPDF), limits.Table{limits.QueryOf(spaces.PDFOptions{})}},
})

// The operations on content that only one of them has.
var _ = declare(operations{
	"Spaces.Content.ApplyTemplate":    {onSpace(applyTemplate), append(templateLimits(""), limits.BodyOf(spaces.ContentApplyTemplate{}))},
	"Spaces.Links.List":               {onBranch(listLinks), limits.Table{limits.QueryOf(spaces.LinkListOptions{}, "status")}},
	"Spaces.Pages.Links.List":         {onPage(listPageLinks), limits.Table{limits.QueryOf(spaces.PageLinkListOptions{}, "status")}},
	"ChangeRequests.Links.List":       {onBranch(listLinks), limits.Table{limits.QueryOf(changerequests.LinkListOptions{}, "status", "brokenContext")}},
	"ChangeRequests.Pages.Links.List": {handle: onPage(listPageLinks)},
	"ChangeRequests.Changes":          {handle: onChangeRequest(getChanges)},
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
func (c *call) toImport() []Page {
	in := input[spaces.ContentImport](c)
	pages, seeded := c.imports[in.URL]
	if !seeded && c.enabled(ruleImportSeeded) {
		c.accept(unseeded("url", "Spaces.Imports.Set", in.URL, ruleImportSeeded))
	}
	return pages
}

// unseeded returns the error for a URL whose content no test has set with the given method.
func unseeded(field, method, url string, id rule) error {
	want := "a URL that was seeded with " + method + ", since the server fetches nothing"
	return invalid(field, want, url, id)
}

func importContent(c *call, b branch) (response, error) {
	return c.respondImported(b, c.appendPages(b, c.toImport()))
}

// respondImported responds to an import with the number of pages that it created.
func (c *call) respondImported(b branch, created []*contentPage) (response, error) {
	count := int64(len(slices.Collect(readingOrder(created))))
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
	in, to := input[spaces.ContentApplyTemplate](c), branch{space: sp}
	if id := in.ChangeRequestID; id != nil {
		to.changeRequest = c.findChangeRequest(sp, *id)
		if to.changeRequest == nil {
			c.accept(byRule[error](c.state, ruleTemplate, notFound("changeRequestId", *id),
				invalid("changeRequestId", "a change request of the space", *id, "")))
		}
	}
	c.appendPages(to, c.pagesOf(spaces.Template{ID: in.ID, Params: in.Params}, to.head(), ""))
	return response{status: http.StatusCreated}, nil
}

// pagesOf returns the pages of a template, in which files of a revision replace the names of files.
// prefix precedes the names of the template's fields in the body.
func (c *call) pagesOf(in spaces.Template, rev *revision, prefix string) []Page {
	from, ok := c.templates.Get(in.ID)
	if !ok {
		c.accept(byRule[error](c.state, ruleTemplate, notFound(prefix+"id", in.ID),
			invalid(prefix+"id", "a template", in.ID, "")))
	}
	names := map[string]string{} // replacements for the names of files in the template
	if in.Params != nil {
		for _, name := range slices.Sorted(maps.Keys(in.Params.ContentRefs)) {
			id := in.Params.ContentRefs[name].File
			if rev.file(id) == nil && c.enabled(ruleTemplateFile) {
				c.accept(invalid(fmt.Sprintf("%sparams.contentRefs[%s].file", prefix, name),
					"a file of the space", id, ruleTemplateFile))
			}
			names["(files/"+name+")"] = "(" + fileTarget(id) + ")"
		}
	}
	return fillIn(from.pages, names)
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

// Set sets the content that imports into spaces and change requests find at a URL. The server never
// fetches a URL, so an import of any other URL returns 400. Each import generates new IDs for the
// pages. If Set is called again for a URL, it replaces the content.
func (s SpaceImports) Set(url string, pages ...Page) {
	server := open(s.server)
	defer server.mu.hold()()
	server.accept(server.limit("Spaces.Content.Import",
		spaces.ContentImport{URL: url, Source: spaces.ImportSourceWebsite}))
	server.acceptSources(pages)
	server.state.imports[url] = clone(pages)
}

// Get returns the content of a URL that [SpaceImports.Set] has set, or nil if there is none.
func (s SpaceImports) Get(url string) []Page {
	defer open(s.server).mu.hold()()
	return clone(open(s.server).state.imports[url])
}

// Get returns the pages of a template as they were added.
func (s SpaceTemplates) Get(id string) []Page {
	server := open(s.server)
	defer server.mu.hold()()
	return clone(mustFind(server, &server.state.templates, "template", id).pages)
}

// Add adds a template for Spaces.Content.ApplyTemplate and returns its ID. If id is empty, one is
// generated. Each use of the template generates new IDs for the pages. In the body of a section, a
// link to files/NAME becomes a link to the file that the parameter NAME contains.
func (s SpaceTemplates) Add(id string, pages ...Page) string {
	server := open(s.server)
	defer server.mu.hold()()
	server.acceptSources(pages)
	id = server.seedID("template", id)
	server.state.templates.Add(id, &template{clone(pages)})
	return id
}

var (
	ruleImportBelow = newUndecidedRule("content.import-into-page.below", "an import into a page adds the imported pages as its last subpages; without the rule, as the last pages of the content")
	rulePageDefault = newUndecidedRule("content.page.format.default", "the text of a page is Markdown if the request has no format; without the rule, it is a document")
)

// page returns the page of a branch that the path identifies.
func (c *call) page(b branch, how reading) *contentPage {
	return foundAt(c, "pageId", pageWith(b.head().pages, c.param("pageId"), how.computed))
}

// pageByPath returns the document or the group with the path in the request.
func (c *call) pageByPath(b branch, how reading) (found *contentPage) {
	for p := range readingOrderOf(b.head().pages, how.computed) {
		if found == nil && p.hasPath() && p.path == c.param("pagePath") {
			found = p
		}
	}
	return foundAt(c, "pagePath", found)
}

func onPage(handle func(c *call, b branch, p *contentPage) (response, error)) handler {
	return inBranch(func(c *call, b branch) *contentPage { return c.page(b, inFull) }, handle)
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
	if !c.enabled(ruleImportBelow) {
		return importContent(c, b)
	}
	next := b.head().revisionContent
	created := c.newPages(p.path, c.toImport(), slugs(p.below), c.freshID)
	next.pages, _ = edited(next.pages, p.seed.ID, func(*contentPage) []*contentPage {
		return []*contentPage{p.with(slices.Concat(p.below, created))}
	})
	c.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return c.respondImported(b, created)
}

// readPage returns a handler that responds with a page and its text.
func readPage(find func(c *call, b branch, how reading) *contentPage) handlerOf[branch] {
	return func(c *call, b branch) (response, error) {
		how := c.reading()
		p := find(c, b, how)
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
}

// getMetaLinks responds with the links in the head of a page.
func getMetaLinks(_ *call, _ branch, p *contentPage) (response, error) {
	if p.seed.MetaLinks == nil {
		return respondOK(spaces.PageMetaLinks{})
	}
	return respondOK(p.seed.MetaLinks)
}

var (
	ruleDocumentKept     = newUndecidedRule("spaces.documents.kept", "a document is found by its ID as long as a revision has it; a text that changes becomes another document; without the rule, as long as the main content has it")
	ruleSectionAnchors   = newUndecidedRule("spaces.sections.anchors", "the ID of a section of a seeded page, in the results of searches and in the sources of answers, is the anchor of its heading in the document of the page; without the rule, the heading has no anchor")
	ruleNoDocument       = newSeenRule("page.document.absent-404", "a call for the document of a page that is not a document returns 404")
	ruleComputedDocument = newUndecidedRule("spaces.computed.document.source-404", "a computed document belongs to a page of the current content with the same source and seed; any other source or seed returns 404; without the rule, an empty document")
	ruleComputedRevision = newUndecidedRule("spaces.computed.revision.source-404", "computed content is what is below the computed page of the current content with the same source, whatever the seed; any other source returns 404; without the rule, no content")
)

// The operations on documents and computed content.
var _ = declare(operations{
	"Spaces.Documents.Get": {onSpace(getDocument), limits.Table{limits.QueryOf(spaces.DocumentGetOptions{})}},
	"Spaces.Computed.Document": {onBranch(getComputedDocument), append(limits.Table{
		limits.QueryOf(spaces.ComputedDocumentOptions{}), limits.BodyOf(spaces.Computation{}),
	}, sourceLimits("source", sourceOfDocument...)...)},
	"Spaces.Computed.Revision": {onBranch(getComputedRevision), append(limits.Table{
		limits.BodyOf(spaces.Computation{}),
	}, sourceLimits("source", sourceOfPages...)...)},
})

// documentID returns the ID of the document of a page or a reusable content. If its text changes,
// so does the ID.
func documentID(owner, markdown string) string { return "document_" + gitOID(owner, markdown)[:16] }

func (p *contentPage) documentID() string {
	text := p.markdown()
	if p.seed.Document != nil {
		encoded, _ := jsonx.Marshal(p.seed.Document) // the text alone does not identify the document
		text = string(encoded)
	}
	return documentID("page "+p.seed.ID, text)
}

// document returns the document in the content that has the given ID, or nil if there is none.
func (m *revisionContent) document(id string) *richtext.Document {
	for p := range allPages(m.pages) {
		if p.seed.Type == spaces.PageTypeDocument && p.documentID() == id {
			return p.document()
		}
	}
	for _, reusable := range m.reusables {
		if reusable.documentID() == id {
			return documentOf(reusable.seed.Body)
		}
	}
	return nil
}

func getDocument(c *call, sp *space) (response, error) {
	id := c.param("documentId")
	found := sp.main.document(id)
	for rev := range sp.kept.Values() {
		if found == nil && c.enabled(ruleDocumentKept) {
			found = rev.document(id)
		}
	}
	if found == nil {
		return response{}, notFound("documentId", id)
	}
	return respondOK(found)
}

func getPageDocument(c *call, _ branch, p *contentPage) (response, error) {
	if p.seed.Type != spaces.PageTypeDocument && c.enabled(ruleNoDocument) {
		return response{}, notFound("pageId", c.param("pageId")+" with a document")
	}
	return respondOK(p.document())
}

func getComputedDocument(c *call, b branch) (response, error) {
	in := input[spaces.Computation](c)
	for p := range allPages(b.head().pages) {
		if p.seed.Type != spaces.PageTypeDocument || computedSeed(p.seed.ID) != in.Seed {
			continue
		}
		source := sourceOf(b.head().pages, p)
		if source != nil && source.seed.Computed != nil &&
			sameSource(documentSource(b.space, source, p), &in.Source) {
			return respondOK(p.document())
		}
	}
	for _, rc := range b.head().reusables {
		if sameSource(rc.seed.Computed, &in.Source) && computedSeed(rc.seed.ID) == in.Seed {
			return respondOK(documentOf(rc.seed.Body))
		}
	}
	if c.enabled(ruleComputedDocument) {
		return response{}, notFound("source", string(in.Source.Type))
	}
	return respondOK(documentOf(""))
}

func getComputedRevision(c *call, b branch) (response, error) {
	in := input[spaces.Computation](c)
	created := spaces.ComputedContent{
		Pages: []spaces.Page{}, Files: []spaces.File{},
		ReusableContents: []spaces.ReusableContent{},
	}
	for source := range allPages(b.head().pages) {
		if source.computed() && sameSource(source.seed.Computed, &in.Source) {
			created.Pages = c.showPages(b.space, []*contentPage{source}, inFull)
			return respondOK(created)
		}
	}
	if c.enabled(ruleComputedRevision) {
		return response{}, notFound("source", string(in.Source.Type))
	}
	return respondOK(created)
}

// sameSource reports whether two sources are equal as JSON.
func sameSource(a, b *spaces.Computed) bool {
	return a != nil && b != nil && reflect.DeepEqual(asSent(a), asSent(b))
}

// sourceLimits returns the limits of a source of computed content at a path in the body. They
// include the given checks of the source itself.
func sourceLimits(at string, of ...limits.Check) limits.Table {
	return limits.Table{
		limits.Body(at, of...),
		limits.Body(at+".type", computedType),
		limits.Body(at+".dependencies{}.ref", refTarget),
		limits.Body(at+".dependencies{}.ref.kind",
			limits.FromDescription(limits.OneOf("space", "openapi", "translation"))),
	}
}

// computedType is the type of a source.
var computedType = limits.FromDescription(
	limits.Pattern(`^(builtin:openapi|builtin:translation|integration:[^:]+:[^:]+)$`),
)

// The checks of a complete source: those for sources of pages, and those for sources of documents.
var (
	sourceOfPages = []limits.Check{
		sourceDependency("spec", spaces.ComputedTypeOpenAPI, "openapi"),
		sourceDependency("translation", spaces.ComputedTypeTranslation, "translation"),
		sourceProps("models in props, which is true or false,", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			_, ok := props["models"].(bool)
			return ok
		}),
	}
	sourceOfDocument = []limits.Check{
		sourceDependency("spec", spaces.ComputedTypeOpenAPI, "openapi"),
		sourceProps("doc in props, which is one of models, operations, info,", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			doc, _ := props["doc"].(string)
			return slices.Contains([]string{"models", "operations", "info"}, doc)
		}),
		sourceProps("page in props beside a doc other than models", spaces.ComputedTypeOpenAPI, func(props map[string]any) bool {
			page, _ := props["page"].(string)
			return page != "" || props["doc"] == "models"
		}),
		sourceProps("space and document in props", spaces.ComputedTypeTranslation, func(props map[string]any) bool {
			_, space := props["space"].(string)
			_, document := props["document"].(string)
			return space && document
		}),
	}
)

// ofSource requires sources of the given type to meet a condition.
func ofSource(
	want string, kind spaces.ComputedType, accepts func(source map[string]any) bool,
) limits.Check {
	want += " with the type " + string(kind)
	return limits.FromDescription(limits.Check{Want: want, Accepts: func(v any) bool {
		source, ok := v.(map[string]any)
		return !ok || source["type"] != string(kind) || accepts(source)
	}})
}

// sourceDependency requires sources of the given type to have a dependency with the given name that
// refers to content of the kind refKind.
func sourceDependency(name string, kind spaces.ComputedType, refKind string) limits.Check {
	return ofSource("a dependency "+name+" of the kind "+
		refKind, kind, func(source map[string]any) bool {
		dependencies, _ := source["dependencies"].(map[string]any)
		dependency, _ := dependencies[name].(map[string]any)
		ref, _ := dependency["ref"].(map[string]any)
		return ref["kind"] == refKind
	})
}

// sourceProps requires the props of sources of the given type to meet a condition. Another limit
// requires the props to exist.
func sourceProps(
	want string, kind spaces.ComputedType, accepts func(props map[string]any) bool,
) limits.Check {
	return ofSource(want, kind, func(source map[string]any) bool {
		props, ok := source["props"].(map[string]any)
		return !ok || accepts(props)
	})
}

// refTarget requires the reference in a dependency to contain the field that its kind needs.
var refTarget = limits.FromDescription(limits.Check{
	Want: "the field of its kind, which is space, spec or translation",
	Accepts: func(v any) bool {
		ref, _ := v.(map[string]any)
		kind, _ := ref["kind"].(string)
		field, known := map[string]string{
			"space": "space", "openapi": "spec", "translation": "translation",
		}[kind]
		_, given := ref[field].(string)
		return !known || given
	},
})

// acceptSources fails the test if a seeded page or one of its subpages has a source that no request
// could contain.
func (s *server) acceptSources(pages []Page) {
	for i := range pages {
		s.acceptSource("Spaces.Computed.Revision", pages[i].Computed)
		s.acceptSources(pages[i].Pages)
	}
}

// acceptSource fails the test if a request of the operation could not contain the source. The
// source may be nil.
func (s *server) acceptSource(operation string, source *spaces.Computed) {
	if source != nil {
		body := asSent(map[string]*spaces.Computed{"source": source})
		s.accept(renamed(s.limitOf(operation, limits.Input{Body: body}), "source", "computed"))
	}
}
