package publishingtest

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

var (
	ruleTrackToken      = newSeenRule("sites.insights.events.track.token", "a call that tracks events needs no token")
	ruleTrackTime       = newRule("sites.insights.events.track.timestamp", "the timestamp of an event is at most five minutes before or after the current time; without the rule, it is at any time")
	ruleTrackAll        = newSeenRule("sites.insights.events.track.all", "an event that is rejected makes the whole call fail, and none of its events is recorded; without the rule, the others are")
	ruleSegmentTitle    = newUndecidedRule("sites.insights.visitorsegments.list.title", `the title of a segment consists of the names and values of its claims, such as "plan: pro"; without the rule, it is "Segment"`)
	ruleSegmentNoClaims = newUndecidedRule("sites.insights.visitorsegments.list.no-claims", "events without claims belong to no segment; without the rule, they belong to a segment without claims")
)

// eventWindow is the maximum difference between the timestamp of an event and the current time.
const eventWindow = 5 * time.Minute

// askRating limits the rating of an answer.
var askRating = limits.Check{Want: "1 or -1", Accepts: func(v any) bool {
	n, ok := v.(float64)
	return !ok || math.Abs(n) == 1
}}

// eventNeeds contains the required fields of events by type.
var eventNeeds = map[string][]string{
	"search_type_query": {"query"}, "search_open_result": {"query", "result"},
	"page_post_feedback": {"feedback"}, "page_post_feedback_comment": {"feedback", "feedback.comment"},
	"ask_question": {"query"}, "ask_rate_response": {"query", "rating", "responseId"},
	"link_click": {"link"}, "api_client_open": {"operation"}, "api_client_request": {"operation"},
	"trademark_click": {"placement"}, "ad_click": {"ad"}, "ad_display": {"ad"}, "llms_request": {"llmsVariant"},
}

// The operations on the insights of sites.
var _ = declare(operations{
	"Sites.Insights.Events.Track": {onSite(trackEvents), limits.Table{
		limits.BodyOf(insights.EventTrack{}),
		limits.Body("events[].location.url", limits.URI),
		limits.Body("events[].session.visitorAuthToken", limits.String, limits.Nullable),
	}},
	"Sites.Insights.Events.Aggregate":     {onSite(aggregateEvents), limits.Table{limits.BodyOf(insights.EventAggregate{})}},
	"Sites.Insights.VisitorSegments.List": {handle: onSite(listVisitorSegments)},
})

func trackEvents(c *call, s *site) (response, error) {
	events := input[insights.EventTrack](c).Events
	body, _ := c.parsed.(map[string]any)
	given, _ := body["events"].([]any)
	kept := s.events
	for i, event := range events {
		fields, _ := given[i].(map[string]any)
		if err := c.checkEvent(i, fields, &event); err != nil {
			if c.enabled(ruleTrackAll) {
				return response{}, err
			}
			continue
		}
		kept = append(kept, visit{Event: event})
	}
	s.events = kept
	return response{status: http.StatusNoContent}, nil
}

// checkEvent checks an event against the rules that limits do not express, and sets the event's
// time.
func (st *state) checkEvent(i int, fields map[string]any, event *insights.Event) error {
	if text, ok := fields["timestamp"].(string); ok && st.enabled(ruleTrackTime) {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || st.now().Sub(at).Abs() > eventWindow {
			return invalid(fmt.Sprintf("events[%d].timestamp", i),
				"a time at most five minutes from now", text, ruleTrackTime)
		}
	}
	event.Timestamp = orNew(event.Timestamp, st.now())
	for _, need := range eventNeeds[string(event.Type)] {
		around, name := fields, need
		if outer, inner, nested := strings.Cut(need, "."); nested {
			around, _ = fields[outer].(map[string]any)
			name = inner
		}
		if around[name] == nil {
			return invalid(fmt.Sprintf("events[%d].%s", i, need),
				"a value for the type "+string(event.Type), nil, "")
		}
	}
	return nil
}

