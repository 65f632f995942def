package publishingtest

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

var (
	ruleRangeEnds     = newUndecidedRule("sites.insights.events.aggregate.range-ends", "a range from one time to another includes both; without the rule, it does not include the latter")
	ruleRangePreset   = newUndecidedRule("sites.insights.events.aggregate.range-preset", "a range with a name ends now and consists of days of 24 hours: last30Days are the last 30 × 24 hours; without the rule, the first day counts from its midnight in UTC")
	ruleFilterDefault = newUndecidedRule("sites.insights.events.aggregate.operator", "a filter without an operator has the operator in; without the rule, notIn")
	ruleGrouped       = newUndecidedRule("sites.insights.events.aggregate.grouped", "a selected column that is no count must also be grouped by, or the response is 400; without the rule, its values are null")
	ruleNoSelect      = newUndecidedRule("sites.insights.events.aggregate.no-select", "an aggregation that selects nothing has no columns; without the rule, it counts the events")
	ruleOrderSelected = newUndecidedRule("sites.insights.events.aggregate.order-selected", "rows are sorted by a selected column, or the response is 400; without the rule, they are sorted by any column")
	ruleBucket        = newUndecidedRule("sites.insights.events.aggregate.datetime", "periods begin at full hours, days, Mondays and months in UTC, and last a day by default; without the rule, weeks begin on Sundays, and periods last an hour by default")
	ruleNoValue       = newUndecidedRule("sites.insights.events.aggregate.unknown", "an event without a value for a column is null in it if its values may be null, an empty text if they are texts, and otherwise in no row; without the rule, its value is none")
)

// An eventsRange is the JSON form of an [insights.EventsRange].
type eventsRange struct {
	Preset *insights.EventsRangePreset
	Period *struct {
		From time.Time `json:"from"`
		To   time.Time `json:"to"`
	}
}

// aggregation computes an aggregation of the events of a site.
type aggregation struct {
	call  *call
	query insights.EventAggregate
	rows  []*aggregated
	byKey map[string]*aggregated
}

// aggregated is a row of the result. It contains the counts, and the values of the columns to group
// by. The keys of the values are those of columnKey.
type aggregated struct {
	values             map[string]insights.EventsValue
	events             int
	visitors, sessions map[string]bool
	pages              insights.EventsPageRatings
	asks               insights.EventsAskRatings
}

func aggregateEvents(c *call, s *site) (response, error) {
	a := &aggregation{call: c, query: input[insights.EventAggregate](c), byKey: map[string]*aggregated{}}
	if len(a.query.Select) == 0 {
		a.query.Select = byRule(c.state, ruleNoSelect,
			nil, []insights.EventsColumn{{Column: insights.EventsColumnEventsCount}})
	}
	c.accept(a.check())
	from, to := a.period()
	if len(a.query.GroupBy) == 0 {
		a.row(nil)
	}
	for i := range s.events {
		event := &s.events[i]
		inRange := !event.Timestamp.Before(from) && !event.Timestamp.After(to)
		if inRange && a.matchesEvent(event) {
			a.add(event, a.query.GroupBy, map[string]insights.EventsValue{})
		}
	}
	a.rows = slices.DeleteFunc(a.rows, func(row *aggregated) bool { return !a.matchesRow(row) })
	a.sort()
	limit := int(*orNew(a.query.Limit, 1000))
	a.rows = a.rows[:min(max(limit, 0), len(a.rows))]
	result := insights.EventsAggregationResult{Columns: []insights.EventsColumnValues{}}
	for _, column := range a.query.Select {
		values := insights.EventsColumnValues{
			Column: column.Column, Claim: column.Claim, Values: []insights.EventsValue{},
		}
		for _, row := range a.rows {
			values.Values = append(values.Values, a.value(row, column))
		}
		result.Columns = append(result.Columns, values)
	}
	return respondOK(result)
}

