package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Constants returns the values of the types of strings that the public packages declare constants
// of, a line for each type. Those of newer versions of the service begin with "+".
func Constants(root string) ([]byte, error) {
	values := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", ".cache", "internal", "publishingtest", "examples", "push", "tools"}, name):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
				addConstants(values, file.Name.Name, group)
			}
		}
		return nil
	})
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&b, "%s\t%s\n", name, strings.Join(values[name], "\t"))
	}
	return []byte(b.String()), err
}

func isNewer(comment *ast.CommentGroup) bool {
	return strings.Contains(strings.ToLower(strings.ReplaceAll(comment.Text(), "\n", " ")), "newer versions of the service")
}

// addConstants adds the values of exported constants that have a type.
func addConstants(values map[string][]string, pkg string, group *ast.GenDecl) {
	for _, spec := range group.Specs {
		declared, ok := spec.(*ast.ValueSpec)
		if !ok || declared.Type == nil || !declared.Names[0].IsExported() {
			continue
		}
		literal, ok := declared.Values[0].(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING || strings.Contains(types.ExprString(declared.Type), ".") {
			continue
		}
		name := pkg + "." + types.ExprString(declared.Type)
		value, _ := strconv.Unquote(literal.Value) // the file was parsed
		if isNewer(group.Doc) || isNewer(declared.Doc) || isNewer(declared.Comment) {
			value = "+" + value
		}
		values[name] = append(values[name], value)
	}
}
