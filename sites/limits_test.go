package sites_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var lengths = []contract.Length{
	{Op: "Sites.Create", Field: "title", Min: 2, Max: 128, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Create(a.Ctx, a.ID[0], sites.SiteCreate{Title: &text}, a.Opts...)
	}},
	{Op: "Sites.Update", Field: "title", Min: 2, Max: 128, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Title: &text}, a.Opts...)
	}},
	{Op: "Sites.Update", Field: "basename", Min: 1, Max: 100, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Basename: &text}, a.Opts...)
	}},
	{Op: "Sites.Update", Field: "proxy", Max: 512, Pattern: &proxyPattern, Prefix: "example.com/", Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Update(a.Ctx, a.ID[0], a.ID[1], sites.SiteUpdate{Proxy: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.Sections.Create", Field: "title", Min: 2, Max: 128, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{SpaceID: "space_1", Title: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.Sections.Create", Field: "icon", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{SpaceID: "space_1", Icon: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.Sections.Update", Field: "title", Min: 2, Max: 128, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Title: &text}, a.Opts...)
	}},
	{Op: "Sites.Sections.Update", Field: "path", Min: 1, Max: 100, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Path: &text}, a.Opts...)
	}},
	{Op: "Sites.Sections.Update", Field: "condition", Max: 1024, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Condition: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.Sections.Update", Field: "icon", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Icon: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.Sections.Update", Field: "description", Max: 256, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Sections.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionUpdate{Description: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.SectionGroups.Create", Field: "title", Min: 1, Max: 100, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{Title: text}, a.Opts...)
	}},
	{Op: "Sites.SectionGroups.Create", Field: "icon", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{Title: "Guides", Icon: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.SectionGroups.Update", Field: "title", Min: 1, Max: 100, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupUpdate{Title: &text}, a.Opts...)
	}},
	{Op: "Sites.SectionGroups.Update", Field: "icon", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.SectionGroups.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupUpdate{Icon: api.Set(text)}, a.Opts...)
	}},
	{Op: "Sites.ShareLinks.Create", Field: "name", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.ShareLinks.Create(a.Ctx, a.ID[0], a.ID[1], sites.ShareLinkCreate{Name: text}, a.Opts...)
	}},
	{Op: "Sites.ShareLinks.Update", Field: "name", Max: 50, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.ShareLinks.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.ShareLinkUpdate{Name: &text}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Create", Field: "name", Min: 1, Max: 100, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.MCPServers.Create(a.Ctx, a.ID[0], a.ID[1], sites.MCPServerCreate{Name: text, URL: "https://mcp.example.com"}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Create", Field: "url", Max: 2048, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.MCPServers.Create(a.Ctx, a.ID[0], a.ID[1], sites.MCPServerCreate{Name: "Tickets", URL: text}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Update", Field: "name", Min: 1, Max: 100, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.MCPServers.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.MCPServerUpdate{Name: &text}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Update", Field: "url", Max: 2048, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.MCPServers.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.MCPServerUpdate{URL: &text}, a.Opts...)
	}},
	{Op: "Sites.Search.List", Field: "query", Max: 512, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: text, Scope: everywhere}, sites.SearchOptions{}, a.Opts...)
	}},
	{Op: "Sites.Ask.Stream", Field: "question", Max: 512, Required: true, Call: func(a contract.Args, text string) (any, error) {
		return drained(sites.AskQuestion{Question: text, Scope: *everywhere})(a)
	}},
	{Op: "Sites.Redirects.Create", Field: "source", Max: 512, Pattern: &sourcePathPattern, Prefix: "/", Required: true, Call: func(a contract.Args, text string) (any, error) {
		return createRedirect(sites.RedirectCreate{Source: text, Destination: toPage})(a)
	}},
	{Op: "Sites.Redirects.Update", Field: "source", Max: 512, Pattern: &sourcePathPattern, Prefix: "/", Call: func(a contract.Args, text string) (any, error) {
		return updateRedirect(sites.RedirectUpdate{Source: &text})(a)
	}},
	{Op: "Sites.Redirects.Resolve", Field: "source", Max: 512, Pattern: &sourcePathPattern, Prefix: "/", Required: true, Call: func(a contract.Args, text string) (any, error) {
		return resolveRedirect(sites.RedirectResolveOptions{Source: text})(a)
	}},
}

