package sites

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AskService answers questions from the pages of a site.
//
// Experimental: may change in any minor release; see [api].
type AskService struct {
	core *transport.Core
}

// AskQuestion is the question of [AskService.Stream].
//
// Experimental: may change in any minor release; see [api].
type AskQuestion struct {
	Question string      `json:"question" check:"required,len=..512" secret:"words"` // 1 to 512 characters
	Context  *AskContext `json:"context,omitzero"`
	Scope    SearchScope `json:"scope"` // site spaces to answer from; its Mode is required
	// Session is the visit during which the reader asks the question, or nil if it is unknown. Only
	// newer versions of the service use it.
	Session *AskSession `json:"session,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides what the reader wrote.
func (q AskQuestion) LogValue() slog.Value { return logvalue.Of(q) }

// AskSession identifies a visit to a site by the VisitorID and the SessionID of an
// [insights.EventSession].
//
// Experimental: may change in any minor release; see [api].
type AskSession struct {
	VisitorID string `json:"visitorId" check:"required" secret:"text"`
	SessionID string `json:"sessionId" check:"required" secret:"text"`
}

// LogValue implements [slog.LogValuer]. It hides both IDs.
func (s AskSession) LogValue() slog.Value { return logvalue.Of(s) }

// AskContext is the place on a site where a reader asks a question. It does not limit the pages
// that the answer is based on. To limit them, set Scope.
//
// Experimental: may change in any minor release; see [api].
type AskContext struct {
	SiteSpaceID *string `json:"siteSpaceId,omitzero"` // ID of the site space that the reader is in
	// Goal is the goal of the reader if the reader is a program. It has at most 1024 characters.
	// Only newer versions of the service use it.
	Goal *string `json:"goal,omitzero" check:"len=..1024" secret:"words"`
}

// LogValue implements [slog.LogValuer]. It hides the goal.
func (c AskContext) LogValue() slog.Value { return logvalue.Of(c) }

// AskStreamOptions are the query parameters of [AskService.Stream].
//
// Experimental: may change in any minor release; see [api].
type AskStreamOptions struct {
	// Format is the format of the answer's text; empty for the service's default.
	Format richtext.Format `url:"format,omitempty"`
}

// Stream returns an iterator that asks a question and yields the answer while the service writes
// it. Each message contains all of the answer so far and replaces the previous message. An
// [ask.Text] assembles the text and returns the new part of each message.
//
// Each loop over the iterator asks the question again, which costs money. If this release does not
// know the type of a message, the iterator yields the message with its raw data.
//
// By default, a stream has only an idle timeout, of 60 s: see [api.WithIdleTimeout].
// [api.WithTimeout] limits the duration of the stream.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/ask
func (s AskService) Stream(
	ctx context.Context, orgID, siteID string,
	question AskQuestion, options AskStreamOptions, opts ...api.CallOption,
) iter.Seq2[ask.Event, error] {
	return transport.Stream(
		ctx, s.core, opAskStream.Path(orgID, siteID).Query(options).Body(question),
		func(m *ask.Event, event string, data api.Raw) {
			m.Mode, m.Name, m.Raw = ask.TextModeCumulative, event, data
		}, opts,
	)
}

// AskStreamQuestionsOptions are the query parameters of [AskService.StreamQuestions].
//
// Experimental: may change in any minor release; see [api].
type AskStreamQuestionsOptions struct {
	// SiteSpaceID is the ID of a site space to recommend questions for. If it is empty, the
	// questions are about the entire site.
	SiteSpaceID string `url:"siteSpaceId,omitempty"`
}

// StreamQuestions returns an iterator over the questions that the service recommends. It yields
// each question as soon as the service finds it. The same question can occur more than once.
// StreamQuestions behaves like [AskService.Stream].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/ask/questions
func (s AskService) StreamQuestions(
	ctx context.Context, orgID, siteID string,
	options AskStreamQuestionsOptions, opts ...api.CallOption,
) iter.Seq2[ask.RecommendedQuestion, error] {
	return transport.Stream(
		ctx, s.core, opAskStreamQuestions.Path(orgID, siteID).Query(options),
		func(m *ask.RecommendedQuestion, event string, data api.Raw) { m.Name, m.Raw = event, data }, opts,
	)
}