// check rejects an aggregation that breaks a rule.
func (a *aggregation) check() error {
	grouped := map[string]bool{}
	for _, column := range a.query.GroupBy {
		grouped[columnKey(column)] = true
	}
	selected := map[string]bool{}
	for i, column := range a.query.Select {
		selected[columnKey(column)] = true
		if !isCount(column.Column) && !grouped[columnKey(column)] && a.call.enabled(ruleGrouped) {
			return invalid(fmt.Sprintf("select[%d]", i),
				"a count or a column in groupBy", column.Column, ruleGrouped)
		}
	}
	if order := a.query.Order; order != nil && !selected[columnKey(order.By)] && a.call.enabled(ruleOrderSelected) {
		return invalid("order.by", "a selected column", order.By.Column, ruleOrderSelected)
	}
	for i, filter := range a.query.Where {
		for j, value := range filter.Values {
			if want, ok := checkValue(filter.Column, value); !ok {
				return invalid(fmt.Sprintf("where[%d].values[%d]", i, j), want, value, "")
			}
		}
	}
	return nil
}

// columnKey returns a text that identifies a column in a query.
func columnKey(column insights.EventsColumn) string {
	key := string(column.Column)
	if column.Claim != nil {
		key += " " + *column.Claim
	}
	return key
}

// isCount reports whether a column contains counts, so that events cannot be grouped by it.
func isCount(column insights.EventsColumnName) bool {
	switch column {
	case insights.EventsColumnEventsCount, insights.EventsColumnVisitorsCount,
		insights.EventsColumnSessionsCount, insights.EventsColumnPageRatings,
		insights.EventsColumnAskRatings:
		return true
	default:
		return false
	}
}

// checkValue describes the values of a column, and reports whether v is one of them.
func checkValue(column insights.EventsColumnName, v insights.EventsValue) (want string, ok bool) {
	isNull := valueText(v) == "null"
	switch column {
	case insights.EventsColumnEventsCount, insights.EventsColumnVisitorsCount,
		insights.EventsColumnSessionsCount, insights.EventsColumnEventAskRating:
		return "a number", v.Number != nil
	case insights.EventsColumnPage:
		return "a page or null", v.Page != nil || isNull
	case insights.EventsColumnVisitorGeoPoint:
		return "a point or null", v.Point != nil || isNull
	case insights.EventsColumnEventLinkTargetValue:
		return "a reference", v.Target != nil
	case insights.EventsColumnPageRatings:
		return "ratings", v.PageRatings != nil
	case insights.EventsColumnAskRatings:
		return "ratings", v.AskRatings != nil
	default:
		return "a string or null", v.Text != nil || isNull
	}
}

// valueText returns a value as JSON. The JSON of equal values is the same.
func valueText(v insights.EventsValue) string {
	encoded, _ := jsonx.Marshal(v)
	return string(encoded)
}

// period returns the beginning and the end of the range.
func (a *aggregation) period() (from, to time.Time) {
	const day = 24 * time.Hour
	r, now := a.query.Range, a.call.config.clock.now().UTC() // events can have the current millisecond
	if r.From != nil && r.To != nil {
		if a.call.enabled(ruleRangeEnds) {
			return *r.From, *r.To
		}
		return *r.From, r.To.Add(-1)
	}
	lengths := map[insights.EventsRangePreset]time.Duration{
		insights.EventsRangeLast24Hours: day, insights.EventsRangeLast7Days: 7 * day,
		insights.EventsRangeLast30Days:  30 * day,
		insights.EventsRangeLast3Months: 90 * day, insights.EventsRangeLastYear: 365 * day,
	}
	from = now.Add(-lengths[r.Preset])
	if a.call.enabled(ruleRangePreset) {
		return from, now
	}
	return time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC), now
}

// matchesEvent reports whether an event matches all filters, except the filters for counts.
func (a *aggregation) matchesEvent(event *visit) bool {
	for _, filter := range a.query.Where {
		values := a.valuesOf(event,
			insights.EventsColumn{Column: filter.Column, Claim: filter.Claim})
		if !isCount(filter.Column) && !slices.ContainsFunc(values, func(v insights.EventsValue) bool { return a.matches(filter, v) }) {
			return false
		}
	}
	return true
}

// matchesRow reports whether a row matches the filters for counts.
func (a *aggregation) matchesRow(row *aggregated) bool {
	for _, filter := range a.query.Where {
		if isCount(filter.Column) &&
			!a.matches(filter, a.value(row, insights.EventsColumn{Column: filter.Column})) {
			return false
		}
	}
	return true
}

