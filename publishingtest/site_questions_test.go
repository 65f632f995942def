package publishingtest_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

func questionProofs() map[string]proof {
	p := proofs{}
	asks := func(t *testing.T, w *world, question string) {
		t.Helper()
		const rest = `","scope":{"mode":"all"},"session":{"visitorId":"ada","sessionId":"one"}}`
		require.Equal(t, http.StatusOK, w.send(t, "POST", docs+"/ask", `{"question":"`+question+rest).status)
	}
	p["sites.questions.words"] = func(t *testing.T, w *world) bool {
		asks(t, w, "How do I publish?")
		asks(t, w, "how do I publish")
		return len(w.Sites.Questions.All("acme", "docs")) == 1
	}
	p["sites.answers.thread"] = func(t *testing.T, w *world) bool {
		asks(t, w, "How do I publish?")
		asks(t, w, "And then?")
		return w.Sites.Answers.All("acme", "docs")[1].Thread != nil
	}
	p.respondsTo("orgs.billing.aiusage.admin-403", "nils", "GET",
		"/v1/orgs/library/billing/ai-usage?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z", "", http.StatusForbidden)
	return p
}

// newAskedSite returns a site with a page that answers how to publish.
func newAskedSite(t *testing.T) (*world, string) {
	t.Helper()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Title: "Docs"}).ID
	space := w.Spaces.Add(w.org, spaces.Space{}, publishingtest.Page{
		ID: "publishing", Title: "Publishing", Sections: []publishingtest.Section{{Body: "Press the button."}},
	})
	w.Sites.SiteSpaces.Add(w.org, site, sites.SiteSpace{Space: spaces.Space{ID: space.ID}})
	return w, site
}

// asks asks a question in a session.
func (w *world) asks(t *testing.T, site, question, session string) {
	t.Helper()
	_, err := w.askSite(t, site, sites.AskQuestion{
		Question: question, Scope: sites.SearchScope{Mode: sites.SearchModeAll},
		Session: &sites.AskSession{VisitorID: "ada", SessionID: session},
	}, sites.AskStreamOptions{})
	require.NoError(t, err)
}

func TestAskedQuestionIsListedWithItsAnswer(t *testing.T) {
	t.Parallel()
	w, site := newAskedSite(t)
	client := w.client.Sites
	w.asks(t, site, "How about publishing?", "one")
	w.asks(t, site, "Xyzzy?", "two")

	questions := collect(t, client.Questions.All(t.Context(), w.org, site, insights.QuestionListOptions{}))
	require.Len(t, questions, 2)
	unanswered := collect(t, client.Questions.All(t.Context(), w.org, site, insights.QuestionListOptions{
		Answered: []insights.AnswerResolution{insights.AnswerResolutionNo},
	}))
	require.Len(t, unanswered, 1)
	require.Equal(t, "Xyzzy?", unanswered[0].Question)

	answers := collect(t, client.Answers.All(t.Context(), w.org, site, insights.AnswerListOptions{
		Answered: []insights.AnswerResolution{insights.AnswerResolutionYes},
	}))
	require.Len(t, answers, 1)
	require.Equal(t, "How about publishing?", answers[0].Input.Raw)
	got := must(client.Answers.Get(t.Context(), w.org, site, answers[0].ID))(t)
	require.Contains(t, got.Response.PlainText(), "Press the button.")

	sources := collect(t, client.Answers.Sources.All(t.Context(), w.org, site, got.ID, insights.AnswerSourceListOptions{}))
	require.Len(t, sources, 1)
	require.Equal(t, "publishing", sources[0].Page)
	require.Equal(t, "Publishing", sources[0].Title)
	require.Equal(t, sources, collect(t, client.Questions.Sources.All(t.Context(), w.org, site, got.Question.ID, insights.QuestionSourceListOptions{})))

	w.Sites.Answers.Edit(w.org, site, got.ID, func(a *insights.AnswerWithResponse) {
		a.Feedback = &insights.AnswerFeedback{Rating: insights.AskRatingDown}
	})
	question := must(client.Questions.Get(t.Context(), w.org, site, got.Question.ID, insights.QuestionGetOptions{}))(t)
	require.Equal(t, insights.QuestionStatsFeedback{Negative: 1}, question.Stats.Feedback)
}

