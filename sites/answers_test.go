package sites_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

const (
	answerFields = `"object": "site-question-answer", "id": "answer_2", "question": {"id": "question_1", "type": "how-to"}, "topics": ["topic_1"],
		"input": {"text": "how do i publish", "raw": "How do I publish?!"}, "thread": {"id": "answer_1", "previous": "answer_1"},
		"session": {"visitorId": "visitor_1", "sessionId": "session_1"}, "feedback": {"rating": -1}, "responseId": "response_2", "language": "en",
		"answered": "partially", "helpfulness": "medium", "relevance": "relevant", "channel": {"type": "builtin:slack", "id": "channel_1"},
		"createdAt": "2026-01-05T08:00:00Z", "updatedAt": "2026-01-05T09:00:00Z", "urls": {"location": "https://api.example.com/answer_2"}`
	bareAnswer = `"object": "site-question-answer", "id": "answer_1", "question": {"id": "question_1", "type": "unknown"}, "topics": ["topic_1"],
		"input": {"text": "publish", "raw": "publish"}, "responseId": "response_1", "language": "en", "answered": "no", "helpfulness": "low",
		"relevance": "unclear", "createdAt": "2026-01-05T08:00:00Z", "urls": {"location": "https://api.example.com/answer_1"}`
	answerText = `{"object": "document", "data": {"schemaVersion": 8, "another": "kept"}, "nodes": [{"object": "block", "type": "paragraph", "key": "node_1",
		"nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Press the button.", "marks": [{"object": "mark", "type": "bold"}]}]}],
		"isVoid": false, "data": {"align": "center"}}]}`
	answerMessage = `{"id": "message_1", "role": "assistant", "steps": [{"startCondition": "compaction", "content": ` + answerText + `, "reasoning": ` + answerText + `,
		"toolCalls": [{"tool": "search", "query": "publish"}], "phase": "final_answer", "timing": {"reasoning": {"start": "2026-01-05T08:00:00Z", "end": "2026-01-05T08:00:01Z"}},
		"attachments": [{"type": "image", "url": "https://cdn.example.com/a.png"}], "context": {"location": {"spaceId": "space_1", "pageId": "page_1"}}}],
		"task": {"type": "respond_to_comment", "spaceId": "space_1", "commentId": "comment_1"},
		"response": {"stopReason": "aborted", "id": "response_2", "previous": "response_1"}, "createdAt": "2026-01-05T08:00:00Z"}`
	bareMessage = `{"id": "message_2", "role": "assistant", "steps": [{"phase": "commentary"}]}`

	wholeAnswer = `{` + answerFields + `, "response": ` + answerMessage + `}`
	firstAnswer = `{` + bareAnswer + `, "channel": {"type": "site"}, "response": ` + bareMessage + `}`

	answerRequest = siteRequest + "/answers/siteQuestionAnswer%2F1"
)

func listAnswers(options insights.AnswerListOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Answers.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func getAnswer(a contract.Args) (any, error) {
	return a.Sites.Answers.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
}

var (
	someAnswers = insights.AnswerListOptions{
		Cursor: "c/2+d=", Limit: 50, Question: "question_1", From: periodFrom, To: periodTo, Language: "en", Answered: someAnswered, Helpfulness: insights.AnswerHelpfulnessLow,
		Relevance: someRelevance, ChannelType: someChannels, QuestionType: insights.QuestionTypeHowTo, Topic: "topic_1", Thread: "answer_1",
	}
	someAnswerSources = insights.AnswerSourceListOptions{Cursor: "c/2+d=", Limit: 50}
)

var answerRows = []contract.Row{
	{
		Op:   "Sites.Answers.List",
		Call: listAnswers(someAnswers),
		List: func(a contract.Args) (all, pages any) {
			service := a.Sites.Answers
			return service.All(a.Ctx, a.ID[0], a.ID[1], someAnswers, a.Opts...), service.ListPages(a.Ctx, a.ID[0], a.ID[1], someAnswers, a.Opts...)
		},
		Request: "GET " + siteRequest + "/answers?answered=no&answered=partially&channelType=site&channelType=builtin%3Aslack&" + periodQuery +
			"&helpfulness=low&language=en&limit=50&page=c%2F2%2Bd%3D&question=question_1&question.type=how-to&relevance=relevant&relevance=off-topic&thread=answer_1&" +
			periodEnd + "&topic=topic_1",
		Status: 200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": [{` + answerFields + `},
			{` + bareAnswer + `, "channel": {"type": "builtin:discord", "id": null}}]}`,
	},
	{
		Op:       "Sites.Answers.List",
		Name:     "none, of all",
		Call:     listAnswers(insights.AnswerListOptions{}),
		Request:  "GET " + siteRequest + "/answers",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:       "Sites.Answers.Get",
		Call:     getAnswer,
		Request:  "GET " + answerRequest,
		Status:   200,
		Response: wholeAnswer,
	},
	{
		Op:       "Sites.Answers.Get",
		Name:     "the first of a thread",
		Call:     getAnswer,
		Request:  "GET " + answerRequest,
		Status:   200,
		Response: firstAnswer,
	},

	{
		Op: "Sites.Answers.Thread",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Answers.Thread(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request:  "GET " + answerRequest + "/thread",
		Status:   200,
		Response: `[` + firstAnswer + `, ` + wholeAnswer + `]`,
	},

	{
		Op: "Sites.Answers.Sources.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Answers.Sources.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], someAnswerSources, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			service := a.Sites.Answers.Sources
			return service.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], someAnswerSources, a.Opts...), service.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], someAnswerSources, a.Opts...)
		},
		Request:  "GET " + answerRequest + "/sources?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: answerSourcesJSON,
	},
}

func TestTextOfAnAnswerIsThatOfItsFinalSteps(t *testing.T) {
	t.Parallel()
	var message insights.AnswerMessage
	require.NoError(t, json.Unmarshal([]byte(`{"steps": [{"phase": "commentary", "content": `+answerText+`}, {}, {"content": `+answerText+`}, {"content": {"object": "document", "nodes": []}},
		{"phase": "final_answer", "content": `+answerText+`}]}`), &message))
	require.Equal(t, "Press the button.\n\nPress the button.", message.PlainText())
	require.Empty(t, insights.AnswerMessage{}.PlainText())
}

func TestLogOfAnAnswerShowsIDsAndNoTexts(t *testing.T) {
	t.Parallel()
	var thread insights.AnswerThread
	require.NoError(t, json.Unmarshal([]byte(`[`+wholeAnswer+`]`), &thread))
	var question insights.Question
	require.NoError(t, json.Unmarshal([]byte(questionJSON), &question))
	for _, logged := range []any{thread, thread.Items[0], &thread.Items[0], question, thread.Items[0].Input} {
		var out bytes.Buffer
		slog.New(slog.NewJSONHandler(&out, nil)).Info("read", slog.Any("value", logged))
		require.NotRegexp(t, `(?i)publish[^i]|button|topic_1|visitor_1|session_1|a\.png`, out.String())
	}
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("read", slog.Any("value", thread), slog.Any("question", question))
	for _, shown := range []string{`"id":"answer_2"`, `"id":"question_1"`, `"answers":9`} {
		require.Contains(t, out.String(), shown)
	}
}
