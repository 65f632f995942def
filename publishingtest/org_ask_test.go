package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// newLibrary returns a world with pages.
func newLibrary(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	w := newWorld(t, opts...)
	w.Spaces.Add(w.org, spaces.Space{ID: "guides", Revision: "rev-guides"},
		publishingtest.Page{ID: "publishing", Title: "Publishing", Sections: []publishingtest.Section{
			{ID: "live", Title: "Going live", Body: "Press **Publish** to make the site live."},
			{ID: "down", Title: "Taking it down", Body: "Press Unpublish."},
		}, Pages: []publishingtest.Page{
			{ID: "domains", Title: "Custom domains", Sections: []publishingtest.Section{{ID: "dns", Body: "Publish under a name of your own."}}},
		}},
		publishingtest.Page{ID: "empty", Title: "Webhooks"},
	)
	w.Spaces.Add(w.org, spaces.Space{ID: "handbook"}, publishingtest.Page{ID: "coffee", Title: "Kaffee für alle", Sections: []publishingtest.Section{{Body: "Überall."}}})
	elsewhere := w.Orgs.Add(orgs.Organization{}).ID
	w.Spaces.Add(elsewhere, spaces.Space{}, publishingtest.Page{ID: "foreign", Title: "Publish the site elsewhere"})
	return w
}

func (w *world) ask(t *testing.T, query string) *ask.Answer {
	t.Helper()
	return must(w.client.Orgs.Ask.Answer(t.Context(), w.org, orgs.AskQuestion{Question: query}, orgs.AskAnswerOptions{}))(t)
}

func TestAnswerConsistsOfMatchingPages(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	require.Equal(t, &ask.Answer{
		Answer: new(richtext.Markdown("From \"Publishing\":\n\nPress **Publish** to make the site live.\n\nFrom \"Custom domains\":\n\nPublish under a name of your own.")),
		Sources: []ask.Source{
			{Type: "page", Reason: new("The page mentions publish, site."), Page: "publishing", Revision: "rev-guides", Space: "guides", Sections: []string{"live"}},
			{Type: "page", Reason: new("The page mentions publish."), Page: "domains", Revision: "rev-guides", Space: "guides", Sections: []string{"dns"}},
		},
		FollowupQuestions: []string{`What does "Webhooks" say?`, `What does "Kaffee für alle" say?`},
	}, w.ask(t, "How do I publish the site?"))
	require.Equal(t, w.ask(t, "How do I publish the site?"), w.ask(t, "how do i PUBLISH the site"), "the answer is the same each time")
}

func TestAnswerFromAPageWhoseTitleMatches(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	webhooks := w.ask(t, "webhooks")
	require.Equal(t, "From \"Webhooks\":\n\nit has no text yet.", webhooks.Markdown())
	require.Equal(t, []string{}, webhooks.Sources[0].Sections)
	coffee := w.ask(t, "KAFFEE")
	require.Equal(t, "From \"Kaffee für alle\":\n\nÜberall.", coffee.Markdown())
	require.Equal(t, "coffee", coffee.Sources[0].Page)
}

func TestQuestionThatNoPageAnswers(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	for _, query := range []string{"quantum chromodynamics", "how do I", "", "?!"} {
		answer := w.ask(t, query)
		require.Equal(t, "Nothing in the pages of this organization answers that question.", answer.Markdown(), query)
		require.Equal(t, []ask.Source{}, answer.Sources, query)
		require.NotEmpty(t, answer.FollowupQuestions, query)
	}
	empty := newWorld(t)
	require.Equal(t, []string{}, empty.ask(t, "anything").FollowupQuestions)
}

func TestAnswerAsADocument(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	answer := must(w.client.Orgs.Ask.Answer(t.Context(), w.org, orgs.AskQuestion{Question: "unpublish"},
		orgs.AskAnswerOptions{Format: richtext.FormatDocument, Details: new(true)}))(t)
	require.Nil(t, answer.Answer.Markdown)
	document := answer.Answer.Document
	require.Equal(t, "document", document.Object)
	require.EqualValues(t, 1, *document.Data.SchemaVersion)
	var text []string
	for _, node := range document.Nodes {
		require.Equal(t, "block", node.Object)
		require.Equal(t, richtext.BlockParagraph, node.Type)
		text = append(text, node.Nodes[0].Leaves[0].Text)
	}
	require.Equal(t, []string{`From "Publishing":`, "Press Unpublish."}, text)
}

