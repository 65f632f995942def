package publishingtest

import (
	"fmt"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleSiteSearch        = newUndecidedRule("sites.search.list.spaces", "a search on a site returns the results of a search in each space of the site, each space once, in the order of the site; without the rule, spaces without results are listed, too")
	ruleSiteSearchKnown   = newUndecidedRule("sites.search.list.site-spaces-exist", "the site spaces of a search belong to the site; without the rule, unknown ones are ignored")
	ruleSiteSearchDefault = newUndecidedRule("sites.search.list.default", "a search with the default scope covers the default site space of each section and of the root; the current site space replaces the default one beside it, and the included site spaces are searched too; without the rule, it covers all site spaces")
)

// The operations on the search on sites.
var _ = declare(operations{
	"Sites.Search.List": {onSite(searchSite), limits.Table{limits.BodyOf(siteSearch{})}},
})

// siteSearch is the body of a search. Package sites contains only the scope, because all other
// forms of the body are deprecated.
type siteSearch struct {
	sites.SearchQuery

	Scope        *siteScope       `json:"scope,omitzero"`
	Mode         sites.SearchMode `json:"mode,omitzero"`
	SiteSpaceIDs []string         `json:"siteSpaceIds,omitzero" check:"items=1.."`
	SiteSpaceID  *string          `json:"siteSpaceId,omitzero"`
}

// siteScope is the scope of a search or a question. Unlike the type in package sites, it has the
// deprecated field.
type siteScope struct {
	sites.SearchScope

	IncludedSiteSpaces []string `json:"includedSiteSpaces,omitzero"`
}

// modeCurrent is a mode of a search without a scope.
const modeCurrent sites.SearchMode = "current"

func searchSite(c *call, s *site) (response, error) {
	in := input[siteSearch](c)
	if searchForms(&in) != 1 {
		return response{}, invalid("scope", "exactly one form of a search", c.parsed, "")
	}
	wanted := c.searchScope(s, &in)
	words := wordsOf(in.Query)
	seen := ordered.Of(c.seenSpacesOn(s, wanted))
	list := ordered.Select(seen, func(sp *space) (spaces.SearchedSpace, bool) {
		result := c.findIn(sp, words)
		return result, byRule(c.state, ruleSiteSearch, len(result.Pages) > 0, true)
	})
	return respondPage(c, list, asIs)
}

// searchForms counts the forms of a search in a body. A form counts if the body contains a part of
// it. A part without the rest of its form counts once more, so a valid body has exactly one form.
func searchForms(in *siteSearch) int {
	forms := 0
	for _, is := range []bool{
		in.Scope != nil,
		in.SiteSpaceIDs != nil || in.Mode == sites.SearchModeSpecific,
		in.SiteSpaceID != nil || in.Mode == modeCurrent,
		in.Mode == sites.SearchModeAll,
		in.SiteSpaceIDs == nil && in.Mode == sites.SearchModeSpecific,
		in.SiteSpaceID == nil && in.Mode == modeCurrent,
		in.SiteSpaceID != nil && in.Mode != modeCurrent,
	} {
		if is {
			forms++
		}
	}
	return forms
}

// seenSpacesOn returns the spaces of those site spaces that wanted selects, in the order of the
// site. It omits duplicates and the spaces that the caller does not see.
func (c *call) seenSpacesOn(s *site, wanted func(*siteSpace) bool) []*space {
	var found []*space
	for _, placed := range s.spacesInOrder() {
		if sp, ok := c.spaces.Get(placed.space); ok && wanted(placed) && !slices.Contains(found, sp) && c.sees(treeNode{space: sp}) {
			found = append(found, sp)
		}
	}
	return found
}

// spacesInOrder returns the site spaces at the root, and then the site spaces of each section.
func (s *site) spacesInOrder() []*siteSpace {
	return append(slices.Collect(s.spacesIn("")), s.spacesOfParts("")...)
}

// spacesOfParts returns the site spaces of the sections in a group and in its subgroups.
func (s *site) spacesOfParts(group string) (all []*siteSpace) {
	for p := range s.partsIn(group) {
		switch {
		case p.group != nil:
			all = append(all, s.spacesOfParts(p.group.data.ID)...)
		case p.section != nil:
			all = slices.AppendSeq(all, s.spacesIn(p.section.data.ID))
		}
	}
	return all
}

// checkSiteSpace rejects the ID of a site space that does not belong to the site. The ID may be
// nil.
func (st *state) checkSiteSpace(s *site, field string, id *string, known rule) error {
	return checkIn(st, &s.spaces, field, id, "a site space of the site", known)
}

// checkSiteSpaces rejects a list of IDs of site spaces if one of them does not belong to the site.
func (st *state) checkSiteSpaces(s *site, field string, ids []string, known rule) error {
	return checkAllIn(st, &s.spaces, field, ids, "a site space of the site", known)
}

