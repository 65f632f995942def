package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// kinds are the kinds of mistakes, in the order in which they are drawn.
var kinds = []string{
	"negate",    // the condition of an if is negated
	"compare",   // == and != are swapped, < and <=, > and >=
	"logic",     // && and || are swapped
	"number",    // a number is one more or one less
	"statement", // an assignment or a call is missing
	"error",     // nil is returned instead of an error
	"element",   // an element of a composite literal is missing
	"string",    // a word, a part of a path or a status is another one
	"name",      // the name in a tag is another one
	"limit",     // the limit in a tag is one more or one less
	"arguments", // two arguments of the same type are swapped
	"jump",      // a break or a continue is missing
	"branch",    // an else or a case is missing
}

// A source is a package of which mutants are drawn. Names are relative to the module.
type source struct {
	fset     *token.FileSet
	importer types.Importer
	path     string
	texts    map[string][]byte // contents of the files
}

// A mutant replaces a part of a file.
type mutant struct {
	*source
	kind, name string
	start, end int
	text       string
}

// group returns the group of packages that the source belongs to.
func (s *source) group() string {
	switch {
	case strings.HasPrefix(s.path, "publishingtest"):
		return "server"
	case strings.HasPrefix(s.path, "internal/") || s.path == "sse":
		return "core"
	}
	return "areas"
}

func (m mutant) line() int { return 1 + bytes.Count(m.texts[m.name][:m.start], []byte("\n")) }

// change returns the line with the change.
func (m mutant) change() string {
	text := m.texts[m.name]
	before := text[1+bytes.LastIndexByte(text[:m.start], '\n') : m.start]
	after, _, _ := bytes.Cut(text[m.end:], []byte("\n"))
	return fmt.Sprintf("%s⟦%s → %s⟧%s", shorten(before), shorten(text[m.start:m.end]), shorten([]byte(m.text)), shorten(after))
}

// shorten returns the text in one line, without its middle if it is long.
func shorten(text []byte) string {
	line := []rune(strings.Join(strings.Fields(string(text)), " "))
	if len(line) > 60 {
		line = slices.Concat(line[:30], []rune("…"), line[len(line)-30:])
	}
	return string(line)
}

// mutate returns the text with its part at an offset from that of the mutant replaced.
func (m mutant) mutate(text []byte, offset int) []byte {
	return slices.Concat(text[:m.start+offset], []byte(m.text), text[m.end+offset:])
}

// draw returns n mutants that compile. Groups and kinds take turns.
func draw(sources []*source, seed uint64, n int) ([]mutant, error) {
	type pool struct{ group, kind string }
	places := map[pool][]mutant{}
	for _, s := range sources {
		found, err := s.places()
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			p := pool{s.group(), m.kind}
			places[p] = append(places[p], m)
		}
	}
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // a drawing that can be repeated
	var drawn []mutant
	take := func(p pool) bool {
		for len(places[p]) > 0 {
			i := random.IntN(len(places[p]))
			m := places[p][i]
			places[p] = slices.Delete(places[p], i, i+1)
			if _, err := m.check(m.name, m.mutate(m.texts[m.name], 0), nil); err == nil {
				drawn = append(drawn, m)
				return true
			}
		}
		return false
	}
	for turn, before := 0, -1; len(drawn) > before; turn++ {
		before = len(drawn)
		for _, group := range []string{"core", "areas", "server"} {
			if len(drawn) == n {
				return drawn, nil
			}
			for i := range kinds { // a group may lack places of the kind
				if take(pool{group, kinds[(turn+i)%len(kinds)]}) {
					break
				}
			}
		}
	}
	return nil, fmt.Errorf("want %d mutants that compile, got %d", n, len(drawn))
}

// check checks the types of the package with the text of a file replaced.
func (s *source) check(name string, text []byte, info *types.Info) ([]*ast.File, error) {
	var files []*ast.File
	for _, other := range slices.Sorted(maps.Keys(s.texts)) {
		content := s.texts[other]
		if other == name {
			content = text
		}
		file, err := parser.ParseFile(s.fset, other, content, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	_, err := (&types.Config{Importer: s.importer}).Check(s.path, s.fset, files, info)
	return files, err
}
