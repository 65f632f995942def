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
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func commentProofs() map[string]proof {
	const comments = proposal + "/comments"
	p := proofs{}
	p.deletes("changerequests.comments", remark)
	p.rejects("changerequests.comments.list.order.enum", "GET", comments+"?order=up", "", "order")
	p.rejects("changerequests.comments.list.format.enum", "GET", comments+"?format=html", "", "format")
	p.rejects("changerequests.comments.list.status.enum", "GET", comments+"?status=closed", "", "status")
	p.rejects("changerequests.comments.get.format.enum", "GET", remark+"?format=html", "", "format")
	for _, field := range []string{"node", "page"} {
		p.typed("changerequests.comments.create", field, "POST", comments, `{"body":{"markdown":"x"},"`+field+`":%s}`, "7")
	}
	p.missing("changerequests.comments.create", "body", "POST", comments, `{}`)
	for op, call := range map[string][2]string{"create": {"POST", comments}, "update": {"PUT", remark}} {
		op = "changerequests.comments." + op
		p.typed(op, "body", call[0], call[1], `{"body":%s}`, `"x"`)
		p.typed(op, "body.markdown", call[0], call[1], `{"body":{"markdown":%s}}`, "7")
		p.typed(op, "body.document", call[0], call[1], `{"body":{"document":%s}}`, "7")
	}
	p.typed("changerequests.comments.create", "tableCell", "POST", comments, `{"body":{"markdown":"x"},"tableCell":%s}`, "7")
	for field, other := range map[string]string{"record": "definition", "definition": "record"} {
		p.typed("changerequests.comments.create", "tableCell."+field, "POST", comments, `{"body":{"markdown":"x"},"tableCell":{"`+other+`":"x","`+field+`":%s}}`, "7")
		p.missing("changerequests.comments.create", "tableCell."+field, "POST", comments, `{"body":{"markdown":"x"},"tableCell":{"`+other+`":"x"}}`)
	}
	p.typed("changerequests.comments.update", "resolved", "PUT", remark, `{"resolved":%s}`, `"true"`)
	for _, field := range []string{"addedReactions", "removedReactions"} {
		p.typed("changerequests.comments.update", field, "PUT", remark, `{"`+field+`":%s}`, `"x"`)
		p.typed("changerequests.comments.update", field+"[]", "PUT", remark, `{"`+field+`":[%s]}`, "7")
	}
	p.responds("comment.absent-404", "GET", comments+"/nowhere", "", http.StatusNotFound)
	p.rejects("changerequests.comments.create.page-exists", "POST", comments, `{"body":{"markdown":"x"},"page":"nowhere"}`, "page")
	listed := func(id, query, want string) {
		p.shows("changerequests.comments.list."+id, "GET", comments+query, "", func(list map[string]any) bool { return ids(list) == want })
	}
	listed("order", "", "settled remark")
	listed("status", "?status=open", "remark")
	listed("target-page", "?targetPage=start", "remark")
	listed("authors", "?authors=nils&authors=olga", "settled")
	p.shows("comment.replies", "GET", remark, "", func(c map[string]any) bool { return c["replies"] == 1.0 })
	p.shows("comment.format", "GET", remark+"?format=document", "", func(c map[string]any) bool { return c["body"].(map[string]any)["document"] != nil })
	p.shows("changerequests.comments.update.resolved", "PUT", remark, `{"resolved":true}`, func(c map[string]any) bool { return c["status"] == "resolved" })
	p.shows("changerequests.comments.update.edited", "PUT", remark, `{"body":{"markdown":"y"}}`, func(c map[string]any) bool { return c["editedAt"] != nil })
	p.shows("changerequests.comments.update.reactions", "PUT", remark, `{"addedReactions":["1f44d","1f44d"]}`, func(c map[string]any) bool {
		return len(c["reactions"].([]any)) == 1 && c["reactions"].([]any)[0].(map[string]any)["count"] == 1.0
	})
	return p
}

