package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

// extraOf returns the field of a struct for unknown fields, and whether there is one.
func extraOf(t reflect.Type) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	field, ok := t.FieldByName("Extra")
	return field, ok && field.Type.Kind() == reflect.Map && (field.Tag == "" || field.Tag.Get("json") == ",embed")
}

func hasExtra(t reflect.Type) bool { _, ok := extraOf(t); return ok }

// knownNames are the names of the fields of a struct with an Extra.
func knownNames(t reflect.Type) (names []string) {
	for field := range t.Fields() {
		if name := logvalue.NameOf(field); field.IsExported() && field.Tag.Get("json") != "-" && field.Name != "Extra" {
			names = append(names, name)
		}
	}
	return names
}

// setExtra sets an entry of the Extra of a struct.
func setExtra(v reflect.Value, name string) {
	field, _ := extraOf(v.Type())
	extra := reflect.MakeMap(field.Type)
	value := reflect.ValueOf(api.Raw(`"extra"`)).Convert(reflect.TypeFor[api.Raw]())
	if field.Type.Elem() == reflect.TypeFor[api.SecretJSON]() {
		secret, err := api.NewSecretJSON("extra")
		if err != nil {
			panic(err)
		}
		value = reflect.ValueOf(secret)
	}
	extra.SetMapIndex(reflect.ValueOf(name), value)
	v.FieldByIndex(field.Index).Set(extra)
}

// TestExtraWithTheNameOfAFieldIsNotEncoded tries each field of each type that keeps unknown fields,
// whether the field is set or not.
func TestExtraWithTheNameOfAFieldIsNotEncoded(t *testing.T) {
	t.Parallel()
	types := publicStructs()
	types[reflect.TypeFor[integrations.EventPayload]()] = true // a program receives it
	tried := map[string]bool{}
	for typ := range types {
		if !hasExtra(typ) || typ == reflect.TypeFor[integrations.EventPayload]() {
			continue
		}
		tried[typ.String()] = true
		for _, name := range knownNames(typ) {
			value := reflect.New(typ)
			setExtra(value.Elem(), name)
			for _, v := range []any{value.Interface(), value.Elem().Interface(), []any{value.Interface()}} {
				for library, marshal := range map[string]func(any) ([]byte, error){"encoding/json": json.Marshal, "jsonx": jsonx.Marshal} {
					encoded, err := marshal(v)
					require.ErrorContains(t, err, `Extra contains "`+name+`"`, "%s with %s: %s", typ, library, encoded)
				}
			}
		}
		value := reflect.New(typ)
		setExtra(value.Elem(), "unheardOf")
		encoded, err := json.Marshal(value.Interface())
		require.NoError(t, err, "%s", typ)
		require.Contains(t, string(encoded), `"unheardOf":"extra"`, "%s", typ)
	}
	for _, name := range []string{"type", "eventId", "installationId"} {
		event := integrations.EventPayload{Type: integrations.EventTypeSiteView, SiteView: &integrations.SiteViewEvent{}}
		event.Extra = map[string]api.Raw{name: api.Raw(`1`)}
		_, err := json.Marshal(event)
		require.ErrorContains(t, err, `Extra contains "`+name+`"`)
	}
	tried["integrations.EventPayload"] = true
	require.Equal(t, declaredExtras(t), slices.Sorted(maps.Keys(tried)), "types that keep unknown fields, declared and tried")
}

// declaredExtras are the exported types of the module with an Extra.
func declaredExtras(t *testing.T) (names []string) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"internal", "examples", "publishingtest", "tools", ".git", ".cache"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() && path != root:
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return fs.SkipDir // another module
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			spec, ok := node.(*ast.TypeSpec)
			if !ok || !spec.Name.IsExported() {
				return true
			}
			if fields, ok := spec.Type.(*ast.StructType); ok && slices.ContainsFunc(fields.Fields.List, isExtra) {
				names = append(names, file.Name.Name+"."+spec.Name.Name)
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	slices.Sort(names)
	return names
}

