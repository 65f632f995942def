package contract

import (
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

var askRows = []row{
	{
		op: "Orgs.Ask.Answer",
		call: func(a args) (any, error) {
			question := orgs.AskQuestion{
				Query:           "How do I publish?",
				PreviousQueries: []string{"What is a site?"}, //nolint:staticcheck // deprecated, and still in the documents
			}
			return a.Orgs.Ask.Answer(a.ctx, a.id[0], question, orgs.AskOptions{Format: richtext.FormatMarkdown, Details: new(true)}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/ask?details=true&format=markdown",
		body:    `{"query": "How do I publish?", "previousQueries": ["What is a site?"]}`,
		status:  200,
		answer:  `{"answer": "@orgs/ask-answer.json"}`,
	},
	{
		op:   "Orgs.Ask.Answer",
		name: "as a document",
		call: func(a args) (any, error) {
			return a.Orgs.Ask.Answer(a.ctx, a.id[0], orgs.AskQuestion{Query: "Who?"}, orgs.AskOptions{Format: richtext.FormatDocument, Details: new(false)}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/ask?details=false&format=document",
		body:    `{"query": "Who?"}`,
		status:  200,
		answer:  `{"answer": "@orgs/ask-answer-document.json"}`,
	},
	{
		op:   "Orgs.Ask.Answer",
		name: "as a document of the documents' nodes",
		call: func(a args) (any, error) {
			return a.Orgs.Ask.Answer(a.ctx, a.id[0], orgs.AskQuestion{Query: "Who?"}, orgs.AskOptions{Format: richtext.FormatDocument}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/ask?format=document",
		body:    `{"query": "Who?"}`,
		status:  200,
		answer:  `{"answer": {"answer": {"document": "@api/rich-document.json"}, "followupQuestions": ["Why?"], "sources": []}}`,
	},
	{
		op:   "Orgs.Ask.Answer",
		name: "from a record",
		call: func(a args) (any, error) {
			return a.Orgs.Ask.Answer(a.ctx, a.id[0], orgs.AskQuestion{Query: "Who?"}, orgs.AskOptions{}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/ask",
		body:    `{"query": "Who?"}`,
		status:  200,
		answer: `{"answer": {"followupQuestions": ["Why?"], "sources": [
			{"type": "record", "another": {"id": "record_1", "score": 1.50}}
		]}}`,
	},
	{
		op:   "Orgs.Ask.Answer",
		name: "no answer",
		call: func(a args) (any, error) {
			return a.Orgs.Ask.Answer(a.ctx, a.id[0], orgs.AskQuestion{Query: "Why?"}, orgs.AskOptions{}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/ask",
		body:    `{"query": "Why?"}`,
		status:  200,
		answer:  `{}`,
	},

	{
		op:      "Orgs.Ask.Questions",
		call:    func(a args) (any, error) { return a.Orgs.Ask.Questions(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/ask/questions",
		status:  200,
		answer:  `{"questions": ["How do I publish?", "Who can see my site?"]}`,
	},

	{
		op:      "Orgs.Ask.StreamQuestions",
		call:    func(a args) (any, error) { return a.Orgs.Ask.StreamQuestions(a.ctx, a.id[0], a.opts...), nil },
		request: "GET /v1/orgs/organization%2F1/ask/questions/stream",
		status:  200,
		answer:  "orgs/ask-questions.sse",
	},

	{
		op: "Orgs.Ask.Stream",
		call: func(a args) (any, error) {
			ask := orgs.AskStreamOptions{Query: "How & why?", Format: richtext.FormatMarkdown, Details: new(true)}
			return a.Orgs.Ask.Stream(a.ctx, a.id[0], ask, a.opts...), nil
		},
		request: "GET /v1/orgs/organization%2F1/ask/stream?details=true&format=markdown&query=How+%26+why%3F",
		status:  200,
		answer:  "orgs/ask-stream.sse",
	},
	{
		op:   "Orgs.Ask.Stream",
		name: "query alone",
		call: func(a args) (any, error) {
			return a.Orgs.Ask.Stream(a.ctx, a.id[0], orgs.AskStreamOptions{Query: "Who?"}, a.opts...), nil
		},
		request: "GET /v1/orgs/organization%2F1/ask/stream?query=Who%3F",
		status:  200,
		answer:  "orgs/ask-stream.sse",
	},
}
