package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleImportSeeded = behaviour("content.import.seeded", "an import takes content that was seeded under its URL; any other URL is answered with 400")
	ruleTemplate     = behaviour("spaces.content.applytemplate.id-404", "a template that does not exist is answered with 404")
	ruleTemplateFile = behaviour("spaces.content.applytemplate.files-exist", "the files that fill in a template are files of the space")
)

// template is what a space can be filled from.
type template struct{ pages []Page }

func getContent(r *request, b branch) (answer, error) {
	return ok(r.showRevision(b.space, b.head(), r.reading()))
}

func getContentPages(r *request, b branch) (answer, error) {
	return ok(spaces.PageTree{Pages: r.showPages(b.space, b.head().pages, r.reading())})
}

// toImport is the content under the URL that the body of an import names.
func (r *request) toImport() ([]Page, error) {
	in := input[spaces.Import](r)
	pages, seeded := r.imports[in.URL]
	if !seeded && r.holds(ruleImportSeeded) {
		return nil, broken("url", "content that was seeded with SeedImport, as nothing is fetched", in.URL, ruleImportSeeded)
	}
	return pages, nil
}

func importContent(r *request, b branch) (answer, error) {
	pages, err := r.toImport()
	if err != nil {
		return answer{}, err
	}
	return r.imported(b, r.appendPages(b, pages))
}

// imported answers an import with the pages it has made.
func (r *request) imported(b branch, made []*contentPage) (answer, error) {
	count := countPages(made)
	result := spaces.ImportResult{Revision: b.head().id, ImportedResources: count, TotalResources: count}
	return created(result, r.location("spaces", b.space.data.ID, "revisions", result.Revision))
}

// appendPages makes pages at the end of a branch and returns them.
func (st *state) appendPages(b branch, seeds []Page) []*contentPage {
	next := b.head().material
	made := st.newPages("", seeds, slugs(next.pages), st.madeUp)
	next.pages = slices.Concat(next.pages, made)
	st.commit(b, revision{kind: spaces.RevisionTypeEdits, material: next})
	return made
}

func applyTemplate(r *request, sp *space) (answer, error) {
	in := input[spaces.Template](r)
	from, there := r.templates.get(in.ID)
	if !there {
		if r.holds(ruleTemplate) {
			return answer{}, notFound("id", in.ID)
		}
		from = &template{}
	}
	names := map[string]string{} // of files in the text of the template
	if in.Params != nil {
		for _, name := range slices.Sorted(maps.Keys(in.Params.ContentRefs)) {
			id := in.Params.ContentRefs[name].File
			if sp.main.file(id) == nil && r.holds(ruleTemplateFile) {
				return answer{}, broken(fmt.Sprintf("params.contentRefs[%s].file", name), "a file of the space", id, ruleTemplateFile)
			}
			names["(files/"+name+")"] = "(" + fileTarget(id) + ")"
		}
	}
	r.appendPages(branch{space: sp}, fillIn(from.pages, names))
	return answer{status: http.StatusCreated}, nil
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
	s.state.templates.add(id, &template{clone(pages)})
	return id
}

// importSources are what an import takes; the documents show the first.
var importSources = described(oneOf("website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs"))

var linkStatuses = described(oneOf("ok", "broken", "in-app"))

// evaluated are what a text can be evaluated with.
var evaluated = oneOf("true", "false", "deterministic-only")

// contentLimits are those of content, of spaces and of change requests.
var contentLimits = slices.Concat(
	limitsOfReading("Spaces.Content.Get", "Spaces.Content.PageTree", "Spaces.Files.List", "Spaces.Files.Get", "Spaces.ReusableContents.Get",
		"ChangeRequests.Content.Get", "ChangeRequests.Content.PageTree", "ChangeRequests.Files.List", "ChangeRequests.Files.Get"),
	limitsOfPages("Spaces.Content.Page", "Spaces.Content.PageByPath", "ChangeRequests.Content.Page"),
	limitsOfImport("Spaces.Content.Import"), limitsOfImport("Spaces.Content.ImportIntoPage"), limitsOfImport("ChangeRequests.Content.Import"),
	limitsOfImport("ChangeRequests.Content.ImportIntoPage"),
	[]limit{
		inBody("Spaces.Content.ApplyTemplate", "id", text, required),
		inBody("Spaces.Content.ApplyTemplate", "params", object),
		inBody("Spaces.Content.ApplyTemplate", "params.contentRefs", object),
		inBody("Spaces.Content.ApplyTemplate", "params.contentRefs{}", object),
		inBody("Spaces.Content.ApplyTemplate", "params.contentRefs{}.kind", text, required, oneOf("file")),
		inBody("Spaces.Content.ApplyTemplate", "params.contentRefs{}.file", text, required),
		inQuery("Spaces.Search.List", "query", text, required, chars(1, 512)),
		inQuery("Spaces.Links.List", "status", text, linkStatuses),
		inQuery("Spaces.PageLinks.List", "status", text, linkStatuses),
		inQuery("Spaces.PDF", "only", boolean),
	},
)

func limitsOfReading(ops ...string) []limit {
	var rows []limit
	for _, op := range ops {
		rows = append(rows, inQuery(op, "metadata", boolean), inQuery(op, "computed", boolean))
	}
	return rows
}

func limitsOfPages(ops ...string) []limit {
	rows := limitsOfReading(ops...)
	for _, op := range ops {
		rows = append(rows, inQuery(op, "format", text, formats), inQuery(op, "evaluated", text, evaluated))
	}
	return rows
}

func limitsOfImport(op string) []limit {
	return []limit{inBody(op, "url", text, required, uri), inBody(op, "source", text, required, importSources)}
}
