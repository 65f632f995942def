package spaces

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
)

// Page is a page of a space. Type determines which fields are set: a document has nearly all of
// them, a group has a path and pages, a link has a target, and a computed page has a source.
type Page struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Emoji     *string    `json:"emoji,omitzero"`
	Icon      *string    `json:"icon,omitzero"`
	CreatedAt *time.Time `json:"createdAt,omitzero"`
	UpdatedAt *time.Time `json:"updatedAt,omitzero"`
	Type      PageType   `json:"type"`
	URLs      *PageURLs  `json:"urls,omitzero" response:"required,if=type:document"`
	Slug      *string    `json:"slug,omitzero" response:"required,if=type:document|group"`
	// Path is the path in the space, separated by slashes.
	Path *string `json:"path,omitzero" response:"required,if=type:document|group"`
	// Markdown is the text if [richtext.FormatMarkdown] was requested. The service has been seen to
	// begin it with the title as a heading of level 1.
	Markdown    *string `json:"markdown,omitzero"`
	Description *string `json:"description,omitzero"`
	// Pages contains the pages below this page. It is nil if the page cannot have subpages.
	Pages []Page `json:"pages,omitzero" response:"required,if=type:document|group"`
	// Git is nil if the space is not synchronized with Git, or if the request excluded Git
	// metadata.
	Git           *GitBlob            `json:"git,omitzero"`
	Layout        *PageLayout         `json:"layout,omitzero" response:"required,if=type:document"`
	Cover         *PageCover          `json:"cover,omitzero"`
	Variables     map[string]Variable `json:"variables,omitzero"`
	Hidden        *bool               `json:"hidden,omitzero"`
	NoIndex       *bool               `json:"noIndex,omitzero"`
	NoRobotsIndex *bool               `json:"noRobotsIndex,omitzero"`
	// Computed is the source of a computed page, or nil for any other page.
	Computed     *Computed `json:"computed,omitzero" response:"required,if=type:computed"`
	ComputedSeed *string   `json:"computedSeed,omitzero"`
	// Document is the text if [richtext.FormatDocument] was requested.
	//
	// Experimental: may change in any minor release; see [api].
	Document *richtext.Document `json:"document,omitzero"`
	// DocumentID is the ID of the document of a page that is not computed.
	//
	// Experimental: may change in any minor release; see [api].
	DocumentID *string `json:"documentId,omitzero"`
	// Target is the target of a page of type [PageTypeLink].
	//
	// Experimental: may change in any minor release; see [api].
	Target *ContentRef `json:"target,omitzero" response:"required,if=type:link"`
	// Href is the URL of the target of a page of type [PageTypeLink].
	//
	// Experimental: may change in any minor release; see [api].
	Href *string `json:"href,omitzero"`
	// Only newer versions of the service return these fields. LinkTitle is the title in the
	// navigation. Condition is an expression that decides whether a visitor sees the page; if it is
	// nil, everybody does.
	//
	// Experimental: may change in any minor release; see [api].
	LinkTitle *string        `json:"linkTitle,omitzero"`
	Condition *string        `json:"condition,omitzero"`
	MetaLinks *PageMetaLinks `json:"metaLinks,omitzero"`
	Tags      []PageTag      `json:"tags,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// PageType is the type of a page.
type PageType string

// PageTypeDocument is the type of a page with text.
const PageTypeDocument PageType = "document"

// Types of pages that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	PageTypeGroup    PageType = "group"    // contains pages and has no text
	PageTypeLink     PageType = "link"     // links to other content
	PageTypeComputed PageType = "computed" // computed from a source by the service
)

// PageMetaLinks contains the links in the HTML head of a page: its canonical URL and its
// alternates.
//
// Experimental: may change in any minor release; see [api].
type PageMetaLinks struct {
	Canonical  *ContentRef  `json:"canonical,omitzero"`
	Alternates []ContentRef `json:"alternates,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// PageTag is a tag of a page.
//
// Experimental: may change in any minor release; see [api].
type PageTag struct {
	Tag     ContentRef `json:"tag"`
	Primary *bool      `json:"primary,omitzero"`
}

// PageURLs contains the URLs of a page.
type PageURLs struct {
	App string `json:"app"`
}

// PageLayout selects the parts of a page that are shown.
type PageLayout struct {
	Width           PageWidth `json:"width"`
	Cover           bool      `json:"cover"`
	CoverSize       CoverSize `json:"coverSize"`
	Title           bool      `json:"title"`
	Description     bool      `json:"description"`
	TableOfContents bool      `json:"tableOfContents"`
	Outline         bool      `json:"outline"`
	Pagination      bool      `json:"pagination"`
	Metadata        bool      `json:"metadata"`

	// Only newer versions of the service return these settings; otherwise they are nil.
	//
	// Experimental: may change in any minor release; see [api].
	CoverMask *CoverMask `json:"coverMask,omitzero"`
	Tags      *bool      `json:"tags,omitzero"`
	Actions   *bool      `json:"actions,omitzero"`
	Anchors   *bool      `json:"anchors,omitzero"`
}

