package redact

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// A Rewriter replaces the secrets in bodies and URLs.
type Rewriter struct {
	Replace  func(secret string) string
	Text     func(text string) string // returns the new form of a text that is not a secret
	IsSecret func(name string) bool   // reports whether a field that the SDK does not know is a secret
}

// JSON rewrites the texts in JSON, and returns it in compact form with sorted names. t is the type
// of the JSON in the SDK, or nil if it is unknown. Numbers in secrets become 0. The names in an
// [api.SecretJSON] are secrets too, so JSON replaces them with numbered names. If the JSON is
// neither an object nor an array, JSON returns an error.
func (r Rewriter) JSON(t reflect.Type, data []byte) ([]byte, error) {
	value, err := jsonx.Any(data)
	if err != nil {
		return nil, err
	}
	switch value.(type) {
	case map[string]any, []any:
		return r.append(nil, value, marksOf(t, data), public), nil
	}
	return nil, errors.New("want an object or an array") // any other JSON could just as well be plain text
}

// The parts of a value that are secret.
const (
	public      = iota
	secret      // its texts and numbers
	secretNames // also its names
)

// The marks that replace secrets in JSON. They need no escaping in a URL.
const (
	markSecret = "s3cret-0b4f1d61a7c94a0f8d7a" //nolint:gosec // marks secrets, and is not a secret itself
	markJSON   = "s3cret-7f9a3ce2d0514b6e9c15" //nolint:gosec // likewise
	markLink   = "s3cret-c3d58e17aa0b46f2b6d4"
)

// marksOf returns decoded JSON of type t in which marks replace the secrets. It does not contain
// values without a place in the type. If data does not fit the type, all of it is secret.
func marksOf(t reflect.Type, data []byte) any {
	if t == nil || !hasSecrets(t) {
		return nil
	}
	v := reflect.New(t)
	mismatch, err := jsonx.Decode(data, v.Interface())
	if err != nil || mismatch != nil {
		return markSecret // a secret can be in a value that does not fit
	}
	mark(v.Elem(), "")
	marked, err := jsonx.Marshal(v.Interface())
	if err != nil {
		return markSecret
	}
	marks, _ := jsonx.Any(marked) // jsonx has encoded it
	return marks
}

// structural contains the names of fields whose values are not text, in a document that is a
// secret. If these values counted as secrets, words such as "paragraph" would be replaced
// everywhere.
var structural = map[string]bool{"object": true, "type": true, "key": true, "fragment": true}

// mark replaces the secrets in a value, which must be settable. tag is the tag secret of the field
// that contains the value.
func mark(v reflect.Value, tag string) {
	if !hasSecrets(v.Type()) && tag == "" || v.IsZero() {
		return
	}
	switch v.Type() {
	case reflect.TypeFor[api.Secret]():
		v.Set(reflect.ValueOf(api.NewSecret(markSecret)))
		return
	case reflect.TypeFor[api.SecretJSON]():
		marked, _ := api.NewSecretJSON(markJSON) // a text can be encoded
		v.Set(reflect.ValueOf(marked))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(markSecret)
		if tag == "link" {
			v.SetString(markLink)
		}
	case reflect.Pointer:
		mark(v.Elem(), tag)
	case reflect.Slice:
		if tag != "" && v.Type() == reflect.TypeFor[api.Raw]() {
			v.SetBytes([]byte(`"` + markSecret + `"`))
			return
		}
		for i := range v.Len() {
			mark(v.Index(i), tag)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			element := reflect.New(v.Type().Elem()).Elem()
			element.Set(v.MapIndex(key))
			mark(element, tag)
			v.SetMapIndex(key, element)
		}
	case reflect.Struct:
		if inner, ok := nullable(v.Type()); ok {
			element := reflect.New(inner).Elem()
			element.Set(v.MethodByName("Get").Call(nil)[0])
			mark(element, tag)
			if data, err := jsonx.Marshal(element.Interface()); err == nil {
				_ = jsonx.Unmarshal(data, v.Addr().Interface()) // it was marshaled
			}
			return
		}
		for field, value := range v.Fields() {
			if isStructure := tag != "" && structural[logvalue.NameOf(field)]; field.IsExported() && !isStructure {
				mark(value, cmp.Or(tagOf(field), tag))
			}
		}
	}
}

