package sites_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// event returns an event of a type in a session and at a location with the required fields only.
func event(kind sites.EventType) sites.Event {
	return sites.Event{
		Type:     kind,
		Session:  sites.EventSession{VisitorID: "visitor_1", SessionID: "session_1"},
		Location: sites.EventLocation{URL: "https://docs.acme.example/start"},
	}
}

// eventWith returns an event with what its type needs.
func eventWith(kind sites.EventType, set func(*sites.Event)) sites.Event {
	e := event(kind)
	set(&e)
	return e
}

// bareEvent is the JSON of an event with the required fields only, and with more fields.
func bareEvent(kind sites.EventType, more string) string {
	if more != "" {
		more = ", " + more
	}
	return `{"type": "` + string(kind) + `",
		"session": {"visitorId": "visitor_1", "sessionId": "session_1", "cookies": {}, "userAgent": "", "language": null, "referrer": null},
		"location": {"url": "https://docs.acme.example/start", "siteSection": null, "siteSpace": null, "siteShareKey": null, "space": null, "revision": null, "page": null}` + more + `}`
}

func track(events ...sites.Event) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Sites.Insights.Track(a.Ctx, a.ID[0], a.ID[1], sites.EventsTrack{Events: events}, a.Opts...)
	}
}

var fullSession = sites.EventSession{
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

var fullLocation = sites.EventLocation{
	URL: "https://docs.acme.example/start", DisplayContext: sites.DisplayContextEmbed, SiteSection: new("section_1"), SiteSpace: new("siteSpace_1"),
	SiteShareKey: new(api.NewSecret("share-key-1")), Space: new("space_1"), Revision: new("revision_1"), Page: new("page_1"),
}

// typedEvents are events of all types with what they need, and their JSON.
var typedEvents = []struct {
	event sites.Event
	more  string
}{
	{event(sites.EventTypePageView), ""},
	{event(sites.EventTypeSearchOpen), ""},
	{eventWith(sites.EventTypeSearchTypeQuery, func(e *sites.Event) { e.Query = new("install") }), `"query": "install"`},
	{eventWith(sites.EventTypeSearchOpenResult, func(e *sites.Event) {
		e.Query, e.Result = new(""), &sites.EventResult{SpaceID: "space_1", PageID: "page_1"}
	}), `"query": "", "result": {"spaceId": "space_1", "pageId": "page_1"}`},
	{eventWith(sites.EventTypePagePostFeedback, func(e *sites.Event) { e.Feedback = &sites.EventFeedback{Rating: sites.PageRatingOK} }), `"feedback": {"rating": "ok"}`},
	{eventWith(sites.EventTypePagePostFeedbackComment, func(e *sites.Event) {
		e.Feedback = &sites.EventFeedback{Rating: sites.PageRatingBad, Comment: new("too short")}
	}), `"feedback": {"rating": "bad", "comment": "too short"}`},
	{eventWith(sites.EventTypeAskQuestion, func(e *sites.Event) { e.Query = new("How do I install it?") }), `"query": "How do I install it?"`},
	{event(sites.EventTypeAskView), ""},
	{eventWith(sites.EventTypeAskRateResponse, func(e *sites.Event) {
		e.Query, e.Rating, e.ResponseID = new("How?"), sites.AskRatingDown, new("response_1")
	}), `"query": "How?", "rating": -1, "responseId": "response_1"`},
	{eventWith(sites.EventTypeLinkClick, func(e *sites.Event) {
		e.Link = &sites.EventLink{Target: spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://acme.example")}, Position: sites.LinkPositionFooter}
	}), `"link": {"target": {"kind": "url", "url": "https://acme.example"}, "position": "footer"}`},
	{eventWith(sites.EventTypeAPIClientOpen, func(e *sites.Event) { e.Operation = &sites.EventOperation{Path: "/pets", Method: "get"} }), `"operation": {"path": "/pets", "method": "get"}`},
	{eventWith(sites.EventTypeAPIClientRequest, func(e *sites.Event) { e.Operation = &sites.EventOperation{Path: "/pets", Method: "post"} }), `"operation": {"path": "/pets", "method": "post"}`},
	{eventWith(sites.EventTypeTrademarkClick, func(e *sites.Event) { e.Placement = sites.TrademarkPlacementSidebar }), `"placement": "sidebar"`},
	{eventWith(sites.EventTypeAdClick, func(e *sites.Event) {
		e.Ad = &sites.EventAd{Domain: "ads.example", ZoneID: "zone_1", Placement: sites.AdPlacementAside}
	}), `"ad": {"domain": "ads.example", "zoneId": "zone_1", "placement": "aside"}`},
	{eventWith(sites.EventTypeAdDisplay, func(e *sites.Event) {
		e.Ad = &sites.EventAd{Domain: "ads.example", ZoneID: "zone_1", Placement: sites.AdPlacementAside}
	}), `"ad": {"domain": "ads.example", "zoneId": "zone_1", "placement": "aside"}`},
}

func allEvents() []sites.Event {
	var all []sites.Event
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

func aggregate(query sites.EventsAggregation) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Insights.Aggregate(a.Ctx, a.ID[0], a.ID[1], query, a.Opts...)
	}
}

var (
	lastWeek = sites.EventsRange{Preset: sites.EventsRangeLast7Days}
	byPage   = sites.EventsColumn{Column: sites.EventsColumnPage}
	byDay    = sites.EventsColumn{Column: sites.EventsColumnDatetime, Interval: sites.EventsIntervalDay}
	visitors = sites.EventsColumn{Column: sites.EventsColumnVisitorsCount}
)

const (
	trackRequest     = "POST /v1/orgs/organization%2F1/sites/site%2F1/insights/events"
	aggregateRequest = "POST /v1/orgs/organization%2F1/sites/site%2F1/insights/events/aggregate"
)

var insightsRows = []contract.Row{
	{
		Op:      "Sites.Insights.Track",
		Call:    track(sites.Event{Type: sites.EventTypePageView, Session: fullSession, Location: fullLocation}),
		Request: trackRequest,
		Body:    `{"events": [{"type": "page_view", "session": ` + fullSessionJSON + `, "location": ` + fullLocationJSON + `}]}`,
		Status:  204,
	},
	{
		Op:      "Sites.Insights.Track",
		Name:    "all types, nothing else set",
		Call:    track(allEvents()...),
		Request: trackRequest,
		Body:    allEventsJSON(),
		Status:  204,
	},
	{
		Op:   "Sites.Insights.Track",
		Name: "a type that this release does not know",
		Call: track(eventWith("rss_request", func(e *sites.Event) {
			e.Extra = map[string]api.Raw{"feed": api.Raw(`{"format":"atom"}`)}
		})),
		Request: trackRequest,
		Body:    `{"events": [` + bareEvent("rss_request", `"feed": {"format": "atom"}`) + `]}`,
		Status:  204,
	},
	{
		Op:      "Sites.Insights.Track",
		Name:    "rejected",
		Call:    track(event(sites.EventTypePageView)),
		Request: trackRequest,
		Body:    `{"events": [` + bareEvent(sites.EventTypePageView, "") + `]}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op: "Sites.Insights.Aggregate",
		Call: aggregate(sites.EventsAggregation{
			Select: []sites.EventsColumn{
				byDay, byPage,
				{Column: sites.EventsColumnVisitorGeoPoint, Precision: new(int64(4))},
				{Column: sites.EventsColumnVisitorClaim, Claim: new("plan")},
				visitors,
			},
			Where: []sites.EventsFilter{
				{Column: sites.EventsColumnEventType, Operator: sites.EventsOperatorIn, Values: []sites.EventsValue{{Text: new(string(sites.EventTypePageView))}}},
				{Column: sites.EventsColumnVisitorClaim, Claim: new("plan"), Operator: sites.EventsOperatorNotIn, Values: []sites.EventsValue{{Text: new("free")}}},
				{Column: sites.EventsColumnVisitorsCount, Operator: sites.EventsOperatorGreaterThan, Values: []sites.EventsValue{{Number: new(1.5)}}},
			},
			GroupBy: []sites.EventsColumn{byDay, byPage},
			Order:   &sites.EventsOrder{By: visitors, Direction: api.OrderDesc},
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
		Op:   "Sites.Insights.Aggregate",
		Name: "from and to, values of all types",
		Call: aggregate(sites.EventsAggregation{
			Where: []sites.EventsFilter{
				{Column: sites.EventsColumnSiteSection, Values: []sites.EventsValue{{Text: new("section_1")}, {}}},
				{Column: sites.EventsColumnPage, Values: []sites.EventsValue{{Page: &sites.EventsPage{Space: "space_1"}}}},
				{Column: sites.EventsColumnVisitorGeoPoint, Values: []sites.EventsValue{{Point: &sites.EventsPoint{Latitude: 48.1, Longitude: 11.6, H3: "841f8d7ffffffff"}}}},
				{Column: sites.EventsColumnEventLinkTargetValue, Values: []sites.EventsValue{{Target: &spaces.ContentRef{Kind: spaces.ContentRefKindSpace, Space: new("space_1")}}}},
				{Column: sites.EventsColumnPageRatings, Values: []sites.EventsValue{{PageRatings: &sites.EventsPageRatings{OK: 1, Good: 2, Bad: 3}}}},
				{Column: sites.EventsColumnAskRatings, Values: []sites.EventsValue{{AskRatings: &sites.EventsAskRatings{Positive: 1, Negative: 2}}}},
				{Column: "visitorAuthenticated", Values: []sites.EventsValue{{Bool: new(false)}}},
				{Column: "visitorPath", Values: []sites.EventsValue{{Raw: api.Raw(`["a"]`)}}},
			},
			Range: sites.EventsRange{From: new(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), To: new(time.Date(2026, 2, 2, 3, 4, 5, 0, time.UTC))},
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
		Op: "Sites.Insights.VisitorSegments",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Insights.VisitorSegments(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/sites/site%2F1/insights/visitor-segments",
		Status:  200,
		Response: `{"next": {"page": "c/2+d="}, "count": 2, "items": [{"title": "plan pro", "claims": {"plan": "pro"}, "events": 12, "visitors": 3, "sessions": 4},
			{"title": "all others", "claims": {"plan": {"in": ["free", "team"]}}, "events": 10, "visitors": 2, "sessions": 9}]}`,
	},
	{
		Op:   "Sites.Insights.VisitorSegments",
		Name: "no segments",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Insights.VisitorSegments(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/sites/site%2F1/insights/visitor-segments",
		Status:   200,
		Response: `{"items": []}`,
	},
}

func TestTypeOfAnEventDecidesWhatItNeeds(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Track"
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
			var lacking sites.Event
			require.NoError(t, json.Unmarshal(encoded, &lacking))
			shown := ""
			if field == "rating" {
				shown = "0"
			}
			area.Rejects(t, name, track(event(sites.EventTypePageView), lacking), "events[1]."+field, `a value for the type "`+string(typed.event.Type)+`"`, shown)
			require.Len(t, area.Accepts(t, name, track(lacking), publishing.WithoutValidation()).Values("events[].type"), 1)
			seen++
		}
	}
	require.Equal(t, 15, seen)
}

func TestEventFarFromNowIsNotSent(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Track"
	synctest.Test(t, func(t *testing.T) {
		for _, off := range []time.Duration{-5 * time.Minute, 0, 5 * time.Minute} {
			at := time.Now().Add(off)
			sent := area.Accepts(t, name, track(eventWith(sites.EventTypePageView, func(e *sites.Event) { e.Timestamp = &at })))
			require.Equal(t, []any{at.Format(time.RFC3339Nano)}, sent.Values("events[].timestamp"))
		}
		for _, off := range []time.Duration{-5*time.Minute - time.Second, 5*time.Minute + time.Second} {
			at := time.Now().Add(off)
			call := track(event(sites.EventTypePageView), eventWith(sites.EventTypePageView, func(e *sites.Event) { e.Timestamp = &at }))
			area.Rejects(t, name, call, "events[1].timestamp", "a time at most 5m0s from now", at.Format(time.RFC3339))
			area.Accepts(t, name, call, publishing.WithoutValidation())
		}
	})
}

func TestFeedbackIsACommentByTheTypeOfTheEvent(t *testing.T) {
	t.Parallel()
	const name = "Sites.Insights.Track"
	lacking := track(event(sites.EventTypePageView), eventWith(sites.EventTypePagePostFeedbackComment, func(e *sites.Event) {
		e.Feedback = &sites.EventFeedback{Rating: sites.PageRatingGood}
	}))
	area.Rejects(t, name, lacking, "events[1].feedback.comment", `a value for the type "page_post_feedback_comment"`, "")
	area.Accepts(t, name, lacking, publishing.WithoutValidation())
	area.Accepts(t, name, track(eventWith(sites.EventTypePagePostFeedback, func(e *sites.Event) { e.Feedback = &sites.EventFeedback{Rating: sites.PageRatingGood} })))
}

func TestLogOfAnEventContainsNoPersonalData(t *testing.T) {
	t.Parallel()
	e := sites.Event{Type: sites.EventTypePageView, Session: fullSession, Location: fullLocation}
	for _, logged := range []any{e, &e, e.Session, e.Location, sites.EventsTrack{Events: []sites.Event{e}}} {
		var text, encoded strings.Builder
		slog.New(slog.NewTextHandler(&text, nil)).Info("logged", slog.Any("value", logged))
		slog.New(slog.NewJSONHandler(&encoded, nil)).Info("logged", slog.Any("value", logged))
		for _, hidden := range []string{"dark", "192.0.2.1", "share-key-1", `"pro"`, "pro]", "plan"} {
			require.NotContains(t, encoded.String(), hidden, "%T", logged)
			require.NotContains(t, text.String(), hidden, "%T", logged)
		}
	}
}

func TestCredentialsInAnEventDoNotPrint(t *testing.T) {
	t.Parallel()
	e := sites.Event{Type: sites.EventTypePageView, Session: fullSession, Location: fullLocation}
	require.Equal(t, "dark", e.Session.Cookies["theme"].Reveal())
	require.Equal(t, "192.0.2.1", e.Session.IP.Reveal())
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, printed := range []any{e, &e, e.Session, e.Location, sites.EventsTrack{Events: []sites.Event{e}}, sites.TrackerFailure{Events: []sites.Event{e}}} {
			text := fmt.Sprintf(verb, printed)
			for _, hidden := range []string{"dark", "192.0.2.1", "share-key-1"} {
				require.NotContains(t, text, hidden, "%s of a %T", verb, printed)
				require.NotContains(t, text, hex.EncodeToString([]byte(hidden)), "%s of a %T", verb, printed)
			}
		}
	}
}

func TestRowsHaveTheValuesOfEachColumn(t *testing.T) {
	t.Parallel()
	var result sites.EventsAggregationResult
	require.NoError(t, json.Unmarshal([]byte(`{"columns":[
		{"column":"eventType","values":["page_view","ask_view",null]},
		{"column":"visitorsCount","values":[3,1e2,0.5]},
		{"column":"visitorAuthenticated","values":[true,null,{"since":2026}]}
	]}`), &result))
	rows, err := result.Rows()
	require.NoError(t, err)
	require.Equal(t, []sites.EventsRow{
		{{Text: new("page_view")}, {Number: new(3.0)}, {Bool: new(true)}},
		{{Text: new("ask_view")}, {Number: new(100.0)}, {}},
		{{}, {Number: new(0.5)}, {Raw: api.Raw(`{"since":2026}`)}},
	}, rows)
	var texts []string
	for _, row := range rows {
		for _, value := range row {
			texts = append(texts, value.String())
		}
	}
	require.Equal(t, []string{"page_view", "3", "true", "ask_view", "100", "null", "null", "0.5", `{"since":2026}`}, texts)
	require.Equal(t, "100", rows[1][result.Index(sites.EventsColumn{Column: sites.EventsColumnVisitorsCount})].String())
	require.Equal(t, -1, result.Index(sites.EventsColumn{Column: sites.EventsColumnURL}))
	rows[0] = append(rows[0], sites.EventsValue{})
	require.Equal(t, "ask_view", rows[1][0].String(), "rows share no memory")

	result.Columns[1].Values = result.Columns[1].Values[:2]
	rows, err = result.Rows()
	require.EqualError(t, err, `rows of an aggregation: column "visitorsCount" has 2 values, but column "eventType" has 3`)
	require.Nil(t, rows)

	rows, err = (&sites.EventsAggregationResult{}).Rows()
	require.NoError(t, err)
	require.Empty(t, rows)
}

func TestColumnsOfClaimsAreFoundByClaim(t *testing.T) {
	t.Parallel()
	result := sites.EventsAggregationResult{Columns: []sites.EventsColumnValues{
		{Column: sites.EventsColumnVisitorClaim, Claim: new("plan")}, {Column: sites.EventsColumnDatetime}, {Column: sites.EventsColumnVisitorClaim, Claim: new("beta")},
	}}
	claim := func(name string) int {
		return result.Index(sites.EventsColumn{Column: sites.EventsColumnVisitorClaim, Claim: &name})
	}
	require.Equal(t, []int{0, 2, -1}, []int{claim("plan"), claim("beta"), claim("none")})
	require.Equal(t, 1, result.Index(sites.EventsColumn{Column: sites.EventsColumnDatetime, Interval: sites.EventsIntervalDay}))
}

func TestValuesThatAReleaseDoesNotKnowAreKept(t *testing.T) {
	t.Parallel()
	const text = `{"column":"weather","claim":"plan","unit":"K","values":[{"kind":"sunny","since":1},{"space":"space_1"},[1],{"ok":1,"good":2}]}`
	var column sites.EventsColumnValues
	require.NoError(t, json.Unmarshal([]byte(text), &column))
	encoded, err := json.Marshal(column)
	require.NoError(t, err)
	require.JSONEq(t, text, string(encoded))
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
	require.NoError(t, client.Sites.Insights.Track(t.Context(), "org_1", "site_1", sites.EventsTrack{Events: []sites.Event{event(sites.EventTypePageView)}}))
	require.Equal(t, 1, calls)
}

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
