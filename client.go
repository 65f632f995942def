// Package publishing is a client of the Publishing Platform API: organizations, docs sites, spaces and the answers the service gives from
// their content.
//
// [NewClient] makes a client; its fields are the areas of the service. Models and the options of an area are in the area's own package,
// what all areas share is in package api, and what nearly every program names stands here too.
package publishing

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Version is the version of this module. It is part of the User-Agent header.
const Version = "0.1.0"

// Client calls the service. It is safe for concurrent use, and one client serves a program: it keeps connections and the retry budget.
// [NewClient] makes one; each call on a zero Client is an error.
type Client struct {
	// Orgs has what belongs to an organization as a whole.
	Orgs orgs.Service
	// Sites are the docs sites of an organization.
	Sites sites.Service
	// Spaces are containers of pages and files.
	Spaces spaces.Service
	// Collections group spaces and other collections.
	Collections spaces.CollectionService
	// ChangeRequests are proposed changes to spaces.
	ChangeRequests changerequests.Service
	// Subdomains are labels on the hosting domain of the service, each of which leads to an organization.
	//
	// Beyond the documents.
	Subdomains orgs.SubdomainService
	// Permissions are the roles of users on spaces and on collections.
	Permissions permissions.Service

	core *transport.Core
	base string // without anything secret
}

// NewClient makes a client of the service at baseURL, such as "https://api.example.com". The URL may have a path prefix; "/v1" is added by
// the client. It needs [WithToken], [WithTokenSource], [WithEnv] or [WithoutAuth]. With [WithEnv] baseURL may be empty.
//
// A base URL that has no scheme, a user, a query or a fragment, or that ends in /v1, a token that is empty or has control characters, and a
// token for plain http to another machine are errors. Nothing is sent.
func NewClient(baseURL string, opts ...Option) (*Client, error) {
	c := config{settings: transport.Settings{UserAgent: "publishing-go/" + Version}}
	for _, opt := range opts {
		if opt != nil {
			opt.applyClient(&c)
		}
	}
	if c.fromEnv {
		if baseURL == "" {
			if baseURL = os.Getenv(EnvBaseURL); baseURL == "" {
				return nil, errors.New("new client: " + EnvBaseURL + " is not set and there is no other base URL")
			}
		}
		if c.settings.TokenSource == nil && !c.withoutAuth && c.err == nil {
			token := os.Getenv(EnvToken)
			if token == "" {
				return nil, errors.New("new client: " + EnvToken + " is not set and there is no other token")
			}
			WithToken(token).applyClient(&c)
		}
	}
	base, err := parseBaseURL(baseURL)
	if err != nil {
		return nil, fmt.Errorf("new client: base URL: %w", err)
	}
	if err := c.check(base); err != nil {
		return nil, fmt.Errorf("new client: %w", err)
	}
	c.settings.BaseURL = base
	core, err := transport.New(c.settings)
	if err != nil {
		return nil, fmt.Errorf("new client: %w", err)
	}
	return &Client{
		Orgs:           orgs.New(core),
		Sites:          sites.New(core),
		Spaces:         spaces.New(core),
		Collections:    spaces.NewCollections(core),
		ChangeRequests: changerequests.New(core),
		Subdomains:     orgs.NewSubdomains(core),
		Permissions:    permissions.New(core),
		core:           core,
		base:           base.String(),
	}, nil
}

// CloseIdleConnections closes the connections that no call is using. A program that makes clients for a short time calls it when it is done
// with one. Connections of an [http.Client] given with [WithHTTPClient] are closed too.
func (c *Client) CloseIdleConnections() {
	if c.core != nil { // else it has none
		c.core.CloseIdleConnections()
	}
}

// String returns the kind and the base URL.
func (c *Client) String() string { return "publishing.Client(" + c.base + ")" }

// GoString returns what String does, so that no verb of fmt looks inside.
func (c *Client) GoString() string { return c.String() }

// parseBaseURL never returns the error of net/url, which quotes a password.
func parseBaseURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, errors.New(`it is empty; write it like "https://api.example.com"`)
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New(`it cannot be parsed; write it like "https://api.example.com"`)
	case u.User != nil:
		return nil, errors.New("it has a user or a password; leave them out and use WithToken")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New(`it has no scheme "https" or "http"; write it like "https://api.example.com"`)
	case u.Hostname() == "":
		return nil, errors.New(`it has no host; write it like "https://api.example.com"`)
	case u.RawQuery != "" || u.ForceQuery:
		return nil, errors.New("it has a query; leave out what follows the question mark")
	case u.Fragment != "" || strings.Contains(text, "#"):
		return nil, errors.New("it has a fragment; leave out what follows the #")
	}
	path := strings.TrimRight(u.Path, "/")
	if path == "/v1" || strings.HasSuffix(path, "/v1") {
		return nil, errors.New("its path ends in /v1, which the client adds; leave it out")
	}
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return nil, errors.New(`its path has a "." or ".."; write the path it leads to`)
		}
	}
	return u, nil
}

// check holds the settings against each other.
func (c *config) check(base *url.URL) error {
	switch {
	case c.err != nil:
		return c.err
	case c.settings.TokenSource == nil && !c.withoutAuth:
		return errors.New("no token; use WithToken, WithTokenSource, WithEnv or WithoutAuth")
	case c.settings.TokenSource != nil && c.withoutAuth:
		return errors.New("WithoutAuth together with a token; use one of them")
	case c.settings.TokenSource != nil && base.Scheme == "http" && !c.insecureHTTP && !isLoopback(base.Hostname()):
		return errors.New("a token would go over plain http to another machine; use https, or WithInsecureHTTP if you must")
	}
	return nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
