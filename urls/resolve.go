package urls

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Resolved is the result of [Service.ResolvePublished]. Exactly one of Redirect, Content and Raw is
// set, as in [PublishedResult].
type Resolved struct {
	Redirect *Redirect
	Content  *PublishedContent
	Raw      api.SecretJSON
	// Path is the part of the path of the URL that the service was not asked about, escaped as in
	// the URL, without a slash at either end. The path of the page is Content.Pathname followed by
	// it. If both are empty, the page is the first one of the space.
	Path string
	// Revision and ChangeRequest are the IDs in a URL of a revision, such as
	// https://docs.example.com/~/revisions/ID/first-steps, and in one of a change request, which
	// has ~/changes/ID. Path begins after the ID. They are empty for any other URL.
	Revision, ChangeRequest string
}

// LogValue implements [slog.LogValuer]. It hides the secrets of the content and of the redirect.
func (r Resolved) LogValue() slog.Value {
	if r.Content != nil && r.Content.ShareKey != nil {
		r.Path = logvalue.Without(r.Path, r.Content.ShareKey.Reveal())
	}
	return logvalue.Of(r)
}

// maxSegments is how many segments of a path the service is asked about.
const maxSegments = 4

// ResolvePublished returns which part of which published site the address of a page leads to. It
// calls [Service.Published] with the host and at most the first four segments of the path, then
// with one segment less each time, down to the host. It skips what the service does not find, and
// returns the first content that is complete, or that the whole address leads to. If there is none,
// it returns the content of the longest path that leads to any. The query of the address is part of
// each request; its fragment is not.
//
// The address of a revision or a change request of a site is resolved without the part that begins
// with ~/revisions or ~/changes.
//
// Usually, one request suffices. A redirect is that of the whole address, so that it does not lose
// the page; for a longer path, this takes another request. There are at most six.
//
// If nothing is published at any of the addresses, the error matches [api.ErrNotFound]. Any other
// error of a request ends the search.
//
// API: POST /v1/urls/published
func (s Service) ResolvePublished(ctx context.Context, lookup PublishedLookup, opts ...api.CallOption) (*Resolved, error) {
	return transport.Search(ctx, s.core, opPublished.Path(), newPrefixes(lookup).next, opts)
}

// prefixes are the requests of a call of ResolvePublished.
type prefixes struct {
	lookup   PublishedLookup
	address  *url.URL // without its path, nil before the first request
	segments []string // of the path, before a revision or a change request
	after    []string // segments after it
	asked    int      // segments in the last request
	found    Resolved // begins each result
	longest  *Resolved
	isMoved  bool // the last request is for the whole address, after a redirect
}

func newPrefixes(lookup PublishedLookup) *prefixes { return &prefixes{lookup: lookup} }

// next returns the lookup that follows a response or an error, or else the result.
func (p *prefixes) next(last *PublishedResult, err error) (*PublishedLookup, *Resolved, error) {
	if p.address == nil {
		if err := p.parse(); err != nil {
			return nil, nil, err
		}
		return p.ask(min(len(p.segments), maxSegments)), nil, nil
	}
	isWhole := p.asked == len(p.segments)
	switch isAbsent := errors.Is(err, api.ErrNotFound); {
	case err != nil && (!isAbsent || p.isMoved):
		return nil, nil, err
	case isAbsent:
	case last.Content != nil && !last.Content.Complete && !isWhole:
		if p.longest == nil {
			p.longest = p.resolved(last)
		}
	case last.Redirect != nil && !isWhole:
		p.isMoved = true
		return p.ask(len(p.segments)), nil, nil
	default:
		return nil, p.resolved(last), nil
	}
	switch {
	case p.asked > 0:
		return p.ask(p.asked - 1), nil, nil
	case p.longest != nil:
		return nil, p.longest, nil
	default:
		return nil, nil, err
	}
}

// ask returns the lookup of the address with the first n segments of its path.
func (p *prefixes) ask(n int) *PublishedLookup {
	p.asked = n
	address := *p.address
	text := strings.Join(p.segments[:n], "/")
	if path, err := url.PathUnescape(text); n > 0 && err == nil { // the parser has accepted it
		address.Path, address.RawPath = "/"+path, "/"+text
	}
	lookup := p.lookup
	lookup.URL = api.NewSecret(address.String())
	return &lookup
}

// resolved returns the result of a response to the last request.
func (p *prefixes) resolved(last *PublishedResult) *Resolved {
	resolved := p.found
	resolved.Redirect, resolved.Content, resolved.Raw = last.Redirect, last.Content, last.Raw
	resolved.Path = strings.Join(slices.Concat(p.segments[p.asked:], p.after), "/")
	return &resolved
}

// parse splits the address. Its error does not contain the address.
func (p *prefixes) parse() error {
	at, err := url.Parse(p.lookup.URL.Reveal())
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" {
		return &api.ValidationError{Operation: opPublished.Name, Field: "url", Rule: "an address that begins with https:// or http://", Value: api.Secret{}.String()}
	}
	p.address = &url.URL{Scheme: at.Scheme, User: at.User, Host: at.Host, RawQuery: at.RawQuery}
	p.segments = slices.DeleteFunc(strings.Split(at.EscapedPath(), "/"), func(segment string) bool { return segment == "" })
	for i, segment := range p.segments {
		if segment != "~" || i+2 >= len(p.segments) {
			continue
		}
		switch id, err := url.PathUnescape(p.segments[i+2]); {
		case err != nil:
			continue
		case p.segments[i+1] == "revisions":
			p.found.Revision = id
		case p.segments[i+1] == "changes":
			p.found.ChangeRequest = id
		default:
			continue
		}
		p.segments, p.after = p.segments[:i:i], p.segments[i+3:]
		break
	}
	return nil
}
