package publishingtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// scramble changes all memory that a value refers to.
func scramble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			scramble(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			scramble(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			inner := reflect.New(v.Type().Elem()).Elem()
			inner.Set(v.MapIndex(key))
			scramble(inner)
			v.SetMapIndex(key, inner)
		}
		if !v.IsNil() && v.Type().Key().Kind() == reflect.String {
			v.SetMapIndex(reflect.ValueOf("scrambled").Convert(v.Type().Key()), reflect.Zero(v.Type().Elem()))
		}
	case reflect.Struct:
		for field := range v.Type().Fields() {
			if !field.IsExported() {
				v.SetZero() // as a whole
				return
			}
		}
		for _, field := range v.Fields() {
			scramble(field)
		}
	case reflect.String:
		v.SetString("scrambled")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1000)
	case reflect.Uint8:
		v.SetUint('!')
	case reflect.Float64:
		v.SetFloat(v.Float() + 1000)
	default:
	}
}

// shares reports whether values of a type can share memory that is written to.
func shares(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return true
	case reflect.Struct:
		for field := range t.Fields() {
			if field.IsExported() && shares(field.Type, seen) {
				return true
			}
		}
	default:
	}
	return false
}

// sharing is a use of a method of a server that passes memory to it or gets some from it.
type sharing struct {
	method string
	use    func(w *world) []any // returns references to all arguments and results
}

// fit replaces the values of a filled source that no request could contain.
func fit(source *spaces.Computed) {
	source.Type, source.Props = "integration:a:b", api.Raw(`{"table":"orders"}`)
	for name, dependency := range source.Dependencies {
		dependency.Ref.Kind, dependency.Value = spaces.ContentRefKindOpenAPI, api.Raw(`{"id":"spec"}`)
		source.Dependencies[name] = dependency
	}
}

