package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

// views tracks the first view of each page of the plan, as a site does that is not served by the
// service, and counts the views. A page that has views gets no other. If the service takes a while
// to count, a run right after this one may track the views once more.
func (l *launcher) views(ctx context.Context) error {
	counts, err := l.countViews(ctx)
	if err != nil {
		return err
	}
	var events []sites.Event
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
		if err := l.client.Sites.Insights.Track(ctx, l.orgID, l.site.ID, sites.EventsTrack{Events: events}); err != nil {
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
func (l *launcher) view(ctx context.Context, part part) (sites.Event, error) {
	siteSpace, err := l.siteSpace(ctx, part.space.ID, part.title) // with its address, now that the site is published
	if err != nil {
		return sites.Event{}, err
	}
	if siteSpace == nil || siteSpace.URLs.Published == nil {
		return sites.Event{}, fmt.Errorf("space %q has no address on the site", part.title)
	}
	address, err := url.JoinPath(*siteSpace.URLs.Published, part.page)
	if err != nil {
		return sites.Event{}, err
	}
	return sites.Event{
		Type:    sites.EventTypePageView,
		Session: sites.EventSession{VisitorID: l.plan.visitor.id, SessionID: l.plan.visitor.session},
		Location: sites.EventLocation{
			URL: address, SiteSection: siteSpace.Section, SiteSpace: &siteSpace.ID, Space: &part.space.ID, Page: &part.entry.ID,
		},
	}, nil
}

// viewCount is how often a page was viewed, and by how many visitors.
type viewCount struct{ events, visitors float64 }

// countViews returns the counts of the last year by the ID of the page.
func (l *launcher) countViews(ctx context.Context) (map[string]viewCount, error) {
	page := sites.EventsColumn{Column: sites.EventsColumnPage}
	events, visitors := sites.EventsColumn{Column: sites.EventsColumnEventsCount}, sites.EventsColumn{Column: sites.EventsColumnVisitorsCount}
	result, err := l.client.Sites.Insights.Aggregate(ctx, l.orgID, l.site.ID, sites.EventsAggregation{
		Select:  []sites.EventsColumn{page, events, visitors},
		GroupBy: []sites.EventsColumn{page},
		Where: []sites.EventsFilter{{
			Column: sites.EventsColumnEventType, Operator: sites.EventsOperatorIn,
			Values: []sites.EventsValue{{Text: new(string(sites.EventTypePageView))}},
		}},
		Range: sites.EventsRange{Preset: sites.EventsRangeLastYear},
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
