package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func linkInviteProofs() map[string]proof {
	const path, toOrg = acme + "/link-invites", acme + "/link-invites/to-org"
	const create = "orgs.linkinvites.create"
	p := proofs{}
	p["orgs.linkinvites.delete.members-stay"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.sendAs(t, "known", "POST", acme+"/invites/to-org", "").status)
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", acme+"/link-invites/to-org", "").status)
		return w.send(t, "GET", acme+"/members/known", "").status == http.StatusOK
	}
	p.rejects(create+".space-exists", "POST", path, `{"level":"read","space":"space"}`, "space")
	p.rejects(create+".collection-exists", "POST", path, `{"level":"read","collection":"nowhere"}`, "collection")
	p.shows("orgs.linkinvites.list.organization", "GET", path, "", func(list map[string]any) bool { return ids(list) == "to-org" })
	return p
}

func TestLinkInvitesHaveThreeVariants(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{})
	collection := w.Collections.Add(w.org, spaces.Collection{})
	links := w.client.Orgs.LinkInvites
	var created []orgs.LinkInvite
	for _, body := range []orgs.LinkInviteCreate{
		{Role: api.RoleEdit},
		{Level: api.Set(api.RoleReview), Space: &space.ID},
		{Level: api.Null[api.Role](), Collection: &collection.ID},
	} {
		one := must(links.Create(t.Context(), w.org, body))(t)
		require.Equal(t, one, must(links.Get(t.Context(), w.org, one.ID))(t))
		created = append(created, *one)
	}
	require.Equal(t, []orgs.LinkInvite{
		{Object: "invite", ID: created[0].ID, Role: new(api.RoleEdit)},
		{Object: "invite", ID: created[1].ID, Level: new(api.RoleReview), Space: &space},
		{Object: "invite", ID: created[2].ID, Collection: &collection},
	}, created)
	page := must(links.List(t.Context(), w.org, orgs.LinkInviteListOptions{}))(t)
	require.Equal(t, created[:1], page.Items, "those to the organization")
	require.EqualValues(t, 1, *page.Count)
	require.Equal(t, created, w.Orgs.LinkInvites.All(w.org))

	toOrg, toSpace, toCollection := created[0].ID, created[1].ID, created[2].ID
	changed := must(links.Update(t.Context(), w.org, toOrg, orgs.LinkInviteUpdate{Role: api.RoleRead}))(t)
	require.Equal(t, new(api.RoleRead), changed.Role)
	changed = must(links.Update(t.Context(), w.org, toSpace, orgs.LinkInviteUpdate{Level: api.Null[api.Role]()}))(t)
	require.Nil(t, changed.Level)
	require.Equal(t, &space, changed.Space)
	changed = must(links.Update(t.Context(), w.org, toCollection, orgs.LinkInviteUpdate{Level: api.Set(api.RoleAdmin)}))(t)
	require.Equal(t, new(api.RoleAdmin), changed.Level)
}

func TestLinkInviteRejectsFieldsOfOtherKinds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Collections.Add(w.Orgs.Add(orgs.Organization{}).ID, spaces.Collection{ID: "elsewhere"})
	w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{ID: "to-org"})
	w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{ID: "to-space", Space: &spaces.Space{ID: space}})
	for _, test := range []struct {
		method, path, body string
		good               bool
	}{
		{"POST", "", `{}`, false},
		{"POST", "", `{"role":null}`, false},
		{"POST", "", `{"role":"read"}`, true},
		{"POST", "", `{"level":"read"}`, false},
		{"POST", "", `{"space":"` + space + `"}`, false},
		{"POST", "", `{"role":"read","space":"` + space + `"}`, false},
		{"POST", "", `{"role":"read","level":null}`, false},
		{"POST", "", `{"level":null,"space":"` + space + `"}`, true},
		{"POST", "", `{"level":null,"collection":"elsewhere"}`, false},
		{"POST", "", `{"level":"read","space":"` + space + `","collection":"elsewhere"}`, false},
		{"PATCH", "/to-org", `{}`, false},
		{"PATCH", "/to-org", `{"role":null}`, false},
		{"PATCH", "/to-org", `{"role":"read","level":"read"}`, false},
		{"PATCH", "/to-org", `{"level":"read"}`, false},
		{"PATCH", "/to-org", `{"role":"edit"}`, true},
		{"PATCH", "/to-space", `{}`, false},
		{"PATCH", "/to-space", `{"role":"read"}`, false},
		{"PATCH", "/to-space", `{"level":null}`, true},
	} {
		got := w.send(t, test.method, w.at("/link-invites"+test.path), test.body)
		require.Equal(t, test.good, got.status < 300, "%s %s %s: %s", test.method, test.path, test.body, got.body)
		if !test.good {
			require.Equal(t, http.StatusBadRequest, got.status)
		}
	}
}

