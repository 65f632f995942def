package stories_test

import (
	"slices"
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
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A story is what the parts of a test share.
type story struct {
	*testing.T
	server *publishingtest.Server
	client *publishing.Client
	org    string
	shelf  string // a collection
	space  string
}

// edit does what the editor does: it writes the one section of a page, in the main content or in a
// change request.
func (s *story) edit(request, page, body string) {
	s.Helper()
	s.server.Spaces.Pages.Edit(s.space, request, page, func(p *publishingtest.Page) { p.Sections = []publishingtest.Section{{Title: p.Title, Body: body}} })
}

// request returns the current change request.
func (s *story) request(id string) *changerequests.ChangeRequest {
	s.Helper()
	got, err := s.client.ChangeRequests.Get(s.Context(), s.space, id)
	require.NoError(s, err)
	return got
}

// paths returns the paths of the pages of a revision, in reading order.
func paths(revision *spaces.Revision) (all []string) {
	for visit := range spaces.WalkPages(revision.Pages) {
		all = append(all, *visit.Page.Path)
	}
	return all
}

// TestStoryOfASpace does what a team does with a space, from its pages to its deletion and back.
func TestStoryOfASpace(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	server := publishingtest.NewServer(t, publishingtest.WithClock(func() time.Time { return now }))
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	s := &story{T: t, server: server, client: server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites), org: org}
	for id, role := range map[string]api.Role{"ada": api.RoleAdmin, "grace": api.RoleEdit} {
		server.Orgs.Members.Add(s.org, api.Member{User: api.User{ID: id}, Role: &role})
	}
	server.Users.Add(api.User{ID: "alan"})
	shelf, err := s.client.Collections.Create(t.Context(), s.org, spaces.CollectionCreate{Title: new("Docs")})
	require.NoError(t, err)
	s.shelf = shelf.ID
	s.space = server.Spaces.Add(s.org, spaces.Space{Title: "Guides"},
		publishingtest.Page{ID: "start", Title: "Start", Pages: []publishingtest.Page{{ID: "install", Title: "Install"}}},
		publishingtest.Page{ID: "publish", Title: "Publish"},
	).ID
	_, err = s.client.Spaces.Move(t.Context(), s.space, spaces.Move{Parent: api.Set(s.shelf)})
	require.NoError(t, err)

	number := s.propose()
	s.discuss(number)
	s.update(number)
	s.settleConflict(number)
	s.merge(number)
	s.grant()
	now = now.Add(24 * time.Hour)
	s.deleteAndRestore(func() { now = now.Add(6 * 24 * time.Hour) })
}

// propose creates a change request, edits pages in it and opens it.
func (s *story) propose() (number string) {
	made, err := s.client.ChangeRequests.Create(s.Context(), s.space, changerequests.Create{Subject: new("Explain it better")})
	require.NoError(s, err)
	require.Equal(s, changerequests.StatusDraft, made.Status)
	number = changerequests.Number(made.Number)
	require.Equal(s, "1", number)
	s.edit(number, "install", "Run the **installer**, then [publish](publish).")
	s.server.Spaces.Pages.Add(s.space, number, "start", publishingtest.Page{ID: "remove", Title: "Remove"})

	opened, err := s.client.ChangeRequests.Update(s.Context(), s.space, number, changerequests.Update{Status: changerequests.StatusOpen})
	require.NoError(s, err)
	require.NotEqual(s, opened.RevisionInitial, opened.Revision)
	proposed, err := s.client.ChangeRequests.Content.Get(s.Context(), s.space, number, spaces.ContentGetOptions{})
	require.NoError(s, err)
	require.Equal(s, []string{"start", "start/install", "start/remove", "publish"}, paths(proposed))
	main, err := s.client.Spaces.Content.Get(s.Context(), s.space, spaces.ContentGetOptions{})
	require.NoError(s, err)
	require.Equal(s, []string{"start", "start/install", "publish"}, paths(main))
	page, err := s.client.ChangeRequests.Pages.Get(s.Context(), s.space, number, "install", spaces.PageGetOptions{Format: richtext.FormatMarkdown})
	require.NoError(s, err)
	require.Contains(s, *page.Markdown, "Run the **installer**")
	links, err := s.client.ChangeRequests.Pages.Links.List(s.Context(), s.space, number, "install", changerequests.PageLinkListOptions{})
	require.NoError(s, err)
	require.Equal(s, "publish", links.Items[0].TargetReference.Page.ID)
	return number
}

