package main

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seed adds people, a team, nested collections and roles to the demo, for the report.
func seed(server *publishingtest.Server, demo publishingtest.Demo) {
	org := demo.Organization
	var ids []string
	for _, person := range []struct {
		name, email string
		role        api.Role // role in the organization, "" for a guest
	}{
		{"Alan Turing", "alan@acme.example", api.RoleRead},
		{"Barbara Liskov", "barbara@acme.example", api.RoleCreate},
		{"Edsger Dijkstra", "edsger@acme.example", api.RoleComment},
		{"Katherine Johnson", "katherine@acme.example", ""},
		{"Margaret Hamilton", "margaret@acme.example", ""},
		{"Radia Perlman", "", ""},
		{"Tim Berners-Lee", "tim@partner.example", ""},
	} {
		user := api.User{DisplayName: person.name}
		if person.email != "" {
			user.Email = &person.email
		}
		member := api.Member{User: user}
		if person.role != "" {
			member.Role = &person.role
		}
		ids = append(ids, server.Orgs.Members.Add(org, member).User.ID)
	}
	engineers := server.Orgs.Teams.Add(org, api.Team{Title: "Engineers"}, ids[3], ids[4], ids[5]).ID
	engineering := server.Collections.Add(org, spaces.Collection{Title: "Engineering"}).ID
	runbooks := server.Collections.Add(org, spaces.Collection{Title: "Runbooks", Parent: &engineering}).ID
	server.Permissions.Grant(engineering, engineers, api.RoleEdit)
	server.Permissions.Grant(runbooks, ids[5], api.RoleReview)
	private := spaces.VisibilityPrivate
	for _, space := range []struct {
		title      string
		parent     *string
		visibility spaces.Visibility
	}{
		{"Architecture", &engineering, spaces.VisibilityInCollection},
		{"On call", &runbooks, spaces.VisibilityInCollection},
		{"Incidents", &runbooks, private},
		{"Partner guide", nil, spaces.VisibilityUnlisted},
	} {
		id := server.Spaces.Add(org, spaces.Space{Title: space.title, Parent: space.parent, Visibility: space.visibility}).ID
		if space.title == "Partner guide" {
			server.Permissions.Grant(id, ids[6], api.RoleComment)
			server.Permissions.Grant(id, ids[3], api.RoleRead)
		}
	}
}
