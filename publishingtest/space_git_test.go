package publishingtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	repoURL = "https://git.example.com/acme/docs.git"
	repoRef = "refs/heads/main"
)

func gitProofs() map[string]proof {
	const git = "/v1/spaces/guides/git"
	p := proofs{}
	p.responds("spaces.git.repository", "POST", git+"/import", `{"url":"https://git.example.com/nowhere.git","ref":"r"}`, http.StatusNoContent)
	repository := publishingtest.GitRepository{URL: repoURL, Pages: []publishingtest.Page{{Title: "From Git"}}}
	p["spaces.git.again"] = func(t *testing.T, w *world) bool {
		w.Spaces.Git.Repositories.Set(repository)
		for range 2 {
			w.startGit()
			w.Spaces.Git.Complete("guides")
		}
		return len(w.Spaces.Revisions.All("guides")) == 2
	}
	p["spaces.git.timestamp"] = func(t *testing.T, w *world) bool {
		w.Spaces.Git.Repositories.Set(repository)
		var last publishingtest.GitOperation
		for _, day := range []string{"02", "01"} {
			w.Spaces.Pages.Add("guides", "", "", publishingtest.Page{Title: "Edited"})
			body := `{"url":"` + repoURL + `","ref":"` + repoRef + `","commitMessage":"m","timestamp":"2026-01-` + day + `T00:00:00Z"}`
			require.Equal(t, http.StatusNoContent, w.send(t, "POST", git+"/export", body).status)
			last = w.Spaces.Git.Complete("guides")
		}
		return last.Revision == ""
	}
	return p
}

func embedProofs() map[string]proof {
	const embed = "/v1/spaces/guides/embed"
	p := proofs{}
	p.shows("embed.link", "GET", embed+"?url=https%3A%2F%2Fvideos.example.com%3A8443%2F1", "", func(got map[string]any) bool {
		return got["type"] == "link" && got["title"] == "videos.example.com"
	})
	p.shows("spaces.embed.integration", "GET", embed+"?url=https%3A%2F%2Fdiagrams.example%2F1", "", func(got map[string]any) bool {
		return got["type"] == "integration" && got["integration"] == "diagrams"
	})
	return p
}

// newGitWorld adds the space "handbook" with a page, and a repository with two.
func newGitWorld(t *testing.T, opts ...publishingtest.Option) (w *world, git spaces.GitService) {
	t.Helper()
	w = newWorld(t, opts...)
	w.Spaces.Add(w.org, spaces.Space{ID: "handbook"}, publishingtest.Page{ID: "old", Title: "Old"})
	w.Spaces.Git.Repositories.Set(publishingtest.GitRepository{
		URL: repoURL, OID: "0a1b", Message: "Begin", Directory: "guides",
		Pages: []publishingtest.Page{{Title: "Install", Sections: []publishingtest.Section{{Body: "Run it."}}, Pages: []publishingtest.Page{{Title: "Linux"}}}},
	})
	return w, w.client.Spaces.Git
}

var (
	fromRepo = spaces.GitImport{Repository: spaces.GitRepository{URL: repoURL}, Ref: repoRef, RepoProjectDirectory: new("guides"), RepoCommitURL: new("https://git.example.com/acme/docs/commit/")}
	toRepo   = spaces.GitExport{Repository: spaces.GitRepository{URL: repoURL}, Ref: repoRef, RepoProjectDirectory: new("guides"), CommitMessage: "Publish"}
)

func TestRepositoryIsImportedAndExported(t *testing.T) {
	t.Parallel()
	w, git := newGitWorld(t)
	read := func() *spaces.Revision {
		return must(w.client.Spaces.Content.Get(t.Context(), "handbook", spaces.ContentGetOptions{}))(t)
	}
	require.NoError(t, git.Import(t.Context(), "handbook", fromRepo))
	require.Equal(t, []string{"Old"}, titles(read().Pages), "it is not finished")
	require.Equal(t, spaces.GitOperationStateRunning, w.Spaces.Git.All("handbook")[0].State)

	done := w.Spaces.Git.Complete("handbook")
	require.Equal(t, spaces.GitOperationStateSuccess, done.State)
	require.Equal(t, []publishingtest.GitOperation{done}, w.Spaces.Git.All("handbook"))
	now := read()
	require.Equal(t, now.ID, done.Revision)
	require.Equal(t, []string{"Install", "-Linux"}, titles(now.Pages))
	require.Equal(t, &spaces.GitCommit{OID: "0a1b", Message: "Begin", CreatedByService: new(false), Ref: new(repoRef), URL: new("https://git.example.com/acme/docs/commit/0a1b")}, now.Git)
	require.Nil(t, must(w.client.Spaces.Revisions.Get(t.Context(), "handbook", now.Parents[0], spaces.RevisionGetOptions{}))(t).Git)
	require.Nil(t, must(w.client.Spaces.Content.Get(t.Context(), "handbook", spaces.ContentGetOptions{Metadata: new(false)}))(t).Git)

	w.Spaces.Pages.Add("handbook", "", "", publishingtest.Page{Title: "FAQ"})
	require.NoError(t, git.Export(t.Context(), "handbook", toRepo))
	exported := read()
	w.Spaces.Pages.Add("handbook", "", "", publishingtest.Page{Title: "Later"})
	require.Equal(t, exported.ID, w.Spaces.Git.Complete("handbook").Revision, "that of the time of the call")
	require.Nil(t, read().Git)
	exported = must(w.client.Spaces.Revisions.Get(t.Context(), "handbook", exported.ID, spaces.RevisionGetOptions{}))(t)
	require.True(t, exported.Git.ByService())
	require.Equal(t, "Publish", exported.Git.Message)
	repository := w.Spaces.Git.Repositories.All()[0]
	require.Equal(t, exported.Git.OID, repository.OID)
	require.Equal(t, "Publish", repository.Message)
	require.Equal(t, "FAQ", repository.Pages[1].Title)

	require.NoError(t, git.Import(t.Context(), "handbook", fromRepo))
	require.Empty(t, w.Spaces.Git.Complete("handbook").Revision, "it has that commit")
	forced := fromRepo
	forced.Force = new(true)
	require.NoError(t, git.Import(t.Context(), "handbook", forced))
	require.NotEmpty(t, w.Spaces.Git.Complete("handbook").Revision)
	require.Equal(t, []string{"Install", "-Linux", "FAQ"}, titles(read().Pages))
	require.Equal(t, now.Pages[0].ID, read().Pages[0].ID, "a page keeps its ID")
}

