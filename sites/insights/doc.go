// Package insights contains the types that describe what the visitors of a docs site do, and a
// [Tracker], which sends their events in batches.
//
// The operations are in package sites. sites.InsightsEventService.Track records events. It takes an
// [Event] for each thing that a visitor does:
//
//	err := client.Sites.Insights.Events.Track(ctx, orgID, siteID, insights.EventTrack{Events: []insights.Event{{
//		Type:     insights.EventTypePageView,
//		Session:  insights.EventSession{VisitorID: visitorID, SessionID: sessionID},
//		Location: insights.EventLocation{URL: "https://docs.acme.example/start"},
//	}}})
//
// A [Tracker] collects events and sends them in batches, so that a page is not delayed. Close sends
// those that are left:
//
//	tracker, err := insights.NewTracker(client.Sites.Insights.Events, orgID, siteID, insights.TrackerOptions{})
//	...
//	tracker.Track(event)
//	...
//	err = tracker.Close(ctx)
//
// sites.InsightsEventService.Aggregate counts events, sessions and visitors. [EventAggregate] is
// the query, and [EventsAggregationResult.Rows] returns the rows of the result.
//
// Experimental: may change in any minor release; see [api].
package insights
