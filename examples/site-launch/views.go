package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// views tracks the first view of each page of the plan, as a site does that is not served by the
// service, and counts the views. A page that has views gets no other. If the service takes a while
// to count, a run right after this one may track the views once more.
func (l *launcher) views(ctx context.Context) error {
	counts, err := l.countViews(ctx)
	if err != nil {
		return err
	}
	var events []insights.Event
	for _, part := range l.parts {
		if counts[part.entry.ID].events > 0 {
			continue
		}
		event, err := l.view(ctx, part)
		if err != nil {
			return err
		}
		events = append(events, event)
	}
	if len(events) == 0 {
		l.print("unchanged", "first view of each page")
	} else {
		if err := l.client.Sites.Insights.Events.Track(ctx, l.orgID, l.site.ID, insights.EventTrack{Events: events}); err != nil {
			return err
		}
		l.changed("tracked", "first view of each page, number of events: %d", len(events))
		if counts, err = l.countViews(ctx); err != nil {
			return err
		}
	}
	for _, part := range l.parts {
		count := counts[part.entry.ID]
		l.print("counted", "page %q: views %.0f, visitors %.0f", part.entry.Title, count.events, count.visitors)
	}
	return nil
}

// view returns the event that the visitor views the page of a part.
func (l *launcher) view(ctx context.Context, part part) (insights.Event, error) {
	siteSpace, err := l.siteSpace(ctx, part.space.ID, part.title) // has a URL, now that the site is published
	if err != nil {
		return insights.Event{}, err
	}
	if siteSpace == nil || siteSpace.URLs.Published == nil {
		return insights.Event{}, fmt.Errorf("space %q has no address on the site", part.title)
	}
	address, err := url.JoinPath(*siteSpace.URLs.Published, part.page)
	if err != nil {
		return insights.Event{}, err
	}
	return insights.Event{
		Type:    insights.EventTypePageView,
		Session: insights.EventSession{VisitorID: l.plan.visitor.id, SessionID: l.plan.visitor.session},
		Location: insights.EventLocation{
			URL: address, SiteSection: siteSpace.Section, SiteSpace: &siteSpace.ID, Space: &part.space.ID, Page: &part.entry.ID,
		},
	}, nil
}

// viewCount is how often a page was viewed, and by how many visitors.
type viewCount struct{ events, visitors float64 }

// countViews returns the counts of the last year by the ID of the page.
func (l *launcher) countViews(ctx context.Context) (map[string]viewCount, error) {
	page := insights.EventsColumn{Column: insights.EventsColumnPage}
	events, visitors := insights.EventsColumn{Column: insights.EventsColumnEventsCount}, insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}
	result, err := l.client.Sites.Insights.Events.Aggregate(ctx, l.orgID, l.site.ID, insights.EventAggregate{
		Select:  []insights.EventsColumn{page, events, visitors},
		GroupBy: []insights.EventsColumn{page},
		Where: []insights.EventsFilter{{
			Column: insights.EventsColumnEventType, Operator: insights.EventsOperatorIn,
			Values: []insights.EventsValue{{Text: new(string(insights.EventTypePageView))}},
		}},
		Range: insights.EventsRange{Preset: insights.EventsRangePresetLastYear},
	})
	if err != nil {
		return nil, err
	}
	if result.Truncated {
		return nil, errors.New("count views: the site has more pages than an aggregation has rows")
	}
	rows, err := result.Rows()
	if err != nil {
		return nil, err
	}
	counts := map[string]viewCount{}
	atPage, atEvents, atVisitors := result.Index(page), result.Index(events), result.Index(visitors)
	if min(atPage, atEvents, atVisitors) < 0 {
		return nil, errors.New("count views: the result lacks a column")
	}
	for _, row := range rows {
		if viewed := row[atPage].Page; viewed != nil && viewed.Page != nil {
			counts[*viewed.Page] = viewCount{publishing.Value(row[atEvents].Number), publishing.Value(row[atVisitors].Number)}
		}
	}
	return counts, nil
}
