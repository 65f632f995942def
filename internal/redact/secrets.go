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

// Redacted stands in a text in place of a secret.
const Redacted = failure.Redacted

// minLength is the length of the shortest secret that is replaced wherever it stands. A shorter one
// is part of ordinary words and numbers, and replacing it would destroy the text of an error. So a
// shorter token is replaced only where it is a whole header value or follows its scheme, and a
// shorter text, name or number in a field not at all, unless the service quotes all of the JSON
// that it is part of.
const minLength = 8

// Secrets are the tokens that a call has used, what it sent in a query or a header whose name
// suggests a secret, and what it sent in fields whose type is that of a secret. The zero Secrets is
// empty. It is safe for concurrent use once Shared is set.
type Secrets struct {
	// Shared is shared by the calls of a client. It may be nil.
	Shared *Shared

	mu       sync.Mutex
	first    string
	more     []string
	short    []string // tokens shorter than minLength
	sent     Sent
	searched bool // whether the secrets in sent have been added
}

// Sent is the content of a request. It may contain secrets.
type Sent struct {
	ID, Key string     // the parameter of the path and the header that are secrets, "" if there is none
	Query   url.Values // parameters whose names may suggest a secret
	Header  http.Header
	Fields  [2]any // what query and body are encoded from, whose types show what is a secret
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

// AddSent adds the secrets in what a call sends, such as the values of an [api.SecretMap]. They are
// searched for when there is something to redact, which most calls never have.
func (s *Secrets) AddSent(sent Sent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent, s.searched = sent, false
}

// search adds the secrets in what was sent, once, and the tokens that lead to no call.
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

// IsSecretName reports whether the name of a parameter, of a header or of a field suggests that its
// value is a secret.
func IsSecretName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{
		"authorization", "certificate", "cookie", "credential", "downloadurl",
		"jwt", "passw", "secret", "signature", "signedurl", "token", "uploadurl",
	} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "key") || name == "auth" || name == "sig"
}

// forms returns the forms of all secrets but the short ones.
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

// Shared is the state that the calls of a client share: the forms of the last token, since a client
// usually has one token, and the tokens of requests whose call is unknown. The zero Shared is
// empty.
type Shared struct {
	last     atomic.Pointer[tokenForms]
	mu       sync.Mutex
	detached []string // the last ones
}

type tokenForms struct {
	token string
	forms []string
}

// AddDetached adds the token of a request that middleware sent with a context of its own, which
// does not lead to the call.
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
