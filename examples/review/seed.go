package main

import (
	"sync/atomic"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A clock is behind the current time, so that content can be created in the past.
type clock struct{ behind atomic.Int64 }

func (c *clock) set(behind time.Duration) { c.behind.Store(int64(behind)) }
func (c *clock) now() time.Time           { return time.Now().Add(-time.Duration(c.behind.Load())) }

// seed adds to the demo a discussion, a change request that is outdated, and one that conflicts
// with the main content.
func seed(server *publishingtest.Server, demo publishingtest.Demo, at *clock) {
	const hour = time.Hour
	const day = 24 * hour
	ada, grace := demo.Users[0], demo.Users[1]
	guides, handbook := demo.Spaces[0], demo.Spaces[len(demo.Spaces)-1]

	at.set(9 * day)
	comment := server.Spaces.Comments.All(guides, demo.ChangeRequest)[0].ID
	server.Spaces.Comments.Replies.Add(guides, demo.ChangeRequest, comment, spaces.CommentReply{
		PostedBy: api.User{ID: ada}, Body: richtext.Markdown("They have a page of their own.\nShall I link it?"),
	})
	pages := server.Spaces.Revisions.All(guides)[0].Pages
	steps := server.ChangeRequests.Add(guides, changerequests.ChangeRequest{
		Subject: "Explain the first steps", Status: changerequests.StatusOpen, CreatedBy: api.User{ID: grace},
	}).ID
	server.Spaces.Pages.Edit(guides, steps, pages[0].ID, func(page *publishingtest.Page) { page.Description = "What to do on the first day." })

	at.set(5 * day)
	support := server.Spaces.Revisions.All(handbook)[0].Pages[0].ID
	hours := server.ChangeRequests.Add(handbook, changerequests.ChangeRequest{
		Subject: "Longer opening hours", Status: changerequests.StatusOpen, CreatedBy: api.User{ID: grace},
	}).ID
	at.set(4 * day)
	server.Spaces.Pages.Edit(handbook, hours, support, func(page *publishingtest.Page) {
		page.Sections[0].Body = "Support answers on working days from eight to six."
	})

	at.set(20 * hour)
	server.Spaces.Pages.Edit(handbook, "", support, func(page *publishingtest.Page) {
		page.Sections[0].Body = "Support answers every day from nine to five."
	})
	server.Spaces.Pages.Add(guides, "", "", publishingtest.Page{Title: "Glossary"})
	server.Spaces.Comments.Add(handbook, hours, spaces.Comment{
		Body: richtext.Markdown("The hours on the page are new since yesterday."), PostedBy: api.User{ID: ada}, Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: support}},
	})
	at.set(0)
}
