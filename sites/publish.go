package sites

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PublishResult is the result of [Service.Publish]. Site is set if the response contains a site.
// Otherwise, Raw is set.
//
// Experimental: may change in any minor release; see [api].
type PublishResult struct {
	// Site is the published site. It is nil if this release does not know the form of the response;
	// Raw then contains the response.
	Site *Site
	// Checkout describes the payment that the site requires. It is always nil in a result of
	// [Service.Publish], which returns a [*CheckoutError] instead.
	Checkout *Checkout
	// Raw is the JSON of a response that this release does not know.
	Raw api.Raw
}

// Checkout describes the payment that a site requires before it can be published.
//
// Experimental: may change in any minor release; see [api].
type Checkout struct {
	Type      string `json:"type"`      // "checkout"
	SessionID string `json:"sessionId"` // ID of the payment session; it is undocumented how to open the session
}

// ErrCheckout matches the [*CheckoutError] of a site that must be paid for before it can be
// published. No sentinel of package api matches that error, because the status of the response is
// 200.
//
// Experimental: may change in any minor release; see [api].
var ErrCheckout = errors.New("a checkout is needed first")

// CheckoutError is the error that [Service.Publish] returns if a site must be paid for before it
// can be published. [ErrCheckout] matches it.
//
// Experimental: may change in any minor release; see [api].
type CheckoutError struct {
	api.FailedCall
	// Checkout describes the payment.
	Checkout Checkout
}

// Error returns the operation, the request and the session ID.
func (e *CheckoutError) Error() string { return failure.Call(e.FailedCall).Text(e.cause()) }

// LogValue implements [slog.LogValuer]. Its group contains the request, the status, the request ID,
// the number of attempts and, as the cause, the session ID.
func (e *CheckoutError) LogValue() slog.Value {
	return failure.Call(e.FailedCall).LogValue(http.StatusOK, false, e.cause())
}

func (e *CheckoutError) cause() string {
	text := fmt.Sprintf("%v (session %s)", ErrCheckout, e.Checkout.SessionID)
	return failure.WithoutUser(text)
}

// Is reports whether target is [ErrCheckout].
func (e *CheckoutError) Is(target error) bool { return target == ErrCheckout }

// unpaid returns an error if the site must be paid for first.
func unpaid(result *PublishResult, failed api.FailedCall) error {
	if result.Checkout == nil {
		return nil
	}
	return &CheckoutError{FailedCall: failed, Checkout: *result.Checkout}
}

const typeCheckout = "checkout"

var publishCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(r *PublishResult, data *jsonx.Value) any {
			*r = PublishResult{}
			switch {
			case data.Text("object") == objectSite:
				return jsonx.New(&r.Site)
			case data.Text("type") == typeCheckout:
				return jsonx.New(&r.Checkout)
			default:
				r.Raw = data.Keep()
				return nil
			}
		},
		func(r *PublishResult) any { return jsonx.FirstOf(r.Site, r.Checkout, r.Raw) },
	))
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r PublishResult) MarshalJSON() ([]byte, error) { return publishCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *PublishResult) UnmarshalJSON(data []byte) error { return publishCodec.Unmarshal(data, r) }

// PublishOptions are the query parameters of [Service.Publish]. There are none yet.
//
// Experimental: may change in any minor release; see [api].
type PublishOptions struct{}

// Publish publishes a site and returns it. The visibility of the site determines who can see it. If
// the site must be paid for first, Publish returns a [*CheckoutError], which contains the payment
// session and matches [ErrCheckout]. It is undocumented what happens if the site is already
// published.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/publish
func (s Service) Publish(
	ctx context.Context, orgID, siteID string, options PublishOptions, opts ...api.CallOption,
) (*PublishResult, error) {
	return transport.Judged(ctx, s.core, opPublish.Path(orgID, siteID).Query(options), unpaid, opts)
}

// Unpublish unpublishes a site and returns it. It is undocumented what happens if the site is not
// published.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish
func (s Service) Unpublish(
	ctx context.Context, orgID, siteID string, opts ...api.CallOption,
) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opUnpublish.Path(orgID, siteID), opts)
}
