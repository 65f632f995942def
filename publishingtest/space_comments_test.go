package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func commentProofs() map[string]proof {
	p := proofs{}
	const comments = proposal + "/comments"
	p.rejects("changerequests.comments.create.page-exists", "POST", comments, `{"body":{"markdown":"x"},"page":"nowhere"}`, "page")
	p.responds("spaces.comments.create.page-404", "POST", wiki+"/comments", `{"body":{"markdown":"x"},"page":"nowhere"}`, http.StatusNotFound)
	p.responds("spaces.comments.create.node", "POST", wiki+"/comments", `{"body":{"markdown":"x"},"node":"n"}`, http.StatusOK)
	p.shows("spaces.comments.main", "GET", wiki+"/comments", "", func(list map[string]any) bool { return ids(list) == "asked" })
	p.respondsTo("comment.update.author-403", "mona", "PUT", wiki+"/comments/asked", `{"body":{"markdown":"y"}}`, http.StatusForbidden)
	p.respondsTo("comment.update.resolve-403", "olga", "PUT", wiki+"/comments/asked", `{"resolved":true}`, http.StatusForbidden)
	p.shows("comment.format.default", "PUT", remark, `{"body":{"document":{"object":"document","data":{},"nodes":[]}}}`, func(c map[string]any) bool {
		return c["body"].(map[string]any)["document"] != nil
	})
	p.shows("comment.update.reactions", "PUT", remark, `{"addedReactions":["1f44d"],"removedReactions":["1f44d"]}`, func(c map[string]any) bool {
		return len(c["reactions"].([]any)) == 0
	})
	return p
}

func TestCommentsAreOnPagesNodesAndTableCells(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	comments := w.client.ChangeRequests.Comments
	created := must(comments.Create(t.Context(), "wiki", "2", spaces.CommentCreate{
		Body: richtext.Markdown("Is this so?"), Page: new("use"), Node: new("node"), TableCell: &spaces.TableCell{Record: "r", Definition: "d"},
	}))(t)
	require.Equal(t, "comment", created.Object)
	require.Equal(t, w.Caller(), created.PostedBy)
	require.Equal(t, now, created.PostedAt)
	require.Nil(t, created.EditedAt)
	require.Equal(t, spaces.CommentStatusOpen, created.Status)
	require.Equal(t, richtext.Markdown("Is this so?"), created.Body)
	require.Empty(t, created.Reactions)
	require.Equal(t, "use", created.Target.Page.ID)
	require.Equal(t, new("start/use"), created.Target.Page.Path)
	require.Equal(t, new(false), created.Target.Page.Outdated)
	require.Equal(t, &spaces.CommentNode{ID: "node"}, created.Target.Node)
	require.Equal(t, &spaces.TableCell{Record: "r", Definition: "d"}, created.Target.TableCell)
	require.Equal(t, new("proposal"), created.Target.ChangeRequest)
	require.Equal(t, "wiki", created.Target.Space)
	got := must(comments.Get(t.Context(), "wiki", "proposal", created.ID, spaces.CommentGetOptions{}))(t)
	require.Equal(t, created, got)
	require.Equal(t, *created, w.Spaces.Comments.All("wiki", "proposal")[2])

	w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	got = must(comments.Get(t.Context(), "wiki", "proposal", created.ID, spaces.CommentGetOptions{}))(t)
	require.Equal(t, new(true), got.Target.Page.Outdated)
	require.Equal(t, new("Used"), got.Target.Page.Title)
	w.Spaces.Pages.Remove("wiki", "proposal", "use")
	got = must(comments.Get(t.Context(), "wiki", "proposal", created.ID, spaces.CommentGetOptions{}))(t)
	require.Equal(t, new(true), got.Target.Page.Outdated)
	require.Equal(t, new("Use"), got.Target.Page.Title)
}

