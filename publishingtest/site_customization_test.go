package publishingtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
)

const (
	docsSettings  = docs + "/customization"
	guideSettings = docs + "/site-spaces/guide/customization"
)

// fullSettings are settings with all optional parts.
const fullSettings = `{
	"title": "Handbook",
	"styling": {
		"theme": "bold", "corners": "straight", "depth": "flat", "links": "accent", "background": "match", "icons": "thin", "search": "subtle", "sidebar": {"background": "filled", "list": "line"},
		"font": {"id": "font", "custom": true, "fontFamily": "Acme", "fontFaces": [{"weight": 400, "sources": [{"url": "https://cdn.example/a.woff2", "format": "woff2"}]}]},
		"monospaceFont": {"id": "font", "custom": true, "fontFamily": "Acme", "fontFaces": [{"weight": 400, "sources": [{"url": "https://cdn.example/a.woff2", "format": "woff"}]}]},
		"primaryColor": {"light": "#111111", "dark": "#222222"}, "infoColor": {"light": "#111111", "dark": "#222222"}, "successColor": {"light": "#111111", "dark": "#222222"},
		"warningColor": {"light": "#111111", "dark": "#222222"}, "dangerColor": {"light": "#111111", "dark": "#222222"}, "tint": {"color": {"light": "#111", "dark": "#222"}}
	},
	"internationalization": {"locale": "fr"}, "favicon": {"icon": {"light": "https://cdn.example/a.ico", "dark": "https://cdn.example/b.ico"}},
	"header": {
		"preset": "custom", "logo": {"light": "https://cdn.example/a.png", "dark": "https://cdn.example/b.png"}, "backgroundColor": {"light": "#fff", "dark": "#000"}, "linkColor": {"light": "#000", "dark": "#fff"},
		"links": [{"title": "More", "style": "link", "to": {"kind": "url", "url": "https://acme.example"}, "links": [{"title": "Status", "to": {"kind": "url", "url": "https://status.example"}}], "condition": "visitor.claims.a"}]
	},
	"footer": {
		"logo": {"light": "https://cdn.example/a.png", "dark": "https://cdn.example/b.png"}, "copyright": "© Acme",
		"groups": [{"title": "Company", "links": [{"title": "About", "to": {"kind": "url", "url": "https://acme.example"}}]}]
	},
	"announcement": {"enabled": true, "message": "We have moved", "style": "info", "link": {"title": "Read", "to": {"kind": "url", "url": "https://acme.example"}}},
	"themes": {"default": "dark", "toggeable": false}, "pdf": {"enabled": false}, "feedback": {"enabled": true}, "ai": {"mode": "search"}, "advancedCustomization": {"enabled": true},
	"git": {"showEditLink": true}, "pageActions": {"externalAI": true, "markdown": true, "mcp": true}, "externalLinks": {"target": "blank"}, "pagination": {"enabled": false},
	"trademark": {"enabled": false}, "privacyPolicy": {"url": "https://acme.example/privacy"}, "socialPreview": {"url": "https://cdn.example/p.png"}, "insights": {"trackingCookie": false}
}`

// settingsWith returns fullSettings with another value of a field, or without the field.
func settingsWith(field string, value any) string {
	text, _ := replaced(fullSettings, field, value)
	return text
}

// within returns the value at a path of an object, nil if there is none.
func within(object map[string]any, path string) any {
	var at any = object
	for step := range strings.SplitSeq(path, ".") {
		inner, _ := at.(map[string]any)
		at = inner[step]
	}
	return at
}

func customizationProofs() map[string]proof {
	p := proofs{}
	p.rejects("sites.customization.put.font-exists", "PUT", docsSettings, settingsWith("styling.font.id", "nowhere"), "styling.font")
	p.then("sites.customization.put.icon", "PUT", docsSettings, settingsWith("favicon", map[string]any{"emoji": "1f680"}), docs, func(site map[string]any) bool {
		return within(site, "icon.emoji") == "1f680"
	})
	// shown returns the copyright in a response after it was set and masked.
	shown := func(path, query string) proof {
		return func(t *testing.T, w *world) bool {
			w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) { s.Footer.Copyright = new("© Acme") })
			w.Sites.Customization.Mask("acme", "docs", "footer.copyright")
			return (within(w.send(t, "GET", path+query, "").object(t), "footer.copyright") == nil) == (query == "")
		}
	}
	p["sites.customization.masked"] = shown(docsSettings, "")
	p["sites.customization.get.unmasked"] = shown(docsSettings, "?unmasked=true")
	p["sites.sitespaces.customization.get.unmasked"] = shown(guideSettings, "?unmasked=true")
	p["sites.sitespaces.customization.update.merge"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", guideSettings, `{"styling":{"theme":"bold","icons":"thin"}}`).status)
		got := w.send(t, "PATCH", guideSettings, `{"styling":{"icons":"solid"}}`).object(t)
		require.Equal(t, "solid", within(got, "styling.icons"))
		return within(got, "styling.theme") == "bold"
	}
	p["sites.sitespaces.customization.delete.none"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", guideSettings, `{"styling":{"theme":"bold"}}`).status)
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", guideSettings, `{"styling":{"theme":null}}`).status)
		return w.send(t, "DELETE", guideSettings, "").status == http.StatusNoContent
	}
	p.then("sites.published.site-space-customization", "PATCH", guideSettings, `{"title":"Guide"}`, docs+"/published", func(got map[string]any) bool {
		return within(got, "customizations.siteSpaces.guide.title") == "Guide" && within(got, "customizations.siteSpaces.home.styling.theme") == "clean"
	})
	return p
}

