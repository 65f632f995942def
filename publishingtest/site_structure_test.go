package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func structureProofs() map[string]proof {
	const op, path = "sites.structure.sort", docs + "/structure/sort"
	const first = `{"type":"site-section","id":"first"}`
	p := proofs{}
	p.sorts(op, "PATCH", path, `"item":`+first+`,`, "site-section", "id", "first", "second", "second", "third")
	p.then(op+".end", "PATCH", path, `{"item":`+first+`,"position":{}}`, docs+"/sections", func(list map[string]any) bool {
		return ids(list) == "second first third fourth"
	})
	return p
}

// outline returns the structure of a published site as IDs, with those in a group in brackets after
// it.
func outline(items []sites.StructureItem) string {
	var all []string
	for _, item := range items {
		switch {
		case item.SiteSpace != nil:
			all = append(all, item.SiteSpace.ID)
		case item.Section != nil:
			all = append(all, item.Section.ID)
		default:
			inner := mapped(item.Group.Children, func(child sites.SectionGroupChild) sites.StructureItem {
				return sites.StructureItem{Section: child.Section, Group: child.Group}
			})
			all = append(all, item.Group.ID+"["+outline(inner)+"]")
		}
	}
	return strings.Join(all, " ")
}

// newStructure adds a published site with the sections a to d and the groups g and h; c and h are
// in g.
func newStructure(t *testing.T, opts ...publishingtest.Option) (w *world, site string, structure func() string) {
	t.Helper()
	w = newWorld(t, opts...)
	site = w.Sites.Add(w.org, sites.Site{Published: true}).ID
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "a"})
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "b"}, space, space)
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "g"})
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "c", SectionGroup: new("g")})
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "h", SectionGroup: new("g")})
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "d", SectionGroup: new("g")})
	return w, site, func() string {
		t.Helper()
		got := must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{}))(t)
		return outline(got.Structure.Items)
	}
}

func partAt(kind sites.StructureItemType, id string) *sites.StructurePointer {
	return &sites.StructurePointer{Type: kind, ID: id}
}

func TestSortedPartsAreInOrderEverywhere(t *testing.T) {
	t.Parallel()
	const section, group = sites.StructureItemTypeSection, sites.StructureItemTypeSectionGroup
	w, site, structure := newStructure(t, publishingtest.WithPageSize(1))
	require.Equal(t, "a b g[c h[] d]", structure())
	sort := func(item *sites.StructurePointer, position sites.StructurePosition) *sites.StructureItem {
		t.Helper()
		return must(w.client.Sites.Structure.Sort(t.Context(), w.org, site, sites.StructureSort{Item: *item, Position: position}))(t)
	}
	moved := sort(partAt(group, "g"), sites.StructurePosition{Before: partAt(section, "a")})
	require.Equal(t, "g", moved.Group.ID)
	require.Equal(t, "g[c h[] d] a b", structure())
	moved = sort(partAt(section, "b"), sites.StructurePosition{Before: partAt(section, "a"), After: partAt(group, "g")})
	require.Equal(t, "b", moved.Section.ID)
	require.Equal(t, "g[c h[] d] b a", structure())
	sort(partAt(section, "c"), sites.StructurePosition{After: partAt(group, "h")})
	require.Equal(t, "g[h[] c d] b a", structure())

	listed := mapped(collect(t, w.client.Sites.Sections.All(t.Context(), w.org, site, sites.SectionListOptions{})), func(one sites.Section) string { return one.ID })
	require.Equal(t, "b a c d", strings.Join(listed, " "), "a list of all has those of a group in their order too")
	groups := w.Sites.SectionGroups.All(w.org, site)
	require.Equal(t, []string{"h/", "c", "d"}, children(&groups[0]))

	placed := w.Sites.Sections.All(w.org, site)[0].SiteSpaces
	moved = sort(partAt(sites.StructureItemTypeSiteSpace, placed[1].ID), sites.StructurePosition{Before: partAt(sites.StructureItemTypeSiteSpace, placed[0].ID)})
	require.Equal(t, placed[1].ID, moved.SiteSpace.ID)
	require.Equal(t, placed[1].ID, w.Sites.Sections.All(w.org, site)[0].SiteSpaces[0].ID)
}

