// Package orgs has what belongs to an organization as a whole: its OpenAPI specifications, and the questions that are answered from its
// spaces.
package orgs

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Orgs field of the client.
type Service struct {
	// Ask answers questions from the spaces of an organization.
	Ask *AskService
	// OpenAPI are the OpenAPI specifications of an organization.
	OpenAPI *OpenAPIService
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) *Service {
	return &Service{
		Ask:     &AskService{core: core},
		OpenAPI: &OpenAPIService{core: core},
	}
}
