package sites_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

const siteSpaceRequest = siteRequest + "/site-spaces/siteSpace%2F1"

func putCustomization(settings customization.Settings) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Customization.Put(a.Ctx, a.ID[0], a.ID[1], settings, a.Opts...)
	}
}

func override(overrides customization.Overrides) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.SiteSpaces.Customization.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], overrides, a.Opts...)
	}
}

func linkTo(title, url string) customization.Link {
	return customization.Link{Title: title, To: spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: &url}}
}

func colors(light, dark string) customization.Color {
	return customization.Color{Light: light, Dark: dark}
}

func images(name string) api.ThemedURL {
	return api.ThemedURL{Light: "https://cdn.example.com/" + name + "light.png", Dark: "https://cdn.example.com/" + name + "dark.png"}
}

// handbook returns the settings in customization.json.
func handbook() customization.Settings {
	logo, footerLogo := images(""), images("footer-")
	background, linkColor := colors("#ffffff", "#000000"), colors("#222222", "#dddddd")
	primary, link, secondary := customization.HeaderItemStyleButtonPrimary, customization.HeaderItemStyleLink, customization.HeaderItemStyleButtonSecondary
	news := linkTo("Read", "https://acme.example.com/news")
	url := func(url string) *spaces.ContentRef {
		return &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: &url}
	}
	return customization.Settings{
		Title: new("Handbook"),
		Styling: customization.Styling{
			Theme: customization.ThemeGradient, PrimaryColor: colors("#346ddb", "#346ddc"), Tint: &customization.Tint{Color: colors("#111111", "#eeeeee")},
			InfoColor: colors("#787878", "#787879"), SuccessColor: colors("#00a86b", "#00a86c"), WarningColor: colors("#fe9a00", "#fe9a01"), DangerColor: colors("#fb2c36", "#fb2c37"),
			Corners: customization.CornersRounded, Depth: customization.DepthFlat, Links: customization.LinksStyleAccent,
			Font: customization.Font{Name: customization.FontNameInter}, MonospaceFont: customization.Font{Name: customization.FontNameFiraCode},
			Background: customization.BackgroundMatch, Icons: customization.IconsStyleDuotone,
			Sidebar: customization.Sidebar{Background: customization.SidebarBackgroundFilled, List: customization.SidebarListPill}, Search: customization.SearchStyleProminent,
		},
		Internationalization: customization.Internationalization{Locale: api.LanguageFrench}, //nolint:staticcheck // the service requires it
		Favicon:              api.Icon{Icon: &api.ThemedURL{Light: "https://cdn.example.com/light.ico", Dark: "https://cdn.example.com/dark.ico"}},
		Header: customization.Header{
			Preset: customization.HeaderPresetCustom, Logo: &logo, BackgroundColor: &background, LinkColor: &linkColor,
			Links: []customization.HeaderItem{
				{
					Title: "More", Style: &primary, To: url("https://acme.example.com"), Condition: new("visitor.claims.isBetaUser == true"),
					Links: []customization.Link{
						linkTo("Status", "https://status.acme.example.com"),
						{Title: "Terms", To: spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: new("file_1")}},
						{Title: "Pet store", To: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec_1")}},
					},
				},
				{Title: "Menu", Style: &link, Links: []customization.Link{}},
				{Title: "Sign in", Style: &secondary, To: url("https://app.acme.example.com"), Links: []customization.Link{}},
				{Title: "Help", To: url("https://help.acme.example.com")},
			},
		},
		Footer: customization.Footer{
			Logo: &footerLogo, Copyright: new("© Acme"),
			Groups: []customization.FooterGroup{{Title: "Company", Links: []customization.Link{linkTo("About", "https://acme.example.com/about")}}},
		},
		Announcement: &customization.Announcement{Enabled: true, Message: "We have moved", Link: &news, Style: customization.AnnouncementStyleInfo},
		Themes:       customization.Themes{Default: customization.ThemeModeDark, Toggleable: true},
		PDF:          &customization.Switch{Enabled: true}, Feedback: customization.Switch{Enabled: true}, AI: customization.AI{Mode: customization.AIModeAssistant},
		AdvancedCustomization: customization.Switch{Enabled: true}, Git: &customization.Git{ShowEditLink: true},
		PageActions:   customization.PageActions{ExternalAI: new(true), Markdown: new(true), MCP: new(true)},
		ExternalLinks: customization.ExternalLinks{Target: customization.LinksTargetBlank}, Pagination: customization.Switch{Enabled: true}, Trademark: customization.Switch{Enabled: true},
		PrivacyPolicy: customization.URL{URL: new("https://acme.example.com/privacy")}, SocialPreview: customization.URL{URL: new("https://cdn.example.com/preview.png")},
		Insights: customization.Insights{TrackingCookie: true},
	}
}

