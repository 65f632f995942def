package transport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
)

// authorization sets the token. It comes after the middleware, so that none sees the token, and it sets it on no other origin than the
// base URL's, so that no redirect carries it away.
type authorization struct {
	core  *Core
	clock clock
}

func (a *authorization) RoundTrip(req *http.Request) (*http.Response, error) {
	token, err := a.token(req)
	if err != nil {
		return nil, &unsentError{fmt.Errorf("get token: %w", err)}
	}
	// A RoundTripper must not change the request it is given.
	header := make(http.Header, len(req.Header)+5)
	maps.Copy(header, req.Header)
	if x := exchangeFrom(req.Context()); x != nil && len(a.core.settings.Middleware) == 0 {
		x.dress(header)
	}
	if token != "" {
		header["Authorization"] = []string{"Bearer " + token}
	}
	resp, err := a.clock.send(req, header)
	if resp != nil {
		resp.Request = req // a middleware looks there
	}
	return resp, err
}

// token returns the token for a request, "" for none.
func (a *authorization) token(req *http.Request) (string, error) {
	source := a.core.settings.TokenSource
	if source == nil || !a.core.base.isOriginOf(req.URL) {
		return "", nil
	}
	token, err := askToken(req.Context(), source, a.core.settings.Refreshable)
	if err != nil {
		return "", err
	}
	if err := CheckToken(token); err != nil {
		return "", err
	}
	if x := exchangeFrom(req.Context()); x != nil {
		x.secrets.add(token)
	}
	return token, nil
}

// askToken asks a source within the time of the attempt. That a static one needs no limit saves it the context.
func askToken(ctx context.Context, source func(context.Context) (string, error), slow bool) (string, error) {
	if x := exchangeFrom(ctx); slow && x != nil && x.attemptTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, x.attemptEnds, &timeoutError{"attempt timeout", x.attemptTimeout})
		defer cancel()
	}
	return source(ctx)
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
