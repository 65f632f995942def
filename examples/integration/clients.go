package main

import (
	"net/http"
	"slices"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
)

// maxClients is the number of installations whose clients are kept.
const maxClients = 100

// clients are the clients of the installations of an integration. Each of them has a token of its
// own, which its source renews.
type clients struct {
	baseURL     string
	integration *publishing.Client // client with the token of the integration
	name        string             // name of the integration
	opts        []publishing.Option
	transport   *http.Transport // shared, as are the connections

	mu     sync.Mutex
	recent []installed // at most maxClients, the one that was used last at the end
}

// installed is the client of an installation.
type installed struct {
	id     string
	client *publishing.Client
}

func newClients(baseURL string, integration *publishing.Client, name string, opts ...publishing.Option) *clients {
	return &clients{baseURL: baseURL, integration: integration, name: name, opts: opts, transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
	}}
}

// of returns the client of an installation. The token is created with the first call.
func (c *clients) of(installationID string) (*publishing.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.recent, func(known installed) bool { return known.id == installationID }); i >= 0 {
		known := c.recent[i]
		c.recent = append(slices.Delete(c.recent, i, i+1), known)
		return known.client, nil
	}
	source := c.integration.Integrations.Installations.TokenSource(c.name, installationID)
	client, err := publishing.NewClient(c.baseURL, append([]publishing.Option{
		publishing.WithTokenSource(source), publishing.WithHTTPClient(&http.Client{Transport: c.transport}),
		publishing.WithStrictDecoding(), // a comment that cannot be decoded must not count as missing
	}, c.opts...)...)
	if err != nil {
		return nil, err
	}
	if len(c.recent) == maxClients {
		c.recent = slices.Delete(c.recent, 0, 1) // its token is created again if need be
	}
	c.recent = append(c.recent, installed{installationID, client})
	return client, nil
}

func (c *clients) close() { c.transport.CloseIdleConnections() }
