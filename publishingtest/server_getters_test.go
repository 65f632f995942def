package publishingtest_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

// getters use each method that returns state, where [seedings] and [otherSeeds] put it.
var getters = map[string]func(w *world) any{
	"Organizations":        func(w *world) any { return w.Organizations() },
	"Users":                func(w *world) any { return w.Users() },
	"Caller":               func(w *world) any { return w.Caller() },
	"Members":              func(w *world) any { return w.Members("acme") },
	"VisitorClaims":        func(w *world) any { return w.VisitorClaims("acme", "ada") },
	"Teams":                func(w *world) any { return w.Teams("acme") },
	"TeamMembers":          func(w *world) any { return w.TeamMembers("acme", "team") },
	"Spaces":               func(w *world) any { return w.Spaces("acme") },
	"Collections":          func(w *world) any { return w.Collections("acme") },
	"Sites":                func(w *world) any { return w.Sites("acme") },
	"Events":               func(w *world) any { return w.Events("acme", "open") },
	"ShareLinks":           func(w *world) any { return w.ShareLinks("acme", "open") },
	"Redirects":            func(w *world) any { return w.Redirects("acme", "open") },
	"Sections":             func(w *world) any { return w.Sections("acme", "open") },
	"SectionGroups":        func(w *world) any { return w.SectionGroups("acme", "open") },
	"SiteSpaces":           func(w *world) any { return w.SiteSpaces("acme", "open") },
	"Invites":              func(w *world) any { return w.Invites("acme") },
	"LinkInvites":          func(w *world) any { return w.LinkInvites("acme") },
	"Fonts":                func(w *world) any { return w.Fonts("acme") },
	"Subdomains":           func(w *world) any { return w.Subdomains("acme") },
	"StorageKeys":          func(w *world) any { return w.StorageKeys("acme") },
	"PublishingAuth":       func(w *world) any { return w.PublishingAuth("acme", "open") },
	"Installations":        func(w *world) any { return w.Installations("diagrams") },
	"SpaceInstallations":   func(w *world) any { return w.SpaceInstallations("diagrams", "diagrams-on-acme") },
	"SiteInstallations":    func(w *world) any { return w.SiteInstallations("diagrams", "diagrams-on-acme") },
	"MCPServers":           func(w *world) any { return w.MCPServers("acme", "open") },
	"CustomHostnames":      func(w *world) any { return w.CustomHostnames() },
	"SAMLProviders":        func(w *world) any { return w.SAMLProviders("acme") },
	"Translations":         func(w *world) any { return w.Translations("acme") },
	"OpenAPISpecs":         func(w *world) any { return w.OpenAPISpecs("acme") },
	"Grants":               func(w *world) any { return w.Grants("wiki") },
	"Pages":                func(w *world) any { return w.Pages("wiki", "") },
	"Files":                func(w *world) any { return w.Files("wiki", "") },
	"FileContent":          func(w *world) any { return w.FileContent("plan") },
	"ReusableContents":     func(w *world) any { return w.ReusableContents("wiki", "") },
	"TemplatePages":        func(w *world) any { return w.TemplatePages("seeded") },
	"ImportPages":          func(w *world) any { return w.ImportPages("https://example.com/seeded") },
	"ChangeRequests":       func(w *world) any { return w.ChangeRequests("wiki") },
	"Comments":             func(w *world) any { return w.Comments("wiki", "proposal") },
	"Replies":              func(w *world) any { return w.Replies("wiki", "proposal", "remark") },
	"RequestedReviewers":   func(w *world) any { return w.RequestedReviewers("wiki", "sketch") },
	"Reviews":              func(w *world) any { return w.Reviews("wiki", "proposal") },
	"Customization":        func(w *world) any { return w.Customization("acme", "open") },
	"GlossaryEntries":      func(w *world) any { return w.GlossaryEntries("acme") },
	"AgentInstructions":    func(w *world) any { return w.AgentInstructions("acme") },
	"ConversationClusters": func(w *world) any { return w.ConversationClusters("acme") },
	"OpenAPIVersions":      func(w *world) any { return w.OpenAPIVersions("org", "spec") },
	"CustomizationOverrides": func(w *world) any {
		return w.CustomizationOverrides("acme", "open", w.SiteSpaces("acme", "open")[0].ID)
	},
	"Integration":            func(w *world) any { return w.Integration("seeded") },
	"IntegrationPublication": func(w *world) any { return w.IntegrationPublication("diagrams") },
	"IntegrationTasks":       func(w *world) any { return w.IntegrationTasks("diagrams") },
	"IntegrationDevMode":     func(w *world) any { return w.IntegrationDevMode("diagrams") },
	"Embeds":                 func(w *world) any { return w.Embeds() },
	"GitRepositories":        func(w *world) any { return w.GitRepositories() },
	"IntegrationEvents": func(w *world) any {
		var events []integrations.Event
		for _, e := range w.IntegrationEvents("bot") {
			events = append(events, e.Event)
		}
		return events
	},
	"GitOperations": func(w *world) any {
		w.startGit()
		return w.GitOperations("guides")
	},
	"MaskedCustomization": func(w *world) any { return w.MaskedCustomization("acme", "open") },
}

