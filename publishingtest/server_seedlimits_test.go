package publishingtest_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// long returns a text of n characters.
func long(n int) string { return strings.Repeat("ü", n) }

// unfit is a use of a seed that no request could have led to, with the beginning of the message.
type unfit struct {
	method, want string
	use          func(w *world)
}

func unfits() []unfit {
	site := func(want string, seed sites.Site, spaceIDs ...string) unfit {
		return unfit{"Sites.Add", want, func(w *world) { w.Sites.Add("acme", seed, spaceIDs...) }}
	}
	section := func(want string, seed sites.Section, spaceIDs ...string) unfit {
		return unfit{"Sites.Sections.Add", want, func(w *world) { w.Sites.Sections.Add("acme", "docs", seed, spaceIDs...) }}
	}
	group := func(want string, seed sites.SectionGroup, sectionIDs ...string) unfit {
		return unfit{"Sites.SectionGroups.Add", want, func(w *world) { w.Sites.SectionGroups.Add("acme", "docs", seed, sectionIDs...) }}
	}
	placed := func(want string, seed sites.SiteSpace) unfit {
		return unfit{"Sites.SiteSpaces.Add", want, func(w *world) { w.Sites.SiteSpaces.Add("acme", "docs", seed) }}
	}
	redirect := func(want string, seed sites.Redirect) unfit {
		return unfit{"Sites.Redirects.Add", want, func(w *world) { w.Sites.Redirects.Add("acme", "docs", seed) }}
	}
	toHome := sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("home")}
	organization := func(want string, seed orgs.Organization) unfit {
		return unfit{"Orgs.Add", want, func(w *world) {
			w.Orgs.Add(orgs.Organization{Hostname: new("taken")})
			w.Orgs.Add(seed)
		}}
	}
	space := func(want string, seed spaces.Space) unfit {
		return unfit{"Spaces.Add", want, func(w *world) { w.Spaces.Add("acme", seed) }}
	}
	collection := func(want string, seed spaces.Collection) unfit {
		return unfit{"Collections.Add", want, func(w *world) { w.Collections.Add("acme", seed) }}
	}
	invite := func(want string, seed publishingtest.Invite) unfit {
		return unfit{"Orgs.Invites.Add", want, func(w *world) { w.Orgs.Invites.Add("acme", seed) }}
	}
	link := func(want string, seed orgs.LinkInvite) unfit {
		return unfit{"Orgs.LinkInvites.Add", want, func(w *world) { w.Orgs.LinkInvites.Add("acme", seed) }}
	}
	font := func(want string, seed orgs.Font) unfit {
		return unfit{"Orgs.Fonts.Add", want, func(w *world) { w.Orgs.Fonts.Add("acme", seed) }}
	}
	saml := func(want string, seed orgs.SAMLProvider) unfit {
		return unfit{"Orgs.SAML.Add", want, func(w *world) { w.Orgs.SAML.Add("acme", seed) }}
	}
	translation := func(want string, seed orgs.Translation) unfit {
		return unfit{"Orgs.Translations.Add", want, func(w *world) { w.Orgs.Translations.Add("acme", seed) }}
	}
	spec := func(want string, seed orgs.OpenAPISpec) unfit {
		return unfit{"Orgs.OpenAPI.Add", want, func(w *world) { w.Orgs.OpenAPI.Add("acme", seed) }}
	}
	script := func(want string, step publishingtest.OpenAPIStep) unfit {
		return unfit{"Orgs.OpenAPI.Script", want, func(w *world) { w.Orgs.OpenAPI.Script("acme", "orders", step) }}
	}
	subdomain := func(want, name string) unfit {
		return unfit{"Subdomains.Add", want, func(w *world) { w.Subdomains.Add("acme", orgs.Subdomain{Subdomain: name}) }}
	}
	request := func(want string, seed changerequests.ChangeRequest) unfit {
		return unfit{"ChangeRequests.Add", want, func(w *world) { w.ChangeRequests.Add("wiki", seed) }}
	}
	comment := func(want string, seed spaces.Comment) []unfit {
		return []unfit{
			{"Spaces.Comments.Add", want, func(w *world) { w.Spaces.Comments.Add("wiki", "proposal", seed) }},
			{"ChangeRequests.Reviews.Add", want, func(w *world) {
				w.ChangeRequests.Reviews.Add("wiki", "proposal", changerequests.Review{Comment: &seed})
			}},
		}
	}
	reviewer := func(want string, seed changerequests.RequestedReviewer) unfit {
		return unfit{"ChangeRequests.RequestedReviewers.Add", want, func(w *world) { w.ChangeRequests.RequestedReviewers.Add("wiki", "sketch", seed) }}
	}
	review := func(want string, seed changerequests.Review) unfit {
		return unfit{"ChangeRequests.Reviews.Add", want, func(w *world) { w.ChangeRequests.Reviews.Add("wiki", "proposal", seed) }}
	}
	reply := func(want string, seed spaces.Reply) unfit {
		return unfit{"Spaces.Comments.Replies.Add", want, func(w *world) { w.Spaces.Comments.Replies.Add("wiki", "proposal", "remark", seed) }}
	}
	withoutProps := publishingtest.Page{Type: spaces.PageTypeComputed, Computed: &spaces.Computed{Type: "integration:a:b"}}
	nobody := api.User{ID: "nobody"}
	reacted := []spaces.Reaction{{Emoji: "1f44d", Users: []spaces.ReactionUser{{User: nobody}}}}
	rules := func(rules ...api.MergeRule) spaces.Space {
		return spaces.Space{MergeRules: api.MergeRules{Type: api.MergeRulesTypeRules, Rules: rules}}
	}

	all := []unfit{
		{"Orgs.Add", `the ID "acme" is already in use`, func(w *world) { w.Orgs.Add(orgs.Organization{ID: "acme"}) }},
		{"Users.Add", "email: want an email address", func(w *world) { w.Users.Add(api.User{Email: new("ada")}) }},
		{"Users.Add", `the ID "ada" is already in use`, func(w *world) { w.Users.Add(api.User{ID: "ada"}) }},
		{"Orgs.Members.Add", "role: want one of", func(w *world) { w.Orgs.Members.Add("acme", api.Member{Role: new(api.Role("owner"))}) }},
		{"Orgs.Members.Add", "email: want an email address", func(w *world) {
			w.Orgs.Members.Add("acme", api.Member{User: api.User{Email: new("Ada <a@b.example>")}})
		}},
		{"Orgs.Members.Add", "ada is already a member", func(w *world) { w.Orgs.Members.Add("acme", api.Member{ID: "ada"}) }},
		{"Orgs.Teams.Add", `there is no member "nobody"`, func(w *world) { w.Orgs.Teams.Add("acme", api.Team{}, "nobody") }},
		{"Orgs.Teams.Add", "title: want 1 to 64 characters", func(w *world) { w.Orgs.Teams.Add("acme", api.Team{Title: strings.Repeat("x", 65)}) }},
		{"Sites.Customization.Edit", "title: want 2 to 128 characters", func(w *world) {
			w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) { s.Title = new("x") })
		}},
		{"Sites.Customization.Edit", "want what can be encoded: ", func(w *world) {
			w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) { s.Extra = map[string]api.Raw{"title": api.Raw(`"Acme"`)} })
		}},
		{"Sites.Customization.Edit", "styling.infoColor.dark: want text that matches", func(w *world) {
			w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) { s.Styling.InfoColor.Dark = "red" })
		}},
		{"Sites.Customization.Edit", "styling.font: want a font of the organization", func(w *world) {
			w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) {
				s.Styling.Font = customization.Font{Custom: &customization.CustomFont{
					ID: "nowhere", Custom: true, FontFamily: "Acme", FontFaces: []api.FontFace{{Weight: 400, Sources: []api.FontSource{{URL: "https://a.example"}}}},
				}}
			})
		}},
		{"Sites.Customization.Mask", `there is no setting "footer.slogan"`, func(w *world) { w.Sites.Customization.Mask("acme", "docs", "title", "footer.slogan") }},
		{"Sites.Customization.Mask", `there is no setting ""`, func(w *world) { w.Sites.Customization.Mask("acme", "docs", "") }},
		{"Sites.Customization.Mask", `there is no setting "title.x"`, func(w *world) { w.Sites.Customization.Mask("acme", "docs", "title.x") }},
		{"Sites.SiteSpaces.Customization.Edit", "title: want 2 to 128 characters", func(w *world) {
			w.Sites.SiteSpaces.Customization.Edit("acme", "docs", "home", customization.Overrides{Title: api.Set("x")})
		}},
		{"Sites.SiteSpaces.Customization.Edit", `there is no site space "nowhere"`, func(w *world) {
			w.Sites.SiteSpaces.Customization.Edit("acme", "docs", "nowhere", customization.Overrides{})
		}},
		{"Integrations.Installations.Add", "externalIds: want at most 5 items", func(w *world) {
			w.Integrations.Installations.Add("diagrams", "library", integrations.Installation{ExternalIDs: make([]string, 6)})
		}},
		{"Integrations.Installations.Add", "Target.Organization: want", func(w *world) {
			w.Integrations.Installations.Add("diagrams", "library", integrations.Installation{Target: integrations.InstallationTarget{Organization: "acme"}})
		}},
		{"Integrations.Installations.Add", `there is an installation of "diagrams"`, func(w *world) { w.Integrations.Installations.Add("diagrams", "acme", integrations.Installation{}) }},
		{"Integrations.Installations.Add", `there is no integration "nowhere"`, func(w *world) { w.Integrations.Installations.Add("nowhere", "library", integrations.Installation{}) }},
		{"Integrations.Installations.Spaces.Add", "externalIds: want at most 5 items", func(w *world) {
			w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{ExternalIDs: make([]string, 6)})
		}},
		{"Integrations.Installations.Spaces.Add", "Space.ID: want", func(w *world) {
			w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{Space: integrations.InstalledSpace{ID: "guides"}})
		}},
		{"Integrations.Installations.Spaces.Add", "Integration: want", func(w *world) {
			w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{Integration: "hidden"})
		}},
		{"Integrations.Installations.Spaces.Add", `there is an installation of "diagrams" on the space "guides"`, func(w *world) {
			w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "guides", integrations.SpaceInstallation{})
		}},
		{"Integrations.Installations.Spaces.Add", `there is no space "nowhere"`, func(w *world) {
			w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "nowhere", integrations.SpaceInstallation{})
		}},
		{"Integrations.Installations.Sites.Add", "Installation: want", func(w *world) {
			w.Sites.Add("acme", sites.Site{ID: "open"})
			w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Installation: "another"})
		}},
		{"Integrations.Installations.Sites.Add", "Site.ID: want", func(w *world) {
			w.Sites.Add("acme", sites.Site{ID: "open"})
			w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Site: integrations.InstalledSite{ID: "docs"}})
		}},
		{"Integrations.Installations.Sites.Add", `there is an installation of "diagrams" on the site "docs"`, func(w *world) {
			w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "docs", integrations.SiteInstallation{})
		}},
		{"Integrations.Installations.Sites.Add", `there is no installation "nowhere"`, func(w *world) {
			w.Integrations.Installations.Sites.Add("diagrams", "nowhere", "docs", integrations.SiteInstallation{})
		}},
		{"Integrations.Installations.Spaces.All", `there is no installation "nowhere"`, func(w *world) { w.Integrations.Installations.Spaces.All("diagrams", "nowhere") }},
		{"Integrations.Installations.Sites.All", `there is no integration "nowhere"`, func(w *world) { w.Integrations.Installations.Sites.All("nowhere", "diagrams-on-acme") }},
		{"Integrations.Installations.All", `there is no integration "nowhere"`, func(w *world) { w.Integrations.Installations.All("nowhere") }},
		{"TokenForIntegration", `there is no integration "nowhere"`, func(w *world) { w.TokenForIntegration("nowhere") }},
		{"Sites.MCPServers.Add", "headers[A]: want 1 to 512 characters", func(w *world) {
			w.Sites.MCPServers.Add("acme", "docs", sites.MCPServer{Headers: api.NewSecretMap(map[string]string{"A": long(513)})})
		}},
		{"Sites.ExternalLinks.Add", "localizedTitle[de]: want at most 128 characters", func(w *world) {
			w.Sites.ExternalLinks.Add("acme", "docs", sites.ExternalLink{LocalizedTitle: map[api.Language]string{"de": long(129)}})
		}},
		{"Orgs.Imports.Add", "want a target that exists", func(w *world) { w.Orgs.Imports.Add("acme", orgs.ImportRun{}) }},
		{"Orgs.Imports.Add", `there is no organization "nowhere"`, func(w *world) { w.Orgs.Imports.Add("nowhere", orgs.ImportRun{}) }},
		{"Sites.ExternalLinks.Add", "parent: want a section group of the site", func(w *world) {
			w.Sites.ExternalLinks.Add("acme", "docs", sites.ExternalLink{SectionGroup: new("first")})
		}},
		{"Sites.ExternalLinks.Add", `there is no site "nowhere"`, func(w *world) { w.Sites.ExternalLinks.Add("acme", "nowhere", sites.ExternalLink{}) }},
		{"Sites.MCPServers.Add", "url: want an absolute URI", func(w *world) { w.Sites.MCPServers.Add("acme", "docs", sites.MCPServer{URL: "x"}) }},
		{"Sites.MCPServers.Add", `there is no site "nowhere"`, func(w *world) { w.Sites.MCPServers.Add("acme", "nowhere", sites.MCPServer{}) }},
		{"Integrations.Add", "title: want 2 to 30 characters", func(w *world) { w.Integrations.Add("acme", integrations.Integration{Title: "x"}) }},
		{"Integrations.Add", "previewImages: want at most 3 items", func(w *world) {
			w.Integrations.Add("acme", integrations.Integration{PreviewImages: make([]string, 4)})
		}},
		{"Integrations.Add", "blocks[0].title: want a value", func(w *world) {
			w.Integrations.Add("acme", integrations.Integration{Blocks: []integrations.Block{{ID: "a"}}})
		}},
		{"Integrations.Add", "integrationName: want text that matches", func(w *world) { w.Integrations.Add("acme", integrations.Integration{Name: "a/b"}) }},
		{"Orgs.Teams.Add", "title: want one that no other team has", func(w *world) {
			w.Orgs.Teams.Add("acme", api.Team{Title: "Twins"})
			w.Orgs.Teams.Add("acme", api.Team{Title: "Twins"})
		}},
		{"Integrations.Add", `there is an integration "diagrams"`, func(w *world) { w.Integrations.Add("acme", integrations.Integration{Name: "diagrams"}) }},
		{"Integrations.Add", `Owner.ID: want "acme" or none`, func(w *world) {
			w.Integrations.Add("acme", integrations.Integration{Owner: orgs.Organization{ID: "other"}})
		}},
		{"Integrations.Add", `there is no organization "nowhere"`, func(w *world) { w.Integrations.Add("nowhere", integrations.Integration{}) }},
		{"Integrations.Get", `there is no integration "nowhere"`, func(w *world) { w.Integrations.Get("nowhere") }},
		{"Sites.Publishing.Auth.Put", "backend: want custom, since no integration with the scope site:visitor:auth is installed", func(w *world) {
			w.Sites.Publishing.Auth.Put("acme", "docs", sites.PublishingAuth{Backend: spaces.VisitorAuthBackendIntegration})
		}},
		{"Sites.Publishing.Auth.Put", "backend: want one of custom, integration", func(w *world) { w.Sites.Publishing.Auth.Put("acme", "docs", sites.PublishingAuth{Backend: "passkey"}) }},
		{"Sites.Publishing.Auth.Put", "fallbackURL: want a URL without the parameter", func(w *world) {
			w.Sites.Publishing.Auth.Put("acme", "docs", sites.PublishingAuth{FallbackURL: new("https://login.acme.example/?location=x")})
		}},
		{"Spaces.Embeds.Add", "an embed needs a URL, a Type, a Title and a Site", func(w *world) { w.Spaces.Embeds.Add("https://x.example", spaces.Embed{}) }},
		{"CustomHostnames.SetStatus", `there is no custom hostname "nowhere.example"`, func(w *world) { w.CustomHostnames.SetStatus("nowhere.example", sites.HostnameStatusLive) }},
		{"CustomHostnames.SetStatus", "status: want a status of a custom hostname", func(w *world) {
			w.Sites.Add("acme", sites.Site{Hostname: new("x.acme.example")})
			w.CustomHostnames.SetStatus("x.acme.example", "sleepy")
		}},
		{"Orgs.OpenAPI.Versions.Add", "want a filesystem that is JSON", func(w *world) {
			w.Orgs.OpenAPI.Add("acme", orgs.OpenAPISpec{Slug: "pets"})
			w.Orgs.OpenAPI.Versions.Add("acme", "pets", orgs.OpenAPIVersion{}, api.Raw("{"))
		}},
		{"Orgs.Conversations.Clusters.Add", `there is no organization "nowhere"`, func(w *world) { w.Orgs.Conversations.Clusters.Add("nowhere", orgs.ConversationCluster{}) }},
		{"Orgs.Conversations.Clusters.Add", "the WeeklyPulse of a cluster of issues has 13 values, got 1", func(w *world) {
			w.Orgs.Conversations.Clusters.Add("acme", orgs.ConversationCluster{WeeklyPulse: []int64{1}})
		}},
		{"Orgs.OpenAPI.Versions.Add", `there is no specification "nowhere"`, func(w *world) { w.Orgs.OpenAPI.Versions.Add("acme", "nowhere", orgs.OpenAPIVersion{}, nil) }},
		{"Orgs.Translations.Glossary.Add", "operations[0].translations[fr]: want 1 to 255 characters", func(w *world) {
			w.Orgs.Translations.Glossary.Add("acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"fr": ""}})
		}},
		{"Orgs.Translations.Glossary.Add", "translations: want known languages", func(w *world) {
			w.Orgs.Translations.Glossary.Add("acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"tlh": "logh"}})
		}},
		{"Orgs.AgentInstructions.Put", `there is no organization "nowhere"`, func(w *world) { w.Orgs.AgentInstructions.Put("nowhere", richtext.NewDocument()) }},
		{"Orgs.Members.SetVisitorClaims", `there is no member "nobody"`, func(w *world) { w.Orgs.Members.SetVisitorClaims("acme", "nobody", "claims") }},
		{"Orgs.Teams.Members.SetRole", "role: want one of owner, member", func(w *world) { w.Orgs.Teams.Members.SetRole("acme", "team", "ada", "boss") }},
		{"Orgs.Teams.Members.SetRole", `there is no member "nobody"`, func(w *world) { w.Orgs.Teams.Members.SetRole("acme", "team", "nobody", "") }},
		{"ActAs", `there is no user "nobody"`, func(w *world) { w.ActAs("nobody") }},
		{"Permissions.Grant", "role: want one of", func(w *world) { w.Permissions.Grant("guides", "ada", "owner") }},
		{"Permissions.Grant", `there is no user or team "nobody"`, func(w *world) { w.Permissions.Grant("guides", "nobody", api.RoleRead) }},
		{"Permissions.Grant", `there is no space, collection or site "nowhere"`, func(w *world) { w.Permissions.Grant("nowhere", "ada", api.RoleRead) }},
		{"Integrations.Events.Add", `there is no integration "nowhere"`, func(w *world) {
			w.Integrations.Events.Add("nowhere", integrations.Event{Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"Integrations.Events.Add", "Payload: want a Type, and the field of that type or Raw", func(w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView}})
		}},
		{"Integrations.Events.Add", "Payload: want a Type, and the field of that type or Raw", func(w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView, Fetch: new(integrations.FetchEvent)}})
		}},
		{"Integrations.Events.Add", `IntegrationID: want "bot" or none, got "other"`, func(w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{IntegrationID: "other", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"Integrations.Events.Add", `Payload.ID: want "one" or none, got "two"`, func(w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{ID: "one", Payload: integrations.EventPayload{Type: integrations.EventTypeFetch, ID: "two", Fetch: new(integrations.FetchEvent)}})
		}},
		{"Integrations.Events.Add", `the ID "earlier" is already in use`, func(w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{ID: "earlier", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"Integrations.ScriptRender", `there is no integration "nowhere"`, func(w *world) { w.Integrations.ScriptRender("nowhere", "poll") }},
		{"Integrations.ScriptRender", "output 1 is empty", func(w *world) { w.Integrations.ScriptRender("bot", "poll", integrations.RenderOutput{}) }},
		{"Sites.Insights.Events.Add", "events[0].location.url: want an absolute URI", func(w *world) {
			w.Sites.Insights.Events.Add("acme", "docs", insights.Event{Type: insights.EventTypePageView, Location: insights.EventLocation{URL: "start"}})
		}},
		{"Sites.ShareLinks.Add", "name: want at most 50", func(w *world) { w.Sites.ShareLinks.Add("acme", "docs", sites.ShareLink{Name: new(long(51))}) }},
		redirect("source: want text that matches", sites.Redirect{Source: "/old/", Destination: toHome}),
		redirect("source: want at most 512", sites.Redirect{Source: "/" + strings.Repeat("a", 512), Destination: toHome}),
		redirect("source: want one that no other redirect has", sites.Redirect{Source: "/Moved", Destination: toHome}),
		redirect("destination.kind: want one of", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: "elsewhere", SiteSpaceID: new("home")}}),
		redirect("destination.siteSpaceId: want a value", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage}}),
		redirect("destination: want a part of the site", sites.Redirect{
			Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("nowhere")},
		}),
		redirect(`the ID "moved" is already in use`, sites.Redirect{ID: "moved", Source: "/old", Destination: toHome}),
		{"Orgs.Storage.Add", "key: want 1 to 512", func(w *world) { w.Orgs.Storage.Add("acme", long(513)) }},
		{"Spaces.Templates.Add", `the ID "acme" is already in use`, func(w *world) { w.Spaces.Templates.Add("acme") }},
		{"Spaces.Files.Fail", `there is no file "nowhere"`, func(w *world) { w.Spaces.Files.Fail("nowhere", 1, publishingtest.Reset()) }},
		{"Spaces.Files.Fail", "EditJSON has no effect on a file", func(w *world) {
			w.Spaces.Files.Fail("plan", 1, publishingtest.EditJSON(func(map[string]any) {}))
		}},
		{"Spaces.Git.Repositories.Add", `a repository needs a URL without credentials, such as "https://git.example.com/acme/docs.git"`, func(w *world) {
			w.Spaces.Git.Repositories.Add(publishingtest.GitRepository{})
		}},
		{"Spaces.Git.Repositories.Add", `a repository needs a URL without credentials, such as "https://git.example.com/a.git"`, func(w *world) {
			w.Spaces.Git.Repositories.Add(publishingtest.GitRepository{URL: "https://u:p@git.example.com/a.git"})
		}},
		{"Spaces.Git.Repositories.Add", "computed.props: want no null", func(w *world) {
			w.Spaces.Git.Repositories.Add(publishingtest.GitRepository{URL: repoURL, Pages: []publishingtest.Page{withoutProps}})
		}},
		{"Spaces.Git.Finish", `no import or export of the space "wiki" is running`, func(w *world) { w.Spaces.Git.Finish("wiki") }},
		{"Spaces.Git.Fail", `there is no space "nowhere"`, func(w *world) { w.Spaces.Git.Fail("nowhere", "x") }},
		{"Spaces.Embeds.Add", "an embed needs a URL, a Type, a Title and a Site", func(w *world) { w.Spaces.Embeds.Add("https://x.example", spaces.Embed{}) }},
		{"Spaces.Imports.Add", "url: want an absolute URI", func(w *world) { w.Spaces.Imports.Add("page.html") }},
		{"Spaces.Pages.Add", `there is no page "nowhere"`, func(w *world) { w.Spaces.Pages.Add("wiki", "", "nowhere", publishingtest.Page{}) }},
		{"Spaces.Pages.Add", `the ID "start" is already in use`, func(w *world) { w.Spaces.Pages.Add("wiki", "", "", publishingtest.Page{ID: "start"}) }},
		{"Spaces.Files.Add", `there is no change request "nowhere"`, func(w *world) { w.Spaces.Files.Add("wiki", "nowhere", spaces.File{}) }},
		{"Spaces.ReusableContents.Add", `there is no space "nowhere"`, func(w *world) { w.Spaces.ReusableContents.Add("nowhere", "", publishingtest.ReusableContent{}) }},
		{"Spaces.Files.Serve", `there is no file "nowhere"`, func(w *world) { w.Spaces.Files.Serve("nowhere", nil) }},

		organization("title: want 2 to 255", orgs.Organization{Title: long(256)}),
		organization("hostname: want 3 to 32", orgs.Organization{Hostname: new("ab")}),
		organization("hostname: want one that no other organization has", orgs.Organization{Hostname: new("TAKEN")}),
		organization("defaultRole: want one of", orgs.Organization{DefaultRole: new(api.Role("owner"))}),
		organization("logo: want an absolute URI", orgs.Organization{URLs: api.OrganizationURLs{Logo: new("logo.png")}}),
		organization("mergeRules.type: want one of rules, none", orgs.Organization{MergeRules: api.MergeRules{Type: api.MergeRulesTypeInherit}}),
		organization("mergeRules: want rules when", orgs.Organization{MergeRules: rules().MergeRules}),
		organization("defaultContent.site: want a site of the organization", orgs.Organization{
			DefaultContent: &api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "docs"},
		}),
		{"Users.Add", "displayName: want 1 to 64", func(w *world) { w.Users.Add(api.User{DisplayName: long(65)}) }},
		{"Users.Add", "photoURL: want an absolute URI", func(w *world) { w.Users.Add(api.User{PhotoURL: new("ada.png")}) }},
		site("title: want 2 to 128", sites.Site{Title: "x"}),
		site("type: want one of", sites.Site{Type: "mega"}),
		site("visibility: want one of", sites.Site{Visibility: "secret"}),
		site("agentsContext: want one of", sites.Site{AgentsContext: "perhaps"}),
		site("basename: want 1 to 100", sites.Site{Basename: new(long(101))}),
		site("proxy: want text that matches", sites.Site{Proxy: &sites.Proxy{Origin: "nowhere"}}),
		site("spaces[1]: want a space of the organization", sites.Site{}, "guides", "wiki"),
		site(`the ID "guides" is already in use`, sites.Site{ID: "guides"}),
		section("title: want 2 to 128", sites.Section{Title: long(129)}),
		section("icon: want at most 50", sites.Section{Icon: new(long(51))}),
		section("path: want 1 to 100", sites.Section{Path: long(101)}),
		section("condition: want at most 1024", sites.Section{Condition: new(long(1025))}),
		section("description: want at most 256", sites.Section{Description: new(long(257))}),
		section("spaces[0]: want a space of the organization", sites.Section{}, "wiki"),
		section(`there is no section group "nowhere"`, sites.Section{SectionGroup: new("nowhere")}),
		group("title: want 1 to 100", sites.SectionGroup{Title: long(101)}),
		group("icon: want at most 50", sites.SectionGroup{Icon: new(long(51))}),
		group("sections[0]: want a section of the site", sites.SectionGroup{}, "nowhere"),
		group("parent: want a section group of the site", sites.SectionGroup{SectionGroup: new("nowhere")}),
		placed("space: want a space of the organization", sites.SiteSpace{Space: spaces.Space{ID: "wiki"}}),
		placed("space: want a space of the organization", sites.SiteSpace{}),
		placed("path: want 1 to 100", sites.SiteSpace{Space: spaces.Space{ID: "guides"}, Path: long(101)}),
		placed("condition: want at most 1024", sites.SiteSpace{Space: spaces.Space{ID: "guides"}, Condition: new(long(1025))}),
		placed(`there is no section "nowhere"`, sites.SiteSpace{Space: spaces.Space{ID: "guides"}, Section: new("nowhere")}),

		space("title: want at most 50", spaces.Space{Title: long(51)}),
		space("editMode: want one of", spaces.Space{EditMode: new(spaces.EditMode("frozen"))}),
		space("defaultLevel: want one of", spaces.Space{DefaultLevel: new(api.Role("owner"))}),
		space("language: want one of", spaces.Space{Language: new(api.Language("xx"))}),
		space("emoji: want at most 50", spaces.Space{Emoji: new(long(51))}),
		space("icon: want an absolute URI", spaces.Space{URLs: spaces.URLs{Icon: new("icon.png")}}),
		space("mergeRules.type: want one of", spaces.Space{MergeRules: api.MergeRules{Type: "all"}}),
		space("mergeRules: want rules when", rules()),
		space("mergeRules.rules[0].rule: want one of", rules(api.MergeRule{Rule: "require_luck"})),
		space("mergeRules.rules[0]: want users", rules(api.MergeRule{Rule: api.MergeRuleNameAllowBypass})),
		space("parent: want a collection of the organization", spaces.Space{Parent: new("nowhere")}),
		{"Spaces.Add", "computed.props: want no null", func(w *world) {
			w.Spaces.Add("acme", spaces.Space{}, publishingtest.Page{Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{withoutProps}})
		}},
		{"Spaces.Pages.Add", "computed.props: want no null", func(w *world) { w.Spaces.Pages.Add("wiki", "", "", withoutProps) }},
		{"Spaces.Pages.Edit", "computed.props: want no null", func(w *world) {
			w.Spaces.Pages.Edit("wiki", "", "reference", func(page *publishingtest.Page) { page.Computed = withoutProps.Computed })
		}},
		{"Spaces.Templates.Add", "computed.props: want no null", func(w *world) { w.Spaces.Templates.Add("", withoutProps) }},
		{"Spaces.Imports.Add", "computed.props: want no null", func(w *world) { w.Spaces.Imports.Add("https://example.com/computed", withoutProps) }},
		{"Spaces.ReusableContents.Add", "computed: want doc in props", func(w *world) {
			w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{Computed: wikiPages()[1].Computed}) // the source of pages
		}},
		{"Spaces.ReusableContents.Edit", "computed.props: want no null", func(w *world) {
			w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{ID: "note"})
			w.Spaces.ReusableContents.Edit("wiki", "", "note", func(c *publishingtest.ReusableContent) { c.Computed = withoutProps.Computed })
		}},
		collection("title: want at most 50", spaces.Collection{Title: long(51)}),
		collection("description: want at most 100", spaces.Collection{Description: new(long(101))}),
		collection("defaultLevel: want one of", spaces.Collection{DefaultLevel: new(api.Role("owner"))}),
		collection("parent: want a collection of the organization", spaces.Collection{Parent: new("nowhere")}),

		invite("email: want an email address", publishingtest.Invite{}),
		invite("role: want one of", publishingtest.Invite{Email: "a@b.example", Role: new(api.Role("owner"))}),
		invite("sso: want an address on the domain of a SAML provider", publishingtest.Invite{Email: "a@elsewhere.example", SSO: true}),
		invite("new@acme.example is already invited", publishingtest.Invite{Email: "new@acme.example"}),
		link("role: want one of", orgs.LinkInvite{Role: new(api.Role("owner"))}),
		link("level: want one of", orgs.LinkInvite{Level: new(api.Role("owner")), Space: &spaces.Space{ID: "guides"}}),
		link("role: want exactly one of role, space, collection", orgs.LinkInvite{Level: new(api.RoleRead)}),
		link("role: want exactly one of role, space, collection", orgs.LinkInvite{Role: new(api.RoleRead), Space: &spaces.Space{ID: "guides"}}),
		link("role: want exactly one of role, space, collection", orgs.LinkInvite{Collection: &spaces.Collection{ID: "shelf"}, Space: &spaces.Space{ID: "guides"}}),
		link("space: want a space of the organization", orgs.LinkInvite{Space: &spaces.Space{ID: "wiki"}}),
		link("collection: want a collection of the organization", orgs.LinkInvite{Collection: &spaces.Collection{ID: "nowhere"}}),
		font("fontFamily: want 1 to 50", orgs.Font{FontFamily: long(51)}),
		font("fontFaces[0].weight: want a number from 1 to 1000", orgs.Font{FontFaces: []api.FontFace{{Weight: 1001}}}),
		font("fontFaces: want the weight 400", orgs.Font{FontFaces: []api.FontFace{{Weight: 700}}}),
		font("fontFaces: want the weight 400", orgs.Font{FontFaces: []api.FontFace{}}),
		saml("label: want 1 to 30", orgs.SAMLProvider{Label: long(31)}),
		saml("entityID: want at most 1024", orgs.SAMLProvider{EntityID: long(1025)}),
		saml("certificate: want at most 10000", orgs.SAMLProvider{Certificate: long(10001)}),
		saml("ssoURL: want an absolute URI", orgs.SAMLProvider{SSOURL: "sso"}),
		saml("defaultRole: want one of", orgs.SAMLProvider{DefaultRole: new(api.Role("owner"))}),
		saml("defaultTeam: want a team of the organization", orgs.SAMLProvider{DefaultTeam: &api.Team{ID: "crew"}}),
		translation("language: want one of", orgs.Translation{Source: orgs.TranslationSource{Space: "guides"}, Language: "xx"}),
		translation("source.language: want one of", orgs.Translation{Source: orgs.TranslationSource{Space: "guides", Language: "xx"}, Language: "fr"}),
		translation("source.space: want a space of the organization", orgs.Translation{Source: orgs.TranslationSource{Space: "wiki"}, Language: "fr"}),
		translation("source.space: want a value", orgs.Translation{Language: "fr"}),
		translation("want a language, got none", orgs.Translation{Source: orgs.TranslationSource{Space: "guides"}}),
		spec("slug: want text that matches", orgs.OpenAPISpec{Slug: "Not a slug"}),
		spec("slug: want 1 to 100", orgs.OpenAPISpec{Slug: strings.Repeat("a", 101)}),
		spec("source.url: want an absolute URI", orgs.OpenAPISpec{Slug: "orders", SourceURL: new("orders.json")}),
		spec("visibility: want one of", orgs.OpenAPISpec{Slug: "orders", Visibility: new(orgs.OpenAPIVisibility("secret"))}),
		spec("want a slug that is not taken", orgs.OpenAPISpec{}),
		script("step 1: want a state", publishingtest.OpenAPIStep{}),
		script("step 1: Code and Errors", publishingtest.OpenAPIStep{State: orgs.OpenAPIProcessingStatePending, Code: orgs.OpenAPIErrorCodeParseError}),
		subdomain("subdomain: want 3 to 32", "ab"),
		subdomain("subdomain: want 3 to 32", ""),
		subdomain("subdomain: want text that matches", "Acme!"),
		subdomain(`the subdomain "acme" is taken`, "acme"),

		request("subject: want at most 100", changerequests.ChangeRequest{Subject: long(101)}),
		request("status: want one of", changerequests.ChangeRequest{Status: "ready"}),
		request(`CreatedBy: there is no user "nobody"`, changerequests.ChangeRequest{CreatedBy: nobody}),
		request(`RevisionMerged: want none with the status "draft"`, changerequests.ChangeRequest{RevisionMerged: new("r")}),
		request(`RevisionMerged: want none with the status "open"`, changerequests.ChangeRequest{Status: changerequests.StatusOpen, RevisionMerged: new("r")}),
		request(`Outdated: want false with the status "merged"`, changerequests.ChangeRequest{Status: changerequests.StatusMerged, Outdated: true}),
		request("Number: want a positive number", changerequests.ChangeRequest{Number: -1}),
		request("Number: 1 is already in use", changerequests.ChangeRequest{Number: 1}),
		reviewer(`there is no member "nobody"`, changerequests.RequestedReviewer{User: &nobody}),
		reviewer(`there is no team "team"`, changerequests.RequestedReviewer{Team: &changerequests.ReviewerTeam{ID: "team"}}),
		reviewer(`RequestedBy: there is no user "nobody"`, changerequests.RequestedReviewer{User: &api.User{ID: "nils"}, RequestedBy: nobody}),
		reviewer("want User or Team, got both", changerequests.RequestedReviewer{User: &api.User{ID: "nils"}, Team: &changerequests.ReviewerTeam{ID: "crew"}}),
		reviewer(`Kind: want "user" or none`, changerequests.RequestedReviewer{Kind: changerequests.ReviewerKindTeam, User: &api.User{ID: "nils"}}),
		review("status: want one of approved, changes-requested", changerequests.Review{Status: "pending"}),
		review(`Reviewer: there is no user "nobody"`, changerequests.Review{Reviewer: nobody}),
		review(`RequestedBy: there is no user "nobody"`, changerequests.Review{RequestedBy: &nobody}),
		review(`Comment.Target.Review: want "r" or none`, changerequests.Review{
			ID: "r", Comment: &spaces.Comment{Target: spaces.CommentTarget{Review: new("other")}},
		}),
		reply(`PostedBy: there is no user "nobody"`, spaces.Reply{PostedBy: nobody}),
		reply(`Reactions: there is no user "nobody"`, spaces.Reply{Reactions: reacted}),
	}
	for want, seed := range map[string]spaces.Comment{
		`Status: want "open" or "resolved", got "all"`:                      {Status: spaces.CommentStatusAll},
		`Status: want "resolved" with ResolvedBy or ResolvedAt, got "open"`: {Status: spaces.CommentStatusOpen, ResolvedBy: &api.User{ID: "mona"}},
		`PostedBy: there is no user "nobody"`:                               {PostedBy: nobody},
		`ResolvedBy: there is no user "nobody"`:                             {Status: spaces.CommentStatusResolved, ResolvedBy: &nobody},
		`Reactions: there is no user "nobody"`:                              {Reactions: reacted},
		"page: want a page of the change request":                           {Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "nowhere"}}},
		"tableCell.record: want a value":                                    {Target: spaces.CommentTarget{TableCell: &spaces.TableCell{Definition: "d"}}},
		`Target.Space: want "wiki" or none`:                                 {Target: spaces.CommentTarget{Space: "guides"}},
	} {
		all = append(all, comment(want, seed)...)
	}
	return all
}

