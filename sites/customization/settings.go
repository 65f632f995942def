package customization

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Settings is how a site, or a space on it, looks. It is read with [PublishedService.Get]; no operation of this release writes it.
//
// Beyond the documents.
type Settings struct {
	Title   *string `json:"title,omitzero"` // 2 to 128 characters, nil when the service sends none
	Styling Styling `json:"styling"`
	// Internationalization is the locale of a site.
	//
	// Deprecated: the service calls it deprecated and names nothing in its place.
	Internationalization  Internationalization `json:"internationalization"`
	Favicon               Icon                 `json:"favicon"` // no field is set for a site without one
	Header                Header               `json:"header"`
	Footer                Footer               `json:"footer"`
	Announcement          *Announcement        `json:"announcement,omitzero"` // nil for none
	Themes                Themes               `json:"themes"`
	PDF                   Switch               `json:"pdf"`      // whether readers can have a PDF
	Feedback              Switch               `json:"feedback"` // whether readers can rate a page
	AI                    AI                   `json:"ai"`
	AdvancedCustomization Switch               `json:"advancedCustomization"`
	Git                   Git                  `json:"git"`
	PageActions           PageActions          `json:"pageActions"`
	ExternalLinks         ExternalLinks        `json:"externalLinks"`
	Pagination            Switch               `json:"pagination"` // whether a page links to those before and after it
	Trademark             Switch               `json:"trademark"`  // whether the site shows that of the service
	PrivacyPolicy         URL                  `json:"privacyPolicy"`
	SocialPreview         URL                  `json:"socialPreview"`
	Insights              Insights             `json:"insights"`
}

// Styling has the colors, fonts and shapes of a site.
//
// Beyond the documents.
type Styling struct {
	Theme         Theme       `json:"theme"`
	PrimaryColor  Color       `json:"primaryColor"`
	Tint          *Tint       `json:"tint,omitzero"` // nil for none
	InfoColor     Color       `json:"infoColor"`
	SuccessColor  Color       `json:"successColor"`
	WarningColor  Color       `json:"warningColor"`
	DangerColor   Color       `json:"dangerColor"`
	Corners       Corners     `json:"corners"`
	Depth         Depth       `json:"depth"`
	Links         LinksStyle  `json:"links"`
	Font          Font        `json:"font"`
	MonospaceFont Font        `json:"monospaceFont"`
	Background    Background  `json:"background"` // the service calls it deprecated
	Icons         IconsStyle  `json:"icons"`
	Sidebar       Sidebar     `json:"sidebar"`
	Search        SearchStyle `json:"search"`
}

// Color is a color for each theme: "#" and three or six hexadecimal digits, such as "#346ddb".
//
// Beyond the documents.
type Color struct {
	Light string `json:"light"`
	Dark  string `json:"dark"`
}

// Tint is a color that everything has a little of.
//
// Beyond the documents.
type Tint struct {
	Color Color `json:"color"`
}

// Font is a font of the service or one of the organization. At most one of its fields is set; none is for a form this release
// does not know.
//
// Beyond the documents.
type Font struct {
	Name   FontName    // "" for a font of the organization
	Custom *CustomFont // nil for a font of the service
	Raw    api.Raw     // another form, as it came
}

// CustomFont is a font of the organization.
//
// Beyond the documents.
type CustomFont struct {
	ID         string         `json:"id"`
	Custom     bool           `json:"custom"`
	FontFamily string         `json:"fontFamily"` // the name of the font family in CSS, 1 to 50 characters
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

// MarshalJSON returns the name or the font.
func (f Font) MarshalJSON() ([]byte, error) { return fontCodec.Marshal(&f) }

// UnmarshalJSON reads a name or a font.
func (f *Font) UnmarshalJSON(data []byte) error { return fontCodec.Unmarshal(data, f) }

// Sidebar is how the sidebar looks.
//
// Beyond the documents.
type Sidebar struct {
	Background SidebarBackground `json:"background"`
	List       SidebarList       `json:"list"`
}

// Internationalization is the locale of a site. The service calls its values deprecated too.
//
// Beyond the documents.
type Internationalization struct {
	Locale api.Language `json:"locale"`
}

// Header is the header of a site.
//
// Beyond the documents.
type Header struct {
	Preset          HeaderPreset `json:"preset"`                   // the service calls its values deprecated
	Logo            *ThemedURL   `json:"logo,omitzero"`            // nil for none
	BackgroundColor *Color       `json:"backgroundColor,omitzero"` // nil when none is set
	LinkColor       *Color       `json:"linkColor,omitzero"`       // nil when none is set
	Links           []HeaderItem `json:"links"`                    // empty for none
}

// HeaderItem is a link or a menu in the header.
//
// Beyond the documents.
type HeaderItem struct {
	Title string             `json:"title"`
	Style *HeaderItemStyle   `json:"style,omitzero"` // nil when none is set
	To    *spaces.ContentRef `json:"to"`             // nil for a menu that leads nowhere itself
	Links []Link             `json:"links"`          // of a menu, empty for a link alone
	// Condition is the expression that decides whether a visitor sees the item, at most 1024 characters. It is nil when there is none.
	Condition *string `json:"condition,omitzero"`
}

// Link is a link with a title.
//
// Beyond the documents.
type Link struct {
	Title string            `json:"title"` // at most 64 characters
	To    spaces.ContentRef `json:"to"`
}

// Footer is the footer of a site.
//
// Beyond the documents.
type Footer struct {
	Logo      *ThemedURL    `json:"logo,omitzero"`      // nil for none
	Groups    []FooterGroup `json:"groups"`             // empty for none
	Copyright *string       `json:"copyright,omitzero"` // at most 300 characters, nil for none
}

// FooterGroup is a column of links in the footer.
//
// Beyond the documents.
type FooterGroup struct {
	Title string `json:"title"`
	Links []Link `json:"links"`
}

// Announcement is a message on top of a site.
//
// Beyond the documents.
type Announcement struct {
	Enabled bool              `json:"enabled"`       // whether it is shown
	Message string            `json:"message"`       // 2 to 128 characters
	Link    *Link             `json:"link,omitzero"` // nil for none
	Style   AnnouncementStyle `json:"style"`
}

// Themes is what a site is at first, and whether a visitor can change that.
//
// Beyond the documents.
type Themes struct {
	Default ThemeMode `json:"default"`
	// Toggleable tells whether a visitor can change the mode. The service spells its name "toggeable", and so does the tag.
	Toggleable bool `json:"toggeable"`
}

// Switch is something a site has or has not.
//
// Beyond the documents.
type Switch struct {
	Enabled bool `json:"enabled"`
}

// AI is what a site has of AI.
//
// Beyond the documents.
type AI struct {
	Mode AIMode `json:"mode"`
}

// Git is what a site shows of a Git repository.
//
// Beyond the documents.
type Git struct {
	ShowEditLink bool `json:"showEditLink"`
}

// PageActions are what a visitor can do with a page.
//
// Beyond the documents.
type PageActions struct {
	ExternalAI bool `json:"externalAI"`
	Markdown   bool `json:"markdown"`
	MCP        bool `json:"mcp"`
}

// ExternalLinks is where links to other sites open.
//
// Beyond the documents.
type ExternalLinks struct {
	Target LinksTarget `json:"target"`
}

// URL is an address that a site may have.
//
// Beyond the documents.
type URL struct {
	URL *string `json:"url,omitzero"` // at most 2048 characters, nil for none
}

// Insights is what a site does to tell visits apart.
//
// Beyond the documents.
type Insights struct {
	TrackingCookie bool `json:"trackingCookie"`
}
