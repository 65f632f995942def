// Command way counts the functions of the module that one call enters, and the files they are in:
//
//	go run ./internal/test/way          # an update, a list and a stream
//	go run ./internal/test/way -list    # with the names of the functions
//
// It builds itself with coverage, makes each call twice to a stub server, and counts for the second
// one the functions above 0.0 % in the output of go tool covdata.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

const (
	module  = "github.com/publishing-platform/publishing-go"
	command = module + "/internal/test/way"
)

// calls are the calls that are counted.
var calls = map[string]func(ctx context.Context, client *publishing.Client) error{
	"update": func(ctx context.Context, client *publishing.Client) error {
		_, err := client.Sites.Update(ctx, "org", "site", sites.Update{Title: new("Docs")})
		return err
	},
	"list": func(ctx context.Context, client *publishing.Client) error {
		for _, err := range client.Sites.All(ctx, "org", sites.ListOptions{}) {
			if err != nil {
				return err
			}
		}
		return nil
	},
	"stream": func(ctx context.Context, client *publishing.Client) error {
		for _, err := range client.Sites.Ask.Stream(ctx, "org", "site", sites.AskQuestion{Question: "Why?", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}, sites.AskStreamOptions{}) {
			if err != nil {
				return err
			}
		}
		return nil
	},
}

func main() {
	names := flag.Bool("list", false, "print the functions")
	child := flag.String("call", "", "make this call and write its coverage to $GOCOVERDIR")
	flag.Parse()
	run := func() error { return count(context.Background(), *names) }
	if *child != "" {
		run = func() error { return record(*child) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "way:", err)
		os.Exit(1)
	}
}

// count builds the command with coverage, runs it for each call, and prints the figures.
func count(ctx context.Context, names bool) error {
	dir, err := os.MkdirTemp("", "way")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program := filepath.Join(dir, "way")
	build := exec.CommandContext(ctx, "go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"/...", "-o", program, command) //nolint:gosec // of this module
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	for _, call := range []string{"update", "list", "stream"} {
		data := filepath.Join(dir, call)
		if err := os.Mkdir(data, 0o700); err != nil {
			return err
		}
		child := exec.CommandContext(ctx, program, "-call", call) //nolint:gosec // this program
		child.Env, child.Stderr = append(os.Environ(), "GOCOVERDIR="+data), os.Stderr
		if err := child.Run(); err != nil {
			return err
		}
		out, err := exec.CommandContext(ctx, "go", "tool", "covdata", "func", "-i", data).Output() //nolint:gosec // written above
		if err != nil {
			return err
		}
		functions, files := entered(string(out))
		fmt.Printf("%-6s %3d files %3d functions\n", call, files, len(functions))
		if names {
			fmt.Println(strings.Join(functions, "\n"))
		}
	}
	return nil
}

// entered returns the functions in the output of go tool covdata func that were entered, but for
// those of the command, and the number of their files.
func entered(out string) (functions []string, files int) {
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[len(fields)-1] == "0.0%" || strings.HasPrefix(line, command) || strings.HasPrefix(line, "total") {
			continue
		}
		file, _, _ := strings.Cut(strings.TrimPrefix(fields[0], module+"/"), ":")
		seen[file] = true
		functions = append(functions, file+" "+fields[1])
	}
	slices.Sort(functions)
	return functions, len(seen)
}

// record makes a call twice, and writes the coverage of the second time.
func record(name string) error {
	server := httptest.NewServer(http.HandlerFunc(respond))
	defer server.Close()
	client, err := publishing.NewClient(server.URL, publishing.WithToken("token"))
	if err != nil {
		return err
	}
	if err := calls[name](context.Background(), client); err != nil {
		return err
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	if err := calls[name](context.Background(), client); err != nil {
		return err
	}
	dir := os.Getenv("GOCOVERDIR")
	if err := coverage.WriteCountersDir(dir); err != nil {
		return err
	}
	if err := coverage.WriteMetaDir(dir); err != nil {
		return err
	}
	_ = os.Unsetenv("GOCOVERDIR") // or the counters of all would be added at the end
	return coverage.ClearCounters()
}

func respond(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.HasSuffix(r.URL.Path, "/stream"), strings.HasSuffix(r.URL.Path, "/ask"):
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: answer\ndata: {\"type\":\"answer\",\"answer\":{\"answer\":{\"object\":\"document\",\"data\":{},\"nodes\":[]},\"followupQuestions\":[],\"sources\":[]}}\n\nevent: done\ndata: {}\n\n")
	case r.Method == http.MethodGet:
		_, _ = io.WriteString(w, `{"items":[`+site+`]}`)
	default:
		_, _ = io.WriteString(w, site)
	}
}

const site = `{"object":"site","id":"site_1","type":"basic","title":"Docs","visibility":"public","published":true,"siteSpaces":3,
"createdAt":"2026-01-02T03:04:05Z","adaptiveContent":{"enabled":true},"ads":{"status":"pending","submittable":true},"features":[],
"urls":{"location":"https://api.example.com/v1/orgs/org/sites/site_1","app":"https://app.example.com"}}`
