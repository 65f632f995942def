package transport

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"html"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// secrets are the tokens a call has used, and what it sent in a query or a header whose name says that it is one. A service that repeats
// one in its answer must not bring it into an error, a log or the Meta of the call.
type secrets struct {
	mu    sync.Mutex // a middleware may send from a goroutine of its own
	first string
	more  []string
	short []string // tokens that would be found in what has nothing to do with them
	shown *formCache
	query string                 // of the request, as it was sent
	named [2]map[string][]string // query and header of the caller, not looked through yet
}

const redacted = "[redacted]"

// shortToken is how many characters a token has at least that is looked for everywhere. A shorter one is a part of words: it is a secret only
// where it is a whole header value or stands behind its scheme.
const shortToken = 8

// escapedForHTML escapes JSON the way encoding/json does, so that it can stand in a page.
var escapedForHTML = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`)

func (s *secrets) add(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(token)
}

func (s *secrets) keep(token string) {
	switch {
	case len(token) < shortToken:
		if token != "" && !slices.Contains(s.short, token) {
			s.short = append(s.short, token)
		}
	case s.first == "":
		s.first = token
	case s.first != token && !slices.Contains(s.more, token):
		s.more = append(s.more, token)
	}
}

// sent notes the query and the header of the caller.
func (s *secrets) sent(query string, values url.Values, header http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.query, s.named = query, [...]map[string][]string{values, header}
}

// lookThrough finds the secrets in what was sent. It waits until there is something to redact.
func (s *secrets) lookThrough() {
	for _, values := range s.named {
		for name, values := range values {
			if !isSecretName(name) {
				continue
			}
			for _, value := range values {
				for word := range strings.FieldsSeq(value) { // "Basic" and what comes after it
					if len(word) >= shortToken {
						s.keep(word)
					}
				}
			}
		}
	}
	clear(s.named[:])
	for _, token := range s.shown.detachedTokens() {
		s.keep(token)
	}
}

// isSecretName tells whether the name of a parameter or of a header says that its value is a secret.
func isSecretName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"token", "secret", "passw", "authorization", "signature", "credential", "cookie", "jwt"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "key") || name == "auth" || name == "sig"
}

// forms returns what the tokens can look like.
func (s *secrets) forms() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookThrough()
	switch {
	case s.first == "":
		return nil
	case len(s.more) == 0:
		return s.shown.of(s.first)
	default:
		return formsOf(append(s.more, s.first)...)
	}
}

// formCache is what the calls of a client share: the forms of the last token that was asked for, since a
// client usually has one, and the tokens of requests that middleware sent with a context of its own,
// which belong to a call that cannot be told.
type formCache struct {
	last     atomic.Pointer[tokenForms]
	mu       sync.Mutex
	detached []string // the last ones
}

func (c *formCache) addDetached(token string) {
	const most = 16
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.detached, token) {
		c.detached = append(c.detached[max(0, len(c.detached)-most+1):], token)
	}
}

func (c *formCache) detachedTokens() []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.detached)
}

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

// redactString replaces the tokens by "[redacted]", also where they are escaped or in base64. A short one is replaced where it is the whole
// text or stands behind "Bearer".
func (s *secrets) redactString(text string) string {
	if text == "" {
		return ""
	}
	for _, form := range s.forms() {
		text = strings.ReplaceAll(text, form, redacted)
	}
	for _, token := range s.shortTokens() {
		if strings.TrimSpace(text) == token {
			return redacted
		}
		text = redactBearer(text, token)
	}
	return text
}

func (s *secrets) shortTokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clip(s.short)
}

// redactBearer replaces a token where it stands by itself behind "Bearer".
func redactBearer(text, token string) string {
	for at := 0; ; {
		i := strings.Index(text[at:], token)
		if i < 0 {
			return text
		}
		at += i
		before, after := text[:at], text[at+len(token):]
		scheme := strings.TrimRight(before, " \t")
		const bearer = "bearer"
		behind := len(scheme) < len(before) && len(scheme) >= len(bearer) && strings.EqualFold(scheme[len(scheme)-len(bearer):], bearer)
		if behind && (after == "" || !isWord(after[0])) {
			text = before + redacted + after
		}
		at++
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
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

// userinfo is a user, with a password or without, in a URL.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`://[^/?#@\s"]+@`) })

// redactError replaces an error whose text shows a token, the query of the request or a user in a URL, such as that of a proxy. Its chain
// would show it too, so of the chain only what errors.Is finds is kept, and whether it is a timeout.
func (s *secrets) redactError(err error) error {
	text := err.Error()
	shown := s.redactString(text)
	if s.query != "" {
		shown = strings.ReplaceAll(shown, "?"+s.query, "?"+redacted)
		shown = strings.ReplaceAll(shown, "?"+s.redactString(s.query), "?"+redacted)
	}
	if shown = userinfo().ReplaceAllString(shown, "://"+redacted+"@"); shown == text {
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
func (e *redactedError) Temporary() bool      { return false } // an old part of net.Error, which has the timeout