// matches reports whether a value matches a filter. Values without an order can only be compared
// for equality.
func (a *aggregation) matches(filter insights.EventsFilter, v insights.EventsValue) bool {
	operator := filter.Operator
	if operator == "" && a.call.enabled(ruleFilterDefault) {
		operator = insights.EventsOperatorIn
	}
	some := func(is func(order int) bool) bool {
		return slices.ContainsFunc(filter.Values, func(other insights.EventsValue) bool {
			return is(compareValues(v, other))
		})
	}
	switch operator {
	case insights.EventsOperatorIn:
		return some(func(order int) bool { return order == 0 })
	case insights.EventsOperatorGreaterThan:
		return some(func(order int) bool { return order > 0 })
	case insights.EventsOperatorGreaterThanOrEqual:
		return some(func(order int) bool { return order >= 0 })
	case insights.EventsOperatorLessThan:
		return some(func(order int) bool { return order < 0 })
	case insights.EventsOperatorLessThanOrEqual:
		return some(func(order int) bool { return order <= 0 })
	default:
		return !some(func(order int) bool { return order == 0 })
	}
}

// compareValues compares two values. It compares values that are not numbers, times or texts by
// their JSON.
func compareValues(a, b insights.EventsValue) int {
	switch {
	case a.Number != nil && b.Number != nil:
		return cmp.Compare(*a.Number, *b.Number)
	case a.Text != nil && b.Text != nil:
		first, err := time.Parse(time.RFC3339, *a.Text)
		second, other := time.Parse(time.RFC3339, *b.Text)
		if err == nil && other == nil {
			return first.Compare(second)
		}
		return strings.Compare(*a.Text, *b.Text)
	default:
		return strings.Compare(valueText(a), valueText(b))
	}
}

// add adds an event to rows of the result. There is a row for each combination of the event's
// values in the remaining columns to group by.
func (a *aggregation) add(
	event *visit, left []insights.EventsColumn, values map[string]insights.EventsValue,
) {
	if len(left) > 0 {
		for _, value := range a.valuesOf(event, left[0]) {
			if valueText(value) == "null" && !slices.Contains(nullableColumns, left[0].Column) {
				continue
			}
			values[columnKey(left[0])] = value
			a.add(event, left[1:], values)
		}
		return
	}
	row := a.row(values)
	row.events++
	row.visitors[event.Session.VisitorID] = true
	row.sessions[event.Session.SessionID] = true
	if event.Feedback != nil && event.Type == insights.EventTypePagePostFeedback {
		switch event.Feedback.Rating {
		case insights.PageRatingOK:
			row.pages.OK++
		case insights.PageRatingGood:
			row.pages.Good++
		case insights.PageRatingBad:
			row.pages.Bad++
		}
	}
	switch event.Rating {
	case insights.AskRatingUp:
		row.asks.Positive++
	case insights.AskRatingDown:
		row.asks.Negative++
	}
}

// row returns the row with the given values. If it does not exist, row adds it.
func (a *aggregation) row(values map[string]insights.EventsValue) *aggregated {
	key, _ := jsonx.Marshal(values)
	row := a.byKey[string(key)]
	if row == nil {
		row = &aggregated{
			values:   map[string]insights.EventsValue{},
			visitors: map[string]bool{}, sessions: map[string]bool{},
		}
		maps.Copy(row.values, values)
		a.byKey[string(key)] = row
		a.rows = append(a.rows, row)
	}
	return row
}

// value returns the value of a column in a row.
func (a *aggregation) value(row *aggregated, column insights.EventsColumn) insights.EventsValue {
	count := func(n int) insights.EventsValue { return insights.EventsValue{Number: new(float64(n))} }
	switch column.Column {
	case insights.EventsColumnEventsCount:
		return count(row.events)
	case insights.EventsColumnVisitorsCount:
		return count(len(row.visitors))
	case insights.EventsColumnSessionsCount:
		return count(len(row.sessions))
	case insights.EventsColumnPageRatings:
		return insights.EventsValue{PageRatings: &row.pages}
	case insights.EventsColumnAskRatings:
		return insights.EventsValue{AskRatings: &row.asks}
	default:
		return row.values[columnKey(column)]
	}
}

// sort sorts the rows. Rows that are equal stay in the order of their first events.
func (a *aggregation) sort() {
	order := a.query.Order
	if order == nil {
		return
	}
	slices.SortStableFunc(a.rows, func(one, other *aggregated) int {
		result := compareValues(a.value(one, order.By), a.value(other, order.By))
		if order.Direction == api.OrderDesc {
			return -result
		}
		return result
	})
}