func TestQuestionsContainPageTitles(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	want := []string{`What does "Publishing" say?`, `What does "Custom domains" say?`, `What does "Webhooks" say?`, `What does "Kaffee für alle" say?`}
	got := must(w.client.Orgs.Ask.Questions(t.Context(), w.org))(t)
	require.Equal(t, want, got.Questions)
	streamed := mapped(collect(t, w.client.Orgs.Ask.StreamQuestions(t.Context(), w.org, orgs.AskStreamQuestionsOptions{})), func(event ask.RecommendedQuestion) string { return event.Question })
	require.Equal(t, want, streamed)

	many := newWorld(t)
	var pages []publishingtest.Page
	for range 9 {
		pages = append(pages, publishingtest.Page{Title: "Page"})
	}
	many.Spaces.Add(many.org, spaces.Space{}, pages...)
	got = must(many.client.Orgs.Ask.Questions(t.Context(), many.org))(t)
	require.Len(t, got.Questions, 5)
	none := newWorld(t).send(t, http.MethodGet, "/v1/orgs/org_1/ask/questions", "")
	require.JSONEq(t, `{"questions":[]}`, none.body)
}

// streamed collects a streamed answer.
func (w *world) streamed(t *testing.T, question string, options orgs.AskStreamOptions) []ask.Event {
	t.Helper()
	var events []ask.Event
	for _, event := range collect(t, w.client.Orgs.Ask.Stream(t.Context(), w.org, orgs.AskQuestion{Question: question}, options)) {
		require.Equal(t, ask.EventTypeAnswer, event.Type)
		events = append(events, event)
	}
	return events
}

func TestStreamedAnswerIsTheSameInBothModes(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]ask.TextMode{"cumulative": ask.TextModeCumulative, "pieces": ask.TextModeDelta} {
		for _, query := range []string{"How do I publish the site?", "quantum chromodynamics"} {
			t.Run(name+" "+query, func(t *testing.T) {
				t.Parallel()
				w := newLibrary(t, publishingtest.WithTextMode(mode))
				whole := w.ask(t, query)
				events := w.streamed(t, query, orgs.AskStreamOptions{})
				require.GreaterOrEqual(t, len(events), 4)
				var text ask.Text
				var joined strings.Builder
				for i, event := range events {
					require.NotEmpty(t, text.Add(event))
					joined.WriteString(event.Answer.Markdown())
					if i < len(events)-1 {
						require.Equal(t, []ask.Source{}, event.Answer.Sources)
						require.Equal(t, []string{}, event.Answer.FollowupQuestions)
					}
				}
				require.Equal(t, whole.Markdown(), text.String())
				last := events[len(events)-1].Answer
				require.Equal(t, whole.Sources, last.Sources)
				require.Equal(t, whole.FollowupQuestions, last.FollowupQuestions)
				if mode == ask.TextModeCumulative {
					require.Equal(t, whole.Markdown(), last.Markdown())
				} else {
					require.Equal(t, whole.Markdown(), joined.String())
				}
			})
		}
	}
}

func TestAnswerIsStreamedInAtLeastFourPiecesOfAFewWords(t *testing.T) {
	t.Parallel()
	for words, want := range map[int]int{3: 3, 4: 4, 7: 7, 8: 4, 15: 5, 41: 6} { // with the two of: From "Title":
		w := newWorld(t, publishingtest.WithTextMode(ask.TextModeDelta))
		body := strings.Repeat("word \n\n\t", words-2)
		w.Spaces.Add(w.org, spaces.Space{}, publishingtest.Page{Title: "Title", Sections: []publishingtest.Section{{Body: body}}})
		pieces := mapped(w.streamed(t, "title", orgs.AskStreamOptions{}), func(event ask.Event) string { return event.Answer.Markdown() })
		require.Len(t, pieces, want, "%d words", words)
		require.Equal(t, w.ask(t, "title").Markdown(), strings.Join(pieces, ""))
	}
}

func TestStreamedDocument(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	events := w.streamed(t, "publish", orgs.AskStreamOptions{Format: richtext.FormatDocument})
	require.GreaterOrEqual(t, len(events), 4)
	require.Len(t, events[len(events)-1].Answer.Answer.Document.Nodes, 4)
}

func TestStreamEndsWithDone(t *testing.T) {
	t.Parallel()
	w := newLibrary(t)
	got := w.send(t, http.MethodGet, w.at("/ask/stream?query=publish"), "")
	require.Equal(t, "text/event-stream", got.header.Get("Content-Type"))
	require.True(t, strings.HasPrefix(got.body, `data: {"type":"answer","answer":{"answer":{"markdown":"`), got.body)
	require.True(t, strings.HasSuffix(got.body, "}\n\nevent: done\ndata: done\n\n"), got.body)
	require.Equal(t, http.StatusNotFound, w.send(t, http.MethodGet, "/v1/orgs/nowhere/ask/stream?query=x", "").status)
}
