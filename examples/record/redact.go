package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
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

// secretNames are parts of the names of fields and parameters that contain secrets. A name that
// ends in "key" is one too.
var secretNames = []string{
	"authorization", "certificate", "credential", "downloadurl", "jwt", "passw", "secret", "signature", "signedurl", "token", "uploadurl",
}

// secretObjects are the names of fields and parameters whose values contain secrets under any name:
// the headers of requests to another server, the cookies, the claims and the query of a visitor,
// and the configuration of an integration.
var secretObjects = []string{"headers", "cookies", "claims", "unsignedClaims", "visitorAuthClaims", "searchParams", "configuration"}

// secretFields are the fields with secrets whose names do not show it, by the type of the object.
var secretFields = map[string][]string{
	"invite":             {"id"},   // whoever has it can join
	"share-link":         {"urls"}, // whoever has one can read the site
	"storage-signed-url": {"url"},  // whoever has it can upload the file
	pdf:                  {"url"},  // whoever has it can download the file
}

// pdf is the type of the objects that lead to a PDF, which have none on the wire.
const pdf = "pdf"

// A redactor replaces each secret by a placeholder, the same one wherever the secret occurs:
//
//   - the value of each header, parameter and field whose name is one of names, is "sig", ends in
//     "key", or contains one of [secretNames], such as the token in Authorization
//   - [secretObjects], [secretFields], the IDs of invites in paths, the keys of share links, and
//     the parameters of a Location
//   - in all texts, the query of a URL, and its user and password
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
	for _, header := range []http.Header{i.Request.Headers, i.Response.Headers} {
		for _, name := range slices.Sorted(maps.Keys(header)) { // the same placeholders in each recording
			for _, value := range header[name] {
				if r.isSecret("", name) {
					r.add(value[strings.LastIndex(value, " ")+1:]) // without the scheme, such as Bearer
				}
			}
		}
	}
	if location, err := url.Parse(i.Response.Headers.Get("Location")); err == nil { // a redirect sends its query
		for _, name := range slices.Sorted(maps.Keys(location.Query())) {
			r.add(location.Query().Get(name))
		}
	}
	add := func(text, kind string) string {
		if kind != "" {
			r.add(text)
		}
		if kind == "share-link" {
			if parsed, err := url.Parse(text); err == nil {
				r.add(path.Base(parsed.Path)) // its key
			}
		}
		return text
	}
	target, err := url.Parse(i.Request.URL)
	if err != nil {
		return errors.New("the URL of a request cannot be parsed")
	}
	r.rewriteURL(target, add)
	r.rewriteBody(i.Request.Body, i.Request.Headers, target, add)
	r.rewriteBody(i.Response.Body, i.Response.Headers, target, add)
	return nil
}

func (r *redactor) add(secret string) {
	if secret == "" || r.secrets[secret] != "" {
		return
	}
	if r.secrets == nil {
		r.secrets = map[string]string{}
	}
	r.secrets[secret] = fmt.Sprintf("redacted-%d", len(r.secrets)+1)
}

// redact replaces the secrets of an interaction, and what differs in each recording. It returns an
// error if a secret is left, so that there is no cassette then.
func (r *redactor) redact(i *cassette.Interaction) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	target, err := url.Parse(i.Request.URL)
	if err != nil {
		return errors.New("the URL of a request cannot be parsed")
	}
	replace := func(text, kind string) string {
		if kind != "" {
			return r.secrets[text]
		}
		return r.clean(text, target)
	}
	was := *i
	i.Request = cassette.Request{
		Method: was.Request.Method, Proto: was.Request.Proto, ProtoMajor: was.Request.ProtoMajor, ProtoMinor: was.Request.ProtoMinor,
		URL: r.rewriteURL(target, replace), Host: strings.TrimPrefix(origin, "https://"),
		Headers: kept(was.Request.Headers, replace), Body: r.rewriteBody(was.Request.Body, was.Request.Headers, target, replace),
	}
	i.Request.ContentLength = int64(len(i.Request.Body))
	i.Response = cassette.Response{
		Status: was.Response.Status, Code: was.Response.Code,
		Proto: was.Response.Proto, ProtoMajor: was.Response.ProtoMajor, ProtoMinor: was.Response.ProtoMinor,
		Headers: kept(was.Response.Headers, replace), Body: r.rewriteBody(was.Response.Body, was.Response.Headers, target, replace),
	}
	i.Response.ContentLength = int64(len(i.Response.Body))
	return r.check(i)
}

// check returns an error if an interaction contains a secret.
func (r *redactor) check(i *cassette.Interaction) error {
	text := fmt.Sprint(i.Request.URL, i.Request.Headers, i.Request.Body, i.Response.Status, i.Response.Headers, i.Response.Body)
	for secret, name := range r.secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(encode(secret, ""), `"`)} {
			if len(secret) >= minLength && strings.Contains(text, form) {
				return fmt.Errorf("%s %s contains the secret %s in a place where it cannot be replaced", i.Request.Method, i.Request.URL, name)
			}
		}
	}
	return nil
}

// A rewriter returns what replaces a text. kind is "" if the text is no secret, and otherwise the
// type of the object that contains the secret, or "named" if its name shows that it is one.
type rewriter func(text, kind string) string