func isExtra(field *ast.Field) bool {
	return slices.ContainsFunc(field.Names, func(name *ast.Ident) bool { return name.Name == "Extra" })
}

// A place leads from a value to a struct in it: it creates what is between them, calls set for the
// struct, and reports whether it could.
type place func(v reflect.Value, set func(reflect.Value)) bool

// setNullable contains a function for each type with three states that is around a wanted struct.
var setNullable = map[reflect.Type]func(value reflect.Value) reflect.Value{
	reflect.TypeFor[api.Nullable[api.Icon]]():                      nullable[api.Icon],
	reflect.TypeFor[api.Nullable[api.DefaultContent]]():            nullable[api.DefaultContent],
	reflect.TypeFor[api.Nullable[api.ThemedURL]]():                 nullable[api.ThemedURL],
	reflect.TypeFor[api.Nullable[customization.Color]]():           nullable[customization.Color],
	reflect.TypeFor[api.Nullable[customization.Tint]]():            nullable[customization.Tint],
	reflect.TypeFor[api.Nullable[[]customization.FooterGroup]]():   nullable[[]customization.FooterGroup],
	reflect.TypeFor[api.Nullable[[]customization.HeaderItem]]():    nullable[[]customization.HeaderItem],
	reflect.TypeFor[api.Nullable[customization.ThemedCodeTheme]](): nullable[customization.ThemedCodeTheme],
	reflect.TypeFor[api.Nullable[spaces.ContentRef]]():             nullable[spaces.ContentRef],
}

func nullable[T any](value reflect.Value) reflect.Value {
	return reflect.ValueOf(api.Set(value.Interface().(T)))
}

// placesOf are the places of structs in t, by their paths. It enters a struct that contains itself
// twice.
func placesOf(t reflect.Type, wanted func(reflect.Type) bool, path string, around []reflect.Type) map[string]place {
	found := map[string]place{}
	step := func(inner reflect.Type, path string, enter func(v reflect.Value, next func(reflect.Value) bool) bool) {
		for path, in := range placesOf(inner, wanted, path, around) {
			found[path] = func(v reflect.Value, set func(reflect.Value)) bool {
				return enter(v, func(v reflect.Value) bool { return in(v, set) })
			}
		}
	}
	created := func(inner reflect.Type, keep func(v, value reflect.Value)) func(reflect.Value, func(reflect.Value) bool) bool {
		return func(v reflect.Value, next func(reflect.Value) bool) bool {
			value := reflect.New(inner).Elem()
			done := next(value)
			keep(v, value)
			return done
		}
	}
	switch {
	case isNullable(t):
		get, _ := t.MethodByName("Get")
		inner := get.Type.Out(0)
		step(inner, path, created(inner, func(v, value reflect.Value) {
			if setNullable[t] == nil {
				panic(fmt.Sprintf("add %s to setNullable", t))
			}
			v.Set(setNullable[t](value))
		}))
	case t.Kind() == reflect.Pointer:
		step(t.Elem(), path, created(t.Elem(), func(v, value reflect.Value) { v.Set(value.Addr()) }))
	case t.Kind() == reflect.Slice:
		step(t.Elem(), path+"[]", created(t.Elem(), func(v, value reflect.Value) { v.Set(reflect.Append(v, value)) }))
	case t.Kind() == reflect.Map:
		step(t.Elem(), path+".*", created(t.Elem(), func(v, value reflect.Value) {
			v.Set(reflect.MakeMap(t))
			v.SetMapIndex(reflect.ValueOf("name").Convert(t.Key()), value)
		}))
	case t.Kind() == reflect.Struct:
		if wanted(t) {
			found[path] = func(v reflect.Value, set func(reflect.Value)) bool { set(v); return true }
		}
		if among := slices.Index(around, t); among >= 0 && slices.Contains(around[among+1:], t) {
			break
		}
		around = append(slices.Clip(around), t)
		for field := range t.Fields() {
			if field.IsExported() {
				step(field.Type, path+"."+logvalue.NameOf(field), func(v reflect.Value, next func(reflect.Value) bool) bool {
					return next(v.FieldByIndex(field.Index))
				})
			}
		}
	}
	return found
}

