package publishingtest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
)

// The limits of an answer.
const (
	maxSources   = 3
	maxQuestions = 5
)

// noAnswer is the text of an answer if no page matches the question. The argument is "site" or
// "organization".
const noAnswer = "Nothing in the pages of this %s answers that question."

// The operations on questions.
var _ = declare(operations{
	"Orgs.Ask.Answer":          {onOrganization(answerQuestion), limits.Table{limits.QueryOf(orgs.AskAnswerOptions{}, "format"), limits.BodyOf(orgs.AskQuestion{})}},
	"Orgs.Ask.Questions":       {handle: onOrganization(listQuestions)},
	"Orgs.Ask.StreamQuestions": {handle: onOrganization(streamQuestions)},
	"Orgs.Ask.Stream":          {onOrganization(streamAnswer), limits.Table{limits.QueryOf(orgs.AskStreamOptions{}, "format"), limits.Query("query", limits.Required)}},
})

func answerQuestion(c *call, org *organization) (response, error) {
	given := c.composeFor(org, input[orgs.AskQuestion](c).Question)
	return respondOK(map[string]ask.Answer{"answer": given.whole(c.format())})
}

func streamAnswer(c *call, org *organization) (response, error) {
	given := c.composeFor(org, c.query.Get("query"))
	return streamMessages(given.events(c.format(), c.config.textMode))
}

func listQuestions(c *call, org *organization) (response, error) {
	return respondOK(orgs.RecommendedQuestions{Questions: questionsFrom(c.seenSpacesOf(org.data.ID))})
}

func streamQuestions(c *call, org *organization) (response, error) {
	return streamQuestionsFrom(c.seenSpacesOf(org.data.ID))
}

// streamQuestionsFrom responds with a stream of questions that the first pages of the spaces
// answer.
func streamQuestionsFrom(all []*space) (response, error) {
	var events []ask.RecommendedQuestion
	for _, question := range questionsFrom(all) {
		events = append(events, ask.RecommendedQuestion{Question: question})
	}
	return streamMessages(events)
}

func (c *call) format() richtext.Format {
	return orElse(richtext.Format(c.query.Get("format")), richtext.FormatMarkdown)
}

// questionsFrom returns questions that the first pages of the spaces answer.
func questionsFrom(all []*space) []string {
	questions := []string{}
	for _, sp := range all {
		for p := range readingOrder(sp.main.pages) {
			if len(questions) < maxQuestions {
				questions = append(questions, questionOf(p))
			}
		}
	}
	return questions
}

// seenSpacesOf returns the spaces of an organization that the caller sees.
func (c *call) seenSpacesOf(orgID string) []*space {
	return slices.DeleteFunc(slices.Collect(c.spacesOf(orgID)),
		func(sp *space) bool { return !c.sees(treeNode{space: sp}) })
}

func questionOf(p *contentPage) string { return fmt.Sprintf("What does %q say?", p.seed.Title) }

// composed is an answer that consists of text from pages.
type composed struct {
	text      string // Markdown
	sources   []ask.Source
	followups []string
}

// composeFor answers a query from the pages of an organization that the caller sees.
func (c *call) composeFor(org *organization, query string) composed {
	return compose(c.seenSpacesOf(org.data.ID), query, fmt.Sprintf(noAnswer, "organization"))
}

// compose answers a query from those pages of the spaces that contain the most words of the query.
// If no page contains any of these words, the answer is the text of otherwise.
func compose(all []*space, query, otherwise string) composed {
	var hits []hit
	var others []string
	for _, sp := range all {
		for p := range readingOrder(sp.main.pages) {
			if h := matchPage(sp, p, keywords(query)); len(h.words) > 0 {
				hits = append(hits, h)
			} else if len(others) < maxSources {
				others = append(others, questionOf(p))
			}
		}
	}
	if len(hits) == 0 {
		return composed{text: otherwise, sources: []ask.Source{}, followups: orNone(others)}
	}
	slices.SortStableFunc(hits,
		func(a, b hit) int { return cmp.Compare(len(b.words), len(a.words)) })
	answer := composed{followups: orNone(others)}
	var parts []string
	for _, h := range hits[:min(len(hits), maxSources)] {
		parts = append(parts, h.text())
		answer.sources = append(answer.sources, h.source())
	}
	answer.text = strings.Join(parts, "\n\n")
	return answer
}

