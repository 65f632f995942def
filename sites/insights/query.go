package insights

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/spaces"
)

// EventAggregate is the request body of sites.InsightsEventService.Aggregate. This query counts the
// visitors of each page in the last week, and sorts the pages by that number, highest first:
//
//	insights.EventAggregate{
//		Select:  []insights.EventsColumn{{Column: insights.EventsColumnPage}, {Column: insights.EventsColumnVisitorsCount}},
//		GroupBy: []insights.EventsColumn{{Column: insights.EventsColumnPage}},
//		Order:   &insights.EventsOrder{By: insights.EventsColumn{Column: insights.EventsColumnVisitorsCount}, Direction: api.OrderDesc},
//		Range:   insights.EventsRange{Preset: insights.EventsRangePresetLast7Days},
//	}
//
// Experimental: may change in any minor release; see [api].
type EventAggregate struct {
	// Select contains the columns of the result. Each column that is not a count must also be in
	// GroupBy. It is undocumented what the service does otherwise.
	Select []EventsColumn `json:"select,omitzero"`
	// Where contains filters. An event must match all of them.
	Where   []EventsFilter `json:"where,omitzero"`
	GroupBy []EventsColumn `json:"groupBy,omitzero"`
	Order   *EventsOrder   `json:"order,omitzero"`
	Range   EventsRange    `json:"range"` // period in which the events occurred
	// Limit is the maximum number of rows, 1 to 1000; nil means 1000. If a result has that many
	// rows, [EventsAggregationResult].Truncated is true.
	// sites.InsightsEventService.CollectAggregate gets all rows.
	Limit *int64 `json:"limit,omitzero" check:"range=1..1000"`
}

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (a EventAggregate) LogValue() slog.Value { return logvalue.Of(a) }

// EventsColumn is a column of a result.
//
// Experimental: may change in any minor release; see [api].
type EventsColumn struct {
	Column EventsColumnName `json:"column" check:"required"`
	// Interval is the length of the periods in [EventsColumnDatetime]. If it is empty, the service
	// chooses the length.
	Interval EventsInterval `json:"interval,omitzero"`
	// Precision is the resolution of [EventsColumnVisitorGeoPoint] in the H3 grid, from 0 to 15.
	Precision *int64 `json:"precision,omitzero" check:"range=0..15"`
	// Claim is the name of the claim for [EventsColumnVisitorClaim].
	Claim *string `json:"claim,omitzero"`
}

// Validate checks that Claim is set for [EventsColumnVisitorClaim].
func (c EventsColumn) Validate() error { return needsClaim(c, c.Column) }

// needsClaim returns an error if the column requires a claim and the Claim of v is not set.
func needsClaim(v any, column EventsColumnName) error {
	if column != EventsColumnVisitorClaim {
		return nil
	}
	return check.Needs(v, "column", string(column), "claim")
}

// EventsColumnName identifies a column. The service may know columns that this release does not
// know.
//
// Experimental: may change in any minor release; see [api].
type EventsColumnName string

// Counts.
const (
	EventsColumnEventsCount   EventsColumnName = "eventsCount"
	EventsColumnSessionsCount EventsColumnName = "sessionsCount"
	EventsColumnVisitorsCount EventsColumnName = "visitorsCount"
	EventsColumnPageRatings   EventsColumnName = "pageFeedbackRating" // [EventsPageRatings]
	EventsColumnAskRatings    EventsColumnName = "askResponseRating"  // [EventsAskRatings]
)

