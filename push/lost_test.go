package push

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// TestLostInsertionOfAPageThatIsElsewhereIsNotRepeated gives an inserted page another place before
// the next push.
func TestLostInsertionOfAPageThatIsElsewhereIsNotRepeated(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		move  func(p *place, id string)
		tree  []string
		notes []string
	}{
		"somebody has changed its slug": {
			func(p *place, id string) {
				edit := updates(p.page(t, id, "p/b"))
				edit.Slug = &mySlug
				p.edit(t, id, edit)
			},
			[]string{"p P: ", "p/mine `B`: Text", "p/c `B`: Text"},
			nil,
		},
		"somebody has moved it": {
			func(p *place, id string) {
				edit := updates(p.page(t, id, "p/b"))
				edit.Into = api.Null[string]()
				p.edit(t, id, edit)
			},
			[]string{"p P: ", "p/c `B`: Text", "b `B`: Text"},
			[]string{"p/b.md: somebody else has moved the page, which stays there"},
		},
		"the service has stored another slug": {
			func(p *place, id string) {
				page := p.page(t, id, "p/b").ID
				p.server.Spaces.Pages.Edit(p.space, id, page, func(page *publishingtest.Page) { page.Slug = "other" })
			},
			[]string{"p P: ", "p/other `B`: Text", "p/c `B`: Text"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			files := texts(map[string]string{"p/README.md": "# P\n"})
			id := p.push(t, files).ChangeRequest.ID
			for name, text := range map[string]string{"p/b.md": "# `B`\n\nText\n", "p/c.md": "# `B`\n\nText\n"} {
				files[name] = texts(map[string]string{name: text})[name]
			}
			_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, files, p.options)
			require.True(t, publishing.MayHaveApplied(err))
			test.move(p, id)
			for range 2 {
				result := p.push(t, files)
				require.Empty(t, result.Actions)
				require.Equal(t, test.notes, noteTexts(result.Notes))
				require.Equal(t, test.tree, p.tree(t, id))
			}
		})
	}
}

func TestLostChangeOfAHeadingIsRecognized(t *testing.T) {
	t.Parallel()
	for _, isFollowed := range []bool{false, true} {
		p := newPlace(t)
		files := texts(map[string]string{"a.md": "# The `x` of [b](b.md)\n\nText\n", "b.md": "# B\n"})
		id := p.push(t, files).ChangeRequest.ID
		files["a.md"].Data = []byte("---\ndescription: >\n  Two\n---\n# The `y` of [b](b.md)\n\nText\n")
		_, err := Push(t.Context(), p.lost(), Target{Space: p.space}, files, p.options)
		require.True(t, publishing.MayHaveApplied(err))
		if isFollowed {
			edit := updates(p.page(t, id, "b"))
			edit.Document = &mine
			p.edit(t, id, edit)
		}
		require.Empty(t, p.push(t, files).Conflicts())
		result := p.push(t, files)
		require.Empty(t, result.Actions)
		require.Empty(t, result.Conflicts())
		files["a.md"].Data = []byte("# The `y` of [b](b.md)\n\nMore\n")
		require.Equal(t, []Action{{ActionUpdate, "a.md"}}, p.push(t, files).Actions)
	}
}

func TestMarkupThatSomebodyElseAddsToATitleIsNotOverwritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"# The x\n\nTwo\n", "---\ntitle: The x\n---\nTwo\n"} {
		p := newPlace(t)
		id := p.push(t, texts(map[string]string{"a.md": "# A\n\nOne\n"})).ChangeRequest.ID
		edit := updates(p.page(t, id, "a"))
		edit.Title = new("The `x`")
		p.edit(t, id, edit)
		result := p.push(t, texts(map[string]string{"a.md": text}))
		require.Empty(t, result.Actions)
		require.NotEmpty(t, result.Conflicts())
	}
}

func TestFirstPushWritesATitleWithoutMarkup(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.push(t, texts(map[string]string{"a.md": "# The `x`\n\nText\n"}))
	p.merge(t)
	p.options.Store = nil
	files := texts(map[string]string{"a.md": "---\ntitle: The x\n---\n# The `x`\n\nText\n"})
	require.Equal(t, []Action{{ActionUpdate, "a.md"}}, p.push(t, files).Actions)
}

func TestNewPageOfSomebodyElseIsNotALostInsertion(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(theirs *changerequests.ContentChange, above string)
		want   []string
	}{
		"below another page": {
			func(theirs *changerequests.ContentChange, above string) { theirs.Into = api.Set(above) },
			[]string{"a A: ", "a/b B: Mine", "b B: Text"},
		},
		"with another slug": {
			func(theirs *changerequests.ContentChange, _ string) { theirs.Slug = new("mine") },
			[]string{"a A: ", "mine B: Mine", "b B: Text"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			id := p.push(t, texts(map[string]string{"a.md": "# A\n"})).ChangeRequest.ID
			files := texts(map[string]string{"a.md": "# A\n", "b.md": "# B\n\nText\n"})
			_, err := Push(t.Context(), p.never(), Target{Space: p.space}, files, p.options)
			require.True(t, publishing.MayHaveApplied(err))
			theirs := inserts("B", "Mine")
			test.change(&theirs, p.page(t, id, "a").ID)
			p.edit(t, id, theirs)
			require.Equal(t, []Action{{ActionInsert, "b.md"}}, p.push(t, files).Actions)
			require.ElementsMatch(t, test.want, p.tree(t, id))
		})
	}
}
