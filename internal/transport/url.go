package transport

import (
	"net/url"
	"strings"
)

// basePath is the base URL, parsed once.
type basePath struct {
	url    url.URL
	origin origin
	path   string // escaped, without a slash at the end
}

func newBasePath(u *url.URL) basePath {
	return basePath{url: *u, origin: originOf(u), path: strings.TrimRight(u.EscapedPath(), "/")}
}

// isOriginOf reports whether a URL has the origin of the base URL. Usually, the scheme and the host
// are equal as texts, so that isOriginOf need not parse them.
func (b *basePath) isOriginOf(u *url.URL) bool {
	return u.Scheme == b.url.Scheme && u.Host == b.url.Host || originOf(u) == b.origin
}

// join sets u to the URL of an escaped path and a query.
func (b *basePath) join(u *url.URL, path, query string) {
	*u = b.url
	escaped := b.path + path
	u.RawQuery = query
	u.Path = escaped
	u.RawPath = ""
	if b.url.RawPath != "" || strings.IndexByte(escaped, '%') >= 0 {
		// Both fields are necessary to preserve the escapes, because net/url uses RawPath only if
		// it is an encoding of Path.
		u.RawPath = escaped
		if plain, err := url.PathUnescape(escaped); err == nil {
			u.Path = plain
		}
	}
}
