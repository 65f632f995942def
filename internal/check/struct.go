package check

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// A plan is the check of a struct type.
type plan struct{ fields []fieldPlan }

type fieldPlan struct {
	index int
	name  string // on the wire, "" for a variant of a union, which has no name of its own
	rules []fieldRule
	inner *plan // of the structs in the field, nil if they have no rules
}

// A fieldRule is a rule with the fields that it is about, if there are several.
type fieldRule struct {
	rule
	indexes []int // of rule.fields
}

var plans sync.Map // reflect.Type to *plan; the types are few

// Struct checks v and returns a [*api.ValidationError] if it breaks a rule. A v that is no struct
// is not checked. replaced reports whether the call sends another value in place of a top-level
// field: the field is not checked then, and neither are rules about several fields that include it.
func Struct(operation string, v any, replaced func(name string) bool) error {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return nil
	}
	known, ok := plans.Load(value.Type())
	if !ok {
		known, _ = plans.LoadOrStore(value.Type(), newPlan(value.Type(), map[reflect.Type]*plan{}))
	}
	if err := known.(*plan).check(value, "", replaced); err != nil { //nolint:forcetypeassert // the map holds nothing else
		err.Operation = operation
		return err
	}
	return nil
}

// newPlan returns the plan of the structs in t, nil if there are none. A type that contains itself
// finds its plan in known. It panics if a tag is invalid.
func newPlan(t reflect.Type, known map[reflect.Type]*plan) *plan {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return newPlan(t.Elem(), known)
	case reflect.Struct:
		if isNullable(t) {
			get, _ := t.MethodByName("Get")
			return newPlan(get.Type.Out(0), known)
		}
	default:
		return nil
	}
	if p, ok := known[t]; ok {
		return p
	}
	p := &plan{}
	known[t] = p
	for i := range t.NumField() {
		field := t.Field(i)
		if !field.IsExported() {
			continue
		}
		rules, err := newFieldRules(t, field.Tag.Get("check"))
		if err != nil {
			panic(fmt.Errorf("check tag of %s.%s: %w", t, field.Name, err))
		}
		f := fieldPlan{index: i, name: nameOf(field), rules: rules, inner: newPlan(field.Type, known)}
		if len(f.rules) > 0 || f.inner != nil {
			p.fields = append(p.fields, f)
		}
	}
	return p
}

func newFieldRules(t reflect.Type, tag string) ([]fieldRule, error) {
	parsed, err := parse(tag)
	if err != nil {
		return nil, err
	}
	var rules []fieldRule
	for _, r := range parsed {
		f := fieldRule{rule: r}
		for _, name := range r.fields {
			index := slices.IndexFunc(wireNames(t), func(other string) bool { return other == name })
			if index < 0 {
				return nil, fmt.Errorf("%s: there is no field %q", r.word, name)
			}
			f.indexes = append(f.indexes, index)
		}
		rules = append(rules, f)
	}
	return rules, nil
}

// nameOf returns the name of a field on the wire. A field without a tag is a variant of a union.
func nameOf(field reflect.StructField) string {
	if field.Tag.Get("json") == "" && field.Tag.Get("url") == "" {
		return ""
	}
	return WireName(field)
}

