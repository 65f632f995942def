package sites

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

// ErrIncompleteAggregation matches the error that [InsightsEventService.CollectAggregate] returns
// if an hour has as many rows as the limit of the query.
//
// Experimental: may change in any minor release; see [api].
var ErrIncompleteAggregation = errors.New("an hour has as many rows as the limit")

// shortestPart is the length at which CollectAggregate no longer halves a part of a range.
const shortestPart = time.Hour

// CollectAggregate returns all rows of an aggregation, even if there are more rows than the limit
// of a query. It calls [InsightsEventService.Aggregate] and halves the range until no result is
// truncated. Then it combines rows that differ only in their counts, by adding up the counts. The
// rows are in no particular order. If an hour has too many rows, the error matches
// [ErrIncompleteAggregation].
//
// CollectAggregate returns an [*api.ValidationError], and sends nothing, if the sums of the parts
// could differ from the result for the complete range. Therefore, the query cannot select the
// number of sessions or visitors, because a session or a visitor could be counted in several parts.
// Any other column must be a count or a column to group by. The query must select each column that
// it groups by, with the same interval, precision and claim. A time column needs an interval. The
// query cannot have a filter on a count, because the filter would apply to the counts of the parts,
// or on the time, because the service chooses the length of its periods. It must have a From and a
// To, and neither an Order nor a Preset.
//
// Each part ends a nanosecond before the next part begins. If a range includes its beginning, each
// event is in exactly one part, whether or not a range includes its end. An exception is an event
// at that nanosecond or, if the service rounds times down to milliseconds and a range excludes its
// end, an event in the last millisecond of a part.
//
// CollectAggregate decodes the parts as with [api.WithStrictDecoding], because the sum would not
// show a value that does not fit its field.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate
func (s InsightsEventService) CollectAggregate(
	ctx context.Context, orgID, siteID string,
	query insights.EventAggregate, opts ...api.CallOption,
) (*insights.EventsAggregationResult, error) {
	if ctx == nil || s.core == nil {
		return s.Aggregate(ctx, orgID, siteID, query, opts...) // Aggregate returns the error
	}
	if err := checkSummable(query); err != nil {
		return nil, transport.Reject(opInsightsEventAggregate.Name, err, opts)
	}
	opts = append(slices.Clip(opts), api.WithStrictDecoding())
	sums := eventSums{rows: map[string]int{}}
	parts := []insights.EventsRange{query.Range} // remaining parts, in reverse order
	for len(parts) > 0 {
		part := parts[len(parts)-1]
		parts = parts[:len(parts)-1]
		query.Range = part
		result, err := s.Aggregate(ctx, orgID, siteID, query, opts...)
		if err != nil {
			return nil, err
		}
		if !result.Truncated || len(query.GroupBy) == 0 { // without groups, there is one row
			if err := sums.add(result); err != nil {
				return nil, fmt.Errorf("%s: %w", opInsightsEventAggregate.Name, err)
			}
			continue
		}
		length := part.To.Sub(*part.From)
		if length <= shortestPart {
			return nil, fmt.Errorf("%s: %w: from %s to %s", opInsightsEventAggregate.Name,
				ErrIncompleteAggregation, part.From.Format(time.RFC3339), part.To.Format(time.RFC3339))
		}
		middle := part.From.Add(length / 2).Truncate(time.Millisecond)
		end := middle.Add(-time.Nanosecond)
		parts = append(parts,
			insights.EventsRange{From: &middle, To: part.To},
			insights.EventsRange{From: part.From, To: &end})
	}
	return &sums.total, nil
}

// isCount reports whether a column contains counts, which can be added up.
func isCount(column insights.EventsColumnName) bool {
	switch column {
	case insights.EventsColumnEventsCount, insights.EventsColumnPageRatings,
		insights.EventsColumnAskRatings:
		return true
	default:
		return false
	}
}

// isDistinct reports whether a column contains distinct counts, which cannot be added up.
func isDistinct(column insights.EventsColumnName) bool {
	return column == insights.EventsColumnSessionsCount || column == insights.EventsColumnVisitorsCount
}

// isColumn returns a function that reports whether a column is the same one, with the same
// interval, precision and claim.
func isColumn(a insights.EventsColumn) func(insights.EventsColumn) bool {
	return func(b insights.EventsColumn) bool { return reflect.DeepEqual(a, b) }
}