// discuss comments on the proposal and resolves the comment.
func (s *story) discuss(number string) {
	comments := s.client.ChangeRequests.Comments
	s.server.ActAs("grace")
	made, err := comments.Create(s.Context(), s.space, number, spaces.CommentCreate{Body: richtext.Markdown("Which installer?"), Page: new("install")})
	require.NoError(s, err)
	require.Equal(s, "grace", made.PostedBy.ID)
	require.EqualValues(s, 1, s.request(number).Comments)
	found, err := s.client.ChangeRequests.ListInOrg(s.Context(), s.org, changerequests.ListInOrgOptions{Contributor: "grace"})
	require.NoError(s, err)
	require.Len(s, found.Items, 1)

	s.server.ActAs("ada")
	s.edit(number, "install", "Run the **installer** of your system.")
	resolved, err := comments.Update(s.Context(), s.space, number, made.ID, spaces.CommentUpdate{Resolved: new(true), AddedReactions: []string{"1f44d"}})
	require.NoError(s, err)
	require.Equal(s, "ada", resolved.ResolvedBy.ID)
	require.Equal(s, "ada", resolved.Reactions[0].Users[0].User.ID)
	require.Equal(s, new(true), resolved.Target.Page.Outdated)
	require.Zero(s, s.request(number).Comments)
	left, err := comments.List(s.Context(), s.space, number, spaces.CommentListOptions{Status: spaces.CommentStatusFilterOpen})
	require.NoError(s, err)
	require.Empty(s, left.Items)
}

// update brings another page of the main content into the proposal.
func (s *story) update(number string) {
	s.edit("", "publish", "Press Publish.")
	require.True(s, s.request(number).Outdated)
	result, err := s.client.ChangeRequests.UpdateFromMain(s.Context(), s.space, number)
	require.NoError(s, err)
	require.Equal(s, changerequests.MergeOutcomeUpdate, result.Result)
	updated := s.request(number)
	require.False(s, updated.Outdated)
	require.Equal(s, result.Revision, updated.Revision)
	space, err := s.client.Spaces.Get(s.Context(), s.space, spaces.GetOptions{})
	require.NoError(s, err)
	require.Equal(s, &space.Revision, updated.RevisionMergedAncestor)
	page, err := s.client.ChangeRequests.Pages.Get(s.Context(), s.space, number, "publish", spaces.PageGetOptions{})
	require.NoError(s, err)
	require.Contains(s, *page.Markdown, "Press Publish.")
}

// settleConflict changes a page on both sides, gets the conflict, and writes what is right.
func (s *story) settleConflict(number string) {
	s.edit("", "install", "Ask your administrator.")
	before := s.request(number)
	for _, try := range []func() (*changerequests.MergeResult, error){
		func() (*changerequests.MergeResult, error) {
			return s.client.ChangeRequests.Merge(s.Context(), s.space, number, changerequests.MergeOptions{})
		},
		func() (*changerequests.MergeResult, error) {
			return s.client.ChangeRequests.UpdateFromMain(s.Context(), s.space, number)
		},
	} {
		_, err := try()
		require.ErrorIs(s, err, changerequests.ErrMergeConflicts)
	}
	require.Equal(s, before, s.request(number))
	s.edit(number, "install", "Run the **installer** of your system, or ask your administrator.")
}

