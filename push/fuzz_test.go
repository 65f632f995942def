package push

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/push/internal/source/sourcetest"
)

// wildNames are names that need care: in paths, in links, as slugs, or on other file systems.
var wildNames = []string{
	"a", "A", "b", "b c", " lead", "trail ", "a.b", "..a", "...", "ÄÖ", "e\u0301", "\u00e9", "%20", "a%2fb", "x#y", "q?z", "[br]", "(p)", "{% x %}", "<t>",
	"`tick`", `"q"`, "it's", "&amp;", "a|b", "*", "_", "a_b", "日本", "🎉", "con", "-", "--", `back\slash`, "new\nline", "README", "readme", "index", "SUMMARY",
	"page", "push-1", strings.Repeat("long ", 23) + "x", "guides", "1", "if", "null", "a: b", "- x",
}

// wildFronts are front matters and headings, and the titles and slugs that follow from them: "" for
// those of the name.
var wildFronts = []struct {
	text, title, slug string
	isWrong           bool
}{
	{text: ""},
	{text: ""},
	{text: "# Heading\n\n", title: "Heading"},
	{text: "\n\n# Heading\n\n", title: "Heading"},
	{text: "## Not the title\n\n"},
	{text: "---\ntitle: Front\n---\n# Heading\n\n", title: "Front"},
	{text: "---\r\ntitle: 'It''s'\r\n---\r\n", title: "It's"},
	{text: "---\ntitle: 2026-01-01\ndescription: 5\n---\n", title: "2026-01-01"},
	{text: "---\ntitle:\nslug: \"\"\n---\n"},
	{text: "---\nslug: own\n---\n", slug: "own"},
	{text: "---\nslug: a\n---\n", slug: "a"},
	{text: "---\nslug: Not/a slug\n---\n", isWrong: true},
	{text: "---\nslug: " + strings.Repeat("x", 101) + "\n---\n", isWrong: true},
	{text: "---\ntitle: a: b\n---\n", isWrong: true},
	{text: "---\nhidden: perhaps\n---\n", isWrong: true},
	{text: "---\n- a\n---\n", isWrong: true},
	{text: "---\ntitle: x\ntitle: y\n---\n", isWrong: true},
	{text: "---\ntitle: never ends\n\n"},
	{text: "\ufeff# Heading after a mark\n\n"},
	{text: "\xff", isWrong: true},
}

// wildPage is a file or a folder of a wild directory.
type wildPage struct {
	title, slug string // title and slug of its text
	isWrong     bool
	links       []string
}

