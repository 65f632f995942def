package arch

import (
	"bytes"
	"errors"
	"go/ast"
	"go/types"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/sse"
)

// publicErrors are the exported error types of the public packages.
var publicErrors = map[string]error{
	"api.DecodeError":                    new(api.DecodeError),
	"api.Error":                          new(api.Error),
	"api.StreamError":                    new(api.StreamError),
	"api.TransportError":                 new(api.TransportError),
	"api.ValidationError":                new(api.ValidationError),
	"api.IgnoredFieldsError":             new(api.IgnoredFieldsError),
	"api.WriteRejectedError":             new(api.WriteRejectedError),
	"changerequests.MergeConflictsError": new(changerequests.MergeConflictsError),
	"orgs.ImportError":                   new(orgs.ImportError),
	"orgs.ImportWaitError":               new(orgs.ImportWaitError),
	"orgs.OpenAPIProcessingError":        new(orgs.OpenAPIProcessingError),
	"orgs.OpenAPIWaitError":              new(orgs.OpenAPIWaitError),
	"pagination.CursorLoopError":         new(pagination.CursorLoopError),
	"pagination.IncompleteError":         new(pagination.IncompleteError),
	"pagination.PageError":               new(pagination.PageError),
	"sites.CheckoutError":                new(sites.CheckoutError),
	"sites.RedirectPutError":             new(sites.RedirectPutError),
	"spaces.GitSyncError":                new(spaces.GitSyncError),
	"spaces.GitWaitError":                new(spaces.GitWaitError),
	"sse.EventTooLargeError":             new(sse.EventTooLargeError),
}

// withoutField are the error types that lack a field, with the reason.
var withoutField = map[string]string{
	"api.ValidationError RequestID":        "nothing was sent",
	"pagination.CursorLoopError RequestID": "it is about several responses",
	"pagination.IncompleteError RequestID": "it is about several responses",
	"pagination.PageError Operation":       "Err has it",
	"pagination.PageError RequestID":       "Err has it",
	"sse.EventTooLargeError Operation":     "sse.Read makes no call; in a call, an api.DecodeError wraps it",
	"sse.EventTooLargeError RequestID":     "sse.Read makes no call; in a call, an api.DecodeError wraps it",
	"sse.EventTooLargeError LogValue":      "its text has nothing that a log must not contain",
}

// errorsAreAlike requires the exported error types of the public packages to have the fields
// Operation and RequestID, both strings, and the method LogValue.
func errorsAreAlike(t *tree) []string {
	found := problems{tree: t}
	eachError(t, func(name string, node *ast.Ident, has map[string]bool) {
		for _, want := range []string{"Operation", "RequestID", "LogValue"} {
			if !has[want] && withoutField[name+" "+want] == "" {
				found.add(node, "%s: want %s", name, want)
			}
		}
	})
	return found.list
}

// eachError calls yield with each exported error type of the public packages, its fields that are
// strings and its methods.
func eachError(t *tree, yield func(name string, node *ast.Ident, has map[string]bool)) {
	for _, p := range t.packages() {
		if !p.public() || p.dir == "." { // which has aliases alone
			continue
		}
		for _, node := range matchers(p) {
			if !errorTypes(p)[node.Name] {
				continue
			}
			has := map[string]bool{}
			for _, f := range p.sources() {
				ast.Inspect(f.File, func(at ast.Node) bool {
					switch at := at.(type) {
					case *ast.FuncDecl:
						has[at.Name.Name] = has[at.Name.Name] || receiver(at) == node.Name
						return false
					case *ast.TypeSpec:
						if body, ok := at.Type.(*ast.StructType); ok && at.Name == node {
							for _, field := range body.Fields.List {
								of := types.ExprString(field.Type)
								for _, name := range field.Names {
									has[name.Name] = of == "string"
								}
								if len(field.Names) == 0 && strings.TrimPrefix(of, "api.") == "FailedCall" {
									has["Operation"], has["RequestID"] = true, true
								}
							}
						}
					}
					return true
				})
			}
			yield(p.dir+"."+node.Name, node, has)
		}
	}
}

