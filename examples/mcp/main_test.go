package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMain(m *testing.M) {
	proxytest.RunMain(main)
	goleak.VerifyTestMain(m)
}

// A desk is an assistant that is connected to a server with the content of the demo.
type desk struct {
	*publishingtest.Server

	t       *testing.T
	demo    publishingtest.Demo
	session *mcp.ClientSession
	notes   chan *mcp.ProgressNotificationParams
}

func newDesk(t *testing.T, opts ...publishingtest.Option) *desk {
	t.Helper()
	server := publishingtest.NewServer(t, opts...)
	demo := server.SeedDemo()
	return newDeskOn(t, server, demo, server.Client())
}

func newDeskOn(t *testing.T, server *publishingtest.Server, demo publishingtest.Demo, client *publishing.Client) *desk {
	t.Helper()
	d := &desk{Server: server, t: t, demo: demo, notes: make(chan *mcp.ProgressNotificationParams, 100)}
	ours, theirs := mcp.NewInMemoryTransports()
	serving, err := newServer(client, demo.Organization, slog.New(slog.DiscardHandler)).Connect(t.Context(), ours, nil)
	require.NoError(t, err)
	assistant := mcp.NewClient(&mcp.Implementation{Name: "assistant"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) { d.notes <- req.Params },
	})
	d.session, err = assistant.Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, d.session.Close())
		_ = serving.Wait()
	})
	return d
}

type arguments map[string]any

// call calls a tool, which must not fail, decodes its structured output into out and returns its
// text.
func (d *desk) call(tool string, in arguments, out any) string {
	d.t.Helper()
	result, err := d.session.CallTool(d.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: in})
	require.NoError(d.t, err)
	require.False(d.t, result.IsError, textOf(result))
	encoded, err := json.Marshal(result.StructuredContent)
	require.NoError(d.t, err)
	require.NoError(d.t, json.Unmarshal(encoded, out))
	return textOf(result)
}

// fail calls a tool, which must return an error, and returns its text.
func (d *desk) fail(tool string, in arguments) string {
	d.t.Helper()
	result, err := d.session.CallTool(d.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: in})
	require.NoError(d.t, err, "an error of a tool is no error of the protocol")
	require.True(d.t, result.IsError, textOf(result))
	return textOf(result)
}

func textOf(result *mcp.CallToolResult) string {
	var b strings.Builder
	for _, content := range result.Content {
		b.WriteString(content.(*mcp.TextContent).Text)
	}
	return b.String()
}

func TestToolsAreListedWithSchemas(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	list, err := d.session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	inputs := map[string][]string{}
	for _, tool := range list.Tools {
		require.NotEmpty(t, tool.Description, tool.Name)
		require.True(t, tool.Annotations.ReadOnlyHint, tool.Name)
		require.Equal(t, tool.Name != "ask", tool.Annotations.IdempotentHint, tool.Name)
		require.Equal(t, new(false), tool.Annotations.OpenWorldHint, tool.Name)
		require.NotEmpty(t, tool.OutputSchema.(map[string]any)["properties"], tool.Name)
		schema := tool.InputSchema.(map[string]any)
		for name, property := range schema["properties"].(map[string]any) {
			require.NotEmpty(t, property.(map[string]any)["description"], "%s of %s", name, tool.Name)
			inputs[tool.Name] = append(inputs[tool.Name], name)
		}
		slices.Sort(inputs[tool.Name])
	}
	require.Equal(t, map[string][]string{
		"list_spaces": {"cursor", "limit"},
		"search":      {"limit", "query", "space"},
		"read_page":   {"offset", "page", "path", "space"},
		"ask":         {"question"},
	}, inputs)
	require.Contains(t, d.session.InitializeResult().Instructions, "call search and then read_page")
}

func TestSpacesAreListedPageByPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var first, second listOutput
	text := d.call("list_spaces", arguments{"limit": 2}, &first)
	require.Contains(t, text, "- Guides (space "+d.demo.Spaces[0]+")")
	require.Contains(t, text, "There are more spaces: call list_spaces with cursor")
	require.NotEmpty(t, first.NextCursor)
	text = d.call("list_spaces", arguments{"limit": 2, "cursor": first.NextCursor}, &second)
	require.NotContains(t, text, "more spaces")
	var ids []string
	for _, space := range slices.Concat(first.Spaces, second.Spaces) {
		ids = append(ids, space.ID)
	}
	require.Equal(t, d.demo.Spaces, ids)
	require.Empty(t, second.NextCursor)

	var all listOutput
	d.call("list_spaces", nil, &all) // arguments that are null
	require.Len(t, all.Spaces, 3)
	require.Equal(t, "50", d.Calls.All("Spaces.List")[2].Query.Get("limit"))
}

func TestResultsOfASearchCanBeRead(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, in := range []arguments{{"query": "inactive link"}, {"query": "inactive link", "space": d.demo.Spaces[0]}} {
		var found searchOutput
		text := d.call("search", in, &found)
		require.Len(t, found.Results, 1)
		result := found.Results[0]
		require.Equal(t, "publishing/share-links", result.Path)
		require.Equal(t, []string{"Switch a share link off: An inactive link leads nowhere. Switch it on again at any time, or delete it for good."}, result.Excerpts)
		require.Contains(t, text, "- Share links (publishing/share-links; space "+result.Space+", page "+result.Page+")\n  "+result.Excerpts[0])

		var byID, byPath readOutput
		read := d.call("read_page", arguments{"space": result.Space, "page": result.Page}, &byID)
		d.call("read_page", arguments{"space": result.Space, "path": "/" + result.Path + "#section"}, &byPath)
		require.Equal(t, byID, byPath)
		require.Equal(t, read, byID.Markdown, "the text is the Markdown of the page")
		require.Contains(t, byID.Markdown, "# Switch a share link off\n")
		require.Equal(t, len([]rune(byID.Markdown)), byID.Characters)
		require.Zero(t, byID.NextOffset)
	}
}

// manySpaces adds an organization with n spaces, each with the given pages, and returns its ID.
func manySpaces(server *publishingtest.Server, n int, pages ...publishingtest.Page) string {
	org := server.Orgs.Add(orgs.Organization{Title: "Large"})
	for i := range n {
		server.Spaces.Add(org.ID, spaces.Space{Title: fmt.Sprintf("Space %d", i)}, pages...)
	}
	return org.ID
}

func TestSearchBringsTheFirstResultOfEachSpaceFirst(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := manySpaces(server, 3, publishingtest.Page{Title: "Token one"}, publishingtest.Page{Title: "Token two"})
	d := newDeskOn(t, server, publishingtest.Demo{Organization: org}, server.Client())
	var found searchOutput
	d.call("search", arguments{"query": "token", "limit": 4}, &found)
	var titles []string
	for _, result := range found.Results {
		titles = append(titles, result.SpaceTitle+": "+result.Title)
	}
	require.Equal(t, []string{"Space 0: Token one", "Space 1: Token one", "Space 2: Token one", "Space 0: Token two"}, titles)
	require.Equal(t, []string{"More pages match. Use more specific words, search one space, or set limit up to 50."}, found.Notes)

	d.call("search", arguments{"query": "token", "limit": 6}, &found)
	require.Len(t, found.Results, 6)
	require.Empty(t, found.Notes, "nothing is left out")

	d.call("search", arguments{"query": "token", "limit": 1, "space": found.Results[0].Space}, &found)
	require.Len(t, found.Results, 1)
	require.Len(t, found.Notes, 1, "the second page of the space is left out")
}

func TestSearchOfAllSpacesIsOneCall(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := manySpaces(server, 30, publishingtest.Page{Title: "Other"}, publishingtest.Page{Title: "Token"})
	d := newDeskOn(t, server, publishingtest.Demo{Organization: org}, server.Client())
	var found searchOutput
	d.call("search", arguments{"query": "token"}, &found)
	require.Len(t, found.Results, 10)
	require.Len(t, found.Notes, 1, "spaces are left out")
	d.call("search", arguments{"query": "token", "limit": 30}, &found)
	require.Len(t, found.Results, 30)
	require.Empty(t, found.Notes)
	require.Equal(t, "No page matches. Use fewer or other words.", d.call("search", arguments{"query": "nothing"}, &found))
	require.Equal(t, 3, server.Calls.Count("Orgs.Search.List"))
	require.Zero(t, server.Calls.Count("Spaces.Search.List"))
}

