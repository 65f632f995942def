package publishingtest

import (
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleSearchPages    = newUndecidedRule("spaces.search.list.pages", "a search returns the pages that contain every word of the query, ignoring case, in the title and the description or in one section; without the rule, in the title and the description alone")
	ruleSearchSections = newUndecidedRule("spaces.search.list.sections", "a page that is found comes with those of its sections whose title and body contain every word; without the rule, with none")
)

// The operations on the search in spaces.
var _ = declare(operations{
	"Spaces.Search.List": {onSpace(listSearch), limits.Table{limits.QueryOf(spaces.SearchListOptions{}), limits.Query("query", limits.NotEmpty)}},
})

func listSearch(c *call, sp *space) (response, error) {
	words := wordsOf(c.query.Get("query"))
	pages := slices.Collect(readingOrder(sp.main.pages))
	sees := c.sees(treeNode{space: sp})
	list := ordered.Select(ordered.Of(pages), func(p *contentPage) (spaces.SearchResult, bool) {
		found, hit := c.findOn(sp, p, words)
		return found, hit && sees
	})
	return respondPage(c, list, asIs)
}

// findIn returns a space with its pages that contain the words, as a search result.
func (c *call) findIn(sp *space, words []string) spaces.SearchedSpace {
	result := spaces.SearchedSpace{ID: sp.data.ID, Title: sp.data.Title, Pages: []spaces.SearchResult{}}
	for p := range readingOrder(sp.main.pages) {
		if hit, ok := c.findOn(sp, p, words); ok {
			result.Pages = append(result.Pages, hit)
		}
	}
	return result
}

// findOn returns a page as a search result, and reports whether the page contains the words.
func (c *call) findOn(sp *space, p *contentPage, words []string) (spaces.SearchResult, bool) {
	found := spaces.SearchResult{
		ID: p.seed.ID, Title: p.seed.Title, Path: p.path,
		URLs: spaces.SearchURLs{App: pageURL(sp, p)},
	}
	hit := hasWords(p.seed.Title+" "+p.seed.Description, words)
	for _, section := range p.seed.Sections {
		if !hasWords(section.Title+" "+section.Body, words) {
			continue
		}
		hit = hit || c.enabled(ruleSearchPages)
		if c.enabled(ruleSearchSections) {
			found.Sections = append(found.Sections, spaces.SearchSection{
				ID: section.ID, Title: section.Title,
				Path: p.path + "#" + section.ID, Body: section.Body,
				URLs: spaces.SearchURLs{App: pageURL(sp, p) + "#" + section.ID},
			})
		}
	}
	return found, hit
}

// hasWords reports whether a text contains every word, either as a whole word or as the beginning
// of a word.
func hasWords(text string, words []string) bool {
	has := wordsOf(text)
	for _, word := range words {
		if !slices.ContainsFunc(has, func(other string) bool { return strings.HasPrefix(other, word) }) {
			return false
		}
	}
	return len(words) > 0
}

var (
	ruleOrgSearchCaller = ofCallers(newUndecidedRule("orgs.search.list.caller", "a search in an organization covers only the spaces that the caller has a role on; without the rule, all spaces"))
	ruleOrgSearchLimit  = newUndecidedRule("orgs.search.list.limit", "the limit of a search in an organization counts spaces; without the rule, pages, each of them in an item of its own")
)

// The operations on the search in organizations.
var _ = declare(operations{
	"Orgs.Search.List": {onOrganization(searchOrganization), limits.Table{limits.QueryOf(orgs.SearchListOptions{}), limits.Query("query", limits.NotEmpty)}},
})

func searchOrganization(c *call, org *organization) (response, error) {
	words := wordsOf(c.query.Get("query"))
	var found ordered.Elements[spaces.SearchedSpace]
	for at, sp := range c.spaces.Group(org.data.ID).All() {
		if c.restricted && c.enabled(ruleOrgSearchCaller) && c.roleOn(treeNode{space: sp}) == nil {
			continue
		}
		for i, result := range c.split(c.findIn(sp, words)) {
			found.Add(ordered.At(at+int64(i)), result)
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
