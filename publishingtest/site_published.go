package publishingtest

import (
	"net/http"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

var (
	rulePublish      = behaviour("sites.publish.published", "a site that is published is live and has an address")
	ruleUnpublish    = behaviour("sites.unpublish.published", "a site that is unpublished is not live and has no address")
	ruleUnpublished  = behaviour("sites.published.get.unpublished-404", "a read of a published site that is not published is answered with 404")
	rulePublishedKey = behaviour("sites.published.get.share-key", "a share key for a published share-link site is that of an active share link, and another one a 404; without a share key there are no published URLs")
)

// publishedOperations are the operations on the publication of sites.
var publishedOperations = operations{
	"Sites.Publish":       {handle: onSite(publishSite)},
	"Sites.Unpublish":     {handle: onSite(unpublishSite)},
	"Sites.Published.Get": {handle: onSite(getPublished)},
}

func publishSite(r *request, s *site) (answer, error) {
	s.data.Published = s.data.Published || r.holds(rulePublish)
	return ok(r.showSite(s))
}

func unpublishSite(r *request, s *site) (answer, error) {
	s.data.Published = s.data.Published && !r.holds(ruleUnpublish)
	return ok(r.showSite(s))
}

func getPublished(r *request, s *site) (answer, error) {
	key := r.shareKey(rulePublishedKey)
	switch {
	case !s.data.Published && r.holds(ruleUnpublished):
		return answer{}, fail(http.StatusNotFound, "siteId: the site %s is not published [%s]", shown(s.data.ID), ruleUnpublished)
	case key != "" && s.data.Published && s.visible(key) == nil && r.holds(rulePublishedKey):
		return answer{}, fail(http.StatusNotFound, "shareKey: want the key of an active share link, got %s [%s]", shown(key), rulePublishedKey)
	}
	site := r.showSite(s)
	site.URLs.Published = s.visible(key)
	look := plainLook()
	look.Favicon = customization.Icon{}
	if s.data.Icon != nil {
		look.Favicon = *s.data.Icon
	}
	return ok(sites.PublishedSite{
		Object: "published-content-site", Site: site, Structure: r.showStructure(s, key),
		Customizations: sites.PublishedCustomizations{Site: look, SiteSpaces: map[string]customization.Settings{}},
		Scripts:        []sites.Script{},
	})
}

// plainLook is how a site looks that nobody has given another look. It is JSON, since that has what is deprecated without naming it.
func plainLook() customization.Settings {
	var look customization.Settings
	_, _ = jsonx.Decode([]byte(plainLookJSON), &look)
	return look
}

const plainLookJSON = `{
	"styling": {
		"theme": "clean", "corners": "rounded", "depth": "subtle", "links": "default", "font": "Inter", "monospaceFont": "IBMPlexMono",
		"background": "plain", "icons": "regular", "search": "prominent", "sidebar": {"background": "default", "list": "default"},
		"primaryColor": {"light": "#346DDB", "dark": "#346DDB"}, "infoColor": {"light": "#787878", "dark": "#787878"},
		"successColor": {"light": "#00A86B", "dark": "#00A86B"}, "warningColor": {"light": "#FE9A00", "dark": "#FE9A00"},
		"dangerColor": {"light": "#FB2C36", "dark": "#FB2C36"}
	},
	"internationalization": {"locale": "en"}, "favicon": {}, "header": {"preset": "default", "links": []}, "footer": {"groups": []},
	"themes": {"default": "light", "toggeable": true}, "pdf": {"enabled": true}, "feedback": {"enabled": false}, "ai": {"mode": "none"},
	"advancedCustomization": {"enabled": false}, "git": {"showEditLink": false},
	"pageActions": {"externalAI": false, "markdown": true, "mcp": false}, "externalLinks": {"target": "self"}, "pagination": {"enabled": true},
	"trademark": {"enabled": true}, "privacyPolicy": {}, "socialPreview": {}, "insights": {"trackingCookie": true}
}`
