package insights

import (
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/spaces"
)

// EventTrack is the request body of sites.InsightsEventService.Track.
//
// Experimental: may change in any minor release; see [api].
type EventTrack struct {
	// Events contains the events in any order. Their maximum number is undocumented.
	Events []Event `json:"events" check:"required"`
}

// LogValue implements [slog.LogValuer]. It hides the data of the events that [Event.LogValue]
// hides.
func (e EventTrack) LogValue() slog.Value { return logvalue.Of(e) }

// An Event is an action of a visitor on a site. Type determines which of the fields below Timestamp
// are set.
//
// Experimental: may change in any minor release; see [api].
type Event struct {
	Type     EventType     `json:"type" check:"required"`
	Session  EventSession  `json:"session"`
	Location EventLocation `json:"location"`
	// Timestamp is the time of the event, at most five minutes before or after the current time. If
	// it is nil, the service uses the time at which it receives the event.
	Timestamp *time.Time `json:"timestamp,omitzero"`

	// Query is the search or the question of the visitor, for [EventTypeSearchTypeQuery],
	// [EventTypeSearchOpenResult], [EventTypeAskQuestion] and [EventTypeAskRateResponse].
	Query *string `json:"query,omitzero" secret:"words"`
	// Result is the result that the visitor opened, for [EventTypeSearchOpenResult].
	Result *EventResult `json:"result,omitzero"`
	// Feedback is set for [EventTypePagePostFeedback] and, with a Comment, for
	// [EventTypePagePostFeedbackComment].
	Feedback *EventFeedback `json:"feedback,omitzero"`
	// Rating and ResponseID are set for [EventTypeAskRateResponse].
	Rating     AskRating `json:"rating,omitzero"`
	ResponseID *string   `json:"responseId,omitzero"` // ID of the assistant's response
	// Link is the link that the visitor clicked, for [EventTypeLinkClick].
	Link *EventLink `json:"link,omitzero"`
	// Operation is the operation of an OpenAPI specification that the visitor tried out, for
	// [EventTypeAPIClientOpen] and [EventTypeAPIClientRequest].
	Operation *EventOperation `json:"operation,omitzero"`
	// Placement is the place of the trademark, for [EventTypeTrademarkClick].
	Placement TrademarkPlacement `json:"placement,omitzero"`
	// Ad is set for [EventTypeAdClick] and [EventTypeAdDisplay].
	Ad *EventAd `json:"ad,omitzero"`

	// Only newer versions of the service have the following fields. Goal is the goal of the visitor
	// if the visitor is a program, for [EventTypeAskQuestion].
	Goal *string `json:"goal,omitzero" secret:"words"`
	// MarkdownSource can be set for [EventTypePageMarkdownRequest].
	MarkdownSource MarkdownSource `json:"markdownSource,omitzero"`
	// LLMSVariant is set for [EventTypeLLMSRequest].
	LLMSVariant LLMSVariant `json:"llmsVariant,omitzero"`

	// Extra contains the fields that this release does not know, such as the fields of other types.
	Extra map[string]api.Raw `json:",embed"`
}

// Validate checks that Timestamp is at most five minutes before or after the current time, and that
// the fields that Type requires are set.
func (e Event) Validate() error {
	var errs []error
	if at := e.Timestamp; at != nil && time.Since(*at).Abs() > eventTimeRange {
		errs = append(errs, &api.ValidationError{
			Field: "timestamp", Rule: "a time at most " + eventTimeRange.String() + " from now",
			Value: at.Format(time.RFC3339),
		})
	}
	needs := func(fields ...string) {
		errs = append(errs, check.Needs(e, "type", string(e.Type), fields...))
	}
	switch e.Type {
	case EventTypeSearchTypeQuery, EventTypeAskQuestion:
		needs("query")
	case EventTypeSearchOpenResult:
		needs("query", "result")
	case EventTypePagePostFeedback:
		needs("feedback")
	case EventTypePagePostFeedbackComment:
		needs("feedback")
		if e.Feedback != nil && e.Feedback.Comment == nil {
			errs = append(errs, &api.ValidationError{
				Field: "feedback.comment",
				Rule:  "a value for the type " + strconv.Quote(string(e.Type)),
			})
		}
	case EventTypeAskRateResponse:
		needs("query", "rating", "responseId")
	case EventTypeLinkClick:
		needs("link")
	case EventTypeAPIClientOpen, EventTypeAPIClientRequest:
		needs("operation")
	case EventTypeTrademarkClick:
		needs("placement")
	case EventTypeAdClick, EventTypeAdDisplay:
		needs("ad")
	case EventTypeLLMSRequest:
		needs("llmsVariant")
	default: // the type requires no field, or is unknown
	}
	return errors.Join(errs...)
}

// eventTimeRange is the maximum difference between the time of an event and the current time.
const eventTimeRange = 5 * time.Minute

