package publishingtest_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func contributorProofs() map[string]proof {
	const posts = `{"body":{"markdown":"x"}}`
	p := proofs{}
	p.then("commenter.list.posted", "DELETE", remark, "", proposal+"/commenters", func(list map[string]any) bool { return ids(list) == "nils" })
	p.then("commenter.list.guest", "POST", proposal+"/comments", posts, proposal+"/commenters", func(list map[string]any) bool {
		guest := itemWithID(list, "caller")
		return guest != nil && guest["role"] == nil
	})
	p.then("changerequests.contributors.list.actions", "DELETE", remark, "", proposal+"/contributors", func(list map[string]any) bool { return list["count"] == 3.0 })
	return p
}

func TestCommentersAreThoseWhoCommentOrReply(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	commenters := func() (all []string) {
		for _, member := range collect(t, w.client.ChangeRequests.Commenters.All(t.Context(), "wiki", "2", spaces.CommenterListOptions{Limit: 1})) {
			require.Equal(t, "member", member.Object)
			require.Equal(t, member.ID, member.User.ID)
			role := "guest"
			if member.Role != nil {
				role = string(*member.Role)
			}
			all = append(all, fmt.Sprintf("%s:%s:%d", member.ID, role, member.Teams))
		}
		return all
	}
	require.Equal(t, []string{"mona:admin:0", "nils:edit:2"}, commenters())

	w.ActAs("olga") // not a member
	created := must(w.client.ChangeRequests.Comments.Replies.Create(t.Context(), "wiki", "proposal", "settled", spaces.CommentReplyCreate{Body: richtext.Markdown("Is it?")}, changerequests.CommentReplyCreateOptions{}))(t)
	require.Equal(t, []string{"mona:admin:0", "nils:edit:2", "olga:guest:0"}, commenters())
	must(w.client.ChangeRequests.Comments.Replies.Delete(t.Context(), "wiki", "proposal", "settled", created.ID))(t)
	require.Equal(t, []string{"mona:admin:0", "nils:edit:2"}, commenters())

	must(w.client.ChangeRequests.Comments.Delete(t.Context(), "wiki", "proposal", "remark"))(t)
	require.Equal(t, []string{"nils:edit:2"}, commenters(), "who has another comment")
	require.Equal(t, http.StatusBadRequest, w.send(t, "GET", proposal+"/commenters?limit=1001", "").status)
}

func TestContributorsAreCountedByWhatTheyDid(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWiki(t, publishingtest.WithClock(func() time.Time { return now }))
	contributors := func(id string) (all []string) {
		page := must(w.client.ChangeRequests.Contributors.List(t.Context(), "wiki", id, changerequests.ContributorListOptions{}))(t)
		require.Nil(t, page.Next)
		require.EqualValues(t, len(page.Items), *page.Count)
		for _, one := range page.Items {
			all = append(all, fmt.Sprintf("%s:%s:%d:%s", one.User.ID, one.ActionType, one.Count, one.UpdatedAt.Sub(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))))
		}
		return all
	}
	require.Empty(t, contributors("sketch"), "creating a change request is not a contribution")
	require.Equal(t, []string{"caller:edit:1:0s", "mona:comment:1:0s", "nils:comment:2:0s"}, contributors("proposal"))

	now = now.Add(time.Hour)
	w.ActAs("mona")
	w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Used" })
	now = now.Add(time.Hour)
	w.Spaces.Pages.Edit("wiki", "proposal", "use", func(page *publishingtest.Page) { page.Title = "Use" })
	must(w.client.ChangeRequests.Comments.Create(t.Context(), "wiki", "proposal", spaces.CommentCreate{Body: richtext.Markdown("So?")}))(t)
	must(w.client.ChangeRequests.Comments.Delete(t.Context(), "wiki", "proposal", "settled"))(t)
	require.Equal(t, []string{"caller:edit:1:0s", "mona:comment:2:2h0m0s", "nils:comment:2:0s", "mona:edit:2:2h0m0s"}, contributors("2"))
}

// TestWhoRepliesContributes compares the filter of change requests with the list of contributors.
func TestWhoRepliesContributes(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	found := func() int {
		page := must(w.client.ChangeRequests.List(t.Context(), "wiki", changerequests.ListOptions{Contributor: "olga"}))(t)
		return len(page.Items)
	}
	require.Zero(t, found())
	w.Spaces.Comments.Replies.Add("wiki", "proposal", "remark", spaces.CommentReply{PostedBy: api.User{ID: "olga"}})
	require.Equal(t, 1, found())
}
