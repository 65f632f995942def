// Package pagination has the page of a list and the walks over pages.
package pagination

import (
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Page is one page of a list.
type Page[T any] struct {
	// Next leads to the following page. On the last one it is nil or has an empty cursor; [Page.NextPage] knows both.
	Next *Next `json:"next,omitzero"`
	// Count is what the service says of the number of elements, nil when it says nothing.
	Count *int64 `json:"count,omitzero"`
	// Items are the elements. A page may be empty and still have a next one.
	Items []T `json:"items"`
}

// Next leads to a page.
type Next struct {
	// Page is the cursor of the page, for the Page field of a list's options. It is opaque.
	Page string `json:"page"`

	broken bool
}

// readNext is a Next on its way in.
type readNext struct {
	Page *string `json:"page"`
}

var nextCodec = jsonx.AsIs[Next, readNext]()

// UnmarshalJSON reads the cursor. It is here so that a cursor of a wrong type cannot pass for the end of the list.
func (n *Next) UnmarshalJSON(data []byte) error {
	var plain readNext
	if err := nextCodec.Unmarshal(data, &plain); err != nil {
		*n = Next{broken: true}
		return err
	}
	*n = Next{}
	if plain.Page != nil {
		n.Page = *plain.Page
	}
	return nil
}

// NextPage returns the cursor of the following page, "" on the last one.
func (p *Page[T]) NextPage() string {
	if p.Next == nil {
		return ""
	}
	return p.Next.Page
}

// page makes a type that embeds a Page a page too.
func (p *Page[T]) page() *Page[T] { return p }

// A List is a [Page] or a struct that embeds one, such as a page with statistics.
type List[T any] interface {
	NextPage() string
	page() *Page[T]
}
