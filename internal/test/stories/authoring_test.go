package stories_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// newAuthoring returns a story with a space and an empty change request with the ID "pages".
func newAuthoring(t *testing.T, options ...publishing.Option) *story {
	t.Helper()
	s := &story{T: t, server: publishingtest.NewServer(t), space: "space"}
	s.client = s.server.Client(options...)
	s.org = s.server.Orgs.Add(orgs.Organization{}).ID
	s.server.Spaces.Add(s.org, spaces.Space{ID: s.space}, publishingtest.Page{ID: "home", Title: "Home"})
	s.server.ChangeRequests.Add(s.space, changerequests.ChangeRequest{ID: "pages"})
	return s
}

func (s *story) write(changes ...changerequests.ContentChange) *changerequests.ContentUpdateResult {
	s.Helper()
	result, err := s.client.ChangeRequests.Content.Update(s.Context(), s.space, "pages", changerequests.ContentUpdate{Changes: changes})
	require.NoError(s, err)
	return result
}

func (s *story) text(page string) string {
	s.Helper()
	got, err := s.client.ChangeRequests.Pages.Get(s.Context(), s.space, "pages", page, spaces.PageGetOptions{Format: richtext.FormatMarkdown})
	require.NoError(s, err)
	return *got.Markdown
}

func insertPage(into, ref, markdown string) changerequests.ContentChange {
	change := changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Ref: ref, Document: new(richtext.Markdown(markdown))}
	if into != "" {
		change.Into = api.Set(into)
	}
	return change
}

func TestStoryOfWrittenPages(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	folder := s.write(insertPage("", "", "# Guides")).Changes[0].Page.ID
	result := s.write(
		changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles, Files: []changerequests.ContentFile{
			{Ref: "logo.png", Name: "logo.png", ContentType: "image/png", Data: []byte("png")},
		}},
		insertPage(folder, "b", "# B\n\nSee [c](./c.md) and ![the logo](./logo.png)."),
		insertPage(folder, "c", "# C"),
	)
	b, c, logo := result.Changes[0].Page.ID, result.Changes[1].Page.ID, result.InsertedFiles[0]
	require.Equal(t, "# B\n\nSee [c](/pages/"+c+") and ![the logo](/files/"+logo.ID+").", s.text(b))
	content, err := s.client.ChangeRequests.Content.Get(t.Context(), s.space, "pages", spaces.ContentGetOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{"home", "guides", "guides/b", "guides/c"}, paths(content))
	require.Equal(t, "logo.png", content.Files[0].Name)

	_, err = s.client.ChangeRequests.Merge(t.Context(), s.space, "pages", changerequests.MergeOptions{})
	require.NoError(t, err)
	main, err := s.client.Spaces.Content.Get(t.Context(), s.space, spaces.ContentGetOptions{})
	require.NoError(t, err)
	require.Equal(t, paths(content), paths(main))
}

func TestStoryOfAConflictOfWrittenPages(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	s.write(changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "home", Document: new(richtext.Markdown("Ours"))})
	s.edit("", "home", "Theirs")
	_, err := s.client.ChangeRequests.Merge(t.Context(), s.space, "pages", changerequests.MergeOptions{})
	require.ErrorIs(t, err, changerequests.ErrMergeConflicts)
	s.write(changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "home", Document: new(richtext.Markdown("Both"))})
	_, err = s.client.ChangeRequests.Merge(t.Context(), s.space, "pages", changerequests.MergeOptions{})
	require.NoError(t, err)
}

func TestStoryOfALostUpdateOfContent(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	s.server.Faults.Add("ChangeRequests.Content.Update", 1, publishingtest.Truncate(10))
	_, err := s.client.ChangeRequests.Content.Update(t.Context(), s.space, "pages", changerequests.ContentUpdate{Changes: []changerequests.ContentChange{insertPage("", "", "# New")}})
	require.True(t, api.MayHaveApplied(err))
	require.Equal(t, 1, s.server.Calls.Count("ChangeRequests.Content.Update"))
	page, err := s.client.ChangeRequests.Pages.GetByPath(t.Context(), s.space, "pages", "new", spaces.PageGetByPathOptions{})
	require.NoError(t, err)
	require.Equal(t, "New", page.Title, "it has been applied")
}

