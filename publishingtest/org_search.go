package publishingtest

import (
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleOrgSearchCaller = ofCallers(newUndecidedRule("orgs.search.list.caller", "a search in an organization covers only the spaces that the caller has a role on; without the rule, all spaces"))
	ruleOrgSearchLimit  = newUndecidedRule("orgs.search.list.limit", "the limit of a search in an organization counts spaces; without the rule, pages, each of them in an item of its own")
)

// The operations on the search in organizations.
var _ = declare(operations{
	"Orgs.Search.List": {onOrganization(searchOrganization), limits.Table{limits.QueryOf[orgs.SearchListOptions](), limits.Query("query", limits.NotEmpty)}},
})

func searchOrganization(c *call, org *organization) (response, error) {
	words := wordsOf(c.query.Get("query"))
	var found ordered.Elements[int64, spaces.SearchedSpace]
	for at, sp := range c.spaces.Group(org.data.ID).All() {
		if c.restricted && c.enabled(ruleOrgSearchCaller) && c.roleOn(treeNode{space: sp}) == nil {
			continue
		}
		for i, result := range c.split(c.findIn(sp, words)) {
			found.Add(at+int64(i), result)
		}
	}
	return respondPage(c, found.Sorted(), asIs)
}

// split returns the list elements for the search result of a space: one for the space if the rule
// is on, or one for each page if the rule is off. If no page matches, there are none.
func (c *call) split(result spaces.SearchedSpace) []spaces.SearchedSpace {
	if c.enabled(ruleOrgSearchLimit) && len(result.Pages) > 0 {
		return []spaces.SearchedSpace{result}
	}
	var split []spaces.SearchedSpace
	for _, page := range result.Pages {
		result.Pages = []spaces.SearchResult{page}
		split = append(split, result)
	}
	return split
}
