package publishingtest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestDemoHasSomeOfEverything(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t, publishingtest.WithPageSize(2))
	demo := server.SeedDemo()
	client := server.Client(publishing.WithAttemptTimeout(-1))
	require.Len(t, demo.Users, 2)
	require.Len(t, server.Orgs.Members.All(demo.Organization), 2)
	found := mapped(collect(t, client.Sites.All(t.Context(), demo.Organization, sites.ListOptions{})), func(site sites.Site) string { return site.ID })
	require.Equal(t, demo.Sites, found)
	require.GreaterOrEqual(t, server.Calls.Count("Sites.List"), 3)
	require.Len(t, demo.Spaces, 3)
	for _, id := range demo.Spaces {
		must(client.Spaces.Get(t.Context(), id, spaces.GetOptions{}))(t)
	}
	site := must(client.Sites.Get(t.Context(), demo.Organization, demo.Sites[0], sites.GetOptions{}))(t)
	require.True(t, site.Published)
	require.EqualValues(t, 3, site.SiteSpaces)
	links := must(client.Sites.ShareLinks.List(t.Context(), demo.Organization, demo.Sites[0], sites.ShareLinkListOptions{}))(t)
	require.Equal(t, demo.ShareLink, links.Items[0].ID)
	space := must(client.Spaces.Create(t.Context(), demo.Organization, spaces.Create{}))(t)
	require.Len(t, demo.Imports, 2)
	for _, website := range demo.Imports {
		imported := must(client.Spaces.Content.Import(t.Context(), space.ID, spaces.ContentImport{URL: website, Source: spaces.ImportSourceWebsite}))(t)
		require.Positive(t, imported.ImportedResources)
	}
	spec := must(client.Orgs.OpenAPI.Get(t.Context(), demo.Organization, demo.OpenAPISpec))(t)
	require.Equal(t, orgs.OpenAPIProcessingStateComplete, spec.ProcessingState)
	section := server.Sites.Sections.All(demo.Organization, demo.Sites[1])[0]
	require.Equal(t, demo.Section, section.ID)
	require.Equal(t, &demo.SectionGroup, section.SectionGroup)
	require.Equal(t, demo.SectionGroup, server.Sites.SectionGroups.All(demo.Organization, demo.Sites[1])[0].ID)
	require.Equal(t, orgs.TeamMemberRoleOwner, server.Orgs.Teams.Members.All(demo.Organization, demo.Team)[0].Team.Role)
	require.Equal(t, demo.LinkInvite, server.Orgs.LinkInvites.All(demo.Organization)[0].ID)
	require.Equal(t, demo.Font, server.Orgs.Fonts.All(demo.Organization)[0].ID)
	require.Equal(t, demo.Translation, server.Orgs.Translations.All(demo.Organization)[0].ID)
	require.Equal(t, demo.SAMLProvider, must(client.Orgs.SSO(t.Context(), demo.Organization))(t).Items[0].ID)
	require.Equal(t, &demo.Collection, must(client.Spaces.Get(t.Context(), demo.Spaces[2], spaces.GetOptions{}))(t).Parent)
	granted := must(client.Permissions.Collections.Users.List(t.Context(), demo.Collection, permissions.UserListOptions{}))(t)
	require.Equal(t, demo.Users[1], granted.Items[0].User.ID)
	requests := must(client.ChangeRequests.List(t.Context(), demo.Spaces[0], changerequests.ListOptions{}))(t)
	require.Equal(t, demo.ChangeRequest, requests.Items[0].ID)
	require.EqualValues(t, 1, requests.Items[0].Comments)
	require.NotEqual(t, requests.Items[0].RevisionInitial, requests.Items[0].Revision)
	answer := must(client.Orgs.Ask.Answer(t.Context(), demo.Organization, orgs.AskQuestion{Question: "How do I publish?"}, orgs.AskAnswerOptions{}))(t)
	require.NotEmpty(t, answer.Sources)
}

