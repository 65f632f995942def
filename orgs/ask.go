package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AskService answers questions from the spaces that the caller can access.
type AskService struct {
	core *transport.Core
}

// Types of answers and of their streams. They are declared in package ask, because the questions to
// a site return them too.
type (
	// AskAnswer is an answer and its sources.
	AskAnswer = ask.Answer
	// AskSource is a source of an answer.
	AskSource = ask.Source
	// AskSourceType is the type of an [AskSource].
	AskSourceType = ask.SourceType
	// AskEvent is a message of [AskService.Stream].
	AskEvent = ask.Event
	// AskEventType is the type of an [AskEvent].
	AskEventType = ask.EventType
	// RecommendedQuestion is a message of [AskService.StreamQuestions].
	RecommendedQuestion = ask.RecommendedQuestion
	// AskText assembles the text of a streamed answer.
	AskText = ask.Text
	// AskTextMode is what each message of a streamed answer contains.
	AskTextMode = ask.TextMode
)

// Constants of these types.
const (
	AskSourceTypePage  = ask.SourceTypePage
	AskEventTypeAnswer = ask.EventTypeAnswer
	AskTextGuess       = ask.TextGuess
	AskTextCumulative  = ask.TextCumulative
	AskTextDelta       = ask.TextDelta
)

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
	Questions []string `json:"questions" response:"about"`
}

// Questions returns the questions that the service recommends, if any. [AskService.StreamQuestions]
// yields them as they are found.
//
// API: GET /v1/orgs/{organizationId}/ask/questions
func (s AskService) Questions(ctx context.Context, orgID string, opts ...api.CallOption) (*RecommendedQuestions, error) {
	return transport.Whole[RecommendedQuestions](ctx, s.core, opAskQuestions.Path(orgID), "questions", opts)
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

// Stream answers a question and yields the answer while it is written. Each loop over the iterator
// asks the question again. A message of a type unknown to this release is yielded with its raw
// data.
//
// By default, only the wait for the next byte is limited, to 60 s: see [api.WithIdleTimeout].
// [api.WithTimeout] limits the whole stream.
//
// API: GET /v1/orgs/{organizationId}/ask/stream
func (s AskService) Stream(ctx context.Context, orgID string, options AskStreamOptions, opts ...api.CallOption) iter.Seq2[AskEvent, error] {
	return transport.Stream(ctx, s.core, opAskStream.Path(orgID).Query(options), keepAskEvent, opts)
}

func keepAskEvent(m *AskEvent, event string, data api.Raw) {
	m.Name, m.Raw = event, data
}
