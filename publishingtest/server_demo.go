package publishingtest

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Demo contains the IDs of the resources that [Server.SeedDemo] adds.
type Demo struct {
	Organization string
	Users        []string
	Spaces       []string
	Sites        []string // the first is published and has all spaces and the share link; the second has the section and its group
	ShareLink    string
	Section      string
	SectionGroup string
	Team         string // owned by the first user
	LinkInvite   string
	Font         string
	SAMLProvider string
	Translation  string // translation of the first space to French
	OpenAPISpec  string // slug
	Collection   string // contains the last space; the second user has a role on it
	// ChangeRequest is the ID of an open change request of the first space. It has an edited page
	// and a comment by the second user.
	ChangeRequest string
	// Imports contains the URLs of websites whose pages can be imported into spaces.
	Imports []string
}

// StartDemo starts a server, adds the organization of [Server.SeedDemo], and returns the server and
// the IDs of the demo. Use it for examples, and for programs that try out the SDK without an
// account or a network. In a test, use [NewServer] and add the resources that the test needs.
//
// By default, a page of a list contains two elements, so that the lists of the demo have several
// pages. [WithPageSize] changes that. StartDemo panics if an option is invalid or the server cannot
// listen. The caller must call [Server.Close].
func StartDemo(opts ...Option) (*Server, Demo) {
	s, err := Start(append([]Option{WithPageSize(demoPageSize)}, opts...)...)
	if err != nil {
		panic("publishingtest: " + err.Error())
	}
	return s, s.SeedDemo()
}

const demoPageSize = 2

// SeedDemo adds a small organization with resources of every kind, so that each list of the client
// contains an element. The organization has members and a team, spaces with pages that answer
// questions, enough sites for a list of several pages, a share link, an OpenAPI specification, and
// a change request with an edited page and a comment. [Demo] contains the IDs that programs need
// most often.
func (s *Server) SeedDemo() Demo {
	org := s.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	demo := Demo{Organization: org}
	for _, member := range []api.Member{
		{
			User: api.User{DisplayName: "Ada Lovelace", Email: new("ada@acme.example")},
			Role: new(api.RoleAdmin),
		},
		{
			User: api.User{DisplayName: "Grace Hopper", Email: new("grace@acme.example")},
			Role: new(api.RoleEdit),
		},
	} {
		demo.Users = append(demo.Users, s.Orgs.Members.Add(org, member).User.ID)
	}
	demo.Collection = s.Collections.Add(org,
		spaces.Collection{Title: "Internal", Description: new("For everybody at Acme.")}).ID
	for i, content := range demoSpaces {
		seed := spaces.Space{Title: content.title}
		if i == len(demoSpaces)-1 {
			seed.Parent = &demo.Collection
		}
		demo.Spaces = append(demo.Spaces, s.Spaces.Add(org, seed, content.pages...).ID)
	}
	s.Permissions.Grant(demo.Collection, demo.Users[1], api.RoleReview)
	s.Permissions.Grant(demo.Spaces[0], demo.Users[1], api.RoleEdit)
	demo.ChangeRequest = s.demoChangeRequest(demo)
	demo.Sites = append(demo.Sites, s.Sites.Add(org,
		sites.Site{Title: "Acme Docs", Published: true, Basename: new("acme")}, demo.Spaces...).ID)
	for i, title := range []string{"Acme Handbook", "Acme Status", "Acme Partners", "Acme Labs"} {
		site := sites.Site{Title: title, Published: i%2 == 0}
		if title == "Acme Labs" {
			site.Type, site.Ads = sites.TypeSponsored, &sites.Ads{
				Status: sites.AdsStatusInReview, Topic: new(sites.AdsTopicWebdev),
			}
		}
		demo.Sites = append(demo.Sites, s.Sites.Add(org, site, demo.Spaces[i%len(demo.Spaces)]).ID)
	}
	demo.ShareLink = s.Sites.ShareLinks.Add(org, demo.Sites[0],
		sites.ShareLink{Name: new("Reviewers")}).ID
	handbook := demo.Sites[1]
	demo.Section = s.Sites.Sections.Add(
		org, handbook,
		sites.Section{Title: "Reference", Icon: new("book"), Condition: new(demoCondition)},
		demo.Spaces[1],
	).ID
	demo.SectionGroup = s.Sites.SectionGroups.Add(org, handbook,
		sites.SectionGroup{Title: "For developers"}, demo.Section).ID
	demo.Team = s.Orgs.Teams.Add(org, api.Team{Title: "Writers"}, demo.Users...).ID
	s.Orgs.Teams.Members.SetRole(org, demo.Team, demo.Users[0], orgs.TeamMemberRoleOwner)
	s.Permissions.Grant(demo.Collection, demo.Team, api.RoleComment)
	s.Permissions.Grant(demo.Spaces[0], demo.Team, api.RoleEdit)
	labs := demo.Sites[len(demo.Sites)-1]
	s.Permissions.Grant(labs, demo.Users[1], api.RoleEdit)
	s.Permissions.Grant(labs, demo.Team, api.RoleEdit)
	demo.LinkInvite = s.Orgs.LinkInvites.Add(org, orgs.LinkInvite{Role: new(api.RoleComment)}).ID
	demo.Font = s.Orgs.Fonts.Add(org, orgs.Font{FontFamily: "Acme Sans"}).ID
	demo.SAMLProvider = s.Orgs.SAML.Add(org, orgs.SAMLProvider{
		Label: "Acme", SSOURL: "https://sso.acme.example/saml",
		EntityID: "https://sso.acme.example", Certificate: demoCertificate,
		DefaultRole: new(api.RoleRead), DefaultTeam: &api.Team{ID: demo.Team},
	}).ID
	demo.Translation = s.Orgs.Translations.Add(org, orgs.Translation{
		Source: orgs.TranslationSource{Space: demo.Spaces[0]}, Language: api.LanguageFrench,
	}).ID
	demo.OpenAPISpec = s.Orgs.OpenAPI.Add(org,
		orgs.OpenAPISpec{Slug: "orders", SourceURL: new("https://acme.example/openapi.json")}).Slug
	s.Orgs.OpenAPI.Complete(org, demo.OpenAPISpec)
	for _, website := range demoWebsites {
		s.Spaces.Imports.Set(website.url, website.pages...)
		demo.Imports = append(demo.Imports, website.url)
	}
	s.demoVisits(demo)
	s.demoIntegration(demo)
	s.Orgs.Translations.Glossary.Add(org, orgs.GlossaryEntry{Translations: map[api.Language]string{
		api.LanguageEnglish: "space", api.LanguageFrench: "espace",
	}})
	s.Orgs.Imports.Complete(org, s.Orgs.Imports.Add(org,
		orgs.ImportRun{Target: &orgs.ImportTarget{Space: demo.Spaces[0]}}).ID)
	s.Orgs.AuditEvents.Add(org,
		orgs.AuditEventDetails{Target: orgs.AuditEventTarget{Label: new("Acme")}})
	domains := orgs.ConversationCluster{Label: "Custom domains"}
	s.Orgs.Conversations.Clusters.Add(org, domains, orgs.ConversationIssueItem{
		Issue: orgs.ConversationIssue{
			Title: "No certificate", Summary: "The custom domain has no certificate after a day.",
		},
	})
	return demo
}

