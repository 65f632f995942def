package integrations

import (
	"context"
	"errors"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Render is the request body of [Service.Render]. Props, State and Action can contain texts that
// users have typed, such as passwords.
//
// Experimental: may change in any minor release; see [api].
type Render struct {
	ComponentID string `json:"componentId" check:"required"`
	// Props is an object that the component defines. It is {} if the component has no properties.
	Props api.Raw `json:"props" check:"required" secret:"text"`
	// State is the State of the last output, or nil in the first request.
	State   api.Raw       `json:"state,omitzero" secret:"text"`
	Context RenderContext `json:"context"` // place that displays the output
	// Action is the action of the user, such as a click on a button, or nil if there is none.
	Action api.Raw `json:"action,omitzero" secret:"text"`
}

// LogValue implements [slog.LogValuer]. It hides Props, State and Action.
func (r Render) LogValue() slog.Value { return logvalue.Of(r) }

// Validate checks that Props, State and Action are objects.
func (r Render) Validate() error {
	return errors.Join(check.Object("props", r.Props),
		check.Object("state", r.State), check.Object("action", r.Action))
}

// RenderContext is the place that displays the output of a component. Type determines which of the
// other fields are set.
//
// In a request, set Type, Theme and only the fields of that type. To send a context of a type that
// this release does not know, set Raw.
//
// Experimental: may change in any minor release; see [api].
type RenderContext struct {
	Type           RenderContextType `json:"type"`
	Theme          RenderTheme       `json:"theme"`
	OrganizationID *string           `json:"organizationId,omitzero" response:"required,if=type:configuration_account|configuration_contentsource"`
	SpaceID        *string           `json:"spaceId,omitzero" response:"required,if=type:configuration_space|document"`
	SiteID         *string           `json:"siteId,omitzero" response:"required,if=type:configuration_site"`
	// Editable reports whether the document can be edited.
	Editable *bool `json:"editable,omitzero" response:"required,if=type:document"`
	// Extra contains fields that this release does not know, if it knows the type of the context.
	Extra map[string]api.Raw `json:",embed"`
	// Raw is the JSON of a context whose type this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// Validate checks that exactly Theme and the fields for Type are set. If Raw is set, only Type may
// be set too. Extra may be set in both cases.
func (c RenderContext) Validate() error {
	var forms []string
	switch c.Type {
	case RenderContextTypeAccount:
		forms = []string{"type with theme with organizationId"}
	case RenderContextTypeSpace:
		forms = []string{"type with theme with spaceId"}
	case RenderContextTypeSite:
		forms = []string{"type with theme with siteId"}
	case RenderContextTypeContentSource:
		forms = []string{
			"type with theme with organizationId", "type with theme with organizationId with spaceId",
		}
	case RenderContextTypeDocument:
		forms = []string{"type with theme with spaceId with editable"}
	}
	return check.Form(c, append(forms, "Raw", "type with Raw")...)
}

// RenderContextType is the type of a [RenderContext].
//
// Experimental: may change in any minor release; see [api].
type RenderContextType string

// Types of contexts.
const (
	RenderContextTypeAccount       RenderContextType = "configuration_account"       // configuration for an organization; requires OrganizationID
	RenderContextTypeSpace         RenderContextType = "configuration_space"         // configuration for a space; requires SpaceID
	RenderContextTypeSite          RenderContextType = "configuration_site"          // configuration for a site; requires SiteID
	RenderContextTypeContentSource RenderContextType = "configuration_contentsource" // configuration of a content source; requires OrganizationID, may have SpaceID
	RenderContextTypeDocument      RenderContextType = "document"                    // a block in a document; requires SpaceID and Editable
)

// RenderTheme is the color scheme of the page that displays an output.
//
// Experimental: may change in any minor release; see [api].
type RenderTheme string

// Color schemes.
const (
	RenderThemeDark  RenderTheme = "dark"
	RenderThemeLight RenderTheme = "light"
)

type plainRenderContext RenderContext

var renderContextCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("type", func(c *RenderContext) (any, *RenderContextType, *api.Raw) {
		return (*plainRenderContext)(c), &c.Type, &c.Raw
	}, RenderContextTypeAccount, RenderContextTypeSpace, RenderContextTypeSite,
		RenderContextTypeContentSource, RenderContextTypeDocument))
}}

// MarshalJSON encodes the context, or Raw if it is set.
func (c RenderContext) MarshalJSON() ([]byte, error) { return renderContextCodec.Marshal(&c) }

