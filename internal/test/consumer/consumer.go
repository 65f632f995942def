// Package consumer proves that a program elsewhere can hide the SDK behind interfaces of its own:
// the services implement them, a fake of them needs nothing that is internal, and the program can
// make the errors that its fake returns. The compiler checks it, since this is a module of its own.
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
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

// Sites is the part of the SDK that this program needs.
type Sites interface {
	Get(ctx context.Context, orgID, siteID string, options sites.GetOptions, opts ...api.CallOption) (*sites.Site, error)
	Update(ctx context.Context, orgID, siteID string, update sites.Update, opts ...api.CallOption) (*sites.Site, error)
	List(ctx context.Context, orgID string, options sites.ListOptions, opts ...api.CallOption) (*pagination.Page[sites.Site], error)
	All(ctx context.Context, orgID string, options sites.ListOptions, opts ...api.CallOption) iter.Seq2[sites.Site, error]
	Delete(ctx context.Context, orgID, siteID string, opts ...api.CallOption) (api.Deletion, error)
}

// Asker answers questions.
type Asker interface {
	Stream(ctx context.Context, orgID string, question orgs.AskQuestion, options orgs.AskStreamOptions, opts ...api.CallOption) iter.Seq2[ask.Event, error]
}

var (
	_ Sites = (*sites.Service)(nil)
	_ Asker = (*orgs.AskService)(nil)

	_ error = (*api.Error)(nil)
	_ error = (*api.TransportError)(nil)
	_ error = (*pagination.PageError)(nil)
)

// ErrGone is an error of this program.
var ErrGone = errors.New("gone")

// NewClient returns a client with the options of the program, followed by opts.
func NewClient(baseURL, token string, transport http.RoundTripper, opts ...publishing.Option) (*publishing.Client, error) {
	own := []publishing.Option{
		publishing.WithToken(token),
		publishing.WithHTTPClient(&http.Client{Transport: transport}),
		publishing.WithTimeout(time.Minute),
		publishing.WithUserAgent("consumer/1.0"),
	}
	return publishing.NewClient(baseURL, append(own, opts...)...)
}

// Retitle changes the title of each site for which fn returns true, and returns their ids.
func Retitle(ctx context.Context, service Sites, orgID string, fn func(sites.Site) (string, bool)) (changed []string, err error) {
	for site, err := range service.All(ctx, orgID, sites.ListOptions{Limit: 100}, publishing.WithPrefetch()) {
		if err != nil {
			return changed, err
		}
		title, ok := fn(site)
		if !ok {
			continue
		}
		if _, err := service.Update(ctx, orgID, site.ID, sites.Update{Title: &title}); err != nil {
			if errors.Is(err, publishing.ErrNotFound) {
				err = fmt.Errorf("%w: %w", ErrGone, err)
			}
			return changed, err
		}
		changed = append(changed, site.ID)
	}
	return changed, nil
}
