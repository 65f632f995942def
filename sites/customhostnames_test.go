package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func getHostname(a contract.Args) (any, error) {
	return a.CustomHostnames.Get(a.Ctx, a.ID[0], a.Opts...)
}

func revalidateHostname(a contract.Args) (any, error) {
	return nil, a.CustomHostnames.Revalidate(a.Ctx, a.ID[0], a.Opts...)
}

func deleteHostname(a contract.Args) (any, error) {
	return a.CustomHostnames.Delete(a.Ctx, a.ID[0], a.Opts...)
}

const hostnameRequest = "/v1/custom-hostnames/hostname%2F1"

var hostnameRows = []contract.Row{
	{
		Op:      "CustomHostnames.Get",
		Call:    getHostname,
		Request: "GET " + hostnameRequest,
		Status:  200,
		Response: `{"object": "custom-hostname", "hostname": "docs.acme.example.com", "target": {"type": "site", "site": "site_1"}, "isActive": true,
			"status": "live", "urls": {"location": "https://api.example.com/v1/custom-hostnames/docs.acme.example.com"}}`,
	},
	{
		Op:      "CustomHostnames.Get",
		Name:    "of an organization",
		Call:    getHostname,
		Request: "GET " + hostnameRequest,
		Status:  200,
		Response: `{"object": "custom-hostname", "hostname": "docs.acme.example.com", "target": {"type": "organization", "organization": "org_1"}, "isActive": true,
			"urls": {"location": "https://api.example.com/v1/custom-hostnames/docs.acme.example.com"}}`,
	},
	{
		Op:      "CustomHostnames.Get",
		Name:    "not by the service's staff",
		Call:    getHostname,
		Request: "GET " + hostnameRequest,
		Status:  403,
		Err:     api.ErrForbidden,
	},

	{
		Op:      "CustomHostnames.Revalidate",
		Call:    revalidateHostname,
		Request: "PATCH " + hostnameRequest,
		Status:  204,
	},
	{
		Op:      "CustomHostnames.Revalidate",
		Name:    "conflict",
		Call:    revalidateHostname,
		Request: "PATCH " + hostnameRequest,
		Status:  409,
		Err:     api.ErrConflict,
	},

	{
		Op:      "CustomHostnames.Delete",
		Call:    deleteHostname,
		Request: "DELETE " + hostnameRequest,
		Status:  205,
		Outcome: api.Deleted,
	},
}