func TestCommentsAreOnPagesNodesAndTableCells(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	comments := w.client.ChangeRequests.Comments
	var meta api.Meta
	created, err := comments.Create(t.Context(), "wiki", "2", changerequests.CommentCreate{
		Body: richtext.Markdown("Is this so?"), Page: new("use"), Node: new("node"), TableCell: &changerequests.TableCell{Record: "r", Definition: "d"},
	}, api.WithMeta(&meta))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, meta.Status)
	require.Equal(t, "comment", created.Object)
	require.Equal(t, w.Caller(), created.PostedBy)
	require.Equal(t, now, created.PostedAt)
	require.Nil(t, created.EditedAt)
	require.Equal(t, changerequests.CommentStatusOpen, created.Status)
	require.Equal(t, richtext.Markdown("Is this so?"), created.Body)
	require.Empty(t, created.Reactions)
	require.Equal(t, "use", created.Target.Page.ID)
	require.Equal(t, "start/use", created.Target.Page.Path)
	require.False(t, created.Target.Page.Outdated)
	require.Equal(t, &changerequests.CommentNode{ID: "node"}, created.Target.Node)
	require.Equal(t, &changerequests.TableCell{Record: "r", Definition: "d"}, created.Target.TableCell)
	require.Equal(t, new("proposal"), created.Target.ChangeRequest)
	require.Equal(t, "wiki", created.Target.Space)
	got, err := comments.Get(t.Context(), "wiki", "proposal", created.ID, changerequests.CommentGetOptions{})
	require.NoError(t, err)
	require.Equal(t, created, got)
	require.Equal(t, *created, w.Comments("wiki", "proposal")[2])

	w.EditPage("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	got, err = comments.Get(t.Context(), "wiki", "proposal", created.ID, changerequests.CommentGetOptions{})
	require.NoError(t, err)
	require.True(t, got.Target.Page.Outdated)
	require.Equal(t, "Used", got.Target.Page.Title)
	w.RemovePage("wiki", "proposal", "use")
	got, err = comments.Get(t.Context(), "wiki", "proposal", created.ID, changerequests.CommentGetOptions{})
	require.NoError(t, err)
	require.True(t, got.Target.Page.Outdated)
	require.Equal(t, "Use", got.Target.Page.Title)
}

func TestCommentSeededAsResolvedHasTimeAndUser(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	for _, test := range []struct {
		seed changerequests.Comment
		at   time.Time
		by   string
	}{
		{changerequests.Comment{}, now, w.Caller().ID},
		{changerequests.Comment{ResolvedBy: &api.User{ID: "nils"}}, now, "nils"},
		{changerequests.Comment{ResolvedAt: new(now.Add(-time.Hour))}, now.Add(-time.Hour), w.Caller().ID},
	} {
		test.seed.Status, test.seed.Body = changerequests.CommentStatusResolved, richtext.Markdown("Done.")
		added := w.AddComment("wiki", "proposal", test.seed)
		require.Equal(t, &test.at, added.ResolvedAt)
		require.Equal(t, test.by, added.ResolvedBy.ID)
		require.NotEmpty(t, added.ResolvedBy.DisplayName, "the user is shown whole")
		got, err := w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", added.ID, changerequests.CommentGetOptions{})
		require.NoError(t, err)
		require.Equal(t, &added, got)
	}
	require.Nil(t, w.AddComment("wiki", "proposal", changerequests.Comment{Body: richtext.Markdown("Open.")}).ResolvedAt)
}

func TestCommentIsResolvedAndReopened(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	update := func(update changerequests.CommentUpdate) *changerequests.Comment {
		got, err := w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", "remark", update)
		require.NoError(t, err)
		return got
	}
	open := func() [2]int64 {
		cr, err := w.client.ChangeRequests.Get(t.Context(), "wiki", "proposal")
		require.NoError(t, err)
		space, err := w.client.Spaces.Get(t.Context(), "wiki", spaces.GetOptions{})
		require.NoError(t, err)
		return [2]int64{cr.Comments, space.Comments}
	}
	require.Equal(t, [2]int64{1, 1}, open())
	resolved := update(changerequests.CommentUpdate{Resolved: new(true)})
	require.Equal(t, changerequests.CommentStatusResolved, resolved.Status)
	require.Equal(t, &now, resolved.ResolvedAt)
	require.Equal(t, new(w.Caller()), resolved.ResolvedBy)
	require.Nil(t, resolved.EditedAt)
	require.Equal(t, [2]int64{0, 0}, open())
	first := now
	now = now.Add(time.Hour)
	require.Equal(t, &first, update(changerequests.CommentUpdate{Resolved: new(true)}).ResolvedAt, "it was resolved before")
	require.Equal(t, changerequests.CommentStatusResolved, update(changerequests.CommentUpdate{}).Status)

	reopened := update(changerequests.CommentUpdate{Resolved: new(false), Body: new(richtext.Markdown("Still."))})
	require.Equal(t, changerequests.CommentStatusOpen, reopened.Status)
	require.Nil(t, reopened.ResolvedAt)
	require.Nil(t, reopened.ResolvedBy)
	require.Equal(t, &now, reopened.EditedAt)
	require.Equal(t, richtext.Markdown("Still."), reopened.Body)
	require.Equal(t, [2]int64{1, 1}, open())
}

