// Package tokens renews a token that several calls share.
package tokens

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/internal/future"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// NewSource returns a source that calls create only if it has no valid token. The source is a
// closure, so that package fmt cannot print the token.
func NewSource(
	create func(context.Context) (string, error),
) func(context.Context) (string, error) {
	return (&cache{create: create}).get
}

// cache contains a token that several calls share.
type cache struct {
	create func(context.Context) (string, error)

	mu      sync.Mutex
	token   string    // "" if there is none
	expires time.Time // zero if only the service knows
	renewAt time.Time // before expires; zero if only the service knows
	renewal *renewal  // nil if no renewal is in progress
}

// renewal is a call to create that several callers wait for.
type renewal struct {
	token   *future.Future[string]
	cancel  context.CancelFunc
	waiters int // guarded by the mutex of the cache
}

// get returns the token, and renews it first if necessary.
func (c *cache) get(ctx context.Context) (string, error) {
	if ctx == nil {
		return c.create(ctx) // create rejects a nil context
	}
	if err := neterr.Ended(ctx); err != nil {
		return "", err
	}
	token, r, patience := c.join(ctx)
	if r == nil {
		return token, nil
	}
	defer c.leave(r)
	waiting := ctx
	if patience > 0 {
		var cancel context.CancelFunc
		waiting, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	token, err := r.token.Wait(waiting)
	if err == nil || neterr.Ended(ctx) != nil {
		return token, err
	}
	if valid := c.unexpired(ctx); valid != "" {
		return valid, nil
	}
	return r.token.Wait(ctx) // again, if only the patience has ended
}

// unexpired returns the token if it could not be renewed in time, but has not expired. It returns
// an empty string if there is no such token. The next renewal is tried after half of the remaining
// time, or when the token has expired if that is soon.
func (c *cache) unexpired(ctx context.Context) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.token == "" || c.token == rejected(ctx) || !c.expires.IsZero() && !now.Before(c.expires) {
		return ""
	}
	if !c.expires.IsZero() && !now.Before(c.renewAt) {
		c.renewAt = c.expires
		if half := c.expires.Sub(now) / 2; half > maxPatience {
			c.renewAt = now.Add(half)
		}
	}
	return c.token
}

// rejected returns the token that the service has rejected for the caller.
func rejected(ctx context.Context) string {
	token, _ := api.RejectedToken(ctx)
	return token
}

// maxPatience is the maximum wait for a renewal while the previous token is still valid.
const maxPatience = 2 * time.Second

// join returns the token, or the renewal to wait for, and how long to wait if the previous token is
// still valid. The first caller starts the renewal.
func (c *cache) join(ctx context.Context) (string, *renewal, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	patience := time.Duration(0)
	if c.token != "" && c.token != rejected(ctx) {
		now := time.Now()
		if c.renewAt.IsZero() || now.Before(c.renewAt) {
			return c.token, nil, 0
		}
		patience = min(maxPatience, c.expires.Sub(now)/2)
	}
	if c.renewal == nil {
		// Several callers share the renewal, so it must not end with the context of the first
		// caller.
		detached, cancel := context.WithCancel(context.WithoutCancel(ctx))
		r := &renewal{cancel: cancel}
		r.token = future.Go(func() (string, error) { return c.renew(detached, r) })
		c.renewal = r
	}
	c.renewal.waiters++
	return "", c.renewal, patience
}

// renew runs a renewal and caches the token. It does not cache an error.
func (c *cache) renew(ctx context.Context, r *renewal) (string, error) {
	defer r.cancel()
	defer c.forget(r)
	token, err := c.create(ctx)
	if err == nil {
		err = transport.CheckToken(token)
	}
	if err != nil {
		return "", err
	}
	c.keep(token)
	return token, nil
}

func (c *cache) keep(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = token
	c.expires, c.renewAt = validity(token, time.Now())
}

// forget removes the renewal, so that the next caller that needs a token starts another one.
func (c *cache) forget(r *renewal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.renewal == r {
		c.renewal = nil
	}
}

// leave is called when a caller no longer waits. It cancels the renewal if nobody else waits for
// it.
func (c *cache) leave(r *renewal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.waiters--; r.waiters == 0 {
		r.cancel()
		if c.renewal == r {
			c.renewal = nil
		}
	}
}

// maxRenewalMargin is the maximum time between the renewal of a token and its expiry.
const maxRenewalMargin = time.Minute

// validity returns the time at which a token expires, and the time at which it should be renewed:
// when a tenth of its lifetime is left, but at most a minute before it expires. It returns zeros
// unless the token is a JSON Web Token that expires in the future. It also returns zeros for a
// token that seems to have expired: if that is because the local clock is wrong, each call would
// otherwise renew the token.
func validity(token string, now time.Time) (expires, renewAt time.Time) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return time.Time{}, time.Time{}
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return time.Time{}, time.Time{}
	}
	var claims struct {
		Expires float64 `json:"exp"` // seconds since 1970, perhaps with a fraction
	}
	if err := jsonx.Unmarshal(payload, &claims); err != nil || claims.Expires > clock.Latest {
		return time.Time{}, time.Time{}
	}
	expires = time.Unix(int64(claims.Expires), 0)
	left := expires.Sub(now)
	if left <= 0 {
		return time.Time{}, time.Time{}
	}
	return expires, expires.Add(-min(left/10, maxRenewalMargin))
}
