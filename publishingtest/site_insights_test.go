package publishingtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	track     = docs + "/insights/events"
	aggregate = track + "/aggregate"
)

// fullEvent is an event with the fields of all types.
const fullEvent = `{"type":"page_view","timestamp":"@now","query":"x","result":{"spaceId":"s","pageId":"p"},"feedback":{"rating":"ok","comment":"So."},"rating":1,"responseId":"r",
	"link":{"target":{"kind":"space","space":"s"},"position":"footer"},"operation":{"path":"/pets","method":"get"},"placement":"pdf","ad":{"domain":"d","zoneId":"z","placement":"aside"},
	"session":{"visitorId":"v","sessionId":"s","cookies":{"ada":"1"},"ip":"192.0.2.1","userAgent":"Mozilla","language":"en","referrer":"","visitorAuthToken":"t","visitorAuthClaims":{"plan":"pro"}},
	"location":{"url":"https://docs.acme.example/","displayContext":"site","siteSection":null,"siteSpace":null,"siteShareKey":null,"space":null,"revision":null,"page":null}}`

const fullAggregation = `{"select":[{"column":"datetime","interval":"day","precision":1,"claim":"c"}],"groupBy":[{"column":"datetime","interval":"day","precision":1,"claim":"c"}],
	"where":[{"column":"eventType","operator":"in","claim":"c","values":["page_view"]}],
	"order":{"by":{"column":"datetime","interval":"day","precision":1,"claim":"c"},"direction":"asc"},"range":{"from":"2026-01-02T03:04:05Z","to":"2026-01-02T03:04:05Z"},"limit":5}`

func insightsProofs() map[string]proof {
	p := proofs{}
	p["sites.insights.events.track.all"] = func(t *testing.T, w *world) bool {
		got := w.send(t, "POST", track, `{"events":[`+eventJSON("page_view", "v", "s")+`,`+eventJSON("ask_question", "v", "s")+`]}`)
		return got.status == http.StatusBadRequest && len(w.Sites.Insights.Events.All("acme", "docs")) == 0
	}
	p["sites.insights.events.track.token"] = func(t *testing.T, w *world) bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL()+track, strings.NewReader(`{"events":[]}`))
		require.NoError(t, err)
		return do(t, req).status == http.StatusNoContent
	}
	segments := func(t *testing.T, w *world) []any {
		t.Helper()
		w.seedVisits()
		items, _ := w.send(t, "GET", docs+"/insights/visitor-segments", "").object(t)["items"].([]any)
		return items
	}
	p["sites.insights.visitorsegments.list.title"] = func(t *testing.T, w *world) bool { return segments(t, w)[0].(map[string]any)["title"] == "plan: pro" }
	p["sites.insights.visitorsegments.list.no-claims"] = func(t *testing.T, w *world) bool { return len(segments(t, w)) == 2 }

	for id, query := range map[string]struct{ body, want string }{
		"operator":     {`"where":[{"column":"eventType","values":["ask_view"]}],"select":[{"column":"eventsCount"}]`, `[1]`},
		"no-select":    {`"groupBy":[]`, ``},
		"datetime":     {`"select":[{"column":"datetime"}],"groupBy":[{"column":"datetime"}]`, `["2026-01-05T00:00:00Z","2026-01-07T00:00:00Z","2026-01-11T00:00:00Z"]`},
		"unknown":      {`"select":[{"column":"visitorBot"},{"column":"visitorOS"}],"groupBy":[{"column":"visitorBot"},{"column":"visitorOS"}]`, `[""] ["unknown"]`},
		"range-ends":   {`"range":{"from":"2026-01-05T09:30:00Z","to":"2026-01-07T00:30:00Z"},"select":[{"column":"eventsCount"}]`, `[2]`},
		"range-preset": {`"range":"last24Hours","select":[{"column":"eventsCount"}]`, `[0]`},
	} {
		p["sites.insights.events.aggregate."+id] = func(t *testing.T, w *world) bool {
			w.seedVisits()
			return w.aggregated(t, query.body) == query.want
		}
	}
	everything := `"range":"lastYear",`
	p.rejects("sites.insights.events.aggregate.grouped", "POST", aggregate, `{`+everything+`"select":[{"column":"page"}]}`, "select[0]")
	p.rejects("sites.insights.events.aggregate.order-selected", "POST", aggregate, `{`+everything+`"order":{"by":{"column":"page"},"direction":"asc"}}`, "order.by")
	return p
}

