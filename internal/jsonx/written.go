package jsonx

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// A Written contains the result of comparing the body of a write with its response. Its elements
// are JSON pointers into the body of the request.
type Written struct {
	Applied []string // fields with the same value in the response
	Ignored []string // fields that have another value in the response, or none although it can contain one
	Unknown []string // fields that the response cannot contain
}

// CompareWritten compares sent, the body of a write, with received, the body of its response, which
// may be empty. t is the type into which the response is decoded. If t is nil, only fields in the
// response can be compared. If the body is a changed version of a resource, the argument was
// contains the earlier version, and a field that has not changed does not count as ignored.
// Otherwise, it is nil. shows describes the fields that the response shows in another way,
// separated by spaces:
//
//   - proxy=proxy.origin: the field is at another place.
//   - blocks[].icon=: the response does not show the field, although it has a field with this name.
//   - null=emoji: a null resets the field to a value that only the service knows. With *, this is
//     true of each field.
//   - kind:path=: an object of this kind becomes an object of another kind.
//
// Changes that a service makes on purpose do not count as differences: spaces around a text, code
// points instead of an emoji, another form of a time, an object instead of its ID, another order of
// a list of texts, another case of a text that identifies something, and a null or absent value
// instead of a zero value. For Markdown and documents, only the words are compared.
func CompareWritten(sent, received, was []byte, t reflect.Type, shows string) *Written {
	w := &written{shows: map[string]string{}}
	for rule := range strings.FieldsSeq(shows) {
		field, place, _ := strings.Cut(rule, "=")
		w.shows[field] = place
	}
	var body any
	compared(sent, &body)
	compared(received, &w.root)
	if w.root == nil {
		t = nil
	}
	w.compare(place{typ: t}, body, w.root, w.root != nil)
	if len(was) > 0 && len(w.Ignored) > 0 {
		var before any
		compared(was, &before)
		w.Ignored = slices.DeleteFunc(w.Ignored, func(pointer string) bool {
			same := reflect.DeepEqual(valueAt(body, pointer), valueAt(before, pointer))
			if same {
				w.Unknown = append(w.Unknown, pointer)
			}
			return same
		})
	}
	return &w.Written
}

// asV1 decodes the last of duplicate names, and goes on after a number out of range.
var asV1 = json.JoinOptions(lenient, jsonv1.MergeWithLegacySemantics(true), jsonv1.ReportErrorsWithLegacySemantics(true))

// compared decodes JSON that has been encoded or decoded before, or no JSON at all.
func compared(data []byte, v *any) { _ = json.Unmarshal(data, v, asV1) }

// valueAt returns the value at a JSON pointer, or nil if there is none.
func valueAt(value any, pointer string) any {
	for token := range jsontext.Pointer(pointer).Tokens() {
		switch around := value.(type) {
		case map[string]any:
			value = around[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(around) {
				return nil
			}
			value = around[i]
		default:
			return nil
		}
	}
	return value
}

type written struct {
	Written
	shows map[string]string
	root  any // of the response
}

// A place describes the position of a value in the request, and the type of the value at this
// position in the response.
type place struct {
	pointer jsontext.Pointer
	field   string       // names of fields, such as "blocks[].icon"
	typ     reflect.Type // nil if the response has no such field, or if the type is unknown
}

func (p place) to(name string) place {
	return place{p.pointer.AppendToken(name), strings.TrimPrefix(p.field+"."+name, "."), fieldType(p.typ, name)}
}

func (p place) at(i int) place {
	return place{p.pointer.AppendToken(strconv.Itoa(i)), p.field + "[]", elementType(p.typ)}
}

func (w *written) note(list *[]string, p place) { *list = append(*list, string(p.pointer)) }

func (w *written) judge(p place, taken bool) {
	if taken {
		w.note(&w.Applied, p)
	} else {
		w.note(&w.Ignored, p)
	}
}

// compare compares a sent value with the value in the response. has reports whether the response
// contains one.
func (w *written) compare(p place, sent, got any, has bool) {
	if at, elsewhere := w.shows[p.field]; elsewhere {
		if at == "" {
			w.note(&w.Unknown, p)
			return
		}
		got = valueAt(w.root, "/"+strings.ReplaceAll(at, ".", "/"))
		p.typ = reflect.TypeFor[any]()
	}
	resets := w.shows["null"]
	fields, isObject := sent.(map[string]any)
	switch {
	case isSecret(p.typ), sent == nil && resets != "" && (resets == "*" || resets == p.field):
		w.note(&w.Unknown, p)
	case isObject && !has && p.typ == nil && p.field == "": // no response
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			w.note(&w.Unknown, p.to(name))
		}
	case !has && p.typ == nil:
		w.note(&w.Unknown, p)
	case got == nil, sent == nil:
		w.judge(p, isZero(sent) && isZero(got))
	default:
		w.compareValues(p, sent, got)
	}
}

