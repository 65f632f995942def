package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	checkOrganization = "ask the user to check PUBLISHING_ORGANIZATION"
	callListSpaces    = "call list_spaces for those it may read"
	callSearch        = "call search for pages that exist, or list_spaces for spaces"
)

type listInput struct {
	Limit  int    `json:"limit,omitzero" jsonschema:"the number of spaces to return; 50 by default"`
	Cursor string `json:"cursor,omitzero" jsonschema:"next_cursor of the previous result, to continue the list"`
}

type listOutput struct {
	Spaces     []spaceOutput `json:"spaces"`
	NextCursor string        `json:"next_cursor,omitzero" jsonschema:"pass it as cursor for the next spaces; absent on the last page"`
}

type spaceOutput struct {
	ID    string `json:"id" jsonschema:"pass it as space to search and read_page"`
	Title string `json:"title"`
	URL   string `json:"url,omitzero" jsonschema:"where people read the space; absent if it is not published"`
}

func (l library) listSpaces(ctx context.Context, _ *mcp.CallToolRequest, in listInput) (*mcp.CallToolResult, listOutput, error) {
	out := listOutput{Spaces: []spaceOutput{}}
	page, err := l.client.Spaces.List(ctx, l.orgID, spaces.ListOptions{Limit: cmp.Or(in.Limit, defaultListed), Cursor: in.Cursor})
	if err != nil {
		return nil, out, advise(err, "the organization", checkOrganization)
	}
	lines := []string{}
	for _, space := range page.Items {
		out.Spaces = append(out.Spaces, spaceOutput{ID: space.ID, Title: space.Title, URL: publishing.Value(space.URLs.Published)})
		lines = append(lines, fmt.Sprintf("- %s (space %s)", space.Title, space.ID))
	}
	if len(out.Spaces) == 0 {
		lines = append(lines, "There are no spaces.")
	}
	if out.NextCursor = page.NextCursor(); out.NextCursor != "" {
		lines = append(lines, fmt.Sprintf("There are more spaces: call list_spaces with cursor %q.", out.NextCursor))
	}
	return textResult(lines...), out, nil
}

type searchInput struct {
	Query string `json:"query" jsonschema:"a few words that the page contains"`
	Space string `json:"space,omitzero" jsonschema:"the ID of the only space to search; without it, all spaces are searched"`
	Limit int    `json:"limit,omitzero" jsonschema:"the number of pages to return; 10 by default"`
}

type searchOutput struct {
	Results []searchResult `json:"results"`
	Notes   []string       `json:"notes" jsonschema:"what the results leave out, and how to get it"`
}

type searchResult struct {
	Space      string   `json:"space" jsonschema:"pass it as space to read_page"`
	SpaceTitle string   `json:"space_title,omitzero"`
	Page       string   `json:"page" jsonschema:"pass it as page to read_page"`
	Title      string   `json:"title"`
	Path       string   `json:"path"`
	Excerpts   []string `json:"excerpts" jsonschema:"the sections that match, shortened"`
}

func (l library) search(ctx context.Context, _ *mcp.CallToolRequest, in searchInput) (*mcp.CallToolResult, searchOutput, error) {
	in.Limit = cmp.Or(in.Limit, defaultResults)
	out := searchOutput{Results: []searchResult{}, Notes: []string{}}
	found, more, err := l.find(ctx, in)
	if err != nil {
		return nil, out, err
	}
	for rank, left := 0, true; left; rank++ { // the best result of each space comes first
		left = false
		for _, space := range found {
			switch {
			case rank >= len(space.Pages):
			case len(out.Results) < in.Limit:
				out.Results = append(out.Results, resultOf(space, space.Pages[rank]))
				left = true
			default:
				more = true
			}
		}
	}
	if more {
		out.Notes = append(out.Notes, fmt.Sprintf("More pages match. Use more specific words, search one space, or set limit up to %d.", maxResults))
	}
	if len(out.Results) == 0 {
		out.Notes = append(out.Notes, "No page matches. Use fewer or other words.")
	}
	return out.text(), out, nil
}

