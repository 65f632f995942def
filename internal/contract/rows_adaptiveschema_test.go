package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

var adaptiveSchemaRows = []row{
	{
		op:      "Sites.AdaptiveSchema.Get",
		call:    func(a args) (any, error) { return a.Sites.AdaptiveSchema.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		status:  200,
		answer:  "sites/adaptive-schema.json",
	},
	{
		op:      "Sites.AdaptiveSchema.Get",
		name:    "claims of other types",
		call:    func(a args) (any, error) { return a.Sites.AdaptiveSchema.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		status:  200,
		answer:  "sites/adaptive-schema-beyond.json",
	},
	{
		op:      "Sites.AdaptiveSchema.Get",
		name:    "no schema",
		call:    func(a args) (any, error) { return a.Sites.AdaptiveSchema.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		status:  404,
		answer:  `{"error": {"code": 404, "message": "no schema"}}`,
		fails:   api.ErrNotFound,
	},

	{
		op: "Sites.AdaptiveSchema.Put",
		call: func(a args) (any, error) {
			schema, err := sites.Claims{
				Signed:   []sites.Claim{{Name: "isBetaUser", Description: "Whether the visitor takes part in the beta."}},
				Unsigned: []sites.Claim{{Name: "isReturning", Description: "Whether the visitor has been here before."}},
			}.Schema()
			if err != nil {
				return nil, err
			}
			return a.Sites.AdaptiveSchema.Put(a.ctx, a.id[0], a.id[1], sites.AdaptiveSchemaPut{JSONSchema: schema}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		body: `{"jsonSchema": {"type": "object", "additionalProperties": false, "properties": {
			"isBetaUser": {"type": "boolean", "description": "Whether the visitor takes part in the beta."},
			"unsigned": {"type": "object", "description": "Unsigned claims of the site visitor.", "additionalProperties": false, "properties": {
				"isReturning": {"type": "boolean", "description": "Whether the visitor has been here before."}}}}}}`,
		status: 200,
		answer: "sites/adaptive-schema.json",
	},
	{
		op:   "Sites.AdaptiveSchema.Put",
		name: "as it is",
		call: func(a args) (any, error) {
			schema := api.Raw(`{"type": "object", "properties": {"plan": {"type": "string"}}, "additionalProperties": false}`)
			return a.Sites.AdaptiveSchema.Put(a.ctx, a.id[0], a.id[1], sites.AdaptiveSchemaPut{JSONSchema: schema}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		body:    `{"jsonSchema": {"type": "object", "properties": {"plan": {"type": "string"}}, "additionalProperties": false}}`,
		status:  400,
		answer:  `{"error": {"code": 400, "message": "plan: want a description"}}`,
		fails:   api.ErrBadRequest,
	},

	{
		op: "Sites.AdaptiveSchema.TemplateConditions",
		call: func(a args) (any, error) {
			return a.Sites.AdaptiveSchema.TemplateConditions(a.ctx, a.id[0], a.id[1], a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema/template-conditions",
		status:  200,
		answer:  `{"items": [{"description": "Visitors in the beta", "condition": "visitor.claims.isBetaUser == true"}]}`,
	},
}
