package sites_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// event returns an event of a type in a session and at a location with the required fields only.
func event(kind insights.EventType) insights.Event {
	return insights.Event{
		Type:     kind,
		Session:  insights.EventSession{VisitorID: "visitor_1", SessionID: "session_1"},
		Location: insights.EventLocation{URL: "https://docs.acme.example/start"},
	}
}

// eventWith returns an event with what its type needs.
func eventWith(kind insights.EventType, set func(*insights.Event)) insights.Event {
	e := event(kind)
	set(&e)
	return e
}

// bareEvent is the JSON of an event with the required fields only, and with more fields.
func bareEvent(kind insights.EventType, more string) string {
	if more != "" {
		more = ", " + more
	}
	return `{"type": "` + string(kind) + `",
		"session": {"visitorId": "visitor_1", "sessionId": "session_1", "cookies": {}, "userAgent": "", "language": null, "referrer": null},
		"location": {"url": "https://docs.acme.example/start", "siteSection": null, "siteSpace": null, "siteShareKey": null, "space": null, "revision": null, "page": null}` + more + `}`
}

func track(events ...insights.Event) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Sites.Insights.Events.Track(a.Ctx, a.ID[0], a.ID[1], insights.EventTrack{Events: events}, a.Opts...)
	}
}

var fullSession = insights.EventSession{
	VisitorID: "visitor_1", SessionID: "session_1", Cookies: api.NewSecretMap(map[string]string{"theme": "dark"}), IP: new(api.NewSecret("192.0.2.1")),
	UserAgent: "Mozilla/5.0", Language: new("en-US"), Referrer: new("https://search.example/?q=acme"),
	VisitorAuthClaims: map[string]api.Raw{"plan": api.Raw(`"pro"`)},
}

const (
	fullSessionJSON = `{"visitorId": "visitor_1", "sessionId": "session_1", "cookies": {"theme": "dark"}, "ip": "192.0.2.1", "userAgent": "Mozilla/5.0",
		"language": "en-US", "referrer": "https://search.example/?q=acme", "visitorAuthClaims": {"plan": "pro"}}`
	fullLocationJSON = `{"url": "https://docs.acme.example/start", "displayContext": "embed", "siteSection": "section_1", "siteSpace": "siteSpace_1",
		"siteShareKey": "share-key-1", "space": "space_1", "revision": "revision_1", "page": "page_1"}`
)

var fullLocation = insights.EventLocation{
	URL: "https://docs.acme.example/start", DisplayContext: insights.DisplayContextEmbed, SiteSection: new("section_1"), SiteSpace: new("siteSpace_1"),
	SiteShareKey: new(api.NewSecret("share-key-1")), Space: new("space_1"), Revision: new("revision_1"), Page: new("page_1"),
}

