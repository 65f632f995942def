package spaces

// ContentPosition is a place beside a space or a collection. Either field may be left out.
type ContentPosition struct {
	Before *ContentPointer `json:"before,omitzero"`
	After  *ContentPointer `json:"after,omitzero"`
}

// ContentPointer names a space or a collection in a move. [AtSpace] and [AtCollection] make one.
type ContentPointer struct {
	Type  string `json:"type"` // "space" or "collection"
	Space string `json:"space,omitzero"`
	// Collection is the id of a collection.
	//
	// Beyond the documents.
	Collection string `json:"collection,omitzero"`
}

// AtSpace names a space in a move.
func AtSpace(spaceID string) *ContentPointer { return &ContentPointer{Type: "space", Space: spaceID} }

// AtCollection names a collection in a move.
//
// Beyond the documents.
func AtCollection(collectionID string) *ContentPointer {
	return &ContentPointer{Type: "collection", Collection: collectionID}
}