// eventJSON returns an event with the required fields.
func eventJSON(kind, visitor, session string) string {
	return fmt.Sprintf(`{"session":{"visitorId":%s,"sessionId":%s,"cookies":{},"userAgent":"","language":null,"referrer":null},
		"location":{"url":"https://docs.acme.example/","siteSection":null,"siteSpace":null,"siteShareKey":null,"space":null,
		"revision":null,"page":null},"type":%s}`, quoted(visitor), quoted(session), quoted(kind))
}

// visit adds an event of a type at a time.
func (w *world) visit(kind insights.EventType, visitor, session string, at time.Time, set func(*insights.Event)) {
	e := insights.Event{Type: kind, Session: insights.EventSession{VisitorID: visitor, SessionID: session}, Location: insights.EventLocation{URL: "https://docs.acme.example/"}, Timestamp: &at}
	if set != nil {
		set(&e)
	}
	w.Sites.Insights.Events.Add("acme", "docs", e)
}

// seedVisits adds visits of three visitors, on Monday the 5th, on Wednesday and on Sunday of a week
// in January 2026, and one that began a little more than 24 hours ago.
func (w *world) seedVisits() {
	at := func(day, hour int) time.Time { return time.Date(2026, 1, day, hour, 30, 0, 0, time.UTC) }
	claims := func(plan string) func(*insights.Event) {
		return func(e *insights.Event) {
			e.Session.VisitorAuthClaims = map[string]api.Raw{"plan": api.Raw(quoted(plan))}
		}
	}
	w.visit(insights.EventTypePageView, "ada", "a1", at(5, 8), claims("pro"))
	w.visit(insights.EventTypePageView, "bob", "b1", at(5, 9), claims("pro"))
	w.visit(insights.EventTypeAskView, "ada", "a2", at(7, 0), claims("free"))
	w.visit(insights.EventTypePageView, "eve", "e1", at(11, 23), nil)
	w.visit(insights.EventTypePageView, "ada", "a3", w.Now().Add(-24*time.Hour-time.Second), nil)
}

// aggregated returns the columns of an aggregation as JSON. Its range is January 2026, unless it
// has another.
func (w *world) aggregated(t *testing.T, query string) string {
	t.Helper()
	if !strings.Contains(query, `"range"`) {
		query += `,"range":{"from":"2026-01-01T00:00:00Z","to":"2026-02-01T00:00:00Z"}`
	}
	got := w.send(t, "POST", aggregate, "{"+query+"}")
	require.Equal(t, http.StatusOK, got.status, got.body)
	var columns []string
	for _, column := range got.object(t)["columns"].([]any) {
		encoded, err := json.Marshal(column.(map[string]any)["values"])
		require.NoError(t, err)
		columns = append(columns, string(encoded))
	}
	return strings.Join(columns, " ")
}

func TestAggregationFollowsItsQuery(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.seedVisits()
	const types = `"select":[{"column":"eventType"}],"groupBy":[{"column":"eventType"}]`
	for query, want := range map[string]string{
		`"select":[{"column":"eventsCount"}]`: `[4]`,
		`"select":[{"column":"eventsCount"}],"range":{"from":"2026-01-05T00:00:00Z","to":"2026-01-05T23:00:00Z"}`:                             `[2]`,
		`"select":[{"column":"eventsCount"}],"where":[{"column":"eventType","values":["ask_view"]}]`:                                          `[1]`,
		`"select":[{"column":"eventsCount"}],"where":[{"column":"eventsCount","operator":"greaterThan","values":[4]}]`:                        `[]`,
		`"select":[{"column":"eventsCount"}],"where":[{"column":"eventAskResponseRating","operator":"greaterThan","values":[0]}]`:             `[0]`,
		`"select":[{"column":"eventsCount"}],"where":[{"column":"datetime","operator":"greaterThan","values":["2026-01-05T01:00:00+02:00"]}]`: `[4]`, // times are compared, not texts
		`"select":[{"column":"visitorsCount"},{"column":"sessionsCount"}]`:                                                                    `[3] [4]`,
		types + `,"order":{"by":{"column":"eventType"},"direction":"asc"}`:                                                                    `["ask_view","page_view"]`,
		types + `,"order":{"by":{"column":"eventType"},"direction":"desc"}`:                                                                   `["page_view","ask_view"]`,
		types + `,"limit":1`: `["page_view"]`,
	} {
		require.Equal(t, want, w.aggregated(t, query), query)
	}
	for field, query := range map[string]string{
		"where[0].values[0]": `"where":[{"column":"visitorsCount","values":["one"]}]`,
		"where[0].claim":     `"where":[{"column":"visitorClaim","values":["pro"]}]`,
		"groupBy[0].claim":   `"groupBy":[{"column":"visitorClaim"}]`,
		"groupBy[0]":         `"groupBy":[{"column":"eventsCount"}]`,
	} {
		got := w.send(t, "POST", aggregate, `{"range":"lastYear",`+query+`}`)
		require.Equal(t, http.StatusBadRequest, got.status)
		require.Contains(t, got.message(t), field+": want ")
	}
}

