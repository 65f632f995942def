package insights_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

func TestRowsHaveTheValuesOfEachColumn(t *testing.T) {
	t.Parallel()
	var result insights.EventsAggregationResult
	require.NoError(t, json.Unmarshal([]byte(`{"columns":[
		{"column":"eventType","values":["page_view","ask_view",null]},
		{"column":"visitorsCount","values":[3,1e2,0.5]},
		{"column":"visitorAuthenticated","values":[true,null,{"since":2026}]}
	]}`), &result))
	rows, err := result.Rows()
	require.NoError(t, err)
	require.Equal(t, []insights.EventsRow{
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
	require.Equal(t, "100", rows[1][result.Index(insights.EventsColumn{Column: insights.EventsColumnVisitorsCount})].String())
	require.Equal(t, -1, result.Index(insights.EventsColumn{Column: insights.EventsColumnURL}))
	rows[0] = append(rows[0], insights.EventsValue{})
	require.Equal(t, "ask_view", rows[1][0].String(), "rows share no memory")

	result.Columns[1].Values = result.Columns[1].Values[:2]
	rows, err = result.Rows()
	require.EqualError(t, err, `rows of an aggregation: column "visitorsCount" has 2 values, but column "eventType" has 3`)
	require.Nil(t, rows)

	rows, err = (&insights.EventsAggregationResult{}).Rows()
	require.NoError(t, err)
	require.Empty(t, rows)
}

func TestColumnsOfClaimsAreFoundByClaim(t *testing.T) {
	t.Parallel()
	result := insights.EventsAggregationResult{Columns: []insights.EventsColumnValues{
		{Column: insights.EventsColumnVisitorClaim, Claim: new("plan")}, {Column: insights.EventsColumnDatetime}, {Column: insights.EventsColumnVisitorClaim, Claim: new("beta")},
	}}
	claim := func(name string) int {
		return result.Index(insights.EventsColumn{Column: insights.EventsColumnVisitorClaim, Claim: &name})
	}
	require.Equal(t, []int{0, 2, -1}, []int{claim("plan"), claim("beta"), claim("none")})
	require.Equal(t, 1, result.Index(insights.EventsColumn{Column: insights.EventsColumnDatetime, Interval: insights.EventsIntervalDay}))
}

func TestValuesThatAReleaseDoesNotKnowAreKept(t *testing.T) {
	t.Parallel()
	const text = `{"column":"weather","claim":"plan","unit":"K","values":[{"kind":"sunny","since":1},{"space":"space_1"},[1],{"ok":1,"good":2},{"page":null,"space":"space_1"}]}`
	var column insights.EventsColumnValues
	require.NoError(t, json.Unmarshal([]byte(text), &column))
	encoded, err := json.Marshal(column)
	require.NoError(t, err)
	require.JSONEq(t, text, string(encoded))
	require.Nil(t, column.Values[1].Page, "a value without a page may be of another variant")
	require.Equal(t, &insights.EventsPage{Space: "space_1"}, column.Values[4].Page)
}

func TestValuesOfAFilterAreInTheRangeOfTheirColumn(t *testing.T) {
	t.Parallel()
	number := func(n float64) insights.EventsValue { return insights.EventsValue{Number: &n} }
	text := func(n int) insights.EventsValue { return insights.EventsValue{Text: new(strings.Repeat("a", n))} }
	for _, test := range []struct {
		column         insights.EventsColumnName
		least, most    insights.EventsValue
		below, above   insights.EventsValue
		rule, low, top string
	}{
		{insights.EventsColumnURL, text(0), text(2048), text(2049), text(2050), "at most 2048 characters", "2049 characters", "2050 characters"},
		{insights.EventsColumnDayOfWeek, number(1), number(7), number(0), number(8), "a number from 1 to 7", "0", "8"},
		{insights.EventsColumnHourOfDay, number(0), number(23), number(-1), number(24), "a number from 0 to 23", "-1", "24"},
	} {
		require.NoError(t, insights.EventsFilter{Column: test.column, Values: []insights.EventsValue{test.least, test.most}}.Validate())
		for shown, value := range map[string]insights.EventsValue{test.low: test.below, test.top: test.above} {
			var invalid *api.ValidationError
			require.ErrorAs(t, insights.EventsFilter{Column: test.column, Values: []insights.EventsValue{test.least, value}}.Validate(), &invalid)
			require.Equal(t, api.ValidationError{Field: "values[1]", Rule: test.rule, Value: shown}, *invalid)
		}
	}
}

func TestLogOfAnAggregationContainsNoTexts(t *testing.T) {
	t.Parallel()
	values := []insights.EventsValue{{Text: new("s3cr3t")}, {Number: new(7.5)}}
	column := insights.EventsColumnValues{Column: insights.EventsColumnSiteShareKey, Values: values}
	filter := insights.EventsFilter{Column: insights.EventsColumnURL, Values: values}
	for _, value := range []any{
		values[0], column, filter, insights.EventsRow(values),
		insights.EventAggregate{Where: []insights.EventsFilter{filter}},
		insights.EventsAggregationResult{Columns: []insights.EventsColumnValues{column}},
		&insights.EventsAggregationResult{Columns: []insights.EventsColumnValues{column}},
	} {
		var out bytes.Buffer
		slog.New(slog.NewJSONHandler(&out, nil)).Info("read", slog.Any("value", value))
		slog.New(slog.NewTextHandler(&out, nil)).Info("read", slog.Any("value", value))
		require.NotContains(t, out.String(), "s3cr3t", "%T", value)
		require.Contains(t, out.String(), "[secret]", "%T", value)
	}
}
