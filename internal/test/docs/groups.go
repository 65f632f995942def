package docs

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/publishing-platform/publishing-go/publishingtest"
)

// grouped matches the table of the groups of the in-memory server with the lines around it.
var grouped = regexp.MustCompile(`(?s)<!-- groups -->\n.*?<!-- end -->\n`)

// Groups writes a table of the groups of the in-memory server, with their methods, between two
// lines of a Markdown file:
//
//	<!-- groups -->
//	<!-- end -->
func Groups(markdown []byte, root string) ([]byte, error) {
	if !grouped.Match(markdown) {
		return markdown, nil
	}
	about, err := aboutGroups(root)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("<!-- groups -->\n\n| group | what it does | methods |\n| --- | --- | --- |\n")
	var add func(path string, group reflect.Type)
	add = func(path string, group reflect.Type) {
		var methods []string
		for method := range group.Methods() {
			methods = append(methods, "`"+method.Name+"`")
		}
		if len(methods) > 0 {
			fmt.Fprintf(&b, "| `server%s` | %s | %s |\n", path, about[group.Name()], strings.Join(methods, ", "))
		}
		for field := range group.Fields() {
			if field.IsExported() {
				add(path+"."+field.Name, field.Type)
			}
		}
	}
	add("", reflect.TypeFor[publishingtest.Server]())
	b.WriteString("\n<!-- end -->\n")
	return grouped.ReplaceAllLiteral(markdown, []byte(b.String())), nil
}

// aboutGroups returns what each group does. The keys are the names of the types of the groups.
func aboutGroups(root string) (map[string]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "publishingtest/server_groups.go"), nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	about := map[string]string{}
	for _, decl := range file.Decls {
		if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.TYPE {
			sentence := new(doc.Package).Synopsis(group.Doc.Text())
			name, what, _ := strings.Cut(strings.TrimSuffix(sentence, "."), " ")
			about[name] = strings.NewReplacer("[", "`", "]", "`").Replace(what)
		}
	}
	return about, nil
}