// Columns to group by.
const (
	EventsColumnDatetime                EventsColumnName = "datetime" // start of a period
	EventsColumnURL                     EventsColumnName = "url"
	EventsColumnEventType               EventsColumnName = "eventType" // an [EventType]
	EventsColumnSiteSection             EventsColumnName = "siteSection"
	EventsColumnSiteSpace               EventsColumnName = "siteSpace"
	EventsColumnSiteShareKey            EventsColumnName = "siteShareKey"
	EventsColumnDisplayContext          EventsColumnName = "displayContext" // a [DisplayContext]
	EventsColumnPage                    EventsColumnName = "page"           // an [EventsPage]
	EventsColumnVisitorGeoCountry       EventsColumnName = "visitorGeoCountry"
	EventsColumnVisitorGeoPoint         EventsColumnName = "visitorGeoPoint" // an [EventsPoint]
	EventsColumnVisitorDevice           EventsColumnName = "visitorDevice"   // a [VisitorDevice]
	EventsColumnVisitorBrowser          EventsColumnName = "visitorBrowser"  // a [VisitorBrowser]
	EventsColumnVisitorOS               EventsColumnName = "visitorOS"       // a [VisitorOS]
	EventsColumnVisitorBot              EventsColumnName = "visitorBot"      // a [VisitorBot]; null or "" if the visitor is not a bot
	EventsColumnVisitorLanguage         EventsColumnName = "visitorLanguage"
	EventsColumnEventLinkTargetValue    EventsColumnName = "eventLinkTargetValue" // a [spaces.ContentRef]
	EventsColumnEventLinkTargetKind     EventsColumnName = "eventLinkTargetKind"  // a [spaces.ContentRefKind]
	EventsColumnEventLinkTargetDomain   EventsColumnName = "eventLinkTargetDomain"
	EventsColumnEventLinkPosition       EventsColumnName = "eventLinkPosition" // a [LinkPosition]
	EventsColumnEventAPIOperationPath   EventsColumnName = "eventAPIOperationPath"
	EventsColumnEventAPIOperationMethod EventsColumnName = "eventAPIOperationMethod"
	EventsColumnEventSearchQuery        EventsColumnName = "eventSearchQuery"        // null for questions, which sites.AnswerService returns
	EventsColumnEventPageRating         EventsColumnName = "eventPageFeedbackRating" // a [PageRating]
	EventsColumnEventPageComment        EventsColumnName = "eventPageFeedbackComment"
	EventsColumnEventAskRating          EventsColumnName = "eventAskResponseRating" // an [AskRating]
	EventsColumnReferrer                EventsColumnName = "referrer"
	EventsColumnReferrerDomain          EventsColumnName = "referrerDomain"
	EventsColumnUTMSource               EventsColumnName = "utmSource"
	EventsColumnUTMMedium               EventsColumnName = "utmMedium"
	EventsColumnUTMCampaign             EventsColumnName = "utmCampaign"
	EventsColumnUTMTerm                 EventsColumnName = "utmTerm"
	EventsColumnUTMContent              EventsColumnName = "utmContent"
	EventsColumnVisitorClaimProperty    EventsColumnName = "visitorClaimProperty" // name of a claim
	EventsColumnVisitorClaim            EventsColumnName = "visitorClaim"         // value of the claim in Claim
	EventsColumnEventAdDomain           EventsColumnName = "eventAdDomain"
	EventsColumnEventAdPlacement        EventsColumnName = "eventAdPlacement"        // an [AdPlacement]
	EventsColumnEventTrademarkPlacement EventsColumnName = "eventTrademarkPlacement" // a [TrademarkPlacement]
)

// Columns to group by. Only newer versions of the service have them. A value is null if the event
// does not have it.
const (
	EventsColumnDayOfWeek                 EventsColumnName = "dayOfWeek" // 1 to 7
	EventsColumnHourOfDay                 EventsColumnName = "hourOfDay" // 0 to 23
	EventsColumnURLPath                   EventsColumnName = "urlPath"
	EventsColumnEventLLMSVariant          EventsColumnName = "eventLLMSVariant"      // an [LLMSVariant] or null
	EventsColumnEventPageNotFoundType     EventsColumnName = "eventPageNotFoundType" // a [PageNotFoundType] or null
	EventsColumnEventMarkdownSource       EventsColumnName = "eventMarkdownSource"   // a [MarkdownSource] or null
	EventsColumnEventSearchResultRecordID EventsColumnName = "eventSearchResultRecordId"
	EventsColumnVisitorAuthenticated      EventsColumnName = "visitorAuthenticated" // a boolean; null if unknown
)

// LLMSVariant is the form of llms.txt that a program read.
//
// Experimental: may change in any minor release; see [api].
type LLMSVariant string

// Forms of llms.txt.
const (
	LLMSVariantStandard LLMSVariant = "standard"
	LLMSVariantFull     LLMSVariant = "full" // includes the text of the pages
)

// MarkdownSource describes how a visitor requested the Markdown of a page.
//
// Experimental: may change in any minor release; see [api].
type MarkdownSource string