func TestExcerptsAreShortened(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	sections := slices.Repeat([]publishingtest.Section{{Title: "Token", Body: strings.Repeat("ä", maxExcerpt+1)}}, maxExcerpts+1)
	org := manySpaces(server, 1, publishingtest.Page{Title: "Long", Sections: sections})
	d := newDeskOn(t, server, publishingtest.Demo{Organization: org}, server.Client())
	var found searchOutput
	d.call("search", arguments{"query": "token"}, &found)
	require.Equal(t, slices.Repeat([]string{"Token: " + strings.Repeat("ä", maxExcerpt) + "…"}, maxExcerpts), found.Results[0].Excerpts)
}

func TestLongPageIsReadInParts(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	body := strings.Repeat("Ä word. ", maxText/4)
	org := server.Orgs.Add(orgs.Organization{Title: "Long"})
	space := server.Spaces.Add(org.ID, spaces.Space{Title: "Long"}, publishingtest.Page{ID: "long", Title: "Long", Sections: []publishingtest.Section{{Title: "All", Body: body}}})
	d := newDeskOn(t, server, publishingtest.Demo{Organization: org.ID}, server.Client())
	var whole strings.Builder
	in := arguments{"space": space.ID, "page": "long"}
	for range 10 {
		var part readOutput
		text := d.call("read_page", in, &part)
		require.LessOrEqual(t, len([]rune(part.Markdown)), maxText)
		whole.WriteString(part.Markdown)
		if part.NextOffset == 0 {
			break
		}
		require.Contains(t, text, fmt.Sprintf("The text continues: call read_page again with offset %d.", part.NextOffset))
		in["offset"] = part.NextOffset
	}
	require.Contains(t, whole.String(), strings.TrimSpace(body))

	var beyond readOutput
	in["offset"] = 1_000_000
	require.Contains(t, d.call("read_page", in, &beyond), "use a smaller offset")
}

func TestPageWithoutTextSaysSo(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	space := server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"}, publishingtest.Page{ID: "group", Title: "Group", Type: spaces.PageTypeGroup})
	d := newDeskOn(t, server, publishingtest.Demo{Organization: org.ID}, server.Client())
	var out readOutput
	require.Contains(t, d.call("read_page", arguments{"space": space.ID, "page": "group"}, &out), `The page has no text. Its type is "group".`)
}

func TestAskReturnsTheTextWithItsSources(t *testing.T) {
	t.Parallel()
	for _, mode := range []ask.TextMode{ask.TextModeCumulative, ask.TextModeDelta} {
		d := newDesk(t, publishingtest.WithTextMode(mode))
		var out askOutput
		text := d.call("ask", arguments{"question": "How do I make share links?"}, &out)
		require.True(t, out.Complete)
		require.Empty(t, out.Note)
		require.Equal(t, 1, strings.Count(out.Text, "A share link shows a site to whoever has it."))
		require.NotEmpty(t, out.Followups)
		require.NotEmpty(t, out.Sources)
		require.Contains(t, text, out.Text+"\n\nSources:\n- space "+out.Sources[0].Space+", page "+out.Sources[0].Page+": The page mentions ")
		for _, source := range out.Sources {
			var page readOutput
			d.call("read_page", arguments{"space": source.Space, "page": source.Page}, &page)
			require.NotEmpty(t, page.Markdown)
		}
	}
}

// message is a message of a stream, with a source if page is not "".
func message(markdown, page string) publishingtest.Step {
	sources := ""
	if page != "" {
		sources = `{"type":"page","space":"space","page":"` + page + `","revision":"r","sections":[]}`
	}
	return publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":"`+markdown+`"},"followupQuestions":[],"sources":[`+sources+`]}}`)
}

