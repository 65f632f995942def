package orgs

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
)

// AskService is reached as the Ask field of [Service]. It answers from the spaces that the caller can access.
type AskService struct {
	core *transport.Core
}

// AskAnswer is an answer with what it rests on.
type AskAnswer struct {
	Answer            *richtext.Content `json:"answer,omitzero"` // nil when there is none (yet)
	FollowupQuestions []string          `json:"followupQuestions"`
	Sources           []AskSource       `json:"sources"`
}

// Markdown returns the text of the answer, "" when there is none or it has another format.
func (a *AskAnswer) Markdown() string {
	if a == nil || a.Answer == nil || a.Answer.Markdown == nil {
		return ""
	}
	return *a.Answer.Markdown
}

// AskSource is something an answer rests on. Of a source of a type this release does not know, Type
// and Raw are set and nothing else.
type AskSource struct {
	Type     AskSourceType `json:"type"`
	Reason   *string       `json:"reason,omitzero"` // why it was used, nil when the service does not say
	Page     string        `json:"page"`            // id
	Revision string        `json:"revision"`        // id
	Space    string        `json:"space"`           // id
	Sections []string      `json:"sections"`        // ids
	// Raw is a source of a type this release does not know, as it came; nil for a page. It is
	// encoded unchanged, whatever the other fields are.
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

// MarshalJSON returns the source with all it was read with.
func (s AskSource) MarshalJSON() ([]byte, error) { return askSourceCodec.Marshal(&s) }

// UnmarshalJSON reads a page and keeps a source of another type.
func (s *AskSource) UnmarshalJSON(data []byte) error { return askSourceCodec.Unmarshal(data, s) }

// AskSourceType is a kind of source. The service may know more values than the constant.
type AskSourceType string

// AskSourceTypePage is a page.
const AskSourceTypePage AskSourceType = "page"

// AskQuestion is the body of [AskService.Answer].
type AskQuestion struct {
	Query string `json:"query" check:"required"`
	// PreviousQueries are at most 10 questions that came before.
	//
	// Deprecated: the service has deprecated the field. Put what matters of earlier questions into Query.
	PreviousQueries []string `json:"previousQueries,omitzero" check:"items=..10"`
}

// AskOptions are the query of [AskService.Answer].
type AskOptions struct {
	Format  richtext.Format `url:"format,omitempty"`  // of the answer's text, the service decides if empty
	Details *bool           `url:"details,omitempty"` // whether to return details of the query
}

// AskResult is what [AskService.Answer] returns.
type AskResult struct {
	Answer *AskAnswer `json:"answer,omitzero"` // nil when the service leaves it out
}

// Answer answers a question when the answer is known in full; [AskService.Stream] does as it comes. An organization that does not exist is
// an error matching [api.ErrNotFound], an empty question and more than 10 previous ones a [*api.ValidationError]. It is never sent again
// once the service may have it, since a second answer costs and can differ.
//
// API: POST /v1/orgs/{organizationId}/ask
func (s AskService) Answer(ctx context.Context, orgID string, question AskQuestion, options AskOptions, opts ...api.CallOption) (*AskResult, error) {
	return transport.JSON[AskResult](ctx, s.core, opAskAnswer.Path(orgID).Query(options).Body(question), opts)
}

// RecommendedQuestions are questions worth asking.
type RecommendedQuestions struct {
	Questions []string `json:"questions"`
}

// Questions returns questions worth asking, when all are known; [AskService.StreamQuestions] does as they come. There may be none. An
// organization that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/ask/questions
func (s AskService) Questions(ctx context.Context, orgID string, opts ...api.CallOption) (*RecommendedQuestions, error) {
	return transport.Whole[RecommendedQuestions](ctx, s.core, opAskQuestions.Path(orgID), "questions", opts)
}

// RecommendedQuestion is a message of [AskService.StreamQuestions].
type RecommendedQuestion struct {
	Question string `json:"question"` // "" for a message of a kind this release does not know
	// Event is the name of the event the message came in, "" for none.
	Event string `json:"-"`
	// Raw is the message as it came.
	Raw api.Raw `json:"-"`
}

// StreamQuestions yields questions worth asking as they come, one a message. The stream opens on range and closes when the loop ends;
// ranging again asks again. An error is the last turn: see [AskService.Stream].
//
// API: GET /v1/orgs/{organizationId}/ask/questions/stream
func (s AskService) StreamQuestions(ctx context.Context, orgID string, opts ...api.CallOption) iter.Seq2[RecommendedQuestion, error] {
	return transport.Stream(ctx, s.core, opAskStreamQuestions.Path(orgID), keepRecommendedQuestion, opts)
}

func keepRecommendedQuestion(m *RecommendedQuestion, event string, data api.Raw) {
	m.Event, m.Raw = event, data
}

// AskStreamOptions is the query of [AskService.Stream].
type AskStreamOptions struct {
	Query   string          `url:"query,omitempty" check:"required"`
	Format  richtext.Format `url:"format,omitempty"`  // of the answer's text, the service decides if empty
	Details *bool           `url:"details,omitempty"` // whether to return details of the query
}

// AskEventType is a kind of message. The service may know more values than the constant.
type AskEventType string

// AskEventTypeAnswer is a message that has an answer.
const AskEventTypeAnswer AskEventType = "answer"

// AskEvent is a message of [AskService.Stream].
type AskEvent struct {
	Type AskEventType `json:"type"` // [AskEventTypeAnswer], or another that this release does not know
	// Answer is the answer as the service sent it in this message: whole so far, or the piece that is new. The documents do not say which;
	// see [AskText]. Nil for a message of another type.
	Answer *AskAnswer `json:"answer,omitzero"`
	// Name is the name of the event the message came in, "" for none.
	Name string `json:"-"`
	// Raw is the message as it came.
	Raw api.Raw `json:"-"`
}

// Stream answers a question as the answer comes. The stream opens on range and closes when the loop ends; ranging again asks again. A
// message of a type this release does not know is yielded with its raw data.
//
// An error is the last turn: an [*api.Error] when the service refused, a [*api.StreamError] when it ended the stream with an error, an
// [*api.DecodeError] for a message that is broken JSON, an [*api.TransportError] when the stream broke off, or a [*api.ValidationError] for
// an empty question. It is never sent again once an answer has begun. There is no time limit on the whole stream unless one is set, but one
// of 60 s on the wait for the next byte: see [api.WithIdleTimeout].
//
// API: GET /v1/orgs/{organizationId}/ask/stream
func (s AskService) Stream(ctx context.Context, orgID string, ask AskStreamOptions, opts ...api.CallOption) iter.Seq2[AskEvent, error] {
	return transport.Stream(ctx, s.core, opAskStream.Path(orgID).Query(ask), keepAskEvent, opts)
}

func keepAskEvent(m *AskEvent, event string, data api.Raw) {
	m.Name, m.Raw = event, data
}
