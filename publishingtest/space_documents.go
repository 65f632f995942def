package publishingtest

import (
	"encoding/json"
	"reflect"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleDocument         = behaviour("document.absent-404", "a path with a document that no revision of the space has is answered with 404")
	ruleDocumentKept     = behaviour("spaces.documents.kept", "a document is found by its id as long as a revision has it; a text that changes gets another document")
	ruleNoDocument       = behaviour("page.document.absent-404", "a page that is no document has no document, which is answered with 404")
	ruleComputedDocument = behaviour("spaces.computed.document.source-404", "a computed document is that of the page of the current content with the source and the seed; for any others the response is a 404")
	ruleComputedRevision = behaviour("spaces.computed.revision.source-404", "computed content is what the computed page of the current content with the source has below it, whatever the seed; any other source is answered with 404")
)

// documentOperations are the operations on documents and computed content.
var documentOperations = operations{
	"Spaces.Documents.Get": {onSpace(getDocument), limits.AllFromDescription(limits.Table{
		limits.Query("schema", limits.String, schemas),
	})},
	"Spaces.Computed.Document": {onBranch(getComputedDocument), limits.AllFromDescription(limits.Table{
		limits.Query("schema", limits.String, schemas),
		limits.Body("source", limits.Object, limits.Required),
		limits.Body("source.type", limits.String, limits.Required, computedType),
		limits.Body("seed", limits.String, limits.Required),
	})},
	"Spaces.Computed.Revision": {onBranch(getComputedRevision), limits.AllFromDescription(limits.Table{
		limits.Body("source", limits.Object, limits.Required),
		limits.Body("source.type", limits.String, limits.Required, computedType),
		limits.Body("seed", limits.String, limits.Required),
	})},
}

// documentID is the id of a text. Another text of the same page or reusable content is another document.
func documentID(owner, markdown string) string { return "document_" + gitOID(owner, markdown)[:16] }

func (p *contentPage) documentID() string { return documentID("page "+p.seed.ID, p.markdown()) }

// texts yields the ids and the texts of the documents of some content until one is taken.
func (m *material) texts(take func(id, markdown string) bool) {
	for p := range allPages(m.pages) {
		if p.seed.Type == spaces.PageTypeDocument && take(p.documentID(), p.markdown()) {
			return
		}
	}
	for _, reusable := range m.reusables {
		if take(reusable.documentID(), reusable.seed.Body) {
			return
		}
	}
}

func getDocument(r *request, sp *space) (answer, error) {
	var found *richtext.Document
	look := func(rev *revision) {
		rev.texts(func(id, markdown string) bool {
			if id == r.id("documentId") {
				found = documentOf(markdown)
			}
			return found != nil
		})
	}
	look(sp.main)
	for _, rev := range sp.kept.All() {
		if r.holds(ruleDocumentKept) {
			look(rev)
		}
	}
	if found == nil && r.holds(ruleDocument) {
		return answer{}, notFound("documentId", r.id("documentId"))
	}
	return ok(orBlank(found))
}

// orBlank is a document, one without nodes for none.
func orBlank(document *richtext.Document) *richtext.Document {
	if document == nil {
		return documentOf("")
	}
	return document
}

func getPageDocument(r *request, b branch) (answer, error) {
	p, err := r.page(b, inFull)
	if err != nil {
		return answer{}, err
	}
	if p.seed.Type != spaces.PageTypeDocument && r.holds(ruleNoDocument) {
		return answer{}, notFound("pageId", r.id("pageId")+" with a document")
	}
	return ok(documentOf(p.markdown()))
}

func getComputedDocument(r *request, b branch) (answer, error) {
	in := input[spaces.Computation](r)
	for p := range allPages(b.head().pages) {
		if p.seed.Type != spaces.PageTypeDocument || computedSeed(p.seed.ID) != in.Seed {
			continue
		}
		source := sourceOf(b.head().pages, p)
		if source != nil && source.seed.Computed != nil && sameSource(documentSource(b.space, source, p), &in.Source) {
			return ok(documentOf(p.markdown()))
		}
	}
	for _, c := range b.head().reusables {
		if sameSource(c.seed.Computed, &in.Source) && computedSeed(c.seed.ID) == in.Seed {
			return ok(documentOf(c.seed.Body))
		}
	}
	if r.holds(ruleComputedDocument) {
		return answer{}, notFound("source", string(in.Source.Type))
	}
	return ok(documentOf(""))
}

func getComputedRevision(r *request, b branch) (answer, error) {
	in := input[spaces.Computation](r)
	made := spaces.ComputedContent{Pages: []spaces.Page{}, Files: []spaces.File{}, ReusableContents: []spaces.ReusableContent{}}
	for source := range allPages(b.head().pages) {
		if source.computed() && sameSource(source.seed.Computed, &in.Source) {
			made.Pages = r.showPages(b.space, []*contentPage{source}, inFull)
			return ok(made)
		}
	}
	if r.holds(ruleComputedRevision) {
		return answer{}, notFound("source", string(in.Source.Type))
	}
	return ok(made)
}

// sameSource tells whether two sources say the same as JSON.
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

// computedType is that of a source.
var computedType = limits.FromDescription(limits.Pattern(`^(builtin:openapi|builtin:translation|integration:[^:]+:[^:]+)$`))

var schemas = limits.OneOf("current", "next")
