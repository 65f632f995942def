package sites_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

const aggregateOperation = "Sites.Insights.Events.Aggregate"

var (
	monthBegin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	monthEnd   = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
)

// newVisitedSite returns a server with a site, "docs" of "acme", that has visits at the given
// times. Visit i has the URL "/i%urls".
func newVisitedSite(
	t *testing.T, urls int, times []time.Time, options ...publishingtest.Option,
) *publishingtest.Server {
	t.Helper()
	server := publishingtest.NewServer(t, options...)
	server.Orgs.Add(orgs.Organization{ID: "acme"})
	server.Sites.Add("acme", sites.Site{ID: "docs"})
	for i, at := range times {
		server.Sites.Insights.Events.Add("acme", "docs", insights.Event{
			Type: insights.EventTypePageView, Timestamp: &at,
			Session:  insights.EventSession{VisitorID: "v", SessionID: "s"},
			Location: insights.EventLocation{URL: fmt.Sprintf("https://docs.acme.example/%d", i%urls)},
		})
	}
	return server
}

// countVisits is a query for the number of visits of each URL.
func countVisits(limit int64) insights.EventAggregate {
	url := insights.EventsColumn{Column: insights.EventsColumnURL}
	return insights.EventAggregate{
		Select:  []insights.EventsColumn{url, {Column: insights.EventsColumnEventsCount}},
		GroupBy: []insights.EventsColumn{url},
		Range:   insights.EventsRange{From: &monthBegin, To: &monthEnd},
		Limit:   &limit,
	}
}

// counts returns the sum of each URL.
func counts(t *testing.T, result *insights.EventsAggregationResult) map[string]float64 {
	t.Helper()
	rows, err := result.Rows()
	require.NoError(t, err)
	sums := map[string]float64{}
	for _, row := range rows {
		require.NotContains(t, sums, *row[0].Text)
		sums[*row[0].Text] = *row[1].Number
	}
	return sums
}

// TestCollectedAggregationIsThatOfAnUnlimitedQuery has events at the ends of the parts too, whether
// the service includes the end of a range or not.
func TestCollectedAggregationIsThatOfAnUnlimitedQuery(t *testing.T) {
	t.Parallel()
	const urls = 40
	random := rand.New(rand.NewPCG(1, 2))
	var times []time.Time
	for range sample.CountOneByOne(300, 300) {
		times = append(times, monthBegin.Add(time.Duration(random.Int64N(int64(monthEnd.Sub(monthBegin))))).Truncate(time.Microsecond))
	}
	for length := monthEnd.Sub(monthBegin); length > 2*time.Hour; length /= 2 {
		for at := monthBegin; at.Before(monthEnd); at = at.Add(length) {
			times = append(times, at.Add(-time.Microsecond), at, at.Add(time.Microsecond))
		}
	}
	times = append(times, monthEnd)
	for _, options := range sample.OneByOne([][]publishingtest.Option{{publishingtest.WithoutRule("sites.insights.events.aggregate.range-ends")}, nil}) {
		server := newVisitedSite(t, urls, times, options...)
		events := server.Client().Sites.Insights.Events
		want, err := events.Aggregate(t.Context(), "acme", "docs", countVisits(1000))
		require.NoError(t, err)
		require.False(t, want.Truncated)
		got, err := events.CollectAggregate(t.Context(), "acme", "docs", countVisits(30))
		require.NoError(t, err)
		require.False(t, got.Truncated)
		require.Equal(t, counts(t, want), counts(t, got))
		require.Len(t, counts(t, got), urls)
		require.Greater(t, server.Calls.Count(aggregateOperation), 2)
	}
}

func TestCollectedAggregationAsksOnceIfThatIsEnough(t *testing.T) {
	t.Parallel()
	server := newVisitedSite(t, 2, []time.Time{monthBegin, monthBegin.Add(time.Hour), monthEnd})
	result, err := server.Client().Sites.Insights.Events.CollectAggregate(t.Context(), "acme", "docs", countVisits(1000))
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"https://docs.acme.example/0": 2, "https://docs.acme.example/1": 1}, counts(t, result))
	require.Equal(t, 1, server.Calls.Count(aggregateOperation))
}