// searchScope returns a function that reports whether a search covers a site space.
func (c *call) searchScope(s *site, in *siteSearch) func(*siteSpace) bool {
	named := func(field string, ids []string) func(*siteSpace) bool {
		c.accept(c.checkSiteSpaces(s, field, ids, ruleSiteSearchKnown))
		return func(placed *siteSpace) bool { return slices.Contains(ids, placed.data.ID) }
	}
	all := func(*siteSpace) bool { return true }
	scope := in.Scope
	switch {
	case in.SiteSpaceID != nil:
		c.accept(c.checkSiteSpace(s, "siteSpaceId", in.SiteSpaceID, ruleSiteSearchKnown))
		return func(placed *siteSpace) bool { return placed.data.ID == *in.SiteSpaceID }
	case in.Mode == sites.SearchModeAll:
		return all
	case in.SiteSpaceIDs != nil:
		return named("siteSpaceIds", in.SiteSpaceIDs)
	case scope != nil && scope.Mode == sites.SearchModeSpecific:
		return named("scope.siteSpaceIds", scope.SiteSpaceIDs)
	case scope != nil && scope.Mode == sites.SearchModeAll:
		return all
	case scope == nil:
		scope = &siteScope{}
	}
	included := named("scope.includedSiteSpaces", scope.IncludedSiteSpaces)
	c.accept(c.checkSiteSpace(s, "scope.currentSiteSpace", scope.CurrentSiteSpace, ruleSiteSearchKnown))
	current, _ := s.spaces.Get(publishing.Value(scope.CurrentSiteSpace))
	byDefault := func(placed *siteSpace) bool {
		first := placed.byDefault
		if current != nil && current.section == placed.section {
			first = placed == current
		}
		return first || included(placed)
	}
	return byRule(c.state, ruleSiteSearchDefault, byDefault, all)
}

var (
	ruleSiteAskSpaces     = newUndecidedRule("sites.ask.stream.spaces", "the answer to a question on a site is from the spaces of the site, in their order there; without the rule, it is from all spaces of the organization")
	ruleSiteAskKnown      = newUndecidedRule("sites.ask.stream.site-spaces-exist", "the site spaces in the scope of a question belong to the site; without the rule, unknown ones are ignored")
	ruleSiteAskCumulative = newSeenRule("sites.ask.stream.cumulative", "each message of a streamed answer of a site contains the whole answer so far")
	ruleSiteAskDefault    = newUndecidedRule("sites.ask.stream.default", "the answer to a question with the default scope is from all site spaces, and first from the current one; without the rule, it is only from the current one")
	ruleSiteAskOfSite     = newUndecidedRule("sites.ask.streamquestions.exists", "the site space or space for which questions are recommended belongs to the site, or the response is 400; without the rule, none are recommended")
)

// The operations on questions to sites.
var _ = declare(operations{
	"Sites.Ask.Stream": {onSite(streamSiteAnswer), limits.Table{
		limits.QueryOf(sites.AskStreamOptions{}), limits.BodyOf(sites.AskQuestion{}),
		limits.Body("scope.includedSiteSpaces", limits.List),
		limits.Body("scope.includedSiteSpaces[]", limits.String),
	}},
	"Sites.Ask.StreamQuestions": {handle: onSite(streamSiteQuestions)},
})

func streamSiteAnswer(c *call, s *site) (response, error) {
	in := input[struct {
		Question string            `json:"question"`
		Scope    siteScope         `json:"scope"`
		Session  *sites.AskSession `json:"session"`
	}](c)
	wanted := c.askScope(s, &in.Scope)
	from := byRule(c.state, ruleSiteAskSpaces, wanted, c.seenSpacesOf(c.param("organizationId")))
	mode := byRule(c.state, ruleSiteAskCumulative, ask.TextModeCumulative, ask.TextModeDelta)
	given := compose(from, in.Question, fmt.Sprintf(noAnswer, "site"))
	c.recordAnswer(s, in.Question, in.Session, given)
	return streamMessages(given.events(c.format(), mode))
}

// askScope returns the spaces that the scope of a question covers.
func (c *call) askScope(s *site, scope *siteScope) []*space {
	c.accept(
		c.checkSiteSpace(s, "scope.currentSiteSpace", scope.CurrentSiteSpace, ruleSiteAskKnown),
		c.checkSiteSpaces(s, "scope.includedSiteSpaces", scope.IncludedSiteSpaces, ruleSiteAskKnown),
		c.checkSiteSpaces(s, "scope.siteSpaceIds", scope.SiteSpaceIDs, ruleSiteAskKnown),
	)
	all := func(*siteSpace) bool { return true }
	isCurrent := func(placed *siteSpace) bool {
		return placed.data.ID == publishing.Value(scope.CurrentSiteSpace)
	}
	switch {
	case scope.Mode == sites.SearchModeSpecific:
		return c.seenSpacesOn(s, func(placed *siteSpace) bool {
			return slices.Contains(scope.SiteSpaceIDs, placed.data.ID)
		})
	case scope.Mode != sites.SearchModeDefault:
		return c.seenSpacesOn(s, all)
	}
	found := c.seenSpacesOn(s, isCurrent)
	if c.enabled(ruleSiteAskDefault) {
		others := slices.DeleteFunc(c.seenSpacesOn(s, all), func(sp *space) bool {
			return slices.Contains(found, sp)
		})
		found = append(found, others...)
	}
	return found
}

func streamSiteQuestions(c *call, s *site) (response, error) {
	siteSpaceID, spaceID := c.query.Get("siteSpaceId"), c.query.Get("spaceId")
	if siteSpaceID != "" {
		c.accept(c.checkSiteSpace(s, "siteSpaceId", &siteSpaceID, ruleSiteAskOfSite))
	}
	if spaceID != "" && s.withSpace(spaceID) == nil && c.enabled(ruleSiteAskOfSite) {
		return response{}, invalid("spaceId", "a space on the site", spaceID, ruleSiteAskOfSite)
	}
	return streamQuestionsFrom(c.seenSpacesOn(s, func(placed *siteSpace) bool {
		return (siteSpaceID == "" || placed.data.ID == siteSpaceID) &&
			(spaceID == "" || placed.space == spaceID)
	}))
}
