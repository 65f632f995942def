package main

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestQuickstartListsRenamesAndStreams(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out strings.Builder
	require.NoError(t, quickstart(t.Context(), &out, server.Client(), demo.Organization, demo.Sites[0]))
	require.Contains(t, out.String(), demo.Sites[0]+" Acme Docs\n")
	require.Contains(t, out.String(), "renamed to Handbook\n")
	require.Contains(t, out.String(), "press **Publish**")
	require.True(t, strings.HasSuffix(out.String(), "\n"), "the prompt of the shell starts on a new line")
	require.Equal(t, "Handbook", server.Sites.All(demo.Organization)[0].Title)
}

func TestQuickstartReportsASiteThatDoesNotExist(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out strings.Builder
	err := quickstart(t.Context(), &out, server.Client(), demo.Organization, "gone")
	require.ErrorIs(t, err, publishing.ErrNotFound)
	require.ErrorContains(t, err, "site gone does not exist: Sites.Update: ")
}

func TestQuickstartOnAnotherServiceRequiresAnOrganizationAndASite(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), nil, &out))
	require.Contains(t, out.String(), "Using the in-memory server.")

	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	require.ErrorContains(t, run(t.Context(), demo.Sites[:1], &out), "usage: PUBLISHING_ORGANIZATION=")
	t.Setenv("PUBLISHING_ORGANIZATION", demo.Organization)
	require.ErrorContains(t, run(t.Context(), nil, &out), "quickstart SITE")
	require.NoError(t, run(t.Context(), demo.Sites[:1], &out))
	require.Equal(t, "Handbook", server.Sites.All(demo.Organization)[0].Title)
}

func TestWhatTheServiceSendsDoesNotControlTheTerminal(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Sites.Add(demo.Organization, sites.Site{Title: "\x1b]0;title\a\u009b2J\u202eevil", Published: true})
	server.Streams.Script("Orgs.Ask.Stream", publishingtest.TextEvent("\x1b[8mYes.\r\u2066"), publishingtest.DoneEvent())
	var out strings.Builder
	require.NoError(t, quickstart(t.Context(), printable{&out}, server.Client(), demo.Organization, demo.Sites[0]))
	require.Contains(t, out.String(), " ]0;title2Jevil\n")
	require.True(t, strings.HasSuffix(out.String(), "\n[8mYes.\n"), out.String())
	require.NotContains(t, strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return '\x00'
	}, out.String()), "\x00")
}