// typedEvents are events of all types with what they need, and their JSON.
var typedEvents = []struct {
	event insights.Event
	more  string
}{
	{event(insights.EventTypePageView), ""},
	{event(insights.EventTypeSearchOpen), ""},
	{eventWith(insights.EventTypeSearchTypeQuery, func(e *insights.Event) { e.Query = new("install") }), `"query": "install"`},
	{eventWith(insights.EventTypeSearchOpenResult, func(e *insights.Event) {
		e.Query, e.Result = new(""), &insights.EventResult{SpaceID: "space_1", PageID: "page_1"}
	}), `"query": "", "result": {"spaceId": "space_1", "pageId": "page_1"}`},
	{eventWith(insights.EventTypePagePostFeedback, func(e *insights.Event) { e.Feedback = &insights.EventFeedback{Rating: insights.PageRatingOK} }), `"feedback": {"rating": "ok"}`},
	{eventWith(insights.EventTypePagePostFeedbackComment, func(e *insights.Event) {
		e.Feedback = &insights.EventFeedback{Rating: insights.PageRatingBad, Comment: new("too short")}
	}), `"feedback": {"rating": "bad", "comment": "too short"}`},
	{eventWith(insights.EventTypeAskQuestion, func(e *insights.Event) { e.Query = new("How do I install it?") }), `"query": "How do I install it?"`},
	{event(insights.EventTypeAskView), ""},
	{eventWith(insights.EventTypeAskRateResponse, func(e *insights.Event) {
		e.Query, e.Rating, e.ResponseID = new("How?"), insights.AskRatingDown, new("response_1")
	}), `"query": "How?", "rating": -1, "responseId": "response_1"`},
	{eventWith(insights.EventTypeLinkClick, func(e *insights.Event) {
		e.Link = &insights.EventLink{Target: spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://acme.example")}, Position: insights.LinkPositionFooter}
	}), `"link": {"target": {"kind": "url", "url": "https://acme.example"}, "position": "footer"}`},
	{eventWith(insights.EventTypeAPIClientOpen, func(e *insights.Event) { e.Operation = &insights.EventOperation{Path: "/pets", Method: "get"} }), `"operation": {"path": "/pets", "method": "get"}`},
	{eventWith(insights.EventTypeAPIClientRequest, func(e *insights.Event) { e.Operation = &insights.EventOperation{Path: "/pets", Method: "post"} }), `"operation": {"path": "/pets", "method": "post"}`},
	{eventWith(insights.EventTypeTrademarkClick, func(e *insights.Event) { e.Placement = insights.TrademarkPlacementSidebar }), `"placement": "sidebar"`},
	{eventWith(insights.EventTypeAdClick, func(e *insights.Event) {
		e.Ad = &insights.EventAd{Domain: "ads.example", ZoneID: "zone_1", Placement: insights.AdPlacementAside}
	}), `"ad": {"domain": "ads.example", "zoneId": "zone_1", "placement": "aside"}`},
	{eventWith(insights.EventTypeAdDisplay, func(e *insights.Event) {
		e.Ad = &insights.EventAd{Domain: "ads.example", ZoneID: "zone_1", Placement: insights.AdPlacementAside}
	}), `"ad": {"domain": "ads.example", "zoneId": "zone_1", "placement": "aside"}`},
	{event(insights.EventTypePageMarkdownRequest), ""},
	{event(insights.EventTypeAgentFeedback), ""},
	{eventWith(insights.EventTypeLLMSRequest, func(e *insights.Event) { e.LLMSVariant = insights.LLMSVariantFull }), `"llmsVariant": "full"`},
	{event(insights.EventTypeMCPRequest), ""},
	{event(insights.EventTypeRSSRequest), ""},
	{eventWith(insights.EventTypeSearchOpenResult, func(e *insights.Event) {
		e.Query, e.Result = new("pets"), &insights.EventResult{RecordID: "record_1"}
	}), `"query": "pets", "result": {"recordId": "record_1"}`},
}

func allEvents() []insights.Event {
	var all []insights.Event
	for _, typed := range typedEvents {
		all = append(all, typed.event)
	}
	return all
}

func allEventsJSON() string {
	var all []string
	for _, typed := range typedEvents {
		all = append(all, bareEvent(typed.event.Type, typed.more))
	}
	return `{"events": [` + strings.Join(all, ", ") + `]}`
}

func aggregate(query insights.EventAggregate) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Insights.Events.Aggregate(a.Ctx, a.ID[0], a.ID[1], query, a.Opts...)
	}
}

var (
	lastWeek = insights.EventsRange{Preset: insights.EventsRangePresetLast7Days}
	byPage   = insights.EventsColumn{Column: insights.EventsColumnPage}
	byDay    = insights.EventsColumn{Column: insights.EventsColumnDatetime, Interval: insights.EventsIntervalDay}
	visitors = insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}
)

const (
	trackRequest     = "POST /v1/orgs/organization%2F1/sites/site%2F1/insights/events"
	aggregateRequest = "POST /v1/orgs/organization%2F1/sites/site%2F1/insights/events/aggregate"
)

