package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestQuickstartListsPatchesAndStreams(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out strings.Builder
	require.NoError(t, quickstart(t.Context(), &out, server.Client(), demo.Organization, demo.Sites[0]))
	require.Contains(t, out.String(), demo.Sites[0]+" Acme Docs\n")
	require.Contains(t, out.String(), "now called Handbook\n")
	require.Contains(t, out.String(), "press **Publish**")
	require.True(t, strings.HasSuffix(out.String(), "\n"), "the shell's prompt begins a line")
	require.Equal(t, "Handbook", server.Sites(demo.Organization)[0].Title)
}

func TestQuickstartNamesTheSiteThatIsNotThere(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out strings.Builder
	err := quickstart(t.Context(), &out, server.Client(), demo.Organization, "gone")
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.ErrorContains(t, err, "there is no site gone: Sites.Update: ")
}

func TestQuickstartOnAServiceWantsASite(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), nil, &out))
	require.Contains(t, out.String(), "On the service in memory.")
	require.ErrorContains(t, run(t.Context(), []string{"one", "two"}, &out), "usage: quickstart")
	t.Setenv(publishing.EnvBaseURL, "http://127.0.0.1:1")
	t.Setenv(publishing.EnvToken, "token")
	t.Setenv("PUBLISHING_ORGANIZATION", "org_1")
	require.EqualError(t, run(t.Context(), nil, &out), "usage: quickstart SITE, where SITE is the id of a site to rename")
}
