package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

const list = "Orgs.AuditEvents.List"

var start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// A world is a server with an audit log, and what was written of it.
type world struct {
	*publishingtest.Server

	org  string
	file string
	out  bytes.Buffer
}

func newWorld(t *testing.T) *world {
	t.Helper()
	server := publishingtest.NewServer(t)
	return &world{Server: server, org: server.Orgs.Add(orgs.Organization{}).ID, file: filepath.Join(t.TempDir(), "position.json")}
}

func (w *world) add(id string, second int) {
	w.Orgs.AuditEvents.Add(w.org, orgs.AuditEventDetails{ID: id, OccurredAt: start.Add(time.Duration(second) * time.Second)})
}

// tail returns a new process.
func (w *world) tail(batch int) *tail {
	return &tail{
		client: w.Client(publishing.WithoutRetry(), publishing.WithStrictDecoding()), orgID: w.org, out: &w.out, notes: io.Discard,
		line: jsonLine, file: w.file, batch: batch, pageSize: 2, minWait: time.Second, maxWait: 8 * time.Second, once: true,
		wait: func(context.Context, time.Duration) error { return context.Canceled },
	}
}

// written returns the IDs of the lines, and the object of a line that is no event.
func (w *world) written(t *testing.T) string {
	t.Helper()
	var ids []string
	for line := range strings.Lines(w.out.String()) {
		var got struct{ Object, ID string }
		require.NoError(t, json.Unmarshal([]byte(line), &got))
		if got.ID == "" {
			got.ID = got.Object
		}
		ids = append(ids, got.ID)
	}
	return strings.Join(ids, " ")
}

func TestEachEventIsWrittenOnceAfterAFaultAndARestartAtAnyRequest(t *testing.T) {
	t.Parallel()
	faults := map[string]publishingtest.Fault{
		"status": publishingtest.Status(503), "reset": publishingtest.Reset(), "truncated": publishingtest.Truncate(50),
	}
	for name, fault := range faults {
		for _, batch := range []int{1, 2, 100} {
			for before := 0; ; before++ {
				w := newWorld(t)
				for i := range 5 {
					w.add(fmt.Sprint("e", i), i/2) // some at equal times
				}
				if before > 0 {
					w.Faults.Add(list, before, publishingtest.Pass())
				}
				w.Faults.Add(list, 1, fault)
				err := w.tail(batch).follow(t.Context())
				w.add("e5", 2)
				again := w.tail(batch).follow(t.Context())
				if err == nil && again != nil { // the fault was for the second process
					again = w.tail(batch).follow(t.Context())
				}
				require.NoError(t, again)
				require.Equal(t, "e0 e1 e2 e3 e4 e5", w.written(t), "%s, batch %d, request %d", name, batch, before)
				if err == nil {
					break
				}
			}
		}
	}
}

// A full disk takes half of a text.
type fullDisk struct{ out io.Writer }

func (d fullDisk) Write(text []byte) (int, error) {
	n, err := d.out.Write(text[:len(text)/2])
	return n, errors.Join(err, syscall.ENOSPC)
}

func TestEventAfterAnIncompleteLineHasALineOfItsOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add("e1", 1)
	tail := w.tail(10)
	tail.out = fullDisk{&w.out}
	require.ErrorIs(t, tail.follow(t.Context()), syscall.ENOSPC)
	require.NotContains(t, w.out.String(), "\n")
	w.out.Reset()
	require.NoError(t, w.tail(10).follow(t.Context()))
	end, err := w.out.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "\n", end, "the end of the incomplete line")
	w.add("e2", 2)
	require.NoError(t, w.tail(10).follow(t.Context()))
	require.Equal(t, "e1 e2", w.written(t))
}

func TestEventsThatArriveDuringPagingAreNeitherLostNorRepeated(t *testing.T) {
	t.Parallel()
	for _, batch := range []int{1, 100} {
		w := newWorld(t)
		for i := range 5 {
			w.add(fmt.Sprint("e", i), 0)
		}
		arrived := 0
		w.Faults.Add(list, 3, publishingtest.Pass().When(func(publishingtest.Call) bool {
			if arrived < 3 {
				w.add(fmt.Sprint("n", arrived), arrived)
				arrived++
			}
			return true
		}))
		tail := w.tail(batch)
		require.NoError(t, tail.follow(t.Context()))
		require.NoError(t, tail.follow(t.Context()))
		require.ElementsMatch(t, strings.Fields("e0 e1 e2 e3 e4 n0 n1 n2"), strings.Fields(w.written(t)))
	}
}

func TestGapIsWrittenOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add("e1", 1)
	require.NoError(t, position{Org: w.org, Newest: start, Seen: []seen{{"gone", start}}}.store(w.file))
	for range 2 {
		require.NoError(t, w.tail(10).follow(t.Context()))
	}
	require.Equal(t, "audit-gap e1", w.written(t))
	require.True(t, strings.HasPrefix(w.out.String(),
		`{"object":"audit-gap","from":"2026-03-04T05:06:07Z","to":"2026-03-04T05:06:08Z","missing":1}`+"\n"), w.out.String())
}

func TestEventThatIsStillInTheLogAfterAGapIsNotRepeated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.add("b", 30)
	at := start.Add(30 * time.Second)
	require.NoError(t, position{Org: w.org, Newest: at, Since: start, Seen: []seen{{"gone", start}, {"b", at}}}.store(w.file))
	for range 2 {
		require.NoError(t, w.tail(10).follow(t.Context()))
	}
	require.Equal(t, "audit-gap", w.written(t))
}

func TestEventThatComesLateIsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	follow := func() {
		p := w.tail(10)
		p.late = time.Minute
		require.NoError(t, p.follow(t.Context()))
	}
	w.add("old", 0)
	w.add("new", 3600)
	follow()
	w.add("late", 3580)
	w.add("too-late", 3500)
	follow()
	follow()
	require.Equal(t, "old new late", w.written(t))
}

func TestWaitsGrowWhileThereIsNothingNewOrTheServiceFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Faults.Add(list, 2, publishingtest.Pass())
	w.Faults.Add(list, 1, publishingtest.Status(429).Header("Retry-After", "30"))
	tail := w.tail(10)
	tail.once = false
	var waits []time.Duration
	tail.wait = func(_ context.Context, d time.Duration) error {
		waits = append(waits, d/time.Second)
		switch len(waits) {
		case 5:
			w.add("e1", 1)
		case 7:
			w.Faults.Add(list, 1, publishingtest.Status(403))
		}
		return nil
	}
	require.ErrorIs(t, tail.follow(t.Context()), publishing.ErrForbidden)
	require.Equal(t, []time.Duration{1, 2, 30, 8, 8, 1, 1}, waits)
}

func TestSyslogMessageIsOneLineWhateverTheLabelIs(t *testing.T) {
	t.Parallel()
	event := orgs.AuditEvent{
		ID: "e1", OccurredAt: start, Action: "site publish", Source: orgs.AuditEventSourceUI,
		Actor:  orgs.AuditEventActor{Type: orgs.AuditEventActorTypeUser, ID: "u1", Label: new("A \"b\" ]\\\n<1>")},
		Target: orgs.AuditEventTarget{Type: "site", ID: "s1"},
	}
	require.Equal(t, `<110>1 2026-03-04T05:06:07Z - audit-tail - site_publish [event@32473 id="e1" source="ui" actorType="user" actor="u1"`+
		` actorLabel="A \"b\" \]\\ <1>" targetType="site" target="s1"]`+"\n", string(syslogLine(event)))
	require.Equal(t, `<108>1 2026-03-04T05:06:07Z - audit-tail - audit-gap [gap@32473 missing="2"]`+"\n",
		string(syslogLine(gap{From: start, Missing: 2})))
}

func TestTextsOfLinesAreThoseOfTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	label := "A\u200cB\u202eC\u00a0D\x1b[1m\U000e0041\U0001f600 \"E\""
	w.Orgs.AuditEvents.Add(w.org, orgs.AuditEventDetails{ID: "e0", OccurredAt: start, Target: orgs.AuditEventTarget{Label: &label}})
	tail := w.tail(1)
	tail.out = terminal.Writer{Out: &w.out}
	require.NoError(t, tail.follow(t.Context()))
	var got orgs.AuditEvent
	require.NoError(t, json.Unmarshal(w.out.Bytes(), &got))
	require.Equal(t, label, *got.Target.Label)
}
