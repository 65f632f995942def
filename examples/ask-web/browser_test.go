//go:build browser

package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

var pictures = flag.String("pictures", "", "directory for pictures of the page, none if empty")

// browser returns the path of Chromium or Chrome.
func browser(t *testing.T) string {
	t.Helper()
	names := []string{os.Getenv("CHROME"), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	t.Fatalf("want Chromium or Chrome: $CHROME, or one of %q in the path", names[1:])
	return ""
}

// A tab is the page in a browser.
type tab struct {
	t        *testing.T
	ctx      context.Context // ends if the browser reports an error that is not expected
	fail     context.CancelFunc
	expected []string

	mu     sync.Mutex
	errors []string
}

// visit opens the page in a new browser. The test fails if the console of the browser shows
// anything, such as a violation of the policy, except what contains an expected text.
func visit(t *testing.T, url string, expected ...string) *tab {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1000, 800),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, stop := chromedp.NewContext(context.WithoutCancel(t.Context()), chromedp.WithAllocatorOptions(options...))
	on := &tab{t: t, expected: expected}
	on.ctx, on.fail = context.WithCancel(ctx)
	t.Cleanup(func() {
		err := chromedp.Cancel(ctx)
		stop()
		require.Empty(t, slices.DeleteFunc(on.reported(), on.isExpected), "errors in the browser")
		require.NoError(t, err)
	})
	require.NoError(t, chromedp.Listen(ctx, on.listen))
	on.do(chromedp.Navigate(url))
	return on
}

// listen keeps what the console shows.
func (on *tab) listen(event any) {
	var text string
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		text = event.ExceptionDetails.Text
		if thrown := event.ExceptionDetails.Exception; thrown != nil {
			text += " " + thrown.Description
		}
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprint(event.Type, event.Args)
	case *log.EventEntryAdded:
		text = event.Entry.Text
	default:
		return
	}
	on.mu.Lock()
	defer on.mu.Unlock()
	on.errors = append(on.errors, text)
	if !on.isExpected(text) {
		on.fail()
	}
}

func (on *tab) isExpected(text string) bool {
	return slices.ContainsFunc(on.expected, func(part string) bool { return strings.Contains(text, part) })
}

// reported returns what the console has shown.
func (on *tab) reported() []string {
	on.mu.Lock()
	defer on.mu.Unlock()
	return slices.Clone(on.errors)
}

func (on *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	on.t.Helper()
	require.NoError(on.t, chromedp.Do(on.ctx, actions...))
}

// value returns the value of an expression as text.
func (on *tab) value(expression string) string {
	on.t.Helper()
	value, err := chromedp.Run(on.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	require.NoError(on.t, err)
	return value
}

// until waits until the page changes so that a condition holds.
func (on *tab) until(condition string) {
	on.t.Helper()
	// The focus changes without a mutation, and in a tab in the background without an event.
	const wait = `new Promise((resolve) => {
		const check = () => { if (%s) { observer.disconnect(); clearInterval(timer); resolve(true); } };
		const observer = new MutationObserver(check);
		const timer = setInterval(check, 50);
		observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
		check();
	})`
	on.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(wait, condition), chromedp.EvalAwaitPromise))
}

// untilText waits until an element that is shown contains a text.
func (on *tab) untilText(selector, text string) {
	on.t.Helper()
	on.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && e.innerText.includes(%q))`, selector, text))
}

// untilEnded waits until the page shows that an answer has ended, complete or not.
func (on *tab) untilEnded() {
	on.t.Helper()
	on.until(`!document.getElementById("article").hidden && document.getElementById("progress").hidden`)
}

// shown returns the text of an element, "" if it is hidden.
func (on *tab) shown(id string) string {
	on.t.Helper()
	return on.value(fmt.Sprintf(`(e => e.checkVisibility() ? e.innerText : "")(document.getElementById(%q))`, id))
}

func (on *tab) press(keys string) {
	on.t.Helper()
	on.do(chromedp.KeyEvent(keys))
}

// click clicks the button with a text.
func (on *tab) click(text string) {
	on.t.Helper()
	on.do(chromedp.Click(fmt.Sprintf(`//button[normalize-space()='%s']`, text), chromedp.NodeVisible))
}

// ask types a question. The field has the focus when the page opens.
func (on *tab) ask(question string) {
	on.t.Helper()
	on.until(`document.activeElement.id === "question"`)
	on.press(question + kb.Enter)
}

