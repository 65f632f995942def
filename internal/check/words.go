package check

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
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
	"version":   {`a text other than "latest"`, func(text string) bool { return text != "latest" }},
}

// pattern returns the form of the texts that match a pattern of the API reference. The pattern is
// compiled on first use, because most programs do not need it.
func pattern(expr string) form {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	return form{"text that matches " + expr, func(text string) bool { return compiled().MatchString(text) }}
}

// A rule is one parsed word.
type rule struct {
	word     string
	min, max int // bounds of len, range, items and values; a negative max means no bound
	form     form
}

// parse returns the rules of a list of words.
func parse(words string) (rules []rule, err error) {
	for text := range strings.FieldsFuncSeq(words, func(r rune) bool { return r == ',' }) {
		word, arg, hasArg := strings.Cut(text, "=")
		r, isWord := rule{word: word, form: forms[arg]}, false
		switch word {
		case "required":
			isWord = !hasArg
		case "match":
			isWord = r.form.fits != nil
		case "len", "range", "items", "values":
			var errMax error
			low, high, isRange := strings.Cut(arg, "..")
			r.min, err = strconv.Atoi(cmp.Or(low, "0"))
			r.max, errMax = strconv.Atoi(cmp.Or(high, "-1"))
			isWord = isRange && low+high != "" && err == nil && errMax == nil
		}
		if !isWord {
			return nil, fmt.Errorf("%q: want a word of package check", text)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// check checks the value of a field. The Field of its error is a path that starts at the value.
func (r *rule) check(v reflect.Value) *api.ValidationError {
	want := ""
	switch got, isGiven := given(v); {
	case r.word == "required" && v.IsZero():
		want = r.word
	case r.word == "required", !isGiven:
	case r.word == "values":
		return r.checkValues(got)
	case r.word == "range":
		want = r.outside(got.Int(), "")
	case r.word == "items":
		want = r.outside(int64(got.Len()), "item")
	default:
		want = r.unmetBy(textOf(got))
	}
	if want == "" {
		return nil
	}
	return &api.ValidationError{Rule: want, Value: show(v)}
}

// checkValues checks the texts in a map, in the order of its keys.
func (r *rule) checkValues(texts reflect.Value) *api.ValidationError {
	for _, key := range sortedKeys(texts) {
		text := texts.MapIndex(key)
		if want := r.unmetBy(textOf(text)); want != "" {
			return &api.ValidationError{Field: fmt.Sprintf("[%s]", key), Rule: want, Value: Shown(fmt.Sprint(text))}
		}
	}
	return nil
}

func textOf(v reflect.Value) string {
	if secret, ok := reflect.TypeAssert[api.Secret](v); ok {
		return secret.Reveal()
	}
	return v.String()
}

// unmetBy returns the condition that a text does not meet, or "" if it meets the rule.
func (r *rule) unmetBy(text string) string {
	if r.word != "match" {
		return r.outside(int64(utf8.RuneCountInString(text)), "character")
	}
	if !r.form.fits(text) {
		return r.form.want
	}
	return ""
}

// outside returns the range that a number or a length is outside of, or "" if it is in the range.
// unit is empty for a number.
func (r *rule) outside(n int64, unit string) string {
	switch {
	case n >= int64(r.min) && (r.max < 0 || n <= int64(r.max)):
		return ""
	case unit == "" && r.max < 0:
		return fmt.Sprintf("a number from %d", r.min)
	case unit == "":
		return fmt.Sprintf("a number from %d to %d", r.min, r.max)
	case r.max < 0:
		return "at least " + plural(r.min, unit)
	case r.min == 0:
		return "at most " + plural(r.max, unit)
	default:
		return fmt.Sprintf("%d to %s", r.min, plural(r.max, unit))
	}
}

func plural(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// A Text checks a text, such as the value of a path parameter. The zero Text accepts any text.
type Text []rule

// ParseText parses the words len and match.
func ParseText(words string) (Text, error) {
	rules, err := parse(words)
	if slices.ContainsFunc(rules, func(r rule) bool { return r.word != "len" && r.word != "match" }) {
		err = fmt.Errorf("%q: want words about a text", words)
	}
	return rules, err
}

// Check returns a [*api.ValidationError] with the given Operation and Field if value breaks a rule.
func (t Text) Check(operation, field, value string) error {
	for i := range t {
		if want := t[i].unmetBy(value); want != "" {
			return &api.ValidationError{Operation: operation, Field: field, Rule: want, Value: Shown(value)}
		}
	}
	return nil
}