func TestCollectedAggregationWithoutGroupsHasOneRow(t *testing.T) {
	t.Parallel()
	server := newVisitedSite(t, 2, []time.Time{monthBegin, monthBegin.Add(time.Hour)})
	query := countVisits(1)
	query.Select, query.GroupBy = query.Select[1:], nil
	result, err := server.Client().Sites.Insights.Events.CollectAggregate(t.Context(), "acme", "docs", query)
	require.NoError(t, err)
	rows, err := result.Rows()
	require.NoError(t, err)
	require.Len(t, rows, 1)
	require.InDelta(t, 2, *rows[0][0].Number, 0)
	require.Equal(t, 1, server.Calls.Count(aggregateOperation))
}

func TestCollectedAggregationFailsIfAnHourHasTooManyRows(t *testing.T) {
	t.Parallel()
	var times []time.Time
	for i := range 5 {
		times = append(times, monthBegin.Add(30*time.Hour+time.Duration(i)*time.Second))
	}
	server := newVisitedSite(t, 5, times)
	result, err := server.Client().Sites.Insights.Events.CollectAggregate(t.Context(), "acme", "docs", countVisits(3))
	require.ErrorIs(t, err, sites.ErrIncompleteAggregation)
	require.ErrorContains(t, err, aggregateOperation+": ")
	require.Nil(t, result)
	require.LessOrEqual(t, server.Calls.Count(aggregateOperation), 25)

	server.Faults.Add(aggregateOperation, 1, publishingtest.Status(403))
	_, err = server.Client().Sites.Insights.Events.CollectAggregate(t.Context(), "acme", "docs", countVisits(3))
	require.ErrorIs(t, err, publishing.ErrForbidden)
}

func TestCollectedAggregationTakesOnlyWhatAddsUp(t *testing.T) {
	t.Parallel()
	server := newVisitedSite(t, 1, nil)
	events := server.Client().Sites.Insights.Events
	with := func(edit func(*insights.EventAggregate)) insights.EventAggregate {
		query := countVisits(10)
		edit(&query)
		return query
	}
	selecting := func(columns ...insights.EventsColumn) insights.EventAggregate {
		return with(func(q *insights.EventAggregate) { q.Select = columns })
	}
	datetime := insights.EventsColumn{Column: insights.EventsColumnDatetime}
	for _, test := range []struct {
		field, value string
		query        insights.EventAggregate
	}{
		{"select[1]", "visitorsCount", selecting(insights.EventsColumn{Column: insights.EventsColumnURL}, insights.EventsColumn{Column: insights.EventsColumnVisitorsCount})},
		{"select[0]", "sessionsCount", selecting(insights.EventsColumn{Column: insights.EventsColumnSessionsCount})},
		{"select[0]", "visitorOS", selecting(insights.EventsColumn{Column: insights.EventsColumnVisitorOS})},
		{"select[0].interval", "datetime", with(func(q *insights.EventAggregate) {
			q.Select, q.GroupBy = []insights.EventsColumn{datetime}, []insights.EventsColumn{datetime}
		})},
		{"select[0]", "datetime", with(func(q *insights.EventAggregate) {
			daily := insights.EventsColumn{Column: insights.EventsColumnDatetime, Interval: insights.EventsIntervalDay}
			q.Select, q.GroupBy = []insights.EventsColumn{daily}, []insights.EventsColumn{datetime}
		})},
		{"groupBy[0]", "url", selecting(insights.EventsColumn{Column: insights.EventsColumnEventsCount})},
		{"groupBy[0]", "visitorClaim", with(func(q *insights.EventAggregate) {
			claim := insights.EventsColumn{Column: insights.EventsColumnVisitorClaim, Claim: new("plan")}
			q.Select, q.GroupBy = []insights.EventsColumn{{Column: insights.EventsColumnEventsCount}}, []insights.EventsColumn{claim}
		})},
		{"select[0]", "visitorClaim", with(func(q *insights.EventAggregate) {
			claim, other := "plan", "team"
			q.Select = []insights.EventsColumn{{Column: insights.EventsColumnVisitorClaim, Claim: &claim}}
			q.GroupBy = []insights.EventsColumn{{Column: insights.EventsColumnVisitorClaim, Claim: &other}}
		})},
		{"where[1]", "eventsCount", with(func(q *insights.EventAggregate) {
			q.Where = []insights.EventsFilter{{Column: insights.EventsColumnURL}, {Column: insights.EventsColumnEventsCount}}
		})},
		{"where[0]", "visitorsCount", with(func(q *insights.EventAggregate) {
			q.Where = []insights.EventsFilter{{Column: insights.EventsColumnVisitorsCount}}
		})},
		{"where[0]", "datetime", with(func(q *insights.EventAggregate) {
			q.Where = []insights.EventsFilter{{Column: insights.EventsColumnDatetime}}
		})},
		{"order", "", with(func(q *insights.EventAggregate) { q.Order = &insights.EventsOrder{} })},
		{"range", "", with(func(q *insights.EventAggregate) {
			q.Range = insights.EventsRange{Preset: insights.EventsRangePresetLastYear}
		})},
		{"range", "", with(func(q *insights.EventAggregate) { q.Range.To = nil })},
	} {
		_, err := events.CollectAggregate(t.Context(), "acme", "docs", test.query)
		var invalid *api.ValidationError
		require.ErrorAs(t, err, &invalid, test.field)
		require.Equal(t, aggregateOperation, invalid.Operation)
		require.Equal(t, test.field, invalid.Field)
		require.Equal(t, test.value, invalid.Value)
	}
	require.Zero(t, server.Calls.Count(aggregateOperation))
}

