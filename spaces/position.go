package spaces

import (
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ContentPosition is a position before or after a space or a collection. Either field can be nil.
type ContentPosition struct {
	Before *ContentPointer `json:"before,omitzero"`
	After  *ContentPointer `json:"after,omitzero"`
}

// ContentPointer identifies a space or a collection in a move. Exactly one of its fields is set.
type ContentPointer struct {
	Space *string `json:"space,omitzero"` // ID of the space
	// Collection is the ID of a collection.
	//
	// Experimental: may change in any minor release; see [api].
	Collection *string `json:"collection,omitzero"`
}

// Validate checks that exactly one field is set.
func (p ContentPointer) Validate() error { return check.ExactlyOne(p, "space", "collection") }

// MarshalJSON implements the [encoding/json.Marshaler] interface. It adds the type of the content.
func (p ContentPointer) MarshalJSON() ([]byte, error) {
	type plain ContentPointer
	kind := "space"
	if p.Collection != nil {
		kind = "collection"
	}
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{kind, plain(p)})
}