// sharings returns at least one use of each method that could share memory. The uses of each call
// pass arguments of their own.
func sharings() []sharing {
	var all []sharing
	for _, how := range seedings() {
		all = append(all, sharing{how.method, func(w *world) []any {
			given, got := how.add(w)
			return []any{given, got}
		}})
	}
	// gets uses a method that returns seeded resources.
	gets := func(method string, get func(w *world) any) {
		all = append(all, sharing{method, func(w *world) []any {
			got := get(w)
			held := reflect.New(reflect.TypeOf(got))
			held.Elem().Set(reflect.ValueOf(got))
			return []any{held.Interface()}
		}})
	}
	uses := func(method string, use func(w *world) []any) { all = append(all, sharing{method, use}) }
	// calls uses a method with arguments that no other server gets.
	calls := func(method string, args ...any) {
		uses(method, func(w *world) []any {
			var held []any
			for _, one := range append(args, w.use(method, args...)) {
				if one != nil {
					reference := reflect.New(reflect.TypeOf(one))
					reference.Elem().Set(reflect.ValueOf(one))
					held = append(held, reference.Interface())
				}
			}
			return held
		})
	}
	page := func(id string) publishingtest.Page {
		page := filled[publishingtest.Page]()
		fit(page.Computed)
		page.ID, page.Sections[0].ID, page.Type = id, id+"-section", spaces.PageTypeDocument
		page.Sections[0].Body = "A word."
		computed := filled[publishingtest.Page]()
		fit(computed.Computed)
		computed.ID, computed.Sections, computed.Type = id+"-computed", nil, spaces.PageTypeComputed
		link := filled[publishingtest.Page]()
		fit(link.Computed)
		link.ID, link.Sections, link.Type = id+"-link", nil, spaces.PageTypeLink
		page.Pages = []publishingtest.Page{computed, link}
		return page
	}
	calls("Integrations.Get", "diagrams")
	for _, method := range []string{"Integrations.Publication", "Integrations.Tasks.All", "Integrations.Dev.Get"} {
		gets(method, func(w *world) any {
			w.developIntegration()
			return w.get(method)
		})
	}
	calls("Spaces.Add", "acme", spaces.Space{ID: "seeded"}, []publishingtest.Page{page("seeded-page")})
	calls("Spaces.Pages.Add", "wiki", "", "start", page("seeded"))
	calls("Sites.Add", "acme", sites.Site{ID: "seeded"}, []string{"guides", "papers"})
	reusable := func() publishingtest.ReusableContent {
		reusable := filled[publishingtest.ReusableContent]()
		fit(reusable.Computed)
		reusable.ID = "seeded"
		return reusable
	}
	calls("Spaces.ReusableContents.Add", "wiki", "", reusable())
	calls("Spaces.Templates.Add", "seeded", []publishingtest.Page{page("x")})
	calls("Spaces.Imports.Set", "https://example.com/seeded", []publishingtest.Page{page("x")})
	calls("Spaces.Embeds.Set", "https://x.example", spaces.Embed{Type: spaces.EmbedTypeRich, Title: "x", Site: "x", HTML: new(spaces.UntrustedHTML("x"))})
	gets("Spaces.Embeds.All", func(w *world) any {
		w.Spaces.Embeds.Set("https://x.example", spaces.Embed{Type: spaces.EmbedTypeLink, Title: "x", Site: "x", Icon: new("x")})
		return w.Spaces.Embeds.All()
	})
	repository := func() publishingtest.GitRepository {
		return publishingtest.GitRepository{URL: "https://x.example", Pages: []publishingtest.Page{page("x")}}
	}
	calls("Spaces.Git.Repositories.Set", repository())
	gets("Spaces.Git.Repositories.All", func(w *world) any {
		w.Spaces.Git.Repositories.Set(repository())
		return w.Spaces.Git.Repositories.All()
	})
	gets("Spaces.Git.All", func(w *world) any { return w.get("Spaces.Git.All") })
	calls("SeedDemo")
	uses("Spaces.Pages.Edit", func(w *world) []any {
		w.Spaces.Pages.Add("wiki", "", "", page("seeded"))
		var kept *publishingtest.Page
		first := w.Spaces.Pages.Edit("wiki", "", "seeded", func(page *publishingtest.Page) { kept, page.Title = page, "Edited" })
		second := w.Spaces.Pages.Edit("wiki", "", "seeded", func(page *publishingtest.Page) { page.Description = "Edited" })
		return []any{kept, &first, &second}
	})
	uses("Spaces.Files.Edit", func(w *world) []any {
		seed := filled[spaces.File]()
		seed.ID = "seeded"
		w.Spaces.Files.Add("wiki", "", seed)
		var kept *spaces.File
		got := w.Spaces.Files.Edit("wiki", "", "seeded", func(f *spaces.File) { kept, f.Name = f, "edited" })
		return []any{kept, &got}
	})
	uses("Spaces.ReusableContents.Edit", func(w *world) []any {
		w.Spaces.ReusableContents.Add("wiki", "", reusable())
		var kept *publishingtest.ReusableContent
		got := w.Spaces.ReusableContents.Edit("wiki", "", "seeded", func(c *publishingtest.ReusableContent) { kept, c.Title = c, "Edited" })
		return []any{kept, &got}
	})
	gets("Spaces.ReusableContents.Remove", func(w *world) any {
		w.Spaces.ReusableContents.Add("wiki", "", publishingtest.ReusableContent{ID: "seeded"})
		return w.Spaces.ReusableContents.Remove("wiki", "", "seeded")
	})
	calls("Spaces.Files.Remove", "wiki", "", "plan")
	calls("Spaces.Pages.Remove", "wiki", "", "use")
	calls("Spaces.Pages.Move", "wiki", "", "use", "")
	calls("Spaces.Files.SetUpload", "https://example.com/plan", "text/plain", []byte("the plan"))
	calls("Spaces.Files.SetContent", "plan", []byte("the plan"))
	uses("Orgs.Storage.Get", func(w *world) []any {
		created := must(w.client.Orgs.Storage.Upload(w.t.Context(), "acme", orgs.StorageUpload{
			File: orgs.StorageFile{Name: "x.woff2", Type: "font/woff2"}, Kind: orgs.StorageKindCustomizationFont,
		}))(w.t)
		require.Equal(w.t, http.StatusOK, fetch(w.t, http.MethodPut, created.URL, "bytes").status)
		got := w.Orgs.Storage.Get("acme", created.Key)
		return []any{&got}
	})
	calls("Streams.Script", "Orgs.Ask.StreamQuestions", []publishingtest.Step{publishingtest.Event("", `{"question":"scripted"}`), publishingtest.Event("done", "{}")})
	output := integrations.RenderedComplete{Type: integrations.RenderOutputTypeComplete, ReturnValue: api.Raw(`{"scripted":1}`)}
	calls("Integrations.ScriptRender", "bot", "poll", []integrations.RenderOutput{{Complete: &output}})
	payload := integrations.EventPayload{Type: integrations.EventTypeUIRender, UIRender: &integrations.UIRenderEvent{Props: api.Raw(`{"x":1}`)}}
	logs := []integrations.EventLog{{Message: new("x"), Level: new(integrations.LogLevelInfo)}}
	calls("Integrations.Events.Add", "bot", integrations.Event{ID: "seeded", Payload: payload}, logs)
	steps := []publishingtest.OpenAPIStep{filled[publishingtest.OpenAPIStep]()}
	steps[0].State = orgs.OpenAPIProcessingStateComplete
	calls("Orgs.OpenAPI.Script", "org", "spec", steps)
	calls("Orgs.OpenAPI.Fail", "org", "spec", orgs.OpenAPIErrorCodeParseError, []orgs.OpenAPIProblem{filled[orgs.OpenAPIProblem]()})
	run := func(w *world) string {
		return w.Orgs.Imports.Add("acme", orgs.ImportRun{ID: "seeded", Target: &orgs.ImportTarget{Space: "guides"}}).ID
	}
	gets("Orgs.Imports.Start", func(w *world) any { return w.Orgs.Imports.Start("acme", run(w)) })
	gets("Orgs.Imports.Fail", func(w *world) any { return w.Orgs.Imports.Fail("acme", run(w), "no pages") })
	uses("Orgs.Imports.Complete", func(w *world) []any {
		pages := []orgs.ImportedPage{filled[orgs.ImportedPage]()}
		got := w.Orgs.Imports.Complete("acme", run(w), pages...)
		return []any{&pages, &got}
	})
	calls("Orgs.OpenAPI.Complete", "org", "spec")
	calls("Orgs.Translations.Complete", "acme", "translation", []publishingtest.Page{page("seeded")})
	calls("Orgs.Teams.Add", "acme", api.Team{ID: "seeded"}, []string{"ada", "bob"})
	calls("Sites.Sections.Add", "acme", "open", sites.Section{ID: "seeded"}, []string{"guides"})
	calls("Sites.SectionGroups.Add", "acme", "open", sites.SectionGroup{ID: "seeded"}, []string{"part"})
	given := func(w *world) ([]insights.AnswerSource, insights.AnswerWithResponse, insights.AnswerWithResponse) {
		sources, seed := []insights.AnswerSource{{ID: "source", Type: "video", Raw: api.Raw(`{"type":"video"}`)}}, fullAnswer("seeded", nil)
		seed.Question.ID = "seeded"
		return sources, seed, w.Sites.Answers.Add("acme", "docs", seed, sources...)
	}
	uses("Sites.Answers.Add", func(w *world) []any {
		sources, seed, got := given(w)
		return []any{&sources, &seed, &got}
	})
	uses("Sites.Answers.Edit", func(w *world) []any {
		given(w)
		var held *insights.AnswerWithResponse
		got := w.Sites.Answers.Edit("acme", "docs", "seeded", func(a *insights.AnswerWithResponse) { held = a })
		return []any{held, &got}
	})
	gets("Sites.Answers.All", func(w *world) any {
		given(w)
		return w.Sites.Answers.All("acme", "docs")
	})
	gets("Sites.Questions.All", func(w *world) any {
		given(w)
		return w.Sites.Questions.All("acme", "docs")
	})
	gets("Orgs.Billing.All", func(w *world) any {
		w.Orgs.Billing.Add("acme", publishingtest.AIUse{Feature: "ask", Credits: 2})
		return w.Orgs.Billing.All("acme")
	})
	uses("Sites.Customization.Edit", func(w *world) []any {
		var held *customization.Settings
		got := w.Sites.Customization.Edit("acme", "open", func(s *customization.Settings) {
			s.Title, s.Header.Links, s.Extra = new("Seeded"), []customization.HeaderItem{{Title: "Link", Links: []customization.Link{}}}, map[string]api.Raw{"seeded": api.Raw("1")}
			held = s
		})
		return []any{held, &got}
	})
	calls("Sites.Customization.Mask", "acme", "open", []string{"title"})
	calls("Sites.SiteSpaces.Customization.Update", "acme", "docs", "home", customization.Overrides{
		Title: api.Set("Seeded"), Announcement: &customization.Announcement{Message: "Seeded", Style: customization.AnnouncementStyleInfo, Extra: map[string]api.Raw{"seeded": api.Raw("1")}},
		Themes: &customization.ThemesOverrides{Toggleable: api.Set(false)},
	})
	gets("Orgs.Conversations.All", func(w *world) any {
		w.send(w.t, "POST", "/v1/orgs/acme/conversations", `[{"id":"1","parts":[{"type":"message","role":"user","body":"Help"}]}]`)
		return w.Orgs.Conversations.All("acme")
	})
	calls("Orgs.OpenAPI.Versions.Add", "org", "spec", orgs.OpenAPIVersion{ID: "seeded"}, api.Raw(`{"seeded":1}`))
	gets("Orgs.OpenAPI.Versions.Content", func(w *world) any {
		w.Orgs.OpenAPI.Versions.Add("org", "spec", orgs.OpenAPIVersion{ID: "seeded"}, nil)
		return w.Orgs.OpenAPI.Versions.Content("org", "spec", "seeded")
	})
	calls("Orgs.AgentInstructions.Put", "acme", richtext.NewDocument(richtext.NewParagraph("Be kind.")))
	calls("Sites.Publishing.Auth.Update", "acme", "open", sites.PublishingAuth{FallbackURL: new("https://seeded.example"), LogoutURL: new("https://seeded.example/out"), Integration: new("seeded")})
	gets("Sites.Publishing.Auth.VerifyVisitorToken", func(w *world) any {
		claims := must(w.Sites.Publishing.Auth.VerifyVisitorToken("acme", "open", sign(w.t, w.Sites.Publishing.Auth.Get("acme", "open").PrivateKey, w.Now().Add(time.Hour))))(w.t)
		return claims
	})
	calls("Sites.Publish", "acme", "open")
	calls("Sites.Unpublish", "acme", "open")
	calls("Caller")
	gets("Calls.All", func(w *world) any {
		w.send(w.t, "PATCH", "/v1/spaces/wiki?trace=1", `{"mergeRules":{"type":"rules","rules":[],"more":{"a":1}}}`)
		return w.Calls.All()
	})
	// seeded adds a resource with the first seeding of a method before it uses gets.
	seeded := func(method, add string, get func(w *world) any) {
		for _, how := range seedings() {
			if how.method == add {
				gets(method, func(w *world) any {
					how.add(w)
					return get(w)
				})
				return
			}
		}
	}
	covered := map[string]bool{}
	for _, add := range seeds() {
		getter := getterOf(add)
		if !covered[getter] && slices.ContainsFunc(seedings(), func(how seeding) bool { return how.method == add }) {
			covered[getter] = true
			seeded(getter, add, func(w *world) any { return w.get(getter) })
		}
	}
	seeded("TeamMembers", "Orgs.Members.Add", func(w *world) any {
		w.Orgs.Teams.Members.SetRole("acme", "team", "seeded", orgs.TeamMemberRoleOwner)
		return w.Orgs.Teams.Members.All("acme", "team")
	})
	for _, add := range slices.Sorted(maps.Keys(otherSeeds())) {
		gets(getterOf(add), func(w *world) any {
			otherSeeds()[add](w)
			return w.get(getterOf(add))
		})
	}
	gets("Spaces.Revisions.All", func(w *world) any {
		w.Spaces.Pages.Add("wiki", "", "", page("seeded"))
		return w.Spaces.Revisions.All("wiki")
	})
	return all
}

