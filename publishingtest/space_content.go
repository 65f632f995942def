package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleImportSeeded = newRule("content.import.seeded", "an import takes content that was seeded under its URL; any other URL is answered with 400")
	ruleTemplate     = newRule("spaces.content.applytemplate.id-404", "a template that does not exist is answered with 404")
	ruleTemplateFile = newRule("spaces.content.applytemplate.files-exist", "the files that fill in a template are files of the space")
)

// The limits of operations that read content or import it. They are the same for the main content
// of a space, a revision and a change request.
var (
	readingLimits = limits.Table{
		limits.Query("metadata", limits.Boolean),
		limits.Query("computed", limits.Boolean),
	}
	pageLimits = slices.Concat(readingLimits, limits.Table{
		limits.Query("format", limits.String, formats),
		limits.Query("evaluated", limits.String, evaluated),
	})
	importLimits = limits.Table{
		limits.Body("url", limits.String, limits.Required, limits.URI),
		limits.Body("source", limits.String, limits.Required, importSources),
	}
)

// contentOperations are the operations on the main content of spaces.
var contentOperations = operations{
	"Spaces.Content.Get":      {onBranch(getContent), readingLimits},
	"Spaces.Content.PageTree": {onBranch(getContentPages), readingLimits},
	"Spaces.Content.Import":   {onBranch(importContent), importLimits},
	"Spaces.Content.ApplyTemplate": {onSpace(applyTemplate), limits.Table{
		limits.Body("id", limits.String, limits.Required),
		limits.Body("params", limits.Object),
		limits.Body("params.contentRefs", limits.Object),
		limits.Body("params.contentRefs{}", limits.Object),
		limits.Body("params.contentRefs{}.kind", limits.String, limits.Required, limits.OneOf("file")),
		limits.Body("params.contentRefs{}.file", limits.String, limits.Required),
	}},
}

// template is what a space can be filled from.
type template struct{ pages []Page }

func getContent(c *call, b branch) (response, error) {
	return respondOK(c.showRevision(b.space, b.head(), c.reading()))
}

func getContentPages(c *call, b branch) (response, error) {
	return respondOK(spaces.PageTree{Pages: c.showPages(b.space, b.head().pages, c.reading())})
}

// toImport is the content under the URL that the body of an import names.
func (c *call) toImport() ([]Page, error) {
	in := input[spaces.Import](c)
	pages, seeded := c.imports[in.URL]
	if !seeded && c.enabled(ruleImportSeeded) {
		return nil, invalid("url", "content that was seeded with SeedImport, as nothing is fetched", in.URL, ruleImportSeeded)
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

// imported answers an import with the pages it has made.
func (c *call) respondImported(b branch, created []*contentPage) (response, error) {
	count := countPages(created)
	result := spaces.ImportResult{Revision: b.head().id, ImportedResources: count, TotalResources: count}
	return respondCreated(result, c.location("spaces", b.space.data.ID, "revisions", result.Revision))
}

// appendPages makes pages at the end of a branch and returns them.
func (st *state) appendPages(b branch, seeds []Page) []*contentPage {
	next := b.head().revisionContent
	created := st.newPages("", seeds, slugs(next.pages), st.freshID)
	next.pages = slices.Concat(next.pages, created)
	st.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	return created
}

func applyTemplate(c *call, sp *space) (response, error) {
	in := input[spaces.Template](c)
	from, there := c.templates.Get(in.ID)
	if !there {
		if c.enabled(ruleTemplate) {
			return response{}, notFound("id", in.ID)
		}
		from = &template{}
	}
	names := map[string]string{} // of files in the text of the template
	if in.Params != nil {
		for _, name := range slices.Sorted(maps.Keys(in.Params.ContentRefs)) {
			id := in.Params.ContentRefs[name].File
			if sp.main.file(id) == nil && c.enabled(ruleTemplateFile) {
				return response{}, invalid(fmt.Sprintf("params.contentRefs[%s].file", name), "a file of the space", id, ruleTemplateFile)
			}
			names["(files/"+name+")"] = "(" + fileTarget(id) + ")"
		}
	}
	c.appendPages(branch{space: sp}, fillIn(from.pages, names))
	return response{status: http.StatusCreated}, nil
}

// fillIn is the pages of a template with the names of files replaced.
func fillIn(pages []Page, names map[string]string) []Page {
	filled := slices.Clone(pages)
	for i := range filled {
		filled[i].Sections = slices.Clone(filled[i].Sections)
		for j := range filled[i].Sections {
			for name, target := range names {
				filled[i].Sections[j].Body = strings.ReplaceAll(filled[i].Sections[j].Body, name, target)
			}
		}
		filled[i].Pages = fillIn(filled[i].Pages, names)
	}
	return filled
}

// SeedImport makes content known under a URL, for imports into spaces and change requests. Nothing is ever fetched, so a URL that was not
// seeded is answered with 400. The ids of the pages are made up at each import. Seeding a URL again replaces its content.
func (s *Server) SeedImport(url string, pages ...Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.imports[url] = clone(pages)
}

// AddTemplate adds a template that spaces can be filled from and returns its id. An empty id is made up, and so are the ids of the pages
// each time the template is applied. A link to files/name in a body leads to the file that the parameter of that name gives.
func (s *Server) AddTemplate(id string, pages ...Page) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id = s.seedID("template", id)
	s.state.templates.Add(id, &template{clone(pages)})
	return id
}

// importSources are what an import takes; the documents show the first.
var importSources = limits.FromDescription(limits.OneOf("website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs"))

var linkStatuses = limits.FromDescription(limits.OneOf("ok", "broken", "in-app"))

// evaluated are what a text can be evaluated with.
var evaluated = limits.OneOf("true", "false", "deterministic-only")