// getterOf contains, for each method that adds or sets state, the getter that returns it.
var getterOf = map[string]string{
	"ActAs":                  "Caller",
	"AddChangeRequest":       "ChangeRequests",
	"AddCollection":          "Collections",
	"AddComment":             "Comments",
	"AddFile":                "Files",
	"AddFont":                "Fonts",
	"AddInvite":              "Invites",
	"AddLinkInvite":          "LinkInvites",
	"AddMember":              "Members",
	"AddOpenAPISpec":         "OpenAPISpecs",
	"AddOrganization":        "Organizations",
	"AddPage":                "Pages",
	"AddRedirect":            "Redirects",
	"AddReply":               "Replies",
	"AddRequestedReviewer":   "RequestedReviewers",
	"AddReusableContent":     "ReusableContents",
	"AddReview":              "Reviews",
	"AddSAMLProvider":        "SAMLProviders",
	"AddSection":             "Sections",
	"AddSectionGroup":        "SectionGroups",
	"AddShareLink":           "ShareLinks",
	"AddSite":                "Sites",
	"AddSiteSpace":           "SiteSpaces",
	"AddSpace":               "Spaces",
	"AddStorageFile":         "StorageKeys",
	"AddSubdomain":           "Subdomains",
	"AddTeam":                "Teams",
	"AddTemplate":            "TemplatePages",
	"AddTranslation":         "Translations",
	"AddUser":                "Users",
	"CompleteOpenAPISpec":    "OpenAPISpecs",
	"CompleteTranslation":    "Translations",
	"EditFile":               "Files",
	"EditPage":               "Pages",
	"EditReusableContent":    "ReusableContents",
	"FailOpenAPISpec":        "OpenAPISpecs",
	"Grant":                  "Grants",
	"MovePage":               "Pages",
	"PublishSite":            "Sites",
	"SeedImport":             "ImportPages",
	"ServeFile":              "FileContent",
	"SetTeamRole":            "TeamMembers",
	"SetVisitorClaims":       "VisitorClaims",
	"UnpublishSite":          "Sites",
	"EditCustomization":      "Customization",
	"MaskCustomization":      "MaskedCustomization",
	"OverrideCustomization":  "CustomizationOverrides",
	"AddInstallation":        "Installations",
	"AddSpaceInstallation":   "SpaceInstallations",
	"AddSiteInstallation":    "SiteInstallations",
	"AddIntegration":         "Integration",
	"AddMCPServer":           "MCPServers",
	"SetHostnameStatus":      "CustomHostnames",
	"SetPublishingAuth":      "PublishingAuth",
	"AddEvent":               "Events",
	"SetEmbed":               "Embeds",
	"SeedGitRepository":      "GitRepositories",
	"FinishGit":              "GitOperations",
	"FailGit":                "GitOperations",
	"AddConversationCluster": "ConversationClusters",
	"AddGlossaryEntry":       "GlossaryEntries",
	"AddOpenAPIVersion":      "OpenAPIVersions",
	"SetAgentInstructions":   "AgentInstructions",
	"AddIntegrationEvent":    "IntegrationEvents",
}

// stateless are the methods that neither set nor return state of their own, with the reason.
var stateless = map[string]string{
	"Advance": "sets the clock: Now", "Now": "the clock",
	"CallCount": "calls", "Calls": "calls", "Commits": "calls", "DroppedCalls": "calls", "ForgetCalls": "calls",
	"Client": "the connection", "ClientFor": "the connection", "TokenFor": "the connection", "ClientForIntegration": "the connection", "TokenForIntegration": "the connection", "Close": "the connection", "ServeHTTP": "the connection", "Token": "the connection", "URL": "the connection",
	"Delay": "a response to come", "Fail": "a response to come", "Pace": "a response to come", "ScriptStream": "a response to come",
	"TruncateAfter": "a response to come", "ScriptOpenAPISpec": "responses to come", "ScriptRender": "responses to come",
	"RemoveFile": "removes", "RemovePage": "removes", "RemoveReusableContent": "removes",
	"Revisions": "shows pages, files and reusable contents", "StorageFile": "shows bytes that calls have sent",
	"Conversations": "shows what calls have ingested", "OpenAPIVersionContent": "shows what processing has produced", "SeedDemo": "uses the other seeds", "VerifyVisitorToken": "checks a token",
}

