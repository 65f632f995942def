package sites

import (
	"context"
	"iter"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// MCPServerService manages the MCP servers of a site. The assistant of the site may call the tools
// of these servers.
//
// Experimental: may change in any minor release; see [api].
type MCPServerService struct {
	core *transport.Core
}

// MCPServer is a server with tools for the assistant of a site.
//
// Experimental: may change in any minor release; see [api].
type MCPServer struct {
	Object string `json:"object"` // "site-mcp-server"
	ID     string `json:"id"`
	Name   string `json:"name"`
	URL    string `json:"url"`
	// Headers contains the headers of the requests to the server. They often contain credentials.
	Headers api.SecretMap `json:"headers"`
	// Transport is the protocol of the requests. Condition is an expression about the visitor. If
	// it is not nil, the assistant uses the server only for visitors for whom the expression is
	// true. Older versions of the service return neither field.
	Transport *MCPTransport `json:"transport,omitzero"`
	Condition *string       `json:"condition,omitzero"`
	URLs      MCPServerURLs `json:"urls"`
}

// LogValue implements [slog.LogValuer]. It hides the values of the headers.
func (s MCPServer) LogValue() slog.Value { return logvalue.Of(s) }

// MCPTransport is the protocol of requests to an MCP server.
//
// Experimental: may change in any minor release; see [api].
type MCPTransport string

// Protocols of requests to an MCP server.
const (
	MCPTransportSSE  MCPTransport = "sse"
	MCPTransportHTTP MCPTransport = "http"
)

// MCPServerURLs contains the URLs of an MCP server.
//
// Experimental: may change in any minor release; see [api].
type MCPServerURLs struct {
	Location string `json:"location"` // URL in the API
}

// MCPServerListOptions are the query parameters of [MCPServerService.List].
//
// Experimental: may change in any minor release; see [api].
type MCPServerListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of servers per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the MCP servers of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers
func (s MCPServerService) List(
	ctx context.Context, orgID, siteID string, options MCPServerListOptions, opts ...api.CallOption,
) (*pagination.Page[MCPServer], error) {
	return transport.List[MCPServer](
		ctx, s.core, opMCPServerList.Path(orgID, siteID).Query(options), opts,
	)
}

// All returns an iterator over the MCP servers of a site.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers
func (s MCPServerService) All(
	ctx context.Context, orgID, siteID string, options MCPServerListOptions, opts ...api.CallOption,
) iter.Seq2[MCPServer, error] {
	return transport.All[MCPServer](
		ctx, s.core, opMCPServerList.Path(orgID, siteID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [MCPServerService.List].
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers
func (s MCPServerService) ListPages(
	ctx context.Context, orgID, siteID string, options MCPServerListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[MCPServer], error] {
	return transport.Pages[MCPServer](
		ctx, s.core, opMCPServerList.Path(orgID, siteID).Query(options), opts,
	)
}

// MCPServerCreate is the request body of [MCPServerService.Create].
//
// Experimental: may change in any minor release; see [api].
type MCPServerCreate struct {
	Name string `json:"name" check:"required,len=1..100"` // 1 to 100 characters
	URL  string `json:"url" check:"required,len=..2048"`  // absolute, at most 2048 characters
	// Headers contains the headers of the requests to the server. Each value has 1 to 512
	// characters. Nil means no headers.
	Headers api.SecretMap `json:"headers" check:"values=1..512"`

	// Only newer versions of the service have these fields: see [MCPServer]. An empty Transport
	// means [MCPTransportSSE]. Condition has at most 1024 characters.
	Transport MCPTransport         `json:"transport,omitzero"`
	Condition api.Nullable[string] `json:"condition,omitzero" check:"len=..1024"`
}

// LogValue implements [slog.LogValuer]. It hides the values of the headers.
func (c MCPServerCreate) LogValue() slog.Value { return logvalue.Of(c) }

// Create adds an MCP server to a site and returns it.
//
// API: POST /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers
func (s MCPServerService) Create(
	ctx context.Context, orgID, siteID string, server MCPServerCreate, opts ...api.CallOption,
) (*MCPServer, error) {
	return transport.JSON[MCPServer](
		ctx, s.core, opMCPServerCreate.Path(orgID, siteID).Body(server), opts,
	)
}

// Get returns an MCP server of a site with the values of its headers.
//
// API: GET /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}
func (s MCPServerService) Get(
	ctx context.Context, orgID, siteID, siteMCPServerID string, opts ...api.CallOption,
) (*MCPServer, error) {
	return transport.JSON[MCPServer](
		ctx, s.core, opMCPServerGet.Path(orgID, siteID, siteMCPServerID), opts,
	)
}

// MCPServerUpdate is the request body of [MCPServerService.Update]. If a field is nil, the value
// does not change.
//
// Experimental: may change in any minor release; see [api].
type MCPServerUpdate struct {
	Name *string `json:"name,omitzero" check:"len=1..100"` // 1 to 100 characters
	URL  *string `json:"url,omitzero" check:"len=..2048"`  // absolute, at most 2048 characters
	// Each value of Headers has 1 to 512 characters. It is undocumented whether Headers replaces
	// all headers or only those with the same names. [MCPServerService.Get] returns all headers.
	Headers api.SecretMap `json:"headers,omitzero" check:"values=1..512"`

	// Only newer versions of the service have these fields: see [MCPServer]. Condition has at most
	// 1024 characters. Sending null removes it.
	Transport MCPTransport         `json:"transport,omitzero"`
	Condition api.Nullable[string] `json:"condition,omitzero" check:"len=..1024"`
}

// LogValue implements [slog.LogValuer]. It hides the values of the headers.
func (u MCPServerUpdate) LogValue() slog.Value { return logvalue.Of(u) }

// Update changes an MCP server of a site and returns the updated server.
//
// API: PATCH /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}
func (s MCPServerService) Update(
	ctx context.Context, orgID, siteID, siteMCPServerID string,
	update MCPServerUpdate, opts ...api.CallOption,
) (*MCPServer, error) {
	return transport.JSON[MCPServer](
		ctx, s.core, opMCPServerUpdate.Path(orgID, siteID, siteMCPServerID).Body(update), opts,
	)
}

// Delete removes an MCP server from a site. If the server does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}
func (s MCPServerService) Delete(
	ctx context.Context, orgID, siteID, siteMCPServerID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(
		ctx, s.core, opMCPServerDelete.Path(orgID, siteID, siteMCPServerID), opts,
	)
}
