package urls

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ContentOptions are the query parameters of [Service.Content].
//
// Experimental: may change in any minor release; see [api].
type ContentOptions struct {
	URL string `url:"url,omitempty" check:"required"` // such as the app URL of a space or of a page
}

// Content is the content that a URL leads to. Either Collection or Space is set. If the URL leads
// to a change request or a page of the space, ChangeRequest or Page is set too.
//
// Experimental: may change in any minor release; see [api].
type Content struct {
	Collection *spaces.Collection `json:"collection,omitzero"`
	Space      *spaces.Space      `json:"space,omitzero"`
	// ChangeRequest is nil for the main content.
	ChangeRequest *changerequests.ChangeRequest `json:"changeRequest,omitzero"`
	// Page is a document or a group. It is nil if the URL leads to the space itself.
	Page *spaces.Page `json:"page,omitzero"`
	// Extra contains the fields that this release does not know, such as the fields of other kinds
	// of content.
	Extra map[string]api.Raw `json:",embed"`
}

type plainContent Content

var contentCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(c *Content) *plainContent { return (*plainContent)(c) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c Content) MarshalJSON() ([]byte, error) { return contentCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *Content) UnmarshalJSON(data []byte) error { return contentCodec.Unmarshal(data, c) }

// Content returns the content that a URL of the service's app leads to. The response for a URL that
// does not lead to content is undocumented.
//
// API: GET /v1/urls/content
func (s Service) Content(
	ctx context.Context, options ContentOptions, opts ...api.CallOption,
) (*Content, error) {
	return transport.JSON[Content](ctx, s.core, opContent.Path().Query(options), opts)
}
