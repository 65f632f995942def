package spaces

import "github.com/publishing-platform/publishing-go/api"

// Collection is a group of spaces and other collections.
type Collection struct {
	Object       string                `json:"object"` // "collection"
	ID           string                `json:"id"`
	Title        string                `json:"title"`
	Description  *string               `json:"description,omitzero"`
	Organization string                `json:"organization"`    // id of the organization that owns it
	Parent       *string               `json:"parent,omitzero"` // id of the collection it is in, nil for none
	DefaultLevel *api.Role             `json:"defaultLevel"`    // nil for guests; see [LevelInherit]
	URLs         CollectionURLs        `json:"urls"`
	Permissions  CollectionPermissions `json:"permissions"`
}

// CollectionURLs are the addresses of a collection.
type CollectionURLs struct {
	Location string `json:"location"`
	App      string `json:"app"`
}

// CollectionPermissions tells what the caller may do with a collection.
type CollectionPermissions struct {
	View            bool `json:"view"`
	Admin           bool `json:"admin"`
	ViewInviteLinks bool `json:"viewInviteLinks"`
	Create          bool `json:"create"`
}
