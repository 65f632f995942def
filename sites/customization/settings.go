package customization

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Settings describes the appearance of a site, or of a space on a site.
//
// Experimental: may change in any minor release; see [api].
type Settings struct {
	Title   *string `json:"title,omitzero" check:"len=2..128"` // nil if not set
	Styling Styling `json:"styling" response:"about"`
	// Internationalization contains the locale of the site.
	//
	// Deprecated: the service has deprecated this setting without a replacement.
	Internationalization Internationalization `json:"internationalization"`
	Favicon              api.Icon             `json:"favicon"` // zero if the site has no icon
	Header               Header               `json:"header"`
	Footer               Footer               `json:"footer"`
	// Announcement is nil if there is no announcement.
	Announcement *Announcement `json:"announcement,omitzero"`
	Themes       Themes        `json:"themes"`
	// PDF reports whether readers can download a PDF. It is nil if the service does not have this
	// setting.
	PDF *Switch `json:"pdf,omitzero"`
	// Feedback reports whether readers can rate a page.
	Feedback              Switch `json:"feedback"`
	AI                    AI     `json:"ai"`
	AdvancedCustomization Switch `json:"advancedCustomization"`
	// Git is nil if the service does not have this setting.
	Git           *Git          `json:"git,omitzero"`
	PageActions   PageActions   `json:"pageActions"`
	ExternalLinks ExternalLinks `json:"externalLinks"`
	// Pagination configures whether a page links to the previous and the next page.
	Pagination Switch `json:"pagination"`
	// Trademark configures whether the site shows the trademark of the service.
	Trademark     Switch   `json:"trademark"`
	PrivacyPolicy URL      `json:"privacyPolicy"`
	SocialPreview URL      `json:"socialPreview"`
	Insights      Insights `json:"insights"`

	// Only newer versions of the service have the following settings. These versions require
	// SocialAccounts, and have neither PDF nor Git. UpdatedAt is sent back unchanged.
	// LocalizedTitle contains the title in other languages; each title has at most 128 characters.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero" check:"values=..128"`
	SocialAccounts []SocialAccount         `json:"socialAccounts,omitzero" check:"items=..10"`
	UpdatedAt      *time.Time              `json:"updatedAt,omitzero"`

	Extra map[string]api.Raw `json:",embed"`
}

// SocialAccount is an account of the owner of a site on another platform.
//
// Experimental: may change in any minor release; see [api].
type SocialAccount struct {
	Platform SocialPlatform       `json:"platform" check:"required"`
	Handle   string               `json:"handle" check:"required,len=1..128"`
	Display  SocialAccountDisplay `json:"display"`
	Extra    map[string]api.Raw   `json:",embed"`
}

// SocialAccountDisplay configures where a site links to a [SocialAccount].
//
// Experimental: may change in any minor release; see [api].
type SocialAccountDisplay struct {
	Footer bool               `json:"footer"`
	Header bool               `json:"header"`
	Extra  map[string]api.Raw `json:",embed"`
}

// CodeThemes contains the themes of code blocks in newer versions of the service.
//
// Experimental: may change in any minor release; see [api].
type CodeThemes struct {
	Default ThemedCodeTheme    `json:"default"`
	OpenAPI ThemedCodeTheme    `json:"openapi"` // theme of code blocks in OpenAPI operations
	Extra   map[string]api.Raw `json:",embed"`
}

// ThemedCodeTheme contains a theme of code blocks for light mode and a theme for dark mode.
//
// Experimental: may change in any minor release; see [api].
type ThemedCodeTheme struct {
	Light CodeTheme          `json:"light" check:"required"`
	Dark  CodeTheme          `json:"dark" check:"required"`
	Extra map[string]api.Raw `json:",embed"`
}

// Styling contains the colors, fonts and shapes of a site.
//
// Experimental: may change in any minor release; see [api].
type Styling struct {
	Theme         Theme       `json:"theme" check:"required"`
	PrimaryColor  Color       `json:"primaryColor"`
	Tint          *Tint       `json:"tint,omitzero"` // nil if there is none
	InfoColor     Color       `json:"infoColor"`
	SuccessColor  Color       `json:"successColor"`
	WarningColor  Color       `json:"warningColor"`
	DangerColor   Color       `json:"dangerColor"`
	Corners       Corners     `json:"corners" check:"required"`
	Depth         Depth       `json:"depth" check:"required"`
	Links         LinksStyle  `json:"links" check:"required"`
	Font          Font        `json:"font" check:"required"`
	MonospaceFont Font        `json:"monospaceFont" check:"required"`
	Background    Background  `json:"background" check:"required"` // deprecated by the service
	Icons         IconsStyle  `json:"icons" check:"required"`
	Sidebar       Sidebar     `json:"sidebar"`
	Search        SearchStyle `json:"search" check:"required"`

	// Only newer versions of the service have the following settings. These versions require
	// CodeTheme. HeadingFont is nil if headings use the font of the text.
	HeadingFont *Font       `json:"headingFont,omitzero"`
	CodeTheme   *CodeThemes `json:"codeTheme,omitzero"`

	Extra map[string]api.Raw `json:",embed"`
}

