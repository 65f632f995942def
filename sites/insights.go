package sites

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// InsightsService records what visitors do on a site, and reports on it. A [Tracker] sends many
// events in batches.
//
// Experimental: may change in any release; see docs/sources.md.
type InsightsService struct {
	core *transport.Core
}

// Track records events. It is not retried after a lost response, because events that are sent twice
// count twice. The client needs no token: publishing.WithoutAuth is sufficient.
//
// If the timestamp of an event is more than five minutes from now, or an event lacks a field that
// its type needs, Track returns an [*api.ValidationError] and sends nothing. If the service rejects
// an event, the error matches [api.ErrBadRequest]; whether it then records the others is
// undocumented.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events
func (s InsightsService) Track(ctx context.Context, orgID, siteID string, events EventsTrack, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opInsightsTrack.Path(orgID, siteID).Body(events), opts)
}

// Aggregate counts events, sessions and visitors. It is safe and is retried as a GET is. If the
// service rejects the query, such as for a filter with values of the wrong type, the error matches
// [api.ErrBadRequest]. A result with as many rows as the limit is not an error: see
// [EventsAggregationResult.Truncated].
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate
func (s InsightsService) Aggregate(ctx context.Context, orgID, siteID string, query EventsAggregation, opts ...api.CallOption) (*EventsAggregationResult, error) {
	return transport.JSONThen(ctx, s.core, opInsightsAggregate.Path(orgID, siteID).Body(query), query.markTruncated, opts)
}

// VisitorSegment is a group of visitors with the same claims.
//
// Experimental: may change in any release; see docs/sources.md.
type VisitorSegment struct {
	Title string `json:"title"`
	// Claims contains the claims of the visitors by name, such as "plan".
	Claims   map[string]api.Raw `json:"claims"`
	Events   int64              `json:"events"`
	Visitors int64              `json:"visitors"`
	Sessions int64              `json:"sessions"`
}

// VisitorSegments returns the segments of the visitors of a site. The operation takes no cursor. If
// the response has a next page nonetheless, the result contains its cursor.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments
func (s InsightsService) VisitorSegments(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*pagination.Page[VisitorSegment], error) {
	return transport.List[VisitorSegment](ctx, s.core, opInsightsVisitorSegments.Path(orgID, siteID), opts)
}
