package customization

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/spaces"
)

// These types have the fields of the exported types but not their methods, so that the codec
// decodes and encodes a tree in one pass.
type (
	plainSettings             Settings
	plainStyling              Styling
	plainColor                Color
	plainTint                 Tint
	plainCustomFont           CustomFont
	plainSidebar              Sidebar
	plainInternationalization Internationalization
	plainHeader               Header
	plainHeaderItem           HeaderItem
	plainLink                 Link
	plainFooter               Footer
	plainFooterGroup          FooterGroup
	plainAnnouncement         Announcement
	plainThemes               Themes
	plainSwitch               Switch
	plainAI                   AI
	plainGit                  Git
	plainPageActions          PageActions
	plainExternalLinks        ExternalLinks
	plainURL                  URL
	plainInsights             Insights
	plainSocialAccount        SocialAccount
	plainSocialAccountDisplay SocialAccountDisplay
	plainCodeThemes           CodeThemes
	plainThemedCodeTheme      ThemedCodeTheme

	plainThemedURL  api.ThemedURL
	plainFontFace   api.FontFace
	plainFontSource api.FontSource
	plainContentRef spaces.ContentRef
)

var codec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(
		jsonx.Tree(func(s *Settings) *plainSettings { return (*plainSettings)(s) }),
		jsonx.Tree(func(s *Styling) *plainStyling { return (*plainStyling)(s) }),
		jsonx.Tree(func(c *Color) *plainColor { return (*plainColor)(c) }),
		jsonx.Tree(func(t *Tint) *plainTint { return (*plainTint)(t) }),
		jsonx.Tree(func(c *CustomFont) *plainCustomFont { return (*plainCustomFont)(c) }),
		jsonx.Tree(func(s *Sidebar) *plainSidebar { return (*plainSidebar)(s) }),
		jsonx.Tree(func(i *Internationalization) *plainInternationalization { return (*plainInternationalization)(i) }),
		jsonx.Tree(func(h *Header) *plainHeader { return (*plainHeader)(h) }),
		jsonx.Tree(func(h *HeaderItem) *plainHeaderItem { return (*plainHeaderItem)(h) }),
		jsonx.Tree(func(l *Link) *plainLink { return (*plainLink)(l) }),
		jsonx.Tree(func(f *Footer) *plainFooter { return (*plainFooter)(f) }),
		jsonx.Tree(func(f *FooterGroup) *plainFooterGroup { return (*plainFooterGroup)(f) }),
		jsonx.Tree(func(a *Announcement) *plainAnnouncement { return (*plainAnnouncement)(a) }),
		jsonx.Tree(func(t *Themes) *plainThemes { return (*plainThemes)(t) }),
		jsonx.Tree(func(s *Switch) *plainSwitch { return (*plainSwitch)(s) }),
		jsonx.Tree(func(a *AI) *plainAI { return (*plainAI)(a) }),
		jsonx.Tree(func(g *Git) *plainGit { return (*plainGit)(g) }),
		jsonx.Tree(func(p *PageActions) *plainPageActions { return (*plainPageActions)(p) }),
		jsonx.Tree(func(e *ExternalLinks) *plainExternalLinks { return (*plainExternalLinks)(e) }),
		jsonx.Tree(func(u *URL) *plainURL { return (*plainURL)(u) }),
		jsonx.Tree(func(i *Insights) *plainInsights { return (*plainInsights)(i) }),
		jsonx.Tree(func(s *SocialAccount) *plainSocialAccount { return (*plainSocialAccount)(s) }),
		jsonx.Tree(func(s *SocialAccountDisplay) *plainSocialAccountDisplay { return (*plainSocialAccountDisplay)(s) }),
		jsonx.Tree(func(c *CodeThemes) *plainCodeThemes { return (*plainCodeThemes)(c) }),
		jsonx.Tree(func(t *ThemedCodeTheme) *plainThemedCodeTheme { return (*plainThemedCodeTheme)(t) }),
		jsonx.Tree(func(u *api.ThemedURL) *plainThemedURL { return (*plainThemedURL)(u) }),
		jsonx.Tree(func(f *api.FontFace) *plainFontFace { return (*plainFontFace)(f) }),
		jsonx.Tree(func(s *api.FontSource) *plainFontSource { return (*plainFontSource)(s) }),
		jsonx.Tree(func(r *spaces.ContentRef) *plainContentRef { return (*plainContentRef)(r) }),
		jsonx.Choice(
			"",
			func(f *Font, data *jsonx.Value) any {
				*f = Font{}
				switch {
				case data.IsString():
					return &f.Name
				case data.IsObject():
					return jsonx.New(&f.Custom)
				default:
					f.Raw = data.Keep()
					return nil
				}
			},
			func(f *Font) any { return jsonx.FirstOf(f.Custom, f.Raw, f.Name) },
		),
	)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s Settings) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *Settings) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s Styling) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *Styling) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c Color) MarshalJSON() ([]byte, error) { return codec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *Color) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, c) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t Tint) MarshalJSON() ([]byte, error) { return codec.Marshal(&t) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *Tint) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, t) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c CustomFont) MarshalJSON() ([]byte, error) { return codec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *CustomFont) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, c) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s Sidebar) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *Sidebar) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (i Internationalization) MarshalJSON() ([]byte, error) { return codec.Marshal(&i) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (i *Internationalization) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, i) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (h Header) MarshalJSON() ([]byte, error) { return codec.Marshal(&h) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (h *Header) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, h) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (h HeaderItem) MarshalJSON() ([]byte, error) { return codec.Marshal(&h) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (h *HeaderItem) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, h) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l Link) MarshalJSON() ([]byte, error) { return codec.Marshal(&l) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *Link) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, l) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f Footer) MarshalJSON() ([]byte, error) { return codec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *Footer) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, f) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f FooterGroup) MarshalJSON() ([]byte, error) { return codec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *FooterGroup) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, f) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (a Announcement) MarshalJSON() ([]byte, error) { return codec.Marshal(&a) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (a *Announcement) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, a) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t Themes) MarshalJSON() ([]byte, error) { return codec.Marshal(&t) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *Themes) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, t) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s Switch) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *Switch) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (a AI) MarshalJSON() ([]byte, error) { return codec.Marshal(&a) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (a *AI) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, a) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (g Git) MarshalJSON() ([]byte, error) { return codec.Marshal(&g) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (g *Git) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, g) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (p PageActions) MarshalJSON() ([]byte, error) { return codec.Marshal(&p) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (p *PageActions) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, p) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (e ExternalLinks) MarshalJSON() ([]byte, error) { return codec.Marshal(&e) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (e *ExternalLinks) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, e) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (u URL) MarshalJSON() ([]byte, error) { return codec.Marshal(&u) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (u *URL) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, u) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (i Insights) MarshalJSON() ([]byte, error) { return codec.Marshal(&i) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (i *Insights) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, i) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f Font) MarshalJSON() ([]byte, error) { return codec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *Font) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, f) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s SocialAccount) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *SocialAccount) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s SocialAccountDisplay) MarshalJSON() ([]byte, error) { return codec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *SocialAccountDisplay) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, s) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c CodeThemes) MarshalJSON() ([]byte, error) { return codec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *CodeThemes) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, c) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t ThemedCodeTheme) MarshalJSON() ([]byte, error) { return codec.Marshal(&t) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *ThemedCodeTheme) UnmarshalJSON(data []byte) error { return codec.Unmarshal(data, t) }
