package orgs

import (
	"cmp"
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AskService answers questions from the spaces that the caller can access.
type AskService struct {
	core *transport.Core
}

// AskQuestion is the question of [AskService.Answer] and [AskService.Stream].
type AskQuestion struct {
	Question string `json:"query" check:"required" secret:"words"`
	// PreviousQueries contains up to 10 earlier questions. [AskService.Stream] cannot send them and
	// returns an error if there are any.
	//
	// Deprecated: the service has deprecated this field. Repeat the relevant parts of earlier
	// questions in Question.
	PreviousQueries []string `json:"previousQueries,omitzero" check:"items=..10" secret:"words"`
}

// LogValue implements [slog.LogValuer]. It hides the questions.
func (q AskQuestion) LogValue() slog.Value { return logvalue.Of(q) }

// AskAnswerOptions are the query parameters of [AskService.Answer].
type AskAnswerOptions struct {
	// Format is the format of the answer's text; empty for the service's default.
	Format  richtext.Format `url:"format,omitempty"`
	Details *bool           `url:"details,omitempty"` // whether to include details of the query
}

// askResponse is the response of [AskService.Answer].
type askResponse struct {
	Answer *ask.Answer `json:"answer,omitzero"`
}

// Answer asks a question and returns the complete answer. [AskService.Stream] yields the answer
// while the service writes it. If the response contains no answer, all fields of the result are
// nil.
//
// The default timeout of an attempt is 5 minutes. [api.WithAttemptTimeout] sets another timeout.
//
// API: POST /v1/orgs/{organizationId}/ask
func (s AskService) Answer(
	ctx context.Context, orgID string,
	question AskQuestion, options AskAnswerOptions, opts ...api.CallOption,
) (*ask.Answer, error) {
	response, err := transport.JSON[askResponse](ctx, s.core, opAskAnswer.Path(orgID).Query(options).Body(question), opts)
	if err != nil {
		return nil, err
	}
	return cmp.Or(response.Answer, new(ask.Answer)), nil
}

// RecommendedQuestions contains questions that the service recommends.
type RecommendedQuestions struct {
	Questions []string `json:"questions" response:"about"`
}

// Questions returns the questions that the service recommends. There may be none.
// [AskService.StreamQuestions] yields each question as soon as the service finds it.
//
// API: GET /v1/orgs/{organizationId}/ask/questions
func (s AskService) Questions(
	ctx context.Context, orgID string, opts ...api.CallOption,
) (*RecommendedQuestions, error) {
	return transport.JSON[RecommendedQuestions](ctx, s.core, opAskQuestions.Path(orgID), opts)
}

// AskStreamQuestionsOptions are the query parameters of [AskService.StreamQuestions]. There are
// none yet.
type AskStreamQuestionsOptions struct{}

// StreamQuestions returns an iterator over the questions that the service recommends. It yields
// each question as soon as the service finds it. It behaves like [AskService.Stream].
//
// API: GET /v1/orgs/{organizationId}/ask/questions/stream
func (s AskService) StreamQuestions(
	ctx context.Context, orgID string, options AskStreamQuestionsOptions, opts ...api.CallOption,
) iter.Seq2[ask.RecommendedQuestion, error] {
	return transport.Stream(
		ctx, s.core, opAskStreamQuestions.Path(orgID).Query(options),
		func(m *ask.RecommendedQuestion, event string, data api.Raw) { m.Name, m.Raw = event, data }, opts,
	)
}

// AskStreamOptions are the query parameters of [AskService.Stream], except for the question.
type AskStreamOptions struct {
	// Format is the format of the answer's text; empty for the service's default.
	Format  richtext.Format `url:"format,omitempty"`
	Details *bool           `url:"details,omitempty"` // whether to include details of the query
}

// askStreamQuery is the query of [AskService.Stream].
type askStreamQuery struct {
	Question        string   `url:"query,omitempty" check:"required"`
	PreviousQueries []string `url:"previousQueries,omitempty" check:"items=..0"`
	AskStreamOptions
}

// Stream returns an iterator that asks a question and yields the answer while the service writes
// it. Each loop over the iterator asks the question again. If this release does not know the type
// of a message, the iterator yields the message with its raw data. An [ask.Text] assembles the
// text.
//
// By default, a stream has only an idle timeout, of 60 s: see [api.WithIdleTimeout].
// [api.WithTimeout] limits the duration of the stream.
//
// API: GET /v1/orgs/{organizationId}/ask/stream
func (s AskService) Stream(
	ctx context.Context, orgID string,
	question AskQuestion, options AskStreamOptions, opts ...api.CallOption,
) iter.Seq2[ask.Event, error] {
	query := askStreamQuery{question.Question, question.PreviousQueries, options}
	return transport.Stream(
		ctx, s.core, opAskStream.Path(orgID).Query(query),
		func(m *ask.Event, event string, data api.Raw) { m.Name, m.Raw = event, data }, opts,
	)
}
