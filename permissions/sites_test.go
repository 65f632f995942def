package permissions_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/permissions"
)

const siteAggregatePath = "GET /v1/orgs/organization%2F1/sites/site%2F1/permissions/aggregate"

var siteAggregatePage = permissions.SiteAggregateListOptions{Cursor: "c/2+d=", Limit: 50}

func siteAggregate(options permissions.SiteAggregateListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Permissions.Sites.Aggregate.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var siteRows = []contract.Row{
	{
		Op:   "Permissions.Sites.Aggregate.List",
		Call: siteAggregate(siteAggregatePage),
		List: func(a contract.Args) (all, pages any) {
			return a.Permissions.Sites.Aggregate.All(a.Ctx, a.ID[0], a.ID[1], siteAggregatePage, a.Opts...),
				a.Permissions.Sites.Aggregate.ListPages(a.Ctx, a.ID[0], a.ID[1], siteAggregatePage, a.Opts...)
		},
		Request:  siteAggregatePath + "?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@site-permission.json", "@site-permission-of-guest.json"]}`,
	},
	{
		Op:       "Permissions.Sites.Aggregate.List",
		Name:     "other origins",
		Call:     siteAggregate(permissions.SiteAggregateListOptions{}),
		Request:  siteAggregatePath,
		Status:   200,
		Response: `{"items": ["@site-permission-from-site.json", "@site-permission-of-another-origin.json"]}`,
	},
	{
		Op:       "Permissions.Sites.Aggregate.List",
		Name:     "unset, empty",
		Call:     siteAggregate(permissions.SiteAggregateListOptions{}),
		Request:  siteAggregatePath,
		Status:   200,
		Response: `{"next": null, "items": []}`,
	},
}
