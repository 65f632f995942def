package sites

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// AdaptiveSchemaService manages the adaptive schema of a site.
type AdaptiveSchemaService struct {
	core *transport.Core
}

// AdaptiveSchema describes the claims about the visitors of a site.
type AdaptiveSchema struct {
	Object string `json:"object"` // "site-adaptive-schema"
	// JSONSchema is a JSON Schema (draft-07) of type object without additional properties. Its
	// properties are the boolean claims about a visitor, and an object named "unsigned" with the
	// unsigned claims. Package sites does not decode it further.
	JSONSchema api.Raw   `json:"jsonSchema" response:"about"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// Get returns the adaptive schema of a site. If the site has no schema, the error matches
// [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema
func (s AdaptiveSchemaService) Get(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*AdaptiveSchema, error) {
	return transport.JSON[AdaptiveSchema](
		ctx, s.core, opAdaptiveSchemaGet.Path(orgID, siteID), opts,
	)
}

// AdaptiveSchemaPut is the request body of [AdaptiveSchemaService.Put].
type AdaptiveSchemaPut struct {
	// JSONSchema is sent unchanged. [Claims.Schema] returns a schema for boolean claims.
	JSONSchema api.Raw `json:"jsonSchema" check:"required"`
}

// Put sets the adaptive schema of a site and returns it. If the service rejects the schema, the
// error matches [api.ErrBadRequest] or [api.ErrUnprocessable].
//
// API: PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema
func (s AdaptiveSchemaService) Put(
	ctx context.Context, orgID, siteID string, schema AdaptiveSchemaPut, opts ...api.CallOption,
) (*AdaptiveSchema, error) {
	return transport.JSON[AdaptiveSchema](
		ctx, s.core, opAdaptiveSchemaPut.Path(orgID, siteID).Body(schema), opts,
	)
}

// TemplateConditions contains conditions for common cases. The conditions use the claims of a site.
type TemplateConditions struct {
	Items []TemplateCondition `json:"items" response:"about"`
}

// TemplateCondition is a condition for a common case.
type TemplateCondition struct {
	Description string `json:"description"`
	Condition   string `json:"condition"`
}

// TemplateConditions returns conditions for common cases. The conditions use the claims of the
// site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions
func (s AdaptiveSchemaService) TemplateConditions(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*TemplateConditions, error) {
	return transport.JSON[TemplateConditions](
		ctx, s.core, opAdaptiveSchemaTemplateConditions.Path(orgID, siteID), opts,
	)
}
