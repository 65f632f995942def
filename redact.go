package publishing

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/redact"
)

// A Redactor replaces the secrets in requests and responses, for programs that record or trace
// them. The method and the URL of a request identify the operation, and the types of the operation
// identify the secrets: each [api.Secret], [api.SecretMap] and [api.SecretJSON], the URLs that can
// contain a key or a token, and the IDs of invites. Any other value, even of a field that this
// release does not know, is treated as a secret if all fields of the SDK with the same name are
// secrets, or if the name is one such as "accessToken", "password" or "key".
//
// A Redactor does not look for secrets in other texts, such as the content of pages. To do so, set
// Text to a function that searches each text for the secrets that Replace has received.
//
// The zero Redactor is ready to use. A Redactor is safe for concurrent use if its functions are. A
// program that uses a Redactor is larger, because it contains the types of all operations.
type Redactor struct {
	// Replace returns the replacement of a secret. If it is nil, the replacement is "[redacted]".
	// Replace is also called with the parts of a secret that may occur in other texts, such as the
	// key in a URL. It is called with secret numbers too, but they always become 0. The names in an
	// [api.SecretJSON] become numbers.
	Replace func(secret string) string
	// Text returns the replacement of any other text: the values in a body and in a query, the
	// segments of a path, and the values of headers. If it is nil, these texts are kept.
	Text func(text string) string
	// Names contains the names of further fields, parameters and headers to treat as secrets. Case
	// does not matter.
	Names []string
}

// URL returns the URL of a request with its secrets replaced.
func (r Redactor) URL(method string, u *url.URL) *url.URL {
	target := targetOf(method, u)
	return r.rewriter().URL(u, target.isSecret, func(name string) bool {
		return target.query[name] || r.isSecretName(name)
	})
}

// Header returns the header of a request or a response with its secrets replaced. It replaces the
// credentials in Authorization and the value of any other header with a name that suggests a
// secret. In Location, Content-Location and Referer, it replaces the secrets in the path, all query
// parameters and the fragment, or all of a value that is not a URL.
func (r Redactor) Header(header http.Header) http.Header {
	rewriter := r.rewriter()
	clean := make(http.Header, len(header))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			location, err := url.Parse(value)
			isURL := name == "Location" || name == "Content-Location" || name == "Referer"
			switch {
			case r.isSecretName(name):
				scheme := ""
				if strings.HasSuffix(name, "Authorization") {
					scheme = value[:strings.IndexByte(value, ' ')+1] // such as "Bearer "
				}
				value = scheme + rewriter.Replace(value[len(scheme):])
			case isURL && (err != nil || location.Opaque != ""):
				value = rewriter.Replace(value)
			case isURL:
				isSecret := targetOf(http.MethodGet, location).isSecret
				value = rewriter.Text(
					rewriter.URL(location, isSecret, func(string) bool { return true }).String(),
				)
			default:
				value = rewriter.Text(value)
			}
			clean[name] = append(clean[name], value)
		}
	}
	return clean
}

// RequestBody returns the body of a request with its secrets replaced. The result is compact JSON
// with sorted fields. A body that is not JSON is replaced completely.
func (r Redactor) RequestBody(method string, u *url.URL, body []byte) []byte {
	return r.body(targetOf(method, u).body, body)
}

// ResponseBody returns the body of a response with its secrets replaced. u is the URL of the
// request. The body is JSON or, if its media type is text/event-stream, an event stream. Comments
// of an event stream, and data that is not JSON, are dropped. Any other body is replaced
// completely.
func (r Redactor) ResponseBody(method string, u *url.URL, mediaType string, body []byte) []byte {
	target := targetOf(method, u)
	if media, _, _ := strings.Cut(mediaType, ";"); strings.TrimSpace(media) == "text/event-stream" {
		return []byte(r.rewriter().Events(target.response, string(body)))
	}
	return r.body(target.response, body)
}

func (r Redactor) body(t reflect.Type, body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	clean, err := r.rewriter().JSON(t, body)
	if err != nil {
		return []byte(redact.Redacted)
	}
	return clean
}

func (r Redactor) rewriter() redact.Rewriter {
	rewriter := redact.Rewriter{Replace: r.Replace, Text: r.Text, IsSecret: r.isSecretName}
	if r.Replace == nil {
		rewriter.Replace = func(string) string { return redact.Redacted }
	}
	if r.Text == nil {
		rewriter.Text = func(text string) string { return text }
	}
	return rewriter
}

