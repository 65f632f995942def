package redact

import (
	"errors"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Text returns a text with the secrets replaced, also where they are escaped or in base64. A short
// token is replaced where it is the whole text or follows "Bearer".
func (s *Secrets) Text(text string) string {
	if text == "" {
		return ""
	}
	for _, form := range s.forms() {
		text = strings.ReplaceAll(text, form, Redacted)
	}
	for _, token := range s.shortTokens() {
		if strings.TrimSpace(text) == token {
			return Redacted
		}
		text = replaceBearer(text, token)
	}
	return text
}

// Bytes is [Secrets.Text] for bytes. It returns data itself if there is nothing to replace.
func (s *Secrets) Bytes(data []byte) []byte {
	text := string(data)
	if shown := s.Text(text); shown != text {
		return []byte(shown)
	}
	return data
}

// replaceBearer replaces a token where it is a whole word after "Bearer".
func replaceBearer(text, token string) string {
	for at := 0; ; {
		i := strings.Index(text[at:], token)
		if i < 0 {
			return text
		}
		at += i
		before, after := text[:at], text[at+len(token):]
		scheme := strings.TrimRight(before, " \t")
		const bearer = "bearer"
		follows := len(scheme) < len(before) && len(scheme) >= len(bearer) && strings.EqualFold(scheme[len(scheme)-len(bearer):], bearer)
		if follows && (after == "" || !isWord(after[0])) {
			text = before + Redacted + after
		}
		at++
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Header returns a copy of a header with the secrets replaced, or the header itself if there is
// nothing to replace.
func (s *Secrets) Header(header http.Header) http.Header {
	shows := func(value string) bool { return s.Text(value) != value }
	for _, values := range header {
		if !slices.ContainsFunc(values, shows) {
			continue
		}
		clean := header.Clone()
		for _, values := range clean {
			for i, value := range values {
				values[i] = s.Text(value)
			}
		}
		return clean
	}
	return header
}

// WithoutUser returns a text in which the user and the password of each URL are replaced.
func WithoutUser(text string) string { return userinfo().ReplaceAllString(text, "://"+Redacted+"@") }

// userinfo matches the user of a URL, with a password or without.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/?#@\s"]+@`) })

// Error returns err itself, or, if its text contains a secret, the query of the request or the user
// of a URL, such as that of a proxy, an error with that replaced. Its chain would show it too, so
// the new error wraps nothing: it keeps what errors.Is finds, and whether err is a timeout.
func (s *Secrets) Error(err error) error {
	text := err.Error()
	shown := s.Text(text)
	if s.query != "" {
		shown = strings.ReplaceAll(shown, "?"+s.query, "?"+Redacted)
		shown = strings.ReplaceAll(shown, "?"+s.Text(s.query), "?"+Redacted)
	}
	if shown = WithoutUser(shown); shown == text {
		return err
	}
	failed, ok := errors.AsType[net.Error](err)
	return &redactedError{shown, ok && failed.Timeout(), func(target error) bool { return errors.Is(err, target) }}
}

type redactedError struct {
	text    string
	timeout bool
	is      func(error) bool
}

func (e *redactedError) Error() string        { return e.text }
func (e *redactedError) Is(target error) bool { return e.is(target) }
func (e *redactedError) Timeout() bool        { return e.timeout }
func (e *redactedError) Temporary() bool      { return false } // net.Error has it for historical reasons
