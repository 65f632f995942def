package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var contentPageRows = slices.Concat(
	contract.PageRows("Spaces.Content.Page", "GET /v1/spaces/space%2F1/content/page/page%2F1", func(a contract.Args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.Page(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
	contract.PageRows("Spaces.Content.PageByPath", "GET /v1/spaces/space%2F1/content/path/pagePath%2F1", func(a contract.Args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Content.PageByPath(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}),
)
