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
	require.Equal(t, "Handbook", server.Sites(demo.Organization)[0].Title)
}

func TestQuickstartNamesTheSiteThatIsNotThere(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	var out strings.Builder
	require.EqualError(t, quickstart(t.Context(), &out, server.Client(), demo.Organization, "gone"), "there is no site gone")
}

func TestQuickstartOnAServiceWantsASite(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	var out strings.Builder
	require.NoError(t, run(t.Context(), nil, &out))
	require.Contains(t, out.String(), "On the service in memory.")
	t.Setenv(publishing.EnvBaseURL, "http://127.0.0.1:1")
	t.Setenv(publishing.EnvToken, "token")
	t.Setenv("PUBLISHING_ORGANIZATION", "org_1")
	require.EqualError(t, run(t.Context(), nil, &out), "want the id of a site")
}
