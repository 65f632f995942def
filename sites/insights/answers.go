package insights

import (
	"log/slog"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/richtext"
)

// An Answer describes an answer that the assistant of a site gave to a visitor. It does not contain
// the text of the answer. sites.AnswerService.Get returns an [AnswerWithResponse], which contains
// the text.
//
// Experimental: may change in any minor release; see [api].
type Answer struct {
	Object   string         `json:"object"` // "site-question-answer"
	ID       string         `json:"id"`
	Question AnswerQuestion `json:"question"`
	Topics   []string       `json:"topics" secret:"text"` // topics of the question
	Input    AnswerInput    `json:"input"`
	// Thread is nil for the first answer of a thread.
	Thread *AnswerThreadPlace `json:"thread,omitzero"`
	// Session is nil if the visit is not known.
	Session *Session `json:"session,omitzero"`
	// Feedback is nil if the visitor did not rate the answer.
	Feedback    *AnswerFeedback   `json:"feedback,omitzero"`
	ResponseID  string            `json:"responseId"`
	Language    string            `json:"language"`
	Answered    AnswerResolution  `json:"answered"`
	Helpfulness AnswerHelpfulness `json:"helpfulness"`
	Relevance   AnswerRelevance   `json:"relevance"`
	Channel     Channel           `json:"channel"`
	CreatedAt   time.Time         `json:"createdAt"`
	UpdatedAt   *time.Time        `json:"updatedAt,omitzero"`
	URLs        AnswerURLs        `json:"urls"`
}

// LogValue implements [slog.LogValuer]. It hides the words of the visitor and the IDs of the visit.
func (a Answer) LogValue() slog.Value { return logvalue.Of(a) }

// AnswerURLs contains the URL of an answer in the API.
//
// Experimental: may change in any minor release; see [api].
type AnswerURLs struct {
	Location string `json:"location"`
}

// AnswerQuestion identifies the [Question] that an answer belongs to.
//
// Experimental: may change in any minor release; see [api].
type AnswerQuestion struct {
	ID   string       `json:"id"`
	Type QuestionType `json:"type"`
}

// AnswerInput contains the words of the visitor.
//
// Experimental: may change in any minor release; see [api].
type AnswerInput struct {
	Text string `json:"text" secret:"text"` // normalized text
	Raw  string `json:"raw" secret:"text"`  // text as the visitor typed it
}

// LogValue implements [slog.LogValuer]. It hides the words of the visitor.
func (i AnswerInput) LogValue() slog.Value { return logvalue.Of(i) }

// AnswerThreadPlace is the place of an answer in a thread. A thread consists of a question and its
// follow-up questions.
//
// Experimental: may change in any minor release; see [api].
type AnswerThreadPlace struct {
	ID       string `json:"id"`                     // ID of the first answer in the thread
	Previous string `json:"previous" response:"id"` // ID of the previous answer
}

// Session identifies a visit to a site, like an [EventSession].
//
// Experimental: may change in any minor release; see [api].
type Session struct {
	VisitorID string `json:"visitorId" secret:"text"`
	SessionID string `json:"sessionId" secret:"text"`
}

// LogValue implements [slog.LogValuer]. It hides the IDs.
func (s Session) LogValue() slog.Value { return logvalue.Of(s) }

// AnswerFeedback is a visitor's rating of an answer.
//
// Experimental: may change in any minor release; see [api].
type AnswerFeedback struct {
	Rating AskRating `json:"rating"`
}

// AnswerResolution reports whether the assistant could answer a question.
//
// Experimental: may change in any minor release; see [api].
type AnswerResolution string

// Values of [AnswerResolution].
const (
	AnswerResolutionYes       AnswerResolution = "yes"
	AnswerResolutionPartially AnswerResolution = "partially"
	AnswerResolutionNo        AnswerResolution = "no"
)

// AnswerHelpfulness is the service's rating of the usefulness of an answer.
//
// Experimental: may change in any minor release; see [api].
type AnswerHelpfulness string

// Values of [AnswerHelpfulness].
const (
	AnswerHelpfulnessLow    AnswerHelpfulness = "low"
	AnswerHelpfulnessMedium AnswerHelpfulness = "medium"
	AnswerHelpfulnessHigh   AnswerHelpfulness = "high"
)

// AnswerRelevance reports whether a question is about the content of the site.
//
// Experimental: may change in any minor release; see [api].
type AnswerRelevance string

// Values of [AnswerRelevance].
const (
	AnswerRelevanceRelevant AnswerRelevance = "relevant"
	AnswerRelevanceSpam     AnswerRelevance = "spam"
	AnswerRelevanceOffTopic AnswerRelevance = "off-topic"
	AnswerRelevanceUnclear  AnswerRelevance = "unclear"
)

// Channel is the place where a question was asked.
//
// Experimental: may change in any minor release; see [api].
type Channel struct {
	Type ChannelType `json:"type"`
	// ID is nil for a channel that has been deleted, and for a type of channel that is not
	// configured, such as [ChannelTypeSite].
	ID *string `json:"id,omitzero"`
}