// TestServerSharesNoMemory uses each method that could share memory on two equal servers, changes
// the arguments and the results of one of them, and expects the servers to be equal afterwards.
func TestServerSharesNoMemory(t *testing.T) {
	t.Parallel()
	covered, chosen := map[string]bool{}, []int{}
	all, others := sharings(), sharings()
	for i, how := range all {
		if !covered[how.method] || sample.Whole() {
			chosen = append(chosen, i)
		}
		covered[how.method] = true
	}
	for _, i := range sample.OneByOne(chosen) {
		how := all[i]
		t.Run(fmt.Sprintf("%s %d", how.method, i), func(t *testing.T) {
			t.Parallel()
			untouched, scrambled := newSeedWorld(t), newSeedWorld(t)
			untouched.t, scrambled.t = t, t
			others[i].use(untouched)
			for _, held := range how.use(scrambled) {
				before := fmt.Sprintf("%s %+v", jsonOf(t, held), reflect.ValueOf(held).Elem())
				scramble(reflect.ValueOf(held))
				after, _ := json.Marshal(held) // a scrambled value may not be valid JSON
				require.NotEqual(t, before, fmt.Sprintf("%s %+v", after, reflect.ValueOf(held).Elem()), "nothing is scrambled")
			}
			area, _, _ := strings.Cut(how.method, ".")
			want := untouched.snapshot(t, area, nil)
			got := scrambled.snapshot(t, area, want)
			for _, path := range slices.Sorted(maps.Keys(want)) {
				if found, there := got[path]; there || !strings.HasPrefix(want[path], "404 ") {
					require.Equal(t, want[path], found, path)
				}
			}
		})
	}
	for path, method := range methodsOf("", reflect.TypeFor[publishingtest.Server]()) {
		switch path {
		case "Client", "ClientFor", "TokenFor", "ClientForIntegration", "TokenForIntegration", "ServeHTTP", "Calls.Count", "Calls.Commits": // their arguments are not kept
			continue
		}
		needed := false
		for i, given := range slices.Collect(method.Type.Ins()) {
			needed = needed || i > 0 && shares(given, map[reflect.Type]bool{})
		}
		for got := range method.Type.Outs() {
			needed = needed || shares(got, map[reflect.Type]bool{})
		}
		require.True(t, covered[path] || !needed, "%s has no sharing", path)
	}
}

