package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// cited returns a server with a space "docs", whose page "use" has the sections "install" and
// "run".
func cited(t *testing.T, opts ...publishingtest.Option) (*publishingtest.Server, string) {
	t.Helper()
	server := publishingtest.NewServer(t, opts...)
	org := server.Orgs.Add(orgs.Organization{}).ID
	server.Spaces.Add(org, spaces.Space{ID: "docs"}, publishingtest.Page{ID: "use", Title: "Use", Sections: []publishingtest.Section{
		{ID: "install", Title: "Install", Body: "Download the archive."},
		{ID: "run", Title: "Run", Body: "Start the program."},
	}})
	return server, org
}

func sectionsOf(citation *spaces.Citation) map[string]string {
	found := map[string]string{}
	for _, section := range citation.Sections {
		found[section.ID] = section.Title() + ": " + section.PlainText()
	}
	return found
}

func TestSourceOfAnAnswerAndSearchResultAreCited(t *testing.T) {
	t.Parallel()
	server, org := cited(t)
	client := server.Client()
	answer, err := client.Orgs.Ask.Answer(t.Context(), org, orgs.AskQuestion{Question: "archive"}, orgs.AskAnswerOptions{})
	require.NoError(t, err)
	results, err := client.Spaces.Search.List(t.Context(), "docs", spaces.SearchListOptions{Query: "archive"})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Sources[0].Revision)
	for _, source := range []ask.Source{answer.Sources[0], results.Items[0].Source("docs")} {
		citation, err := spaces.Cite(t.Context(), client.Spaces, source)
		require.NoError(t, err)
		require.Equal(t, source.Revision, citation.Revision)
		require.Equal(t, "Use", citation.Page.Title)
		require.Equal(t, map[string]string{"install": "Install: Download the archive."}, sectionsOf(citation))
		require.Empty(t, citation.Missing)
		require.Equal(t, results.Items[0].URLs.App, citation.URL)
		require.Equal(t, results.Items[0].Sections[0].URLs.App, citation.Sections[0].URL)
	}
}

func TestSectionThatIsNotFoundIsMissing(t *testing.T) {
	t.Parallel()
	server, _ := cited(t, publishingtest.WithoutRule("spaces.sections.anchors"))
	source := ask.Source{Type: ask.SourceTypePage, Space: "docs", Page: "use", Sections: []string{"install", "1", ""}}
	citation, err := spaces.Cite(t.Context(), server.Client().Spaces, source)
	require.NoError(t, err)
	require.Equal(t, []string{"install", ""}, citation.Missing)
	require.Equal(t, map[string]string{"1": "Install: Download the archive."}, sectionsOf(citation), "by the key")
	require.Equal(t, citation.URL, citation.Sections[0].URL, "without an anchor")
}

func TestNodeBelowAHeadingIsCitedWithItsSection(t *testing.T) {
	t.Parallel()
	server, org := cited(t)
	node := func(nodeType richtext.NodeType, key, text string) richtext.Node {
		n := richtext.NewParagraph(text)
		n.Type, n.Key = nodeType, &key
		return n
	}
	tab := richtext.Node{Type: richtext.BlockTabsItem, Nodes: []richtext.Node{node(richtext.BlockHeading3, "tab", "Linux")}}
	document := richtext.NewDocument(
		node(richtext.BlockHeading2, "a", "A"), richtext.Node{Type: richtext.BlockTabs, Nodes: []richtext.Node{tab}}, node(richtext.BlockParagraph, "twice", "1"),
		node(richtext.BlockHeading2, "b", "B"), node(richtext.BlockParagraph, "twice", "2"), node(richtext.BlockParagraph, "b", "3"),
	)
	server.Spaces.Add(org, spaces.Space{ID: "more"}, publishingtest.Page{ID: "tabs", Title: "Tabs", Document: &document})
	source := ask.Source{Type: ask.SourceTypePage, Space: "more", Page: "tabs", Sections: []string{"tab", "twice", "b"}}
	citation, err := spaces.Cite(t.Context(), server.Client().Spaces, source)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"tab": "A: Linux\n1", "b": "B: 2\n3"}, sectionsOf(citation))
	require.Equal(t, "Linux", citation.Sections[0].Node.PlainText())
	require.Equal(t, richtext.BlockHeading2, citation.Sections[1].Node.Type, "the first node with the key")
	require.Equal(t, []string{"twice"}, citation.Missing, "it is ambiguous")
}

func TestCitationFallsBackToTheCurrentContent(t *testing.T) {
	t.Parallel()
	server, _ := cited(t)
	source := ask.Source{Type: ask.SourceTypePage, Space: "docs", Page: "use", Revision: "gone", Sections: []string{"run"}}
	citation, err := spaces.Cite(t.Context(), server.Client().Spaces, source)
	require.NoError(t, err)
	require.Empty(t, citation.Revision)
	require.Len(t, citation.Sections, 1)
}

func TestCitationThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	server, _ := cited(t)
	client := server.Client()
	source := ask.Source{Type: ask.SourceTypePage, Space: "docs", Page: "nowhere", Revision: server.Spaces.Revisions.All("docs")[0].ID}
	_, err := spaces.Cite(t.Context(), client.Spaces, source)
	require.ErrorIs(t, err, publishing.ErrNotFound)

	source.Page = "use"
	server.Faults.Add("Spaces.Revisions.Pages.Get", 1, publishingtest.Status(403))
	_, err = spaces.Cite(t.Context(), client.Spaces, source)
	require.ErrorIs(t, err, publishing.ErrForbidden, "only a revision that is gone leads to the current content")

	for _, other := range []ask.Source{{}, {Type: ask.SourceTypeRecord, URL: "https://example.com"}, {Type: "video", Raw: publishing.Raw(`{}`)}} {
		meta := publishing.Meta{Status: 200}
		_, err = spaces.Cite(t.Context(), client.Spaces, other, publishing.WithMeta(&meta))
		var invalid *publishing.ValidationError
		require.ErrorAs(t, err, &invalid)
		require.Zero(t, meta.Status, "of an earlier call")
	}
}

func TestGroupHasNoSectionsToCite(t *testing.T) {
	t.Parallel()
	server, _ := cited(t)
	server.Spaces.Pages.Add("docs", "", "", publishingtest.Page{ID: "group", Title: "Group", Type: spaces.PageTypeGroup})
	source := ask.Source{Type: ask.SourceTypePage, Space: "docs", Page: "group", Sections: []string{"a"}}
	citation, err := spaces.Cite(t.Context(), server.Client().Spaces, source)
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, citation.Missing)
	require.Empty(t, citation.Sections)
}
