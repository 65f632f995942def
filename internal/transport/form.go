package transport

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A form is a way to fill in a struct: the fields that are set in it.
type form []formField

// formField is a field of a form, with the value it has in the form, "" for any.
type formField struct{ name, value string }

// parseForms reads the argument of the word form: a|b+c:v are the field a alone, and b with c,
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

// formNames returns the names of all fields of the rule's forms.
func (r *rule) formNames() []string {
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

// hasForm reports whether a struct is filled in as exactly one of the rule's forms.
func (r *rule) hasForm(around reflect.Value) bool {
	return slices.ContainsFunc(r.forms, func(f form) bool {
		for _, name := range r.others {
			value := byWireName(around, name)
			i := slices.IndexFunc(f, func(field formField) bool { return field.name == name })
			switch {
			case value.IsZero() != (i < 0):
				return false
			case i >= 0 && f[i].value != "" && f[i].value != show(value):
				return false
			}
		}
		return true
	})
}

// listedForms returns the rule's forms for an error.
func (r *rule) listedForms() string {
	var forms []string
	for _, f := range r.forms {
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
	return strings.Join(forms, "; ")
}

// showForm returns the fields of the rule's forms that are set in a struct.
func (r *rule) showForm(around reflect.Value) string {
	names := slices.DeleteFunc(slices.Clone(r.others), func(name string) bool { return byWireName(around, name).IsZero() })
	return strings.Join(names, " and ")
}
