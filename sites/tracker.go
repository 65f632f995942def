package sites

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// Defaults and bounds of [TrackerOptions].
const (
	defaultTrackerBatch    = 100
	defaultTrackerInterval = 1500 * time.Millisecond
	maxTrackerInterval     = time.Minute
	defaultTrackerQueue    = 10_000

	trackerMinWait = time.Second
	trackerMaxWait = 30 * time.Second

	// eventLifetime is how long the service accepts an event. An event that is older when its
	// batch is sent would have the whole batch rejected, so there is a margin for clocks that
	// differ and for the way.
	eventLifetime = 5*time.Minute - 10*time.Second
)

// A Tracker sends the events of a site in batches, so that a program that serves visitors does not
// wait for each of them. It is safe for concurrent use.
//
// [Tracker.Track] puts an event into a queue and returns at once. The tracker sends the queued
// events when there are enough for a batch, and otherwise after an interval. No event is recorded
// twice: a call is only retried if the service has certainly not recorded its events, such as after
// a 429. If a response is lost, the events may be recorded or not, and count as unknown: see
// [api.MayHaveApplied].
//
// The service accepts events for five minutes only. A tracker drops older events, so a queue does
// not survive a long outage.
//
// A tracker has one goroutine, which ends with [Tracker.Close].
//
// Experimental: may change in any release; see docs/sources.md.
type Tracker struct {
	insights      InsightsService
	orgID, siteID string
	options       TrackerOptions

	wake   chan struct{} // receives a value when there is something to look at
	done   chan struct{} // closed when the goroutine has ended
	ctx    context.Context
	cancel context.CancelFunc

	mu        sync.Mutex
	queue     []queuedEvent
	sending   int  // events of the batch that has been taken from the queue
	closed    bool // Close has been called
	abandoned bool // Close has returned before the goroutine ended, and counted what was left
	stats     TrackerStats
}

// queuedEvent is an event with the time when it was queued.
type queuedEvent struct {
	event Event
	at    time.Time
}

// TrackerOptions configure a [Tracker]. A zero field means its default.
//
// Experimental: may change in any release; see docs/sources.md.
type TrackerOptions struct {
	// BatchSize is the maximum number of events in a call. The default is 100.
	BatchSize int
	// Interval is how long an event waits for others, at most one minute. The default is 1.5 s.
	Interval time.Duration
	// QueueSize is the maximum number of events that wait or are being sent. If there are as many,
	// further events are dropped. The default is 10,000.
	QueueSize int
	// OnFailure is called with the events of a batch that were dropped or whose outcome is unknown,
	// and with events that became too old. It is not called for events that [Tracker.Track] drops.
	// The tracker sends nothing until OnFailure returns. It must not call [Tracker.Close].
	OnFailure func(TrackerFailure)
	// CallOptions are the options of each call of [InsightsService.Track]. The tracker retries by
	// itself, since events can expire between two attempts, and disables the retries of the client.
	CallOptions []api.CallOption
}

// TrackerFailure is a batch of events, or a part of one, that a [Tracker] has given up.
//
// Experimental: may change in any release; see docs/sources.md.
type TrackerFailure struct {
	Events []Event
	// Unknown is [api.MayHaveApplied] for Err: it reports whether the events may have been
	// recorded. If it is false, they were not, with one exception: if the service rejected the
	// batch because of some of its events, whether it recorded the others is undocumented.
	Unknown bool
	// Err is the error of the last call, or [ErrEventExpired].
	Err error
}

// LogValue implements [slog.LogValuer]. It contains the number of events and not the events.
func (f TrackerFailure) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("events", len(f.Events)), slog.Bool("unknown", f.Unknown), slog.Any("error", f.Err))
}

// TrackerStats counts the events of a [Tracker]. Each event for which [Tracker.Track] was called is
// in exactly one of the counts.
//
// Experimental: may change in any release; see docs/sources.md.
type TrackerStats struct {
	Queued  int64 // waiting or being sent
	Sent    int64 // recorded by the service
	Dropped int64 // not recorded; see [TrackerFailure] for an exception
	Unknown int64 // recorded or not, because a response was lost
}

// ErrEventExpired means that a [Tracker] could not send an event before it became too old.
//
// Experimental: may change in any release; see docs/sources.md.
var ErrEventExpired = errors.New("the event is too old to be sent")

