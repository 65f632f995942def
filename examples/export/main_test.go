package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
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

	status, _, notes = program(t.Context())
	require.Equal(t, 1, status)
	require.Contains(t, notes, "export: which space? Pass its ID, or set PUBLISHING_ORGANIZATION")
	t.Setenv(service.EnvOrganization, demo.Organization)
	status, _, notes = program(t.Context())
	require.Equal(t, 1, status)
	require.Contains(t, notes, "\n  "+demo.Spaces[1]+"  API reference\n")

	ctx, interrupt := context.WithCancel(t.Context())
	server.Delay("Spaces.Content.Page", func(ctx context.Context) {
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
