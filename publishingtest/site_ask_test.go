package publishingtest_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func siteAskProofs() map[string]proof {
	const op, path = "sites.ask.stream", docs + "/ask"
	p := proofs{}
	p.rejects(op+".site-spaces-exist", "POST", path, `{"question":"x","scope":{"mode":"specific","siteSpaceIds":["home","nowhere"]}}`, "scope.siteSpaceIds[1]")

	// streams proves a rule by the stream of a site with the spaces one and two. Each space has a
	// page, as the space three beside them has.
	streams := func(id, method, path, body string, holds func(stream string) bool) {
		p[id] = func(t *testing.T, w *world) bool {
			w.Sites.Add(w.org, sites.Site{ID: "queried"})
			for _, space := range []string{"one", "two", "three"} {
				w.Spaces.Add(w.org, spaces.Space{ID: space}, publishingtest.Page{ID: "page-" + space, Title: "Publishing " + space, Sections: []publishingtest.Section{{Body: "Press " + space + "."}}})
				if space != "three" {
					w.Sites.SiteSpaces.Add(w.org, "queried", sites.SiteSpace{ID: "placed-" + space, Space: spaces.Space{ID: space}})
				}
			}
			return holds(w.send(t, method, "/v1/orgs/org/sites/queried"+path, body).body)
		}
	}
	asks := func(id, scope string, holds func(stream string) bool) {
		streams(id, "POST", "/ask", `{"question":"publishing","scope":`+scope+`}`, holds)
	}
	asks(op+".spaces", `{"mode":"all"}`, func(stream string) bool {
		return strings.Contains(stream, "page-two") && !strings.Contains(stream, "page-three")
	})
	asks(op+".default", `{"mode":"default","currentSiteSpace":"placed-two"}`, func(stream string) bool {
		return strings.Index(stream, "page-two") < strings.Index(stream, "page-one")
	})
	asks(op+".cumulative", `{"mode":"all"}`, func(stream string) bool { return strings.Count(stream, `{"markdown":"From `) > 1 })
	streams("sites.ask.streamquestions.exists", "GET", "/ask/questions?spaceId=three", "", func(stream string) bool { return strings.Contains(stream, "spaceId: want") })
	return p
}

// askSite returns the messages of the answer of a site, and the error at the end.
func (w *world) askSite(t *testing.T, site string, question sites.AskQuestion, options sites.AskStreamOptions) (events []ask.Event, end error) {
	t.Helper()
	for event, err := range w.client.Sites.Ask.Stream(t.Context(), w.org, site, question, options) {
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
	return events, nil
}

func TestAnswerOfASiteIsFromItsScope(t *testing.T) {
	t.Parallel()
	w, site, placed := newSearchedSite(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "draft"}, publishingtest.Page{ID: "draft-publish", Title: "Publish the button"})
	for name, c := range map[string]struct {
		scope sites.SearchScope
		want  string
	}{
		"all":               {sites.SearchScope{Mode: sites.SearchModeAll}, "api v2 v1"},
		"specific":          {sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: []string{placed["v1"], placed["api"]}}, "api v1"},
		"default":           {sites.SearchScope{Mode: sites.SearchModeDefault}, "api v2 v1"},
		"current one first": {sites.SearchScope{Mode: sites.SearchModeDefault, CurrentSiteSpace: new(placed["v1"])}, "v1 api v2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			question := sites.AskQuestion{Question: "Which button publishes?", Scope: c.scope}
			events := must(w.askSite(t, site, question, sites.AskStreamOptions{}))(t)
			last := events[len(events)-1].Answer
			var from []string
			for _, source := range last.Sources {
				require.Equal(t, source.Space+"-publish", source.Page)
				from = append(from, source.Space)
			}
			require.Equal(t, c.want, strings.Join(from, " "))
			require.Contains(t, last.Markdown(), "Press the button of "+from[0])
			question.Context = &sites.AskContext{SiteSpaceID: new(placed["v1"])}
			require.Equal(t, events, must(w.askSite(t, site, question, sites.AskStreamOptions{}))(t), "the context selects nothing")
		})
	}
	nothing := must(w.askSite(t, site, sites.AskQuestion{Question: "zebra", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}, sites.AskStreamOptions{}))(t)
	last := nothing[len(nothing)-1].Answer
	require.Equal(t, "Nothing in the pages of this site answers that question.", last.Markdown())
	require.Empty(t, last.Sources)
	require.NotEmpty(t, last.FollowupQuestions)
	deprecated := w.send(t, "POST", "/v1/orgs/"+w.org+"/sites/"+site+"/ask", `{"question":"x","scope":{"mode":"default","includedSiteSpaces":["nowhere"]}}`)
	require.Contains(t, deprecated.message(t), "scope.includedSiteSpaces[0]")
	require.Contains(t, w.send(t, "POST", w.at("/sites/"+site+"/ask"), `{"question":"x","scope":{"mode":"specific"}}`).message(t), "scope.siteSpaceIds: want")
}