// append appends a decoded value as JSON and rewrites its texts. marks is the value at the same
// place in the result of [marksOf].
func (r Rewriter) append(b []byte, value, marks any, kind int) []byte {
	switch marks {
	case markSecret:
		kind = max(kind, secret)
	case markJSON:
		kind = secretNames
	}
	switch value := value.(type) {
	case string:
		text, _ := marks.(string)
		switch {
		case marks == markSecret && logvalue.IsOrigin(value):
			return appendJSON(b, r.Text(value))
		case marks == markLink:
			r.replaceLong(path.Base(value))
			return appendJSON(b, r.replace(value))
		case kind != public:
			return appendJSON(b, r.replace(value))
		case strings.Contains(text, markSecret):
			return appendJSON(b, r.withoutUser(value))
		default:
			return appendJSON(b, r.Text(value))
		}
	case json.Number:
		if kind != public {
			r.Replace(value.String())
			return append(b, '0')
		}
		return append(b, value...)
	case []any:
		list, _ := marks.([]any)
		b = append(b, '[')
		for i, element := range value {
			if i > 0 {
				b = append(b, ',')
			}
			var inner any
			if i < len(list) {
				inner = list[i]
			}
			b = r.append(b, element, inner, kind)
		}
		return append(b, ']')
	case map[string]any:
		object, _ := marks.(map[string]any)
		b = append(b, '{')
		for i, name := range slices.Sorted(maps.Keys(value)) {
			if i > 0 {
				b = append(b, ',')
			}
			inner := kind
			if r.IsSecret(name) {
				inner = max(inner, secret)
			}
			shown := name
			if kind == secretNames {
				shown = "name" + strconv.Itoa(i+1)
			}
			b = append(appendJSON(b, shown), ':')
			b = r.append(b, value[name], object[name], inner)
		}
		return append(b, '}')
	default:
		return appendJSON(b, value)
	}
}

func appendJSON(b []byte, value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // a decoded value can be encoded
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

// replace returns the replacement of a secret. If the secret is a URL, replace also replaces the
// secrets in it, so that a recorder finds them in other places.
func (r Rewriter) replace(text string) string {
	if text == "" {
		return ""
	}
	shown := r.Replace(text)
	address, err := url.Parse(text)
	if err != nil || address.Host == "" {
		return shown
	}
	if password, ok := address.User.Password(); ok {
		r.replaceLong(password)
	}
	query := address.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if r.IsSecret(name) {
			for _, value := range query[name] {
				r.replaceLong(value)
			}
		}
	}
	return shown
}

// replaceLong replaces a part of a secret, unless the part is so short that ordinary words could
// contain it.
func (r Rewriter) replaceLong(part string) {
	if len(part) >= minLength {
		r.Replace(part)
	}
}

// withoutUser replaces the user and the password of a URL.
func (r Rewriter) withoutUser(text string) string {
	address, err := url.Parse(text)
	if err != nil || address.User == nil {
		return r.replace(text)
	}
	if password, ok := address.User.Password(); ok {
		r.Replace(password)
	} else {
		r.Replace(address.User.Username())
	}
	address.User = nil
	return r.Text(strings.Replace(address.String(), "://", "://"+url.User(r.Replace(text)).String()+"@", 1))
}

// URL replaces the secrets in the path and the query of a URL. isSecret reports whether a segment
// of the path is a secret, and isParameter reports whether a query parameter is one.
func (r Rewriter) URL(u *url.URL, isSecret func(segment int) bool, isParameter func(name string) bool) *url.URL {
	clean := *u
	if u.User != nil {
		clean.User = url.User(r.Replace(u.User.String()))
	}
	segments := strings.Split(u.EscapedPath(), "/")
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil || text == "" {
			continue
		}
		if isSecret(i) {
			text = r.replace(text)
		} else {
			text = r.Text(text)
		}
		segments[i] = url.PathEscape(text)
	}
	clean.RawPath = strings.Join(segments, "/")
	clean.Path, _ = url.PathUnescape(clean.RawPath) // it was escaped
	query := u.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		for i, text := range query[name] {
			if isParameter(name) {
				query[name][i] = r.replace(text)
			} else {
				query[name][i] = r.Text(text)
			}
		}
	}
	clean.RawQuery = query.Encode()
	if u.Fragment != "" { // only a Location has a fragment, and OAuth puts tokens there
		clean.Fragment, clean.RawFragment = r.replace(u.Fragment), ""
	}
	return &clean
}

// Events rewrites the data of the events in an event stream. The data of an event becomes a single
// line of JSON. If the stream ends within an event, so does the result. Data that is not JSON
// becomes [Redacted], except for the words that end a stream. A comment loses its text.
func (r Rewriter) Events(t reflect.Type, body string) string {
	var out strings.Builder
	var data []string
	flush := func() {
		if data == nil {
			return
		}
		text := strings.Join(data, "\n")
		if clean, err := r.JSON(t, []byte(text)); err == nil {
			text = string(clean)
		} else if text != "" && text != "[DONE]" && text != "done" { // they end a stream
			text = Redacted
		}
		out.WriteString("data: " + text + "\n")
		data = nil
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body), "\n")
	for i, line := range lines {
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && i == len(lines)-1:
		case line == "":
			flush()
			out.WriteString("\n")
		case field == "data":
			data = append(data, value)
		case field == "event", field == "id", field == "retry":
			out.WriteString(field + ": " + r.Text(value) + "\n")
		default:
			out.WriteString(":\n") // a comment, or a field that no reader knows
		}
	}
	flush()
	return out.String()
}