// announced returns what a screen reader has been given to read.
func (on *tab) announced() string {
	on.t.Helper()
	return on.value(`[...document.querySelectorAll("#log p")].map((e) => e.textContent).join(" ")`)
}

// focused returns the text of the element that has the focus.
func (on *tab) focused() string {
	on.t.Helper()
	return on.value("document.activeElement.innerText")
}

func (on *tab) prefers(feature, value string) {
	on.t.Helper()
	_, err := chromedp.Call(on.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: feature, Value: value}}})
	require.NoError(on.t, err)
}

func TestAnswerGrowsWhileItStreams(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	on := visit(t, open(t, service, 1).url)
	written := make(chan struct{})
	service.Streams.Script("Orgs.Ask.Stream", message("First."), message("First.\n\nThen"), publishingtest.Wait(publishingtest.Until(written)),
		message("First.\n\nThen **the rest**."), done)
	on.ask("How?")
	on.untilText("#answer", "Then")
	require.Equal(t, "Answering", on.shown("state"))
	require.Equal(t, "true", on.value(`document.getElementById("answer").getAttribute("aria-busy")`))
	require.Equal(t, "Answering. First.", on.announced(), "a paragraph is announced when it is complete")
	on.value(`window.kept = document.getElementById("answer").firstChild`)
	close(written) // the service sends the rest only now
	on.untilEnded()
	require.Equal(t, "First.\n\nThen the rest.", on.shown("answer"))
	require.Equal(t, "true", on.value(`window.kept === document.getElementById("answer").firstChild`), "a paragraph that has not changed stays")
	require.Equal(t, "false", on.value(`document.getElementById("answer").hasAttribute("aria-busy")`))
	require.Empty(t, on.shown("notice"))
	require.Equal(t, "Answering. First. Then the rest. The answer is complete. It has 0 sources.", on.announced())
}

func TestStopButtonStopsTheCall(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(*tab){
		"the button": func(on *tab) { on.click("Stop") },
		"Escape":     func(on *tab) { on.press(kb.Escape) },
		"leaving":    func(on *tab) { on.do(chromedp.Navigate("about:blank")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := publishingtest.NewServer(t)
			on := visit(t, open(t, service, 1).url)
			gate, closed := gone()
			service.Streams.Script("Orgs.Ask.Stream", message("Half a"), publishingtest.Wait(gate))
			on.ask("How?")
			on.untilText("#answer", "Half a")
			stop(on)
			<-closed
			if name == "leaving" {
				return
			}
			on.untilEnded()
			require.Contains(t, on.shown("notice"), "This answer is incomplete.\nYou stopped it.")
			require.Equal(t, "Half a", on.shown("answer"))
			require.Empty(t, on.shown("stop"))
			if name == "the button" {
				require.Equal(t, "Ask again", on.focused(), "the button that had the focus is gone")
			}
		})
	}
}

func TestAnswerWithoutItsEndIsShownAsIncomplete(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps []publishingtest.Step
		want  string
	}{
		"the end is not announced": {[]publishingtest.Step{message("Half a")}, "This answer is incomplete.\nThe service ended the stream early."},
		"a failure":                {[]publishingtest.Step{message("Half a"), publishingtest.Event("error", "{}")}, "This answer is incomplete.\nThe call to the service failed."},
		"a failure at the start":   {[]publishingtest.Step{publishingtest.Event("error", "{}")}, "There is no answer.\nThe call to the service failed."},
		"no text":                  {[]publishingtest.Step{done}, "There is no answer.\nThe service has no answer to this question."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := publishingtest.NewServer(t)
			on := visit(t, open(t, service, 1).url)
			service.Streams.Script("Orgs.Ask.Stream", test.steps...)
			service.Streams.Script("Orgs.Ask.Stream", message("The whole."), done)
			on.ask("How?")
			on.untilEnded()
			require.Contains(t, on.shown("notice"), test.want)
			require.Contains(t, on.announced(), strings.ReplaceAll(test.want, "\n", " "))
			require.NotContains(t, on.announced(), "complete. It has")
			on.click("Ask again")
			on.untilEnded()
			require.Equal(t, "The whole.", on.shown("answer"))
			require.Empty(t, on.shown("notice"))
			calls := service.Calls.All("Orgs.Ask.Stream")
			require.Len(t, calls, 2)
			require.Equal(t, "How?", calls[1].Query.Get("query"))
		})
	}
}