func TestMessagesOfASiteAreCumulative(t *testing.T) {
	t.Parallel()
	question := sites.AskQuestion{Question: "Which button publishes?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	for _, mode := range []ask.TextMode{ask.TextModeCumulative, ask.TextModeDelta} {
		w, site, _ := newSearchedSite(t, publishingtest.WithTextMode(mode))
		events := must(w.askSite(t, site, question, sites.AskStreamOptions{Format: richtext.FormatMarkdown}))(t)
		require.GreaterOrEqual(t, len(events), 4)
		var text, guessed ask.Text
		printed := ""
		for i, event := range events {
			require.Equal(t, ask.EventTypeAnswer, event.Type)
			if i > 0 {
				require.True(t, strings.HasPrefix(event.Answer.Markdown(), events[i-1].Answer.Markdown()))
				require.NotEqual(t, events[i-1].Answer.Markdown(), event.Answer.Markdown())
			}
			printed += text.Add(event)
			require.Equal(t, ask.TextModeCumulative, event.Mode)
			event.Mode = ask.TextModeGuess
			guessed.Add(event)
		}
		whole := events[len(events)-1].Answer.Markdown()
		require.Equal(t, whole, text.String())
		require.Equal(t, whole, printed)
		require.Equal(t, whole, guessed.String())
		documents := must(w.askSite(t, site, question, sites.AskStreamOptions{Format: richtext.FormatDocument}))(t)
		require.Equal(t, strings.ReplaceAll(whole, "\n\n", "\n"), documents[len(documents)-1].Answer.Answer.Document.PlainText())
	}
}

func TestRecommendedQuestionsOfASite(t *testing.T) {
	t.Parallel()
	w, site, placed := newSearchedSite(t)
	w.Spaces.Pages.Add("v1", "", "", publishingtest.Page{Title: "Versions"})
	recommended := func(options sites.AskStreamQuestionsOptions, opts ...api.CallOption) (questions []string, end error) {
		for event, err := range w.client.Sites.Ask.StreamQuestions(t.Context(), w.org, site, options, opts...) {
			if err != nil {
				return questions, err
			}
			questions = append(questions, event.Question)
		}
		return questions, nil
	}
	const publish, other = `What does "Publish" say?`, `What does "Other" say?`
	for _, c := range []struct {
		options sites.AskStreamQuestionsOptions
		space   string // the deprecated parameter
		want    []string
	}{
		{want: []string{publish, other, publish, other, publish}}, // at most five
		{options: sites.AskStreamQuestionsOptions{SiteSpaceID: placed["v1"]}, want: []string{publish, other, `What does "Versions" say?`}},
		{space: "v1", want: []string{publish, other, `What does "Versions" say?`}},
	} {
		require.Equal(t, c.want, must(recommended(c.options, api.WithQuery("spaceId", c.space)))(t))
	}
	require.ErrorIs(t, errorOf(recommended(sites.AskStreamQuestionsOptions{SiteSpaceID: "nowhere"})), publishing.ErrBadRequest)

	w.Streams.Script("Sites.Ask.StreamQuestions", publishingtest.QuestionEvent("Why?"), publishingtest.DoneEvent())
	require.Equal(t, []string{"Why?"}, must(recommended(sites.AskStreamQuestionsOptions{}))(t))
}

func TestQuestionToASiteIsScriptedAndNeverRetried(t *testing.T) {
	t.Parallel()
	w, site, _ := newSearchedSite(t)
	question := sites.AskQuestion{Question: "How?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	w.Streams.Script("Sites.Ask.Stream", publishingtest.TextEvent("Press"), publishingtest.TextEvent("Press it."), publishingtest.Interrupt())
	events, err := w.askSite(t, site, question, sites.AskStreamOptions{})
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Len(t, events, 2)
	require.Equal(t, 1, w.Calls.Count("Sites.Ask.Stream"))

	w.Faults.Add("Sites.Ask.Stream", 1, publishingtest.Status(502))
	require.ErrorIs(t, errorOf(w.askSite(t, site, question, sites.AskStreamOptions{})), publishing.ErrServer)
	require.Equal(t, 2, w.Calls.Count("Sites.Ask.Stream"), "the answer may have begun")
	require.Zero(t, w.Calls.Commits("Sites.Ask.Stream"), "a question changes nothing")
}

func TestCallerIsAnsweredFromWhatARoleIsOn(t *testing.T) {
	t.Parallel()
	w, site, _ := newSearchedSite(t)
	// A guest without a role sees none of the pages.
	guest := w.Orgs.Members.Add(w.org, api.Member{User: api.User{ID: "guest"}}).User.ID
	client := w.ClientFor(guest)
	question := sites.AskQuestion{Question: "publish", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	last := ""
	for _, event := range collect(t, client.Sites.Ask.Stream(t.Context(), w.org, site, question, sites.AskStreamOptions{})) {
		last = event.Answer.Markdown()
	}
	require.Equal(t, "Nothing in the pages of this site answers that question.", last)
}
