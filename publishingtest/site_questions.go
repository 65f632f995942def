package publishingtest

import (
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
)

var (
	ruleQuestionWords  = newUndecidedRule("sites.questions.words", "two questions are one if they have the same words, ignoring case and punctuation; without the rule, each is a question of its own")
	ruleQuestionThread = newUndecidedRule("sites.answers.thread", "a question in the session of an earlier one follows up on it; without the rule, no question follows up on another")
)

// The operations on questions and answers.
var _ = declare(operations{
	"Sites.Questions.List":         {onSite(listQuestionsOfSite), limits.Table{limits.QueryOf(insights.QuestionListOptions{})}},
	"Sites.Questions.Get":          {questionKind.on(getQuestionOfSite), limits.Table{limits.QueryOf(insights.QuestionGetOptions{})}},
	"Sites.Questions.Sources.List": {questionKind.on(listQuestionSources), limits.Table{limits.QueryOf(insights.QuestionSourceListOptions{})}},
	"Sites.QuestionStats":          {onSite(countQuestions), limits.Table{limits.QueryOf(insights.QuestionStatsOptions{})}},
	"Sites.Answers.List":           {onSite(listAnswersOfSite), limits.Table{limits.QueryOf(insights.AnswerListOptions{})}},
	"Sites.Answers.Get":            {handle: answerKind.get},
	"Sites.Answers.Thread":         {handle: answerKind.on(threadOfAnswer)},
	"Sites.Answers.Sources.List":   {handle: answerKind.on(listAnswerSources)},
})

// question is a question to a site. The server computes its statistics from its answers.
type question struct{ data insights.Question }

// answer is an answer of the assistant of a site.
type answer struct {
	data    insights.AnswerWithResponse
	sources []insights.AnswerSource
}

var questionKind = &kind[*site, question, insights.Question]{
	name: "question", param: "siteQuestionId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*question] { return &s.questions },
	show: func(c *call, s *site, q *question) insights.Question {
		return q.show(s.answersTo(q, nil), c.now())
	},
}

var answerKind = &kind[*site, answer, insights.AnswerWithResponse]{
	name: "answer", id: "answer", param: "siteQuestionAnswerId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*answer] { return &s.answers },
	show:  func(_ *call, _ *site, a *answer) insights.AnswerWithResponse { return a.data },
}

func listAnswersOfSite(c *call, s *site) (response, error) {
	return respondPage(c, s.answers.Backward().Where(c.selectedAnswers()), func(a *answer) insights.Answer {
		return a.data.Answer
	})
}

// selectedAnswers returns a function that reports whether an answer passes the filters of a list of
// answers.
func (c *call) selectedAnswers() func(a *answer) bool {
	is := func(name string, value func(a *answer) string) func(a *answer) bool {
		wanted := c.query.Get(name)
		return when(wanted != "", func(a *answer) bool { return value(a) == wanted })
	}
	return every(
		c.countedAnswers(),
		is("question", func(a *answer) string { return a.data.Question.ID }),
		is("language", func(a *answer) string { return a.data.Language }),
		is("helpfulness", func(a *answer) string { return string(a.data.Helpfulness) }),
		is("question.type", func(a *answer) string { return string(a.data.Question.Type) }),
		is("thread", (*answer).thread),
		when(c.query.Get("topic") != "", func(a *answer) bool { return a.isAbout([]string{c.query.Get("topic")}) }),
	)
}

// isAbout reports whether an answer has one of the topics.
func (a *answer) isAbout(topics []string) bool {
	return slices.ContainsFunc(a.data.Topics,
		func(topic string) bool { return slices.Contains(topics, topic) })
}

// thread returns the ID of the answer's thread, which is the ID of the first answer in it.
func (a *answer) thread() string {
	if a.data.Thread != nil {
		return a.data.Thread.ID
	}
	return a.data.ID
}

// countedAnswers returns a function that reports whether an answer passes the filters that lists of
// questions and of answers have in common. It returns nil if there are no filters.
func (c *call) countedAnswers() func(a *answer) bool {
	in := func(name string, value func(a *answer) string) func(a *answer) bool {
		wanted := c.query[name]
		return when(len(wanted) > 0,
			func(a *answer) bool { return slices.Contains(wanted, value(a)) })
	}
	from, errFrom := time.Parse(time.RFC3339, c.query.Get("from"))
	to, errTo := time.Parse(time.RFC3339, c.query.Get("to"))
	return every(
		when(errFrom == nil, func(a *answer) bool { return !a.data.CreatedAt.Before(from) }),
		when(errTo == nil, func(a *answer) bool { return !a.data.CreatedAt.After(to) }),
		in("relevance", func(a *answer) string { return string(a.data.Relevance) }),
		in("channelType", func(a *answer) string { return string(a.data.Channel.Type) }),
		in("answered", func(a *answer) string { return string(a.data.Answered) }),
	)
}

