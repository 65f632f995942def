package stories_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// An adminStory is the first day of an administrator. Each user has a client of their own.
type adminStory struct {
	*testing.T
	ada, grace, alan *publishing.Client // the administrator and two others
	org              string
	team             string
	shelf            string // a collection that the team edits
	space            string // a space in the collection
}

// TestStoryOfAnAdministrator does what an administrator does first, from nothing but a token: it
// finds the organization, adds people, gives a team access and takes it back.
func TestStoryOfAnAdministrator(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Orgs.Add(orgs.Organization{Title: "Another one"})
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	server.Users.Add(api.User{ID: "grace", Email: new("grace@acme.example")})
	server.Users.Add(api.User{ID: "alan"})
	s := &adminStory{
		T: t, ada: server.ClientFor("ada", strict, strictWrites), grace: server.ClientFor("grace", strict), alan: server.ClientFor("alan", strict),
	}

	s.findOrganization("Acme")
	s.invite()
	s.giveTeamACollection()
	s.createSpace()
	s.reject()
	s.takeBack()
	s.removeMember()
}

// organizations returns the titles of the organizations of a client's user.
func (s *adminStory) organizations(client *publishing.Client) (titles []string) {
	s.Helper()
	for org, err := range client.Orgs.All(s.Context(), orgs.ListOptions{}) {
		require.NoError(s, err)
		titles = append(titles, org.Title)
	}
	return titles
}

func (s *adminStory) findOrganization(title string) {
	me, err := s.ada.Users.Me(s.Context())
	require.NoError(s, err)
	require.Equal(s, "ada", me.ID)
	page, err := s.ada.Orgs.List(s.Context(), orgs.ListOptions{})
	require.NoError(s, err)
	require.Len(s, page.Items, 1, "the other organization is not listed")
	require.Equal(s, title, page.Items[0].Title)
	require.True(s, page.Items[0].Permissions.Admin)
	s.org = page.Items[0].ID
	require.Empty(s, s.organizations(s.grace))
	_, err = s.grace.Orgs.Get(s.Context(), s.org)
	require.ErrorIs(s, err, publishing.ErrNotFound)
}

// invite adds Grace, who has an account, by her email address. Alan joins with a link.
func (s *adminStory) invite() {
	result, err := s.ada.Orgs.Invites.Create(s.Context(), s.org, orgs.InviteCreate{Emails: []string{"grace@acme.example"}, Role: api.Set(api.RoleRead)})
	require.NoError(s, err)
	require.Equal(s, []string{"grace"}, result.Users)
	link, err := s.ada.Orgs.LinkInvites.Create(s.Context(), s.org, orgs.LinkInviteCreate{Role: api.RoleComment})
	require.NoError(s, err)
	require.NoError(s, s.alan.Orgs.Invites.Join(s.Context(), s.org, link.ID))
	require.Equal(s, "ada:admin alan:comment grace:read", s.members())
	require.Equal(s, []string{"Acme"}, s.organizations(s.grace))
}

