// Package arch contains the rules of this module that the compiler does not check. Each rule is a
// function from the source of a module to the problems in it. It is applied to this module, and to
// small samples that prove that it detects violations.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const module = "github.com/publishing-platform/publishing-go"

// tree is the source of a module without its nested modules.
type tree struct {
	fset *token.FileSet
	pkgs map[string]*pkg // keys are directories, "." for the root
}

type pkg struct {
	dir   string
	files []*file
}

type file struct {
	*ast.File
	path string
	test bool
}

// load parses all files regardless of build constraints, so that a rule applies on every
// platform.
func load(fsys fs.FS) (*tree, error) {
	t := &tree{token.NewFileSet(), map[string]*pkg{}}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skip(fsys, name, entry)
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(t.fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		if t.pkgs[dir] == nil {
			t.pkgs[dir] = &pkg{dir: dir}
		}
		t.pkgs[dir].files = append(t.pkgs[dir].files, &file{parsed, name, strings.HasSuffix(name, "_test.go")})
		return nil
	})
	return t, err
}

// skip skips the directories that the go command ignores, and nested modules.
func skip(fsys fs.FS, name string, entry fs.DirEntry) error {
	if name == "." {
		return nil
	}
	if base := entry.Name(); strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" {
		return fs.SkipDir
	}
	if _, err := fs.Stat(fsys, path.Join(name, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

// at returns the position of a node, such as "sites/sites.go:12".
func (t *tree) at(node ast.Node) string {
	position := t.fset.Position(node.Pos())
	return position.Filename + ":" + strconv.Itoa(position.Line)
}

// packages returns the packages, sorted by directory.
func (t *tree) packages() []*pkg {
	var list []*pkg
	for _, dir := range slices.Sorted(maps.Keys(t.pkgs)) {
		list = append(list, t.pkgs[dir])
	}
	return list
}

// sources returns the files that are not tests.
func (p *pkg) sources() []*file {
	var list []*file
	for _, f := range p.files {
		if !f.test {
			list = append(list, f)
		}
	}
	return list
}

func (p *pkg) file(name string) *file {
	for _, f := range p.files {
		if f.path == path.Join(p.dir, name) {
			return f
		}
	}
	return nil
}

// areas returns the packages of operations: the directories in the root that contain ops.go.
func (t *tree) areas() []*pkg {
	var list []*pkg
	for _, p := range t.packages() {
		if p.dir != "." && !strings.Contains(p.dir, "/") && p.file("ops.go") != nil {
			list = append(list, p)
		}
	}
	return list
}

// public reports whether a program outside of the module can import a package.
func (p *pkg) public() bool {
	sources := p.sources()
	return len(sources) > 0 && sources[0].Name.Name != "main" && !slices.Contains(strings.Split(p.dir, "/"), "internal")
}

// imported returns the import path of a package name in a file, or "" if it is not imported.
func (f *file) imported(name string) string {
	for _, spec := range f.Imports {
		target := importPath(spec)
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && path.Base(target) == name {
			return target
		}
	}
	return ""
}

func importPath(spec *ast.ImportSpec) string {
	target, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return target
}

// dirOf returns the directory of a package, and reports whether it is in this module.
func dirOf(target string) (string, bool) {
	if target == module {
		return ".", true
	}
	return strings.CutPrefix(target, module+"/")
}

var own = sync.OnceValues(func() (*tree, error) { return load(os.DirFS("../../..")) })

// ownTree returns the source of this module.
func ownTree(t *testing.T) *tree {
	t.Helper()
	loaded, err := own()
	require.NoError(t, err)
	require.Contains(t, loaded.pkgs, ".")
	return loaded
}

type rule func(*tree) []string

// holds requires the module to follow a rule.
func holds(t *testing.T, r rule) {
	t.Helper()
	require.Empty(t, strings.Join(r(ownTree(t)), "\n"))
}

// sample is the source of a module and the problems that a rule reports for it: a part of each
// message, in order, or none if the module follows the rule.
type sample struct {
	name  string
	files map[string]string
	want  []string
}

// detects requires a rule to report the problems of each sample.
func detects(t *testing.T, r rule, cases []sample) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := r(treeOf(t, c.files))
			require.Len(t, got, len(c.want), "%q", got)
			for i, want := range c.want {
				require.Contains(t, got[i], want)
			}
		})
	}
}

// treeOf returns a tree of the given files.
func treeOf(t *testing.T, files map[string]string) *tree {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, source := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(source)}
	}
	loaded, err := load(fsys)
	require.NoError(t, err)
	return loaded
}

// problems collects what a rule reports.
type problems struct {
	tree *tree
	list []string
}

func (p *problems) add(node ast.Node, format string, args ...any) {
	p.list = append(p.list, p.tree.at(node)+": "+fmt.Sprintf(format, args...))
}

func TestLoadSkipsNestedModulesAndTestdata(t *testing.T) {
	t.Parallel()
	loaded := treeOf(t, map[string]string{
		"a.go":              "package a",
		"b/b.go":            "package b",
		"b/testdata/c.go":   "package c",
		"tools/go.mod":      "module tools",
		"tools/deep/d.go":   "package d",
		".cache/e.go":       "package e",
		"_f/f.go":           "package f",
		"internal/g/g.go":   "package g",
		"internal/g/g.text": "no source",
	})
	require.ElementsMatch(t, []string{".", "b", "internal/g"}, slices.Collect(maps.Keys(loaded.pkgs)))
}
