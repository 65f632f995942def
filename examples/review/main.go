// Command review lists the open change requests of an organization, shows what a change request
// changes and the comments on it, and merges a change request.
//
//	go run ./examples/review
//	go run ./examples/review show space_1/1
//	go run ./examples/review merge space_1/1
//	go run ./examples/review merge -update space_3/1
//
// The argument is the ID of the space and the number of the change request, as in the list. If
// there are conflicts, nothing is merged, and the program prints which pages were changed on both
// sides; with -update, it updates the change request from the main content and tries once more. If
// the response to a merge is lost, the program does not repeat it, but gets the change request and
// prints its status.
//
// It runs on the in-memory server, which is a new one each time. If PUBLISHING_BASE_URL and
// PUBLISHING_TOKEN are set, it runs on that service, and lists the change requests of the
// organization of -org or PUBLISHING_ORGANIZATION. The exit status is 1 if it could not do what it
// was asked, for example because of conflicts.
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

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	notes := terminal.Writer{Out: os.Stderr}
	err := run(ctx, os.Args[1:], terminal.Writer{Out: os.Stdout}, notes)
	stop()
	if err != nil {
		fmt.Fprintln(notes, "review:", err)
		os.Exit(1)
	}
}

const usage = `usage: review [list] [-org ID]
       review show SPACE/NUMBER
       review merge [-update] SPACE/NUMBER`

// A command contains the arguments of the program.
type command struct {
	name      string // "list", "show" or "merge"
	orgID     string
	space, id string // IDs of the space and the change request
	update    bool
}

var errHelp = errors.New("help requested")

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
		flags.StringVar(&c.orgID, "org", "", "ID of the organization")
		wanted = 0
	case "merge":
		flags.BoolVar(&c.update, "update", false, "update from the main content if there are conflicts")
	case "show":
	default:
		return c, fmt.Errorf("unknown command %q\n%s", c.name, usage)
	}
	var operands []string
	for { // flags may follow the change request
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return c, errHelp
		} else if err != nil {
			return c, fmt.Errorf("%w\n%s", err, usage)
		}
		if flags.NArg() == 0 {
			break
		}
		operands, args = append(operands, flags.Arg(0)), flags.Args()[1:]
	}
	if len(operands) != wanted {
		return c, errors.New(usage)
	}
	if wanted == 1 {
		var found bool
		c.space, c.id, found = strings.Cut(operands[0], "/")
		if !found || c.space == "" || c.id == "" {
			return c, fmt.Errorf("want a change request as SPACE/NUMBER, got %q", operands[0])
		}
	}
	return c, nil
}

// run runs the command in args. It prints the result on out, and everything else on notes.
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
	strict := publishing.WithStrictDecoding() // a change that cannot be decoded would be merged unseen
	var on *service.Service
	if c.name == "list" {
		on, err = service.OpenIn(notes, c.orgID, server, strict)
	} else {
		on, err = service.ConnectWith(notes, server, strict)
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