// NewTracker returns a tracker of the events of a site. The caller must call [Tracker.Close].
// NewTracker sends nothing. It returns an [*api.ValidationError] if an ID is empty, a number is
// negative, or the interval is longer than one minute.
//
// Experimental: may change in any release; see docs/sources.md.
func NewTracker(insights InsightsService, orgID, siteID string, options TrackerOptions) (*Tracker, error) {
	for _, wrong := range []struct {
		is                 bool
		field, rule, value string
	}{
		{orgID == "", "organizationId", "required", ""},
		{siteID == "", "siteId", "required", ""},
		{options.BatchSize < 0, "BatchSize", "0 or more", strconv.Itoa(options.BatchSize)},
		{options.QueueSize < 0, "QueueSize", "0 or more", strconv.Itoa(options.QueueSize)},
		{options.Interval < 0 || options.Interval > maxTrackerInterval, "Interval", "0 to 1 minute", options.Interval.String()},
	} {
		if wrong.is {
			return nil, &api.ValidationError{Operation: opInsightsTrack.Name, Field: wrong.field, Rule: wrong.rule, Value: wrong.value}
		}
	}
	options = options.withDefaults()
	options.CallOptions = append(slices.Clone(options.CallOptions), api.WithoutRetry())
	t := &Tracker{insights: insights, orgID: orgID, siteID: siteID, options: options, wake: make(chan struct{}, 1), done: make(chan struct{})}
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
// without a Timestamp gets the current time. Do not change what the fields of the event refer to,
// such as its maps, until the tracker is closed.
//
// Track drops the event if the queue is full, if the tracker is closed, or if
// [InsightsService.Track] would reject the event before sending it.
func (t *Tracker) Track(event Event) bool {
	now := time.Now()
	if event.Timestamp == nil {
		event.Timestamp = &now
	}
	if !t.hasRoom() || transport.Check(t.insights.core, opInsightsTrack.Path(t.orgID, t.siteID).Body(EventsTrack{Events: []Event{event}})) != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.stats.Dropped++
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isFull() {
		t.stats.Dropped++
		return false
	}
	t.queue = append(t.queue, queuedEvent{event, now})
	if n := len(t.queue); n == 1 || n == t.options.BatchSize {
		t.signal()
	}
	return true
}

// hasRoom reports whether it is worth checking an event, which takes longer than dropping it.
func (t *Tracker) hasRoom() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isFull()
}

// isFull reports whether the tracker takes no events. The mutex is held.
func (t *Tracker) isFull() bool {
	return t.closed || len(t.queue)+t.sending >= t.options.QueueSize
}

// Stats returns the counts of events so far.
func (t *Tracker) Stats() TrackerStats {
	t.mu.Lock()
	defer t.mu.Unlock()
	stats := t.stats
	stats.Queued = int64(len(t.queue) + t.sending)
	return stats
}

// Close sends the queued events and ends the tracker. Events that are tracked afterwards are
// dropped. Without a deadline, Close can take minutes if the service fails.
//
// If ctx ends before all events are sent, Close cancels the call in progress, counts its events as
// dropped or unknown and the queued ones as dropped, and returns the error of ctx. It cancels the
// call shortly before a deadline, so that it returns by the deadline.
//
// No goroutine of the tracker is left when Close returns, unless the call in progress does not end
// when it is canceled. Close can be called several times.
func (t *Tracker) Close(ctx context.Context) error {
	if ctx == nil {
		return &api.ValidationError{Operation: opInsightsTrack.Name, Field: "ctx", Rule: "a context that is not nil", Value: "nil"}
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
	case <-t.done: // it has counted everything
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

// abandon counts the events that are left when Close cannot wait for the goroutine.
func (t *Tracker) abandon() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return
	}
	t.abandoned = true
	t.stats.Unknown += int64(t.sending)
	t.stats.Dropped += int64(len(t.queue))
	t.sending, t.queue = 0, nil
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
	defer close(t.done)
	defer t.cancel()
	for t.awaitBatch() {
		t.sendBatch(t.takeBatch())
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
			<-t.wake // of an event or of Close
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
func (t *Tracker) takeBatch() []Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := min(len(t.queue), t.options.BatchSize)
	batch := make([]Event, n)
	for i := range batch {
		batch[i] = t.queue[i].event
		t.queue[i] = queuedEvent{} // its array stays in memory until append moves the queue to another
	}
	if t.queue = t.queue[n:]; len(t.queue) == 0 {
		t.queue = nil
	}
	t.sending = n
	return batch
}

// sendBatch sends a batch until it is recorded, or may be, or cannot be.
func (t *Tracker) sendBatch(batch []Event) {
	for wait := trackerMinWait; ; wait = min(2*wait, trackerMaxWait) {
		if batch = t.withoutExpired(batch); len(batch) == 0 {
			return
		}
		err := t.insights.Track(t.ctx, t.orgID, t.siteID, EventsTrack{Events: batch}, t.options.CallOptions...)
		switch {
		case err == nil:
			t.count(batch, func(stats *TrackerStats, n int64) { stats.Sent += n })
			return
		case api.MayHaveApplied(err):
			t.fail(TrackerFailure{Events: batch, Unknown: true, Err: err})
			return
		case !api.Retryable(err) || !t.pause(wait, err):
			t.fail(TrackerFailure{Events: batch, Err: err})
			return
		}
	}
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
func (t *Tracker) withoutExpired(batch []Event) []Event {
	kept := make([]Event, 0, len(batch))
	var expired []Event
	for _, event := range batch {
		if time.Since(*event.Timestamp) > eventLifetime {
			expired = append(expired, event)
		} else {
			kept = append(kept, event)
		}
	}
	if len(expired) > 0 {
		t.fail(TrackerFailure{Events: expired, Err: ErrEventExpired})
	}
	return kept
}

// fail counts events that are dropped or unknown, and reports them.
func (t *Tracker) fail(failure TrackerFailure) {
	t.count(failure.Events, func(stats *TrackerStats, n int64) {
		if failure.Unknown {
			stats.Unknown += n
		} else {
			stats.Dropped += n
		}
	})
	if t.options.OnFailure != nil {
		t.options.OnFailure(failure)
	}
}

// count counts the outcome of events of the batch, unless Close has done so.
func (t *Tracker) count(events []Event, add func(stats *TrackerStats, n int64)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.abandoned {
		return
	}
	t.sending -= len(events)
	add(&t.stats, int64(len(events)))
}
