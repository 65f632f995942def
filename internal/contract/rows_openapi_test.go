package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var (
	openAPIPage   = orgs.OpenAPIListOptions{Page: "c/2+d=", Limit: 50}
	openAPISource = orgs.OpenAPISource{URL: "https://pets.example.com/openapi.yaml"}
)

var openAPIRows = []row{
	{
		op:   "Orgs.OpenAPI.List",
		call: func(a args) (any, error) { return a.Orgs.OpenAPI.List(a.ctx, a.id[0], openAPIPage, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Orgs.OpenAPI.All(a.ctx, a.id[0], openAPIPage, a.opts...), a.Orgs.OpenAPI.Pages(a.ctx, a.id[0], openAPIPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/openapi?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/openapi-spec.json", "@orgs/openapi-spec-beyond.json"]}`,
	},

	{
		op: "Orgs.OpenAPI.Create",
		call: func(a args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.ctx, a.id[0], orgs.OpenAPICreate{Slug: "pet-store", Source: openAPISource}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/openapi",
		body:    `{"slug": "pet-store", "source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		status:  201,
		answer:  "orgs/openapi-spec.json",
	},
	{
		op:   "Orgs.OpenAPI.Create",
		name: "of a text",
		call: func(a args) (any, error) {
			return a.Orgs.OpenAPI.Create(a.ctx, a.id[0], orgs.OpenAPICreate{Slug: "v2", Source: orgs.OpenAPISource{Text: "openapi: 3.1.0"}}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/openapi",
		body:    `{"slug": "v2", "source": {"text": "openapi: 3.1.0"}}`,
		status:  201,
		answer:  "orgs/openapi-spec-beyond.json",
	},

	{
		op:      "Orgs.OpenAPI.Get",
		call:    func(a args) (any, error) { return a.Orgs.OpenAPI.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		status:  200,
		answer:  "orgs/openapi-spec.json",
	},
	{
		op:      "Orgs.OpenAPI.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.OpenAPI.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Orgs.OpenAPI.Put",
		call: func(a args) (any, error) {
			return putOf(a.Orgs.OpenAPI.Put(a.ctx, a.id[0], a.id[1], orgs.OpenAPIPut{Source: openAPISource}, a.opts...))
		},
		request: "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		body:    `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		status:  201,
		answer:  "orgs/openapi-spec.json",
		outcome: api.Created,
	},
	{
		op:   "Orgs.OpenAPI.Put",
		name: "present",
		call: func(a args) (any, error) {
			return putOf(a.Orgs.OpenAPI.Put(a.ctx, a.id[0], a.id[1], orgs.OpenAPIPut{Source: openAPISource}, a.opts...))
		},
		request: "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		body:    `{"source": {"url": "https://pets.example.com/openapi.yaml"}}`,
		status:  200,
		answer:  "orgs/openapi-spec.json",
		outcome: api.Updated,
	},
	{
		op:   "Orgs.OpenAPI.Put",
		name: "without a body",
		call: func(a args) (any, error) {
			return putOf(a.Orgs.OpenAPI.Put(a.ctx, a.id[0], a.id[1], orgs.OpenAPIPut{Source: orgs.OpenAPISource{Text: "openapi: 3.1.0"}}, a.opts...))
		},
		request: "PUT /v1/orgs/organization%2F1/openapi/sample-1",
		body:    `{"source": {"text": "openapi: 3.1.0"}}`,
		status:  201,
		outcome: api.Created,
	},

	{
		op:      "Orgs.OpenAPI.Delete",
		call:    func(a args) (any, error) { return a.Orgs.OpenAPI.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Orgs.OpenAPI.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.OpenAPI.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},

	{
		op: "Orgs.OpenAPI.Update",
		call: func(a args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.ctx, a.id[0], a.id[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPrivate}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		body:    `{"visibility": "private"}`,
		status:  200,
		answer:  "orgs/openapi-spec.json",
	},
	{
		op:   "Orgs.OpenAPI.Update",
		name: "public",
		call: func(a args) (any, error) {
			return a.Orgs.OpenAPI.Update(a.ctx, a.id[0], a.id[1], orgs.OpenAPIUpdate{Visibility: orgs.OpenAPIVisibilityPublic}, a.opts...)
		},
		request: "PATCH /v1/orgs/organization%2F1/openapi/specSlug%2F1",
		body:    `{"visibility": "public"}`,
		status:  200,
		answer:  "orgs/openapi-spec.json",
	},
}
