package transport

import (
	"net/url"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
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

// isOriginOf reports whether a URL has the origin of the base URL. Most have the same scheme and
// host, which saves parsing them.
func (b *basePath) isOriginOf(u *url.URL) bool {
	return u.Scheme == b.url.Scheme && u.Host == b.url.Host || originOf(u) == b.origin
}

// buildPath returns the path with the ids in the template. An id can neither leave its segment nor
// be empty: with an empty one a DELETE would address the parent. No option switches this off.
func buildPath(r *op.Request) (string, error) {
	ids := r.IDs()
	literals := r.Op.Literals()
	if !r.Complete() {
		return "", &api.ValidationError{
			Operation: r.Op.Name, Field: "path " + r.Op.Template,
			Rule: "a value for each parameter", Value: strings.Join(ids, ", "),
		}
	}
	if len(ids) == 0 {
		return literals[0], nil
	}
	var b strings.Builder
	b.Grow(len(r.Op.Template) + 16*len(ids))
	for i, id := range ids {
		if id == "" || id == "." || id == ".." {
			return "", &api.ValidationError{
				Operation: r.Op.Name, Field: r.Op.Param(i),
				Rule: `an id other than "", "." and ".."`, Value: id,
			}
		}
		b.WriteString(literals[i])
		b.WriteString(url.PathEscape(id))
	}
	b.WriteString(literals[len(ids)])
	return b.String(), nil
}

// join sets u to the URL of an escaped path and a query.
func (b *basePath) join(u *url.URL, path, query string) {
	*u = b.url
	escaped := b.path + path
	u.RawQuery = query
	u.Path = escaped
	u.RawPath = ""
	if b.url.RawPath != "" || strings.IndexByte(escaped, '%') >= 0 {
		// Both are needed to keep the escapes: net/url sends RawPath if it is an encoding of Path.
		u.RawPath = escaped
		if plain, err := url.PathUnescape(escaped); err == nil {
			u.Path = plain
		}
	}
}