func TestStoryOfAnUpdateFromMainWithConflictingPages(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	ours := changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: "home", Document: new(richtext.Markdown("Ours"))}
	s.write(ours, insertPage("", "", "# New"))
	s.edit("", "home", "Theirs")
	before := s.request("pages").Revision
	_, err := s.client.ChangeRequests.UpdateFromMain(t.Context(), s.space, "pages")
	require.ErrorIs(t, err, changerequests.ErrMergeConflicts)
	require.Equal(t, before, s.request("pages").Revision, "nothing is updated")

	s.write(ours)
	_, err = s.client.ChangeRequests.UpdateFromMain(t.Context(), s.space, "pages")
	require.NoError(t, err)
	require.Contains(t, s.text("home"), "Ours")
	require.NotContains(t, s.text("home"), "Theirs")
}

func TestStoryOfLinksToPagesThatAreRenamedOnMain(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	linking := s.write(insertPage("", "", "# New\n\nSee [home](/pages/home).")).Changes[0].Page.ID
	s.server.Spaces.Pages.Edit(s.space, "", "home", func(p *publishingtest.Page) { p.Title, p.Slug = "Start", "start" })
	_, err := s.client.ChangeRequests.UpdateFromMain(t.Context(), s.space, "pages")
	require.NoError(t, err)
	require.Contains(t, s.text(linking), "(/pages/home)", "the link follows the ID of the page")

	s.write(changerequests.ContentChange{
		Operation: changerequests.ContentOperationUpdatePage, Page: linking,
		Document: new(richtext.Markdown("See [start](/pages/start).")),
	})
	require.Contains(t, s.text(linking), "[start](/pages/home)", "the new path leads to the page")
	_, err = s.client.ChangeRequests.Merge(t.Context(), s.space, "pages", changerequests.MergeOptions{})
	require.NoError(t, err)
	links, err := s.client.Spaces.Pages.Links.List(t.Context(), s.space, linking, spaces.PageLinkListOptions{})
	require.NoError(t, err)
	require.Len(t, links.Items, 1)
}

func TestStoryOfAnUpdateWithTooManyChanges(t *testing.T) {
	t.Parallel()
	s := newAuthoring(t)
	before := s.request("pages").Revision
	changes := slices.Repeat([]changerequests.ContentChange{insertPage("", "", "# New")}, 51)
	update := changerequests.ContentUpdate{Changes: changes}
	_, err := s.client.ChangeRequests.Content.Update(t.Context(), s.space, "pages", update)
	var invalid *api.ValidationError
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "changes", invalid.Field)
	require.Zero(t, s.server.Calls.Count("ChangeRequests.Content.Update"), "nothing is sent")

	s.client = s.server.Client(publishing.WithoutValidation())
	_, err = s.client.ChangeRequests.Content.Update(t.Context(), s.space, "pages", update)
	require.ErrorIs(t, err, api.ErrBadRequest)
	require.Equal(t, before, s.request("pages").Revision)
	content, err := s.client.ChangeRequests.Content.Get(t.Context(), s.space, "pages", spaces.ContentGetOptions{})
	require.NoError(t, err)
	require.Equal(t, []string{"home"}, paths(content))
}