func TestQuestionOfASeedKeepsItsID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	for _, seed := range []insights.AnswerWithResponse{
		{Answer: insights.Answer{Question: insights.AnswerQuestion{ID: "question_1"}, Input: insights.AnswerInput{Raw: "How?"}}},
		{Answer: insights.Answer{Input: insights.AnswerInput{Raw: "What now?"}}},
	} {
		w.Sites.Answers.Add(w.org, site, seed)
	}
	list := w.Sites.Questions.All(w.org, site)
	require.Len(t, list, 2)
	require.Equal(t, "question_1", list[0].ID)
	require.NotEqual(t, list[0].ID, list[1].ID)
}

func TestThreadOfTwoAnswers(t *testing.T) {
	t.Parallel()
	w, site := newAskedSite(t)
	w.asks(t, site, "How about publishing?", "one")
	w.asks(t, site, "And then?", "one")
	w.asks(t, site, "And then?", "two")
	answers := w.Sites.Answers.All(w.org, site)
	for _, id := range []string{answers[0].ID, answers[1].ID} {
		thread := must(w.client.Sites.Answers.Thread(t.Context(), w.org, site, id))(t)
		require.Equal(t, []string{answers[0].ID, answers[1].ID}, mapped(thread.Items, func(a insights.AnswerWithResponse) string { return a.ID }))
	}
	require.Equal(t, &insights.AnswerThreadPlace{ID: answers[0].ID, Previous: answers[0].ID}, answers[1].Thread)
	listed := collect(t, w.client.Sites.Answers.All(t.Context(), w.org, site, insights.AnswerListOptions{Thread: answers[0].ID}))
	require.Len(t, listed, 2)
	require.Nil(t, answers[2].Thread)
}

// TestStatisticsAddUpToTheLists adds answers at random and compares the statistics with the lists,
// each with the same filters.
func TestStatisticsAddUpToTheLists(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			w, site := newAskedSite(t)
			resolutions := []insights.AnswerResolution{insights.AnswerResolutionYes, insights.AnswerResolutionPartially, insights.AnswerResolutionNo}
			relevances := []insights.AnswerRelevance{insights.AnswerRelevanceRelevant, insights.AnswerRelevanceSpam, insights.AnswerRelevanceOffTopic, insights.AnswerRelevanceUnclear}
			now := w.Now()
			for range 30 {
				a := insights.AnswerWithResponse{Answer: insights.Answer{
					Input:    insights.AnswerInput{Raw: fmt.Sprintf("Question %d?", random.IntN(8))},
					Answered: resolutions[random.IntN(3)], Relevance: relevances[random.IntN(4)],
					CreatedAt: now.Add(-time.Duration(random.IntN(80*24)) * time.Hour),
				}}
				if rating := random.IntN(3); rating > 0 {
					a.Feedback = &insights.AnswerFeedback{Rating: []insights.AskRating{insights.AskRatingUp, insights.AskRatingDown}[rating-1]}
				}
				w.Sites.Answers.Add(w.org, site, a)
			}
			for _, f := range []insights.QuestionStatsOptions{
				{}, {Answered: resolutions[:2]}, {Relevance: relevances[1:3]}, {From: now.AddDate(0, 0, -40), To: now.AddDate(0, 0, -3)},
			} {
				stats := must(w.client.Sites.QuestionStats(t.Context(), w.org, site, f))(t)
				answers := collect(t, w.client.Sites.Answers.All(t.Context(), w.org, site, insights.AnswerListOptions{
					From: f.From, To: f.To, Answered: f.Answered, Relevance: f.Relevance,
				}))
				questions := collect(t, w.client.Sites.Questions.All(t.Context(), w.org, site, insights.QuestionListOptions{
					From: f.From, To: f.To, Answered: f.Answered, Relevance: f.Relevance,
				}))
				require.EqualValues(t, len(answers), stats.Answers)
				require.EqualValues(t, len(questions), stats.Total)
				var sum insights.QuestionStats
				for _, q := range questions {
					s := q.Stats
					sum.Answers += s.Answers
					sum.Answered.Yes += s.Answered.Yes
					sum.Answered.Partially += s.Answered.Partially
					sum.Answered.No += s.Answered.No
					sum.Feedback.Positive += s.Feedback.Positive
					sum.Feedback.Negative += s.Feedback.Negative
					sum.Feedback.Unrated += s.Feedback.Unrated
				}
				require.Equal(t, stats.Answers, sum.Answers)
				require.Equal(t, stats.Answered, sum.Answered)
				require.Equal(t, stats.Feedback, sum.Feedback)
				weeks := int64(0)
				for _, count := range stats.WeeklyPulse {
					weeks += count
				}
				require.Len(t, stats.WeeklyPulse, 13)
				require.Equal(t, stats.Answers, weeks)
			}
		})
	}
}

