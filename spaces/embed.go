package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Embed describes the content at a URL, so that a page can display it. Type determines which of
// HTML, Integration and Block are set.
//
// Experimental: may change in any minor release; see [api].
type Embed struct {
	Type  EmbedType `json:"type"`
	Title string    `json:"title"`
	Site  string    `json:"site"`          // name of the site that contains the content
	Icon  *string   `json:"icon,omitzero"` // nil if the content has no icon
	// HTML displays content of type [EmbedTypeRich]. It comes from a third party.
	HTML *UntrustedHTML `json:"html,omitzero" response:"required,if=type:rich"`
	// Integration and Block display content of type [EmbedTypeIntegration]. Integration is the name
	// of the integration, and Block is the JSON of its block.
	Integration *string `json:"integration,omitzero" response:"required,if=type:integration,id"`
	Block       api.Raw `json:"block,omitzero" response:"required,if=type:integration"`
	// Extra contains the fields that this release does not know, such as the fields of a new type.
	Extra map[string]api.Raw `json:",embed"`
}

// EmbedType is the type of an [Embed].
//
// Experimental: may change in any minor release; see [api].
type EmbedType string

// Types of embeds.
const (
	EmbedTypeLink        EmbedType = "link"        // only the title, the site and the icon are known
	EmbedTypeRich        EmbedType = "rich"        // HTML displays the content
	EmbedTypeIntegration EmbedType = "integration" // a block of an integration displays the content
)

// UntrustedHTML is HTML from a third party. It may contain scripts, so do not insert it into a page
// unchanged. Package html/template escapes it. To display it, sanitize it, or set it as the srcdoc
// of an iframe that has the sandbox attribute.
//
// Experimental: may change in any minor release; see [api].
type UntrustedHTML string

type plainEmbed Embed

var embedCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(e *Embed) *plainEmbed { return (*plainEmbed)(e) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (e Embed) MarshalJSON() ([]byte, error) { return embedCodec.Marshal(&e) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (e *Embed) UnmarshalJSON(data []byte) error { return embedCodec.Unmarshal(data, e) }

// EmbedOptions are the query parameters of [Service.Embed].
//
// Experimental: may change in any minor release; see [api].
type EmbedOptions struct {
	// URL is the absolute URL of the content. The service may fetch it.
	URL string `url:"url,omitempty" check:"required"`
}

// Embed returns a description of the content at a URL, so that a page of the space can display it.
// An integration that is installed on the space can provide a block for the content. The
// description may be weeks old.
//
// Experimental: may change in any minor release; see [api].
//
// API: GET /v1/spaces/{spaceId}/embed
func (s Service) Embed(
	ctx context.Context, spaceID string, options EmbedOptions, opts ...api.CallOption,
) (*Embed, error) {
	return transport.JSON[Embed](ctx, s.core, opEmbed.Path(spaceID).Query(options), opts)
}