// TestEndsOfARangeAreIncludedOrNot splits a day into two ranges, one for each interpretation of the
// undecided rule.
func TestEndsOfARangeAreIncludedOrNot(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	noon, end := start.Add(12*time.Hour), start.Add(24*time.Hour)
	for name, test := range map[string]struct {
		opts             []publishingtest.Option
		morning, evening float64
	}{
		"included":     {nil, 2, 2},
		"not included": {[]publishingtest.Option{publishingtest.WithoutRule("sites.insights.events.aggregate.range-ends")}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, test.opts...)
			site := w.Sites.Add(w.org, sites.Site{}).ID
			for _, at := range []time.Time{start, noon, end} {
				w.Sites.Insights.Events.Add(w.org, site, insights.Event{Timestamp: &at, Location: insights.EventLocation{URL: "https://docs.acme.example/"}})
			}
			count := insights.EventsColumn{Column: insights.EventsColumnEventsCount}
			between := func(from, to time.Time) float64 {
				t.Helper()
				result := must(w.client.Sites.Insights.Events.Aggregate(t.Context(), w.org, site, insights.EventAggregate{
					Select: []insights.EventsColumn{count}, Range: insights.EventsRange{From: &from, To: &to},
				}))(t)
				rows := must(result.Rows())(t)
				return *rows[0][result.Index(count)].Number
			}
			require.InDelta(t, test.morning, between(start, noon), 0)
			require.InDelta(t, test.evening, between(noon, end), 0)
		})
	}
}

// TestAggregationWithAsManyRowsAsItsLimitIsTruncated has 1,001 visited addresses.
func TestAggregationWithAsManyRowsAsItsLimitIsTruncated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	for i := range 1001 {
		w.Sites.Insights.Events.Add(w.org, site, insights.Event{Location: insights.EventLocation{URL: fmt.Sprintf("https://docs.acme.example/%d", i)}})
	}
	address, count := insights.EventsColumn{Column: insights.EventsColumnURL}, insights.EventsColumn{Column: insights.EventsColumnEventsCount}
	for mode, client := range map[string]*publishing.Client{"lenient": w.client, "strict": w.Client(publishing.WithStrictDecoding())} {
		aggregate := func(limit *int64, columns ...insights.EventsColumn) *insights.EventsAggregationResult {
			t.Helper()
			query := insights.EventAggregate{Select: columns, Limit: limit, Range: insights.EventsRange{Preset: insights.EventsRangePresetLast24Hours}}
			query.GroupBy = slices.DeleteFunc(slices.Clone(columns), func(column insights.EventsColumn) bool { return column == count })
			return must(client.Sites.Insights.Events.Aggregate(t.Context(), w.org, site, query))(t, mode)
		}
		whole := aggregate(nil, address, count)
		require.Len(t, whole.Columns[0].Values, 1000, mode)
		require.True(t, whole.Truncated, mode)
		require.True(t, aggregate(new(int64(999)), address).Truncated, mode)
		require.True(t, aggregate(new(int64(1)), count).Truncated, mode)
		require.False(t, aggregate(nil, count).Truncated, mode)
		require.False(t, aggregate(new(int64(2)), count).Truncated, mode)
		require.False(t, aggregate(nil).Truncated, mode)
	}
}