func TestUseOfAIByDayAndByWeek(t *testing.T) {
	t.Parallel()
	monday := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	now := monday.AddDate(0, 1, 0)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	for day, credits := range map[int]float64{-1: 100, 0: 1, 2: 3, 7: 4} {
		w.Orgs.Billing.Add(w.org, publishingtest.AIUse{At: monday.AddDate(0, 0, day), Feature: "ask", Credits: credits})
	}
	w.Orgs.Billing.Add(w.org, publishingtest.AIUse{At: monday.AddDate(0, 0, 2).Add(time.Hour), Feature: "translation", Credits: 1})
	shown := func(interval orgs.AIUsageInterval, from, to time.Time) []string {
		usage := must(w.client.Orgs.Billing.AIUsage(t.Context(), w.org, orgs.BillingAIUsageOptions{From: from, To: to, Interval: interval}))(t)
		return mapped(usage.Periods, func(p orgs.AIUsagePeriod) string { return fmt.Sprint(p.Date, " ", p.Credits, p.Features) })
	}
	require.Equal(t, []string{"2026-01-05 1 [{ask 1 100}]", "2026-01-06 0 []", "2026-01-07 4 [{ask 3 75} {translation 1 25}]"}, shown("", monday, monday.AddDate(0, 0, 3)))
	require.Equal(t, []string{"2026-01-05 4 [{ask 3 75} {translation 1 25}]", "2026-01-12 4 [{ask 4 100}]"},
		shown(orgs.AIUsageIntervalWeek, monday.AddDate(0, 0, 1), monday.AddDate(0, 0, 9)))
	usage := must(w.client.Orgs.Billing.AIUsage(t.Context(), w.org, orgs.BillingAIUsageOptions{From: now.Add(-time.Hour), To: now.Add(time.Hour)}))(t)
	require.Equal(t, now, usage.To)
}

func TestNewOrganizationHasASiteIfAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	plain := must(w.client.Orgs.Create(t.Context(), orgs.Create{Title: "Plain"}, orgs.CreateOptions{}))(t)
	require.Empty(t, w.Sites.All(plain.ID))
	with := must(w.client.Orgs.Create(t.Context(), orgs.Create{Title: "With"}, orgs.CreateOptions{WithDefaultSite: new(true)}))(t)
	require.Equal(t, w.Sites.All(with.ID)[0].ID, with.DefaultContent.Site)
	require.Equal(t, "With", must(w.client.Orgs.Get(t.Context(), with.ID))(t).Title)
}

func TestAgentSettingsAreReplaced(t *testing.T) {
	t.Parallel()
	w, site := newAskedSite(t)
	edited := must(w.client.Sites.AgentSettings.Edit(t.Context(), w.org, site, func(s *sites.AgentSettingsPut) error {
		s.Scans.Topics = sites.AgentScanTopicsAuto
		s.Editing.CustomInstructions = richtext.Document{Object: "document", Nodes: []richtext.Node{}}
		return nil
	}))(t)
	got := must(w.client.Sites.AgentSettings.Get(t.Context(), w.org, site))(t)
	require.Equal(t, edited, got)
	require.Equal(t, sites.AgentScanTopicsAuto, got.Scans.Topics)
	require.NotNil(t, got.UpdatedAt)
}
