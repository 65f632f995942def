package push

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
)

func TestPagesExchangeTheirSlugs(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	front := func(slugs ...string) map[string]string {
		files := map[string]string{}
		for i, slug := range slugs {
			name := string(rune('a' + i))
			files[name+".md"] = "---\nslug: " + slug + "\n---\n# " + name + "\n"
		}
		return files
	}
	p.push(t, texts(front("x", "y", "z")))
	result := p.push(t, texts(front("y", "z", "x")))
	require.Equal(t, []Action{{ActionMove, "a.md"}, {ActionMove, "b.md"}, {ActionMove, "c.md"}}, result.Actions)
	require.Equal(t, []string{"y a: ", "z b: ", "x c: "}, p.tree(t, result.ChangeRequest.ID))
	require.Empty(t, p.push(t, texts(front("y", "z", "x"))).Actions)
}

func TestFileThatReplacesAnotherKeepsItsPage(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Prune = true
	id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n"})).ChangeRequest.ID
	before := p.page(t, id, "a").ID
	result := p.push(t, texts(map[string]string{"a/README.md": "# A\n\nTwo\n", "a/b.md": "# B\n"}))
	require.Equal(t, []Action{{ActionInsert, "a/b.md"}, {ActionUpdate, "a/README.md"}}, result.Actions)
	require.Equal(t, before, p.page(t, id, "a").ID)
}

func TestPageWhoseSlugSomebodyElseTookIsNotInserted(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"b.md": "# B\n"})).ChangeRequest.ID
	slug := "a"
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "b").ID, Slug: &slug})
	result := p.push(t, texts(map[string]string{"a/README.md": "# A\n", "a/c.md": "# C\n", "b.md": "# B\n", "d.md": "# D\n\n[a](a/README.md)\n"}))
	require.Equal(t, []string{
		`a/README.md: another page has the slug "a", and stays`,
		"a/c.md: the page above it is not inserted",
	}, noteTexts(result.Conflicts()))
	require.Equal(t, []Action{{ActionInsert, "d.md"}}, result.Actions)
}

func TestPageWhoseNewSlugSomebodyElseTookKeepsItsOwn(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	id := p.push(t, texts(map[string]string{"a.md": "---\nslug: x\n---\n# A\n", "b.md": "# B\n"})).ChangeRequest.ID
	slug := "y"
	p.edit(t, id, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.page(t, id, "b").ID, Slug: &slug})
	files := texts(map[string]string{"a.md": "---\nslug: y\n---\n# A\n", "b.md": "# B\n", "c.md": "---\nslug: x\n---\n# C\n"})
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{"x A: ", "y B: "}, p.tree(t, id))
}
