package sites

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// InsightsService records the actions of visitors on a site and returns statistics about these
// actions. Package insights contains the types.
//
// Experimental: may change in any minor release; see [api].
type InsightsService struct {
	// Events records and counts the actions of visitors.
	Events InsightsEventService
	// VisitorSegments lists groups of visitors that have the same claims.
	VisitorSegments InsightsVisitorSegmentService
}

// InsightsEventService records and counts events, which are actions of visitors on a site. To send
// many events in batches, use an [insights.Tracker].
//
// Experimental: may change in any minor release; see [api].
type InsightsEventService struct {
	core *transport.Core
}

// Track records events. It is not retried after a lost response, because events that are sent twice
// are counted twice. The service has been seen to need no token, so a client with
// publishing.WithoutAuth may be sufficient.
//
// Track returns an [*api.ValidationError] and sends nothing if the timestamp of an event is more
// than five minutes from the current time, or if an event has no value for a field that its type
// requires. If the service rejects an event, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable]. It is undocumented whether the service then records the other events.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events
func (s InsightsEventService) Track(
	ctx context.Context, orgID, siteID string, events insights.EventTrack, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opInsightsEventTrack.Path(orgID, siteID).Body(events), opts)
}

// Aggregate counts events, sessions and visitors. It changes nothing, so it is retried like a GET.
// If the service rejects the query, for example because a filter has values of the wrong type, the
// error matches [api.ErrBadRequest] or [api.ErrUnprocessable]. A result with as many rows as the
// limit is not an error: see [insights.EventsAggregationResult.Truncated]. Do not set the limit
// with [api.WithBodyField], because Truncated depends on query.Limit.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate
func (s InsightsEventService) Aggregate(
	ctx context.Context, orgID, siteID string,
	query insights.EventAggregate, opts ...api.CallOption,
) (*insights.EventsAggregationResult, error) {
	result, err := transport.JSON[insights.EventsAggregationResult](
		ctx, s.core, opInsightsEventAggregate.Path(orgID, siteID).Body(query), opts,
	)
	if err != nil {
		return nil, err
	}
	limit := *cmp.Or(query.Limit, new(int64(1000)))
	result.Truncated = slices.ContainsFunc(result.Columns, func(column insights.EventsColumnValues) bool {
		return int64(len(column.Values)) >= limit
	})
	return result, nil
}

// InsightsVisitorSegmentService lists the visitor segments of a site, which are groups of visitors
// that have the same claims.
//
// Experimental: may change in any minor release; see [api].
type InsightsVisitorSegmentService struct {
	core *transport.Core
}

// List returns the visitor segments of a site. The API reference describes no pages for this list.
// If a response nevertheless has a next page, the result contains its cursor, and All and ListPages
// get that page too.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments
func (s InsightsVisitorSegmentService) List(
	ctx context.Context, orgID, siteID string,
	options insights.VisitorSegmentListOptions, opts ...api.CallOption,
) (*pagination.Page[insights.VisitorSegment], error) {
	return transport.List[insights.VisitorSegment](
		ctx, s.core, opInsightsVisitorSegmentList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the visitor segments of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments
func (s InsightsVisitorSegmentService) All(
	ctx context.Context, orgID, siteID string,
	options insights.VisitorSegmentListOptions, opts ...api.CallOption,
) iter.Seq2[insights.VisitorSegment, error] {
	return transport.All[insights.VisitorSegment](
		ctx, s.core, opInsightsVisitorSegmentList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [InsightsVisitorSegmentService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments
func (s InsightsVisitorSegmentService) ListPages(
	ctx context.Context, orgID, siteID string,
	options insights.VisitorSegmentListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[insights.VisitorSegment], error] {
	return transport.Pages[insights.VisitorSegment](
		ctx, s.core, opInsightsVisitorSegmentList.Path(orgID, siteID).Query(options), opts,
	)
}