func TestTrackedEventsAreAggregated(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	site := w.Sites.Add(w.org, sites.Site{}).ID
	service := w.client.Sites.Insights.Events
	event := func(kind insights.EventType, visitor string, page *string, at time.Time) insights.Event {
		return insights.Event{
			Type: kind, Timestamp: &at,
			Session:  insights.EventSession{VisitorID: visitor, SessionID: "session of " + visitor},
			Location: insights.EventLocation{URL: "https://docs.acme.example/?utm_source=mail", Space: new("space_1"), Page: page},
		}
	}
	start, end := new("start"), new("end")
	require.NoError(t, service.Track(t.Context(), w.org, site, insights.EventTrack{Events: []insights.Event{
		event(insights.EventTypePageView, "ada", start, now.Add(-time.Minute)),
		event(insights.EventTypePageView, "ada", end, now),
		event(insights.EventTypePageView, "bob", start, now),
		event(insights.EventTypePageView, "bob", start, now),
		event(insights.EventTypeAskView, "bob", start, now),
	}}))
	require.Len(t, w.Sites.Insights.Events.All(w.org, site), 5)

	page, visitors := insights.EventsColumn{Column: insights.EventsColumnPage}, insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}
	result := must(service.Aggregate(t.Context(), w.org, site, insights.EventAggregate{
		Select: []insights.EventsColumn{page, {Column: insights.EventsColumnEventsCount}, visitors, {Column: insights.EventsColumnSessionsCount}},
		Where: []insights.EventsFilter{
			{Column: insights.EventsColumnEventType, Values: []insights.EventsValue{{Text: new("page_view")}}},
			{Column: insights.EventsColumnUTMSource, Operator: insights.EventsOperatorNotIn, Values: []insights.EventsValue{{Text: new("web")}}},
		},
		GroupBy: []insights.EventsColumn{page},
		Order:   &insights.EventsOrder{By: visitors, Direction: api.OrderDesc},
		Range:   insights.EventsRange{Preset: insights.EventsRangePresetLast24Hours},
	}))(t)
	rows := must(result.Rows())(t)
	number := func(n float64) insights.EventsValue { return insights.EventsValue{Number: &n} }
	require.Equal(t, []insights.EventsRow{
		{{Page: &insights.EventsPage{Space: "space_1", Page: start}}, number(3), number(2), number(2)},
		{{Page: &insights.EventsPage{Space: "space_1", Page: end}}, number(1), number(1), number(1)},
	}, rows)
	require.Zero(t, w.Calls.Commits("Sites.Insights.Events.Aggregate"))
	require.Equal(t, 1, w.Calls.Commits("Sites.Insights.Events.Track"))

	w.Advance(25 * time.Hour)
	result = must(service.Aggregate(t.Context(), w.org, site, insights.EventAggregate{Select: []insights.EventsColumn{visitors}, Range: insights.EventsRange{Preset: insights.EventsRangePresetLast24Hours}}))(t)
	require.Zero(t, *result.Columns[0].Values[0].Number)
	err := service.Track(t.Context(), w.org, site, insights.EventTrack{Events: []insights.Event{event(insights.EventTypePageView, "ada", start, now)}})
	require.ErrorIs(t, err, publishing.ErrBadRequest, "the clock of the server decides")
	err = service.Track(t.Context(), w.org, site, insights.EventTrack{Events: []insights.Event{event(insights.EventTypeAskQuestion, "ada", start, w.Now())}})
	require.ErrorContains(t, err, "events[0].query: want a value")
}

func TestEventsAreTrackedWithoutAToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	client := must(publishing.NewClient(w.URL(), publishing.WithoutAuth()))(t)
	event := insights.Event{Type: insights.EventTypePageView, Session: insights.EventSession{VisitorID: "ada", SessionID: "1"}, Location: insights.EventLocation{URL: "https://docs.acme.example/"}}
	require.NoError(t, client.Sites.Insights.Events.Track(t.Context(), w.org, site, insights.EventTrack{Events: []insights.Event{event}}))
	tracked := w.Sites.Insights.Events.All(w.org, site)
	require.Len(t, tracked, 1)
	require.WithinDuration(t, w.Now(), *tracked[0].Timestamp, time.Minute)
	require.ErrorIs(t, errorOf(client.Sites.Insights.VisitorSegments.List(t.Context(), w.org, site, insights.VisitorSegmentListOptions{})), publishing.ErrUnauthorized)
	wrong := must(publishing.NewClient(w.URL(), publishing.WithToken("wrong")))(t)
	require.ErrorIs(t, wrong.Sites.Insights.Events.Track(t.Context(), w.org, site, insights.EventTrack{Events: []insights.Event{event}}), publishing.ErrUnauthorized)
}

