// Package urls contains the operations that find the content that a URL leads to.
//
// # Operations
//
// The URLs field of a client is a [Service]:
//
//   - Content returns the space, the change request, the page or the collection that a URL of the
//     app of the service leads to.
//   - Embed returns what is needed to display a URL of any site within a page.
//   - Published returns the published site and the space that a URL of a reader leads to, with a
//     token that reads their content. ResolvePublished does the same for a URL of a page.
//
// A program that serves the pages of published sites begins with the last one:
//
//	resolved, err := client.URLs.ResolvePublished(ctx, urls.PublishedLookup{
//		URL:     api.NewSecret("https://docs.example.com/guides/first-steps"),
//		Visitor: &urls.Visitor{JWTToken: token},
//	})
//	if err != nil {
//		return err
//	}
//	if resolved.Redirect != nil {
//		http.Redirect(w, r, resolved.Redirect.URL, http.StatusSeeOther)
//		return nil
//	}
//
// Published and ResolvePublished need no token of the API: use a client with
// publishing.WithoutAuth.
//
// Experimental: may change in any minor release; see [api].
package urls

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the URLs field of a client.
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
