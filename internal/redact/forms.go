package redact

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// escapedForHTML escapes JSON as encoding/json does, so that it can stand in a page.
var escapedForHTML = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`)

// formsOf returns the forms that tokens can have in a text: escaped and in base64. The longest come
// first, so that no form leaves the end of another.
func formsOf(tokens ...string) []string {
	var forms []string
	for _, token := range tokens {
		forms = append(forms, token, html.EscapeString(token))
		for _, escaped := range []string{url.QueryEscape(token), url.PathEscape(token)} {
			forms = append(forms, escaped, lowerEscapes(escaped))
		}
		if quoted, err := jsonx.Marshal(token); err == nil {
			text := string(quoted[1 : len(quoted)-1])
			forms = append(forms, text, strings.ReplaceAll(text, "/", `\/`), escapedForHTML.Replace(text))
		}
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			forms = append(forms, encoding.EncodeToString([]byte(token)))
			forms = append(forms, within(encoding, token)...)
		}
	}
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(forms)
}

// lowerEscapes returns a text with its percent escapes in lower case.
func lowerEscapes(escaped string) string {
	b := []byte(escaped)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
}

// within returns the parts that the base64 of any longer text, such as "Bearer " and the token, has
// of the token: one for each offset of the token modulo 3.
func within(encoding *base64.Encoding, token string) []string {
	var forms []string
	for before := range 3 {
		first := (before*8 + 5) / 6          // the characters before it have bits of what precedes the token
		end := (before + len(token)) * 8 / 6 // those from it on have bits of what follows
		text := encoding.EncodeToString([]byte(strings.Repeat("\x00", before) + token + "\x00\x00"))
		if end-first >= minLength {
			forms = append(forms, text[first:end])
		}
	}
	return forms
}
