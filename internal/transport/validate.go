package transport

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// The limits of the documents stand in a tag of the request structs, and in the op table for a parameter of the path, as a list of these words:
//
//	required      the field is set
//	len=2..128    the text has that many characters (code points); either end may be missing
//	range=0..1000 the number is in that range
//	items=..10    the list has that many items
//	match=slug    the text matches the pattern of that name
//	path          the text does not begin with a slash
//	one           exactly one field of the struct is set
//	exactly=a|b   exactly one of these fields of the same struct is set
//	any=a|b       at least one of these lists of the same struct has an item
//	form=a|b+c:v  of these fields of the same struct, exactly a is set, or exactly b and c, whose value is v
//
// A field that is not set breaks no rule but required. Lists, maps and structs are checked through. A field that the call gives in another way
// is not checked, and neither is a rule about several fields of which it is one.

// patterns are the documents' patterns by the name the tags use. They are compiled when one is needed, not in each program that starts.
var patterns = map[string]func() *regexp.Regexp{
	"subdomain": compiled(`^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`),
	"slug":      compiled(`^[a-z0-9]+(?:-[a-z0-9]+)*$`),
	"proxy":     compiled(`^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`),
}

func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

type rule struct {
	word     string
	min, max int
	pattern  func() *regexp.Regexp
	others   []string // fields that a rule about several fields names
	forms    []form
}

type fieldPlan struct {
	index int
	name  string // as the service knows it
	rules []rule
	inner *plan // of the structs in it, nil when there are none
}

type plan struct{ fields []fieldPlan }

var plans sync.Map // reflect.Type to *plan; the types are few

// validate checks v, a struct, against its tags. given reports whether the call sends another value in place of a top-level field.
func validate(operation string, v any, given func(name string) bool) error {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return nil
	}
	known, ok := plans.Load(value.Type())
	if !ok {
		known, _ = plans.LoadOrStore(value.Type(), planOf(value.Type(), map[reflect.Type]*plan{}))
	}
	if err := known.(*plan).check(value, "", given); err != nil { //nolint:forcetypeassert // the map holds nothing else
		err.Operation = operation
		return err
	}
	return nil
}

// validateIDs checks the values of the path's parameters against what the operation says of them.
func validateIDs(r *op.Request) error {
	for i, id := range r.IDs() {
		check := r.Op.ParamCheck(i)
		if check == "" {
			continue
		}
		value := reflect.ValueOf(id)
		for _, rule := range parseRules(check) {
			if want := rule.broken(value, reflect.Value{}); want != "" {
				return &api.ValidationError{Operation: r.Op.Name, Field: r.Op.Param(i), Rule: want, Value: show(value)}
			}
		}
	}
	return nil
}

// planOf returns the plan of the structs in t. A type that holds itself finds its plan in known.
func planOf(t reflect.Type, known map[reflect.Type]*plan) *plan {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return planOf(t.Elem(), known)
	case reflect.Struct:
		if isNullable(t) {
			get, _ := t.MethodByName("Get")
			return planOf(get.Type.Out(0), known)
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
		f := fieldPlan{index: i, name: wireName(field), rules: parseRules(field.Tag.Get("check")), inner: planOf(field.Type, known)}
		if len(f.rules) > 0 || f.inner != nil {
			p.fields = append(p.fields, f)
		}
	}
	return p
}

func wireName(field reflect.StructField) string {
	for _, key := range []string{"json", "url"} {
		if name, _, _ := strings.Cut(field.Tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return field.Name
}

func parseRules(tag string) []rule {
	var rules []rule
	for word := range strings.SplitSeq(tag, ",") {
		if word == "" {
			continue
		}
		name, arg, _ := strings.Cut(word, "=")
		r := rule{word: name, max: -1, pattern: patterns[arg]}
		switch name {
		case "any", "exactly":
			r.others = strings.Split(arg, "|")
		case "form":
			r.forms = parseForms(arg)
			r.others = r.formNames()
		}
		low, high, _ := strings.Cut(arg, "..")
		if n, err := strconv.Atoi(low); err == nil {
			r.min = n
		}
		if n, err := strconv.Atoi(high); err == nil {
			r.max = n
		}
		rules = append(rules, r)
	}
	return rules
}

func (p *plan) check(v reflect.Value, prefix string, given func(string) bool) *api.ValidationError {
	for i := range p.fields {
		f := &p.fields[i]
		if given(f.name) {
			continue
		}
		value := v.Field(f.index)
		for _, r := range f.rules {
			if slices.ContainsFunc(r.others, given) {
				continue
			}
			if want := r.broken(value, v); want != "" {
				shown := show(value)
				if r.word == "form" {
					shown = r.showForm(v)
				}
				return &api.ValidationError{Field: prefix + f.name, Rule: want, Value: shown}
			}
		}
		if f.inner == nil {
			continue
		}
		if err := f.inner.checkAll(value, prefix+f.name); err != nil {
			return err
		}
	}
	return nil
}

// checkAll checks the structs in v, which lie behind pointers and in lists and maps.
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
		return p.check(v, name+".", func(string) bool { return false })
	}
	return nil
}

