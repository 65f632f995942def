package stories_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfARepository imports a repository, edits the content and exports it, with a failed
// export in between. That a commit which was exported is not imported again is the in-memory
// server's own idea (rule spaces.git.again).
func TestStoryOfARepository(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	space := server.Spaces.Add(org, spaces.Space{Title: "Guide"}, publishingtest.Page{Title: "Draft"}).ID
	const address = "https://git.example.com/acme/guide.git"
	server.Spaces.Git.Repositories.Set(publishingtest.GitRepository{URL: address, Message: "Write the guide", Pages: []publishingtest.Page{{Title: "Install"}, {Title: "Use"}}})
	repository := spaces.GitRepository{URL: address, User: "x-access-token", Token: api.NewSecret("ghs_t0k3n")}
	soon := api.Wait{MinWait: time.Microsecond}
	look := func() *spaces.Space {
		got, err := client.Spaces.Get(t.Context(), space, spaces.GetOptions{})
		require.NoError(t, err)
		return got
	}

	// The space gets the content of the repository, and shows where it comes from.
	_, err := client.Spaces.Git.Info(t.Context(), space)
	require.ErrorIs(t, err, publishing.ErrNotFound)
	before := *look()
	require.NoError(t, client.Spaces.Git.Import(t.Context(), space, spaces.GitImport{
		Repository: repository, Ref: "refs/heads/main", GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitHub, URL: new("https://git.example.com/acme/guide")},
	}))
	require.Equal(t, spaces.GitOperationStateSuccess, server.Spaces.Git.Complete(space).State)
	imported, err := client.Spaces.Git.WaitImported(t.Context(), space, before, soon)
	require.NoError(t, err)
	require.Equal(t, []string{"install", "use"}, paths(imported))
	require.False(t, imported.Git.ByService())
	info, err := client.Spaces.Git.Info(t.Context(), space)
	require.NoError(t, err)
	require.Equal(t, "https://git.example.com/acme/guide", *info.URL)
	require.Equal(t, info, look().GitSync)

	// An export fails. Nothing shows that but the time that it takes.
	server.Spaces.Pages.Add(space, "", "", publishingtest.Page{Title: "Ask"})
	before = *look()
	export := spaces.GitExport{Repository: repository, Ref: "refs/heads/main", CommitMessage: "Add questions"}
	require.NoError(t, client.Spaces.Git.Export(t.Context(), space, export))
	server.Spaces.Git.Fail(space, "the branch is protected")
	limited := soon
	limited.Limit = time.Millisecond
	_, err = client.Spaces.Git.WaitExported(t.Context(), space, before, limited)
	require.Error(t, err)
	require.Len(t, server.Spaces.Git.Repositories.All()[0].Pages, 2)

	// It succeeds once the branch allows it.
	require.NoError(t, client.Spaces.Git.Export(t.Context(), space, export))
	server.Spaces.Git.Complete(space)
	exported, err := client.Spaces.Git.WaitExported(t.Context(), space, before, soon)
	require.NoError(t, err)
	require.True(t, exported.Git.ByService())
	require.Equal(t, "Add questions", exported.Git.Message)
	require.Equal(t, []string{"install", "use", "ask"}, paths(exported))
	now := server.Spaces.Git.Repositories.All()[0]
	require.Equal(t, exported.Git.OID, now.OID)
	require.Len(t, now.Pages, 3)

	// What the service exported, it does not import again.
	require.NoError(t, client.Spaces.Git.Import(t.Context(), space, spaces.GitImport{Repository: repository, Ref: "refs/heads/main"}))
	require.Empty(t, server.Spaces.Git.Complete(space).Revision)
	require.Equal(t, exported.ID, look().Revision)
}