var insightsRows = []contract.Row{
	{
		Op:      "Sites.Insights.Events.Track",
		Call:    track(insights.Event{Type: insights.EventTypePageView, Session: fullSession, Location: fullLocation}),
		Request: trackRequest,
		Body:    `{"events": [{"type": "page_view", "session": ` + fullSessionJSON + `, "location": ` + fullLocationJSON + `}]}`,
		Status:  204,
	},
	{
		Op:      "Sites.Insights.Events.Track",
		Name:    "all types, nothing else set",
		Call:    track(allEvents()...),
		Request: trackRequest,
		Body:    allEventsJSON(),
		Status:  204,
	},
	{
		Op:   "Sites.Insights.Events.Track",
		Name: "a type that this release does not know",
		Call: track(eventWith("rss_request", func(e *insights.Event) {
			e.Extra = map[string]api.Raw{"feed": api.Raw(`{"format":"atom"}`)}
		})),
		Request: trackRequest,
		Body:    `{"events": [` + bareEvent("rss_request", `"feed": {"format": "atom"}`) + `]}`,
		Status:  204,
	},
	{
		Op:      "Sites.Insights.Events.Track",
		Name:    "rejected",
		Call:    track(event(insights.EventTypePageView)),
		Request: trackRequest,
		Body:    `{"events": [` + bareEvent(insights.EventTypePageView, "") + `]}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op: "Sites.Insights.Events.Aggregate",
		Call: aggregate(insights.EventAggregate{
			Select: []insights.EventsColumn{
				byDay, byPage,
				{Column: insights.EventsColumnVisitorGeoPoint, Precision: new(int64(4))},
				{Column: insights.EventsColumnVisitorClaim, Claim: new("plan")},
				visitors,
			},
			Where: []insights.EventsFilter{
				{Column: insights.EventsColumnEventType, Operator: insights.EventsOperatorIn, Values: []insights.EventsValue{{Text: new(string(insights.EventTypePageView))}}},
				{Column: insights.EventsColumnVisitorClaim, Claim: new("plan"), Operator: insights.EventsOperatorNotIn, Values: []insights.EventsValue{{Text: new("free")}}},
				{Column: insights.EventsColumnVisitorsCount, Operator: insights.EventsOperatorGreaterThan, Values: []insights.EventsValue{{Number: new(1.5)}}},
			},
			GroupBy: []insights.EventsColumn{byDay, byPage},
			Order:   &insights.EventsOrder{By: visitors, Direction: api.OrderDesc},
			Range:   lastWeek,
			Limit:   new(int64(10)),
		}),
		Request: aggregateRequest,
		Body: `{"select": [{"column": "datetime", "interval": "day"}, {"column": "page"}, {"column": "visitorGeoPoint", "precision": 4},
				{"column": "visitorClaim", "claim": "plan"}, {"column": "visitorsCount"}],
			"where": [{"column": "eventType", "operator": "in", "values": ["page_view"]}, {"column": "visitorClaim", "claim": "plan", "operator": "notIn", "values": ["free"]},
				{"column": "visitorsCount", "operator": "greaterThan", "values": [1.5]}],
			"groupBy": [{"column": "datetime", "interval": "day"}, {"column": "page"}],
			"order": {"by": {"column": "visitorsCount"}, "direction": "desc"}, "range": "last7Days", "limit": 10}`,
		Status: 200,
		Response: `{"columns": [{"column": "datetime", "values": ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"]},
			{"column": "page", "values": [{"space": "space_1", "page": "page_1"}, null]},
			{"column": "visitorGeoPoint", "values": [{"latitude": 48.1, "longitude": 11.6, "h3": "841f8d7ffffffff"}, null]},
			{"column": "visitorClaim", "claim": "plan", "values": ["pro", "team"]},
			{"column": "visitorsCount", "values": [7, 2.5]}]}`,
	},
	{
		Op:   "Sites.Insights.Events.Aggregate",
		Name: "from and to, values of all types",
		Call: aggregate(insights.EventAggregate{
			Where: []insights.EventsFilter{
				{Column: insights.EventsColumnSiteSection, Values: []insights.EventsValue{{Text: new("section_1")}, {}}},
				{Column: insights.EventsColumnPage, Values: []insights.EventsValue{{Page: &insights.EventsPage{Space: "space_1"}}}},
				{Column: insights.EventsColumnVisitorGeoPoint, Values: []insights.EventsValue{{Point: &insights.EventsPoint{Latitude: 48.1, Longitude: 11.6, H3: "841f8d7ffffffff"}}}},
				{Column: insights.EventsColumnEventLinkTargetValue, Values: []insights.EventsValue{{Target: &spaces.ContentRef{Kind: spaces.ContentRefKindSpace, Space: new("space_1")}}}},
				{Column: insights.EventsColumnPageRatings, Values: []insights.EventsValue{{PageRatings: &insights.EventsPageRatings{OK: 1, Good: 2, Bad: 3}}}},
				{Column: insights.EventsColumnAskRatings, Values: []insights.EventsValue{{AskRatings: &insights.EventsAskRatings{Positive: 1, Negative: 2}}}},
				{Column: "visitorAuthenticated", Values: []insights.EventsValue{{Bool: new(false)}}},
				{Column: "visitorPath", Values: []insights.EventsValue{{Raw: api.Raw(`["a"]`)}}},
			},
			Range: insights.EventsRange{From: new(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), To: new(time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC))},
		}),
		Request: aggregateRequest,
		Body: `{"where": [{"column": "siteSection", "values": ["section_1", null]}, {"column": "page", "values": [{"page": null, "space": "space_1"}]},
			{"column": "visitorGeoPoint", "values": [{"latitude": 48.1, "longitude": 11.6, "h3": "841f8d7ffffffff"}]},
			{"column": "eventLinkTargetValue", "values": [{"kind": "space", "space": "space_1"}]},
			{"column": "pageFeedbackRating", "values": [{"ok": 1, "good": 2, "bad": 3}]},
			{"column": "askResponseRating", "values": [{"positive": 1, "negative": 2}]},
			{"column": "visitorAuthenticated", "values": [false]}, {"column": "visitorPath", "values": [["a"]]}],
			"range": {"from": "2026-01-02T03:04:05Z", "to": "2026-02-02T03:04:05Z"}}`,
		Status: 200,
		Response: `{"columns": [{"column": "eventLinkTargetValue", "values": [{"kind": "page", "page": "page_1", "space": "space_1"}, null]},
			{"column": "pageFeedbackRating", "values": [{"ok": 1, "good": 2, "bad": 3}]},
			{"column": "askResponseRating", "values": [{"positive": 1, "negative": 2}]},
			{"column": "siteSection", "values": ["section_1", null]}]}`,
	},

	{
		Op: "Sites.Insights.VisitorSegments.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Insights.VisitorSegments.List(a.Ctx, a.ID[0], a.ID[1], insights.VisitorSegmentListOptions{}, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			service, options := a.Sites.Insights.VisitorSegments, insights.VisitorSegmentListOptions{}
			return service.All(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), service.ListPages(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/insights/visitor-segments",
		Status:  200,
		Response: `{"next": {"page": "c/2+d="}, "count": 2, "items": [{"title": "plan pro", "claims": {"plan": "pro"}, "events": 12, "visitors": 3, "sessions": 4},
			{"title": "all others", "claims": {"plan": {"in": ["free", "team"]}}, "events": 10, "visitors": 2, "sessions": 9}]}`,
	},
	{
		Op:   "Sites.Insights.VisitorSegments.List",
		Name: "no segments",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Insights.VisitorSegments.List(a.Ctx, a.ID[0], a.ID[1], insights.VisitorSegmentListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/insights/visitor-segments",
		Status:   200,
		Response: `{"items": []}`,
	},
}

func TestTypeOfAnEventDecidesWhatItNeeds(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Events.Track"
	seen := 0
	for _, typed := range typedEvents {
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte("{"+typed.more+"}"), &fields))
		for field := range fields {
			encoded, err := json.Marshal(typed.event)
			require.NoError(t, err)
			var all map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(encoded, &all))
			delete(all, field)
			encoded, err = json.Marshal(all)
			require.NoError(t, err)
			var lacking insights.Event
			require.NoError(t, json.Unmarshal(encoded, &lacking))
			area.Rejects(t, name, track(event(insights.EventTypePageView), lacking), "events[1]."+field, `a value for the type "`+string(typed.event.Type)+`"`, "")
			require.Len(t, area.Accepts(t, name, track(lacking), publishing.WithoutValidation()).Values("events[].type"), 1)
			seen++
		}
	}
	require.Equal(t, 18, seen)
}

func TestEventFarFromNowIsNotSent(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Events.Track"
	synctest.Test(t, func(t *testing.T) {
		for _, off := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
			at := time.Now().Add(off)
			sent := area.Accepts(t, name, track(eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Timestamp = &at })))
			require.Equal(t, []any{at.Format(time.RFC3339Nano)}, sent.Values("events[].timestamp"))
		}
		for _, off := range []time.Duration{-5*time.Minute - time.Second, 5*time.Minute + time.Second} {
			at := time.Now().Add(off)
			call := track(event(insights.EventTypePageView), eventWith(insights.EventTypePageView, func(e *insights.Event) { e.Timestamp = &at }))
			area.Rejects(t, name, call, "events[1].timestamp", "a time at most 5m0s from now", at.Format(time.RFC3339))
			area.Accepts(t, name, call, publishing.WithoutValidation())
		}
	})
}

func TestFeedbackIsACommentByTheTypeOfTheEvent(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Events.Track"
	lacking := track(event(insights.EventTypePageView), eventWith(insights.EventTypePagePostFeedbackComment, func(e *insights.Event) {
		e.Feedback = &insights.EventFeedback{Rating: insights.PageRatingGood}
	}))
	area.Rejects(t, name, lacking, "events[1].feedback.comment", `a value for the type "page_post_feedback_comment"`, "")
	area.Accepts(t, name, lacking, publishing.WithoutValidation())
	area.Accepts(t, name, track(eventWith(insights.EventTypePagePostFeedback, func(e *insights.Event) { e.Feedback = &insights.EventFeedback{Rating: insights.PageRatingGood} })))
}

func TestTrackWorksWithoutAToken(t *testing.T) {
	t.Parallel()
	calls := 0
	network := roundTripFunc(func(req *http.Request) (*http.Response, error) {
		calls++
		require.NotContains(t, req.Header, "Authorization")
		return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
	})
	client, err := publishing.NewClient("https://api.example.com", publishing.WithoutAuth(), publishing.WithHTTPClient(&http.Client{Transport: network}))
	require.NoError(t, err)
	require.NoError(t, client.Sites.Insights.Events.Track(t.Context(), "org_1", "site_1", insights.EventTrack{Events: []insights.Event{event(insights.EventTypePageView)}}))
	require.Equal(t, 1, calls)
}

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