// EventType is the type of an [Event]. The service may know types that this release does not know.
//
// Experimental: may change in any minor release; see [api].
type EventType string

// Types of events.
const (
	EventTypePageView                EventType = "page_view"                  // send it before other events on the page
	EventTypeSearchOpen              EventType = "search_open"                // the visitor opened the search
	EventTypeSearchTypeQuery         EventType = "search_type_query"          // needs Query
	EventTypeSearchOpenResult        EventType = "search_open_result"         // needs Query and Result
	EventTypePagePostFeedback        EventType = "page_post_feedback"         // needs Feedback
	EventTypePagePostFeedbackComment EventType = "page_post_feedback_comment" // needs Feedback and its Comment
	EventTypeAskQuestion             EventType = "ask_question"               // needs Query
	EventTypeAskView                 EventType = "ask_view"                   // the visitor opened the assistant
	EventTypeAskRateResponse         EventType = "ask_rate_response"          // needs Query, Rating and ResponseID
	EventTypeLinkClick               EventType = "link_click"                 // needs Link
	EventTypeAPIClientOpen           EventType = "api_client_open"            // needs Operation
	EventTypeAPIClientRequest        EventType = "api_client_request"         // needs Operation
	EventTypeTrademarkClick          EventType = "trademark_click"            // needs Placement
	EventTypeAdClick                 EventType = "ad_click"                   // needs Ad
	EventTypeAdDisplay               EventType = "ad_display"                 // needs Ad
)

// Types of events. Only newer versions of the service have them.
const (
	EventTypePageMarkdownRequest EventType = "page_markdown_request" // a program read the page as Markdown; can have MarkdownSource
	EventTypeAgentFeedback       EventType = "agent_feedback"        // a program gave feedback
	EventTypeLLMSRequest         EventType = "llms_request"          // a program read llms.txt; needs LLMSVariant
	EventTypeMCPRequest          EventType = "mcp_request"           // a program called the MCP server of the site
	EventTypeRSSRequest          EventType = "rss_request"           // a program read a feed
)

// EventSession describes the visitor and the browser. The values of Cookies and IP are never
// printed. LogValue hides VisitorAuthClaims too.
//
// Experimental: may change in any minor release; see [api].
type EventSession struct {
	VisitorID string `json:"visitorId" check:"required"` // the same in all sessions of a visitor
	SessionID string `json:"sessionId" check:"required"` // the same in all events of a visit
	// Cookies contains the cookies of the visitor by name. An empty object is sent if it is nil.
	Cookies   api.SecretMap `json:"cookies"`
	IP        *api.Secret   `json:"ip,omitzero"` // nil means the IP address of the sender of the request
	UserAgent string        `json:"userAgent"`   // "" if it is unknown
	// Language is a language code such as "en-US". Nil is sent as null, which means that the
	// language is unknown.
	Language *string `json:"language"`
	// Referrer is a URL of at most 2048 characters. Nil is sent as null, which means that there is
	// no referrer.
	Referrer *string `json:"referrer" check:"len=..2048" secret:"url"`
	// VisitorAuthClaims contains the claims about the visitor by name, such as "plan".
	VisitorAuthClaims map[string]api.Raw `json:"visitorAuthClaims,omitzero"`
}

// LogValue implements [slog.LogValuer]. Except for the IDs, it hides the data that identifies the
// visitor.
func (s EventSession) LogValue() slog.Value {
	shown := struct {
		VisitorID string  `json:"visitorId"`
		SessionID string  `json:"sessionId"`
		UserAgent string  `json:"userAgent"`
		Language  *string `json:"language"`
		Referrer  *string `json:"referrer" secret:"url"`
	}{s.VisitorID, s.SessionID, s.UserAgent, s.Language, s.Referrer}
	return logvalue.Of(shown)
}

// EventLocation is the place on a site where an [Event] happened. A nil field is sent as null,
// which means that there is no such place or key.
//
// Experimental: may change in any minor release; see [api].
type EventLocation struct {
	// URL has at most 2048 characters.
	URL string `json:"url" check:"required,len=..2048" secret:"url"`
	// DisplayContext is the context of the page; "" means [DisplayContextSite].
	DisplayContext DisplayContext `json:"displayContext,omitzero"`
	SiteSection    *string        `json:"siteSection"` // ID of the site section
	SiteSpace      *string        `json:"siteSpace"`   // ID of the site space
	// SiteShareKey is the key of the share link that the visitor used.
	SiteShareKey *api.Secret `json:"siteShareKey"`
	Space        *string     `json:"space"`    // ID of the space
	Revision     *string     `json:"revision"` // ID of the revision
	Page         *string     `json:"page"`     // ID of the page
}

// LogValue implements [slog.LogValuer]. It hides the share key, and the path and the query of the
// URL, which can contain the share key and the visitor's token.
func (l EventLocation) LogValue() slog.Value { return logvalue.Of(l) }

