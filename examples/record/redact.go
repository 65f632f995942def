package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"

	publishing "github.com/publishing-platform/publishing-go"
)

// origin replaces the scheme, host and port of the service, which differ between test servers and
// may be private.
const origin = "https://publishing.invalid"

// minLength is the shortest secret that is also replaced within other texts. A shorter one could be
// part of an ordinary word.
const minLength = 8

// keptHeaders are the headers of requests and responses that the SDK uses, or that help to find a
// call in the logs of the service. All others are dropped: Authorization, Cookie and Set-Cookie,
// those that a program or a gateway adds, and Date, which would differ in each recording.
var keptHeaders = []string{
	"Accept", "Content-Type", "Location", "Prefer", "Retry-After", "X-Correlation-Id", "X-Request-Id",
	"X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset",
}

// A redactor replaces each secret by a placeholder, the same one wherever the secret occurs. The
// SDK knows the secrets of each operation: see [publishing.Redactor]. The values of the headers,
// parameters and fields called one of names are secrets too. In all other texts, the redactor
// replaces the secrets that it has found anywhere, the query of a URL, and its user and password.
//
// It drops all headers but [keptHeaders], each body that is neither JSON nor an event stream, the
// data of events that is not JSON, and the comments of event streams.
type redactor struct {
	names []string

	mu      sync.Mutex
	secrets map[string]string // placeholders by secret
}

// collect collects the secrets of an interaction.
func (r *redactor) collect(i *cassette.Interaction) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	copied := *i
	if err := rewrite(&copied, publishing.Redactor{Replace: r.add, Names: r.names}); err != nil {
		return err
	}
	if _, isFile := r.secrets[i.Request.URL]; isFile {
		r.add(redirected(i)) // it opens the file too
	}
	return nil
}

// redirected returns the URL to which a response redirects, "" if there is none.
func redirected(i *cassette.Interaction) string {
	location := i.Response.Headers.Get("Location")
	from, err := url.Parse(i.Request.URL)
	if location == "" || err != nil {
		return ""
	}
	to, err := from.Parse(location)
	if err != nil {
		return "" // the client cannot follow it
	}
	return to.String()
}

// add returns the placeholder of a secret.
func (r *redactor) add(secret string) string {
	if r.secrets == nil {
		r.secrets = map[string]string{"": ""}
	}
	if _, found := r.secrets[secret]; !found {
		r.secrets[secret] = fmt.Sprintf("redacted-%d", len(r.secrets))
	}
	return r.secrets[secret]
}

// redact replaces the secrets of an interaction, and what differs in each recording. It returns an
// error if a secret is left, so that there is no cassette then.
func (r *redactor) redact(i *cassette.Interaction) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	target, err := url.Parse(i.Request.URL)
	if err != nil {
		return errURL
	}
	given, to := i.Request.URL, redirected(i)
	if err := rewrite(i, r.rewriting(target, r.add)); err != nil {
		return err
	}
	if placeholder := r.secrets[to]; placeholder != "" {
		i.Response.Headers.Set("Location", origin+"/"+placeholder)
	}
	if placeholder, isSecret := r.secrets[given]; isSecret { // that of a file, which opens it
		i.Request.URL = origin + "/" + placeholder
	}
	i.Request = cassette.Request{
		Method: i.Request.Method, Proto: i.Request.Proto, ProtoMajor: i.Request.ProtoMajor, ProtoMinor: i.Request.ProtoMinor,
		URL: i.Request.URL, Host: recordedURL.Host, Headers: kept(i.Request.Headers),
		Body: i.Request.Body, ContentLength: int64(len(i.Request.Body)),
	}
	i.Response = cassette.Response{
		Status: i.Response.Status, Code: i.Response.Code, Proto: i.Response.Proto, ProtoMajor: i.Response.ProtoMajor, ProtoMinor: i.Response.ProtoMinor,
		Headers: kept(i.Response.Headers), Body: i.Response.Body, ContentLength: int64(len(i.Response.Body)),
	}
	return r.check(i)
}

// recordedURL is the URL of the service in recordings.
var recordedURL = &url.URL{Scheme: "https", Host: strings.TrimPrefix(origin, "https://")}

