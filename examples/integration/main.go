// Command integration is the server of an integration that comments on change requests. When the
// main content of a space changes, it comments once on each open change request that is outdated
// now.
//
//	go run ./examples/integration
//
// It runs on the in-memory server: it publishes and installs an integration, changes a space,
// delivers the event about that to its own server, twice, and prints the comments. With -serve, it
// then serves further events until it is interrupted. If PUBLISHING_BASE_URL and PUBLISHING_TOKEN
// are set, it only serves the events of the integration of -name on that service. The token must
// belong to the integration.
//
// An event is a POST request to /events with the JSON of an integrations.EventPayload. The service
// sends events to the script of an integration, which it runs itself. It does not document how
// deliveries to another server are authenticated, or that there are any. So whatever delivers
// events, such as the script, must send the secret in INTEGRATION_SECRET as a bearer token. The
// secrets of an integration, in integrations.Publish, are the place where the script finds it.
// Serve events over HTTPS. Webhooks of a service have been seen to be signed instead: a header
// contains "t=", the time in seconds, and ",v1=", the HMAC-SHA256 in hexadecimal of the time, a dot
// and the body. Up to three retries have the same time, so accept it for as long as they last.
//
// The response to an event has the status 204 if the event needs no further delivery, and 502 if it
// should be delivered again, which can be done any number of times. Only one process may serve the
// events of a space, since the lock that keeps two deliveries from commenting at the same time is
// in memory.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
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

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/examples/internal/web"
	"github.com/publishing-platform/publishing-go/integrations"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "integration:", err)
		os.Exit(1)
	}
}

// envSecret is the environment variable with the secret of those who deliver events.
const envSecret = "INTEGRATION_SECRET"

// minSecret is the length of the shortest secret that is accepted.
const minSecret = 16

// A config contains the arguments of the program.
type config struct {
	addr, name string
	serve      bool
	secret     string
}

var errHelp = errors.New("help requested")

// parse returns the configuration in args and the environment. If it returns errHelp, usage is what
// to print.
func parse(args []string) (c config, usage string, err error) {
	flags := flag.NewFlagSet("integration", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	flags.StringVar(&c.addr, "addr", "127.0.0.1:0", "address to listen on; port 0 selects a free port")
	flags.StringVar(&c.name, "name", "", "name of the integration; on the in-memory server, any name")
	flags.BoolVar(&c.serve, "serve", false, "on the in-memory server, serve events after the demo; needs "+envSecret)
	var b strings.Builder
	b.WriteString("usage: integration [flags]\n")
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "  -%s %s (%s)\n", f.Name, f.DefValue, f.Usage) })
	usage = strings.TrimSpace(b.String())
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c, usage, errHelp
	} else if err != nil {
		return c, usage, fmt.Errorf("%w\n%s", err, usage)
	}
	other := os.Getenv(publishing.EnvBaseURL) != ""
	if flags.NArg() > 0 || other && c.name == "" {
		return c, usage, fmt.Errorf("want no arguments, and the name of an integration\n%s", usage)
	}
	c.serve = c.serve || other
	if c.secret = os.Getenv(envSecret); c.secret == "" && !c.serve {
		c.secret = rand.Text()
	}
	if len(c.secret) < minSecret {
		return c, usage, fmt.Errorf("want at least %d characters in %s", minSecret, envSecret)
	}
	c.name = cmp.Or(c.name, "acme-outdated")
	return c, usage, nil
}

// run runs the demo on the in-memory server, and then serves events if the arguments ask for that.
// It prints the result of the demo and the address of the server to out, and everything else to
// notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	c, usage, err := parse(args)
	if errors.Is(err, errHelp) {
		_, err = fmt.Fprintln(out, usage)
		return err
	} else if err != nil {
		return err
	}
	on, err := service.Connect(notes)
	if err != nil {
		return err
	}
	defer on.Close()
	baseURL, own := os.Getenv(publishing.EnvBaseURL), on.Client
	if on.Server != nil {
		if err := install(ctx, on, c.name, c.secret, out); err != nil {
			return err
		}
		baseURL, own = on.Server.URL(), on.Server.ClientForIntegration(c.name)
	}
	// Only the token of the integration may list its installations.
	if _, err := own.Integrations.Installations.List(ctx, c.name, integrations.InstallationListOptions{Limit: 1}); err != nil {
		return err
	}
	clients := newClients(baseURL, own, c.name)
	defer clients.close()

	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.addr)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(notes, nil))
	events := newReceiver(c.secret, (&commenter{clients: clients, log: log}).contentUpdated, log)
	server := web.NewServer(events.handler(), log)
	server.ReadTimeout = 10 * time.Second
	server.WriteTimeout = handleTimeout + 15*time.Second
	serving, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan error, 1)
	go func() { served <- web.Serve(serving, listener, server, 5*time.Second) }()
	address := "http://" + listener.Addr().String() + eventsPath
	if on.Server != nil {
		err = demonstrate(ctx, on, own, c, address, out)
	}
	if c.serve && err == nil {
		fmt.Fprintln(out, address)
		return <-served
	}
	stop()
	return errors.Join(err, <-served)
}
