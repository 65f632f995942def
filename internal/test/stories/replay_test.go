package stories_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestNetHTTPReplaysNoRequest closes connections that were used before. net/http by itself would
// replay a GET that gets no response on one.
func TestNetHTTPReplaysNoRequest(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	client := server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites)
	ask := func() (err error) {
		for _, err = range client.Orgs.Ask.Stream(t.Context(), demo.Organization, orgs.AskQuestion{Question: "How?"}, orgs.AskStreamOptions{}) {
		}
		return err
	}
	require.NoError(t, ask())
	server.Faults.Add("Orgs.Ask.Stream", 1, publishingtest.HangUp())
	require.Error(t, ask())
	require.Equal(t, 2, server.Calls.Count("Orgs.Ask.Stream"), "a question is not asked twice")

	get := func(opts ...publishing.CallOption) error {
		_, err := client.Sites.Get(t.Context(), demo.Organization, demo.Sites[0], sites.GetOptions{}, opts...)
		return err
	}
	require.NoError(t, get())
	server.Faults.Add("Sites.Get", 1, publishingtest.HangUp())
	require.Error(t, get(publishing.WithoutRetry()))
	require.Equal(t, 2, server.Calls.Count("Sites.Get"), "WithoutRetry sends once")

	list := func() error {
		_, err := client.Sites.List(t.Context(), demo.Organization, sites.ListOptions{})
		return err
	}
	require.NoError(t, list())
	server.Faults.Add("Sites.List", 1, publishingtest.HangUp())
	require.NoError(t, list())
	require.Equal(t, 3, server.Calls.Count("Sites.List"))
}
