package publishingtest_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func documentProofs() map[string]proof {
	p := proofs{}
	const computed = wiki + "/content/computed"
	const noPages, noDocument = `"source":{"type":"integration:a:b","props":{}}`, `"source":{"type":"builtin:translation","props":{"space":"x","document":"x"}}`
	p.responds("spaces.computed.document.source-404", "POST", computed+"/document", `{`+noDocument+`,"seed":"x"}`, http.StatusNotFound)
	p.responds("spaces.computed.revision.source-404", "POST", computed+"/revision", `{`+noPages+`,"seed":"x"}`, http.StatusNotFound)
	p["spaces.documents.kept"] = func(t *testing.T, w *world) bool {
		id, ok := w.send(t, "GET", wiki+"/content/page/start", "").object(t)["documentId"].(string)
		require.True(t, ok)
		w.Spaces.Pages.Edit("wiki", "", "start", func(page *publishingtest.Page) { page.Sections = nil })
		w.Spaces.Pages.Edit("wiki", "proposal", "start", func(page *publishingtest.Page) { page.Sections = nil })
		got := w.send(t, "GET", wiki+"/documents/"+id, "")
		return got.status == http.StatusOK
	}
	p["spaces.sections.anchors"] = func(t *testing.T, w *world) bool {
		found := itemWithID(w.send(t, "GET", wiki+"/search?query=every", "").object(t), "use")
		section := found["sections"].([]any)[0].(map[string]any)
		page := w.send(t, "GET", wiki+"/content/page/use?format=document", "").object(t)
		heading := page["document"].(map[string]any)["nodes"].([]any)[0].(map[string]any)
		return heading["data"].(map[string]any)["id"] == section["id"]
	}
	p["page.document.absent-404"] = func(t *testing.T, w *world) bool {
		id := w.Spaces.Pages.Add("wiki", "", "", publishingtest.Page{ID: "chapter", Title: "Chapter", Type: spaces.PageTypeGroup}).ID
		return w.send(t, "GET", history+"/"+id+"/page/chapter/document", "").status == http.StatusNotFound
	}
	return p
}

func TestDocumentsArePartsOfPagesAndOfReusableContents(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	note := w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{ID: "note", Title: "Note", Body: "# Mind\n\nThe gap."})
	require.Equal(t, ".includes/note.md", note.Git.Path)
	require.Equal(t, &note, must(w.client.Spaces.ReusableContents.Get(t.Context(), "wiki", "note", spaces.ReusableContentGetOptions{}))(t))
	bare := must(w.client.Spaces.ReusableContents.Get(t.Context(), "wiki", "note", spaces.ReusableContentGetOptions{Metadata: new(false)}))(t)
	require.Nil(t, bare.Git)
	for _, schema := range []spaces.DocumentSchema{"", spaces.DocumentSchemaCurrent, spaces.DocumentSchemaNext} {
		document := must(w.client.Spaces.Documents.Get(t.Context(), "wiki", *note.Document, spaces.DocumentGetOptions{Schema: schema}))(t)
		require.Equal(t, richtext.BlockHeading1, document.Nodes[0].Type)
		require.Equal(t, "The gap.", document.Nodes[1].Nodes[0].Leaves[0].Text)
	}
	request := must(w.client.ChangeRequests.Pages.Get(t.Context(), "wiki", "proposal", "start", spaces.PageGetOptions{Format: richtext.FormatDocument}))(t)
	document := must(w.client.Spaces.Documents.Get(t.Context(), "wiki", *request.DocumentID, spaces.DocumentGetOptions{}))(t)
	require.Equal(t, request.Document, document)
	_, err := w.client.Spaces.Documents.Get(t.Context(), "notes", *request.DocumentID, spaces.DocumentGetOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound, "it is a document of another space")
}

func TestComputedContentIsReadFromItsSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	source := spaces.Computed{
		Type:         spaces.ComputedTypeOpenAPI,
		Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec")}}},
		Props:        api.Raw(`{"models":true}`),
	}
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{Title: "API", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{
		{ID: "computed", Type: spaces.PageTypeComputed, Computed: &source, Pages: []publishingtest.Page{
			{ID: "pets", Title: "Pets", Sections: []publishingtest.Section{{Body: "Pets are animals."}}},
			{ID: "more", Type: spaces.PageTypeGroup, Title: "More", Pages: []publishingtest.Page{{ID: "orders", Title: "Orders"}}},
		}},
	}})
	ofModels := source
	ofModels.Props = api.Raw(`{"doc":"models"}`)
	table := w.Spaces.ReusableContents.Add("space", "", publishingtest.ReusableContent{ID: "table", Body: "A table.", Computed: &ofModels})
	require.Nil(t, table.Document)

	page := must(w.client.Spaces.Pages.Get(t.Context(), "space", "pets", spaces.PageGetOptions{}))(t)
	require.Nil(t, page.DocumentID)
	require.JSONEq(t, `{"doc":"operations","page":"pets"}`, page.Computed.Props.String(), "a text has another source than the content it is in")
	computed := w.client.Spaces.Computed
	_, err := computed.Document(t.Context(), "space", spaces.Computation{Source: source, Seed: *page.ComputedSeed}, spaces.ComputedDocumentOptions{})
	require.ErrorIs(t, err, publishing.ErrBadRequest, "the source of pages is not that of a document")
	_, err = computed.Document(t.Context(), "space", spaces.Computation{Source: ofModels, Seed: *page.ComputedSeed}, spaces.ComputedDocumentOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	document := must(computed.Document(t.Context(), "space", spaces.Computation{Source: *page.Computed, Seed: *page.ComputedSeed}, spaces.ComputedDocumentOptions{}))(t)
	require.Equal(t, "Pets are animals.", document.Nodes[0].Nodes[0].Leaves[0].Text)
	document = must(computed.Document(t.Context(), "space", spaces.Computation{Source: *table.Computed, Seed: *table.ComputedSeed}, spaces.ComputedDocumentOptions{}))(t)
	require.Equal(t, "A table.", document.Nodes[0].Nodes[0].Leaves[0].Text)
	require.ErrorIs(t, errorOf(computed.Document(t.Context(), "space", spaces.Computation{Source: ofModels, Seed: "another"}, spaces.ComputedDocumentOptions{})), publishing.ErrNotFound)

	tree := must(w.client.Spaces.Pages.Tree(t.Context(), "space", spaces.PageTreeOptions{Computed: new(false)}))(t)
	from := tree.Pages[0].Pages[0]
	require.Equal(t, spaces.PageTypeComputed, from.Type)
	created := must(computed.Revision(t.Context(), "space", spaces.Computation{Source: *from.Computed, Seed: "any"}))(t)
	require.Equal(t, []string{"Pets", "More", "-Orders"}, titles(created.Pages))
	require.Equal(t, page.ComputedSeed, created.Pages[0].ComputedSeed)
	require.Nil(t, created.Pages[1].Computed, "a group has no text")
	orders := created.Pages[1].Pages[0]
	require.JSONEq(t, `{"doc":"operations","page":"orders"}`, orders.Computed.Props.String(), "what is further below is computed too")
	must(computed.Document(t.Context(), "space", spaces.Computation{Source: *orders.Computed, Seed: *orders.ComputedSeed}, spaces.ComputedDocumentOptions{}))(t)
	require.Empty(t, created.Files)
	require.Empty(t, created.ReusableContents)
	other := source
	other.Props = api.Raw(`{"models":false}`)
	require.ErrorIs(t, errorOf(computed.Revision(t.Context(), "space", spaces.Computation{Source: other, Seed: "any"})), publishing.ErrNotFound)
	for _, name := range []string{"Spaces.Computed.Document", "Spaces.Computed.Revision"} {
		require.Zero(t, w.Calls.Commits(name), "a GET commits nothing")
	}
}

