package sse

// DefaultMaxEventSize is the size of the largest event that [Read] accepts
// unless [WithMaxEventSize] sets another: 4 MiB.
const DefaultMaxEventSize = 4 << 20

// An Option configures [Read]. The zero Option changes nothing.
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

// WithMaxEventSize sets the size of the largest event, in bytes. The size of an
// event is that of its field lines, including field names and unknown fields and
// without line ends; comments and blank lines do not count. An event of more than
// n bytes ends the loop with [*EventTooLargeError]. An n below 1 means
// [DefaultMaxEventSize].
func WithMaxEventSize(n int) Option {
	if n < 1 {
		n = DefaultMaxEventSize
	}
	return Option{apply: func(c *config) { c.maxEventSize = n }}
}

// WithEmptyEvents makes [Read] yield events of these names that have no data line,
// with empty Data. The standard drops such events, but some services end a stream
// with a bare "event: done". The names are added to those of an earlier
// WithEmptyEvents.
func WithEmptyEvents(names ...string) Option {
	return Option{apply: func(c *config) { c.emptyEvents = append(c.emptyEvents, names...) }}
}
