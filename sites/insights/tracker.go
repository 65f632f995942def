package insights

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/clone"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Defaults and bounds of [TrackerOptions].
const (
	defaultTrackerBatch    = 100
	defaultTrackerInterval = 1500 * time.Millisecond
	maxTrackerInterval     = time.Minute
	defaultTrackerQueue    = 10_000

	trackerMinWait = time.Second
	trackerMaxWait = 30 * time.Second

	// eventLifetime is the time for which the service accepts an event. An event that is older when
	// its batch is sent would have the whole batch rejected, so there is a margin for clocks that
	// differ and for the way.
	eventLifetime = 5*time.Minute - 10*time.Second
)

// trackOperation is the name of the operation in errors that a tracker makes itself.
const trackOperation = "Sites.Insights.Events.Track"

// An EventTracker records events. It is the part of sites.InsightsEventService that a [Tracker]
// uses, so a program can put something between the two, such as a filter.
//
// Experimental: may change in any minor release; see [api].
type EventTracker interface {
	// Track records the events of a site. Its calls do not overlap. It must not keep or change
	// what events refers to. opts contain [api.WithoutRetry], since the tracker retries by itself:
	// if [api.MayHaveApplied] returns false for the error and [api.Retryable] true. For any other
	// error, it gives the events up.
	Track(ctx context.Context, orgID, siteID string, events EventTrack, opts ...api.CallOption) error
}

// A Tracker sends the events of a site in batches, so that a program that serves visitors does not
// wait for each of them. It is safe for concurrent use.
//
// [Tracker.Track] puts an event into a queue and returns at once. The tracker sends the queued
// events when there are enough for a batch, and otherwise after an interval. No event is recorded
// twice: a call is retried only if the service cannot have recorded its events, such as after a
// 429. If a response is lost, the events may be recorded or not, and count as unknown: see
// [api.MayHaveApplied].
//
// The service accepts events for five minutes only. A tracker drops older events, so a queue does
// not survive a long outage. It also drops all events of a batch that the service rejects, since
// which of them the service rejected, and whether it recorded the others, is undocumented.
//
// A tracker has one goroutine, which ends with [Tracker.Close].
//
// Experimental: may change in any minor release; see [api].
type Tracker struct {
	events        EventTracker
	orgID, siteID string
	options       TrackerOptions

	wake      chan struct{} // receives a value when there is something to look at
	reporting chan struct{} // holds a value while OnFailure is called
	done      chan struct{} // closed when the outcome of each event is counted and reported
	ctx       context.Context
	cancel    context.CancelFunc

	mu      sync.Mutex
	queue   trackedEvents
	batch   trackedEvents // taken from the queue, without those that are counted
	calling bool          // the batch may be on its way, or have arrived
	closed  bool          // Close has been called
	ended   bool          // the goroutine has ended, or Close has taken what was left from it
	stats   TrackerStats
}

// trackedEvent is an event that [Tracker.Track] has queued.
type trackedEvent struct {
	event Event
	at    time.Time // when it was queued
}

type trackedEvents []trackedEvent

// events returns the events as they were tracked.
func (e trackedEvents) events() []Event {
	all := make([]Event, len(e))
	for i := range e {
		all[i] = e[i].event
	}
	return all
}

// TrackerOptions configure a [Tracker]. A zero field means its default.
//
// Experimental: may change in any minor release; see [api].
type TrackerOptions struct {
	// BatchSize is the maximum number of events in a call. The default is 100.
	BatchSize int
	// Interval is the time for which an event waits for others, at most one minute. The default is
	// 1.5 s.
	Interval time.Duration
	// QueueSize is the maximum number of events that wait or are being sent. If there are as many,
	// further events are dropped. The default is 10,000.
	QueueSize int
	// OnFailure is called with queued events that were dropped or whose outcome is unknown: those
	// of a batch, those that became too old, and those that [Tracker.Close] drops. It gets each of
	// them once, and no event for which [Tracker.Track] returned false. Its calls do not overlap.
	// Until it returns, the tracker sends nothing and Close does not return, so it must not call
	// Close.
	OnFailure func(TrackerFailure)
	// CallOptions are the options of each call of [EventTracker]. The tracker retries by itself,
	// since events can expire between two attempts, and disables the retries of the client.
	CallOptions []api.CallOption
}