func TestDemoCanBeSeededTwice(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	first, second := server.SeedDemo(), server.SeedDemo()
	require.NotEqual(t, first.Organization, second.Organization)
	require.NotEqual(t, first.Sites, second.Sites)
}

func TestStartDemoTakesOptions(t *testing.T) {
	t.Parallel()
	server, demo := publishingtest.StartDemo(publishingtest.WithPageSize(3), publishingtest.WithToken("secret"))
	defer server.Close()
	require.Equal(t, "secret", server.Token())
	require.Len(t, must(server.Client().Sites.List(t.Context(), demo.Organization, sites.ListOptions{}))(t).Items, 3)
	require.PanicsWithValue(t, "publishingtest: start server: WithToken: the token is empty", func() {
		publishingtest.StartDemo(publishingtest.WithToken(""))
	})
}

// TestEachListOfTheDemoHasAnElement calls each list with each ID that the demo has for a parameter,
// until one has an element.
func TestEachListOfTheDemoHasAnElement(t *testing.T) {
	t.Parallel()
	w := &world{Server: publishingtest.NewServer(t)}
	demo := w.SeedDemo()
	checker := must(sharedResponseChecker())(t)
	org, space := demo.Organization, demo.Spaces[0]
	answer := w.Sites.Answers.All(org, demo.Sites[0])[0]
	revisions := w.Spaces.Revisions.All(space)
	pages := w.Spaces.Pages.All(space, "")
	integration := w.Integrations.Installations.All("integration_1")[0]
	ids := map[string][]string{
		"organizationId": {org}, "siteId": demo.Sites, "spaceId": demo.Spaces, "collectionId": {demo.Collection}, "userId": demo.Users, "teamId": {demo.Team},
		"specSlug": {demo.OpenAPISpec}, "clusterId": {w.Orgs.Conversations.Clusters.All(org)[0].ID}, "changeRequestId": {demo.ChangeRequest},
		"commentId":  {w.Spaces.Comments.All(space, "")[0].ID, w.Spaces.Comments.All(space, demo.ChangeRequest)[0].ID},
		"revisionId": {revisions[len(revisions)-1].ID}, "pageId": {pages[0].ID, pages[1].ID}, "fileId": {w.Spaces.Files.All(space, "")[0].ID},
		"siteQuestionId": {answer.Question.ID}, "siteQuestionAnswerId": {answer.ID},
		"integrationName": {"integration_1"}, "installationId": {integration.ID},
	}
	for name, rows := range checker.responses {
		if !strings.HasPrefix(rows[0].kind, "List<") && rows[0].kind != "LinkList" {
			continue
		}
		o := operationOf(name)
		paths := []string{o.Template}
		for _, param := range o.Params() {
			var with []string
			for _, path := range paths {
				for _, id := range ids[param] {
					with = append(with, strings.Replace(path, "{"+param+"}", id, 1))
				}
			}
			paths = with
		}
		require.NotEmpty(t, paths, "%s: add its parameters to ids", name)
		has := func(path string) bool {
			body := ""
			if o.Method == http.MethodPost {
				body = `{"query":"publish","scope":{"mode":"all"}}`
			}
			return w.hasElement(t, o.Method, path+"?query=publish", body)
		}
		require.True(t, slices.ContainsFunc(paths, has), "%s has no element in any of %s", name, paths)
	}
}

// hasElement sends a request for a list with the key of a partner, and reports whether it has an
// element.
func (w *world) hasElement(t *testing.T, method, path, body string) bool {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+w.Token())
	req.Header.Set("X-GitBook-Partner-Key", publishingtest.DefaultPartnerKey)
	recorder := httptest.NewRecorder()
	w.ServeHTTP(recorder, req)
	var page struct{ Items []json.RawMessage }
	require.NoError(t, json.Unmarshal(recorder.Body.Bytes(), &page), path)
	return len(page.Items) > 0
}
