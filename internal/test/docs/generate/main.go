// Command generate writes the generated parts of the documentation.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/publishing-platform/publishing-go/internal/test/docs"
)

func main() {
	if err := write(filepath.Join("..", "..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(root string) error {
	files, err := docs.Generated(root)
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(root, name), content, 0o644); err != nil { //nolint:gosec // everybody may read the documentation
			return err
		}
	}
	return nil
}