// find returns the pages that match, by space, and reports whether there are more.
func (l library) find(ctx context.Context, in searchInput) (found []spaces.SearchedSpace, more bool, err error) {
	if in.Space == "" {
		page, err := l.client.Orgs.Search.List(ctx, l.orgID, orgs.SearchListOptions{Query: in.Query, Limit: in.Limit})
		if err != nil {
			return nil, false, advise(err, "the organization", checkOrganization)
		}
		return page.Items, page.NextCursor() != "", nil
	}
	page, err := l.client.Spaces.Search.List(ctx, in.Space, spaces.SearchListOptions{Query: in.Query, Limit: in.Limit})
	if err != nil {
		return nil, false, advise(err, fmt.Sprintf("the space %q", in.Space), callListSpaces)
	}
	return []spaces.SearchedSpace{{ID: in.Space, Pages: page.Items}}, page.NextCursor() != "", nil
}

func resultOf(space spaces.SearchedSpace, found spaces.SearchResult) searchResult {
	result := searchResult{Space: space.ID, SpaceTitle: space.Title, Page: found.ID, Title: found.Title, Path: found.Path, Excerpts: []string{}}
	for _, section := range found.Sections[:min(len(found.Sections), maxExcerpts)] {
		body, rest, _ := truncate(section.Body, 0, maxExcerpt)
		if rest > 0 {
			body += "…"
		}
		result.Excerpts = append(result.Excerpts, section.Title+": "+body)
	}
	return result
}

func (o searchOutput) text() *mcp.CallToolResult {
	var lines []string
	for _, result := range o.Results {
		lines = append(lines, fmt.Sprintf("- %s (%s; space %s, page %s)", result.Title, result.Path, result.Space, result.Page))
		for _, excerpt := range result.Excerpts {
			lines = append(lines, "  "+strings.ReplaceAll(excerpt, "\n", " "))
		}
	}
	return textResult(append(lines, o.Notes...)...)
}

type readInput struct {
	Space  string `json:"space" jsonschema:"the ID of the space"`
	Page   string `json:"page,omitzero" jsonschema:"the ID of the page; set either page or path"`
	Path   string `json:"path,omitzero" jsonschema:"the path of the page in the space, such as guides/first-steps; set either page or path"`
	Offset int    `json:"offset,omitzero" jsonschema:"the number of characters to leave out; next_offset of the previous result continues the page"`
}

type readOutput struct {
	Space      string `json:"space"`
	Page       string `json:"page"`
	Title      string `json:"title"`
	Path       string `json:"path,omitzero"`
	Markdown   string `json:"markdown" jsonschema:"the text from offset on; empty if the page has no text"`
	Characters int    `json:"characters" jsonschema:"the length of the whole text"`
	NextOffset int    `json:"next_offset,omitzero" jsonschema:"pass it as offset for the rest; absent if there is none"`
	Note       string `json:"note,omitzero" jsonschema:"what is left out, and how to get it"`
}

func (l library) readPage(ctx context.Context, _ *mcp.CallToolRequest, in readInput) (*mcp.CallToolResult, readOutput, error) {
	in.Path, _, _ = strings.Cut(strings.Trim(in.Path, "/"), "#") // the section of a page is not part of its path
	var page *spaces.Page
	var err error
	switch {
	case (in.Page == "") == (in.Path == ""):
		return nil, readOutput{}, errors.New("set either page or path; search returns both for each result")
	case in.Page != "":
		page, err = l.client.Spaces.Pages.Get(ctx, in.Space, in.Page,
			spaces.PageGetOptions{Format: richtext.FormatMarkdown, Metadata: new(false)})
	default:
		page, err = l.client.Spaces.Pages.GetByPath(ctx, in.Space, in.Path,
			spaces.PageGetByPathOptions{Format: richtext.FormatMarkdown, Metadata: new(false)})
	}
	if err != nil {
		return nil, readOutput{}, advise(err, fmt.Sprintf("the page %q of the space %q", cmp.Or(in.Page, in.Path), in.Space), callSearch)
	}
	out := readOutput{Space: in.Space, Page: page.ID, Title: page.Title, Path: publishing.Value(page.Path)}
	out.Markdown, out.NextOffset, out.Characters = truncate(publishing.Value(page.Markdown), in.Offset, maxText)
	switch {
	case out.NextOffset > 0:
		out.Note = fmt.Sprintf("The text continues: call read_page again with offset %d. It has %d characters.", out.NextOffset, out.Characters)
	case out.Characters == 0:
		out.Note = fmt.Sprintf("The page has no text. Its type is %q.", page.Type)
	case out.Markdown == "":
		out.Note = fmt.Sprintf("The text has only %d characters: use a smaller offset.", out.Characters)
	}
	if out.Note == "" {
		return textResult(out.Markdown), out, nil
	}
	return textResult(out.Markdown, out.Note), out, nil
}