func TestConnectionLostOnTheWayToTheBrowser(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(http.ResponseWriter){
		"a connection that fails": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"a response that ends":    func(http.ResponseWriter) {},
		"an event that is not whole": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, "event: done\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := make(chan struct{})
			mux := http.NewServeMux()
			mux.HandleFunc("GET /", servePage)
			mux.HandleFunc("POST /questions", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "[]") })
			mux.HandleFunc("POST /ask", func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // otherwise the connection is reset, and the event may be lost
				_, _ = io.WriteString(w, "event: append\ndata: \"Half a\"\n\n")
				_ = http.NewResponseController(w).Flush()
				<-shown
				lose(w)
			})
			web := httptest.NewServer(mux)
			t.Cleanup(web.Close)
			on := visit(t, web.URL, "ERR_INCOMPLETE_CHUNKED_ENCODING")
			on.ask("How?")
			on.untilText("#answer", "Half a")
			close(shown)
			on.untilEnded()
			require.Contains(t, on.shown("notice"), "This answer is incomplete.\nThe connection was lost.")
			require.Equal(t, "Half a", on.shown("answer"))
		})
	}
}

func TestLimitIsShown(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	s := open(t, service, 1)
	on := visit(t, s.url, "503")
	on.untilText("#beginning", "Publishing")
	gate, closed := gone()
	service.Streams.Script("Orgs.Ask.Stream", message("Half a"), publishingtest.Wait(gate))
	ctx, leave := context.WithCancel(t.Context())
	require.Equal(t, "event: append\n", s.ask(ctx, t).line(t))
	on.ask("How?")
	on.untilEnded()
	require.Contains(t, on.shown("notice"), "There is no answer.\nToo many questions are being answered. Ask again in 5 seconds.")
	leave()
	<-closed
}

func TestQuestionsAreAskedByKeyboardAlone(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	on := visit(t, open(t, service, 1).url)
	on.untilText("#beginning", "Share links")
	on.ask("Share links?")
	on.untilEnded()
	require.Contains(t, on.shown("followups"), "Custom domains")
	require.Equal(t, "Share links?", on.focused(), "the question has the focus, and the answer follows")
	require.Equal(t, "3px", on.value(`/-15px 0px 0px 0px$/.test(getComputedStyle(document.activeElement).boxShadow) ? "3px" : ""`), "the focus is visible")
	var passed []string
	for range 3 {
		on.press(kb.Tab)
		passed = append(passed, on.focused())
		require.NotEqual(t, "none", on.value("getComputedStyle(document.activeElement).outlineStyle"), "the focus is visible")
	}
	require.Equal(t, []string{"Publishing\n(opens in a new tab)", "Share links\n(opens in a new tab)", `What does "Getting started" say?`}, passed)
	on.press(kb.Enter)
	on.untilEnded()
	require.Contains(t, on.shown("answer"), "A space holds pages and files.")
	require.Equal(t, `What does "Getting started" say?`, on.focused())
	var asked []string
	for _, call := range service.Calls.All("Orgs.Ask.Stream") {
		asked = append(asked, call.Query.Get("query"))
	}
	require.Equal(t, []string{"Share links?", `What does "Getting started" say?`}, asked)
}

func TestSameQuestionIsNotAskedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	on := visit(t, open(t, service, 2).url)
	gate, closed := gone()
	service.Streams.Script("Orgs.Ask.Stream", message("Half a"), publishingtest.Wait(gate))
	service.Streams.Script("Orgs.Ask.Stream", message("Another."), done)
	on.ask("How?")
	on.untilText("#answer", "Half a")
	on.do(chromedp.Focus(chromedp.CSS("#question")))
	on.press("How?" + kb.Enter)
	require.Equal(t, 1, service.Calls.Count("Orgs.Ask.Stream"))
	on.press(" Why?" + kb.Enter) // another question ends the first call
	<-closed
	on.untilText("#answer", "Another.")
	require.Equal(t, "How? Why?", on.shown("asked"))
}

