// Command ask-web serves a page on which to ask an organization questions. The answers stream from
// the service through this program to the browser.
//
//	go run -C examples/ask-web . -addr 127.0.0.1:8080
//
// It runs on the in-memory server. If PUBLISHING_BASE_URL, PUBLISHING_TOKEN and
// PUBLISHING_ORGANIZATION are set, it asks that service. The token stays in this program.
//
// Everybody who reaches the server can ask, so it listens on the local machine only. To serve
// others, put it behind a proxy that authenticates them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "ask-web:", err)
		os.Exit(1)
	}
}

// run serves the page until ctx is done. It prints the address of the page to out, and everything
// else to notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("ask-web", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on; port 0 selects a free port")
	host := flags.String("host", "", "host name of the page if it is neither localhost nor an IP address")
	streams := flags.Int("streams", 8, "maximum number of answers that stream at the same time")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(out, usage(flags))
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage(flags))
	}
	if flags.NArg() > 0 || *streams < 1 {
		return fmt.Errorf("want no arguments, and at least one stream\n%s", usage(flags))
	}
	on, err := service.Open(notes)
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil {
		on.Server.Streams.Delay("Orgs.Ask.Stream", publishingtest.For(120*time.Millisecond)) // so that it can be seen to stream
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "http://%s\n", listener.Addr())
	log := slog.New(slog.NewTextHandler(notes, nil))
	server := web.NewServer(newProxy(on.Client, on.OrgID, *host, *streams, log).handler(), log)
	return web.Serve(ctx, listener, server, 5*time.Second) // after which streams end
}

func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	b.WriteString("usage: ask-web [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	return strings.TrimSpace(b.String())
}
