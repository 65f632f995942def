package customization

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Overrides contains the settings of a site space that differ from the settings of the site. In an
// update, the override of an unset field does not change, and null removes an override, so that the
// setting of the site applies again. A nested object changes only the overrides that it contains,
// but a list replaces the site's entire list.
//
// Experimental: may change in any minor release; see [api].
type Overrides struct {
	Title   api.Nullable[string] `json:"title,omitzero" check:"len=2..128"`
	Styling *StylingOverrides    `json:"styling,omitzero"`
	// Internationalization contains the override of the locale.
	//
	// Deprecated: the service has deprecated this setting without a replacement.
	Internationalization *InternationalizationOverrides `json:"internationalization,omitzero"`
	// Favicon overrides the icon completely.
	Favicon api.Nullable[api.Icon] `json:"favicon,omitzero"`
	// Announcement overrides the announcement completely. To remove this override, delete all
	// overrides of the site space.
	Announcement  *Announcement           `json:"announcement,omitzero"`
	Header        *HeaderOverrides        `json:"header,omitzero"`
	Footer        *FooterOverrides        `json:"footer,omitzero"`
	Themes        *ThemesOverrides        `json:"themes,omitzero"`
	PDF           *SwitchOverrides        `json:"pdf,omitzero"`
	Feedback      *SwitchOverrides        `json:"feedback,omitzero"`
	Git           *GitOverrides           `json:"git,omitzero"`
	ExternalLinks *ExternalLinksOverrides `json:"externalLinks,omitzero"`
	Pagination    *SwitchOverrides        `json:"pagination,omitzero"`
	Trademark     *SwitchOverrides        `json:"trademark,omitzero"`
	PrivacyPolicy *URLOverrides           `json:"privacyPolicy,omitzero"`
	SocialPreview *URLOverrides           `json:"socialPreview,omitzero"`
	// LocalizedTitle replaces the titles in all languages. Each title has at most 128 characters.
	// Only newer versions of the service have this setting.
	LocalizedTitle api.Nullable[map[api.Language]string] `json:"localizedTitle,omitzero" check:"values=..128"`
}

// StylingOverrides contains the overrides of [Styling]. Fonts cannot be overridden.
//
// Experimental: may change in any minor release; see [api].
type StylingOverrides struct {
	Theme        api.Nullable[Theme]       `json:"theme,omitzero"`
	PrimaryColor api.Nullable[Color]       `json:"primaryColor,omitzero"`
	InfoColor    api.Nullable[Color]       `json:"infoColor,omitzero"`
	SuccessColor api.Nullable[Color]       `json:"successColor,omitzero"`
	WarningColor api.Nullable[Color]       `json:"warningColor,omitzero"`
	DangerColor  api.Nullable[Color]       `json:"dangerColor,omitzero"`
	Tint         api.Nullable[Tint]        `json:"tint,omitzero"`
	Corners      api.Nullable[Corners]     `json:"corners,omitzero"`
	Depth        api.Nullable[Depth]       `json:"depth,omitzero"`
	Links        api.Nullable[LinksStyle]  `json:"links,omitzero"`
	Icons        api.Nullable[IconsStyle]  `json:"icons,omitzero"`
	Sidebar      *SidebarOverrides         `json:"sidebar,omitzero"`
	Search       api.Nullable[SearchStyle] `json:"search,omitzero"`
	Background   api.Nullable[Background]  `json:"background,omitzero"` // deprecated by the service
	CodeTheme    *CodeThemesOverrides      `json:"codeTheme,omitzero"`  // only in newer versions of the service
}

// CodeThemesOverrides contains the overrides of [CodeThemes].
//
// Experimental: may change in any minor release; see [api].
type CodeThemesOverrides struct {
	Default api.Nullable[ThemedCodeTheme] `json:"default,omitzero"`
	OpenAPI api.Nullable[ThemedCodeTheme] `json:"openapi,omitzero"`
}

// SidebarOverrides contains the overrides of [Sidebar].
//
// Experimental: may change in any minor release; see [api].
type SidebarOverrides struct {
	Background api.Nullable[SidebarBackground] `json:"background,omitzero"`
	List       api.Nullable[SidebarList]       `json:"list,omitzero"`
}

// InternationalizationOverrides contains the override of [Internationalization]. Its field is
// required.
//
// Experimental: may change in any minor release; see [api].
type InternationalizationOverrides struct {
	Locale api.Nullable[api.Language] `json:"locale" check:"required"`
}

// HeaderOverrides contains the overrides of [Header].
//
// Experimental: may change in any minor release; see [api].
type HeaderOverrides struct {
	Preset          api.Nullable[HeaderPreset]  `json:"preset,omitzero"`
	Logo            api.Nullable[api.ThemedURL] `json:"logo,omitzero"`
	BackgroundColor api.Nullable[Color]         `json:"backgroundColor,omitzero"`
	LinkColor       api.Nullable[Color]         `json:"linkColor,omitzero"`
	Links           api.Nullable[[]HeaderItem]  `json:"links,omitzero"` // replaces all links of the site
	// PrimaryLink overrides the target of the link on the logo. Only newer versions of the service
	// have this setting.
	PrimaryLink api.Nullable[spaces.ContentRef] `json:"primaryLink,omitzero"`
}

// FooterOverrides contains the overrides of [Footer].
//
// Experimental: may change in any minor release; see [api].
type FooterOverrides struct {
	Logo      api.Nullable[api.ThemedURL] `json:"logo,omitzero"`
	Groups    api.Nullable[[]FooterGroup] `json:"groups,omitzero"` // replaces all links of the site
	Copyright api.Nullable[string]        `json:"copyright,omitzero" check:"len=..512"`
}

// ThemesOverrides contains the overrides of [Themes].
//
// Experimental: may change in any minor release; see [api].
type ThemesOverrides struct {
	Default api.Nullable[ThemeMode] `json:"default,omitzero"`
	// Toggleable overrides whether a visitor can change the mode. The API misspells the JSON name.
	Toggleable api.Nullable[bool] `json:"toggeable,omitzero"`
}

// SwitchOverrides contains the override of a [Switch]. Its field is required.
//
// Experimental: may change in any minor release; see [api].
type SwitchOverrides struct {
	Enabled api.Nullable[bool] `json:"enabled" check:"required"`
}

// GitOverrides contains the override of [Git]. Its field is required.
//
// Experimental: may change in any minor release; see [api].
type GitOverrides struct {
	ShowEditLink api.Nullable[bool] `json:"showEditLink" check:"required"`
}

// ExternalLinksOverrides contains the override of [ExternalLinks]. Its field is required.
//
// Experimental: may change in any minor release; see [api].
type ExternalLinksOverrides struct {
	Target api.Nullable[LinksTarget] `json:"target" check:"required"`
}

// URLOverrides contains the override of a [URL].
//
// Experimental: may change in any minor release; see [api].
type URLOverrides struct {
	URL api.Nullable[string] `json:"url,omitzero" check:"len=..2048"`
}
