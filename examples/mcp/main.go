// Command mcp is a Model Context Protocol server. It lets an assistant search and read the docs of
// an organization, and ask questions about them.
//
// An assistant starts the server and talks to it over standard input and output. Many assistants
// have a configuration like this one, in which command is the path of the built program:
//
//	{
//	  "mcpServers": {
//	    "docs": {
//	      "command": "/usr/local/bin/docs-mcp",
//	      "env": {
//	        "PUBLISHING_BASE_URL": "https://api.example.com",
//	        "PUBLISHING_TOKEN": "...",
//	        "PUBLISHING_ORGANIZATION": "..."
//	      }
//	    }
//	  }
//	}
//
// This builds the program:
//
//	go build -C examples/mcp -o /usr/local/bin/docs-mcp .
//
// Without the variables in env, the server runs on the in-memory server, so that it can be tried
// out without an account.
//
// The tools list_spaces, search, read_page and ask change nothing. They return whatever the token
// may read, so use the token of a user who may read only what everyone who talks to the assistant
// may read.
//
// Standard output contains nothing but the protocol. Logs go to standard error.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, notes, &mcp.StdioTransport{})
	stop()
	if err != nil {
		fmt.Fprintln(notes, "mcp:", err)
		os.Exit(1)
	}
}

// run serves one assistant until it disconnects or ctx is done.
func run(ctx context.Context, notes io.Writer, transport mcp.Transport) error {
	logger := slog.New(slog.NewTextHandler(notes, nil))
	on, err := service.Open(notes, publishing.WithLogger(logger), publishing.WithReadOnly())
	if err != nil {
		return err
	}
	defer on.Close()
	server := newServer(on.Client, on.OrgID, logger)
	server.AddReceivingMiddleware(endsWith(ctx))
	err = server.Run(ctx, transport)
	if ctx.Err() != nil {
		return nil // interrupted
	}
	return err
}

// endsWith cancels calls when ctx is done. Otherwise, the server would wait for them.
func endsWith(ctx context.Context) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(call context.Context, method string, req mcp.Request) (mcp.Result, error) {
			call, cancel := context.WithCancel(call)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			return next(call, method, req)
		}
	}
}
