package publishingtest

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleRange         = newRule("sites.insights.aggregate.range", "an aggregation covers the events of its range")
	ruleRangePreset   = newUndecidedRule("sites.insights.aggregate.range-preset", "a range with a name ends now and consists of days of 24 hours: last30Days are the last 30 × 24 hours")
	ruleFilter        = newRule("sites.insights.aggregate.where", "an event that is aggregated matches all filters")
	ruleFilterDefault = newUndecidedRule("sites.insights.aggregate.operator", "a filter without an operator has the operator in; without the rule, notIn")
	ruleFilterValues  = newRule("sites.insights.aggregate.values", "the values of a filter have the type of its column")
	ruleGrouped       = newUndecidedRule("sites.insights.aggregate.grouped", "a selected column that is no count must also be grouped by, or the response is 400")
	ruleNoSelect      = newUndecidedRule("sites.insights.aggregate.no-select", "an aggregation that selects nothing has no columns; without the rule, it counts the events")
	ruleOrder         = newRule("sites.insights.aggregate.order", "rows are sorted by the column in order")
	ruleOrderSelected = newRule("sites.insights.aggregate.order-selected", "rows are sorted by a selected column, or the response is 400")
	ruleRows          = newRule("sites.insights.aggregate.limit", "an aggregation has at most as many rows as its limit")
	ruleDistinct      = newRule("sites.insights.aggregate.distinct", "visitors and sessions are counted once in each row")
	ruleBucket        = newUndecidedRule("sites.insights.aggregate.datetime", "periods begin at full hours, days, Mondays and months in UTC, and last a day by default")
	ruleNoValue       = newUndecidedRule("sites.insights.aggregate.unknown", "what is not known of an event is null, and its device, browser and operating system are always unknown")
)

var (
	columnNames = []string{
		"datetime", "url", "eventType", "eventsCount", "sessionsCount", "visitorsCount", "siteSection", "siteSpace", "siteShareKey", "displayContext", "page",
		"visitorGeoCountry", "visitorGeoPoint", "visitorDevice", "visitorBrowser", "visitorOS", "visitorBot", "visitorLanguage", "eventLinkTargetValue",
		"eventLinkTargetKind", "eventLinkTargetDomain", "eventLinkPosition", "eventAPIOperationPath", "eventAPIOperationMethod", "eventSearchQuery",
		"eventPageFeedbackRating", "eventPageFeedbackComment", "eventAskResponseRating", "pageFeedbackRating", "askResponseRating", "referrer", "referrerDomain",
		"utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent", "visitorClaimProperty", "visitorClaim", "eventAdDomain", "eventAdPlacement", "eventTrademarkPlacement",
	}
	rangeNames = []string{"lastYear", "last3Months", "last30Days", "last7Days", "last24Hours"}

	rangeType = limits.Check{ID: "type", Want: "a string or an object", Accepts: func(v any) bool {
		return limits.String.Accepts(v) || limits.Object.Accepts(v)
	}}
)

