// Package docs generates the parts of the documentation that are taken from the source: the tables
// of operations, retries, groups and rules, the numbers of operations, and the code in the guides.
// It also generates the list of constants of package enums.
//
// In Markdown, a line before each block of Go code identifies the source of the code:
//
//	<!-- from example_lists_test.go Example_lists -->
//
// For an example this is its body without the output, from the first empty line on if there is one.
// Other functions are taken whole, and so is a file if no function is given.
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

// ErrOmitted is the error of a source that is in a nested module, which a module zip omits.
var ErrOmitted = errors.New("the module zip omits the file")

// Weave replaces the code in a Markdown file with the code that it is taken from. read returns a
// file of the module. If its error is [ErrOmitted], the code stays as it is.
func Weave(markdown []byte, read func(path string) ([]byte, error)) ([]byte, error) {
	var out []string
	lines := strings.Split(string(markdown), "\n")
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		from := fromLine.FindStringSubmatch(lines[i])
		if from == nil {
			if lines[i] == "```go" {
				return nil, fmt.Errorf("line %d: want a line before the code that identifies its source", i+1)
			}
			continue
		}
		source, err := read(from[1])
		if errors.Is(err, ErrOmitted) && i+1 < len(lines) {
			i++
			out = append(out, lines[i])
			continue
		}
		if err != nil {
			return nil, err
		}
		code, err := excerpt(source, from[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from[1], err)
		}
		if i+1 == len(lines) || lines[i+1] != "```go" {
			return nil, fmt.Errorf("line %d: want a block of Go code after the line", i+1)
		}
		end := i + 2
		for end < len(lines) && lines[end] != "```" {
			end++
		}
		if end == len(lines) {
			return nil, fmt.Errorf("line %d: the block of code has no end", i+2)
		}
		out = append(out, "```go", code, "```")
		i = end
	}
	return []byte(strings.Join(out, "\n")), nil
}

// excerpt returns a function, the body of an example, or the whole file if function is empty.
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
