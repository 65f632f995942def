package insights

import (
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// A Question is a question that visitors of a site have asked its assistant. There is an [Answer]
// for each time that a visitor asked the question, even in different words.
//
// Experimental: may change in any minor release; see [api].
type Question struct {
	Object    string        `json:"object"` // "site-question"
	ID        string        `json:"id"`
	Question  string        `json:"question" secret:"text"` // canonical text of the question
	Type      QuestionType  `json:"type"`
	CreatedAt time.Time     `json:"createdAt"`
	AskedAt   time.Time     `json:"askedAt"` // time at which the question was last asked
	Stats     QuestionStats `json:"stats"`
	URLs      QuestionURLs  `json:"urls"`
}

// LogValue implements [slog.LogValuer]. It hides the text of the question.
func (q Question) LogValue() slog.Value { return logvalue.Of(q) }

// QuestionURLs contains the URL of a question in the API.
//
// Experimental: may change in any minor release; see [api].
type QuestionURLs struct {
	Location string `json:"location"`
}

// QuestionType is the kind of information that a question asks for.
//
// Experimental: may change in any minor release; see [api].
type QuestionType string

// Types of questions.
const (
	QuestionTypeExploring       QuestionType = "exploring"
	QuestionTypeHowTo           QuestionType = "how-to"
	QuestionTypeTroubleshooting QuestionType = "troubleshooting"
	QuestionTypeReference       QuestionType = "reference"
	QuestionTypeUnknown         QuestionType = "unknown"
)

// QuestionStats counts questions and their answers.
//
// Experimental: may change in any minor release; see [api].
type QuestionStats struct {
	Total     int64                  `json:"total"`   // number of questions
	Answers   int64                  `json:"answers"` // number of times that the questions were asked
	Feedback  QuestionStatsFeedback  `json:"feedback"`
	Answered  QuestionStatsAnswered  `json:"answered"`
	Relevance QuestionStatsRelevance `json:"relevance"`
	Types     QuestionStatsTypes     `json:"types"`
	// ChannelTypes counts answers by the type of their channel, and Channels counts answers by the
	// ID of their channel.
	ChannelTypes map[ChannelType]int64 `json:"channelTypes"`
	Channels     map[string]int64      `json:"channels"`
	// WeeklyPulse contains the number of answers in each of 13 weeks. The order of the weeks and
	// the beginning of the first week are undocumented.
	WeeklyPulse []int64 `json:"weeklyPulse"`
}

// QuestionStatsFeedback counts answers by their feedback.
//
// Experimental: may change in any minor release; see [api].
type QuestionStatsFeedback struct {
	Positive int64 `json:"positive"`
	Negative int64 `json:"negative"`
	Unrated  int64 `json:"unrated"`
}

// QuestionStatsAnswered counts answers by their [AnswerResolution].
//
// Experimental: may change in any minor release; see [api].
type QuestionStatsAnswered struct {
	Yes       int64 `json:"yes"`
	Partially int64 `json:"partially"`
	No        int64 `json:"no"`
}

// QuestionStatsRelevance counts answers by their [AnswerRelevance].
//
// Experimental: may change in any minor release; see [api].
type QuestionStatsRelevance struct {
	Relevant int64 `json:"relevant"`
	Spam     int64 `json:"spam"`
	OffTopic int64 `json:"off-topic"`
	Unclear  int64 `json:"unclear"`
}

// QuestionStatsTypes counts questions by their [QuestionType].
//
// Experimental: may change in any minor release; see [api].
type QuestionStatsTypes struct {
	Exploring       int64 `json:"exploring"`
	HowTo           int64 `json:"how-to"`
	Troubleshooting int64 `json:"troubleshooting"`
	Reference       int64 `json:"reference"`
	Unknown         int64 `json:"unknown"`
}

// QuestionListOptions are the query parameters of sites.QuestionService.List.
//
// From, To, Relevance, ChannelType and Answered select answers. The list contains the questions
// that have at least one such answer, and counts only these answers. A filter that is not set
// selects all answers.
//
// Experimental: may change in any minor release; see [api].
type QuestionListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of questions per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// From and To select the answers that were given at or after From and at or before To.
	From        time.Time          `url:"from,omitempty"`
	To          time.Time          `url:"to,omitempty"`
	Type        QuestionType       `url:"type,omitempty"`
	Relevance   []AnswerRelevance  `url:"relevance,omitempty"`
	ChannelType []ChannelType      `url:"channelType,omitempty"`
	Answered    []AnswerResolution `url:"answered,omitempty"`
	Topic       []string           `url:"topic,omitempty"`
	Order       api.Order          `url:"order,omitempty"` // [api.OrderDesc] if empty
	// Sort is the order of the questions. If it is empty, the questions are sorted by creation
	// time.
	Sort QuestionSort `url:"sort,omitempty"`
}

// Validate checks that From is not after To.
func (o QuestionListOptions) Validate() error { return check.Period(o.From, o.To) }

// QuestionSort selects the order of a list of questions.
//
// Experimental: may change in any minor release; see [api].
type QuestionSort string

// Orders of lists of questions.
const (
	QuestionSortAskedAt  QuestionSort = "askedAt"
	QuestionSortAnswered QuestionSort = "stats.answered"
	QuestionSortFeedback QuestionSort = "stats.feedback"
	QuestionSortAnswers  QuestionSort = "stats.answers"
)

// QuestionGetOptions are the query parameters of sites.QuestionService.Get. Like the filters of
// [QuestionListOptions], these parameters select the answers to count.
//
// Experimental: may change in any minor release; see [api].
type QuestionGetOptions struct {
	From        time.Time          `url:"from,omitempty"`
	To          time.Time          `url:"to,omitempty"`
	Relevance   []AnswerRelevance  `url:"relevance,omitempty"`
	ChannelType []ChannelType      `url:"channelType,omitempty"`
	Answered    []AnswerResolution `url:"answered,omitempty"`
}

// Validate checks that From is not after To.
func (o QuestionGetOptions) Validate() error { return check.Period(o.From, o.To) }

// QuestionSourceListOptions are the query parameters of sites.QuestionSourceService.List. Like the
// filters of [QuestionListOptions], these parameters select answers. The list contains the sources
// of these answers.
//
// Experimental: may change in any minor release; see [api].
type QuestionSourceListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of sources per page, at most 1000; 0 for the service's default.
	Limit       int                `url:"limit,omitempty" check:"range=0..1000"`
	From        time.Time          `url:"from,omitempty"`
	To          time.Time          `url:"to,omitempty"`
	Relevance   []AnswerRelevance  `url:"relevance,omitempty"`
	ChannelType []ChannelType      `url:"channelType,omitempty"`
	Answered    []AnswerResolution `url:"answered,omitempty"`
}

// Validate checks that From is not after To.
func (o QuestionSourceListOptions) Validate() error { return check.Period(o.From, o.To) }

// QuestionStatsOptions are the query parameters of sites.Service.QuestionStats. Like the filters of
// [QuestionListOptions], these parameters select the answers to count.
//
// Experimental: may change in any minor release; see [api].
type QuestionStatsOptions struct {
	From        time.Time          `url:"from,omitempty"`
	To          time.Time          `url:"to,omitempty"`
	Relevance   []AnswerRelevance  `url:"relevance,omitempty"`
	ChannelType []ChannelType      `url:"channelType,omitempty"`
	Answered    []AnswerResolution `url:"answered,omitempty"`
	Topic       []string           `url:"topic,omitempty"`
}

// Validate checks that From is not after To.
func (o QuestionStatsOptions) Validate() error { return check.Period(o.From, o.To) }
