package spaces

import (
	"bytes"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// GitErrorAction is a link to help with a failed [GitOperation].
//
// Experimental: may change in any minor release; see [api].
type GitErrorAction struct {
	Label string `json:"label"` // text of the link
	URL   string `json:"url"`
	// Raw is the JSON of an action that is not an object, or nil for an object. If it is a string,
	// Label contains the string.
	Raw api.Raw `json:"-"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainGitErrorAction GitErrorAction

var gitErrorActionCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(a *GitErrorAction) *plainGitErrorAction { return (*plainGitErrorAction)(a) })
}}

// MarshalJSON encodes Raw if it is set, and otherwise an object.
func (a GitErrorAction) MarshalJSON() ([]byte, error) {
	if a.Raw != nil {
		return jsonx.Marshal(a.Raw)
	}
	return gitErrorActionCodec.Marshal(&a)
}

// UnmarshalJSON decodes an object, and keeps anything else in Raw.
func (a *GitErrorAction) UnmarshalJSON(data []byte) error {
	if jsonx.IsObject(data) {
		return gitErrorActionCodec.Unmarshal(data, a)
	}
	*a = GitErrorAction{Raw: bytes.Clone(data)}
	if jsonx.IsString(data) {
		return jsonx.Unmarshal(data, &a.Label)
	}
	return nil
}
