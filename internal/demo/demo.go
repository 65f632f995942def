// Package demo starts the service in memory for the examples in the documentation.
package demo

import (
	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// Service starts a service with the demo on it. It returns a client of it, the ids of what it has, and what stops it.
func Service(opts ...publishing.Option) (client *publishing.Client, ids publishingtest.Demo, stop func()) {
	server, ids := Server()
	return server.Client(opts...), ids, server.Close
}

// Server starts a service with the demo on it.
func Server() (*publishingtest.Server, publishingtest.Demo) {
	server, err := publishingtest.Start(publishingtest.WithPageSize(2))
	if err != nil {
		panic(err) // no port of this machine is free
	}
	return server, server.SeedDemo()
}
