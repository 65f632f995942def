package orgs_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var searchPage = orgs.SearchListOptions{Query: "how to publish?", Cursor: "c/2+d=", Limit: 50}

var searchRows = []contract.Row{
	{
		Op:   "Orgs.Search.List",
		Call: func(a contract.Args) (any, error) { return a.Orgs.Search.List(a.Ctx, a.ID[0], searchPage, a.Opts...) },
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Search.All(a.Ctx, a.ID[0], searchPage, a.Opts...), a.Orgs.Search.ListPages(a.Ctx, a.ID[0], searchPage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/search?limit=50&page=c%2F2%2Bd%3D&query=how+to+publish%3F",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": [
			{"id": "space_1", "title": "Guides", "pages": ["@spaces/search-result.json", "@spaces/search-result-experimental.json"]},
			{"id": "space_2", "title": "API", "pages": ["@spaces/search-result.json"]}]}`,
	},
	{
		Op:   "Orgs.Search.List",
		Name: "nothing found",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Search.List(a.Ctx, a.ID[0], orgs.SearchListOptions{Query: "日本&x=y"}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/search?query=%E6%97%A5%E6%9C%AC%26x%3Dy",
		Status:   200,
		Response: `{"count": 0, "items": []}`,
	},
}
