package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// AdsService submits sites for review. Approved sites show ads.
//
// Experimental: may change in any minor release; see [api].
type AdsService struct {
	core *transport.Core
}

// Ads is the state of the ads on a site. Status determines which of the other fields are set.
type Ads struct {
	Status AdsStatus `json:"status"`
	// Submittable reports whether the site can be submitted for review. It is set if the status
	// is [AdsStatusPending].
	Submittable *bool `json:"submittable,omitzero" response:"required,if=status:pending"`

	// The following fields are set for other statuses.
	//
	// Experimental: may change in any minor release; see [api].

	// Topic is set while the site is in review, and after the ads have gone live.
	Topic *AdsTopic `json:"topic,omitzero" response:"required,if=status:in-review|live|disabled"`
	// Reason is the reason why the site was rejected.
	Reason *string `json:"reason,omitzero"`
	// ZoneID is set after the ads have gone live.
	ZoneID *string `json:"zoneId,omitzero" response:"required,if=status:live|disabled"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// AdsStatus is the status of the ads on a site.
type AdsStatus string

// AdsStatusPending means that the site has not been submitted for review.
const AdsStatusPending AdsStatus = "pending"

// Statuses of ads that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	AdsStatusInReview AdsStatus = "in-review" // submitted for review
	AdsStatusRejected AdsStatus = "rejected"
	AdsStatusLive     AdsStatus = "live"
	AdsStatusDisabled AdsStatus = "disabled" // no longer live
)

// AdsTopic is the topic of the ads on a site.
//
// Experimental: may change in any minor release; see [api].
type AdsTopic string

// Topics of ads.
const (
	AdsTopicWebdev AdsTopic = "webdev"
	AdsTopicCrypto AdsTopic = "crypto"
)

type plainAds Ads

var adsCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(a *Ads) *plainAds { return (*plainAds)(a) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (a Ads) MarshalJSON() ([]byte, error) { return adsCodec.Marshal(&a) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (a *Ads) UnmarshalJSON(data []byte) error { return adsCodec.Unmarshal(data, a) }

// AdsUpdate is the request body of [AdsService.Update].
//
// Experimental: may change in any minor release; see [api].
type AdsUpdate struct {
	// Status is [AdsStatusInReview], which submits the site for review, or [AdsStatusDisabled],
	// which ends its ads.
	Status AdsStatus `json:"status,omitzero"`
	// Topic is the topic of the ads. It is undocumented whether a site needs one to be submitted.
	Topic AdsTopic `json:"topic,omitzero"`
}

// Update submits a site for review or ends its ads. [Site].Ads contains the state. The effect of an
// update without a Status is undocumented.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/ads
func (s AdsService) Update(
	ctx context.Context, orgID, siteID string, update AdsUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opAdsUpdate.Path(orgID, siteID).Body(update), opts)
}
