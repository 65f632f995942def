package main

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestExportRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	dir := filepath.Join(t.TempDir(), "guides")
	var out, notes strings.Builder
	require.Equal(t, 0, run(t.Context(), []string{"-o", dir}, &out, &notes, &lines{&out}), notes.String())
	require.Empty(t, notes.String())
	require.Contains(t, out.String(), "\npublishing/share-links.md\n")
	require.Contains(t, out.String(), "\nfiles/publish-button.png\n")
	require.True(t, strings.HasSuffix(out.String(), dir+": 5 written, 0 up to date, 0 removed\n"), out.String())
	require.FileExists(t, filepath.Join(dir, "publishing", "share-links.md"))

	out.Reset()
	require.Equal(t, 0, run(t.Context(), []string{"-o", dir}, &out, &notes, &lines{&out}), notes.String())
	require.True(t, strings.HasSuffix(out.String(), dir+": 0 written, 5 up to date, 0 removed\n"), out.String())
}

func TestExportRunsOnAnotherService(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, "")
	dir := filepath.Join(t.TempDir(), "reference")
	program := func(ctx context.Context, args ...string) (status int, out, notes string) {
		var written, noted strings.Builder
		status = run(ctx, args, &written, &noted, &lines{&written})
		return status, written.String(), noted.String()
	}
	status, out, notes := program(t.Context(), "-o", dir, demo.Spaces[1])
	require.Equal(t, 0, status, notes)
	require.Equal(t, dir+": 3 written, 0 up to date, 0 removed", out[strings.Index(out, dir):len(out)-1])
	_, out, _ = program(t.Context(), "-o", dir, demo.Spaces[1])
	require.Equal(t, dir+": 0 written, 3 up to date, 0 removed\n", out)

	server.Spaces.Comments.Add(demo.Spaces[1], "", spaces.Comment{})
	status, out, notes = program(t.Context(), "-o", dir, "-comments", "-plain", demo.Spaces[1])
	require.Equal(t, 0, status, notes)
	require.Contains(t, strings.Split(out, "\n"), otherComments)
	server.Faults.Add("Spaces.Comments.List", 1, publishingtest.Status(http.StatusForbidden))
	status, out, notes = program(t.Context(), "-o", dir, "-comments", "-plain", demo.Spaces[1])
	require.Equal(t, incomplete, status)
	require.Equal(t, dir+": 0 written, 3 up to date, 0 removed\n", out)
	require.Contains(t, notes, "export: nothing is removed, because the comments cannot be listed: ")

	status, _, notes = program(t.Context())
	require.Equal(t, 1, status)
	require.Contains(t, notes, "export: which space? Pass its ID, or set PUBLISHING_ORGANIZATION")
	t.Setenv(service.EnvOrganization, demo.Organization)
	status, _, notes = program(t.Context())
	require.Equal(t, 1, status)
	require.Contains(t, notes, "\n  "+demo.Spaces[1]+"  API reference\n")

	ctx, interrupt := context.WithCancel(t.Context())
	server.Faults.Delay("Spaces.Pages.Get", func(ctx context.Context) {
		interrupt()
		<-ctx.Done()
	})
	status, out, notes = program(ctx, "-o", dir+"2", demo.Spaces[1])
	require.Equal(t, interrupted, status)
	require.Equal(t, dir+"2: 0 written, 0 up to date, 0 removed, 3 not done\n", out)
	require.Equal(t, "Interrupted. Run it again to continue.\n", notes)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	require.Equal(t, 0, run(t.Context(), []string{"-h"}, &out, io.Discard, &lines{io.Discard}))
	require.Contains(t, out.String(), "-parallel 4 (")
	for _, args := range [][]string{{"-x"}, {"a", "b"}, {"-parallel", "0"}, {"-parallel", "33"}} {
		out.Reset()
		require.Equal(t, 1, run(t.Context(), args, io.Discard, &out, &lines{io.Discard}))
		require.Contains(t, out.String(), "usage: export", args)
	}
}

func TestBarIsClearedAtTheEnd(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	shown := &bar{out: &out}
	shown.begin(2)
	shown.done("a")
	shown.end()
	require.Contains(t, out.String(), "(1/2)")
	after := out.String()[strings.LastIndex(out.String(), ")")+1:]
	require.Empty(t, strings.Trim(after, " \r\n"))
	require.True(t, strings.HasSuffix(after, "\r"))
	empty := &bar{out: os.Stderr}
	empty.begin(0)
	empty.end()
}

