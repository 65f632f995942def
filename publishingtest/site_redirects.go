package publishingtest

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleRedirectKnown    = newUndecidedRule("sites.redirects.destination.exists", "the destination of a redirect exists on the site, or the response is 400; without the rule, any destination is accepted")
	ruleRedirectUnique   = newUndecidedRule("sites.redirects.source.unique", "no other redirect of the site has the same source, or the response is 400; that case does not matter has been seen; without the rule, the oldest of several is followed")
	ruleRedirectNewest   = newUndecidedRule("sites.redirects.list.newest-first", "redirects are listed in the reverse order of their creation; without the rule, they are listed in that order")
	ruleRedirectHidden   = newUndecidedRule("sites.redirects.resolve.hidden-404", "a redirect returns 404 if the site has no published URL for the caller, because it is not published or the share key is missing or wrong; without the rule, its target is below the URL that the site has for others")
	ruleRedirectWildcard = newUndecidedRule("sites.redirects.resolve.wildcard", "a path that is the source of no redirect has the redirect with the longest source that ends with a wildcard and matches it, and what a captured wildcard matches is appended to the target after a slash; without the rule, a wildcard matches only itself")
	ruleRedirectGone     = newUndecidedRule("sites.redirects.resolve.gone-404", "a redirect returns 404 if its destination was deleted; without the rule, its target is the published URL of the site")
)

// The operations on redirects.
var _ = declare(operations{
	"Sites.Redirects.List":    {onSite(listRedirects), limits.Table{limits.QueryOf(sites.RedirectListOptions{})}},
	"Sites.Redirects.Create":  {onSite(createRedirect), limits.Table{limits.BodyOf(sites.RedirectCreate{})}},
	"Sites.Redirects.Delete":  {handle: inOrganization(redirectKind.delete)},
	"Sites.Redirects.Update":  {redirectKind.on(updateRedirect), limits.Table{limits.BodyOf(sites.RedirectUpdate{})}},
	"Sites.Redirects.Put":     {onSite(putRedirects), limits.Table{limits.BodyOf(sites.RedirectPut{})}},
	"Sites.Redirects.Resolve": {onSite(resolveRedirect), limits.Table{limits.QueryOf(sites.RedirectResolveOptions{})}},
})

// redirect leads from a path to a part of a site. The part may have been deleted.
type redirect struct {
	data    sites.Redirect
	updated time.Time
}

// redirectKind is the resource kind for redirects of sites.
var redirectKind = &kind[*site, redirect, sites.Redirect]{
	name: "redirect", id: "site-redirect", param: "siteRedirectId", in: siteKind.scope(),
	table: func(s *site) *ordered.Table[*redirect] { return &s.redirects },
	show:  func(_ *call, _ *site, r *redirect) sites.Redirect { return r.data },
}

func listRedirects(c *call, s *site) (response, error) {
	rows := s.redirects.Group(redirectsOf(c.query.Get("draft") == "true"))
	list := byRule(c.state, ruleRedirectNewest, rows.Backward(), rows.List())
	switch sites.RedirectSort(c.query.Get("orderBy")) {
	case sites.RedirectSortSource:
		var sorted ordered.Elements[*redirect]
		for r := range rows.Values() {
			sorted.Add(sortPosition(strings.ToLower(r.data.Source), r.data.ID, false), r)
		}
		list = sorted.Sorted()
	case sites.RedirectSortUpdatedAt:
		list = latestFirst(rows, func(r *redirect) time.Time { return r.updated })
	default: // by creation
	}
	found := searching(c, "search", func(r *redirect) string { return r.data.Source })
	return respondPage(c, list.Where(found), func(r *redirect) sites.Redirect { return r.data })
}