var needs = []contract.Need{
	{Op: "Sites.Ask.Stream", Field: "question", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return drained(sites.AskQuestion{Scope: *everywhere})(a)
	}},
	{Op: "Sites.Ask.Stream", Field: "scope.mode", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return drained(sites.AskQuestion{Question: "x"})(a)
	}},
	{Op: "Sites.Ask.Stream", Field: "scope.siteSpaceIds", Check: "with=mode:specific", Rule: `a value for the mode "specific"`, Call: func(a contract.Args) (any, error) {
		return drained(sites.AskQuestion{Question: "x", Scope: sites.SearchScope{Mode: sites.SearchModeSpecific}})(a)
	}},
	{Op: "Sites.Search.List", Field: "scope.siteSpaceIds", Check: "with=mode:specific", Rule: `a value for the mode "specific"`, Call: func(a contract.Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{Mode: sites.SearchModeSpecific}}, sites.SearchOptions{}, a.Opts...)
	}},
	{Op: "Sites.Redirects.Create", Field: "source", Check: contract.Required, Call: createRedirect(sites.RedirectCreate{Destination: toPage})},
	{Op: "Sites.Redirects.Resolve", Field: "source", Check: contract.Required, Call: resolveRedirect(sites.RedirectResolveOptions{})},
	{Op: "Sites.PublishingAuth.Update", Field: "backend", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.PublishingAuth.Update(a.Ctx, a.ID[0], a.ID[1], sites.PublishingAuthUpdate{}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Create", Field: "name", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.MCPServers.Create(a.Ctx, a.ID[0], a.ID[1], sites.MCPServerCreate{URL: "https://mcp.example.com"}, a.Opts...)
	}},
	{Op: "Sites.MCPServers.Create", Field: "url", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.MCPServers.Create(a.Ctx, a.ID[0], a.ID[1], sites.MCPServerCreate{Name: "Tickets"}, a.Opts...)
	}},
	{Op: "Sites.Search.List", Field: "query", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Scope: everywhere}, sites.SearchOptions{}, a.Opts...)
	}},
	{Op: "Sites.Search.List", Field: "scope.mode", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.Search.List(a.Ctx, a.ID[0], a.ID[1], sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{}}, sites.SearchOptions{}, a.Opts...)
	}},
	{Op: "Sites.Structure.Sort", Field: "item.type", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.Structure.Sort(a.Ctx, a.ID[0], a.ID[1], sites.StructureSort{Item: sites.StructurePointer{ID: "section_1"}}, a.Opts...)
	}},
	{Op: "Sites.Structure.Sort", Field: "item.id", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.Structure.Sort(a.Ctx, a.ID[0], a.ID[1], sites.StructureSort{Item: sites.StructurePointer{Type: sites.StructureItemTypeSection}}, a.Opts...)
	}},
	{Op: "Sites.Structure.Sort", Field: "position.before.type", Check: contract.Required, Call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{Before: &sites.StructurePointer{ID: "section_2"}})},
	{Op: "Sites.Structure.Sort", Field: "position.before.id", Check: contract.Required, Call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{Op: "Sites.Structure.Sort", Field: "position.after.type", Check: contract.Required, Call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: &sites.StructurePointer{ID: "section_2"}})},
	{Op: "Sites.Structure.Sort", Field: "position.after.id", Check: contract.Required, Call: sortSite(pointer(sites.StructureItemTypeSection, "section_1"), sites.StructurePosition{After: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{Op: "Sites.SectionGroups.Move", Field: "position.before.type", Check: contract.Required, Call: moveGroup(sites.StructurePosition{Before: &sites.StructurePointer{ID: "section_2"}})},
	{Op: "Sites.SectionGroups.Move", Field: "position.before.id", Check: contract.Required, Call: moveGroup(sites.StructurePosition{Before: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{Op: "Sites.SectionGroups.Move", Field: "position.after.type", Check: contract.Required, Call: moveGroup(sites.StructurePosition{After: &sites.StructurePointer{ID: "section_2"}})},
	{Op: "Sites.SectionGroups.Move", Field: "position.after.id", Check: contract.Required, Call: moveGroup(sites.StructurePosition{After: &sites.StructurePointer{Type: sites.StructureItemTypeSection}})},
	{Op: "Sites.AdaptiveSchema.Put", Field: "jsonSchema", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.AdaptiveSchema.Put(a.Ctx, a.ID[0], a.ID[1], sites.AdaptiveSchemaPut{}, a.Opts...)
	}},
	{Op: "Sites.Sections.Create", Field: "spaceId", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.Sections.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionCreate{}, a.Opts...)
	}},
	{Op: "Sites.Sections.Move", Field: "position.before.siteSection", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return moveSection(a, sites.SectionPosition{Before: &sites.SectionPointer{}})
	}},
	{Op: "Sites.Sections.Move", Field: "position.after.siteSection", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return moveSection(a, sites.SectionPosition{After: &sites.SectionPointer{}})
	}},
	{Op: "Sites.SectionGroups.Create", Field: "title", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.SectionGroups.Create(a.Ctx, a.ID[0], a.ID[1], sites.SectionGroupCreate{}, a.Opts...)
	}},
	{Op: "Sites.SectionGroups.Add", Field: "sectionId", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.SectionGroups.Add(a.Ctx, a.ID[0], a.ID[1], a.ID[2], sites.SectionGroupAdd{}, a.Opts...)
	}},
	{Op: "Sites.SiteSpaces.Create", Field: "spaceId", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return a.Sites.SiteSpaces.Create(a.Ctx, a.ID[0], a.ID[1], sites.SiteSpaceCreate{}, a.Opts...)
	}},
	{Op: "Sites.SiteSpaces.Move", Field: "position.before.siteSpace", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return moveSiteSpace(a, sites.SiteSpacePosition{Before: &sites.SiteSpacePointer{}})
	}},
	{Op: "Sites.SiteSpaces.Move", Field: "position.after.siteSpace", Check: contract.Required, Call: func(a contract.Args) (any, error) {
		return moveSiteSpace(a, sites.SiteSpacePosition{After: &sites.SiteSpacePointer{}})
	}},
}

