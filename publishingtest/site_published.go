package publishingtest

import (
	"net/http"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

var (
	ruleUnpublished  = newUndecidedRule("sites.published.unpublished-404", "the published site of a site that is not published returns 404; without the rule, it has no published URLs")
	rulePublishedKey = newUndecidedRule("sites.published.share-key", "on a published share-link site, a share key that is not that of an active share link returns 404; without the rule, there are no published URLs")
)

// publishedOperations are the operations on the publication of sites.
var publishedOperations = operations{
	"Sites.Publish":   {handle: onSite(publishSite)},
	"Sites.Unpublish": {handle: onSite(unpublishSite)},
	"Sites.Published": {handle: onSite(getPublished)},
}

func publishSite(c *call, s *site) (response, error) {
	s.data.Published = true
	return respondOK(c.showSite(s))
}

func unpublishSite(c *call, s *site) (response, error) {
	s.data.Published = false
	return respondOK(c.showSite(s))
}

func getPublished(c *call, s *site) (response, error) {
	key := c.query.Get("shareKey")
	switch {
	case !s.data.Published && c.enabled(ruleUnpublished):
		return response{}, fail(http.StatusNotFound,
			"siteId: the site %s is not published [%s]", abbreviated(s.data.ID), ruleUnpublished)
	case key != "" && s.data.Published && s.visible(key) == nil && c.enabled(rulePublishedKey):
		return response{}, fail(
			http.StatusNotFound, "shareKey: want the key of an active share link, got %s [%s]",
			abbreviated(key), rulePublishedKey,
		)
	}
	site := c.showSite(s)
	site.URLs.Published = s.visible(key)
	settings, siteSpaces := c.publishedCustomizations(s)
	return respondOK(sites.PublishedSite{
		Object: "published-content-site", Site: site,
		Structure:      c.showStructure(c.withoutDrafts(s), key),
		Customizations: sites.PublishedCustomizations{Site: settings, SiteSpaces: siteSpaces},
		Scripts:        c.scriptsOf(s),
	})
}

// plainSettings returns the customization of a site that was never customized. It is decoded from
// JSON, which contains deprecated fields without using their Go names.
func (st *state) plainSettings() customization.Settings {
	var settings customization.Settings
	_, _ = jsonx.Decode([]byte(plainSettingsJSON), &settings)
	if st.config.newer {
		theme := customization.ThemedCodeTheme{Light: "default-light", Dark: "default-dark"}
		settings.PDF, settings.Git, settings.SocialAccounts = nil, nil, []customization.SocialAccount{}
		settings.PageActions = customization.PageActions{Items: []customization.PageAction{
			customization.PageActionMarkdown, customization.PageActionPDF,
		}}
		settings.Styling.CodeTheme = &customization.CodeThemes{Default: theme, OpenAPI: theme}
	}
	return settings
}

const plainSettingsJSON = `{
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
