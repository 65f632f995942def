// Package check checks requests against the limits of the API reference before they are sent. The
// limits are written in the check tag of the fields of request structs, and in the op table for the
// parameters of a path, as a list of words separated by commas:
//
//	required      the field is set
//	len=2..128    the text has that many characters (code points); either end may be missing
//	range=0..1000 the number is in that range
//	items=..10    the list or map has that many items
//	unique        each item of the list is in it once
//	match=slug    the text matches the pattern of that name
//	not=latest    the text is not that one
//	path          the text does not begin with a slash
//	values=1..512 each text in the map has that many characters
//	valuesmatch=line  each text in the map matches the pattern of that name
//	noquery=a     the text is a URL whose query has no parameter of that name
//	nouser        the text is an absolute URL without a user and a password; errors do not show it
//	object        the JSON, raw or secret, is an object
//	one           exactly one field of the struct is set
//	exactly=a|b   exactly one of these fields of the same struct is set
//	atmost=a|b    at most one of these fields of the same struct is set
//	any=a|b       at least one of these fields of the same struct is set, and if it is a list, has an
//	              item
//	near=5m       the time is at most that long before or after the current time
//	with=t:a|b    the field is set if the field t of the same struct, a text, is a or b
//	has=f:t:a|b   the field f of the struct in the field is set, if the field t beside it, a text, is
//	              a or b
//	form=a|b+c:v  in the same struct, exactly a is set, or exactly b and c, whose value is v; the
//	              error has the field with the struct, if there is one
//
// A field that is not set breaks no rule but required and with. The structs in lists, in maps and
// behind pointers are checked too.
//
// The words of a path's parameters are parsed when the operation is used for the first time, and
// those of a struct when its type is checked for the first time.
package check

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// patterns are the patterns of the API reference by the name that the word match uses. They are
// compiled when they are needed first, not in each program that starts.
var patterns = map[string]func() *regexp.Regexp{
	"subdomain": compiled(`^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$`),
	"slug":      compiled(`^[a-z0-9]+(?:-[a-z0-9]+)*$`),
	"proxy":     compiled(`^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`),
	"line":      compiled(`^[^\n\r]*$`),
	"color":     compiled(`^#(?:[0-9a-fA-F]{3}){1,2}$`),
	// The name of an integration, and the host of a block's URLs.
	"integration": compiled(`^[a-zA-Z0-9_.-]+$`),
	"sourcepath":  compiled(`^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$`),
}

func compiled(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// A rule is one parsed word.
type rule struct {
	word     string
	min, max int // of len, range and items; a negative max means none
	pattern  func() *regexp.Regexp
	name     string   // of noquery, and of the inner field that has is about; the text of not
	fields   []string // of the same struct, for a rule about several
	forms    []form
	values   []string      // of the field that with and has are about
	most     time.Duration // of near
}

var errWord = errors.New("want a word of package check")

// parse returns the rules of a list of words.
func parse(words string) ([]rule, error) {
	if words == "" {
		return nil, nil
	}
	var rules []rule
	for text := range strings.SplitSeq(words, ",") {
		r, err := parseWord(text)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parseWord(text string) (r rule, err error) {
	word, arg, hasArg := strings.Cut(text, "=")
	r = rule{word: word, max: -1}
	switch word {
	case "required", "path", "object", "one", "nouser", "unique":
		if hasArg {
			return r, errWord
		}
	case "len", "range", "items", "values":
		r.min, r.max, err = parseRange(arg)
	case "match", "valuesmatch":
		if r.pattern = patterns[arg]; r.pattern == nil {
			return r, errors.New("want the name of a pattern")
		}
	case "noquery":
		if r.name = arg; arg == "" {
			return r, errors.New("want the name of a parameter")
		}
	case "not":
		if r.name = arg; arg == "" {
			return r, errors.New("want a text")
		}
	case "any", "exactly", "atmost":
		r.fields = strings.Split(arg, "|")
	case "near":
		r.most, err = time.ParseDuration(arg)
	case "with":
		name, values, _ := strings.Cut(arg, ":")
		r.fields, r.values = []string{name}, strings.Split(values, "|")
		if slices.Contains(r.values, "") {
			return r, errors.New("want a field and its values")
		}
	case "has":
		inner, condition, _ := strings.Cut(arg, ":")
		name, values, _ := strings.Cut(condition, ":")
		r.name, r.fields, r.values = inner, []string{name}, strings.Split(values, "|")
		if inner == "" || slices.Contains(r.values, "") {
			return r, errors.New("want an inner field, a field and its values")
		}
	case "form":
		r.forms = parseForms(arg)
		r.fields = r.formFields()
	default:
		return r, errWord
	}
	if slices.Contains(r.fields, "") {
		return r, errors.New("want names of fields")
	}
	return r, err
}

// parseRange parses 2..128, 2.. and ..128. A missing end is 0 and -1.
func parseRange(arg string) (low, high int, err error) {
	lowest, highest, ok := strings.Cut(arg, "..")
	if ok = ok && lowest+highest != ""; !ok {
		return 0, 0, errors.New("want a range, such as 2..128")
	}
	high = -1
	if lowest != "" {
		low, err = strconv.Atoi(lowest)
	}
	if highest != "" && err == nil {
		high, err = strconv.Atoi(highest)
	}
	return low, high, err
}

// unmetBy returns what the rule wants of a text, "" if the text meets the rule. A rule that is not
// about texts is met.
func (r *rule) unmetBy(text string) string {
	switch r.word {
	case "len", "values":
		return r.outside(utf8.RuneCountInString(text), "character")
	case "match", "valuesmatch":
		if pattern := r.pattern(); !pattern.MatchString(text) {
			return "text that matches " + pattern.String()
		}
	case "not":
		if text == r.name {
			return fmt.Sprintf("a text other than %q", r.name)
		}
	case "path":
		if strings.HasPrefix(text, "/") {
			return "a path without a slash at its start"
		}
	case "nouser":
		if !isWithoutUser(text) {
			return "an absolute URL without a user and a password"
		}
	case "noquery":
		if u, err := url.Parse(text); err == nil && u.Query().Has(r.name) {
			return fmt.Sprintf("a URL without the parameter %q in its query", r.name)
		}
	}
	return ""
}

// isWithoutUser reports whether a text is an absolute URL without a user and a password. What
// follows a colon has to be a port: a password with a slash in it would end the host there.
func isWithoutUser(text string) bool {
	_, rest, absolute := strings.Cut(text, "://")
	host := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host = rest[:end]
	}
	if !absolute || host == "" || strings.ContainsAny(host, `@\`) {
		return false
	}
	_, port, _ := strings.Cut(host[strings.LastIndexByte(host, ']')+1:], ":")
	return strings.Trim(port, "0123456789") == ""
}

// outside returns the range that the rule wants a length to be in, "" if n is in it.
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
