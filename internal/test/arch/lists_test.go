package arch

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// enumeration matches a list of packages in prose.
var enumeration = regexp.MustCompile(`\bpackages (\w+(?:, \w+)* and \w+)`)

// listsPackages requires the package comments of the root and of api to list the areas, and the
// table in the readme to list all public packages.
func listsPackages(t *tree, readme string) (found []string) {
	var areas, public []string
	for _, area := range t.areas() {
		areas = append(areas, area.dir)
	}
	for _, p := range t.packages() {
		if p.public() {
			public = append(public, p.dir)
		}
	}
	compare := func(where string, listed, want []string) {
		slices.Sort(listed)
		slices.Sort(want)
		if !slices.Equal(listed, want) {
			found = append(found, fmt.Sprintf("%s: lists the packages %q, want %q", where, listed, want))
		}
	}
	for _, dir := range []string{".", "api"} {
		var listed []string
		if match := enumeration.FindStringSubmatch(packageComment(t.pkgs[dir])); match != nil {
			listed = strings.Split(strings.ReplaceAll(match[1], " and ", ", "), ", ")
		}
		compare("package comment of "+dir, listed, areas)
	}
	var listed []string
	_, table, _ := strings.Cut(readme, "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, match := range regexp.MustCompile(`(?m)^\| \[[\w/-]+\]\(([\w/.]+)\)`).FindAllStringSubmatch(table, -1) {
		listed = append(listed, match[1])
	}
	compare("README.md", listed, public)
	return found
}

// packageComment returns the comment of a package on one line.
func packageComment(p *pkg) string {
	var text strings.Builder
	for _, f := range p.sources() {
		text.WriteString(f.Doc.Text())
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

// listsErrors requires the guide and the package comment of api to list what a program matches
// errors with, of all public packages. The guide need not repeat what package api declares.
func listsErrors(t *tree, guide string) []string {
	found := problems{tree: t}
	comment := packageComment(t.pkgs["api"])
	for _, p := range t.packages() {
		if !p.public() || p.dir == "." {
			continue
		}
		for _, name := range matchers(p) {
			full := path.Base(p.dir) + "." + name.Name
			if p.dir == "api" {
				full = name.Name
			}
			listed := regexp.MustCompile(`(^|[^\w.])` + regexp.QuoteMeta(full) + `\b`)
			if !listed.MatchString(comment) {
				found.add(name, "%s: want it in the package comment of api", full)
			}
			if p.dir != "api" && !listed.MatchString(guide) {
				found.add(name, "%s: want it in docs/errors.md", full)
			}
		}
	}
	return found.list
}

func TestListsOfPackagesAreComplete(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	require.Empty(t, strings.Join(listsPackages(ownTree(t), string(readme)), "\n"))
}

func TestListsPackagesDetectsMissingAndOtherPackages(t *testing.T) {
	t.Parallel()
	module := treeOf(t, map[string]string{
		"doc.go":        "// Package as is in packages one, two\n// and three.\npackage as",
		"api/api.go":    "// Package api contains what packages one and two share.\npackage api",
		"one/ops.go":    "package one",
		"two/ops.go":    "package two",
		"internal/c.go": "package internal",
	})
	readme := "\n## Packages\n\n| [as](.) | a |\n| [one](one) | a |\n| [api](api) | a |\n\n## Rest\n| [two](two) | a |\n"
	require.Equal(t, []string{
		`package comment of .: lists the packages ["one" "three" "two"], want ["one" "two"]`,
		`README.md: lists the packages ["." "api" "one"], want ["." "api" "one" "two"]`,
	}, listsPackages(module, readme))
}

func TestListsOfErrorsAreComplete(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../docs/errors.md")
	require.NoError(t, err)
	require.Empty(t, strings.Join(listsErrors(ownTree(t), string(guide)), "\n"))
}

func TestListsErrorsDetectsMissingErrors(t *testing.T) {
	t.Parallel()
	const failed = "type FailedError struct{}\nfunc (*FailedError) Error() string { return \"\" }\nvar ErrLate, errOther error\n"
	found := listsErrors(treeOf(t, map[string]string{
		"api/api.go":       "// Package api lists one.FailedError and one.ErrLateness.\npackage api\nvar ErrGone error\n",
		"one/one.go":       "package one\n" + failed,
		"internal/a/a.go":  "package a\n" + failed,
		"one/one_test.go":  "package one\nvar ErrTest error\n",
		"examples/main.go": "package main\n" + failed,
	}), "`one.ErrLate`")
	require.Equal(t, []string{
		"api/api.go:3: ErrGone: want it in the package comment of api",
		"one/one.go:2: one.FailedError: want it in docs/errors.md",
		"one/one.go:4: one.ErrLate: want it in the package comment of api",
	}, found)
}

// TestTimeoutsOfAttemptsAreInTheGuide compares the operations that have an attempt timeout of their
// own with the table of time limits.
func TestTimeoutsOfAttemptsAreInTheGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../docs/errors.md")
	require.NoError(t, err)
	row := regexp.MustCompile("(?m)^\\| `WithAttemptTimeout` .* 30 s; 5 min for (.*?);").FindStringSubmatch(string(guide))
	require.NotNil(t, row)
	single, others, _ := strings.Cut(row[1], " and for ")
	methods, service, _ := strings.Cut(others, " of ")
	quoted := regexp.MustCompile("`([\\w.]+)`")
	listed := []string{strings.Trim(single, "`")}
	for _, method := range quoted.FindAllStringSubmatch(methods, -1) {
		listed = append(listed, strings.Trim(service, "`")+"."+method[1])
	}
	var slow []string
	for _, o := range op.All() {
		if o.AttemptTimeout != 0 {
			require.Equal(t, 5*time.Minute, o.AttemptTimeout, o.Name)
			slow = append(slow, o.Name)
		}
	}
	require.ElementsMatch(t, slow, listed)
}
