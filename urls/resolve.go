package urls

import (
	"cmp"
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
// set: see [PublishedResult].
//
// Experimental: may change in any minor release; see [api].
type Resolved struct {
	Redirect *Redirect
	Content  *PublishedContent
	Raw      api.SecretJSON
	// Path is the end of the URL's path: the part that was not in the request that found the
	// content. It is escaped as in the URL and has no slash at either end. The path of the page is
	// Content.Pathname followed by Path. If both are empty, the page is the first page of the
	// space.
	Path string
	// Revision is the ID in the URL of a revision, such as
	// https://docs.example.com/~/revisions/ID/first-steps. ChangeRequest is the ID in the URL of a
	// change request, which contains ~/changes/ID instead. In these URLs, Path begins after the ID.
	// For any other URL, Revision and ChangeRequest are empty.
	Revision, ChangeRequest string
}

// LogValue implements [slog.LogValuer]. It hides the secrets of the content and of the redirect.
func (r Resolved) LogValue() slog.Value {
	if r.Content != nil && r.Content.ShareKey != nil {
		r.Path = logvalue.Without(r.Path, r.Content.ShareKey.Reveal())
	}
	return logvalue.Of(r)
}

// maxSegments is the maximum number of segments of a path in a request.
const maxSegments = 4

// ResolvePublished returns the part of a published site that the URL of a page leads to. It calls
// [Service.Published] with the host and at most the first four segments of the path. If necessary,
// it repeats the call with one segment less each time, down to the host without a path. It skips
// URLs that result in a 404. It returns the first content whose Complete is true, or the content at
// the whole URL. If there is neither, it returns the content at the longest path that leads to
// content. Each request contains the query of the URL, but not its fragment.
//
// If the URL belongs to a revision or a change request, the requests do not contain the part of the
// path that begins with ~/revisions or ~/changes.
//
// Usually, one request is sufficient. If the service returns a redirect for a shorter URL,
// ResolvePublished looks up the whole URL, so that the redirect leads to the page. It sends at most
// six requests.
//
// If nothing is published at any of the URLs, or at the whole URL after a redirect, the error
// matches [api.ErrNotFound]. Any other error of a request ends the search.
//
// API: POST /v1/urls/published
func (s Service) ResolvePublished(
	ctx context.Context, lookup PublishedLookup, opts ...api.CallOption,
) (*Resolved, error) {
	at, err := parseAddress(lookup.URL)
	if err != nil && s.core != nil { // a zero service has no core; Published returns the error
		return nil, transport.Reject(opPublished.Name, err, opts)
	}
	var longest *Resolved
	for n := min(len(at.segments), maxSegments); ; n-- {
		lookup.URL = at.url(n)
		result, err := s.Published(ctx, lookup, opts...)
		isAbsent, isWhole := errors.Is(err, api.ErrNotFound), n == len(at.segments)
		switch {
		case err != nil && !isAbsent:
			return nil, err
		case isAbsent:
		case isWhole:
			return at.resolved(n, result), nil
		case result.Redirect != nil:
			lookup.URL = at.url(len(at.segments))
			if result, err = s.Published(ctx, lookup, opts...); err != nil {
				return nil, err
			}
			return at.resolved(len(at.segments), result), nil
		case result.Content != nil && !result.Content.Complete:
			longest = cmp.Or(longest, at.resolved(n, result))
		default:
			return at.resolved(n, result), nil
		}
		if n == 0 {
			if longest != nil {
				return longest, nil
			}
			return nil, err
		}
	}
}

// An address is the URL of a page, split into the parts that ResolvePublished needs.
type address struct {
	origin   url.URL  // the URL with its query but without its path
	segments []string // segments of the path before a revision or a change request
	after    []string // segments after the ID of the revision or the change request
	found    Resolved // ID of the revision or the change request
}

// parseAddress splits a URL. Its error does not contain the URL.
func parseAddress(text api.Secret) (address, error) {
	u, err := url.Parse(text.Reveal())
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return address{}, &api.ValidationError{
			Field: "url", Rule: "an address that begins with https:// or http://",
			Value: api.Secret{}.String(),
		}
	}
	at := address{
		origin: url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, RawQuery: u.RawQuery},
		segments: slices.DeleteFunc(strings.Split(u.EscapedPath(), "/"), func(segment string) bool {
			return segment == ""
		}),
	}
	for i, segment := range at.segments {
		if segment != "~" || i+2 >= len(at.segments) {
			continue
		}
		switch id, err := url.PathUnescape(at.segments[i+2]); {
		case err != nil:
			continue
		case at.segments[i+1] == "revisions":
			at.found.Revision = id
		case at.segments[i+1] == "changes":
			at.found.ChangeRequest = id
		default:
			continue
		}
		at.segments, at.after = at.segments[:i:i], at.segments[i+3:]
		break
	}
	return at, nil
}

// url returns the URL with the first n segments of the path.
func (a *address) url(n int) api.Secret {
	u := a.origin
	text := strings.Join(a.segments[:n], "/")
	if path, err := url.PathUnescape(text); n > 0 && err == nil { // url.Parse has already accepted the text
		u.Path, u.RawPath = "/"+path, "/"+text
	}
	return api.NewSecret(u.String())
}

// resolved returns the result of a request with the first n segments of the path.
func (a *address) resolved(n int, result *PublishedResult) *Resolved {
	resolved := a.found
	resolved.Redirect, resolved.Content, resolved.Raw = result.Redirect, result.Content, result.Raw
	resolved.Path = strings.Join(slices.Concat(a.segments[n:], a.after), "/")
	return &resolved
}
