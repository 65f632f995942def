package limits

import (
	"encoding/base64"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A Check is a condition on a value.
type Check struct {
	Want string // the condition in words, such as "2 to 128 characters"
	// Accepts reports whether a present value meets the condition. It returns true if the condition
	// does not apply to the type of the value.
	Accepts func(v any) bool
	Type    bool // whether the check is about the type of a value

	parse func(text string) any // converts the text of a query; nil keeps it

	nullable bool                   // whether it is Nullable
	optional bool                   // whether it is Optional
	values   bool                   // whether it lists all values
	when     func(absent bool) bool // whether the check applies to absent values or to nulls; nil for neither

	fromDescription bool
}

// FromDescription returns a copy of the check, marked as one that only the public description of
// the service contains, and not the API reference.
func FromDescription(c Check) Check {
	c.fromDescription = true
	return c
}

// AllFromDescription returns a copy of the table of an operation that is not in the API reference,
// but only in the public description. It marks all checks with [FromDescription], except the checks
// of types, nulls and absent values.
func AllFromDescription(t Table) Table {
	marked := slices.Clone(t)
	for i := range marked {
		l := &marked[i]
		l.allDescribed = true
		l.checks = slices.Clone(l.checks)
		for j, c := range l.checks {
			if c.Accepts != nil && !c.Type {
				l.checks[j] = FromDescription(c)
			}
		}
	}
	return marked
}

func ofType[T any](want string) Check {
	return Check{Type: true, Want: want, Accepts: func(v any) bool { _, ok := v.(T); return ok }}
}

// The types of values. They are the first check of a limit.
var (
	String  = ofType[string]("a string")
	Object  = ofType[map[string]any]("an object")
	List    = ofType[[]any]("a list")
	Number  = ofType[float64]("a number")
	Integer = Check{Type: true, Want: "a whole number", Accepts: func(v any) bool {
		n, ok := v.(float64)
		return ok && n == math.Trunc(n)
	}}
	Boolean = Check{Type: true, Want: "true or false", Accepts: ofType[bool]("").Accepts, parse: func(text string) any {
		switch text {
		case "true", "false":
			return text == "true"
		default:
			return text
		}
	}}
)

// Required rejects an absent value. Without Required, a value may be absent.
var Required = Check{Want: "a value", when: func(absent bool) bool { return absent }}

// notNull rejects null. It belongs to each limit that is not Nullable.
var notNull = Check{Want: "no null", when: func(absent bool) bool { return !absent }}

// Nullable accepts null.
var Nullable = Check{nullable: true}

// Optional allows a field of a struct to be absent: see [Field].
var Optional = Check{optional: true}

func ofText(want string, accepts func(text string) bool) Check {
	return Check{Want: want, Accepts: func(v any) bool {
		text, ok := v.(string)
		return !ok || accepts(text)
	}}
}

// Chars limits the number of characters of a string, counted as code points. If least is 0, there
// is only a maximum.
func Chars(least, most int) Check {
	want := fmt.Sprintf("%d to %d characters", least, most)
	if least == 0 {
		want = fmt.Sprintf("at most %d characters", most)
	}
	return ofText(want, func(text string) bool {
		n := utf8.RuneCountInString(text)
		return n >= least && n <= most
	})
}

// NotEmpty rejects the empty string.
var NotEmpty = ofText("at least 1 character", func(text string) bool { return text != "" })

// Pattern requires a string to match a regular expression.
func Pattern(pattern string) Check {
	compiled := regexp.MustCompile(pattern)
	return ofText("text that matches "+pattern, compiled.MatchString)
}

// OneOf requires a string to be one of the values.
func OneOf(values ...string) Check {
	c := ofText("one of "+
		strings.Join(values, ", "), func(text string) bool { return slices.Contains(values, text) })
	c.values = true
	return c
}

// Constant is like [OneOf], but is the type of the value rather than a limit.
func Constant(values ...string) Check { return asType(OneOf(values...)) }

// asType returns a check of a string as the type of a value.
func asType(c Check) Check {
	return Check{Type: true, Want: c.Want, Accepts: func(v any) bool { return String.Accepts(v) && c.Accepts(v) }}
}

// URI requires a string to be an absolute URI.
var URI = ofText("an absolute URI", func(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.IsAbs()
})

// DateTime requires a string to be a date and a time with a zone.
var DateTime = ofText(`a date-time, such as "2026-01-02T03:04:05Z"`, func(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
})

// Base64 requires a string to be encoded as base64.
var Base64 = ofText("text in base64", func(text string) bool {
	_, err := base64.StdEncoding.DecodeString(text)
	return err == nil
})

// Email requires a string to be an email address without a display name.
var Email = ofText("an email address", func(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text
})

// Between limits a number to a range, including both ends.
func Between(least, most float64) Check {
	return Check{Want: fmt.Sprintf("a number from %v to %v", least, most), Accepts: func(v any) bool {
		n, ok := v.(float64)
		return !ok || n >= least && n <= most
	}}
}

// False rejects true.
var False = Check{Want: "false", Accepts: func(v any) bool { return v != true }}

// AnyField requires an object to contain at least one of the fields, which may be null.
func AnyField(names ...string) Check {
	return Check{Want: "at least one of " + strings.Join(names, " and "), Accepts: func(v any) bool {
		fields, ok := v.(map[string]any)
		return !ok || slices.ContainsFunc(names, func(name string) bool {
			_, given := fields[name]
			return given
		})
	}}
}

// OneField requires an object to contain exactly one of the fields. A null does not count.
func OneField(names ...string) Check {
	return Check{Want: "exactly one of " + strings.Join(names, " and "), Accepts: func(v any) bool {
		fields, ok := v.(map[string]any)
		if !ok {
			return true
		}
		given := 0
		for _, name := range names {
			if fields[name] != nil {
				given++
			}
		}
		return given == 1
	}}
}
