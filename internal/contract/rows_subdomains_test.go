package contract

import "github.com/publishing-platform/publishing-go/api"

func subdomain(a args) (any, error) { return a.Subdomains.Get(a.ctx, a.id[0], a.opts...) }

var subdomainRows = []row{
	{
		op:      "Subdomains.Get",
		call:    subdomain,
		request: "GET /v1/subdomains/sample-1",
		status:  200,
		answer:  `{"object": "subdomain", "subdomain": "acme", "target": {"type": "organization", "organization": "org_1"}, "isActive": true}`,
	},
	{
		op:      "Subdomains.Get",
		name:    "absent",
		call:    subdomain,
		request: "GET /v1/subdomains/sample-1",
		status:  404,
		fails:   api.ErrNotFound,
	},
}
