package contract

import "github.com/publishing-platform/publishing-go/api"

func subdomain(a Args) (any, error) { return a.Subdomains.Get(a.Ctx, a.ID[0], a.Opts...) }

var subdomainRows = []Row{
	{
		Op:       "Subdomains.Get",
		Call:     subdomain,
		Request:  "GET /v1/subdomains/sample-1",
		Status:   200,
		Response: `{"object": "subdomain", "subdomain": "acme", "target": {"type": "organization", "organization": "org_1"}, "isActive": true}`,
	},
	{
		Op:      "Subdomains.Get",
		Name:    "absent",
		Call:    subdomain,
		Request: "GET /v1/subdomains/sample-1",
		Status:  404,
		Err:     api.ErrNotFound,
	},
}
