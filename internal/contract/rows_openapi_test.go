package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var (
	openAPIPage   = orgs.OpenAPIListOptions{Page: "c/2+d=", Limit: 50}
	openAPISource = orgs.OpenAPISource{URL: "https://pets.example.com/openapi.yaml"}
)

var openAPIRows = []Row{
	{
		Op:   "Orgs.OpenAPI.List",
		Call: func(a Args) (any, error) { return a.Orgs.OpenAPI.List(a.Ctx, a.ID[0], openAPIPage, a.Opts...) },
		List: func(a Args) (all, pages any) {
			return a.Orgs.OpenAPI.All(a.Ctx, a.ID[0], openAPIPage, a.Opts...), a.Orgs.OpenAPI.Pages(a.Ctx, a.ID[0], openAPIPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/openapi?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/openapi-spec.json", "@orgs/openapi-spec-beyond.json"]}`,
	},

	{
		Op: "Orgs.OpenAPI.Create",
		Call: func(a Args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "pet-store", Source: openAPISource}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/openapi",
		Body:     `{"slug": "pet-store", "source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   201,
		Response: "orgs/openapi-spec.json",
	},
	{
		Op:   "Orgs.OpenAPI.Create",
		Name: "of a text",
		Call: func(a Args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.Ctx, a.ID[0], orgs.OpenAPICreate{Slug: "v2", Source: orgs.OpenAPISource{Text: "openapi: 3.1.0"}}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/openapi",
		Body:     `{"slug": "v2", "source": {"text": "openapi: 3.1.0"}}`,
		Status:   201,
		Response: "orgs/openapi-spec-beyond.json",
	},

	{
		Op:       "Orgs.OpenAPI.Get",
		Call:     func(a Args) (any, error) { return a.Orgs.OpenAPI.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},
	{
		Op:      "Orgs.OpenAPI.Get",
		Name:    "absent",
		Call:    func(a Args) (any, error) { return a.Orgs.OpenAPI.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "Orgs.OpenAPI.Put",
		Call: func(a Args) (any, error) {
			return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
		},
		Request:  "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:     `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   201,
		Response: "orgs/openapi-spec.json",
		Outcome:  api.Created,
	},
	{
		Op:   "Orgs.OpenAPI.Put",
		Name: "present",
		Call: func(a Args) (any, error) {
			return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: openAPISource}, a.Opts...))
		},
		Request:  "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:     `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
		Outcome:  api.Updated,
	},
	{
		Op:   "Orgs.OpenAPI.Put",
		Name: "without a body",
		Call: func(a Args) (any, error) {
			return Put(a.Orgs.OpenAPI.Put(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: "openapi: 3.1.0"}}, a.Opts...))
		},
		Request: "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		Body:    `{"source": {"text": "openapi: 3.1.0"}}`,
		Status:  201,
		Outcome: api.Created,
	},

	{
		Op:      "Orgs.OpenAPI.Delete",
		Call:    func(a Args) (any, error) { return a.Orgs.OpenAPI.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:      "Orgs.OpenAPI.Delete",
		Name:    "absent",
		Call:    func(a Args) (any, error) { return a.Orgs.OpenAPI.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Status:  204,
		Outcome: api.AlreadyAbsent,
	},

	{
		Op: "Orgs.OpenAPI.Update",
		Call: func(a Args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPrivate}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Body:     `{"visibility": "private"}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},
	{
		Op:   "Orgs.OpenAPI.Update",
		Name: "public",
		Call: func(a Args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.Ctx, a.ID[0], a.ID[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPublic}, a.Opts...)
		},
		Request:  "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		Body:     `{"visibility": "public"}`,
		Status:   200,
		Response: "orgs/openapi-spec.json",
	},
}
