package push

import (
	"strings"
	"testing"
	"testing/fstest"

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

// TestOrderIsThatOfThePagesThatAreThere has somebody take the slug of a page that is to be
// inserted, or to be moved to another parent.
func TestOrderIsThatOfThePagesThatAreThere(t *testing.T) {
	t.Parallel()
	listed := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	for name, test := range map[string]struct {
		before, after string
		notes, tree   []string
	}{
		"inserted": {
			listed("* [P](p.md)", "* [X](x.md)"),
			listed("* [P](p.md)", "* [A](a.md)", "* [B](b.md)", "* [X](x.md)"),
			[]string{`a.md: another page has the slug "a", and stays`},
			[]string{"a P: ", "b B: ", "x X: "},
		},
		"inserted at the end": {
			listed("* [P](p.md)", "* [X](x.md)"),
			listed("* [X](x.md)", "* [A](a.md)", "* [P](p.md)", "* [B](b.md)"),
			[]string{`a.md: another page has the slug "a", and stays`},
			[]string{"x X: ", "a P: ", "b B: "},
		},
		"inserted above others": {
			listed("* [P](p.md)", "* [X](x.md)", "* [Y](y.md)"),
			listed("* [P](p.md)", "* [A](a.md)", "  * [C](c.md)", "  * [X](x.md)", "* [B](b.md)", "* [Y](y.md)"),
			[]string{
				`a.md: another page has the slug "a", and stays`,
				"c.md: the page above it is not inserted",
				"x.md: the page above it is not inserted",
			},
			[]string{"a P: ", "x X: ", "b B: ", "y Y: "},
		},
		"moved": {
			listed("* [P](p.md)", "* [X](x.md)", "  * [A](a.md)"),
			listed("* [P](p.md)", "* [A](a.md)", "* [B](b.md)", "* [X](x.md)"),
			[]string{`a.md: another page has the slug "a", and stays`},
			[]string{"a P: ", "b B: ", "x X: ", "x/a A: "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			files := texts(map[string]string{"SUMMARY.md": test.before})
			for _, name := range []string{"a", "b", "c", "p", "x", "y"} {
				files[name+".md"] = &fstest.MapFile{Data: []byte("# " + strings.ToUpper(name) + "\n")}
			}
			id := p.push(t, files).ChangeRequest.ID
			edit, slug := updates(p.page(t, id, "p")), "a"
			edit.Slug = &slug
			p.edit(t, id, edit)
			files["SUMMARY.md"].Data = []byte(test.after)
			require.Equal(t, test.notes, noteTexts(p.push(t, files).Conflicts()))
			require.Equal(t, test.tree, p.tree(t, id))
			again := p.push(t, files)
			require.Empty(t, again.Actions)
			require.Equal(t, test.notes, noteTexts(again.Conflicts()))
		})
	}
}

func TestPageThatIsNotMovedDoesNotGetTheSlugInItsText(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.options.Overwrite = true
	files := texts(map[string]string{"SUMMARY.md": "* [P](p.md)\n* [X](x.md)\n  * [Z](z.md)\n", "p.md": "# P\n", "x.md": "# X\n", "z.md": "# Z\n"})
	id := p.push(t, files).ChangeRequest.ID
	p.edit(t, id, inserts("A", "Mine"))
	files["SUMMARY.md"].Data = []byte("* [P](p.md)\n* [Z](z.md)\n* [X](x.md)\n")
	files["z.md"].Data = []byte(slugged("a", "# Z\n\nText\n"))
	result := p.push(t, files)
	require.Empty(t, result.Actions)
	require.Equal(t, []string{`z.md: another page has the slug "a", and stays`}, noteTexts(result.Notes))
	require.Equal(t, []string{"p P: ", "x X: ", "x/z Z: ", "a A: Mine"}, p.tree(t, id))
}
