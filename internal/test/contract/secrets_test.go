package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// secretSounding are the words of names that secrets have.
var secretSounding = regexp.MustCompile(`(?i)token|secret|key|password|headers|jwt|private`)

// notSecret are the fields whose names sound like those of secrets, with the reason why they are
// none.
var notSecret = map[string]string{
	"orgs.StorageURL.Key":            "the name of an upload, which opens nothing",
	"orgs.FontFaceCreate.StorageKey": "the name of an upload, which opens nothing",
	"orgs.FontFaceUpdate.StorageKey": "the name of an upload, which opens nothing",
	"richtext.Node.Key":              "the name of a node in its document",
	"richtext.Fragment.Key":          "the name of a fragment in its document",
}

func isSecret(t reflect.Type) bool {
	switch {
	case isNullable(t):
		get, _ := t.MethodByName("Get")
		return isSecret(get.Type.Out(0))
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice:
		return isSecret(t.Elem())
	default:
		return slices.Contains(secretTypes, t)
	}
}

// publicStructs are the structs that the methods take and return, and those in them.
func publicStructs() map[reflect.Type]bool {
	found := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		if t.Kind() == reflect.Func { // an iterator
			for in := range t.Ins() {
				add(in)
			}
			return
		}
		if t = structIn(t); t == nil || found[t] || !strings.HasPrefix(t.PkgPath(), module) || slices.Contains(secretTypes, t) {
			return
		}
		found[t] = true
		for field := range t.Fields() {
			if field.IsExported() {
				add(field.Type)
			}
		}
	}
	for _, method := range methods() {
		for in := range method.Ins() {
			if !strings.HasSuffix(in.Name(), "Service") {
				add(in)
			}
		}
		for out := range method.Outs() {
			add(out)
		}
	}
	return found
}

// TestFieldThatSoundsSecretHasASecretType keeps a new field from being forgotten.
func TestFieldThatSoundsSecretHasASecretType(t *testing.T) {
	t.Parallel()
	unused := maps.Clone(notSecret)
	secrets := 0
	for typ := range publicStructs() {
		for field := range typ.Fields() {
			if !field.IsExported() {
				continue
			}
			if isSecret(field.Type) {
				secrets++
				t.Logf("secret: %s.%s", typ, field.Name)
				continue
			}
			name := typ.String() + "." + field.Name
			sounds := secretSounding.MatchString(field.Name) || secretSounding.MatchString(logvalue.NameOf(field))
			if !sounds || field.Type.Kind() == reflect.Bool || structIn(field.Type) != nil {
				continue
			}
			require.Contains(t, notSecret, name, "want api.Secret, or an entry with a reason")
			delete(unused, name)
		}
	}
	require.Empty(t, unused, "fields that do not exist")
	require.NotZero(t, secrets)
}

const secretCanary = "c4n4ry-0f-4-f13ld"

// fill sets everything in v that can hold a secret, and reports whether it found something.
func fill(v reflect.Value, depth int) bool {
	switch {
	case depth > 12: // a type that contains itself
		return false
	case v.Type() == secretTypes[0]:
		v.Set(reflect.ValueOf(api.NewSecret(secretCanary)))
		return true
	case v.Type() == secretTypes[1]:
		v.Set(reflect.ValueOf(api.SecretMap{"name": api.NewSecret(secretCanary)}))
		return true
	case v.Type() == secretTypes[2]:
		j, _ := api.NewSecretJSON(map[string]string{"name": secretCanary})
		v.Set(reflect.ValueOf(j))
		return true
	case isNullable(v.Type()):
		get, _ := v.Type().MethodByName("Get")
		inner := reflect.New(get.Type.Out(0)).Elem()
		if !fill(inner, depth+1) {
			return false
		}
		data, err := json.Marshal(inner.Interface())
		return err == nil && json.Unmarshal(data, v.Addr().Interface()) == nil
	}
	if repository, ok := reflect.TypeAssert[*spaces.GitRepository](v.Addr()); ok {
		repository.URL = "https://git.example/a" // which contains the token
	}
	found := false
	switch v.Kind() {
	case reflect.Pointer:
		inner := reflect.New(v.Type().Elem())
		if found = fill(inner.Elem(), depth+1); found {
			v.Set(inner)
		}
	case reflect.Slice:
		inner := reflect.New(v.Type().Elem()).Elem()
		if found = fill(inner, depth+1); found {
			v.Set(reflect.Append(v, inner))
		}
	case reflect.Map:
		inner := reflect.New(v.Type().Elem()).Elem()
		if found = fill(inner, depth+1); found {
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("name").Convert(v.Type().Key()), inner)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.Tag.Get(logvalue.Tag) != "" {
				fillTagged(v.Field(i), field.Tag.Get(logvalue.Tag))
				found = true
			} else if field.IsExported() && fill(v.Field(i), depth+1) {
				found = true
			}
		}
	}
	return found
}

