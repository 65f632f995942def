package sites

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Customization is how a site, or a space on it, looks. It is read with [PublishedService.Get]; no operation of this release writes it.
//
// Beyond the documents.
type Customization struct {
	Title   *string              `json:"title,omitzero"` // 2 to 128 characters, nil when the service sends none
	Styling CustomizationStyling `json:"styling"`
	// Internationalization is the locale of a site.
	//
	// Deprecated: the service calls it deprecated and names nothing in its place.
	Internationalization  CustomizationInternationalization `json:"internationalization"`
	Favicon               Icon                              `json:"favicon"` // no field is set for a site without one
	Header                CustomizationHeader               `json:"header"`
	Footer                CustomizationFooter               `json:"footer"`
	Announcement          *CustomizationAnnouncement        `json:"announcement,omitzero"` // nil for none
	Themes                CustomizationThemes               `json:"themes"`
	PDF                   CustomizationSwitch               `json:"pdf"`      // whether readers can have a PDF
	Feedback              CustomizationSwitch               `json:"feedback"` // whether readers can rate a page
	AI                    CustomizationAI                   `json:"ai"`
	AdvancedCustomization CustomizationSwitch               `json:"advancedCustomization"`
	Git                   CustomizationGit                  `json:"git"`
	PageActions           CustomizationPageActions          `json:"pageActions"`
	ExternalLinks         CustomizationExternalLinks        `json:"externalLinks"`
	Pagination            CustomizationSwitch               `json:"pagination"` // whether a page links to those before and after it
	Trademark             CustomizationSwitch               `json:"trademark"`  // whether the site shows that of the service
	PrivacyPolicy         CustomizationURL                  `json:"privacyPolicy"`
	SocialPreview         CustomizationURL                  `json:"socialPreview"`
	Insights              CustomizationInsights             `json:"insights"`
}

// CustomizationStyling has the colors, fonts and shapes of a site.
//
// Beyond the documents.
type CustomizationStyling struct {
	Theme         CustomizationTheme       `json:"theme"`
	PrimaryColor  CustomizationColor       `json:"primaryColor"`
	Tint          *CustomizationTint       `json:"tint,omitzero"` // nil for none
	InfoColor     CustomizationColor       `json:"infoColor"`
	SuccessColor  CustomizationColor       `json:"successColor"`
	WarningColor  CustomizationColor       `json:"warningColor"`
	DangerColor   CustomizationColor       `json:"dangerColor"`
	Corners       CustomizationCorners     `json:"corners"`
	Depth         CustomizationDepth       `json:"depth"`
	Links         CustomizationLinksStyle  `json:"links"`
	Font          CustomizationFont        `json:"font"`
	MonospaceFont CustomizationFont        `json:"monospaceFont"`
	Background    CustomizationBackground  `json:"background"` // the service calls it deprecated
	Icons         CustomizationIconsStyle  `json:"icons"`
	Sidebar       CustomizationSidebar     `json:"sidebar"`
	Search        CustomizationSearchStyle `json:"search"`
}

// CustomizationColor is a color for each theme: "#" and three or six hexadecimal digits, such as "#346ddb".
//
// Beyond the documents.
type CustomizationColor struct {
	Light string `json:"light"`
	Dark  string `json:"dark"`
}

// CustomizationTint is a color that everything has a little of.
//
// Beyond the documents.
type CustomizationTint struct {
	Color CustomizationColor `json:"color"`
}

// CustomizationFont is a font of the service or one of the organization. At most one of its fields is set; none is for a form this release
// does not know.
//
// Beyond the documents.
type CustomizationFont struct {
	Name   CustomizationFontName    // "" for a font of the organization
	Custom *CustomizationCustomFont // nil for a font of the service
	Raw    api.Raw                  // another form, as it came
}

// CustomizationCustomFont is a font of the organization.
//
// Beyond the documents.
type CustomizationCustomFont struct {
	ID         string         `json:"id"`
	Custom     bool           `json:"custom"`
	FontFamily string         `json:"fontFamily"` // the name of the font family in CSS, 1 to 50 characters
	FontFaces  []api.FontFace `json:"fontFaces"`  // at least one
}

