package sites_test

import (
	"testing"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

const (
	questionStatsJSON = `{"total": 2, "answers": 9, "feedback": {"positive": 1, "negative": 2, "unrated": 6}, "answered": {"yes": 4, "partially": 3, "no": 2},
		"relevance": {"relevant": 5, "spam": 1, "off-topic": 2, "unclear": 1}, "types": {"exploring": 1, "how-to": 2, "troubleshooting": 3, "reference": 4, "unknown": 5},
		"channelTypes": {"site": 8, "builtin:slack": 1}, "channels": {"channel_1": 1}, "weeklyPulse": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}`
	questionJSON = `{"object": "site-question", "id": "question_1", "question": "How do I publish?", "type": "how-to", "createdAt": "2026-01-05T08:00:00Z",
		"askedAt": "2026-01-06T08:00:00Z", "stats": ` + questionStatsJSON + `, "urls": {"location": "https://api.example.com/v1/orgs/org_1/sites/site_1/questions/question_1"}}`
	answerSourcesJSON = `{"next": {"page": "c/3+d="}, "count": 3, "items": [
		{"object": "site-question-answer-source", "id": "source_1", "weight": 0.5, "title": "Publish", "urls": {"location": "https://api.example.com/source_1"},
			"type": "page", "space": "space_1", "revision": "revision_1", "page": "page_1"},
		{"object": "site-question-answer-source", "id": "source_2", "weight": 0.25, "title": "A ticket", "urls": {"location": "https://api.example.com/source_2"},
			"type": "record", "record": "record_1", "connector": "builtin:zendesk"},
		{"type": "video"}]}`

	questionRequest = siteRequest + "/questions/siteQuestion%2F1"
	periodQuery     = "from=2026-01-05T08%3A00%3A00.001Z"
	periodEnd       = "to=2026-01-06T10%3A00%3A00%2B01%3A00"
)

var (
	periodFrom = time.Date(2026, 1, 5, 8, 0, 0, int(time.Millisecond), time.UTC)
	periodTo   = time.Date(2026, 1, 6, 10, 0, 0, 0, time.FixedZone("", int(time.Hour/time.Second)))

	someRelevance = []insights.AnswerRelevance{insights.AnswerRelevanceRelevant, insights.AnswerRelevanceOffTopic}
	someChannels  = []insights.ChannelType{insights.ChannelTypeSite, insights.ChannelTypeSlack}
	someAnswered  = []insights.AnswerResolution{insights.AnswerResolutionNo, insights.AnswerResolutionPartially}
)

func listQuestions(options insights.QuestionListOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Questions.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func getQuestion(options insights.QuestionGetOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Questions.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func listQuestionSources(options insights.QuestionSourceListOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Questions.Sources.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func questionStats(options insights.QuestionStatsOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.QuestionStats(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var (
	someQuestions = insights.QuestionListOptions{
		Cursor: "c/2+d=", Limit: 50, From: periodFrom, To: periodTo, Type: insights.QuestionTypeHowTo, Relevance: someRelevance, ChannelType: someChannels,
		Answered: someAnswered, Topic: []string{"topic_1", "a & b"}, Order: api.OrderAsc, Sort: insights.QuestionSortAnswered,
	}
	someQuestionSources = insights.QuestionSourceListOptions{
		Cursor: "c/2+d=", Limit: 50, From: periodFrom, To: periodTo, Relevance: someRelevance, ChannelType: someChannels, Answered: someAnswered,
	}
)

var questionRows = []contract.Row{
	{
		Op:   "Sites.Questions.List",
		Call: listQuestions(someQuestions),
		List: func(a contract.Args) (all, pages any) {
			service := a.Sites.Questions
			return service.All(a.Ctx, a.ID[0], a.ID[1], someQuestions, a.Opts...), service.ListPages(a.Ctx, a.ID[0], a.ID[1], someQuestions, a.Opts...)
		},
		Request: "GET " + siteRequest + "/questions?answered=no&answered=partially&channelType=site&channelType=builtin%3Aslack&" + periodQuery +
			"&limit=50&order=asc&page=c%2F2%2Bd%3D&relevance=relevant&relevance=off-topic&sort=stats.answered&" + periodEnd + "&topic=topic_1&topic=a+%26+b&type=how-to",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [` + questionJSON + `]}`,
	},
	{
		Op:       "Sites.Questions.List",
		Name:     "none, of all",
		Call:     listQuestions(insights.QuestionListOptions{}),
		Request:  "GET " + siteRequest + "/questions",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Sites.Questions.Get",
		Call: getQuestion(insights.QuestionGetOptions{
			From: periodFrom, To: periodTo, Relevance: someRelevance, ChannelType: someChannels, Answered: someAnswered,
		}),
		Request: "GET " + questionRequest + "?answered=no&answered=partially&channelType=site&channelType=builtin%3Aslack&" + periodQuery +
			"&relevance=relevant&relevance=off-topic&" + periodEnd,
		Status:   200,
		Response: questionJSON,
	},
	{
		Op:       "Sites.Questions.Get",
		Name:     "of a caller without insights",
		Call:     getQuestion(insights.QuestionGetOptions{}),
		Request:  "GET " + questionRequest,
		Status:   403,
		Response: `{"error": {"code": 403, "message": "no insights"}}`,
		Err:      api.ErrForbidden,
	},

	{
		Op:   "Sites.Questions.Sources.List",
		Call: listQuestionSources(someQuestionSources),
		List: func(a contract.Args) (all, pages any) {
			service := a.Sites.Questions.Sources
			return service.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], someQuestionSources, a.Opts...), service.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], someQuestionSources, a.Opts...)
		},
		Request: "GET " + questionRequest + "/sources?answered=no&answered=partially&channelType=site&channelType=builtin%3Aslack&" + periodQuery +
			"&limit=50&page=c%2F2%2Bd%3D&relevance=relevant&relevance=off-topic&" + periodEnd,
		Status:   200,
		Response: answerSourcesJSON,
	},

	{
		Op: "Sites.QuestionStats",
		Call: questionStats(insights.QuestionStatsOptions{
			From: periodFrom, To: periodTo, Relevance: someRelevance, ChannelType: someChannels, Answered: someAnswered, Topic: []string{"topic_1", "topic_2"},
		}),
		Request: "GET " + siteRequest + "/question-stats?answered=no&answered=partially&channelType=site&channelType=builtin%3Aslack&" + periodQuery +
			"&relevance=relevant&relevance=off-topic&" + periodEnd + "&topic=topic_1&topic=topic_2",
		Status:   200,
		Response: questionStatsJSON,
	},
	{
		Op:       "Sites.QuestionStats",
		Name:     "of all",
		Call:     questionStats(insights.QuestionStatsOptions{}),
		Request:  "GET " + siteRequest + "/question-stats",
		Status:   200,
		Response: questionStatsJSON,
	},
}

func TestQuestionsOfAPeriodThatEndsBeforeItBeginsAreNotAskedFor(t *testing.T) {
	t.Parallel()
	from, to := periodTo, periodFrom
	for name, call := range map[string]func(contract.Args) (any, error){
		"Sites.Questions.List":         listQuestions(insights.QuestionListOptions{From: from, To: to}),
		"Sites.Questions.Get":          getQuestion(insights.QuestionGetOptions{From: from, To: to}),
		"Sites.Questions.Sources.List": listQuestionSources(insights.QuestionSourceListOptions{From: from, To: to}),
		"Sites.QuestionStats":          questionStats(insights.QuestionStatsOptions{From: from, To: to}),
		"Sites.Answers.List":           listAnswers(insights.AnswerListOptions{From: from, To: to}),
	} {
		area.Rejects(t, name, call, "from", "a time that is not after to", "2026-01-06T10:00:00+01:00")
	}
}
