package sites_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

func askSite(question sites.AskQuestion, options sites.AskStreamOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Ask.Stream(a.Ctx, a.ID[0], a.ID[1], question, options, a.Opts...), nil
	}
}

func questionsOf(options sites.AskStreamQuestionsOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Ask.StreamQuestions(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...), nil
	}
}

var siteAskRows = []contract.Row{
	{
		Op: "Sites.Ask.Stream",
		Call: askSite(sites.AskQuestion{
			Question: "How & why?",
			Context:  &sites.AskContext{SiteSpaceID: new("siteSpace_1")},
			Scope:    sites.SearchScope{Mode: sites.SearchModeDefault, CurrentSiteSpace: new("siteSpace_1")},
		}, sites.AskStreamOptions{Format: richtext.FormatMarkdown}),
		Request: "POST " + siteRequest + "/ask?format=markdown",
		Body: `{"question": "How & why?", "context": {"siteSpaceId": "siteSpace_1"},
			"scope": {"mode": "default", "currentSiteSpace": "siteSpace_1"}}`,
		Status:   200,
		Response: "ask-stream.sse",
	},
	{
		Op:   "Sites.Ask.Stream",
		Name: "from site spaces, an empty context",
		Call: askSite(sites.AskQuestion{
			Question: "Who?",
			Context:  &sites.AskContext{},
			Scope:    sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{"siteSpace_1"}},
		}, sites.AskStreamOptions{Format: richtext.FormatDocument}),
		Request:  "POST " + siteRequest + "/ask?format=document",
		Body:     `{"question": "Who?", "context": {}, "scope": {"mode": "specific", "siteSpaceIds": ["siteSpace_1"]}}`,
		Status:   200,
		Response: "ask-stream.sse",
	},
	{
		Op:       "Sites.Ask.Stream",
		Name:     "from all",
		Call:     askSite(sites.AskQuestion{Question: "Who?", Scope: everywhere}, sites.AskStreamOptions{}),
		Request:  "POST " + siteRequest + "/ask",
		Body:     `{"question": "Who?", "scope": {"mode": "all"}}`,
		Status:   200,
		Response: "ask-stream.sse",
	},

	{
		Op:       "Sites.Ask.StreamQuestions",
		Call:     questionsOf(sites.AskStreamQuestionsOptions{SiteSpaceID: "siteSpace_1"}),
		Request:  "GET " + siteRequest + "/ask/questions?siteSpaceId=siteSpace_1",
		Status:   200,
		Response: "ask-questions.sse",
	},
	{
		Op:       "Sites.Ask.StreamQuestions",
		Name:     "for the site",
		Call:     questionsOf(sites.AskStreamQuestionsOptions{}),
		Request:  "GET " + siteRequest + "/ask/questions",
		Status:   200,
		Response: "ask-questions.sse",
	},
}

func TestLogOfAQuestionShowsNothingOfTheReader(t *testing.T) {
	t.Parallel()
	question := sites.AskQuestion{
		Question: "Where is my salary?", Context: &sites.AskContext{SiteSpaceID: new("siteSpace_1"), Goal: new("to be paid")},
		Session: &sites.AskSession{VisitorID: "visitor_1", SessionID: "session_1"},
	}
	for _, logged := range []any{question, &question, *question.Context, *question.Session, orgs.AskQuestion{Question: "Where is my salary?"}} {
		var out bytes.Buffer
		slog.New(slog.NewJSONHandler(&out, nil)).Info("asked", slog.Any("value", logged))
		require.NotRegexp(t, `salary|paid|visitor_1|session_1`, out.String(), "%T", logged)
		require.Contains(t, out.String(), "[secret]", "%T", logged)
	}
}
