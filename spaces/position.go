package spaces

import "github.com/publishing-platform/publishing-go/internal/jsonx"

// ContentPosition is a place beside a space or a collection. Either field may be left out.
type ContentPosition struct {
	Before *ContentPointer `json:"before,omitzero"`
	After  *ContentPointer `json:"after,omitzero"`
}

// ContentPointer names a space or a collection in a move. Exactly one of its fields is set.
type ContentPointer struct {
	Space string `json:"space,omitzero" check:"exactly=space|collection"` // id
	// Collection is the id of a collection.
	//
	// Beyond the documents.
	Collection string `json:"collection,omitzero"`
}

// MarshalJSON says what is named, too.
func (p ContentPointer) MarshalJSON() ([]byte, error) {
	type plain ContentPointer
	kind := "space"
	if p.Collection != "" {
		kind = "collection"
	}
	return jsonx.Marshal(struct {
		Type string `json:"type"`
		plain
	}{kind, plain(p)})
}
