package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A chat asks questions and prints the answers, one after the other.
type chat struct {
	client *publishing.Client
	orgID  string
	on     console
	lines  <-chan line
}

func newChat(client *publishing.Client, orgID string, on console) *chat {
	return &chat{client: client, orgID: orgID, on: on}
}

func (c *chat) note(format string, args ...any) { fmt.Fprintf(c.on.notes, format+"\n", args...) }

// run answers question and, if the input is a terminal, the questions that follow. If question is
// "", it reads the first one too.
func (c *chat) run(ctx context.Context, question string) error {
	once := question != "" && !c.on.asks
	done := make(chan struct{})
	defer close(done)
	if !once {
		c.lines = readLines(c.on.in, done)
	}
	var offered []string
	var err error
	if question == "" {
		if offered, err = c.recommended(ctx); err != nil {
			return err
		}
		if question, err = c.choose(ctx, offered); err != nil {
			return err
		}
	}
	for question != "" {
		if offered, err = c.answer(ctx, question); err != nil || once {
			return err
		}
		if offered, err = c.offer(ctx, offered); err != nil {
			return err
		}
		if question, err = c.choose(ctx, offered); err != nil {
			return err
		}
	}
	return nil
}

// recommended prints the questions that the service recommends as they stream.
func (c *chat) recommended(ctx context.Context) ([]string, error) {
	var questions []string
	for recommended, err := range c.client.Orgs.Ask.StreamQuestions(ctx, c.orgID, orgs.AskStreamQuestionsOptions{}) {
		if err != nil {
			return nil, err
		}
		if recommended.Question != "" {
			questions = append(questions, recommended.Question)
			c.number(len(questions), recommended.Question)
		}
	}
	return questions, nil
}

// offer prints and returns the follow-up questions of an answer, or those that the service
// recommends if there are none.
func (c *chat) offer(ctx context.Context, questions []string) ([]string, error) {
	if len(questions) == 0 {
		recommended, err := c.client.Orgs.Ask.Questions(ctx, c.orgID)
		if err != nil {
			return nil, err
		}
		questions = recommended.Questions
	}
	c.note("")
	for i, question := range questions {
		c.number(i+1, question)
	}
	return questions, nil
}

func (c *chat) number(n int, question string) { c.note("%3d  %s", n, question) }

// choose reads a question or the number of one. It returns "" at the end of the input.
func (c *chat) choose(ctx context.Context, offered []string) (string, error) {
	for {
		prompt := "A question, or nothing to end: "
		if len(offered) > 0 {
			prompt = "A number, another question, or nothing to end: "
		}
		fmt.Fprint(c.on.notes, prompt)
		var read line
		select {
		case <-ctx.Done():
			c.note("")
			return "", ctx.Err()
		case read = <-c.lines:
		}
		if !c.on.asks || read.err != nil {
			c.note("") // nobody pressed Enter
		}
		if errors.Is(read.err, io.EOF) {
			return "", nil
		}
		if read.err != nil {
			return "", fmt.Errorf("read a question: %w", read.err)
		}
		number, ok := numberIn(read.text)
		if !ok {
			return read.text, nil
		}
		if number >= 1 && number <= len(offered) {
			return offered[number-1], nil
		}
		c.note("There is no question %d.", number)
	}
}

func numberIn(text string) (int, bool) {
	number, err := strconv.Atoi(text)
	return number, err == nil
}

// answer prints an answer as it streams and its sources, and returns the follow-up questions.
func (c *chat) answer(ctx context.Context, question string) (followups []string, err error) {
	screen, err := newScreen(c.on)
	if err != nil {
		return nil, err
	}
	var text ask.Text
	var sources []ask.Source
	var shown strings.Builder
	var meta publishing.Meta
	c.note("\n%s\n", question)
	asked := orgs.AskQuestion{Question: question}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range c.client.Orgs.Ask.Stream(ctx, c.orgID, asked, options, publishing.WithMeta(&meta)) {
		if err != nil {
			return nil, errors.Join(err, screen.end())
		}
		piece := text.Add(event)
		shown.WriteString(piece)
		if err := screen.write(piece); err != nil {
			return nil, err
		}
		if event.Answer != nil && len(event.Answer.Sources) > 0 {
			sources = event.Answer.Sources
		}
		if event.Answer != nil && len(event.Answer.FollowupQuestions) > 0 {
			followups = event.Answer.FollowupQuestions
		}
	}
	if shown.Len() == 0 {
		err = screen.write("There is no answer.")
	} else if whole := text.String(); whole != shown.String() {
		err = screen.write("\n\n" + whole) // a message corrected what was printed
	}
	err = errors.Join(err, screen.end(), c.cite(ctx, sources))
	switch {
	case meta.Mismatch != nil:
		err = errors.Join(err, fmt.Errorf("parts of the answer may be missing: %s could not be decoded", meta.Mismatch.Pointer))
	case !meta.Done:
		err = errors.Join(err, errors.New("the answer may be incomplete: the service did not announce its end"))
	}
	return followups, err
}

// cite prints the sources: the titles of pages, their paths and the titles of the cited sections,
// and the titles and URLs of records. A page that no longer exists, or that the caller may not
// read, has only its ID.
func (c *chat) cite(ctx context.Context, sources []ask.Source) error {
	if len(sources) == 0 {
		return nil
	}
	fmt.Fprintln(c.on.out, "\nSources:")
	listed := map[string]bool{}
	for _, source := range sources {
		text := fmt.Sprintf("a source of the type %q", source.Type)
		switch source.Type {
		case ask.SourceTypePage:
			text = fmt.Sprintf("page %s of space %s", source.Page, source.Space)
		case ask.SourceTypeRecord:
			text = fmt.Sprintf("%s (%s)", source.Title, source.URL)
		}
		if listed[text] {
			continue
		}
		listed[text] = true
		if source.Type == ask.SourceTypePage {
			citation, err := spaces.Cite(ctx, c.client.Spaces, source)
			switch {
			case err == nil:
				text = describe(citation)
			case !errors.Is(err, publishing.ErrNotFound) && !errors.Is(err, publishing.ErrForbidden):
				return fmt.Errorf("get the sources: %w", err)
			}
		}
		if reason := publishing.Value(source.Reason); reason != "" {
			text += ": " + reason
		}
		if _, err := fmt.Fprintln(c.on.out, "  "+terminal.Line(text)); err != nil {
			return err
		}
	}
	return nil
}

// describe returns the title and the path of a page, and the titles of the cited sections.
func describe(citation *spaces.Citation) string {
	var text strings.Builder
	text.WriteString(citation.Page.Title)
	if path := publishing.Value(citation.Page.Path); path != "" {
		text.WriteString(" (" + path + ")")
	}
	for _, section := range citation.Sections {
		if title := section.Title(); title != "" {
			fmt.Fprintf(&text, ", %q", title)
		}
	}
	return text.String()
}

// A line is a line of the input, or the error of reading it.
type line struct {
	text string
	err  error
}

// readLines reads lines on a goroutine of its own, because reading from a terminal cannot be
// canceled.
func readLines(in io.Reader, done <-chan struct{}) <-chan line {
	lines := make(chan line)
	go func() {
		reader := bufio.NewReader(in)
		for {
			text, err := reader.ReadString('\n')
			if text != "" {
				err = nil // the last line may end without a newline
			}
			select {
			case lines <- line{strings.TrimSpace(text), err}:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}
