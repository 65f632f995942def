package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const metaLinks = `{"canonical": {"kind": "url", "url": "https://example.com/start"}, "alternates": [{"kind": "page", "page": "page_2", "space": "space_2"}]}`

var contentPageRows = slices.Concat(
	contract.PageRows("Spaces.Pages.Get", "GET /v1/spaces/space%2F1/content/page/page%2F1", func(a contract.Args, options spaces.PageGetOptions) (any, error) {
		return a.Spaces.Pages.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
	contract.PageRows("Spaces.Pages.GetByPath", "GET /v1/spaces/space%2F1/content/path/pagePath%2F1", func(a contract.Args, options spaces.PageGetByPathOptions) (any, error) {
		return a.Spaces.Pages.GetByPath(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
	[]contract.Row{
		{
			Op: "Spaces.Pages.MetaLinks",
			Call: func(a contract.Args) (any, error) {
				return a.Spaces.Pages.MetaLinks(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
			},
			Request:  "GET /v1/spaces/space%2F1/content/page/page%2F1/meta-links",
			Status:   200,
			Response: metaLinks,
		},
		{
			Op:   "Spaces.Pages.MetaLinks",
			Name: "none",
			Call: func(a contract.Args) (any, error) {
				return a.Spaces.Pages.MetaLinks(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
			},
			Request:  "GET /v1/spaces/space%2F1/content/page/page%2F1/meta-links",
			Status:   200,
			Response: `{}`,
		},
	},
)
