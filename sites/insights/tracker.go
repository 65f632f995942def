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
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/internal/clone"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/neterr"
)

// Defaults and bounds of [TrackerOptions].
const (
	defaultTrackerBatch    = 100
	defaultTrackerInterval = 1500 * time.Millisecond
	maxTrackerInterval     = time.Minute
	defaultTrackerQueue    = 10_000

	trackerMinWait = time.Second
	trackerMaxWait = 30 * time.Second

	// eventLifetime is the maximum age of an event when its batch is sent. The service rejects a
	// batch that contains an event more than five minutes from its current time. The margin of ten
	// seconds allows for latency and for differences between clocks.
	eventLifetime = 5*time.Minute - 10*time.Second

	// trackTime is the time that a call has at least, including the wait for the limiter of its
	// client. It is the default timeout of an attempt. For old events, a longer one has no effect.
	trackTime = 30 * time.Second
)

// trackOperation is the name of the operation in errors that the tracker creates.
const trackOperation = "Sites.Insights.Events.Track"

// An EventTracker records events. It is the part of sites.InsightsEventService that a [Tracker]
// uses. A program can implement it, for example to filter events before they are sent.
//
// Experimental: may change in any minor release; see [api].
type EventTracker interface {
	// Track records the events of a site. Calls never overlap. Track must not keep or change the
	// memory that events refers to. opts contains [api.WithoutRetry], because the tracker itself
	// retries: it calls Track again if [api.Retryable] returns true for the error and
	// [api.MayHaveApplied] returns false. After any other error, it drops the events.
	Track(ctx context.Context, orgID, siteID string, events EventTrack, opts ...api.CallOption) error
}

// A Tracker sends the events of a site in batches, so that a program that serves visitors does not
// have to wait for the service. It is safe for concurrent use.
//
// [Tracker.Track] puts an event into a queue and returns immediately. The tracker sends the queued
// events as soon as there are enough for a batch, or after an interval. No event is recorded twice,
// because the tracker retries a call only if the service cannot have recorded its events, such as
// after a 429. If a response is lost, it is unknown whether the events were recorded;
// [TrackerStats] counts them as Unknown.
//
// The service rejects events that are more than five minutes old. A tracker drops such events, so
// queued events are lost in a long outage. If the service rejects a batch, the tracker drops all
// events of the batch, because it cannot find out which events were rejected, or whether the others
// were recorded.
//
// A tracker has one goroutine, which ends with [Tracker.Close].
//
// Experimental: may change in any minor release; see [api].
type Tracker struct {
	events        EventTracker
	orgID, siteID string
	options       TrackerOptions

	wake      chan struct{} // receives a value when the state has changed
	reporting chan struct{} // holds a value while OnFailure is called
	done      chan struct{} // closed when the result of every event has been counted and reported
	ctx       context.Context
	cancel    context.CancelFunc

	mu      sync.Mutex
	queue   trackedEvents
	batch   trackedEvents // events taken from the queue and not counted yet
	calling bool          // whether the batch may have been sent
	closed  bool          // whether Close has been called
	ended   bool          // whether the goroutine has ended, or Close has taken its events
	stats   TrackerStats
}

// trackedEvent is an event that [Tracker.Track] has queued.
type trackedEvent struct {
	event Event
	at    time.Time // time at which the event was queued
}

type trackedEvents []trackedEvent

// events returns the events without the times at which they were queued.
func (e trackedEvents) events() []Event {
	all := make([]Event, len(e))
	for i := range e {
		all[i] = e[i].event
	}
	return all
}

// oldest returns the time of the oldest event.
func (e trackedEvents) oldest() time.Time {
	return *slices.MinFunc(e, func(a, b trackedEvent) int {
		return a.event.Timestamp.Compare(*b.event.Timestamp)
	}).event.Timestamp
}

// TrackerOptions configure a [Tracker]. A zero field means its default.
//
// Experimental: may change in any minor release; see [api].
type TrackerOptions struct {
	// BatchSize is the maximum number of events in a call. The default is 100.
	BatchSize int
	// Interval is the time that an event waits for other events, at most one minute. The default is
	// 1.5 s.
	Interval time.Duration
	// QueueSize is the maximum number of events that are waiting or being sent. If the queue is
	// full, further events are dropped. The default is 10,000.
	QueueSize int
	// The tracker calls OnFailure with queued events that were dropped, or that may or may not have
	// been recorded: the events of a failed batch, events that became too old, and events that
	// [Tracker.Close] drops. OnFailure receives each of these events once. If [Tracker.Track]
	// returned false for an event, OnFailure does not receive that event. Calls never overlap.
	// Until OnFailure returns, the tracker sends nothing and Close does not return, so OnFailure
	// must not call Close.
	OnFailure func(TrackerFailure)
	// CallOptions are passed to each call of the [EventTracker]. The tracker disables the retries
	// of the client and retries by itself, because events can expire between two attempts.
	CallOptions []api.CallOption
}