// valuesOf returns the values of an event in a column. The column for the names of claims can have
// several values, every other column has one.
func (a *aggregation) valuesOf(event *visit, column insights.EventsColumn) []insights.EventsValue {
	if column.Column == insights.EventsColumnVisitorClaimProperty &&
		len(event.Session.VisitorAuthClaims) > 0 {
		var names []insights.EventsValue
		for name := range event.Session.VisitorAuthClaims {
			names = append(names, insights.EventsValue{Text: &name})
		}
		slices.SortFunc(names, compareValues)
		return names
	}
	return []insights.EventsValue{a.valueOf(event, column)}
}

// valueOf returns the value of an event in a column, or null if the event has none.
func (a *aggregation) valueOf(event *visit, column insights.EventsColumn) insights.EventsValue {
	if column.Column == insights.EventsColumnDatetime {
		return textValue(a.bucket(*event.Timestamp, column.Interval).Format(time.RFC3339))
	}
	v := columnValue(event, column)
	known := valueText(v) != "null" &&
		publishing.Value(v.Text) != string(insights.VisitorDeviceUnknown)
	switch {
	case !known && !a.call.enabled(ruleNoValue):
		return textValue("none")
	case valueText(v) == "null" && slices.Contains(textColumns, column.Column):
		return insights.EventsValue{Text: new("")}
	default:
		return v
	}
}

var (
	// nullableColumns contains the columns whose values may be null, according to the public
	// description.
	nullableColumns = []insights.EventsColumnName{
		insights.EventsColumnSiteSection, insights.EventsColumnSiteSpace,
		insights.EventsColumnSiteShareKey, insights.EventsColumnPage,
		insights.EventsColumnVisitorGeoCountry,
		insights.EventsColumnVisitorGeoPoint, insights.EventsColumnVisitorLanguage,
		insights.EventsColumnEventLinkTargetDomain, insights.EventsColumnEventAPIOperationPath,
		insights.EventsColumnEventAPIOperationMethod,
	}
	// textColumns contains the columns whose values can be any text, but not null.
	textColumns = []insights.EventsColumnName{
		insights.EventsColumnVisitorBot, insights.EventsColumnVisitorClaim,
		insights.EventsColumnEventSearchQuery, insights.EventsColumnEventPageComment,
		insights.EventsColumnReferrer, insights.EventsColumnReferrerDomain,
		insights.EventsColumnEventAdDomain,
		insights.EventsColumnUTMSource, insights.EventsColumnUTMMedium,
		insights.EventsColumnUTMCampaign, insights.EventsColumnUTMTerm, insights.EventsColumnUTMContent,
	}
)

// textValue returns a text as a value, or null for an empty text.
func textValue[T ~string](text T) insights.EventsValue {
	if text == "" {
		return insights.EventsValue{}
	}
	return insights.EventsValue{Text: new(string(text))}
}

