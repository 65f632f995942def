// Package insights contains the types that describe what visitors of a docs site do and ask, and a
// [Tracker] that sends events in batches.
//
// The operations are in package sites. sites.InsightsEventService.Track records events. It takes an
// [Event] for each action of a visitor:
//
//	err := client.Sites.Insights.Events.Track(ctx, orgID, siteID, insights.EventTrack{Events: []insights.Event{{
//		Type:     insights.EventTypePageView,
//		Session:  insights.EventSession{VisitorID: visitorID, SessionID: sessionID},
//		Location: insights.EventLocation{URL: "https://docs.acme.example/start"},
//	}}})
//
// A [Tracker] collects events and sends them in batches, so that the program does not wait for the
// service while it serves a page. Close sends the remaining events:
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
