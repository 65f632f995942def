package publishingtest_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
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
	first, more  []any          // arguments
	by           func(w *world) // uses the method, if arguments do not suffice
}

func (u *unfit) use(w *world) {
	if u.by != nil {
		u.by(w)
		return
	}
	w.use(u.method, slices.Concat(u.first, u.more)...)
}

func unfits() []unfit {
	// with returns the uses of a method whose first arguments are the same.
	with := func(method string, first ...any) func(want string, more ...any) unfit {
		return func(want string, more ...any) unfit {
			return unfit{method: method, want: want, first: first, more: more}
		}
	}
	use := func(method, want string, args ...any) unfit { return with(method)(want, args...) }
	organization, user, member := with("Orgs.Add"), with("Users.Add"), with("Orgs.Members.Add", "acme")
	team, role := with("Orgs.Teams.Add", "acme"), with("Orgs.Teams.Members.SetRole", "acme", "team")
	site, section, group := with("Sites.Add", "acme"), with("Sites.Sections.Add", "acme", "docs"), with("Sites.SectionGroups.Add", "acme", "docs")
	placed, redirect := with("Sites.SiteSpaces.Add", "acme", "docs"), with("Sites.Redirects.Add", "acme", "docs")
	customized := with("Sites.Customization.Edit", "acme", "docs")
	space, collection, page := with("Spaces.Add", "acme"), with("Collections.Add", "acme"), with("Spaces.Pages.Add", "wiki", "")
	invite, link := with("Orgs.Invites.Add", "acme"), with("Orgs.LinkInvites.Add", "acme")
	font, saml, translation := with("Orgs.Fonts.Add", "acme"), with("Orgs.SAML.Add", "acme"), with("Orgs.Translations.Add", "acme")
	spec, script, subdomain := with("Orgs.OpenAPI.Add", "acme"), with("Orgs.OpenAPI.Script", "acme", "orders"), with("Subdomains.Add", "acme")
	request, reviewer := with("ChangeRequests.Add", "wiki"), with("ChangeRequests.RequestedReviewers.Add", "wiki", "sketch")
	comment, review := with("Spaces.Comments.Add", "wiki", "proposal"), with("ChangeRequests.Reviews.Add", "wiki", "proposal")
	reply := with("Spaces.Comments.Replies.Add", "wiki", "proposal", "remark")
	integration, event := with("Integrations.Add", "acme"), with("Integrations.Events.Add", "bot")
	installed := with("Integrations.Installations.Spaces.Add", "diagrams", "diagrams-on-acme")
	toHome := sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("home")}
	withoutProps := publishingtest.Page{Type: spaces.PageTypeComputed, Computed: &spaces.Computed{Type: "integration:a:b"}}
	nobody := api.User{ID: "nobody"}
	reacted := []spaces.Reaction{{Emoji: "1f44d", Users: []spaces.ReactionUser{{User: nobody}}}}
	rules := func(rules ...api.MergeRule) spaces.Space {
		return spaces.Space{MergeRules: api.MergeRules{Type: api.MergeRulesTypeRules, Rules: rules}}
	}

	all := []unfit{
		organization(`the ID "acme" is already in use`, orgs.Organization{ID: "acme"}),
		user("email: want an email address", api.User{Email: new("ada")}),
		user(`the ID "ada" is already in use`, api.User{ID: "ada"}),
		member("role: want one of", api.Member{Role: new(api.Role("owner"))}),
		member("email: want an email address", api.Member{User: api.User{Email: new("Ada <a@b.example>")}}),
		member("ada is already a member", api.Member{ID: "ada"}),
		member(`ID: want "b" or none`, api.Member{ID: "a", User: api.User{ID: "b"}}),
		team(`there is no member "nobody"`, api.Team{}, "nobody"),
		team("title: want 1 to 64 characters", api.Team{Title: strings.Repeat("x", 65)}),
		customized("title: want 2 to 128 characters", func(s *customization.Settings) { s.Title = new("x") }),
		customized("want what can be encoded: ", func(s *customization.Settings) { s.Extra = map[string]api.Raw{"title": api.Raw(`"Acme"`)} }),
		customized("styling.infoColor.dark: want text that matches", func(s *customization.Settings) { s.Styling.InfoColor.Dark = "red" }),
		customized("styling.font: want a font of the organization", func(s *customization.Settings) {
			s.Styling.Font = customization.Font{Custom: &customization.CustomFont{
				ID: "nowhere", Custom: true, FontFamily: "Acme", FontFaces: []api.FontFace{{Weight: 400, Sources: []api.FontSource{{URL: "https://a.example"}}}},
			}}
		}),
		use("Sites.Customization.Mask", `there is no setting "footer.slogan"`, "acme", "docs", "title", "footer.slogan"),
		use("Sites.Customization.Mask", `there is no setting ""`, "acme", "docs", ""),
		use("Sites.Customization.Mask", `there is no setting "title.x"`, "acme", "docs", "title.x"),
		use("Sites.SiteSpaces.Customization.Update", "title: want 2 to 128 characters", "acme", "docs", "home", customization.Overrides{Title: api.Set("x")}),
		use("Sites.SiteSpaces.Customization.Update", `there is no site space "nowhere"`, "acme", "docs", "nowhere", customization.Overrides{}),
		use("Integrations.Installations.Add", "externalIds: want at most 5 items", "diagrams", "library", integrations.Installation{ExternalIDs: make([]string, 6)}),
		use("Integrations.Installations.Add", "Target.Organization: want",
			"diagrams", "library", integrations.Installation{Target: integrations.InstallationTarget{Organization: "acme"}}),
		use("Integrations.Installations.Add", `there is an installation of "diagrams"`, "diagrams", "acme", integrations.Installation{}),
		use("Integrations.Installations.Add", `there is no integration "nowhere"`, "nowhere", "library", integrations.Installation{}),
		installed("externalIds: want at most 5 items", "papers", integrations.SpaceInstallation{ExternalIDs: make([]string, 6)}),
		installed("Space.ID: want", "papers", integrations.SpaceInstallation{Space: integrations.InstalledSpace{ID: "guides"}}),
		installed("Integration: want", "papers", integrations.SpaceInstallation{Integration: "hidden"}),
		installed(`there is an installation of "diagrams" on the space "guides"`, "guides", integrations.SpaceInstallation{}),
		installed(`there is no space "nowhere"`, "nowhere", integrations.SpaceInstallation{}),
		{method: "Integrations.Installations.Sites.Add", want: "Installation: want", by: func(w *world) {
			w.Sites.Add("acme", sites.Site{ID: "open"})
			w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Installation: "another"})
		}},
		{method: "Integrations.Installations.Sites.Add", want: "Site.ID: want", by: func(w *world) {
			w.Sites.Add("acme", sites.Site{ID: "open"})
			w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "open", integrations.SiteInstallation{Site: integrations.InstalledSite{ID: "docs"}})
		}},
		use("Integrations.Installations.Sites.Add", `there is an installation of "diagrams" on the site "docs"`,
			"diagrams", "diagrams-on-acme", "docs", integrations.SiteInstallation{}),
		use("Integrations.Installations.Sites.Add", `there is no installation "nowhere"`, "diagrams", "nowhere", "docs", integrations.SiteInstallation{}),
		use("Integrations.Installations.Spaces.All", `there is no installation "nowhere"`, "diagrams", "nowhere"),
		use("Integrations.Installations.Sites.All", `there is no integration "nowhere"`, "nowhere", "diagrams-on-acme"),
		use("Integrations.Installations.All", `there is no integration "nowhere"`, "nowhere"),
		use("TokenForIntegration", `there is no integration "nowhere"`, "nowhere"),
		use("Sites.MCPServers.Add", "headers[A]: want 1 to 512 characters", "acme", "docs", sites.MCPServer{Headers: api.NewSecretMap(map[string]string{"A": long(513)})}),
		use("Sites.ExternalLinks.Add", "localizedTitle[de]: want at most 128 characters",
			"acme", "docs", sites.ExternalLink{LocalizedTitle: map[api.Language]string{"de": long(129)}}),
		use("Orgs.Imports.Add", "want a target that exists", "acme", orgs.ImportRun{}),
		use("Orgs.Imports.Add", `there is no organization "nowhere"`, "nowhere", orgs.ImportRun{}),
		use("Sites.ExternalLinks.Add", "parent: want a section group of the site", "acme", "docs", sites.ExternalLink{SectionGroup: new("first")}),
		use("Sites.ExternalLinks.Add", `there is no site "nowhere"`, "acme", "nowhere", sites.ExternalLink{}),
		use("Sites.MCPServers.Add", "url: want an absolute URI", "acme", "docs", sites.MCPServer{URL: "x"}),
		use("Sites.MCPServers.Add", `there is no site "nowhere"`, "acme", "nowhere", sites.MCPServer{}),
		integration("title: want 2 to 30 characters", integrations.Integration{Title: "x"}),
		integration("previewImages: want at most 3 items", integrations.Integration{PreviewImages: make([]string, 4)}),
		integration("blocks[0].title: want a value", integrations.Integration{Blocks: []integrations.Block{{ID: "a"}}}),
		integration("integrationName: want text that matches", integrations.Integration{Name: "a/b"}),
		{method: "Orgs.Teams.Add", want: "title: want one that no other team has", by: func(w *world) {
			w.Orgs.Teams.Add("acme", api.Team{Title: "Twins"})
			w.Orgs.Teams.Add("acme", api.Team{Title: "Twins"})
		}},
		integration(`there is an integration "diagrams"`, integrations.Integration{Name: "diagrams"}),
		integration(`Owner.ID: want "acme" or none`, integrations.Integration{Owner: orgs.Organization{ID: "other"}}),
		use("Integrations.Add", `there is no organization "nowhere"`, "nowhere", integrations.Integration{}),
		use("Integrations.Get", `there is no integration "nowhere"`, "nowhere"),
		use("Sites.Publishing.Auth.Update", "backend: want custom, since no integration with the scope site:visitor:auth is installed",
			"acme", "docs", sites.PublishingAuth{Backend: spaces.VisitorAuthBackendIntegration}),
		use("Sites.Publishing.Auth.Update", "backend: want one of custom, integration", "acme", "docs", sites.PublishingAuth{Backend: "passkey"}),
		use("Sites.Publishing.Auth.Update", "fallbackURL: want a URL without the parameter",
			"acme", "docs", sites.PublishingAuth{FallbackURL: new("https://login.acme.example/?location=x")}),
		use("CustomHostnames.SetStatus", `there is no custom hostname "nowhere.example"`, "nowhere.example", sites.HostnameStatusLive),
		{method: "CustomHostnames.SetStatus", want: "status: want a status of a custom hostname", by: func(w *world) {
			w.Sites.Add("acme", sites.Site{Hostname: new("x.acme.example")})
			w.CustomHostnames.SetStatus("x.acme.example", "sleepy")
		}},
		{method: "Orgs.OpenAPI.Versions.Add", want: "want a filesystem that is JSON", by: func(w *world) {
			w.Orgs.OpenAPI.Add("acme", orgs.OpenAPISpec{Slug: "pets"})
			w.Orgs.OpenAPI.Versions.Add("acme", "pets", orgs.OpenAPIVersion{}, api.Raw("{"))
		}},
		use("Orgs.Conversations.Clusters.Add", `there is no organization "nowhere"`, "nowhere", orgs.ConversationCluster{}),
		use("Orgs.Conversations.Clusters.Add", "the WeeklyPulse of a cluster of issues has 13 values, got 1", "acme", orgs.ConversationCluster{WeeklyPulse: []int64{1}}),
		use("Orgs.OpenAPI.Versions.Add", `there is no specification "nowhere"`, "acme", "nowhere", orgs.OpenAPIVersion{}, api.Raw(nil)),
		use("Orgs.Translations.Glossary.Add", "operations[0].translations[fr]: want 1 to 255 characters",
			"acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"fr": ""}}),
		use("Orgs.Translations.Glossary.Add", "translations: want known languages", "acme", orgs.GlossaryEntry{Translations: map[api.Language]string{"tlh": "logh"}}),
		use("Orgs.AgentInstructions.Put", `there is no organization "nowhere"`, "nowhere", richtext.NewDocument()),
		use("Orgs.Members.SetVisitorClaims", `there is no member "nobody"`, "acme", "nobody", "claims"),
		role("role: want one of owner, member", "ada", orgs.TeamMemberRole("boss")),
		role(`there is no member "nobody"`, "nobody", orgs.TeamMemberRole("")),
		use("ActAs", `there is no user "nobody"`, "nobody"),
		use("Permissions.Grant", "role: want one of", "guides", "ada", api.Role("owner")),
		use("Permissions.Grant", `there is no user or team "nobody"`, "guides", "nobody", api.RoleRead),
		use("Permissions.Grant", `there is no space, collection or site "nowhere"`, "nowhere", "ada", api.RoleRead),
		use("Permissions.Grant", `there is no user or team "nobody"`, "guides", "nobody", api.Role("")),
		use("Permissions.Grant", `there is no space, collection or site "nowhere"`, "nowhere", "ada", api.Role("")),
		use("Integrations.Events.Add", `there is no integration "nowhere"`,
			"nowhere", integrations.Event{Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}}),
		event("Payload: want a Type, and the field of that type or Raw", integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView}}),
		event("Payload: want a Type, and the field of that type or Raw",
			integrations.Event{Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView, Fetch: new(integrations.FetchEvent)}}),
		event(`IntegrationID: want "bot" or none, got "other"`,
			integrations.Event{IntegrationID: "other", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}}),
		event(`Payload.ID: want "one" or none, got "two"`,
			integrations.Event{ID: "one", Payload: integrations.EventPayload{Type: integrations.EventTypeFetch, ID: "two", Fetch: new(integrations.FetchEvent)}}),
		event(`the ID "earlier" is already in use`, integrations.Event{ID: "earlier", Payload: integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task"}`)}}),
		use("Integrations.ScriptRender", `there is no integration "nowhere"`, "nowhere", "poll"),
		use("Integrations.ScriptRender", "output 1 is empty", "bot", "poll", integrations.RenderOutput{}),
		use("Sites.Insights.Events.Add", "events[0].location.url: want an absolute URI",
			"acme", "docs", insights.Event{Type: insights.EventTypePageView, Location: insights.EventLocation{URL: "start"}}),
		use("Sites.ShareLinks.Add", "name: want at most 50", "acme", "docs", sites.ShareLink{Name: new(long(51))}),
		redirect("source: want text that matches", sites.Redirect{Source: "/old/", Destination: toHome}),
		redirect("source: want at most 512", sites.Redirect{Source: "/" + strings.Repeat("a", 512), Destination: toHome}),
		redirect("source: want one that no other redirect has", sites.Redirect{Source: "/Moved", Destination: toHome}),
		redirect("destination.kind: want one of", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: "elsewhere", SiteSpaceID: new("home")}}),
		redirect("destination.siteSpaceId: want a value", sites.Redirect{Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage}}),
		redirect("destination: want a part of the site", sites.Redirect{
			Source: "/old", Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("nowhere")},
		}),
		redirect(`the ID "moved" is already in use`, sites.Redirect{ID: "moved", Source: "/old", Destination: toHome}),
		use("Orgs.Storage.Add", "key: want 1 to 512", "acme", long(513)),
		use("Spaces.Templates.Add", `the ID "acme" is already in use`, "acme"),
		use("Spaces.Files.AddFault", `there is no file "nowhere"`, "nowhere", 1, publishingtest.Reset()),
		use("Spaces.Files.AddFault", "EditJSON has no effect on a file", "plan", 1, publishingtest.EditJSON(func(map[string]any) {})),
		use("Spaces.Git.Repositories.Set", `a repository needs a URL without credentials, such as "https://git.example.com/acme/docs.git"`, publishingtest.GitRepository{}),
		use("Spaces.Git.Repositories.Set", `a repository needs a URL without credentials, such as "https://git.example.com/a.git"`,
			publishingtest.GitRepository{URL: "https://u:p@git.example.com/a.git"}),
		use("Spaces.Git.Repositories.Set", "computed.props: want no null", publishingtest.GitRepository{URL: repoURL, Pages: []publishingtest.Page{withoutProps}}),
		use("Spaces.Git.Complete", `no import or export of the space "wiki" is running`, "wiki"),
		use("Spaces.Git.Fail", `there is no space "nowhere"`, "nowhere", "x"),
		use("Spaces.Embeds.Set", "an embed needs a URL, a Type, a Title and a Site", "https://x.example", spaces.Embed{}),
		use("Spaces.Imports.Set", "url: want an absolute URI", "page.html"),
		page(`there is no page "nowhere"`, "nowhere", publishingtest.Page{}),
		page(`the ID "start" is already in use`, "", publishingtest.Page{ID: "start"}),
		{method: "Spaces.Pages.Edit", want: `the space "locked" is locked`, by: func(w *world) {
			w.Spaces.Add("acme", spaces.Space{ID: "locked", EditMode: new(spaces.EditModeLocked)}, publishingtest.Page{ID: "a"})
			request := w.ChangeRequests.Add("locked", changerequests.ChangeRequest{}).ID
			w.Spaces.Pages.Edit("locked", request, "a", func(*publishingtest.Page) {}) // it is not locked
			w.Spaces.Pages.Edit("locked", "", "a", func(*publishingtest.Page) {})
		}},
		use("Spaces.Pages.Add", `there is no page "nowhere"`, "wiki", "proposal", "nowhere", publishingtest.Page{}),
		use("Spaces.Pages.Edit", `there is no page "nowhere"`, "wiki", "proposal", "nowhere", func(*publishingtest.Page) {}),
		use("Spaces.Pages.Move", `there is no page "nowhere"`, "wiki", "proposal", "nowhere", ""),
		use("Spaces.Pages.Move", `there is no page "start" outside of "start"`, "wiki", "proposal", "start", "start"),
		use("Spaces.Pages.Remove", `there is no page "nowhere"`, "wiki", "proposal", "nowhere"),
		use("Spaces.Pages.Remove", `there is no change request "nowhere"`, "wiki", "nowhere", "start"),
		use("Spaces.Files.Add", `there is no space "nowhere"`, "nowhere", "", spaces.File{}),
		use("Spaces.Files.Remove", `there is no file "nowhere"`, "wiki", "proposal", "nowhere"),
		use("Spaces.ReusableContents.Remove", `there is no reusable content "nowhere"`, "wiki", "proposal", "nowhere"),
		use("Spaces.Comments.Replies.Add", `there is no space "nowhere"`, "nowhere", "proposal", "remark", spaces.CommentReply{}),
		use("Spaces.Comments.Replies.Add", `there is no comment "nowhere"`, "wiki", "proposal", "nowhere", spaces.CommentReply{}),
		use("Spaces.Files.Add", `there is no change request "nowhere"`, "wiki", "nowhere", spaces.File{}),
		use("Spaces.ReusableContents.Add", `there is no space "nowhere"`, "nowhere", "", publishingtest.ReusableContent{}),
		use("Spaces.Files.SetContent", `there is no file "nowhere"`, "nowhere", []byte(nil)),

		organization("title: want 2 to 255", orgs.Organization{Title: long(256)}),
		organization("hostname: want 3 to 32", orgs.Organization{Hostname: new("ab")}),
		{method: "Orgs.Add", want: "hostname: want one that no other organization has", by: func(w *world) {
			w.Orgs.Add(orgs.Organization{Hostname: new("taken")})
			w.Orgs.Add(orgs.Organization{Hostname: new("TAKEN")})
		}},
		organization("defaultRole: want one of", orgs.Organization{DefaultRole: new(api.Role("owner"))}),
		organization("logo: want an absolute URI", orgs.Organization{URLs: api.OrganizationURLs{Logo: new("logo.png")}}),
		organization("mergeRules.type: want one of rules, none", orgs.Organization{MergeRules: api.MergeRules{Type: api.MergeRulesTypeInherit}}),
		organization("mergeRules: want rules when", orgs.Organization{MergeRules: rules().MergeRules}),
		organization("defaultContent.site: want a site of the organization", orgs.Organization{
			DefaultContent: &api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "docs"},
		}),
		user("displayName: want 1 to 64", api.User{DisplayName: long(65)}),
		user("photoURL: want an absolute URI", api.User{PhotoURL: new("ada.png")}),
		site("title: want 2 to 128", sites.Site{Title: "x"}),
		site("type: want one of", sites.Site{Type: "mega"}),
		site("visibility: want one of", sites.Site{Visibility: "secret"}),
		site("agentsContext: want one of", sites.Site{AgentsContext: "perhaps"}),
		site("basename: want 1 to 100", sites.Site{Basename: new(long(101))}),
		site("proxy: want text that matches", sites.Site{Proxy: &sites.Proxy{Origin: "nowhere"}}),
		site("spaces[1]: want a space of the organization", sites.Site{}, []string{"guides", "wiki"}),
		site(`the ID "guides" is already in use`, sites.Site{ID: "guides"}),
		section("title: want 2 to 128", sites.Section{Title: long(129)}),
		section("icon: want at most 50", sites.Section{Icon: new(long(51))}),
		section("path: want 1 to 100", sites.Section{Path: long(101)}),
		section("condition: want at most 1024", sites.Section{Condition: new(long(1025))}),
		section("description: want at most 256", sites.Section{Description: new(long(257))}),
		section("spaces[0]: want a space of the organization", sites.Section{}, []string{"wiki"}),
		section(`there is no section group "nowhere"`, sites.Section{SectionGroup: new("nowhere")}),
		group("title: want 1 to 100", sites.SectionGroup{Title: long(101)}),
		group("icon: want at most 50", sites.SectionGroup{Icon: new(long(51))}),
		group("sections[0]: want a section of the site", sites.SectionGroup{}, []string{"nowhere"}),
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
		space("parent: want a collection of the organization", spaces.Space{Parent: new("outer")}),
		space(`Organization: want "acme" or none`, spaces.Space{Organization: "other"}),
		space("computed.props: want no null", spaces.Space{}, publishingtest.Page{Title: "Group", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{withoutProps}}),
		page("computed.props: want no null", "", withoutProps),
		use("Spaces.Pages.Edit", "computed.props: want no null", "wiki", "", "reference", func(page *publishingtest.Page) { page.Computed = withoutProps.Computed }),
		use("Spaces.Templates.Add", "computed.props: want no null", "", withoutProps),
		use("Spaces.Imports.Set", "computed.props: want no null", "https://example.com/computed", withoutProps),
		use("Spaces.ReusableContents.Add", "computed: want doc in props", "wiki", "", publishingtest.ReusableContent{Computed: wikiPages()[1].Computed}), // the source of pages
		{method: "Spaces.ReusableContents.Edit", want: "computed.props: want no null", by: func(w *world) {
			w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{ID: "note"})
			w.Spaces.ReusableContents.Edit("wiki", "", "note", func(c *publishingtest.ReusableContent) { c.Computed = withoutProps.Computed })
		}},
		collection("title: want at most 50", spaces.Collection{Title: long(51)}),
		collection("description: want at most 100", spaces.Collection{Description: new(long(101))}),
		collection("defaultLevel: want one of", spaces.Collection{DefaultLevel: new(api.Role("owner"))}),
		collection("parent: want a collection of the organization", spaces.Collection{Parent: new("nowhere")}),
		collection("parent: want a collection of the organization", spaces.Collection{Parent: new("outer")}),
		collection(`Organization: want "acme" or none`, spaces.Collection{Organization: "other"}),

		invite("email: want an email address", publishingtest.Invite{}),
		invite("role: want one of", publishingtest.Invite{Email: "a@b.example", Role: new(api.Role("owner"))}),
		invite("sso: want an address on the domain of a SAML provider", publishingtest.Invite{Email: "a@elsewhere.example", SSO: true}),
		invite("New@acme.example is already invited", publishingtest.Invite{ID: "again", Email: "New@acme.example"}),
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
		subdomain("subdomain: want 3 to 32", orgs.Subdomain{Subdomain: "ab"}),
		subdomain("subdomain: want 3 to 32", orgs.Subdomain{}),
		subdomain("subdomain: want text that matches", orgs.Subdomain{Subdomain: "Acme!"}),
		subdomain(`the subdomain "acme" is taken`, orgs.Subdomain{Subdomain: "acme"}),
		subdomain(`Target.Organization: want "acme" or none`, orgs.Subdomain{Subdomain: "other", Target: orgs.SubdomainTarget{Organization: new("other")}}),

		request("subject: want at most 100", changerequests.ChangeRequest{Subject: long(101)}),
		request("status: want one of", changerequests.ChangeRequest{Status: "ready"}),
		request(`Space: want "wiki" or none`, changerequests.ChangeRequest{Space: "other"}),
		request(`CreatedBy: there is no user "nobody"`, changerequests.ChangeRequest{CreatedBy: nobody}),
		request(`RevisionMerged: want none with the status "draft"`, changerequests.ChangeRequest{RevisionMerged: new("r")}),
		request(`RevisionMerged: want none with the status "open"`, changerequests.ChangeRequest{Status: changerequests.StatusOpen, RevisionMerged: new("r")}),
		request(`Outdated: want false with the status "merged"`, changerequests.ChangeRequest{Status: changerequests.StatusMerged, Outdated: true}),
		request("Number: want a positive number", changerequests.ChangeRequest{Number: -1}),
		request("Number: 1 is already in use", changerequests.ChangeRequest{Number: 1}),
		reviewer(`there is no member "nobody"`, changerequests.RequestedReviewer{User: &nobody}),
		reviewer(`there is no member "olga"`, changerequests.RequestedReviewer{User: &api.User{ID: "olga"}}),
		reviewer(`there is no member ""`, changerequests.RequestedReviewer{}),
		use("ChangeRequests.RequestedReviewers.Add", `there is no change request "7"`, "wiki", "7", changerequests.RequestedReviewer{}),
		use("ChangeRequests.Reviews.Add", `there is no change request "7"`, "wiki", "7", changerequests.Review{}),
		review(`the ID "verdict" is already in use`, changerequests.Review{ID: "verdict"}),
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
		reply(`PostedBy: there is no user "nobody"`, spaces.CommentReply{PostedBy: nobody}),
		reply(`Reactions: there is no user "nobody"`, spaces.CommentReply{Reactions: reacted}),
	}
	for want, seed := range map[string]spaces.Comment{
		`Status: want "open" or "resolved", got "all"`:                      {Status: "all"},
		`Status: want "resolved" with ResolvedBy or ResolvedAt, got "open"`: {Status: spaces.CommentStatusOpen, ResolvedBy: &api.User{ID: "mona"}},
		`PostedBy: there is no user "nobody"`:                               {PostedBy: nobody},
		`ResolvedBy: there is no user "nobody"`:                             {Status: spaces.CommentStatusResolved, ResolvedBy: &nobody},
		`Reactions: there is no user "nobody"`:                              {Reactions: reacted},
		"page: want a page of the change request":                           {Target: spaces.CommentTarget{Page: &spaces.CommentPage{ID: "nowhere"}}},
		"tableCell.record: want a value":                                    {Target: spaces.CommentTarget{TableCell: &spaces.TableCell{Definition: "d"}}},
		`Target.Space: want "wiki" or none`:                                 {Target: spaces.CommentTarget{Space: "guides"}},
		`Target.ChangeRequest: want "proposal" or none`:                     {Target: spaces.CommentTarget{ChangeRequest: new("other")}},
	} {
		all = append(all, comment(want, seed), review(want, changerequests.Review{Comment: &seed}))
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
	all := unfits()
	for i := range all {
		covered[all[i].method] = true
	}
	for _, of := range sample.OneByOne(all) {
		t.Run(of.method+" "+of.want, func(t *testing.T) {
			t.Parallel()
			w, tb := withMistakes(t)
			failures := tb.failuresOf(func() { of.use(w) })
			require.Len(t, failures, 1)
			// The caller of most methods is value.go of package reflect.
			require.Regexp(t, `^(server_seedlimits_test|value)\.go:\d+: publishingtest: `+of.method+`: `+regexp.QuoteMeta(of.want), failures[0])
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