func TestFailedAndStandaloneImportsLeaveTheMainContent(t *testing.T) {
	t.Parallel()
	w, git := newGitWorld(t)
	other := fromRepo
	other.Ref = "refs/heads/nowhere"
	for _, repository := range []spaces.GitImport{fromRepo, other} {
		require.NoError(t, git.Import(t.Context(), "handbook", repository))
	}
	failed := w.Spaces.Git.Fail("handbook", "the disk is full")
	require.Equal(t, "the disk is full", failed.Error)
	require.Equal(t, spaces.GitOperationStateFailure, failed.State)
	require.Equal(t, "the repository or the ref does not exist", w.Spaces.Git.Complete("handbook").Error)
	require.Len(t, w.Spaces.Revisions.All("handbook"), 1)

	beside := fromRepo
	beside.Standalone = new(true)
	require.NoError(t, git.Import(t.Context(), "handbook", beside))
	done := w.Spaces.Git.Complete("handbook")
	require.Len(t, w.Spaces.Revisions.All("handbook"), 1)
	got := must(w.client.Spaces.Revisions.Get(t.Context(), "handbook", done.Revision, spaces.RevisionGetOptions{}))(t)
	require.Equal(t, "0a1b", got.Git.OID)
	require.Equal(t, []string{"Install", "-Linux"}, titles(got.Pages))
}

func TestGitInformationIsThatOfTheLastCall(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w, git := newGitWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	require.ErrorIs(t, errorOf(git.Info(t.Context(), "handbook")), publishing.ErrNotFound)
	require.NoError(t, git.Import(t.Context(), "handbook", fromRepo))
	require.ErrorIs(t, errorOf(git.Info(t.Context(), "handbook")), publishing.ErrNotFound, "no gitInfo was given")

	with := fromRepo
	with.GitInfo = &spaces.GitUpdate{URL: new("https://git.example.com/acme/docs")}
	require.NoError(t, git.Import(t.Context(), "handbook", with))
	require.ErrorIs(t, errorOf(git.Info(t.Context(), "handbook")), publishing.ErrNotFound, "no provider was given")
	with.GitInfo = &spaces.GitUpdate{Provider: spaces.GitProviderGitHub}
	require.NoError(t, git.Import(t.Context(), "handbook", with))
	now = now.Add(time.Hour)
	export := toRepo
	export.GitInfo = &spaces.GitUpdate{Provider: spaces.GitProviderGitLab}
	require.NoError(t, git.Export(t.Context(), "handbook", export))
	info := must(git.Info(t.Context(), "handbook"))(t)
	require.Equal(t, &spaces.GitSync{InstallationProvider: new(spaces.GitProviderGitLab), URL: new("https://git.example.com/acme/docs"), UpdatedAt: &now}, info)
	require.Equal(t, info, must(w.client.Spaces.Get(t.Context(), "handbook", spaces.GetOptions{}))(t).GitSync)
}

// TestCommitsOfASeededSpaceStay covers a space that is shown with generated commits until the first
// call.
func TestCommitsOfASeededSpaceStay(t *testing.T) {
	t.Parallel()
	w, git := newGitWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "synced", GitSync: &spaces.GitSync{InstallationProvider: new(spaces.GitProviderGitHub)}})
	before := w.Spaces.Revisions.All("synced")
	require.NotNil(t, before[0].Git)
	require.NoError(t, git.Import(t.Context(), "synced", fromRepo))
	require.Equal(t, before, w.Spaces.Revisions.All("synced"))
	w.Spaces.Pages.Add("synced", "", "", publishingtest.Page{Title: "New"})
	require.Nil(t, w.Spaces.Revisions.All("synced")[1].Git)
}