// TestMoveWithoutAPositionIsToTheEnd sends bodies that the SDK may not send.
func TestMoveWithoutAPositionIsToTheEnd(t *testing.T) {
	t.Parallel()
	for path, list := range map[string][3]string{
		docs + "/sections/first/move":       {docs + "/sections", "first second third fourth", "second first third fourth"},
		docs + "/section-groups/group/move": {docs + "/section-groups", "group others nested", "others nested group"},
		docs + "/site-spaces/home/move":     {docs + "/site-spaces", "home annex guide manual extra", "annex home guide manual extra"},
	} {
		for _, body := range []string{"", "{}", `{"position":{}}`} {
			w := newProofWorld(t)
			require.Equal(t, list[1], ids(w.send(t, "GET", list[0], "").object(t)))
			for range 2 { // the second move has no effect
				require.Equal(t, http.StatusOK, w.send(t, "POST", path, body).status, "%s %s", path, body)
				require.Equal(t, list[2], ids(w.send(t, "GET", list[0], "").object(t)), "%s %s", path, body)
			}
			require.Equal(t, http.StatusBadRequest, w.send(t, "POST", path, `{"position":null}`).status, path)
		}
	}
	w := newProofWorld(t)
	sort := func(item, position string) int {
		return w.send(t, "PATCH", docs+"/structure/sort", `{"item":{"type":"site-space","id":"`+item+`"}`+position+`}`).status
	}
	require.Equal(t, http.StatusOK, sort("guide", `,"position":{}`))
	require.Equal(t, "home annex manual guide extra", ids(w.send(t, "GET", docs+"/site-spaces", "").object(t)))
	require.Equal(t, http.StatusOK, sort("extra", `,"position":{}`), "the only one of its section")
	require.Equal(t, "home annex manual guide extra", ids(w.send(t, "GET", docs+"/site-spaces", "").object(t)))
	require.Equal(t, http.StatusBadRequest, sort("manual", ""))
	require.Equal(t, http.StatusBadRequest, w.send(t, "PATCH", docs+"/structure/sort", "").status)
}

func TestRejectedSortKeepsTheOrder(t *testing.T) {
	t.Parallel()
	const section, group, siteSpace = sites.StructureItemTypeSection, sites.StructureItemTypeSectionGroup, sites.StructureItemTypeSiteSpace
	w, site, structure := newStructure(t)
	placed := w.Sites.SiteSpaces.All(w.org, site)[0].ID
	before := structure()
	for _, test := range []struct {
		item, beside *sites.StructurePointer
		want         error
	}{
		{partAt(section, "a"), partAt(section, "a"), publishing.ErrBadRequest},
		{partAt(section, "a"), partAt(section, "c"), publishing.ErrBadRequest},
		{partAt(section, "a"), partAt(section, "g"), publishing.ErrBadRequest},
		{partAt(section, "a"), partAt(siteSpace, placed), publishing.ErrBadRequest},
		{partAt(siteSpace, placed), partAt(section, "b"), publishing.ErrBadRequest},
		{partAt(group, "g"), partAt(section, "nowhere"), publishing.ErrBadRequest},
		{partAt(section, "nowhere"), partAt(section, "a"), publishing.ErrNotFound},
		{partAt(group, "a"), partAt(section, "b"), publishing.ErrNotFound},
		{partAt(siteSpace, "a"), partAt(siteSpace, placed), publishing.ErrNotFound},
	} {
		_, err := w.client.Sites.Structure.Sort(t.Context(), w.org, site, sites.StructureSort{Item: *test.item, Position: sites.StructurePosition{After: test.beside}})
		require.ErrorIs(t, err, test.want, "%v beside %v", test.item, test.beside)
		require.Equal(t, before, structure())
	}
}

