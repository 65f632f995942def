//go:build browser

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
)

var pictures = flag.String("pictures", "", "directory for pictures of the page, none if empty")

// browser returns the path of Chromium or Chrome.
func browser(t *testing.T) string {
	t.Helper()
	names := []string{os.Getenv("CHROME"), "chromium", "chromium-browser", "google-chrome"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatalf("want Chromium or Chrome: $CHROME, or one of %q in the path", names[1:])
	return ""
}

// A tab is the page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	problems []string
}

// visit opens the page in a new browser. At the end of the test, it requires that the browser has
// reported no errors, such as violations of the policy, except those that contain an expected text.
func visit(t *testing.T, url string, expected ...string) *tab {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(browser(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1000, 800),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewContext(context.WithoutCancel(t.Context()), chromedp.WithAllocatorOptions(options...))
	on := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		require.NoError(t, chromedp.Cancel(ctx))
		cancel()
		for _, problem := range on.reported() {
			require.True(t, slices.ContainsFunc(expected, func(text string) bool { return strings.Contains(problem, text) }), problem)
		}
	})
	require.NoError(t, chromedp.Listen(ctx, on.listen))
	on.do(chromedp.Navigate(url))
	return on
}

// listen keeps what the console of the browser shows.
func (on *tab) listen(event any) {
	on.mu.Lock()
	defer on.mu.Unlock()
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		on.problems = append(on.problems, event.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		on.problems = append(on.problems, fmt.Sprint(event.Type, event.Args))
	case *log.EventEntryAdded:
		on.problems = append(on.problems, event.Entry.Text)
	}
}

func (on *tab) reported() []string {
	on.mu.Lock()
	defer on.mu.Unlock()
	return on.problems
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
	const wait = `new Promise((resolve) => {
		const check = () => { if (%s) { observer.disconnect(); resolve(true); } };
		const observer = new MutationObserver(check);
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

// picture writes a picture of the page if that was asked for.
func (on *tab) picture(name string) {
	on.t.Helper()
	if *pictures == "" {
		return
	}
	png, err := chromedp.Run(on.ctx, chromedp.FullScreenshot(100))
	require.NoError(on.t, err)
	require.NoError(on.t, os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o600))
}

// sample is an answer with most of Markdown.
const sample = `To publish a space, create a **docs site**, add the space to it, and press *Publish*. The site is live for the audience that its visibility sets.

## Who can see it

1. **Public**: everybody, and search engines.
2. **Unlisted**: everybody who has the address.
3. **Share link**: whoever has a link. See [share links](https://docs.example.com/publishing/share-links).

To check it from a script, send a bearer token:

` + "```sh\ncurl -H \"Authorization: Bearer $TOKEN\" https://api.example.com/v1/orgs/acme/sites\n```" + `

Press **Unpublish** to take the site down. Its address stays reserved, and ` + "`published`" + ` is then ` + "`false`" + `.`

func TestPictures(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1000, 320} {
			service := publishingtest.NewServer(t)
			s := open(t, service, 1)
			on := visit(t, s.url)
			name := scheme + "-" + strconv.FormatInt(width, 10) + "-"
			on.do(chromedp.EmulateViewport(width, 760))
			on.prefers("prefers-color-scheme", scheme)
			on.untilText("#begin-questions", "Custom domains")
			on.picture(name + "1-begin")
			written := make(chan struct{})
			half := sample[:strings.Index(sample, "3. **Share")+40]
			service.ScriptStream("Orgs.Ask.Stream", message(half), publishingtest.Wait(publishingtest.Until(written)), messageWith(orgs.AskAnswer{
				Answer:            new(richtext.Markdown(sample)),
				FollowupQuestions: []string{"How do I take a site down?", "Can I use a custom domain?", "Who can create share links?"},
				Sources: []orgs.AskSource{
					{Type: orgs.AskSourceTypePage, Space: s.demo.Spaces[0], Page: "page_2", Reason: new("The page explains how a space becomes a site.")},
					{Type: orgs.AskSourceTypePage, Space: s.demo.Spaces[0], Page: "page_3", Reason: new("The page mentions links, share.")},
					{Type: orgs.AskSourceTypePage, Space: "space_x", Page: "page_9"},
				},
			}), done)
			on.ask("How do I publish a space, and who can see it?")
			on.untilText(".answer", "Share link")
			on.picture(name + "2-writing")
			close(written)
			on.untilText("#followups", "Who can create")
			on.picture(name + "3-done")
			service.ScriptStream("Orgs.Ask.Stream", message(half))
			on.click("Can I use a custom domain?")
			on.untilText("#notice", "incomplete")
			on.picture(name + "4-incomplete")
			service.Fail("Orgs.Ask.Stream", 1, publishingtest.Status(500))
			on.click("Ask again")
			on.untilText("#notice", "no answer")
			on.picture(name + "5-failed")
		}
	}
}

var _ = cmp.Or[int]
