package push

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/push/internal/source/sourcetest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// requireModel compares the change request with the model of what was pushed to it.
func (p *place) requireModel(t *testing.T, changeRequest string, want sourcetest.Directory) {
	t.Helper()
	content, err := p.client.ChangeRequests.Content.Get(t.Context(), p.space, changeRequest, spaces.ContentGetOptions{})
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range content.Files {
		files[f.ID] = f.Name
	}
	slugs, order := map[string]string{}, map[string][]string{} // keys of slugs are paths of files
	for _, page := range want.Pages {
		slugs[page.Path] = strings.TrimPrefix(slugs[page.Parent]+"/"+slugOf(&source.Page{Slug: page.Slug, Title: page.Title}), "/")
		order[slugs[page.Parent]] = append(order[slugs[page.Parent]], slugs[page.Path])
	}
	ids, found, got := map[string]string{}, map[string]*spaces.Page{}, map[string][]string{}
	for visit := range spaces.WalkPages(content.Pages) {
		parent := ""
		for _, above := range visit.Parents {
			parent = strings.TrimPrefix(parent+"/"+*above.Slug, "/")
		}
		at := strings.TrimPrefix(parent+"/"+*visit.Page.Slug, "/")
		ids[visit.Page.ID], found[at] = at, visit.Page
		got[parent] = append(got[parent], at)
	}
	require.Equal(t, order, got)
	for _, page := range want.Pages {
		require.Equal(t, page.Title, found[slugs[page.Path]].Title, page.Path)
		read, err := p.client.ChangeRequests.Pages.Get(t.Context(), p.space, changeRequest, found[slugs[page.Path]].ID, spaces.PageGetOptions{
			Format: richtext.FormatMarkdown, MarkdownRefs: spaces.MarkdownRefsStable,
		})
		require.NoError(t, err)
		var links, targets []string
		if read.Markdown != nil {
			_, found := source.Rewrite([]byte(*read.Markdown), func(string) string { return "" })
			for _, link := range found {
				to, anchor, hasAnchor := strings.Cut(link.To, "#")
				if hasAnchor {
					anchor = "#" + anchor
				}
				if id, ok := strings.CutPrefix(to, "/pages/"); ok {
					links = append(links, ids[id]+anchor)
				} else if id, ok := strings.CutPrefix(to, "/files/"); ok {
					links = append(links, files[id]+anchor)
				}
			}
		}
		for _, target := range page.Links {
			to, anchor := target, ""
			if at := strings.LastIndex(target, "#"); at >= 0 && want.Files[target] == nil { // not in a name
				to, anchor = target[:at], target[at:]
			}
			if slug, ok := slugs[to]; ok {
				targets = append(targets, slug+anchor)
			} else {
				targets = append(targets, path.Base(to)+anchor)
			}
		}
		slices.Sort(links)
		slices.Sort(targets)
		require.Equal(t, targets, links, page.Path)
	}
}

// pushed pushes a directory and compares what arrived, and what was noted, with its model.
func pushed(t *testing.T, directory sourcetest.Directory, store Store) {
	t.Helper()
	p := newPlace(t)
	p.options.Store = store
	result := p.push(t, directory.Files)
	p.requireModel(t, result.ChangeRequest.ID, directory)
	var notes []string
	for _, n := range result.Notes {
		notes = append(notes, n.String())
	}
	slices.Sort(notes)
	require.Equal(t, directory.Notes, notes)
	require.Empty(t, p.push(t, directory.Files).Actions)
}

func TestRepositoryIsPushedAsItsModel(t *testing.T) {
	t.Parallel()
	for i, directory := range sourcetest.Repository(1) {
		if i > 0 && !sample.Whole() {
			break
		}
		pushed(t, directory, FileStore(filepath.Join(t.TempDir(), "state.json")))
	}
}

func TestRandomDirectoriesArePushedAsTheirModels(t *testing.T) {
	t.Parallel()
	for seed := range uint64(sample.CountOneByOne(10, 200)) {
		pushed(t, sourcetest.Generate(seed, 1+int(seed)%40, int(seed)%20*2, seed%2 == 1), &memoryStore{})
	}
}
