package transport

import (
	"net/http/httptrace"
	"sync/atomic"
)

// wire knows whether an attempt can have reached the service. A middleware may send from a goroutine of its own, hence the atomics.
type wire struct {
	entered atomic.Bool // the network layer was given the request
	asked   atomic.Bool // it asked for a connection
	got     atomic.Bool // it got one
	written atomic.Bool // it may have written to one
}

func (w *wire) reset() {
	w.entered.Store(false)
	w.written.Store(false)
}

// watch makes the network layer tell of its connections.
func (w *wire) watch(trace *httptrace.ClientTrace) {
	trace.GetConn = func(string) {
		w.asked.Store(true)
		w.got.Store(false) // it asks again when nothing was written to the connection before, or when a second time does no harm
	}
	trace.GotConn = func(httptrace.GotConnInfo) { w.got.Store(true) }
}

// enter notes that the network layer is given the request.
func (w *wire) enter() {
	w.entered.Store(true)
	w.asked.Store(false)
	w.got.Store(false)
}

// leave notes what it returned. That nothing was written needs proof: an error of dialing, or a connection that was asked for and not got.
func (w *wire) leave(err error) {
	if err == nil || w.got.Load() || !(w.asked.Load() || isDial(err)) {
		w.written.Store(true)
	}
}
