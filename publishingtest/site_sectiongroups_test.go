package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

func sectionGroupProofs() map[string]proof {
	const path, group = docs + "/section-groups", docs + "/section-groups/group"
	p := proofs{}

	const create = "sites.sectiongroups.create"
	p.rejects(create+".sections-exist", "POST", path, `{"title":"x","sections":["first","nowhere"]}`, "sections[1]")
	p.rejects(create+".parent-exists", "POST", path, `{"title":"x","parent":"nowhere"}`, "parent")

	p.rejects("sites.sectiongroups.sections.add.section-exists", "POST", group+"/sections", `{"sectionId":"nowhere"}`, "sectionId")
	p.then("sites.sectiongroups.sections.remove.to-root", "DELETE", path+"/nested/sections/fourth", "", docs+"/sections", func(list map[string]any) bool {
		return itemWithID(list, "fourth")["sectionGroup"] == nil
	})
	p.then("sites.sectiongroups.move.end", "POST", group+"/move", "", path, func(list map[string]any) bool {
		return ids(list) == "others nested group"
	})
	p.shows("section-group.sections", "GET", path, "", func(list map[string]any) bool {
		sections, sent := itemWithID(list, "group")["sections"].([]any)
		return sent && len(sections) == 1 && sections[0].(map[string]any)["id"] == "third"
	})
	p.moves("sites.sectiongroups.move", group+"/move", "site-section-group", "id", "group", "others", "others", "nested")

	p.then("sites.sectiongroups.delete.children-to-parent", "DELETE", path+"/nested", "", docs+"/sections", func(list map[string]any) bool {
		return itemWithID(list, "fourth")["sectionGroup"] == "group"
	})
	return p
}

// children returns the IDs of the children of a group, with those of subgroups after a slash.
func children(group *sites.SectionGroup) []string {
	got := []string{}
	for _, child := range group.Children {
		if child.Section != nil {
			got = append(got, child.Section.ID)
			continue
		}
		got = append(got, child.Group.ID+"/")
		for _, inner := range children(child.Group) {
			got = append(got, child.Group.ID+"/"+inner)
		}
	}
	return got
}

func TestLifeOfASectionGroup(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	for _, id := range []string{"a", "b", "c"} {
		w.Sites.Sections.Add(w.org, site, sites.Section{ID: id})
	}
	groups := w.client.Sites.SectionGroups
	var meta api.Meta
	outer := must(groups.Create(t.Context(), w.org, site, sites.SectionGroupCreate{Title: "Outer", Icon: new("folder"), Sections: []string{"b"}}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+w.at("/sites/"+site+"/section-groups/"+outer.ID), meta.Location)
	require.Equal(t, "site-section-group", outer.Object)
	require.Equal(t, "Outer", outer.Title)
	require.Equal(t, new("folder"), outer.Icon)
	require.Nil(t, outer.SectionGroup)
	require.Equal(t, []string{"b"}, children(outer))

	inner := must(groups.Create(t.Context(), w.org, site, sites.SectionGroupCreate{Title: "Inner", Parent: &outer.ID, Sections: []string{"c", "b"}}))(t)
	require.Equal(t, &outer.ID, inner.SectionGroup)
	require.Equal(t, []string{"b", "c"}, children(inner), "a section leaves the group it was in, and children are in the order of the site")
	innermost := must(groups.Create(t.Context(), w.org, site, sites.SectionGroupCreate{Title: "Innermost", Parent: &inner.ID}))(t)

	added := must(groups.Sections.Add(t.Context(), w.org, site, outer.ID, sites.SectionGroupSectionAdd{SectionID: "a"}, api.WithMeta(&meta)))(t)
	require.Equal(t, outer.ID, added.ID, "the response is the group")
	require.Equal(t, []string{"a", inner.ID + "/", inner.ID + "/b", inner.ID + "/c", inner.ID + "/" + innermost.ID + "/"}, children(added))
	moved := must(groups.Sections.Add(t.Context(), w.org, site, innermost.ID, sites.SectionGroupSectionAdd{SectionID: "a"}))(t)
	require.Equal(t, []string{"a"}, children(moved))
	require.Equal(t, moved, must(groups.Sections.Add(t.Context(), w.org, site, innermost.ID, sites.SectionGroupSectionAdd{SectionID: "a"}))(t))

	changed := must(groups.Update(t.Context(), w.org, site, inner.ID, sites.SectionGroupUpdate{Title: new("Renamed"), Icon: api.Set("box")}))(t)
	require.Equal(t, "Renamed", changed.Title)
	require.Equal(t, new("box"), changed.Icon)
	changed = must(groups.Update(t.Context(), w.org, site, inner.ID, sites.SectionGroupUpdate{}))(t)
	require.Equal(t, new("box"), changed.Icon)
	changed = must(groups.Update(t.Context(), w.org, site, inner.ID, sites.SectionGroupUpdate{Icon: api.Null[string]()}))(t)
	require.Nil(t, changed.Icon)
	page := must(groups.List(t.Context(), w.org, site, sites.SectionGroupListOptions{}))(t)
	require.Len(t, page.Items, 3, "groups in groups are listed too")
	require.Equal(t, *changed, page.Items[1])
	require.Equal(t, page.Items, w.Sites.SectionGroups.All(w.org, site))

	must(groups.Delete(t.Context(), w.org, site, inner.ID))(t)
	left := w.Sites.SectionGroups.All(w.org, site)
	require.Len(t, left, 2)
	require.Equal(t, []string{"b", "c", innermost.ID + "/", innermost.ID + "/a"}, children(&left[0]), "what was in the group is in its parent")
	must(groups.Delete(t.Context(), w.org, site, outer.ID))(t)
	for _, section := range w.Sites.Sections.All(w.org, site)[1:] {
		require.Nil(t, section.SectionGroup, "what was in a group at the root is at the root")
	}
	require.Nil(t, w.Sites.SectionGroups.All(w.org, site)[0].SectionGroup)
}

func TestRejectedGroupDoesNotMoveSections(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithPageSize(1))
	site := w.Sites.Add(w.org, sites.Site{}).ID
	w.Sites.Sections.Add(w.org, site, sites.Section{ID: "a"})
	for _, group := range []sites.SectionGroupCreate{
		{Title: "x", Sections: []string{"a", "nowhere"}},
		{Title: "x", Sections: []string{"a"}, Parent: new("nowhere")},
	} {
		require.ErrorIs(t, errorOf(w.client.Sites.SectionGroups.Create(t.Context(), w.org, site, group)), publishing.ErrBadRequest)
	}
	require.Nil(t, w.Sites.Sections.All(w.org, site)[0].SectionGroup)
	require.Empty(t, w.Sites.SectionGroups.All(w.org, site))
}
