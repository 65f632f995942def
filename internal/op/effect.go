package op

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// An Effect describes what a request of an operation may do to existing resources. It is [Keeps],
// [Removes], [Asks], or a result of [RemovesIf]. A write without an effect counts as one that may
// remove something.
type Effect string

const (
	// Keeps is the effect of a write that never removes anything. It creates, sets or moves
	// something.
	Keeps Effect = "keeps"
	// Removes is the effect of a write that may remove something, whatever its body is. It deletes,
	// replaces a whole resource or overwrites, or its effect is unknown.
	Removes Effect = "removes"
	// Asks is the effect of an operation that changes nothing but costs credits. An operation of
	// the class Stream does not need it.
	Asks Effect = "asks"
)

// RemovesIf returns the effect of a write that may remove something if one of the conditions holds
// for its body:
//
//	"remove"                        the field remove is there
//	"redirects[].destination=null"  the field of one of the elements is null
//	"changes[].operation!a|b"       the field of one of the elements is neither a nor b
//	"null"                          there is a null at any depth
func RemovesIf(conditions ...string) Effect { return Effect(strings.Join(conditions, ",")) }

// Effect returns the effect of the operation, or "" for a safe operation.
func (o *Op) Effect() Effect {
	switch {
	case o.Declared == Asks || o.Class == Stream && o.Reads() && !o.Unlisted:
		return Asks
	case o.Reads():
		return ""
	case o.Declared == "" || o.Unlisted:
		return Removes
	default:
		return o.Declared
	}
}

// Conditions returns the conditions of [RemovesIf], or nil for another effect.
func (e Effect) Conditions() []string {
	if e == "" || e == Keeps || e == Removes || e == Asks {
		return nil
	}
	return strings.Split(string(e), ",")
}

// Write describes a request of the operation for a policy. path must be escaped.
func (o *Op) Write(path string, body []byte) api.Write {
	effect := o.Effect()
	w := api.Write{
		Operation: o.Name, Method: o.Method, Template: o.Template, Params: map[string]string{},
		MayDelete: effect == Removes, CostsCredits: effect == Asks,
	}
	if len(body) > 0 {
		var value any
		err := jsonx.Unmarshal(body, &value)
		w.MayDelete = w.MayDelete || slices.ContainsFunc(effect.Conditions(), func(condition string) bool {
			return err != nil || holds(condition, value)
		})
	}
	var spaces []string
	segments, template := strings.Split(path, "/"), strings.Split(o.Template, "/")
	for i, segment := range segments {
		text, _ := url.PathUnescape(segment)
		if param := strings.Trim(template[i], "{}"); param != template[i] && param != o.Secret {
			w.Params[param] = text
		}
		if i > 0 && template[i-1] == "spaces" && !slices.Contains(spaces, text) {
			spaces = append(spaces, text)
		}
	}
	if len(spaces) == 1 {
		w.Space = spaces[0]
	}
	return w
}

// holds reports whether a condition of [RemovesIf] holds for a body.
func holds(condition string, body any) bool {
	if condition == "null" {
		return hasNull(body)
	}
	at, null := strings.CutSuffix(condition, "=null")
	at, known, excludes := strings.Cut(at, "!")
	return anyAt(body, strings.Split(at, "."), func(value any, present bool) bool {
		switch {
		case excludes:
			text, _ := value.(string)
			return text == "" || !slices.Contains(strings.Split(known, "|"), text)
		case null:
			return present && value == nil
		default:
			return present
		}
	})
}

// anyAt reports whether a test holds for a value at a path. If a value does not have the form that
// the path expects, its effect is unknown, so anyAt returns true.
func anyAt(value any, path []string, test func(value any, present bool) bool) bool {
	fields, ok := value.(map[string]any)
	if !ok {
		return value != nil
	}
	name, isList := strings.CutSuffix(path[0], "[]")
	field, present := fields[name]
	if !isList && len(path) == 1 {
		return test(field, present)
	}
	if !isList {
		return anyAt(field, path[1:], test)
	}
	list, ok := field.([]any)
	if !ok {
		return present
	}
	return slices.ContainsFunc(list, func(item any) bool { return item == nil || anyAt(item, path[1:], test) })
}

func hasNull(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(value, hasNull)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasNull)
	default:
		return false
	}
}