// eachBody calls each operation whose body can contain a wanted struct, once for each place of one,
// with a body in which set has set that struct. It returns the number of calls.
func eachBody(
	t *testing.T, wanted func(reflect.Type) bool, set func(reflect.Value), check func(operation, place string, got *Result),
) (calls int) {
	t.Helper()
	for _, o := range op.All() {
		_, bodyType, _ := structsOf(methods()[o.Name])
		if bodyType == nil {
			continue
		}
		for path, in := range placesOf(bodyType, wanted, "", nil) {
			body := reflect.New(bodyType).Elem()
			in(body, set)
			server := newService(publishing.WithoutValidation())
			got := server.run(t.Context(), func(a Args) (any, error) { return callByName(a, o.Name, body) }, sampleIDs(o), []reply{{status: 200}})
			check(o.Name, path, got)
			calls++
		}
	}
	return calls
}

// callByName calls the method of an operation with a body.
func callByName(a Args, operation string, body reflect.Value) (any, error) {
	at := reflect.ValueOf(a.Client).Elem()
	names := strings.Split(operation, ".")
	for _, name := range names[:len(names)-1] {
		at = at.FieldByName(name)
	}
	method := at.MethodByName(names[len(names)-1])
	ids := a.ID
	var in []reflect.Value
	for parameter := range method.Type().Ins() {
		switch parameter {
		case reflect.TypeFor[context.Context]():
			in = append(in, reflect.ValueOf(a.Ctx))
		case reflect.TypeFor[string]():
			in, ids = append(in, reflect.ValueOf(ids[0])), ids[1:]
		case reflect.TypeFor[[]api.CallOption]():
			in = append(in, reflect.ValueOf(a.Opts))
		case body.Type():
			in = append(in, body)
		default:
			in = append(in, reflect.Zero(parameter))
		}
	}
	out := method.CallSlice(in)
	if len(out) == 1 && out[0].Kind() == reflect.Func {
		return out[0].Interface(), nil
	}
	err, _ := reflect.TypeAssert[error](out[len(out)-1])
	if len(out) == 1 {
		return nil, err
	}
	return out[0].Interface(), err
}

// TestBodyWhoseExtraHasTheNameOfAFieldIsNotSent puts such an Extra at each place of each body.
func TestBodyWhoseExtraHasTheNameOfAFieldIsNotSent(t *testing.T) {
	t.Parallel()
	set := func(v reflect.Value) { setExtra(v, knownNames(v.Type())[0]) }
	calls := eachBody(t, hasExtra, set, func(operation, place string, got *Result) {
		what := fmt.Sprintf("%s at %s: %v", operation, place, got.Err)
		invalid, ok := errors.AsType[*api.ValidationError](got.Err)
		require.True(t, ok, what)
		require.Equal(t, operation, invalid.Operation, what)
		require.Equal(t, "body", invalid.Field, what)
		require.ErrorContains(t, invalid.Err, "Extra contains ", what)
		require.NotRegexp(t, unexportedType, got.Err.Error())
		require.Empty(t, got.seen, what)
	})
	require.Greater(t, calls, 300)
}

// TestDocumentOfLiteralsIsSentWithItsObjects puts parts of a document without an object at each
// place of each body.
func TestDocumentOfLiteralsIsSentWithItsObjects(t *testing.T) {
	t.Parallel()
	isPart := func(t reflect.Type) bool {
		_, ok := t.FieldByName("Object")
		return ok && t.PkgPath() == module+"/richtext"
	}
	calls := eachBody(t, isPart, func(reflect.Value) {}, func(operation, place string, got *Result) {
		require.Len(t, got.seen, 1, "%s at %s: %v", operation, place, got.Err)
		require.NotContains(t, string(got.seen[0].body), `"object":""`, "%s at %s", operation, place)
		require.Contains(t, string(got.seen[0].body), `"object":"`, "%s at %s", operation, place)
	})
	require.Greater(t, calls, 200)
}
