package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/push"
	"github.com/publishing-platform/publishing-go/spaces"
)

// pushTo pushes a directory to the main content of a new space, and exports it. It returns the
// exported files, the directory, and what the push noted.
func (w *world) pushTo(space string, directory fs.FS, pages ...publishingtest.Page) (map[string]string, string, []push.Note) {
	w.t.Helper()
	w.Spaces.Add(w.Orgs.All()[0].ID, spaces.Space{ID: space}, pages...)
	options := push.Options{Store: push.FileStore(filepath.Join(w.t.TempDir(), "state.json"))}
	result, err := push.Push(w.t.Context(), w.Client(), push.Target{Space: space}, directory, options)
	require.NoError(w.t, err)
	_, err = push.Merge(w.t.Context(), w.Client(), space, options.Store)
	require.NoError(w.t, err)
	exported := *w
	exported.dir = filepath.Join(w.t.TempDir(), space)
	e := exported.exporter()
	e.spaceID = space
	_, err = e.run(w.t.Context())
	require.NoError(w.t, err)
	files := exported.files()
	contents, err := os.ReadFile(filepath.Join(exported.dir, summaryPath))
	require.NoError(w.t, err)
	files[summaryPath] = string(contents)
	return files, exported.dir, result.Notes
}

func TestExportIsWhatPushReads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	files := map[string]string{
		"SUMMARY.md":        "* [Start](start.md)\n* [Guides](guides/README.md)\n  * [First steps](guides/first.md)\n  * [Read me](guides/me.md)\n",
		"guides/me.md":      "---\nslug: readme\n---\n# Read me\n",
		"start.md":          "---\ndescription: \"Two: parts\"\nicon: bolt\n---\n# Start\n\n[First](guides/first.md#part), [the guides](guides/), [`[no](/pages/page_1)`](start.md)\n\n![An image](<images/a b.png>)\n",
		"guides/README.md":  "---\ntitle: \"Guides & *more*\"\nslug: all-guides\nhidden: true\n---\n\nText.\n\n```md\n[a](/pages/page_1)\n```\n",
		"guides/first.md":   "# First steps\n\n<a href=\"../start.md\">Back</a>\n\n{% content-ref url=\"README.md\" %}\nGuides\n{% endcontent-ref %}\n",
		"images/a b.png":    "an image",
		"images/unused.png": "nobody refers to it",
	}
	directory := fstest.MapFS{}
	for name, text := range files {
		directory[name] = &fstest.MapFile{Data: []byte(text)}
	}
	first, dir, notes := w.pushTo("first", directory)
	require.Empty(t, notes)
	require.Equal(t, []string{"SUMMARY.md", "all-guides.md", "all-guides/first.md", "all-guides/readme.md", "files/a b.png", "start.md"}, slices.Sorted(maps.Keys(first)))
	require.Equal(t, "# Table of contents\n\n* [Start](start.md)\n* [Guides & \\*more\\*](all-guides.md)\n  * [First steps](all-guides/first.md)\n  * [Read me](all-guides/readme.md)\n", strings.ReplaceAll(first["SUMMARY.md"], `\&`, "&"))
	require.True(t, strings.HasPrefix(first["start.md"], "---\ndescription: \"Two: parts\"\nicon: \"bolt\"\n---\n# Start\n"), first["start.md"])
	require.Contains(t, first["start.md"], "[First](all-guides/first.md#part)")
	require.Contains(t, first["start.md"], `src="files/a%20b.png"`)
	require.Contains(t, first["all-guides/first.md"], `<a href="../start.md">`)
	second, _, notes := w.pushTo("second", os.DirFS(dir))
	require.Empty(t, notes)
	require.Equal(t, first, second)
}

// TestPushOfAnExportLacksGroupsAndLinks has what docs/push.md lists as not the same.
func TestPushOfAnExportLacksGroupsAndLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	require.Equal(t, 4, w.export().written)
	first := w.files()
	second, _, notes := w.pushTo("second", os.DirFS(w.dir))
	require.Len(t, notes, 2)
	require.Equal(t, "SUMMARY.md:6: a link in the tree is not created: https://a.example", notes[0].String())
	require.Equal(t, "SUMMARY.md:8: a group is not created: More", notes[1].String())
	require.Equal(t, "# Table of contents\n\n* [First steps](first-steps.md)\n  * [Install](first-steps/install.md)\n  * [Run](first-steps/run.md)\n* [Deep](deep.md)\n", second[summaryPath])
	delete(second, summaryPath)
	first["deep.md"] = first["more/deep.md"]
	delete(first, "more/deep.md")
	require.Equal(t, first, second)

	third, _, _ := w.pushTo("third", os.DirFS(w.dir), publishingtest.Page{Title: "More", Type: spaces.PageTypeGroup})
	require.Contains(t, third, "more/deep.md", "the group is there")
}

// TestGuidesOfTheProjectComeBack pushes the directory docs, and compares the words and the links of
// what is exported.
func TestGuidesOfTheProjectComeBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	docs := os.DirFS("../../docs")
	first, dir, notes := w.pushTo("first", docs)
	for _, n := range notes { // links to the rest of the repository
		require.Equal(t, push.NoteLink, n.Kind, n)
		require.Contains(t, n.Text, "the link leads out of the directory: ../", n)
	}
	outside := regexp.MustCompile(`\]\(\.\./[^)]*\)`)
	form := regexp.MustCompile(`\\|&#x20;|[^\pL\pN/#.]`)
	words := func(text string) string {
		return form.ReplaceAllString(strings.ToLower(outside.ReplaceAllString(text, "]")), "")
	}
	names, err := fs.Glob(docs, "*.md")
	require.NoError(t, err)
	require.Greater(t, len(names), 10)
	for _, name := range names {
		text, err := fs.ReadFile(docs, name)
		require.NoError(t, err)
		exported := strings.ReplaceAll(strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), ".", "-") + ".md"
		require.Equal(t, words(string(text)), words(first[exported]), name)
	}
	require.Len(t, first, len(names)+1)
	second, _, notes := w.pushTo("second", os.DirFS(dir))
	require.Empty(t, notes)
	require.Equal(t, first, second)
}

func TestPageIsWrittenAgainWhenAnotherMoves(t *testing.T) {
	t.Parallel()
	w := newWorld(t, page("a", "A", "[b](/pages/b) and [gone](/pages/gone)"), page("b", "B", ""), page("c", "C", ""))
	w.export()
	require.Equal(t, "# A\n\n[b](b.md) and [gone](/pages/gone)\n", w.files()["a.md"])
	w.Spaces.Pages.Edit("space", "", "b", func(p *publishingtest.Page) { p.Slug = "new" })
	require.Equal(t, summary{total: 3, written: 2, upToDate: 1, removed: 1}, w.export())
	require.Equal(t, "# A\n\n[b](new.md) and [gone](/pages/gone)\n", w.files()["a.md"])
}