func TestReactionsBelongToTheirUsers(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	react := func(user string, added, removed []string) string {
		w.ActAs(user)
		got, err := w.client.ChangeRequests.Comments.Update(t.Context(), "wiki", "proposal", "remark", changerequests.CommentUpdate{AddedReactions: added, RemovedReactions: removed})
		require.NoError(t, err)
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
	require.Equal(t, "b:mona a:nils", react("mona", nil, []string{"a"}))
}

func TestCommentsAreListedInOrderAndFiltered(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	w.AddComment("wiki", "proposal", changerequests.Comment{ID: "own", Body: richtext.Markdown("Mine.")})
	for name, test := range map[string]struct {
		options changerequests.CommentListOptions
		want    string
	}{
		"newest first":  {changerequests.CommentListOptions{}, "own settled remark"},
		"desc":          {changerequests.CommentListOptions{Order: api.OrderDesc}, "own settled remark"},
		"oldest first":  {changerequests.CommentListOptions{Order: api.OrderAsc}, "remark settled own"},
		"all":           {changerequests.CommentListOptions{Status: changerequests.CommentStatusAll}, "own settled remark"},
		"open":          {changerequests.CommentListOptions{Status: changerequests.CommentStatusOpen}, "own remark"},
		"resolved":      {changerequests.CommentListOptions{Status: changerequests.CommentStatusResolved}, "settled"},
		"page":          {changerequests.CommentListOptions{TargetPage: "start"}, "remark"},
		"another page":  {changerequests.CommentListOptions{TargetPage: "use"}, ""},
		"an author":     {changerequests.CommentListOptions{Authors: []string{"nils"}}, "settled"},
		"authors":       {changerequests.CommentListOptions{Authors: []string{"nils", "caller"}}, "own settled"},
		"all at a time": {changerequests.CommentListOptions{Authors: []string{"nils"}, Status: changerequests.CommentStatusOpen}, ""},
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
	w.AddComment("wiki", "proposal", changerequests.Comment{ID: "own"})
	var got []string
	for comment, err := range w.client.ChangeRequests.Comments.All(t.Context(), "wiki", "proposal", changerequests.CommentListOptions{Limit: 1}) {
		require.NoError(t, err)
		got = append(got, comment.ID)
		outcome, err := w.client.ChangeRequests.Comments.Delete(t.Context(), "wiki", "proposal", comment.ID)
		require.NoError(t, err)
		require.Equal(t, api.Deleted, outcome)
	}
	require.Equal(t, []string{"own", "settled", "remark"}, got)
	for _, path := range []string{remark, wiki + "/change-requests/nowhere/comments/remark", "/v1/spaces/nowhere/change-requests/proposal/comments/remark"} {
		require.Equal(t, http.StatusNoContent, w.send(t, "DELETE", path, "").status, path)
	}
	_, err := w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", "remark", changerequests.CommentGetOptions{})
	require.ErrorIs(t, err, publishing.ErrNotFound)
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
	w.AddComment("wiki", "proposal", changerequests.Comment{ID: "rich", Body: richtext.Content{Document: document}})
	for _, id := range []string{"remark", "rich"} {
		get := func(format richtext.Format) richtext.Content {
			got, err := w.client.ChangeRequests.Comments.Get(t.Context(), "wiki", "proposal", id, changerequests.CommentGetOptions{Format: format})
			require.NoError(t, err)
			return got.Body
		}
		require.Equal(t, id == "rich", get("").Document != nil, "as it was written")
		require.Equal(t, richtext.Markdown("# Well\n\nNice."), get(richtext.FormatMarkdown))
		rich := get(richtext.FormatDocument).Document.Nodes
		require.Equal(t, []richtext.NodeType{richtext.Heading1, richtext.Paragraph}, []richtext.NodeType{rich[0].Type, rich[1].Type})
		require.Equal(t, "Well", rich[0].Nodes[0].Leaves[0].Text)
	}
	replies, err := w.client.ChangeRequests.Replies.List(t.Context(), "wiki", "proposal", "remark", changerequests.ReplyListOptions{Format: richtext.FormatDocument})
	require.NoError(t, err)
	require.NotNil(t, replies.Items[0].Body.Document)
}
