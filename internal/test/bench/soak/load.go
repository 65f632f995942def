package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing/fstest"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/internal/neterr"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/push"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

const goroutines = 64

// A load is what the goroutines do with one client.
type load struct {
	service   *service
	client    *publishing.Client
	downloads *http.Client // of pushes

	tracker *insights.Tracker // of the current minute
	tracked atomic.Int64      // in the current minute

	calls, attempts atomic.Int64
	tasks, failures counts

	mu    sync.Mutex
	wrong []error // first failures that the faults do not explain
}

func newLoad(s *service, p plan) (*load, error) {
	l := &load{
		service: s, wrong: make([]error, 0, 10),
		downloads: &http.Client{Transport: &http.Transport{}, Timeout: p.stall},
	}
	options := []publishing.Option{
		publishing.WithToken(s.server.Token()),
		publishing.WithAttemptTimeout(p.stall),
		publishing.WithIdleTimeout(p.stall),
		publishing.WithObserver(func(_ context.Context, info api.CallInfo) {
			l.calls.Add(1)
			l.attempts.Add(int64(info.Attempts))
		}),
	}
	if p.rate > 0 {
		options = append(options, publishing.WithPace(publishing.PerMinute(p.rate*60)))
	} else {
		options = append(options, publishing.WithRetry(publishing.Retry{MinWait: time.Millisecond, Spread: -1}))
	}
	var err error
	l.client, err = publishing.NewClient(s.front.URL, options...)
	return l, err
}

func (l *load) closeIdleConnections() {
	l.client.CloseIdleConnections()
	l.downloads.CloseIdleConnections()
}

// tasks are what a goroutine may do next, the frequent ones several times.
var tasks = []struct {
	name string
	n    int
	do   func(*load, context.Context)
}{
	{"read", 12, (*load).read},
	{"write", 6, (*load).write},
	{"list", 3, (*load).list},
	{"list with prefetch", 3, (*load).listWithPrefetch},
	{"list left half way", 3, (*load).leaveList},
	{"stream", 3, (*load).stream},
	{"stream left half way", 3, (*load).leaveStream},
	{"stream canceled", 3, (*load).cancelStream},
	{"answer", 1, (*load).answer},
	{"download", 3, (*load).download},
	{"download canceled", 2, (*load).cancelDownload},
	{"track", 6, (*load).track},
	{"push", 1, (*load).push},
}

// run runs the goroutines for a minute or for a number of tasks, and returns when they have ended.
func (l *load) run(ctx context.Context, p plan) error {
	var deck []int
	for i, task := range tasks {
		for range task.n {
			deck = append(deck, i)
		}
	}
	var err error
	l.tracker, err = insights.NewTracker(l.client.Sites.Insights.Events,
		l.service.demo.Organization, l.service.demo.Sites[0], insights.TrackerOptions{})
	if err != nil {
		return err
	}
	l.tracked.Store(0)
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	if p.tasks == 0 { // without a deadline, before which the limiter would reject attempts
		defer time.AfterFunc(p.minute, cancel).Stop()
	}
	var group sync.WaitGroup
	for worker := range goroutines {
		group.Go(func() {
			for i := 0; running.Err() == nil && (p.tasks == 0 || i < p.tasks); i++ {
				next := rand.IntN(len(deck)) //nolint:gosec // not a secret
				if p.tasks > 0 {
					next = (worker + i*goroutines) % len(deck) // each of them
				}
				task := tasks[deck[next]]
				l.tasks.add(task.name)
				task.do(l, running)
			}
		})
	}
	group.Wait()
	closing, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	if err := l.tracker.Close(closing); err != nil {
		return err
	}
	if got := l.tracker.Stats(); got.Sent+got.Dropped+got.Unknown != l.tracked.Load() {
		l.fail(ctx, fmt.Errorf("want %d tracked events, got %+v", l.tracked.Load(), got))
	}
	return ctx.Err()
}

