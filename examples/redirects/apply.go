package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

// batch is the largest number of changes in a request.
const batch = 500

// apply sends changes in bulk and reads each result. It returns the number of changes that took
// effect, and an error with each one that failed. A request is idempotent, so the client retries it
// after a lost response. Without changes, apply sends nothing.
func (p *program) apply(ctx context.Context, changes []change) (applied int, err error) {
	var failed []error
	for some := range slices.Chunk(changes, batch) {
		put := sites.RedirectPut{}
		for _, c := range some {
			put.Redirects = append(put.Redirects, c.request())
		}
		results, err := p.client.Sites.Redirects.Put(ctx, p.orgID, p.siteID, put)
		var partly *sites.RedirectPutError
		switch {
		case errors.As(err, &partly): // the others took effect
			results = &sites.RedirectPutResults{Results: partly.Results}
		case err != nil:
			return applied, errors.Join(append(failed, err)...)
		}
		for _, c := range put.Redirects {
			if err := outcome(c.Source, results.Results); err != nil {
				failed = append(failed, err)
				continue
			}
			applied++
		}
	}
	return applied, errors.Join(failed...)
}

// outcome returns the error of the change of a source, which need not have the place in the results
// that it had in the request.
func outcome(source string, results []sites.RedirectPutResult) error {
	for _, result := range results {
		switch {
		case result.Draft || !strings.EqualFold(result.Source, source):
		case result.Status == sites.RedirectPutStatusError:
			return fmt.Errorf("%s: %s", source, publishing.Value(result.Error))
		case slices.Contains([]sites.RedirectPutStatus{
			sites.RedirectPutStatusCreated, sites.RedirectPutStatusUpdated, sites.RedirectPutStatusDeleted,
		}, result.Status):
			return nil
		default:
			return fmt.Errorf("%s: the result is %q", source, result.Status)
		}
	}
	return fmt.Errorf("%s: the response contains no result for it", source)
}
