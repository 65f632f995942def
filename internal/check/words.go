package check

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
)

// A form is a format of texts, such as a slug.
type form struct {
	want string // text for errors
	fits func(text string) bool
}

// forms contains the forms by the name that the word match uses.
var forms = map[string]form{
	"subdomain": pattern(`^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`),
	"slug":      pattern(`^[a-z0-9]+(?:-[a-z0-9]+)*$`),
	"proxy":     pattern(`^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`),
	"color":     pattern(`^#(?:[0-9a-fA-F]{3}){1,2}$`),
	"name":      pattern(`^[a-zA-Z0-9_.-]+$`), // a name of an integration, or the host of a block's URLs
	"path":      pattern(`^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$`),
	"pagepath":  {"a path without a slash at its start", func(text string) bool { return !strings.HasPrefix(text, "/") }},
	"web":       {"an absolute URL with http or https", pattern(`(?i)^https?://[^/?#\s]`).fits},
	"version":   {`a text other than "latest"`, func(text string) bool { return text != "latest" }},
}

// pattern returns the form of the texts that match a pattern of the API reference. The pattern is
// compiled on first use, because most programs do not need it.
func pattern(expr string) form {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	return form{"text that matches " + expr, func(text string) bool { return compiled().MatchString(text) }}
}

// A Word is a parsed word of a tag.
type Word struct {
	Name     string
	min, max int // bounds of len, range, items and values; a negative max means no bound
	form     form
}

// Parse parses a list of words.
func Parse(list string) (words []Word, err error) {
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		name, arg, hasArg := strings.Cut(text, "=")
		w, isWord := Word{Name: name, form: forms[arg]}, name == "required" && !hasArg
		switch name {
		case "match":
			isWord = w.form.fits != nil
		case "len", "range", "items", "values":
			var errMax error
			low, high, isRange := strings.Cut(arg, "..")
			w.min, err = strconv.Atoi(cmp.Or(low, "0"))
			w.max, errMax = strconv.Atoi(cmp.Or(high, "-1"))
			isWord = isRange && low+high != "" && err == nil && errMax == nil
		}
		if !isWord {
			return nil, fmt.Errorf("%q: want a word of package check", text)
		}
		words = append(words, w)
	}
	return words, nil
}

// checkField checks a field. The Field of its error is a path that starts at the field.
func (w *Word) checkField(field reflect.Value) *api.ValidationError {
	value, isGiven := given(field)
	switch {
	case isGiven:
		return w.check(value)
	case w.Name != "required" || !field.IsZero():
		return nil
	case field.CanInt():
		return &api.ValidationError{Rule: "required", Value: "0"}
	default:
		return &api.ValidationError{Rule: "required"}
	}
}

// check checks a value that is set. The Field of its error is a path that starts at the value.
func (w *Word) check(v reflect.Value) *api.ValidationError {
	if w.Name == "values" && v.Kind() == reflect.Map {
		for _, key := range sortedKeys(v) {
			if err := w.check(v.MapIndex(key)); err != nil {
				return within(fmt.Sprintf("[%s]", key), err)
			}
		}
		return nil
	}
	want := w.Unmet(v)
	switch {
	case want == "":
		return nil
	case w.Name == "items":
		return &api.ValidationError{Rule: want, Value: plural(v.Len(), "item")}
	default:
		return &api.ValidationError{Rule: want, Value: Shown(fmt.Sprint(v))}
	}
}

// Unmet returns the condition that a value does not meet. It returns "" if the value meets the
// condition, or if the word does not apply to the type of the value.
func (w *Word) Unmet(v reflect.Value) string {
	kind := v.Kind()
	secret, isText := reflect.TypeAssert[api.Secret](v)
	text := secret.Reveal()
	if kind == reflect.String {
		text, isText = v.String(), true
	}
	switch {
	case isText && (w.Name == "len" || w.Name == "values"):
		return w.outside(int64(utf8.RuneCountInString(text)), "character")
	case isText && w.Name == "match" && !w.form.fits(text):
		return w.form.want
	case w.Name == "range" && v.CanInt():
		return w.outside(v.Int(), "")
	case w.Name == "range" && v.CanFloat():
		return w.outside(int64(v.Float()), "")
	case w.Name == "items" && (kind == reflect.Slice || kind == reflect.Map):
		return w.outside(int64(v.Len()), "item")
	default:
		return ""
	}
}

// outside returns the range that a number or a length is outside of, or "" if it is in the range.
// unit is empty for a number.
func (w *Word) outside(n int64, unit string) string {
	switch {
	case n >= int64(w.min) && (w.max < 0 || n <= int64(w.max)):
		return ""
	case unit == "" && w.max < 0:
		return fmt.Sprintf("a number from %d", w.min)
	case unit == "":
		return fmt.Sprintf("a number from %d to %d", w.min, w.max)
	case w.max < 0:
		return "at least " + plural(w.min, unit)
	case w.min == 0:
		return "at most " + plural(w.max, unit)
	default:
		return fmt.Sprintf("%d to %s", w.min, plural(w.max, unit))
	}
}

func plural(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}
