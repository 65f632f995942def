package transport

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"

	"github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/future"
)

// authorization adds the token and the secret header. It comes after the middleware, which must not
// see them, and adds them only for the origin of the base URL, so that no redirect carries them
// elsewhere.
type authorization struct {
	core    *Core
	network innermost
	bearer  func(token string) ([]string, error)
}

// newBearer returns a function that checks a token and returns the value of the Authorization
// header. It keeps the last value, which saves two allocations. The closure keeps the token out of
// reach of package fmt.
func newBearer() func(token string) ([]string, error) {
	type header struct {
		token string
		value []string
	}
	var last atomic.Pointer[header]
	return func(token string) ([]string, error) {
		h := last.Load()
		if h == nil || h.token != token {
			if err := CheckToken(token); err != nil {
				return nil, err
			}
			h = &header{token, []string{"Bearer " + token}}
			last.Store(h)
		}
		return h.value[:1:1], nil
	}
}

func (a *authorization) RoundTrip(req *http.Request) (*http.Response, error) {
	sent := attemptFrom(req.Context()) // nil if middleware sends in a context of its own
	if sent != nil && len(a.core.settings.Middleware) > 0 {
		if err := sent.reach(); err != nil {
			return nil, err
		}
	}
	var x *exchange
	if sent != nil {
		x = sent.exchange
	}
	var bearer []string
	key := ""
	if a.core.base.isOriginOf(req.URL) {
		var err error
		if bearer, err = a.token(req.Context(), sent); err != nil {
			return nil, &unsentError{fmt.Errorf("get token: %w", err)}
		}
		if x != nil {
			key = x.key
		}
	}
	if bearer != nil || key != "" {
		if err := a.checkProxy(req); err != nil {
			return nil, err
		}
	}
	// A RoundTripper must not change the request it is given.
	header := make(http.Header, len(req.Header)+5)
	if len(req.Header) > 0 {
		maps.Copy(header, req.Header)
		hideIdempotencyKey(header)
	}
	if x != nil && len(a.core.settings.Middleware) == 0 {
		x.addHeader(header)
	}
	if key != "" {
		header[x.op.SecretHeader] = []string{key}
	}
	if bearer != nil {
		header["Authorization"] = bearer
	}
	resp, err := a.network.send(sent, req, header)
	if resp != nil {
		resp.Request = req // a middleware looks there
	}
	return resp, err
}

// token returns the value of the Authorization header for an attempt, nil for none. sent is nil if
// middleware sends in a context of its own.
func (a *authorization) token(ctx context.Context, sent *attempt) ([]string, error) {
	source := a.core.settings.TokenSource
	if source == nil {
		return nil, nil
	}
	if sent != nil && sent.rejected != nil {
		rejected := *sent.rejected
		ctx = context.WithValue(ctx, call.RejectedKey{}, func() string { return rejected })
	}
	token, err := askToken(ctx, source, a.core.settings.Refreshable)
	if err != nil {
		return nil, err
	}
	bearer, err := a.bearer(token)
	if err != nil {
		return nil, err
	}
	if sent != nil {
		sent.exchange.secrets.Add(token)
	} else {
		a.core.secrets.AddDetached(token)
	}
	if sent != nil && a.core.settings.Refreshable {
		kept := token // so that a static one need not be allocated
		sent.send(&kept)
	}
	return bearer, nil
}

// askToken calls source, bounded by the attempt even if source ignores its context. A static source
// returns at once.
func askToken(ctx context.Context, source func(context.Context) (string, error), slow bool) (string, error) {
	if !slow {
		return source(ctx)
	}
	if a := attemptFrom(ctx); a != nil && a.exchange.attemptTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, a.ends, &timeoutError{"attempt timeout", a.exchange.attemptTimeout})
		defer cancel()
	}
	token, err := future.Go(func() (string, error) { return source(ctx) }).Wait(ctx)
	if err != nil && ctx.Err() != nil {
		err = causeOf(ctx, err)
	}
	return token, err
}

// CheckToken returns what is wrong with a token, without showing it.
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

// StaticToken returns a source of one token. The closure keeps it out of reach of package fmt.
func StaticToken(token string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return token, nil }
}

// unsentError is a failure before anything was sent that a retry would not cure. It does not
// unwrap: if the cause is the error of a call of another client, [api.MayHaveApplied] must not find
// what it reports about that call.
type unsentError struct{ err error }

func (e *unsentError) Error() string        { return e.err.Error() }
func (e *unsentError) Is(target error) bool { return errors.Is(e.err, target) }
func (e *unsentError) As(target any) bool   { return errors.As(e.err, target) }
