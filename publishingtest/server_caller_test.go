package publishingtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func callerProofs() map[string]proof {
	return map[string]proof{
		"caller.sees": func(t *testing.T, w *world) bool {
			return ids(w.sendAs(t, "olga", "GET", "/v1/orgs/library/spaces", "").object(t)) == ""
		},
	}
}

func TestClientForCallsAsItsUser(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	ada := server.Users.Add(api.User{DisplayName: "Ada"})
	space := demo.Spaces[0]
	request := must(server.Client().ChangeRequests.Create(t.Context(), space, changerequests.Create{}))(t)
	comment := spaces.CommentCreate{Body: richtext.Markdown("Hello.")}
	post := func(client *publishing.Client) string {
		return must(client.ChangeRequests.Comments.Create(t.Context(), space, request.ID, comment))(t).PostedBy.ID
	}
	require.Equal(t, ada.ID, post(server.ClientFor(ada.ID)))
	require.Equal(t, server.Caller().ID, post(server.Client()), "the server's own token")
	first := server.TokenFor(ada.ID)
	require.Equal(t, first, server.TokenFor(ada.ID))
	server.ActAs(demo.Users[0])
	require.Equal(t, ada.ID, post(server.ClientFor(ada.ID)))
	require.Equal(t, demo.Users[0], post(server.Client()))
}

func TestCallerSeesOnlyWhatARoleIsOn(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Sites.SiteSpaces.Add("library", "library-site", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}})
	// seen returns what each operation shows.
	seen := func(client *publishing.Client) map[string]string {
		shown := map[string]string{}
		add := func(operation, id string) { shown[operation] = strings.TrimSpace(shown[operation] + " " + id) }
		for _, space := range collect(t, client.Spaces.All(t.Context(), "library", spaces.ListOptions{Limit: 1})) {
			add("spaces", space.ID)
		}
		for _, collection := range collect(t, client.Collections.All(t.Context(), "library", spaces.CollectionListOptions{Limit: 1})) {
			add("collections", collection.ID)
		}
		for _, space := range collect(t, client.Collections.Spaces.All(t.Context(), "inner", spaces.CollectionSpaceListOptions{Limit: 1})) {
			add("inner", space.ID)
		}
		for _, page := range collect(t, client.Spaces.Search.All(t.Context(), "wiki", spaces.SearchListOptions{Query: "every"})) {
			add("search", page.ID)
		}
		for _, space := range collect(t, client.Sites.Search.All(t.Context(), "library", "library-site", sites.SearchQuery{Query: "every", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}, sites.SearchListOptions{})) {
			add("site", space.ID)
		}
		questions := must(client.Orgs.Ask.Questions(t.Context(), "library"))(t)
		for _, question := range questions.Questions {
			add("questions", question)
		}
		answer := must(client.Orgs.Ask.Answer(t.Context(), "library", orgs.AskQuestion{Question: "every day"}, orgs.AskAnswerOptions{}))(t)
		for _, source := range answer.Sources {
			add("sources", source.Page)
		}
		return shown
	}
	all := map[string]string{
		"spaces": "wiki notes plain placed", "collections": "outer inner side", "inner": "wiki notes", "search": "use", "site": "wiki",
		"questions": `What does "Start here" say? What does "Use" say? What does "Orders" say?`, "sources": "use",
	}
	require.Equal(t, all, seen(w.client), "the token of the server sees everything")
	require.Equal(t, all, seen(w.ClientFor("nils")), "a member with a role")
	olga := w.ClientFor("olga")
	require.Empty(t, seen(olga))
	require.Empty(t, seen(w.ClientFor("guest")))
	w.Permissions.Grant("inner", "olga", api.RoleRead)
	w.Permissions.Grant("notes", "olga", "")
	require.Equal(t, map[string]string{
		"spaces": "wiki", "collections": "inner", "inner": "wiki", "search": "use", "site": "wiki", "questions": all["questions"], "sources": "use",
	}, seen(olga))
	page := must(olga.Spaces.List(t.Context(), "library", spaces.ListOptions{}))(t)
	require.EqualValues(t, 1, publishing.Value(page.Count), "what is not seen is not counted")

	must(olga.Spaces.Get(t.Context(), "plain", spaces.GetOptions{}))(t, "a space is found by its ID all the same")
}
