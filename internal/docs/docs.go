// Package docs writes the parts of the documentation that are taken from the source: the table of operations and the code in the guides.
//
// Code in a Markdown file stands in a block of Go with a line before it that says where it is from, such as
//
//	<!-- from example_lists_test.go Example_walk -->
//
// That is the body of an example, from its first empty line on, where it has one, and without its output. A test or another function stands
// there whole, and a file does when no function is named.
package docs

//go:generate go run ./generate

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

var fromLine = regexp.MustCompile(`^<!-- from (\S+)(?: (\w+))? -->$`)

// Weave puts the code into a Markdown file. Read gives a file of the module by its path.
func Weave(markdown []byte, read func(path string) ([]byte, error)) ([]byte, error) {
	var out []string
	lines := strings.Split(string(markdown), "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		from := fromLine.FindStringSubmatch(lines[i])
		if from == nil {
			if lines[i] == "```go" {
				return nil, fmt.Errorf("line %d: code without a line that says where it is from", i+1)
			}
			continue
		}
		source, err := read(from[1])
		if err != nil {
			return nil, err
		}
		code, err := excerpt(source, from[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from[1], err)
		}
		if i+1 == len(lines) || lines[i+1] != "```go" {
			return nil, fmt.Errorf("line %d: want a block of Go after it", i+1)
		}
		end := i + 2
		for end < len(lines) && lines[end] != "```" {
			end++
		}
		if end == len(lines) {
			return nil, fmt.Errorf("line %d: the block has no end", i+2)
		}
		out = append(out, "```go", code, "```")
		i = end
	}
	return []byte(strings.Join(out, "\n")), nil
}

// excerpt returns the body of a function, or the whole file when there is no name.
func excerpt(source []byte, function string) (string, error) {
	if function == "" {
		return strings.TrimSpace(string(source)), nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range file.Decls {
		declared, ok := decl.(*ast.FuncDecl)
		if !ok || declared.Name.Name != function {
			continue
		}
		if !strings.HasPrefix(function, "Example") {
			return string(source[files.Position(declared.Pos()).Offset:files.Position(declared.End()).Offset]), nil
		}
		body := source[files.Position(declared.Body.Lbrace).Offset+1 : files.Position(declared.Body.Rbrace).Offset]
		if i := bytes.Index(body, []byte("\t// Output:")); i >= 0 {
			body = body[:i]
		}
		if _, after, found := bytes.Cut(bytes.Trim(body, "\n"), []byte("\n\n")); found {
			body = after
		}
		return strings.TrimSpace(strings.ReplaceAll("\n"+string(body), "\n\t", "\n")), nil
	}
	return "", errors.New("no function " + function)
}