// Color contains a color for light mode and a color for dark mode. A color is written as "#" and
// three or six hexadecimal digits, such as "#346ddb".
//
// Experimental: may change in any minor release; see [api].
type Color struct {
	Light string             `json:"light" check:"required,match=color"`
	Dark  string             `json:"dark" check:"required,match=color"`
	Extra map[string]api.Raw `json:",embed"`
}

// Tint is a color that tints the entire site.
//
// Experimental: may change in any minor release; see [api].
type Tint struct {
	Color Color              `json:"color"`
	Extra map[string]api.Raw `json:",embed"`
}

// Font is a built-in font, or a font of the organization. At most one of its fields is set.
//
// Experimental: may change in any minor release; see [api].
type Font struct {
	Name   FontName    // "" for a font of the organization
	Custom *CustomFont // nil for a built-in font
	Raw    api.Raw     // JSON of a variant that this release does not know
}

// CustomFont is a font of the organization. Copy the values of its fields from the orgs.Font.
//
// Experimental: may change in any minor release; see [api].
type CustomFont struct {
	ID         string             `json:"id" check:"required"`
	Custom     bool               `json:"custom"`
	FontFamily string             `json:"fontFamily" check:"required,len=1..50"` // CSS font family
	FontFaces  []api.FontFace     `json:"fontFaces" check:"required,items=1.."`
	Extra      map[string]api.Raw `json:",embed"`
}

// Sidebar describes the appearance of the sidebar.
//
// Experimental: may change in any minor release; see [api].
type Sidebar struct {
	Background SidebarBackground  `json:"background" check:"required"`
	List       SidebarList        `json:"list" check:"required"`
	Extra      map[string]api.Raw `json:",embed"`
}

// Internationalization contains the locale of a site. The service has deprecated this setting.
//
// Experimental: may change in any minor release; see [api].
type Internationalization struct {
	Locale api.Language       `json:"locale" check:"required"`
	Extra  map[string]api.Raw `json:",embed"`
}

// Header is the header of a site.
//
// Experimental: may change in any minor release; see [api].
type Header struct {
	// Preset is the style of the header. The service has deprecated all values.
	Preset HeaderPreset   `json:"preset" check:"required"`
	Logo   *api.ThemedURL `json:"logo,omitzero"` // nil if there is none
	// BackgroundColor is nil if it is not set. The service has deprecated this setting.
	BackgroundColor *Color `json:"backgroundColor,omitzero"`
	// LinkColor is nil if it is not set. The service has deprecated this setting.
	LinkColor *Color `json:"linkColor,omitzero"`
	// PrimaryLink is the target of the link on the logo. If it is nil, the logo links to the site.
	// Only newer versions of the service have this setting.
	PrimaryLink *spaces.ContentRef `json:"primaryLink,omitzero"`
	Links       []HeaderItem       `json:"links"`
	Extra       map[string]api.Raw `json:",embed"`
}

// HeaderItem is a link or a menu of links in the header.
//
// Experimental: may change in any minor release; see [api].
type HeaderItem struct {
	Title string             `json:"title"`
	Style *HeaderItemStyle   `json:"style,omitzero"` // nil if not set
	To    *spaces.ContentRef `json:"to"`             // nil for a menu that is not itself a link
	Links []Link             `json:"links"`          // items of a menu; empty for a link
	// Condition is an expression of at most 1024 characters that decides whether a visitor sees the
	// item. If it is nil, everybody sees the item.
	Condition *string `json:"condition,omitzero" check:"len=..1024"`
	// LocalizedTitle contains the title in other languages. Only newer versions of the service have
	// this setting.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero"`

	Extra map[string]api.Raw `json:",embed"`
}

// Link is a link with a title.
//
// Experimental: may change in any minor release; see [api].
type Link struct {
	Title string            `json:"title" check:"len=..64"` // at most 64 characters
	To    spaces.ContentRef `json:"to" check:"required"`
	// LocalizedTitle contains the title in other languages. Each title has at most 64 characters.
	// Only newer versions of the service have this setting.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero" check:"values=..64"`

	Extra map[string]api.Raw `json:",embed"`
}