// demoVisits adds data about the visitors of the first site of the demo.
func (s *Server) demoVisits(demo Demo) {
	org, docs := demo.Organization, demo.Sites[0]
	placed := s.Sites.SiteSpaces.All(org, docs)[0]
	page := s.Spaces.Pages.All(placed.Space.ID, "")[0]
	s.Sites.Redirects.Add(org, docs, sites.Redirect{Source: "/first-steps", Destination: sites.RedirectDestination{
		Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &placed.ID, PageID: &page.ID,
	}})
	s.Sites.MCPServers.Add(org, docs,
		sites.MCPServer{Name: "Orders", Condition: new(demoCondition)})
	asked := insights.AnswerWithResponse{Answer: insights.Answer{Input: insights.AnswerInput{Raw: "How do I publish?"}}}
	s.Sites.Answers.Add(org, docs, asked,
		insights.AnswerSource{Space: placed.Space.ID, Page: page.ID, Title: page.Title})
	s.Orgs.Billing.Add(org, AIUse{Feature: "ask", Credits: 1})
	for i, country := range []string{"FR", "FR", "DE"} {
		s.Sites.Insights.Events.Add(org, docs, insights.Event{
			Session: insights.EventSession{Language: new("en"), VisitorAuthClaims: map[string]api.Raw{
				"plan": api.Raw([]string{`"pro"`, `"free"`, `"pro"`}[i]),
			}},
			Location: insights.EventLocation{
				SiteSpace: &placed.ID, Space: &placed.Space.ID, Page: &page.ID,
			},
		}, Visitor{
			Country: country, Device: insights.VisitorDeviceDesktop,
			Browser: insights.VisitorBrowserFirefox, OS: insights.VisitorOSLinux,
		})
	}
}