// fail counts a failure, unless the minute has ended.
func (l *load) fail(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	kind := kindOf(err)
	l.failures.add(kind)
	if kind == unexplained {
		l.mu.Lock()
		defer l.mu.Unlock()
		if len(l.wrong) < cap(l.wrong) {
			l.wrong = append(l.wrong, err)
		}
	}
}

const unexplained = "unexplained"

// kindOf returns the kind of fault that explains an error.
func kindOf(err error) string {
	if failed, ok := errors.AsType[*api.Error](err); ok {
		switch failed.Status {
		case 429, 500, 502, 503:
			return fmt.Sprintf("status %d", failed.Status)
		}
		return unexplained
	}
	if _, ok := errors.AsType[*api.TransportError](err); !ok {
		return unexplained
	}
	timeout, isNetwork := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNRESET):
		return "reset"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, neterr.ErrLostUnexplained):
		return "truncated"
	case errors.Is(err, context.DeadlineExceeded), isNetwork && timeout.Timeout():
		return "timeout"
	}
	return unexplained
}

// unexplained returns the first failures that no fault explains.
func (l *load) unexplained() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.wrong...)
}

func (l *load) String() string {
	return fmt.Sprintf("%d calls in %d attempts; tasks %s; failures %s", l.calls.Load(), l.attempts.Load(), &l.tasks, &l.failures)
}

func (l *load) read(ctx context.Context) {
	demo := l.service.demo
	_, err := l.client.Sites.Get(ctx, demo.Organization, demo.Sites[0], sites.GetOptions{})
	l.fail(ctx, err)
	_, err = l.client.Spaces.Pages.Tree(ctx, demo.Spaces[0], spaces.PageTreeOptions{})
	l.fail(ctx, err)
}

func (l *load) write(ctx context.Context) {
	org := l.service.demo.Organization
	site, err := l.client.Sites.Create(ctx, org, sites.Create{Title: new("Scratch")})
	if err != nil {
		l.fail(ctx, err)
		return
	}
	_, err = l.client.Sites.Update(ctx, org, site.ID, sites.Update{Title: new("Notes")})
	l.fail(ctx, err)
	_, err = l.client.Sites.ShareLinks.Create(ctx, org, site.ID, sites.ShareLinkCreate{Name: "Reviewers"})
	l.fail(ctx, err)
	_, err = l.client.Sites.Delete(ctx, org, site.ID)
	l.fail(ctx, err)
}

func (l *load) list(ctx context.Context)             { l.iterate(ctx) }
func (l *load) listWithPrefetch(ctx context.Context) { l.iterate(ctx, publishing.WithPrefetch()) }

// iterate iterates over the sites, which must contain the seeded ones once each.
func (l *load) iterate(ctx context.Context, opts ...api.CallOption) {
	demo := l.service.demo
	found := map[string]int{}
	for site, err := range l.client.Sites.All(ctx, demo.Organization, sites.ListOptions{}, opts...) {
		if err != nil {
			l.fail(ctx, err)
			return
		}
		found[site.ID]++
	}
	for _, id := range demo.Sites {
		if found[id] != 1 {
			l.fail(ctx, fmt.Errorf("want each site once in a list, got site %q %d times", id, found[id]))
		}
	}
}

// leaveList leaves an iteration with prefetch while the next page is being fetched.
func (l *load) leaveList(ctx context.Context) {
	left := 1 + rand.IntN(seededSites-1) //nolint:gosec // not a secret
	for _, err := range l.client.Sites.All(ctx, l.service.demo.Organization, sites.ListOptions{}, publishing.WithPrefetch()) {
		l.fail(ctx, err)
		if left--; left == 0 {
			return
		}
	}
}

var (
	question = orgs.AskQuestion{Question: "How do I publish a site?"}
	options  = orgs.AskStreamOptions{Format: richtext.FormatMarkdown}
)

func (l *load) stream(ctx context.Context) {
	var text ask.Text
	for event, err := range l.client.Orgs.Ask.Stream(ctx, l.service.demo.Organization, question, options) {
		if err != nil {
			l.fail(ctx, err)
			return
		}
		text.Add(event)
	}
	if text.String() == "" {
		l.fail(ctx, errors.New("want a text, got a stream without one"))
	}
}

