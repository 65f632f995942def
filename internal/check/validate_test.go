package check

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// A valid is a struct whose rules hold.
type valid struct {
	A *string `json:"a,omitzero"`
}

func (valid) Validate() error { return nil }

// An ordered is a struct with limits and rules of its fields, in another order.
type ordered struct {
	First  string     `json:"first" check:"len=..3"`
	Second string     `json:"second"`
	Third  []ordered  `json:"third,omitzero" check:"items=..2"`
	Fourth string     `json:"-"`
	Union  *anyOfThem `json:"union,omitzero"`
	broken []error
}

func (o ordered) Validate() error { return errors.Join(o.broken...) }

type anyOfThem struct{ Variant *ordered }

func broken(field string) error { return &api.ValidationError{Field: field, Rule: "valid", Value: "x"} }

func TestErrorIsThatOfTheFirstFieldOfTheStruct(t *testing.T) {
	t.Parallel()
	bad := []ordered{{}, {broken: []error{broken("second[a].b")}}}
	for want, v := range map[string]ordered{
		"":                        {},
		"first":                   {First: "long", broken: []error{broken("second"), broken("first")}},
		"second":                  {Third: []ordered{{First: "long"}}, broken: []error{broken("third"), errors.Join(broken("Fourth"), broken("second"))}},
		"third":                   {Third: bad, broken: []error{broken("third")}},
		"third[1].second[a].b":    {Third: bad},
		"third[0].first":          {Third: []ordered{{First: "long"}}, broken: []error{broken("Fourth")}},
		"Fourth":                  {broken: []error{broken("unknown"), broken("Fourth")}},
		"unknown":                 {broken: []error{broken("unknown")}},
		"union.first":             {Union: &anyOfThem{&ordered{First: "long"}}},
		"union":                   {Union: &anyOfThem{&ordered{broken: []error{broken("")}}}},
		"union.third[0]":          {Union: &anyOfThem{&ordered{Third: []ordered{{First: "long", broken: []error{broken("")}}}}}},
		"third[1].third[0].first": {Third: []ordered{{}, {Third: []ordered{{First: "long"}}}}},
	} {
		err := Struct("Things.Create", v, nil)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		invalid, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, []string{"Things.Create", want}, []string{invalid.Operation, invalid.Field})
	}
}

func TestErrorOfAValidatorIsNotChanged(t *testing.T) {
	t.Parallel()
	shared := broken("second")
	v := ordered{Third: []ordered{{broken: []error{shared}}}}
	for range 2 {
		require.EqualError(t, Struct("Things.Create", v, nil), `Things.Create: third[0].second: want valid, got "x"`)
	}
	require.Equal(t, broken("second"), shared)
}

type several struct {
	A *string  `json:"a,omitzero"`
	B string   `json:"b,omitzero"`
	C []string `json:"c,omitzero"`
	D api.Raw  `json:"-"`

	Extra map[string]api.Raw `json:",embed"`
}

func TestHelpersCountFields(t *testing.T) {
	t.Parallel()
	none, one, two := several{Extra: map[string]api.Raw{}}, several{A: new("")}, several{A: new("hush"), C: []string{}, D: api.Raw("1")}
	for _, test := range []struct {
		err  error
		want string
	}{
		{ExactlyOne(one, "b", "a"), ""},
		{ExactlyOne(none, "b", "a"), `b: want exactly one of b, a, got ""`},
		{ExactlyOne(two, "c", "a", "b"), `c: want exactly one of c, a, b, got "a and c"`},
		{ExactlyOne(two, "c", "b"), ""},
		{AtMostOne(none, "a", "c"), ""},
		{AtMostOne(one, "a", "c"), ""},
		{AtMostOne(two, "a", "c"), `a: want at most one of a, c, got "a and c"`},
		{AtLeastOne(none, "a", "c"), `a: want at least one of a, c, got ""`},
		{AtLeastOne(one, "c", "a"), ""},
		{AtLeastOne(two, "a", "c"), ""},
		{Form(two, "a", "a with c with D"), ""},
		{Form(one, "a", "a with c with D"), ""},
		{Form(none, "a", "a with c with D"), `: want exactly one of a, a with c with D, got ""`},
		{Form(two, "a with c"), `: want a with c, got "a and c and D"`},
		{Needs(two, "b", "x", "a", "c"), ""},
		{Needs(one, "b", "x"), ""},
		{Needs(one, "b", "x", "a", "c", "D"), "c: want a value for the b \"x\", got \"\"\nD: want a value for the b \"x\", got \"\""},
		{Object("d", nil), ""},
		{Object("d", api.Raw(`{}`)), ""},
		{Object("d", api.Raw("\n\t {}")), ""},
		{Object("d", api.Raw(`"hush"`)), `d: want a JSON object, got "[secret]"`},
	} {
		if test.want == "" {
			require.NoError(t, test.err)
			continue
		}
		require.EqualError(t, test.err, test.want)
		_, ok := errors.AsType[*api.ValidationError](test.err)
		require.True(t, ok)
	}
}