func createRedirect(c *call, s *site) (response, error) {
	in := input[sites.RedirectCreate](c)
	in.Destination = c.withPage(s, in.Destination)
	r := &redirect{data: as[sites.Redirect](in)}
	c.accept(c.checkRedirect(s, r, &in.Source, r.isDraft(), &in.Destination))
	r.data.ID = c.newID("site-redirect")
	r = c.addRedirect(s, r.data)
	return respondCreated(r.data, "")
}

func updateRedirect(c *call, s *site, r *redirect) (response, error) {
	in := input[sites.RedirectUpdate](c)
	if in.Destination != nil {
		in.Destination = new(c.withPage(s, *in.Destination))
	}
	changed := *r
	changed.touch(c.now())
	merge(&changed.data, in)
	c.accept(c.checkRedirect(s, r, &changed.data.Source, changed.isDraft(), in.Destination))
	*r = changed
	s.redirects.Regroup(r.data.ID, redirectsOf(r.isDraft()))
	return respondOK(r.data)
}

// checkRedirect rejects a source that is in use by a redirect other than r, and a destination that
// is not on the site. A draft and a live redirect may have the same source. The source and the
// destination may be nil.
func (st *state) checkRedirect(
	s *site, r *redirect, source *string, draft bool, destination *sites.RedirectDestination,
) error {
	if source != nil && st.enabled(ruleRedirectUnique) {
		if other := s.redirectOf(*source, draft); other != nil && other != r {
			return invalid("source", "one that no other redirect has", *source, ruleRedirectUnique)
		}
	}
	if destination == nil {
		return nil
	}
	if err := missingValue("destination", destination); err != nil {
		return err
	}
	if _, ok := st.addressOfDestination(s, destination, new("")); !ok && st.enabled(ruleRedirectKnown) {
		return invalid("destination", "a part of the site", destination, ruleRedirectKnown)
	}
	return nil
}

// destinationNeeds contains the required fields of destinations by kind.
var destinationNeeds = map[sites.RedirectDestinationKind][]string{
	sites.RedirectDestinationKindSection:   {"siteSectionId"},
	sites.RedirectDestinationKindSiteSpace: {"siteSpaceId"},
	sites.RedirectDestinationKindPage:      {"siteSpaceId", "pageId"},
	sites.RedirectDestinationKindExternal:  {"url"},
	sites.RedirectDestinationKindPath:      {"spaceId", "path"},
}

// missingValue rejects a destination without a value that its kind requires. at is the path of the
// destination in the body.
func missingValue(at string, destination *sites.RedirectDestination) error {
	fields, _ := asSent(destination).(map[string]any)
	for _, need := range destinationNeeds[destination.Kind] {
		if fields[need] == nil {
			return invalid(at+"."+need, "a value", nil, "")
		}
	}
	return nil
}

// withPage returns a destination in which the page at the path, if there is one, replaces the path.
func (st *state) withPage(
	s *site, destination sites.RedirectDestination,
) sites.RedirectDestination {
	if destination.Kind != sites.RedirectDestinationKindPath || destination.Path == nil {
		return destination
	}
	for placed := range s.spaces.Values() {
		sp, ok := st.spaces.Get(placed.space)
		if !ok || placed.space != publishing.Value(destination.SpaceID) {
			continue
		}
		if p := pageAt(sp.main.pages, publishing.Value(destination.Path)); p != nil {
			return sites.RedirectDestination{
				Kind: sites.RedirectDestinationKindPage, SiteSpaceID: &placed.data.ID, PageID: &p.seed.ID,
			}
		}
	}
	return destination
}

// redirectsOf returns the group name for drafts or for live redirects.
func redirectsOf(draft bool) string {
	if draft {
		return "drafts"
	}
	return "live"
}

// touch sets the time of the last update, which only newer versions of the service report.
func (r *redirect) touch(now time.Time) {
	r.updated = now
	if r.data.UpdatedAt != nil {
		r.data.UpdatedAt = &now
	}
}

func (r *redirect) isDraft() bool { return r != nil && publishing.Value(r.data.Draft) }

