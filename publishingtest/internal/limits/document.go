package limits

import (
	"cmp"
	"strconv"
)

// Document limits a rich document in the body: an object with nodes, which contain nodes or leaves
// of text. The checks are those of the value as a whole.
func Document(name string, checks ...Check) Limit {
	l := Body(name, append([]Check{Object}, checks...)...)
	l.inside = func(at string, v any) *Violation { return object{at, v}.document() }
	return l
}

// An object is a JSON object in a document. Its methods return the first violation, nil for none.
type object struct {
	at    string
	value any
}

func (o object) document() *Violation {
	return cmp.Or(
		o.field("object", true, String, OneOf("document")),
		o.field("data", false, Object),
		object{o.at + ".data", o.get("data")}.field("schemaVersion", false, Number),
		o.list("nodes", true, object.node),
	)
}

func (o object) node() *Violation {
	return cmp.Or(
		o.field("object", true, String, OneOf("block", "inline", "text")),
		o.field("type", false, String),
		o.field("key", false, String),
		o.field("isVoid", false, Boolean),
		o.field("data", false, Object),
		o.list("leaves", false, object.leaf),
		o.list("nodes", false, object.node),
	)
}

func (o object) leaf() *Violation {
	return cmp.Or(
		o.field("object", true, String, OneOf("leaf")),
		o.field("text", true, String),
		o.list("marks", false, object.mark),
	)
}

func (o object) mark() *Violation {
	return cmp.Or(
		o.field("object", true, String, OneOf("mark")),
		o.field("type", true, String),
	)
}

func (o object) get(name string) any {
	fields, _ := o.value.(map[string]any)
	return fields[name]
}

// field checks a field, which is not null.
func (o object) field(name string, required bool, checks ...Check) *Violation {
	fields, _ := o.value.(map[string]any)
	v, given := fields[name]
	if !given && !required {
		return nil
	}
	if !given {
		checks = []Check{Required}
	}
	for _, c := range checks {
		if !given || !c.Accepts(v) {
			return &Violation{Field: o.at + "." + name, Want: c.Want, Value: v}
		}
	}
	return nil
}

// list checks a list of objects.
func (o object) list(name string, required bool, check func(object) *Violation) *Violation {
	if v := o.field(name, required, List); v != nil {
		return v
	}
	list, _ := o.get(name).([]any)
	for i, element := range list {
		in := object{o.at + "." + name + "[" + strconv.Itoa(i) + "]", element}
		if !Object.Accepts(element) {
			return &Violation{Field: in.at, Want: Object.Want, Value: element}
		}
		if v := check(in); v != nil {
			return v
		}
	}
	return nil
}