// TrackerFailure contains events that a [Tracker] has given up, for the same reason.
//
// Experimental: may change in any minor release; see [api].
type TrackerFailure struct {
	Events []Event
	// Unknown is [api.MayHaveApplied] for Err: it reports whether the events may have been
	// recorded. If it is false, they were not, with one exception: if the service rejected the
	// batch because of some of its events, whether it recorded the others is undocumented.
	Unknown bool
	// Err is the error of the last call, or [ErrEventExpired]. For events that [Tracker.Close]
	// dropped, it matches [context.Canceled].
	Err error
}

// LogValue implements [slog.LogValuer]. It contains the number of events and not the events.
func (f TrackerFailure) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Int("events", len(f.Events)), slog.Bool("unknown", f.Unknown), slog.Any("error", f.Err),
	)
}

// TrackerStats counts the events of a [Tracker]. Each event for which [Tracker.Track] was called is
// in exactly one of the counts.
//
// Experimental: may change in any minor release; see [api].
type TrackerStats struct {
	Queued  int64 // waiting or being sent
	Sent    int64 // recorded by the service
	Dropped int64 // not recorded; see [TrackerFailure] for an exception
	Unknown int64 // recorded or not, because a response was lost
}

// ErrEventExpired means that a [Tracker] could not send an event before it became too old.
//
// Experimental: may change in any minor release; see [api].
var ErrEventExpired = errors.New("the event is too old to be sent")

// NewTracker returns a tracker that sends the events of a site with events, such as
// client.Sites.Insights.Events. The caller must call [Tracker.Close].
//
// NewTracker sends nothing. It returns an [*api.ValidationError] if events is nil, an ID is empty,
// a number is negative, or the interval is longer than one minute.
//
// Experimental: may change in any minor release; see [api].
func NewTracker(
	events EventTracker, orgID, siteID string, options TrackerOptions,
) (*Tracker, error) {
	for _, wrong := range []struct {
		is                 bool
		field, rule, value string
	}{
		{events == nil, "events", "an EventTracker that is not nil", "nil"},
		{orgID == "", "organizationId", "required", ""},
		{siteID == "", "siteId", "required", ""},
		{options.BatchSize < 0, "BatchSize", "0 or more", strconv.Itoa(options.BatchSize)},
		{options.QueueSize < 0, "QueueSize", "0 or more", strconv.Itoa(options.QueueSize)},
		{
			options.Interval < 0 || options.Interval > maxTrackerInterval,
			"Interval", "0 to 1 minute", options.Interval.String(),
		},
	} {
		if wrong.is {
			return nil, &api.ValidationError{
				Operation: trackOperation, Field: wrong.field, Rule: wrong.rule, Value: wrong.value,
			}
		}
	}
	options = options.withDefaults()
	options.CallOptions = append(slices.Clone(options.CallOptions), api.WithoutRetry())
	t := &Tracker{
		events: events, orgID: orgID, siteID: siteID, options: options,
		wake: make(chan struct{}, 1), reporting: make(chan struct{}, 1), done: make(chan struct{}),
	}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	go t.run()
	return t, nil
}

func (o TrackerOptions) withDefaults() TrackerOptions {
	if o.BatchSize == 0 {
		o.BatchSize = defaultTrackerBatch
	}
	if o.Interval == 0 {
		o.Interval = defaultTrackerInterval
	}
	if o.QueueSize == 0 {
		o.QueueSize = defaultTrackerQueue
	}
	o.BatchSize = min(o.BatchSize, o.QueueSize)
	return o
}

// Track queues an event and reports whether it did. It never waits for the service. An event
// without a Timestamp gets the current time. The event is sent as it is now: changing what its
// fields refer to afterwards, such as a map, has no effect.
//
// Track drops the event if the queue is full, if the tracker is closed, if
// sites.InsightsEventService.Track would reject the event before sending it, such as for an
// [api.Raw] that is not valid JSON, or if the JSON is not valid UTF-8. publishing.WithoutValidation
// does not change that.
func (t *Tracker) Track(event Event) bool {
	now := time.Now()
	event.Timestamp = cmp.Or(event.Timestamp, &now)
	event, isValid := t.accept(event)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !isValid || t.isFull() {
		t.stats.Dropped++
		return false
	}
	t.queue = append(t.queue, trackedEvent{event, now})
	if n := len(t.queue); n == 1 || n == t.options.BatchSize {
		t.signal()
	}
	return true
}

