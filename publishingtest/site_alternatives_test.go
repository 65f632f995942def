package publishingtest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestRulesOfSitesThatAreOffPlayTheirAlternatives sends a request to a server without a rule, and
// reads the alternative that the text of the rule names.
func TestRulesOfSitesThatAreOffPlayTheirAlternatives(t *testing.T) {
	t.Parallel()
	const groups, sections, placed, hostname = docs + "/section-groups", docs + "/sections", docs + "/site-spaces", "/v1/custom-hostnames/docs.acme.example"
	const other, otherSections = "/v1/orgs/org/sites/other", "/v1/orgs/org/sites/other/sections"
	for _, test := range []struct {
		rule, method, path, body string
		read                     string // the path of a second request, a GET; "" to read the response
		field                    string // "status", or the path of a field
		want                     any
	}{
		{"sites.list.title", "GET", "/v1/orgs/org/sites?title=shown", "", "", "count", 0.0},
		{"sites.list.title", "GET", "/v1/orgs/org/sites?title=Shown", "", "", "count", 1.0},
		{"sites.list.type", "GET", "/v1/orgs/org/sites?type=premium", "", "", "count", 2.0},
		{"sites.create.spaces-exist", "POST", acme + "/sites", `{"spaces":["guides","nowhere"]}`, "", "siteSpaces", 1.0},
		{"sites.update.default-site-space-exists", "PATCH", docs, `{"defaultSiteSpace":"nowhere"}`, placed + "?default=true", "count", 3.0},
		{"sites.update.default-site-section-exists", "PATCH", docs, `{"defaultSiteSection":"nowhere"}`, sections, "items.0.default", true},
		{"sites.update.default-site-section-exists", "PATCH", docs, `{"defaultSiteSection":"nowhere","defaultSiteSpace":"manual"}`, "", "status", 200},

		{"sites.sections.create.space-exists", "POST", sections, `{"spaceId":"nowhere"}`, docs, "siteSpaces", 5.0},
		{"sites.sections.create.title-of-space", "POST", sections, `{"spaceId":"guides"}`, "", "title", "Untitled section"},
		{"sites.sections.first-default", "POST", otherSections, `{"spaceId":"space"}`, otherSections, "items.0.default", false},
		{"sites.sections.delete.next-default", "DELETE", sections + "/first", "", sections, "items.0.default", false},
		{"sites.sections.delete.site-spaces", "DELETE", sections + "/first", "", docs, "siteSpaces", 5.0},
		{"sites.sections.delete.site-spaces", "DELETE", sections + "/first", "", placed + "?default=true", "count", 2.0},
		{"sites.sections.update.default-site-space", "PATCH", sections + "/second", `{"defaultSiteSpace":"manual"}`, sections, "items.0.siteSpaces.0.default", false},
		{"sites.sections.move.itself", "POST", sections + "/second/move", positionAfter("site-section", "siteSection", "second"), sections, "items.0.id", "first"},
		{"sites.sections.move.level", "POST", sections + "/first/move", positionAfter("site-section", "siteSection", "third"), sections, "items.0.id", "first"},
		{"sites.sections.move.end", "POST", sections + "/first/move", "", sections, "items.0.id", "first"},

		{"sites.sectiongroups.create.sections-exist", "POST", groups, `{"title":"x","sections":["nowhere","first"]}`, "", "children.0.id", "first"},
		{"sites.sectiongroups.create.parent-exists", "POST", groups, `{"title":"x","parent":"nowhere"}`, "", "sectionGroup", nil},
		{"sites.sectiongroups.sections.add.section-exists", "POST", groups + "/others/sections", `{"sectionId":"nowhere"}`, "", "status", 201},
		{"sites.sectiongroups.sections.remove.to-root", "DELETE", groups + "/nested/sections/fourth", "", groups, "items.0.sections.0.id", "third"},
		{"sites.sectiongroups.delete.children-to-parent", "DELETE", groups + "/group", "", groups, "count", 2.0},
		{"section-group.sections", "GET", groups, "", "", "items.0.sections", nil},

		{"sites.sitespaces.create.space-exists", "POST", placed, `{"spaceId":"nowhere"}`, docs, "siteSpaces", 5.0},
		{"sites.sitespaces.create.section-exists", "POST", placed, `{"spaceId":"guides","sectionId":"nowhere"}`, "", "section", "first"},
		{"sites.sitespaces.first-default", "POST", other + "/site-spaces", `{"spaceId":"space"}`, "", "default", false},
		{"sites.sitespaces.delete.next-default", "DELETE", placed + "/home", "", placed + "?default=true", "count", 2.0},
		{"sites.sitespaces.update.space-exists", "PATCH", placed + "/home", `{"spaceId":"nowhere"}`, placed, "count", 4.0},

		{"sites.published.unpublished-404", "GET", other + "/published", "", "", "site.urls.published", nil},
		{"sites.published.share-key", "GET", docs + "/published?shareKey=wrong", "", "", "site.urls.published", nil},
		{"sites.ads.update.topic", "POST", docs + "/ads", `{"status":"in-review"}`, docs, "ads.topic", "webdev"},
		{"sites.ads.update.unset", "POST", docs + "/ads", `{"topic":"webdev"}`, "", "status", 400},
		{"sites.mcpservers.list.order", "GET", docs + "/mcp-servers", "", "", "items.0.id", "other-tools"},
		{"sites.redirects.list.newest-first", "GET", docs + "/redirects", "", "", "items.0.id", "moved"},
		{"sites.redirects.put.no-draft", "PUT", docs + "/redirects", `{"redirects":[{"source":"/moved","intent":"publish"}]}`, "", "results.0.status", "published"},
		{"sites.redirects.put.absent", "PUT", docs + "/redirects", `{"redirects":[{"source":"/nowhere","destination":null}]}`, "", "results.0.status", "error"},
		{"sites.externallinks.create.sections", "POST", other + "/external-links", `{"title":"Blog","url":"https://blog.acme.example"}`, "", "title", "Blog"},
		{"sites.externallinks.parent-exists", "PATCH", docs + "/external-links/blog", `{"parent":"first"}`, "", "sectionGroup", nil},
		{"sites.redirects.resolve.hidden-404", "GET", docs + "/redirect?source=/moved", "", "", "target", "https://sites.publishing.example/acme/untitled-section-2"},
		{"sites.search.list.site-spaces-exist", "POST", docs + "/search", `{"query":"x","siteSpaceIds":["nowhere"]}`, "", "count", 0.0},
		{"sites.insights.events.aggregate.no-select", "POST", aggregate, `{"range":"lastYear"}`, "", "columns.0.column", "eventsCount"},
		{"sites.insights.events.aggregate.grouped", "POST", aggregate, `{"range":"lastYear","select":[{"column":"page"}]}`, "", "columns.0.values.0", nil},
		{"hostname.absent-404", "GET", "/v1/custom-hostnames/nowhere.example", "", "", "status", 403},
		{"customhostnames.revalidate.passed-409", "PATCH", hostname, "", hostname, "status", "live"},
		{"urls.content.absent-404", "GET", lookupOf("content", "https://app.publishing.example/o/acme"), "", "", "status", 400},
		{"urls.published.login", "POST", publishedURLs, `{"url":"https://lounge.acme.example"}`, "", "status", 401},
		{"urls.published.visitor-401", "POST", publishedURLs, `{"url":"https://lounge.acme.example","visitor":{"jwtToken":"x"}}`, "", "site", "lounge"},
		{"urls.published.no-login-401", "POST", publishedURLs, `{"url":"https://lounge.acme.example"}`, "", "target", "external"},
	} {
		t.Run(test.rule, func(t *testing.T) {
			t.Parallel()
			w := newProofWorld(t, publishingtest.WithoutRule(test.rule))
			w.addLounge(nil)
			w.Sites.Add("acme", sites.Site{Hostname: new("docs.acme.example")})
			got := w.send(t, test.method, test.path, test.body)
			if test.read != "" {
				require.Less(t, got.status, 300, got.body)
				got = w.send(t, "GET", test.read, "")
			} else if test.field == "status" {
				require.Equal(t, test.want, got.status, got.body)
				return
			}
			require.Less(t, got.status, 300, got.body)
			require.Equal(t, test.want, at(got.object(t), test.field), got.body)
		})
	}
}

// positionAfter returns the body of a move after another resource.
func positionAfter(kind, field, id string) string {
	return fmt.Sprintf(`{"position":{"after":{"type":%q,%q:%q}}}`, kind, field, id)
}
