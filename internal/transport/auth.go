package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// authorization sets the token. It comes after the middleware, so that none sees the token, and it sets it on no other origin than the
// base URL's, so that no redirect carries it away.
type authorization struct {
	next http.RoundTripper
	core *Core
}

func (a *authorization) RoundTrip(req *http.Request) (*http.Response, error) {
	source := a.core.settings.TokenSource
	if source == nil || !originOf(req.URL).equal(originOf(&a.core.base.url)) {
		return a.next.RoundTrip(req)
	}
	token, err := source(req.Context())
	if err != nil {
		return nil, &unsentError{fmt.Errorf("get token: %w", err)}
	}
	if err := CheckToken(token); err != nil {
		return nil, &unsentError{fmt.Errorf("get token: %w", err)}
	}
	if x := exchangeFrom(req.Context()); x != nil {
		x.secrets.add(token)
	}
	// A RoundTripper must not change the request it is given.
	clone := *req
	clone.Header = req.Header.Clone()
	clone.Header["Authorization"] = []string{"Bearer " + token}
	return a.next.RoundTrip(&clone)
}

// CheckToken tells what is wrong with a token, without showing it.
func CheckToken(token string) error {
	if token == "" {
		return errors.New("the token is empty")
	}
	for _, r := range token {
		if r <= ' ' || r >= 0x7f {
			return errors.New("the token has a space, a control character or a character outside of ASCII; remove line ends and quotes around it")
		}
	}
	return nil
}

// StaticToken returns a source of one token. The token stays in a closure, where no verb of fmt finds it.
func StaticToken(token string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return token, nil }
}

// unsentError is a failure before anything was sent that another attempt would not cure.
type unsentError struct{ err error }

func (e *unsentError) Error() string { return e.err.Error() }
func (e *unsentError) Unwrap() error { return e.err }