// Footer is the footer of a site.
//
// Experimental: may change in any minor release; see [api].
type Footer struct {
	Logo   *api.ThemedURL `json:"logo,omitzero"` // nil if there is none
	Groups []FooterGroup  `json:"groups"`
	// Copyright is nil if there is none. Older versions of the service accept at most 300
	// characters.
	Copyright *string            `json:"copyright,omitzero" check:"len=..512"`
	Extra     map[string]api.Raw `json:",embed"`
}

// FooterGroup is a column of links in the footer.
//
// Experimental: may change in any minor release; see [api].
type FooterGroup struct {
	Title string `json:"title"`
	Links []Link `json:"links"`
	// LocalizedTitle contains the title in other languages. Only newer versions of the service have
	// this setting.
	LocalizedTitle map[api.Language]string `json:"localizedTitle,omitzero"`

	Extra map[string]api.Raw `json:",embed"`
}

// Announcement is a message at the top of a site.
//
// Experimental: may change in any minor release; see [api].
type Announcement struct {
	Enabled bool              `json:"enabled"` // whether the site shows the announcement
	Message string            `json:"message" check:"required,len=2..128"`
	Link    *Link             `json:"link,omitzero"` // nil if there is none
	Style   AnnouncementStyle `json:"style" check:"required"`
	// LocalizedMessage contains the message in other languages. Each message has at most 128
	// characters. Only newer versions of the service have this setting.
	LocalizedMessage map[api.Language]string `json:"localizedMessage,omitzero" check:"values=..128"`

	Extra map[string]api.Raw `json:",embed"`
}

// Themes configures the modes of a site.
//
// Experimental: may change in any minor release; see [api].
type Themes struct {
	Default ThemeMode `json:"default" check:"required"`
	// Toggleable reports whether a visitor can change the mode. The API misspells the JSON name.
	Toggleable bool               `json:"toggeable"`
	Extra      map[string]api.Raw `json:",embed"`
}

// Switch reports whether a feature is enabled.
//
// Experimental: may change in any minor release; see [api].
type Switch struct {
	Enabled bool               `json:"enabled"`
	Extra   map[string]api.Raw `json:",embed"`
}

// AI configures the AI features of a site.
//
// Experimental: may change in any minor release; see [api].
type AI struct {
	Mode AIMode `json:"mode" check:"required"`

	// Only newer versions of the service have these settings. Greeting has at most 256 characters,
	// and Instructions has at most 10,000. Suggestions contains at most five questions of 3 to 64
	// characters.
	Greeting *string `json:"greeting,omitzero" check:"len=..256"`
	// LocalizedGreeting contains the greeting in languages other than the default language. Each
	// greeting has at most 128 characters.
	LocalizedGreeting map[api.Language]string `json:"localizedGreeting,omitzero" check:"values=..128"`
	Suggestions       []string                `json:"suggestions,omitzero" check:"items=..5"`
	Instructions      *string                 `json:"instructions,omitzero" check:"len=..10000"`

	Extra map[string]api.Raw `json:",embed"`
}

// Validate checks that each suggestion has 3 to 64 characters.
func (a AI) Validate() error {
	for i, text := range a.Suggestions {
		if n := utf8.RuneCountInString(text); n < 3 || n > 64 {
			return &api.ValidationError{
				Field: fmt.Sprintf("suggestions[%d]", i), Rule: "3 to 64 characters", Value: check.Shown(text),
			}
		}
	}
	return nil
}

// Git configures the links of a site to its Git repository.
//
// Experimental: may change in any minor release; see [api].
type Git struct {
	ShowEditLink bool               `json:"showEditLink"`
	Extra        map[string]api.Raw `json:",embed"`
}

// PageActions configures the actions that visitors can use on a page. Newer versions of the service
// require Items, and do not have the other fields. A field is nil if the service does not have the
// setting.
//
// Experimental: may change in any minor release; see [api].
type PageActions struct {
	ExternalAI *bool              `json:"externalAI,omitzero"`
	Markdown   *bool              `json:"markdown,omitzero"`
	MCP        *bool              `json:"mcp,omitzero"`
	Items      []PageAction       `json:"items,omitzero"` // actions in order
	Extra      map[string]api.Raw `json:",embed"`
}

// ExternalLinks configures how links to other sites open.
//
// Experimental: may change in any minor release; see [api].
type ExternalLinks struct {
	Target LinksTarget        `json:"target" check:"required"`
	Extra  map[string]api.Raw `json:",embed"`
}

// URL is an optional URL.
//
// Experimental: may change in any minor release; see [api].
type URL struct {
	URL   *string            `json:"url,omitzero" check:"len=..2048"` // nil if there is none
	Extra map[string]api.Raw `json:",embed"`
}

// Insights configures the analytics of a site.
//
// Experimental: may change in any minor release; see [api].
type Insights struct {
	TrackingCookie bool               `json:"trackingCookie"`
	Extra          map[string]api.Raw `json:",embed"`
}