func TestAskSaysThatTheTextIsIncomplete(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxText+1)
	for name, c := range map[string]struct {
		script []publishingtest.Step
		text   string
		note   string
	}{
		"interrupted":    {[]publishingtest.Step{message("Press", "one"), publishingtest.Interrupt()}, "Press", "The text is incomplete, since the stream was interrupted: "},
		"not announced":  {[]publishingtest.Step{message("Press", "one")}, "Press", "The text may be incomplete, since the service did not announce its end."},
		"ended in error": {[]publishingtest.Step{message("Press", "one"), publishingtest.Event("error", `{"error":{"code":500,"message":"out of ink"}}`)}, "Press", "out of ink"},
		"not decoded": {
			[]publishingtest.Step{
				message("Do not", "one"),
				publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":["press Delete."]}}}`),
				publishingtest.Event("done", ""),
			},
			"Do not", "Parts of the text may be missing, since a message of the service could not be decoded.",
		},
		"too long":        {[]publishingtest.Step{message(long, "one"), publishingtest.Event("done", "")}, long[:maxText], "The text is longer than 20000 characters."},
		"nothing to read": {[]publishingtest.Step{message("", "one"), publishingtest.Event("done", "")}, "", "Call search instead."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.Streams.Script("Orgs.Ask.Stream", c.script...)
			var out askOutput
			text := d.call("ask", arguments{"question": "How?"}, &out)
			require.Equal(t, c.text, out.Text)
			require.Equal(t, name == "nothing to read", out.Complete)
			require.Contains(t, out.Note, c.note)
			require.Contains(t, text, out.Note)
			require.Equal(t, []askSource{{Space: "space", Page: "one"}}, out.Sources)
			require.Equal(t, 1, d.Calls.Count("Orgs.Ask.Stream"), "a question is asked once")
		})
	}
}

func TestSourcesAreListedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	twice := `{"type":"page","space":"s","page":"p","revision":"r","sections":[]},{"type":"page","space":"s","page":"p","revision":"r","sections":[]},{"type":"moon"}`
	d.Streams.Script("Orgs.Ask.Stream",
		publishingtest.Event("", `{"type":"thinking"}`),
		publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":"Yes."},"sources":[`+twice+`]}}`),
		publishingtest.Event("done", ""))
	var out askOutput
	d.call("ask", arguments{"question": "Is it?"}, &out)
	require.Equal(t, []askSource{{Space: "s", Page: "p"}}, out.Sources)
}

func TestMoreSourcesThanTheLimitAreMentioned(t *testing.T) {
	t.Parallel()
	for count, note := range map[int]string{maxSources: "", maxSources + 1: "The text is based on more than 20 pages."} {
		var pages []string
		for i := range count {
			pages = append(pages, fmt.Sprintf(`{"type":"page","space":"s","page":"p%d","revision":"r","sections":[]}`, i))
		}
		d := newDesk(t)
		d.Streams.Script("Orgs.Ask.Stream",
			publishingtest.Event("", `{"type":"answer","answer":{"answer":{"markdown":"Yes."},"followupQuestions":[],"sources":[`+strings.Join(pages, ",")+`]}}`),
			publishingtest.Event("done", ""))
		var out askOutput
		d.call("ask", arguments{"question": "Is it?"}, &out)
		require.Len(t, out.Sources, maxSources)
		require.True(t, out.Complete)
		require.Equal(t, note == "", out.Note == "")
		require.Contains(t, out.Note, note)
	}
}

