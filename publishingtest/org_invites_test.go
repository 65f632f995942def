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

func inviteProofs() map[string]proof {
	const path, create = acme + "/invites", "orgs.invites.create"
	p := proofs{}
	p.shows(create+".known-user-added", "POST", path, `{"emails":["known@acme.example"]}`, func(result map[string]any) bool { return len(result["users"].([]any)) == 1 })
	p.shows(create+".sso", "POST", path, `{"emails":["a@example.com"],"sso":true}`, func(result map[string]any) bool { return result["invited"] == 0.0 })
	p[create+".role-absent"] = func(t *testing.T, w *world) bool {
		w.send(t, "POST", path, `{"emails":["a@example.com"]}`)
		return w.Orgs.Invites.All("acme")[1].Role != nil
	}
	p["orgs.invites.join.spent"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "POST", path+"/by-email", "").status)
		return w.send(t, "POST", path+"/by-email", "").status == http.StatusNotFound
	}
	return p
}

func TestInvitesReturnAddedInvitedAndFailed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	known := w.Users.Add(api.User{Email: new("Known@acme.example")}).ID
	member := w.Orgs.Members.Add(w.org, api.Member{User: api.User{Email: new("member@acme.example")}, Role: new(api.RoleRead)})
	w.Orgs.SAML.Add(w.org, orgs.SAMLProvider{SSOURL: "https://SSO.Acme.example/saml"})
	emails := []string{"known@acme.example", "new@acme.example", "NEW@acme.example", "member@acme.example", "a@other.example", "b@notacme.example"}

	got := must(w.client.Orgs.Invites.Create(t.Context(), w.org, orgs.InviteCreate{Emails: emails, Role: api.Set(api.RoleEdit), SSO: new(true)}))(t)
	require.Equal(t, &orgs.InviteResult{Users: []string{known}, Invited: 1, FailedSSOEmails: []string{"a@other.example", "b@notacme.example"}}, got)
	members := w.Orgs.Members.All(w.org)
	require.Len(t, members, 2)
	require.Equal(t, member, members[0], "a member stays as it is")
	require.Equal(t, new(api.RoleEdit), members[1].Role)
	require.True(t, members[1].SSO)
	require.Equal(t, []publishingtest.Invite{{ID: "invite_1", Email: "new@acme.example", Role: new(api.RoleEdit), SSO: true}}, w.Orgs.Invites.All(w.org))

	got = must(w.client.Orgs.Invites.Create(t.Context(), w.org, orgs.InviteCreate{Emails: emails}))(t)
	require.Equal(t, &orgs.InviteResult{Users: []string{}, Invited: 3, FailedSSOEmails: []string{}}, got)
	require.Len(t, w.Orgs.Invites.All(w.org), 3)
	require.Equal(t, publishingtest.Invite{ID: "invite_1", Email: "new@acme.example", Role: new(api.RoleRead)}, w.Orgs.Invites.All(w.org)[0], "invited again, not twice")

	_, err := w.client.Orgs.Invites.Create(t.Context(), w.org, orgs.InviteCreate{Emails: []string{"c@acme.example", "nobody"}})
	requireError(t, err, publishing.ErrBadRequest, "emails[1]: want an email address")
	require.Len(t, w.Orgs.Invites.All(w.org), 3, "a rejected call invites nobody")
	got = must(w.client.Orgs.Invites.Create(t.Context(), w.org, orgs.InviteCreate{Emails: []string{"c@acme.example"}, Role: api.Null[api.Role]()}))(t)
	require.EqualValues(t, 1, got.Invited)
	require.Nil(t, w.Orgs.Invites.All(w.org)[3].Role, "null invites a guest")
}

func TestJoinMakesTheCallerAMember(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{})
	w.Orgs.SAML.Add(w.org, orgs.SAMLProvider{SSOURL: "https://sso.acme.example"})
	byEmail := w.Orgs.Invites.Add(w.org, publishingtest.Invite{Email: "a@acme.example", Role: new(api.RoleReview), SSO: true}).ID
	toOrg := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Role: new(api.RoleComment)}).ID
	toSpace := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Space: &space, Level: new(api.RoleEdit)}).ID
	join := func(invite string) error { return w.client.Orgs.Invites.Join(t.Context(), w.org, invite) }
	last := func() api.Member {
		members := w.Orgs.Members.All(w.org)
		return members[len(members)-1]
	}
	require.Equal(t, "caller", w.Caller().ID)
	require.NoError(t, join(toOrg))
	require.Equal(t, w.Caller(), last().User)
	require.Equal(t, new(api.RoleComment), last().Role)
	require.NoError(t, join(byEmail))
	require.Len(t, w.Orgs.Members.All(w.org), 1)
	require.Equal(t, new(api.RoleComment), last().Role, "a member keeps the role")
	require.ErrorIs(t, join(byEmail), publishing.ErrNotFound, "an invite by email is valid once")
	require.NoError(t, join(toOrg))

	w.ActAs(w.Users.Add(api.User{}).ID)
	require.NoError(t, join(toSpace))
	require.Equal(t, w.Caller(), last().User)
	require.Nil(t, last().Role, "an invite to a space adds a guest to the organization")
	got := w.send(t, "POST", w.at("/invites/"+toOrg), "")
	require.Equal(t, http.StatusOK, got.status)
	require.Equal(t, "{}", got.body)

	page := must(w.client.Permissions.Spaces.Users.List(t.Context(), space.ID, permissions.UserListOptions{}))(t)
	require.Len(t, page.Items, 1)
	require.Equal(t, w.Caller().ID, page.Items[0].User.ID)
	require.Equal(t, new(api.RoleEdit), page.Items[0].Permission)
}

func TestJoinGivesTheLevelOfALinkToContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space, collection := w.Spaces.Add(w.org, spaces.Space{}), w.Collections.Add(w.org, spaces.Collection{})
	toCollection := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Collection: &collection, Level: new(api.RoleReview)}).ID
	again := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Collection: &collection, Level: new(api.RoleRead)}).ID
	toSpace := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Space: &space}).ID
	must(w.client.Spaces.Delete(t.Context(), space.ID))(t)
	require.ErrorIs(t, w.client.Orgs.Invites.Join(t.Context(), w.org, toSpace), publishing.ErrNotFound, "its space does not exist")
	require.ErrorIs(t, errorOf(w.client.Orgs.LinkInvites.Get(t.Context(), w.org, toSpace)), publishing.ErrNotFound)
	require.Len(t, w.Orgs.LinkInvites.All(w.org), 2)
	for _, invite := range []string{toCollection, again} {
		require.NoError(t, w.client.Orgs.Invites.Join(t.Context(), w.org, invite))
	}
	page := must(w.client.Permissions.Collections.Users.List(t.Context(), collection.ID, permissions.UserListOptions{}))(t)
	require.Equal(t, []permissions.Permission{{Permission: new(api.RoleReview), User: w.Caller()}}, page.Items, "who has a level keeps it")
}
