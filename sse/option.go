package sse

// DefaultMaxEventSize is the maximum size of an event, 4 MiB, unless [WithMaxEventSize] sets
// another.
const DefaultMaxEventSize = 4 << 20

// An Option configures [Read]. A nil Option is ignored.
type Option interface {
	apply(*config)
}

type option func(*config)

func (o option) apply(c *config) { o(c) }

type config struct {
	maxEventSize int
	emptyEvents  []string
}

// WithMaxEventSize sets the maximum size of an event, in bytes. A larger event ends the iteration
// with an [*EventTooLargeError]. The size of an event is the total size of its lines, including
// field names and unknown fields, but without line ends and comments. If n is less than 1, the
// maximum is [DefaultMaxEventSize].
func WithMaxEventSize(n int) Option {
	if n < 1 {
		n = DefaultMaxEventSize
	}
	return option(func(c *config) { c.maxEventSize = n })
}

// WithEmptyEvents makes [Read] yield events with the given names even if they have no data.
// According to the standard, such events are skipped, but some services end a stream with only
// "event: done". If the option is used several times, all names apply.
func WithEmptyEvents(names ...string) Option {
	return option(func(c *config) { c.emptyEvents = append(c.emptyEvents, names...) })
}