// WireName returns the name of a field in JSON or in a query.
func WireName(field reflect.StructField) string {
	for _, key := range [...]string{"json", "url"} {
		if name, _, _ := strings.Cut(field.Tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return field.Name
}

// wireNames returns the names of all fields of a struct type.
func wireNames(t reflect.Type) []string {
	var names []string
	for field := range t.Fields() {
		names = append(names, WireName(field))
	}
	return names
}

func (p *plan) check(v reflect.Value, prefix string, replaced func(string) bool) *api.ValidationError {
	for i := range p.fields {
		f := &p.fields[i]
		if replaced(f.name) {
			continue
		}
		value := v.Field(f.index)
		for i := range f.rules {
			r := &f.rules[i]
			if slices.ContainsFunc(r.fields, replaced) {
				continue
			}
			if r.word == "values" || r.word == "valuesmatch" {
				if err := r.unmetByValues(value, prefix+f.name); err != nil {
					return err
				}
				continue
			}
			if want := r.unmet(value, v); want != "" {
				at, shown := f.at(prefix), show(value)
				switch r.word {
				case "form":
					at, shown = cmp.Or(strings.TrimSuffix(prefix, "."), at), r.showFields(v)
				case "atmost":
					shown = r.showFields(v)
				case "nouser":
					shown = api.Secret{}.String()
				case "has":
					at, shown = at+"."+r.name, ""
				}
				return &api.ValidationError{Field: at, Rule: want, Value: shown}
			}
		}
		if f.inner == nil {
			continue
		}
		if err := f.inner.checkAll(value, f.at(prefix)); err != nil {
			return err
		}
	}
	return nil
}

// at returns the path of the field in the struct with that prefix.
func (f *fieldPlan) at(prefix string) string {
	if f.name == "" {
		return strings.TrimSuffix(prefix, ".")
	}
	return prefix + f.name
}

func notReplaced(string) bool { return false }

// checkAll checks the structs in v, a field called name.
func (p *plan) checkAll(v reflect.Value, name string) *api.ValidationError {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return p.checkAll(v.Elem(), name)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := p.checkAll(v.Index(i), fmt.Sprintf("%s[%d]", name, i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if err := p.checkAll(v.MapIndex(key), fmt.Sprintf("%s[%s]", name, key)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		if isNullable(v.Type()) {
			if inner, ok := given(v); ok {
				return p.checkAll(inner, name)
			}
			return nil
		}
		return p.check(v, name+".", notReplaced)
	}
	return nil
}

// unmet returns what the rule wants, "" if it is met by v, a field of the struct around it.
func (r *fieldRule) unmet(v, around reflect.Value) string {
	switch r.word {
	case "required":
		if v.IsZero() {
			return "required"
		}
		return ""
	case "any":
		if r.count(around, func(v reflect.Value) bool { return isSet(v) && (v.Kind() != reflect.Slice || v.Len() > 0) }) == 0 {
			return "at least one of " + strings.Join(r.fields, ", ")
		}
		return ""
	case "exactly":
		if r.count(around, isSet) != 1 {
			return "exactly one of " + strings.Join(r.fields, ", ")
		}
		return ""
	case "atmost":
		if r.count(around, isSet) > 1 {
			return "at most one of " + strings.Join(r.fields, ", ")
		}
		return ""
	case "form":
		if !r.hasForm(around) {
			return r.listedForms()
		}
		return ""
	case "with":
		if v.IsZero() {
			if is := around.Field(r.indexes[0]).String(); slices.Contains(r.values, is) {
				return fmt.Sprintf("a value for the %s %q", r.fields[0], is)
			}
		}
		return ""
	}
	v, ok := given(v)
	if !ok {
		return ""
	}
	switch r.word {
	case "has":
		is := around.Field(r.indexes[0]).String()
		if slices.Contains(r.values, is) && v.Field(slices.Index(wireNames(v.Type()), r.name)).IsZero() {
			return fmt.Sprintf("a value for the %s %q", r.fields[0], is)
		}
		return ""
	case "items":
		return r.outside(v.Len(), "item")
	case "unique":
		seen := map[any]bool{}
		for _, item := range v.Seq2() {
			seen[item.Interface()] = true
		}
		if len(seen) < v.Len() {
			return "each item once"
		}
		return ""
	case "range":
		return r.unmetByNumber(v.Int())
	case "object":
		raw, _ := reflect.TypeAssert[api.Raw](v)
		if secret, ok := reflect.TypeAssert[api.SecretJSON](v); ok {
			raw = secret.Reveal()
		}
		if len(raw) > 0 && !jsonx.IsObject(raw) {
			return "a JSON object"
		}
		return ""
	case "near":
		if at, ok := reflect.TypeAssert[time.Time](v); ok && time.Since(at).Abs() > r.most {
			return fmt.Sprintf("a time at most %s from now", r.most)
		}
		return ""
	case "one":
		if fields := setFields(v); len(fields) != 1 {
			return "exactly one of " + strings.Join(wireNames(v.Type()), ", ")
		}
		return ""
	default:
		if secret, ok := reflect.TypeAssert[api.Secret](v); ok {
			return r.unmetBy(secret.Reveal())
		}
		return r.unmetBy(v.String())
	}
}

func (r *rule) unmetByNumber(n int64) string {
	switch {
	case r.max < 0 && n < int64(r.min):
		return fmt.Sprintf("a number from %d", r.min)
	case r.max >= 0 && (n < int64(r.min) || n > int64(r.max)):
		return fmt.Sprintf("a number from %d to %d", r.min, r.max)
	}
	return ""
}

// count returns for how many of the rule's fields is reports true.
func (r *fieldRule) count(around reflect.Value, is func(reflect.Value) bool) int {
	n := 0
	for _, index := range r.indexes {
		if is(around.Field(index)) {
			n++
		}
	}
	return n
}

// unmetByValues returns the error for the first text in a map that does not meet the rule, by the
// order of the keys.
func (r *fieldRule) unmetByValues(texts reflect.Value, name string) *api.ValidationError {
	texts, ok := given(texts)
	if !ok {
		return nil
	}
	keys := texts.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		value := texts.MapIndex(key)
		text := value.String()
		if secret, ok := reflect.TypeAssert[api.Secret](value); ok {
			text = secret.Reveal()
		}
		if want := r.unmetBy(text); want != "" {
			return &api.ValidationError{Field: fmt.Sprintf("%s[%s]", name, key), Rule: want, Value: show(value)}
		}
	}
	return nil
}

func isSet(v reflect.Value) bool { return !v.IsZero() }

// given returns the value of a field that may be unset or null, and reports whether there is one.
func given(v reflect.Value) (reflect.Value, bool) {
	switch {
	case v.Kind() == reflect.Pointer:
		return v.Elem(), !v.IsNil()
	case isSecret(v.Type()):
		return v, !v.IsZero()
	case v.Kind() == reflect.Struct && isNullable(v.Type()):
		if v.IsZero() { // unset, which saves the call
			return v, false
		}
		got := v.MethodByName("Get").Call(nil)
		return got[0], got[1].Bool()
	case v.Kind() == reflect.Struct:
		return v, true
	default:
		return v, !v.IsZero()
	}
}

// isSecret reports whether a type is a struct that contains one secret.
func isSecret(t reflect.Type) bool {
	return t == reflect.TypeFor[api.Secret]() || t == reflect.TypeFor[api.SecretJSON]()
}

func isNullable(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[interface{ IsNull() bool }]())
}

// setFields returns the names of the fields of a struct that are set.
func setFields(v reflect.Value) []string {
	var names []string
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			names = append(names, WireName(v.Type().Field(i)))
		}
	}
	return names
}

// show returns a value for an error.
func show(v reflect.Value) string {
	if got, ok := given(v); ok {
		v = got
	}
	if at, ok := reflect.TypeAssert[time.Time](v); ok {
		return at.Format(time.RFC3339)
	}
	if raw, ok := reflect.TypeAssert[api.Raw](v); ok {
		return shorten(raw.String())
	}
	switch v.Kind() {
	case reflect.Pointer:
		return ""
	case reflect.Struct:
		if isSecret(v.Type()) {
			break
		}
		return strings.Join(setFields(v), " and ") // the values may be long, or secret
	case reflect.Slice, reflect.Map:
		return fmt.Sprintf("%d %s", v.Len(), plural(v.Len(), "item"))
	}
	return shorten(fmt.Sprint(v))
}

// shorten returns a text for an error. A longer one is what somebody has written, which no error
// quotes, so its length stands for it.
func shorten(text string) string {
	const most = 100
	if n := utf8.RuneCountInString(text); n > most {
		return fmt.Sprintf("%d characters", n)
	}
	return text
}
