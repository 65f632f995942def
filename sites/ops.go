package sites

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opList   = op.New("Sites.List", "GET", "/v1/orgs/{organizationId}/sites")
	opCreate = op.New("Sites.Create", "POST", "/v1/orgs/{organizationId}/sites")
	opGet    = op.New("Sites.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}")
	opDelete = op.New("Sites.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}")
	opUpdate = op.New("Sites.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}")

	opAdaptiveSchemaGet                = op.New("Sites.AdaptiveSchema.Get", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema")
	opAdaptiveSchemaPut                = op.New("Sites.AdaptiveSchema.Put", "PUT", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema")
	opAdaptiveSchemaTemplateConditions = op.New("Sites.AdaptiveSchema.TemplateConditions", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions")

	opShareLinkList   = op.New("Sites.ShareLinks.List", "GET", "/v1/orgs/{organizationId}/sites/{siteId}/share-links")
	opShareLinkCreate = op.New("Sites.ShareLinks.Create", "POST", "/v1/orgs/{organizationId}/sites/{siteId}/share-links")
	opShareLinkDelete = op.New("Sites.ShareLinks.Delete", "DELETE", "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}")
	opShareLinkUpdate = op.New("Sites.ShareLinks.Update", "PATCH", "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}")
)
