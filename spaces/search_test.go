package spaces_test

import (
	"strings"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var searchPage = spaces.SearchListOptions{Query: "how to publish?", Cursor: "c/2+d=", Limit: 50}

func search(options spaces.SearchListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Search.List(a.Ctx, a.ID[0], options, a.Opts...) }
}

var searchRows = []contract.Row{
	{
		Op:   "Spaces.Search.List",
		Call: search(searchPage),
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Search.All(a.Ctx, a.ID[0], searchPage, a.Opts...), a.Spaces.Search.ListPages(a.Ctx, a.ID[0], searchPage, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/search?limit=50&page=c%2F2%2Bd%3D&query=how+to+publish%3F",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/search-result.json", "@spaces/search-result-experimental.json"]}`,
	},
	{
		Op:       "Spaces.Search.List",
		Name:     "first page, nothing found",
		Call:     search(spaces.SearchListOptions{Query: "日本&x=y"}),
		Request:  "GET /v1/spaces/space%2F1/search?query=%E6%97%A5%E6%9C%AC%26x%3Dy",
		Status:   200,
		Response: `{"count": 0, "items": []}`,
	},
	{
		Op:       "Spaces.Search.List",
		Name:     "as long as can be",
		Call:     search(spaces.SearchListOptions{Query: strings.Repeat("é", 512)}),
		Request:  "GET /v1/spaces/space%2F1/search?query=" + strings.Repeat("%C3%A9", 512),
		Status:   200,
		Response: `{"items": ["@spaces/search-result.json"]}`,
	},
}
