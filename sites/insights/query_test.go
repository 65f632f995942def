package insights_test

import (
	"encoding/json"
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
