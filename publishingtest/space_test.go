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
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestSpacesAreReadAndListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(2), publishingtest.WithoutRule("spaces.list.partial"))
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
		Language: new(api.LanguageEnglish), Revision: "rev", DefaultLevel: new(api.RoleEdit), Comments: new(int64(3)), ChangeRequests: new(int64(5)), ChangeRequestsOpen: new(int64(2)), ChangeRequestsDraft: new(int64(1)),
		Permissions: &spaces.Permissions{View: true}, URLs: spaces.URLs{Published: new("https://example.com")},
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
		return must(w.client.Spaces.Get(t.Context(), space, spaces.GetOptions{ShareKey: api.NewSecret(shareKey)}))(t).URLs.Published
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
	space.ChangeRequests, space.ChangeRequestsOpen = new(int64(1)), new(int64(1))
	require.Equal(t, &space, back)
	require.Len(t, must(w.client.Spaces.Pages.Tree(t.Context(), space.ID, spaces.PageTreeOptions{}))(t).Pages, 1)
	require.ErrorIs(t, errorOf(w.client.Spaces.Restore(t.Context(), space.ID)), publishing.ErrConflict)
}

// TestRestoredSpaceLeavesTheTrash inspects the state, since no response contains the trash.
func TestRestoredSpaceLeavesTheTrash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	for range 2 {
		must(w.client.Spaces.Delete(t.Context(), space))(t)
		require.Equal(t, []int{1, 0, 0}, w.rows("trash", "spaces", "tree"))
		must(w.client.Spaces.Restore(t.Context(), space))(t)
		require.Equal(t, []int{0, 1, 1}, w.rows("trash", "spaces", "tree"))
	}
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
	created := must(w.client.Spaces.Duplicate(t.Context(), space.ID))(t)
	require.NotEqual(t, space.ID, created.ID)
	require.NotEqual(t, space.Revision, created.Revision)
	require.Equal(t, "Guides (copy)", created.Title)
	require.Equal(t, space.Parent, created.Parent)
	require.Equal(t, space.Emoji, created.Emoji)
	require.Zero(t, *created.ChangeRequests)
	require.Equal(t, []string{space.ID, created.ID}, w.spacesIn(t, "shelf"))

	w.Spaces.Pages.Edit(created.ID, "", "a", func(page *publishingtest.Page) { page.Title = "B" })
	for id, want := range map[string]string{space.ID: "A", created.ID: "B"} {
		content := must(w.client.Spaces.Content.Get(t.Context(), id, spaces.ContentGetOptions{}))(t)
		require.Equal(t, want, content.Pages[0].Title)
		require.Equal(t, "file", content.Files[0].ID)
	}
}

func spaceCreateProofs() map[string]proof {
	p := proofs{}
	const path = "/v1/orgs/library/spaces"
	const source = `{"type":"builtin:openapi","props":{"models":false},"dependencies":{"spec":{"ref":{"kind":"openapi","spec":"spec"}}}}`

	p.rejects("spaces.create.one", "POST", path, `{"template":{"id":"letter"},"computedSource":`+source+`}`, "template")
	p.responds("spaces.create.parent-404", "POST", path, `{"parent":"shelf"}`, http.StatusNotFound)
	p.shows("spaces.create.untitled", "POST", path, "", func(sp map[string]any) bool { return sp["title"] == "Untitled" })
	p.shows("spaces.create.edit-mode", "POST", path, "", func(sp map[string]any) bool { return sp["editMode"] == "live" })
	p.shows("spaces.list.partial", "GET", path, "", func(list map[string]any) bool {
		for _, item := range list["items"].([]any) {
			sp := item.(map[string]any)
			for _, name := range []string{"comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "permissions"} {
				if _, found := sp[name]; found {
					return false
				}
			}
		}
		return len(list["items"].([]any)) > 0
	})
	p["spaces.create.empty"] = func(t *testing.T, w *world) bool {
		created := w.send(t, "POST", path, "").object(t)
		return len(w.send(t, "GET", "/v1/spaces/"+created["id"].(string)+"/content", "").object(t)["pages"].([]any)) == 0
	}
	p["spaces.create.caller-403"] = func(t *testing.T, w *world) bool {
		return w.sendAs(t, "nils", "POST", path, "").status == http.StatusForbidden
	}
	return p
}

func TestSpaceIsCreatedWithoutABody(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	var created spaces.Space
	request := publishing.Request{Method: http.MethodPost, Path: "/v1/orgs/{organizationId}/spaces", Params: map[string]string{"organizationId": "library"}}
	require.NoError(t, w.client.Do(t.Context(), request, &created))
	other := must(w.client.Spaces.Create(t.Context(), "library", spaces.Create{}))(t)
	for _, space := range []*spaces.Space{&created, other} {
		require.Equal(t, "Untitled", space.Title)
		require.Equal(t, new(spaces.EditModeLive), space.EditMode)
		require.Equal(t, new(spaces.LevelInherit), space.DefaultLevel)
		require.Nil(t, space.Parent)
		require.Nil(t, space.Language)
		content := must(w.client.Spaces.Content.Get(t.Context(), space.ID, spaces.ContentGetOptions{}))(t)
		require.Empty(t, content.Pages)
		require.Equal(t, spaces.RevisionTypeEdits, content.Type)
	}
	require.NotEqual(t, created.ID, other.ID)
}

