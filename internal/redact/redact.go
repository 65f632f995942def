package redact

import (
	"errors"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// maxText is the maximum length of a text that is shown, as looking for secrets takes far more
// memory than the text. A secret that begins before it is looked for up to beyond more bytes.
const (
	maxText = 64 << 10
	beyond  = 8 << 10
)

// Text replaces the secrets in a text, even if they are escaped or in base64. It replaces a token
// of fewer than 8 bytes only if the token is the whole text or follows "Bearer". It truncates a
// text that is far longer than any that is read.
func (s *Secrets) Text(text string) string {
	if len(text) > maxText+beyond {
		return strings.ToValidUTF8(s.Beginning(text), "") + "…"
	}
	if forms := s.forms(); len(forms) > 0 && text != "" {
		text = replace(text, forms)
	}
	for _, token := range s.shortTokens() {
		if strings.TrimSpace(text) == token {
			return Redacted
		}
		text = replaceBearer(text, token)
	}
	return text
}

// replace replaces the forms in a text, even if they are escaped.
func replace(text string, forms []string) string {
	found := map[int]int{} // the end of each form, by its beginning
	for _, l := range append(layersOf(text), layer{text: text}) {
		l.find(forms, found)
	}
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	end := 0
	for i, start := range slices.Sorted(maps.Keys(found)) {
		if i == 0 || start >= end { // otherwise, it is a part of the previous one
			b.WriteString(text[end:start])
			b.WriteString(Redacted)
		}
		end = max(end, found[start])
	}
	b.WriteString(text[end:])
	return b.String()
}

// Bytes is like [Secrets.Text], but for bytes. It returns data itself if there is nothing to
// replace.
func (s *Secrets) Bytes(data []byte) []byte {
	text := string(data)
	if shown := s.Text(text); shown != text {
		return []byte(shown)
	}
	return data
}

// Beginning is like [Secrets.Text], but returns at most the first 64 KiB of a text.
func (s *Secrets) Beginning(text string) string {
	read := text[:min(len(text), maxText+beyond)]
	shown := string(s.Cut([]byte(read)))
	if len(read) < len(text) { // a longer secret can begin before the end
		shown = shown[:max(0, len(shown)-beyond)]
	}
	return shown[:min(len(shown), maxText)]
}

// Cut is like [Secrets.Bytes], but for data that ends where it was cut off. It also replaces the
// beginning of a secret at the end of data, unless it is too short to be recognized or contains
// escapes.
func (s *Secrets) Cut(data []byte) []byte {
	shown := string(s.Bytes(data))
	for _, secret := range s.forms() {
		for n := min(len(secret), len(shown)); n >= minLength; n-- {
			if rest, found := strings.CutSuffix(shown, secret[:n]); found {
				return []byte(rest + Redacted)
			}
		}
	}
	return []byte(shown)
}

// replaceBearer replaces a token if it is a whole word after "Bearer".
func replaceBearer(text, token string) string {
	const bearer = "bearer"
	var b strings.Builder
	written := 0
	for at := 0; ; at++ {
		i := strings.Index(text[at:], token)
		if i < 0 {
			return b.String() + text[written:]
		}
		at += i
		before, after := text[written:at], text[at+len(token):]
		scheme := strings.TrimRight(before, " \t")
		follows := len(scheme) < len(before) && len(scheme) >= len(bearer) &&
			strings.EqualFold(scheme[len(scheme)-len(bearer):], bearer)
		if follows && (after == "" || !isWord(after[0])) {
			b.WriteString(before)
			b.WriteString(Redacted)
			written = at + len(token)
			at = written - 1
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Header replaces the secrets in a copy of a header. It returns the header itself if there is
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

// Error returns err itself, unless its text contains a secret, the query of the request, or the
// user of a URL, such as that of a proxy, or is so long that Text truncates it. In this case, it
// returns a new error in whose text these are replaced. The new error does not wrap err, because
// the errors in its chain would show the secret too. errors.Is finds the same errors in it, and it
// reports whether err is a timeout.
func (s *Secrets) Error(err error) error {
	text := err.Error()
	shown := text
	if query := s.sent.Query.Encode(); query != "" {
		shown = strings.ReplaceAll(shown, "?"+query, "?"+Redacted)
	}
	if shown = failure.WithoutUser(s.Text(shown)); shown == text {
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
func (e *redactedError) Temporary() bool      { return false } // a method of net.Error