// A part changes a part of a response.
type part struct {
	operation string
	change    func(response map[string]any)
}

// pageIn returns a page of the demo's tree that has subpages, and the first of these.
func pageIn(response map[string]any) (page, below map[string]any) {
	for _, p := range response["pages"].([]any) {
		page = p.(map[string]any)
		if inner := page["pages"].([]any); len(inner) > 0 {
			return page, inner[0].(map[string]any)
		}
	}
	panic("no page of the demo has subpages")
}

func firstItem(response map[string]any) map[string]any {
	return response["items"].([]any)[0].(map[string]any)
}

// checkNothingIsRemoved runs the program on a directory with an export, with a response of which a
// part is another one. It requires an error, and the files of the export to stay as they are.
func checkNothingIsRemoved(t *testing.T, parts map[string]part) {
	t.Helper()
	for name, part := range parts {
		t.Run(name, func(t *testing.T) {
			server := publishingtest.NewServer(t)
			space := server.SeedDemo().Spaces[0]
			t.Setenv(publishing.EnvBaseURL, server.URL())
			t.Setenv(publishing.EnvToken, server.Token())
			t.Setenv(service.EnvOrganization, "")
			dir := t.TempDir()
			var notes strings.Builder
			require.Equal(t, 0, run(t.Context(), []string{"-o", dir, space}, io.Discard, &notes, &lines{io.Discard}), notes.String())
			whole, err := fs.Glob(os.DirFS(dir), "*/*")
			require.NoError(t, err)
			require.Contains(t, whole, "publishing/share-links.md")
			require.Contains(t, whole, "files/publish-button.png")

			var body []byte
			client, raw := server.Client(), publishing.WithRawBody(&body)
			switch part.operation {
			case "Spaces.Get":
				_, err = client.Spaces.Get(t.Context(), space, spaces.GetOptions{}, raw)
			case "Spaces.Pages.Tree":
				_, err = client.Spaces.Pages.Tree(t.Context(), space, spaces.PageTreeOptions{}, raw)
			case "Spaces.Files.List":
				_, err = client.Spaces.Files.List(t.Context(), space, spaces.FileListOptions{}, raw)
			}
			require.NoError(t, err)
			var response map[string]any
			require.NoError(t, json.Unmarshal(body, &response))
			part.change(response)
			body, err = json.Marshal(response)
			require.NoError(t, err)
			server.Faults.Add(part.operation, 1, publishingtest.Status(200).Body("application/json", string(body)))

			status := run(t.Context(), []string{"-o", dir, space}, io.Discard, &notes, &lines{io.Discard})
			require.Contains(t, []int{1, incomplete}, status, notes.String())
			left, err := fs.Glob(os.DirFS(dir), "*/*")
			require.NoError(t, err)
			require.Equal(t, whole, left)
			require.Equal(t, 0, run(t.Context(), []string{"-o", dir, space}, io.Discard, &notes, &lines{io.Discard}), notes.String())
		})
	}
}

func TestNothingIsRemovedIfAPartHasAnotherType(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNothingIsRemoved(t, map[string]part{
		"the revision of the space": {"Spaces.Get", func(space map[string]any) { space["revision"] = 7 }},
		"all pages":                 {"Spaces.Pages.Tree", func(tree map[string]any) { tree["pages"] = map[string]any{} }},
		"a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			page, _ := pageIn(tree)
			page["pages"].([]any)[0] = "Share links"
		}},
		"the pages of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			page, below := pageIn(tree)
			page["pages"] = below
		}},
		"the ID of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			_, below := pageIn(tree)
			below["id"] = 7
		}},
		"the type of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			_, below := pageIn(tree)
			below["type"] = 7
		}},
		"an unknown type of page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			_, below := pageIn(tree)
			below["type"] = "board"
		}},
		"all files":        {"Spaces.Files.List", func(list map[string]any) { list["items"] = map[string]any{} }},
		"a file":           {"Spaces.Files.List", func(list map[string]any) { list["items"].([]any)[0] = "plan.png" }},
		"the ID of a file": {"Spaces.Files.List", func(list map[string]any) { firstItem(list)["id"] = 7 }},
	})
}

