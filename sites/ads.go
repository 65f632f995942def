package sites

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Ads is the state of the ads on a site. Status says which of the other fields are set.
type Ads struct {
	Status AdsStatus `json:"status"`
	// Submittable tells whether the site can be submitted for review. It is set while the status is [AdsStatusPending].
	Submittable *bool `json:"submittable,omitzero"`
	// Topic is set in review and when the ads have been live.
	//
	// Beyond the documents.
	Topic *AdsTopic `json:"topic,omitzero"`
	// Reason is why the site was rejected, nil when the service does not say.
	//
	// Beyond the documents.
	Reason *string `json:"reason,omitzero"`
	// ZoneID is set when the ads have been live.
	//
	// Beyond the documents.
	ZoneID *string `json:"zoneId,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// AdsStatus is a state of the ads on a site. The service may know more values than the constants.
type AdsStatus string

const (
	// AdsStatusPending is a site that has not been submitted.
	AdsStatusPending AdsStatus = "pending"
	// AdsStatusInReview is a site that was submitted.
	//
	// Beyond the documents.
	AdsStatusInReview AdsStatus = "in-review"
	// AdsStatusRejected is a site that was refused.
	//
	// Beyond the documents.
	AdsStatusRejected AdsStatus = "rejected"
	// AdsStatusLive is a site that shows ads.
	//
	// Beyond the documents.
	AdsStatusLive AdsStatus = "live"
	// AdsStatusDisabled is a site that has stopped showing ads.
	//
	// Beyond the documents.
	AdsStatusDisabled AdsStatus = "disabled"
)

// AdsTopic is what the ads on a site are about. The service may know more values than the constants.
type AdsTopic string

const (
	// AdsTopicWebdev is web development.
	//
	// Beyond the documents.
	AdsTopicWebdev AdsTopic = "webdev"
	// AdsTopicCrypto is crypto.
	//
	// Beyond the documents.
	AdsTopicCrypto AdsTopic = "crypto"
)

type plainAds Ads

var adsCodec = jsonx.Leaf(func(a *Ads) *plainAds { return (*plainAds)(a) })

// MarshalJSON returns the state with all it was read with.
func (a Ads) MarshalJSON() ([]byte, error) { return adsCodec.Marshal(&a) }

// UnmarshalJSON reads the state and keeps what it does not know.
func (a *Ads) UnmarshalJSON(data []byte) error { return adsCodec.Unmarshal(data, a) }