func TestMarkdownBecomesElements(t *testing.T) {
	t.Parallel()
	on := visit(t, open(t, publishingtest.NewServer(t), 1).url)
	hint := `<span class="spoken"> (opens in a new tab)</span></a>`
	attributes := ` target="_blank" rel="noopener noreferrer">`
	for markdown, want := range map[string]string{
		"one\ntwo\n\nthree":                 "<p>one\ntwo</p>|<p>three</p>",
		"# One\ntext\n### Two ##":           "<h4>One</h4><p>text</p><h6>Two</h6>",
		"**a** *b* __c__ _d_ `*e*` \\*f\\*": "<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em> <code>*e*</code> *f*</p>",
		"**a *b* c** 2*3*4 snake_case_x":    "<p><strong>a <em>b</em> c</strong> 2*3*4 snake_case_x</p>",
		"**not closed `either":              "<p>**not closed `either</p>",
		"- a\n- b\n  - c\n\n- d":            "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>",
		"3. a\n4. b\n   ```\n   c\n   ```":  `<ol start="3"><li>a</li><li>b<pre tabindex="0"><code>c</code></pre></li></ol>`,
		"```go\n<b>\n\n# c\n```\n\nd":       `<pre tabindex="0"><code>&lt;b&gt;` + "\n\n# c" + `</code></pre>|<p>d</p>`,
		"```\nnot closed":                   `<pre tabindex="0"><code>not closed</code></pre>`,
		"> a\n> - b\n\n---":                 "<blockquote><p>a</p><ul><li>b</li></ul></blockquote>|<hr>",
		"[a](https://a.example/b_(c))":      `<p><a href="https://a.example/b_(c)"` + attributes + "a" + hint + "</p>",
		"See https://a.example/b.":          `<p>See <a href="https://a.example/b"` + attributes + "https://a.example/b" + hint + ".</p>",
		"![a](http://a.example/b.png)":      `<p><a href="http://a.example/b.png"` + attributes + "a" + hint + "</p>",
		"[a](javascript:alert)":             "<p><span>a</span></p>",
		"[a](/ask) [b](//c.example)":        "<p><span>a</span> <span>b</span></p>",
		"[a](data:text/html,b)":             "<p><span>a</span></p>",
		`<img src="x" onerror="alert()">`:   `<p>&lt;img src="x" onerror="alert()"&gt;</p>`,
		"<script>alert()</script>":          "<p>&lt;script&gt;alert()&lt;/script&gt;</p>",
		"a &lt; b":                          "<p>a &amp;lt; b</p>",
		"":                                  "",
	} {
		got := on.value(fmt.Sprintf(`blocks(%q).map((block) => element("div", ...elements(block.split("\n"))).innerHTML).join("|")`, markdown))
		require.Equal(t, want, got, markdown)
	}
}

func TestDeepMarkdownIsShown(t *testing.T) {
	t.Parallel()
	on := visit(t, open(t, publishingtest.NewServer(t), 1).url)
	for _, mark := range []string{">", "> ", "- ", "> - ", "1. ", "*a ", "**a *b ", "["} {
		got := on.value(fmt.Sprintf(`elements([%q.repeat(8000) + "x"]).map((made) => made.textContent.at(-1)).join("|")`, mark))
		require.Equal(t, "x", got, mark)
	}
	nested := on.value(`elements(["> > > a"]).map((made) => made.outerHTML).join("")`)
	require.Equal(t, "<blockquote><blockquote><blockquote><p>a</p></blockquote></blockquote></blockquote>", nested)
}

func TestMarkupFromStringsIsRejected(t *testing.T) {
	t.Parallel()
	on := visit(t, open(t, publishingtest.NewServer(t), 1).url, "This document requires 'Trusted")
	for _, statement := range []string{
		`document.body.innerHTML = "<b>a</b>"`,
		`document.body.insertAdjacentHTML("beforeend", "<b>a</b>")`,
		`document.createElement("script").text = "alert()"`,
	} {
		require.Equal(t, "TypeError", on.value(`(() => { try { `+statement+`; } catch (err) { return err.name; } })()`), statement)
	}
	require.Len(t, on.reported(), 3, "the console shows each violation")
}

// contrasts returns the contrast of each text that is shown to its background, with the text.
const contrasts = `JSON.stringify([...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".spoken") &&
	[...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "")).map((e) => {
	const rgb = (color) => color.match(/[\d.]+/g).map(Number);
	const luminance = (color) => {
		const [r, g, b] = rgb(color).map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	let behind = e;
	while (rgb(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
	const [light, dark] = [e, behind].map((of, i) => luminance(getComputedStyle(of)[i === 0 ? "color" : "backgroundColor"])).sort((a, b) => b - a);
	return { text: e.innerText, contrast: (light + 0.05) / (dark + 0.05) };
}))`