// merge merges the proposal and reads the new revision back.
func (s *story) merge(number string) {
	result, err := s.client.ChangeRequests.Merge(s.Context(), s.space, number, changerequests.MergeOptions{})
	require.NoError(s, err)
	require.Equal(s, changerequests.MergeOutcomeMerge, result.Result)
	merged := s.request(number)
	require.Equal(s, changerequests.StatusMerged, merged.Status)
	require.Equal(s, &result.Revision, merged.RevisionMerged)

	content, err := s.client.Spaces.Content.Get(s.Context(), s.space, spaces.ContentGetOptions{})
	require.NoError(s, err)
	require.Equal(s, result.Revision, content.ID)
	require.Equal(s, spaces.RevisionTypeMerge, content.Type)
	require.Equal(s, []string{"start", "start/install", "start/remove", "publish"}, paths(content))
	var from changerequests.ChangeRequest
	require.NoError(s, content.MergedFrom.Decode(&from))
	require.Equal(s, merged.ID, from.ID)
	page, err := s.client.Spaces.Pages.GetByPath(s.Context(), s.space, "start/install", spaces.PageGetByPathOptions{Format: richtext.FormatMarkdown})
	require.NoError(s, err)
	require.Contains(s, *page.Markdown, "or ask your administrator.")
	changes, err := s.client.Spaces.Revisions.Changes(s.Context(), s.space, result.Revision, spaces.RevisionChangesOptions{})
	require.NoError(s, err)
	require.Len(s, changes.Changes, 2, "install is edited, remove is new")
	before, err := s.client.Spaces.Revisions.Pages.GetByPath(s.Context(), s.space, content.Parents[0], "start/install", spaces.PageGetByPathOptions{})
	require.NoError(s, err)
	require.NotEqual(s, page.Markdown, before.Markdown)
	found, err := s.client.Spaces.Search.List(s.Context(), s.space, spaces.SearchListOptions{Query: "installer administrator"})
	require.NoError(s, err)
	require.Equal(s, "install", found.Items[0].ID)
	again, err := s.client.ChangeRequests.Merge(s.Context(), s.space, number, changerequests.MergeOptions{})
	require.NoError(s, err)
	require.Equal(s, result, again)
}

// grant assigns roles in the space and in its collection, and reads who can access the space.
func (s *story) grant() {
	require.NoError(s, s.client.Permissions.Collections.Invite(s.Context(), s.shelf, permissions.Invite{Role: api.Set(api.RoleComment), Users: []string{"alan", "grace"}}))
	require.NoError(s, s.client.Permissions.Spaces.Invite(s.Context(), s.space, permissions.Invite{Role: api.Set(api.RoleReview), Users: []string{"grace"}}))
	can := func() string {
		var all []string
		for given, err := range s.client.Permissions.Spaces.Aggregate.All(s.Context(), s.space, permissions.AggregateListOptions{Limit: 1}) {
			require.NoError(s, err)
			all = append(all, given.User.ID+":"+string(*given.Permission))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	require.Equal(s, "ada:admin alan:comment grace:review", can())
	outcome, err := s.client.Permissions.Spaces.Users.Delete(s.Context(), s.space, "grace")
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	require.Equal(s, "ada:admin alan:comment grace:comment", can())
}

// deleteAndRestore deletes the space and restores it.
func (s *story) deleteAndRestore(wait func()) {
	before, err := s.client.Spaces.Get(s.Context(), s.space, spaces.GetOptions{})
	require.NoError(s, err)
	outcome, err := s.client.Spaces.Delete(s.Context(), s.space)
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	_, err = s.client.Spaces.Get(s.Context(), s.space, spaces.GetOptions{})
	require.ErrorIs(s, err, publishing.ErrNotFound)
	for range s.client.Collections.Spaces.All(s.Context(), s.shelf, spaces.CollectionSpaceListOptions{}) {
		require.Fail(s, "a deleted space is listed")
	}
	wait()
	restored, err := s.client.Spaces.Restore(s.Context(), s.space)
	require.NoError(s, err)
	require.Equal(s, before, restored)

	_, err = s.client.Spaces.Delete(s.Context(), s.space)
	require.NoError(s, err)
	wait()
	wait()
	_, err = s.client.Spaces.Restore(s.Context(), s.space)
	require.ErrorIs(s, err, publishing.ErrNotFound, "after more than 7 days it cannot be restored")
}