// MarkdownSourcePageAction means that the visitor used an action of the page.
const MarkdownSourcePageAction MarkdownSource = "page-action"

// PageNotFoundType is the reason why a page was not found.
//
// Experimental: may change in any minor release; see [api].
type PageNotFoundType string

// PageNotFoundTypeConditional means that the condition of the page excludes the visitor.
const PageNotFoundTypeConditional PageNotFoundType = "conditional"

// EventsInterval is the length of the periods by which events are grouped.
//
// Experimental: may change in any minor release; see [api].
type EventsInterval string

// Intervals.
const (
	EventsIntervalHour  EventsInterval = "hour"
	EventsIntervalDay   EventsInterval = "day"
	EventsIntervalWeek  EventsInterval = "week"
	EventsIntervalMonth EventsInterval = "month"
)

// VisitorBrowser is the browser of a visitor.
//
// Experimental: may change in any minor release; see [api].
type VisitorBrowser string

// Browsers.
const (
	VisitorBrowserChrome  VisitorBrowser = "chrome"
	VisitorBrowserFirefox VisitorBrowser = "firefox"
	VisitorBrowserSafari  VisitorBrowser = "safari"
	VisitorBrowserEdge    VisitorBrowser = "edge"
	VisitorBrowserIE      VisitorBrowser = "ie"
	VisitorBrowserOpera   VisitorBrowser = "opera"
	VisitorBrowserUnknown VisitorBrowser = "unknown"
)

// VisitorDevice is the device of a visitor.
//
// Experimental: may change in any minor release; see [api].
type VisitorDevice string

// Devices.
const (
	VisitorDeviceDesktop VisitorDevice = "desktop"
	VisitorDeviceTablet  VisitorDevice = "tablet"
	VisitorDeviceMobile  VisitorDevice = "mobile"
	VisitorDeviceUnknown VisitorDevice = "unknown"
)

// VisitorOS is the operating system of a visitor.
//
// Experimental: may change in any minor release; see [api].
type VisitorOS string

// Operating systems.
const (
	VisitorOSWindows VisitorOS = "windows"
	VisitorOSMacOS   VisitorOS = "macos"
	VisitorOSLinux   VisitorOS = "linux"
	VisitorOSAndroid VisitorOS = "android"
	VisitorOSIOS     VisitorOS = "ios"
	VisitorOSUnknown VisitorOS = "unknown"
)

// VisitorBot identifies a visitor that is a bot.
//
// Experimental: may change in any minor release; see [api].
type VisitorBot string

// Bots.
const (
	VisitorBotUnknown     VisitorBot = "unknown"
	VisitorBotGooglebot   VisitorBot = "googlebot"
	VisitorBotBingbot     VisitorBot = "bingbot"
	VisitorBotDuckDuckBot VisitorBot = "duckduckbot"
	VisitorBotFacebookbot VisitorBot = "facebookbot"
	VisitorBotApplebot    VisitorBot = "applebot"
	VisitorBotChatGPT     VisitorBot = "chatgpt"
	VisitorBotAnthropic   VisitorBot = "anthropic"
)

// Bots. Only newer versions of the service distinguish them.
const (
	VisitorBotOpenAI         VisitorBot = "openai"
	VisitorBotClaude         VisitorBot = "claude"
	VisitorBotGemini         VisitorBot = "gemini"
	VisitorBotPerplexity     VisitorBot = "perplexity"
	VisitorBotCohere         VisitorBot = "cohere"
	VisitorBotMistral        VisitorBot = "mistral"
	VisitorBotDeepSeek       VisitorBot = "deepseek"
	VisitorBotMeta           VisitorBot = "meta"
	VisitorBotBytespider     VisitorBot = "bytespider"
	VisitorBotCCBot          VisitorBot = "ccbot"
	VisitorBotAmazonbot      VisitorBot = "amazonbot"
	VisitorBotYouBot         VisitorBot = "youbot"
	VisitorBotCursor         VisitorBot = "cursor"
	VisitorBotVSCode         VisitorBot = "vscode"
	VisitorBotClaudeCode     VisitorBot = "claude-code"
	VisitorBotCodex          VisitorBot = "codex"
	VisitorBotOpenCode       VisitorBot = "opencode"
	VisitorBotGPTBot         VisitorBot = "gptbot"
	VisitorBotClaudeBot      VisitorBot = "claudebot"
	VisitorBotMetaFetcher    VisitorBot = "meta-fetcher"
	VisitorBotGrok           VisitorBot = "grok"
	VisitorBotGitHubCopilot  VisitorBot = "github-copilot"
	VisitorBotMetaWebIndexer VisitorBot = "meta-webindexer"
	VisitorBotMetaAds        VisitorBot = "meta-ads"
	VisitorBotDuckAssist     VisitorBot = "duckassist"
	VisitorBotAmznSearchBot  VisitorBot = "amzn-searchbot"
	VisitorBotAmznUser       VisitorBot = "amzn-user"
)