func TestLinkInviteReturnsTheFieldsOfItsKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	keys := func(body string) []string {
		var names []string
		object := w.send(t, "POST", w.at("/link-invites"), body).object(t)
		for _, name := range []string{"object", "id", "role", "redundant", "level", "space", "collection"} {
			if _, there := object[name]; there {
				names = append(names, name)
			}
		}
		return names
	}
	require.Equal(t, []string{"object", "id", "role", "redundant"}, keys(`{"role":"read"}`))
	require.Equal(t, []string{"object", "id", "redundant", "level", "space"}, keys(`{"level":null,"space":"`+space+`"}`), "a null level is there")
}

func TestLinkInviteOfADeletedSpaceIsAbsent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	link := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Space: &spaces.Space{ID: space}}).ID
	must(w.client.Spaces.Delete(t.Context(), space))(t)
	outcome := must(w.client.Orgs.LinkInvites.Delete(t.Context(), w.org, link))(t)
	require.Equal(t, api.AlreadyAbsent, outcome)
	must(w.client.Spaces.Restore(t.Context(), space))(t)
	outcome = must(w.client.Orgs.LinkInvites.Delete(t.Context(), w.org, link))(t)
	require.Equal(t, api.Deleted, outcome)
}

func TestMemberWhoLeavesWithALinkInviteKeepsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithoutRule("orgs.linkinvites.delete.members-stay"))
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	link := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Role: new(api.RoleComment)}).ID
	w.Users.Add(api.User{ID: "ada"})
	require.NoError(t, w.ClientFor("ada").Orgs.Invites.Join(t.Context(), w.org, link))
	team := w.Orgs.Teams.Add(w.org, api.Team{}, "ada").ID
	w.Permissions.Grant(space, "ada", api.RoleEdit)
	must(w.client.Orgs.LinkInvites.Delete(t.Context(), w.org, link))(t)
	require.Empty(t, w.Orgs.Members.All(w.org))
	require.Empty(t, w.Orgs.Teams.Members.All(w.org, team))
	require.Empty(t, must(w.client.Permissions.Spaces.Users.List(t.Context(), space, permissions.UserListOptions{}))(t).Items)
}

func TestDeletedLinkInviteAdmitsNobodyElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	link := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Role: new(api.RoleComment)}).ID
	kept := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Role: new(api.RoleRead)})
	for _, id := range []string{"ada", "bob"} {
		w.Users.Add(api.User{ID: id})
	}
	require.NoError(t, w.ClientFor("ada").Orgs.Invites.Join(t.Context(), w.org, link))
	must(w.client.Orgs.LinkInvites.Delete(t.Context(), w.org, link))(t)
	require.ErrorIs(t, w.ClientFor("bob").Orgs.Invites.Join(t.Context(), w.org, link), publishing.ErrNotFound)
	require.Equal(t, []orgs.LinkInvite{kept}, w.Orgs.LinkInvites.All(w.org))
	members := w.Orgs.Members.All(w.org)
	require.Len(t, members, 1, "who has joined stays")
	require.Equal(t, "ada", members[0].ID)
	require.Equal(t, new(api.RoleComment), members[0].Role)
}