func (w *written) compareValues(p place, sent, got any) {
	switch sent := sent.(type) {
	case map[string]any:
		if got, isObject := got.(map[string]any); isObject {
			w.compareObjects(p, sent, got)
			return
		}
	case []any:
		if got, isList := got.([]any); isList {
			w.compareLists(p, sent, got)
			return
		}
	case string:
		if object, isObject := got.(map[string]any); isObject && sent != "" {
			if ids := idsIn(object); len(ids) > 0 {
				w.judge(p, slices.Contains(ids, sent))
				return
			}
		}
		if got, isText := got.(string); isText {
			w.compareTexts(p, sent, got)
			return
		}
	case float64, bool:
		if reflect.TypeOf(sent) == reflect.TypeOf(got) {
			w.judge(p, sent == got)
			return
		}
	}
	if isZero(got) && !isZero(sent) && reflect.TypeOf(got) != reflect.TypeFor[float64]() { // 0 counts something
		w.note(&w.Ignored, p)
		return
	}
	w.note(&w.Unknown, p)
}

func (w *written) compareObjects(p place, sent, got map[string]any) {
	if kind, _ := sent["kind"].(string); kind != "" {
		if _, becomesAnother := w.shows["kind:"+kind]; becomesAnother {
			w.note(&w.Unknown, p)
			return
		}
	}
	switch {
	case sent["object"] == "document":
		before, after := words(strings.Join(textsIn(sent), "\n")), words(strings.Join(textsIn(got), "\n"))
		w.judge(p, slices.Equal(before, after) && isZero(sent["nodes"]) == isZero(got["nodes"]))
		return
	case len(sent) == 0 && p.field != "":
		w.judge(p, len(got) == 0 || plain(p.typ) == nil || plain(p.typ).Kind() != reflect.Map)
		return
	}
	_, asMarkdown := got["markdown"]
	_, asDocument := got["document"]
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		value, has := got[name]
		next := p.to(name)
		if !has && (name == "markdown" && asDocument || name == "document" && asMarkdown) { // the caller chose another format
			w.note(&w.Unknown, next)
			continue
		}
		w.compare(next, sent[name], value, has)
	}
}

// compareLists compares two lists. For lists of texts, it ignores the order.
func (w *written) compareLists(p place, sent, got []any) {
	areTexts := !slices.ContainsFunc(sent, func(v any) bool { _, isText := v.(string); return !isText })
	switch {
	case len(sent) != len(got) || len(sent) == 0:
		w.judge(p, len(sent) == len(got))
	case areTexts:
		rest := slices.Clone(got)
		for _, element := range sent {
			text, _ := element.(string)
			i := slices.IndexFunc(rest, func(v any) bool {
				other, isText := v.(string)
				object, _ := v.(map[string]any)
				return isText && sameText(p.field, text, other) || slices.Contains(idsIn(object), text)
			})
			if i < 0 {
				w.note(&w.Ignored, p)
				return
			}
			rest = slices.Delete(rest, i, i+1)
		}
		w.note(&w.Applied, p)
	default:
		for i := range sent {
			w.compare(p.at(i), sent[i], got[i], true)
		}
	}
}

func (w *written) compareTexts(p place, sent, got string) {
	same := sameText(p.field, sent, got)
	if !same && lastName(p.field) == "markdown" && strings.TrimSpace(got) != "" && reshaped.MatchString(sent+got) {
		w.note(&w.Unknown, p)
		return
	}
	w.judge(p, same)
}

// reshaped matches Markdown that has different words when the service returns it.
var reshaped = regexp.MustCompile(`[<&]|!\[|\{%`)

