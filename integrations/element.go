package integrations

import (
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Element is an element of the output of a component. [WalkElements] iterates over the elements
// below it, and Raw.Decode decodes its other fields.
type Element struct {
	Type ElementType // "" if it has none
	// Raw is the element as received, with those below it. The element is encoded as Raw.
	Raw api.Raw
}

// ElementType is the type of an [Element].
type ElementType string

// Types of elements. Those of the types block, modal and configuration are roots.
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
	ElementTypeHStack        ElementType = "hstack" // side by side
	ElementTypeImage         ElementType = "image"
	ElementTypeInput         ElementType = "input" // a label and the element that it is for
	ElementTypeLink          ElementType = "link"
	ElementTypeMarkdown      ElementType = "markdown"
	ElementTypeModal         ElementType = "modal"
	ElementTypeRadio         ElementType = "radio"
	ElementTypeSelect        ElementType = "select"
	ElementTypeStep          ElementType = "step" // of a stepper
	ElementTypeStepper       ElementType = "stepper"
	ElementTypeSwitch        ElementType = "switch"
	ElementTypeText          ElementType = "text"
	ElementTypeTextInput     ElementType = "textinput"
	ElementTypeVStack        ElementType = "vstack" // one above the other
	ElementTypeWebFrame      ElementType = "webframe"
)

// MarshalJSON returns Raw.
func (e Element) MarshalJSON() ([]byte, error) { return e.Raw.MarshalJSON() }

// UnmarshalJSON keeps a copy of data in Raw.
func (e *Element) UnmarshalJSON(data []byte) error {
	*e = elementOf(jsonx.Clone(data))
	return nil
}

func elementOf(data []byte) Element {
	return Element{Type: ElementType(jsonx.Text(data, "type")), Raw: data}
}

// elementFields are the fields of elements that contain elements, in reading order.
var elementFields = []string{"icon", "title", "subtitle", "hint", "header", "element", "children", "buttons", "footer", "submit"}

// An ElementVisit is an element that [WalkElements] visits, and where it is.
type ElementVisit struct {
	Element Element
	// Field is the field of the parent that contains the element, such as "children", "" for the
	// root.
	Field string
	// Parents are the elements above the element, from the top down. The slice is only valid until
	// the next visit.
	Parents []Element
}

// WalkElements returns an iterator over an element and all elements below it, in reading order:
// each element comes before those in its fields icon, title, subtitle, hint, header, element,
// children, buttons, footer and submit. It includes elements of types that this release does not
// know. A text without a type is not an element.
func WalkElements(root Element) iter.Seq[ElementVisit] {
	return func(yield func(ElementVisit) bool) {
		walkElements(ElementVisit{Element: root, Parents: make([]Element, 0, 8)}, yield)
	}
}

func walkElements(at ElementVisit, yield func(ElementVisit) bool) bool {
	if !yield(at) {
		return false
	}
	fields, err := jsonx.Fields(at.Element.Raw)
	if err != nil { // it is no object
		return true
	}
	for _, name := range elementFields {
		for _, below := range elementsIn(fields[name]) {
			if !walkElements(ElementVisit{below, name, append(at.Parents, at.Element)}, yield) {
				return false
			}
		}
	}
	return true
}

// elementsIn returns the elements in a field, which is an element, a list of elements and texts, or
// something else.
func elementsIn(field []byte) []Element {
	var list []api.Raw
	switch {
	case jsonx.IsObject(field):
		list = []api.Raw{field}
	case jsonx.Unmarshal(field, &list) != nil:
		return nil
	}
	var elements []Element
	for _, item := range list {
		if jsonx.HasFields(item, "type") {
			elements = append(elements, elementOf(item))
		}
	}
	return elements
}
