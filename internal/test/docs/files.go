package docs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/fault"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

const (
	operationsFile = "docs/OPERATIONS.md"
	constantsFile  = "internal/enums/constants.txt"
)

// Markdown returns the paths of the Markdown files of the documentation, relative to the root of
// the module.
func Markdown(root string) ([]string, error) {
	var list []string
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*.md", ".github/*.md", "internal/test/*/README.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			name, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			list = append(list, filepath.ToSlash(name))
		}
	}
	return list, nil
}

// Zipped reports whether root is the root of a module zip, which omits the nested modules, instead
// of the repository.
func Zipped(root string) bool {
	_, err := os.Stat(filepath.Join(root, "tools", "go.mod"))
	return errors.Is(err, fs.ErrNotExist)
}

// Generated returns the generated content of the files of the documentation, by their paths
// relative to the root of the module.
func Generated(root string) (map[string][]byte, error) {
	names, err := Markdown(root)
	if err != nil {
		return nil, err
	}
	read := func(name string) ([]byte, error) {
		content, err := os.ReadFile(filepath.Join(root, name)) //nolint:gosec // the files are those of the documentation
		if errors.Is(err, fs.ErrNotExist) && Zipped(root) {
			return nil, ErrOmitted
		}
		return content, err
	}
	files := map[string][]byte{}
	for _, name := range names {
		if name == operationsFile {
			continue
		}
		content, err := read(name)
		if err != nil {
			return nil, err
		}
		if content, err = Count(content, op.All()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if content, err = Rules(content, publishingtest.Rules()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if content, err = Groups(content, root); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if files[name], err = Weave(Retries(content, fault.Rules()), read); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if files[constantsFile], err = Constants(root); err != nil {
		return nil, err
	}
	operations, err := Operations()
	files[operationsFile] = []byte(operations)
	return files, err
}
