package orgs_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

// wrapped returns an answer as the response that contains it, for the Call of a row. An answer
// without fields was not in the response.
func wrapped(answer *ask.Answer, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	var response struct {
		Answer *ask.Answer `json:"answer,omitzero"`
	}
	if !reflect.ValueOf(*answer).IsZero() {
		response.Answer = answer
	}
	return &response, nil
}

var askRows = []contract.Row{
	{
		Op: "Orgs.Ask.Answer",
		Call: func(a contract.Args) (any, error) {
			question := orgs.AskQuestion{
				Question:        "How do I publish?",
				PreviousQueries: []string{"What is a site?"},
			}
			return wrapped(a.Orgs.Ask.Answer(a.Ctx, a.ID[0], question, orgs.AskAnswerOptions{Format: richtext.FormatMarkdown, Details: new(true)}, a.Opts...))
		},
		Request:  "POST /v1/orgs/organization%2F1/ask?details=true&format=markdown",
		Body:     `{"query": "How do I publish?", "previousQueries": ["What is a site?"]}`,
		Status:   200,
		Response: `{"answer": "@ask-answer.json"}`,
	},
	{
		Op:   "Orgs.Ask.Answer",
		Name: "as a document",
		Call: func(a contract.Args) (any, error) {
			return wrapped(a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{Question: "Who?"}, orgs.AskAnswerOptions{Format: richtext.FormatDocument, Details: new(false)}, a.Opts...))
		},
		Request:  "POST /v1/orgs/organization%2F1/ask?details=false&format=document",
		Body:     `{"query": "Who?"}`,
		Status:   200,
		Response: `{"answer": "@ask-answer-document.json"}`,
	},
	{
		Op:   "Orgs.Ask.Answer",
		Name: "as a document with the nodes of the API reference",
		Call: func(a contract.Args) (any, error) {
			return wrapped(a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{Question: "Who?"}, orgs.AskAnswerOptions{Format: richtext.FormatDocument}, a.Opts...))
		},
		Request:  "POST /v1/orgs/organization%2F1/ask?format=document",
		Body:     `{"query": "Who?"}`,
		Status:   200,
		Response: `{"answer": {"answer": {"document": "@api/rich-document.json"}, "followupQuestions": ["Why?"], "sources": []}}`,
	},
	{
		Op:   "Orgs.Ask.Answer",
		Name: "from a record",
		Call: func(a contract.Args) (any, error) {
			return wrapped(a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{Question: "Who?"}, orgs.AskAnswerOptions{}, a.Opts...))
		},
		Request: "POST /v1/orgs/organization%2F1/ask",
		Body:    `{"query": "Who?"}`,
		Status:  200,
		Response: `{"answer": {"followupQuestions": ["Why?"], "sources": [
			{"type": "ticket", "another": {"id": "record_1", "score": 1.50}}
		]}}`,
	},
	{
		Op:   "Orgs.Ask.Answer",
		Name: "no answer",
		Call: func(a contract.Args) (any, error) {
			return wrapped(a.Orgs.Ask.Answer(a.Ctx, a.ID[0], orgs.AskQuestion{Question: "Why?"}, orgs.AskAnswerOptions{}, a.Opts...))
		},
		Request:  "POST /v1/orgs/organization%2F1/ask",
		Body:     `{"query": "Why?"}`,
		Status:   200,
		Response: `{}`,
	},

	{
		Op:       "Orgs.Ask.Questions",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Ask.Questions(a.Ctx, a.ID[0], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/ask/questions",
		Status:   200,
		Response: `{"questions": ["How do I publish?", "Who can see my site?"]}`,
	},

	{
		Op: "Orgs.Ask.StreamQuestions",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Ask.StreamQuestions(a.Ctx, a.ID[0], orgs.AskStreamQuestionsOptions{}, a.Opts...), nil
		},
		Request:  "GET /v1/orgs/organization%2F1/ask/questions/stream",
		Status:   200,
		Response: "ask-questions.sse",
	},

	{
		Op: "Orgs.Ask.Stream",
		Call: func(a contract.Args) (any, error) {
			question := orgs.AskQuestion{Question: "How & why?"}
			return a.Orgs.Ask.Stream(a.Ctx, a.ID[0], question, orgs.AskStreamOptions{Format: richtext.FormatMarkdown, Details: new(true)}, a.Opts...), nil
		},
		Request:  "GET /v1/orgs/organization%2F1/ask/stream?details=true&format=markdown&query=How+%26+why%3F",
		Status:   200,
		Response: "ask-stream.sse",
	},
	{
		Op:   "Orgs.Ask.Stream",
		Name: "query alone",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Ask.Stream(a.Ctx, a.ID[0], orgs.AskQuestion{Question: "Who?"}, orgs.AskStreamOptions{}, a.Opts...), nil
		},
		Request:  "GET /v1/orgs/organization%2F1/ask/stream?query=Who%3F",
		Status:   200,
		Response: "ask-stream.sse",
	},
}

func TestAskSourceOfUnknownTypeIsKept(t *testing.T) {
	t.Parallel()
	const (
		page    = `{"type":"page","page":"page_1","revision":"revision_1","space":"space_1","sections":[]}`
		record  = `{"type":"ticket","record":{"id":1.50,"at":"\u003c"},"page":["page_1"],"sections":null}`
		nothing = `{"type":5}`
	)
	const text = `{"followupQuestions":[],"sources":[` + page + `,` + record + `,` + nothing + `]}`
	var answer ask.Answer
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	require.Equal(t, []ask.Source{
		{Type: ask.SourceTypePage, Page: "page_1", Revision: "revision_1", Space: "space_1", Sections: []string{}},
		{Type: "ticket", Raw: []byte(record)},
		{Raw: []byte(nothing)},
	}, answer.Sources)
	encoded, err := json.Marshal(answer)
	require.NoError(t, err)
	require.Equal(t, text, string(encoded))
}

func TestStreamRejectsPreviousQuestions(t *testing.T) {
	t.Parallel()
	question := orgs.AskQuestion{Question: "Why?", PreviousQueries: []string{"What is a site?"}}
	area.Rejects(t, "Orgs.Ask.Stream", func(a contract.Args) (any, error) {
		return a.Orgs.Ask.Stream(a.Ctx, a.ID[0], question, orgs.AskStreamOptions{}, a.Opts...), nil
	}, "previousQueries", "at most 0 items", "1 item")
}
