package publishingtest_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// getters are the methods that return state, with arguments for which it is where [seedings] and
// [otherSeeds] put it.
var getters = map[string][]any{
	"Orgs.All": nil, "Users.All": nil, "Caller": nil, "Orgs.Members.All": {"acme"}, "Orgs.Members.VisitorClaims": {"acme", "ada"},
	"Orgs.Teams.All": {"acme"}, "Orgs.Teams.Members.All": {"acme", "team"}, "Spaces.All": {"acme"}, "Collections.All": {"acme"}, "Sites.All": {"acme"},
	"Sites.Insights.Events.All": {"acme", "open"}, "Sites.ShareLinks.All": {"acme", "open"}, "Sites.Redirects.All": {"acme", "open"},
	"Sites.Sections.All": {"acme", "open"}, "Sites.SectionGroups.All": {"acme", "open"}, "Sites.SiteSpaces.All": {"acme", "open"},
	"Orgs.Invites.All": {"acme"}, "Orgs.LinkInvites.All": {"acme"}, "Orgs.Fonts.All": {"acme"}, "Subdomains.All": {"acme"},
	"Orgs.Storage.All": {"acme"}, "Sites.Publishing.Auth.Get": {"acme", "open"}, "Integrations.Installations.All": {"diagrams"},
	"Integrations.Installations.Spaces.All": {"diagrams", "diagrams-on-acme"}, "Integrations.Installations.Sites.All": {"diagrams", "diagrams-on-acme"},
	"Sites.ExternalLinks.All": {"acme", "open"}, "Sites.MCPServers.All": {"acme", "open"}, "CustomHostnames.All": nil, "Orgs.SAML.All": {"acme"},
	"Orgs.Translations.All": {"acme"}, "Orgs.Imports.All": {"acme"}, "Orgs.AuditEvents.All": {"acme"}, "Orgs.Billing.All": {"acme"}, "Sites.Questions.All": {"acme", "open"}, "Sites.Answers.All": {"acme", "open"}, "Orgs.OpenAPI.All": {"acme"}, "Permissions.All": {"wiki"},
	"Spaces.Pages.All": {"wiki", ""}, "Spaces.Files.All": {"wiki", ""}, "Spaces.Files.Content": {"plan"}, "Spaces.ReusableContents.All": {"wiki", ""},
	"Spaces.Templates.Get": {"seeded"}, "Spaces.Imports.Get": {"https://example.com/seeded"}, "ChangeRequests.All": {"wiki"},
	"Spaces.Comments.All": {"wiki", "proposal"}, "Spaces.Comments.Replies.All": {"wiki", "proposal", "remark"},
	"ChangeRequests.RequestedReviewers.All": {"wiki", "sketch"}, "ChangeRequests.Reviews.All": {"wiki", "proposal"},
	"Sites.Customization.Get": {"acme", "open"}, "Orgs.Translations.Glossary.All": {"acme"}, "Orgs.AgentInstructions.Get": {"acme"},
	"Orgs.Conversations.Clusters.All": {"acme"}, "Orgs.OpenAPI.Versions.All": {"org", "spec"}, "Integrations.Get": {"seeded"},
	"Integrations.Publication": {"diagrams"}, "Integrations.Tasks.All": {"diagrams"}, "Integrations.Dev.Get": {"diagrams"}, "Spaces.Embeds.All": nil,
	"Spaces.Git.Repositories.All": nil, "Sites.Customization.Masked": {"acme", "open"},
	// These need more: see [world.get].
	"Sites.SiteSpaces.Customization.Get": nil, "Integrations.Events.All": nil, "Spaces.Git.All": nil,
}

