package publishingtest

import (
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/rison"
	"github.com/publishing-platform/publishing-go/sites"
)

var rulePreviewSpace = newUndecidedRule("sites.publishing.preview.site-space", "the site space of a preview belongs to the site; without the rule, an unknown one is ignored")

// previewLifetime is how long the address of a preview is valid.
const previewLifetime = time.Hour

// previewOperations are the operations on previews of sites.
var previewOperations = operations{
	"Sites.Publishing.Preview": {handle: onSite(getPreview)},
}

// getPreview responds with an address that contains the claims and the time at which it expires.
// The server does not serve it.
func getPreview(c *call, s *site) (response, error) {
	segments := []string{"preview", s.data.ID}
	switch id := c.query.Get("siteSpace"); {
	case s.hasSiteSpace(id):
		segments = append(segments, id)
	case id != "" && c.enabled(rulePreviewSpace):
		return response{}, invalid("siteSpace", "a site space of the site", id, rulePreviewSpace)
	default:
		for placed := range s.spacesIn(s.defaultSection()) {
			if placed.byDefault {
				segments = append(segments, placed.id)
			}
		}
	}
	query := url.Values{"expires": {c.now().Add(previewLifetime).Format(time.RFC3339)}}
	if c.query.Has("claims") {
		text := c.query.Get("claims")
		claims, err := rison.Decode(text)
		if _, isObject := claims.(map[string]any); err != nil || !isObject {
			return response{}, fail(http.StatusBadRequest, "claims: want an object in Rison")
		}
		query.Set("claims", text)
	}
	return respondOK(sites.Preview{
		URL: api.NewSecret(address(sitesURL, segments...) + "?" + query.Encode()),
	})
}

func (s *site) hasSiteSpace(id string) bool {
	return s.spaces.Has(id)
}
