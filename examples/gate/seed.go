package main

import (
	"strconv"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seed adds a space and a change request that removes a page which another page links to, and
// returns the argument for it. A link that is broken already is not its fault.
func seed(server *publishingtest.Server, demo publishingtest.Demo) string {
	start := richtext.NewDocument(
		linkTo(`{"kind":"page","page":"gate-steps"}`, "the first steps"),
		linkTo(`{"kind":"page","page":"gate-nowhere"}`, "lost long ago"),
	)
	space := server.Spaces.Add(demo.Organization, spaces.Space{Title: "Handbook of the gate"},
		publishingtest.Page{ID: "gate-start", Title: "Start", Document: &start},
		publishingtest.Page{ID: "gate-steps", Title: "First steps"},
	).ID
	request := server.ChangeRequests.Add(space, changerequests.ChangeRequest{
		Subject: "Remove the first steps", Status: changerequests.StatusOpen,
	})
	server.Spaces.Pages.Remove(space, request.ID, "gate-steps")
	return space + "/" + strconv.FormatInt(request.Number, 10)
}

// linkTo returns a paragraph that consists of a link.
func linkTo(ref, text string) richtext.Node {
	paragraph := richtext.NewParagraph(text)
	link := richtext.Node{
		Object: "inline", Type: richtext.InlineLink,
		Data: map[string]api.Raw{"ref": api.Raw(ref)}, Nodes: paragraph.Nodes,
	}
	paragraph.Nodes = []richtext.Node{link}
	return paragraph
}
