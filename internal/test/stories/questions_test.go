package stories_test

import (
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// everything returns the elements of a list.
func everything[T any](t *testing.T, all iter.Seq2[T, error]) (elements []T) {
	t.Helper()
	for element, err := range all {
		require.NoError(t, err)
		elements = append(elements, element)
	}
	return elements
}

// TestStoryOfQuestionsToASite asks a question that the pages of a site answer, one that follows up
// on it and one that no page answers. An editor reads what was asked and answered, from which
// pages, and what the visitor thought of it; the statistics add up to the lists.
func TestStoryOfQuestionsToASite(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	server.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	space := server.Spaces.Add(org, spaces.Space{Title: "Guides"}, publishingtest.Page{
		ID: "publishing", Title: "Publishing", Sections: []publishingtest.Section{{Body: "Press the button."}},
	}).ID
	site := server.Sites.Add(org, sites.Site{Title: "Docs"}, space).ID
	ctx, client := t.Context(), server.ClientFor("ada", strict, strictWrites).Sites
	ask := func(ctx context.Context, question, session string) {
		t.Helper()
		everything(t, client.Ask.Stream(ctx, org, site, sites.AskQuestion{
			Question: question, Scope: sites.SearchScope{Mode: sites.SearchModeAll},
			Session: &sites.AskSession{VisitorID: "grace", SessionID: session},
		}, sites.AskStreamOptions{}))
	}
	ask(ctx, "How about publishing?", "monday")
	ask(ctx, "And the button of publishing?", "monday")
	ask(ctx, "Xyzzy?", "tuesday")

	questions := everything(t, client.Questions.All(ctx, org, site, insights.QuestionListOptions{
		Sort: insights.QuestionSortAnswers,
	}))
	require.Len(t, questions, 3)
	unanswered := everything(t, client.Questions.All(ctx, org, site, insights.QuestionListOptions{
		Answered: []insights.AnswerResolution{insights.AnswerResolutionNo},
	}))
	require.Len(t, unanswered, 1)
	require.Equal(t, "Xyzzy?", unanswered[0].Question)

	given := everything(t, client.Answers.All(ctx, org, site, insights.AnswerListOptions{
		Answered: []insights.AnswerResolution{insights.AnswerResolutionYes},
	}))
	require.Len(t, given, 2)
	first := given[1]
	require.Nil(t, first.Thread, "a list begins with the latest answer")
	require.Equal(t, "How about publishing?", first.Input.Raw)
	answer, err := client.Answers.Get(ctx, org, site, first.ID)
	require.NoError(t, err)
	require.Contains(t, answer.Response.PlainText(), "Press the button.")
	thread, err := client.Answers.Thread(ctx, org, site, given[0].ID)
	require.NoError(t, err)
	require.Len(t, thread.Items, 2)
	require.Equal(t, *answer, thread.Items[0])
	require.Equal(t, first.ID, thread.Items[1].Thread.Previous)

	sources := everything(t, client.Answers.Sources.All(ctx, org, site, first.ID, insights.AnswerSourceListOptions{}))
	require.Len(t, sources, 1)
	require.Equal(t, "publishing", sources[0].Page)
	require.Equal(t, sources, everything(t,
		client.Questions.Sources.All(ctx, org, site, first.Question.ID, insights.QuestionSourceListOptions{})))

	server.Sites.Answers.Edit(org, site, first.ID, func(a *insights.AnswerWithResponse) {
		a.Feedback = &insights.AnswerFeedback{Rating: insights.AskRatingUp}
	})
	question, err := client.Questions.Get(ctx, org, site, first.Question.ID, insights.QuestionGetOptions{})
	require.NoError(t, err)
	require.Equal(t, insights.QuestionStatsFeedback{Positive: 1}, question.Stats.Feedback)
	stats, err := client.QuestionStats(ctx, org, site, insights.QuestionStatsOptions{})
	require.NoError(t, err)
	require.EqualValues(t, len(questions), stats.Total)
	require.EqualValues(t, 3, stats.Answers)
	require.Equal(t, insights.QuestionStatsAnswered{Yes: 2, No: 1}, stats.Answered)
	require.Equal(t, insights.QuestionStatsFeedback{Positive: 1, Unrated: 2}, stats.Feedback)

	_, err = client.Answers.Get(ctx, org, site, "nowhere")
	require.ErrorIs(t, err, publishing.ErrNotFound)
}
