package publishingtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestPagesGetIDsSlugsAndPaths(t *testing.T) {
	t.Parallel()
	s := NewServer(t)
	org := s.Orgs.Add(orgs.Organization{}).ID
	id := s.Spaces.Add(org, spaces.Space{},
		Page{Title: "Getting Started!", Pages: []Page{{Title: "First steps"}, {Title: "First steps"}, {Title: "Chosen", Slug: "own", ID: "page"}}},
		Page{Title: "Über uns"},
		Page{Title: "???", Sections: []Section{{Title: "A"}, {ID: "b"}}},
	).ID
	found, ok := open(s.server).state.spaces.Get(id)
	require.True(t, ok)
	var paths, ids []string
	for p := range readingOrder(found.main.pages) {
		paths = append(paths, p.path)
		ids = append(ids, p.seed.ID)
	}
	require.Equal(t, []string{"getting-started", "getting-started/first-steps", "getting-started/first-steps-2", "getting-started/own", "über-uns", "page"}, paths)
	require.Equal(t, []string{"page_1", "page_2", "page_3", "page", "page_4", "page_5"}, ids)
	require.Equal(t, []Section{{ID: "section_1", Title: "A"}, {ID: "b"}}, found.main.pages[2].seed.Sections)
	for range readingOrder(found.main.pages) {
		break
	}
}
