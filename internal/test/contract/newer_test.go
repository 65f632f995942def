package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// A change is a line of testdata/newer.tsv: one difference between the versions of the public
// description that docs/sources.md compares, in what the SDK has. name is the operation or the
// schema as the description calls it.
//
// of is the Go type, or the operation, that the change is about, and what is its name there: a path
// of fields, a parameter, a value, or the JSON of an arm. outcome is:
//
//   - built: the type has it, as the kind of the change demands; see [newerTypes.problem]
//   - raw: it is in JSON that the SDK keeps and does not interpret; note contains the reason
//   - left: the SDK does not have it; note contains the reason
type change struct {
	name, kind, what, of, outcome, note string
}

// newerTypes are the exported types of the areas by name, such as "sites.Site".
type newerTypes struct {
	structs map[string]reflect.Type
	values  map[string][]string // values of the enums
}

func readNewerTypes(t *testing.T) *newerTypes {
	t.Helper()
	found := &newerTypes{map[string]reflect.Type{}, map[string][]string{}}
	structs := publicStructs()
	structs[reflect.TypeFor[integrations.EventPayload]()] = true // a program receives it
	for changed := true; changed; {
		changed = false
		for typ := range structs {
			for field := range typ.Fields() {
				if in := structIn(field.Type); in != nil && field.IsExported() && !structs[in] && strings.HasPrefix(in.PkgPath(), module) {
					structs[in], changed = true, true
				}
			}
		}
	}
	for typ := range structs {
		found.structs[typ.String()] = typ
	}
	for _, c := range readConstants(t) {
		of := c.of[strings.LastIndexByte(c.of, '/')+1:]
		found.values[of] = append(found.values[of], c.value)
	}
	return found
}

// problem returns why the SDK does not have a change that is built.
func (n *newerTypes) problem(c change) string {
	typ := n.structs[c.of]
	if o := op.Find(c.of); o != nil && c.kind == "query" {
		typ, _, _ = structsOf(methods()[c.of])
	}
	switch c.kind {
	case "gone":
		if op.Find(c.of) == nil {
			return "no such operation"
		}
	case "absent":
		if typ == nil && n.values[c.of] == nil {
			return "no such type"
		}
	case "value", "dropped value":
		if !slices.Contains(n.values[c.of], c.what) {
			return "no constant has the value"
		}
	case "field", "body", "dropped":
		return fieldProblem(typ, "json", c.what, true)
	case "deprecated", "null":
		return fieldProblem(typ, "json", c.what, false)
	case "query", "list":
		return fieldProblem(typ, "url", c.what, false)
	case "arm":
		return armProblem(typ, c.what)
	case "status", "header":
		if op.Find(c.of) == nil {
			return "no such operation"
		}
	case "type", "required", "limit":
		if typ == nil || c.note == "" {
			return "want a type of the SDK and a note"
		}
	default:
		return "no such kind of change"
	}
	return ""
}

// fieldProblem looks for a field by its path. If it has to be optional, so is at least one field on
// the path to it.
func fieldProblem(typ reflect.Type, key, path string, optional bool) string {
	names := strings.Split(strings.ReplaceAll(path, "[]", ""), ".")
	if key == "url" {
		names = []string{path}
	}
	for _, name := range names {
		field, found := fieldNamed(typ, key, name)
		if !found {
			return fmt.Sprintf("%v has no field %s", typ, name)
		}
		optional = optional && !strings.Contains(string(field.Tag), ",omit")
		typ = structIn(field.Type)
	}
	if optional {
		return "the field is required"
	}
	return ""
}

// armProblem decodes the JSON of an arm and encodes it again.
func armProblem(typ reflect.Type, arm string) string {
	if typ == nil {
		return "no such type"
	}
	decoded := reflect.New(typ)
	if err := json.Unmarshal([]byte(arm), decoded.Interface()); err != nil {
		return err.Error()
	}
	for _, name := range []string{"Raw", "Extra"} {
		if unknown := decoded.Elem().FieldByName(name); unknown.IsValid() && unknown.Len() > 0 {
			return fmt.Sprintf("unknown: %s", unknown)
		}
	}
	encoded, err := json.Marshal(decoded.Interface())
	if err != nil {
		return err.Error()
	}
	var want, got any
	if json.Unmarshal([]byte(arm), &want) != nil || json.Unmarshal(encoded, &got) != nil || !reflect.DeepEqual(want, got) {
		return fmt.Sprintf("is encoded as %s", encoded)
	}
	return ""
}

