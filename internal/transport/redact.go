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
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// secrets are the tokens a call has used. A service that repeats a token in its answer must not bring it into an error, a log or the
// Meta of the call.
type secrets struct {
	mu    sync.Mutex // a middleware may send from a goroutine of its own
	first string
	more  []string
	shown *formCache
}

const redacted = "[redacted]"

// escapedForHTML escapes JSON the way encoding/json does, so that it can stand in a page.
var escapedForHTML = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`)

func (s *secrets) add(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.first == "":
		s.first = token
	case s.first != token && !slices.Contains(s.more, token):
		s.more = append(s.more, token)
	}
}

// forms returns what the tokens can look like.
func (s *secrets) forms() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.first == "":
		return nil
	case len(s.more) == 0:
		return s.shown.of(s.first)
	default:
		return formsOf(append(s.more, s.first)...)
	}
}

// formCache keeps the forms of the last token that was asked for, since a client as a rule has one.
type formCache struct{ last atomic.Pointer[tokenForms] }

type tokenForms struct {
	token string
	forms []string
}

func (c *formCache) of(token string) []string {
	if c == nil {
		return formsOf(token)
	}
	last := c.last.Load()
	if last == nil || last.token != token {
		last = &tokenForms{token, formsOf(token)}
		c.last.Store(last)
	}
	return last.forms
}

// formsOf returns what tokens can look like in an answer, the longest first, so that no form leaves the end of another.
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

// redact is redactString for bytes. It returns data itself when there is no token in it.
func (s *secrets) redact(data []byte) []byte {
	text := string(data)
	if shown := s.redactString(text); shown != text {
		return []byte(shown)
	}
	return data
}

// redactString replaces the tokens by "[redacted]", also where they are escaped or in base64.
func (s *secrets) redactString(text string) string {
	if text == "" {
		return ""
	}
	for _, form := range s.forms() {
		text = strings.ReplaceAll(text, form, redacted)
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
