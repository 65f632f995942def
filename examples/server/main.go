// Command server runs the in-memory server on a local port, with the content of the demo, for curl
// and other clients.
//
//	go run ./examples/server -addr 127.0.0.1:8080
//
// It prints how to use it, and runs until it is interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout})
	stop()
	if err != nil {
		fmt.Fprintln(terminal.Writer{Out: os.Stderr}, "server:", err)
		os.Exit(1)
	}
}

// run serves requests until ctx is done.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	addr := flags.String("addr", "127.0.0.1:0", "loopback address to listen on; port 0 selects a free port")
	pageSize := flags.Int("page-size", 2, "number of elements on a page if a request contains no limit")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q\n%s", flags.Arg(0), usage(flags))
	}
	server, err := publishingtest.Start(publishingtest.WithAddr(*addr), publishingtest.WithPageSize(*pageSize))
	if err != nil {
		return err
	}
	defer server.Close()
	if err := describe(out, server, server.SeedDemo()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: server [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}

// describe prints how to use the server, in a form that a shell can read.
func describe(out io.Writer, server *publishingtest.Server, demo publishingtest.Demo) error {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# In another terminal:")
	line("export PUBLISHING_BASE_URL=%s", server.URL())
	line("export PUBLISHING_TOKEN=%s", server.Token())
	line("export PUBLISHING_ORGANIZATION=%s", demo.Organization)
	line("# users: %s", strings.Join(demo.Users, " "))
	line("# spaces: %s", strings.Join(demo.Spaces, " "))
	line("# sites: %s", strings.Join(demo.Sites, " "))
	line("# share link of %s: %s", demo.Sites[0], demo.ShareLink)
	line("# OpenAPI specification: %s", demo.OpenAPISpec)
	line("# websites to import: %s", strings.Join(demo.Imports, " "))
	line(`export auth="Authorization: Bearer $PUBLISHING_TOKEN"`)
	line(`export org=$PUBLISHING_BASE_URL/v1/orgs/$PUBLISHING_ORGANIZATION`)
	line(`# curl -H "$auth" $org/sites                             a page of a list; for the next page add`)
	line(`#   --get --data-urlencode "page=…"                       its next.page, URL-encoded`)
	line(`# curl -H "$auth" $org/sites -d '{"title": "Mine"}'      create; unknown fields are ignored`)
	line(`# curl -H "$auth" $org/sites/site_2 -X PATCH -d '{"title": "Handbook", "proxy": null}'`)
	line(`# curl -H "$auth" $org/sites/site_2 -X DELETE -i         205 if it existed, 204 if not`)
	line(`# curl -H "$auth" -N "$org/ask/stream?query=publish"     an answer as it streams`)
	line("# Interrupt to stop.")
	_, err := io.WriteString(out, b.String())
	return err
}
