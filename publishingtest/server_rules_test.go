package publishingtest_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// proof reports whether a rule is in force. Its server has a published share-link site "site" with
// the space "space", the share link "link" and a title with capital letters, and the specification
// "spec".
type proof func(t *testing.T, w *world) bool

// rejects proves a limit: the response is 400, with a message that contains the field and the rule.
func rejects(method, path, body, field string) func(id string) proof {
	return func(id string) proof {
		return func(t *testing.T, w *world) bool {
			t.Helper()
			got := w.send(t, method, w.at(path), body)
			if got.status != http.StatusBadRequest {
				return false
			}
			message := got.message(t)
			return strings.HasPrefix(message, field+": want ") && strings.HasSuffix(message, " ["+id+"]")
		}
	}
}

// limitProofs returns proofs of limits.
func limitProofs() map[string]func(id string) proof {
	list := map[string]func(id string) proof{
		"sites.list.published.type": rejects("GET", "/sites?published=yes", "", "published"),
		"sites.list.type[].enum":    rejects("GET", "/sites?type=basic&type=cheap", "", "type[1]"),

		"orgs.ask.answer.format.enum":            rejects("POST", "/ask?format=html", `{"query":"x"}`, "format"),
		"orgs.ask.answer.details.type":           rejects("POST", "/ask?details=1", `{"query":"x"}`, "details"),
		"orgs.ask.answer.previousQueries.items":  rejects("POST", "/ask", `{"query":"x","previousQueries":["1","2","3","4","5","6","7","8","9","10","11"]}`, "previousQueries"),
		"orgs.ask.answer.previousQueries[].type": rejects("POST", "/ask", `{"query":"x","previousQueries":["1",2]}`, "previousQueries[1]"),
		"orgs.ask.answer.previousQueries[].null": rejects("POST", "/ask", `{"query":"x","previousQueries":[null]}`, "previousQueries[0]"),
		"orgs.ask.stream.query.required":         rejects("GET", "/ask/stream", "", "query"),
		"orgs.ask.stream.format.enum":            rejects("GET", "/ask/stream?query=x&format=", "", "format"),
		"orgs.ask.stream.details.type":           rejects("GET", "/ask/stream?query=x&details=TRUE", "", "details"),

		"orgs.openapi.put.specSlug.length":  rejects("PUT", "/openapi/"+strings.Repeat("a", 101), `{"source":{"text":"x"}}`, "specSlug"),
		"orgs.openapi.put.specSlug.pattern": rejects("PUT", "/openapi/Not-a-slug", `{"source":{"text":"x"}}`, "specSlug"),
	}
	// typed adds the proofs that a field of a body has its type and is not null.
	typed := func(op, method, path, field, around, wrong string) {
		id := op + "." + field
		list[id+".type"] = rejects(method, path, fmt.Sprintf(around, wrong), field)
		list[id+".null"] = rejects(method, path, fmt.Sprintf(around, "null"), field)
	}
	long := func(n int) string { return quoted(strings.Repeat("ü", n)) }

	for _, field := range []string{"type", "title", "visibility"} {
		typed("sites.create", "POST", "/sites", field, `{"`+field+`":%s}`, "7")
	}
	typed("sites.create", "POST", "/sites", "spaces", `{"spaces":%s}`, `"space"`)
	list["sites.create.spaces[].type"] = rejects("POST", "/sites", `{"spaces":["space",7]}`, "spaces[1]")
	list["sites.create.spaces[].null"] = rejects("POST", "/sites", `{"spaces":[null]}`, "spaces[0]")
	list["sites.create.type.enum"] = rejects("POST", "/sites", `{"type":"cheap"}`, "type")
	list["sites.create.visibility.enum"] = rejects("POST", "/sites", `{"visibility":"secret"}`, "visibility")
	list["sites.create.title.length"] = rejects("POST", "/sites", `{"title":`+long(129)+`}`, "title")

	for _, field := range []string{"title", "visibility", "basename", "agentsContext", "defaultSiteSpace", "defaultSiteSection", "adaptiveContent"} {
		typed("sites.update", "PATCH", "/sites/site", field, `{"`+field+`":%s}`, "7")
	}
	typed("sites.update", "PATCH", "/sites/site", "adaptiveContent.enabled", `{"adaptiveContent":{"enabled":%s}}`, `"true"`)
	list["sites.update.adaptiveContent.enabled.required"] = rejects("PATCH", "/sites/site", `{"adaptiveContent":{}}`, "adaptiveContent.enabled")
	list["sites.update.title.length"] = rejects("PATCH", "/sites/site", `{"title":`+long(1)+`}`, "title")
	list["sites.update.visibility.enum"] = rejects("PATCH", "/sites/site", `{"visibility":"private"}`, "visibility")
	list["sites.update.basename.length"] = rejects("PATCH", "/sites/site", `{"basename":""}`, "basename")
	list["sites.update.agentsContext.enum"] = rejects("PATCH", "/sites/site", `{"agentsContext":"maybe"}`, "agentsContext")
	list["sites.update.proxy.type"] = rejects("PATCH", "/sites/site", `{"proxy":{"origin":"example.com/docs"}}`, "proxy")
	list["sites.update.proxy.length"] = rejects("PATCH", "/sites/site", `{"proxy":"example.com/`+strings.Repeat("d", 501)+`"}`, "proxy")
	list["sites.update.proxy.pattern"] = rejects("PATCH", "/sites/site", `{"proxy":"https://example.com/docs"}`, "proxy")

	typed("sites.sharelinks.create", "POST", "/sites/site/share-links", "name", `{"name":%s}`, "7")
	list["sites.sharelinks.create.name.required"] = rejects("POST", "/sites/site/share-links", "", "name")
	list["sites.sharelinks.create.name.length"] = rejects("POST", "/sites/site/share-links", `{"name":`+long(51)+`}`, "name")
	typed("sites.sharelinks.update", "PATCH", "/sites/site/share-links/link", "name", `{"name":%s}`, "7")
	typed("sites.sharelinks.update", "PATCH", "/sites/site/share-links/link", "active", `{"active":%s}`, `"false"`)
	list["sites.sharelinks.update.name.length"] = rejects("PATCH", "/sites/site/share-links/link", `{"name":`+long(51)+`}`, "name")

	typed("orgs.ask.answer", "POST", "/ask", "query", `{"query":%s}`, "7")
	typed("orgs.ask.answer", "POST", "/ask", "previousQueries", `{"query":"x","previousQueries":%s}`, `"x"`)
	list["orgs.ask.answer.query.required"] = rejects("POST", "/ask", "{}", "query")

	typed("orgs.openapi.create", "POST", "/openapi", "slug", `{"slug":%s,"source":{"text":"x"}}`, "7")
	list["orgs.openapi.create.slug.required"] = rejects("POST", "/openapi", `{"source":{"text":"x"}}`, "slug")
	list["orgs.openapi.create.slug.length"] = rejects("POST", "/openapi", `{"slug":"`+strings.Repeat("a", 101)+`","source":{"text":"x"}}`, "slug")
	list["orgs.openapi.create.slug.pattern"] = rejects("POST", "/openapi", `{"slug":"a--b","source":{"text":"x"}}`, "slug")
	for op, call := range map[string][3]string{
		"orgs.openapi.create": {"POST", "/openapi", `{"slug":"new","source":%s}`},
		"orgs.openapi.put":    {"PUT", "/openapi/new", `{"source":%s}`},
	} {
		method, path, around := call[0], call[1], call[2]
		typed(op, method, path, "source", around, `"https://example.com"`)
		typed(op, method, path, "source.url", fmt.Sprintf(around, `{"url":%s,"text":"x"}`), "7")
		typed(op, method, path, "source.text", fmt.Sprintf(around, `{"url":"https://example.com","text":%s}`), "7")
		// Both are present, since a rule that requires one would otherwise be broken first.
		for _, rule := range []string{".source.url.type", ".source.text.type"} {
			field := strings.TrimSuffix(strings.TrimPrefix(rule, "."), ".type")
			only := `{"` + strings.TrimPrefix(field, "source.") + `":7}`
			list[op+rule] = rejects(method, path, fmt.Sprintf(around, only), field)
		}
		list[op+".source.required"] = rejects(method, path, `{"slug":"new"}`, "source")
		list[op+".source.one"] = rejects(method, path, fmt.Sprintf(around, `{"url":"https://example.com","text":"x"}`), "source")
		list[op+".source.url.length"] = rejects(method, path, fmt.Sprintf(around, `{"url":"https://example.com/`+strings.Repeat("a", 2029)+`"}`), "source.url")
		list[op+".source.url.uri"] = rejects(method, path, fmt.Sprintf(around, `{"url":"example.com/openapi.json"}`), "source.url")
		list[op+".source.text.length"] = rejects(method, path, fmt.Sprintf(around, `{"text":""}`), "source.text")
	}
	typed("orgs.openapi.update", "PATCH", "/openapi/spec", "visibility", `{"visibility":%s}`, "7")
	list["orgs.openapi.update.visibility.required"] = rejects("PATCH", "/openapi/spec", "{}", "visibility")
	list["orgs.openapi.update.visibility.enum"] = rejects("PATCH", "/openapi/spec", `{"visibility":"unlisted"}`, "visibility")

	schema := func(id, field, jsonSchema string) {
		list["sites.adaptiveschema.put."+id] = rejects("PUT", "/sites/site/adaptive-schema", `{"jsonSchema":`+jsonSchema+`}`, field)
	}
	typed("sites.adaptiveschema.put", "PUT", "/sites/site/adaptive-schema", "jsonSchema", `{"jsonSchema":%s}`, "[]")
	list["sites.adaptiveschema.put.jsonSchema.required"] = rejects("PUT", "/sites/site/adaptive-schema", "{}", "jsonSchema")
	schema("jsonSchema.$schema.enum", "jsonSchema.$schema", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,"properties":{}}`)
	typed("sites.adaptiveschema.put", "PUT", "/sites/site/adaptive-schema", "jsonSchema.$schema",
		`{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{},"$schema":%s}}`, "7")
	for _, at := range []string{"jsonSchema", "jsonSchema.properties.unsigned"} {
		around := `%s`
		if at != "jsonSchema" {
			around = `{"type":"object","additionalProperties":false,"properties":{"unsigned":%s}}`
		}
		put := func(rule, field, inner string) { schema(at+"."+rule, at+"."+field, fmt.Sprintf(around, inner)) }
		put("type.required", "type", `{"additionalProperties":false,"properties":{}}`)
		put("type.null", "type", `{"type":null,"additionalProperties":false,"properties":{}}`)
		put("type.type", "type", `{"type":["object"],"additionalProperties":false,"properties":{}}`)
		put("type.enum", "type", `{"type":"array","additionalProperties":false,"properties":{}}`)
		put("additionalProperties.required", "additionalProperties", `{"type":"object","properties":{}}`)
		put("additionalProperties.null", "additionalProperties", `{"type":"object","additionalProperties":null,"properties":{}}`)
		put("additionalProperties.type", "additionalProperties", `{"type":"object","additionalProperties":{},"properties":{}}`)
		put("additionalProperties.false", "additionalProperties", `{"type":"object","additionalProperties":true,"properties":{}}`)
		put("properties.required", "properties", `{"type":"object","additionalProperties":false}`)
		put("properties.null", "properties", `{"type":"object","additionalProperties":false,"properties":null}`)
		put("properties.type", "properties", `{"type":"object","additionalProperties":false,"properties":[]}`)
		put("properties.claims-boolean", "properties", `{"type":"object","additionalProperties":false,"properties":{"plan":{"type":"string","description":"The plan."}}}`)
		put("properties.claims-described", "properties", `{"type":"object","additionalProperties":false,"properties":{"isBeta":{"type":"boolean"}}}`)
	}
	schema("jsonSchema.properties.unsigned.type", "jsonSchema.properties.unsigned", `{"type":"object","additionalProperties":false,"properties":{"unsigned":true}}`)
	schema("jsonSchema.properties.unsigned.null", "jsonSchema.properties.unsigned", `{"type":"object","additionalProperties":false,"properties":{"unsigned":null}}`)
	return list
}

// responds proves a rule that decides a status.
func responds(method, path, body string, status int) proof {
	return func(t *testing.T, w *world) bool {
		t.Helper()
		return w.send(t, method, path, body).status == status
	}
}

// handlerProofs returns proofs of rules that are not limits.
func handlerProofs() map[string]proof {
	const org = "/v1/orgs/org"
	listed := func(query string, want ...string) proof {
		return func(t *testing.T, w *world) bool {
			t.Helper()
			got := w.send(t, http.MethodGet, org+"/sites?"+query, "").object(t)
			var ids []string
			for _, item := range got["items"].([]any) {
				ids = append(ids, item.(map[string]any)["id"].(string))
			}
			return slices.Equal(ids, want)
		}
	}
	return map[string]proof{
		"auth.bearer-401": func(t *testing.T, w *world) bool {
			t.Helper()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.URL()+org+"/sites", http.NoBody)
			require.NoError(t, err)
			return do(t, req).status == http.StatusUnauthorized
		},
		"body.json":         responds("POST", org+"/sites", `{"title":`, http.StatusBadRequest),
		"body.object":       responds("POST", org+"/sites", `[]`, http.StatusBadRequest),
		"lists.limit.range": responds("GET", org+"/sites?limit=1001", "", http.StatusBadRequest),
		"lists.page.cursor": responds("GET", org+"/sites?page=2", "", http.StatusBadRequest),
		"lists.next.last-page": func(t *testing.T, w *world) bool {
			t.Helper()
			return !strings.Contains(w.send(t, "GET", org+"/sites", "").body, `"next"`)
		},

		"organization.absent-404": responds("GET", "/v1/orgs/nowhere/sites", "", http.StatusNotFound),
		"path.absent-404":         responds("GET", "/v1/orgs/nowhere/teams", "", http.StatusNotFound),
		"site.absent-404":         responds("GET", org+"/sites/nowhere", "", http.StatusNotFound),
		"share-link.absent-404":   responds("PATCH", org+"/sites/site/share-links/nowhere", `{"active":true}`, http.StatusNotFound),
		"openapi-spec.absent-404": responds("GET", org+"/openapi/nowhere", "", http.StatusNotFound),
		"space.absent-404":        responds("GET", "/v1/spaces/nowhere", "", http.StatusNotFound),

		"sites.adaptiveschema.get.absent-404": responds("GET", org+"/sites/site/adaptive-schema", "", http.StatusNotFound),

		"sites.delete.deleted-205":            responds("DELETE", org+"/sites/site", "", http.StatusResetContent),
		"sites.delete.absent-204":             responds("DELETE", org+"/sites/nowhere", "", http.StatusNoContent),
		"sites.sharelinks.delete.deleted-205": responds("DELETE", org+"/sites/site/share-links/link", "", http.StatusResetContent),
		"sites.sharelinks.delete.absent-204":  responds("DELETE", org+"/sites/site/share-links/nowhere", "", http.StatusNoContent),
		"orgs.openapi.delete.deleted-205":     responds("DELETE", org+"/openapi/spec", "", http.StatusResetContent),
		"orgs.openapi.delete.absent-204":      responds("DELETE", org+"/openapi/nowhere", "", http.StatusNoContent),

		"sites.list.space":     listed("space=space", "site"),
		"sites.list.title":     listed("title=sHOWn", "site"),
		"sites.list.published": listed("published=false", "other"),
		"sites.list.type":      listed("type=premium&type=sponsored", "other"),

		"sites.create.type-basic": func(t *testing.T, w *world) bool {
			t.Helper()
			created, err := w.client.Sites.Create(t.Context(), w.org, sites.SiteCreate{})
			require.NoError(t, err)
			return created.Type == sites.TypeBasic
		},
		"sites.create.spaces-exist":                responds("POST", org+"/sites", `{"spaces":["space","nowhere"]}`, http.StatusBadRequest),
		"sites.update.default-site-space-exists":   responds("PATCH", org+"/sites/site", `{"defaultSiteSpace":"nowhere"}`, http.StatusBadRequest),
		"sites.update.default-site-section-exists": responds("PATCH", org+"/sites/site", `{"defaultSiteSection":"nowhere"}`, http.StatusBadRequest),
		"sites.update.proxy-null": func(t *testing.T, w *world) bool {
			t.Helper()
			require.Contains(t, w.send(t, "PATCH", org+"/sites/site", `{"proxy":"example.com/docs"}`).object(t), "proxy")
			_, there := w.send(t, "PATCH", org+"/sites/site", `{"proxy":null}`).object(t)["proxy"]
			return !there
		},

		"sites.sharelinks.create.active": func(t *testing.T, w *world) bool {
			t.Helper()
			return w.send(t, "POST", org+"/sites/site/share-links", `{"name":"x"}`).object(t)["active"] == true
		},
		"sites.sharelinks.update.active": func(t *testing.T, w *world) bool {
			t.Helper()
			return w.send(t, "PATCH", org+"/sites/site/share-links/link", `{"active":false}`).object(t)["active"] == false
		},
		"sites.sharelinks.update.name": func(t *testing.T, w *world) bool {
			t.Helper()
			return w.send(t, "PATCH", org+"/sites/site/share-links/link", `{"name":"renamed"}`).object(t)["name"] == "renamed"
		},

		"orgs.openapi.create.slug-taken": responds("POST", org+"/openapi", `{"slug":"spec","source":{"text":"x"}}`, http.StatusBadRequest),
		"orgs.openapi.put.created-201":   responds("PUT", org+"/openapi/new", `{"source":{"text":"x"}}`, http.StatusCreated),
		"orgs.openapi.put.updated-200":   responds("PUT", org+"/openapi/spec", `{"source":{"text":"x"}}`, http.StatusOK),
		"orgs.openapi.pending": func(t *testing.T, w *world) bool {
			t.Helper()
			w.CompleteOpenAPISpec(w.org, "spec")
			return w.send(t, "PUT", org+"/openapi/spec", `{"source":{"text":"x"}}`).object(t)["processingState"] == "pending"
		},

		"spaces.get.share-key": func(t *testing.T, w *world) bool {
			t.Helper()
			link := *w.ShareLinks(w.org, "site")[0].URLs.Published
			key := link[strings.LastIndex(link, "/")+1:]
			urls, ok := w.send(t, "GET", "/v1/spaces/space?shareKey="+url.QueryEscape(key), "").object(t)["urls"].(map[string]any)
			require.True(t, ok)
			return urls["published"] == link
		},
	}
}

func newProofWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	server := newServer(t, opts...)
	w := &world{
		Server: server, client: server.Client(publishing.WithAttemptTimeout(-1), publishing.WithStrictDecoding()),
		org: server.AddOrganization(publishingtest.Organization{ID: "org"}).ID, lax: len(opts) > 0,
	}
	w.AddSpace(w.org, spaces.Space{ID: "space"})
	w.AddSite(w.org, sites.Site{ID: "site", Title: "Shown to Some", Published: true, Visibility: sites.VisibilityShareLink}, "space")
	w.AddSite(w.org, sites.Site{ID: "other", Type: sites.TypePremium})
	w.AddShareLink(w.org, "site", sites.ShareLink{ID: "link"})
	w.AddOpenAPISpec(w.org, orgs.OpenAPISpec{ID: "spec", Slug: "spec"})
	w.seedAcme()
	w.seedLibrary()
	w.seedBot()
	return w
}

// proofTables are the proofs in the test files of the resources.
var proofTables = []func() map[string]proof{
	organizationProofs, organizationSearchProofs, userProofs, systemProofs,
	inviteProofs, linkInviteProofs, fontProofs, storageProofs, memberProofs, memberSpaceProofs, memberTeamProofs, teamProofs, teamMemberProofs, samlProofs, translationProofs, subdomainProofs, conversationProofs, openAPIVersionProofs, glossaryProofs, agentInstructionsProofs,
	publishedProofs, structureProofs, siteSearchProofs, siteAskProofs, redirectProofs, sectionProofs, sectionGroupProofs, siteSpaceProofs,
	adsProofs, insightsProofs,
	callerProofs, spaceProofs, gitProofs, embedProofs, spaceCreateProofs, moveProofs, collectionProofs, contentProofs, documentProofs, revisionProofs, linkProofs, permissionProofs, teamPermissionProofs, sitePermissionProofs, requestProofs, mergeProofs, commentProofs,
	customizationProofs,
	integrationProofs, integrationPublishProofs,
	publishingAuthProofs, previewProofs, mcpServerProofs, hostnameProofs,
	urlProofs, publishedURLProofs,
	installationProofs, contentInstallationProofs, installationTokenProofs, organizationInstallationProofs,
	integrationEventProofs,
	descriptionProofs, replyProofs, contributorProofs, requestedReviewerProofs, reviewProofs,
}

// TestEachRuleHoldsUntilItIsSwitchedOff shows for every rule that the server enforces it, and that
// switching the rule off ends that.
func TestEachRuleHoldsUntilItIsSwitchedOff(t *testing.T) {
	t.Parallel()
	proofs := handlerProofs()
	for id, of := range limitProofs() {
		require.NotContains(t, proofs, id)
		proofs[id] = of(id)
	}
	for _, table := range proofTables {
		for id, holds := range table() {
			require.Nil(t, proofs[id], "two proofs of %s", id)
			proofs[id] = holds
		}
	}
	rules, described := map[string]bool{}, map[string]bool{}
	var unproven []string
	for _, rule := range publishingtest.Rules() {
		rules[rule.ID], described[rule.ID] = true, rule.FromDescription
		if proofs[rule.ID] == nil {
			unproven = append(unproven, rule.ID+" has no proof: add one to the …Proofs function in the _test.go file of its resource")
		}
	}
	slices.Sort(unproven)
	if len(unproven) > 0 {
		require.FailNow(t, strings.Join(unproven, "\n"))
	}
	for id := range proofs {
		require.True(t, rules[id], "%s is a proof of no rule", id)
	}
	tried := sample.Of(slices.Sorted(maps.Keys(proofs)), ruleClasses)
	apart := sample.Of(tried, func(id string) []string {
		return []string{fmt.Sprint(described[id], id[strings.LastIndexByte(id, '.'):])}
	})
	t.Logf("%d rules, %d of them tried, %d also without the limits of the description", len(proofs), len(tried), len(apart))
	// Package testing keeps the servers of parallel tests until the test around them ends.
	for group := range slices.Chunk(tried, 100) {
		t.Run("from "+group[0], func(t *testing.T) {
			for _, id := range group {
				t.Run(id, func(t *testing.T) {
					t.Parallel()
					holds := func(opts ...publishingtest.Option) bool {
						w := newProofWorld(t, opts...)
						defer w.Close()
						w.direct = true
						return proofs[id](t, w)
					}
					require.True(t, holds(), "the rule does not hold")
					require.False(t, holds(publishingtest.WithoutRule(id)), "the rule holds although it is off")
					if slices.Contains(apart, id) {
						require.Equal(t, !described[id], holds(publishingtest.WithoutDescriptionLimits()), "without the limits of the description")
					}
				})
			}
		})
	}
}

// ruleClasses returns the classes of a rule in a sample: for a limit, the operation, and the area
// and the kind of the limit, and for a rule that a handler implements, the rule itself.
func ruleClasses(id string) []string {
	area, _, _ := strings.Cut(id, ".")
	kind := id[strings.LastIndexByte(id, '.')+1:]
	if slices.Contains([]string{"type", "null", "required", "enum", "length", "pattern", "uri", "items", "range"}, kind) {
		for _, o := range op.All() {
			if name := strings.ToLower(o.Name); strings.HasPrefix(id, name+".") {
				return []string{name, area + " " + kind}
			}
		}
	}
	return []string{id}
}