func TestErrorsHaveTheOperationAndALogValue(t *testing.T) {
	t.Parallel()
	holds(t, errorsAreAlike)
	unused := maps.Clone(withoutField)
	var names []string
	eachError(ownTree(t), func(name string, _ *ast.Ident, has map[string]bool) {
		names = append(names, name)
		for exception := range withoutField {
			of, field, _ := strings.Cut(exception, " ")
			if of == name && !has[field] {
				delete(unused, exception)
			}
		}
	})
	require.Empty(t, unused, "exceptions that are none")
	require.ElementsMatch(t, names, slices.Collect(maps.Keys(publicErrors)), "publicErrors")
}

func TestErrorsAreAlikeDetectsOtherErrors(t *testing.T) {
	t.Parallel()
	with := func(name, fields, methods string, want ...string) sample {
		source := "package a\ntype LostError struct{" + fields + "}\nfunc (e *LostError) Error() string { return \"\" }\n" + methods
		return sample{name, map[string]string{"a/a.go": source}, want}
	}
	const log = "func (e *LostError) LogValue() slog.Value { return slog.Value{} }"
	const lost = "package a\ntype lostError struct{}\nfunc (e *lostError) Error() string { return \"\" }\n"
	detects(t, errorsAreAlike, []sample{
		with("alike", "Operation, RequestID string", log),
		with("no log value", "Operation, RequestID string", "", "a/a.go:2: a.LostError: want LogValue"),
		with("another type", "Operation int; RequestID string", log, "want Operation"),
		with("no fields", "", log, "want Operation", "want RequestID"),
		with("a log value of another", "Operation, RequestID string", strings.ReplaceAll(log, "Lost", "Found"), "want LogValue"),
		{"not exported", map[string]string{"a/a.go": lost}, nil},
		{"internal", map[string]string{"internal/a/a.go": strings.ReplaceAll(lost, "lost", "Lost")}, nil},
	})
}

const canary = "c4n4ry"

// unquoted are the fields from a query or a body, which logs do not contain.
var unquoted = []string{"Body", "Cursor", "Data", "Value"}

// filled sets everything in v. The canary is in what is secret, in what is from a query or a body,
// and, as the user of a URL, in each text of an inner struct. The other texts are the names of
// their fields.
func filled(v reflect.Value, name string, depth int) {
	const address = "https://user:" + canary + "@example.com/"
	switch {
	case depth > 8 || !v.CanSet():
	case v.Type() == reflect.TypeFor[api.Secret]():
		v.Set(reflect.ValueOf(api.NewSecret(canary)))
	case v.Type() == reflect.TypeFor[error]():
		v.Set(reflect.ValueOf(errors.New("the cause")))
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem(), name, depth+1)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes([]byte(canary))
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0), name, depth+1)
	case v.Kind() == reflect.String && depth == 1 && !slices.Contains(unquoted, name):
		v.SetString("the " + name)
	case v.Kind() == reflect.String:
		v.SetString(address)
	case v.CanInt():
		v.SetInt(409)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.Tag.Get(logvalue.Tag) != "" && v.Field(i).Kind() == reflect.String {
				v.Field(i).SetString(canary)
				continue
			}
			inside := depth + 1
			if field.Anonymous {
				inside = depth
			}
			filled(v.Field(i), field.Name, inside)
		}
	}
}

// TestErrorsShowNoSecret prints and logs each error type with all its fields set.
func TestErrorsShowNoSecret(t *testing.T) {
	t.Parallel()
	for name, err := range publicErrors {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := reflect.New(reflect.TypeOf(err).Elem())
			filled(v.Elem(), "", 0)
			err := v.Interface().(error)
			text := err.Error()
			for _, field := range []string{"Cursor", "Value"} { // quoted for people
				if set := v.Elem().FieldByName(field); set.IsValid() {
					text = strings.ReplaceAll(text, set.String(), "")
				}
			}
			var log bytes.Buffer
			for _, handler := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
				slog.New(handler).Info("failed", slog.Any("err", err))
			}
			shown := log.String()
			require.NotContains(t, text, canary)
			require.NotContains(t, shown, canary)
			for field, key := range map[string]string{"Operation": "operation", "RequestID": "request_id"} {
				if withoutField[name+" "+field] == "" {
					require.Contains(t, text, "the "+field)
					require.Contains(t, shown, `err.`+key+`="the `+field+`"`)
				}
			}
			if withoutField[name+" Operation"] == "" {
				require.True(t, strings.HasPrefix(text, "the Operation: "), text)
				require.Equal(t, "operation", err.(slog.LogValuer).LogValue().Group()[0].Key)
			}
		})
	}
}
