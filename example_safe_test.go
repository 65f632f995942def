package publishing_test

import (
	"context"
	"errors"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func ExampleWithReadOnly() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	client := server.Client(publishing.WithReadOnly())
	_, err := client.Sites.Update(ctx, ids.Organization, ids.Sites[0], sites.Update{Title: new("New")})
	fmt.Println(errors.Is(err, publishing.ErrReadOnly), server.Calls.Count("Sites.Update"))
	_, err = client.Sites.Search.List(ctx, ids.Organization, ids.Sites[0],
		sites.SearchQuery{Query: "publish", Scope: sites.SearchScope{Mode: sites.SearchModeAll}}, sites.SearchListOptions{}) // a POST
	fmt.Println(err)
	// Output:
	// true 0
	// <nil>
}

func ExampleWithStrictWrites() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	client := server.Client(publishing.WithStrictWrites())
	section := sites.SectionCreate{SpaceID: publishing.Set(ids.Spaces[0]), Title: new("Guides")}
	_, err := client.Sites.Sections.Create(ctx, ids.Organization, ids.Sites[0], section,
		publishing.WithBodyField("description", "All guides")) // no field of SectionCreate, since the service drops it
	if ignored, ok := errors.AsType[*publishing.IgnoredFieldsError](err); ok {
		fmt.Println(ignored.Fields, ignored.Result.(*sites.Section).Title)
		fmt.Println(publishing.MayHaveApplied(err), publishing.Retryable(err))
	}
	// Output:
	// [/description] Guides
	// true false
}

func ExampleWithWritePolicy() {
	server, ids := publishingtest.StartDemo()
	defer server.Close()
	ctx := context.Background()

	client := server.Client(publishing.WithWritePolicy(func(_ context.Context, w publishing.Write) error {
		if w.Space != ids.Spaces[0] || w.MayDelete {
			return errors.New("this job only adds to its space")
		}
		return nil
	}))
	_, err := client.Spaces.Update(ctx, ids.Spaces[0], spaces.Update{Title: new("Manual")})
	fmt.Println(err)
	_, err = client.Spaces.Delete(ctx, ids.Spaces[0])
	fmt.Println(errors.Unwrap(err))
	// Output:
	// <nil>
	// this job only adds to its space
}