var errURL = errors.New("the URL of a request cannot be parsed")

// rewriting returns a redactor of the SDK that also replaces the secrets in texts.
func (r *redactor) rewriting(target *url.URL, replace func(secret string) string) publishing.Redactor {
	return publishing.Redactor{Replace: replace, Names: r.names, Text: func(text string) string { return r.clean(text, target) }}
}

// rewrite rewrites the URL, the headers and the bodies of an interaction.
func rewrite(i *cassette.Interaction, with publishing.Redactor) error {
	target, err := url.Parse(i.Request.URL)
	if err != nil {
		return errURL
	}
	media := i.Response.Headers.Get("Content-Type")
	isCoded := i.Response.Headers.Get("Content-Encoding") != ""
	i.Request.URL = rewriteURL(i.Request.Method, target, with)
	i.Request.Headers, i.Response.Headers = with.Header(i.Request.Headers), with.Header(i.Response.Headers)
	i.Request.Body = readable(i.Request.Body, with.RequestBody(i.Request.Method, target, []byte(i.Request.Body)))
	if isCoded {
		i.Response.Body = dropped(i.Response.Body)
		return nil
	}
	i.Response.Body = readable(i.Response.Body, with.ResponseBody(i.Request.Method, target, media, []byte(i.Response.Body)))
	return nil
}

// rewriteURL returns the URL of a request with its texts rewritten.
func rewriteURL(method string, target *url.URL, with publishing.Redactor) string {
	return origin + with.URL(method, target).RequestURI()
}

// readable returns a body whose secrets are replaced, with its JSON indented, so that a cassette
// can be read and compared.
func readable(body string, clean []byte) string {
	var indented bytes.Buffer
	switch {
	case body == "":
		return ""
	case string(clean) == "[redacted]":
		return dropped(body)
	case json.Indent(&indented, clean, "", "  ") == nil:
		return indented.String()
	default: // an event stream
		return string(clean)
	}
}

// check returns an error if an interaction contains a secret.
func (r *redactor) check(i *cassette.Interaction) error {
	text := fmt.Sprint(i.Request.URL, i.Request.Headers, i.Request.Body, i.Response.Status, i.Response.Headers, i.Response.Body)
	for secret, name := range r.secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), quoted(secret)} {
			if len(secret) >= minLength && strings.Contains(text, form) {
				return fmt.Errorf("%s %s contains the secret %s in a place where it cannot be replaced", i.Request.Method, r.clean(i.Request.URL, recordedURL), name)
			}
		}
	}
	return nil
}

// dropped replaces a text in which secrets cannot be found.
func dropped(text string) string { return fmt.Sprintf("(%d bytes were not recorded)", len(text)) }

var (
	userInfo = regexp.MustCompile(`://[^/?#@\s"]+@`)
	query    = regexp.MustCompile(`((?:://|redacted-)[^\s"'<>)?#]+)\?[^\s"'<>)]*`) // also of a URL that was replaced
	pairs    = regexp.MustCompile(`([?#])[^\s"'<>)?#]*=[^\s"'<>)]*`)               // also matches in a relative URL and in a fragment
)

// clean replaces the secrets within a text that is not a secret itself, and the origin of the
// service that a request was sent to.
func (r *redactor) clean(text string, target *url.URL) string {
	secrets := slices.SortedFunc(maps.Keys(r.secrets), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, secret := range secrets {
		if len(secret) < minLength {
			break
		}
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			text = strings.ReplaceAll(text, form, r.secrets[secret])
		}
	}
	text = strings.ReplaceAll(text, target.Scheme+"://"+target.Host, origin)
	text = userInfo.ReplaceAllString(text, "://redacted@")
	text = query.ReplaceAllString(text, "${1}?redacted")
	return pairs.ReplaceAllString(text, "${1}redacted")
}

// quoted returns a text as it is in a string in JSON.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text can be encoded
	return strings.Trim(strings.TrimSuffix(b.String(), "\n"), `"`)
}

// kept returns the headers that are recorded.
func kept(header http.Header) http.Header {
	clean := http.Header{}
	for _, name := range keptHeaders {
		if values := header.Values(name); len(values) > 0 {
			clean[name] = values
		}
	}
	return clean
}
