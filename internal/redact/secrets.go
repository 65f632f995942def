// Package redact replaces the secrets of a call in texts that come from the service or the network:
// errors, headers and log lines.
package redact

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/internal/failure"
)

// Redacted replaces a secret in a text.
const Redacted = failure.Redacted

// minLength is the minimum length of a secret that is replaced everywhere. Ordinary words and
// numbers can contain a shorter secret, and replacing it would make the text of an error
// unreadable. A shorter token is replaced only if it is a whole header value or follows its scheme.
// A shorter text, name or number in a field is replaced only if the service quotes the complete
// JSON around it.
const minLength = 8

// Secrets contains the secrets of a call: the tokens that it has used, the values in the query and
// the header whose names suggest a secret, and the values that it sent in fields with a secret
// type. The zero Secrets is empty. It is safe for concurrent use after Shared was set.
type Secrets struct {
	// Shared contains the state that the calls of a client share. It may be nil.
	Shared *Shared

	mu       sync.Mutex
	first    string
	more     []string
	short    []string // tokens shorter than minLength
	sent     Sent
	searched bool // whether the secrets in sent have been added
}

// Sent is the content of a request, which may contain secrets.
type Sent struct {
	ID, Key string     // secret values of the path parameter and of the header; "" if there are none
	Query   url.Values // parameters whose names may suggest a secret
	Header  http.Header
	Fields  [2]any // values from which query and body are encoded; their types show which values are secrets
}

// Add adds a token.
func (s *Secrets) Add(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(token)
}

func (s *Secrets) add(token string) {
	switch {
	case len(token) < minLength:
		if token != "" && !slices.Contains(s.short, token) {
			s.short = append(s.short, token)
		}
	case s.first == "":
		s.first = token
	case s.first != token && !slices.Contains(s.more, token):
		s.more = append(s.more, token)
	}
}

// AddURL adds a URL that is a secret, and its parts.
func (s *Secrets) AddURL(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addSecret(address)
}

// AddSent adds the secrets in the content that a call sends, such as the values of an
// [api.SecretMap]. It does not search the content at once, because most calls have nothing to
// redact.
func (s *Secrets) AddSent(sent Sent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent, s.searched = sent, false
}

// search adds the secrets in the sent content, and the tokens of requests whose call is unknown. It
// searches the content only once.
func (s *Secrets) search() {
	for _, token := range s.Shared.detachedTokens() {
		s.add(token)
	}
	if s.searched {
		return
	}
	s.searched = true
	s.add(s.sent.ID)
	s.add(s.sent.Key)
	for _, values := range [...]map[string][]string{s.sent.Query, s.sent.Header} {
		for name, values := range values {
			if !IsSecretName(name) {
				continue
			}
			for _, value := range values {
				s.addText(value)
			}
		}
	}
	for _, fields := range s.sent.Fields {
		s.addFieldsOf(reflect.ValueOf(fields))
	}
}

// IsSecretName reports whether the name of a parameter, a header or a field suggests that the value
// is a secret.
func IsSecretName(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "key") || name == "auth" || name == "sig" || slices.ContainsFunc([]string{
		"authorization", "certificate", "cookie", "credential", "downloadurl",
		"jwt", "passw", "secret", "signature", "signedurl", "token", "uploadurl",
	}, func(word string) bool { return strings.Contains(name, word) })
}

// forms returns the forms of all secrets, except short ones.
func (s *Secrets) forms() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.search()
	switch {
	case s.first == "":
		return nil
	case len(s.more) == 0:
		return s.Shared.formsOf(s.first)
	default:
		return formsOf(append(s.more, s.first)...)
	}
}

func (s *Secrets) shortTokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clip(s.short)
}

// Shared is the state that the calls of a client share. It contains the forms of the last token,
// because a client usually has only one token, and the tokens of requests whose call is unknown.
// The zero Shared is empty.
type Shared struct {
	last     atomic.Pointer[tokenForms]
	mu       sync.Mutex
	detached []string // the most recent tokens
}

type tokenForms struct {
	token string
	forms []string
}

// AddDetached adds the token of a request that middleware sent with its own context, so that the
// call of the request is unknown.
func (c *Shared) AddDetached(token string) {
	const most = 16
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.detached, token) {
		c.detached = append(c.detached[max(0, len(c.detached)-most+1):], token)
	}
}

func (c *Shared) detachedTokens() []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.detached)
}

func (c *Shared) formsOf(token string) []string {
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
