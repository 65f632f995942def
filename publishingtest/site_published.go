package publishingtest

import (
	"net/http"
	"net/url"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/rison"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

var (
	ruleUnpublished  = newUndecidedRule("sites.published.unpublished-404", "the published site of a site that is not published returns 404; without the rule, it has no published URLs")
	rulePublishedKey = newUndecidedRule("sites.published.share-key", "on a published share-link site, a share key that is not that of an active share link returns 404; without the rule, there are no published URLs")
)

// The operations on the publication of sites.
var _ = declare(operations{
	"Sites.Publish":   {handle: onSite(publishAs(true))},
	"Sites.Unpublish": {handle: onSite(publishAs(false))},
	"Sites.Published": {handle: onSite(getPublished)},
})

// publishAs returns a handler that publishes or unpublishes a site.
func publishAs(published bool) handlerOf[*site] {
	return func(c *call, s *site) (response, error) {
		s.data.Published = published
		return respondOK(c.showSite(s))
	}
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
		Structure:      c.showStructure(byRule(c.state, ruleDraftsHidden, s.withoutDrafts(), s), key),
		Customizations: sites.PublishedCustomizations{Site: settings, SiteSpaces: siteSpaces},
		Scripts:        c.scriptsOf(s),
	})
}

// plainSettings returns the settings of a site that was never customized. It decodes them from
// JSON, so that the code need not use the Go names of deprecated fields.
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

var rulePreviewSpace = newUndecidedRule("sites.publishing.preview.site-space", "the site space of a preview belongs to the site; without the rule, an unknown one is ignored")

// previewLifetime is the time for which the URL of a preview is valid.
const previewLifetime = time.Hour

// The operations on previews of sites.
var _ = declare(operations{
	"Sites.Publishing.Preview": {handle: onSite(getPreview)},
})

// getPreview responds with a URL that contains the claims and the time at which the URL expires.
// The server does not serve this URL.
func getPreview(c *call, s *site) (response, error) {
	segments := []string{"preview", s.data.ID}
	switch id := c.query.Get("siteSpace"); {
	case s.spaces.Has(id):
		segments = append(segments, id)
	case id != "" && c.enabled(rulePreviewSpace):
		return response{}, invalid("siteSpace", "a site space of the site", id, rulePreviewSpace)
	default:
		for placed := range s.spacesIn(s.defaultSection()) {
			if placed.byDefault {
				segments = append(segments, placed.data.ID)
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