const named = "named"

// isSecret reports whether a field of a type of object, or a parameter, contains a secret.
func (r *redactor) isSecret(object, name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, "key") || lower == "sig" || slices.Contains(secretObjects, name) || slices.Contains(secretFields[object], name) ||
		slices.ContainsFunc(secretNames, func(part string) bool { return strings.Contains(lower, part) }) ||
		slices.ContainsFunc(r.names, func(other string) bool { return strings.EqualFold(other, name) })
}

// rewriteURL returns the URL of a request with its texts rewritten.
func (r *redactor) rewriteURL(target *url.URL, rewrite rewriter) string {
	segments := strings.Split(target.EscapedPath(), "/")
	for i, segment := range segments {
		kind := ""
		if i > 0 && (segments[i-1] == "invites" || segments[i-1] == "link-invites") {
			kind = "invite"
		}
		if text, err := url.PathUnescape(segment); err == nil {
			segments[i] = url.PathEscape(rewrite(text, kind))
		}
	}
	query := target.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		kind := ""
		if r.isSecret("", name) {
			kind = named
		}
		for i, text := range query[name] {
			query[name][i] = rewrite(text, kind)
		}
	}
	whole := origin + strings.Join(segments, "/")
	if len(query) > 0 {
		whole += "?" + query.Encode()
	}
	return whole
}

// rewriteBody returns the body of a request or response with its texts rewritten. JSON is indented,
// and its fields are sorted, so that a cassette can be read and compared.
func (r *redactor) rewriteBody(body string, header http.Header, target *url.URL, rewrite rewriter) string {
	kind := ""
	if strings.HasSuffix(target.Path, "/pdf") {
		kind = pdf
	}
	media, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	switch value, err := decode(body); {
	case body == "":
		return ""
	case header.Get("Content-Encoding") != "":
		return dropped(body)
	case media == "text/event-stream":
		return r.rewriteEvents(body, rewrite)
	case err != nil:
		return dropped(body)
	default:
		return encode(r.rewriteJSON(value, kind, "", rewrite), "  ")
	}
}

// dropped replaces a text in which secrets cannot be found.
func dropped(text string) string { return fmt.Sprintf("(%d bytes were not recorded)", len(text)) }

// rewriteEvents rewrites the data of each event, which becomes a single line. What ends within an
// event still does.
func (r *redactor) rewriteEvents(body string, rewrite rewriter) string {
	var out strings.Builder
	var data []string
	flush := func() {
		if data == nil {
			return
		}
		text := strings.Join(data, "\n")
		if value, err := decode(text); err == nil {
			text = encode(r.rewriteJSON(value, "", "", rewrite), "")
		} else if text != "" && text != "[DONE]" {
			text = dropped(text)
		}
		out.WriteString("data: " + text + "\n")
		data = nil
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body), "\n")
	for i, line := range lines {
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && i == len(lines)-1:
		case line == "":
			flush()
			out.WriteString("\n")
		case field == "data":
			data = append(data, value)
		case field == "event", field == "id", field == "retry":
			out.WriteString(field + ": " + rewrite(value, "") + "\n")
		default:
			out.WriteString(":\n") // a comment, or a field that no reader knows
		}
	}
	flush()
	return out.String()
}

// rewriteJSON returns a decoded value with its texts rewritten. kind is the type of an object that
// does not contain its type, and secret that of the secret that value is part of.
func (r *redactor) rewriteJSON(value any, kind, secret string, rewrite rewriter) any {
	switch value := value.(type) {
	case string:
		return rewrite(value, secret)
	case json.Number:
		if secret != "" {
			return json.Number("0")
		}
	case []any:
		for i, element := range value {
			value[i] = r.rewriteJSON(element, "", secret, rewrite)
		}
	case map[string]any:
		object, _ := value["object"].(string)
		object = cmp.Or(object, kind)
		for _, name := range slices.Sorted(maps.Keys(value)) {
			part := secret
			if r.isSecret(object, name) {
				part = named
				if slices.Contains(secretFields[object], name) {
					part = object
				}
			}
			value[name] = r.rewriteJSON(value[name], "", part, rewrite)
		}
	}
	return value
}

var (
	userInfo = regexp.MustCompile(`://[^/?#@\s"]+@`)
	query    = regexp.MustCompile(`(://[^\s"'<>)?#]+)\?[^\s"'<>)]*`)
	pairs    = regexp.MustCompile(`([?#])[^\s"'<>)?#]*=[^\s"'<>)]*`) // of a relative URL too, and in a fragment
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

// kept returns the headers that are recorded.
func kept(header http.Header, rewrite rewriter) http.Header {
	clean := http.Header{}
	for _, name := range keptHeaders {
		for _, value := range header.Values(name) {
			clean.Add(name, rewrite(value, ""))
		}
	}
	return clean
}

// decode decodes an object or an array. Other values are as likely to be plain text.
func decode(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("want one value")
	}
	switch value.(type) {
	case map[string]any, []any:
		return value, nil
	}
	return nil, errors.New("want an object or an array")
}

// encode encodes a decoded value.
func encode(value any, indent string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	_ = encoder.Encode(value) // what was decoded can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