func TestSectionGroupMovesAmongItsSiblings(t *testing.T) {
	t.Parallel()
	const section, group = sites.StructureItemTypeSection, sites.StructureItemTypeSectionGroup
	w, site, structure := newStructure(t)
	move := func(id string, position sites.StructurePosition) (*sites.SectionGroup, error) {
		//nolint:staticcheck // deprecated, and still there
		return w.client.Sites.SectionGroups.Move(t.Context(), w.org, site, id, sites.SectionGroupMove{Position: position})
	}
	require.Equal(t, "h", must(move("h", sites.StructurePosition{Before: partAt(section, "c")}))(t).ID)
	require.Equal(t, "a b g[h[] c d]", structure())
	must(move("g", sites.StructurePosition{After: partAt(section, "a")}))(t)
	require.Equal(t, "a g[h[] c d] b", structure())
	require.ErrorIs(t, errorOf(move("g", sites.StructurePosition{After: partAt(group, "h")})), publishing.ErrBadRequest)
	require.ErrorIs(t, errorOf(move("g", sites.StructurePosition{After: partAt(section, "nowhere")})), publishing.ErrBadRequest)
	require.ErrorIs(t, errorOf(move("nowhere", sites.StructurePosition{After: partAt(section, "a")})), publishing.ErrNotFound)
}

func TestRemovedSectionIsInNoGroup(t *testing.T) {
	t.Parallel()
	w, site, structure := newStructure(t)
	remove := func(group, section string) api.Deletion {
		t.Helper()
		return must(w.client.Sites.SectionGroups.Sections.Remove(t.Context(), w.org, site, group, section))(t)
	}
	require.Equal(t, api.AlreadyAbsent, remove("h", "c"), "it is in another group")
	require.Equal(t, api.AlreadyAbsent, remove("g", "a"))
	require.Equal(t, api.AlreadyAbsent, remove("g", "nowhere"))
	require.Equal(t, "a b g[c h[] d]", structure())
	require.Equal(t, api.Deleted, remove("g", "c"))
	require.Equal(t, "a b g[h[] d] c", structure())
	require.Equal(t, api.AlreadyAbsent, remove("g", "c"))
}

func TestPublishedSiteLeavesOutAGroupThatIsADraft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{Published: true}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "one"})
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group", Draft: new(true)}, w.Sites.Sections.Add(w.org, site, sites.Section{ID: "two"}).ID)
	require.Equal(t, "one group[two]", outline(must(w.client.Sites.Structure.Get(t.Context(), w.org, site, sites.StructureGetOptions{}))(t).Items))
	require.Equal(t, "one", outline(must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{}))(t).Structure.Items))
}

func TestStructureIsThatOfThePublishedSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Visibility: sites.VisibilityShareLink}, space).ID
	link := w.Sites.ShareLinks.Add(w.org, site, sites.ShareLink{}).ID
	get := func(options sites.StructureGetOptions) sites.Structure {
		got := must(w.client.Sites.Structure.Get(t.Context(), w.org, site, options))(t)
		return *got
	}
	spacesOnly := get(sites.StructureGetOptions{})
	require.Equal(t, sites.StructureTypeSiteSpaces, spacesOnly.Type)
	require.Len(t, spacesOnly.Items, 1)
	require.Nil(t, spacesOnly.Items[0].SiteSpace.URLs.Published, "it is not published")

	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "empty"})
	require.Equal(t, spacesOnly, get(sites.StructureGetOptions{}), "there is no section")
	must(w.client.Sites.SectionGroups.Delete(t.Context(), w.org, site, "empty"))(t)

	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "one"}, space)
	w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{ID: "group"}, w.Sites.Sections.Add(w.org, site, sites.Section{ID: "two"}).ID)
	w.Sites.Publish(w.org, site)
	key := api.NewSecret(*shareKey(w.Sites.ShareLinks.All(w.org, site)[0]))
	for _, key := range []api.Secret{{}, key} {
		got := get(sites.StructureGetOptions{ShareKey: key})
		require.Equal(t, "one group[two]", outline(got.Items))
		require.Equal(t, key.IsZero(), got.Items[0].Section.URLs.Published == nil)
		require.Equal(t, must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{ShareKey: key}))(t).Structure, got)
	}
	must(w.client.Sites.ShareLinks.Update(t.Context(), w.org, site, link, sites.ShareLinkUpdate{Active: new(false)}))(t)
	require.Nil(t, get(sites.StructureGetOptions{ShareKey: key}).Items[0].Section.URLs.Published)
}
