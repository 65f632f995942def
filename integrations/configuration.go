package integrations

import (
	"fmt"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Configurations describes the settings of an integration. A field is nil if there are no settings.
//
// Experimental: may change in any minor release; see [api].
type Configurations struct {
	// Account contains the settings of an installation on an organization.
	Account *Configuration `json:"account,omitzero"`
	Space   *Configuration `json:"space,omitzero"` // settings of an installation on a space
	Site    *Configuration `json:"site,omitzero"`  // settings of an installation on a site
}

// Configuration describes the settings of an installation, and the form for editing them. Exactly
// one of its fields is set: Component if the JSON has a componentId, Schema if it has properties,
// and Raw otherwise.
//
// Experimental: may change in any minor release; see [api].
type Configuration struct {
	// Schema is set if the service renders the form.
	Schema *ConfigurationSchema
	// Component is set if the integration renders the form.
	Component *ConfigurationComponent
	// Raw is the JSON of a configuration of any other kind.
	Raw api.Raw
}

// Validate checks that exactly one field is set.
func (c Configuration) Validate() error { return check.Form(c, "Schema", "Component", "Raw") }

// ConfigurationSchema describes a configuration as properties.
//
// Experimental: may change in any minor release; see [api].
type ConfigurationSchema struct {
	// Properties contains the properties by their key in the configuration.
	Properties map[string]Property `json:"properties" check:"required"`
	// Required contains the keys of the properties that must have a value. The keys must be unique.
	Required []string `json:"required,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// Validate checks that the keys in Required are unique.
func (s ConfigurationSchema) Validate() error {
	if keys := slices.Sorted(slices.Values(s.Required)); len(slices.Compact(keys)) < len(s.Required) {
		return &api.ValidationError{
			Field: "required", Rule: "each item once",
			Value: fmt.Sprintf("%d items", len(s.Required)),
		}
	}
	return nil
}

// ConfigurationComponent is a component that displays the settings of an integration. The
// integration renders it.
//
// Experimental: may change in any minor release; see [api].
type ConfigurationComponent struct {
	ComponentID string `json:"componentId" check:"required"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// Property is a property of a configuration. Type determines which of the other fields can be set.
// To send a property of a type that this release does not know, set Raw too.
//
// Experimental: may change in any minor release; see [api].
type Property struct {
	Type PropertyType `json:"type" check:"required"`
	// Title has at most 50 characters. Older versions of the service accept at most 30.
	Title *string `json:"title,omitzero" check:"len=..50"`
	// Description has at most 100 characters.
	Description *string `json:"description,omitzero" check:"len=..100"`
	// Default is the value of the property until it is set, or nil if there is none. A button has
	// no default.
	Default *PropertyDefault `json:"default,omitzero"`
	// CompletionURL can be set for a string. Its effect is undocumented.
	CompletionURL *string  `json:"completion_url,omitzero"`
	Enum          []string `json:"enum,omitzero"` // permitted values of a string; nil permits any value
	// CallbackURL is the URL that a button leads to. It is required for a button.
	CallbackURL *string `json:"callback_url,omitzero" response:"required,if=type:button"`
	// ButtonText is required for a button.
	ButtonText *string `json:"button_text,omitzero" response:"required,if=type:button"`
	// Extra contains the unknown fields of a property whose type this release knows.
	Extra map[string]api.Raw `json:",embed"`
	// Raw is the JSON of a property whose type this release does not know, and nil otherwise. If
	// Raw is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// Validate checks that CallbackURL and ButtonText are set for [PropertyTypeButton].
func (p Property) Validate() error {
	if p.Type != PropertyTypeButton {
		return nil
	}
	return check.Needs(p, "type", string(p.Type), "callback_url", "button_text")
}

// PropertyType is the type of a [Property].
//
// Experimental: may change in any minor release; see [api].
type PropertyType string

// Types of properties.
const (
	PropertyTypeString  PropertyType = "string"
	PropertyTypeNumber  PropertyType = "number"
	PropertyTypeBoolean PropertyType = "boolean"
	PropertyTypeButton  PropertyType = "button" // a button, which has no value
)

// PropertyDefault is the default of a [Property]. Exactly one of its fields is set.
//
// Experimental: may change in any minor release; see [api].
type PropertyDefault struct {
	Text   *string  // default of a string
	Number *float64 // default of a number
	Bool   *bool    // default of a boolean
	// Raw is the JSON of a default of any other type.
	Raw api.Raw
}

// Validate checks that exactly one field is set.
func (d PropertyDefault) Validate() error { return check.Form(d, "Text", "Number", "Bool", "Raw") }

type (
	plainConfigurationSchema    ConfigurationSchema
	plainConfigurationComponent ConfigurationComponent
	plainProperty               Property
)

var configurationCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(
		jsonx.Choice(
			"",
			func(c *Configuration, data *jsonx.Value) any {
				*c = Configuration{}
				switch {
				case data.Has("componentId"):
					return jsonx.New(&c.Component)
				case data.Has("properties"):
					return jsonx.New(&c.Schema)
				default:
					c.Raw = data.Keep()
					return nil
				}
			},
			func(c *Configuration) any { return jsonx.FirstOf(c.Component, c.Schema, c.Raw) },
		),
		jsonx.Tree(func(s *ConfigurationSchema) *plainConfigurationSchema { return (*plainConfigurationSchema)(s) }),
		jsonx.Tree(func(c *ConfigurationComponent) *plainConfigurationComponent {
			return (*plainConfigurationComponent)(c)
		}),
		jsonx.Kinds("type", func(p *Property) (any, *PropertyType, *api.Raw) {
			return (*plainProperty)(p), &p.Type, &p.Raw
		}, PropertyTypeString, PropertyTypeNumber, PropertyTypeBoolean, PropertyTypeButton),
		jsonx.Choice(
			"",
			func(d *PropertyDefault, data *jsonx.Value) any {
				*d = PropertyDefault{}
				switch {
				case data.IsString():
					return jsonx.New(&d.Text)
				case data.IsNumber():
					return jsonx.New(&d.Number)
				case data.IsBool():
					return jsonx.New(&d.Bool)
				default:
					d.Raw = data.Keep()
					return nil
				}
			},
			func(d *PropertyDefault) any { return jsonx.FirstOf(d.Text, d.Number, d.Bool, d.Raw) },
		),
	)
}}

// MarshalJSON encodes the field that is set.
func (c Configuration) MarshalJSON() ([]byte, error) { return configurationCodec.Marshal(&c) }

// UnmarshalJSON decodes a schema or a component, and keeps anything else in Raw.
func (c *Configuration) UnmarshalJSON(data []byte) error {
	return configurationCodec.Unmarshal(data, c)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s ConfigurationSchema) MarshalJSON() ([]byte, error) { return configurationCodec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *ConfigurationSchema) UnmarshalJSON(data []byte) error {
	return configurationCodec.Unmarshal(data, s)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c ConfigurationComponent) MarshalJSON() ([]byte, error) {
	return configurationCodec.Marshal(&c)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *ConfigurationComponent) UnmarshalJSON(data []byte) error {
	return configurationCodec.Unmarshal(data, c)
}

// MarshalJSON encodes the property, or Raw if it is set.
func (p Property) MarshalJSON() ([]byte, error) { return configurationCodec.Marshal(&p) }

// UnmarshalJSON decodes a property of a known type, and keeps any other property in Raw.
func (p *Property) UnmarshalJSON(data []byte) error { return configurationCodec.Unmarshal(data, p) }

// MarshalJSON encodes the field that is set.
func (d PropertyDefault) MarshalJSON() ([]byte, error) { return configurationCodec.Marshal(&d) }

// UnmarshalJSON decodes a string, a number or a boolean, and keeps anything else in Raw.
func (d *PropertyDefault) UnmarshalJSON(data []byte) error {
	return configurationCodec.Unmarshal(data, d)
}