// ChannelType is the type of a [Channel].
//
// Experimental: may change in any minor release; see [api].
type ChannelType string

// Types of channels.
const (
	ChannelTypeSite  ChannelType = "site"
	ChannelTypeEmbed ChannelType = "embed" // the assistant within another site
	ChannelTypeAPI   ChannelType = "api"

	ChannelTypeSlack   ChannelType = "builtin:slack"
	ChannelTypeDiscord ChannelType = "builtin:discord"
	ChannelTypeGitHub  ChannelType = "builtin:github"
	ChannelTypeLinear  ChannelType = "builtin:linear"
)

// AnswerWithResponse is an [Answer] with its text.
//
// Experimental: may change in any minor release; see [api].
type AnswerWithResponse struct {
	Answer

	Response AnswerMessage `json:"response"`
}

// LogValue implements [slog.LogValuer]. It hides the question, the answer and the visit.
func (a AnswerWithResponse) LogValue() slog.Value { return logvalue.Of(a) }

// AnswerMessage is a message that answers a question.
//
// Experimental: may change in any minor release; see [api].
type AnswerMessage struct {
	ID   string            `json:"id"`
	Role AnswerMessageRole `json:"role"`
	// Steps contains the actions and texts of the assistant, in order. [AnswerMessage.PlainText]
	// returns the text of the answer.
	Steps []AnswerStep `json:"steps"`
	// Task is the JSON of the task that the assistant was given. It is nil if there is none.
	Task      *api.SecretJSON        `json:"task,omitzero"`
	Response  *AnswerMessageResponse `json:"response,omitzero"`
	CreatedAt *time.Time             `json:"createdAt,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the texts.
func (m AnswerMessage) LogValue() slog.Value { return logvalue.Of(m) }

// PlainText returns the plain text of the answer. It joins the contents of the steps with empty
// lines, and leaves out steps without a text and steps with the phase [AnswerPhaseCommentary].
func (m AnswerMessage) PlainText() string {
	var texts []string
	for _, step := range m.Steps {
		if step.Content == nil || step.Phase == AnswerPhaseCommentary {
			continue
		}
		if content := step.Content.PlainText(); content != "" {
			texts = append(texts, content)
		}
	}
	return strings.Join(texts, "\n\n")
}

// AnswerMessageRole is the author of an [AnswerMessage].
//
// Experimental: may change in any minor release; see [api].
type AnswerMessageRole string

// Authors of messages.
const (
	AnswerMessageRoleUser      AnswerMessageRole = "user"
	AnswerMessageRoleAssistant AnswerMessageRole = "assistant"
	AnswerMessageRoleDeveloper AnswerMessageRole = "developer"
)

// AnswerMessageResponse describes how the assistant finished a message.
//
// Experimental: may change in any minor release; see [api].
type AnswerMessageResponse struct {
	StopReason AnswerStopReason `json:"stopReason,omitzero"` // empty if the message is complete
	ID         *string          `json:"id,omitzero"`
	Previous   *string          `json:"previous,omitzero"` // ID of the previous response
}

// AnswerStopReason is the reason why the assistant stopped before the end of a message.
//
// Experimental: may change in any minor release; see [api].
type AnswerStopReason string

// AnswerStopReasonAborted means that the message was aborted.
const AnswerStopReasonAborted AnswerStopReason = "aborted"

// AnswerStep is a part of an [AnswerMessage].
//
// Experimental: may change in any minor release; see [api].
type AnswerStep struct {
	StartCondition AnswerStartCondition `json:"startCondition,omitzero"`
	// Content and Reasoning are the texts that the assistant wrote, or nil if there are none.
	Content   *richtext.Document `json:"content,omitzero" secret:"text"`
	Reasoning *richtext.Document `json:"reasoning,omitzero" secret:"text"`
	Phase     AnswerPhase        `json:"phase,omitzero"`
	Timing    *AnswerTiming      `json:"timing,omitzero"`
	// ToolCalls, Attachments and Context are secret JSON, because they can repeat the words of the
	// visitor. The field "tool" of a tool call contains the name of the tool.
	ToolCalls   []api.SecretJSON `json:"toolCalls,omitzero"`
	Attachments []api.SecretJSON `json:"attachments,omitzero"`
	Context     *api.SecretJSON  `json:"context,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the texts.
func (s AnswerStep) LogValue() slog.Value { return logvalue.Of(s) }

// AnswerStartCondition is the reason why the assistant began a step.
//
// Experimental: may change in any minor release; see [api].
type AnswerStartCondition string

// AnswerStartConditionCompaction means that the assistant shortened the earlier steps.
const AnswerStartConditionCompaction AnswerStartCondition = "compaction"

// AnswerPhase is the purpose of the text of a step.
//
// Experimental: may change in any minor release; see [api].
type AnswerPhase string

// Purposes of texts.
const (
	AnswerPhaseCommentary  AnswerPhase = "commentary"
	AnswerPhaseFinalAnswer AnswerPhase = "final_answer"
)

// AnswerTiming describes how long a step took.
//
// Experimental: may change in any minor release; see [api].
type AnswerTiming struct {
	Reasoning *AnswerTimeRange `json:"reasoning,omitzero"`
}

// AnswerTimeRange is a period of time.
//
// Experimental: may change in any minor release; see [api].
type AnswerTimeRange struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// AnswerThread contains all answers of a thread, including the first one. Its JSON form is an
// array.
//
// Experimental: may change in any minor release; see [api].
type AnswerThread struct {
	Items []AnswerWithResponse
}

// LogValue implements [slog.LogValuer]. It hides the questions, the answers and the visits.
func (t AnswerThread) LogValue() slog.Value { return logvalue.Of(t) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (t AnswerThread) MarshalJSON() ([]byte, error) { return jsonx.Marshal(t.Items) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (t *AnswerThread) UnmarshalJSON(data []byte) error { return jsonx.Unmarshal(data, &t.Items) }

// AnswerSource is a source of an answer, or of the answers to a question: a page or a record. If
// this release does not know the type, only Type and Raw are set.
//
// Experimental: may change in any minor release; see [api].
type AnswerSource struct {
	Object string           `json:"object"` // "site-question-answer-source"
	ID     string           `json:"id"`
	Type   AnswerSourceType `json:"type"`
	Weight float64          `json:"weight"` // share of the answer that comes from the source
	Title  string           `json:"title"`
	URLs   AnswerSourceURLs `json:"urls"`
	// The following fields identify a page in a revision. spaces.RevisionPageService.Get returns
	// the page as it was when the question was answered.
	Space    string `json:"space,omitzero" response:"required,if=type:page,id"`
	Revision string `json:"revision,omitzero" response:"required,if=type:page,id"`
	Page     string `json:"page,omitzero" response:"required,if=type:page,id"`
	// Record is the ID of a record. The content of a record is outside the platform. Connector is
	// the origin of the record, such as "builtin:website" or "integration:acme". It is empty if the
	// service does not return it.
	Record    string `json:"record,omitzero" response:"required,if=type:record,id"`
	Connector string `json:"connector,omitzero"`
	// Raw is the JSON of a source whose type this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// AnswerSourceURLs contains the URL of a source in the API.
//
// Experimental: may change in any minor release; see [api].
type AnswerSourceURLs struct {
	Location string `json:"location"`
}

// AnswerSourceType is the type of an [AnswerSource].
//
// Experimental: may change in any minor release; see [api].
type AnswerSourceType string

// Types of sources.
const (
	AnswerSourceTypePage   AnswerSourceType = "page"
	AnswerSourceTypeRecord AnswerSourceType = "record"
)

type plainAnswerSource AnswerSource

var answerSourceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("type", func(s *AnswerSource) (any, *AnswerSourceType, *api.Raw) {
		return (*plainAnswerSource)(s), &s.Type, &s.Raw
	}, AnswerSourceTypePage, AnswerSourceTypeRecord))
}}

// MarshalJSON encodes the source, or Raw if it is set.
func (s AnswerSource) MarshalJSON() ([]byte, error) { return answerSourceCodec.Marshal(&s) }

// UnmarshalJSON decodes a page or a record, and keeps a source of any other type in Raw.
func (s *AnswerSource) UnmarshalJSON(data []byte) error { return answerSourceCodec.Unmarshal(data, s) }

// AnswerListOptions are the query parameters of sites.AnswerService.List. A filter that is not set
// selects all answers.
//
// Experimental: may change in any minor release; see [api].
type AnswerListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of answers per page, at most 1000; 0 for the service's default.
	Limit    int    `url:"limit,omitempty" check:"range=0..1000"`
	Question string `url:"question,omitempty"` // ID of the question
	// From and To select the answers that were given at or after From and at or before To.
	From         time.Time          `url:"from,omitempty"`
	To           time.Time          `url:"to,omitempty"`
	Language     string             `url:"language,omitempty"`
	Answered     []AnswerResolution `url:"answered,omitempty"`
	Helpfulness  AnswerHelpfulness  `url:"helpfulness,omitempty"`
	Relevance    []AnswerRelevance  `url:"relevance,omitempty"`
	ChannelType  []ChannelType      `url:"channelType,omitempty"`
	QuestionType QuestionType       `url:"question.type,omitempty"`
	Topic        string             `url:"topic,omitempty"`
	// Thread is the ID of the first answer of a thread. It selects all answers of the thread,
	// including the first one.
	Thread string `url:"thread,omitempty"`
}

// Validate checks that From is not after To.
func (o AnswerListOptions) Validate() error { return check.Period(o.From, o.To) }

// AnswerSourceListOptions are the query parameters of sites.AnswerSourceService.List.
//
// Experimental: may change in any minor release; see [api].
type AnswerSourceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of sources per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}
