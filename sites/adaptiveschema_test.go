package sites_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var adaptiveSchemaRows = []contract.Row{
	{
		Op: "Sites.AdaptiveSchema.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdaptiveSchema.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		Status:   200,
		Response: "adaptive-schema.json",
	},
	{
		Op:   "Sites.AdaptiveSchema.Get",
		Name: "claims of other types",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdaptiveSchema.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		Status:   200,
		Response: "adaptive-schema-experimental.json",
	},
	{
		Op:   "Sites.AdaptiveSchema.Get",
		Name: "no schema",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdaptiveSchema.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		Status:   404,
		Response: `{"error": {"code": 404, "message": "no schema"}}`,
		Err:      api.ErrNotFound,
	},

	{
		Op: "Sites.AdaptiveSchema.Put",
		Call: func(a contract.Args) (any, error) {
			schema, err := sites.Claims{
				Signed:   []sites.Claim{{Name: "isBetaUser", Description: "Whether the visitor takes part in the beta."}},
				Unsigned: []sites.Claim{{Name: "isReturning", Description: "Whether the visitor has been here before."}},
			}.Schema()
			if err != nil {
				return nil, err
			}
			return a.Sites.AdaptiveSchema.Put(a.Ctx, a.ID[0], a.ID[1], sites.AdaptiveSchemaPut{JSONSchema: schema}, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		Body: `{"jsonSchema": {"type": "object", "additionalProperties": false, "properties": {
			"isBetaUser": {"type": "boolean", "description": "Whether the visitor takes part in the beta."},
			"unsigned": {"type": "object", "description": "Unsigned claims of the site visitor.", "additionalProperties": false, "properties": {
				"isReturning": {"type": "boolean", "description": "Whether the visitor has been here before."}}}}}}`,
		Status:   200,
		Response: "adaptive-schema.json",
	},
	{
		Op:   "Sites.AdaptiveSchema.Put",
		Name: "as it is",
		Call: func(a contract.Args) (any, error) {
			schema := api.Raw(`{"type": "object", "properties": {"plan": {"type": "string"}}, "additionalProperties": false}`)
			return a.Sites.AdaptiveSchema.Put(a.Ctx, a.ID[0], a.ID[1], sites.AdaptiveSchemaPut{JSONSchema: schema}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema",
		Body:     `{"jsonSchema": {"type": "object", "properties": {"plan": {"type": "string"}}, "additionalProperties": false}}`,
		Status:   400,
		Response: `{"error": {"code": 400, "message": "plan: want a description"}}`,
		Err:      api.ErrBadRequest,
	},

	{
		Op: "Sites.AdaptiveSchema.TemplateConditions",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.AdaptiveSchema.TemplateConditions(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/adaptive-schema/template-conditions",
		Status:   200,
		Response: `{"items": [{"description": "Visitors in the beta", "condition": "visitor.claims.isBetaUser == true"}]}`,
	},
}