// acceptEvent fails the test if a call could not track an event. It ignores the time of the event.
func (s *server) acceptEvent(event insights.Event) {
	event.Timestamp = nil
	fields, _ := asSent(event).(map[string]any)
	s.accept(
		s.limitWhole("Sites.Insights.Events.Track", insights.EventTrack{Events: []insights.Event{event}}),
		s.state.checkEvent(0, fields, &event),
	)
}

func listVisitorSegments(c *call, s *site) (response, error) {
	type segment struct {
		shown              *insights.VisitorSegment
		visitors, sessions map[string]bool
	}
	var order []string
	segments := map[string]*segment{}
	for i := range s.events {
		session := &s.events[i].Session
		if len(session.VisitorAuthClaims) == 0 && c.enabled(ruleSegmentNoClaims) {
			continue
		}
		encoded, _ := jsonx.Marshal(session.VisitorAuthClaims) // sorted by name
		key := string(encoded)
		found := segments[key]
		if found == nil {
			claims := session.VisitorAuthClaims
			if claims == nil {
				claims = map[string]api.Raw{}
			}
			found = &segment{
				&insights.VisitorSegment{Title: c.segmentTitle(claims), Claims: claims},
				map[string]bool{},
				map[string]bool{},
			}
			segments[key], order = found, append(order, key)
		}
		found.visitors[session.VisitorID], found.sessions[session.SessionID] = true, true
		found.shown.Events++
	}
	items := []insights.VisitorSegment{}
	for _, key := range order {
		found := segments[key]
		found.shown.Visitors, found.shown.Sessions = int64(len(found.visitors)), int64(len(found.sessions))
		items = append(items, *found.shown)
	}
	return respondAll(items)
}

func (c *call) segmentTitle(claims map[string]api.Raw) string {
	if c.enabled(ruleSegmentTitle) {
		var parts []string
		for name, value := range claims {
			parts = append(parts, name+": "+strings.Trim(value.String(), `"`))
		}
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	return "Segment"
}

// A Visitor contains data about a visitor that events do not contain, because the service
// determines it: see [SiteInsightsEvents.Add]. A zero field is unknown, but an empty Bot means that
// the visitor is not a bot.
type Visitor struct {
	Country string // such as "FR"
	Point   *insights.EventsPoint
	Device  insights.VisitorDevice
	Browser insights.VisitorBrowser
	OS      insights.VisitorOS
	Bot     insights.VisitorBot
}

// visit is an event with its time and its visitor.
type visit struct {
	insights.Event

	by Visitor
}

// Add adds an event that a visitor has caused on a site, and returns the event. An event without a
// Timestamp gets the current time; a Timestamp can be any time in the past. Type, VisitorID,
// SessionID and URL are generated if they are not set. If the arguments include a visitor,
// aggregations use the data in it, such as the country.
func (s SiteInsightsEvents) Add(
	orgID, siteID string, seed insights.Event, visitor ...Visitor,
) insights.Event {
	server := open(s.server)
	defer server.mu.hold()()
	added := visit{Event: clone(seed)}
	if len(visitor) > 1 {
		server.mistake("want a single visitor, got %d", len(visitor))
	} else if len(visitor) == 1 {
		added.by = clone(visitor[0])
	}
	found := siteKind.seeded(server, orgID, siteID)
	added.Timestamp = orNew(added.Timestamp, server.state.now())
	fill(&added.Type, insights.EventTypePageView)
	server.state.fillID(&added.Session.VisitorID, "visitor")
	server.state.fillID(&added.Session.SessionID, "session")
	fill(&added.Location.URL, found.home())
	server.acceptEvent(added.Event)
	found.events = append(found.events, added)
	return clone(added.Event)
}

// All returns the events of a site with their times, in the order in which they were recorded.
func (s SiteInsightsEvents) All(orgID, siteID string) []insights.Event {
	defer open(s.server).mu.hold()()
	events := slices.Values(siteKind.seeded(open(s.server), orgID, siteID).events)
	return values(events, func(added visit) insights.Event { return added.Event })
}