// EventsFilter selects events by the values of a column. If the type of the values differs from the
// type of the column, the service rejects the query.
//
// Experimental: may change in any minor release; see [api].
type EventsFilter struct {
	Column EventsColumnName `json:"column" check:"required"`
	// Claim is the name of the claim for [EventsColumnVisitorClaim].
	Claim *string `json:"claim,omitzero"`
	// Operator compares the column with Values. If it is empty, the service chooses an operator.
	Operator EventsOperator `json:"operator,omitzero"`
	// Values contains URLs of at most 2048 characters for [EventsColumnURL], numbers from 1 to 7
	// for [EventsColumnDayOfWeek], and numbers from 0 to 23 for [EventsColumnHourOfDay].
	Values []EventsValue `json:"values" check:"required"`
}

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (f EventsFilter) LogValue() slog.Value { return logvalue.Of(f) }

// Validate checks that Claim is set for [EventsColumnVisitorClaim], and that Values has no URL that
// is too long, and no day or hour that does not exist.
func (f EventsFilter) Validate() error {
	errs := []error{needsClaim(f, f.Column)}
	for i, value := range f.Values {
		if rule := f.unmet(value); rule != "" {
			errs = append(errs, &api.ValidationError{
				Field: fmt.Sprintf("values[%d]", i), Rule: rule, Value: check.Shown(value.String()),
			})
		}
	}
	return errors.Join(errs...)
}

// unmet returns the condition that a value of the column does not meet, or "".
func (f EventsFilter) unmet(value EventsValue) string {
	within := func(least, most float64) bool {
		return value.Number == nil || *value.Number >= least && *value.Number <= most
	}
	switch {
	case f.Column == EventsColumnURL && value.Text != nil && utf8.RuneCountInString(*value.Text) > 2048:
		return "at most 2048 characters"
	case f.Column == EventsColumnDayOfWeek && !within(1, 7):
		return "a number from 1 to 7"
	case f.Column == EventsColumnHourOfDay && !within(0, 23):
		return "a number from 0 to 23"
	default:
		return ""
	}
}

// EventsOperator compares a column with values.
//
// Experimental: may change in any minor release; see [api].
type EventsOperator string

// Operators.
const (
	EventsOperatorIn                 EventsOperator = "in"    // one of the values
	EventsOperatorNotIn              EventsOperator = "notIn" // none of the values
	EventsOperatorGreaterThan        EventsOperator = "greaterThan"
	EventsOperatorGreaterThanOrEqual EventsOperator = "greaterThanOrEqual"
	EventsOperatorLessThan           EventsOperator = "lessThan"
	EventsOperatorLessThanOrEqual    EventsOperator = "lessThanOrEqual"
)

// EventsOrder sorts the rows of a result.
//
// Experimental: may change in any minor release; see [api].
type EventsOrder struct {
	By        EventsColumn `json:"by"` // one of the selected columns
	Direction api.Order    `json:"direction" check:"required"`
}

// EventsRange is a period of time. Set either Preset, or From and To. It is undocumented whether
// the period includes From and To themselves, so an event at the boundary of two adjacent periods
// may be counted twice or not at all.
//
// Experimental: may change in any minor release; see [api].
type EventsRange struct {
	Preset EventsRangePreset `json:"preset,omitzero"`
	From   *time.Time        `json:"from,omitzero"`
	To     *time.Time        `json:"to,omitzero"`
}

// Validate checks that either Preset is set, or both From and To are set.
func (r EventsRange) Validate() error { return check.Form(r, "preset", "from with to") }

