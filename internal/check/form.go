package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A form is a way to fill in a struct: the fields that are set in it.
type form []formField

// A formField is a field of a form, with the value it has in the form, "" for any.
type formField struct{ name, value string }

// parseForms parses the argument of the word form: a|b+c:v are the field a alone, and b with c,
// whose value is v.
func parseForms(arg string) []form {
	var forms []form
	for text := range strings.SplitSeq(arg, "|") {
		var f form
		for field := range strings.SplitSeq(text, "+") {
			name, value, _ := strings.Cut(field, ":")
			f = append(f, formField{name, value})
		}
		forms = append(forms, f)
	}
	return forms
}

// formFields returns the names of the fields of all forms.
func (r *rule) formFields() []string {
	var names []string
	for _, f := range r.forms {
		for _, field := range f {
			if !slices.Contains(names, field.name) {
				names = append(names, field.name)
			}
		}
	}
	return names
}

// listedForms returns the forms for an error, without those with a field that the API does not
// have, such as Raw.
func (r *rule) listedForms() string {
	var forms []string
	for _, f := range r.forms {
		if slices.ContainsFunc(f, func(field formField) bool { return unicode.IsUpper(rune(field.name[0])) }) {
			continue // the field has only its Go name
		}
		var fields []string
		for _, field := range f {
			text := field.name
			if field.value != "" {
				text = fmt.Sprintf("%s %q", field.name, field.value)
			}
			fields = append(fields, text)
		}
		forms = append(forms, strings.Join(fields, " with "))
	}
	if len(forms) == 1 {
		return forms[0]
	}
	return "exactly one of " + strings.Join(forms, "; ")
}

// hasForm reports whether a struct is filled in as exactly one of the forms.
func (r *fieldRule) hasForm(around reflect.Value) bool {
	return slices.ContainsFunc(r.forms, func(f form) bool {
		for i, name := range r.fields {
			value := around.Field(r.indexes[i])
			at := slices.IndexFunc(f, func(field formField) bool { return field.name == name })
			switch {
			case value.IsZero() != (at < 0):
				return false
			case at >= 0 && f[at].value != "" && f[at].value != show(value):
				return false
			}
		}
		return true
	})
}

// showFields returns the fields of the rule that are set in a struct.
func (r *fieldRule) showFields(around reflect.Value) string {
	var names []string
	for i, name := range r.fields {
		if isSet(around.Field(r.indexes[i])) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}