// A choosing is a struct with rules about several fields.
type choosing struct {
	Kind string  `json:"kind" check:"required"`
	A    *string `json:"a,omitzero"`
	B    *string `json:"b,omitzero"`
	C    *string `json:"c,omitzero"`
}

func (c choosing) Validate() error {
	return errors.Join(Needs(c, "kind", c.Kind, "c"), ExactlyOne(c, "a", "b"))
}

func TestPeriodDoesNotEndBeforeItBegins(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 5, 0, 0, 0, 1, time.UTC)
	for _, valid := range [][2]time.Time{{}, {at, {}}, {{}, at}, {at, at}, {at, at.Add(1)}} {
		require.NoError(t, Period(valid[0], valid[1]))
	}
	require.EqualError(t, Period(at, at.Add(-1)),
		`from: want a time that is not after to, got "2026-01-05T00:00:00.000000001Z"`)
}

func TestReplacedFieldAndTheRulesAboutItAreNotChecked(t *testing.T) {
	t.Parallel()
	for replaced, want := range map[string]string{
		"":  `Things.Create: a: want exactly one of a, b, got ""`,
		"a": `Things.Create: c: want a value for the kind "x", got ""`, "b": `Things.Create: c: want a value for the kind "x", got ""`,
		"c":   `Things.Create: a: want exactly one of a, b, got ""`,
		"a b": `Things.Create: c: want a value for the kind "x", got ""`, "a kind": "", "b c": "",
	} {
		err := Struct("Things.Create", choosing{Kind: "x"}, strings.Fields(replaced))
		if want == "" {
			require.NoError(t, err, replaced)
			continue
		}
		require.EqualError(t, err, want, replaced)
	}
	require.NoError(t, Struct("Things.Create", choosing{A: new("")}, []string{"kind"}))
	around := struct {
		Choosing choosing `json:"choosing"`
	}{choosing{Kind: "x", A: new("")}}
	require.ErrorContains(t, Struct("Things.Create", around, []string{"c"}), "choosing.c", "only top-level fields are replaced")
	nested := ordered{broken: []error{broken("second[a].b")}}
	require.Error(t, Struct("Things.Create", nested, nil))
	require.NoError(t, Struct("Things.Create", nested, []string{"second"}))
}

func TestValidatorIsFoundAtAnyDepth(t *testing.T) {
	t.Parallel()
	type body struct {
		Plain  choosing                `json:"plain"`
		List   []choosing              `json:"list,omitzero"`
		ByName map[string]*choosing    `json:"byName,omitzero"`
		Set    api.Nullable[choosing]  `json:"set,omitzero"`
		Lists  map[string][][]choosing `json:"lists,omitzero"`
	}
	bad, good := choosing{Kind: "x", C: new("")}, choosing{Kind: "x", B: new(""), C: new("")}
	for want, v := range map[string]any{
		"a":                bad,
		"plain.a":          body{Plain: bad},
		"list[1].a":        body{Plain: good, List: []choosing{good, bad}},
		"byName[b].a":      body{Plain: good, ByName: map[string]*choosing{"a": nil, "b": &bad}},
		"set.a":            body{Plain: good, Set: api.Set(bad)},
		"lists[x][0][1].a": body{Plain: good, Lists: map[string][][]choosing{"x": {{good, bad}}}},
	} {
		invalid, ok := errors.AsType[*api.ValidationError](Struct("Things.Create", v, nil))
		require.True(t, ok, want)
		require.Equal(t, want, invalid.Field)
	}
	require.NoError(t, Struct("Things.Create", body{Plain: good, Set: api.Null[choosing]()}, nil))
}

func TestValidationLeavesOutTagsAndLenientTypes(t *testing.T) {
	t.Parallel()
	type patient struct{ choosing }
	type body struct {
		Title string              `json:"title" check:"required"`
		Kept  patient             `json:"kept"`
		Named map[string]choosing `json:"named,omitzero"`
	}
	good := patient{choosing{B: new(""), C: new("")}}
	validate := Validation(reflect.TypeFor[body](), func(reflect.Type) bool { return false })
	require.Nil(t, validate(body{Kept: good}), "tags")
	bad := body{Kept: good, Named: map[string]choosing{"b": {}, "a": {}, "c": {}}}
	for range 20 {
		require.ErrorContains(t, validate(bad), "named[a].a", "the first key")
	}
	require.ErrorContains(t, validate(body{}), "kept.c")
	lenient := Validation(reflect.TypeFor[body](), func(t reflect.Type) bool { return t == reflect.TypeFor[choosing]() })
	require.Nil(t, lenient(bad))
	require.ErrorContains(t, lenient(body{}), "kept.c", "another type")
}