func (r Redactor) isSecretName(name string) bool {
	return redact.IsSecretName(name) || known().names[name] ||
		slices.ContainsFunc(r.Names, func(other string) bool { return strings.EqualFold(other, name) })
}

// A secretPlaces contains the places of secrets in all operations. It is used for requests that
// match no operation, such as redirected requests.
type secretPlaces struct {
	// names of fields and parameters that are secrets in every type that contains them
	names  map[string]bool
	before map[string]bool // literal segments before a secret in a path, such as "invites"
}

// If places had an initial value, every program would contain it, and with it the types of all
// operations.
var (
	placesOnce sync.Once
	places     secretPlaces
)

func known() *secretPlaces {
	placesOnce.Do(func() {
		places = secretPlaces{map[string]bool{}, map[string]bool{}}
		seen := map[reflect.Type]bool{}
		for _, o := range op.All() {
			types := typesOf(o.Name)
			for _, t := range []reflect.Type{types.query, types.body, types.response} {
				if t != nil {
					redact.Names(t, places.names, seen)
				}
			}
			if before, _, ok := strings.Cut(o.Template, "/{"+o.Secret+"}"); ok && o.Secret != "" {
				places.before[before[strings.LastIndexByte(before, '/')+1:]] = true
			}
		}
	})
	return &places
}

// A target describes where a request and its response contain secrets.
type target struct {
	isSecret       func(segment int) bool // reports whether a segment of the path is a secret
	query          map[string]bool        // names of the parameters that are secrets
	body, response reflect.Type           // nil if there is none
}

// targetOf returns the target of the request with the given method and URL. The path of the base
// URL precedes the path of the operation.
func targetOf(method string, u *url.URL) target {
	segments := strings.Split(u.EscapedPath(), "/")
	var best *op.Op
	most := -1
	for _, o := range op.All() {
		if literals := matching(strings.Split(o.Template, "/"), segments); o.Method == method && literals > most {
			best, most = o, literals
		}
	}
	if best == nil {
		return target{isSecret: func(i int) bool { return i > 0 && known().before[segments[i-1]] }}
	}
	template := strings.Split(best.Template, "/")
	found := target{query: map[string]bool{}, isSecret: func(i int) bool {
		at := i - (len(segments) - len(template))
		return at > 0 && best.Secret != "" && template[at] == "{"+best.Secret+"}"
	}}
	types := typesOf(best.Name)
	found.body, found.response = types.body, types.response
	if types.query != nil {
		for field := range types.query.Fields() {
			found.query[logvalue.NameOf(field)] = redact.IsSecret(field)
		}
	}
	return found
}

// matching reports how well the end of a path matches a template: it returns the number of literal
// segments in the template, or -1 if the path does not match.
func matching(template, path []string) int {
	template = template[1:] // without the empty segment before the first slash
	if len(path) < len(template)+1 {
		return -1
	}
	path = path[len(path)-len(template):]
	literals := 0
	for i, segment := range template {
		switch {
		case strings.HasPrefix(segment, "{"):
		case segment != path[i]:
			return -1
		default:
			literals++
		}
	}
	return literals
}

// types contains the types of the query, the body and the response of an operation. A type is nil
// if the operation does not have that part.
type types struct{ query, body, response reflect.Type }

// typesOf returns the types of an operation. operation is a name such as "Sites.Get".
func typesOf(operation string) types {
	var found types
	service := reflect.TypeFor[Client]()
	names := strings.Split(operation, ".")
	for _, name := range names[:len(names)-1] {
		field, ok := service.FieldByName(name)
		if !ok {
			return found
		}
		service = field.Type
	}
	method, ok := service.MethodByName(names[len(names)-1])
	if !ok {
		return found
	}
	for in := range method.Type.Ins() {
		switch {
		case in == service, in == reflect.TypeFor[context.Context](),
			in.Kind() != reflect.Struct, in.NumField() == 0:
		case isQuery(in):
			found.query = in
		default:
			found.body = in
		}
	}
	if method.Type.NumOut() > 0 {
		found.response = method.Type.Out(0)
	}
	if t := found.response; t != nil && t.Kind() == reflect.Func { // the elements of a stream
		found.response = t.In(0).In(0)
	}
	return found
}

// isQuery reports whether a struct contains query parameters.
func isQuery(t reflect.Type) bool {
	for field := range t.Fields() {
		if field.Tag.Get("url") != "" {
			return true
		}
	}
	return false
}
