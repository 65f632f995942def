package sites

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// AdsReviewService reviews the sites that organizations have submitted to show ads. Only the
// partner that provides the ads can use it. Organizations use [AdsService] instead.
//
// The options of each call contain the key of the partner. The key is sent in a header and, like a
// token, never printed. If the service does not accept the key, the error should match
// [api.ErrUnauthorized]. It is undocumented whether the service also requires a token.
//
// Experimental: may change in any minor release; see [api].
type AdsReviewService struct {
	core *transport.Core
}

// AdsReviewSite is a site that an organization has submitted to show ads. Status determines which
// of the fields below Status are set.
//
// Experimental: may change in any minor release; see [api].
type AdsReviewSite struct {
	ID    string   `json:"id"`
	URL   string   `json:"url"`
	Email string   `json:"email"`
	Topic AdsTopic `json:"topic"`
	// Status is [AdsStatusInReview], [AdsStatusLive] or [AdsStatusRejected].
	Status AdsStatus `json:"status"`
	// ZoneID is set for [AdsStatusLive].
	ZoneID *string `json:"zoneId,omitzero" response:"required,if=status:live"`
	// Reason is the reason why the site was rejected, or nil if there is none.
	Reason *string `json:"reason,omitzero"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainAdsReviewSite AdsReviewSite

var adsReviewSiteCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(s *AdsReviewSite) *plainAdsReviewSite { return (*plainAdsReviewSite)(s) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (s AdsReviewSite) MarshalJSON() ([]byte, error) { return adsReviewSiteCodec.Marshal(&s) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (s *AdsReviewSite) UnmarshalJSON(data []byte) error {
	return adsReviewSiteCodec.Unmarshal(data, s)
}

// AdsReviewListOptions are the query parameters of [AdsReviewService.List].
//
// Experimental: may change in any minor release; see [api].
type AdsReviewListOptions struct {
	PartnerKey api.Secret `url:"-"` // key of the partner, required; sent in a header

	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of sites per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// Status is [AdsStatusInReview], [AdsStatusLive] or [AdsStatusRejected]. If it is empty, it
	// selects the sites in review.
	Status AdsStatus `url:"status,omitempty"`
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o AdsReviewListOptions) LogValue() slog.Value { return logvalue.Of(o) }

// List returns one page of the sites that organizations have submitted to show ads.
//
// API: GET /v1/ads/sites
func (s AdsReviewService) List(
	ctx context.Context, options AdsReviewListOptions, opts ...api.CallOption,
) (*pagination.Page[AdsReviewSite], error) {
	return transport.List[AdsReviewSite](
		ctx, s.core, opAdsReviewList.Path().Secret(options.PartnerKey).Query(options), opts,
	)
}

// All returns an iterator over the sites that organizations have submitted to show ads.
//
// API: GET /v1/ads/sites
func (s AdsReviewService) All(
	ctx context.Context, options AdsReviewListOptions, opts ...api.CallOption,
) iter.Seq2[AdsReviewSite, error] {
	return transport.All[AdsReviewSite](
		ctx, s.core, opAdsReviewList.Path().Secret(options.PartnerKey).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [AdsReviewService.List].
//
// API: GET /v1/ads/sites
func (s AdsReviewService) ListPages(
	ctx context.Context, options AdsReviewListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[AdsReviewSite], error] {
	return transport.Pages[AdsReviewSite](
		ctx, s.core, opAdsReviewList.Path().Secret(options.PartnerKey).Query(options), opts,
	)
}

// AdsReviewUpdate is the request body of [AdsReviewService.Update]. Status determines which of the
// other fields apply.
//
// Experimental: may change in any minor release; see [api].
type AdsReviewUpdate struct {
	// Status is [AdsStatusLive], [AdsStatusRejected] or [AdsStatusPending].
	Status AdsStatus `json:"status" check:"required"`
	// ZoneID and ReportingID identify the ads of the site. They are required for [AdsStatusLive].
	ZoneID      *string `json:"zoneId,omitzero"`
	ReportingID *string `json:"reportingId,omitzero"`
	// Reason is the reason for rejecting the site, at most 512 characters. It is optional, and
	// applies only to [AdsStatusRejected].
	Reason *string `json:"reason,omitzero" check:"len=..512"`
}

// Validate checks that ZoneID and ReportingID are set for [AdsStatusLive].
func (u AdsReviewUpdate) Validate() error {
	if u.Status != AdsStatusLive {
		return nil
	}
	return check.Needs(u, "status", string(u.Status), "zoneId", "reportingId")
}

// AdsReviewUpdateOptions are the options of [AdsReviewService.Update].
//
// Experimental: may change in any minor release; see [api].
type AdsReviewUpdateOptions struct {
	PartnerKey api.Secret `url:"-"` // key of the partner, required; sent in a header
}

// LogValue implements [slog.LogValuer]. It hides the key.
func (o AdsReviewUpdateOptions) LogValue() slog.Value { return logvalue.Of(o) }

// Update sets the state of the ads on a site: the ads go live, the site is rejected, or the site
// becomes pending again, so that the organization can submit it again.
//
// API: PATCH /v1/ads/sites/{siteId}
func (s AdsReviewService) Update(
	ctx context.Context, siteID string,
	update AdsReviewUpdate, options AdsReviewUpdateOptions, opts ...api.CallOption,
) error {
	return transport.None(
		ctx, s.core,
		opAdsReviewUpdate.Path(siteID).Secret(options.PartnerKey).Query(options).Body(update), opts,
	)
}
