package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func organizationSearchProofs() map[string]proof {
	const op = "orgs.search.list"
	p := proofs{}
	p[op+".limit"] = func(t *testing.T, w *world) bool {
		w.Spaces.Add("acme", spaces.Space{}, publishingtest.Page{Title: "Unmistakable"}, publishingtest.Page{Title: "Unmistakable too"})
		found := w.send(t, "GET", acme+"/search?query=unmistakable&limit=1", "").object(t)
		return len(found["items"].([]any)[0].(map[string]any)["pages"].([]any)) == 2
	}
	p[op+".caller"] = func(t *testing.T, w *world) bool {
		w.Spaces.Add("acme", spaces.Space{ID: "hidden"}, publishingtest.Page{Title: "Unmistakable"})
		return ids(w.sendAs(t, "known", "GET", acme+"/search?query=unmistakable", "").object(t)) == ""
	}
	return p
}

func TestSearchInAnOrganizationCoversTheSpacesOfTheCaller(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "member", Role: new(api.RoleRead)})
	w.Orgs.Members.Add(w.org, api.Member{ID: "guest"})
	w.Users.Add(api.User{ID: "out"})
	page := func(title string) publishingtest.Page {
		return publishingtest.Page{Title: title, Sections: []publishingtest.Section{{Title: "Publish a site", Body: "Press it."}, {Title: "Other"}}}
	}
	for _, id := range []string{"one", "two", "three"} {
		w.Spaces.Add(w.org, spaces.Space{ID: id, Title: "Space " + id}, page("First of "+id), publishingtest.Page{Title: "Nothing"}, page("Second of "+id))
	}
	w.Spaces.Add(w.org, spaces.Space{ID: "empty"})
	w.Spaces.Add(w.Orgs.Add(orgs.Organization{}).ID, spaces.Space{}, page("Elsewhere"))
	w.Permissions.Grant("two", "guest", api.RoleRead)
	search := func(client *orgs.Service, query string, limit int) []string {
		var found []string
		for result, err := range client.Search.All(t.Context(), w.org, orgs.SearchListOptions{Query: query, Limit: limit}) {
			require.NoError(t, err)
			require.Equal(t, "Space "+result.ID, result.Title)
			found = append(found, result.ID)
			single := must(w.client.Spaces.Search.List(t.Context(), result.ID, spaces.SearchListOptions{Query: query}))(t)
			require.Equal(t, single.Items, result.Pages, "as the search in the space")
			require.NotEmpty(t, result.Pages[0].Sections)
		}
		return found
	}
	for limit := range 4 {
		require.Equal(t, []string{"one", "two", "three"}, search(&w.client.Orgs, "PUBLISH site", limit))
		require.Equal(t, []string{"one", "two", "three"}, search(&w.ClientFor("member").Orgs, "publish", limit))
		require.Equal(t, []string{"two"}, search(&w.ClientFor("guest").Orgs, "publish", limit))
		require.Empty(t, search(&w.ClientFor("out").Orgs, "publish", limit))
		require.Empty(t, search(&w.client.Orgs, "zebra", limit))
	}
	first := must(w.client.Orgs.Search.List(t.Context(), w.org, orgs.SearchListOptions{Query: "publish", Limit: 2}))(t)
	require.Len(t, first.Items, 2, "the limit counts spaces")
	require.Len(t, first.Items[0].Pages, 2)
	require.EqualValues(t, 3, *first.Count)
}