// answersTo returns the counted answers to a question, or to all questions if q is nil.
func (s *site) answersTo(q *question, counts func(a *answer) bool) (all []*answer) {
	for a := range s.answers.Values() {
		if (q == nil || a.data.Question.ID == q.data.ID) && (counts == nil || counts(a)) {
			all = append(all, a)
		}
	}
	return all
}

func (q *question) show(answers []*answer, now time.Time) insights.Question {
	shown := q.data
	shown.Stats = statsOf(answers, now)
	return shown
}

// statsOf returns statistics about answers and their questions. The last of the 13 weeks ends now.
func statsOf(answers []*answer, now time.Time) insights.QuestionStats {
	stats := insights.QuestionStats{
		Answers: int64(len(answers)), ChannelTypes: map[insights.ChannelType]int64{},
		Channels: map[string]int64{}, WeeklyPulse: make([]int64, 13),
	}
	seen := map[string]bool{}
	for _, a := range answers {
		data := &a.data
		if !seen[data.Question.ID] {
			seen[data.Question.ID] = true
			stats.Total++
			count(data.Question.Type, map[insights.QuestionType]*int64{
				insights.QuestionTypeExploring: &stats.Types.Exploring, insights.QuestionTypeHowTo: &stats.Types.HowTo,
				insights.QuestionTypeTroubleshooting: &stats.Types.Troubleshooting, insights.QuestionTypeReference: &stats.Types.Reference,
				insights.QuestionTypeUnknown: &stats.Types.Unknown,
			})
		}
		count(data.Answered, map[insights.AnswerResolution]*int64{
			insights.AnswerResolutionYes: &stats.Answered.Yes, insights.AnswerResolutionPartially: &stats.Answered.Partially,
			insights.AnswerResolutionNo: &stats.Answered.No,
		})
		count(data.Relevance, map[insights.AnswerRelevance]*int64{
			insights.AnswerRelevanceRelevant: &stats.Relevance.Relevant, insights.AnswerRelevanceSpam: &stats.Relevance.Spam,
			insights.AnswerRelevanceOffTopic: &stats.Relevance.OffTopic, insights.AnswerRelevanceUnclear: &stats.Relevance.Unclear,
		})
		switch {
		case data.Feedback == nil:
			stats.Feedback.Unrated++
		case data.Feedback.Rating == insights.AskRatingUp:
			stats.Feedback.Positive++
		default:
			stats.Feedback.Negative++
		}
		stats.ChannelTypes[data.Channel.Type]++
		if data.Channel.ID != nil {
			stats.Channels[*data.Channel.ID]++
		}
		const week, last = 7 * 24 * time.Hour, 12
		if ago := now.Sub(data.CreatedAt); ago >= 0 && ago/week <= last {
			stats.WeeklyPulse[last-ago/week]++
		}
	}
	return stats
}

// count increments the counter of a value. It ignores a value without a counter, which only a seed
// can contain.
func count[K comparable](value K, counters map[K]*int64) {
	if counter := counters[value]; counter != nil {
		*counter++
	}
}

func listQuestionsOfSite(c *call, s *site) (response, error) {
	counts, topics, kind := c.countedAnswers(), c.query["topic"], c.query.Get("type")
	answers := map[string][]*answer{} // by question
	for _, a := range s.answersTo(nil, counts) {
		answers[a.data.Question.ID] = append(answers[a.data.Question.ID], a)
	}
	direction := map[bool]int64{true: 1, false: -1}[c.query.Get("order") == "asc"]
	var listed ordered.Elements[insights.Question]
	for added, q := range s.questions.All() {
		found := answers[q.data.ID]
		ofTopic := len(topics) == 0 || slices.ContainsFunc(found,
			func(a *answer) bool { return a.isAbout(topics) })
		if len(found) > 0 && ofTopic && (kind == "" || string(q.data.Type) == kind) {
			shown := q.show(found, c.now())
			place := sortValue(&shown, insights.QuestionSort(c.query.Get("sort")))
			listed.Add(ordered.At(direction*place)+ordered.At(direction*added), shown)
		}
	}
	return respondPage(c, listed.Sorted(), asIs)
}