// DisplayContext is the context in which a visitor sees a page.
//
// Experimental: may change in any minor release; see [api].
type DisplayContext string

// Values of [DisplayContext].
const (
	DisplayContextSite  DisplayContext = "site"
	DisplayContextEmbed DisplayContext = "embed" // inside a page of another site

	DisplayContextServer DisplayContext = "server" // a program requested the page; only in newer versions of the service
	DisplayContextMCP    DisplayContext = "mcp"    // the MCP server of the site returned the page; only in newer versions of the service
)

// EventResult is a search result that the visitor opened: a page of a space or a record.
//
// Experimental: may change in any minor release; see [api].
type EventResult struct {
	SpaceID  string `json:"spaceId,omitzero"`
	PageID   string `json:"pageId,omitzero"`
	RecordID string `json:"recordId,omitzero"` // only newer versions of the service have records
}

// Validate checks that the fields are those of a page or of a record.
func (r EventResult) Validate() error { return check.Form(r, "spaceId with pageId", "recordId") }

// EventFeedback is feedback on a page.
//
// Experimental: may change in any minor release; see [api].
type EventFeedback struct {
	Rating PageRating `json:"rating" check:"required"`
	// Comment has 1 to 512 characters. It is required for [EventTypePagePostFeedbackComment] and
	// nil for [EventTypePagePostFeedback].
	Comment *string `json:"comment,omitzero" check:"len=1..512" secret:"words"`
}

// LogValue implements [slog.LogValuer]. It hides the comment.
func (f EventFeedback) LogValue() slog.Value { return logvalue.Of(f) }

// PageRating is a visitor's rating of a page.
//
// Experimental: may change in any minor release; see [api].
type PageRating string

// Ratings of pages.
const (
	PageRatingBad  PageRating = "bad"
	PageRatingOK   PageRating = "ok"
	PageRatingGood PageRating = "good"
)

// AskRating is a visitor's rating of a response of the assistant.
//
// Experimental: may change in any minor release; see [api].
type AskRating int

// Ratings of responses of the assistant.
const (
	AskRatingUp   AskRating = 1
	AskRatingDown AskRating = -1
)

// EventLink is a link that a visitor clicked.
//
// Experimental: may change in any minor release; see [api].
type EventLink struct {
	Target   spaces.ContentRef `json:"target" check:"required"`
	Position LinkPosition      `json:"position" check:"required"`
}

// LinkPosition is the position of a link on a page.
//
// Experimental: may change in any minor release; see [api].
type LinkPosition string

// Positions of links.
const (
	LinkPositionAnnouncement LinkPosition = "announcement"
	LinkPositionHeader       LinkPosition = "header"
	LinkPositionFooter       LinkPosition = "footer"
	LinkPositionSidebar      LinkPosition = "sidebar"
	LinkPositionContent      LinkPosition = "content"
)

// EventOperation is an operation of an OpenAPI specification.
//
// Experimental: may change in any minor release; see [api].
type EventOperation struct {
	Path   string `json:"path" check:"required"`   // such as "/pets/{petId}"
	Method string `json:"method" check:"required"` // such as "get"
}

// TrademarkPlacement is the place of the service's trademark.
//
// Experimental: may change in any minor release; see [api].
type TrademarkPlacement string

// Placements of the trademark.
const (
	TrademarkPlacementSidebar TrademarkPlacement = "sidebar"
	TrademarkPlacementAd      TrademarkPlacement = "ad"
	TrademarkPlacementFooter  TrademarkPlacement = "footer"
	TrademarkPlacementPDF     TrademarkPlacement = "pdf"
	TrademarkPlacementEmbed   TrademarkPlacement = "embed" // only in newer versions of the service
)

// EventAd is an ad that was displayed or clicked.
//
// Experimental: may change in any minor release; see [api].
type EventAd struct {
	Domain    string      `json:"domain" check:"required"`
	ZoneID    string      `json:"zoneId" check:"required"`
	Placement AdPlacement `json:"placement" check:"required"`
}

// AdPlacement is the place of an ad on a page.
//
// Experimental: may change in any minor release; see [api].
type AdPlacement string

// AdPlacementAside means that the ad is next to the content.
const AdPlacementAside AdPlacement = "aside"

type plainEvent Event

var eventCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(e *Event) *plainEvent { return (*plainEvent)(e) })
}}

// LogValue implements [slog.LogValuer]. It leaves out Extra and, apart from the IDs of the visitor
// and the session, hides the data that identifies the visitor.
func (e Event) LogValue() slog.Value {
	e.Extra = nil
	return logvalue.Of(plainEvent(e))
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (e Event) MarshalJSON() ([]byte, error) { return eventCodec.Marshal(&e) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (e *Event) UnmarshalJSON(data []byte) error { return eventCodec.Unmarshal(data, e) }
