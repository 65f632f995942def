package publishing

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// Version is the version of this module. It is part of the User-Agent header.
const Version = "0.1.0"

// A Client calls the API. Its fields are the services of the API. The methods of the services are
// the operations.
//
// A Client is safe for concurrent use. Create one with [NewClient] for the whole program: a client
// reuses its connections and keeps a retry budget. Every call on a zero Client returns an error.
type Client struct {
	// Orgs manages organizations and their resources, such as members, invites and fonts.
	Orgs orgs.Service
	// Sites manages the docs sites of organizations.
	Sites sites.Service
	// Spaces manages spaces and their content, such as pages and files.
	Spaces spaces.Service
	// Collections manages collections, which group spaces and other collections.
	Collections spaces.CollectionService
	// ChangeRequests manages change requests, which are proposed changes to spaces.
	ChangeRequests changerequests.Service
	// CustomHostnames manages the custom hostnames of sites and organizations.
	//
	// Experimental: may change in any minor release; see [api].
	CustomHostnames sites.CustomHostnameService
	// Subdomains finds the organization that owns a subdomain of the hosting domain.
	//
	// Experimental: may change in any minor release; see [api].
	Subdomains orgs.SubdomainService
	// Users gets and updates user accounts, such as the account that the token belongs to.
	//
	// Experimental: may change in any minor release; see [api].
	Users orgs.UserService
	// System returns information about the service.
	//
	// Experimental: may change in any minor release; see [api].
	System orgs.SystemService
	// Permissions manages the roles of users and teams in sites, spaces and collections.
	Permissions permissions.Service
	// URLs finds the content at a URL.
	//
	// Experimental: may change in any minor release; see [api].
	URLs urls.Service
	// Integrations manages integrations, which are programs that extend the service, and their
	// installations.
	//
	// Experimental: may change in any minor release; see [api].
	Integrations integrations.Service

	core *transport.Core
	base string // contains no secret
}

// NewClient returns a client of the service at baseURL, such as "https://api.example.com". The URL
// may have a path. The client adds "/v1" to it. With [WithEnv], baseURL may be empty.
//
// One of [WithToken], [WithTokenSource], [WithEnv] and [WithoutAuth] is required. NewClient sends
// nothing. It returns an error if
//
//   - an option is invalid, or two options contradict each other;
//   - the base URL has a scheme other than https and http, or no host;
//   - the base URL contains a user, a query, a fragment, or a path that ends in "/v1" or contains
//     "." or "..";
//   - the token is empty or contains anything but visible ASCII characters;
//   - the token would be sent over plain HTTP to another machine, and [WithInsecureHTTP] is not
//     set.
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
		if c.settings.TokenSource == nil && !c.withoutAuth && c.settings.Invalid == nil {
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
	c.settings.BaseURL = base
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("new client: %w", err)
	}
	core, err := transport.New(c.settings)
	if err != nil {
		return nil, fmt.Errorf("new client: %w", err)
	}
	return clientOf(core, base.String()), nil
}

// clientOf returns a client that uses core. The form of this function matters: in a larger
// function, or if one literal contained all services, the compiler would not inline MakerOf. The
// comment of MakerOf explains why it must be inlined.
func clientOf(core *transport.Core, base string) *Client {
	client := &Client{core: core, base: base}
	client.Orgs = transport.MakerOf[orgs.Service]().Make(core)
	client.Sites = transport.MakerOf[sites.Service]().Make(core)
	client.Spaces = transport.MakerOf[spaces.Service]().Make(core)
	client.Collections = transport.MakerOf[spaces.CollectionService]().Make(core)
	client.ChangeRequests = transport.MakerOf[changerequests.Service]().Make(core)
	client.CustomHostnames = transport.MakerOf[sites.CustomHostnameService]().Make(core)
	client.Subdomains = transport.MakerOf[orgs.SubdomainService]().Make(core)
	client.Users = transport.MakerOf[orgs.UserService]().Make(core)
	client.System = transport.MakerOf[orgs.SystemService]().Make(core)
	client.Permissions = transport.MakerOf[permissions.Service]().Make(core)
	client.URLs = transport.MakerOf[urls.Service]().Make(core)
	client.Integrations = transport.MakerOf[integrations.Service]().Make(core)
	return client
}

// CloseIdleConnections closes the connections that are not in use. If [WithHTTPClient] sets a
// Transport that other clients share, their idle connections are closed too. A program that creates
// many clients should call it on each client that it no longer needs. An HTTP/2 connection may
// become idle a moment after its last call has returned. CloseIdleConnections can miss such a
// connection; net/http then closes it after 90 s, or after the IdleConnTimeout of the Transport.
func (c *Client) CloseIdleConnections() {
	if c.core != nil { // a zero Client has no connections
		c.core.CloseIdleConnections()
	}
}

// String returns the type's name and the base URL.
func (c *Client) String() string { return "publishing.Client(" + c.base + ")" }

// GoString returns the same as String, so that %#v does not print the fields.
func (c *Client) GoString() string { return c.String() }

// parseBaseURL parses a base URL. It does not return the error of net/url, because that error
// contains the URL and the URL may contain a password.
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
	case strings.Contains(text, "#"):
		return nil, errors.New("it has a fragment; leave out what follows the #")
	}
	path := strings.TrimRight(u.Path, "/")
	if strings.HasSuffix(path, "/v1") {
		return nil, errors.New("its path ends in /v1, which the client adds; leave it out")
	}
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return nil, errors.New(`its path has a "." or ".."; write the resulting path`)
		}
	}
	return u, nil
}

// check returns an error if the settings contradict each other.
func (c *config) check() error {
	switch {
	case c.settings.Invalid != nil:
		return c.settings.Invalid
	case c.settings.TokenSource == nil && !c.withoutAuth:
		return errors.New("no token; use WithToken, WithTokenSource, WithEnv or WithoutAuth")
	case c.settings.TokenSource != nil && c.withoutAuth:
		return errors.New("WithoutAuth together with a token; use one of them")
	case c.settings.TokenSource != nil && c.settings.InClear():
		return errors.New("a token would go over plain http to a host other than localhost or a loopback address; " +
			"use https, or WithInsecureHTTP if you must")
	}
	return nil
}
