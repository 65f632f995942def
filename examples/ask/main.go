// Command ask asks an organization a question. It prints the answer as it streams, its sources, and
// follow-up questions.
//
//	go run -C examples/ask . How do I publish
//
// Without a question, it prints some questions and reads one from standard input. It runs on the
// in-memory server. If PUBLISHING_BASE_URL, PUBLISHING_TOKEN and PUBLISHING_ORGANIZATION are set,
// it asks that service.
//
// On a terminal, the Markdown of the answer is rendered, block by block; GLAMOUR_STYLE selects
// another style than dark, and NO_COLOR a style without colors. Otherwise the Markdown is printed
// as it is. Everything but the answer and its sources goes to standard error.
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

	"golang.org/x/term"

	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// interrupted is the exit status of a program that was interrupted.
const interrupted = 130

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], onStandardStreams())
	stop()
	os.Exit(code)
}

// A console is the input and the output of the program.
type console struct {
	in     io.Reader
	out    io.Writer // the answer and its sources
	notes  io.Writer // everything else
	asks   bool      // whether in is a terminal, so more questions can be read
	width  int       // width of the terminal, 0 if out is none
	colors bool
	style  string // style of the rendered Markdown
}

func onStandardStreams() console {
	c := console{
		in: os.Stdin, out: os.Stdout, notes: os.Stderr, asks: term.IsTerminal(int(os.Stdin.Fd())),
		colors: os.Getenv("NO_COLOR") == "", style: os.Getenv("GLAMOUR_STYLE"),
	}
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		c.width = width
	}
	return c
}

// run returns the exit status.
func run(ctx context.Context, args []string, on console) int {
	on.out = terminal.Writer{Out: on.out, Styles: on.width > 0 && on.colors}
	on.notes = terminal.Writer{Out: on.notes}
	err := converse(ctx, args, on)
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(on.notes, "Interrupted.")
		return interrupted
	default:
		fmt.Fprintln(on.notes, "ask:", err)
		return 1
	}
}

func converse(ctx context.Context, args []string, on console) error {
	flags := flag.NewFlagSet("ask", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints the error
	const usage = "usage: ask [question]"
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(on.out, usage)
		return err
	} else if err != nil {
		return fmt.Errorf("%w\n%s", err, usage)
	}
	opened, err := service.Open(on.notes)
	if err != nil {
		return err
	}
	defer opened.Close()
	return newChat(opened.Client, opened.OrgID, on).run(ctx, strings.Join(flags.Args(), " "))
}