// TestStoryOfAnInvalidChangeAmongFive sends five changes, the third of which is invalid. The client
// rejects what it can recognize, and the service the rest. Neither changes anything.
func TestStoryOfAnInvalidChangeAmongFive(t *testing.T) {
	t.Parallel()
	const byService = "" // only the service can know
	update := func(page string, into string) changerequests.ContentChange {
		return changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: page, Into: api.Set(into)}
	}
	upload := func(file changerequests.ContentFile) changerequests.ContentChange {
		return changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles, Files: []changerequests.ContentFile{file}}
	}
	const png = "image/png"
	url := new("https://files.example.com/a.png")
	for name, test := range map[string]struct {
		change changerequests.ContentChange
		field  string // field in the error of the client
	}{
		"unknown page":           {update("nowhere", "folder"), byService},
		"unknown parent":         {insertPage("nowhere", "", "# X"), byService},
		"below its descendant":   {update("folder", "leaf"), byService},
		"ref of another page":    {insertPage("", "first", "# X"), "changes[2].ref"},
		"ref of a file":          {insertPage("", "logo.png", "# X"), "changes[2].ref"},
		"no document":            {changerequests.ContentChange{Operation: changerequests.ContentOperationInsertPage, Title: new("X")}, "changes[2].document"},
		"no file":                {changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles}, "changes[2].files"},
		"neither source":         {upload(changerequests.ContentFile{Name: "a.png", ContentType: png}), "changes[2].files[0].url"},
		"two sources":            {upload(changerequests.ContentFile{Name: "a.png", ContentType: png, URL: url, Data: []byte("png")}), "changes[2].files[0].url"},
		"another scheme":         {upload(changerequests.ContentFile{Name: "a.png", URL: new("file:///etc/passwd")}), "changes[2].files[0].url"},
		"a file that is too big": {upload(changerequests.ContentFile{Name: "a.png", ContentType: png, Data: make([]byte, 1<<20+1)}), "changes[2].files[0].base64"},
		"a name of 257":          {upload(changerequests.ContentFile{Name: strings.Repeat("n", 257), ContentType: png, Data: []byte("png")}), "changes[2].files[0].name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newAuthoring(t)
			s.server.Spaces.Pages.Add(s.space, "pages", "", publishingtest.Page{ID: "folder", Title: "Folder", Pages: []publishingtest.Page{{ID: "leaf", Title: "Leaf"}}})
			content, err := s.client.ChangeRequests.Content.Get(t.Context(), s.space, "pages", spaces.ContentGetOptions{})
			require.NoError(t, err)
			request := s.request("pages")
			changes := changerequests.ContentUpdate{Changes: []changerequests.ContentChange{
				insertPage("", "first", "# First"), upload(changerequests.ContentFile{Ref: "logo.png", Name: "logo.png", ContentType: png, Data: []byte("png")}),
				test.change, insertPage("folder", "", "# Fourth"), insertPage("", "", "# Fifth"),
			}}
			_, err = s.client.ChangeRequests.Content.Update(t.Context(), s.space, "pages", changes)
			if test.field != byService {
				var invalid *api.ValidationError
				require.ErrorAs(t, err, &invalid)
				require.Equal(t, test.field, invalid.Field)
				require.Zero(t, s.server.Calls.Count("ChangeRequests.Content.Update"), "nothing is sent")
				s.client = s.server.Client(publishing.WithoutValidation())
				_, err = s.client.ChangeRequests.Content.Update(t.Context(), s.space, "pages", changes)
			}
			require.ErrorIs(t, err, api.ErrBadRequest)
			require.ErrorContains(t, err, "changes[2]", "the message names the change")
			require.False(t, api.MayHaveApplied(err))
			require.Equal(t, request, s.request("pages"))
			after, err := s.client.ChangeRequests.Content.Get(t.Context(), s.space, "pages", spaces.ContentGetOptions{})
			require.NoError(t, err)
			require.Equal(t, content, after)
		})
	}
}

// modelPage is a page of the model that the in-memory server is compared with.
type modelPage struct {
	id, parent, title, slug, description string
	hidden                               bool
	links                                string // IDs of the page and the file that its text leads to
}

// model is a list of pages in which those of one parent are in their order.
type model struct {
	pages     []*modelPage
	files     []string
	revisions []modelRevision // the first one is the base
}

// modelRevision is what the pages were in a revision.
type modelRevision struct {
	id    string // "" for the base
	pages model
}

// keep adds a revision.
func (m *model) keep(id string) {
	var pages []*modelPage
	for _, p := range m.pages {
		pages = append(pages, new(*p))
	}
	m.revisions = append(m.revisions, modelRevision{id, model{pages: pages}})
}

// revert takes a page back to a revision. A page that was deleted comes back after the page that it
// followed, with those of its subpages that were deleted too.
func (m *model) revert(then *model, id string) {
	now, was := m.page(id), then.page(id)
	switch {
	case was == nil:
		m.pages = slices.DeleteFunc(slices.Clone(m.pages), func(p *modelPage) bool { return m.isWithin(p.id, id) })
	case now != nil:
		parent := now.parent
		*now = *was
		now.parent = parent
	default:
		parent, at := was.parent, 0
		if parent != "" && m.page(parent) == nil {
			parent, at = "", -1
		}
		row := then.below(was.parent)
		for i := slices.Index(row, was) - 1; i >= 0 && at == 0; i-- {
			at = slices.IndexFunc(m.below(parent), func(p *modelPage) bool { return p.id == row[i].id }) + 1
		}
		m.place(new(*was), parent, at)
		m.restoreBelow(then, id)
	}
}

func (m *model) restoreBelow(then *model, id string) {
	for _, p := range then.below(id) {
		if m.page(p.id) == nil {
			m.place(new(*p), id, -1)
			m.restoreBelow(then, p.id)
		}
	}
}