// bare returns the settings in customization-bare.json.
func bare() customization.Settings {
	font := func(name string) customization.Font {
		format := api.FontFormatWOFF2
		return customization.Font{Custom: &customization.CustomFont{
			ID: "font_" + name, Custom: true, FontFamily: "Acme " + name,
			FontFaces: []api.FontFace{{Weight: 400, Sources: []api.FontSource{{URL: "https://cdn.example.com/" + name + ".woff2", Format: &format}}}},
		}}
	}
	settings := handbook()
	settings.Title, settings.Announcement, settings.Styling.Tint = nil, nil, nil
	settings.Styling.Theme, settings.Styling.Corners, settings.Styling.Depth, settings.Styling.Links = customization.ThemeClean, customization.CornersStraight, customization.DepthSubtle, customization.LinksStyleDefault
	settings.Styling.Font, settings.Styling.MonospaceFont = font("sans"), font("mono")
	settings.Styling.Background, settings.Styling.Icons, settings.Styling.Search = customization.BackgroundPlain, customization.IconsStyleThin, customization.SearchStyleSubtle
	settings.Styling.Sidebar = customization.Sidebar{Background: customization.SidebarBackgroundDefault, List: customization.SidebarListLine}
	settings.Internationalization.Locale = api.LanguageBrazilianPortuguese //nolint:staticcheck // the service requires it
	settings.Favicon = api.Icon{Emoji: new("1f680")}
	settings.Header = customization.Header{Preset: customization.HeaderPresetDefault}
	settings.Footer = customization.Footer{}
	settings.Themes.Default, settings.AI.Mode, settings.ExternalLinks.Target = customization.ThemeModeLight, customization.AIModeNone, customization.LinksTargetSelf
	return settings
}

// fixtureText returns a file in testdata.
func fixtureText(name string) string {
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		panic(err)
	}
	return string(data)
}

func allOverrides() customization.Overrides {
	settings := handbook()
	styling, header, footer := settings.Styling, settings.Header, settings.Footer
	on := func() *customization.SwitchOverrides { return &customization.SwitchOverrides{Enabled: api.Set(true)} }
	return customization.Overrides{
		Title: api.Set(*settings.Title),
		Styling: &customization.StylingOverrides{
			Theme: api.Set(styling.Theme), PrimaryColor: api.Set(styling.PrimaryColor), InfoColor: api.Set(styling.InfoColor), SuccessColor: api.Set(styling.SuccessColor),
			WarningColor: api.Set(styling.WarningColor), DangerColor: api.Set(styling.DangerColor), Tint: api.Set(*styling.Tint), Corners: api.Set(styling.Corners),
			Depth: api.Set(styling.Depth), Links: api.Set(styling.Links), Icons: api.Set(styling.Icons), Search: api.Set(styling.Search), Background: api.Set(styling.Background),
			Sidebar: &customization.SidebarOverrides{Background: api.Set(styling.Sidebar.Background), List: api.Set(styling.Sidebar.List)},
		},
		Internationalization: &customization.InternationalizationOverrides{Locale: api.Set(api.LanguageFrench)}, //nolint:staticcheck // it is part of the API
		Favicon:              api.Set(api.Icon{Emoji: new("1f680")}), Announcement: settings.Announcement,
		Header: &customization.HeaderOverrides{
			Preset: api.Set(header.Preset), Logo: api.Set(*header.Logo), BackgroundColor: api.Set(*header.BackgroundColor), LinkColor: api.Set(*header.LinkColor), Links: api.Set(header.Links),
		},
		Footer: &customization.FooterOverrides{Logo: api.Set(*footer.Logo), Groups: api.Set(footer.Groups), Copyright: api.Set(*footer.Copyright)},
		Themes: &customization.ThemesOverrides{Default: api.Set(settings.Themes.Default), Toggleable: api.Set(true)},
		PDF:    on(), Feedback: on(), Pagination: on(), Trademark: on(),
		Git: &customization.GitOverrides{ShowEditLink: api.Set(true)}, ExternalLinks: &customization.ExternalLinksOverrides{Target: api.Set(settings.ExternalLinks.Target)},
		PrivacyPolicy: &customization.URLOverrides{URL: api.Set(*settings.PrivacyPolicy.URL)}, SocialPreview: &customization.URLOverrides{URL: api.Set(*settings.SocialPreview.URL)},
	}
}