func (l *load) leaveStream(ctx context.Context) {
	question := sites.AskQuestion{Question: question.Question, Scope: sites.SearchScope{Mode: sites.SearchModeAll}}
	demo := l.service.demo
	for _, err := range l.client.Sites.Ask.Stream(ctx, demo.Organization, demo.Sites[0], question, sites.AskStreamOptions{}) {
		l.fail(ctx, err)
		return
	}
}

func (l *load) cancelStream(ctx context.Context) {
	canceled, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, err := range l.client.Orgs.Ask.Stream(canceled, l.service.demo.Organization, question, options) {
		if err != nil && canceled.Err() == nil {
			l.fail(ctx, err)
			return
		}
		cancel()
	}
}

func (l *load) answer(ctx context.Context) {
	_, err := l.client.Orgs.Ask.Answer(ctx, l.service.demo.Organization, question, orgs.AskAnswerOptions{})
	l.fail(ctx, err)
}

func (l *load) download(ctx context.Context) {
	var content bytes.Buffer
	_, err := l.client.Spaces.Files.Download(ctx, l.service.demo.Spaces[0], l.service.file.ID, &content, spaces.FileOpenOptions{})
	if err == nil && !bytes.Equal(content.Bytes(), l.service.content) {
		err = errors.New("want the content of the file, got other bytes")
	}
	l.fail(ctx, err)
}

func (l *load) cancelDownload(ctx context.Context) {
	canceled, cancel := context.WithCancel(ctx)
	defer cancel()
	file, err := l.client.Spaces.Files.Open(canceled, l.service.demo.Spaces[0], l.service.file.ID, spaces.FileOpenOptions{})
	if err != nil {
		l.fail(ctx, err)
		return
	}
	defer file.Body.Close()
	_, err = io.CopyN(io.Discard, file.Body, 1<<10)
	l.fail(ctx, err)
}

func (l *load) track(context.Context) {
	for range 5 {
		l.tracker.Track(insights.Event{
			Type:     insights.EventTypePageView,
			Session:  insights.EventSession{VisitorID: "visitor", SessionID: "session"},
			Location: insights.EventLocation{URL: "https://docs.example.com/"},
		})
		l.tracked.Add(1)
	}
}

// state is the state of pushes of a directory.
type state struct{ text []byte }

func (s *state) Load(context.Context) ([]byte, error)      { return s.text, nil }
func (s *state) Save(_ context.Context, text []byte) error { s.text = text; return nil }

// push pushes a directory to a space of its own twice, and repeats each push that fails.
func (l *load) push(ctx context.Context) {
	space, err := l.client.Spaces.Create(ctx, l.service.demo.Organization, spaces.Create{Title: new("Scratch")})
	if err != nil {
		l.fail(ctx, err)
		return
	}
	directory := fstest.MapFS{
		"README.md":       {Data: []byte("# Welcome\n\n![button](button.png)\n")},
		"button.png":      {Data: bytes.Repeat([]byte("png"), 1000)},
		"guides/setup.md": {Data: []byte("# Setup\n\n" + strings.Repeat("Go on with [use](use.md).\n\n", 20))},
		"guides/use.md":   {Data: []byte("# Use\n\nBack to [setup](setup.md).\n")},
	}
	target := push.Target{Space: space.ID, Subject: "Guides"}
	options := push.Options{Store: new(state), HTTPClient: l.downloads}
	for range 2 {
		for range 3 {
			_, err = push.Push(ctx, l.client, target, directory, options)
			l.fail(ctx, err)
			if err == nil {
				break
			}
		}
		directory["guides/use.md"] = &fstest.MapFile{Data: []byte("# Use\n\nThat is all.\n")}
	}
	_, err = l.client.Spaces.Delete(ctx, space.ID)
	l.fail(ctx, err)
}