// caseless contains the names of fields whose texts identify something. A service may convert such
// a text to lower case, escape it, and remove slashes at its ends.
var caseless = []string{
	"path", "slug", "source", "hostname", "basename", "language", "locale", "email", "emails", "emailDomains",
}

func lastName(field string) string {
	return strings.TrimSuffix(field[strings.LastIndexByte(field, '.')+1:], "[]")
}

// sameText reports whether the received text of a field is the sent text, possibly in another form.
func sameText(field, sent, got string) bool {
	sent, got = strings.TrimSpace(sent), strings.TrimSpace(got)
	if sent == got || sent != "" && codePoints(sent) == strings.ToLower(got) {
		return true
	}
	if a, err := time.Parse(time.RFC3339, sent); err == nil {
		b, err := time.Parse(time.RFC3339, got)
		return err == nil && a.Equal(b)
	}
	switch name := lastName(field); {
	case name == "markdown":
		return slices.Equal(words(sent), words(got))
	case slices.Contains(caseless, name):
		return strings.EqualFold(bare(sent), bare(got))
	default:
		return false
	}
}

// bare removes escapes, and slashes at the ends, from a path.
func bare(path string) string {
	if unescaped, err := url.PathUnescape(path); err == nil {
		path = unescaped
	}
	return strings.Trim(path, "/")
}

// codePoints returns the code points of an emoji in the form in which a service stores them. It
// leaves out variation selectors.
func codePoints(emoji string) string {
	var points []string
	for _, r := range emoji {
		if r != '\ufe0f' {
			points = append(points, fmt.Sprintf("%x", r))
		}
	}
	return strings.Join(points, "-")
}

func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// textsIn returns the texts of a document, in order.
func textsIn(value any) (texts []string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			texts = append(texts, textsIn(element)...)
		}
	case map[string]any:
		if text, isText := value["text"].(string); isText {
			texts = append(texts, text)
		}
		for _, name := range []string{"nodes", "leaves", "fragments"} {
			texts = append(texts, textsIn(value[name])...)
		}
	}
	return texts
}

// idsIn returns the ID of an object. If the object has no ID, it returns the IDs of the objects in
// it.
func idsIn(object map[string]any) (ids []string) {
	if id, has := object["id"].(string); has {
		return []string{id}
	}
	for _, value := range object {
		if inner, isObject := value.(map[string]any); isObject {
			if id, has := inner["id"].(string); has {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func isZero(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	default:
		return value == "" || value == false || value == 0.0
	}
}

// plain removes pointers and api.Nullable from a type.
func plain(t reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	t = direct(t)
	if get, has := t.MethodByName("Get"); has && t.Kind() == reflect.Struct && isNullable(t) {
		return plain(get.Type.Out(0))
	}
	return t
}

// isSecret reports whether a type is a secret type. The service need not return values of such a
// type.
func isSecret(t reflect.Type) bool {
	if t = plain(t); t == nil {
		return false
	}
	_, secret := t.MethodByName("Reveal")
	return secret
}

// isAny reports whether a type can contain any JSON.
func isAny(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// fieldType returns the type of the field called name in objects of type t, or nil if there is no
// such field.
func fieldType(t reflect.Type, name string) reflect.Type {
	switch t = plain(t); {
	case t == nil:
		return nil
	case isAny(t):
		return t
	case t.Kind() == reflect.Map:
		return t.Elem()
	case t.Kind() != reflect.Struct:
		return nil
	}
	for _, f := range objectOf(t).fields {
		if f.name == name {
			return f.typ
		}
		if f.name == "" && !f.raw {
			if inArm := fieldType(f.typ, name); inArm != nil {
				return inArm
			}
		}
	}
	return nil
}

// elementType returns the element type of the list type t, or nil if t is not a list.
func elementType(t reflect.Type) reflect.Type {
	switch t = plain(t); {
	case t == nil:
		return nil
	case isAny(t):
		return t
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return t.Elem()
	case t.Kind() == reflect.Struct:
		for _, f := range objectOf(t).fields { // of a union
			if f.name != "" || f.raw {
				continue // f.typ can contain t itself
			}
			if inArm := elementType(f.typ); inArm != nil {
				return inArm
			}
		}
	}
	return nil
}