// columnValue returns the value of an event in a column, or null if the event has none.
func columnValue(e *visit, column insights.EventsColumn) (v insights.EventsValue) {
	switch column.Column {
	case insights.EventsColumnURL:
		return textValue(e.Location.URL)
	case insights.EventsColumnEventType:
		return textValue(e.Type)
	case insights.EventsColumnSiteSection:
		return textValue(publishing.Value(e.Location.SiteSection))
	case insights.EventsColumnSiteSpace:
		return textValue(publishing.Value(e.Location.SiteSpace))
	case insights.EventsColumnSiteShareKey:
		return textValue(publishing.Value(e.Location.SiteShareKey).Reveal())
	case insights.EventsColumnDisplayContext:
		return textValue(orElse(e.Location.DisplayContext, insights.DisplayContextSite))
	case insights.EventsColumnPage:
		if e.Location.Space != nil {
			v.Page = &insights.EventsPage{Space: *e.Location.Space, Page: e.Location.Page}
		}
		return v
	case insights.EventsColumnVisitorGeoCountry:
		return textValue(e.by.Country)
	case insights.EventsColumnVisitorGeoPoint:
		v.Point = e.by.Point
		return v
	case insights.EventsColumnVisitorDevice:
		return textValue(orElse(e.by.Device, insights.VisitorDeviceUnknown))
	case insights.EventsColumnVisitorBrowser:
		return textValue(orElse(e.by.Browser, insights.VisitorBrowserUnknown))
	case insights.EventsColumnVisitorOS:
		return textValue(orElse(e.by.OS, insights.VisitorOSUnknown))
	case insights.EventsColumnVisitorBot:
		return textValue(e.by.Bot)
	case insights.EventsColumnVisitorLanguage:
		return textValue(publishing.Value(e.Session.Language))
	case insights.EventsColumnReferrer:
		return textValue(publishing.Value(e.Session.Referrer))
	case insights.EventsColumnReferrerDomain:
		return hostOf(e.Session.Referrer)
	case insights.EventsColumnUTMSource, insights.EventsColumnUTMMedium,
		insights.EventsColumnUTMCampaign, insights.EventsColumnUTMTerm, insights.EventsColumnUTMContent:
		return utmValue(e, column)
	case insights.EventsColumnVisitorClaim:
		if column.Claim == nil {
			return v
		}
		return textValue(strings.Trim(e.Session.VisitorAuthClaims[*column.Claim].String(), `"`))
	case insights.EventsColumnEventSearchQuery:
		if e.Type != insights.EventTypeSearchTypeQuery &&
			e.Type != insights.EventTypeSearchOpenResult {
			return v
		}
		return textValue(publishing.Value(e.Query))
	case insights.EventsColumnEventAskRating:
		if e.Rating != 0 {
			v.Number = new(float64(e.Rating))
		}
		return v
	case insights.EventsColumnEventPageRating:
		return textValue(publishing.Value(e.Feedback).Rating)
	case insights.EventsColumnEventPageComment:
		return textValue(publishing.Value(publishing.Value(e.Feedback).Comment))
	case insights.EventsColumnEventLinkTargetValue:
		if e.Link != nil {
			v.Target = &e.Link.Target
		}
		return v
	case insights.EventsColumnEventLinkTargetKind:
		return textValue(publishing.Value(e.Link).Target.Kind)
	case insights.EventsColumnEventLinkTargetDomain:
		return hostOf(publishing.Value(e.Link).Target.URL)
	case insights.EventsColumnEventLinkPosition:
		return textValue(publishing.Value(e.Link).Position)
	case insights.EventsColumnEventAPIOperationPath:
		return textValue(publishing.Value(e.Operation).Path)
	case insights.EventsColumnEventAPIOperationMethod:
		return textValue(publishing.Value(e.Operation).Method)
	case insights.EventsColumnEventTrademarkPlacement:
		return textValue(e.Placement)
	case insights.EventsColumnEventAdDomain:
		return textValue(publishing.Value(e.Ad).Domain)
	case insights.EventsColumnEventAdPlacement:
		return textValue(publishing.Value(e.Ad).Placement)
	default:
		return v
	}
}

// utmValue returns the value of a parameter such as utm_source in the URL of an event.
func utmValue(event *visit, column insights.EventsColumn) insights.EventsValue {
	address, err := url.Parse(event.Location.URL)
	if err != nil {
		return insights.EventsValue{}
	}
	return textValue(address.Query().Get(
		"utm_" + strings.ToLower(strings.TrimPrefix(string(column.Column), "utm")),
	))
}

// hostOf returns the host of a URL, or null if there is none.
func hostOf(address *string) insights.EventsValue {
	parsed, err := url.Parse(publishing.Value(address))
	if err != nil {
		return insights.EventsValue{}
	}
	return textValue(parsed.Hostname())
}

// bucket returns the start of the period that contains a time.
func (a *aggregation) bucket(at time.Time, interval insights.EventsInterval) time.Time {
	firstDay, byDefault := time.Sunday, insights.EventsIntervalHour
	if a.call.enabled(ruleBucket) {
		firstDay, byDefault = time.Monday, insights.EventsIntervalDay
	}
	return startOf(at, string(orElse(interval, byDefault)), firstDay)
}

// startOf returns the start of the hour, day, week, month or year in UTC that contains a time. For
// any other interval, it returns the start of the day.
func startOf(at time.Time, interval string, firstDay time.Weekday) time.Time {
	at = at.UTC()
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	switch interval {
	case "hour":
		return at.Truncate(time.Hour)
	case "week":
		return day.AddDate(0, 0, -int(day.Weekday()-firstDay+7)%7)
	case "month":
		return day.AddDate(0, 0, 1-day.Day())
	case "year":
		return day.AddDate(0, 0, 1-day.YearDay())
	default:
		return day
	}
}