// wild is a directory of files with such names, and the model of its pages: none if it is wrong.
type wild struct {
	rand  *rand.Rand
	files fstest.MapFS
	texts map[string]*wildPage // keys are paths
	model sourcetest.Directory
	wrong bool
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// newWild returns a directory of about n files, of which some are images. It is wrong with the
// probability of one in so many pages, never if that is 0.
func newWild(r *rand.Rand, n, wrong int) *wild {
	w := &wild{rand: r, files: fstest.MapFS{}, texts: map[string]*wildPage{}}
	folders := []string{"."}
	names := wildNames
	if r.IntN(2) == 0 { // names that meet often
		names = []string{"a", "b", "c", "README", "index"}
	}
	for range n {
		if r.IntN(3) == 0 {
			folders = append(folders, path.Join(pick(r, folders), pick(r, names)))
		}
		name := path.Join(pick(r, folders), pick(r, names)) + pick(r, []string{".md", ".md", ".md", ".MD", ".png", ""})
		if !fs.ValidPath(name) || name == "SUMMARY.md" || w.isBlocked(name) {
			continue
		}
		w.files[name] = &fstest.MapFile{}
	}
	paths := slices.Sorted(func(yield func(string) bool) {
		for name := range w.files {
			if !yield(name) {
				return
			}
		}
	})
	for _, name := range paths {
		w.write(name, paths, wrong)
	}
	w.walk(".", "", "")
	taken := map[[2]string]bool{}
	for i, p := range w.model.Pages {
		at := [2]string{p.Parent, modelSlug(p.Slug, p.Title)}
		w.wrong = w.wrong || taken[at]
		taken[at] = true
		w.model.Pages[i].Slug = at[1]
	}
	w.wrong = w.wrong || len(w.model.Pages) == 0
	w.model.Files = w.files
	return w
}

// isBlocked reports whether a file with the path cannot be beside the others.
func (w *wild) isBlocked(name string) bool {
	for other := range w.files {
		if other == name || strings.HasPrefix(other, name+"/") || strings.HasPrefix(name, other+"/") {
			return true
		}
	}
	return false
}

func isPage(name string) bool { return strings.EqualFold(path.Ext(name), ".md") }

var wildEscapes = []func(string) string{
	func(s string) string { return strings.ReplaceAll((&url.URL{Path: s}).EscapedPath(), "&", "&amp;") },
	func(s string) string { // all but letters
		return regexp.MustCompile(`[^A-Za-z/.]`).ReplaceAllStringFunc(s, func(s string) string {
			escaped := ""
			for i := range len(s) {
				escaped += fmt.Sprintf("%%%02x", s[i])
			}
			return escaped
		})
	},
}

// write writes a file, and what has to become of its links.
func (w *wild) write(name string, paths []string, wrong int) {
	if !isPage(name) {
		w.files[name].Data = []byte("image of " + name)
		return
	}
	front := pick(w.rand, wildFronts)
	for front.isWrong && (wrong == 0 || w.rand.IntN(wrong) > 0) {
		front = pick(w.rand, wildFronts)
	}
	p := &wildPage{title: front.title, slug: front.slug, isWrong: front.isWrong}
	text := front.text + "Text.\n"
	for range w.rand.IntN(4) {
		target := pick(w.rand, paths)
		if strings.HasPrefix(target, ".") || strings.Contains(target, "/.") {
			continue // hidden: neither a page nor, in this model, an image
		}
		escape := pick(w.rand, wildEscapes)
		up := strings.Repeat("../", strings.Count(name, "/"))
		to := pick(w.rand, []string{up, "./" + up, "/", "nowhere/../" + up, "/nowhere/x/../../"}) + escape(target)
		if strings.HasPrefix(to, "a:") { // a scheme
			to = "./" + to
		}
		anchor := ""
		if isPage(target) {
			anchor = pick(w.rand, []string{"", "#part"})
		}
		text += "\n" + pick(w.rand, []string{"[link](%s)", "![image](<%s>)", "<a href=\"%s\">link</a>", "* [x](%s \"title\")"})
		text = strings.ReplaceAll(text, "%s", to+anchor) + "\n"
		p.links = append(p.links, target+anchor)
	}
	if w.rand.IntN(4) == 0 {
		text += "\n[out](" + strings.Repeat("../", 1+strings.Count(name, "/")) + "outside.md) [gone](/none/such.md) `[code](a.md)`\n"
	}
	w.files[name].Data, w.texts[name] = []byte(text), p
}

// walk adds the pages in a folder to the model, below the page of it.
func (w *wild) walk(folder, parent, beside string) {
	isRoot := folder == "."
	entries := map[string]bool{} // whether an entry is a folder
	hasPages := false
	for name := range w.files {
		below := name
		if !isRoot {
			var ok bool
			if below, ok = strings.CutPrefix(name, folder+"/"); !ok {
				continue
			}
		}
		entry, _, isFolder := strings.Cut(below, "/")
		if strings.HasPrefix(below, ".") || (isFolder && !isPage(name)) {
			if !strings.HasPrefix(below, ".") && isFolder {
				entries[entry] = true
			}
			continue
		}
		isHidden := strings.Contains("/"+below, "/.")
		hasPages = hasPages || (isPage(name) && !isHidden)
		entries[entry] = isFolder
	}
	var readmes, others []string
	for entry, isFolder := range entries {
		lower := strings.ToLower(entry)
		if isReadme := lower == "readme.md" || lower == "index.md"; !isFolder && isReadme {
			readmes = append(readmes, entry)
		} else if isFolder || isPage(entry) {
			others = append(others, entry)
		}
	}
	own := parent
	switch {
	case len(readmes) > 1 || (len(readmes) == 1 && beside != ""):
		w.wrong = true
		return
	case len(readmes) == 1 && isRoot:
		w.add(readmes[0], "", strings.TrimSuffix(readmes[0], path.Ext(readmes[0])), "")
	case len(readmes) == 1:
		own = folder + "/" + readmes[0]
		w.add(own, parent, path.Base(folder), modelSlug("", path.Base(folder)))
	case beside != "":
		own = beside
	case !isRoot && hasPages:
		own = folder
		w.add(own, parent, path.Base(folder), modelSlug("", path.Base(folder)))
	}
	stem := func(entry string) string {
		if entries[entry] {
			return entry
		}
		return strings.TrimSuffix(entry, path.Ext(entry))
	}
	slices.SortFunc(others, func(a, b string) int {
		if stem(a) != stem(b) {
			return strings.Compare(stem(a), stem(b))
		}
		return strings.Compare(b, a) // the file with an extension first
	})
	last := map[string]string{}
	for _, entry := range others {
		name := path.Join(folder, entry)
		if entries[entry] {
			w.walk(name, own, last[entry])
			continue
		}
		w.add(name, own, stem(entry), modelSlug("", stem(entry)))
		last[stem(entry)] = name
	}
}

func (w *wild) add(name, parent, title, slug string) {
	p := sourcetest.Page{Path: name, Parent: parent, Title: strings.Join(strings.Fields(title), " "), Slug: slug}
	if text := w.texts[name]; text != nil {
		w.wrong = w.wrong || text.isWrong
		p.Links = text.links
		if text.title != "" {
			p.Title = text.title
		}
		if text.slug != "" {
			p.Slug = text.slug
		}
	}
	w.model.Pages = append(w.model.Pages, p)
}

var slugMarks = regexp.MustCompile(`[^\pL\p{Nd}\pM]+`)

// modelSlug returns a slug, or the one that follows from a title.
func modelSlug(slug, title string) string {
	if slug != "" {
		return slug
	}
	slug = strings.Trim(slugMarks.ReplaceAllString(strings.ToLower(title), "-"), "-")
	if all := []rune(slug); len(all) > 100 {
		slug = strings.TrimRight(string(all[:100]), "-")
	}
	if slug == "" {
		return "page"
	}
	return slug
}

// requirePushed pushes a wild directory, and requires it to arrive as its model, or to be rejected
// before anything is sent.
func (p *place) requirePushed(t *testing.T, w *wild) {
	t.Helper()
	if w.wrong {
		before := len(p.server.Calls.All())
		_, err := Push(t.Context(), p.client, Target{Space: p.space}, w.files, p.options)
		_, ok := errors.AsType[*DirectoryError](err)
		require.True(t, ok, "%v", err)
		require.Len(t, p.server.Calls.All(), before)
		return
	}
	result := p.push(t, w.files)
	require.Empty(t, result.Conflicts())
	if result.ChangeRequest != nil {
		p.requireModel(t, result.ChangeRequest.ID, w.model)
	}
	again := p.push(t, w.files)
	require.Empty(t, again.Actions)
}

// pushWild pushes three directories one after another to the same change request.
func pushWild(t *testing.T, seed uint64, size, wrong uint8) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	p := newPlace(t)
	p.options.Prune, p.options.MaxDeletes = true, 1000
	for range 3 {
		p.requirePushed(t, newWild(r, 1+int(size)%40, int(wrong)))
	}
}

func FuzzPush(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(5*seed), uint8(0))
		f.Add(seed, uint8(5*seed), uint8(3))
	}
	f.Fuzz(pushWild)
}

func TestWildDirectoriesArriveOrAreRejected(t *testing.T) {
	t.Parallel()
	for seed := range uint64(sample.CountOneByOne(60, 1000)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			pushWild(t, seed, uint8(seed%40), uint8(seed%3*20))
		})
	}
}
