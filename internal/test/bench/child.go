package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/sites"
)

// Some figures need a separate process: a server, whose work must not be counted, the peak memory
// of a client, and the start of a program. The measuring program starts itself with these
// arguments.
const (
	childArg     = "child"
	serveTask    = "serve"
	peakTask     = "peak"
	constructJob = "construct"
)

// Child does the work of a child process, and reports whether this process is one. A program that
// measures calls it first.
func Child(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer) (bool, error) {
	if len(args) < 2 || args[0] != childArg {
		return false, nil
	}
	switch task := args[1:]; {
	case task[0] == serveTask && len(task) == 3:
		count, err := strconv.Atoi(task[1])
		if err != nil {
			return true, err
		}
		delay, err := time.ParseDuration(task[2])
		if err != nil {
			return true, err
		}
		return true, serve(ctx, count, delay, stdout, stdin)
	case task[0] == peakTask && len(task) == 2:
		return true, peak(ctx, task[1], stdout)
	case task[0] == constructJob:
		return true, construct(stdout)
	default:
		return true, fmt.Errorf("no task %q", task)
	}
}

// childCommand returns the command of a child process.
func childCommand(ctx context.Context, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, self, append([]string{childArg}, args...)...), nil //nolint:gosec // this program
}

// server is a server in a child process.
type server struct {
	url   string
	stdin io.Closer
	cmd   *exec.Cmd
}

// startServer starts a server with a list of count pages, and the given delay before each page.
func startServer(ctx context.Context, count int, delay time.Duration) (*server, error) {
	cmd, err := childCommand(ctx, serveTask, strconv.Itoa(count), delay.String())
	if err != nil {
		return nil, err
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	s := &server{strings.TrimSpace(line), stdin, cmd}
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

func (s *server) stop() error {
	_ = s.stdin.Close()
	return s.cmd.Wait()
}

// peak prints by how many bytes the peak memory of this process grows when a client that has made
// one call iterates over a list. Pages of the executable are not counted: they depend on what else
// this program contains.
func peak(ctx context.Context, base string, out io.Writer) error {
	client, err := newSDK(base, nil)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	if _, err := client.Sites.Get(ctx, orgID, siteID, sites.GetOptions{}); err != nil {
		return err
	}
	idle, err := peakKB()
	if err != nil {
		return err
	}
	count := 0
	for _, err := range client.Sites.All(ctx, orgID, sites.ListOptions{Limit: perPage}) {
		if err != nil {
			return err
		}
		count++
	}
	most, err := peakKB()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, count, (most-idle)<<10)
	return err
}

// peakKB returns the peak memory of this process in KB without the pages of files, which only grow.
func peakKB() (int64, error) {
	most, err := procNumber("/proc/self/status", "VmHWM:")
	if err != nil {
		return 0, err
	}
	files, err := procNumber("/proc/self/status", "RssFile:")
	return most - files, err
}

// construct prints how many nanoseconds the first client of this process took, the number of system
// calls that read or wrote meanwhile, and the number of operations in the tables.
func construct(out io.Writer) error {
	// Reading the numbers makes system calls too, always as many.
	first, second, err := readsAndWrites(func() error { return nil })
	if err != nil {
		return err
	}
	cost := second - first
	var took time.Duration
	first, second, err = readsAndWrites(func() error {
		began := time.Now()
		_, err := publishing.NewClient(replayBase, publishing.WithToken(token))
		took = time.Since(began)
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, took.Nanoseconds(), second-first-cost, len(op.All()))
	return err
}

func readsAndWrites(between func() error) (before, after int64, err error) {
	count := func() int64 {
		var reads, writes int64
		if err == nil {
			reads, err = procNumber("/proc/self/io", "syscr:")
		}
		if err == nil {
			writes, err = procNumber("/proc/self/io", "syscw:")
		}
		return reads + writes
	}
	before = count()
	if err == nil {
		err = between()
	}
	return before, count(), err
}

// procNumber returns the number after a name in a file of Linux's /proc.
func procNumber(file, name string) (int64, error) {
	text, err := os.ReadFile(file) //nolint:gosec // one of the files above
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(text), name)
	fields := strings.Fields(rest)
	if !found || len(fields) == 0 {
		return 0, fmt.Errorf("%s: no %s", file, name)
	}
	return strconv.ParseInt(fields[0], 10, 64)
}
