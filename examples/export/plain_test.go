package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// exportPlain runs a new exporter that writes standard Markdown.
func (w *world) exportPlain() (summary, error) {
	w.t.Helper()
	e := w.exporter()
	e.plain, e.comments = true, true
	return e.run(w.t.Context())
}

func TestPlainExportContainsNoBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t,
		page("a", "A", "{% hint style=\"info\" %}\nSee [b](/pages/b).\n{% endhint %}\n\n{% content-ref url=\"/pages/b\" %}\n{% endcontent-ref %}\n\n{% @acme/chart id=\"1\" %}"),
		page("b", "B", "{% box %}\n```\n{% box %}\n```\n{% endbox %}\n\n{% @acme/chart id=\"2\" %}"))
	w.comment("first", "b", 1, nil)
	sum, err := w.exportPlain()
	require.NoError(t, err)
	require.Equal(t, 3, sum.written)
	files := w.files()
	require.Equal(t, "# A\n\n> **Info**\n>\n> See [b](b.md).\n\n[/pages/b](b.md)\n\n<!-- {% @acme/chart id=\"1\" %} -->\n", files["a.md"])
	require.Equal(t, "# B\n\n<!-- {% box %} -->\n\n```\n{% box %}\n```\n\n<!-- {% endbox %} -->\n\n<!-- {% @acme/chart id=\"2\" %} -->\n", files["b.md"])
	unknown := map[string]int{"@acme/chart": 2, "box": 1}
	require.Equal(t, unknown, w.receipt().UnknownBlocks)
	require.True(t, w.receipt().Complete, "the content of an unknown block is exported")

	sum, err = w.exportPlain()
	require.NoError(t, err)
	require.Equal(t, 2, sum.upToDate)
	require.Equal(t, unknown, w.receipt().UnknownBlocks, "those of pages that are up to date are in the receipt, too")

	require.Equal(t, 2, w.export().written, "the blocks are wanted again")
	require.True(t, strings.HasPrefix(w.files()["a.md"], "# A\n\n{% hint"))
	require.Empty(t, w.receipt().UnknownBlocks)
}

func TestCommentsOfAPlainExportContainNoBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.Page{ID: "a", Title: "A"})
	w.comment("first", "a", 1, nil)
	c := spaces.CommentUpdate{Body: new(richtext.Markdown("{% tab title=\"One\" %}\n{% box %}"))}
	_, err := w.Client().Spaces.Comments.Update(t.Context(), "space", "first", c)
	require.NoError(t, err)
	_, err = w.exportPlain()
	require.NoError(t, err)
	require.Contains(t, w.files()["a.comments.md"], "> **One**\n>\n> <!-- {% box %} -->\n")
	require.Equal(t, map[string]int{"box": 1}, w.receipt().UnknownBlocks)
}