// EventsRangePreset is a period that ends at the current time.
//
// Experimental: may change in any minor release; see [api].
type EventsRangePreset string

// Periods.
const (
	EventsRangePresetLastYear    EventsRangePreset = "lastYear"
	EventsRangePresetLast3Months EventsRangePreset = "last3Months"
	EventsRangePresetLast30Days  EventsRangePreset = "last30Days"
	EventsRangePresetLast7Days   EventsRangePreset = "last7Days"
	EventsRangePresetLast24Hours EventsRangePreset = "last24Hours"
)

type plainEventsRange EventsRange

// MarshalJSON implements the [encoding/json.Marshaler] interface. It encodes a preset as a string.
func (r EventsRange) MarshalJSON() ([]byte, error) {
	if r.Preset != "" {
		return jsonx.Marshal(r.Preset)
	}
	return jsonx.Marshal(plainEventsRange(r))
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *EventsRange) UnmarshalJSON(data []byte) error {
	*r = EventsRange{}
	if jsonx.IsString(data) {
		return jsonx.Unmarshal(data, &r.Preset)
	}
	return jsonx.Unmarshal(data, (*plainEventsRange)(r))
}

// EventsAggregationResult is the result of sites.InsightsEventService.Aggregate.
//
// Experimental: may change in any minor release; see [api].
type EventsAggregationResult struct {
	// Columns contains the selected columns in order. Element i of each column's values belongs to
	// row i.
	Columns []EventsColumnValues `json:"columns" response:"about"`
	// Truncated reports whether the result has as many rows as the limit of the query, so that
	// other rows may be missing. sites.InsightsEventService.Aggregate sets it.
	Truncated bool `json:"-"`
}

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (r EventsAggregationResult) LogValue() slog.Value { return logvalue.Of(r) }

// EventsColumnValues contains the values of a column, one for each row.
//
// Experimental: may change in any minor release; see [api].
type EventsColumnValues struct {
	Column EventsColumnName `json:"column"`
	// Claim is set for [EventsColumnVisitorClaim].
	Claim  *string       `json:"claim,omitzero" response:"required,if=column:visitorClaim"`
	Values []EventsValue `json:"values" response:"about"`

	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainEventsColumnValues EventsColumnValues

var eventsColumnValuesCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(c *EventsColumnValues) *plainEventsColumnValues { return (*plainEventsColumnValues)(c) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c EventsColumnValues) MarshalJSON() ([]byte, error) {
	return eventsColumnValuesCodec.Marshal(&c)
}

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *EventsColumnValues) UnmarshalJSON(data []byte) error {
	return eventsColumnValuesCodec.Unmarshal(data, c)
}

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (c EventsColumnValues) LogValue() slog.Value { return logvalue.Of(c) }

// An EventsRow is a row of a result. It has a value for each column, in the order of the columns.
// [EventsAggregationResult.Index] finds the value of a column.
//
// Experimental: may change in any minor release; see [api].
type EventsRow []EventsValue

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (r EventsRow) LogValue() slog.Value { return logvalue.Of([]EventsValue(r)) }

// Rows returns the rows of the result. If the columns do not all have the same number of values,
// Rows returns an error.
func (r *EventsAggregationResult) Rows() ([]EventsRow, error) {
	if len(r.Columns) == 0 {
		return nil, nil
	}
	n := len(r.Columns[0].Values)
	for _, column := range r.Columns {
		if len(column.Values) != n {
			return nil, fmt.Errorf(
				"rows of an aggregation: column %q has %d values, but column %q has %d",
				column.Column, len(column.Values), r.Columns[0].Column, n,
			)
		}
	}
	rows := make([]EventsRow, n)
	values := make([]EventsValue, n*len(r.Columns))
	for i := range rows {
		rows[i], values = values[:len(r.Columns):len(r.Columns)], values[len(r.Columns):]
		for j, column := range r.Columns {
			rows[i][j] = column.Values[i]
		}
	}
	return rows, nil
}

// Index returns the index of a column in the rows, or -1 if the result does not have the column.
// For example, if page is a selected column, row[result.Index(page)] is the value of that column in
// a row. Index compares the names of columns and of claims.
func (r *EventsAggregationResult) Index(column EventsColumn) int {
	return slices.IndexFunc(r.Columns, func(values EventsColumnValues) bool {
		return values.Column == column.Column &&
			(column.Claim == nil || values.Claim != nil && *values.Claim == *column.Claim)
	})
}

