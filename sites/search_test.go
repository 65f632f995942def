package sites_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var siteSearchPage = sites.SearchListOptions{Cursor: "c/2+d=", Limit: 50}

var siteSearchQuery = sites.SearchQuery{
	Query: "how to publish?",
	Scope: sites.SearchScope{Mode: sites.SearchModeDefault, CurrentSiteSpace: new("siteSpace_1")},
}

// everywhere is a scope that needs nothing more.
var everywhere = sites.SearchScope{Mode: sites.SearchModeAll}

func searchOn(query sites.SearchQuery) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], query, sites.SearchListOptions{}, a.Opts...)
	}
}

var siteSearchRows = []contract.Row{
	{
		Op: "Sites.Search.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], siteSearchQuery, siteSearchPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.Search.All(a.Ctx, a.ID[0], a.ID[1], siteSearchQuery, siteSearchPage, a.Opts...),
				a.Sites.Search.ListPages(a.Ctx, a.ID[0], a.ID[1], siteSearchQuery, siteSearchPage, a.Opts...)
		},
		Request: "POST " + siteRequest + "/search?limit=50&page=c%2F2%2Bd%3D",
		Body:    `{"query": "how to publish?", "scope": {"mode": "default", "currentSiteSpace": "siteSpace_1"}}`,
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": [
			{"id": "space_1", "title": "Guides", "pages": ["@spaces/search-result.json", "@spaces/search-result-experimental.json"]},
			{"id": "space_2", "title": "API", "pages": ["@spaces/search-result.json"]}]}`,
	},
	{
		Op:   "Sites.Search.List",
		Name: "in site spaces",
		Call: searchOn(sites.SearchQuery{
			Query: "x", Scope: sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{"siteSpace_1", "siteSpace_2"}},
		}),
		Request:  "POST " + siteRequest + "/search",
		Body:     `{"query": "x", "scope": {"mode": "specific", "siteSpaceIds": ["siteSpace_1", "siteSpace_2"]}}`,
		Status:   200,
		Response: `{"items": [{"id": "space_1", "title": "Guides", "pages": ["@spaces/search-result.json"]}]}`,
	},
	{
		Op:       "Sites.Search.List",
		Name:     "in all",
		Call:     searchOn(sites.SearchQuery{Query: "x", Scope: everywhere}),
		Request:  "POST " + siteRequest + "/search",
		Body:     `{"query": "x", "scope": {"mode": "all"}}`,
		Status:   200,
		Response: `{"items": []}`,
	},
}