// overridesText returns the JSON of allOverrides: the settings in customization.json without what
// cannot be overridden.
func overridesText() string {
	var all map[string]any
	if err := json.Unmarshal([]byte(fixtureText("customization.json")), &all); err != nil {
		panic(err)
	}
	for _, name := range []string{"ai", "advancedCustomization", "pageActions", "insights"} {
		delete(all, name)
	}
	styling, _ := all["styling"].(map[string]any)
	delete(styling, "font")
	delete(styling, "monospaceFont")
	all["favicon"] = map[string]any{"emoji": "1f680"}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func noOverrides() customization.Overrides {
	off := func() *customization.SwitchOverrides {
		return &customization.SwitchOverrides{Enabled: api.Null[bool]()}
	}
	url := func() *customization.URLOverrides { return &customization.URLOverrides{URL: api.Null[string]()} }
	color, logo := api.Null[customization.Color](), api.Null[api.ThemedURL]()
	return customization.Overrides{
		Title: api.Null[string](),
		Styling: &customization.StylingOverrides{
			Theme: api.Null[customization.Theme](), PrimaryColor: color, InfoColor: color, SuccessColor: color, WarningColor: color, DangerColor: color, Tint: api.Null[customization.Tint](),
			Corners: api.Null[customization.Corners](), Depth: api.Null[customization.Depth](), Links: api.Null[customization.LinksStyle](), Icons: api.Null[customization.IconsStyle](),
			Sidebar: &customization.SidebarOverrides{Background: api.Null[customization.SidebarBackground](), List: api.Null[customization.SidebarList]()},
			Search:  api.Null[customization.SearchStyle](), Background: api.Null[customization.Background](),
		},
		Internationalization: &customization.InternationalizationOverrides{Locale: api.Null[api.Language]()}, //nolint:staticcheck // it is part of the API
		Favicon:              api.Null[api.Icon](),
		Header: &customization.HeaderOverrides{
			Preset: api.Null[customization.HeaderPreset](), Logo: logo, BackgroundColor: color, LinkColor: color, Links: api.Null[[]customization.HeaderItem](),
		},
		Footer: &customization.FooterOverrides{Logo: logo, Groups: api.Null[[]customization.FooterGroup](), Copyright: api.Null[string]()},
		Themes: &customization.ThemesOverrides{Default: api.Null[customization.ThemeMode](), Toggleable: api.Null[bool]()},
		PDF:    off(), Feedback: off(), Pagination: off(), Trademark: off(),
		Git: &customization.GitOverrides{ShowEditLink: api.Null[bool]()}, ExternalLinks: &customization.ExternalLinksOverrides{Target: api.Null[customization.LinksTarget]()},
		PrivacyPolicy: url(), SocialPreview: url(),
	}
}

var customizationRows = []contract.Row{
	{
		Op: "Sites.Customization.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Customization.Get(a.Ctx, a.ID[0], a.ID[1], sites.CustomizationGetOptions{Unmasked: new(true)}, a.Opts...)
		},
		Request:  "GET " + siteRequest + "/customization?unmasked=true",
		Status:   200,
		Response: "customization.json",
	},
	{
		Op:   "Sites.Customization.Get",
		Name: "masked",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Customization.Get(a.Ctx, a.ID[0], a.ID[1], sites.CustomizationGetOptions{Unmasked: new(false)}, a.Opts...)
		},
		Request:  "GET " + siteRequest + "/customization?unmasked=false",
		Status:   200,
		Response: "customization-bare.json",
	},

	{
		Op:       "Sites.Customization.Put",
		Call:     putCustomization(handbook()),
		Request:  "PUT " + siteRequest + "/customization",
		Body:     fixtureText("customization.json"),
		Status:   200,
		Response: "customization.json",
	},
	{
		Op:       "Sites.Customization.Put",
		Name:     "with fonts of the organization",
		Call:     putCustomization(bare()),
		Request:  "PUT " + siteRequest + "/customization",
		Body:     fixtureText("customization-bare.json"),
		Status:   200,
		Response: "customization-bare.json",
	},
	{
		Op:      "Sites.Customization.Put",
		Name:    "rejected",
		Call:    putCustomization(handbook()),
		Request: "PUT " + siteRequest + "/customization",
		Body:    fixtureText("customization.json"),
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op: "Sites.SiteSpaces.Customization.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Customization.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SiteSpaceCustomizationGetOptions{Unmasked: new(true)}, a.Opts...)
		},
		Request:  "GET " + siteSpaceRequest + "/customization?unmasked=true",
		Status:   200,
		Response: "customization.json",
	},
	{
		Op:   "Sites.SiteSpaces.Customization.Get",
		Name: "masked",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Customization.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SiteSpaceCustomizationGetOptions{Unmasked: new(false)}, a.Opts...)
		},
		Request:  "GET " + siteSpaceRequest + "/customization?unmasked=false",
		Status:   200,
		Response: "customization-bare.json",
	},

	{
		Op:       "Sites.SiteSpaces.Customization.Update",
		Call:     override(allOverrides()),
		Request:  "PATCH " + siteSpaceRequest + "/customization",
		Body:     overridesText(),
		Status:   200,
		Response: "customization.json",
	},
	{
		Op:      "Sites.SiteSpaces.Customization.Update",
		Name:    "null",
		Call:    override(noOverrides()),
		Request: "PATCH " + siteSpaceRequest + "/customization",
		Body: `{
			"title": null,
			"styling": {
				"theme": null, "primaryColor": null, "infoColor": null, "successColor": null, "warningColor": null, "dangerColor": null, "tint": null, "corners": null,
				"depth": null, "links": null, "icons": null, "sidebar": {"background": null, "list": null}, "search": null, "background": null
			},
			"internationalization": {"locale": null}, "favicon": null,
			"header": {"preset": null, "logo": null, "backgroundColor": null, "linkColor": null, "links": null},
			"footer": {"logo": null, "groups": null, "copyright": null}, "themes": {"default": null, "toggeable": null},
			"pdf": {"enabled": null}, "feedback": {"enabled": null}, "git": {"showEditLink": null}, "externalLinks": {"target": null},
			"pagination": {"enabled": null}, "trademark": {"enabled": null}, "privacyPolicy": {"url": null}, "socialPreview": {"url": null}
		}`,
		Status:   200,
		Response: "customization-bare.json",
	},

	{
		Op: "Sites.SiteSpaces.Customization.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Customization.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + siteSpaceRequest + "/customization",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:   "Sites.SiteSpaces.Customization.Delete",
		Name: "no overrides",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.SiteSpaces.Customization.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + siteSpaceRequest + "/customization",
		Status:  204,
		Outcome: api.AlreadyAbsent,
	},
}

