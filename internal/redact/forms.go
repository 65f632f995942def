package redact

import (
	"encoding/base64"
	"slices"
	"strings"
)

// formsOf returns the forms that tokens can have in a text after [layersOf] has decoded its
// escapes: unchanged, with spaces encoded as in a query, and in base64.
func formsOf(tokens ...string) []string {
	var forms []string
	for _, token := range tokens {
		token = strings.ToValidUTF8(token, "\uFFFD") // the form in JSON
		forms = append(forms, token, strings.ReplaceAll(token, " ", "+"))
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			forms = append(forms, encoding.EncodeToString([]byte(token)))
			forms = append(forms, within(encoding, token)...)
		}
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// within returns the base64 parts that depend only on the token, if a longer text such as "Bearer "
// and the token is encoded. There is one part for each offset of the token modulo 3.
func within(encoding *base64.Encoding, token string) []string {
	var forms []string
	for before := range 3 {
		first := (before*8 + 5) / 6          // earlier characters contain bits of the text before the token
		end := (before + len(token)) * 8 / 6 // characters from here on contain bits of the text after the token
		text := encoding.EncodeToString([]byte(strings.Repeat("\x00", before) + token + "\x00\x00"))
		if end-first >= minLength {
			forms = append(forms, text[first:end])
		}
	}
	return forms
}