// accept returns a copy of an event, which nobody else changes, and reports whether the event can
// be sent. It copies and checks none if the queue is full, which saves time then.
func (t *Tracker) accept(event Event) (copied Event, isValid bool) {
	if !t.hasRoom() {
		return Event{}, false
	}
	copied = clone.Of(event)
	alone := EventTrack{Events: []Event{copied}} // one that is invalid would cause its whole batch to be rejected
	if check.Struct(trackOperation, alone, nil) != nil {
		return Event{}, false
	}
	encoded, err := jsonx.Marshal(alone)
	return copied, err == nil && utf8.Valid(encoded)
}

// hasRoom reports whether it is worth checking an event, which takes longer than dropping it.
func (t *Tracker) hasRoom() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isFull()
}

// isFull reports whether the tracker takes no events. The mutex is held.
func (t *Tracker) isFull() bool {
	return t.closed || len(t.queue)+len(t.batch) >= t.options.QueueSize
}

// Stats returns the counts of events so far.
func (t *Tracker) Stats() TrackerStats {
	t.mu.Lock()
	defer t.mu.Unlock()
	stats := t.stats
	stats.Queued = int64(len(t.queue) + len(t.batch))
	return stats
}

// Close sends the queued events and ends the tracker. Events that are tracked afterwards are
// dropped. Without a deadline, Close can take minutes if the service fails.
//
// If ctx ends before all events are sent, Close cancels the call in progress, counts its events as
// dropped or unknown and the queued ones as dropped, and returns the error of ctx. It cancels the
// call shortly before a deadline, so that it returns by the deadline unless OnFailure takes longer.
//
// When Close returns, each queued event was recorded or OnFailure has been called with it, and no
// goroutine of the tracker is left, unless the call in progress does not end when it is canceled.
//
// Close can be called several times, also concurrently. The tracker ends for all calls when it ends
// for one of them, and those whose ctx has not ended return nil.
func (t *Tracker) Close(ctx context.Context) error {
	if ctx == nil {
		return &api.ValidationError{
			Operation: trackOperation, Field: "ctx",
			Rule: "a context that is not nil", Value: "nil",
		}
	}
	t.mu.Lock()
	t.closed = true
	t.signal()
	t.mu.Unlock()

	select {
	case <-t.done: // whatever the state of ctx
		return nil
	default:
	}
	stop, cancel := beforeDeadline(ctx)
	defer cancel()
	select {
	case <-t.done:
		return nil
	case <-stop.Done():
	}
	t.cancel()
	select {
	case <-t.done:
	case <-ctx.Done():
		t.abandon()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return context.DeadlineExceeded
}

// beforeDeadline returns a context that ends a little before ctx does, if that has a deadline, so
// that a call that is ended then has returned by the deadline.
func beforeDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	const most = 100 * time.Millisecond
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-min(most, max(0, time.Until(deadline)/10))))
}

// abandon counts and reports the events that are left when Close cannot wait for the goroutine.
// They are canceled, as those that the goroutine sends from now on would be.
func (t *Tracker) abandon() {
	t.reporting <- struct{}{}
	defer func() { <-t.reporting }()
	t.mu.Lock()
	if t.ended {
		t.mu.Unlock()
		return
	}
	t.ended = true
	unknown, dropped := t.batch, t.queue
	if !t.calling {
		unknown, dropped = nil, slices.Concat(t.batch, t.queue)
	}
	t.batch, t.queue = nil, nil
	t.stats.Unknown += int64(len(unknown))
	t.stats.Dropped += int64(len(dropped))
	t.mu.Unlock()

	defer close(t.done)
	canceled := func(events trackedEvents, applied bool) {
		if len(events) > 0 && t.options.OnFailure != nil {
			call := api.FailedCall{Operation: trackOperation, MayHaveApplied: applied}
			err := &api.TransportError{FailedCall: call, Err: t.ctx.Err()}
			t.options.OnFailure(TrackerFailure{Events: events.events(), Unknown: applied, Err: err})
		}
	}
	canceled(unknown, true)
	canceled(dropped, false)
}