// get returns what a getter returns.
func (w *world) get(getter string) any {
	switch getter {
	case "Sites.SiteSpaces.Customization.Get":
		return w.Sites.SiteSpaces.Customization.Get("acme", "open", w.Sites.SiteSpaces.All("acme", "open")[0].ID)
	case "Integrations.Events.All":
		return mapped(w.Integrations.Events.All("bot"), func(e integrations.TracedEvent) integrations.Event { return e.Event })
	case "Spaces.Git.All":
		w.startGit()
		return w.Spaces.Git.All("guides")
	default:
		return w.use(getter, getters[getter]...)
	}
}

// use calls a method of the server, such as "Sites.All", and returns its first result, nil if there
// is none. The last argument may be the slice of a variadic parameter.
func (w *world) use(method string, args ...any) any {
	group := reflect.ValueOf(w.Server).Elem()
	path := strings.Split(method, ".")
	for _, name := range path[:len(path)-1] {
		group = group.FieldByName(name)
	}
	in := mapped(args, reflect.ValueOf)
	called := group.Addr().MethodByName(path[len(path)-1])
	call := called.Call
	if last := len(in) - 1; called.Type().IsVariadic() && last == called.Type().NumIn()-1 && in[last].Type() == called.Type().In(last) {
		call = called.CallSlice
	}
	out := call(in)
	if len(out) == 0 {
		return nil
	}
	return out[0].Interface()
}

// getterOf returns the getter of what a method adds or sets: that of its group, but for exceptions.
func getterOf(method string) string {
	if getter, other := otherGetters[method]; other {
		return getter
	}
	return method[:strings.LastIndex(method, ".")+1] + "All"
}

var otherGetters = map[string]string{
	"ActAs": "Caller", "Spaces.Templates.Add": "Spaces.Templates.Get", "Spaces.Imports.Set": "Spaces.Imports.Get",
	"Spaces.Files.SetContent": "Spaces.Files.Content", "Orgs.Members.SetVisitorClaims": "Orgs.Members.VisitorClaims",
	"Sites.Customization.Edit": "Sites.Customization.Get", "Sites.Customization.Mask": "Sites.Customization.Masked",
	"Sites.SiteSpaces.Customization.Update": "Sites.SiteSpaces.Customization.Get", "Integrations.Add": "Integrations.Get",
	"Sites.Publishing.Auth.Update": "Sites.Publishing.Auth.Get", "Orgs.AgentInstructions.Put": "Orgs.AgentInstructions.Get",
}

// seeds returns the methods that add or set state, in order.
func seeds() (methods []string) {
	for _, method := range slices.Sorted(maps.Keys(methodsOf("", reflect.TypeFor[publishingtest.Server]()))) {
		if _, gets := getters[method]; !gets && stateless[method] == "" {
			methods = append(methods, method)
		}
	}
	return methods
}

// stateless are the methods that neither set nor return state of their own, with the reason.
var stateless = map[string]string{
	"Advance": "sets the clock: Now", "Now": "the clock",
	"Calls.Count": "calls", "Calls.All": "calls", "Calls.Commits": "calls", "Calls.Dropped": "calls", "Calls.Forget": "calls",
	"Client": "the connection", "ClientFor": "the connection", "TokenFor": "the connection", "ClientForIntegration": "the connection", "TokenForIntegration": "the connection", "Close": "the connection", "ServeHTTP": "the connection", "Token": "the connection", "URL": "the connection",
	"Faults.Delay": "a response to come", "Faults.Add": "a response to come", "Spaces.Files.AddFault": "responses to come", "Spaces.Files.SetUpload": "files to come", "Streams.Delay": "a response to come", "Streams.Script": "a response to come",
	"Faults.TruncateAfter": "a response to come", "Orgs.OpenAPI.Script": "responses to come", "Integrations.ScriptRender": "responses to come",
	"Spaces.Files.Remove": "removes", "Spaces.Pages.Remove": "removes", "Spaces.ReusableContents.Remove": "removes",
	"Spaces.Revisions.All": "shows pages, files and reusable contents", "Orgs.Storage.Get": "shows bytes that calls have sent",
	"Orgs.Conversations.All": "shows what calls have ingested", "Orgs.OpenAPI.Versions.Content": "shows what processing has produced", "SeedDemo": "uses the other seeds", "Sites.Publishing.Auth.VerifyVisitorToken": "checks a token",
}

