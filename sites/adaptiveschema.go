package sites

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// AdaptiveSchemaService is reached as the AdaptiveSchema field of [Service].
type AdaptiveSchemaService struct {
	core *transport.Core
}

// AdaptiveSchema describes what a site knows of its visitors.
type AdaptiveSchema struct {
	Object string `json:"object"` // "site-adaptive-schema"
	// JSONSchema is a JSON Schema (draft-07) of type object without additional properties. Its properties are the boolean claims of a
	// visitor and an object called unsigned of the claims that are not signed. It is kept as it came.
	JSONSchema api.Raw   `json:"jsonSchema"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// Get returns the adaptive schema of a site. A site without one, like a site that does not exist, is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema
func (s AdaptiveSchemaService) Get(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*AdaptiveSchema, error) {
	return transport.JSON[AdaptiveSchema](ctx, s.core, opAdaptiveSchemaGet.Path(orgID, siteID), opts)
}

// AdaptiveSchemaPut is the body of [AdaptiveSchemaService.Put].
type AdaptiveSchemaPut struct {
	// JSONSchema is sent as it is. [Claims.Schema] makes one of boolean claims.
	JSONSchema api.Raw `json:"jsonSchema" check:"required"`
}

// Put sets the adaptive schema of a site and returns it. A site that does not exist is an error matching [api.ErrNotFound], a schema the
// service refuses an error matching [api.ErrBadRequest], a schema that is not set a [*api.ValidationError].
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema
func (s AdaptiveSchemaService) Put(ctx context.Context, orgID, siteID string, schema AdaptiveSchemaPut, opts ...api.CallOption) (*AdaptiveSchema, error) {
	return transport.JSON[AdaptiveSchema](ctx, s.core, opAdaptiveSchemaPut.Path(orgID, siteID).Body(schema), opts)
}

// TemplateConditions are expressions to start from, made of the claims of a site's schema.
type TemplateConditions struct {
	Items []TemplateCondition `json:"items"`
}

// TemplateCondition is an expression to start from.
type TemplateCondition struct {
	Description string `json:"description"`
	Condition   string `json:"condition"`
}

// TemplateConditions returns expressions to start from. There may be none. A site that does not exist is an error matching
// [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions
func (s AdaptiveSchemaService) TemplateConditions(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*TemplateConditions, error) {
	return transport.Whole[TemplateConditions](ctx, s.core, opAdaptiveSchemaTemplateConditions.Path(orgID, siteID), "items", opts)
}
