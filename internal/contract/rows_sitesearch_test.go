package contract

import "github.com/publishing-platform/publishing-go/sites"

var siteSearchPage = sites.SearchOptions{Page: "c/2+d=", Limit: 50}

var siteSearchQuery = sites.SearchQuery{
	Query: "how to publish?",
	Scope: &sites.SearchScope{
		Mode: sites.SearchModeDefault, CurrentSiteSpace: new("siteSpace_1"),
		IncludedSiteSpaces: []string{"siteSpace_2"}, //nolint:staticcheck // deprecated, and the service still takes it
	},
}

// everywhere is a scope that needs nothing more.
var everywhere = &sites.SearchScope{Mode: sites.SearchModeAll}

const currentMode = sites.SearchModeCurrent //nolint:staticcheck // deprecated, and the service still takes it

func searchOn(query sites.SearchQuery) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Sites.Search.List(a.ctx, a.id[0], a.id[1], query, sites.SearchOptions{}, a.opts...)
	}
}

var siteSearchRows = []row{
	{
		op: "Sites.Search.List",
		call: func(a args) (any, error) {
			return a.Sites.Search.List(a.ctx, a.id[0], a.id[1], siteSearchQuery, siteSearchPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Sites.Search.All(a.ctx, a.id[0], a.id[1], siteSearchQuery, siteSearchPage, a.opts...),
				a.Sites.Search.Pages(a.ctx, a.id[0], a.id[1], siteSearchQuery, siteSearchPage, a.opts...)
		},
		request: "POST " + siteRequest + "/search?limit=50&page=c%2F2%2Bd%3D",
		body:    `{"query": "how to publish?", "scope": {"mode": "default", "currentSiteSpace": "siteSpace_1", "includedSiteSpaces": ["siteSpace_2"]}}`,
		status:  200,
		answer: `{"next": {"page": "c/3+d="}, "count": 2, "items": [
			{"id": "space_1", "title": "Guides", "pages": ["@spaces/search-result.json", "@spaces/search-result-beyond.json"]},
			{"id": "space_2", "title": "API", "pages": ["@spaces/search-result.json"]}]}`,
	},
	{
		op:   "Sites.Search.List",
		name: "in site spaces",
		call: searchOn(sites.SearchQuery{
			Query: "x", Scope: &sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{"siteSpace_1", "siteSpace_2"}},
		}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "x", "scope": {"mode": "specific", "siteSpaceIds": ["siteSpace_1", "siteSpace_2"]}}`,
		status:  200,
		answer:  `{"items": [{"id": "space_1", "title": "Guides", "pages": ["@spaces/search-result.json"]}]}`,
	},
	{
		op:      "Sites.Search.List",
		name:    "in all",
		call:    searchOn(sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{Mode: sites.SearchModeAll}}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "x", "scope": {"mode": "all"}}`,
		status:  200,
		answer:  `{"items": []}`,
	},
	{
		op:      "Sites.Search.List",
		name:    "in site spaces without a scope",
		call:    searchOn(sites.SearchQuery{Query: "x", SiteSpaceIDs: []string{"siteSpace_1"}}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "x", "siteSpaceIds": ["siteSpace_1"]}`,
		status:  200,
		answer:  `{"items": []}`,
	},
	{
		op:   "Sites.Search.List",
		name: "in site spaces with a mode",
		call: searchOn(sites.SearchQuery{
			Query: "x", SiteSpaceIDs: []string{"siteSpace_1"},
			Mode: sites.SearchModeSpecific, //nolint:staticcheck // deprecated, and the service still takes it
		}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "x", "mode": "specific", "siteSpaceIds": ["siteSpace_1"]}`,
		status:  200,
		answer:  `{"items": []}`,
	},
	{
		op:   "Sites.Search.List",
		name: "in the current site space",
		call: searchOn(sites.SearchQuery{
			Query: "x",
			Mode:  currentMode, SiteSpaceID: new("siteSpace_1"), //nolint:staticcheck // deprecated, and the service still takes it
		}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "x", "mode": "current", "siteSpaceId": "siteSpace_1"}`,
		status:  200,
		answer:  `{"items": []}`,
	},
	{
		op:   "Sites.Search.List",
		name: "in all with a mode",
		call: searchOn(sites.SearchQuery{
			Query: "日本",
			Mode:  sites.SearchModeAll, //nolint:staticcheck // deprecated, and the service still takes it
		}),
		request: "POST " + siteRequest + "/search",
		body:    `{"query": "日本", "mode": "all"}`,
		status:  200,
		answer:  `{"count": 0, "items": []}`,
	},
}