// sortValue returns the value by which questions are sorted.
func sortValue(q *insights.Question, by insights.QuestionSort) int64 {
	switch by {
	case insights.QuestionSortAskedAt:
		return q.AskedAt.UnixMilli()
	case insights.QuestionSortAnswered:
		return q.Stats.Answered.Yes
	case insights.QuestionSortFeedback:
		return q.Stats.Feedback.Positive
	case insights.QuestionSortAnswers:
		return q.Stats.Answers
	default:
		return q.CreatedAt.UnixMilli()
	}
}

func getQuestionOfSite(c *call, s *site, q *question) (response, error) {
	return respondOK(q.show(s.answersTo(q, c.countedAnswers()), c.now()))
}

func listQuestionSources(c *call, s *site, q *question) (response, error) {
	var sources []insights.AnswerSource
	for _, a := range s.answersTo(q, c.countedAnswers()) {
		sources = append(sources, a.sources...)
	}
	return respondPage(c, ordered.Of(sources), asIs)
}

func countQuestions(c *call, s *site) (response, error) {
	topics := c.query["topic"]
	counts := every(c.countedAnswers(),
		when(len(topics) > 0, func(a *answer) bool { return a.isAbout(topics) }))
	return respondOK(statsOf(s.answersTo(nil, counts), c.now()))
}

func threadOfAnswer(_ *call, s *site, of *answer) (response, error) {
	thread := []insights.AnswerWithResponse{}
	for a := range s.answers.Values() {
		if a.thread() == of.thread() {
			thread = append(thread, a.data)
		}
	}
	return respondOK(thread)
}

func listAnswerSources(c *call, _ *site, a *answer) (response, error) {
	return respondPage(c, ordered.Of(a.sources), asIs)
}

// recordAnswer records the answer to a question to a site.
func (c *call) recordAnswer(s *site, text string, session *sites.AskSession, given composed) {
	seed := insights.AnswerWithResponse{Answer: insights.Answer{Input: insights.AnswerInput{Raw: text}}}
	seed.Response.Steps = []insights.AnswerStep{{Content: documentOf(given.text), Phase: insights.AnswerPhaseFinalAnswer}}
	if len(given.sources) == 0 {
		seed.Answered, seed.Helpfulness = insights.AnswerResolutionNo, insights.AnswerHelpfulnessLow
	}
	if session != nil {
		seed.Session = &insights.Session{VisitorID: session.VisitorID, SessionID: session.SessionID}
		for earlier := range s.answers.Values() {
			if earlier.data.Session != nil && *earlier.data.Session == *seed.Session &&
				c.enabled(ruleQuestionThread) {
				seed.Thread = &insights.AnswerThreadPlace{ID: earlier.thread(), Previous: earlier.data.ID}
			}
		}
	}
	a := c.addAnswer(s, seed)
	for _, from := range given.sources {
		a.sources = append(a.sources, c.answerSource(s, from, len(given.sources)))
	}
}

// addAnswer adds an answer and generates the fields that are not set. If nobody asked the question
// before, it adds the question too.
func (st *state) addAnswer(s *site, data insights.AnswerWithResponse) *answer {
	text := orElse(data.Input.Raw, "What is this?")
	words := strings.Join(wordsOf(text), " ")
	fill(&data.CreatedAt, st.now())
	q := st.questionOf(s, data.Question, text, words, data.CreatedAt)
	if q.data.AskedAt.Before(data.CreatedAt) {
		q.data.AskedAt = data.CreatedAt
	}
	st.fillID(&data.ID, "answer")
	st.fillID(&data.ResponseID, "response")
	st.fillID(&data.Response.ID, "message")
	data.Object, data.Question = "site-question-answer", insights.AnswerQuestion{ID: q.data.ID, Type: q.data.Type}
	data.Topics = orNone(data.Topics)
	data.Input = insights.AnswerInput{Text: orElse(data.Input.Text, words), Raw: text}
	fill(&data.Language, "en")
	fill(&data.Answered, insights.AnswerResolutionYes)
	fill(&data.Helpfulness, insights.AnswerHelpfulnessHigh)
	fill(&data.Relevance, insights.AnswerRelevanceRelevant)
	fill(&data.Channel.Type, insights.ChannelTypeSite)
	fill(&data.URLs.Location, st.location("orgs", s.org.data.ID, "sites", s.data.ID, "answers", data.ID))
	fill(&data.Response.Role, insights.AnswerMessageRoleAssistant)
	data.Response.Steps = orNone(data.Response.Steps)
	data.Response.CreatedAt = orNew(data.Response.CreatedAt, data.CreatedAt)
	a := &answer{data: data}
	s.answers.Add(data.ID, a)
	return a
}

