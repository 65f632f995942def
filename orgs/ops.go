package orgs

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opAskAnswer          = op.New("Orgs.Ask.Answer", "POST", "/v1/orgs/{organizationId}/ask")
	opAskQuestions       = op.New("Orgs.Ask.Questions", "GET", "/v1/orgs/{organizationId}/ask/questions")
	opAskStreamQuestions = op.New("Orgs.Ask.StreamQuestions", "GET", "/v1/orgs/{organizationId}/ask/questions/stream", op.EventStream)
	opAskStream          = op.New("Orgs.Ask.Stream", "GET", "/v1/orgs/{organizationId}/ask/stream", op.EventStream)

	opOpenAPIList   = op.New("Orgs.OpenAPI.List", "GET", "/v1/orgs/{organizationId}/openapi")
	opOpenAPICreate = op.New("Orgs.OpenAPI.Create", "POST", "/v1/orgs/{organizationId}/openapi")
	opOpenAPIGet    = op.New("Orgs.OpenAPI.Get", "GET", "/v1/orgs/{organizationId}/openapi/{specSlug}")
	opOpenAPIPut    = op.New("Orgs.OpenAPI.Put", "PUT", "/v1/orgs/{organizationId}/openapi/{specSlug}")
	opOpenAPIDelete = op.New("Orgs.OpenAPI.Delete", "DELETE", "/v1/orgs/{organizationId}/openapi/{specSlug}")
	opOpenAPIUpdate = op.New("Orgs.OpenAPI.Update", "PATCH", "/v1/orgs/{organizationId}/openapi/{specSlug}")
)
