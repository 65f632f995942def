package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AskService answers questions from the spaces that the caller can access.
type AskService struct {
	core *transport.Core
}

// AskAnswer is an answer and its sources.
type AskAnswer struct {
	Answer            *richtext.Content `json:"answer,omitzero"` // nil if there is none, or none yet
	FollowupQuestions []string          `json:"followupQuestions"`
	Sources           []AskSource       `json:"sources"`
}

// Markdown returns the text of the answer. It returns "" if there is no answer or it is not in
// Markdown.
func (a *AskAnswer) Markdown() string {
	if a == nil || a.Answer == nil || a.Answer.Markdown == nil {
		return ""
	}
	return *a.Answer.Markdown
}

// AskSource is a source of an answer. If its type is unknown to this release, only Type and Raw
// are set.
type AskSource struct {
	Type     AskSourceType `json:"type"`
	Reason   *string       `json:"reason,omitzero"` // why it was used; nil if the service gives no reason
	Page     string        `json:"page"`            // ID
	Revision string        `json:"revision"`        // ID
	Space    string        `json:"space"`           // ID
	Sections []string      `json:"sections"`        // IDs
	// Raw is the source as received if its type is unknown to this release, nil otherwise. If it is
	// set, the source is encoded as Raw, and the other fields are ignored.
	Raw api.Raw `json:"-"`
}

type plainAskSource AskSource

var askSourceCodec = jsonx.NewCodec(jsonx.Choice(
	func(s *AskSource, data []byte) any {
		*s = AskSource{Type: AskSourceType(jsonx.Text(data, "type"))}
		if s.Type == AskSourceTypePage {
			return (*plainAskSource)(s)
		}
		s.Raw = jsonx.Clone(data)
		return nil
	},
	func(s *AskSource) any {
		if s.Raw != nil {
			return s.Raw
		}
		return (*plainAskSource)(s)
	},
))

// MarshalJSON encodes the source, or Raw if it is set.
func (s AskSource) MarshalJSON() ([]byte, error) { return askSourceCodec.Marshal(&s) }

// UnmarshalJSON decodes a page, and keeps a source of any other type in Raw.
func (s *AskSource) UnmarshalJSON(data []byte) error { return askSourceCodec.Unmarshal(data, s) }

// AskSourceType is the type of an [AskSource].
type AskSourceType string

// AskSourceTypePage means that the source is a page.
const AskSourceTypePage AskSourceType = "page"

// AskQuestion is the body of [AskService.Answer].
type AskQuestion struct {
	Query string `json:"query" check:"required"`
	// PreviousQueries are up to 10 earlier questions.
	//
	// Deprecated: the service has deprecated the field. Put what matters of earlier questions into
	// Query.
	PreviousQueries []string `json:"previousQueries,omitzero" check:"items=..10"`
}

// AskOptions are the query parameters of [AskService.Answer].
type AskOptions struct {
	Format  richtext.Format `url:"format,omitempty"`  // of the answer's text; empty for the service's default
	Details *bool           `url:"details,omitempty"` // whether to include details of the query
}

// AskResult is the result of [AskService.Answer].
type AskResult struct {
	Answer *AskAnswer `json:"answer,omitzero"`
}

// Answer answers a question. It returns when the answer is complete. [AskService.Stream] yields the
// answer while it is written. An attempt has a timeout of 5 minutes, unless the client or the call
// sets another with [api.WithAttemptTimeout].
//
// API: POST /v1/orgs/{organizationId}/ask
func (s AskService) Answer(ctx context.Context, orgID string, question AskQuestion, options AskOptions, opts ...api.CallOption) (*AskResult, error) {
	return transport.JSON[AskResult](ctx, s.core, opAskAnswer.Path(orgID).Query(options).Body(question), opts)
}

// RecommendedQuestions are questions that the service recommends.
type RecommendedQuestions struct {
	Questions []string `json:"questions"`
}

// Questions returns the questions that the service recommends, if any. [AskService.StreamQuestions]
// yields them as they are found.
//
// API: GET /v1/orgs/{organizationId}/ask/questions
func (s AskService) Questions(ctx context.Context, orgID string, opts ...api.CallOption) (*RecommendedQuestions, error) {
	return transport.Whole[RecommendedQuestions](ctx, s.core, opAskQuestions.Path(orgID), "questions", opts)
}

// RecommendedQuestion is a message of [AskService.StreamQuestions].
type RecommendedQuestion struct {
	Question string `json:"question"` // empty for a message of a type unknown to this release
	// Name is the name of the event that contained the message; empty if it had none.
	Name string `json:"-"`
	// Raw is the message as received.
	Raw api.Raw `json:"-"`
}

// StreamQuestions yields the questions that the service recommends as they are found, one per
// message. It behaves like [AskService.Stream].
//
// API: GET /v1/orgs/{organizationId}/ask/questions/stream
func (s AskService) StreamQuestions(ctx context.Context, orgID string, opts ...api.CallOption) iter.Seq2[RecommendedQuestion, error] {
	return transport.Stream(ctx, s.core, opAskStreamQuestions.Path(orgID), keepRecommendedQuestion, opts)
}

func keepRecommendedQuestion(m *RecommendedQuestion, event string, data api.Raw) {
	m.Name, m.Raw = event, data
}

// AskStreamOptions are the query parameters of [AskService.Stream].
type AskStreamOptions struct {
	Query   string          `url:"query,omitempty" check:"required"`
	Format  richtext.Format `url:"format,omitempty"`  // of the answer's text; empty for the service's default
	Details *bool           `url:"details,omitempty"` // whether to include details of the query
}

// AskEventType is the type of an [AskEvent].
type AskEventType string

// AskEventTypeAnswer means that the message contains an answer.
const AskEventTypeAnswer AskEventType = "answer"

// AskEvent is a message of [AskService.Stream].
type AskEvent struct {
	Type AskEventType `json:"type"` // [AskEventTypeAnswer], or one unknown to this release
	// Answer is the answer so far, or only its new part. The API reference does not specify which:
	// see [AskText]. It is nil if the message has none, whatever its type.
	Answer *AskAnswer `json:"answer,omitzero"`
	// Name is the name of the event that contained the message; empty if it had none.
	Name string `json:"-"`
	// Raw is the message as received.
	Raw api.Raw `json:"-"`
}

// Stream answers a question and yields the answer while it is written. Each loop over the iterator
// asks the question again. A message of a type unknown to this release is yielded with its raw
// data.
//
// By default, only the wait for the next byte is limited, to 60 s: see [api.WithIdleTimeout].
// [api.WithTimeout] limits the whole stream.
//
// API: GET /v1/orgs/{organizationId}/ask/stream
func (s AskService) Stream(ctx context.Context, orgID string, ask AskStreamOptions, opts ...api.CallOption) iter.Seq2[AskEvent, error] {
	return transport.Stream(ctx, s.core, opAskStream.Path(orgID).Query(ask), keepAskEvent, opts)
}

func keepAskEvent(m *AskEvent, event string, data api.Raw) {
	m.Name, m.Raw = event, data
}
