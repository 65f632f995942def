package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestSpacesAreReadAndListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2))
	elsewhere := w.Orgs.Add(orgs.Organization{}).ID
	w.Spaces.Add(elsewhere, spaces.Space{})
	var want []spaces.Space
	for range 3 {
		want = append(want, w.Spaces.Add(w.org, spaces.Space{}))
		w.Spaces.Add(elsewhere, spaces.Space{})
	}
	require.Equal(t, &want[0], must(w.client.Spaces.Get(t.Context(), want[0].ID, spaces.GetOptions{}))(t))
	listed := collect(t, w.client.Spaces.All(t.Context(), w.org, spaces.ListOptions{}))
	require.Equal(t, want, listed)
	require.Equal(t, want, w.Spaces.All(w.org))
	require.Len(t, w.Spaces.All(elsewhere), 4)
}

func TestSpaceHasAllRequiredFields(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "space"})
	got := w.send(t, http.MethodGet, "/v1/spaces/space", "")
	require.Equal(t, http.StatusOK, got.status)
	space := got.object(t)
	for _, required := range []string{
		"object", "id", "title", "emoji", "visibility", "createdAt", "updatedAt", "editMode", "mergeRules", "urls", "organization", "revision",
		"defaultLevel", "comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "permissions",
	} {
		require.Contains(t, space, required)
	}
	require.Equal(t, "space", space["object"])
	require.Equal(t, w.org, space["organization"])
	require.Equal(t, map[string]any{"type": "inherit"}, space["mergeRules"])
	require.Len(t, space["permissions"], 10)
}

func TestSeededFieldsOfASpaceAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seed := spaces.Space{
		ID: "space", Title: "Guides", Emoji: new("1f4d6"), Visibility: spaces.VisibilityPublic, EditMode: new(spaces.EditModeLocked),
		Language: new(api.LanguageEnglish), Revision: "rev", DefaultLevel: new(api.RoleEdit), Comments: 3, ChangeRequests: 5, ChangeRequestsOpen: 2, ChangeRequestsDraft: 1,
		Permissions: spaces.Permissions{View: true}, URLs: spaces.URLs{Published: new("https://example.com")},
	}
	added := w.Spaces.Add(w.org, seed)
	require.Equal(t, &added, must(w.client.Spaces.Get(t.Context(), "space", spaces.GetOptions{}))(t))
	seed.Object, seed.Organization, seed.CreatedAt, seed.UpdatedAt, seed.MergeRules = added.Object, w.org, added.CreatedAt, added.CreatedAt, added.MergeRules
	seed.URLs.Location, seed.URLs.App = added.URLs.Location, added.URLs.App
	require.Equal(t, seed, added)
}

func TestPublishedAddressOfASpaceIsThatOfItsSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Basename: new("docs")}, space)
	published := func(shareKey string) *string {
		got := must(w.client.Spaces.Get(t.Context(), space, spaces.GetOptions{ShareKey: api.NewSecret(shareKey)}))(t)
		return got.URLs.Published
	}
	require.Nil(t, published(""))
	w.Sites.Publish(w.org, site.ID)
	require.Equal(t, new("https://sites.publishing.example/docs"), published(""))
	require.Equal(t, new("https://sites.publishing.example/docs"), published("any key"))

	must(w.client.Sites.Update(t.Context(), w.org, site.ID, sites.Update{Visibility: sites.VisibilityShareLink}))(t)
	link := w.Sites.ShareLinks.Add(w.org, site.ID, sites.ShareLink{})
	key := (*link.URLs.Published)[strings.LastIndex(*link.URLs.Published, "/")+1:]
	require.Nil(t, published(""))
	require.Nil(t, published("wrong"))
	require.Equal(t, link.URLs.Published, published(key))
	must(w.client.Sites.ShareLinks.Update(t.Context(), w.org, site.ID, link.ID, sites.ShareLinkUpdate{Active: new(false)}))(t)
	require.Nil(t, published(key), "an inactive link leads nowhere")
}

func spaceProofs() map[string]proof {
	p := proofs{}
	p.shows("space.emoji", "GET", "/v1/spaces/plain", "", func(sp map[string]any) bool { return sp["emoji"] == "1f4c4" })
	p.rejects("spaces.update.emoji-icon-null", "PATCH", wiki, `{"emoji":null}`, "emoji")
	p.shows("spaces.update.emoji-or-icon", "PATCH", wiki, `{"emoji":"1f4d6","icon":"https://example.com/i.png"}`, func(sp map[string]any) bool {
		return sp["emoji"] == "1f4c4" && sp["urls"].(map[string]any)["icon"] == "https://example.com/i.png"
	})
	p.responds("spaces.restore.live-409", "POST", wiki+"/restore", "", http.StatusConflict)
	p["spaces.restore.late-404"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", wiki, "").status)
		w.Advance(7 * 24 * time.Hour)
		return w.send(t, "POST", wiki+"/restore", "").status == http.StatusNotFound
	}
	p["spaces.duplicate.content"] = func(t *testing.T, w *world) bool {
		created := w.send(t, "POST", wiki+"/duplicate", "").object(t)
		pages := w.send(t, "GET", "/v1/spaces/"+created["id"].(string)+"/content/pages", "").object(t)["pages"].([]any)
		return len(pages) == 2
	}
	return p
}