func TestProgressIsReportedToAnAssistantThatAsksForIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Streams.Script("Orgs.Ask.Stream", message("Press", ""), message("Press it", ""), publishingtest.Event("done", ""))
	params := &mcp.CallToolParams{Name: "ask", Arguments: arguments{"question": "How?"}}
	params.SetProgressToken("token")
	_, err := d.session.CallTool(t.Context(), params)
	require.NoError(t, err)
	for i, want := range []string{"received 5 bytes of text", "received 8 bytes of text"} {
		note := <-d.notes
		require.Equal(t, want, note.Message)
		require.Equal(t, float64(i+1), note.Progress) //nolint:testifylint // it is a whole number
		require.Equal(t, "token", note.ProgressToken)
	}

	var out askOutput
	d.call("ask", arguments{"question": "How?"}, &out)
	require.Empty(t, d.notes, "without a token, there are no notifications")
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for name, c := range map[string]struct {
		tool string
		in   arguments
		want string
	}{
		"unknown space in a search": {"search", arguments{"query": "x", "space": "nowhere"}, `the space "nowhere" does not exist, or the token may not read it; call list_spaces for those it may read`},
		"unknown space of a page":   {"read_page", arguments{"space": "nowhere", "page": "p"}, `the page "p" of the space "nowhere" does not exist, or the token may not read it; call search for pages that exist, or list_spaces for spaces`},
		"unknown page":              {"read_page", arguments{"space": d.demo.Spaces[0], "page": "p"}, `the page "p" of the space`},
		"unknown path":              {"read_page", arguments{"space": d.demo.Spaces[0], "path": "p/q"}, `the page "p/q" of the space`},
		"page and path":             {"read_page", arguments{"space": "s", "page": "p", "path": "p"}, "set either page or path; search returns both for each result"},
		"neither page nor path":     {"read_page", arguments{"space": "s"}, "set either page or path"},
		"invalid ID":                {"read_page", arguments{"space": "..", "page": "p"}, "the input is invalid; correct it and call the tool again: "},
		"a cursor of nobody":        {"list_spaces", arguments{"cursor": "nonsense"}, "the input is invalid; correct it and call the tool again: "},
		"limit of nothing":          {"search", arguments{"query": "x", "limit": 0}, "minimum"},
		"limit of too much":         {"list_spaces", arguments{"limit": maxListed + 1}, "maximum"},
		"empty query":               {"search", arguments{"query": ""}, "minLength"},
		"no question":               {"ask", arguments{}, `"question"`},
		"a number as a question":    {"ask", arguments{"question": 1}, "type"},
		"unknown argument":          {"ask", arguments{"question": "How?", "mood": "good"}, `"mood"`},
	} {
		require.Contains(t, d.fail(c.tool, c.in), c.want, name)
	}
}

func TestErrorsOfTheServiceSayWhatToDoAndContainNoToken(t *testing.T) {
	t.Parallel()
	const token = "very-secret-token"
	echo := publishingtest.Status(http.StatusInternalServerError).Body("application/json", `{"error":{"code":500,"message":"no luck with `+token+`"}}`)
	for name, c := range map[string]struct {
		fault publishingtest.Fault
		want  string
	}{
		"forbidden":           {publishingtest.Status(http.StatusForbidden), "does not exist, or the token may not read it; "},
		"unauthorized":        {publishingtest.Status(http.StatusUnauthorized), "the service rejected the token; do not repeat the call, but ask the user to set PUBLISHING_TOKEN"},
		"rate limited":        {publishingtest.Status(http.StatusTooManyRequests).Header("Retry-After", "120"), "the service accepts no more calls for now; wait 2m0s before you repeat the call"},
		"failing":             {echo, "the service failed; repeat the call once, and if it fails again, tell the user: "},
		"closing connections": {publishingtest.HangUp(), "the service failed; repeat the call once"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, publishingtest.WithToken(token))
			for operation, call := range map[string]struct {
				tool string
				in   arguments
			}{
				"Spaces.List":        {"list_spaces", arguments{}},
				"Orgs.Search.List":   {"search", arguments{"query": "x"}},
				"Spaces.Search.List": {"search", arguments{"query": "x", "space": d.demo.Spaces[0]}},
				"Spaces.Pages.Get":   {"read_page", arguments{"space": d.demo.Spaces[0], "page": "p"}},
				"Orgs.Ask.Stream":    {"ask", arguments{"question": "How?"}},
			} {
				d.Faults.Add(operation, 3, c.fault)
				text := d.fail(call.tool, call.in)
				require.Contains(t, text, c.want, operation)
				require.NotContains(t, text, token, operation)
			}
		})
	}
}

func TestUnknownToolIsAnErrorOfTheProtocol(t *testing.T) {
	t.Parallel()
	_, err := newDesk(t).session.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_everything"})
	var failed *jsonrpc.Error
	require.ErrorAs(t, err, &failed)
}