// TestEachSeedHasAGetter covers all methods of the server: those that set state have a getter.
func TestEachSeedHasAGetter(t *testing.T) {
	t.Parallel()
	server := reflect.TypeFor[*publishingtest.Server]()
	for method := range server.Methods() {
		getter, seeds := getterOf[method.Name]
		_, gets := getters[method.Name]
		_, neither := stateless[method.Name]
		kinds := 0
		for _, is := range []bool{seeds, gets, neither} {
			if is {
				kinds++
			}
		}
		require.Equal(t, 1, kinds, "want %s once in getterOf, with the method that returns what it sets, in getters, or in stateless", method.Name)
		if seeds {
			require.Contains(t, getters, getter, method.Name)
		}
	}
	for name := range getters {
		_, there := server.MethodByName(name)
		require.True(t, there, name)
	}
}

// otherSeeds use the seeds that [seedings] does not contain, and return what their getter contains
// afterwards.
func otherSeeds() map[string]func(w *world) any {
	page := publishingtest.Page{
		ID: "seeded", Title: "Seeded", Slug: "seeded", Type: spaces.PageTypeDocument, Sections: []publishingtest.Section{{ID: "text", Title: "Text", Body: "A word."}},
		Pages: []publishingtest.Page{{ID: "below", Slug: "below", Type: spaces.PageTypeGroup}},
	}
	return map[string]func(w *world) any{
		"ActAs": func(w *world) any {
			w.ActAs("mona")
			return w.Caller()
		},
		"AddPage": func(w *world) any {
			w.AddPage("wiki", "", "", page)
			return page
		},
		"AddReusableContent": func(w *world) any {
			seed := publishingtest.ReusableContent{ID: "seeded", Title: "Seeded", Body: "A word."}
			w.AddReusableContent("wiki", "", seed)
			return seed
		},
		"AddStorageFile": func(w *world) any { return w.AddStorageFile("acme", "seeded.woff2") },
		"AddTemplate": func(w *world) any {
			w.AddTemplate("seeded", page)
			return page
		},
		"SeedImport": func(w *world) any {
			w.SeedImport("https://example.com/seeded", page)
			return page
		},
		"EditCustomization": func(w *world) any {
			return w.EditCustomization("acme", "open", func(s *customization.Settings) {
				s.Title, s.Extra = new("Seeded"), map[string]api.Raw{"seeded": api.Raw("1")}
			})
		},
		"MaskCustomization": func(w *world) any {
			w.MaskCustomization("acme", "open", "title", "styling.tint.color")
			return "styling.tint.color"
		},
		"OverrideCustomization": func(w *world) any {
			return w.OverrideCustomization("acme", "open", w.SiteSpaces("acme", "open")[0].ID, customization.Overrides{
				Title: api.Set("Seeded"), Favicon: api.Null[api.Icon](), PDF: &customization.SwitchOverrides{Enabled: api.Null[bool]()}, Themes: &customization.ThemesOverrides{Toggleable: api.Set(false)},
			})
		},
		"ServeFile": func(w *world) any {
			w.ServeFile("plan", []byte("p"))
			return byte('p')
		},
		"SetEmbed": func(w *world) any {
			embed := spaces.Embed{Type: spaces.EmbedTypeRich, Title: "Seeded", Site: "Seeded", HTML: new(spaces.UntrustedHTML("seeded"))}
			w.SetEmbed("https://seeded.example", embed)
			return map[string]spaces.Embed{"https://seeded.example": embed}
		},
		"SetAgentInstructions": func(w *world) any {
			w.SetAgentInstructions("acme", richtext.NewDocument(richtext.NewParagraph("Be kind.")))
			set := w.AgentInstructions("library")
			set.Instructions, set.URLs.Location = richtext.NewDocument(richtext.NewParagraph("Be kind.")), "/v1/orgs/acme/agent-instructions"
			set.UpdatedAt = w.AgentInstructions("acme").UpdatedAt
			return set
		},
		"SetHostnameStatus": func(w *world) any {
			w.AddSite("acme", sites.Site{Hostname: new("seeded.acme.example")})
			w.SetHostnameStatus("seeded.acme.example", sites.HostnameStatusSSLFailed)
			return w.CustomHostnames()[len(w.CustomHostnames())-1]
		},
		"SeedGitRepository": func(w *world) any {
			return w.SeedGitRepository(publishingtest.GitRepository{URL: "https://seeded.example", Directory: "seeded", OID: "5eeded", Message: "Seeded", Pages: []publishingtest.Page{page}})
		},
		"FinishGit": func(w *world) any {
			w.startGit()
			return w.FinishGit("guides")
		},
		"FailGit": func(w *world) any {
			w.startGit()
			return w.FailGit("guides", "seeded")
		},
		"SetPublishingAuth": func(w *world) any {
			return w.SetPublishingAuth("acme", "open", sites.PublishingAuth{
				Backend: spaces.VisitorAuthBackendIntegration, PrivateKey: api.NewSecret("seeded"), Integration: new("seeded"),
				FallbackURL: new("https://seeded.example"), LogoutURL: new("https://seeded.example/logout"),
			})
		},
		"SetTeamRole": func(w *world) any {
			w.SetTeamRole("acme", "team", "bob", orgs.TeamMemberRoleOwner)
			members := w.Members("acme")
			return orgs.TeamMembership{Organization: members[1], Team: orgs.TeamMember{Role: orgs.TeamMemberRoleOwner}, Permissions: orgs.TeamMemberPermissions{View: true}}
		},
		"SetVisitorClaims": func(w *world) any {
			w.SetVisitorClaims("acme", "ada", "claims")
			return "claims"
		},
		"Grant": func(w *world) any {
			w.Grant("wiki", "mona", api.RoleReview)
			return publishingtest.GrantedRole{ID: "mona", Role: api.RoleReview}
		},
	}
}