// sample is an answer with most of Markdown.
const sample = `To publish a space, create a **docs site**, add the space to it, and press *Publish*. The site is live for the audience that its visibility sets.

## Who can see it

1. **Public**: everybody, and search engines.
2. **Unlisted**: everybody who has the address.
3. **Share link**: whoever has a link. See [share links](https://docs.example.com/publishing/share-links).

To check it from a script, send a bearer token:

` + "```sh\ncurl -H \"Authorization: Bearer $TOKEN\" https://api.example.com/v1/orgs/acme/sites\n```" + `

Press **Unpublish** to take the site down. Its address stays reserved, and ` + "`published`" + ` is then ` + "`false`" + `.`

func TestPageIsLegible(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1000, 320} {
			t.Run(fmt.Sprint(scheme, "-", width), func(t *testing.T) {
				t.Parallel()
				service := publishingtest.NewServer(t)
				s := open(t, service, 1)
				on := visit(t, s.url)
				on.do(chromedp.EmulateViewport(width, 760))
				on.prefers("prefers-color-scheme", scheme)
				on.untilText("#beginning", "Custom domains")
				on.legible("1-begin")

				written := make(chan struct{})
				half, _, _ := strings.Cut(sample, " See [share")
				service.Streams.Script("Orgs.Ask.Stream", message(half), publishingtest.Wait(publishingtest.Until(written)), messageWith(ask.Answer{
					Answer:            new(richtext.Markdown(sample)),
					FollowupQuestions: []string{"How do I take a site down?", "Can I use a custom domain?", "Who can create share links?"},
					Sources: []ask.Source{
						{Type: ask.SourceTypePage, Space: s.demo.Spaces[0], Page: "page_2", Revision: "revision", Reason: new("The page explains how a space becomes a site.")},
						{Type: ask.SourceTypePage, Space: s.demo.Spaces[0], Page: "page_3", Revision: "revision", Reason: new("The page mentions links, share.")},
					},
				}), done)
				on.ask("How do I publish a space, and who can see it?")
				on.untilText("#answer", "whoever has a link.")
				on.legible("2-answering")
				close(written)
				on.untilEnded()
				require.Contains(t, on.shown("followups"), "Who can create")
				on.legible("3-complete")
				service.Streams.Script("Orgs.Ask.Stream", message(half))
				on.click("Can I use a custom domain?")
				on.untilEnded()
				require.Contains(t, on.shown("notice"), "incomplete")
				on.legible("4-incomplete")
				service.Streams.Script("Orgs.Ask.Stream", publishingtest.Event("error", "{}"))
				on.click("Ask again")
				on.untilEnded()
				require.Contains(t, on.shown("notice"), "no answer")
				on.legible("5-failed")
			})
		}
	}
}

// legible requires that the text has enough contrast for WCAG 2, level AA, and fits the width. It
// writes a picture if that was asked for.
func (on *tab) legible(state string) {
	on.t.Helper()
	var found []struct {
		Text     string
		Contrast float64
	}
	require.NoError(on.t, json.Unmarshal([]byte(on.value(contrasts)), &found))
	require.NotEmpty(on.t, found)
	for _, text := range found {
		require.GreaterOrEqual(on.t, text.Contrast, 4.5, text.Text)
	}
	require.Equal(on.t, "true", on.value(`document.documentElement.scrollWidth <= innerWidth`), "the page scrolls to the side")
	if *pictures == "" {
		return
	}
	png, err := chromedp.Run(on.ctx, chromedp.FullScreenshot(100))
	require.NoError(on.t, err)
	require.NoError(on.t, os.WriteFile(filepath.Join(*pictures, path.Base(on.t.Name())+"-"+state+".png"), png, 0o600))
}

func TestNothingMovesForThoseWhoPreferThat(t *testing.T) {
	t.Parallel()
	service := publishingtest.NewServer(t)
	on := visit(t, open(t, service, 1).url)
	gate, closed := gone()
	service.Streams.Script("Orgs.Ask.Stream", message("Half a"), publishingtest.Wait(gate))
	on.ask("How?")
	on.untilText("#answer", "Half a")
	require.NotEqual(t, "0", on.value("document.getAnimations().length"))
	on.prefers("prefers-reduced-motion", "reduce")
	require.Equal(t, "0", on.value("document.getAnimations().length"))
	on.press(kb.Escape)
	<-closed
}