var proxyPattern = contract.Pattern{
	Name: "proxy",
	Text: `^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`,
	Good: []string{"example.com/docs", "a_b.c-d.example.Museum/x/y_z-1"},
	Bad:  []string{"example.com", "example.com/", "example.com/docs/", "https://example.com/docs", "localhost/docs", "example.c/docs", "exämple.com/docs", "example.com/a b"},
}

// TestSearchTakesAtLeastOneSiteSpace is about both lists of site spaces.
func TestSearchTakesAtLeastOneSiteSpace(t *testing.T) {
	t.Parallel()
	const name = "Sites.Search.List"
	for field, in := range map[string]func(ids []string) sites.SearchQuery{
		"siteSpaceIds": func(ids []string) sites.SearchQuery { return sites.SearchQuery{Query: "x", SiteSpaceIDs: ids} },
		"scope.siteSpaceIds": func(ids []string) sites.SearchQuery {
			return sites.SearchQuery{Query: "x", Scope: &sites.SearchScope{Mode: sites.SearchModeSpecific, SiteSpaceIDs: ids}}
		},
	} {
		require.Len(t, area.Accepts(t, name, searchOn(in([]string{"siteSpace_1"}))).Values(field+"[]"), 1)
		area.Rejects(t, name, searchOn(in([]string{})), field, "at least 1 item", "0 items")
		require.Empty(t, area.Accepts(t, name, searchOn(in([]string{})), publishing.WithoutValidation()).Values(field+"[]"))
	}
}

const searchForms = "form=scope|siteSpaceIds|siteSpaceIds+mode:specific|mode:current+siteSpaceId|mode:all"

// TestSearchHasExactlyOneForm tries all ways to fill in the fields that select what is searched.
func TestSearchHasExactlyOneForm(t *testing.T) {
	t.Parallel()
	const name = "Sites.Search.List"
	const rule = `exactly one of scope; siteSpaceIds; siteSpaceIds with mode "specific"; mode "current" with siteSpaceId; mode "all"`
	forms := 0
	for _, scope := range []*sites.SearchScope{nil, everywhere} {
		for _, ids := range [][]string{nil, {"siteSpace_1"}} {
			for _, mode := range []sites.SearchMode{"", sites.SearchModeSpecific, currentMode, sites.SearchModeAll, sites.SearchModeDefault, "other"} {
				for _, id := range []string{"", "siteSpace_1"} {
					query := sites.SearchQuery{Query: "x", Scope: scope, SiteSpaceIDs: ids}
					var set []string
					note := func(is bool, field string) bool {
						if is {
							set = append(set, field)
						}
						return is
					}
					note(scope != nil, "scope")
					note(ids != nil, "siteSpaceIds")
					if note(mode != "", "mode") {
						query.Mode = mode
					}
					if note(id != "", "siteSpaceId") {
						query.SiteSpaceID = &id
					}
					switch shown := strings.Join(set, " and "); shown + " " + string(mode) {
					case "scope ", "siteSpaceIds ", "siteSpaceIds and mode specific", "mode and siteSpaceId current", "mode all":
						forms++
						area.Accepts(t, name, searchOn(query))
					default:
						area.Rejects(t, name, searchOn(query), "scope", rule, shown)
						area.Accepts(t, name, searchOn(query), publishing.WithoutValidation())
					}
				}
			}
		}
	}
	require.Equal(t, 5, forms)
}
