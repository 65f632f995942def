// Command generate writes the parts of the documentation that are taken from the source.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/publishing-platform/publishing-go/internal/docs"
)

func main() {
	if err := write(filepath.Join("..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(root string) error {
	files, err := docs.Written(root)
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(root, name), content, 0o644); err != nil { //nolint:gosec // documentation is for everybody
			return err
		}
	}
	return nil
}