// An EventsValue is a value of a column. At most one of its fields is set. If no field is set, the
// value is null, such as for an unknown country. Text also contains values of enumerations, such as
// an [EventType], and times in RFC 3339 format:
//
//	insights.EventsValue{Text: new(string(insights.EventTypePageView))}
//	insights.EventsValue{Text: new(start.Format(time.RFC3339))}
//
// UnmarshalJSON selects the field by the kind of the JSON value and, for an object, by the fields
// of the object.
//
// Experimental: may change in any minor release; see [api].
type EventsValue struct {
	Text   *string `secret:"words"`
	Number *float64
	Bool   *bool
	// Page is a value of [EventsColumnPage].
	Page *EventsPage
	// Point is a value of [EventsColumnVisitorGeoPoint].
	Point *EventsPoint
	// Target is a value of [EventsColumnEventLinkTargetValue].
	Target *spaces.ContentRef
	// PageRatings is a value of [EventsColumnPageRatings].
	PageRatings *EventsPageRatings
	// AskRatings is a value of [EventsColumnAskRatings].
	AskRatings *EventsAskRatings
	// Raw is the JSON of a variant that this release does not know.
	Raw api.Raw
}

// LogValue implements [slog.LogValuer]. It hides the texts of the values.
func (v EventsValue) LogValue() slog.Value { return logvalue.Of(v) }

// EventsPage identifies a page of a space.
//
// Experimental: may change in any minor release; see [api].
type EventsPage struct {
	// Page is the ID of the page. It is nil for events that have only a space. Nil is sent as null.
	Page  *string `json:"page"`
	Space string  `json:"space" response:"id"` // ID of the space
}

// EventsPoint is the geographic position of visitors.
//
// Experimental: may change in any minor release; see [api].
type EventsPoint struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	H3        string  `json:"h3"` // index of a cell in the H3 grid
}

// EventsPageRatings counts ratings of pages.
//
// Experimental: may change in any minor release; see [api].
type EventsPageRatings struct {
	OK   float64 `json:"ok"`
	Good float64 `json:"good"`
	Bad  float64 `json:"bad"`
}

// EventsAskRatings counts ratings of responses of the assistant.
//
// Experimental: may change in any minor release; see [api].
type EventsAskRatings struct {
	Positive float64 `json:"positive"`
	Negative float64 `json:"negative"`
}

var eventsValueCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"",
		func(v *EventsValue, data *jsonx.Value) any {
			*v = EventsValue{}
			switch {
			case data.IsNull():
				return nil
			case data.IsString():
				return jsonx.New(&v.Text)
			case data.IsBool():
				return jsonx.New(&v.Bool)
			case data.IsNumber():
				return jsonx.New(&v.Number)
			case data.Has("kind"):
				return jsonx.New(&v.Target)
			case data.Has("space") && (data.Has("page") || data.Field("page").IsNull()):
				return jsonx.New(&v.Page)
			case data.Has("latitude", "longitude", "h3"):
				return jsonx.New(&v.Point)
			case data.Has("ok", "good", "bad"):
				return jsonx.New(&v.PageRatings)
			case data.Has("positive", "negative"):
				return jsonx.New(&v.AskRatings)
			default:
				v.Raw = data.Keep()
				return nil
			}
		},
		func(v *EventsValue) any {
			return jsonx.FirstOf(v.Text, v.Bool, v.Number, v.Page, v.Point,
				v.Target, v.PageRatings, v.AskRatings, v.Raw)
		},
	))
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v EventsValue) MarshalJSON() ([]byte, error) { return eventsValueCodec.Marshal(&v) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *EventsValue) UnmarshalJSON(data []byte) error {
	return eventsValueCodec.Unmarshal(data, v)
}

// String returns a text unchanged, and any other value as JSON.
func (v EventsValue) String() string {
	switch {
	case v.Text != nil:
		return *v.Text
	case v.Number != nil:
		return strconv.FormatFloat(*v.Number, 'f', -1, 64)
	}
	data, err := v.MarshalJSON()
	if err != nil {
		return "null"
	}
	return string(data)
}
