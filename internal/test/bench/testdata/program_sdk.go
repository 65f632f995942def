// A program that lists sites with the SDK.
package main

import (
	"context"
	"fmt"
	"os"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

const text = "0"

func main() {
	client, err := publishing.NewClient(os.Args[1], publishing.WithToken(os.Getenv("TOKEN")))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for site, err := range client.Sites.All(context.Background(), os.Args[2], sites.ListOptions{}) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(text, site.ID, site.Title)
	}
}