// candidates are the IDs that a snapshot looks for, by parameter.
var candidates = map[string][]string{
	"installationId": {"seeded"}, "organizationId": {"acme", "library", "org"}, "siteId": {"open", "docs", "seeded"}, "siteSpaceId": {"home", "seeded"}, "spaceId": {"wiki", "guides", "seeded"},
	"changeRequestId": {"proposal", "sketch", "seeded"}, "commentId": {"remark", "asked", "seeded", "said"}, "commentReplyId": {"noted", "agreed", "seeded"}, "reviewId": {"verdict", "seeded"},
	"pageId": {"start", "seeded", "seeded-page"}, "pagePath": {"start", "seeded-page"}, "fileId": {"plan", "seeded"}, "reusableContentId": {"seeded"},
	"revisionId": {"wiki-revision", "revision_9"}, "documentId": {"document"}, "collectionId": {"inner", "shelf", "seeded"},
	"teamId": {"team", "seeded"}, "userId": {"ada", "seeded"}, "fontId": {"font", "seeded"}, "samlProviderId": {"saml", "seeded"}, "translationId": {"translation", "seeded"},
	"siteRedirectId": {"seeded"}, "specSlug": {"spec", "seeded"}, "inviteId": {"to-org", "seeded"}, "subdomain": {"acme", "seeded"},
	"eventId":        {"later", "seeded"},
	"auditEventId":   {"seeded"},
	"siteQuestionId": {"seeded"}, "siteQuestionAnswerId": {"seeded"},
	"glossaryEntryId": {"seeded"}, "versionId": {"seeded"}, "clusterId": {"seeded"}, "siteMcpServerId": {"tools", "seeded"}, "siteExternalLinkId": {"seeded"}, "importRunId": {"seeded"}, "integrationName": {"diagrams", "bot", "seeded"}, "hostname": {"seeded.acme.example"},
}