// answerSource returns a page as the source of an answer.
func (c *call) answerSource(s *site, from ask.Source, of int) insights.AnswerSource {
	title := ""
	if sp, ok := c.spaces.Get(from.Space); ok {
		if p := pageWith(sp.main.pages, from.Page, true); p != nil {
			title = p.seed.Title
		}
	}
	return c.completed(s, insights.AnswerSource{
		Weight: 1 / float64(of), Title: title, Space: from.Space, Revision: from.Revision, Page: from.Page,
	})
}

// completed returns a source, and generates the fields that are not set.
func (st *state) completed(s *site, source insights.AnswerSource) insights.AnswerSource {
	st.fillID(&source.ID, "source")
	source.Object, source.Type = "site-question-answer-source", orElse(source.Type, insights.AnswerSourceTypePage)
	if source.Type == insights.AnswerSourceTypePage {
		fill(&source.Revision, "revision")
	}
	fill(&source.URLs.Location,
		st.location("orgs", s.org.data.ID, "sites", s.data.ID, "sources", source.ID))
	return source
}

// questionOf returns the question with the given ID, or with the given words. If there is none, it
// adds a new question and returns it.
func (st *state) questionOf(
	s *site, of insights.AnswerQuestion, text, words string, at time.Time,
) *question {
	if q, ok := s.questions.Get(of.ID); ok {
		return q
	}
	for q := range s.questions.Values() {
		if of.ID == "" && strings.Join(wordsOf(q.data.Question), " ") == words &&
			st.enabled(ruleQuestionWords) {
			return q
		}
	}
	id := of.ID
	st.fillID(&id, "question")
	st.taken[id] = true
	kind := insights.QuestionTypeUnknown
	if strings.HasPrefix(words, "how ") {
		kind = insights.QuestionTypeHowTo
	}
	q := &question{insights.Question{
		Object: "site-question", ID: id, Question: text, Type: orElse(of.Type, kind), CreatedAt: at, AskedAt: at,
		URLs: insights.QuestionURLs{Location: st.location("orgs", s.org.data.ID, "sites", s.data.ID, "questions", id)},
	}}
	s.questions.Add(id, q)
	return q
}

// All returns the questions to a site, in the order in which they were first asked.
func (s SiteQuestions) All(orgID, siteID string) []insights.Question {
	return questionKind.all(open(s.server), orgID, siteID)
}

// Add adds an answer of a site with its sources, and returns the answer. If the Question is new,
// Add also adds the question, with the text in Input.Raw. Fields that are not set are generated.
func (s SiteAnswers) Add(
	orgID, siteID string, seed insights.AnswerWithResponse, sources ...insights.AnswerSource,
) insights.AnswerWithResponse {
	server := open(s.server)
	return answerKind.add(server, seed, func(in *site, seed insights.AnswerWithResponse) *answer {
		a := server.state.addAnswer(in, seed)
		for _, source := range clone(sources) {
			a.sources = append(a.sources, server.state.completed(in, source))
		}
		return a
	}, orgID, siteID)
}

// All returns the answers of a site with their texts, in the order in which they were given.
func (s SiteAnswers) All(orgID, siteID string) []insights.AnswerWithResponse {
	return answerKind.all(open(s.server), orgID, siteID)
}

// Edit calls edit to change the data that the service adds to an answer, such as Feedback, and
// returns the answer. edit cannot change the IDs or the question, and must not use the server.
func (s SiteAnswers) Edit(
	orgID, siteID, answerID string, edit func(answer *insights.AnswerWithResponse),
) insights.AnswerWithResponse {
	return answerKind.edit(open(s.server), func(_ *site, a *answer) {
		edited := clone(a.data)
		edit(&edited)
		edited.ID, edited.Question, edited.Thread = a.data.ID, a.data.Question, a.data.Thread
		edited.UpdatedAt = new(open(s.server).state.now())
		a.data = clone(edited)
	}, orgID, siteID, answerID)
}