func TestServerKeepsNoCredentialsOfRepositories(t *testing.T) {
	t.Parallel()
	const canary = "c4n4ry"
	w, git := newGitWorld(t)
	with := spaces.GitRepository{URL: repoURL, User: canary, Token: api.NewSecret(canary + "-token")}
	in, out := fromRepo, toRepo
	in.Repository, out.Repository = with, with
	require.NoError(t, git.Import(t.Context(), "handbook", in))
	require.NoError(t, git.Export(t.Context(), "handbook", out))
	for _, body := range []string{
		`{"url":"https://c4n4ry:c4n4ry@x.example","ref":7}`, `{"url":["https://c4n4ry@x.example"],"ref":"r"}`, `{"url":"https:\/\/c4n4ry@x.example","ref":`,
		`{"url":"\u0068ttps:\u002f\u002fc4n4ry\u0040x.example","ref":"r","gitInfo":{"provider":"https://c4n4ry@x.example"}}`,
	} {
		got := w.send(t, "POST", "/v1/spaces/handbook/git/import", body)
		require.Equal(t, http.StatusBadRequest, got.status)
		require.NotContains(t, got.body, canary)
	}
	require.Equal(t, repoURL, w.Spaces.Git.All("handbook")[0].URL)
	w.Spaces.Git.Complete("handbook")
	w.Spaces.Git.Complete("handbook")
	require.NotContains(t, fmt.Sprintf("%+v", w.Spaces.Git.All("handbook")), canary)
	require.NotContains(t, fmt.Sprintf("%+v", w.Spaces.Git.Repositories.All()), canary)
	for _, call := range w.Calls.All() {
		data, err := json.Marshal(call)
		require.NoError(t, err)
		require.NotContains(t, string(data), canary)
		require.NotContains(t, string(call.Body), canary)
	}
	calls := w.Calls.All("Spaces.Git.Import")
	require.Contains(t, string(calls[0].Body), `"`+repoURL+`"`)
}

func TestEmbedIsScriptedOrALink(t *testing.T) {
	t.Parallel()
	w, _ := newGitWorld(t)
	scripted := spaces.Embed{Type: spaces.EmbedTypeRich, Title: "The launch", Site: "Videos", HTML: new(spaces.UntrustedHTML("<iframe></iframe>"))}
	w.Spaces.Embeds.Set("https://videos.example.com/1?t=2", scripted)
	for address, want := range map[string]spaces.Embed{
		"https://videos.example.com/1?t=2": scripted,
		"https://u:p@videos.example.com/1": {Type: spaces.EmbedTypeLink, Title: "videos.example.com", Site: "videos.example.com"},
		"videos":                           {Type: spaces.EmbedTypeLink, Title: "videos", Site: "videos"},
	} {
		require.Equal(t, want, *must(w.client.Spaces.Embed(t.Context(), "handbook", spaces.EmbedOptions{URL: address}))(t))
	}
}

func TestInstalledBlockDisplaysTheURLsOfItsHosts(t *testing.T) {
	t.Parallel()
	const address = "https://Draw.example:8443/a/1?b=2"
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "handbook"})
	block := integrations.Block{ID: "board", Title: "Board", URLUnfurl: []string{"https://boards.example/**", "https://draw.example"}}
	w.Integrations.Add(w.org, integrations.Integration{Name: "plain"})
	w.Integrations.Add(w.org, integrations.Integration{Name: "draw", Blocks: []integrations.Block{{ID: "other", Title: "Other"}, block}})
	w.Integrations.Installations.Add("plain", w.org, integrations.Installation{SpaceSelection: integrations.SelectionAll})
	installed := w.Integrations.Installations.Add("draw", w.org, integrations.Installation{})
	embed := func() spaces.Embed {
		t.Helper()
		got := must(w.client.Spaces.Embed(t.Context(), "handbook", spaces.EmbedOptions{URL: address}))(t)
		return *got
	}
	link := spaces.Embed{Type: spaces.EmbedTypeLink, Title: "Draw.example", Site: "Draw.example"}
	require.Equal(t, link, embed())
	w.Integrations.Installations.Spaces.Add("draw", installed.ID, "handbook", integrations.SpaceInstallation{})
	got := embed()
	require.Equal(t, spaces.EmbedTypeIntegration, got.Type)
	require.Equal(t, new("draw"), got.Integration)
	require.JSONEq(t, `{"id":"board","title":"Board","urlUnfurl":["https://boards.example/**","https://draw.example"]}`, string(got.Block))
	w.Spaces.Embeds.Set(address, link)
	require.Equal(t, link, embed(), "a script takes precedence")
}

// startGit starts an import into the space "guides".
func (w *world) startGit() {
	if err := w.client.Spaces.Git.Import(context.Background(), "guides", spaces.GitImport{Repository: spaces.GitRepository{URL: repoURL}, Ref: repoRef}); err != nil {
		panic(err)
	}
}