// redirectOf returns the live redirect or the draft for a path, or nil if there is none.
func (s *site) redirectOf(path string, draft bool) *redirect {
	for r := range s.redirects.Group(redirectsOf(draft)).Values() {
		if strings.EqualFold(r.data.Source, path) {
			return r
		}
	}
	return nil
}

// wildcardOf returns the live redirect with the longest source that ends with a wildcard and
// matches a path, and what the wildcard matches. It returns nil if there is none.
func (s *site) wildcardOf(path string) (found *redirect, matched string) {
	for r := range s.redirects.Group(redirectsOf(false)).Values() {
		before, isWildcard := strings.CutSuffix(r.data.Source, "*")
		isMatch := isWildcard && len(path) >= len(before) &&
			strings.EqualFold(path[:len(before)], before)
		if isMatch && (found == nil || len(r.data.Source) > len(found.data.Source)) {
			found, matched = r, path[len(before):]
		}
	}
	return found, matched
}

func resolveRedirect(c *call, s *site) (response, error) {
	source := c.query.Get("source")
	r, matched := s.redirectOf(source, false), ""
	if r == nil && c.enabled(ruleRedirectWildcard) {
		r, matched = s.wildcardOf(source)
	}
	if r == nil {
		return response{}, fail(http.StatusNotFound,
			"source: there is no redirect of %s", abbreviated(source))
	}
	home := s.visible(c.query.Get("shareKey"))
	if home == nil {
		if c.enabled(ruleRedirectHidden) {
			return response{}, fail(
				http.StatusNotFound, "siteId: the site %s has no published URL for the caller [%s]",
				abbreviated(s.data.ID), ruleRedirectHidden,
			)
		}
		home = new(s.home())
	}
	target, ok := c.addressOfDestination(s, &r.data.Destination, home)
	switch {
	case !ok && c.enabled(ruleRedirectGone):
		return response{}, fail(
			http.StatusNotFound, "source: the destination of the redirect %s does not exist [%s]",
			abbreviated(r.data.ID), ruleRedirectGone,
		)
	case !ok:
		target = *home
	}
	if publishing.Value(r.data.CaptureWildcard) && matched != "" {
		target = strings.TrimSuffix(target, "/") + "/" + strings.TrimPrefix(matched, "/")
	}
	return respondOK(sites.ResolvedRedirect{Redirect: r.data, Target: target})
}

// addressOfDestination returns the URL of a destination, and reports whether the destination
// exists. home is the URL of the site.
func (st *state) addressOfDestination(
	s *site, destination *sites.RedirectDestination, home *string,
) (string, bool) {
	switch destination.Kind {
	case sites.RedirectDestinationKindExternal:
		return publishing.Value(destination.URL), true
	case sites.RedirectDestinationKindPath: // withPage found no page
		return "", false
	case sites.RedirectDestinationKindSection:
		sec, ok := s.sections.Get(publishing.Value(destination.SiteSectionID))
		if !ok {
			return "", false
		}
		return *s.addressOfSection(sec, home), true
	default: // on a site space
	}
	placed, ok := s.spaces.Get(publishing.Value(destination.SiteSpaceID))
	if !ok {
		return "", false
	}
	sp, ok := st.spaces.Get(placed.space)
	if !ok {
		return "", false
	}
	base := *s.addressOf(placed, home)
	if destination.Kind != sites.RedirectDestinationKindPage {
		return base, true
	}
	p := pageWith(sp.main.pages, publishing.Value(destination.PageID), true)
	if p == nil || !p.hasPath() {
		return "", false
	}
	return address(base, strings.Split(p.path, "/")...), true
}

func (st *state) addRedirect(s *site, data sites.Redirect) *redirect {
	data.Object = "site-redirect"
	r := &redirect{data, publishing.Value(orNew(data.UpdatedAt, st.now()))}
	s.redirects.Add(data.ID, r, redirectsOf(r.isDraft()))
	return r
}

