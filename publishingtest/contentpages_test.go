package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestPageOfASpaceByItsIDAndByItsPath(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	content := w.client.Spaces.Content
	const text = "## Every day\n\nBack to the [start](/start)."
	for _, format := range []*api.Format{nil, new(api.FormatMarkdown)} {
		byID, err := content.Page(t.Context(), "wiki", "use", spaces.PageOptions{Format: format})
		require.NoError(t, err)
		require.Equal(t, "Use", byID.Title)
		require.Equal(t, new(text), byID.Markdown)
		require.Nil(t, byID.Document)
		byPath, err := content.PageByPath(t.Context(), "wiki", "start/use", spaces.PageOptions{Format: format})
		require.NoError(t, err)
		require.Equal(t, byID, byPath)
	}
	page, err := content.PageByPath(t.Context(), "wiki", "start/use", spaces.PageOptions{Format: new(api.FormatDocument), Metadata: new(false)})
	require.NoError(t, err)
	require.Nil(t, page.Markdown)
	require.Equal(t, "heading-2", page.Document.Nodes[0].Type)
	require.Nil(t, page.Git)

	w.EditPage("wiki", "", "use", func(page *publishingtest.Page) { page.Slug = "daily" })
	_, err = content.PageByPath(t.Context(), "wiki", "start/use", spaces.PageOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	page, err = content.PageByPath(t.Context(), "wiki", "start/daily", spaces.PageOptions{})
	require.NoError(t, err)
	require.Equal(t, "use", page.ID)

	_, err = content.Page(t.Context(), "wiki", "nowhere", spaces.PageOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
	for _, path := range []string{"start/", "/start", "Start", "nowhere"} {
		_, err = content.PageByPath(t.Context(), "wiki", path, spaces.PageOptions{})
		require.ErrorIs(t, err, publishing.ErrNotFound, path)
	}
}

func TestPageByPathFindsGroupsAndWhatIsComputed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.AddSpace(w.org, spaces.Space{ID: "space"},
		publishingtest.Page{ID: "group", Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{
			{ID: "link", Title: "Link", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
			{ID: "source", Title: "Source", Type: spaces.PageTypeComputed, Computed: &spaces.Computed{Type: "builtin:openapi"}, Pages: []publishingtest.Page{{ID: "made", Title: "Made"}}},
		}},
	)
	find := func(path string, options spaces.PageOptions) string {
		page, err := w.client.Spaces.Content.PageByPath(t.Context(), "space", path, options)
		if err != nil {
			require.ErrorIs(t, err, publishing.ErrNotFound)
			return ""
		}
		return page.ID
	}
	require.Equal(t, "group", find("group", spaces.PageOptions{}))
	require.Equal(t, "group", find("group", spaces.PageOptions{Computed: new(false)}))
	require.Empty(t, find("group/link", spaces.PageOptions{}), "a link has no path")
	require.Equal(t, "made", find("group/made", spaces.PageOptions{}))
	require.Empty(t, find("group/made", spaces.PageOptions{Computed: new(false)}))
}