// newerResponse returns the response of a newer service that contains a type.
func newerResponse(typ string) (*fixture, error) {
	return load(shared, "newer/"+strings.ToLower(strings.ReplaceAll(typ, ".", "-"))+".json")
}

// TestResponsesOfTheNewerDescriptionAreDecoded decodes a response of a newer service for each type
// with a field that it added. No response contains what it dropped. Rows of the areas contain
// responses of an older service.
func TestResponsesOfTheNewerDescriptionAreDecoded(t *testing.T) {
	t.Parallel()
	types := readNewerTypes(t)
	for _, c := range readChanges(t) {
		if c.kind != "field" && c.kind != "dropped" || c.outcome != "built" || strings.HasPrefix(c.of, "customization.") {
			continue // package customization has tests of its own
		}
		fixture, err := newerResponse(c.of)
		if c.kind == "dropped" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.kind == "field", hasPath(fixture.root, strings.Split(c.what, ".")), "%s of %s", c.what, c.of)
		decoded := reflect.New(types.structs[c.of])
		require.NoError(t, jsonx.Unmarshal(fixture.data, decoded.Interface()), c.of)
		require.Nil(t, jsonx.FindMissing(fixture.data, decoded.Interface(), jsonx.MissingAny), c.of)
		encoded, err := json.Marshal(decoded.Interface())
		require.NoError(t, err)
		got, err := parse(encoded)
		require.NoError(t, err)
		require.Empty(t, difference(fixture.root, got), c.of)
	}
}

// TestParametersOfTheNewerDescriptionAreSent calls an operation with each parameter, and with each
// field of a body, that the newer description added or deprecated.
func TestParametersOfTheNewerDescriptionAreSent(t *testing.T) {
	t.Parallel()
	types, sent := readNewerTypes(t), 0
	for _, c := range readChanges(t) {
		if c.kind != "query" && c.kind != "body" && c.kind != "deprecated" && c.kind != "null" || c.outcome != "built" {
			continue
		}
		key, names := "json", strings.Split(strings.ReplaceAll(c.what, "[]", ""), ".")
		if c.kind == "query" {
			key, names = "url", []string{c.what}
		}
		calls := 0
		for _, o := range op.All() {
			query, body, _ := structsOf(methods()[o.Name])
			given := body
			if key == "url" {
				given = query
			}
			if given == nil || o.Name != c.of && !contains(given, types.structs[c.of]) {
				continue
			}
			calls++
			for path, in := range placesOf(given, func(typ reflect.Type) bool { return typ == types.structs[c.of] || o.Name == c.of && typ == given }, "", nil) {
				value, set := reflect.New(given).Elem(), false
				in(value, func(at reflect.Value) { set = setField(at, key, names) })
				require.True(t, set, "%s: %s of %s", o.Name, c.what, c.of)
				setRequired(value)
				got := newService(publishing.WithoutValidation()).run(t.Context(), func(a Args) (any, error) {
					return callByName(a, o.Name, value)
				}, sampleIDs(o), []reply{{status: http.StatusOK}})
				require.NotEmpty(t, got.seen, "%s: %s: %v", o.Name, c.what, got.Err)
				sent++
				if key == "url" {
					target, err := url.Parse(got.seen[0].uri)
					require.NoError(t, err)
					require.True(t, target.Query().Has(c.what), "%s: %s: %s", o.Name, c.what, target)
					continue
				}
				root, err := parse(got.seen[0].body)
				require.NoError(t, err)
				steps := strings.FieldsFunc(strings.ReplaceAll(path, "[]", ""), func(r rune) bool { return r == '.' })
				require.True(t, hasPath(root, append(steps, names...)), "%s: %s: %s", o.Name, c.what, got.seen[0].body)
			}
		}
		require.NotZero(t, calls, "%s of %s: no operation takes it", c.what, c.of)
	}
	t.Logf("%d requests", sent)
}

// setRequired sets the fields to null without which a body cannot be encoded.
func setRequired(body reflect.Value) {
	for field := range body.Type().Fields() {
		if at := body.FieldByIndex(field.Index); isNullable(field.Type) && at.IsZero() && !strings.Contains(string(field.Tag), ",omit") {
			setField(at, "json", nil)
		}
	}
}

