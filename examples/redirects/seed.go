package main

import (
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seed adds a space whose pages were restructured: one was renamed, one removed, and one replaced.
func (p *program) seed(server *publishingtest.Server, demo publishingtest.Demo) {
	p.orgID = demo.Organization
	p.siteID = server.Sites.Add(p.orgID, sites.Site{Title: "Restructured", Published: true}).ID
	p.space = server.Spaces.Add(p.orgID, spaces.Space{Title: "Restructured"},
		publishingtest.Page{ID: "redirects-start", Title: "Start"}, publishingtest.Page{ID: "redirects-steps", Title: "Steps"},
		publishingtest.Page{ID: "redirects-old", Title: "Old"}, publishingtest.Page{ID: "redirects-gone", Title: "Gone"},
	).ID
	server.Sites.SiteSpaces.Add(p.orgID, p.siteID, sites.SiteSpace{Space: spaces.Space{ID: p.space}})
	p.before = server.Spaces.Revisions.All(p.space)[0].ID
	server.Spaces.Pages.Edit(p.space, "", "redirects-steps", func(page *publishingtest.Page) { page.Slug = "first-steps" })
	server.Spaces.Pages.Remove(p.space, "", "redirects-gone")
	server.Spaces.Pages.Remove(p.space, "", "redirects-old")
	p.decisions["redirects-old"] = "redirects-start"
}
