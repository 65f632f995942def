package transport

import (
	"context"
	"errors"
	"strings"

	options "github.com/publishing-platform/publishing-go/internal/call"
	"github.com/publishing-platform/publishing-go/internal/future"
	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// token returns the value of the Authorization header, or nil if there is none.
func (a *auth) token(ctx context.Context, s *scope) ([]string, error) {
	const scheme = "Bearer "
	settings := &a.core.settings
	if settings.TokenSource == nil {
		return nil, nil
	}
	ask := settings.TokenSource
	if settings.Refreshable { // another source returns at once
		ask = func(ctx context.Context) (string, error) { return askToken(ctx, settings.TokenSource, s.attempt) }
	}
	token, err := ask(ctx)
	if err != nil {
		return nil, err
	}
	header := a.last.Load()
	if header == nil || strings.TrimPrefix((*header)[0], scheme) != token {
		if err := CheckToken(token); err != nil {
			return nil, err
		}
		header = &[]string{scheme + token}
		a.last.Store(header)
	}
	if s.call == nil {
		a.core.secrets.AddDetached(token)
	} else {
		s.call.secrets.Add(token)
	}
	if settings.Refreshable {
		s.attempt.use(token)
	}
	return (*header)[:1:1], nil
}

// askToken calls a source that can renew its token. It returns when the attempt ends, even if the
// source ignores its context.
func askToken(ctx context.Context, source func(context.Context) (string, error), a *attempt) (string, error) {
	if a.deadToken != nil {
		rejected := *a.deadToken
		ctx = context.WithValue(ctx, options.RejectedKey{}, func() string { return rejected })
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if a.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadlineCause(ctx, a.ends, &neterr.TimeoutError{What: "attempt timeout", D: a.timeout})
		defer stop()
	}
	token, err := future.Go(func() (string, error) { return source(ctx) }).Wait(ctx)
	if err != nil && ctx.Err() != nil {
		err = neterr.CauseOf(ctx, err)
	}
	return token, err
}

// CheckToken returns an error if a token is invalid. The error does not contain the token.
func CheckToken(token string) error {
	if token == "" {
		return errors.New("the token is empty")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return errors.New("the token has a space, a control character or a character outside of ASCII; remove line ends and quotes around it")
	}
	return nil
}

// StaticToken returns a source of one token. Package fmt cannot print a token in a closure.
func StaticToken(token string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return token, nil }
}
