// Package rison encodes and decodes Rison, a form of JSON for URL queries, which
// https://github.com/Nanonid/rison describes. The description leaves open which texts need no
// quotes, so Encode quotes all texts except plain ones:
//
//	object  = "(" [ pair { "," pair } ] ")"
//	pair    = ( id | string ) ":" value
//	array   = "!(" [ value { "," value } ] ")"
//	value   = id | string | number | object | array | "!t" | "!f" | "!n"
//	string  = "'" { any character but ' and ! | "!!" | "!'" } "'"
//	number  = as in JSON, with the exponent "e" or "e-"
//	id      = a text of letters and digits of ASCII, of - _ . / ~ and of characters outside of
//	          ASCII, which begins neither with a digit nor with -
//
// An id is a string without quotes. There is no whitespace outside of strings.
package rison

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// maxDepth is the maximum depth of nested objects and arrays. It limits the recursion of Encode and
// Decode.
const maxDepth = 100

var errDepth = fmt.Errorf("it is nested more than %d levels deep", maxDepth)

// Encode returns JSON as Rison, with the keys of objects sorted. Errors do not contain the JSON.
func Encode(data []byte) (string, error) {
	v, err := jsonx.Any(data)
	if err != nil {
		return "", errors.New("encode Rison: want one value of JSON")
	}
	var b strings.Builder
	if err := encode(&b, v, 0); err != nil {
		return "", fmt.Errorf("encode Rison: %w", err)
	}
	return b.String(), nil
}

func encode(b *strings.Builder, v any, depth int) error {
	if depth > maxDepth {
		return errDepth
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("!n")
	case bool:
		b.WriteString(map[bool]string{true: "!t", false: "!f"}[v])
	case json.Number:
		b.WriteString(strings.NewReplacer("E", "e", "+", "").Replace(v.String()))
	case string:
		encodeString(b, v)
	case []any:
		b.WriteString("!(")
		for i := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := encode(b, v[i], depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(')')
	case map[string]any:
		b.WriteByte('(')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteByte(',')
			}
			encodeString(b, key)
			b.WriteByte(':')
			if err := encode(b, v[key], depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(')')
	}
	return nil
}

func encodeString(b *strings.Builder, text string) {
	if id, rest := cutID(text); rest == "" && id != "" {
		b.WriteString(text)
		return
	}
	b.WriteByte('\'')
	_, _ = strings.NewReplacer("!", "!!", "'", "!'").WriteString(b, text)
	b.WriteByte('\'')
}

// cutID returns the longest id at the beginning of a text, and the rest of the text. The id is ""
// if the text does not begin with one.
func cutID(text string) (id, rest string) {
	if text == "" || text[0] == '-' || isDigit(text[0]) {
		return "", text
	}
	end := strings.IndexFunc(text, func(r rune) bool { return !inID(r) })
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

func inID(r rune) bool {
	if r >= utf8.RuneSelf {
		return !unicode.IsSpace(r)
	}
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./~", r)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