type askInput struct {
	Question string `json:"question" jsonschema:"a complete question; earlier questions are not known"`
}

type askOutput struct {
	Text      string      `json:"answer" jsonschema:"Markdown"`
	Complete  bool        `json:"complete" jsonschema:"whether the service has confirmed that the text is complete"`
	Note      string      `json:"note,omitzero" jsonschema:"what is missing, and what to do about it"`
	Sources   []askSource `json:"sources" jsonschema:"the pages that the text is based on"`
	Followups []string    `json:"followup_questions"`

	hasMore bool // whether there are more sources
}

type askSource struct {
	Space  string `json:"space" jsonschema:"pass it as space to read_page"`
	Page   string `json:"page" jsonschema:"pass it as page to read_page"`
	Reason string `json:"reason,omitzero" jsonschema:"why the page was used"`
}

func (l library) ask(ctx context.Context, req *mcp.CallToolRequest, in askInput) (*mcp.CallToolResult, askOutput, error) {
	out := askOutput{Sources: []askSource{}, Followups: []string{}}
	var text ask.Text
	var meta publishing.Meta
	var failed error
	messages := 0
	question := orgs.AskQuestion{Question: in.Question}
	options := orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
	for event, err := range l.client.Orgs.Ask.Stream(ctx, l.orgID, question, options, publishing.WithMeta(&meta)) {
		if err != nil {
			failed = err
			break
		}
		text.Add(event)
		out.add(event.Answer)
		messages++
		l.progress(ctx, req, messages, len(text.String()))
	}
	if failed != nil && (text.String() == "" || ctx.Err() != nil) {
		return nil, out, advise(failed, "the organization", checkOrganization)
	}

	var rest int
	out.Text, rest, _ = truncate(text.String(), 0, maxText)
	switch {
	case failed != nil:
		out.Note = fmt.Sprintf("The text is incomplete, since the stream was interrupted: %v. Read the sources, or ask again.", failed)
	case meta.Mismatch != nil:
		out.Note = "Parts of the text may be missing, since a message of the service could not be decoded. Verify it with the sources."
	case rest > 0:
		out.Note = fmt.Sprintf("The text is longer than %d characters. For the rest, ask a narrower question or read the sources.", maxText)
	case !meta.Done:
		out.Note = "The text may be incomplete, since the service did not announce its end. Verify it with the sources."
	case out.hasMore:
		out.Note = fmt.Sprintf("The text is based on more than %d pages. For the others, ask a narrower question.", maxSources)
	case out.Text == "":
		out.Note = "The service has no text for this question. Call search instead."
	}
	out.Complete = failed == nil && meta.Mismatch == nil && rest == 0 && meta.Done
	return out.text(), out, nil
}

// add adds the sources and the questions of a message, which are complete in the last one that has
// any.
func (o *askOutput) add(message *ask.Answer) {
	if message == nil {
		return
	}
	if len(message.Sources) > 0 {
		o.Sources = []askSource{}
		known := map[askSource]bool{}
		for _, source := range message.Sources {
			page := askSource{Space: source.Space, Page: source.Page}
			if source.Type != ask.SourceTypePage || known[page] {
				continue
			}
			if o.hasMore = len(known) == maxSources; o.hasMore {
				break
			}
			known[page] = true
			page.Reason = publishing.Value(source.Reason)
			o.Sources = append(o.Sources, page)
		}
	}
	if len(message.FollowupQuestions) > 0 {
		o.Followups = message.FollowupQuestions
	}
}

// progress notifies an assistant that has asked for it. A notification that fails is no reason to
// discard the text.
func (l library) progress(ctx context.Context, req *mcp.CallToolRequest, messages, length int) {
	if token := req.Params.GetProgressToken(); token != nil {
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(messages), Message: fmt.Sprintf("received %d bytes of text", length),
		})
	}
}

func (o askOutput) text() *mcp.CallToolResult {
	lines := []string{o.Text}
	if o.Note != "" {
		lines = append(lines, "", o.Note)
	}
	if len(o.Sources) > 0 {
		lines = append(lines, "", "Sources:")
	}
	for _, source := range o.Sources {
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf("- space %s, page %s: %s", source.Space, source.Page, source.Reason), ": "))
	}
	return textResult(lines...)
}