// Add adds a redirect to a site and returns it. The destination must exist on the site.
func (s SiteRedirects) Add(orgID, siteID string, seed sites.Redirect) sites.Redirect {
	server := open(s.server)
	return redirectKind.add(server, seed, func(found *site, seed sites.Redirect) *redirect {
		seed.Destination = server.state.withPage(found, seed.Destination)
		server.accept(
			server.limit("Sites.Redirects.Create", seed),
			server.state.checkRedirect(found, nil, &seed.Source, publishing.Value(seed.Draft), &seed.Destination),
		)
		return server.state.addRedirect(found, seed)
	}, orgID, siteID)
}

// All returns the redirects of a site, in the order in which they were created.
func (s SiteRedirects) All(orgID, siteID string) []sites.Redirect {
	return redirectKind.all(open(s.server), orgID, siteID)
}

var (
	ruleRedirectNoDraft = newUndecidedRule("sites.redirects.put.no-draft", "publishing a draft that does not exist is an error among the results; without the rule, it is published if there is a live redirect of that source")
	ruleRedirectAbsent  = newUndecidedRule("sites.redirects.put.absent", "deleting a redirect that does not exist has the result deleted; without the rule, an error among the results")
)

func putRedirects(c *call, s *site) (response, error) {
	in := input[sites.RedirectPut](c)
	for i, change := range in.Redirects {
		if to, isSet := change.Destination.Get(); isSet {
			c.accept(missingValue(fmt.Sprintf("redirects[%d].destination", i), &to))
		}
	}
	results := sites.RedirectPutResults{Results: []sites.RedirectPutResult{}}
	unchanged := true
	for _, change := range in.Redirects {
		result, changed := c.changeRedirect(s, change)
		results.Results = append(results.Results, result)
		unchanged = unchanged && !changed
	}
	resp, err := respondOK(results)
	resp.unchanged = unchanged
	return resp, err
}

// changeRedirect applies a change of a redirect. It returns the result, and whether anything has
// changed.
func (c *call) changeRedirect(
	s *site, change sites.RedirectChange,
) (result sites.RedirectPutResult, changed bool) {
	draft := change.Intent == sites.RedirectIntentDraft
	result = sites.RedirectPutResult{Source: change.Source, Draft: draft}
	failed := func(err error) (sites.RedirectPutResult, bool) {
		result.Status, result.Error = sites.RedirectPutStatusError, new(err.Error())
		return result, false
	}
	r := s.redirectOf(change.Source, draft)
	to, isSet := change.Destination.Get()
	switch {
	case change.Intent == sites.RedirectIntentPublish:
		result.Status = sites.RedirectPutStatusPublished
		pending := s.redirectOf(change.Source, true)
		switch {
		case pending == nil && (r == nil || c.enabled(ruleRedirectNoDraft)):
			return failed(invalid("source", "that of a draft", change.Source, ruleRedirectNoDraft))
		case r == nil:
			r = pending
			r.data.Draft = new(false)
			s.redirects.Regroup(r.data.ID, redirectsOf(false))
		case pending != nil: // the live redirect keeps its ID
			s.redirects.Remove(pending.data.ID)
			pending.data.ID, pending.data.Draft = r.data.ID, new(false)
			r.data = pending.data
		}
	case !isSet:
		if r == nil && !c.enabled(ruleRedirectAbsent) {
			return failed(invalid("source", "that of a redirect", change.Source, ruleRedirectAbsent))
		}
		if result.Status = sites.RedirectPutStatusDeleted; r != nil {
			s.redirects.Remove(r.data.ID)
		}
		return result, r != nil
	default:
		to = c.withPage(s, to)
		if err := c.checkRedirect(s, nil, nil, false, &to); err != nil {
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
	r.touch(c.now())
	result.ID = &r.data.ID
	return result, true
}
