package urls

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PublishedLookup is the request body of [Service.Published] and [Service.ResolvePublished].
//
// Experimental: may change in any minor release; see [api].
type PublishedLookup struct {
	// URL is the URL that the reader has opened, including the scheme. It is a secret because it
	// can contain the key of a share link or the token of a visitor. Create it with
	// [sites.VisitorURL] or [api.NewSecret]. A token in the URL does not authenticate the visitor,
	// so set Visitor too. The URL has at most 2048 characters.
	//
	// [sites.VisitorURL]: https://pkg.go.dev/github.com/publishing-platform/publishing-go/sites#VisitorURL
	URL api.Secret `json:"url" check:"required,len=..2048"`
	// RedirectOnError requests a redirect instead of an error if the token of the visitor is
	// invalid; nil means false. Set it if the reader may not know that there is a token, for
	// example because the token is in a cookie.
	RedirectOnError *bool `json:"redirectOnError,omitzero"`
	// Visitor is the visitor who has opened the URL, or nil if nothing is known about the visitor.
	Visitor *Visitor `json:"visitor,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the URL and the visitor.
func (l PublishedLookup) LogValue() slog.Value { return logvalue.Of(l) }

// Visitor is a visitor of a site.
//
// Experimental: may change in any minor release; see [api].
type Visitor struct {
	// JWTToken is the token of the visitor for a site with visitor authentication, such as the
	// result of sites.SignVisitorToken. It is empty if the visitor has no token.
	JWTToken api.Secret `json:"jwtToken,omitzero"`
	// UnsignedClaims is an object with claims that are not verified, such as the result of
	// api.NewSecretJSON(map[string]any{"language": "fr"}). Leave it zero if there are none.
	UnsignedClaims api.SecretJSON `json:"unsignedClaims,omitzero"`
	// Type is the kind of the visitor, or empty if it is unknown. Older versions of the service
	// ignore it.
	Type VisitorType `json:"type,omitzero"`
}

// VisitorType distinguishes people from programs.
//
// Experimental: may change in any minor release; see [api].
type VisitorType string

// Types of visitors.
const (
	VisitorTypeHuman VisitorType = "human"
	VisitorTypeAgent VisitorType = "agent"
)

// LogValue implements [slog.LogValuer]. It hides the token and the claims.
func (v Visitor) LogValue() slog.Value { return logvalue.Of(v) }

// Validate checks that UnsignedClaims is an object.
func (v Visitor) Validate() error {
	return check.Object("unsignedClaims", v.UnsignedClaims.Reveal())
}

// PublishedResult is the result of [Service.Published]. Exactly one of its fields is set: Redirect
// for a redirect, Content for a site or a space, and Raw for any other result.
//
// Experimental: may change in any minor release; see [api].
type PublishedResult struct {
	// Redirect is set if the service redirects the reader.
	Redirect *Redirect
	// Content is set if the URL leads to published content.
	Content *PublishedContent
	// Raw is the JSON of a result that this release does not know. It can contain tokens.
	Raw api.SecretJSON
}

var publishedCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(r *PublishedResult, data *jsonx.Value) any {
			*r = PublishedResult{}
			switch {
			case data.Has("redirect"):
				return jsonx.New(&r.Redirect)
			case data.Has("site"), data.Has("space"):
				return jsonx.New(&r.Content)
			default:
				return &r.Raw
			}
		},
		func(r *PublishedResult) any { return jsonx.FirstOf(r.Redirect, r.Content, r.Raw) },
	))
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r PublishedResult) MarshalJSON() ([]byte, error) { return publishedCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *PublishedResult) UnmarshalJSON(data []byte) error {
	return publishedCodec.Unmarshal(data, r)
}

// LogValue implements [slog.LogValuer]. It hides the secrets of the content and of the redirect.
func (r PublishedResult) LogValue() slog.Value { return logvalue.Of(r) }

// Redirect is the URL to redirect the reader to.
//
// Experimental: may change in any minor release; see [api].
type Redirect struct {
	Target RedirectTarget `json:"target"`
	URL    string         `json:"redirect" secret:"url"`
	// Site is the ID of the site for [RedirectTargetExternal]. Older versions of the service do not
	// return it.
	Site *string `json:"site,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the URL, which can
// contain the key of a share link.
func (r Redirect) LogValue() slog.Value { return logvalue.Of(r) }

// RedirectTarget is the kind of target of a redirect.
//
// Experimental: may change in any minor release; see [api].
type RedirectTarget string

// Targets of redirects.
const (
	RedirectTargetApplication RedirectTarget = "application" // the app of the service
	RedirectTargetContent     RedirectTarget = "content"     // other content of the site; add the query of the original URL to the redirect
	RedirectTargetExternal    RedirectTarget = "external"    // another URL, such as the login page for visitors
)

// PublishedContent is the part of a published site that a URL leads to.
//
// Experimental: may change in any minor release; see [api].
type PublishedContent struct {
	Organization  string  `json:"organization" response:"id"` // ID of the organization
	Site          string  `json:"site" response:"about,id"`   // ID of the site
	SiteSection   *string `json:"siteSection,omitzero"`       // ID of the site section; nil on a site without sections
	SiteSpace     string  `json:"siteSpace" response:"id"`    // ID of the site space
	Space         string  `json:"space" response:"about,id"`  // ID of the space
	ChangeRequest *string `json:"changeRequest,omitzero"`     // ID of the change request; nil for the published content
	Revision      *string `json:"revision,omitzero"`          // ID of the revision; nil for the published content
	// SiteBasePath is the path of the site on its host, and BasePath is the path of the site space.
	// Both can contain the key of a share link. Package fmt does not hide that key.
	SiteBasePath string `json:"siteBasePath"`
	BasePath     string `json:"basePath"`
	// Pathname is the rest of the path of the URL, relative to BasePath: the path of a page.
	Pathname string `json:"pathname"`
	// CanonicalURL is the canonical URL of the page.
	CanonicalURL string `json:"canonicalUrl"`
	// Complete is false if a longer path could lead to another part of the site, such as to one of
	// its sections.
	Complete bool `json:"complete"`
	// APIToken is an API token that can read the content of the site. It expires at the time in its
	// claim "exp", usually within a day. If the response comes from a cache, the token may already
	// have expired.
	APIToken api.Secret `json:"apiToken"`
	// ShareKey is the key of the share link in the URL, or nil for other URLs.
	ShareKey *api.Secret `json:"shareKey,omitzero"`
	// ContextID is set if the visitor is signed in. Visitors with different ContextIDs can see
	// different content.
	ContextID *string `json:"contextId,omitzero"`
	// Preview reports whether the content is a preview. Older versions of the service do not return
	// it.
	Preview *bool `json:"preview,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the token and the key, even in the paths and the
// canonical URL.
func (c PublishedContent) LogValue() slog.Value {
	if c.ShareKey != nil {
		for _, text := range []*string{&c.SiteBasePath, &c.BasePath, &c.Pathname, &c.CanonicalURL} {
			*text = logvalue.Without(*text, c.ShareKey.Reveal())
		}
	}
	return logvalue.Of(c)
}

// Published returns the part of a published site that a URL leads to, or a redirect for the reader.
// The call changes nothing, so it is retried like a GET. The service has been seen to need no API
// token for it.
//
// If nothing is published at the URL, the error matches [api.ErrNotFound]. On a site with visitor
// authentication, a visitor without a token gets a redirect to the login page. The service has been
// seen to redirect a visitor with an expired token too. For any other invalid token, such as a
// token that was signed with an earlier private key of the site, Published returns an error. If
// RedirectOnError is set, it returns a redirect to the login page instead.
//
// If Complete is false in the result, a longer path may lead to another part of the site. Use
// [Service.ResolvePublished] for the URL of a page.
//
// API: POST /v1/urls/published
func (s Service) Published(
	ctx context.Context, lookup PublishedLookup, opts ...api.CallOption,
) (*PublishedResult, error) {
	return transport.JSON[PublishedResult](ctx, s.core, opPublished.Path().Body(lookup), opts)
}