func editCustomization(edit func(*customization.Settings) error) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Customization.Edit(a.Ctx, a.ID[0], a.ID[1], edit, a.Opts...)
	}
}

// TestEditOfANewerServiceSendsWhatItGot is about settings of a service that has dropped some fields
// and added others, which it requires.
func TestEditOfANewerServiceSendsWhatItGot(t *testing.T) {
	t.Parallel()
	newer := fixtureText("../customization/testdata/newer-settings.json")
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		sent = append(sent, r.Method+" "+r.RequestURI+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			body = []byte(newer)
		}
		_, _ = w.Write(body)
	}))
	defer server.Close()
	client, err := publishing.NewClient(server.URL, publishing.WithToken("t"), publishing.WithHTTPClient(server.Client()))
	require.NoError(t, err)

	got, err := client.Sites.Customization.Edit(t.Context(), "org", "site", func(settings *customization.Settings) error {
		settings.Styling.PrimaryColor.Light = "#112233"
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, "#112233", got.Styling.PrimaryColor.Light)
	require.Len(t, sent, 2)
	require.Equal(t, "GET /v1/orgs/org/sites/site/customization?unmasked=true ", sent[0])
	put, ok := strings.CutPrefix(sent[1], "PUT /v1/orgs/org/sites/site/customization ")
	require.True(t, ok, sent[1])
	require.JSONEq(t, strings.Replace(newer, `{"light": "#346ddb"`, `{"light": "#112233"`, 1), put, "nothing else has changed, and nothing was added")

	got, err = client.Sites.Customization.Edit(t.Context(), "org", "site", func(settings *customization.Settings) error {
		settings.Styling.PrimaryColor.Light = "#346ddb"
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, new("Handbook"), got.Title)
	require.Len(t, sent, 3, "nothing to put")
}

// TestPutOfSettingsThatWereReadIgnoresNothing is about a service that sets the time of the put.
func TestPutOfSettingsThatWereReadIgnoresNothing(t *testing.T) {
	t.Parallel()
	settings := strings.Replace(fixtureText("customization.json"), "{", `{"updatedAt": "2026-05-04T03:02:01.678Z", `, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodPut {
			_, _ = io.WriteString(w, strings.Replace(settings, `"updatedAt": "2026-`, `"updatedAt": "2027-`, 1))
			return
		}
		_, _ = io.WriteString(w, settings)
	}))
	defer server.Close()
	client, err := publishing.NewClient(server.URL, publishing.WithToken("t"), publishing.WithHTTPClient(server.Client()))
	require.NoError(t, err)
	before, err := client.Sites.Customization.Get(t.Context(), "org", "site", sites.CustomizationGetOptions{Unmasked: new(true)})
	require.NoError(t, err)
	after, err := client.Sites.Customization.Put(t.Context(), "org", "site", *before, publishing.WithStrictWrites())
	require.NoError(t, err)
	require.Equal(t, 2027, after.UpdatedAt.Year())
}