// textCanary is the secret in fields whose type is not that of a secret. Package fmt prints them,
// and logs do not.
const textCanary = "c4n4ry-0f-4-t3xt"

// wordsCanary is what a person has written, which only logs hide.
const wordsCanary = "w0rds-0f-4-p3rs0n"

// fillTagged sets a field with the tag secret.
func fillTagged(v reflect.Value, kind string) {
	for v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	canary := textCanary
	if kind == logvalue.Words {
		canary = wordsCanary
	}
	if list, ok := reflect.TypeAssert[*[]string](v.Addr()); ok {
		*list = []string{canary}
		return
	}
	if raw, ok := reflect.TypeAssert[*api.Raw](v.Addr()); ok {
		*raw = api.Raw(`{"said":"` + textCanary + `"}`)
		return
	}
	if document, ok := reflect.TypeAssert[*richtext.Document](v.Addr()); ok {
		*document = richtext.Document{Object: "document", Nodes: []richtext.Node{{
			Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: textCanary, Marks: []richtext.Mark{}}},
			Extra: map[string]api.Raw{"new": api.Raw(`{"said":"` + textCanary + `"}`)},
		}}}
		return
	}
	if v.Kind() == reflect.Struct { // a change
		for _, field := range v.Fields() {
			fillTagged(field, kind)
		}
		return
	}
	v.SetString(map[string]string{
		"url":  "https://docs.example.com/" + textCanary + "/page?jwt_token=" + textCanary,
		"link": "https://docs.example.com/" + textCanary,
		"text": canary, logvalue.Words: canary,
	}[kind])
}

// verbs are the verbs of package fmt.
var verbs = strings.Fields("%v %+v %#v %T %t %b %c %d %o %O %q %+q %#q %x %X %#x %U %e %E %f %F %g %G %s %10s %p")

// logged returns what the handlers of package slog write of v.
func logged(v any) string {
	var out bytes.Buffer
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("logged", slog.Any("value", v), slog.Group("group", slog.Any("value", v)))
	}
	return out.String()
}

// TestStructWithASecretShowsNone prints and logs each struct that can contain a secret, alone and
// in what programs put structs into.
func TestStructWithASecretShowsNone(t *testing.T) {
	t.Parallel()
	shown, cells := 0, 0
	for typ := range publicStructs() {
		value := reflect.New(typ)
		if !fill(value.Elem(), 0) {
			continue
		}
		shown++
		v, p := value.Elem().Interface(), value.Interface()
		require.Implements(t, (*slog.LogValuer)(nil), v, "a JSON log would show its secret")
		for _, form := range []any{v, p, struct{ V any }{v}, []any{p}, map[string]any{"k": v}, fmt.Errorf("wrapped: %w", errorf("%v", v))} {
			for _, verb := range verbs {
				cells++
				requireNoSecret(t, fmt.Sprintf(verb, form), "%s in %T with %s", typ, form, verb)
			}
		}
		page := reflect.ValueOf(pagination.Page[any]{Items: []any{v}}).Interface()
		for _, form := range []any{v, p, page, api.Set(v)} {
			cells += 4 // two handlers, alone and in a group
			text := logged(form)
			requireNoSecret(t, text, "log of %s in %T", typ, form)
			require.NotContains(t, text, textCanary, "log of %s in %T", typ, form)
			require.NotContains(t, text, wordsCanary, "log of %s in %T", typ, form)
			require.Contains(t, text, "[secret]", "log of %s", typ)
		}
		data, err := json.Marshal(v)
		require.NoError(t, err)
		if hasTag(typ, "json") {
			require.Regexp(t, secretCanary+"|"+textCanary+"|"+wordsCanary, string(data), "%s is sent without its secret", typ)
		}
	}
	require.NotZero(t, shown)
	t.Logf("%d structs with secrets, printed and logged in %d ways: none shown", shown, cells)
}