// TestRatingsOfACollectedAggregationAreAddedUp changes the responses, since a part can have counts
// of each kind, and none.
func TestRatingsOfACollectedAggregationAreAddedUp(t *testing.T) {
	t.Parallel()
	query := countVisits(2)
	query.Select = []insights.EventsColumn{query.GroupBy[0], {Column: insights.EventsColumnPageRatings}, {Column: insights.EventsColumnAskRatings}}
	collect := func(second string) (*insights.EventsAggregationResult, error) {
		server := newVisitedSite(t, 1, nil)
		columns := func(urls, pages, answers string) string {
			return `[{"column":"url","values":` + urls + `},{"column":"pageFeedbackRating","values":` + pages + `},{"column":"askResponseRating","values":` + answers + `}]`
		}
		for _, columns := range []string{
			columns(`["a","b"]`, `[null,null]`, `[null,null]`), // truncated
			columns(`["a"]`, `[{"ok":1,"good":2,"bad":3}]`, `[null]`),
			columns(`["a"]`, second, `[{"positive":4,"negative":5}]`),
		} {
			server.Faults.Add(aggregateOperation, 1, publishingtest.EditJSON(func(body map[string]any) {
				body["columns"] = json.RawMessage(columns)
			}))
		}
		return server.Client().Sites.Insights.Events.CollectAggregate(t.Context(), "acme", "docs", query)
	}
	result, err := collect(`[{"ok":10,"good":20,"bad":30}]`)
	require.NoError(t, err)
	require.Equal(t, &insights.EventsPageRatings{OK: 11, Good: 22, Bad: 33}, result.Columns[1].Values[0].PageRatings)
	require.Equal(t, &insights.EventsAskRatings{Positive: 4, Negative: 5}, result.Columns[2].Values[0].AskRatings)
	for _, second := range []string{`["many"]`, `[7]`, `[{"stars":5}]`, `[true]`} {
		_, err := collect(second)
		require.ErrorContains(t, err, `column "pageFeedbackRating" has a value that is not a count`)
	}
	_, err = collect(`[]`)
	require.ErrorContains(t, err, "rows of an aggregation")
	for _, second := range []string{`[{"ok":"10","good":20,"bad":30}]`, `[{"ok":10,"good":20,"bad":30,"kind":"page"}]`} {
		_, err = collect(second)
		require.ErrorAs(t, err, new(*api.DecodeError), "the sum would not contain the ten")
	}
}