func TestNewSiteHasTheDefaultCustomization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	created := must(w.client.Sites.Create(t.Context(), w.org, sites.Create{Title: new("Handbook")}))(t)
	got := must(w.client.Sites.Customization.Get(t.Context(), w.org, created.ID, sites.CustomizationGetOptions{}))(t)
	require.Nil(t, got.Title)
	require.Equal(t, customization.ThemeClean, got.Styling.Theme)
	require.True(t, got.Insights.TrackingCookie)
	require.Equal(t, *got, w.Sites.Customization.Get(w.org, created.ID))
}

func TestCustomizationIsReplacedAndPublished(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	var settings customization.Settings
	require.NoError(t, json.Unmarshal([]byte(settingsWith("unknown", map[string]any{"kept": []any{1.5, nil}})), &settings))
	settings.Styling.Sidebar.Extra = map[string]api.Raw{"width": api.Raw("12345678901234567890")}
	put := must(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", settings))(t)
	require.Equal(t, jsonOf(t, settings), jsonOf(t, *put), "also what no release knows")
	require.Equal(t, put, must(w.client.Sites.Customization.Get(t.Context(), "acme", "docs", sites.CustomizationGetOptions{}))(t))
	require.Equal(t, *put, w.Sites.Customization.Get("acme", "docs"))
	published := must(w.client.Sites.Published(t.Context(), "acme", "docs", sites.PublishedOptions{}))(t)
	require.Equal(t, *put, published.Customizations.Site)
	require.Len(t, published.Customizations.SiteSpaces, 5)
	for id, one := range published.Customizations.SiteSpaces {
		require.Equal(t, *put, one, id)
	}
	site := must(w.client.Sites.Get(t.Context(), "acme", "docs", sites.GetOptions{}))(t)
	require.Equal(t, &settings.Favicon, site.Icon)

	settings.Title, settings.Favicon, settings.Extra = nil, api.Icon{}, nil
	put = must(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", settings))(t)
	require.Nil(t, put.Title)
	require.Empty(t, put.Extra)
	site = must(w.client.Sites.Get(t.Context(), "acme", "docs", sites.GetOptions{}))(t)
	require.Nil(t, site.Icon)

	settings.Styling.MonospaceFont.Custom.ID = "font of nobody"
	requireError(t, errorOf(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", settings)), publishing.ErrBadRequest, "styling.monospaceFont: want a font of the organization")
	font := must(w.client.Orgs.Fonts.Get(t.Context(), "acme", "font"))(t)
	settings.Styling.MonospaceFont.Custom = &customization.CustomFont{ID: font.ID, Custom: font.Custom, FontFamily: font.FontFamily, FontFaces: font.FontFaces}
	must(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", settings))(t)
}

func TestFirstUnknownFontIsRejected(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	body := strings.ReplaceAll(fullSettings, `"id": "font"`, `"id": "nowhere"`)
	for range 20 {
		require.Contains(t, w.send(t, "PUT", docsSettings, body).message(t), "styling.font: want")
	}
}

func TestIconOfASiteIsItsFavicon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Icon: &api.Icon{Emoji: new("1f680")}}).ID
	got := must(w.client.Sites.Customization.Get(t.Context(), w.org, site, sites.CustomizationGetOptions{}))(t)
	require.Equal(t, api.Icon{Emoji: new("1f680")}, got.Favicon)
	got = must(w.client.Sites.Customization.Edit(t.Context(), w.org, site, func(s *customization.Settings) error {
		s.Favicon.Emoji = new("1f4d6")
		return nil
	}))(t)
	require.Equal(t, got.Favicon, *w.Sites.All(w.org)[0].Icon)
}

func TestOverridesAreLaidOverTheSite(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	service := w.client.Sites.SiteSpaces.Customization
	read := func(siteSpace string) *customization.Settings {
		return must(service.Get(t.Context(), "acme", "docs", siteSpace, sites.SiteSpaceCustomizationGetOptions{}))(t)
	}
	plain := read("guide")
	require.Equal(t, w.Sites.Customization.Get("acme", "docs"), *plain)
	links := []customization.HeaderItem{{Title: "One", Links: []customization.Link{}}, {Title: "Two", Links: []customization.Link{}}}
	got := must(service.Update(t.Context(), "acme", "docs", "guide", customization.Overrides{
		Title: api.Set("Guide"), Favicon: api.Set(api.Icon{Emoji: new("1f680")}),
		Styling: &customization.StylingOverrides{
			PrimaryColor: api.Set(customization.Color{Light: "#111", Dark: "#222"}), Sidebar: &customization.SidebarOverrides{List: api.Set(customization.SidebarListLine)},
		},
		Header: &customization.HeaderOverrides{Links: api.Set(links)}, Feedback: &customization.SwitchOverrides{Enabled: api.Set(true)},
		Announcement: &customization.Announcement{Enabled: true, Message: "Hello", Style: customization.AnnouncementStyleInfo},
	}))(t)
	want := *plain
	want.Title, want.Favicon, want.Feedback.Enabled = new("Guide"), api.Icon{Emoji: new("1f680")}, true
	want.Styling.PrimaryColor, want.Styling.Sidebar.List = customization.Color{Light: "#111", Dark: "#222"}, customization.SidebarListLine
	want.Header.Links = links
	want.Announcement = &customization.Announcement{Enabled: true, Message: "Hello", Style: customization.AnnouncementStyleInfo}
	require.Equal(t, want, *got)
	require.Equal(t, got, read("guide"))
	require.Equal(t, plain, read("home"), "the other site spaces")

	must(w.client.Sites.Customization.Edit(t.Context(), "acme", "docs", func(s *customization.Settings) error {
		s.Styling.PrimaryColor.Light, s.Styling.Theme, s.Title = "#999999", customization.ThemeMuted, new("Site")
		return nil
	}))(t)
	want.Styling.Theme = customization.ThemeMuted
	require.Equal(t, want, *read("guide"), "what is not overridden follows the site")

	got = must(service.Update(t.Context(), "acme", "docs", "guide", customization.Overrides{
		Styling: &customization.StylingOverrides{PrimaryColor: api.Null[customization.Color]()}, Header: &customization.HeaderOverrides{Links: api.Set(links[:1])},
	}))(t)
	want.Styling.PrimaryColor = customization.Color{Light: "#999999", Dark: plain.Styling.PrimaryColor.Dark}
	want.Header.Links = links[:1]
	require.Equal(t, want, *got, "a list is replaced as a whole")
	require.Equal(t, customization.SidebarListLine, got.Styling.Sidebar.List)
	overrides := w.Sites.SiteSpaces.Customization.Get("acme", "docs", "guide")
	require.Equal(t, "Guide", fmt.Sprint(overrides.Title))
	require.True(t, overrides.Styling.PrimaryColor.IsZero())

	require.Equal(t, want, must(w.client.Sites.Published(t.Context(), "acme", "docs", sites.PublishedOptions{}))(t).Customizations.SiteSpaces["guide"])

	must(service.Delete(t.Context(), "acme", "docs", "guide"))(t)
	require.Equal(t, w.Sites.Customization.Get("acme", "docs"), *read("guide"))
	require.Equal(t, customization.Overrides{}, w.Sites.SiteSpaces.Customization.Get("acme", "docs", "guide"))
	require.ErrorIs(t, errorOf(service.Delete(t.Context(), "acme", "docs", "nowhere")), publishing.ErrNotFound)
}

func TestCodeThemesAreOverriddenOneByOne(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t, publishingtest.WithNewerService())
	theme := customization.ThemedCodeTheme{Light: customization.CodeThemeMonochromeLight, Dark: customization.CodeThemeMonochromeDark}
	plain := must(w.client.Sites.Customization.Get(t.Context(), "acme", "docs", sites.CustomizationGetOptions{}))(t).Styling.CodeTheme
	for _, step := range []struct {
		override customization.CodeThemesOverrides
		want     customization.CodeThemes
	}{
		{customization.CodeThemesOverrides{Default: api.Set(theme)}, customization.CodeThemes{Default: theme, OpenAPI: plain.OpenAPI}},
		{customization.CodeThemesOverrides{OpenAPI: api.Set(theme)}, customization.CodeThemes{Default: theme, OpenAPI: theme}},
		{customization.CodeThemesOverrides{Default: api.Null[customization.ThemedCodeTheme]()}, customization.CodeThemes{Default: plain.Default, OpenAPI: theme}},
		{customization.CodeThemesOverrides{OpenAPI: api.Null[customization.ThemedCodeTheme]()}, *plain},
	} {
		got := must(w.client.Sites.SiteSpaces.Customization.Update(t.Context(), "acme", "docs", "guide",
			customization.Overrides{Styling: &customization.StylingOverrides{CodeTheme: &step.override}}))(t)
		require.Equal(t, &step.want, got.Styling.CodeTheme)
	}
	require.Equal(t, customization.Overrides{}, w.Sites.SiteSpaces.Customization.Get("acme", "docs", "guide"))
}

// TestOverridesOfADeletedSiteSpaceAreGone is about a site space whose space is placed again.
func TestOverridesOfADeletedSiteSpaceAreGone(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.Sites.SiteSpaces.Customization.Update("acme", "docs", "guide", customization.Overrides{Title: api.Set("Guide")})
	must(w.client.Sites.SiteSpaces.Delete(t.Context(), "acme", "docs", "guide"))(t)
	placed := must(w.client.Sites.SiteSpaces.Create(t.Context(), "acme", "docs", sites.SiteSpaceCreate{SpaceID: api.Set("guides")}))(t)
	require.Equal(t, customization.Overrides{}, w.Sites.SiteSpaces.Customization.Get("acme", "docs", placed.ID))
	published := must(w.client.Sites.Published(t.Context(), "acme", "docs", sites.PublishedOptions{}))(t)
	require.NotContains(t, slices.Collect(maps.Keys(published.Customizations.SiteSpaces)), "guide")
}

// TestMaskedSettingsAreHiddenAndKept masks a part of an override too, which must not change it.
func TestMaskedSettingsAreHiddenAndKept(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.Sites.Customization.Edit("acme", "docs", func(s *customization.Settings) {
		s.Footer.Copyright, s.Styling.Theme, s.Styling.InfoColor.Light = new("© Acme"), customization.ThemeBold, "#123456"
	})
	w.Sites.SiteSpaces.Customization.Update("acme", "docs", "guide", customization.Overrides{Styling: &customization.StylingOverrides{InfoColor: api.Set(customization.Color{Light: "#abcdef", Dark: "#fedcba"})}})
	masked := []string{"footer.copyright", "styling.theme", "styling.infoColor.light"}
	w.Sites.Customization.Mask("acme", "docs", masked...)
	require.Equal(t, masked, w.Sites.Customization.Masked("acme", "docs"))

	for range 2 {
		got := must(w.client.Sites.SiteSpaces.Customization.Get(t.Context(), "acme", "docs", "guide", sites.SiteSpaceCustomizationGetOptions{}))(t)
		require.Nil(t, got.Footer.Copyright)
		require.Equal(t, customization.ThemeClean, got.Styling.Theme)
		require.Equal(t, "#787878", got.Styling.InfoColor.Light)
		require.Equal(t, "#fedcba", got.Styling.InfoColor.Dark)
		got = must(w.client.Sites.SiteSpaces.Customization.Get(t.Context(), "acme", "docs", "guide", sites.SiteSpaceCustomizationGetOptions{Unmasked: new(true)}))(t)
		require.Equal(t, new("© Acme"), got.Footer.Copyright)
		require.Equal(t, "#abcdef", got.Styling.InfoColor.Light)
	}
	masking := must(w.client.Sites.Customization.Get(t.Context(), "acme", "docs", sites.CustomizationGetOptions{Unmasked: new(false)}))(t)
	require.Nil(t, masking.Footer.Copyright)
	require.Equal(t, *masking, must(w.client.Sites.Published(t.Context(), "acme", "docs", sites.PublishedOptions{}))(t).Customizations.Site)

	must(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", *masking))(t)
	require.Nil(t, w.Sites.Customization.Get("acme", "docs").Footer.Copyright, "this is how a masked get loses settings")

	w.Sites.Customization.Mask("acme", "docs")
	require.Empty(t, w.Sites.Customization.Masked("acme", "docs"))
}

// TestEditWithALostResponseIsRepeated is about an edit that has taken effect.
func TestEditWithALostResponseIsRepeated(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	edit := func(s *customization.Settings) error { s.Title = new("Handbook"); return nil }
	w.Faults.Add("Sites.Customization.Put", 1, publishingtest.Reset().AfterCommit())
	_, err := w.client.Sites.Customization.Edit(t.Context(), "acme", "docs", edit, api.WithoutRetry())
	require.True(t, api.MayHaveApplied(err))
	require.Equal(t, 1, w.Calls.Commits("Sites.Customization.Put"))
	require.Equal(t, new("Handbook"), must(w.client.Sites.Customization.Edit(t.Context(), "acme", "docs", edit))(t).Title)
	require.Equal(t, 1, w.Calls.Commits("Sites.Customization.Put"), "there is nothing left to change")
}