func TestNothingIsRemovedIfAPartIsMissing(t *testing.T) { //nolint:paralleltest // it sets the environment
	checkNothingIsRemoved(t, map[string]part{
		"the revision of the space": {"Spaces.Get", func(space map[string]any) { delete(space, "revision") }},
		"all pages":                 {"Spaces.Pages.Tree", func(tree map[string]any) { delete(tree, "pages") }},
		"the pages of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			page, _ := pageIn(tree)
			delete(page, "pages")
		}},
		"null for the pages of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			page, _ := pageIn(tree)
			page["pages"] = nil
		}},
		"the ID of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			_, below := pageIn(tree)
			delete(below, "id")
		}},
		"the type of a page": {"Spaces.Pages.Tree", func(tree map[string]any) {
			_, below := pageIn(tree)
			delete(below, "type")
		}},
		"all files":        {"Spaces.Files.List", func(list map[string]any) { delete(list, "items") }},
		"the ID of a file": {"Spaces.Files.List", func(list map[string]any) { delete(firstItem(list), "id") }},
		"the last file": {"Spaces.Files.List", func(list map[string]any) {
			list["count"] = len(list["items"].([]any))
			list["items"] = []any{}
		}},
	})
}

func TestPagesBesideOneOfAnUnknownTypeAreExported(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.Status(200).Body("application/json",
		`{"object":"revision","pages":[{"id":"a","type":"document","title":"A","slug":"a","pages":[]},{"id":"x","type":"board","title":"X","pages":[{"id":"b","type":"document","title":"B","slug":"b","pages":[]}]}]}`))
	sum, err := w.exporter().run(t.Context())
	require.EqualError(t, err, `nothing is removed, because of pages of unknown types: x ("board")`)
	require.Equal(t, summary{total: 2, written: 2}, sum)
	require.Equal(t, map[string]string{
		"a.md":   "---\nslug: \"first-steps\"\n---\n# First steps\n\nGo.\n",
		"X/b.md": "---\nslug: \"install\"\n---\n# Install\n\nType it.\n",
	}, w.files())
	contents, err := os.ReadFile(filepath.Join(w.dir, "SUMMARY.md"))
	require.NoError(t, err)
	require.Equal(t, "# Table of contents\n\n* [A](a.md)\n* [B](X/b.md)\n", string(contents))
}

func TestReceiptCountsTheFieldsThatTheDirectoryDoesNotContain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, tree()...)
	const usual = `"width":"default","cover":true,"coverSize":"full","title":true,"description":true,"tableOfContents":true,"outline":true,"pagination":true,"metadata":true`
	w.Faults.Add("Spaces.Pages.Tree", 1, publishingtest.Status(200).Body("application/json", `{"object":"revision","pages":[
		{"id":"a","type":"document","title":"A","slug":"a","pages":[],"layout":{`+usual+`},"metaLinks":{},"tags":[],"variables":{}},
		{"id":"b","type":"document","title":"B","slug":"b","pages":[],"layout":{`+strings.Replace(usual, "default", "wide", 1)+`},"cover":{"ref":{"kind":"url","url":"https://example.com/c.png"}},"linkTitle":"Bee"},
		{"id":"c","type":"document","title":"C","slug":"c","pages":[],"layout":{`+strings.Replace(usual, `"outline":true`, `"outline":false`, 1)+`},"variables":{"a":"1"},
			"tags":[{"tag":{"kind":"tag","tag":"t"}}],"metaLinks":{"canonical":{"kind":"url","url":"https://example.com/"}}}]}`))
	_, err := w.exporter().run(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[string]int{"cover": 1, "layout": 2, "linkTitle": 1, "metaLinks": 1, "tags": 1, "variables": 1}, w.receipt().LeftOut)
	w.export()
	require.Empty(t, w.receipt().LeftOut)
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) { //nolint:paralleltest // it sets the environment
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	proxytest.Change(t, server, demo.Organization, proxytest.Control)
	dir := filepath.Join(t.TempDir(), "guides")
	proxytest.RequirePrintableOutput(t, []string{"-o", dir, demo.Spaces[0]}, nil)
}