// PageWidth is the width of a page.
//
// Experimental: may change in any minor release; see [api].
type PageWidth string

// Widths of pages.
const (
	PageWidthDefault PageWidth = "default"
	PageWidthWide    PageWidth = "wide"
)

// CoverSize is the size of the cover of a page.
//
// Experimental: may change in any minor release; see [api].
type CoverSize string

// Sizes of covers.
const (
	CoverSizeHero       CoverSize = "hero"
	CoverSizeFull       CoverSize = "full"
	CoverSizeBackground CoverSize = "background" // only in newer versions of the service
)

// CoverMask selects the fading of the cover of a page.
//
// Experimental: may change in any minor release; see [api].
type CoverMask string

// Masks of covers.
const (
	CoverMaskNone   CoverMask = "none"
	CoverMaskRadial CoverMask = "radial"
)

// CoverTextColor is the color of the text on the cover of a page.
//
// Experimental: may change in any minor release; see [api].
type CoverTextColor string

// Colors of the text on a cover.
const (
	CoverTextColorBlack CoverTextColor = "black"
	CoverTextColorWhite CoverTextColor = "white"
)

// PageCover is the image at the top of a page.
type PageCover struct {
	Ref     *ContentRef `json:"ref,omitzero"`
	RefDark *ContentRef `json:"refDark,omitzero"`
	YPos    float64     `json:"yPos"`

	// Only newer versions of the service return these settings. Height is 10 to 700; the default is
	// 240.
	//
	// Experimental: may change in any minor release; see [api].
	TextColor     *CoverTextColor `json:"textColor,omitzero"`
	TextColorDark *CoverTextColor `json:"textColorDark,omitzero"`
	Height        *float64        `json:"height,omitzero"`
}

// Computed is the source of computed content.
type Computed struct {
	Type ComputedType `json:"type" check:"required"`
	// Dependencies contains the content that the source needs, by name. A source of type
	// [ComputedTypeOpenAPI] needs "spec". A source of type [ComputedTypeTranslation], if it is the
	// source of pages, needs "translation".
	Dependencies map[string]ComputedDependency `json:"dependencies,omitzero" response:"required,if=type:builtin:openapi"`
	// Props is an object. Its fields depend on Type. For example, a source of pages has the Props
	// {"models": true} if Type is [ComputedTypeOpenAPI], and {} if Type is
	// [ComputedTypeTranslation].
	Props api.Raw `json:"props" check:"required"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ComputedType identifies the generator of computed content. The type of an integration has the
// form "integration:name:id".
//
// Experimental: may change in any minor release; see [api].
type ComputedType string

// Types of computed content.
const (
	ComputedTypeOpenAPI     ComputedType = "builtin:openapi"     // source is an OpenAPI specification
	ComputedTypeTranslation ComputedType = "builtin:translation" // source is a translation
)

// ComputedDependency is content that other content is computed from.
type ComputedDependency struct {
	Ref ContentRef `json:"ref" check:"required"`
	// Value is the content that Ref referred to at the time of the computation.
	//
	// Experimental: may change in any minor release; see [api].
	Value api.Raw `json:"value,omitzero"`
}

type (
	plainPage          Page
	plainPageMetaLinks PageMetaLinks
	plainComputed      Computed
)

func pageBranches() []jsonx.Branch {
	return []jsonx.Branch{
		jsonx.Tree(func(p *Page) *plainPage { return (*plainPage)(p) }),
		jsonx.Tree(func(l *PageMetaLinks) *plainPageMetaLinks { return (*plainPageMetaLinks)(l) }),
		jsonx.Tree(func(c *Computed) *plainComputed { return (*plainComputed)(c) }),
		jsonx.Tree(func(r *ContentRef) *plainContentRef { return (*plainContentRef)(r) }),
	}
}

var pageCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(pageBranches()...)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (p Page) MarshalJSON() ([]byte, error) { return pageCodec.Marshal(&p) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (p *Page) UnmarshalJSON(data []byte) error { return pageCodec.Unmarshal(data, p) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l PageMetaLinks) MarshalJSON() ([]byte, error) { return pageCodec.Marshal(&l) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *PageMetaLinks) UnmarshalJSON(data []byte) error { return pageCodec.Unmarshal(data, l) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c Computed) MarshalJSON() ([]byte, error) { return pageCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *Computed) UnmarshalJSON(data []byte) error { return pageCodec.Unmarshal(data, c) }