// errorf returns an error with a text that a program has formatted.
func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// redactors replace secrets as a recorder and as a tracer does.
var redactors = []publishing.Redactor{{}, {Replace: func(string) string { return "redacted-1" }, Text: strings.ToUpper}}

// TestRedactorLeavesNoSecretOfAnyOperation redacts the URL, the header, the body and the responses
// of each operation, with a secret in each field that can hold one.
func TestRedactorLeavesNoSecretOfAnyOperation(t *testing.T) {
	t.Parallel()
	cells, secrets := 0, 0
	requireNone := func(text, format string, args ...any) {
		t.Helper()
		cells++
		text = strings.ToLower(text)
		requireNoSecret(t, text, format, args...)
		require.NotContains(t, text, textCanary, format, args)
	}
	for _, o := range op.All() {
		method, ok := methods()[o.Name]
		require.True(t, ok, "%s: want a method with the name of the operation, which publishing.Redactor takes the types from", o.Name)
		query, body, _ := structsOf(method)
		segments := strings.Split(o.Template, "/")
		for i, segment := range segments {
			if strings.HasPrefix(segment, "{") {
				segments[i] = "id"
			}
			if o.Secret != "" && segment == "{"+o.Secret+"}" {
				segments[i] = secretCanary
				secrets++
			}
		}
		values := url.Values{"token": {secretCanary}, "limit": {"7"}}
		if query != nil {
			value := reflect.New(query).Elem()
			if fill(value, 0) {
				secrets++
			}
			for i := range query.NumField() {
				if isKey(query.Field(i)) {
					continue
				}
				if secret, ok := reflect.TypeAssert[interface {
					EncodeValues(key string, v *url.Values) error
				}](value.Field(i)); ok {
					require.NoError(t, secret.EncodeValues(logvalue.NameOf(query.Field(i)), &values))
				}
			}
		}
		for _, base := range []string{"https://api.example.com", "https://gateway.example/id/v1/sites"} {
			target, err := url.Parse(base + strings.Join(segments, "/") + "?" + values.Encode())
			require.NoError(t, err)
			for _, redactor := range redactors {
				shown := redactor.URL(o.Method, target)
				requireNone(shown.String(), "URL of %s", o.Name)
				require.Len(t, strings.Split(shown.EscapedPath(), "/"), len(strings.Split(target.EscapedPath(), "/")))
				require.Equal(t, "7", shown.Query().Get("limit"))
				header := http.Header{"Authorization": {"Bearer " + secretCanary}, "Cookie": {"a=" + secretCanary}, "X-Api-Key": {secretCanary}, "Location": {target.String()}}
				if o.SecretHeader != "" {
					header.Set(o.SecretHeader, secretCanary)
				}
				requireNone(fmt.Sprint(redactor.Header(header)), "header of %s", o.Name)
				for _, part := range []struct {
					t      reflect.Type
					redact func(data []byte) []byte
				}{
					{body, func(data []byte) []byte { return redactor.RequestBody(o.Method, target, data) }},
					{method.Out(0), func(data []byte) []byte {
						return redactor.ResponseBody(o.Method, target, "application/json", data)
					}},
				} {
					for _, data := range filled(t, part.t) {
						secrets++
						shown := part.redact(data)
						requireNone(string(shown), "%s in %s", part.t, o.Name)
						require.True(t, json.Valid(shown), o.Name)
					}
				}
			}
		}
	}
	t.Logf("%d cells of %d secrets: none shown", cells, secrets)
	require.NotZero(t, secrets)
}