// TrackerFailure contains events that a [Tracker] will not send again, and the reason.
//
// Experimental: may change in any minor release; see [api].
type TrackerFailure struct {
	Events []Event
	// Unknown reports whether the events may have been recorded. It is the result of
	// [api.MayHaveApplied] for Err. If Unknown is false, the events were not recorded, with one
	// exception: if the service rejected a batch because of some of its events, it is undocumented
	// whether the service recorded the other events.
	Unknown bool
	// Err is the error of the last call, or [ErrEventExpired]. If [Tracker.Close] dropped the
	// events, Err matches [context.Canceled].
	Err error
}

// LogValue implements [slog.LogValuer]. It contains only the number of events.
func (f TrackerFailure) LogValue() slog.Value {
	return slog.GroupValue(
		slog.Int("events", len(f.Events)), slog.Bool("unknown", f.Unknown), slog.Any("error", f.Err),
	)
}

// TrackerStats counts the events of a [Tracker]. Each event passed to [Tracker.Track] is counted in
// exactly one of its fields.
//
// Experimental: may change in any minor release; see [api].
type TrackerStats struct {
	Queued  int64 // waiting or being sent
	Sent    int64 // recorded by the service
	Dropped int64 // not recorded; see [TrackerFailure] for an exception
	Unknown int64 // possibly recorded, because a response was lost
}

// ErrEventExpired means that an event became too old before a [Tracker] could send it.
//
// Experimental: may change in any minor release; see [api].
var ErrEventExpired = errors.New("the event is too old to be sent")

// NewTracker returns a tracker that sends events of a site. It calls events.Track; events is
// usually client.Sites.Insights.Events. The caller must call [Tracker.Close].
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
	o.Interval = cmp.Or(o.Interval, defaultTrackerInterval)
	o.QueueSize = cmp.Or(o.QueueSize, defaultTrackerQueue)
	o.BatchSize = min(cmp.Or(o.BatchSize, defaultTrackerBatch), o.QueueSize)
	return o
}

// Track queues an event and reports whether the event was queued. It never waits for the service.
// An event without a Timestamp gets the current time in milliseconds. Track copies the event, so a
// later change to the event, such as to a map in it, has no effect.
//
// Track drops the event if the queue is full or the tracker is closed. It also drops an event that
// sites.InsightsEventService.Track would reject before sending it, such as an event with an
// [api.Raw] that is not valid JSON, an event whose JSON is not valid UTF-8, and an event whose
// Timestamp is more than 4 minutes and 50 seconds in the future, since the clock of the service can
// be behind. It does so even if publishing.WithoutValidation is set.
func (t *Tracker) Track(event Event) bool {
	now := time.Now()
	event.Timestamp = cmp.Or(event.Timestamp, new(now.Truncate(time.Millisecond)))
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

// accept returns a copy of an event and reports whether the event can be sent. If the queue is
// full, it neither copies nor checks the event, to save time.
func (t *Tracker) accept(event Event) (copied Event, isValid bool) {
	if !t.hasRoom() {
		return Event{}, false
	}
	copied = clone.Of(event)
	alone := EventTrack{Events: []Event{copied}} // the service would reject the entire batch
	isEarly := time.Until(*copied.Timestamp) > eventLifetime
	if isEarly || check.Struct(trackOperation, alone, nil) != nil {
		return Event{}, false
	}
	encoded, err := jsonx.Marshal(alone)
	return copied, err == nil && utf8.Valid(encoded)
}

// hasRoom reports whether the queue has room for another event.
func (t *Tracker) hasRoom() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isFull()
}

// isFull reports whether the tracker accepts no more events. The caller must hold the mutex.
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

// Close sends the queued events and stops the tracker. Later events are dropped. If ctx has no
// deadline and the service fails, Close can take minutes.
//
// If ctx ends before all events are sent, Close cancels the call in progress, counts the events of
// that call as dropped or unknown and the queued events as dropped, and returns the error of ctx.
// It cancels the call shortly before the deadline of ctx, so that Close returns by the deadline
// unless OnFailure takes longer.
//
// When Close returns, each queued event has been recorded or passed to OnFailure. The goroutine of
// the tracker has ended, unless ctx was canceled before its deadline, or the call in progress
// ignores that its context was canceled.
//
// Close can be called several times, even concurrently. When the tracker has stopped, all calls to
// Close return. A call whose ctx has neither ended nor is about to end returns nil.
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
	case <-t.done: // if both are done, t.done takes precedence over ctx
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
	return cmp.Or(ctx.Err(), context.DeadlineExceeded)
}

// beforeDeadline returns a context that ends shortly before the deadline of ctx, if there is one. A
// call that is canceled then can return before the deadline.
func beforeDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	const most = 100 * time.Millisecond
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-min(most, max(0, time.Until(deadline)/10))))
}

