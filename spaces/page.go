package spaces

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
)

// Page is a page of a revision. Type says what kind of page it is, and so which fields it has: a document has nearly all, a group has a
// path and pages, a link has a target, a computed page has what it is computed from.
type Page struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Emoji     *string    `json:"emoji,omitzero"`
	Icon      *string    `json:"icon,omitzero"`
	CreatedAt *time.Time `json:"createdAt,omitzero"`
	UpdatedAt *time.Time `json:"updatedAt,omitzero"`
	Type      PageType   `json:"type"`
	URLs      *PageURLs  `json:"urls,omitzero"`
	Slug      *string    `json:"slug,omitzero"`
	Path      *string    `json:"path,omitzero"` // in the space, its segments separated by slashes
	// Markdown is the text when it was asked for as Markdown, else nil.
	Markdown      *string             `json:"markdown,omitzero"`
	Description   *string             `json:"description,omitzero"`
	Pages         []Page              `json:"pages,omitzero"` // below this one; nil for a page that cannot have any
	Git           *GitBlob            `json:"git,omitzero"`   // nil without Git synchronization, or when metadata was left out
	Layout        *PageLayout         `json:"layout,omitzero"`
	Cover         *PageCover          `json:"cover,omitzero"`
	Variables     map[string]Variable `json:"variables,omitzero"`
	Hidden        *bool               `json:"hidden,omitzero"`
	NoIndex       *bool               `json:"noIndex,omitzero"`
	NoRobotsIndex *bool               `json:"noRobotsIndex,omitzero"`
	Computed      *Computed           `json:"computed,omitzero"` // what the page is computed from, nil for one that is written
	ComputedSeed  *string             `json:"computedSeed,omitzero"`
	// Document is the text when it was asked for as a tree of nodes, else nil.
	//
	// Beyond the documents.
	Document *richtext.Document `json:"document,omitzero"`
	// DocumentID is the id of the text of a page that is written.
	//
	// Beyond the documents.
	DocumentID *string `json:"documentId,omitzero"`
	// Target is where a page of type [PageTypeLink] leads.
	//
	// Beyond the documents.
	Target *ContentRef `json:"target,omitzero"`
	// Href is the address where a page of type [PageTypeLink] leads.
	//
	// Beyond the documents.
	Href *string `json:"href,omitzero"`
	// Kind is an older name of the type.
	//
	// Beyond the documents.
	//
	// Deprecated: use Type.
	Kind *string `json:"kind,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// PageType is a kind of page. The service may know more values than the constants.
type PageType string

const (
	// PageTypeDocument has a text.
	PageTypeDocument PageType = "document"
	// PageTypeGroup has pages and no text.
	//
	// Beyond the documents.
	PageTypeGroup PageType = "group"
	// PageTypeLink leads elsewhere.
	//
	// Beyond the documents.
	PageTypeLink PageType = "link"
	// PageTypeComputed is made by the service from something else.
	//
	// Beyond the documents.
	PageTypeComputed PageType = "computed"
)

// PageURLs are the addresses of a page.
type PageURLs struct {
	App string `json:"app"`
}

// PageLayout says what of a page is shown.
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
}

// PageWidth is how wide a page is. The service may know more values than the constants.
type PageWidth string

const (
	// PageWidthDefault is the default width.
	//
	// Beyond the documents.
	PageWidthDefault PageWidth = "default"
	// PageWidthWide is a wide page.
	//
	// Beyond the documents.
	PageWidthWide PageWidth = "wide"
)

// CoverSize is how large the cover of a page is. The service may know more values than the constants.
type CoverSize string

const (
	// CoverSizeHero is the size called hero.
	//
	// Beyond the documents.
	CoverSizeHero CoverSize = "hero"
	// CoverSizeFull is the full size.
	//
	// Beyond the documents.
	CoverSizeFull CoverSize = "full"
)

// PageCover is the image over a page.
type PageCover struct {
	Ref     *ContentRef `json:"ref,omitzero"`
	RefDark *ContentRef `json:"refDark,omitzero"`
	YPos    float64     `json:"yPos"`
}

// Computed is what content is computed from.
type Computed struct {
	Type         ComputedType                  `json:"type" check:"required"`
	Dependencies map[string]ComputedDependency `json:"dependencies,omitzero"` // such as "spec"
	Props        api.Raw                       `json:"props,omitzero"`        // an object whose members depend on Type
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ComputedType says what content is computed by. An integration has the form "integration:name:id". The service may know more values than
// the constants.
type ComputedType string

const (
	// ComputedTypeOpenAPI is computed from an OpenAPI specification.
	//
	// Beyond the documents.
	ComputedTypeOpenAPI ComputedType = "builtin:openapi"
	// ComputedTypeTranslation is computed by a translation.
	//
	// Beyond the documents.
	ComputedTypeTranslation ComputedType = "builtin:translation"
)

// ComputedDependency is something that content is computed from.
type ComputedDependency struct {
	Ref ContentRef `json:"ref"`
	// Value is what the reference stood for when the content was computed, nil when it is not told.
	//
	// Beyond the documents.
	Value api.Raw `json:"value,omitzero"`
}

type (
	plainPage     Page
	plainComputed Computed
)

var pageBranches = []jsonx.Branch{
	jsonx.Tree(func(p *Page) *plainPage { return (*plainPage)(p) }),
	jsonx.Tree(func(c *Computed) *plainComputed { return (*plainComputed)(c) }),
	jsonx.Tree(func(r *ContentRef) *plainContentRef { return (*plainContentRef)(r) }),
}

var pageCodec = jsonx.NewCodec(pageBranches...)

// MarshalJSON returns the page with all it was read with.
func (p Page) MarshalJSON() ([]byte, error) { return pageCodec.Marshal(&p) }

// UnmarshalJSON reads a page with the pages below it and keeps what it does not know.
func (p *Page) UnmarshalJSON(data []byte) error { return pageCodec.Unmarshal(data, p) }

// MarshalJSON returns what it was read with.
func (c Computed) MarshalJSON() ([]byte, error) { return pageCodec.Marshal(&c) }

// UnmarshalJSON keeps what it does not know.
func (c *Computed) UnmarshalJSON(data []byte) error { return pageCodec.Unmarshal(data, c) }