func TestCommentSeededAsResolvedHasTimeAndUser(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	for _, test := range []struct {
		seed spaces.Comment
		at   time.Time
		by   string
	}{
		{spaces.Comment{}, now, w.Caller().ID},
		{spaces.Comment{ResolvedBy: &api.User{ID: "nils"}}, now, "nils"},
		{spaces.Comment{ResolvedAt: new(now.Add(-time.Hour))}, now.Add(-time.Hour), w.Caller().ID},
	} {
		test.seed.Status, test.seed.Body = spaces.CommentStatusResolved, richtext.Markdown("Done.")
		added := w.Spaces.Comments.Add("wiki", "proposal", test.seed)
		require.Equal(t, &test.at, added.ResolvedAt)
		require.Equal(t, test.by, added.ResolvedBy.ID)
		require.NotEmpty(t, added.ResolvedBy.DisplayName, "the user is shown whole")
		require.Equal(t, &added, must(w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", added.ID, spaces.CommentGetOptions{}))(t))
	}
	require.Nil(t, w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{Body: richtext.Markdown("Open.")}).ResolvedAt)
}

func TestCommentIsResolvedAndReopened(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	update := func(update spaces.CommentUpdate) *spaces.Comment {
		return must(w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", "remark", update))(t)
	}
	open := func() [2]int64 {
		cr := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
		space := must(w.client.Spaces.Get(t.Context(), "wiki", spaces.GetOptions{}))(t)
		return [2]int64{cr.Comments, *space.Comments}
	}
	require.Equal(t, [2]int64{1, 2}, open())
	resolved := update(spaces.CommentUpdate{Resolved: new(true)})
	require.Equal(t, spaces.CommentStatusResolved, resolved.Status)
	require.Equal(t, &now, resolved.ResolvedAt)
	require.Equal(t, new(w.Caller()), resolved.ResolvedBy)
	require.Nil(t, resolved.EditedAt)
	require.Equal(t, [2]int64{0, 1}, open())
	first := now
	now = now.Add(time.Hour)
	require.Equal(t, &first, update(spaces.CommentUpdate{Resolved: new(true)}).ResolvedAt, "it was resolved before")
	require.Equal(t, spaces.CommentStatusResolved, update(spaces.CommentUpdate{}).Status)

	reopened := update(spaces.CommentUpdate{Resolved: new(false), Body: new(richtext.Markdown("Still."))})
	require.Equal(t, spaces.CommentStatusOpen, reopened.Status)
	require.Nil(t, reopened.ResolvedAt)
	require.Nil(t, reopened.ResolvedBy)
	require.Equal(t, &now, reopened.EditedAt)
	require.Equal(t, richtext.Markdown("Still."), reopened.Body)
	require.Equal(t, [2]int64{1, 2}, open())
}

func TestReactionsBelongToTheirUsers(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	react := func(user string, added, removed []string) string {
		w.ActAs(user)
		got := must(w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", "remark", spaces.CommentUpdate{AddedReactions: added, RemovedReactions: removed}))(t)
		var all []string
		for _, reaction := range got.Reactions {
			require.Len(t, reaction.Users, int(reaction.Count))
			for _, by := range reaction.Users {
				require.False(t, by.ReactedAt.IsZero())
				all = append(all, reaction.Emoji+":"+by.User.ID)
			}
		}
		return strings.Join(all, " ")
	}
	require.Equal(t, "a:mona b:mona", react("mona", []string{"a", "b", "a"}, nil))
	require.Equal(t, "a:mona a:nils b:mona", react("nils", []string{"a"}, []string{"b"}))
	require.Equal(t, "a:mona a:nils b:mona", react("nils", []string{"c", "a"}, []string{"c"}))
	require.Equal(t, "a:nils b:mona", react("mona", nil, []string{"a"}))
}

func TestSeededReactionsBelongToTheirUsers(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{ID: "seeded", Body: richtext.Markdown("Mine."), Reactions: []spaces.Reaction{
		{Emoji: "a", Count: 2, Users: []spaces.ReactionUser{{User: api.User{ID: "mona"}}}},
	}})
	w.ActAs("mona")
	count := func(added, removed []string) []int64 {
		got := must(w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", "seeded", spaces.CommentUpdate{AddedReactions: added, RemovedReactions: removed}))(t)
		return mapped(got.Reactions, func(r spaces.Reaction) int64 { return r.Count })
	}
	require.Equal(t, []int64{2}, count([]string{"a"}, nil), "mona has reacted")
	require.Equal(t, []int64{1}, count(nil, []string{"a"}))
	require.Equal(t, []int64{1}, count(nil, []string{"a"}), "another user's reaction")
}

func TestSeededReactionIsCounted(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	seeded := w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{Body: richtext.Markdown("Mine."), Reactions: []spaces.Reaction{
		{Emoji: "a", Users: []spaces.ReactionUser{{User: api.User{ID: "mona"}}, {User: api.User{ID: "nils"}}}},
	}})
	require.Equal(t, int64(2), seeded.Reactions[0].Count)
	require.NotZero(t, seeded.Reactions[0].Users[0].ReactedAt)
	got := must(w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", seeded.ID, spaces.CommentUpdate{Resolved: new(true)}))(t)
	require.Equal(t, seeded.Reactions, got.Reactions)
}

func TestCommentsAreListedInOrderAndFiltered(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{ID: "own", Body: richtext.Markdown("Mine.")})
	for name, test := range map[string]struct {
		options spaces.CommentListOptions
		want    string
	}{
		"newest first":  {spaces.CommentListOptions{}, "own settled remark"},
		"desc":          {spaces.CommentListOptions{Order: api.OrderDesc}, "own settled remark"},
		"oldest first":  {spaces.CommentListOptions{Order: api.OrderAsc}, "remark settled own"},
		"all":           {spaces.CommentListOptions{Status: spaces.CommentStatusFilterAll}, "own settled remark"},
		"open":          {spaces.CommentListOptions{Status: spaces.CommentStatusFilterOpen}, "own remark"},
		"resolved":      {spaces.CommentListOptions{Status: spaces.CommentStatusFilterResolved}, "settled"},
		"page":          {spaces.CommentListOptions{TargetPage: "start"}, "remark"},
		"another page":  {spaces.CommentListOptions{TargetPage: "use"}, ""},
		"an author":     {spaces.CommentListOptions{Authors: []string{"nils"}}, "settled"},
		"authors":       {spaces.CommentListOptions{Authors: []string{"nils", "caller"}}, "own settled"},
		"all at a time": {spaces.CommentListOptions{Authors: []string{"nils"}, Status: spaces.CommentStatusFilterOpen}, ""},
	} {
		test.options.Limit = 1
		var got []string
		for comment, err := range w.client.ChangeRequests.Comments.All(t.Context(), "wiki", "proposal", test.options) {
			require.NoError(t, err, name)
			got = append(got, comment.ID)
		}
		require.Equal(t, test.want, strings.Join(got, " "), name)
	}
}

// TestDeletedCommentHidesNoOtherFromTheIteration covers the reverse order, too.
func TestDeletedCommentHidesNoOtherFromTheIteration(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{ID: "own"})
	var got []string
	for comment, err := range w.client.ChangeRequests.Comments.All(t.Context(), "wiki", "proposal", spaces.CommentListOptions{Limit: 1}) {
		require.NoError(t, err)
		got = append(got, comment.ID)
		require.Equal(t, api.Deleted, must(w.client.ChangeRequests.Comments.Delete(t.Context(), "wiki", "proposal", comment.ID))(t))
	}
	require.Equal(t, []string{"own", "settled", "remark"}, got)
	require.Equal(t, http.StatusNoContent, w.send(t, "DELETE", remark, "").status)
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", "remark", spaces.CommentGetOptions{})), publishing.ErrNotFound)
}

func TestBodiesHaveTheRequestedFormat(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	document := &richtext.Document{Object: "document", Nodes: []richtext.Node{
		{Object: "block", Type: "heading-1", Nodes: []richtext.Node{{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Well"}}}}},
		{Object: "block", Type: "paragraph", Nodes: []richtext.Node{
			{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Ni"}, {Object: "leaf", Text: "ce"}}},
			{Object: "inline", Type: "link", Nodes: []richtext.Node{{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "."}}}}},
		}},
	}}
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{ID: "rich", Body: richtext.Content{Document: document}})
	for _, id := range []string{"remark", "rich"} {
		get := func(format richtext.Format) richtext.Content {
			return must(w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", id, spaces.CommentGetOptions{Format: format}))(t).Body
		}
		require.Equal(t, id == "rich", get("").Document != nil, "as it was written")
		require.Equal(t, richtext.Markdown("# Well\n\nNice."), get(richtext.FormatMarkdown))
		rich := get(richtext.FormatDocument).Document.Nodes
		require.Equal(t, []richtext.NodeType{richtext.BlockHeading1, richtext.BlockParagraph}, []richtext.NodeType{rich[0].Type, rich[1].Type})
		require.Equal(t, "Well", rich[0].Nodes[0].Leaves[0].Text)
	}
	replies := must(w.client.ChangeRequests.Comments.Replies.List(t.Context(), "wiki", "proposal", "remark", spaces.CommentReplyListOptions{Format: richtext.FormatDocument}))(t)
	require.NotNil(t, replies.Items[0].Body.Document)
}

func TestDiscussionsOfTheMainContentAndOfAChangeRequestAreSeparate(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	comments := w.client.Spaces.Comments
	created := must(comments.Create(t.Context(), "wiki", spaces.CommentCreate{Body: richtext.Markdown("Is this so?"), Page: new("use"), Node: new("node")}))(t)
	require.Nil(t, created.Target.ChangeRequest)
	revisions := w.Spaces.Revisions.All("wiki")
	require.Equal(t, revisions[len(revisions)-1].ID, created.Target.Revision)
	require.Equal(t, new("start/use"), created.Target.Page.Path)
	require.Equal(t, w.URL()+wiki+"/comments/"+created.ID, created.URLs.Location)
	got := mapped(collect(t, comments.All(t.Context(), "wiki", spaces.CommentListOptions{Order: api.OrderAsc, Limit: 1})), func(comment spaces.Comment) string { return comment.ID })
	require.Equal(t, []string{"asked", created.ID}, got)
	require.Equal(t, *created, w.Spaces.Comments.All("wiki", "")[1])
	require.Len(t, w.Spaces.Comments.All("wiki", "proposal"), 2)
	require.ErrorIs(t, errorOf(comments.Get(t.Context(), "wiki", "remark", spaces.CommentGetOptions{})), publishing.ErrNotFound, "it is on a change request")
	require.ErrorIs(t, errorOf(w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", "asked", spaces.CommentGetOptions{})), publishing.ErrNotFound, "it is on the main content")
	require.Equal(t, api.AlreadyAbsent, must(comments.Delete(t.Context(), "wiki", "remark"))(t))
	require.Len(t, w.Spaces.Comments.All("wiki", "proposal"), 2)
}

func TestNewCommentIsListedBesideThoseOnChangeRequests(t *testing.T) {
	t.Parallel()
	w := newWiki(t, publishingtest.WithoutRule("spaces.comments.main"))
	created := must(w.client.Spaces.Comments.Create(t.Context(), "wiki", spaces.CommentCreate{Body: richtext.Markdown("Is this so?")}))(t)
	require.Equal(t, "asked "+created.ID+" remark settled", ids(w.send(t, "GET", wiki+"/comments?order=asc", "").object(t)))
}

func TestPageOfACommentOnTheMainContentIsOutdatedOnceItIsGone(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	page := func() *spaces.CommentPage {
		return must(w.client.Spaces.Comments.Get(t.Context(), "wiki", "asked", spaces.CommentGetOptions{}))(t).Target.Page
	}
	w.Spaces.Pages.Edit("wiki", "", "start", func(page *publishingtest.Page) { page.Title = "Begin here" })
	require.Equal(t, new("Begin here"), page().Title)
	require.Equal(t, new(false), page().Outdated)
	w.Spaces.Pages.Remove("wiki", "", "start")
	require.Equal(t, new("Start here"), page().Title)
	require.Equal(t, new(true), page().Outdated)
}

func TestOpenCommentsOnTheMainContentCountInTheirSpaceOnly(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	counts := func() [2]int64 {
		cr := must(w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal"))(t)
		space := must(w.client.Spaces.Get(t.Context(), "wiki", spaces.GetOptions{}))(t)
		return [2]int64{cr.Comments, *space.Comments}
	}
	require.Equal(t, [2]int64{1, 2}, counts())
	resolved := must(w.client.Spaces.Comments.Update(t.Context(), "wiki", "asked", spaces.CommentUpdate{Resolved: new(true)}))(t)
	require.Equal(t, spaces.CommentStatusResolved, resolved.Status)
	require.Equal(t, [2]int64{1, 1}, counts())
	require.Equal(t, api.Deleted, must(w.client.Spaces.Comments.Delete(t.Context(), "wiki", "asked"))(t))
	require.Empty(t, w.Spaces.Comments.All("wiki", ""))
}

func TestCallersEditWhatTheyHavePostedAndResolveWhatTheyMayCommentOn(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	mona, olga := w.ClientFor("mona").Spaces, w.ClientFor("olga").Spaces
	edit := spaces.CommentUpdate{Body: new(richtext.Markdown("Mine."))}
	require.ErrorIs(t, errorOf(mona.Comments.Update(t.Context(), "wiki", "asked", edit)), publishing.ErrForbidden)
	must(mona.Comments.Replies.Update(t.Context(), "wiki", "asked", "agreed", spaces.CommentReplyUpdate{Body: edit.Body}))(t, "she has posted it")
	require.ErrorIs(t, errorOf(w.ClientFor("nils").Spaces.Comments.Replies.Update(t.Context(), "wiki", "asked", "agreed", spaces.CommentReplyUpdate{Body: edit.Body})), publishing.ErrForbidden)
	must(mona.Comments.Update(t.Context(), "wiki", "asked", spaces.CommentUpdate{Resolved: new(true)}))(t)
	require.ErrorIs(t, errorOf(olga.Comments.Update(t.Context(), "wiki", "asked", spaces.CommentUpdate{Resolved: new(false)})), publishing.ErrForbidden)
	require.Equal(t, spaces.CommentStatusResolved, w.Spaces.Comments.All("wiki", "")[0].Status)
	must(w.client.Spaces.Comments.Update(t.Context(), "wiki", "asked", edit))(t, "the token of the server is not restricted")
}