func TestCancelledCallCancelsTheRequest(t *testing.T) {
	t.Parallel()
	for operation, call := range map[string]struct {
		tool string
		in   arguments
	}{
		"Spaces.List":        {"list_spaces", arguments{}},
		"Orgs.Search.List":   {"search", arguments{"query": "x"}},
		"Spaces.Search.List": {"search", arguments{"query": "x", "space": "space_1"}},
		"Spaces.Pages.Get":   {"read_page", arguments{"space": "space_1", "page": "p"}},
		"Orgs.Ask.Stream":    {"ask", arguments{"question": "How?"}},
	} {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			ctx, cancel := context.WithCancel(t.Context())
			canceled := make(chan struct{}, 10)
			d.Faults.Delay(operation, func(upstream context.Context) {
				cancel()
				<-upstream.Done()
				canceled <- struct{}{}
			})
			_, err := d.session.CallTool(ctx, &mcp.CallToolParams{Name: call.tool, Arguments: call.in})
			require.ErrorIs(t, err, context.Canceled)
			<-canceled
		})
	}
}

func TestProgramSpeaksOnlyTheProtocolOnStandardOutput(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	server.Faults.Add("Spaces.List", 1, publishingtest.Status(http.StatusServiceUnavailable)) // the retry is logged
	command := proxytest.Command(t)
	command.Env = append(command.Env, publishing.EnvBaseURL+"="+server.URL(), publishing.EnvToken+"="+server.Token(), service.EnvOrganization+"="+demo.Organization)
	var notes strings.Builder
	command.Stderr = &notes
	session, err := mcp.NewClient(&mcp.Implementation{Name: "assistant"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	require.NoError(t, err, "whatever is not the protocol would end the session")
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_spaces"})
	require.NoError(t, err)
	require.Contains(t, textOf(result), "- Guides (space "+demo.Spaces[0]+")")
	require.NoError(t, session.Close(), "the program ends with status 0 when its input ends")
	require.Contains(t, notes.String(), "retry")
	require.NotContains(t, notes.String(), server.Token())
}

func TestServerRunsOnTheInMemoryServer(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	ours, theirs := mcp.NewInMemoryTransports()
	var notes strings.Builder
	ended := make(chan error, 1)
	go func() { ended <- run(t.Context(), &notes, ours) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "assistant"}, nil).Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "search", Arguments: arguments{"query": "publish"}})
	require.NoError(t, err)
	require.Contains(t, textOf(result), "Publishing")
	require.NoError(t, session.Close())
	require.NoError(t, <-ended)
	require.Contains(t, notes.String(), "Using the in-memory server.\n")
}

// started runs the program, and returns the session of an assistant and the result of the program.
func started(ctx context.Context, t *testing.T) (*mcp.ClientSession, <-chan error) {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, io.Discard, ours) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "assistant"}, nil).Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	return session, ended
}

func TestServerEndsWithoutAnErrorWhenInterrupted(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "")
	t.Setenv(publishing.EnvToken, "")
	t.Setenv(service.EnvOrganization, "")
	ctx, interrupt := context.WithCancel(t.Context())
	session, ended := started(ctx, t)
	interrupt()
	require.NoError(t, <-ended)
	_ = session.Close()
}

func TestInterruptEndsACall(t *testing.T) {
	server := publishingtest.NewServer(t)
	demo := server.SeedDemo()
	t.Setenv(publishing.EnvBaseURL, server.URL())
	t.Setenv(publishing.EnvToken, server.Token())
	t.Setenv(service.EnvOrganization, demo.Organization)
	ctx, interrupt := context.WithCancel(t.Context())
	server.Faults.Delay("Orgs.Ask.Stream", func(upstream context.Context) {
		interrupt()
		<-upstream.Done()
	})
	session, ended := started(ctx, t)
	_, _ = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: arguments{"question": "How?"}})
	require.NoError(t, <-ended)
	_ = session.Close()
}

func TestServerNeedsAnOrganization(t *testing.T) {
	t.Setenv(publishing.EnvBaseURL, "https://api.example.com")
	t.Setenv(publishing.EnvToken, "token")
	t.Setenv(service.EnvOrganization, "")
	require.ErrorContains(t, run(t.Context(), io.Discard, nil), "PUBLISHING_ORGANIZATION is not set")
}
