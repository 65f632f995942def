package publishingtest

import (
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleRedirectNoDraft = newUndecidedRule("sites.redirects.put.no-draft", "publishing a draft that does not exist is an error among the results; without the rule, it is published if there is a live redirect of that source")
	ruleRedirectAbsent  = newUndecidedRule("sites.redirects.put.absent", "deleting a redirect that does not exist has the result deleted; without the rule, an error among the results")
)

// redirectPutOperations are the operations on redirects in bulk.
var redirectPutOperations = operations{
	"Sites.Redirects.Put": {onSite(putRedirects), limits.Table{limits.BodyOf[sites.RedirectPut]()}},
}

func putRedirects(c *call, s *site) (response, error) {
	in := input[sites.RedirectPut](c)
	for i, change := range in.Redirects {
		at := fmt.Sprintf("redirects[%d].destination", i)
		if to, isSet := change.Destination.Get(); isSet {
			if err := missingID(at, &to); err != nil {
				return response{}, err
			}
		}
	}
	results := sites.RedirectPutResults{Results: []sites.RedirectPutResult{}}
	for _, change := range in.Redirects {
		results.Results = append(results.Results, c.changeRedirect(s, change))
	}
	return respondOK(results)
}

// changeRedirect makes a change of a redirect and returns its result.
func (c *call) changeRedirect(s *site, change sites.RedirectChange) sites.RedirectPutResult {
	publishes := change.Intent == sites.RedirectIntentPublish
	draft := change.Intent == sites.RedirectIntentDraft
	result := sites.RedirectPutResult{Source: change.Source, Draft: draft}
	failed := func(err error) sites.RedirectPutResult {
		result.Status, result.Error = sites.RedirectPutStatusError, new(err.Error())
		return result
	}
	r := s.redirectOf(change.Source, draft)
	to, isSet := change.Destination.Get()
	switch {
	case publishes:
		pending := s.redirectOf(change.Source, true)
		if pending == nil && (r == nil || c.enabled(ruleRedirectNoDraft)) {
			return failed(invalid("source", "that of a draft", change.Source, ruleRedirectNoDraft))
		}
		result.Status = sites.RedirectPutStatusPublished
		r = c.publishRedirect(s, r, pending)
	case !isSet:
		if r == nil && !c.enabled(ruleRedirectAbsent) {
			return failed(invalid("source", "that of a redirect", change.Source, ruleRedirectAbsent))
		}
		if result.Status = sites.RedirectPutStatusDeleted; r != nil {
			s.redirects.Remove(r.data.ID)
		}
		return result
	default:
		if err := c.checkRedirect(s, nil, nil, &to); err != nil {
			return failed(err)
		}
		if result.Status = sites.RedirectPutStatusUpdated; r == nil {
			result.Status = sites.RedirectPutStatusCreated
			r = c.addRedirect(s,
				sites.Redirect{ID: c.newID("site-redirect"), Source: change.Source, Draft: &draft})
		}
		r.data.Destination = to
		r.data.CaptureWildcard = new(publishing.Value(change.CaptureWildcard))
		replaceIfGiven(&r.data.Permanent, change.Permanent)
	}
	result.ID = &r.data.ID
	return result
}

// publishRedirect moves a draft to the live redirect, which keeps its ID. Either may be nil.
func (c *call) publishRedirect(s *site, live, draft *redirect) *redirect {
	switch {
	case draft == nil:
		return live
	case live == nil:
		draft.data.Draft = new(false)
		s.redirects.Regroup(draft.data.ID, redirectsOf(false))
		return draft
	}
	s.redirects.Remove(draft.data.ID)
	id := live.data.ID
	live.data = draft.data
	live.data.ID, live.data.Draft = id, new(false)
	return live
}