// TestEachColumnHasTheValuesOfTheEvents groups an event of each kind by each column.
func TestEachColumnHasTheValuesOfTheEvents(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	at := time.Date(2026, 1, 7, 8, 30, 0, 0, time.UTC)
	add := func(kind insights.EventType, set func(*insights.Event)) { w.visit(kind, "ada", "1", at, set) }
	add(insights.EventTypeSearchTypeQuery, func(e *insights.Event) { e.Query = new("install") })
	for _, rating := range []insights.PageRating{insights.PageRatingOK, insights.PageRatingGood, insights.PageRatingGood, insights.PageRatingBad} {
		add(insights.EventTypePagePostFeedback, func(e *insights.Event) { e.Feedback = &insights.EventFeedback{Rating: rating} })
	}
	add(insights.EventTypePagePostFeedbackComment, func(e *insights.Event) {
		e.Feedback = &insights.EventFeedback{Rating: insights.PageRatingGood, Comment: new("Nice.")}
	})
	for _, rating := range []insights.AskRating{insights.AskRatingUp, insights.AskRatingDown, insights.AskRatingUp} {
		add(insights.EventTypeAskRateResponse, func(e *insights.Event) { e.Query, e.ResponseID, e.Rating = new("How?"), new("r"), rating })
	}
	add(insights.EventTypeLinkClick, func(e *insights.Event) {
		e.Link = &insights.EventLink{Target: spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://acme.example/a")}, Position: insights.LinkPositionHeader}
	})
	add(insights.EventTypeAPIClientRequest, func(e *insights.Event) { e.Operation = &insights.EventOperation{Path: "/pets", Method: "get"} })
	add(insights.EventTypeTrademarkClick, func(e *insights.Event) { e.Placement = insights.TrademarkPlacementPDF })
	add(insights.EventTypeAdClick, func(e *insights.Event) {
		e.Ad = &insights.EventAd{Domain: "ads.example", ZoneID: "z", Placement: insights.AdPlacementAside}
	})
	add(insights.EventTypePageView, func(e *insights.Event) {
		e.Session.Language, e.Session.Referrer = new("en"), new("https://search.example/?q=acme")
		e.Session.VisitorAuthClaims = map[string]api.Raw{"plan": api.Raw(`"pro"`), "beta": api.Raw(`true`)}
		e.Location = insights.EventLocation{
			URL: "https://docs.acme.example/?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e", DisplayContext: insights.DisplayContextEmbed,
			SiteSection: new("first"), SiteSpace: new("guide"), SiteShareKey: new(api.NewSecret("key")), Space: new("guides"), Page: new("start"),
		}
	})
	w.Sites.Insights.Events.Add("acme", "docs", insights.Event{Session: insights.EventSession{VisitorID: "ada", SessionID: "1"}, Timestamp: &at}, publishingtest.Visitor{
		Country: "FR", Point: &insights.EventsPoint{Latitude: 48.8, Longitude: 2.3, H3: "8a"},
		Device: insights.VisitorDeviceMobile, Browser: insights.VisitorBrowserSafari, OS: insights.VisitorOSIOS, Bot: insights.VisitorBotGooglebot,
	})
	for column, want := range map[string]string{
		"datetime": `["2026-01-07T00:00:00Z"]`, "eventSearchQuery": `["","install"]`, "eventPageFeedbackComment": `["","Nice."]`,
		"eventPageFeedbackRating": `["bad","good","ok"]`, "eventAskResponseRating": `[-1,1]`,
		"eventLinkTargetKind": `["url"]`, "eventLinkTargetDomain": `["acme.example",null]`, "eventLinkPosition": `["header"]`,
		"eventLinkTargetValue":  `[{"kind":"url","url":"https://acme.example/a"}]`,
		"eventAPIOperationPath": `["/pets",null]`, "eventAPIOperationMethod": `["get",null]`, "eventTrademarkPlacement": `["pdf"]`,
		"eventAdDomain": `["","ads.example"]`, "eventAdPlacement": `["aside"]`, "visitorLanguage": `["en",null]`,
		"referrer": `["","https://search.example/?q=acme"]`, "referrerDomain": `["","search.example"]`,
		"utmSource": `["","a"]`, "utmMedium": `["","b"]`, "utmCampaign": `["","c"]`, "utmTerm": `["","d"]`, "utmContent": `["","e"]`,
		"siteSection": `["first",null]`, "siteSpace": `["guide",null]`, "siteShareKey": `["key",null]`, "displayContext": `["embed","site"]`,
		"page": `[null,{"page":"start","space":"guides"}]`, "visitorGeoCountry": `["FR",null]`, "visitorGeoPoint": `[null,{"h3":"8a","latitude":48.8,"longitude":2.3}]`, "visitorBot": `["","googlebot"]`,
		"visitorDevice": `["mobile","unknown"]`, "visitorBrowser": `["safari","unknown"]`, "visitorOS": `["ios","unknown"]`, "visitorClaimProperty": `["beta","plan"]`,
	} {
		reference := fmt.Sprintf(`{"column":%q}`, column)
		got := w.aggregated(t, fmt.Sprintf(`"select":[%s],"groupBy":[%s],"order":{"by":%s,"direction":"asc"}`, reference, reference, reference))
		require.Equal(t, sortedJSON(t, want), sortedJSON(t, got), column)
	}
	require.Equal(t, sortedJSON(t, `["","pro"]`), sortedJSON(t, w.aggregated(t, `"select":[{"column":"visitorClaim","claim":"plan"}],"groupBy":[{"column":"visitorClaim","claim":"plan"}]`)))
	require.Equal(t, `[{"bad":1,"good":2,"ok":1}] [{"negative":1,"positive":2}] [1] [1]`,
		w.aggregated(t, `"select":[{"column":"pageFeedbackRating"},{"column":"askResponseRating"},{"column":"visitorsCount"},{"column":"sessionsCount"}]`))
	for operator, want := range map[string]string{
		"in": `[1]`, "notIn": `[2]`, "greaterThan": `[2]`, "greaterThanOrEqual": `[3]`, "lessThan": `[0]`, "lessThanOrEqual": `[1]`,
	} {
		got := w.aggregated(t, `"where":[{"column":"eventType","values":["ask_rate_response"]},{"column":"eventAskResponseRating","operator":"`+operator+`","values":[-1]}],"select":[{"column":"eventsCount"}]`)
		require.Equal(t, want, got, operator)
	}
	filtered := `"groupBy":[{"column":"eventType"}],"select":[{"column":"eventType"},{"column":"eventsCount"}],"where":[{"column":"eventsCount","operator":"greaterThan","values":[3]},{"column":"datetime","operator":"lessThan","values":["%s"]}]`
	require.Equal(t, `["page_post_feedback"] [4]`, w.aggregated(t, fmt.Sprintf(filtered, "2026-01-08T00:00:00Z")))
	require.Equal(t, `[] []`, w.aggregated(t, fmt.Sprintf(filtered, "2026-01-07T00:00:00Z")))
}

// sortedJSON returns the elements of a JSON list, sorted.
func sortedJSON(t *testing.T, text string) []string {
	t.Helper()
	var list []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(text), &list), text)
	all := mapped(list, func(one json.RawMessage) string { return string(one) })
	slices.Sort(all)
	return all
}

