package sites_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestSectionGroupChildIsEncodedAsItsVariant(t *testing.T) {
	t.Parallel()
	group := sites.SectionGroup{Object: "site-section-group", ID: "group_1", Title: "All", Children: []sites.SectionGroupChild{
		{Section: &sites.Section{Object: "site-section", ID: "section_1", Title: "Guides", Path: "guides", SiteSpaces: []sites.SiteSpace{}}},
		{Group: &sites.SectionGroup{Object: "site-section-group", ID: "group_2", Title: "Inner", Children: []sites.SectionGroupChild{}}},
		{Raw: api.Raw(`{"object":"site-link"}`)},
		{},
	}}
	const want = `{"object": "site-section-group", "id": "group_1", "title": "All", "children": [
		{"object": "site-section", "id": "section_1", "title": "Guides", "path": "guides", "siteSpaces": [], "urls": {}},
		{"object": "site-section-group", "id": "group_2", "title": "Inner", "children": []}, {"object": "site-link"}, null]}`
	for _, value := range []any{group, &group} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		require.JSONEq(t, want, string(encoded))
	}
	encoded, err := json.Marshal(group.Children[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"object": "site-section", "id": "section_1", "title": "Guides", "path": "guides", "siteSpaces": [], "urls": {}}`, string(encoded))
}

func TestSectionGroupChildKeepsUnknownVariants(t *testing.T) {
	t.Parallel()
	for _, came := range []string{`null`, `"section_1"`, `[1, 2]`, `{"object":"site-link", "big": 12345678901234567890}`, `{"object":7}`} {
		child := sites.SectionGroupChild{Section: &sites.Section{}, Group: &sites.SectionGroup{}}
		require.NoError(t, child.UnmarshalJSON([]byte(came)), came)
		require.Equal(t, sites.SectionGroupChild{Raw: api.Raw(came)}, child)
	}
}

func TestSectionGroupChildWithoutAnObjectIsASection(t *testing.T) {
	t.Parallel()
	for _, came := range []string{`{"id": "section_1", "title": "Guides"}`, `{"object": null, "id": "section_1", "title": "Guides"}`} {
		var child sites.SectionGroupChild
		require.NoError(t, json.Unmarshal([]byte(came), &child))
		require.Equal(t, sites.SectionGroupChild{Section: &sites.Section{ID: "section_1", Title: "Guides"}}, child)
	}
}

// TestSectionGroupIsDecodedInOnePass would not end if each level decoded those below it twice.
func TestSectionGroupIsDecodedInOnePass(t *testing.T) {
	t.Parallel()
	const depth = 100
	deep := strings.Repeat(`{"object": "site-section-group", "id": "group", "children": [`, depth) +
		`{"object": "site-section", "id": "section_1", "title": 7, "path": "guides"}` + strings.Repeat(`]}`, depth)
	var group sites.SectionGroup
	require.Regexp(t, `children[/.]0[/.]title`, json.Unmarshal([]byte(deep), &group), "encoding/json of Go 1.27 writes the path with dots")
	for range depth - 1 {
		require.Equal(t, "group", group.ID)
		require.Len(t, group.Children, 1)
		group = *group.Children[0].Group
	}
	section := group.Children[0].Section
	require.Equal(t, sites.Section{Object: "site-section", ID: "section_1", Path: "guides"}, *section)
}
