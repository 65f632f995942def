package transport

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// secrets are the tokens a call has used. A service that repeats a token in its answer must not bring it into an error, a log or the
// Meta of the call.
type secrets struct {
	mu     sync.Mutex // a middleware may send from a goroutine of its own
	tokens []string
	forms  [][]byte // of the tokens, nil until they are asked for
}

const redacted = "[redacted]"

// escapedForHTML escapes JSON the way encoding/json does, so that it can stand in a page.
var escapedForHTML = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`)

func (s *secrets) add(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.tokens, token) {
		s.tokens = append(s.tokens, token)
		s.forms = nil
	}
}

func (s *secrets) known() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.forms == nil {
		for _, token := range s.tokens {
			s.forms = append(s.forms, formsOf(token)...)
		}
	}
	return s.forms
}

// formsOf returns what a token can look like in an answer, the longest first, so that no form leaves the end of another.
func formsOf(token string) [][]byte {
	forms := []string{token, html.EscapeString(token)}
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
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var all [][]byte
	for _, form := range slices.Compact(forms) {
		all = append(all, []byte(form))
	}
	return all
}

// lowerEscapes writes the percent escapes in small letters.
func lowerEscapes(escaped string) string {
	b := []byte(escaped)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
}

// within returns what base64 of a longer text, such as "Bearer " and the token, has of the token wherever it stands in it.
func within(encoding *base64.Encoding, token string) []string {
	const short = 8 // shorter pieces would be found in what has nothing to do with the token
	var forms []string
	for before := range 3 {
		first := (before*8 + 5) / 6          // the characters before it have bits of what precedes the token
		end := (before + len(token)) * 8 / 6 // those from it on have bits of what follows
		text := encoding.EncodeToString([]byte(strings.Repeat("\x00", before) + token + "\x00\x00"))
		if end-first >= short {
			forms = append(forms, text[first:end])
		}
	}
	return forms
}

// redact replaces the tokens by "[redacted]", also where they are escaped or in base64. It returns data itself when there is none.
func (s *secrets) redact(data []byte) []byte {
	if len(data) == 0 {
		return data
	}
	for _, form := range s.known() {
		if bytes.Contains(data, form) {
			data = bytes.ReplaceAll(data, form, []byte(redacted))
		}
	}
	return data
}

func (s *secrets) redactString(text string) string {
	for _, form := range s.known() {
		if strings.Contains(text, string(form)) {
			text = strings.ReplaceAll(text, string(form), redacted)
		}
	}
	return text
}

// redactHeader returns the header itself when it shows no token.
func (s *secrets) redactHeader(header http.Header) http.Header {
	shows := func(value string) bool { return s.redactString(value) != value }
	for _, values := range header {
		if !slices.ContainsFunc(values, shows) {
			continue
		}
		clean := header.Clone()
		for _, values := range clean {
			for i, value := range values {
				values[i] = s.redactString(value)
			}
		}
		return clean
	}
	return header
}

// redactError replaces an error whose text shows a token. Its chain would show it too, so of the chain only what errors.Is finds is kept.
func (s *secrets) redactError(err error) error {
	text := err.Error()
	shown := s.redactString(text)
	if shown == text {
		return err
	}
	return &redactedError{shown, func(target error) bool { return errors.Is(err, target) }}
}

type redactedError struct {
	text string
	is   func(error) bool
}

func (e *redactedError) Error() string        { return e.text }
func (e *redactedError) Is(target error) bool { return e.is(target) }