// hit is a page that contains words of a query.
type hit struct {
	space    *space
	page     *contentPage
	words    []string  // the words of the query that the page contains
	sections []Section // the sections that contain some of the words
}

func matchPage(sp *space, p *contentPage, wanted []string) hit {
	h := hit{space: sp, page: p}
	found := map[string]bool{}
	note := func(text string) bool {
		hit := false
		for _, word := range wanted {
			if slices.ContainsFunc(wordsOf(text), func(other string) bool { return sameWord(word, other) }) {
				found[word], hit = true, true
			}
		}
		return hit
	}
	note(p.seed.Title + " " + p.seed.Description)
	for _, section := range p.seed.Sections {
		if note(section.Title + " " + section.Body) {
			h.sections = append(h.sections, section)
		}
	}
	h.words = slices.Sorted(maps.Keys(found))
	return h
}

// text returns the text of the matching sections, in Markdown.
func (h hit) text() string {
	said := h.sections
	if len(said) == 0 {
		said = h.page.seed.Sections[:min(len(h.page.seed.Sections), 1)] // only the title matches
	}
	parts := []string{fmt.Sprintf("From %q:", h.page.seed.Title)}
	for _, section := range said {
		if body := strings.TrimSpace(section.Body); body != "" {
			parts = append(parts, body)
		}
	}
	if len(parts) == 1 {
		parts = append(parts, orElse(h.page.seed.Description, "it has no text yet."))
	}
	return strings.Join(parts, "\n\n")
}

func (h hit) source() ask.Source {
	sections := []string{}
	for _, section := range h.sections {
		sections = append(sections, section.ID)
	}
	return ask.Source{
		Type:     ask.SourceTypePage,
		Reason:   new("The page mentions " + strings.Join(h.words, ", ") + "."),
		Page:     h.page.seed.ID,
		Revision: h.space.data.Revision,
		Space:    h.space.data.ID,
		Sections: sections,
	}
}

// fillers are words of a question that do not identify its subject.
var fillers = setOf(`
	and any are can could did does for from has have how its not our should tell that the there
	this was what when where which who why will with you your
`)

func keywords(query string) []string {
	var words []string
	for _, word := range wordsOf(query) {
		if utf8.RuneCountInString(word) >= 3 && !fillers[word] && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// sameWord reports whether two words differ at most in their endings, such as "publish" and
// "publishing".
func sameWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || utf8.RuneCountInString(a) >= 4 && strings.HasPrefix(b, a)
}

// whole returns the complete answer.
func (answer composed) whole(format richtext.Format) ask.Answer {
	return ask.Answer{
		Answer:            new(inFormat(richtext.Markdown(answer.text), format)),
		FollowupQuestions: answer.followups, Sources: answer.sources,
	}
}

// events returns the answer as the messages of a stream. The last one contains the sources.
func (answer composed) events(format richtext.Format, mode ask.TextMode) []ask.Event {
	var events []ask.Event
	sent := 0
	pieces := piecesOf(answer.text)
	for i, piece := range pieces {
		sent += len(piece)
		said := piece
		if mode != ask.TextModeDelta { // the mode is empty unless WithTextMode sets it
			said = answer.text[:sent]
		}
		message := composed{text: said, sources: []ask.Source{}, followups: []string{}}
		if i == len(pieces)-1 {
			message.sources, message.followups = answer.sources, answer.followups
		}
		events = append(events,
			ask.Event{Type: ask.EventTypeAnswer, Answer: new(message.whole(format))})
	}
	return events
}

var wordAndSpace = regexp.MustCompile(`\s*\S+\s*`)

// piecesOf splits a text between words into at least four parts. A longer text has more parts.
func piecesOf(text string) []string {
	const fewest, words = 4, 8
	split := wordAndSpace.FindAllString(text, -1)
	size := max(1, min(words, len(split)/fewest))
	var pieces []string
	for chunk := range slices.Chunk(split, size) {
		pieces = append(pieces, strings.Join(chunk, ""))
	}
	return pieces
}
