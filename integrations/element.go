package integrations

import (
	"bytes"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Element is an element of the output of a component. [WalkElements] iterates over the elements
// below it, and Raw.Decode decodes its other fields.
//
// Experimental: may change in any minor release; see [api].
type Element struct {
	Type ElementType // "" if the element has no type
	// Raw is the JSON of the element, including the elements below it. MarshalJSON returns it.
	Raw api.Raw
}

// ElementType is the type of an [Element].
//
// Experimental: may change in any minor release; see [api].
type ElementType string

// Types of elements. Blocks, modals and configurations are root elements.
const (
	ElementTypeBlock         ElementType = "block"
	ElementTypeBox           ElementType = "box"
	ElementTypeButton        ElementType = "button"
	ElementTypeCard          ElementType = "card"
	ElementTypeCheckbox      ElementType = "checkbox"
	ElementTypeCodeBlock     ElementType = "codeblock"
	ElementTypeConfiguration ElementType = "configuration"
	ElementTypeDivider       ElementType = "divider"
	ElementTypeHint          ElementType = "hint"
	ElementTypeHStack        ElementType = "hstack" // elements side by side
	ElementTypeImage         ElementType = "image"
	ElementTypeInput         ElementType = "input" // a label and the element that it labels
	ElementTypeLink          ElementType = "link"
	ElementTypeMarkdown      ElementType = "markdown"
	ElementTypeModal         ElementType = "modal"
	ElementTypeRadio         ElementType = "radio"
	ElementTypeSelect        ElementType = "select"
	ElementTypeStep          ElementType = "step" // a step of a stepper
	ElementTypeStepper       ElementType = "stepper"
	ElementTypeSwitch        ElementType = "switch"
	ElementTypeText          ElementType = "text"
	ElementTypeTextInput     ElementType = "textinput"
	ElementTypeVStack        ElementType = "vstack" // elements one above the other
	ElementTypeWebFrame      ElementType = "webframe"
)

// MarshalJSON returns Raw.
func (e Element) MarshalJSON() ([]byte, error) { return e.Raw.MarshalJSON() }

// UnmarshalJSON keeps a copy of data in Raw.
func (e *Element) UnmarshalJSON(data []byte) error {
	*e = Element{Type: ElementType(jsonx.Inspect(data).Text("type")), Raw: bytes.Clone(data)}
	return nil
}

// elementFields lists the fields that can contain elements, in reading order.
var elementFields = []string{
	"icon", "title", "subtitle", "hint", "header",
	"element", "children", "options", "buttons", "footer", "submit",
}

// An ElementVisit is an element that [WalkElements] visits, with its place in the output.
//
// Experimental: may change in any minor release; see [api].
type ElementVisit struct {
	Element Element
	// Field is the field of the parent that contains the element, such as "children". It is "" for
	// the root.
	Field string
	// Parents contains the elements above the element, from the top down. The slice is valid only
	// until the next visit.
	Parents []Element
}

// WalkElements returns an iterator over an element and all elements below it, in reading order.
// Each element comes before the elements in its fields icon, title, subtitle, hint, header,
// element, children, options, buttons, footer and submit, in that order. The elements in options
// are the icons of the options. The iterator includes elements of types that this release does not
// know. A text without a type is not an element.
//
// Experimental: may change in any minor release; see [api].
func WalkElements(root Element) iter.Seq[ElementVisit] {
	return func(yield func(ElementVisit) bool) {
		walkElements(jsonx.Inspect(root.Raw),
			ElementVisit{Element: root, Parents: make([]Element, 0, 8)}, yield)
	}
}

func walkElements(data *jsonx.Value, at ElementVisit, yield func(ElementVisit) bool) bool {
	if !yield(at) {
		return false
	}
	for _, name := range elementFields {
		for _, below := range elementsIn(name, data.Field(name)) {
			element := Element{Type: ElementType(below.Text("type")), Raw: below.JSON()}
			if !walkElements(below, ElementVisit{element, name, append(at.Parents, at.Element)}, yield) {
				return false
			}
		}
	}
	return true
}

// elementsIn returns the elements in a field. The field can be an element, a list of elements and
// texts, or anything else.
func elementsIn(name string, field *jsonx.Value) []*jsonx.Value {
	list := field.Elements()
	switch {
	case name == "options":
		for i, option := range list {
			list[i] = option.Field("icon")
		}
	case field.IsObject():
		list = []*jsonx.Value{field}
	}
	return slices.DeleteFunc(list, func(v *jsonx.Value) bool { return !v.Has("type") })
}