func TestGettersReturnWhatWasSeeded(t *testing.T) {
	t.Parallel()
	contains := func(t *testing.T, got, want any) {
		t.Helper()
		if list := reflect.ValueOf(got); list.Kind() == reflect.Slice {
			require.Contains(t, got, want)
			return
		}
		require.Equal(t, want, got)
	}
	seeded := map[string]bool{}
	for _, how := range seedings() {
		seeded[how.method] = true
		t.Run(how.method, func(t *testing.T) {
			t.Parallel()
			w := newSeedWorld(t)
			_, got := how.add(w)
			contains(t, getters[getterOf[how.method]](w), reflect.ValueOf(got).Elem().Interface())
		})
	}
	for method, add := range otherSeeds() {
		seeded[method] = true
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			w := newSeedWorld(t)
			want := add(w)
			contains(t, getters[getterOf[method]](w), want)
		})
	}
	for method := range getterOf {
		switch method {
		case "CompleteOpenAPISpec", "CompleteTranslation", "FailOpenAPISpec", "EditFile", "EditPage", "EditReusableContent", "MovePage", "PublishSite", "UnpublishSite":
			continue // they change what is there
		}
		require.True(t, seeded[method], "%s is not covered: add it to otherSeeds", method)
	}
}

// TestContentOfAChangeRequestIsReadable reads the main content and a change request that differs.
func TestContentOfAChangeRequestIsReadable(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.AddPage("wiki", "proposal", "start", publishingtest.Page{ID: "added", Title: "Added"})
	w.AddFile("wiki", "proposal", spaces.File{ID: "drawing"})
	w.AddReusableContent("wiki", "proposal", publishingtest.ReusableContent{ID: "note"})
	require.NotContains(t, jsonOf(t, w.Pages("wiki", "")), `"added"`)
	require.Contains(t, jsonOf(t, w.Pages("wiki", "proposal")), `"added"`)
	require.Len(t, w.Files("wiki", "proposal"), len(w.Files("wiki", ""))+1)
	require.Len(t, w.ReusableContents("wiki", "proposal"), len(w.ReusableContents("wiki", ""))+1)
	w.EditPage("wiki", "proposal", "added", func(page *publishingtest.Page) { page.Sections = []publishingtest.Section{{Body: "More."}} })
	require.Contains(t, jsonOf(t, w.Pages("wiki", "proposal")), `"More."`)
}

func TestGrantsAreThoseOfCallsToo(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.AddSpace("acme", spaces.Space{ID: "fresh"})
	require.Equal(t, []publishingtest.GrantedRole{}, w.Grants("fresh"))
	w.Grant("fresh", "team", api.RoleEdit)
	w.Grant("fresh", "ada", "")
	err := w.client.Permissions.Spaces.Invite(t.Context(), "fresh", permissions.Invite{Role: api.Set(api.RoleRead), Users: []string{"bob"}})
	require.NoError(t, err)
	require.Equal(t, []publishingtest.GrantedRole{{ID: "ada"}, {ID: "bob", Role: api.RoleRead}, {ID: "team", Role: api.RoleEdit}}, w.Grants("fresh"))
}

func TestFileContentIsWhatTheServerSends(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	file := w.AddFile("wiki", "", spaces.File{ID: "minutes", Name: "notes.txt", Size: 12})
	require.Equal(t, fetch(t, "GET", file.DownloadURL, "").body, string(w.FileContent("minutes")))
	require.Len(t, w.FileContent("minutes"), 12)
	w.ServeFile("minutes", []byte("the notes"))
	require.Equal(t, "the notes", string(w.FileContent("minutes")))
}
