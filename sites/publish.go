package sites

import (
	"context"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// PublishResult is what publishing a site came to. Exactly one of its fields is set.
//
// Beyond the documents.
type PublishResult struct {
	// Site is the site, which is published now. It is nil, without an error, for an answer of a kind this release does not know: see Raw.
	Site *Site
	// Checkout is what has to be paid first. It comes as a [*CheckoutError].
	Checkout *Checkout
	// Raw is an answer of a kind this release does not know, as it came.
	Raw api.Raw
}

// Checkout is a payment without which a site is not published.
//
// Beyond the documents.
type Checkout struct {
	Type      string `json:"type"`      // "checkout"
	SessionID string `json:"sessionId"` // of the payment; where it is opened is not described
}

// ErrCheckout is matched by the publishing of a site that has to be paid for first.
//
// Beyond the documents.
var ErrCheckout = errors.New("a checkout is needed first")

// CheckoutError is the publishing of a site that has to be paid for first. It matches [ErrCheckout].
//
// Beyond the documents.
type CheckoutError struct {
	// Checkout is what the service answered.
	Checkout Checkout
}

// Error names the session.
func (e *CheckoutError) Error() string {
	return fmt.Sprintf("%v (session %s)", ErrCheckout, e.Checkout.SessionID)
}

// Is matches [ErrCheckout].
func (e *CheckoutError) Is(target error) bool { return target == ErrCheckout }

// Err returns a [*CheckoutError] when the site is not published because it has to be paid for first, else nil. [Service.Publish] has called
// it.
func (r *PublishResult) Err() error {
	if r.Checkout != nil {
		return &CheckoutError{Checkout: *r.Checkout}
	}
	return nil
}

const typeCheckout = "checkout"

var publishCodec = jsonx.NewCodec(jsonx.Choice(
	func(r *PublishResult, data []byte) any {
		*r = PublishResult{}
		switch {
		case jsonx.Text(data, "object") == objectSite:
			r.Site = new(Site)
			return r.Site
		case jsonx.Text(data, "type") == typeCheckout:
			r.Checkout = new(Checkout)
			return r.Checkout
		default:
			r.Raw = jsonx.Clone(data)
			return nil
		}
	},
	func(r *PublishResult) any {
		switch {
		case r.Site != nil:
			return r.Site
		case r.Checkout != nil:
			return r.Checkout
		default:
			return r.Raw
		}
	},
))

// MarshalJSON returns what is set, null for nothing.
func (r PublishResult) MarshalJSON() ([]byte, error) { return publishCodec.Marshal(&r) }

// UnmarshalJSON tells a site from a checkout.
func (r *PublishResult) UnmarshalJSON(data []byte) error { return publishCodec.Unmarshal(data, r) }

// Publish makes a site live for the audience that its visibility sets and returns it. What comes back for one that is published already is
// not described. A site that does not exist is an error matching [api.ErrNotFound]. A site that has to be paid for first is an error
// matching [ErrCheckout]: a [*CheckoutError] with the session to pay in. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/publish
func (s Service) Publish(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*PublishResult, error) {
	return transport.JSON[PublishResult](ctx, s.core, opPublish.Path(orgID, siteID), opts)
}

// Unpublish takes a site off and returns it. What comes back for one that is not published is not described. A site that does not exist is
// an error matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// Beyond the documents.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish
func (s Service) Unpublish(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*Site, error) {
	return transport.JSON[Site](ctx, s.core, opUnpublish.Path(orgID, siteID), opts)
}
