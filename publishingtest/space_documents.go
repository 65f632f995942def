package publishingtest

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleDocumentKept     = newUndecidedRule("spaces.documents.kept", "a document is found by its ID as long as a revision has it; a text that changes becomes another document; without the rule, as long as the main content has it")
	ruleSectionAnchors   = newUndecidedRule("spaces.sections.anchors", "the ID of a section of a seeded page, in the results of searches and in the sources of answers, is the anchor of its heading in the document of the page; without the rule, the heading has no anchor")
	ruleNoDocument       = newSeenRule("page.document.absent-404", "a call for the document of a page that is not a document returns 404")
	ruleComputedDocument = newUndecidedRule("spaces.computed.document.source-404", "a computed document belongs to a page of the current content with the same source and seed; any other source or seed returns 404; without the rule, an empty document")
	ruleComputedRevision = newUndecidedRule("spaces.computed.revision.source-404", "computed content is what is below the computed page of the current content with the same source, whatever the seed; any other source returns 404; without the rule, no content")
)

// The operations on documents and computed content.
var _ = declare(operations{
	"Spaces.Documents.Get": {onSpace(getDocument), limits.Table{limits.QueryOf[spaces.DocumentGetOptions]()}},
	"Spaces.Computed.Document": {onBranch(getComputedDocument), append(limits.Table{
		limits.QueryOf[spaces.ComputedDocumentOptions](), limits.BodyOf[spaces.Computation](),
	}, sourceLimits("source", sourceOfDocument...)...)},
	"Spaces.Computed.Revision": {onBranch(getComputedRevision), append(limits.Table{
		limits.BodyOf[spaces.Computation](),
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
	if a == nil || b == nil {
		return false
	}
	var both [2]any
	for i, source := range []*spaces.Computed{a, b} {
		encoded, err := jsonx.Marshal(source)
		if err != nil || json.Unmarshal(encoded, &both[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(both[0], both[1])
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
	if source == nil {
		return
	}
	var body any
	if encoded, err := jsonx.Marshal(map[string]*spaces.Computed{"source": source}); err == nil {
		_ = json.Unmarshal(encoded, &body) // encoded is JSON
	}
	s.accept(renamed(s.limitOf(operation, limits.Input{Body: body}), "source", "computed"))
}
