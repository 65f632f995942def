package contract

import (
	"strings"

	"github.com/publishing-platform/publishing-go/spaces"
)

var searchPage = spaces.SearchOptions{Query: "how to publish?", Page: "c/2+d=", Limit: 50}

func search(options spaces.SearchOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.Search.List(a.ctx, a.id[0], options, a.opts...) }
}

var searchRows = []row{
	{
		op:   "Spaces.Search.List",
		call: search(searchPage),
		walk: func(a args) (all, pages any) {
			return a.Spaces.Search.All(a.ctx, a.id[0], searchPage, a.opts...), a.Spaces.Search.Pages(a.ctx, a.id[0], searchPage, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/search?limit=50&page=c%2F2%2Bd%3D&query=how+to+publish%3F",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/search-result.json", "@spaces/search-result-beyond.json"]}`,
	},
	{
		op:      "Spaces.Search.List",
		name:    "first page, nothing found",
		call:    search(spaces.SearchOptions{Query: "日本&x=y"}),
		request: "GET /v1/spaces/space%2F1/search?query=%E6%97%A5%E6%9C%AC%26x%3Dy",
		status:  200,
		answer:  `{"count": 0, "items": []}`,
	},
	{
		op:      "Spaces.Search.List",
		name:    "as long as can be",
		call:    search(spaces.SearchOptions{Query: strings.Repeat("é", 512)}),
		request: "GET /v1/spaces/space%2F1/search?query=" + strings.Repeat("%C3%A9", 512),
		status:  200,
		answer:  `{"items": ["@spaces/search-result.json"]}`,
	},
}
