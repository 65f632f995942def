// Package consumer uses the SDK as a program does: it hides it behind an interface of its own, wraps its errors and passes its options on.
package consumer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/sse"
)

// Sites is what this program needs of the SDK. A mock of it needs nothing of the SDK but its types.
type Sites interface {
	Get(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (*sites.Site, error)
	Update(ctx context.Context, orgID, siteID string, update sites.SiteUpdate, opts ...api.CallOption) (*sites.Site, error)
	List(ctx context.Context, orgID string, options sites.ListOptions, opts ...api.CallOption) (*pagination.Page[sites.Site], error)
	All(ctx context.Context, orgID string, options sites.ListOptions, opts ...api.CallOption) iter.Seq2[sites.Site, error]
	Delete(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (api.Deletion, error)
}

// Asker is the part that answers questions.
type Asker interface {
	Stream(ctx context.Context, orgID string, ask orgs.AskStreamOptions, opts ...api.CallOption) iter.Seq2[orgs.AskEvent, error]
}

var (
	_ Sites = (*sites.Service)(nil)
	_ Asker = (*orgs.AskService)(nil)

	_ error = (*api.Error)(nil)
	_ error = (*api.TransportError)(nil)
	_ error = (*pagination.PageError)(nil)
)

// ErrGone is this program's own error.
var ErrGone = errors.New("gone")

// NewClient passes options through, those of the program first.
func NewClient(baseURL, token string, transport http.RoundTripper, opts ...publishing.Option) (*publishing.Client, error) {
	own := []publishing.Option{
		publishing.WithToken(token),
		publishing.WithHTTPClient(&http.Client{Transport: transport}),
		publishing.WithTimeout(time.Minute),
		publishing.WithUserAgent("consumer/1.0"),
	}
	return publishing.NewClient(baseURL, append(own, opts...)...)
}

// Retitle changes the title of each site that fn wants changed, and says which.
func Retitle(ctx context.Context, service Sites, orgID string, fn func(sites.Site) (string, bool)) (changed []string, err error) {
	for site, err := range service.All(ctx, orgID, sites.ListOptions{Limit: 100}, publishing.WithPrefetch()) {
		if err != nil {
			return changed, err
		}
		title, ok := fn(site)
		if !ok {
			continue
		}
		if _, err := service.Update(ctx, orgID, site.ID, sites.SiteUpdate{Title: &title}); err != nil {
			if errors.Is(err, publishing.ErrNotFound) {
				err = fmt.Errorf("%w: %w", ErrGone, err)
			}
			return changed, err
		}
		changed = append(changed, site.ID)
	}
	return changed, nil
}

// Answer returns the whole answer to a question.
func Answer(ctx context.Context, asker Asker, orgID, question string) (string, error) {
	var text orgs.AskText
	for event, err := range asker.Stream(ctx, orgID, orgs.AskStreamOptions{Query: question}) {
		if err != nil {
			return "", err
		}
		text.Add(event)
	}
	return text.String(), nil
}

// SetRole changes what a user may do, nil for a guest.
func SetRole(ctx context.Context, client *publishing.Client, spaceID, userID string, role *publishing.Role) error {
	update := permissions.RoleUpdate{Role: publishing.Null[publishing.Role]()}
	if role != nil {
		update.Role = publishing.Set(*role)
	}
	return client.Permissions.Spaces.Update(ctx, spaceID, userID, update)
}

// Merge merges a change request and tells whether conflicts stand in its way.
func Merge(ctx context.Context, client *publishing.Client, spaceID, changeRequestID string) (revisionID string, conflicts bool, err error) {
	result, err := client.ChangeRequests.Merge(ctx, spaceID, changeRequestID)
	if errors.Is(err, changerequests.ErrConflicts) {
		return "", true, nil
	}
	if err != nil {
		return "", false, err
	}
	return result.Revision, false, nil
}

// Titles returns the titles of a space's pages, in their order.
func Titles(ctx context.Context, client *publishing.Client, spaceID string) ([]string, error) {
	tree, err := client.Spaces.Content.PageTree(ctx, spaceID, spaces.ContentOptions{})
	if err != nil {
		return nil, err
	}
	var titles []string
	for visit := range spaces.WalkPages(tree.Pages) {
		titles = append(titles, visit.Page.Title)
	}
	return titles, nil
}

// Events reads a stream of its own.
func Events(ctx context.Context, client *publishing.Client, path string) iter.Seq2[sse.Event, error] {
	return client.Stream(ctx, publishing.Request{Path: path})
}
