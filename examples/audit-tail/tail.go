package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
)

// A tail follows an audit log.
type tail struct {
	client           *publishing.Client
	orgID            string
	out, notes       io.Writer
	line             func(any) []byte // formats an event or a gap
	file             string           // file of the position, "" for none
	batch, pageSize  int
	late             time.Duration
	minWait, maxWait time.Duration
	once             bool
	wait             func(context.Context, time.Duration) error
}

// A gap is a period of which events may be missing: the log no longer contains Missing events that
// were written, the newest of them at From.
type gap struct {
	Object  string    `json:"object"` // "audit-gap"
	From    time.Time `json:"from"`
	To      time.Time `json:"to,omitzero"` // zero if the log contains no newer event
	Missing int       `json:"missing"`
}

// follow writes events until ctx is done, or another try is useless.
func (t *tail) follow(ctx context.Context) error {
	from, err := load(t.file, t.orgID)
	if err != nil {
		return err
	}
	for idle := t.minWait; ; {
		n, isEnd, err := t.step(ctx, &from)
		pause := idle
		switch {
		case err != nil && (t.once || ctx.Err() != nil || !publishing.Retryable(err)):
			return err
		case err != nil:
			if failure, ok := errors.AsType[*publishing.Error](err); ok {
				pause = max(pause, failure.RetryAfter)
			}
			fmt.Fprintf(t.notes, "Retry in %s: %v\n", pause, err)
		case !isEnd:
			idle = t.minWait
			continue
		case t.once:
			return nil
		case n > 0:
			idle, pause = t.minWait, t.minWait
		}
		if n == 0 {
			idle = min(2*idle, t.maxWait)
		}
		if err := t.wait(ctx, pause); err != nil {
			return err
		}
	}
}

// step writes the oldest events after the position, at most a batch, and moves the position behind
// them. It returns the number of them, and reports whether they are all.
func (t *tail) step(ctx context.Context, from *position) (n int, isEnd bool, err error) {
	events, found, isEnd, err := t.read(ctx, from)
	if err != nil {
		return 0, false, err
	}
	var lines bytes.Buffer
	next := *from
	next.Writing = false
	if missing := len(from.Seen) - len(found); missing > 0 {
		g := gap{Object: "audit-gap", From: from.Newest, Missing: missing}
		if len(events) > 0 {
			g.To = events[0].OccurredAt
		}
		lines.Write(t.line(g))
		next.Seen = found // what was reported is not reported again
	}
	next = next.after(events, t.late)
	for _, e := range events {
		lines.Write(t.line(e))
	}
	if lines.Len() == 0 {
		return 0, isEnd, nil
	}
	text := lines.Bytes()
	if from.Writing { // the last line may be incomplete
		text = append([]byte("\n"), text...)
	}
	from.Writing = true
	if err := from.store(t.file); err != nil {
		return 0, false, err
	}
	if _, err := t.out.Write(text); err != nil {
		return 0, false, fmt.Errorf("write events: %w", err)
	}
	if err := next.store(t.file); err != nil {
		return 0, false, err
	}
	*from = next
	return len(events), isEnd, nil
}

// read returns the oldest events after the position, at most a batch, in the order of their times.
// It also returns the events of the position that the log still contains, and reports whether there
// are no more events. The log returns the newest events first, so read iterates over all that are
// newer than the position, and keeps the oldest.
func (t *tail) read(ctx context.Context, from *position) (events []orgs.AuditEvent, found []seen, isEnd bool, err error) {
	options := orgs.AuditEventListOptions{Limit: t.pageSize, From: from.Since}
	known := map[string]bool{} // whether an event of the position is in the log
	for _, e := range from.Seen {
		known[e.ID] = false
	}
	isEnd = true
	for e, err := range t.client.Orgs.AuditEvents.All(ctx, t.orgID, options) {
		if err != nil {
			return nil, nil, false, err
		}
		if _, ok := known[e.ID]; ok {
			known[e.ID] = true
			continue
		}
		events = append(events, e)
		if len(events) == 2*t.batch {
			events = oldest(events, t.batch)
			isEnd = false
		}
	}
	events = oldest(events, 2*t.batch)
	if len(events) > t.batch {
		events, isEnd = events[:t.batch], false
	}
	for _, e := range from.Seen {
		if known[e.ID] {
			found = append(found, e)
		}
	}
	return events, found, isEnd, nil
}

// oldest returns the n oldest events without duplicates, in the order of their times.
func oldest(events []orgs.AuditEvent, n int) []orgs.AuditEvent {
	slices.SortFunc(events, func(a, b orgs.AuditEvent) int {
		return cmp.Or(a.OccurredAt.Compare(b.OccurredAt), cmp.Compare(a.ID, b.ID))
	})
	events = slices.CompactFunc(events, func(a, b orgs.AuditEvent) bool { return a.ID == b.ID })
	return events[:min(n, len(events))]
}
