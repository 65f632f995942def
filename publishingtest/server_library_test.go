package publishingtest_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// The paths of the resources that [world.seedLibrary] adds.
const (
	library   = "/v1/orgs/library"
	wiki      = "/v1/spaces/wiki"
	proposal  = wiki + "/change-requests/proposal"
	remark    = proposal + "/comments/remark"
	thanks    = remark + "/replies/noted"
	innerPath = "/v1/collections/inner"
)

// seedLibrary adds an organization with content, under readable IDs.
//
//	outer: inner: wiki (with content), notes
//	side
//	plain, placed (on a site)
//
// The wiki has the change requests sketch (1, a draft by the caller) and proposal (2, open, by
// mona, with an edit to the page start). The proposal has the comments remark (by mona, on the page
// start, with the reply noted by nils) and settled (by nils, resolved). The main content has the
// comment asked (by nils, on the page start, with the reply agreed by mona). Reviews by mona and
// the team board are requested, and the review verdict by nils approves it.
func (w *world) seedLibrary() {
	const org = "library"
	w.Orgs.Add(orgs.Organization{ID: org, Title: "Library"})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "mona"}, Role: new(api.RoleAdmin)})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "nils"}, Role: new(api.RoleEdit)})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "guest"}})
	w.Users.Add(api.User{ID: "olga"})
	w.Orgs.Teams.Add(org, api.Team{ID: "crew"}, "nils")
	w.Orgs.Teams.Add(org, api.Team{ID: "board"}, "nils")
	w.Collections.Add(org, spaces.Collection{ID: "outer", Title: "Outer"})
	w.Collections.Add(org, spaces.Collection{ID: "inner", Title: "Inner", Parent: new("outer")})
	w.Collections.Add(org, spaces.Collection{ID: "side", Title: "Side"})
	w.Spaces.Add(org, spaces.Space{ID: "wiki", Title: "Wiki", Parent: new("inner"), Visibility: spaces.VisibilityInCollection, GitSync: &spaces.GitSync{RepoName: new("wiki")}, Revision: "wiki-revision"}, wikiPages()...)
	w.Spaces.Add(org, spaces.Space{ID: "notes", Title: "Notes", Parent: new("inner")})
	w.Spaces.Add(org, spaces.Space{ID: "plain", Title: "Plain"})
	w.Spaces.Add(org, spaces.Space{ID: "placed", Title: "Placed"})
	w.Sites.Add(org, sites.Site{ID: "library-site"}, "placed")
	w.Spaces.Files.Add("wiki", "", spaces.File{ID: "plan", Name: "plan.png", ContentType: "image/png", Size: 7})
	w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "sketch", Subject: "Sketch"})
	w.ChangeRequests.Add("wiki", changerequests.ChangeRequest{ID: "proposal", Subject: "Proposal", Status: changerequests.StatusOpen, CreatedBy: api.User{ID: "mona"}})
	w.Spaces.Pages.Edit("wiki", "proposal", "start", func(page *publishingtest.Page) { page.Title = "Start right here" })
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{
		ID: "remark", Body: richtext.Markdown("# Well\n\nNice."), PostedBy: api.User{ID: "mona"}, Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "start"}},
	})
	w.Spaces.Comments.Replies.Add("wiki", "proposal", "remark", spaces.CommentReply{ID: "noted", PostedBy: api.User{ID: "nils"}, Body: richtext.Markdown("Thanks.")})
	w.Spaces.Comments.Add("wiki", "proposal", spaces.Comment{
		ID: "settled", Body: richtext.Markdown("Done."), PostedBy: api.User{ID: "nils"}, Status: spaces.CommentStatusResolved,
	})
	w.Spaces.Comments.Add("wiki", "", spaces.Comment{ID: "asked", Body: richtext.Markdown("Is it?"), PostedBy: api.User{ID: "nils"}, Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "start"}}})
	w.Spaces.Comments.Replies.Add("wiki", "", "asked", spaces.CommentReply{ID: "agreed", PostedBy: api.User{ID: "mona"}, Body: richtext.Markdown("It is.")})
	w.ChangeRequests.RequestedReviewers.Add("wiki", "proposal", changerequests.RequestedReviewer{User: &api.User{ID: "mona"}})
	w.ChangeRequests.RequestedReviewers.Add("wiki", "proposal", changerequests.RequestedReviewer{Team: &changerequests.ReviewerTeam{ID: "board"}, RequestedBy: api.User{ID: "mona"}})
	w.ChangeRequests.Reviews.Add("wiki", "proposal", changerequests.Review{ID: "verdict", Reviewer: api.User{ID: "nils"}})
	w.Spaces.Imports.Set("https://example.com/import", publishingtest.Page{Title: "Imported", Pages: []publishingtest.Page{{Title: "Below"}}})
	w.Spaces.Templates.Add("letter", publishingtest.Page{Title: "Letter", Sections: []publishingtest.Section{{Title: "Head", Body: "![logo](files/logo)"}}})
}

// wikiPages returns the pages of the wiki: start with its subpage use, and a computed page.
func wikiPages() []publishingtest.Page {
	return []publishingtest.Page{
		{
			ID: "start", Title: "Start here", Slug: "start", Description: "First things", Emoji: "1f680",
			Sections: []publishingtest.Section{{
				ID: "install", Title: "Install", Body: "See [use](start/use#it), [plan](files/plan), [web](https://example.com), " +
					"[app](https://app.publishing.example/o/library), [lost](no/where) and [here](#install).",
			}},
			Pages: []publishingtest.Page{{ID: "use", Title: "Use", Sections: []publishingtest.Section{{ID: "daily", Title: "Every day", Body: "Back to the [start](/start)."}}}},
		},
		{
			ID: "reference", Title: "Reference", Type: spaces.PageTypeComputed,
			Computed: &spaces.Computed{
				Type: "builtin:openapi", Props: api.Raw(`{"models":true}`),
				Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec")}}},
			},
			Pages: []publishingtest.Page{{ID: "orders", Title: "Orders"}},
		},
	}
}