func (m *model) page(id string) *modelPage {
	for _, p := range m.pages {
		if p.id == id {
			return p
		}
	}
	return nil
}

// isWithin reports whether a page is another page or below it.
func (m *model) isWithin(id, other string) bool {
	for ; id != ""; id = m.page(id).parent {
		if id == other {
			return true
		}
	}
	return false
}

func (m *model) below(parent string) (row []*modelPage) {
	for _, p := range m.pages {
		if p.parent == parent {
			row = append(row, p)
		}
	}
	return row
}

// place puts a page, which is in no row, at an index of a row; -1 is the end.
func (m *model) place(p *modelPage, parent string, at int) {
	p.parent = ""
	row := m.below(parent)
	p.parent = parent
	if at < 0 || at >= len(row) {
		m.pages = append(m.pages, p)
		return
	}
	m.pages = slices.Insert(m.pages, slices.Index(m.pages, row[at]), p)
}

func (m *model) remove(p *modelPage) {
	m.pages = slices.DeleteFunc(m.pages, func(other *modelPage) bool { return other == p })
}

// outline returns the pages below a parent, as [outlineOf] does.
func (m *model) outline(parent string) string {
	var all strings.Builder
	for _, p := range m.below(parent) {
		fmt.Fprintf(&all, "%s %q %s %q %v [%s](%s)\n", p.id, p.title, p.slug, p.description, p.hidden, p.links, m.outline(p.id))
	}
	return all.String()
}

// outlineOf returns pages as [model.outline] does. links returns those of a page.
func outlineOf(pages []spaces.Page, links func(id string) string) string {
	var all strings.Builder
	for _, p := range pages {
		fmt.Fprintf(&all, "%s %q %s %q %v [%s](%s)\n", p.ID, p.Title, publishing.Value(p.Slug), publishing.Value(p.Description), publishing.Value(p.Hidden), links(p.ID), outlineOf(p.Pages, links))
	}
	return all.String()
}

// TestRandomUpdatesOfContentFollowAModel sends batches of 1 to 50 changes.
func TestRandomUpdatesOfContentFollowAModel(t *testing.T) { //nolint:tparallel // one server at a time
	t.Parallel()
	batches, perSpace := sample.CountOneByOne(200, 10_000), 20
	random := rand.New(rand.NewPCG(1, 2))
	for first := 0; first < batches; first += perSpace {
		t.Run(fmt.Sprintf("from batch %d", first), func(t *testing.T) {
			s, m := newAuthoring(t), &model{pages: []*modelPage{{id: "home", title: "Home", slug: "home"}}}
			m.keep("")
			for batch := first; batch < first+perSpace; batch++ {
				m.update(s, random, batch)
				m.requireContent(s, fmt.Sprintf("batch %d", batch))
			}
		})
	}
}

// requireContent requires the change request to have the pages and the files of the model.
func (m *model) requireContent(s *story, message string) {
	s.Helper()
	content, err := s.client.ChangeRequests.Content.Get(s.Context(), s.space, "pages", spaces.ContentGetOptions{})
	require.NoError(s, err)
	texts := map[string]string{}
	var collect func(pages []publishingtest.Page)
	collect = func(pages []publishingtest.Page) {
		for _, p := range pages {
			for _, section := range p.Sections {
				texts[p.ID] = linkTargets.Replace(section.Body)
			}
			collect(p.Pages)
		}
	}
	collect(s.server.Spaces.Pages.All(s.space, "pages"))
	require.Equal(s, m.outline(""), outlineOf(content.Pages, func(id string) string { return texts[id] }), message)
	var files []string
	for _, f := range content.Files {
		files = append(files, f.ID)
	}
	require.Equal(s, m.files, files, message)
}

// linkTargets replaces the links in a text by what they lead to.
var linkTargets = strings.NewReplacer("[a](/pages/", "", ") ![b](/files/", " ", ")", "")

