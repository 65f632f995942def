package spaces_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const gitPath = "/v1/spaces/space%2F1/git"

func gitInfo(a contract.Args) (any, error) { return a.Spaces.Git.Info(a.Ctx, a.ID[0], a.Opts...) }

func importGit(repository spaces.GitImport) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Spaces.Git.Import(a.Ctx, a.ID[0], repository, a.Opts...)
	}
}

func exportGit(repository spaces.GitExport) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Spaces.Git.Export(a.Ctx, a.ID[0], repository, a.Opts...)
	}
}

var (
	acmeDocs = spaces.GitRepository{URL: "https://git.example.com/acme/docs.git"}
	gitTime  = time.Date(2026, 1, 5, 3, 4, 5, 0, time.UTC)
)

var gitRows = []contract.Row{
	{
		Op:       "Spaces.Git.Info",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: "spaces/git-sync.json",
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "of an older service",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"installationProvider": "gitlab", "url": "https://git.example.com/acme/docs"}`,
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "while an operation is running",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"installationProvider": "github-legacy", "operation": {"state": "running", "direction": "export", "startedAt": "2026-01-06T03:04:05.678Z"}}`,
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "after success",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"operation": {"state": "success", "direction": "export", "startedAt": "2026-01-06T03:04:05.678Z", "endedAt": "2026-01-06T03:05:05.678Z"}}`,
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "after a timeout",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"operation": {"state": "timeout", "direction": "export", "startedAt": "2026-01-06T03:04:05.678Z"}}`,
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "after a failure with an action that is a text",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"operation": {"state": "failure", "direction": "import", "startedAt": "2026-01-06T03:04:05.678Z", "errorAction": "reconnect"}}`,
	},
	{
		Op:       "Spaces.Git.Info",
		Name:     "after a failure with an action of another form",
		Call:     gitInfo,
		Request:  "GET " + gitPath + "/info",
		Status:   200,
		Response: `{"operation": {"state": "failure", "direction": "import", "startedAt": "2026-01-06T03:04:05.678Z", "errorAction": [1]}}`,
	},
	{
		Op:      "Spaces.Git.Info",
		Name:    "not synchronized",
		Call:    gitInfo,
		Request: "GET " + gitPath + "/info",
		Status:  404,
		Err:     api.ErrNotFound,
	},
	{
		Op: "Spaces.Git.Import",
		Call: importGit(spaces.GitImport{
			Repository: spaces.GitRepository{URL: acmeDocs.URL, User: "x-access-token", Token: api.NewSecret("ghs_a/b@c")}, Ref: "refs/heads/main",
			RepoCacheID: new("cache_1"), RepoTreeURL: new("https://git.example.com/acme/docs/blob/main"), RepoCommitURL: new("https://git.example.com/acme/docs/commit"),
			RepoProjectDirectory: new("guides"), Timestamp: &gitTime, Force: new(false), Standalone: new(true),
			GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitHub, URL: new("https://git.example.com/acme/docs")},
		}),
		Request: "POST " + gitPath + "/import",
		Body: `{"url": "https://x-access-token:ghs_a%2Fb%40c@git.example.com/acme/docs.git", "ref": "refs/heads/main", "repoCacheID": "cache_1",
			"repoTreeURL": "https://git.example.com/acme/docs/blob/main", "repoCommitURL": "https://git.example.com/acme/docs/commit", "repoProjectDirectory": "guides",
			"timestamp": "2026-01-05T03:04:05Z", "force": false, "standalone": true, "gitInfo": {"provider": "github", "url": "https://git.example.com/acme/docs"}}`,
		Status: 204,
	},
	{
		Op:   "Spaces.Git.Import",
		Name: "with a token alone",
		Call: importGit(spaces.GitImport{
			Repository: spaces.GitRepository{URL: acmeDocs.URL, Token: api.NewSecret("glpat:1")}, Ref: "refs/heads/main",
			Force: new(true), Standalone: new(false), GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitLab},
		}),
		Request: "POST " + gitPath + "/import",
		Body:    `{"url": "https://glpat%3A1@git.example.com/acme/docs.git", "ref": "refs/heads/main", "force": true, "standalone": false, "gitInfo": {"provider": "gitlab"}}`,
		Status:  204,
	},
	{
		Op:      "Spaces.Git.Import",
		Name:    "without credentials",
		Call:    importGit(spaces.GitImport{Repository: acmeDocs, Ref: "refs/heads/main"}),
		Request: "POST " + gitPath + "/import",
		Body:    `{"url": "https://git.example.com/acme/docs.git", "ref": "refs/heads/main"}`,
		Status:  204,
	},
	{
		Op: "Spaces.Git.Export",
		Call: exportGit(spaces.GitExport{
			Repository: spaces.GitRepository{URL: acmeDocs.URL, User: "oauth2", Token: api.NewSecret("glpat 1")}, Ref: "refs/heads/main", CommitMessage: "Publish",
			RepoCacheID: new("cache_1"), RepoTreeURL: new("https://git.example.com/acme/docs/blob/main"), RepoCommitURL: new("https://git.example.com/acme/docs/commit"),
			RepoProjectDirectory: new("guides"), Timestamp: &gitTime, Force: new(false),
			GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitLab, URL: new("https://git.example.com/acme/docs")},
		}),
		Request: "POST " + gitPath + "/export",
		Body: `{"url": "https://oauth2:glpat%201@git.example.com/acme/docs.git", "ref": "refs/heads/main", "commitMessage": "Publish", "repoCacheID": "cache_1",
			"repoTreeURL": "https://git.example.com/acme/docs/blob/main", "repoCommitURL": "https://git.example.com/acme/docs/commit", "repoProjectDirectory": "guides",
			"timestamp": "2026-01-05T03:04:05Z", "force": false, "gitInfo": {"provider": "gitlab", "url": "https://git.example.com/acme/docs"}}`,
		Status: 204,
	},
	{
		Op:      "Spaces.Git.Export",
		Name:    "forced",
		Call:    exportGit(spaces.GitExport{Repository: acmeDocs, Ref: "refs/heads/main", CommitMessage: "Publish", Force: new(true), GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitHub}}),
		Request: "POST " + gitPath + "/export",
		Body:    `{"url": "https://git.example.com/acme/docs.git", "ref": "refs/heads/main", "commitMessage": "Publish", "force": true, "gitInfo": {"provider": "github"}}`,
		Status:  204,
	},
}

func TestCredentialsOfARepositoryAreFieldsOfTheirOwn(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]spaces.GitRepository{
		"https://u:p%2Fw@git.example.com:8443/a.git?x=@#@": {URL: "https://git.example.com:8443/a.git?x=@#@", User: "u", Token: api.NewSecret("p/w")},
		"https://a%3Ab:c:d@git.example.com":                {URL: "https://git.example.com", User: "a:b", Token: api.NewSecret("c:d")},
		"https://ghs_1@git.example.com/a.git":              {URL: "https://git.example.com/a.git", Token: api.NewSecret("ghs_1")},
		"https://u:%zz@git.example.com/a.git":              {URL: "https://git.example.com/a.git", User: "u", Token: api.NewSecret("%zz")},
		"https://u:p@[::1]:x y/a.git":                      {URL: "https://[::1]:x y/a.git", User: "u", Token: api.NewSecret("p")},
		"https://git.example.com/@scope/a.git":             {URL: "https://git.example.com/@scope/a.git"},
		"":                                                 {},
	} {
		data, err := json.Marshal(address)
		require.NoError(t, err)
		var got spaces.GitRepository
		require.NoError(t, json.Unmarshal(data, &got))
		require.Equal(t, want, got)
		encoded, err := json.Marshal(got)
		require.NoError(t, err)
		var again spaces.GitRepository
		require.NoError(t, json.Unmarshal(encoded, &again))
		require.Equal(t, want, again)
	}
	require.Error(t, json.Unmarshal([]byte(`7`), new(spaces.GitRepository)))
}

// TestAddressWithCredentialsIsRejectedWithoutShowingIt tries addresses that net/url parses, and
// others that it rejects.
func TestAddressWithCredentialsIsRejectedWithoutShowingIt(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"https://u:c4n4ry@git.example.com/a.git", "https://c4n4ry@git.example.com/a.git", "https://u:c4n4ry/x@git.example.com/a.git", "https://u:c4n4ry%zz@git.example.com/a.git",
		"u:c4n4ry@git.example.com/a.git", "https:///u:c4n4ry@git.example.com", " https://u:c4n4ry@git.example.com", "https:\\\\u:c4n4ry@git.example.com", "https://git.example.com\\u:c4n4ry@b",
	} {
		repository := spaces.GitRepository{URL: address}
		for op, fields := range map[string]map[string]func(contract.Args) (any, error){
			"Spaces.Git.Import": {
				"url":           importGit(spaces.GitImport{Repository: repository, Ref: "r"}),
				"repoTreeURL":   importGit(spaces.GitImport{Repository: acmeDocs, Ref: "r", RepoTreeURL: &address}),
				"repoCommitURL": importGit(spaces.GitImport{Repository: acmeDocs, Ref: "r", RepoCommitURL: &address}),
				"gitInfo.url":   importGit(spaces.GitImport{Repository: acmeDocs, Ref: "r", GitInfo: &spaces.GitUpdate{URL: &address}}),
			},
			"Spaces.Git.Export": {
				"url":           exportGit(spaces.GitExport{Repository: repository, Ref: "r", CommitMessage: "m"}),
				"repoTreeURL":   exportGit(spaces.GitExport{Repository: acmeDocs, Ref: "r", CommitMessage: "m", RepoTreeURL: &address}),
				"repoCommitURL": exportGit(spaces.GitExport{Repository: acmeDocs, Ref: "r", CommitMessage: "m", RepoCommitURL: &address}),
				"gitInfo.url":   exportGit(spaces.GitExport{Repository: acmeDocs, Ref: "r", CommitMessage: "m", GitInfo: &spaces.GitUpdate{URL: &address}}),
			},
		} {
			for field, call := range fields {
				if strings.HasPrefix(address, "https://git.") && field != "url" {
					continue
				}
				area.Rejects(t, op, call, field, "an absolute URL without a user and a password", "[secret]")
			}
		}
	}
	for _, address := range []string{"https://git.example.com:8443/a.git", "ssh://[2001:db8::1]:22/a.git", "https://git.example.com/@scope/a@1:2.git"} {
		area.Accepts(t, "Spaces.Git.Import", importGit(spaces.GitImport{Repository: spaces.GitRepository{URL: address}, Ref: "r"}))
	}
	area.Accepts(t, "Spaces.Git.Import", importGit(spaces.GitImport{Ref: "r"}), publishing.WithoutValidation())
}