// TestEachSeedHasAGetter covers all methods of the server: those that set state have a getter.
func TestEachSeedHasAGetter(t *testing.T) {
	t.Parallel()
	methods := methodsOf("", reflect.TypeFor[publishingtest.Server]())
	for _, method := range seeds() {
		require.Contains(t, getters, getterOf(method), "%s: want the method that returns what it sets in otherGetters, or itself in getters or stateless", method)
	}
	for method := range otherGetters {
		require.Contains(t, seeds(), method)
	}
	for method := range stateless {
		require.NotContains(t, getters, method)
	}
	for name := range getters {
		require.Contains(t, methods, name)
	}
}

// methodsOf returns the methods of a server, or of a group, and of the groups below it, by path.
func methodsOf(path string, group reflect.Type) map[string]reflect.Method {
	methods := map[string]reflect.Method{}
	for method := range reflect.PointerTo(group).Methods() {
		methods[path+method.Name] = method
	}
	for field := range group.Fields() {
		if field.IsExported() {
			maps.Copy(methods, methodsOf(path+field.Name+".", field.Type))
		}
	}
	return methods
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
		"Spaces.Pages.Add": func(w *world) any {
			w.Spaces.Pages.Add("wiki", "", "", page)
			return page
		},
		"Spaces.ReusableContents.Add": func(w *world) any {
			seed := publishingtest.ReusableContent{ID: "seeded", Title: "Seeded", Body: "A word."}
			w.Spaces.ReusableContents.Add("wiki", "", seed)
			return seed
		},
		"Orgs.Storage.Add": func(w *world) any { return w.Orgs.Storage.Add("acme", "seeded.woff2") },
		"Spaces.Templates.Add": func(w *world) any {
			w.Spaces.Templates.Add("seeded", page)
			return page
		},
		"Spaces.Imports.Set": func(w *world) any {
			w.Spaces.Imports.Set("https://example.com/seeded", page)
			return page
		},
		"Sites.Customization.Edit": func(w *world) any {
			return w.Sites.Customization.Edit("acme", "open", func(s *customization.Settings) {
				s.Title, s.Extra = new("Seeded"), map[string]api.Raw{"seeded": api.Raw("1")}
			})
		},
		"Sites.Answers.Edit": func(w *world) any {
			w.Sites.Answers.Add("acme", "open", fullAnswer("seeded", nil))
			return w.Sites.Answers.Edit("acme", "open", "seeded", func(a *insights.AnswerWithResponse) {
				a.Feedback.Rating, a.Topics = insights.AskRatingDown, []string{"seeded"}
			})
		},
		"Sites.Customization.Mask": func(w *world) any {
			w.Sites.Customization.Mask("acme", "open", "title", "styling.tint.color")
			return "styling.tint.color"
		},
		"Sites.SiteSpaces.Customization.Update": func(w *world) any {
			return w.Sites.SiteSpaces.Customization.Update("acme", "open", w.Sites.SiteSpaces.All("acme", "open")[0].ID, customization.Overrides{
				Title: api.Set("Seeded"), Favicon: api.Null[api.Icon](), PDF: &customization.SwitchOverrides{Enabled: api.Null[bool]()}, Themes: &customization.ThemesOverrides{Toggleable: api.Set(false)},
			})
		},
		"Spaces.Files.SetContent": func(w *world) any {
			w.Spaces.Files.SetContent("plan", []byte("p"))
			return byte('p')
		},
		"Spaces.Embeds.Set": func(w *world) any {
			embed := spaces.Embed{Type: spaces.EmbedTypeRich, Title: "Seeded", Site: "Seeded", HTML: new(spaces.UntrustedHTML("seeded"))}
			w.Spaces.Embeds.Set("https://seeded.example", embed)
			return map[string]spaces.Embed{"https://seeded.example": embed}
		},
		"Orgs.AgentInstructions.Put": func(w *world) any {
			w.Orgs.AgentInstructions.Put("acme", richtext.NewDocument(richtext.NewParagraph("Be kind.")))
			set := w.Orgs.AgentInstructions.Get("library")
			set.Instructions, set.URLs.Location = richtext.NewDocument(richtext.NewParagraph("Be kind.")), "/v1/orgs/acme/agent-instructions"
			set.UpdatedAt = w.Orgs.AgentInstructions.Get("acme").UpdatedAt
			return set
		},
		"CustomHostnames.SetStatus": func(w *world) any {
			w.Sites.Add("acme", sites.Site{Hostname: new("seeded.acme.example")})
			w.CustomHostnames.SetStatus("seeded.acme.example", sites.HostnameStatusSSLFailed)
			return w.CustomHostnames.All()[len(w.CustomHostnames.All())-1]
		},
		"Spaces.Git.Repositories.Set": func(w *world) any {
			return w.Spaces.Git.Repositories.Set(publishingtest.GitRepository{URL: "https://seeded.example", Directory: "seeded", OID: "5eeded", Message: "Seeded", Pages: []publishingtest.Page{page}})
		},
		"Spaces.Git.Complete": func(w *world) any {
			w.startGit()
			return w.Spaces.Git.Complete("guides")
		},
		"Spaces.Git.Fail": func(w *world) any {
			w.startGit()
			return w.Spaces.Git.Fail("guides", "seeded")
		},
		"Sites.Publishing.Auth.Update": func(w *world) any {
			return w.Sites.Publishing.Auth.Update("acme", "open", sites.PublishingAuth{
				Backend: spaces.VisitorAuthBackendIntegration, PrivateKey: api.NewSecret("seeded"), Integration: new("seeded"),
				FallbackURL: new("https://seeded.example"), LogoutURL: new("https://seeded.example/logout"),
			})
		},
		"Orgs.Teams.Members.SetRole": func(w *world) any {
			w.Orgs.Teams.Members.SetRole("acme", "team", "bob", orgs.TeamMemberRoleOwner)
			members := w.Orgs.Members.All("acme")
			return orgs.TeamMembership{Organization: members[1], Team: orgs.TeamMember{Role: orgs.TeamMemberRoleOwner}, Permissions: orgs.TeamMemberPermissions{View: true}}
		},
		"Orgs.Members.SetVisitorClaims": func(w *world) any {
			w.Orgs.Members.SetVisitorClaims("acme", "ada", "claims")
			return "claims"
		},
		"Permissions.Grant": func(w *world) any {
			w.Permissions.Grant("wiki", "mona", api.RoleReview)
			return publishingtest.GrantedRole{ID: "mona", Role: new(api.RoleReview)}
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
			contains(t, w.get(getterOf(how.method)), reflect.ValueOf(got).Elem().Interface())
		})
	}
	for method, add := range otherSeeds() {
		seeded[method] = true
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			w := newSeedWorld(t)
			want := add(w)
			contains(t, w.get(getterOf(method)), want)
		})
	}
	for _, method := range seeds() {
		switch method {
		case "Orgs.Imports.Start", "Orgs.Imports.Complete", "Orgs.Imports.Fail", "Orgs.OpenAPI.Complete", "Orgs.Translations.Complete", "Orgs.OpenAPI.Fail", "Spaces.Files.Edit", "Spaces.Pages.Edit", "Spaces.ReusableContents.Edit", "Spaces.Pages.Move", "Sites.Publish", "Sites.Unpublish":
			continue // they change what is there
		}
		require.True(t, seeded[method], "%s is not covered: add it to otherSeeds", method)
	}
}