// signal wakes the goroutine up. The mutex is held.
func (t *Tracker) signal() {
	select {
	case t.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// run sends batches until the tracker is closed and the queue is empty, or Close cannot wait.
func (t *Tracker) run() {
	defer t.cancel()
	for t.awaitBatch() {
		t.sendBatch(t.takeBatch())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.ended = true
		close(t.done)
	}
}

// awaitBatch waits until there is a batch to send, and reports false if there will be none.
func (t *Tracker) awaitBatch() bool {
	for {
		t.mu.Lock()
		n, closed := len(t.queue), t.closed
		var due time.Duration
		if n > 0 {
			due = t.options.Interval - time.Since(t.queue[0].at)
		}
		t.mu.Unlock()
		switch {
		case n == 0 && closed:
			return false
		case n >= t.options.BatchSize, n > 0 && (closed || due <= 0):
			return true
		case n == 0:
			<-t.wake // signal of an event or of Close
		default:
			timer := time.NewTimer(due)
			select {
			case <-t.wake:
			case <-timer.C:
			}
			timer.Stop()
		}
	}
}

// takeBatch takes a batch from the queue.
func (t *Tracker) takeBatch() trackedEvents {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(len(t.queue), t.options.BatchSize)
	batch := slices.Clone(t.queue[:n])
	clear(t.queue[:n]) // its array stays in memory until append moves the queue to another
	if t.queue = t.queue[n:]; len(t.queue) == 0 {
		t.queue = nil
	}
	t.batch = batch
	return batch
}

// sendBatch sends a batch until it is recorded, or may be, or cannot be.
func (t *Tracker) sendBatch(batch trackedEvents) {
	for wait := trackerMinWait; ; wait = min(2*wait, trackerMaxWait) {
		if batch = t.withoutExpired(batch); len(batch) == 0 {
			return
		}
		t.setCalling(t.ctx.Err() == nil)
		err := t.events.Track(t.ctx, t.orgID, t.siteID,
			EventTrack{Events: batch.events()}, t.options.CallOptions...)
		switch {
		case err == nil:
			t.count(batch, nil, func(stats *TrackerStats, n int64) { stats.Sent += n })
			return
		case api.MayHaveApplied(err), !api.Retryable(err):
			t.fail(batch, nil, err)
			return
		}
		t.setCalling(false)
		if !t.pause(wait, err) {
			t.fail(batch, nil, err)
			return
		}
	}
}

// setCalling sets whether the batch may be on its way.
func (t *Tracker) setCalling(calling bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calling = calling
}

// pause waits before the next call with a batch, and reports false if the tracker has to end.
func (t *Tracker) pause(wait time.Duration, err error) bool {
	if failed, ok := errors.AsType[*api.Error](err); ok && failed.RetryAfter > 0 {
		wait = min(failed.RetryAfter, eventLifetime) // then the batch has expired
	} else {
		wait = wait/2 + rand.N(wait/2) //nolint:gosec // nobody gains by guessing it
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-t.ctx.Done():
		return false
	}
}

// withoutExpired drops the events that the service would reject because of their age.
func (t *Tracker) withoutExpired(batch trackedEvents) trackedEvents {
	var kept, expired trackedEvents
	for _, tracked := range batch {
		if time.Since(*tracked.event.Timestamp) > eventLifetime {
			expired = append(expired, tracked)
		} else {
			kept = append(kept, tracked)
		}
	}
	if len(expired) > 0 {
		t.fail(expired, kept, ErrEventExpired)
	}
	return kept
}

// fail counts events that are dropped or unknown, and reports them. rest is the rest of the batch.
func (t *Tracker) fail(failed, rest trackedEvents, err error) {
	t.reporting <- struct{}{}
	defer func() { <-t.reporting }()
	unknown := api.MayHaveApplied(err)
	isCounted := t.count(failed, rest, func(stats *TrackerStats, n int64) {
		if unknown {
			stats.Unknown += n
		} else {
			stats.Dropped += n
		}
	})
	if isCounted && t.options.OnFailure != nil {
		t.options.OnFailure(TrackerFailure{Events: failed.events(), Unknown: unknown, Err: err})
	}
}

// count counts the outcome of events of the batch, unless Close has done so, and reports whether it
// did. rest is the rest of the batch.
func (t *Tracker) count(events, rest trackedEvents, add func(stats *TrackerStats, n int64)) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return false
	}
	t.batch, t.calling = rest, false
	add(&t.stats, int64(len(events)))
	return true
}