// object returns what is at a path of decoded JSON.
func object(root any, path ...any) map[string]any {
	for _, step := range path {
		if name, ok := step.(string); ok {
			root = root.(map[string]any)[name]
		} else {
			root = root.([]any)[step.(int)]
		}
	}
	return root.(map[string]any)
}

// TestEditOfAnElementChangesExactlyThat makes one change to a list of settings in which fields are
// null, absent and unknown at random, and requires the put to have that difference.
func TestEditOfAnElementChangesExactlyThat(t *testing.T) {
	t.Parallel()
	type edit struct {
		settings func(*customization.Settings)
		text     func(root any)
	}
	remove := func(holder map[string]any, name string, i int) {
		holder[name] = slices.Delete(holder[name].([]any), i, i+1)
	}
	edits := map[string]edit{
		"a title": {
			func(s *customization.Settings) { s.Header.Links[1].Title = "Other" },
			func(root any) { object(root, "header", "links", 1)["title"] = "Other" },
		},
		"a title in a menu": {
			func(s *customization.Settings) { s.Header.Links[0].Links[1].Title = "Other" },
			func(root any) { object(root, "header", "links", 0, "links", 1)["title"] = "Other" },
		},
		"the URL of a link": {
			func(s *customization.Settings) {
				s.Footer.Groups[0].Links[0].To.URL = new("https://acme.example.com/x")
			},
			func(root any) {
				object(root, "footer", "groups", 0, "links", 0, "to")["url"] = "https://acme.example.com/x"
			},
		},
		"an element less": {
			func(s *customization.Settings) { s.Header.Links = slices.Delete(s.Header.Links, 1, 2) },
			func(root any) { remove(object(root, "header"), "links", 1) },
		},
		"an element less in a menu": {
			func(s *customization.Settings) {
				s.Header.Links[0].Links = slices.Delete(s.Header.Links[0].Links, 0, 1)
			},
			func(root any) { remove(object(root, "header", "links", 0), "links", 0) },
		},
		"an element more": {
			func(s *customization.Settings) {
				s.Footer.Groups = slices.Insert(s.Footer.Groups, 0, customization.FooterGroup{Title: "First"})
			},
			func(root any) {
				footer := object(root, "footer")
				footer["groups"] = slices.Insert(footer["groups"].([]any), 0, any(map[string]any{"title": "First", "links": []any{}}))
			},
		},
		"another order": {
			func(s *customization.Settings) { slices.Reverse(s.Header.Links) },
			func(root any) { slices.Reverse(object(root, "header")["links"].([]any)) },
		},
		"a face of a font": {
			func(s *customization.Settings) { s.Styling.Font.Custom.FontFaces[0].Weight = 700 },
			func(root any) { object(root, "styling", "font", "fontFaces", 0)["weight"] = 700 },
		},
	}
	for name, edit := range edits {
		for seed := range uint64(sample.CountOneByOne(20, 20)) {
			random := rand.New(rand.NewPCG(seed, 6))
			var root any
			require.NoError(t, json.Unmarshal([]byte(fixtureText("customization.json")), &root))
			var bare any
			require.NoError(t, json.Unmarshal([]byte(fixtureText("customization-bare.json")), &bare))
			object(root, "styling")["font"] = object(bare, "styling")["font"]
			blur(random, root)
			received, err := json.Marshal(root)
			require.NoError(t, err)
			var sent string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if r.Method == http.MethodPut {
					body, _ := io.ReadAll(r.Body)
					sent = string(body)
				}
				_, _ = w.Write(received)
			}))
			client, err := publishing.NewClient(server.URL, publishing.WithToken("t"), publishing.WithHTTPClient(server.Client()))
			require.NoError(t, err)
			_, err = client.Sites.Customization.Edit(t.Context(), "org", "site", func(s *customization.Settings) error {
				edit.settings(s)
				return nil
			})
			server.Close()
			require.NoError(t, err, name)
			edit.text(root)
			want, err := json.Marshal(root)
			require.NoError(t, err)
			require.JSONEq(t, string(want), sent, "%s, seed %d", name, seed)
		}
	}
}