var fontCodec = jsonx.NewCodec(jsonx.Choice(
	func(f *CustomizationFont, data []byte) any {
		*f = CustomizationFont{}
		switch {
		case jsonx.IsString(data):
			return &f.Name
		case jsonx.IsObject(data):
			f.Custom = new(CustomizationCustomFont)
			return f.Custom
		default:
			f.Raw = jsonx.Clone(data)
			return nil
		}
	},
	func(f *CustomizationFont) any {
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
func (f CustomizationFont) MarshalJSON() ([]byte, error) { return fontCodec.Marshal(&f) }

// UnmarshalJSON reads a name or a font.
func (f *CustomizationFont) UnmarshalJSON(data []byte) error { return fontCodec.Unmarshal(data, f) }

// CustomizationSidebar is how the sidebar looks.
//
// Beyond the documents.
type CustomizationSidebar struct {
	Background CustomizationSidebarBackground `json:"background"`
	List       CustomizationSidebarList       `json:"list"`
}

// CustomizationInternationalization is the locale of a site. The service calls its values deprecated too.
//
// Beyond the documents.
type CustomizationInternationalization struct {
	Locale api.Language `json:"locale"`
}

// CustomizationHeader is the header of a site.
//
// Beyond the documents.
type CustomizationHeader struct {
	Preset          CustomizationHeaderPreset `json:"preset"`                   // the service calls its values deprecated
	Logo            *ThemedURL                `json:"logo,omitzero"`            // nil for none
	BackgroundColor *CustomizationColor       `json:"backgroundColor,omitzero"` // nil when none is set
	LinkColor       *CustomizationColor       `json:"linkColor,omitzero"`       // nil when none is set
	Links           []CustomizationHeaderItem `json:"links"`                    // empty for none
}

// CustomizationHeaderItem is a link or a menu in the header.
//
// Beyond the documents.
type CustomizationHeaderItem struct {
	Title string                        `json:"title"`
	Style *CustomizationHeaderItemStyle `json:"style,omitzero"` // nil when none is set
	To    *spaces.ContentRef            `json:"to"`             // nil for a menu that leads nowhere itself
	Links []CustomizationLink           `json:"links"`          // of a menu, empty for a link alone
	// Condition is the expression that decides whether a visitor sees the item, at most 1024 characters. It is nil when there is none.
	Condition *string `json:"condition,omitzero"`
}

// CustomizationLink is a link with a title.
//
// Beyond the documents.
type CustomizationLink struct {
	Title string            `json:"title"` // at most 64 characters
	To    spaces.ContentRef `json:"to"`
}

// CustomizationFooter is the footer of a site.
//
// Beyond the documents.
type CustomizationFooter struct {
	Logo      *ThemedURL                 `json:"logo,omitzero"`      // nil for none
	Groups    []CustomizationFooterGroup `json:"groups"`             // empty for none
	Copyright *string                    `json:"copyright,omitzero"` // at most 300 characters, nil for none
}

// CustomizationFooterGroup is a column of links in the footer.
//
// Beyond the documents.
type CustomizationFooterGroup struct {
	Title string              `json:"title"`
	Links []CustomizationLink `json:"links"`
}

// CustomizationAnnouncement is a message on top of a site.
//
// Beyond the documents.
type CustomizationAnnouncement struct {
	Enabled bool                           `json:"enabled"`       // whether it is shown
	Message string                         `json:"message"`       // 2 to 128 characters
	Link    *CustomizationLink             `json:"link,omitzero"` // nil for none
	Style   CustomizationAnnouncementStyle `json:"style"`
}

// CustomizationThemes is what a site is at first, and whether a visitor can change that.
//
// Beyond the documents.
type CustomizationThemes struct {
	Default CustomizationThemeMode `json:"default"`
	// Toggleable tells whether a visitor can change the mode. The service spells its name "toggeable", and so does the tag.
	Toggleable bool `json:"toggeable"`
}

// CustomizationSwitch is something a site has or has not.
//
// Beyond the documents.
type CustomizationSwitch struct {
	Enabled bool `json:"enabled"`
}

// CustomizationAI is what a site has of AI.
//
// Beyond the documents.
type CustomizationAI struct {
	Mode CustomizationAIMode `json:"mode"`
}

// CustomizationGit is what a site shows of a Git repository.
//
// Beyond the documents.
type CustomizationGit struct {
	ShowEditLink bool `json:"showEditLink"`
}

// CustomizationPageActions are what a visitor can do with a page.
//
// Beyond the documents.
type CustomizationPageActions struct {
	ExternalAI bool `json:"externalAI"`
	Markdown   bool `json:"markdown"`
	MCP        bool `json:"mcp"`
}

// CustomizationExternalLinks is where links to other sites open.
//
// Beyond the documents.
type CustomizationExternalLinks struct {
	Target CustomizationLinksTarget `json:"target"`
}

// CustomizationURL is an address that a site may have.
//
// Beyond the documents.
type CustomizationURL struct {
	URL *string `json:"url,omitzero"` // at most 2048 characters, nil for none
}

// CustomizationInsights is what a site does to tell visits apart.
//
// Beyond the documents.
type CustomizationInsights struct {
	TrackingCookie bool `json:"trackingCookie"`
}
