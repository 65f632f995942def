package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"go/importer"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

const module = "github.com/publishing-platform/publishing-go"

// all are the packages to change, in the order in which their tests run.
var all = []string{
	"internal/transport", "internal/check", "internal/jsonx", "sse", "internal/paging",
	"orgs", "sites", "spaces", "changerequests", "permissions", "urls", "integrations",
	"publishingtest",
}

// limited runs a test binary that fails when it uses 16 GiB, so that one which allocates without
// end does not take the memory of the machine.
const limited = `sh -c 'ulimit -v 16777216; exec "$0" "$@"'`

var failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|^(panic: .*|fatal error: .*|FAIL.*\[.* failed\])`)

// A tree is a checkout whose tests run.
type tree struct {
	dir   string
	tests map[string]string // the packages that the tests of a package depend on, each in spaces
}

// A result is the outcome of the tests of a mutant.
type result struct {
	outcome, pkg, test string
	took               time.Duration
}

func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the arguments of the program and packages
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-trimpath")
	return cmd
}

// relative returns the directory of a package of the module, relative to it.
func relative(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

// list returns the lines of go list, each split at its tabs.
func list(ctx context.Context, dir string, args ...string) ([][]string, error) {
	cmd := command(ctx, dir, append([]string{"list"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var lines [][]string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return lines, err
}

// load reads the sources of packages.
func load(ctx context.Context, packages []string) ([]*source, error) {
	args := []string{"-deps", "-export", "-f", "{{.ImportPath}}\t{{.Export}}\t{{if not .DepOnly}}{{join .GoFiles \" \"}}{{end}}"}
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	lines, err := list(ctx, ".", args...)
	if err != nil {
		return nil, err
	}
	exports, fset := map[string]string{}, token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) })
	var sources []*source
	for _, line := range lines {
		exports[line[0]] = line[1]
		if line[2] == "" {
			continue
		}
		s := &source{fset: fset, importer: imports, path: relative(line[0]), texts: map[string][]byte{}}
		for name := range strings.FieldsSeq(line[2]) {
			name = path.Join(s.path, name)
			if s.texts[name], err = os.ReadFile(name); err != nil { //nolint:gosec // a source of the module
				return nil, err
			}
		}
		sources = append(sources, s)
	}
	slices.SortFunc(sources, func(a, b *source) int { return strings.Compare(a.path, b.path) })
	return sources, nil
}

// open lists the tests of a checkout.
func open(ctx context.Context, dir string) (*tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	lines, err := list(ctx, dir, "-test", "-f", "{{.ImportPath}}\t {{join .Deps \" \"}} ", "./...")
	t := &tree{dir, map[string]string{}}
	for _, line := range lines {
		if tested, ok := strings.CutSuffix(line[0], ".test"); ok {
			t.tests[relative(tested)] = line[1]
		}
	}
	return t, err
}

// nearest returns the packages whose tests depend on a package, nearest first.
func (t *tree) nearest(changed string) []string {
	order := slices.Concat([]string{changed}, all[:len(all)-1], []string{"internal/contract", "internal/test/contract"}, all[len(all)-1:])
	rank := func(tested string) int {
		if i := slices.Index(order, tested); i >= 0 {
			return i
		}
		return len(order)
	}
	var packages []string
	for tested, deps := range t.tests {
		if strings.Contains(deps, " "+module+"/"+changed+" ") {
			packages = append(packages, tested)
		}
	}
	slices.SortFunc(packages, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
	})
	return packages
}

// find returns the name of the file that the mutant changes and its mutated text. It returns nil if
// the file does not contain the text around the mutant exactly once.
func (t *tree) find(m mutant) (name string, mutated []byte) {
	original, start, end := m.texts[m.name], m.start, m.end
	for lines := 0; lines < 3 || bytes.Count(original, original[start:end]) > 1; lines++ {
		start = 1 + bytes.LastIndexByte(original[:max(start-1, 0)], '\n')
		after, _, _ := bytes.Cut(original[end:], []byte("\n"))
		end = min(end+len(after)+1, len(original))
	}
	text, err := os.ReadFile(filepath.Join(t.dir, m.name))
	if errors.Is(err, fs.ErrNotExist) {
		m.name = strings.Replace(m.name, "internal/test/", "internal/", 1) // where it was earlier
		text, err = os.ReadFile(filepath.Join(t.dir, m.name))
	}
	if err != nil || bytes.Count(text, original[start:end]) != 1 {
		return "", nil
	}
	return m.name, m.mutate(text, bytes.Index(text, original[start:end])-start)
}

// run tests a mutant until a test detects it.
func (t *tree) run(ctx context.Context, m mutant, timeout time.Duration, whole bool) (result, error) {
	name, mutated := t.find(m)
	if mutated == nil {
		return result{outcome: "not applicable"}, nil
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what remains is in the directory for temporary files
	file, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(t.dir, name): file}})
	if err := errors.Join(err, os.WriteFile(file, mutated, 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return result{}, err
	}
	changed, begin := path.Dir(name), time.Now()
	if out, err := command(ctx, t.dir, "build", "-o="+os.DevNull, "-overlay="+overlay, "./"+changed).CombinedOutput(); err != nil {
		return result{outcome: "not applicable", test: shorten(out)}, nil
	}
	for _, size := range []string{"", "whole"} {
		if size != "" {
			if !whole {
				break
			}
			timeout *= 4
		}
		for _, tested := range t.nearest(changed) {
			test := func(flags ...string) ([]byte, error) {
				args := append([]string{"test", "-vet=off", "-failfast", "-timeout=" + timeout.String(), "-exec=" + limited}, flags...)
				cmd := command(ctx, t.dir, append(args, "./"+tested)...)
				cmd.Env = append(cmd.Env, sample.Variable+"="+size)
				return cmd.CombinedOutput()
			}
			out, err := test("-overlay=" + overlay)
			if err == nil {
				continue
			}
			r := result{strings.TrimSpace("killed " + size), tested, failed(out), time.Since(begin)}
			if _, err := test("-run=" + pattern(r.test)); err != nil {
				r.outcome = "fails without it"
			}
			return r, nil
		}
	}
	return result{outcome: "survived", took: time.Since(begin)}, nil
}

// pattern returns the value of -run that selects a test, or all tests for a text that is no test.
func pattern(test string) string {
	if !strings.HasPrefix(test, "Test") {
		return "."
	}
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$"
}

// failed returns the first test that failed according to the output of go test, with its subtest.
func failed(out []byte) string {
	first := ""
	for _, match := range failure.FindAllSubmatch(out, -1) {
		test := string(match[1])
		switch {
		case first == "" && test == "":
			return shorten(match[2])
		case first == "" || strings.HasPrefix(test, first+"/"):
			first = test
		}
	}
	return first
}
