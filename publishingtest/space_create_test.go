package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/spaces"
)

func spaceCreateProofs() map[string]proof {
	p := proofs{}
	const path = "/v1/orgs/library/spaces"
	const source = `{"type":"builtin:openapi","props":{"models":false},"dependencies":{"spec":{"ref":{"kind":"openapi","spec":"spec"}}}}`

	p.rejects("spaces.create.one", "POST", path, `{"template":{"id":"letter"},"computedSource":`+source+`}`, "template")
	p.responds("spaces.create.parent-404", "POST", path, `{"parent":"shelf"}`, http.StatusNotFound)
	p.shows("spaces.create.untitled", "POST", path, "", func(sp map[string]any) bool { return sp["title"] == "Untitled" })
	p.shows("spaces.create.edit-mode", "POST", path, "", func(sp map[string]any) bool { return sp["editMode"] == "live" })
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
	var meta api.Meta
	other := must(w.client.Spaces.Create(t.Context(), "library", spaces.Create{}, api.WithMeta(&meta)))(t)
	require.Equal(t, http.StatusCreated, meta.Status)
	require.Equal(t, other.URLs.Location, meta.Location)
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
		Title: new("Letters"), Emoji: new("1f4ec"), Language: api.LanguageFrench, EditMode: spaces.EditModeLocked, Template: &spaces.ContentApplyTemplate{ID: "letter"},
	}))(t)
	require.Equal(t, "Letters", created.Title)
	require.Equal(t, new("1f4ec"), created.Emoji)
	require.Equal(t, new(api.LanguageFrench), created.Language)
	require.Equal(t, new(spaces.EditModeLocked), created.EditMode)
	content := must(w.client.Spaces.Content.Get(t.Context(), created.ID, spaces.ContentGetOptions{}))(t)
	require.Equal(t, []string{"Letter"}, titles(content.Pages))

	before := len(w.Spaces.All("library"))
	require.ErrorIs(t, errorOf(w.client.Spaces.Create(t.Context(), "library", spaces.Create{Template: &spaces.ContentApplyTemplate{ID: "nowhere"}})), publishing.ErrNotFound)
	source := &spaces.Computed{
		Type: spaces.ComputedTypeOpenAPI, Props: api.Raw(`{"models":true}`),
		Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec")}}},
	}
	for _, create := range []spaces.Create{
		{Template: &spaces.ContentApplyTemplate{ID: "letter"}, ComputedSource: source},
		{Template: &spaces.ContentApplyTemplate{ID: "letter", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{"logo": {File: "plan"}}}}}, // a file of another space
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