// eventAggregationLimits are the limits on aggregations.
var eventAggregationLimits = limits.AllFromDescription(slices.Concat(
	limits.Table{limits.Body("select", limits.List), limits.Body("select[]", limits.Object)}, columnLimits("select[]"),
	limits.Table{
		limits.Body("where", limits.List),
		limits.Body("where[]", limits.Object),
		limits.Body("where[].column", limits.String, limits.Required, limits.OneOf(columnNames...)),
		limits.Body("where[].claim", limits.String),
		limits.Body("where[].operator", limits.String, limits.OneOf("in", "notIn", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual")),
		limits.Body("where[].values", limits.List, limits.Required),
		limits.Body("groupBy", limits.List),
		limits.Body("groupBy[]", limits.Object),
	}, columnLimits("groupBy[]"),
	limits.Table{limits.Body("order", limits.Object), limits.Body("order.by", limits.Object, limits.Required)}, columnLimits("order.by"),
	limits.Table{
		limits.Body("order.direction", limits.String, limits.Required, limits.OneOf("asc", "desc")),
		limits.Body("range", rangeType, limits.Required, limits.OneOf(rangeNames...)),
		limits.Body("range.from", limits.String, limits.Required),
		limits.Body("range.to", limits.String, limits.Required),
		limits.Body("limit", limits.Integer, limits.Between(1, 1000)),
	},
))

func columnLimits(at string) limits.Table {
	return limits.Table{
		limits.Body(at+".column", limits.String, limits.Required, limits.OneOf(columnNames...)),
		limits.Body(at+".interval", limits.String, limits.OneOf("hour", "day", "week", "month")),
		limits.Body(at+".precision", limits.Integer, limits.Between(0, 15)),
		limits.Body(at+".claim", limits.String),
	}
}

// aggregation is the aggregation of the events of a site that is being made.
type aggregation struct {
	*call
	query sites.EventsAggregation
	rows  []*aggregated
	byKey map[string]*aggregated
}

// aggregated is a row: the values of the columns it is grouped by, by key, and what is counted.
type aggregated struct {
	values             map[string]sites.EventsValue
	events             int
	visitors, sessions map[string]int
	pages              sites.EventsPageRatings
	answers            sites.EventsAskRatings
}

func aggregateEvents(c *call, s *site) (response, error) {
	a := &aggregation{call: c, query: input[sites.EventsAggregation](c), byKey: map[string]*aggregated{}}
	if len(a.query.Select) == 0 && !c.enabled(ruleNoSelect) {
		a.query.Select = []sites.EventsColumn{{Column: sites.EventsColumnEventsCount}}
	}
	if err := a.check(); err != nil {
		return response{}, err
	}
	from, to := a.period()
	if len(a.query.GroupBy) == 0 {
		a.row(nil)
	}
	for i := range s.events {
		event := &s.events[i]
		inRange := !event.Timestamp.Before(from) && !event.Timestamp.After(to) || !c.enabled(ruleRange)
		if inRange && a.matchesEvent(event) {
			a.add(event, a.query.GroupBy, map[string]sites.EventsValue{})
		}
	}
	a.rows = slices.DeleteFunc(a.rows, func(row *aggregated) bool { return !a.matchesRow(row) })
	a.sort()
	limit := 1000
	if a.query.Limit != nil && c.enabled(ruleRows) {
		limit = int(*a.query.Limit)
	}
	a.rows = a.rows[:min(max(limit, 0), len(a.rows))]
	result := sites.EventsAggregationResult{Columns: []sites.EventsColumnValues{}}
	for _, column := range a.query.Select {
		values := sites.EventsColumnValues{Column: column.Column, Claim: column.Claim, Values: []sites.EventsValue{}}
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
		if !isCount(column.Column) && !grouped[columnKey(column)] && a.enabled(ruleGrouped) {
			return invalid(fmt.Sprintf("select[%d]", i), "a count or a column in groupBy", column.Column, ruleGrouped)
		}
	}
	if order := a.query.Order; order != nil && !selected[columnKey(order.By)] && a.enabled(ruleOrderSelected) {
		return invalid("order.by", "a selected column", order.By.Column, ruleOrderSelected)
	}
	for i, filter := range a.query.Where {
		for j, value := range filter.Values {
			if want := wantOf(filter.Column); !want.accepts(value) && a.enabled(ruleFilterValues) {
				return invalid(fmt.Sprintf("where[%d].values[%d]", i, j), want.text, value, ruleFilterValues)
			}
		}
	}
	return nil
}

// columnKey returns a text that identifies a column in a query.
func columnKey(column sites.EventsColumn) string {
	key := string(column.Column)
	if column.Claim != nil {
		key += " " + *column.Claim
	}
	return key
}

// isCount reports whether a column is counted, so that nothing is grouped by it.
func isCount(column sites.EventsColumnName) bool {
	switch column {
	case sites.EventsColumnEventsCount, sites.EventsColumnVisitorsCount, sites.EventsColumnSessionsCount, sites.EventsColumnPageRatings, sites.EventsColumnAskRatings:
		return true
	default:
		return false
	}
}

// valueType is the type of the values of a column.
type valueType struct {
	text    string
	accepts func(v sites.EventsValue) bool
}

func wantOf(column sites.EventsColumnName) valueType {
	null := sites.EventsValue{}
	isNull := func(v sites.EventsValue) bool { return valueText(v) == valueText(null) }
	switch column {
	case sites.EventsColumnEventsCount, sites.EventsColumnVisitorsCount, sites.EventsColumnSessionsCount, sites.EventsColumnEventAskRating:
		return valueType{"a number", func(v sites.EventsValue) bool { return v.Number != nil }}
	case sites.EventsColumnPage:
		return valueType{"a page or null", func(v sites.EventsValue) bool { return v.Page != nil || isNull(v) }}
	case sites.EventsColumnVisitorGeoPoint:
		return valueType{"a point or null", func(v sites.EventsValue) bool { return v.Point != nil || isNull(v) }}
	case sites.EventsColumnEventLinkTargetValue:
		return valueType{"a reference", func(v sites.EventsValue) bool { return v.Target != nil }}
	case sites.EventsColumnPageRatings:
		return valueType{"ratings", func(v sites.EventsValue) bool { return v.PageRatings != nil }}
	case sites.EventsColumnAskRatings:
		return valueType{"ratings", func(v sites.EventsValue) bool { return v.AskRatings != nil }}
	default:
		return valueType{"a string or null", func(v sites.EventsValue) bool { return v.Text != nil || isNull(v) }}
	}
}

// valueText returns a value as JSON, which is the same for equal values.
func valueText(v sites.EventsValue) string {
	encoded, _ := jsonx.Marshal(v)
	return string(encoded)
}

// period returns the first and the last time of the range.
func (a *aggregation) period() (from, to time.Time) {
	const day = 24 * time.Hour
	r, now := a.query.Range, a.now()
	if r.From != nil && r.To != nil {
		return *r.From, *r.To
	}
	lengths := map[sites.EventsRangePreset]time.Duration{
		sites.EventsRangeLast24Hours: day, sites.EventsRangeLast7Days: 7 * day, sites.EventsRangeLast30Days: 30 * day, sites.EventsRangeLast3Months: 90 * day, sites.EventsRangeLastYear: 365 * day,
	}
	from = now.Add(-lengths[r.Preset])
	if !a.enabled(ruleRangePreset) {
		from = time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC)
	}
	return from, now
}

// matchesEvent reports whether an event matches the filters that are not about counts.
func (a *aggregation) matchesEvent(event *sites.Event) bool {
	for _, filter := range a.query.Where {
		if isCount(filter.Column) {
			continue
		}
		matches := slices.ContainsFunc(a.valuesOf(event, sites.EventsColumn{Column: filter.Column, Claim: filter.Claim}), func(v sites.EventsValue) bool { return a.matches(filter, v) })
		if !matches && a.enabled(ruleFilter) {
			return false
		}
	}
	return true
}

// matchesRow reports whether a row matches the filters that are about counts.
func (a *aggregation) matchesRow(row *aggregated) bool {
	for _, filter := range a.query.Where {
		if isCount(filter.Column) && !a.matches(filter, a.value(row, sites.EventsColumn{Column: filter.Column})) && a.enabled(ruleFilter) {
			return false
		}
	}
	return true
}

// matches reports whether a value matches a filter. Values that cannot be compared are equal or
// not.
func (a *aggregation) matches(filter sites.EventsFilter, v sites.EventsValue) bool {
	operator := filter.Operator
	if operator == "" && a.enabled(ruleFilterDefault) {
		operator = sites.EventsOperatorIn
	}
	isOneOf := slices.ContainsFunc(filter.Values, func(other sites.EventsValue) bool { return compareValues(v, other) == 0 })
	some := func(is func(order int) bool) bool {
		return slices.ContainsFunc(filter.Values, func(other sites.EventsValue) bool { return is(compareValues(v, other)) })
	}
	switch operator {
	case sites.EventsOperatorIn:
		return isOneOf
	case sites.EventsOperatorGreaterThan:
		return some(func(order int) bool { return order > 0 })
	case sites.EventsOperatorGreaterThanOrEqual:
		return some(func(order int) bool { return order >= 0 })
	case sites.EventsOperatorLessThan:
		return some(func(order int) bool { return order < 0 })
	case sites.EventsOperatorLessThanOrEqual:
		return some(func(order int) bool { return order <= 0 })
	default:
		return !isOneOf
	}
}

// compareValues compares numbers, times and texts, and other values by their JSON.
func compareValues(a, b sites.EventsValue) int {
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

// add adds an event to the rows that it belongs to: one for each combination of its values of the
// columns that are left to group by.
func (a *aggregation) add(event *sites.Event, left []sites.EventsColumn, values map[string]sites.EventsValue) {
	if len(left) > 0 {
		for _, value := range a.valuesOf(event, left[0]) {
			values[columnKey(left[0])] = value
			a.add(event, left[1:], values)
		}
		return
	}
	row := a.row(values)
	row.events++
	row.visitors[event.Session.VisitorID]++
	row.sessions[event.Session.SessionID]++
	if event.Feedback != nil && event.Type == sites.EventTypePagePostFeedback {
		switch event.Feedback.Rating {
		case sites.PageRatingOK:
			row.pages.OK++
		case sites.PageRatingGood:
			row.pages.Good++
		case sites.PageRatingBad:
			row.pages.Bad++
		}
	}
	switch event.Rating {
	case sites.AskRatingUp:
		row.answers.Positive++
	case sites.AskRatingDown:
		row.answers.Negative++
	}
}

// row returns the row with values, which is a new one if there is none.
func (a *aggregation) row(values map[string]sites.EventsValue) *aggregated {
	key, _ := jsonx.Marshal(values)
	row := a.byKey[string(key)]
	if row == nil {
		row = &aggregated{values: map[string]sites.EventsValue{}, visitors: map[string]int{}, sessions: map[string]int{}}
		for name, value := range values {
			row.values[name] = value
		}
		a.byKey[string(key)] = row
		a.rows = append(a.rows, row)
	}
	return row
}

// value returns the value of a column in a row.
func (a *aggregation) value(row *aggregated, column sites.EventsColumn) sites.EventsValue {
	count := func(of map[string]int) sites.EventsValue {
		n := len(of)
		if !a.enabled(ruleDistinct) {
			n = row.events
		}
		return sites.EventsValue{Number: new(float64(n))}
	}
	switch column.Column {
	case sites.EventsColumnEventsCount:
		return sites.EventsValue{Number: new(float64(row.events))}
	case sites.EventsColumnVisitorsCount:
		return count(row.visitors)
	case sites.EventsColumnSessionsCount:
		return count(row.sessions)
	case sites.EventsColumnPageRatings:
		return sites.EventsValue{PageRatings: &row.pages}
	case sites.EventsColumnAskRatings:
		return sites.EventsValue{AskRatings: &row.answers}
	default:
		return row.values[columnKey(column)]
	}
}

// sort sorts the rows. Rows that are equal stay in the order of their first events.
func (a *aggregation) sort() {
	order := a.query.Order
	if order == nil || !a.enabled(ruleOrder) {
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

// valuesOf returns the values of a column of an event. There are several for the names of claims,
// and one for every other column.
func (a *aggregation) valuesOf(event *sites.Event, column sites.EventsColumn) []sites.EventsValue {
	if column.Column == sites.EventsColumnVisitorClaimProperty && len(event.Session.VisitorAuthClaims) > 0 {
		var names []sites.EventsValue
		for name := range event.Session.VisitorAuthClaims {
			names = append(names, sites.EventsValue{Text: &name})
		}
		slices.SortFunc(names, compareValues)
		return names
	}
	return []sites.EventsValue{a.valueOf(event, column)}
}

// valueOf returns the value of a column of an event, null if it has none.
func (a *aggregation) valueOf(event *sites.Event, column sites.EventsColumn) sites.EventsValue {
	null := sites.EventsValue{}
	if !a.enabled(ruleNoValue) {
		null = sites.EventsValue{Text: new("none")}
	}
	text := func(v *string) sites.EventsValue {
		if v == nil || *v == "" {
			return null
		}
		return sites.EventsValue{Text: v}
	}
	session, location := &event.Session, &event.Location
	switch column.Column {
	case sites.EventsColumnDatetime:
		return sites.EventsValue{Text: new(a.bucket(*event.Timestamp, column.Interval).Format(time.RFC3339))}
	case sites.EventsColumnURL:
		return text(&location.URL)
	case sites.EventsColumnEventType:
		return text(new(string(event.Type)))
	case sites.EventsColumnSiteSection:
		return text(location.SiteSection)
	case sites.EventsColumnSiteSpace:
		return text(location.SiteSpace)
	case sites.EventsColumnSiteShareKey:
		if location.SiteShareKey == nil {
			return null
		}
		return text(new(location.SiteShareKey.Reveal()))
	case sites.EventsColumnDisplayContext:
		return text(new(string(orElse(location.DisplayContext, sites.DisplayContextSite))))
	case sites.EventsColumnPage:
		if location.Space == nil {
			return null
		}
		return sites.EventsValue{Page: &sites.EventsPage{Space: *location.Space, Page: location.Page}}
	case sites.EventsColumnVisitorDevice, sites.EventsColumnVisitorBrowser, sites.EventsColumnVisitorOS:
		if !a.enabled(ruleNoValue) {
			return null
		}
		return text(new(string(sites.VisitorDeviceUnknown)))
	case sites.EventsColumnVisitorLanguage:
		return text(session.Language)
	case sites.EventsColumnReferrer:
		return text(session.Referrer)
	case sites.EventsColumnReferrerDomain:
		return text(new(hostOf(orElse(session.Referrer, new("")))))
	case sites.EventsColumnVisitorClaim:
		if column.Claim == nil || session.VisitorAuthClaims[*column.Claim] == nil {
			return null
		}
		return text(new(strings.Trim(session.VisitorAuthClaims[*column.Claim].String(), `"`)))
	}
	if param, ok := strings.CutPrefix(string(column.Column), "utm"); ok {
		address, err := url.Parse(location.URL)
		if err != nil {
			return null
		}
		return text(new(address.Query().Get("utm_" + strings.ToLower(param))))
	}
	if v, ok := valueOfType(event, column.Column, text); ok {
		return v
	}
	return null
}

// valueOfType returns the value of a column that only some types of events have.
func valueOfType(event *sites.Event, column sites.EventsColumnName, text func(*string) sites.EventsValue) (v sites.EventsValue, ok bool) {
	switch column {
	case sites.EventsColumnEventSearchQuery:
		isSearch := event.Type == sites.EventTypeSearchTypeQuery || event.Type == sites.EventTypeSearchOpenResult
		return text(event.Query), isSearch
	case sites.EventsColumnEventAskRating:
		return sites.EventsValue{Number: new(float64(event.Rating))}, event.Rating != 0
	case sites.EventsColumnEventTrademarkPlacement:
		return text(new(string(event.Placement))), true
	}
	switch {
	case event.Link != nil:
		switch column {
		case sites.EventsColumnEventLinkTargetValue:
			return sites.EventsValue{Target: &event.Link.Target}, true
		case sites.EventsColumnEventLinkTargetKind:
			return text(new(string(event.Link.Target.Kind))), true
		case sites.EventsColumnEventLinkTargetDomain:
			return text(new(hostOf(orElse(event.Link.Target.URL, new(""))))), true
		case sites.EventsColumnEventLinkPosition:
			return text(new(string(event.Link.Position))), true
		}
	case event.Operation != nil:
		switch column {
		case sites.EventsColumnEventAPIOperationPath:
			return text(&event.Operation.Path), true
		case sites.EventsColumnEventAPIOperationMethod:
			return text(&event.Operation.Method), true
		}
	case event.Feedback != nil:
		switch column {
		case sites.EventsColumnEventPageRating:
			return text(new(string(event.Feedback.Rating))), true
		case sites.EventsColumnEventPageComment:
			return text(event.Feedback.Comment), true
		}
	case event.Ad != nil:
		switch column {
		case sites.EventsColumnEventAdDomain:
			return text(&event.Ad.Domain), true
		case sites.EventsColumnEventAdPlacement:
			return text(new(string(event.Ad.Placement))), true
		}
	}
	return v, false
}

// hostOf returns the host of an address, "" if it has none.
func hostOf(address *string) string {
	parsed, err := url.Parse(*address)
	if err != nil {
		return ""
	}
	return parsed.Hostname()
}

// bucket returns the start of the period that a time is in.
func (a *aggregation) bucket(at time.Time, interval sites.EventsInterval) time.Time {
	at = at.UTC()
	if !a.enabled(ruleBucket) {
		return at
	}
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	switch interval {
	case sites.EventsIntervalHour:
		return at.Truncate(time.Hour)
	case sites.EventsIntervalWeek:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	case sites.EventsIntervalMonth:
		return day.AddDate(0, 0, 1-day.Day())
	default:
		return day
	}
}
