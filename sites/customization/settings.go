package customization

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Settings describes the appearance of a site, or of a space on a site.
type Settings struct {
	Title   *string `json:"title,omitzero"` // 2 to 128 characters
	Styling Styling `json:"styling"`
	// Internationalization contains the locale of the site.
	//
	// Deprecated: the service has deprecated it without a replacement.
	Internationalization  Internationalization `json:"internationalization"`
	Favicon               api.Icon             `json:"favicon"` // zero if the site has none
	Header                Header               `json:"header"`
	Footer                Footer               `json:"footer"`
	Announcement          *Announcement        `json:"announcement,omitzero"` // nil if there is none
	Themes                Themes               `json:"themes"`
	PDF                   Switch               `json:"pdf"`      // whether readers can download a PDF
	Feedback              Switch               `json:"feedback"` // whether readers can rate a page
	AI                    AI                   `json:"ai"`
	AdvancedCustomization Switch               `json:"advancedCustomization"`
	Git                   Git                  `json:"git"`
	PageActions           PageActions          `json:"pageActions"`
	ExternalLinks         ExternalLinks        `json:"externalLinks"`
	// Pagination configures whether a page links to the previous and the next page.
	Pagination Switch `json:"pagination"`
	// Trademark configures whether the site shows the trademark of the service.
	Trademark     Switch   `json:"trademark"`
	PrivacyPolicy URL      `json:"privacyPolicy"`
	SocialPreview URL      `json:"socialPreview"`
	Insights      Insights `json:"insights"`
}

// Styling contains the colors, fonts and shapes of a site.
type Styling struct {
	Theme         Theme       `json:"theme"`
	PrimaryColor  Color       `json:"primaryColor"`
	Tint          *Tint       `json:"tint,omitzero"` // nil if there is none
	InfoColor     Color       `json:"infoColor"`
	SuccessColor  Color       `json:"successColor"`
	WarningColor  Color       `json:"warningColor"`
	DangerColor   Color       `json:"dangerColor"`
	Corners       Corners     `json:"corners"`
	Depth         Depth       `json:"depth"`
	Links         LinksStyle  `json:"links"`
	Font          Font        `json:"font"`
	MonospaceFont Font        `json:"monospaceFont"`
	Background    Background  `json:"background"` // deprecated by the service
	Icons         IconsStyle  `json:"icons"`
	Sidebar       Sidebar     `json:"sidebar"`
	Search        SearchStyle `json:"search"`
}

// Color contains a color for the light mode and one for the dark mode. A color is "#" and three or
// six hexadecimal digits, such as "#346ddb".
type Color struct {
	Light string `json:"light"`
	Dark  string `json:"dark"`
}

// Tint is a color that tints the whole site.
type Tint struct {
	Color Color `json:"color"`
}

// Font is a built-in font, or a font of the organization. At most one of its fields is set.
type Font struct {
	Name   FontName    // "" for a font of the organization
	Custom *CustomFont // nil for a built-in font
	Raw    api.Raw     // the JSON of a variant that this release does not know
}

// CustomFont is a font of the organization.
type CustomFont struct {
	ID         string         `json:"id"`
	Custom     bool           `json:"custom"`
	FontFamily string         `json:"fontFamily"` // CSS font family, 1 to 50 characters
	FontFaces  []api.FontFace `json:"fontFaces"`  // at least one
}

var fontCodec = jsonx.NewCodec(jsonx.Choice(
	func(f *Font, data []byte) any {
		*f = Font{}
		switch {
		case jsonx.IsString(data):
			return &f.Name
		case jsonx.IsObject(data):
			f.Custom = new(CustomFont)
			return f.Custom
		default:
			f.Raw = jsonx.Clone(data)
			return nil
		}
	},
	func(f *Font) any {
		switch {
		case f.Custom != nil:
			return f.Custom
		case f.Raw != nil:
			return f.Raw
		default:
			return f.Name
		}
	},
))

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f Font) MarshalJSON() ([]byte, error) { return fontCodec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *Font) UnmarshalJSON(data []byte) error { return fontCodec.Unmarshal(data, f) }

// Sidebar describes the appearance of the sidebar.
type Sidebar struct {
	Background SidebarBackground `json:"background"`
	List       SidebarList       `json:"list"`
}

// Internationalization contains the locale of a site. The service has deprecated its values.
type Internationalization struct {
	Locale api.Language `json:"locale"`
}

// Header is the header of a site.
type Header struct {
	Preset          HeaderPreset   `json:"preset"`                   // the service has deprecated its values
	Logo            *api.ThemedURL `json:"logo,omitzero"`            // nil if there is none
	BackgroundColor *Color         `json:"backgroundColor,omitzero"` // nil if not set
	LinkColor       *Color         `json:"linkColor,omitzero"`       // nil if not set
	Links           []HeaderItem   `json:"links"`
}

// HeaderItem is a link or a menu of links in the header.
type HeaderItem struct {
	Title string             `json:"title"`
	Style *HeaderItemStyle   `json:"style,omitzero"` // nil if not set
	To    *spaces.ContentRef `json:"to"`             // nil for a menu that has no target of its own
	Links []Link             `json:"links"`          // items of a menu, empty for a link
	// Condition is an expression of at most 1024 characters that decides whether a visitor sees the
	// item. It is nil if everybody sees it.
	Condition *string `json:"condition,omitzero"`
}

// Link is a link with a title.
type Link struct {
	Title string            `json:"title"` // at most 64 characters
	To    spaces.ContentRef `json:"to"`
}

// Footer is the footer of a site.
type Footer struct {
	Logo      *api.ThemedURL `json:"logo,omitzero"` // nil if there is none
	Groups    []FooterGroup  `json:"groups"`
	Copyright *string        `json:"copyright,omitzero"` // at most 300 characters, nil if there is none
}

// FooterGroup is a column of links in the footer.
type FooterGroup struct {
	Title string `json:"title"`
	Links []Link `json:"links"`
}

// Announcement is a message at the top of a site.
type Announcement struct {
	Enabled bool              `json:"enabled"`       // whether it is shown
	Message string            `json:"message"`       // 2 to 128 characters
	Link    *Link             `json:"link,omitzero"` // nil if there is none
	Style   AnnouncementStyle `json:"style"`
}

// Themes configures the modes of a site.
type Themes struct {
	Default ThemeMode `json:"default"`
	// Toggleable reports whether a visitor can change the mode. The API misspells the name of the
	// field.
	Toggleable bool `json:"toggeable"`
}

// Switch reports whether a feature is enabled.
type Switch struct {
	Enabled bool `json:"enabled"`
}

// AI configures the AI features of a site.
type AI struct {
	Mode AIMode `json:"mode"`
}

// Git configures what a site shows of a Git repository.
type Git struct {
	ShowEditLink bool `json:"showEditLink"`
}

// PageActions configures what a visitor can do with a page.
type PageActions struct {
	ExternalAI bool `json:"externalAI"`
	Markdown   bool `json:"markdown"`
	MCP        bool `json:"mcp"`
}

// ExternalLinks configures how links to other sites open.
type ExternalLinks struct {
	Target LinksTarget `json:"target"`
}

// URL is an optional URL.
type URL struct {
	URL *string `json:"url,omitzero"` // at most 2048 characters, nil if there is none
}

// Insights configures the analytics of a site.
type Insights struct {
	TrackingCookie bool `json:"trackingCookie"`
}
