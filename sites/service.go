// Package sites has the docs sites of an organization: their sections, section groups, spaces and share links, the adaptive schema of their
// visitors, and what publishing them, sorting their parts and searching them needs.
package sites

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the Sites field of the client.
type Service struct {
	// AdaptiveSchema describes what a site knows of its visitors.
	AdaptiveSchema AdaptiveSchemaService
	// Sections are the parts of a site.
	Sections SectionService
	// SectionGroups are groups of sections.
	SectionGroups SectionGroupService
	// SiteSpaces are the spaces placed on a site.
	SiteSpaces SiteSpaceService
	// ShareLinks are the secret links to a site.
	ShareLinks ShareLinkService
	// Structure is the order of the parts of a site.
	//
	// Beyond the documents.
	Structure StructureService
	// Published is a site as its visitors see it.
	//
	// Beyond the documents.
	Published PublishedService
	// Search finds pages of a site.
	//
	// Beyond the documents.
	Search SearchService

	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
func New(core *transport.Core) Service {
	return Service{
		AdaptiveSchema: AdaptiveSchemaService{core: core},
		Sections:       SectionService{core: core},
		SectionGroups:  SectionGroupService{core: core},
		SiteSpaces:     SiteSpaceService{core: core},
		ShareLinks:     ShareLinkService{core: core},
		Structure:      StructureService{core: core},
		Published:      PublishedService{core: core},
		Search:         SearchService{core: core},
		core:           core,
	}
}
