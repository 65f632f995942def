package main

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
)

var placeholder = regexp.MustCompile(`redacted-\d+`)

// matches reports whether a request is the recorded one. The method, the path, the query and the
// body must be the same, whatever the order of parameters and fields. Where a secret was recorded,
// anything matches, so that the test needs no secret.
//
// It ignores the scheme and the host, since a test server has a new port in each run, and all
// headers: Authorization is not recorded, User-Agent changes with each release of the SDK, and an
// Idempotency-Key or a traceparent changes with each run. A program whose requests differ only in a
// header, such as Prefer, has to compare that header here.
func (r *redactor) matches(req *http.Request, recorded cassette.Request) bool {
	with := r.rewriting(req.URL, func(secret string) string { return secret }) // a placeholder in the cassette
	if req.Method != recorded.Method || !same(rewriteURL(req.Method, req.URL, with), recorded.URL, `[^/?&]+`) {
		return false
	}
	body, err := peek(req)
	return err == nil && same(readable(body, with.RequestBody(req.Method, req.URL, []byte(body))), recorded.Body, `(?:[^"\\]|\\.)+`)
}

// same reports whether a text is a recorded one, with secrets where that has placeholders.
func same(text, recorded, secret string) bool {
	if !placeholder.MatchString(recorded) {
		return text == recorded
	}
	parts := placeholder.Split(recorded, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("^" + strings.Join(parts, secret) + "$").MatchString(text)
}

// peek returns the body of a request, which can be read afterwards.
func peek(req *http.Request) (string, error) {
	if req.Body == nil {
		return "", nil
	}
	body, err := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	return string(body), err
}
