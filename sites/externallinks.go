package sites

import "github.com/publishing-platform/publishing-go/api"

// ExternalLink is a link to another site, beside the sections of a site or in a section group.
//
// Experimental: may change in any minor release; see [api].
type ExternalLink struct {
	Object               string                  `json:"object"` // "site-external-link"
	ID                   string                  `json:"id"`
	Title                string                  `json:"title"`
	LocalizedTitle       map[api.Language]string `json:"localizedTitle,omitzero"` // in other languages than the default
	Description          *string                 `json:"description,omitzero"`
	LocalizedDescription map[api.Language]string `json:"localizedDescription,omitzero"`
	Icon                 *string                 `json:"icon,omitzero"` // name of the icon
	URL                  string                  `json:"url"`
	SectionGroup         *string                 `json:"sectionGroup,omitzero"` // ID of the group that it is in, nil at the root
	Draft                bool                    `json:"draft"`                 // whether it is left out of the published site
	// Condition is an expression that decides whether a visitor sees the link. It is nil if
	// everybody sees it.
	Condition *string `json:"condition,omitzero"`
}