// blur adds null and unknown fields to the objects in lists, and removes empty lists from them.
func blur(random *rand.Rand, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			blur(random, value[name])
		}
	case []any:
		for _, element := range value {
			blur(random, element)
			fields, ok := element.(map[string]any)
			if !ok {
				continue
			}
			for _, name := range []string{"style", "condition", "localizedTitle"} {
				if _, given := fields[name]; !given && random.IntN(2) == 0 {
					fields[name] = nil
				}
			}
			if random.IntN(2) == 0 {
				fields["new"] = map[string]any{"a": nil, "b": []any{1.5, nil}}
			}
			if links, ok := fields["links"].([]any); ok && len(links) == 0 && random.IntN(2) == 0 {
				delete(fields, "links")
			}
		}
	}
}

func TestEditThatChangesNothingPutsNothing(t *testing.T) {
	t.Parallel()
	text := fixtureText("customization-bare.json")
	for name, edit := range map[string]func(*customization.Settings) error{
		"nothing":    func(*customization.Settings) error { return nil },
		"back again": func(s *customization.Settings) error { s.Title = new("x"); s.Title = nil; return nil },
	} {
		got := contract.Call(t, editCustomization(edit), []string{"org", "site"}, text)
		require.NoError(t, got.Err, name)
		require.Equal(t, 1, got.Sent(), name)
	}
}

