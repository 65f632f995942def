package consumer_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"testing"

	"example.com/consumer"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func setUp(t *testing.T) (*publishingtest.Server, publishingtest.Demo, *publishing.Client) {
	t.Helper()
	server := publishingtest.NewServer(t)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(transport.CloseIdleConnections)
	client, err := consumer.NewClient(server.URL(), server.Token(), transport)
	if err != nil {
		t.Fatal(err)
	}
	return server, server.SeedDemo(), client
}

func upper(site sites.Site) (string, bool) { return "New " + site.Title, site.Published }

func TestRetitleOnTheService(t *testing.T) {
	t.Parallel()
	server, demo, client := setUp(t)
	changed, err := consumer.Retitle(t.Context(), client.Sites, demo.Organization, upper)
	if err != nil || len(changed) != 3 || server.Calls.Count("Sites.Update") != 3 {
		t.Fatal(changed, err)
	}
}

// fake implements the program's interface without a server.
type fake struct{ consumer.Sites }

func (fake) All(context.Context, string, sites.ListOptions, ...api.CallOption) iter.Seq2[sites.Site, error] {
	return func(yield func(sites.Site, error) bool) {
		if yield(sites.Site{ID: "a", Published: true}, nil) {
			yield(sites.Site{}, &pagination.PageError{Cursor: "2", Err: &publishing.Error{FailedCall: api.FailedCall{Operation: "Sites.List"}, Status: 403}})
		}
	}
}

func (fake) Update(_ context.Context, _, siteID string, _ sites.Update, _ ...api.CallOption) (*sites.Site, error) {
	if siteID == "a" {
		return &sites.Site{ID: siteID}, nil
	}
	return nil, &publishing.Error{FailedCall: api.FailedCall{Operation: "Sites.Update"}, Status: 404}
}

func TestRetitleOnAFake(t *testing.T) {
	t.Parallel()
	changed, err := consumer.Retitle(t.Context(), fake{}, "org", upper)
	page, ok := errors.AsType[*pagination.PageError](err)
	if !ok || page.Cursor != "2" || !errors.Is(err, publishing.ErrForbidden) || !slices.Equal(changed, []string{"a"}) {
		t.Fatal(changed, err)
	}
	if _, err := (fake{}).Update(t.Context(), "org", "b", sites.Update{}); !errors.Is(err, publishing.ErrNotFound) {
		t.Fatal(err)
	}
}