// withMistakes returns a world that records incorrect uses instead of failing the test.
func withMistakes(t *testing.T, opts ...publishingtest.Option) (*world, *fakeTB) {
	t.Helper()
	tb := &fakeTB{}
	w := &world{Server: publishingtest.NewServer(tb, opts...)}
	t.Cleanup(tb.cleanups[0])
	w.seedAcme()
	w.seedLibrary()
	w.seedBot()
	require.Empty(t, tb.failures)
	return w, tb
}

var ruleID = regexp.MustCompile(`\[([a-z][\w.\[\]{}-]+)\]$`)

// TestSeedsRejectWhatRequestsReject covers every seed. A rule that rejects a seed is one of those
// that [publishingtest.WithoutRule] switches off for requests.
func TestSeedsRejectWhatRequestsReject(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, of := range unfits() {
		covered[of.method] = true
		t.Run(of.method+" "+of.want, func(t *testing.T) {
			t.Parallel()
			w, tb := withMistakes(t)
			failures := tb.failuresOf(func() { of.use(w) })
			require.Len(t, failures, 1)
			require.Regexp(t, `^server_seedlimits_test\.go:\d+: publishingtest: `+of.method+`: `+regexp.QuoteMeta(of.want), failures[0])
			if rule := ruleID.FindStringSubmatch(failures[0]); rule != nil {
				w, tb = withMistakes(t, publishingtest.WithoutRule(rule[1]))
				require.NotContains(t, strings.Join(tb.failuresOf(func() { of.use(w) }), "\n"), rule[0])
			}
		})
	}
	for _, method := range seeds() {
		if regexp.MustCompile("^(ActAs|Add|Grant|Seed|Serve|Set)").MatchString(method) {
			require.True(t, covered[method], "%s has no case: add to unfits what its request rejects", method)
		}
	}
}