func TestEditWithAnErrorPutsNothing(t *testing.T) {
	t.Parallel()
	errNo := errors.New("no")
	text := fixtureText("customization-bare.json")
	rename := func(title string) func(*customization.Settings) error {
		return func(s *customization.Settings) error { s.Title = new(title); return nil }
	}
	for name, test := range map[string]struct {
		response string
		edit     func(*customization.Settings) error
		sent     int
		want     string
	}{
		"of the change":  {text, func(s *customization.Settings) error { s.Title = new("Other"); return errNo }, 1, "no"},
		"no function":    {text, nil, 0, "Sites.Customization.Put: edit: want a function that is not nil"},
		"nothing in it":  {`{}`, rename("Other"), 1, "Sites.Customization.Get: "},
		"no object":      {`null`, rename("Other"), 1, "want a JSON object"},
		"beyond a limit": {text, rename("x"), 1, `Sites.Customization.Put: title: want 2 to 128 characters, got "x"`},
		"that cannot be encoded": {text, func(s *customization.Settings) error {
			s.Extra = map[string]api.Raw{"x": api.Raw("{")}
			return nil
		}, 1, "Sites.Customization.Put: body: want a value that can be encoded"},
	} {
		got := contract.Call(t, editCustomization(test.edit), []string{"org", "site"}, test.response)
		require.ErrorContains(t, got.Err, test.want, name)
		require.Equal(t, test.sent, got.Sent(), name)
		require.False(t, api.MayHaveApplied(got.Err), name)
		if name == "of the change" {
			require.Same(t, errNo, got.Err)
		}
	}
}

// TestEditSendsBackWhatTheServiceAccepts is about limits that are older than the service.
func TestEditSendsBackWhatTheServiceAccepts(t *testing.T) {
	t.Parallel()
	text := strings.Replace(fixtureText("customization-bare.json"), "{", `{"title": "x",`, 1)
	got := contract.Call(t, editCustomization(func(s *customization.Settings) error {
		s.Footer.Copyright = new("Acme")
		return nil
	}), []string{"org", "site"}, text, text)
	require.NoError(t, got.Err)
	require.Equal(t, 2, got.Sent())
}

func TestEditPutsNoSettingsThatItCouldNotDecode(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(fixtureText("customization.json"), `"mode": "assistant"`, `"mode": {"name": "assistant"}`, 1)
	got := contract.Call(t, editCustomization(func(settings *customization.Settings) error {
		settings.Title = new("Other")
		return nil
	}), []string{"org", "site"}, changed, changed)
	require.ErrorContains(t, got.Err, "Sites.Customization.Get: ")
	require.ErrorContains(t, got.Err, "/ai/mode: want customization.AIMode, got object")
	require.False(t, api.MayHaveApplied(got.Err))
}

func TestEditChecksWhatIsSet(t *testing.T) {
	t.Parallel()
	settings := fixtureText("customization.json")
	got := contract.Call(t, editCustomization(func(settings *customization.Settings) error {
		settings.Styling.DangerColor.Dark = "red"
		return nil
	}), []string{"org", "site"}, settings, settings)
	require.EqualError(t, got.Err, `Sites.Customization.Put: styling.dangerColor.dark: want text that matches ^#(?:[0-9a-fA-F]{3}){1,2}$, got "red"`)
	require.False(t, api.MayHaveApplied(got.Err))

	got = contract.Call(t, func(a contract.Args) (any, error) {
		return a.Sites.Customization.Edit(a.Ctx, a.ID[0], a.ID[1], func(settings *customization.Settings) error {
			settings.Styling.DangerColor.Dark = "red"
			return nil
		}, append(a.Opts, api.WithoutValidation())...)
	}, []string{"org", "site"}, settings, settings)
	require.NoError(t, got.Err)
}