// TestContentOfAChangeRequestIsReadable reads the main content and a change request that differs.
func TestContentOfAChangeRequestIsReadable(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.Spaces.Pages.Add("wiki", "proposal", "start", publishingtest.Page{ID: "added", Title: "Added"})
	w.Spaces.Files.Add("wiki", "proposal", spaces.File{ID: "drawing"})
	w.Spaces.ReusableContents.Add("wiki", "proposal", publishingtest.ReusableContent{ID: "note"})
	require.NotContains(t, jsonOf(t, w.Spaces.Pages.All("wiki", "")), `"added"`)
	require.Contains(t, jsonOf(t, w.Spaces.Pages.All("wiki", "proposal")), `"added"`)
	require.Len(t, w.Spaces.Files.All("wiki", "proposal"), len(w.Spaces.Files.All("wiki", ""))+1)
	require.Len(t, w.Spaces.ReusableContents.All("wiki", "proposal"), len(w.Spaces.ReusableContents.All("wiki", ""))+1)
	w.Spaces.Pages.Edit("wiki", "proposal", "added", func(page *publishingtest.Page) { page.Sections = []publishingtest.Section{{Body: "More."}} })
	require.Contains(t, jsonOf(t, w.Spaces.Pages.All("wiki", "proposal")), `"More."`)
}

