package check

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// A Validator is a struct with rules that its tags do not contain. [Struct] finds it at any depth
// of a body or a query.
//
// Validate returns an [*api.ValidationError] for each broken rule. If there are several,
// [errors.Join] joins them. Their Operation is empty. Their Field is a path that starts at the
// struct, and is empty for the struct itself.
type Validator interface{ Validate() error }

// Given returns the names of the fields of a struct that are set, except Extra.
func Given(v any) (names []string) {
	for field, value := range reflect.ValueOf(v).Fields() {
		if !value.IsZero() && field.Name != "Extra" {
			names = append(names, logvalue.NameOf(field))
		}
	}
	return names
}

// ExactlyOne returns an error about the first named field of a struct, unless exactly one of the
// named fields is set.
func ExactlyOne(v any, names ...string) error { return count(v, names, 1, 1, "exactly") }

// AtMostOne returns an error about the first named field of a struct if more than one of the named
// fields is set.
func AtMostOne(v any, names ...string) error { return count(v, names, 0, 1, "at most") }

// AtLeastOne returns an error about the first named field of a struct if none of the named fields
// is set.
func AtLeastOne(v any, names ...string) error { return count(v, names, 1, len(names), "at least") }

func count(v any, names []string, least, most int, want string) error {
	given := slices.DeleteFunc(Given(v), func(name string) bool { return !slices.Contains(names, name) })
	if least <= len(given) && len(given) <= most {
		return nil
	}
	err := &api.ValidationError{Field: names[0], Rule: want + " one of " + strings.Join(names, ", "), Value: strings.Join(given, " and ")}
	return violation{err, names}
}

// Needs returns an error about each of the named fields of a struct that is not set. The error
// states that the value of another field, called kind, requires the field.
func Needs(v any, kind, value string, names ...string) error {
	var errs []error
	given, want := Given(v), fmt.Sprintf("a value for the %s %q", kind, value)
	for _, name := range names {
		if !slices.Contains(given, name) {
			errs = append(errs, violation{&api.ValidationError{Field: name, Rule: want}, []string{name, kind}})
		}
	}
	return errors.Join(errs...)
}

// Form returns an error about a struct unless the fields that are set match one of the forms. A
// form consists of the names of fields, joined by " with ". Extra is ignored.
func Form(v any, forms ...string) error {
	given, want := Given(v), forms[0]
	if slices.Contains(forms, strings.Join(given, " with ")) {
		return nil
	}
	if len(forms) > 1 {
		want = "exactly one of " + strings.Join(forms, ", ")
	}
	return &api.ValidationError{Rule: want, Value: strings.Join(given, " and ")}
}

// Period returns an error about the field from if its time is after to. Zero times are unset.
func Period(from, to time.Time) error {
	if from.IsZero() || to.IsZero() || !from.After(to) {
		return nil
	}
	err := &api.ValidationError{Field: "from", Rule: "a time that is not after to", Value: from.Format(time.RFC3339Nano)}
	return violation{err, []string{"from", "to"}}
}

// Object returns an error about a field unless its JSON is an object or absent. The error does not
// contain the JSON, which may be secret.
func Object(field string, data api.Raw) error {
	if len(data) == 0 || jsonx.IsObject(bytes.TrimLeft(data, " \t\r\n")) {
		return nil
	}
	return &api.ValidationError{Field: field, Rule: "a JSON object", Value: api.SecretJSON{}.String()}
}