// elsewhere reports whether a path is in a resource in which no use of a method changes what is at
// such a path.
func elsewhere(path string) bool {
	for resource, changed := range map[string]string{
		"/orgs/library": "", "/orgs/org": "/openapi", "/sites/docs": "/customization", "/spaces/guides": "/git",
	} {
		if strings.Contains(path, resource+"/") && (changed == "" || !strings.Contains(path, changed)) {
			return true
		}
	}
	return false
}

// snapshot returns the responses to all safe requests, and then those to writes that show state
// which no safe request returns. It leaves out what returned 404 in before, the snapshot of an
// equal server. A sample also leaves out what is below resources that return 404, elsewhere, and in
// other areas of the API, if area is one.
func (w *world) snapshot(t *testing.T, area string, before map[string]string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	call := func(method, path, body string) {
		t.Helper()
		key := method + " " + path
		if found, there := before[key]; before != nil && (!there || strings.HasPrefix(found, "404 ")) {
			return
		}
		req := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+w.Token())
		recorder := httptest.NewRecorder()
		w.ServeHTTP(recorder, req)
		if recorder.Code == http.StatusNotImplemented {
			return // TestEachOperationHasAHandler reports it
		}
		require.Less(t, recorder.Code, http.StatusInternalServerError, "%s: %s", key, recorder.Body)
		seen[key] = fmt.Sprint(recorder.Code, " ", recorder.Body)
	}
	seen["calls"] = jsonOf(t, w.Calls.All())
	const suffix = "?query=word&status=open"
	// inAbsent reports whether a path is below a resource that returned 404.
	inAbsent := func(path string) bool {
		for i := len(path) - 1; i > 0; i-- {
			if path[i] == '/' && strings.HasPrefix(seen["GET "+path[:i]+suffix], "404 ") {
				return true
			}
		}
		return false
	}
	parentsFirst := op.All()
	slices.SortStableFunc(parentsFirst, func(a, b *op.Op) int { return strings.Count(a.Template, "/") - strings.Count(b.Template, "/") })
	ofArea := func(o *op.Op) bool { return strings.HasPrefix(o.Name, area+".") }
	isWhole := sample.Whole() || !slices.ContainsFunc(parentsFirst, ofArea)
	for _, o := range parentsFirst {
		if o.Method != http.MethodGet || !isWhole && !ofArea(o) {
			continue
		}
		paths := []string{o.Template}
		for _, param := range o.Params() {
			require.NotEmpty(t, candidates[param], "%s has a new path parameter: add ids for %q to candidates in this file", o.Name, param)
			var next []string
			for _, path := range paths {
				for _, id := range candidates[param] {
					next = append(next, strings.Replace(path, "{"+param+"}", url.PathEscape(id), 1))
				}
			}
			paths = next
		}
		for _, path := range paths {
			if sample.Whole() || !inAbsent(path) && !elsewhere(path) {
				call(http.MethodGet, path+suffix, "")
			}
		}
	}
	call("GET", "/files/plan/plan.png", "")
	call("GET", "/storage/acme/storage_3%2Fx.woff2", "")
	call("GET", "/storage/acme/storage_2%2Fx.woff2", "")
	call("GET", "/v1/orgs/org/openapi/spec", "")
	seen["invites"] = jsonOf(t, w.Orgs.Invites.All("acme"))
	call("POST", "/v1/orgs/acme/invites/seeded", "")
	seen["members"] = jsonOf(t, w.Orgs.Members.All("acme"))
	call("POST", "/v1/spaces/plain/content/import", `{"url":"https://example.com/seeded","source":"website"}`)
	call("POST", "/v1/spaces/plain/content/template", `{"id":"seeded"}`)
	call("GET", "/v1/spaces/plain/content", "")
	call("POST", "/v1/integrations/bot/render", fmt.Sprintf(renderBody, `{"type":"configuration_site","theme":"dark","siteId":"docs"}`))
	for key, value := range seen {
		seen[key] = strings.ReplaceAll(value, w.URL(), "http://server")
	}
	return seen
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	encoded, err := json.Marshal(v)
	require.NoError(t, err)
	return string(encoded)
}
