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
	w.AddOrganization(orgs.Organization{ID: org, Title: "Library"})
	w.AddMember(org, api.Member{User: api.User{ID: "mona"}, Role: new(api.RoleAdmin)})
	w.AddMember(org, api.Member{User: api.User{ID: "nils"}, Role: new(api.RoleEdit)})
	w.AddMember(org, api.Member{User: api.User{ID: "guest"}})
	w.AddUser(api.User{ID: "olga"})
	w.AddTeam(org, api.Team{ID: "crew"}, "nils")
	w.AddTeam(org, api.Team{ID: "board"}, "nils")
	w.AddCollection(org, spaces.Collection{ID: "outer", Title: "Outer"})
	w.AddCollection(org, spaces.Collection{ID: "inner", Title: "Inner", Parent: new("outer")})
	w.AddCollection(org, spaces.Collection{ID: "side", Title: "Side"})
	w.AddSpace(org, spaces.Space{ID: "wiki", Title: "Wiki", Parent: new("inner"), Visibility: spaces.VisibilityInCollection, GitSync: &spaces.GitSync{RepoName: new("wiki")}, Revision: "wiki-revision"}, wikiPages()...)
	w.AddSpace(org, spaces.Space{ID: "notes", Title: "Notes", Parent: new("inner")})
	w.AddSpace(org, spaces.Space{ID: "plain", Title: "Plain"})
	w.AddSpace(org, spaces.Space{ID: "placed", Title: "Placed"})
	w.AddSite(org, sites.Site{ID: "library-site"}, "placed")
	w.AddFile("wiki", "", spaces.File{ID: "plan", Name: "plan.png", ContentType: "image/png", Size: 7})
	w.AddChangeRequest("wiki", changerequests.ChangeRequest{ID: "sketch", Subject: "Sketch"})
	w.AddChangeRequest("wiki", changerequests.ChangeRequest{ID: "proposal", Subject: "Proposal", Status: changerequests.StatusOpen, CreatedBy: api.User{ID: "mona"}})
	w.EditPage("wiki", "proposal", "start", func(page *publishingtest.Page) { page.Title = "Start right here" })
	w.AddComment("wiki", "proposal", spaces.Comment{
		ID: "remark", Body: richtext.Markdown("# Well\n\nNice."), PostedBy: api.User{ID: "mona"}, Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "start"}},
	})
	w.AddReply("wiki", "proposal", "remark", spaces.Reply{ID: "noted", PostedBy: api.User{ID: "nils"}, Body: richtext.Markdown("Thanks.")})
	w.AddComment("wiki", "proposal", spaces.Comment{
		ID: "settled", Body: richtext.Markdown("Done."), PostedBy: api.User{ID: "nils"}, Status: spaces.CommentStatusResolved,
	})
	w.AddComment("wiki", "", spaces.Comment{ID: "asked", Body: richtext.Markdown("Is it?"), PostedBy: api.User{ID: "nils"}, Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "start"}}})
	w.AddReply("wiki", "", "asked", spaces.Reply{ID: "agreed", PostedBy: api.User{ID: "mona"}, Body: richtext.Markdown("It is.")})
	w.AddRequestedReviewer("wiki", "proposal", changerequests.RequestedReviewer{User: &api.User{ID: "mona"}})
	w.AddRequestedReviewer("wiki", "proposal", changerequests.RequestedReviewer{Team: &changerequests.ReviewerTeam{ID: "board"}, RequestedBy: api.User{ID: "mona"}})
	w.AddReview("wiki", "proposal", changerequests.Review{ID: "verdict", Reviewer: api.User{ID: "nils"}})
	w.SeedImport("https://example.com/import", publishingtest.Page{Title: "Imported", Pages: []publishingtest.Page{{Title: "Below"}}})
	w.AddTemplate("letter", publishingtest.Page{Title: "Letter", Sections: []publishingtest.Section{{Title: "Head", Body: "![logo](files/logo)"}}})
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