// checkSummable returns an error unless the result of a query is the sum of its results for the
// parts of the range.
func checkSummable(query insights.EventAggregate) error {
	switch {
	case query.Range.From == nil || query.Range.To == nil || query.Range.Preset != "":
		return &api.ValidationError{Field: "range", Rule: "from and to"}
	case query.Order != nil:
		return &api.ValidationError{
			Field: "order", Rule: "no value: the rows of several parts are in no order",
		}
	}
	for i, selected := range query.Select {
		field, name := fmt.Sprintf("select[%d]", i), string(selected.Column)
		isKey := slices.ContainsFunc(query.GroupBy, isColumn(selected))
		switch {
		case isCount(selected.Column):
		case isDistinct(selected.Column):
			return &api.ValidationError{
				Field: field, Rule: "no distinct count, which cannot be added up", Value: name,
			}
		case !isKey:
			return &api.ValidationError{
				Field: field, Rule: "a count, or a column to group by", Value: name,
			}
		case selected.Column == insights.EventsColumnDatetime && selected.Interval == "":
			return &api.ValidationError{
				Field: field + ".interval", Rule: "a value, since it may depend on the range", Value: name,
			}
		}
	}
	for i, column := range query.GroupBy {
		if !slices.ContainsFunc(query.Select, isColumn(column)) {
			return &api.ValidationError{
				Field: fmt.Sprintf("groupBy[%d]", i), Rule: "a column that the query also selects", Value: string(column.Column),
			}
		}
	}
	for i, filter := range query.Where {
		if isCount(filter.Column) || isDistinct(filter.Column) || filter.Column == insights.EventsColumnDatetime {
			return &api.ValidationError{
				Field: fmt.Sprintf("where[%d]", i), Value: string(filter.Column),
				Rule: "no count or time, which can differ in each part of the range",
			}
		}
	}
	return nil
}

// eventSums adds up the rows of several results.
type eventSums struct {
	total insights.EventsAggregationResult
	rows  map[string]int // indices of the rows, by their values other than counts
}

// add adds the rows of a result.
func (s *eventSums) add(result *insights.EventsAggregationResult) error {
	rows, err := result.Rows()
	if err != nil {
		return err
	}
	if s.total.Columns == nil {
		for _, column := range result.Columns {
			column.Values = []insights.EventsValue{}
			s.total.Columns = append(s.total.Columns, column)
		}
	}
	isSame := slices.EqualFunc(s.total.Columns, result.Columns,
		func(a, b insights.EventsColumnValues) bool { return a.Column == b.Column })
	if !isSame {
		return errors.New("the results for two parts of the range have different columns")
	}
	for _, row := range rows {
		keys := slices.Clone(row)
		for j, column := range result.Columns {
			if isCount(column.Column) {
				keys[j] = insights.EventsValue{}
			}
		}
		key, err := jsonx.Marshal(keys)
		if err != nil {
			return err
		}
		at, isKnown := s.rows[string(key)]
		if !isKnown {
			s.rows[string(key)] = len(s.total.Columns[0].Values)
			for j := range s.total.Columns {
				s.total.Columns[j].Values = append(s.total.Columns[j].Values, row[j])
			}
			continue
		}
		for j, column := range result.Columns {
			if sum := &s.total.Columns[j].Values[at]; isCount(column.Column) && !addCount(sum, row[j]) {
				return fmt.Errorf("column %q has a value that is not a count", column.Column)
			}
		}
	}
	return nil
}

// addCount adds a count to a sum, and reports whether both are counts of the same kind. Null counts
// as 0.
func addCount(sum *insights.EventsValue, count insights.EventsValue) bool {
	isNull := func(v insights.EventsValue) bool { return reflect.ValueOf(v).IsZero() }
	fits := func(v insights.EventsValue) bool {
		return v.Number != nil || v.PageRatings != nil || v.AskRatings != nil || isNull(v)
	}
	switch {
	case !fits(count) || !fits(*sum):
		return false
	case isNull(count):
	case isNull(*sum):
		*sum = count
	case sum.Number != nil && count.Number != nil:
		sum.Number = new(*sum.Number + *count.Number)
	case sum.PageRatings != nil && count.PageRatings != nil:
		a, b := sum.PageRatings, count.PageRatings
		sum.PageRatings = &insights.EventsPageRatings{
			OK: a.OK + b.OK, Good: a.Good + b.Good, Bad: a.Bad + b.Bad,
		}
	case sum.AskRatings != nil && count.AskRatings != nil:
		a, b := sum.AskRatings, count.AskRatings
		sum.AskRatings = &insights.EventsAskRatings{
			Positive: a.Positive + b.Positive, Negative: a.Negative + b.Negative,
		}
	default:
		return false
	}
	return true
}