// filled returns JSON of type t with a secret in all its fields, and in each alone, since a union
// has only one of them. It returns none if t has no secrets.
func filled(t *testing.T, typ reflect.Type) (all [][]byte) {
	t.Helper()
	if typ == nil || structIn(typ) == nil || typ.Kind() == reflect.Func {
		return nil
	}
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	whole := reflect.New(typ)
	if typ.Kind() != reflect.Struct || !fill(whole.Elem(), 0) {
		return nil
	}
	variants := []reflect.Value{whole}
	for i := range typ.NumField() {
		if alone := reflect.New(typ); typ.Field(i).IsExported() && !whole.Elem().Field(i).IsZero() {
			alone.Elem().Field(i).Set(whole.Elem().Field(i))
			variants = append(variants, alone)
		}
	}
	for _, variant := range variants {
		if data, err := json.Marshal(variant.Interface()); err == nil && bytes.ContainsAny(data[:1], "{[") {
			all = append(all, data)
		}
	}
	require.NotEmpty(t, all, typ)
	return all
}

func TestRedactorReplacesWhatTheTypesDoNotTell(t *testing.T) {
	t.Parallel()
	target := &url.URL{Scheme: "https", Host: "api.example.com", Path: "/v2/things"}
	var replaced []string
	r := publishing.Redactor{
		Replace: func(secret string) string { replaced = append(replaced, secret); return "R" },
		Text:    func(text string) string { return "<" + text + ">" },
		Names:   []string{"PIN"},
	}
	got := r.RequestBody("POST", target, []byte(`{"title":"t","pin":"1","apiKey":"k","visitorAuthToken":"v","cookies":{"a":"c","n":5,"b":true},"n":7,"none":null}`))
	require.Equal(t, `{"apiKey":"R","cookies":{"a":"R","b":true,"n":0},"n":7,"none":null,"pin":"R","title":"<t>","visitorAuthToken":"R"}`, string(got))
	require.Equal(t, []string{"k", "c", "5", "1", "v"}, replaced)
	require.Equal(t, "[redacted]", string(r.RequestBody("POST", target, []byte("password=secret"))))
	require.Empty(t, r.RequestBody("POST", target, nil))

	events := r.ResponseBody("GET", target, "text/event-stream; charset=utf-8", []byte(": note\nevent: e\ndata: {\"token\":\ndata: \"t\"}\n\ndata: [DONE]\n\ndata: text\n\ndata: {\"a\""))
	require.Equal(t, ":\nevent: <e>\ndata: {\"token\":\"R\"}\n\ndata: [DONE]\n\ndata: [redacted]\n\ndata: [redacted]\n", string(events))

	replaced = nil
	git := &url.URL{Path: "/v1/spaces/s/git/import"}
	got = publishing.Redactor{Replace: r.Replace}.RequestBody("POST", git, []byte(`{"url":"https://u:p%40ssword@git.example/a","ref":"main"}`))
	require.Equal(t, `{"ref":"main","url":"https://R@git.example/a"}`, string(got))
	require.Contains(t, replaced, "p@ssword")

	invite := &url.URL{Path: "/v3/link-invites/secret"}
	require.Equal(t, "/v3/link-invites/R", publishing.Redactor{Replace: r.Replace}.URL("GET", invite).Path, "of no operation")
}

func requireNoSecret(t *testing.T, text, format string, args ...any) {
	t.Helper()
	what := fmt.Sprintf(format, args...)
	require.NotContains(t, text, secretCanary, what)
	require.NotContains(t, strings.ToLower(text), fmt.Sprintf("%x", secretCanary), what)
}
