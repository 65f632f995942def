package bench

import (
	"bytes"
	"context"
	_ "embed" // the programs
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The programs that list sites. Both print the same.
var (
	//go:embed testdata/program_hand.go
	handProgram string
	//go:embed testdata/program_sdk.go
	sdkProgram string
)

const (
	module = "github.com/publishing-platform/publishing-go"
	prefix = `const text = "` // begins the constant that is changed between builds
)

// toolchain is the go command of the release that built this program.
type toolchain struct {
	command  string
	release  string // value of GOTOOLCHAIN
	inherits bool   // whether it uses the GOFLAGS of the environment, and so packages compiled with them
}

// newToolchain finds the go command. One must be in the path.
func newToolchain(ctx context.Context) (*toolchain, error) {
	release, _, _ := strings.Cut(runtime.Version(), " ") // without experiments
	root, err := (&toolchain{"go", release, false}).run(ctx, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	t := &toolchain{filepath.Join(root, "bin", "go"), "local", false}
	got, err := t.run(ctx, "", "env", "GOVERSION")
	if err == nil && got != release {
		err = fmt.Errorf("the go command is %s, want %s", got, release)
	}
	return t, err
}

// run runs the go command in a directory and returns its output.
func (t *toolchain) run(ctx context.Context, dir string, args ...string) (string, error) {
	out, _, err := t.measure(ctx, dir, nil, args...)
	return out, err
}

// measure runs the go command with variables of the environment. It also returns the seconds of
// processor time that the command and its children took.
func (t *toolchain) measure(ctx context.Context, dir string, env []string, args ...string) (output string, seconds float64, err error) {
	cmd := exec.CommandContext(ctx, t.command, args...) //nolint:gosec // the go command
	cmd.Dir = dir
	cmd.Env = append(append(cmd.Environ(), "GOTOOLCHAIN="+t.release, "GOWORK=off"), env...)
	if !t.inherits {
		cmd.Env = append(cmd.Env, "GOFLAGS=")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", 0, fmt.Errorf("%v: %w: %s", cmd, err, stderr.String())
	}
	return strings.TrimSpace(string(out)), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}

// program is a program in a module of its own.
type program struct {
	name   string
	dir    string
	source string
	tools  *toolchain
}

// newPrograms writes the programs to directories below dir.
func newPrograms(ctx context.Context, dir string) ([]*program, error) {
	tools, err := newToolchain(ctx)
	if err != nil {
		return nil, err
	}
	root, err := tools.run(ctx, "", "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return nil, err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum")) //nolint:gosec // of this module
	if err != nil {
		return nil, err
	}
	head := "module example.com/list\n\ngo 1.26\n"
	requires := fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", module, root)
	hand := &program{byHand, filepath.Join(dir, "hand"), handProgram, tools}
	sdk := &program{bySDK, filepath.Join(dir, "sdk"), sdkProgram, tools}
	for file, text := range map[string]string{
		filepath.Join(hand.dir, "go.mod"): head,
		filepath.Join(sdk.dir, "go.mod"):  head + requires,
		filepath.Join(sdk.dir, "go.sum"):  string(sums),
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	programs := []*program{hand, sdk}
	for _, p := range programs {
		if err := p.write("0"); err != nil {
			return nil, err
		}
		// This adds what the program needs to go.mod. go mod tidy would also need the modules that
		// the tests of the dependencies use.
		if _, err := tools.run(ctx, p.dir, "list", "-mod=mod", "-deps", "."); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// write writes the program with a value of its constant.
func (p *program) write(text string) error {
	source := strings.Replace(p.source, prefix+`0"`, prefix+text+`"`, 1)
	return os.WriteFile(filepath.Join(p.dir, "main.go"), []byte(source), 0o600)
}

// path returns the path of the executable.
func (p *program) path() string { return filepath.Join(p.dir, "list.exe") }

// build builds the program and returns the seconds of processor time that it took. The cache is a
// directory, or "" for that of the user.
func (p *program) build(ctx context.Context, cache string) (float64, error) {
	var env []string
	if cache != "" {
		env = []string{"GOCACHE=" + cache}
	}
	_, seconds, err := p.tools.measure(ctx, p.dir, env, "build", "-ldflags=-s -w", "-o", p.path(), ".")
	return seconds, err
}

// buildCost measures builds of the programs with an empty cache, and with the cache of the build
// before, which lacks only the program itself.
func buildCost(ctx context.Context, rounds int) (values []value, err error) {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	programs, err := newPrograms(ctx, dir)
	if err != nil {
		return nil, err
	}
	cold, warm := series{}, series{}
	build := func(got series, p *program) error {
		seconds, err := p.build(ctx, p.dir+".cache")
		got[p.name] = append(got[p.name], seconds)
		return err
	}
	for range min(rounds, 3) { // they take a minute each
		for _, p := range programs {
			if err := os.RemoveAll(p.dir + ".cache"); err != nil {
				return nil, err
			}
			if err := build(cold, p); err != nil {
				return nil, err
			}
		}
	}
	for i := range 2 * rounds {
		for _, p := range programs {
			if err := p.write(fmt.Sprint(i + 1)); err != nil {
				return nil, err
			}
			if err := build(warm, p); err != nil {
				return nil, err
			}
		}
	}
	sizes := map[string]float64{}
	for _, p := range programs {
		info, err := os.Stat(p.path())
		if err != nil {
			return nil, err
		}
		sizes[p.name] = float64(info.Size())
	}
	return []value{
		overHand("build.cold", cold, byHand),
		overHand("build.warm", warm, byHand),
		{"build.size", sizes[bySDK] / sizes[byHand], fmt.Sprintf("%.2f MB : %.2f MB", sizes[bySDK]/1e6, sizes[byHand]/1e6)},
	}, nil
}
