// Package sites has the docs sites of an organization: their sections, section groups, spaces and share links, and the adaptive schema of
// their visitors.
package sites

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Sites field of the client.
type Service struct {
	// AdaptiveSchema describes what a site knows of its visitors.
	AdaptiveSchema *AdaptiveSchemaService
	// Sections are the parts of a site.
	Sections *SectionService
	// SectionGroups are groups of sections.
	SectionGroups *SectionGroupService
	// SiteSpaces are the spaces placed on a site.
	SiteSpaces *SiteSpaceService
	// ShareLinks are the secret links to a site.
	ShareLinks *ShareLinkService

	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) *Service {
	return &Service{
		AdaptiveSchema: &AdaptiveSchemaService{core: core},
		Sections:       &SectionService{core: core},
		SectionGroups:  &SectionGroupService{core: core},
		SiteSpaces:     &SiteSpaceService{core: core},
		ShareLinks:     &ShareLinkService{core: core},
		core:           core,
	}
}