// UnmarshalJSON decodes a context of a known type, and keeps any other context in Raw.
func (c *RenderContext) UnmarshalJSON(data []byte) error {
	return renderContextCodec.Unmarshal(data, c)
}

// RenderOutput is the output of a component. Exactly one of its fields is set. The type of the
// response determines which. If the response has no type but contains an element, Element is set.
//
// Experimental: may change in any minor release; see [api].
type RenderOutput struct {
	// Element is set if the component has not finished. It contains the element to display.
	Element *RenderedElement
	// Complete is set if the component has finished, for example because the configuration is
	// complete.
	Complete *RenderedComplete
	// Raw is the JSON of an output that this release does not know.
	Raw api.Raw
}

// RenderedElement is the output of a component that has not finished, and contains the element to
// display.
//
// Experimental: may change in any minor release; see [api].
type RenderedElement struct {
	// Type is [RenderOutputTypeElement] or nil. Both have the same meaning.
	Type    *RenderOutputType `json:"type,omitzero"`
	Element Element           `json:"element"` // a block, modal or configuration
	State   api.Raw           `json:"state"`   // object, for the next request
	Props   api.Raw           `json:"props"`   // object, for the next request
	// CanAccessVisitorClaims is nil if the service does not report it.
	CanAccessVisitorClaims *bool `json:"canAccessVisitorClaims,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// RenderedComplete is the output of a component that has finished.
//
// Experimental: may change in any minor release; see [api].
type RenderedComplete struct {
	Type RenderOutputType `json:"type"` // [RenderOutputTypeComplete]
	// ReturnValue is an object that the component defines. It is absent if there is none.
	ReturnValue api.Raw `json:"returnValue,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// RenderOutputType is the type of a [RenderOutput].
//
// Experimental: may change in any minor release; see [api].
type RenderOutputType string

// Types of outputs.
const (
	RenderOutputTypeElement  RenderOutputType = "element"
	RenderOutputTypeComplete RenderOutputType = "complete"
)

type (
	plainRenderedElement  RenderedElement
	plainRenderedComplete RenderedComplete
)

var renderOutputCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(
		jsonx.Tree(func(e *RenderedElement) *plainRenderedElement { return (*plainRenderedElement)(e) }),
		jsonx.Tree(func(c *RenderedComplete) *plainRenderedComplete { return (*plainRenderedComplete)(c) }),
		jsonx.Choice(
			"",
			func(o *RenderOutput, data *jsonx.Value) any {
				*o = RenderOutput{}
				switch kind := RenderOutputType(data.Text("type")); {
				case kind == RenderOutputTypeElement,
					!data.Has("type") && !data.Field("type").IsNull() && data.Has("element"):
					return jsonx.New(&o.Element)
				case kind == RenderOutputTypeComplete:
					return jsonx.New(&o.Complete)
				default:
					o.Raw = data.Keep()
					return nil
				}
			},
			func(o *RenderOutput) any { return jsonx.FirstOf(o.Element, o.Complete, o.Raw) },
		),
	)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (o RenderOutput) MarshalJSON() ([]byte, error) { return renderOutputCodec.Marshal(&o) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (o *RenderOutput) UnmarshalJSON(data []byte) error {
	return renderOutputCodec.Unmarshal(data, o)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (e RenderedElement) MarshalJSON() ([]byte, error) { return renderOutputCodec.Marshal(&e) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (e *RenderedElement) UnmarshalJSON(data []byte) error {
	return renderOutputCodec.Unmarshal(data, e)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c RenderedComplete) MarshalJSON() ([]byte, error) { return renderOutputCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *RenderedComplete) UnmarshalJSON(data []byte) error {
	return renderOutputCodec.Unmarshal(data, c)
}

// Render calls the code of an integration and returns the output of a component, such as a block or
// a configuration. [WalkElements] iterates over the elements of the output. The Cache-Control
// header of the response, which [api.WithMeta] returns, limits how long the output may be cached.
//
// If there is no Action, this POST changes nothing, so it is retried like a GET. If there is an
// Action, the code of the integration can have side effects, so the call is retried only if the
// service cannot have acted on it: see [api.MayHaveApplied].
//
// If the integration is not installed, the error matches [api.ErrNotFound]. The service has been
// seen to return 400 if the integration rejects the request, 422 if the request is invalid, and 502
// if the code of the integration fails.
//
// API: POST /v1/integrations/{integrationName}/render
func (s Service) Render(
	ctx context.Context, integrationName string, request Render, opts ...api.CallOption,
) (*RenderOutput, error) {
	return transport.JSON[RenderOutput](
		ctx, s.core, opRender.Path(integrationName).Body(request), opts,
	)
}