func TestPeriodsBeginInUTC(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.seedVisits()
	for interval, want := range map[string]string{
		"hour":  `["2026-01-05T08:00:00Z","2026-01-05T09:00:00Z","2026-01-07T00:00:00Z","2026-01-11T23:00:00Z"]`,
		"day":   `["2026-01-05T00:00:00Z","2026-01-07T00:00:00Z","2026-01-11T00:00:00Z"]`,
		"week":  `["2026-01-05T00:00:00Z"]`,
		"month": `["2026-01-01T00:00:00Z"]`,
	} {
		column := `{"column":"datetime","interval":"` + interval + `"}`
		require.Equal(t, want, w.aggregated(t, `"select":[`+column+`],"groupBy":[`+column+`]`))
	}
}

func TestSegmentsConsistOfVisitorsWithEqualClaims(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	w.seedVisits()
	got := must(w.client.Sites.Insights.VisitorSegments.List(t.Context(), "acme", "docs", insights.VisitorSegmentListOptions{}))(t)
	require.Equal(t, []insights.VisitorSegment{
		{Title: "plan: pro", Claims: map[string]api.Raw{"plan": api.Raw(`"pro"`)}, Events: 2, Visitors: 2, Sessions: 2},
		{Title: "plan: free", Claims: map[string]api.Raw{"plan": api.Raw(`"free"`)}, Events: 1, Visitors: 1, Sessions: 1},
	}, got.Items)
	require.EqualValues(t, 2, *got.Count)
	require.Nil(t, got.Next)
}