// members returns the members with their roles.
func (s *adminStory) members() string {
	s.Helper()
	var all []string
	for member, err := range s.ada.Orgs.Members.All(s.Context(), s.org, orgs.MemberListOptions{}) {
		require.NoError(s, err)
		all = append(all, member.ID+":"+string(publishing.Value(member.Role)))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func (s *adminStory) giveTeamACollection() {
	team, err := s.ada.Orgs.Teams.Create(s.Context(), s.org, orgs.TeamCreate{Title: "Writers", Members: []string{"grace"}})
	require.NoError(s, err)
	require.EqualValues(s, 1, team.Members)
	s.team = team.ID
	shelf, err := s.ada.Collections.Create(s.Context(), s.org, spaces.CollectionCreate{Title: new("Docs")})
	require.NoError(s, err)
	s.shelf = shelf.ID
	invite := permissions.Invite{Role: api.Set(api.RoleComment), Teams: []string{s.team}}
	require.NoError(s, s.ada.Permissions.Collections.Invite(s.Context(), s.shelf, invite))
	role := permissions.TeamUpdate{Role: api.Set(api.RoleEdit)}
	require.NoError(s, s.ada.Permissions.Collections.Teams.Update(s.Context(), s.shelf, s.team, role))
}

// createSpace creates a space in the collection. The three listings agree at once about who edits
// it, also after Alan joins the team.
func (s *adminStory) createSpace() {
	space, err := s.ada.Spaces.Create(s.Context(), s.org, spaces.Create{Title: new("Guides"), Parent: &s.shelf})
	require.NoError(s, err)
	s.space = space.ID
	require.Equal(s, editors{users: "grace", teams: "Writers:edit", spaces: "Guides:edit"}, s.editors())
	require.NoError(s, s.ada.Orgs.Teams.Members.Put(s.Context(), s.org, s.team, "alan", orgs.TeamMemberPut{}))
	require.Equal(s, editors{users: "alan grace", teams: "Writers:edit", spaces: "Guides:edit"}, s.editors())
	team, err := s.ada.Orgs.Teams.Get(s.Context(), s.org, s.team)
	require.NoError(s, err)
	require.EqualValues(s, 2, team.Members)
	require.EqualValues(s, 1, team.Spaces)
}

// editors is who can edit the space, in three listings.
type editors struct {
	users  string // users with the role edit on the space
	teams  string // teams with their roles on the collection
	spaces string // spaces of Grace, with her roles
}

func (s *adminStory) editors() (can editors) {
	s.Helper()
	add := func(list *string, text string) { *list = strings.TrimSpace(*list + " " + text) }
	var users []string
	for given, err := range s.ada.Permissions.Spaces.Aggregate.All(s.Context(), s.space, permissions.AggregateListOptions{Role: api.RoleEdit}) {
		require.NoError(s, err)
		users = append(users, given.User.ID)
	}
	slices.Sort(users)
	can.users = strings.Join(users, " ")
	for given, err := range s.ada.Permissions.Collections.Teams.All(s.Context(), s.shelf, permissions.TeamListOptions{}) {
		require.NoError(s, err)
		add(&can.teams, given.Team.Title+":"+string(publishing.Value(given.Permission)))
	}
	for given, err := range s.ada.Orgs.Members.Spaces.All(s.Context(), s.org, "grace", orgs.MemberSpaceListOptions{}) {
		require.NoError(s, err)
		add(&can.spaces, given.Space.Title+":"+string(given.Permission))
	}
	return can
}

// reject tries what Grace, who edits the space, may not do, and gets 403 each time.
func (s *adminStory) reject() {
	before := s.editors()
	for _, call := range []func() error{
		func() error {
			_, err := s.grace.Spaces.Create(s.Context(), s.org, spaces.Create{Parent: &s.shelf})
			return err
		},
		func() error {
			role := permissions.TeamUpdate{Role: api.Set(api.RoleAdmin)}
			return s.grace.Permissions.Collections.Teams.Update(s.Context(), s.shelf, s.team, role)
		},
		func() error {
			_, err := s.grace.Permissions.Collections.Teams.Delete(s.Context(), s.shelf, s.team)
			return err
		},
		func() error {
			_, err := s.grace.Orgs.Update(s.Context(), s.org, orgs.Update{Title: new("Grace's")})
			return err
		},
	} {
		err := call()
		require.ErrorIs(s, err, publishing.ErrForbidden)
		require.False(s, publishing.MayHaveApplied(err))
	}
	require.Equal(s, before, s.editors())
}

// takeBack removes the team from the collection. What remains is the role in the organization.
func (s *adminStory) takeBack() {
	for _, want := range []api.Deletion{api.Deleted, api.AlreadyAbsent} {
		outcome, err := s.ada.Permissions.Collections.Teams.Delete(s.Context(), s.shelf, s.team)
		require.NoError(s, err)
		require.Equal(s, want, outcome)
	}
	require.Equal(s, editors{spaces: "Guides:read"}, s.editors())
	team, err := s.ada.Orgs.Teams.Get(s.Context(), s.org, s.team)
	require.NoError(s, err)
	require.Zero(s, team.Spaces)
	require.EqualValues(s, 2, team.Members, "the team stays")
}

// removeMember removes Grace from the organization, and so from the team and from all lists.
func (s *adminStory) removeMember() {
	require.Equal(s, []string{"Guides"}, s.spaces(s.grace))
	outcome, err := s.ada.Orgs.Members.Delete(s.Context(), s.org, "grace")
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	require.Equal(s, "ada:admin alan:comment", s.members())
	team, err := s.ada.Orgs.Teams.Get(s.Context(), s.org, s.team)
	require.NoError(s, err)
	require.EqualValues(s, 1, team.Members)
	require.Empty(s, s.organizations(s.grace))
	require.Empty(s, s.spaces(s.grace))
	require.Equal(s, []string{"Guides"}, s.spaces(s.alan))
}

// spaces returns the titles of the spaces that a client's user sees.
func (s *adminStory) spaces(client *publishing.Client) (titles []string) {
	s.Helper()
	for space, err := range client.Spaces.All(s.Context(), s.org, spaces.ListOptions{}) {
		require.NoError(s, err)
		titles = append(titles, space.Title)
	}
	return titles
}