func TestNewSpaceIsFilled(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	created := must(w.client.Spaces.Create(t.Context(), "library", spaces.Create{
		Title: new("Letters"), Emoji: new("1f4ec"), Language: api.LanguageFrench, EditMode: spaces.EditModeLocked, Template: &spaces.Template{ID: "letter"},
	}))(t)
	require.Equal(t, "Letters", created.Title)
	require.Equal(t, new("1f4ec"), created.Emoji)
	require.Equal(t, new(api.LanguageFrench), created.Language)
	require.Equal(t, new(spaces.EditModeLocked), created.EditMode)
	content := must(w.client.Spaces.Content.Get(t.Context(), created.ID, spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{"Letter"}, titles(content.Pages))

	before := len(w.Spaces.All("library"))
	require.ErrorIs(t, errorOf(w.client.Spaces.Create(t.Context(), "library", spaces.Create{Template: &spaces.Template{ID: "nowhere"}})), publishing.ErrNotFound)
	source := &spaces.Computed{
		Type: spaces.ComputedTypeOpenAPI, Props: api.Raw(`{"models":true}`),
		Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec")}}},
	}
	for _, create := range []spaces.Create{
		{Template: &spaces.Template{ID: "letter"}, ComputedSource: source},
		{Template: &spaces.Template{ID: "letter", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {File: "plan"}}}}}, // a file of another space
	} {
		require.ErrorIs(t, errorOf(w.client.Spaces.Create(t.Context(), "library", create)), publishing.ErrBadRequest)
	}
	require.Len(t, w.Spaces.All("library"), before)

	created = must(w.client.Spaces.Create(t.Context(), "library", spaces.Create{ComputedSource: source}))(t)
	content = must(w.client.Spaces.Content.Get(t.Context(), created.ID, spaces.ContentGetOptions{}))(t)
	require.Equal(t, spaces.RevisionTypeComputed, content.Type)
}

func TestNewSpaceIsInItsCollectionAtOnce(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Permissions.Grant("inner", "crew", api.RoleReview)
	created := must(w.client.Spaces.Create(t.Context(), "library", spaces.Create{Parent: new("inner")}))(t)
	require.Equal(t, []string{"wiki", "notes", created.ID}, w.spacesIn(t, "inner"))
	all := w.Spaces.All("library")
	require.Equal(t, *created, all[len(all)-1])
	page := must(w.client.Permissions.Spaces.Aggregate.List(t.Context(), created.ID, permissions.AggregateListOptions{}))(t)
	require.Equal(t, "mona:admin nils:review", shownRoles(page.Items), "it inherits the permissions of the collection")
	require.EqualValues(t, 3, w.Orgs.Teams.All("library")[0].Spaces)
	for _, site := range w.Sites.All("library") {
		for _, placed := range w.Sites.SiteSpaces.All("library", site.ID) {
			require.NotEqual(t, created.ID, placed.Space.ID)
		}
	}
	elsewhere := w.Orgs.Add(orgs.Organization{}).ID
	w.Collections.Add(elsewhere, spaces.Collection{ID: "foreign"})
	for _, parent := range []string{"nowhere", "foreign"} {
		require.ErrorIs(t, errorOf(w.client.Spaces.Create(t.Context(), "library", spaces.Create{Parent: &parent})), publishing.ErrNotFound)
	}
}

func TestCallerCreatesSpacesWhereTheRoleAllowsIt(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	create := func(userID string, parent *string) error {
		return errorOf(w.ClientFor(userID).Spaces.Create(t.Context(), "library", spaces.Create{Parent: parent}))
	}
	require.NoError(t, create("mona", nil))
	require.NoError(t, create("mona", new("inner")))
	for _, id := range []string{"nils", "guest", "olga"} {
		require.ErrorIs(t, create(id, nil), publishing.ErrForbidden)
		require.ErrorIs(t, create(id, new("inner")), publishing.ErrForbidden)
	}
	w.Permissions.Grant("outer", "olga", api.RoleCreate)
	require.NoError(t, create("olga", new("inner")))
	require.ErrorIs(t, create("olga", nil), publishing.ErrForbidden)
	w.Permissions.Grant("inner", "mona", api.RoleRead)
	require.ErrorIs(t, create("mona", new("inner")), publishing.ErrForbidden, "the nearer role decides")
}
