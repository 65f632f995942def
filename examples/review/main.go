// Command review works through the change requests of an organization: it lists the open ones, shows the comments on one with their replies,
// and merges one.
//
//	go run ./examples/review
//	go run ./examples/review show space_1/1
//	go run ./examples/review merge space_1/1
//	go run ./examples/review merge -update space_3/1
//
// A change request is named by the id of its space and its number there, as the list has them. A merge that has conflicts merges nothing and
// says which pages were changed on both sides; with -update it brings the main content in and tries once more. A merge whose answer is lost
// is not repeated: the program reads what has become of the change request and says so.
//
// It runs on the service in memory, which is a new one each time. With PUBLISHING_BASE_URL and PUBLISHING_TOKEN set it runs on that service;
// the list is that of the organization of -org or PUBLISHING_ORGANIZATION. It ends with 1 when it could not do what it was asked, conflicts
// included.
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
	"time"

	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "review:", err)
		os.Exit(1)
	}
}

const usage = `usage: review [list] [-org ID]
       review show SPACE/NUMBER
       review merge [-update] SPACE/NUMBER`

// command is what the program is asked to do.
type command struct {
	name      string // "list", "show" or "merge"
	orgID     string
	space, id string // of the change request
	update    bool
}

var errHelp = errors.New("help is wanted")

func parse(args []string) (command, error) {
	c := command{name: "list"}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		c.name, args = args[0], args[1:]
	}
	flags := flag.NewFlagSet("review", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	wanted := 1
	switch c.name {
	case "list":
		flags.StringVar(&c.orgID, "org", "", "id of the organization")
		wanted = 0
	case "merge":
		flags.BoolVar(&c.update, "update", false, "bring the main content in when there are conflicts")
	case "show":
	default:
		return c, fmt.Errorf("what is %q?\n%s", c.name, usage)
	}
	var named []string
	for { // flags may come after the change request too
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return c, errHelp
		} else if err != nil {
			return c, fmt.Errorf("%w\n%s", err, usage)
		}
		if flags.NArg() == 0 {
			break
		}
		named, args = append(named, flags.Arg(0)), flags.Args()[1:]
	}
	if len(named) != wanted {
		return c, errors.New(usage)
	}
	if wanted == 1 {
		var found bool
		c.space, c.id, found = strings.Cut(named[0], "/")
		if !found || c.space == "" || c.id == "" {
			return c, fmt.Errorf("want a change request as SPACE/NUMBER, got %q", named[0])
		}
	}
	return c, nil
}

// run does what args say. What is no part of the answer goes to notes.
func run(ctx context.Context, args []string, out, notes io.Writer) error {
	c, err := parse(args)
	if errors.Is(err, errHelp) {
		_, err = fmt.Fprintln(out, usage)
		return err
	} else if err != nil {
		return err
	}
	clock := &clock{}
	clock.set(30 * 24 * time.Hour)
	server := []publishingtest.Option{publishingtest.WithClock(clock.now)}
	var on *service.Service
	if c.name == "list" {
		on, err = service.OpenIn(notes, c.orgID, server)
	} else {
		on, err = service.ConnectWith(notes, server)
	}
	if err != nil {
		return err
	}
	defer on.Close()
	if on.Server != nil {
		seed(on.Server, on.Demo, clock)
	}
	r := &reviewer{client: on.Client, out: out, now: time.Now}
	switch c.name {
	case "show":
		return r.show(ctx, c.space, c.id)
	case "merge":
		return r.merge(ctx, c.space, c.id, c.update)
	default:
		return r.list(ctx, on.OrgID)
	}
}