func TestUpdateOfASpace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	update := func(update spaces.Update) *spaces.Space {
		changed := must(w.client.Spaces.Update(t.Context(), space, update))(t)
		got := must(w.client.Spaces.Get(t.Context(), space, spaces.GetOptions{}))(t)
		require.Equal(t, changed, got)
		return got
	}
	rules := api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{{Rule: api.MergeRuleNameRequireSpecificReviewers, Users: []string{"a"}}}}
	got := update(spaces.Update{
		Title: new("Guides"), EditMode: spaces.EditModeLocked, Language: api.LanguageFrench, MergeRules: &rules,
		DefaultLevel: api.Set(spaces.LevelInherit), Emoji: api.Set("1f4d6"),
	})
	require.Equal(t, "Guides", got.Title)
	require.Equal(t, new(spaces.EditModeLocked), got.EditMode)
	require.Equal(t, new(api.LanguageFrench), got.Language)
	require.Equal(t, rules, got.MergeRules)
	require.Equal(t, new(spaces.LevelInherit), got.DefaultLevel)
	require.Equal(t, new("1f4d6"), got.Emoji)

	require.Equal(t, got.Title, update(spaces.Update{}).Title, "what is not set stays")
	got = update(spaces.Update{DefaultLevel: api.Null[api.Role](), Icon: api.Set("https://example.com/icon.png")})
	require.Nil(t, got.DefaultLevel)
	require.Equal(t, new("1f4c4"), got.Emoji, "the default one")
	require.Equal(t, new("https://example.com/icon.png"), got.URLs.Icon)
	got = update(spaces.Update{Emoji: api.Null[string](), Icon: api.Null[string]()})
	require.Equal(t, new("1f4c4"), got.Emoji)
	require.Nil(t, got.URLs.Icon)
	for _, half := range []spaces.Update{{Emoji: api.Null[string]()}, {Icon: api.Null[string]()}, {Emoji: api.Null[string](), Icon: api.Set("https://example.com")}} {
		require.ErrorIs(t, errorOf(w.client.Spaces.Update(t.Context(), space, half)), publishing.ErrBadRequest)
	}
}

func TestDeletedSpaceIsAbsentUntilItIsRestored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}, publishingtest.Page{Title: "Kept"})
	request := w.ChangeRequests.Add(space.ID, changerequests.ChangeRequest{Status: changerequests.StatusOpen})
	must(w.client.Spaces.Delete(t.Context(), space.ID))(t)
	require.Empty(t, w.Spaces.All(w.org))
	require.ErrorIs(t, errorOf(w.client.Spaces.Get(t.Context(), space.ID, spaces.GetOptions{})), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(w.client.Spaces.Content.Get(t.Context(), space.ID, spaces.ContentGetOptions{})), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Get(t.Context(), space.ID, request.ID)), publishing.ErrNotFound)
	require.Empty(t, must(w.client.ChangeRequests.ListInOrg(t.Context(), w.org, changerequests.ListInOrgOptions{}))(t).Items)

	back := must(w.client.Spaces.Restore(t.Context(), space.ID))(t)
	space.ChangeRequests, space.ChangeRequestsOpen = 1, 1
	require.Equal(t, &space, back)
	require.Len(t, must(w.client.Spaces.Pages.Tree(t.Context(), space.ID, spaces.PageTreeOptions{}))(t).Pages, 1)
	require.ErrorIs(t, errorOf(w.client.Spaces.Restore(t.Context(), space.ID)), publishing.ErrConflict)
}

func TestDeletedSpaceCannotBeRestoredAfterSevenDays(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	for later, want := range map[time.Duration]int{0: http.StatusOK, week - time.Millisecond: http.StatusOK, week: http.StatusNotFound, week + time.Hour: http.StatusNotFound} {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
		space := w.Spaces.Add(w.org, spaces.Space{}).ID
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", "/v1/spaces/"+space, "").status)
		now = now.Add(later)
		require.Equal(t, want, w.send(t, "POST", "/v1/spaces/"+space+"/restore", "").status, later)
		require.Equal(t, want, w.send(t, "GET", "/v1/spaces/"+space, "").status, later)
	}
}

func TestDuplicateIsASpaceOfItsOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "shelf"})
	space := w.Spaces.Add(w.org, spaces.Space{Title: "Guides", Parent: new("shelf"), Emoji: new("1f4d6")}, publishingtest.Page{ID: "a", Title: "A"})
	w.Spaces.Files.Add(space.ID, "", spaces.File{ID: "file"})
	w.ChangeRequests.Add(space.ID, changerequests.ChangeRequest{})
	var meta api.Meta
	created := must(w.client.Spaces.Duplicate(t.Context(), space.ID, api.WithMeta(&meta)))(t)
	require.Equal(t, http.StatusCreated, meta.Status)
	require.Equal(t, w.URL()+"/v1/spaces/"+created.ID, meta.Location)
	require.NotEqual(t, space.ID, created.ID)
	require.NotEqual(t, space.Revision, created.Revision)
	require.Equal(t, "Guides (copy)", created.Title)
	require.Equal(t, space.Parent, created.Parent)
	require.Equal(t, space.Emoji, created.Emoji)
	require.Zero(t, created.ChangeRequests)
	require.Equal(t, []string{space.ID, created.ID}, w.spacesIn(t, "shelf"))

	w.Spaces.Pages.Edit(created.ID, "", "a", func(page *publishingtest.Page) { page.Title = "B" })
	for id, want := range map[string]string{space.ID: "A", created.ID: "B"} {
		content := must(w.client.Spaces.Content.Get(t.Context(), id, spaces.ContentGetOptions{}))(t)
		require.Equal(t, want, content.Pages[0].Title)
		require.Equal(t, "file", content.Files[0].ID)
	}
}
