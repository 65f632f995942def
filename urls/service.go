// Package urls contains the operations that find content by its URL.
//
// # Operations
//
// The URLs field of a client is a [Service]:
//
//   - [Service.Content] returns the space, change request, page or collection that a URL of the
//     service's app leads to.
//   - [Service.Embed] returns a description of the content at any URL, so that a page can display
//     it.
//   - [Service.Published] returns the published site and the space that a URL of a site leads to,
//     and a token that can read their content. [Service.ResolvePublished] does the same for the URL
//     of a page.
//
// A program that serves the pages of published sites begins with ResolvePublished:
//
//	resolved, err := client.URLs.ResolvePublished(ctx, urls.PublishedLookup{
//		URL:     api.NewSecret("https://docs.example.com/guides/first-steps"),
//		Visitor: &urls.Visitor{JWTToken: token},
//	})
//	if err != nil {
//		return err
//	}
//	if redirect := resolved.Redirect; redirect != nil {
//		target := redirect.URL
//		if redirect.Target == urls.RedirectTargetContent && r.URL.RawQuery != "" {
//			target += "?" + r.URL.RawQuery
//		}
//		http.Redirect(w, r, target, http.StatusSeeOther)
//		return nil
//	}
//
// The service has been seen to need no API token for Published and ResolvePublished, so a client
// with publishing.WithoutAuth may be sufficient.
//
// Experimental: may change in any minor release; see [api].
package urls

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations that find content by its URL.
//
// Experimental: may change in any minor release; see [api].
type Service struct {
	made

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service { return Service{core: core} }