// TestSeedsWithLimitsSwitchedOff seeds what only the public description forbids.
func TestSeedsWithLimitsSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t, publishingtest.WithoutDescriptionLimits())
	require.Equal(t, long(51), w.Spaces.Add("acme", spaces.Space{Title: long(51)}).Title)
}

func TestTranslationOfASpaceWithALongTitleCompletes(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.Spaces.Add("acme", spaces.Space{ID: "long", Title: long(50)})
	translation := w.Orgs.Translations.Add("acme", orgs.Translation{Source: orgs.TranslationSource{Space: "long"}, Language: api.LanguageFrench})
	require.NotNil(t, w.Orgs.Translations.Complete("acme", translation.ID).Result)
}

func TestEmptyTeamRoleIsThatOfARequestWithoutOne(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	role := func(index int) orgs.TeamMemberRole { return w.Orgs.Teams.Members.All("acme", "team")[index].Team.Role }
	w.Orgs.Teams.Members.SetRole("acme", "team", "bob", "")
	require.Equal(t, orgs.TeamMemberRoleMember, role(1))
	w.Orgs.Teams.Members.SetRole("acme", "team", "bob", orgs.TeamMemberRoleOwner)
	w.Orgs.Teams.Members.SetRole("acme", "team", "bob", "")
	require.Equal(t, orgs.TeamMemberRoleOwner, role(1))
}