// demoCondition is the condition under which visitors see some content of the demo.
const demoCondition = `visitor.claims.plan == "pro"`

// demoIntegration adds an integration that is installed on the organization, all spaces and all
// sites of the demo.
func (s *Server) demoIntegration(demo Demo) {
	name := s.Integrations.Add(demo.Organization,
		integrations.Integration{Title: "Diagrams", Visibility: integrations.VisibilityPublic}).Name
	installed := s.Integrations.Installations.Add(name, demo.Organization, integrations.Installation{
		SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll,
	}).ID
	s.Integrations.Events.Add(name, integrations.Event{InstallationID: &installed, Payload: integrations.EventPayload{
		Type: integrations.EventTypeFetchPublishedScript,
		FetchPublishedScript: &integrations.FetchPublishedScriptEvent{
			InstallationID: installed, SiteID: demo.Sites[0],
		},
	}})
}

// demoChangeRequest adds the change request of the demo to its first space, and comments on both.
func (s *Server) demoChangeRequest(demo Demo) string {
	space, ada, grace := demo.Spaces[0], api.User{ID: demo.Users[0]}, api.User{ID: demo.Users[1]}
	button := s.Spaces.Files.Add(space, "", spaces.File{
		Name: "publish-button.png", ContentType: "image/png", Size: 2048,
		Dimensions: &spaces.FileDimensions{Width: 320, Height: 80},
	})
	pages := s.Spaces.Pages.All(space, "")
	s.Spaces.Pages.Edit(space, "", pages[0].ID, func(page *Page) {
		page.Sections = append(page.Sections, Section{
			Title: "Go on",
			Body:  "Then [publish it](publishing) with [the button](files/" + button.ID + ").",
		})
	})
	question := s.Spaces.Comments.Add(space, "",
		spaces.Comment{Body: richtext.Markdown("Is there a video of this?"), PostedBy: grace})
	s.Spaces.Comments.Replies.Add(space, "", question.ID,
		spaces.CommentReply{Body: richtext.Markdown("Not yet."), PostedBy: ada})
	id := s.ChangeRequests.Add(space, changerequests.ChangeRequest{
		Subject: "Say who sees a site", Status: changerequests.StatusOpen, CreatedBy: ada,
	}).ID
	publishing := pages[1].ID
	s.Spaces.Pages.Edit(space, id, publishing, func(page *Page) {
		page.Description = "How a space becomes a site, and who sees it."
	})
	remark := s.Spaces.Comments.Add(space, id, spaces.Comment{
		Body: richtext.Markdown("Much clearer. Please name the share links too."), PostedBy: grace,
		Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: publishing}},
	})
	s.Spaces.Comments.Replies.Add(space, id, remark.ID,
		spaces.CommentReply{Body: richtext.Markdown("I will."), PostedBy: ada})
	s.ChangeRequests.RequestedReviewers.Add(space, id,
		changerequests.RequestedReviewer{User: &grace, RequestedBy: ada})
	s.ChangeRequests.Reviews.Add(space, id,
		changerequests.Review{Reviewer: grace, Status: changerequests.ReviewStatusChangesRequested})
	return id
}

// demoCertificate is a placeholder and not a valid certificate.
const demoCertificate = "-----BEGIN CERTIFICATE-----\nZGVtbw==\n-----END CERTIFICATE-----"

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
			{Title: "Tokens", Body: "Send a bearer token with every request. A token acts for the user who created it."},
		}},
		{Title: "Pagination", Sections: []Section{
			{Title: "Read a list", Body: "A list returns a page. Send the cursor in `next.page` as `page` to get the next one, until there is no `next`."},
		}},
		{Title: "OpenAPI specifications", Sections: []Section{
			{Title: "Upload a specification", Body: "Send the address of the specification, or the specification itself. It is processed in the background."},
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

// demoWebsites is the content to import.
var demoWebsites = []struct {
	url   string
	pages []Page
}{
	{"https://old.acme.example/guides", []Page{
		{Title: "Sending a parcel", Description: "From the scale to the door.", Sections: []Section{
			{Title: "Send a parcel", Body: "Weigh the parcel, print the label and stick it on the largest side. The courier collects parcels at four."},
		}},
		{Title: "Tracking a parcel", Sections: []Section{
			{Title: "Find a parcel", Body: "Enter the number on the label to see where the parcel is."},
		}},
	}},
	{"https://old.acme.example/reference", []Page{
		{Title: "Parcels", Description: "The parcels of an account.", Sections: []Section{
			{Title: "Create a parcel", Body: "A POST with the weight and the address creates a parcel and its label."},
		}},
	}},
}
