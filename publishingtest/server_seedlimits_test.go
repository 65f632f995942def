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
		return unfit{"AddSite", want, func(w *world) { w.AddSite("acme", seed, spaceIDs...) }}
	}
	section := func(want string, seed sites.Section, spaceIDs ...string) unfit {
		return unfit{"AddSection", want, func(w *world) { w.AddSection("acme", "docs", seed, spaceIDs...) }}
	}
	group := func(want string, seed sites.SectionGroup, sectionIDs ...string) unfit {
		return unfit{"AddSectionGroup", want, func(w *world) { w.AddSectionGroup("acme", "docs", seed, sectionIDs...) }}
	}
	placed := func(want string, seed sites.SiteSpace) unfit {
		return unfit{"AddSiteSpace", want, func(w *world) { w.AddSiteSpace("acme", "docs", seed) }}
	}
	redirect := func(want string, seed sites.Redirect) unfit {
		return unfit{"AddRedirect", want, func(w *world) { w.AddRedirect("acme", "docs", seed) }}
	}
	toHome := sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("home")}
	organization := func(want string, seed orgs.Organization) unfit {
		return unfit{"AddOrganization", want, func(w *world) {
			w.AddOrganization(orgs.Organization{Hostname: new("taken")})
			w.AddOrganization(seed)
		}}
	}
	space := func(want string, seed spaces.Space) unfit {
		return unfit{"AddSpace", want, func(w *world) { w.AddSpace("acme", seed) }}
	}
	collection := func(want string, seed spaces.Collection) unfit {
		return unfit{"AddCollection", want, func(w *world) { w.AddCollection("acme", seed) }}
	}
	invite := func(want string, seed publishingtest.Invite) unfit {
		return unfit{"AddInvite", want, func(w *world) { w.AddInvite("acme", seed) }}
	}
	link := func(want string, seed orgs.LinkInvite) unfit {
		return unfit{"AddLinkInvite", want, func(w *world) { w.AddLinkInvite("acme", seed) }}
	}
	font := func(want string, seed orgs.Font) unfit {
		return unfit{"AddFont", want, func(w *world) { w.AddFont("acme", seed) }}
	}
	saml := func(want string, seed orgs.SAMLProvider) unfit {
		return unfit{"AddSAMLProvider", want, func(w *world) { w.AddSAMLProvider("acme", seed) }}
	}
	translation := func(want string, seed orgs.Translation) unfit {
		return unfit{"AddTranslation", want, func(w *world) { w.AddTranslation("acme", seed) }}
	}
	spec := func(want string, seed orgs.OpenAPISpec) unfit {
		return unfit{"AddOpenAPISpec", want, func(w *world) { w.AddOpenAPISpec("acme", seed) }}
	}
	script := func(want string, step publishingtest.OpenAPIStep) unfit {
		return unfit{"ScriptOpenAPISpec", want, func(w *world) { w.ScriptOpenAPISpec("acme", "orders", step) }}
	}
	subdomain := func(want, name string) unfit {
		return unfit{"AddSubdomain", want, func(w *world) { w.AddSubdomain("acme", orgs.Subdomain{Subdomain: name}) }}
	}
	request := func(want string, seed changerequests.ChangeRequest) unfit {
		return unfit{"AddChangeRequest", want, func(w *world) { w.AddChangeRequest("wiki", seed) }}
	}
	comment := func(want string, seed spaces.Comment) []unfit {
		return []unfit{
			{"AddComment", want, func(w *world) { w.AddComment("wiki", "proposal", seed) }},
			{"AddReview", want, func(w *world) { w.AddReview("wiki", "proposal", changerequests.Review{Comment: &seed}) }},
		}
	}
	reviewer := func(want string, seed changerequests.RequestedReviewer) unfit {
		return unfit{"AddRequestedReviewer", want, func(w *world) { w.AddRequestedReviewer("wiki", "sketch", seed) }}
	}
	review := func(want string, seed changerequests.Review) unfit {
		return unfit{"AddReview", want, func(w *world) { w.AddReview("wiki", "proposal", seed) }}
	}
	reply := func(want string, seed spaces.Reply) unfit {
		return unfit{"AddReply", want, func(w *world) { w.AddReply("wiki", "proposal", "remark", seed) }}
	}
	withoutProps := publishingtest.Page{Type: spaces.PageTypeComputed, Computed: &spaces.Computed{Type: "integration:a:b"}}
	nobody := api.User{ID: "nobody"}
	reacted := []spaces.Reaction{{Emoji: "1f44d", Users: []spaces.ReactionUser{{User: nobody}}}}
	rules := func(rules ...api.MergeRule) spaces.Space {
		return spaces.Space{MergeRules: api.MergeRules{Type: api.MergeRulesTypeRules, Rules: rules}}
	}

	all := []unfit{
		{"AddOrganization", `the ID "acme" is already in use`, func(w *world) { w.AddOrganization(orgs.Organization{ID: "acme"}) }},
		{"AddUser", "email: want an email address", func(w *world) { w.AddUser(api.User{Email: new("ada")}) }},
		{"AddUser", `the ID "ada" is already in use`, func(w *world) { w.AddUser(api.User{ID: "ada"}) }},
		{"AddMember", "role: want one of", func(w *world) { w.AddMember("acme", api.Member{Role: new(api.Role("owner"))}) }},
		{"AddMember", "email: want an email address", func(w *world) { w.AddMember("acme", api.Member{User: api.User{Email: new("Ada <a@b.example>")}}) }},
		{"AddMember", "ada is already a member", func(w *world) { w.AddMember("acme", api.Member{ID: "ada"}) }},
		{"AddTeam", `there is no member "nobody"`, func(w *world) { w.AddTeam("acme", api.Team{}, "nobody") }},
		{"AddTeam", "title: want 1 to 64 characters", func(w *world) { w.AddTeam("acme", api.Team{Title: strings.Repeat("x", 65)}) }},
		{"EditCustomization", "title: want 2 to 128 characters", func(w *world) {
			w.EditCustomization("acme", "docs", func(s *customization.Settings) { s.Title = new("x") })
		}},
		{"EditCustomization", "styling.infoColor.dark: want text that matches", func(w *world) {
			w.EditCustomization("acme", "docs", func(s *customization.Settings) { s.Styling.InfoColor.Dark = "red" })
		}},
		{"EditCustomization", "styling.font: want a font of the organization", func(w *world) {
			w.EditCustomization("acme", "docs", func(s *customization.Settings) {
				s.Styling.Font = customization.Font{Custom: &customization.CustomFont{
					ID: "nowhere", Custom: true, FontFamily: "Acme", FontFaces: []api.FontFace{{Weight: 400, Sources: []api.FontSource{{URL: "https://a.example"}}}},
				}}
			})
		}},
		{"MaskCustomization", `there is no setting "footer.slogan"`, func(w *world) { w.MaskCustomization("acme", "docs", "title", "footer.slogan") }},
		{"MaskCustomization", `there is no setting ""`, func(w *world) { w.MaskCustomization("acme", "docs", "") }},
		{"MaskCustomization", `there is no setting "title.x"`, func(w *world) { w.MaskCustomization("acme", "docs", "title.x") }},
		{"OverrideCustomization", "title: want 2 to 128 characters", func(w *world) {
			w.OverrideCustomization("acme", "docs", "home", customization.Overrides{Title: api.Set("x")})
		}},
		{"OverrideCustomization", `there is no site space "nowhere"`, func(w *world) {
			w.OverrideCustomization("acme", "docs", "nowhere", customization.Overrides{})
		}},
		{"AddInstallation", "externalIds: want at most 5 items", func(w *world) {
			w.AddInstallation("diagrams", "library", integrations.Installation{ExternalIDs: make([]string, 6)})
		}},
		{"AddInstallation", "Target.Organization: want", func(w *world) {
			w.AddInstallation("diagrams", "library", integrations.Installation{Target: integrations.InstallationTarget{Organization: "acme"}})
		}},
		{"AddInstallation", `there is an installation of "diagrams"`, func(w *world) { w.AddInstallation("diagrams", "acme", integrations.Installation{}) }},
		{"AddInstallation", `there is no integration "nowhere"`, func(w *world) { w.AddInstallation("nowhere", "library", integrations.Installation{}) }},
		{"AddSpaceInstallation", "externalIds: want at most 5 items", func(w *world) {
			w.AddSpaceInstallation("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{ExternalIDs: make([]string, 6)})
		}},
		{"AddSpaceInstallation", "Space.ID: want", func(w *world) {
			w.AddSpaceInstallation("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{Space: integrations.InstalledSpace{ID: "guides"}})
		}},
		{"AddSpaceInstallation", "Integration: want", func(w *world) {
			w.AddSpaceInstallation("diagrams", "diagrams-on-acme", "papers", integrations.SpaceInstallation{Integration: "hidden"})
		}},
		{"AddSpaceInstallation", `there is an installation of "diagrams" on the space "guides"`, func(w *world) {
			w.AddSpaceInstallation("diagrams", "diagrams-on-acme", "guides", integrations.SpaceInstallation{})
		}},
		{"AddSpaceInstallation", `there is no space "nowhere"`, func(w *world) {
			w.AddSpaceInstallation("diagrams", "diagrams-on-acme", "nowhere", integrations.SpaceInstallation{})
		}},
		{"AddSiteInstallation", "Installation: want", func(w *world) {
			w.AddSite("acme", sites.Site{ID: "open"})
			w.AddSiteInstallation("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Installation: "another"})
		}},
		{"AddSiteInstallation", "Site.ID: want", func(w *world) {
			w.AddSite("acme", sites.Site{ID: "open"})
			w.AddSiteInstallation("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Site: integrations.InstalledSite{ID: "docs"}})
		}},
		{"AddSiteInstallation", `there is an installation of "diagrams" on the site "docs"`, func(w *world) {
			w.AddSiteInstallation("diagrams", "diagrams-on-acme", "docs", integrations.SiteInstallation{})
		}},
		{"AddSiteInstallation", `there is no installation "nowhere"`, func(w *world) {
			w.AddSiteInstallation("diagrams", "nowhere", "docs", integrations.SiteInstallation{})
		}},
		{"SpaceInstallations", `there is no installation "nowhere"`, func(w *world) { w.SpaceInstallations("diagrams", "nowhere") }},
		{"SiteInstallations", `there is no integration "nowhere"`, func(w *world) { w.SiteInstallations("nowhere", "diagrams-on-acme") }},
		{"Installations", `there is no integration "nowhere"`, func(w *world) { w.Installations("nowhere") }},
		{"TokenForIntegration", `there is no integration "nowhere"`, func(w *world) { w.TokenForIntegration("nowhere") }},
		{"AddMCPServer", "headers[A]: want 1 to 512 characters", func(w *world) {
			w.AddMCPServer("acme", "docs", sites.MCPServer{Headers: api.NewSecretMap(map[string]string{"A": long(513)})})
		}},
		{"AddMCPServer", "url: want an absolute URI", func(w *world) { w.AddMCPServer("acme", "docs", sites.MCPServer{URL: "x"}) }},
		{"AddMCPServer", `there is no site "nowhere"`, func(w *world) { w.AddMCPServer("acme", "nowhere", sites.MCPServer{}) }},
		{"AddIntegration", "title: want 2 to 30 characters", func(w *world) { w.AddIntegration("acme", integrations.Integration{Title: "x"}) }},
		{"AddIntegration", "previewImages: want at most 3 items", func(w *world) {
			w.AddIntegration("acme", integrations.Integration{PreviewImages: make([]string, 4)})
		}},
		{"AddIntegration", "blocks[0].title: want a value", func(w *world) {
			w.AddIntegration("acme", integrations.Integration{Blocks: []integrations.Block{{ID: "a"}}})
		}},
		{"AddIntegration", "integrationName: want text that matches", func(w *world) { w.AddIntegration("acme", integrations.Integration{Name: "a/b"}) }},
		{"AddTeam", "title: want one that no other team has", func(w *world) {
			w.AddTeam("acme", api.Team{Title: "Twins"})
			w.AddTeam("acme", api.Team{Title: "Twins"})
		}},
		{"AddIntegration", `there is an integration "diagrams"`, func(w *world) { w.AddIntegration("acme", integrations.Integration{Name: "diagrams"}) }},
		{"AddIntegration", `Owner.ID: want "acme" or none`, func(w *world) {
			w.AddIntegration("acme", integrations.Integration{Owner: orgs.Organization{ID: "other"}})
		}},
		{"AddIntegration", `there is no organization "nowhere"`, func(w *world) { w.AddIntegration("nowhere", integrations.Integration{}) }},
		{"Integration", `there is no integration "nowhere"`, func(w *world) { w.Integration("nowhere") }},
		{"SetPublishingAuth", "backend: want custom, since no integration with the scope site:visitor:auth is installed", func(w *world) {
			w.SetPublishingAuth("acme", "docs", sites.PublishingAuth{Backend: spaces.VisitorAuthBackendIntegration})
		}},
		{"SetPublishingAuth", "backend: want one of custom, integration", func(w *world) { w.SetPublishingAuth("acme", "docs", sites.PublishingAuth{Backend: "passkey"}) }},
		{"SetPublishingAuth", "fallbackURL: want a URL without the parameter", func(w *world) {
			w.SetPublishingAuth("acme", "docs", sites.PublishingAuth{FallbackURL: new("https://login.acme.example/?location=x")})
		}},
		{"SetEmbed", "an embed needs a URL, a Type, a Title and a Site", func(w *world) { w.SetEmbed("https://x.example", spaces.Embed{}) }},
		{"SetHostnameStatus", `there is no custom hostname "nowhere.example"`, func(w *world) { w.SetHostnameStatus("nowhere.example", sites.HostnameStatusLive) }},
		{"SetHostnameStatus", "status: want a status of a custom hostname", func(w *world) {
			w.AddSite("acme", sites.Site{Hostname: new("x.acme.example")})
			w.SetHostnameStatus("x.acme.example", "sleepy")
		}},
		{"AddOpenAPIVersion", "want a filesystem that is JSON", func(w *world) {
			w.AddOpenAPISpec("acme", orgs.OpenAPISpec{Slug: "pets"})
			w.AddOpenAPIVersion("acme", "pets", orgs.OpenAPIVersion{}, api.Raw("{"))
		}},
		{"AddConversationCluster", `there is no organization "nowhere"`, func(w *world) { w.AddConversationCluster("nowhere", orgs.ConversationCluster{}) }},
		{"AddConversationCluster", "the WeeklyPulse of a cluster of issues has 13 values, got 1", func(w *world) {
			w.AddConversationCluster("acme", orgs.ConversationCluster{WeeklyPulse: []int64{1}})
		}},
		{"AddOpenAPIVersion", `there is no specification "nowhere"`, func(w *world) { w.AddOpenAPIVersion("acme", "nowhere", orgs.OpenAPIVersion{}, nil) }},
		{"AddGlossaryEntry", "operations[0].translations[fr]: want 1 to 255 characters", func(w *world) {
			w.AddGlossaryEntry("acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"fr": ""}})
		}},
		{"AddGlossaryEntry", "translations: want known languages", func(w *world) {
			w.AddGlossaryEntry("acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"tlh": "logh"}})
		}},
		{"SetAgentInstructions", `there is no organization "nowhere"`, func(w *world) { w.SetAgentInstructions("nowhere", richtext.NewDocument()) }},
		{"SetVisitorClaims", `there is no member "nobody"`, func(w *world) { w.SetVisitorClaims("acme", "nobody", "claims") }},
		{"SetTeamRole", "role: want one of owner, member", func(w *world) { w.SetTeamRole("acme", "team", "ada", "boss") }},
		{"SetTeamRole", `there is no member "nobody"`, func(w *world) { w.SetTeamRole("acme", "team", "nobody", "") }},
		{"ActAs", `there is no user "nobody"`, func(w *world) { w.ActAs("nobody") }},
		{"Grant", "role: want one of", func(w *world) { w.Grant("guides", "ada", "owner") }},
		{"Grant", `there is no user or team "nobody"`, func(w *world) { w.Grant("guides", "nobody", api.RoleRead) }},
		{"Grant", `there is no space or collection "nowhere"`, func(w *world) { w.Grant("nowhere", "ada", api.RoleRead) }},
		{"AddIntegrationEvent", `there is no integration "nowhere"`, func(w *world) {
			w.AddIntegrationEvent("nowhere", integrations.Event{Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"AddIntegrationEvent", "Payload: want a Type, and the field of that type or Raw", func(w *world) {
			w.AddIntegrationEvent("bot", integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView}})
		}},
		{"AddIntegrationEvent", "Payload: want a Type, and the field of that type or Raw", func(w *world) {
			w.AddIntegrationEvent("bot", integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView, Fetch: new(integrations.FetchEvent)}})
		}},
		{"AddIntegrationEvent", `IntegrationID: want "bot" or none, got "other"`, func(w *world) {
			w.AddIntegrationEvent("bot", integrations.Event{IntegrationID: "other", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"AddIntegrationEvent", `Payload.ID: want "one" or none, got "two"`, func(w *world) {
			w.AddIntegrationEvent("bot", integrations.Event{ID: "one", Payload: integrations.EventPayload{Type: integrations.EventTypeFetch, ID: "two", Fetch: new(integrations.FetchEvent)}})
		}},
		{"AddIntegrationEvent", `the ID "earlier" is already in use`, func(w *world) {
			w.AddIntegrationEvent("bot", integrations.Event{ID: "earlier", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}})
		}},
		{"ScriptRender", `there is no integration "nowhere"`, func(w *world) { w.ScriptRender("nowhere", "poll") }},
		{"ScriptRender", "output 1 is empty", func(w *world) { w.ScriptRender("bot", "poll", integrations.RenderOutput{}) }},
		{"AddEvent", "events[0].location.url: want an absolute URI", func(w *world) {
			w.AddEvent("acme", "docs", insights.Event{Type: insights.EventTypePageView, Location: insights.EventLocation{URL: "start"}})
		}},
		{"AddShareLink", "name: want at most 50", func(w *world) { w.AddShareLink("acme", "docs", sites.ShareLink{Name: new(long(51))}) }},
		redirect("source: want text that matches", sites.Redirect{Source: "/old/", Destination: toHome}),
		redirect("source: want at most 512", sites.Redirect{Source: "/" + strings.Repeat("a", 512), Destination: toHome}),
		redirect("source: want one that no other redirect has", sites.Redirect{Source: "/Moved", Destination: toHome}),
		redirect("destination.kind: want one of", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: "external", SiteSpaceID: new("home")}}),
		redirect("destination.siteSpaceId: want a value", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage}}),
		redirect("destination: want a part of the site", sites.Redirect{
			Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("nowhere")},
		}),
		redirect(`the ID "moved" is already in use`, sites.Redirect{ID: "moved", Source: "/old", Destination: toHome}),
		{"AddStorageFile", "key: want 1 to 512", func(w *world) { w.AddStorageFile("acme", long(513)) }},
		{"AddTemplate", `the ID "acme" is already in use`, func(w *world) { w.AddTemplate("acme") }},
		{"SeedGitRepository", `a repository needs a URL without credentials, such as "https://git.example.com/acme/docs.git"`, func(w *world) {
			w.SeedGitRepository(publishingtest.GitRepository{})
		}},
		{"SeedGitRepository", `a repository needs a URL without credentials, such as "https://git.example.com/a.git"`, func(w *world) {
			w.SeedGitRepository(publishingtest.GitRepository{URL: "https://u:p@git.example.com/a.git"})
		}},
		{"SeedGitRepository", "computed.props: want no null", func(w *world) {
			w.SeedGitRepository(publishingtest.GitRepository{URL: repoURL, Pages: []publishingtest.Page{withoutProps}})
		}},
		{"FinishGit", `no import or export of the space "wiki" is running`, func(w *world) { w.FinishGit("wiki") }},
		{"FailGit", `there is no space "nowhere"`, func(w *world) { w.FailGit("nowhere", "x") }},
		{"SetEmbed", "an embed needs a URL, a Type, a Title and a Site", func(w *world) { w.SetEmbed("https://x.example", spaces.Embed{}) }},
		{"SeedImport", "url: want an absolute URI", func(w *world) { w.SeedImport("page.html") }},
		{"AddPage", `there is no page "nowhere"`, func(w *world) { w.AddPage("wiki", "", "nowhere", publishingtest.Page{}) }},
		{"AddPage", `the ID "start" is already in use`, func(w *world) { w.AddPage("wiki", "", "", publishingtest.Page{ID: "start"}) }},
		{"AddFile", `there is no change request "nowhere"`, func(w *world) { w.AddFile("wiki", "nowhere", spaces.File{}) }},
		{"AddReusableContent", `there is no space "nowhere"`, func(w *world) { w.AddReusableContent("nowhere", "", publishingtest.ReusableContent{}) }},
		{"ServeFile", `there is no file "nowhere"`, func(w *world) { w.ServeFile("nowhere", nil) }},

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
		{"AddUser", "displayName: want 1 to 64", func(w *world) { w.AddUser(api.User{DisplayName: long(65)}) }},
		{"AddUser", "photoURL: want an absolute URI", func(w *world) { w.AddUser(api.User{PhotoURL: new("ada.png")}) }},
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
		{"AddSpace", "computed.props: want no null", func(w *world) {
			w.AddSpace("acme", spaces.Space{}, publishingtest.Page{Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{withoutProps}})
		}},
		{"AddPage", "computed.props: want no null", func(w *world) { w.AddPage("wiki", "", "", withoutProps) }},
		{"EditPage", "computed.props: want no null", func(w *world) {
			w.EditPage("wiki", "", "reference", func(page *publishingtest.Page) { page.Computed = withoutProps.Computed })
		}},
		{"AddTemplate", "computed.props: want no null", func(w *world) { w.AddTemplate("", withoutProps) }},
		{"SeedImport", "computed.props: want no null", func(w *world) { w.SeedImport("https://example.com/computed", withoutProps) }},
		{"AddReusableContent", "computed: want doc in props", func(w *world) {
			w.AddReusableContent("wiki", "", publishingtest.ReusableContent{Computed: wikiPages()[1].Computed}) // the source of pages
		}},
		{"EditReusableContent", "computed.props: want no null", func(w *world) {
			w.AddReusableContent("wiki", "", publishingtest.ReusableContent{ID: "note"})
			w.EditReusableContent("wiki", "", "note", func(c *publishingtest.ReusableContent) { c.Computed = withoutProps.Computed })
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
		link("body: want role alone, or level", orgs.LinkInvite{Level: new(api.RoleRead)}),
		link("body: want role alone, or level", orgs.LinkInvite{Role: new(api.RoleRead), Space: &spaces.Space{ID: "guides"}}),
		link("body: want role alone, or level", orgs.LinkInvite{Collection: &spaces.Collection{ID: "shelf"}, Space: &spaces.Space{ID: "guides"}}),
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
			of.use(w)
			require.Len(t, tb.failures, 1, "%q", tb.failures)
			require.Regexp(t, `^server_seedlimits_test\.go:\d+: publishingtest: `+of.method+`: `+regexp.QuoteMeta(of.want), tb.failures[0])
			if rule := ruleID.FindStringSubmatch(tb.failures[0]); rule != nil {
				w, tb = withMistakes(t, publishingtest.WithoutRule(rule[1]))
				of.use(w)
				require.NotContains(t, strings.Join(tb.failures, "\n"), rule[0])
			}
		})
	}
	for method := range getterOf {
		if regexp.MustCompile("^(ActAs|Add|Grant|Seed|Serve|Set)").MatchString(method) {
			require.True(t, covered[method], "%s has no case: add to unfits what its request rejects", method)
		}
	}
}

// TestSeedsWithLimitsSwitchedOff seeds what only the public description forbids.
func TestSeedsWithLimitsSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t, publishingtest.WithoutDescriptionLimits())
	require.Equal(t, long(51), w.AddSpace("acme", spaces.Space{Title: long(51)}).Title)
}

func TestTranslationOfASpaceWithALongTitleCompletes(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.AddSpace("acme", spaces.Space{ID: "long", Title: long(50)})
	translation := w.AddTranslation("acme", orgs.Translation{Source: orgs.TranslationSource{Space: "long"}, Language: api.LanguageFrench})
	require.NotNil(t, w.CompleteTranslation("acme", translation.ID).Result)
}

func TestEmptyTeamRoleIsThatOfARequestWithoutOne(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	role := func(index int) orgs.TeamMemberRole { return w.TeamMembers("acme", "team")[index].Team.Role }
	w.SetTeamRole("acme", "team", "bob", "")
	require.Equal(t, orgs.TeamMemberRoleMember, role(1))
	w.SetTeamRole("acme", "team", "bob", orgs.TeamMemberRoleOwner)
	w.SetTeamRole("acme", "team", "bob", "")
	require.Equal(t, orgs.TeamMemberRoleOwner, role(1))
}
