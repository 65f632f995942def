package sse

// DefaultMaxEventSize is the largest event [Read] takes unless
// [WithMaxEventSize] says otherwise: 4 MiB.
const DefaultMaxEventSize = 4 << 20

// Option changes how [Read] reads. The zero Option changes nothing.
type Option struct {
	apply func(*config)
}

type config struct {
	maxEventSize int
	emptyEvents  []string
}

func newConfig(opts []Option) config {
	c := config{maxEventSize: DefaultMaxEventSize}
	for _, o := range opts {
		if o.apply != nil {
			o.apply(&c)
		}
	}
	return c
}

// WithMaxEventSize sets the largest event, in bytes. An event's size is that of
// its field lines as they came, field names and unknown fields included, line
// ends left out. Comments and blank lines do not count. An event of n bytes
// passes, one of n+1 ends the loop with [*EventTooLargeError]. An n below 1 is
// [DefaultMaxEventSize].
func WithMaxEventSize(n int) Option {
	if n < 1 {
		n = DefaultMaxEventSize
	}
	return Option{apply: func(c *config) { c.maxEventSize = n }}
}

// WithEmptyEvents makes [Read] yield events of these types that have no data
// line, with empty Data. By the standard such an event is dropped, but some
// services end a stream with a bare "event: done". It adds to the types of an
// earlier WithEmptyEvents.
func WithEmptyEvents(types ...string) Option {
	return Option{apply: func(c *config) { c.emptyEvents = append(c.emptyEvents, types...) }}
}