// TestComputedContentIsRetriedAsASafeRequest covers operations that read by POST and are retried
// like a GET.
func TestComputedContentIsRetriedAsASafeRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	source := spaces.Computed{
		Type: spaces.ComputedTypeTranslation, Props: api.Raw("{}"),
		Dependencies: map[string]spaces.ComputedDependency{"translation": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindTranslation, Translation: new("translation")}}},
	}
	w.Spaces.Add(w.org, spaces.Space{ID: "space"}, publishingtest.Page{ID: "computed", Type: spaces.PageTypeComputed, Computed: &source})
	w.Faults.Add("Spaces.Computed.Revision", 1, publishingtest.Status(http.StatusBadGateway))
	must(w.client.Spaces.Computed.Revision(t.Context(), "space", spaces.Computation{Source: source, Seed: "any"}))(t)
	require.Len(t, w.Calls.All(), 2)
	w.Faults.Add("Spaces.Computed.Revision", 3, publishingtest.Status(http.StatusBadGateway))
	_, err := w.client.Spaces.Computed.Revision(t.Context(), "space", spaces.Computation{Source: source, Seed: "any"})
	require.ErrorIs(t, err, publishing.ErrServer)
	require.False(t, api.MayHaveApplied(err))
}

// TestPageHasADocumentWithNodesOfEveryType seeds each type that package richtext knows.
func TestPageHasADocumentWithNodesOfEveryType(t *testing.T) {
	t.Parallel()
	constants, err := os.ReadFile("../richtext/testdata/constants.tsv")
	require.NoError(t, err)
	document := &richtext.Document{Object: "document", Data: richtext.DocumentData{SchemaVersion: new(int64(1))}}
	for line := range strings.Lines(string(constants)) {
		constant := strings.Split(line, "\t")
		name, kind := constant[1], constant[2]
		if constant[0] != "richtext.NodeType" {
			continue
		}
		leaf := richtext.Node{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Text of " + kind + "."}}}
		node := richtext.Node{Object: "block", Type: richtext.NodeType(kind), Data: map[string]api.Raw{"own": api.Raw(`true`)}, Nodes: []richtext.Node{leaf}}
		if strings.HasPrefix(name, "Inline") {
			node.Object = "inline"
			node = richtext.Node{Object: "block", Type: richtext.BlockParagraph, Nodes: []richtext.Node{node}}
		}
		document.Nodes = append(document.Nodes, node)
	}
	require.Greater(t, len(document.Nodes), 40)
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}, publishingtest.Page{ID: "rich", Title: "Rich", Document: document}, publishingtest.Page{ID: "plain", Title: "Plain"}).ID
	revision := w.Spaces.Revisions.All(space)[0].ID
	client := w.Client()
	got := must(client.Spaces.Revisions.Pages.Document(t.Context(), space, revision, "rich", spaces.RevisionPageDocumentOptions{}))(t)
	require.Equal(t, jsonOf(t, document), jsonOf(t, got))
	page := must(client.Spaces.Pages.Get(t.Context(), space, "rich", spaces.PageGetOptions{Format: richtext.FormatDocument}))(t)
	require.Equal(t, jsonOf(t, document), jsonOf(t, page.Document))
	byID := must(client.Spaces.Documents.Get(t.Context(), space, *page.DocumentID, spaces.DocumentGetOptions{}))(t)
	require.Equal(t, jsonOf(t, document), jsonOf(t, byID))
	sections := w.Spaces.Pages.All(space, "")[0].Sections
	require.Len(t, sections, 4, "one before the first heading")
	require.Contains(t, sections[3].Body, "Text of stepper.")
	w.Spaces.Pages.Edit(space, "", "rich", func(page *publishingtest.Page) { page.Document.Nodes = page.Document.Nodes[:1] })
	edited := must(client.Spaces.Pages.Get(t.Context(), space, "rich", spaces.PageGetOptions{}))(t)
	require.Equal(t, "Text of paragraph.", *edited.Markdown)
	require.NotEqual(t, page.DocumentID, edited.DocumentID)
}