// broken returns what the rule wants when v, a field of the struct around it, breaks it.
func (r *rule) broken(v, around reflect.Value) string {
	if r.word == "required" {
		if v.IsZero() {
			return "required"
		}
		return ""
	}
	switch r.word {
	case "any":
		if r.countSet(around, func(v reflect.Value) bool { return v.Len() > 0 }) == 0 {
			return "an item in at least one of " + r.listed()
		}
		return ""
	case "exactly":
		if r.countSet(around, func(v reflect.Value) bool { return !v.IsZero() }) != 1 {
			return "exactly one of " + r.listed()
		}
		return ""
	case "form":
		if !r.hasForm(around) {
			return "exactly one of " + r.listedForms()
		}
		return ""
	}
	v, ok := given(v)
	if !ok {
		return ""
	}
	switch r.word {
	case "len":
		return r.outside(utf8.RuneCountInString(v.String()), "character")
	case "items":
		return r.outside(v.Len(), "item")
	case "range":
		switch n := v.Int(); {
		case r.max < 0 && n < int64(r.min):
			return fmt.Sprintf("a number from %d", r.min)
		case r.max >= 0 && (n < int64(r.min) || n > int64(r.max)):
			return fmt.Sprintf("a number from %d to %d", r.min, r.max)
		}
	case "match":
		if !r.pattern().MatchString(v.String()) {
			return "text that matches " + r.pattern().String()
		}
	case "path":
		if strings.HasPrefix(v.String(), "/") {
			return "a path without a slash at its start"
		}
	case "one":
		if len(setFields(v)) != 1 {
			return "exactly one of " + strings.Join(fieldNames(v, anyField), ", ")
		}
	}
	return ""
}

func (r *rule) outside(n int, unit string) string {
	if n >= r.min && (r.max < 0 || n <= r.max) {
		return ""
	}
	switch {
	case r.max < 0:
		return fmt.Sprintf("at least %d %s", r.min, plural(r.min, unit))
	case r.min == 0:
		return fmt.Sprintf("at most %d %s", r.max, plural(r.max, unit))
	default:
		return fmt.Sprintf("%d to %d %s", r.min, r.max, plural(r.max, unit))
	}
}

func plural(n int, unit string) string {
	if n == 1 {
		return unit
	}
	return unit + "s"
}

// countSet returns how many of the fields the rule names are set.
func (r *rule) countSet(around reflect.Value, isSet func(reflect.Value) bool) int {
	n := 0
	for _, name := range r.others {
		if isSet(byWireName(around, name)) {
			n++
		}
	}
	return n
}

func (r *rule) listed() string { return strings.Join(r.others, ", ") }

// withNull returns a copy of v, a struct, in which the top-level fields that the call gives in another way are null. An unset one could be
// impossible to encode.
func withNull(v any, given func(name string) bool) (any, error) {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Struct {
		return v, nil
	}
	changed := reflect.New(value.Type())
	changed.Elem().Set(value)
	for field, value := range changed.Elem().Fields() {
		if !field.IsExported() || !given(wireName(field)) {
			continue
		}
		if err := jsonx.Unmarshal([]byte("null"), value.Addr().Interface()); err != nil {
			return nil, fmt.Errorf("field %q: %w", wireName(field), err)
		}
	}
	return changed.Elem().Interface(), nil
}

func byWireName(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if wireName(v.Type().Field(i)) == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// given returns the value of a field that may be unset or null, and whether there is one.
func given(v reflect.Value) (reflect.Value, bool) {
	switch {
	case v.Kind() == reflect.Pointer:
		return v.Elem(), !v.IsNil()
	case v.Kind() == reflect.Struct && isNullable(v.Type()):
		got := v.MethodByName("Get").Call(nil)
		return got[0], got[1].Bool()
	case v.Kind() == reflect.Struct:
		return v, true
	default:
		return v, !v.IsZero()
	}
}

func isNullable(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[interface{ IsNull() bool }]())
}

func setFields(v reflect.Value) []string {
	return fieldNames(v, func(field reflect.Value) bool { return !field.IsZero() })
}

func anyField(reflect.Value) bool { return true }

// fieldNames returns the names on the wire of those fields of a struct that are wanted.
func fieldNames(v reflect.Value, wanted func(field reflect.Value) bool) []string {
	var names []string
	for i := range v.NumField() {
		if wanted(v.Field(i)) {
			names = append(names, wireName(v.Type().Field(i)))
		}
	}
	return names
}

func show(v reflect.Value) string {
	const most = 100
	if got, ok := given(v); ok {
		v = got
	}
	switch v.Kind() {
	case reflect.Pointer:
		return ""
	case reflect.Struct: // what is in it may be long or not for a log
		return strings.Join(setFields(v), " and ")
	case reflect.Slice, reflect.Map:
		return fmt.Sprintf("%d %s", v.Len(), plural(v.Len(), "item"))
	}
	text := []rune(fmt.Sprint(v))
	if n := len(text); n > most {
		return fmt.Sprintf("%s… (%d characters)", string(text[:most]), n)
	}
	return string(text)
}