// abandon ends the tracker. It counts and reports the remaining events with the error of a canceled
// call. There are none if the goroutine has sent all events. There are some if Close cannot wait
// for the goroutine, or if the program's own code has ended it with [runtime.Goexit].
func (t *Tracker) abandon() {
	t.reporting <- struct{}{}
	defer func() { <-t.reporting }()
	t.mu.Lock()
	if t.ended {
		t.mu.Unlock()
		return
	}
	t.ended, t.closed = true, true
	unknown, dropped := t.batch, t.queue
	if !t.calling {
		unknown, dropped = nil, slices.Concat(t.batch, t.queue)
	}
	t.batch, t.queue = nil, nil
	t.stats.Unknown += int64(len(unknown))
	t.stats.Dropped += int64(len(dropped))
	t.mu.Unlock()

	defer close(t.done)
	report := func(events []Event, applied bool) {
		if len(events) > 0 && t.options.OnFailure != nil {
			err := canceled(t.ctx.Err(), applied)
			t.options.OnFailure(TrackerFailure{Events: events, Unknown: applied, Err: err})
		}
	}
	report(clone.Of(unknown.events()), true) // the call may still read its events
	report(dropped.events(), false)
}

// canceled returns the error of a call that Close cancels or prevents.
func canceled(err error, mayHaveApplied bool) error {
	call := api.FailedCall{Operation: trackOperation, MayHaveApplied: mayHaveApplied}
	return &api.TransportError{FailedCall: call, Err: err}
}

// signal wakes up the goroutine. The caller must hold the mutex.
func (t *Tracker) signal() {
	select {
	case t.wake <- struct{}{}:
	default: // the goroutine has not received the last signal yet
	}
}

// run sends batches until the tracker is closed and the queue is empty, or until Close cannot wait
// any longer.
func (t *Tracker) run() {
	defer func() {
		t.cancel()
		if cause := recover(); cause != nil {
			panic(cause) // without a call of OnFailure, which may wait for a lock of the code that panicked
		}
		t.abandon()
	}()
	for t.awaitBatch() {
		t.sendBatch(t.takeBatch())
	}
}

// awaitBatch waits until there is a batch to send. It returns false if there will be no other
// batch.
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
			<-t.wake // Track or Close has sent a signal
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
	clear(t.queue[:n]) // the array stays in memory until append replaces it
	if t.queue = t.queue[n:]; len(t.queue) == 0 {
		t.queue = nil
	}
	t.batch = batch
	return batch
}

// sendBatch sends a batch. It retries until the events have been recorded, may have been recorded,
// or can no longer be recorded.
func (t *Tracker) sendBatch(batch trackedEvents) {
	for wait := trackerMinWait; ; wait = min(2*wait, trackerMaxWait) {
		if batch = t.withoutExpired(batch); len(batch) == 0 {
			return
		}
		ended := t.ctx.Err()
		if !t.setCalling(ended == nil) {
			return
		}
		if ended != nil { // an EventTracker might ignore that, and record the events
			t.fail(batch, nil, canceled(ended, false))
			return
		}
		// While the call waits for the limiter of its client, events can expire.
		deadline := batch.oldest().Add(eventTimeRange)
		if least := time.Now().Add(trackTime); deadline.Before(least) {
			deadline = least
		}
		ctx, cancel := context.WithDeadline(t.ctx, deadline)
		err := t.events.Track(ctx, t.orgID, t.siteID,
			EventTrack{Events: batch.events()}, t.options.CallOptions...)
		cancel()
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
			err = &neterr.InterruptedError{Ended: t.ctx.Err(), Last: err}
			t.fail(batch, nil, canceled(err, false))
			return
		}
	}
}

// setCalling sets whether the batch may have been sent. It returns false if Close has already
// counted the events of the batch.
func (t *Tracker) setCalling(calling bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calling = calling
	return !t.ended
}

// pause waits before the next call with a batch. It returns false if the tracker has to stop.
func (t *Tracker) pause(wait time.Duration, err error) bool {
	if failed, ok := errors.AsType[*api.Error](err); ok && failed.RetryAfter > 0 {
		wait = min(failed.RetryAfter, eventLifetime) // after eventLifetime, the batch has expired
	} else {
		wait = wait/2 + rand.N(wait/2) //nolint:gosec // jitter need not be unpredictable
	}
	return clock.Sleep(t.ctx, wait) == nil
}

// withoutExpired drops the events that the service would reject because of their age.
func (t *Tracker) withoutExpired(batch trackedEvents) trackedEvents {
	for {
		var kept, expired trackedEvents
		for _, tracked := range batch {
			if time.Since(*tracked.event.Timestamp) > eventLifetime {
				expired = append(expired, tracked)
			} else {
				kept = append(kept, tracked)
			}
		}
		if len(expired) == 0 {
			return kept
		}
		t.fail(expired, kept, ErrEventExpired)
		batch = kept // others can expire while OnFailure is called
	}
}

// fail counts and reports events that were dropped or may have been recorded. rest contains the
// other events of the batch.
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

// count counts the results of events of the batch, and reports whether it did. It does nothing if
// Close has already counted the events. rest contains the other events of the batch.
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