func TestGrantsAreThoseOfCallsToo(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	w.Spaces.Add("acme", spaces.Space{ID: "fresh"})
	require.Equal(t, []publishingtest.GrantedRole{}, w.Permissions.All("fresh"))
	w.Permissions.Grant("fresh", "team", api.RoleEdit)
	w.Permissions.Grant("fresh", "ada", "")
	err := w.client.Permissions.Spaces.Invite(t.Context(), "fresh", permissions.Invite{Role: api.Set(api.RoleRead), Users: []string{"bob"}})
	require.NoError(t, err)
	require.Equal(t, []publishingtest.GrantedRole{{ID: "ada"}, {ID: "bob", Role: new(api.RoleRead)}, {ID: "team", Role: new(api.RoleEdit)}}, w.Permissions.All("fresh"))
}

func TestFileContentIsWhatTheServerSends(t *testing.T) {
	t.Parallel()
	w := newSeedWorld(t)
	file := w.Spaces.Files.Add("wiki", "", spaces.File{ID: "minutes", Name: "notes.txt", Size: 12})
	require.Equal(t, fetch(t, "GET", file.DownloadURL, "").body, string(w.Spaces.Files.Content("minutes")))
	require.Len(t, w.Spaces.Files.Content("minutes"), 12)
	w.Spaces.Files.SetContent("minutes", []byte("the notes"))
	require.Equal(t, "the notes", string(w.Spaces.Files.Content("minutes")))
}

// TestGroupsHaveTheShapeOfTheClient lets who knows the client guess the place of a resource.
func TestGroupsHaveTheShapeOfTheClient(t *testing.T) {
	t.Parallel()
	own := map[string]string{
		"Calls": "the log", "Faults": "what goes wrong", "Streams": "what streams send",
		"Spaces.Templates": "no operation lists them", "Spaces.Imports": "the content of URLs", "Spaces.Embeds": "the content of URLs",
		"Spaces.Git.Repositories": "outside of the service",
	}
	var compare func(path string, group, service reflect.Type)
	compare = func(path string, group, service reflect.Type) {
		for field := range group.Fields() {
			require.True(t, path == "" || !field.Anonymous, "the compiler would generate each method of %s for the group %s", field.Name, path)
			if !field.IsExported() || own[path+field.Name] != "" {
				continue
			}
			like, there := service.FieldByName(field.Name)
			require.True(t, there, "the client has no %s", path+field.Name)
			compare(path+field.Name+".", field.Type, like.Type)
		}
	}
	compare("", reflect.TypeFor[publishingtest.Server](), reflect.TypeFor[publishing.Client]())
}
