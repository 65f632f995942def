package publishingtest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func userProofs() map[string]proof {
	const path = "/v1/users/ada"
	p := proofs{}
	p.respondsTo("users.update.own-403", "bob", "PATCH", path, `{"displayName":"Mine"}`, http.StatusForbidden)
	return p
}

func TestUserGetsAndUpdatesTheOwnAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.Users.Add(api.User{DisplayName: "Ada", Email: new("ada@acme.example")})
	bob := w.Users.Add(api.User{DisplayName: "Bob"})
	client := w.ClientFor(ada.ID)
	require.Equal(t, &ada, must(client.Users.Me(t.Context()))(t))
	require.Equal(t, &bob, must(client.Users.Get(t.Context(), bob.ID))(t))
	require.Equal(t, w.Caller(), *must(w.client.Users.Me(t.Context()))(t))

	updated := must(client.Users.Update(t.Context(), ada.ID, orgs.UserUpdate{PhotoURL: new("https://acme.example/ada.png")}))(t)
	ada.PhotoURL = new("https://acme.example/ada.png")
	require.Equal(t, &ada, updated)
	_, err := client.Users.Update(t.Context(), bob.ID, orgs.UserUpdate{DisplayName: new("Mine")})
	requireError(t, err, api.ErrForbidden, "caller: want the user whose account it is")
	must(w.client.Users.Update(t.Context(), bob.ID, orgs.UserUpdate{DisplayName: new("Robert")}))(t, "Server.Token is never restricted")
	for _, err := range []error{
		func() error { _, err := client.Users.Get(t.Context(), "nobody"); return err }(),
		func() error {
			return errorOf(client.Users.Update(t.Context(), "nobody", orgs.UserUpdate{DisplayName: new("X")}))
		}(),
	} {
		require.ErrorIs(t, err, api.ErrNotFound)
	}
}

// TestUpdatedUserIsShownEverywhere updates every user and expects no operation to return an earlier
// name.
func TestUpdatedUserIsShownEverywhere(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.seedEverything()
	w.Spaces.Comments.Add("everything", "edits", spaces.Comment{
		ID: "liked", Body: richtext.Markdown("Liked."), PostedBy: api.User{ID: "mona"},
		Reactions: []spaces.Reaction{{Emoji: "1f44d", Count: 1, Users: []spaces.ReactionUser{{User: api.User{ID: "nils"}}}}},
	})
	w.ChangeRequests.Reviews.Add("everything", "edits", changerequests.Review{Reviewer: api.User{ID: "ada"}, RequestedBy: &api.User{ID: "olga"}})
	users, ids := w.Users.All(), w.responseIDs()
	// named returns the operations whose responses contain one of the names, with the number of
	// times that they do.
	named := func(names ...string) map[string]int {
		found := map[string]int{}
		for _, o := range op.All() {
			if o.Method != http.MethodGet {
				continue
			}
			path := o.Template
			for _, param := range o.Params() {
				path = strings.Replace(path, "{"+param+"}", url.PathEscape(ids[param]), 1)
			}
			body := w.send(t, "GET", path+"?query=x", "").body
			for _, name := range names {
				if n := strings.Count(body, `"displayName":`+quoted(name)); n > 0 {
					found[o.Name] += n
				}
			}
		}
		return found
	}
	original := mapped(users, func(user api.User) string { return user.DisplayName })
	before := named(original...)
	for _, operation := range []string{
		"Orgs.Members.List", "Orgs.Teams.Members.List", "Permissions.Spaces.Users.List", "Users.Me", "ChangeRequests.Get", "ChangeRequests.Comments.List",
		"ChangeRequests.Comments.Replies.Get", "ChangeRequests.Reviews.List", "ChangeRequests.RequestedReviewers.List", "ChangeRequests.Contributors.List",
		"ChangeRequests.Commenters.List",
	} {
		require.Contains(t, before, operation)
	}
	for _, user := range users {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", "/v1/users/"+user.ID, `{"displayName":"Renamed"}`).status)
	}
	require.Empty(t, named(original...))
	require.Equal(t, before, named("Renamed"))
	found := must(w.client.Orgs.Members.List(t.Context(), "acme", orgs.MemberListOptions{Search: "renamed"}))(t)
	require.Len(t, found.Items, len(w.Orgs.Members.All("acme")))
}