// update sends a batch of changes and applies them to the model.
func (m *model) update(s *story, random *rand.Rand, batch int) {
	s.Helper()
	var changes []changerequests.ContentChange
	var inserted []*modelPage // pages in order; their IDs and links are known from the response
	var files int
	count := 1 + random.IntN(50)
	for i := range count {
		ref := fmt.Sprintf("page-%d-%d", batch, i)
		var known []*modelPage // those that have an ID
		for _, p := range m.pages {
			if !slices.Contains(inserted, p) {
				known = append(known, p)
			}
		}
		var p *modelPage
		if len(known) > 0 {
			p = known[random.IntN(len(known))]
		}
		switch kind := random.IntN(11); {
		case kind < 3 || p == nil:
			text, links := fmt.Sprintf("---\ndescription: about %d\n---\n# %s\n", i, ref), ""
			if len(inserted) > 0 && random.IntN(2) == 0 {
				links = inserted[random.IntN(len(inserted))].id // a ref, until the response has its ID
				text += "\n[a](./" + links + ".md)\n"
			}
			change := insertPage("", ref, text)
			parent := ""
			if p != nil && random.IntN(2) == 0 {
				parent, change.Into = p.id, api.Set(p.id)
			}
			added, at := &modelPage{id: ref, title: ref, slug: ref, description: fmt.Sprintf("about %d", i), links: links}, -1
			if random.IntN(2) == 0 {
				at = random.IntN(4)
				change.At = new(int64(at))
			}
			m.place(added, parent, at)
			inserted, changes = append(inserted, added), append(changes, change)
		case kind < 5:
			p.title, p.hidden = "Title "+ref, !p.hidden
			change := changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.id, Title: new(p.title), Hidden: new(p.hidden)}
			if random.IntN(2) == 0 {
				p.slug = "slug-" + ref
				change.Slug = new(p.slug)
			}
			changes = append(changes, change)
		case kind < 7:
			to, change := known[random.IntN(len(known))], changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.id}
			parent := to.id
			if change.Into = api.Set(to.id); m.isWithin(to.id, p.id) {
				parent, change.Into = "", api.Null[string]()
			}
			at := -1
			if parent == p.parent {
				at = slices.Index(m.below(parent), p)
			}
			if random.IntN(2) == 0 {
				at = random.IntN(4)
				change.At = new(int64(at))
			}
			m.remove(p)
			m.place(p, parent, at)
			changes = append(changes, change)
		case kind == 7 && !slices.ContainsFunc(inserted, func(added *modelPage) bool { return m.isWithin(added.id, p.id) }):
			changes = append(changes, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: p.id})
			gone := slices.DeleteFunc(slices.Clone(m.pages), func(other *modelPage) bool { return m.isWithin(other.id, p.id) })
			m.pages = gone
		case kind == 8:
			files++
			changes = append(changes, changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles, Files: []changerequests.ContentFile{
				{Ref: ref + ".png", Name: ref + ".png", ContentType: "image/png", Data: []byte(ref)},
			}})
		case kind == 9:
			from := m.revisions[random.IntN(len(m.revisions))]
			var pages []*modelPage // those that it or the change request has
			for _, p := range slices.Concat(known, from.pages.pages) {
				isRemoved := from.pages.page(p.id) == nil
				if !isRemoved || !slices.ContainsFunc(inserted, func(added *modelPage) bool { return m.isWithin(added.id, p.id) }) {
					pages = append(pages, p)
				}
			}
			if len(pages) == 0 {
				continue
			}
			id := pages[random.IntN(len(pages))].id
			m.revert(&from.pages, id)
			changes = append(changes, changerequests.ContentChange{Operation: changerequests.ContentOperationRevertPage, Page: id, Revision: from.id})
		default:
			to := known[random.IntN(len(known))]
			link, target := fmt.Sprintf("[a](/pages/%s)", to.id), to.id
			if len(m.files) > 0 {
				file := m.files[random.IntN(len(m.files))]
				link, target = link+fmt.Sprintf(" ![b](/files/%s)", file), target+" "+file
			}
			p.links = target
			changes = append(changes, changerequests.ContentChange{Operation: changerequests.ContentOperationUpdatePage, Page: p.id, Document: new(richtext.Markdown(link))})
		}
	}
	if len(changes) == 0 {
		return
	}
	result := s.write(changes...)
	ids := map[string]string{}
	for _, change := range result.Changes {
		if change.Ref != nil {
			ids[*change.Ref] = change.Page.ID
		}
	}
	for _, p := range inserted {
		p.id = ids[p.id]
		if id, isRef := ids[p.links]; isRef {
			p.links = id
		}
	}
	m.keep(result.ChangeRequest.Revision)
	require.Len(s, result.InsertedFiles, files)
	for _, f := range result.InsertedFiles {
		m.files = append(m.files, f.ID)
	}
}
