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
	for i, column := range a.query.GroupBy {
		if isCount(column.Column) {
			return invalid(fmt.Sprintf("groupBy[%d]", i), "a column that is no count", column.Column, "")
		}
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
	return slices.Contains([]insights.EventsColumnName{
		insights.EventsColumnEventsCount, insights.EventsColumnVisitorsCount, insights.EventsColumnSessionsCount,
		insights.EventsColumnPageRatings, insights.EventsColumnAskRatings,
	}, column)
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
		insights.EventsRangePresetLast24Hours: day, insights.EventsRangePresetLast7Days: 7 * day,
		insights.EventsRangePresetLast30Days:  30 * day,
		insights.EventsRangePresetLast3Months: 90 * day, insights.EventsRangePresetLastYear: 365 * day,
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
	orders, isOrder := ordersOf[operator]
	if !isOrder { // notIn
		orders = ordersOf[insights.EventsOperatorIn]
	}
	return isOrder == slices.ContainsFunc(filter.Values, func(other insights.EventsValue) bool {
		order := compareValues(v, other)
		hasOrder := v.Number != nil && other.Number != nil || v.Text != nil && other.Text != nil
		return slices.Contains(orders, order) && (hasOrder || order == 0)
	})
}

// ordersOf contains the results of comparing a value with that of a filter for which the filter
// matches the value.
var ordersOf = map[insights.EventsOperator][]int{
	insights.EventsOperatorIn:          {0},
	insights.EventsOperatorGreaterThan: {1}, insights.EventsOperatorGreaterThanOrEqual: {0, 1},
	insights.EventsOperatorLessThan: {-1}, insights.EventsOperatorLessThanOrEqual: {-1, 0},
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
			if valueText(value) == "null" && eventColumns[left[0].Column].unknown != nullValue {
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
	isNull := valueText(v) == "null"
	isKnown := !isNull && publishing.Value(v.Text) != string(insights.VisitorDeviceUnknown)
	switch {
	case !isKnown && !a.call.enabled(ruleNoValue):
		return textValue("none")
	case isNull && eventColumns[column.Column].unknown == emptyText:
		return insights.EventsValue{Text: new("")}
	default:
		return v
	}
}

// unknown is what a column contains for an event that has no value in it, according to the public
// description.
type unknown uint8

const (
	inNoRow   unknown = iota // the values are not null, so the event is in no row
	nullValue                // the values may be null
	emptyText                // the values can be any text, but not null
)

// eventColumn is a column of values of events. Only the values of some columns are texts.
type eventColumn struct {
	unknown unknown
	text    func(e *visit) string // "" if the event has no value
}

// eventColumns contains the columns whose values are texts, and those whose values may be null.
var eventColumns = map[insights.EventsColumnName]eventColumn{
	insights.EventsColumnURL:                     {inNoRow, func(e *visit) string { return e.Location.URL }},
	insights.EventsColumnEventType:               {inNoRow, func(e *visit) string { return string(e.Type) }},
	insights.EventsColumnSiteSection:             {nullValue, func(e *visit) string { return publishing.Value(e.Location.SiteSection) }},
	insights.EventsColumnSiteSpace:               {nullValue, func(e *visit) string { return publishing.Value(e.Location.SiteSpace) }},
	insights.EventsColumnSiteShareKey:            {nullValue, func(e *visit) string { return publishing.Value(e.Location.SiteShareKey).Reveal() }},
	insights.EventsColumnDisplayContext:          {inNoRow, func(e *visit) string { return string(orElse(e.Location.DisplayContext, insights.DisplayContextSite)) }},
	insights.EventsColumnPage:                    {unknown: nullValue},
	insights.EventsColumnVisitorGeoCountry:       {nullValue, func(e *visit) string { return e.by.Country }},
	insights.EventsColumnVisitorGeoPoint:         {unknown: nullValue},
	insights.EventsColumnVisitorDevice:           {inNoRow, func(e *visit) string { return string(orElse(e.by.Device, insights.VisitorDeviceUnknown)) }},
	insights.EventsColumnVisitorBrowser:          {inNoRow, func(e *visit) string { return string(orElse(e.by.Browser, insights.VisitorBrowserUnknown)) }},
	insights.EventsColumnVisitorOS:               {inNoRow, func(e *visit) string { return string(orElse(e.by.OS, insights.VisitorOSUnknown)) }},
	insights.EventsColumnVisitorBot:              {emptyText, func(e *visit) string { return string(e.by.Bot) }},
	insights.EventsColumnVisitorLanguage:         {nullValue, func(e *visit) string { return publishing.Value(e.Session.Language) }},
	insights.EventsColumnVisitorClaim:            {unknown: emptyText},
	insights.EventsColumnReferrer:                {emptyText, func(e *visit) string { return publishing.Value(e.Session.Referrer) }},
	insights.EventsColumnReferrerDomain:          {emptyText, func(e *visit) string { return hostOf(e.Session.Referrer) }},
	insights.EventsColumnUTMSource:               {emptyText, utm("utm_source")},
	insights.EventsColumnUTMMedium:               {emptyText, utm("utm_medium")},
	insights.EventsColumnUTMCampaign:             {emptyText, utm("utm_campaign")},
	insights.EventsColumnUTMTerm:                 {emptyText, utm("utm_term")},
	insights.EventsColumnUTMContent:              {emptyText, utm("utm_content")},
	insights.EventsColumnEventSearchQuery:        {emptyText, searchQuery},
	insights.EventsColumnEventPageRating:         {inNoRow, func(e *visit) string { return string(publishing.Value(e.Feedback).Rating) }},
	insights.EventsColumnEventPageComment:        {emptyText, func(e *visit) string { return publishing.Value(publishing.Value(e.Feedback).Comment) }},
	insights.EventsColumnEventLinkTargetKind:     {inNoRow, func(e *visit) string { return string(publishing.Value(e.Link).Target.Kind) }},
	insights.EventsColumnEventLinkTargetDomain:   {nullValue, func(e *visit) string { return hostOf(publishing.Value(e.Link).Target.URL) }},
	insights.EventsColumnEventLinkPosition:       {inNoRow, func(e *visit) string { return string(publishing.Value(e.Link).Position) }},
	insights.EventsColumnEventAPIOperationPath:   {nullValue, func(e *visit) string { return publishing.Value(e.Operation).Path }},
	insights.EventsColumnEventAPIOperationMethod: {nullValue, func(e *visit) string { return publishing.Value(e.Operation).Method }},
	insights.EventsColumnEventTrademarkPlacement: {inNoRow, func(e *visit) string { return string(e.Placement) }},
	insights.EventsColumnEventAdDomain:           {emptyText, func(e *visit) string { return publishing.Value(e.Ad).Domain }},
	insights.EventsColumnEventAdPlacement:        {inNoRow, func(e *visit) string { return string(publishing.Value(e.Ad).Placement) }},
}

// textValue returns a text as a value, or null for an empty text.
func textValue(text string) insights.EventsValue { return insights.EventsValue{Text: filled(text)} }

// columnValue returns the value of an event in a column, or null if the event has none.
func columnValue(e *visit, column insights.EventsColumn) (v insights.EventsValue) {
	switch column.Column {
	case insights.EventsColumnPage:
		if e.Location.Space != nil {
			v.Page = &insights.EventsPage{Space: *e.Location.Space, Page: e.Location.Page}
		}
	case insights.EventsColumnVisitorGeoPoint:
		v.Point = e.by.Point
	case insights.EventsColumnEventAskRating:
		if e.Rating != 0 {
			v.Number = new(float64(e.Rating))
		}
	case insights.EventsColumnEventLinkTargetValue:
		if e.Link != nil {
			v.Target = &e.Link.Target
		}
	case insights.EventsColumnVisitorClaim:
		claim := e.Session.VisitorAuthClaims[publishing.Value(column.Claim)]
		return textValue(strings.Trim(claim.String(), `"`))
	default:
		if text := eventColumns[column.Column].text; text != nil {
			return textValue(text(e))
		}
	}
	return v
}

func searchQuery(e *visit) string {
	if e.Type == insights.EventTypeSearchTypeQuery || e.Type == insights.EventTypeSearchOpenResult {
		return publishing.Value(e.Query)
	}
	return ""
}

// utm returns a function that returns the parameter with the given name in the URL of an event.
func utm(name string) func(e *visit) string {
	return func(e *visit) string {
		address, err := url.Parse(e.Location.URL)
		if err != nil {
			return ""
		}
		return address.Query().Get(name)
	}
}

// hostOf returns the host of a URL, or "" if there is none.
func hostOf(address *string) string {
	parsed, err := url.Parse(publishing.Value(address))
	if err != nil {
		return ""
	}
	return parsed.Hostname()
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
