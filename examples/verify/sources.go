package main

import (
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A source is a field of a response with an ID, and the place that it leads to. IDs in the elements
// of a list need none if the path of the list and the ID are the path of the element.
type source struct{ operation, field, place string }

const (
	ofInstalled = "/v1/integrations/{integrationName}/installations/{installationId}"
	ofOrg       = "/v1/orgs/{organizationId}"
	ofSite      = ofOrg + "/sites/{siteId}"
	inSpace     = ofInstalled + "/spaces/{spaceId}"
	inSite      = ofInstalled + "/sites/{siteId}"
	ofSpace     = "/v1/spaces/{spaceId}"
	ofRevision  = ofSpace + "/revisions/{revisionId}"
	ofRequest   = ofSpace + "/change-requests/{changeRequestId}"
)

// sources are the sources that do not follow from paths. In a field, pages+ stands for pages at any
// depth.
var sources = []source{
	{"Orgs.List", "items.id", ofOrg},
	{"Orgs.OpenAPI.List", "items.slug", ofOrg + "/openapi/{specSlug}"},
	{"Users.Me", "id", "/v1/users/{userId}"},
	{"Spaces.List", "items.id", ofSpace},
	{"Spaces.List", "items.urls.app", "/v1/urls/content?URL"},
	{"Collections.List", "items.id", "/v1/collections/{collectionId}"},
	{"Integrations.List", "items.name", "/v1/integrations/{integrationName}"},
	{"Integrations.ListInOrg", "items.name", "/v1/integrations/{integrationName}"},
	{"Integrations.ListInOrg", "items.name", ofOrg + "/integrations/{integrationName}"},
	{"Integrations.Installations.Spaces.List", "items.space.id", inSpace},
	{"Integrations.Installations.Spaces.List", "items.space", inSpace},
	{"Integrations.Installations.Sites.List", "items.site", inSite},
	{"Integrations.Installations.Sites.List", "items.site.id", inSite},
	{"Sites.List", "items.id", ofSite},
	{"Sites.List", "items.hostname", "/v1/custom-hostnames/{hostname}"},
	{"Sites.Get", "basename", "/v1/subdomains/{subdomain}"},
	{"Sites.Get", "urls.published", "/v1/urls/published?URL"},
	{"Sites.Get", "urls.published", "/v1/urls/embed?URL"},
	{"Sites.Redirects.List", "items.source", ofSite + "/redirect?Source"},
	{"Spaces.Get", "revision", ofRevision},
	{"Spaces.Pages.Tree", "pages+.id", ofSpace + "/content/page/{pageId}"},
	{"Spaces.Pages.Tree", "pages+.path", ofSpace + "/content/path/{pagePath}"},
	{"Spaces.Pages.Tree", "pages+.documentId", ofSpace + "/documents/{documentId}"},
	{"Spaces.Content.Get", "reusableContents.id", ofSpace + "/content/reusable-contents/{reusableContentId}"},
	{"Spaces.Revisions.Pages.Tree", "pages+.id", ofRevision + "/page/{pageId}"},
	{"Spaces.Revisions.Pages.Tree", "pages+.path", ofRevision + "/path/{pagePath}"},
	{"Spaces.Revisions.Get", "reusableContents.id", ofRevision + "/reusable-contents/{reusableContentId}"},
	{"ChangeRequests.Pages.Tree", "pages+.id", ofRequest + "/content/page/{pageId}"},
	{"ChangeRequests.Pages.Tree", "pages+.path", ofRequest + "/content/path/{pagePath}"},
	{"ChangeRequests.Content.Get", "reusableContents.id", ofRequest + "/content/reusable-contents/{reusableContentId}"},
}

// queried are the fields of a query or a body that have a value from a source, as if it were a
// parameter of the path.
var queried = map[string]string{
	"Sites.Redirects.Resolve": "Source",
	"URLs.Content":            "URL",
	"URLs.Embed":              "URL",
	"URLs.Published":          "URL",
}

// arguments are queries and bodies that have to contain something.
var arguments = []any{
	orgs.SearchListOptions{Query: searched},
	spaces.SearchListOptions{Query: searched},
	sites.SearchQuery{Query: searched, Scope: sites.SearchScope{Mode: sites.SearchModeAll}},
	spaces.EmbedOptions{URL: "https://example.com/"},
	orgs.BillingAIUsageOptions{From: time.Now().AddDate(0, 0, -7), To: time.Now()},
	orgs.AskQuestion{Question: asked},
	insights.EventAggregate{
		Select: []insights.EventsColumn{
			{Column: insights.EventsColumnDatetime}, {Column: insights.EventsColumnEventsCount},
		},
		GroupBy: []insights.EventsColumn{{Column: insights.EventsColumnDatetime}},
		Range:   insights.EventsRange{Preset: insights.EventsRangePresetLast30Days},
	},
}

// searched is a word that many pages contain.
const searched = "the"

// notCalled are the safe operations that are not called, with the reason.
var notCalled = map[string]string{
	"Integrations.Render":      "is a write if the component has an action",
	"Sites.AdsReview.List":     "needs the key of a partner",
	"Spaces.Computed.Document": "needs the source of an integration",
	"Spaces.Computed.Revision": "needs the source of an integration",
}
