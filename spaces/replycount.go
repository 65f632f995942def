package spaces

import (
	"bytes"
	"errors"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// ReplyCount is the number of replies to a comment. The API reference defines it as a number, but
// the service may also return an object that contains the number.
type ReplyCount struct {
	Count int64
	// Raw is the JSON of an object, or nil for a number.
	//
	// Experimental: may change in any minor release; see [api].
	Raw api.Raw
}

// MarshalJSON encodes Raw if it is set, and Count otherwise.
func (c ReplyCount) MarshalJSON() ([]byte, error) {
	if c.Raw != nil {
		return jsonx.Marshal(c.Raw)
	}
	return jsonx.Marshal(c.Count)
}

// UnmarshalJSON decodes a number, or the field "count" of an object.
func (c *ReplyCount) UnmarshalJSON(data []byte) error {
	*c = ReplyCount{}
	if !jsonx.IsObject(data) {
		return jsonx.Unmarshal(data, &c.Count)
	}
	c.Raw = bytes.Clone(data)
	var object struct {
		Count *int64 `json:"count"`
	}
	if err := jsonx.Unmarshal(data, &object); err != nil {
		return err
	}
	if object.Count == nil {
		return errors.New("want an object with the field count")
	}
	c.Count = *object.Count
	return nil
}
