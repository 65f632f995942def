package publishing_test

import (
	"context"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func ExampleNewClient() {
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client)
	// Output: publishing.Client(https://api.example.com)
}

func printSites(ctx context.Context, baseURL, token, orgID string) error {
	client, err := publishing.NewClient(baseURL, publishing.WithToken(token))
	if err != nil {
		return err
	}
	for site, err := range client.Sites.All(ctx, orgID, sites.ListOptions{}) {
		if err != nil {
			return err
		}
		fmt.Println(site.Title)
	}
	return nil
}

func Example() {
	server, demo := publishingtest.StartDemo()
	defer server.Close()

	if err := printSites(context.Background(), server.URL(), server.Token(), demo.Organization); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Acme Docs
	// Acme Handbook
	// Acme Status
	// Acme Partners
	// Acme Labs
}
