package push_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/push"
	"github.com/publishing-platform/publishing-go/spaces"
)

func pushDocs(ctx context.Context, client *publishing.Client, spaceID, directory string) error {
	target := push.Target{Space: spaceID, Subject: "Docs"}
	options := push.Options{Store: push.FileStore(directory + "." + spaceID + ".json")}
	result, err := push.Push(ctx, client, target, os.DirFS(directory), options)
	if err != nil {
		return err
	}
	for _, note := range result.Notes { // differences between the directory and the space
		fmt.Println(note)
	}
	return nil
}

func Example() {
	if err := example(); err != nil {
		fmt.Println(err)
	}
	// Output: setup.md:3: the link leads out of the directory: ../LICENSE
}

func example() error {
	server, err := publishingtest.Start()
	if err != nil {
		return err
	}
	defer server.Close()
	space := server.Spaces.Add(server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID, spaces.Space{Title: "Docs"})
	parent, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(parent) }()
	directory := filepath.Join(parent, "docs")
	if err := os.Mkdir(directory, 0o700); err != nil {
		return err
	}
	page := "# Setup\n\nSee the [license](../LICENSE).\n"
	if err := os.WriteFile(filepath.Join(directory, "setup.md"), []byte(page), 0o600); err != nil {
		return err
	}
	return pushDocs(context.Background(), server.Client(), space.ID, directory)
}
