package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Demo has the ids of what [Server.SeedDemo] adds.
type Demo struct {
	Organization string
	Users        []string
	Spaces       []string
	Sites        []string // the first is published, and has all the spaces and the share link
	ShareLink    string
	OpenAPISpec  string // slug
}

// SeedDemo adds a small organization that has some of everything: members, spaces with pages that answer questions, sites for more than one
// page of a short list, a share link and an OpenAPI specification. The examples run on it.
func (s *Server) SeedDemo() Demo {
	org := s.AddOrganization(Organization{Title: "Acme"}).ID
	demo := Demo{Organization: org}
	for _, member := range []api.Member{
		{User: api.User{DisplayName: "Ada Lovelace", Email: new("ada@acme.example")}, Role: new(api.RoleAdmin)},
		{User: api.User{DisplayName: "Grace Hopper", Email: new("grace@acme.example")}, Role: new(api.RoleEdit)},
	} {
		demo.Users = append(demo.Users, s.AddMember(org, member).User.ID)
	}
	for _, content := range demoSpaces {
		demo.Spaces = append(demo.Spaces, s.AddSpace(org, spaces.Space{Title: content.title}, content.pages...).ID)
	}
	demo.Sites = append(demo.Sites, s.AddSite(org, sites.Site{Title: "Acme Docs", Published: true, Basename: new("acme")}, demo.Spaces...).ID)
	for i, title := range []string{"Acme Handbook", "Acme Status", "Acme Partners", "Acme Labs"} {
		demo.Sites = append(demo.Sites, s.AddSite(org, sites.Site{Title: title, Published: i%2 == 0}, demo.Spaces[i%len(demo.Spaces)]).ID)
	}
	demo.ShareLink = s.AddShareLink(org, demo.Sites[0], sites.ShareLink{Name: new("Reviewers")}).ID
	demo.OpenAPISpec = s.AddOpenAPISpec(org, orgs.OpenAPISpec{Slug: "orders", SourceURL: new("https://acme.example/openapi.json")}).Slug
	s.CompleteOpenAPISpec(org, demo.OpenAPISpec)
	return demo
}

// demoSpaces is the content of the demo.
var demoSpaces = []struct {
	title string
	pages []Page
}{
	{"Guides", []Page{
		{Title: "Getting started", Description: "From an empty organization to a first space.", Sections: []Section{
			{Title: "Create a space", Body: "A space holds pages and files. Open the organization, choose **New space** and give it a title."},
			{Title: "Write a page", Body: "Add a page to the space and write. Changes are saved as you type."},
		}},
		{Title: "Publishing", Description: "How a space becomes a site.", Sections: []Section{
			{Title: "Publish a site", Body: "Create a docs site, add one or more spaces to it, and press **Publish**. " +
				"The site is live for the audience that its visibility sets: everybody, everybody who has the address, holders of a share link, or visitors who sign in."},
			{Title: "Take a site down", Body: "Press **Unpublish**. The address stays reserved for the site."},
		}, Pages: []Page{
			{Title: "Share links", Sections: []Section{
				{Title: "Make a share link", Body: "A share link shows a site to whoever has it. Make one for each group of readers, so that you can switch it off alone."},
				{Title: "Switch a share link off", Body: "An inactive link leads nowhere. Switch it on again at any time, or delete it for good."},
			}},
			{Title: "Custom domains", Sections: []Section{
				{Title: "Use a subdirectory", Body: "A proxy serves the site under a path of your own domain, such as `example.com/docs`."},
			}},
		}},
	}},
	{"API reference", []Page{
		{Title: "Authentication", Sections: []Section{
			{Title: "Tokens", Body: "Send a bearer token with every request. A token acts for the user who made it."},
		}},
		{Title: "Pagination", Sections: []Section{
			{Title: "Walk a list", Body: "A list answers with a page. Send the cursor in `next.page` as `page` to get the following one, until there is no `next`."},
		}},
		{Title: "OpenAPI specifications", Sections: []Section{
			{Title: "Upload a specification", Body: "Give the address of the specification, or the specification itself. It is processed in the background."},
		}},
	}},
	{"Handbook", []Page{
		{Title: "Support", Sections: []Section{
			{Title: "Opening hours", Body: "Support answers on working days from nine to five."},
			{Title: "Escalation", Body: "An outage goes to the person on call, at any hour."},
		}},
		{Title: "Style guide", Sections: []Section{
			{Title: "Tone", Body: "Write short sentences. Say what the reader can do."},
		}},
	}},
}
