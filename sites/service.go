// Package sites contains the operations on docs sites, which publish the spaces of an
// organization.
//
//	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Published: new(true)}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(site.Title, site.Visibility)
//	}
//
// What holds for every operation, such as its errors, retries and lists, is described in package
// api.
//
// # The parts of a site
//
// A [Site] contains site spaces, and a [SiteSpace] places a space of the organization on the
// site. A large site is divided into sections: a [Section] contains site spaces, and a
// [SectionGroup] contains sections and other groups.
//
// [Service] creates, publishes and deletes sites. Its fields are the services for the parts:
//
//   - [SiteSpaceService], [SectionService] and [SectionGroupService] manage the parts, and
//     [StructureService] sorts them.
//   - [ShareLinkService] manages the secret links to a site whose visibility is
//     [VisibilityShareLink].
//   - [AdaptiveSchemaService] manages the schema of the claims about a visitor. [Claims] builds
//     such a schema.
//   - [PublishedService] returns a site as its visitors see it. Package customization describes its
//     appearance.
//   - [SearchService] searches the pages of a site.
//
// # Publishing
//
// [Service.Publish] can fail although the response has status 200: if the site must be paid for
// first, the error matches [ErrCheckout]. A published site is visible to the audience that its
// [Visibility] permits.
package sites

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on sites.
type Service struct {
	// AdaptiveSchema manages the schema of the claims about a visitor.
	AdaptiveSchema AdaptiveSchemaService
	// Sections manages the sections of a site.
	Sections SectionService
	// SectionGroups manages the groups of sections.
	SectionGroups SectionGroupService
	// SiteSpaces manages the spaces on a site.
	SiteSpaces SiteSpaceService
	// ShareLinks manages the secret links to a site.
	ShareLinks ShareLinkService
	// Structure sorts the parts of a site.
	Structure StructureService
	// Published returns a site as its visitors see it.
	Published PublishedService
	// Search searches the pages of a site.
	Search SearchService

	core *transport.Core
}

// New returns a Service that sends its requests through core. Only package publishing can call
// it.
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