// TestStatusesOfTheNewerDescriptionAreOutcomes calls each operation whose statuses changed.
func TestStatusesOfTheNewerDescriptionAreOutcomes(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, c := range readChanges(t) {
		if c.kind != "status" {
			continue
		}
		tried++
		o := op.Find(c.of)
		require.NotNil(t, o, c.of)
		_, bodyType, _ := structsOf(methods()[o.Name])
		if bodyType == nil {
			bodyType = reflect.TypeFor[struct{}]()
		}
		body := reflect.New(bodyType).Elem()
		setRequired(body)
		status, err := strconv.Atoi(c.what)
		require.NoError(t, err)
		var omitted bool
		opts := []api.CallOption{api.WithoutValidation()}
		if status == http.StatusNoContent {
			opts = append(opts, api.WithMinimalResponse(&omitted))
		}
		var value any
		got := newService().run(t.Context(), func(a Args) (_ any, err error) {
			value, err = callByName(a, o.Name, body)
			return value, err
		}, sampleIDs(o), []reply{{status: status}}, opts...)
		require.NoError(t, got.Err, c.of)
		require.Equal(t, status == http.StatusNoContent, omitted, c.of)
		if omitted {
			require.Equal(t, "return=minimal", got.seen[0].header.Get("Prefer"), c.of)
		} else {
			require.Equal(t, api.DeletionRequested, value, c.of)
		}
	}
	require.Equal(t, 7, tried)
}

// contains reports whether there is a place of a struct in t.
func contains(t, wanted reflect.Type) bool {
	return wanted != nil && len(placesOf(t, func(typ reflect.Type) bool { return typ == wanted }, "", nil)) > 0
}

// setField sets the field at a path to a value other than zero, and creates what is around it.
func setField(v reflect.Value, key string, names []string) bool {
	switch t := v.Type(); {
	case isNullable(t):
		if t == reflect.TypeFor[api.Nullable[string]]() {
			v.Set(reflect.ValueOf(api.Null[string]()))
			return true
		}
		unmarshaled := reflect.New(t)
		if json.Unmarshal([]byte("null"), unmarshaled.Interface()) != nil {
			return false
		}
		v.Set(unmarshaled.Elem())
		return true
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		return setField(v.Elem(), key, names)
	case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		v.Set(reflect.MakeSlice(t, 1, 1))
		return setField(v.Index(0), key, names)
	case len(names) == 0:
		if v.CanSet() && t.Kind() == reflect.String {
			v.SetString("x")
		}
		if v.CanSet() && t.Kind() == reflect.Map {
			v.Set(reflect.MakeMap(t))
		}
		return true
	case t.Kind() != reflect.Struct:
		return false
	}
	field, found := fieldNamed(v.Type(), key, names[0])
	return found && setField(v.FieldByIndex(field.Index), key, names[1:])
}

// hasPath reports whether JSON has a field, in any element of the lists on the path to it.
func hasPath(value any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(element any) bool { return hasPath(element, path) })
	case map[string]any:
		inner, found := value[strings.TrimSuffix(path[0], "[]")]
		return found && hasPath(inner, path[1:])
	default:
		return false
	}
}

func readChanges(t *testing.T) (changes []change) {
	t.Helper()
	rows, err := readTable(os.DirFS("testdata"), "newer.tsv", "name", "change", "what", "of", "outcome", "note")
	require.NoError(t, err)
	for _, r := range rows {
		changes = append(changes, change{r[0], r[1], r[2], r[3], r[4], r[5]})
	}
	return changes
}

func TestEveryChangeOfTheNewerDescriptionIsDecided(t *testing.T) {
	t.Parallel()
	changes, types := readChanges(t), readNewerTypes(t)
	var problems []string
	outcomes, seen, names := map[string]int{}, map[change]bool{}, map[string]bool{}
	for _, c := range changes {
		outcomes[c.outcome]++
		names[c.name] = true
		problem := ""
		switch c.outcome {
		case "built":
			problem = types.problem(c)
		case "raw", "left":
			if c.note == "" {
				problem = "want a reason"
			} else if slices.Contains([]string{"field", "body", "query", "value", "dropped"}, c.kind) && types.problem(c) == "" {
				problem = "the SDK has it"
			}
		default:
			problem = "undecided"
		}
		if seen[c] {
			problem = "twice"
		}
		seen[c] = true
		if problem != "" {
			problems = append(problems, fmt.Sprintf("%s: %s %s of %s: %s", c.name, c.kind, c.what, c.of, problem))
		}
	}
	require.Empty(t, strings.Join(problems, "\n"))
	require.Len(t, names, 193, "operations and schemas that changed")
	require.Equal(t, map[string]int{"built": 487, "raw": 47, "left": 15}, outcomes, "docs/sources.md has these numbers")
}
