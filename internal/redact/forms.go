package redact

import (
	"encoding/base64"
	"slices"
	"strings"
)

// formsOf returns the forms that tokens can have in a text once its escapes are decoded, which
// [layersOf] does: as they are, with the spaces of a query, and in base64.
func formsOf(tokens ...string) []string {
	var forms []string
	for _, token := range tokens {
		token = strings.ToValidUTF8(token, "\uFFFD") // as JSON has it
		forms = append(forms, token, strings.ReplaceAll(token, " ", "+"))
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			forms = append(forms, encoding.EncodeToString([]byte(token)))
			forms = append(forms, within(encoding, token)...)
		}
	}
	slices.Sort(forms)
	return slices.Compact(forms)
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
