package publishingtest

import (
	"cmp"
	"fmt"
	"slices"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

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
		limits.QueryOf[sites.AskStreamOptions](), limits.BodyOf[sites.AskQuestion](),
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
	wanted, err := c.askScope(s, &in.Scope)
	if err != nil {
		return response{}, err
	}
	from := byRule(c.state, ruleSiteAskSpaces, slices.Values(wanted),
		c.seenSpacesOf(c.param("organizationId")))
	mode := byRule(c.state, ruleSiteAskCumulative, Cumulative, Delta)
	given := compose(from, in.Question, fmt.Sprintf(noAnswer, "site"))
	c.recordAnswer(s, in.Question, in.Session, given)
	return streamMessages(given.events(c.format(), mode))
}

// askScope returns the spaces that the scope of a question covers.
func (c *call) askScope(s *site, scope *siteScope) ([]*space, error) {
	err := cmp.Or(
		c.checkSiteSpace(s, "scope.currentSiteSpace", scope.CurrentSiteSpace, ruleSiteAskKnown),
		c.checkSiteSpaces(s, "scope.includedSiteSpaces", scope.IncludedSiteSpaces, ruleSiteAskKnown),
		c.checkSiteSpaces(s, "scope.siteSpaceIds", scope.SiteSpaceIDs, ruleSiteAskKnown),
	)
	if err != nil {
		return nil, err
	}
	all := func(*siteSpace) bool { return true }
	isCurrent := func(placed *siteSpace) bool {
		return placed.data.ID == publishing.Value(scope.CurrentSiteSpace)
	}
	switch {
	case scope.Mode == sites.SearchModeSpecific:
		return c.seenSpacesOn(s, func(placed *siteSpace) bool {
			return slices.Contains(scope.SiteSpaceIDs, placed.data.ID)
		}), nil
	case scope.Mode != sites.SearchModeDefault:
		return c.seenSpacesOn(s, all), nil
	}
	found := c.seenSpacesOn(s, isCurrent)
	if c.enabled(ruleSiteAskDefault) {
		others := slices.DeleteFunc(c.seenSpacesOn(s, all), func(sp *space) bool {
			return slices.Contains(found, sp)
		})
		found = append(found, others...)
	}
	return found, nil
}

func streamSiteQuestions(c *call, s *site) (response, error) {
	siteSpaceID, spaceID := c.query.Get("siteSpaceId"), c.query.Get("spaceId")
	if siteSpaceID != "" {
		if err := c.checkSiteSpace(s, "siteSpaceId", &siteSpaceID, ruleSiteAskOfSite); err != nil {
			return response{}, err
		}
	}
	if spaceID != "" && s.withSpace(spaceID) == nil && c.enabled(ruleSiteAskOfSite) {
		return response{}, invalid("spaceId", "a space on the site", spaceID, ruleSiteAskOfSite)
	}
	return streamQuestionsFrom(slices.Values(c.seenSpacesOn(s, func(placed *siteSpace) bool {
		return (siteSpaceID == "" || placed.data.ID == siteSpaceID) &&
			(spaceID == "" || placed.space == spaceID)
	})))
}
