// Package web runs the HTTP servers of the examples.
package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// NewServer returns a server whose connections a client can neither occupy with a slow header nor
// leave idle. ReadTimeout and WriteTimeout are left to the caller, because they would end streams.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// Serve serves requests until ctx is done. Those that are being served then have the time grace to
// end, after which their contexts end.
func Serve(ctx context.Context, listener net.Listener, server *http.Server, grace time.Duration) error {
	requests, endRequests := context.WithCancel(context.WithoutCancel(ctx))
	defer endRequests()
	server.BaseContext = func(net.Listener) context.Context { return requests }
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	defer time.AfterFunc(grace, endRequests).Stop()
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace+5*time.Second)
	defer cancel()
	return server.Shutdown(limit)
}
