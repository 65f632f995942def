package source

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"go.yaml.in/yaml/v3"
)

// maxSlug is the maximum length of a slug, in characters.
const maxSlug = 100

// maxIcon is the maximum length of an icon and of an emoji, in characters.
const maxIcon = 50

// validSlug matches a valid last segment of the path of a page.
var validSlug = regexp.MustCompile(`^[^\s/\\?#%]{0,99}[^\s/\\?#%.]$`)

// directory is the state of reading a directory. It also contains the targets of links.
type directory struct {
	fsys            fs.FS
	root            string // the folder of the space
	readme, summary string // names of the files in the root
	order           []*Page
	pages           map[string]*Page // keys are paths
	readmes         map[string]*Page // keys are folders
	lines           map[*Page]int    // lines of the pages in the table of contents
	assets          []string
	notes, problems []Note
}

func (d *directory) problem(file string, line int, format string, args ...any) {
	d.problems = append(d.problems, Note{Path: file, Line: line, Text: fmt.Sprintf(format, args...)})
}

func (d *directory) note(file string, line int, format string, args ...any) {
	d.notes = append(d.notes, Note{Path: file, Line: line, Text: fmt.Sprintf(format, args...)})
}

// configure reads the configuration file. It adds notes about redirects, variables, tags and
// reusable contents, which a push does not create.
func (d *directory) configure() {
	const file = ".gitbook.yaml"
	if text, ok := d.read(file, true); ok {
		var config struct {
			Root      string
			Structure struct{ Readme, Summary string }
			Redirects yaml.Node
		}
		if err := yaml.Unmarshal(text, &config); err != nil {
			d.problems = append(d.problems, yamlProblem(file, 0, err))
			return
		}
		for i := 0; i+1 < len(config.Redirects.Content); i += 2 {
			d.note(file, config.Redirects.Content[i].Line, "a redirect is not created: %s", config.Redirects.Content[i].Value)
		}
		d.root = cmp.Or(path.Join(strings.TrimLeft(config.Root, "/")), ".")
		if config.Structure.Readme != "" {
			d.readme = path.Clean(config.Structure.Readme)
		}
		if config.Structure.Summary != "" {
			d.summary = path.Clean(config.Structure.Summary)
		}
		for _, name := range []string{d.root, path.Join(d.root, d.readme), path.Join(d.root, d.summary)} {
			if !fs.ValidPath(name) {
				d.problem(file, 0, "%s is out of the directory", name)
				d.root = "."
				return
			}
		}
		summary := path.Join(d.root, d.summary)
		if config.Structure.Summary != "" && !d.exists(summary) {
			d.problem(file, 0, "%s, the table of contents, does not exist", summary)
		}
	}
	for name, what := range map[string]string{"vars.yaml": "variables", "tags.yaml": "tags"} {
		if file := path.Join(d.root, ".gitbook", name); d.exists(file) {
			d.note(file, 0, "%s are not created", what)
		}
	}
	includes, _ := fs.Glob(d.fsys, path.Join(escapeGlob(d.root), ".gitbook/includes/*.md"))
	for _, file := range includes {
		d.note(file, 0, "reusable content is not created")
	}
}

func escapeGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// listPages finds the pages and their order.
func (d *directory) listPages() {
	if len(d.problems) > 0 {
		return
	}
	summary := path.Join(d.root, d.summary)
	switch text, ok := d.read(summary, true); {
	case ok:
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		(&summaryReader{directory: d, file: summary, text: text}).readAll()
	case !ok && len(d.problems) == 0:
		d.walk(d.root, nil, false)
	}
	if len(d.order) == 0 && len(d.problems) == 0 {
		d.problem(d.root, 0, "there is no Markdown")
	}
}

// add appends a page to the tree.
func (d *directory) add(p *Page, line int) {
	d.order = append(d.order, p)
	d.pages[p.Path] = p
	d.lines[p] = line
	if d.isReadme(p.Path) {
		d.readmes[path.Dir(p.Path)] = p
	}
}

// isReadme reports whether a file, by its name, is the page of its folder.
func (d *directory) isReadme(file string) bool {
	name := strings.ToLower(path.Base(file))
	return name == "readme.md" || name == "index.md" || file == path.Join(d.root, d.readme)
}

func isMarkdown(file string) bool { return strings.EqualFold(path.Ext(file), ".md") }

// walk adds the Markdown files in a folder and its subfolders as pages below parent. If isOwn is
// true, parent is the page of the folder itself, and its file is beside the folder.
func (d *directory) walk(folder string, parent *Page, isOwn bool) {
	entries, err := fs.ReadDir(d.fsys, folder)
	if err != nil {
		d.problem(folder, 0, "unreadable: %v", reason(err))
		return
	}
	type item struct {
		file, name string // name is the file without its extension
		isFolder   bool
	}
	var readmes []string
	var items []item
	for _, entry := range entries {
		file := path.Join(folder, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."), file == path.Join(d.root, d.summary):
		case entry.Type()&fs.ModeSymlink != 0 && d.leadsOut(file):
			d.problem(file, 0, "a symbolic link out of the directory")
		case entry.Type()&fs.ModeSymlink != 0 && d.exists(file) && !d.isFile(file):
			if d.hasMarkdown(file) {
				d.note(file, 0, "a symbolic link to a folder is not followed, so its files are no pages")
			}
		case entry.IsDir():
			items = append(items, item{file, file, true})
		case !isMarkdown(file):
		case d.isReadme(file):
			readmes = append(readmes, file)
		default:
			items = append(items, item{file, strings.TrimSuffix(file, path.Ext(file)), false})
		}
	}
	// If there are several, the first one is the page, and the others are problems.
	slices.SortFunc(readmes, func(a, b string) int {
		return cmp.Or(strings.Compare(strings.ToLower(path.Base(b)), strings.ToLower(path.Base(a))), strings.Compare(a, b))
	})
	own := parent
	for i, file := range readmes {
		if i > 0 || isOwn {
			d.problem(file, 0, "another file is the page of the folder: %s", own.Path)
			continue
		}
		own = &Page{Path: file, Parent: parent}
		if folder == d.root {
			own.Parent = nil
		}
		d.add(own, 0)
	}
	if folder == d.root {
		own = nil
	} else if len(readmes) == 0 && !isOwn && d.hasMarkdown(folder) {
		own = &Page{Path: folder, Parent: parent}
		d.add(own, 0)
	}
	slices.SortFunc(items, func(a, b item) int { // a file comes before the folder with the same name
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(b.file, a.file))
	})
	beside := map[string]*Page{}
	for _, item := range items {
		if item.isFolder {
			d.walk(item.file, cmp.Or(beside[item.name], own), beside[item.name] != nil)
			continue
		}
		p := &Page{Path: item.file, Parent: own}
		beside[item.name] = p
		d.add(p, 0)
	}
}

// hasMarkdown reports whether a folder has pages at any depth.
func (d *directory) hasMarkdown(folder string) bool {
	found := false
	_ = fs.WalkDir(d.fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // walk reports the error when it reads the folder
		case name != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case !entry.IsDir() && isMarkdown(name):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// readPages reads the file of each page once. It then checks what depends on all pages.
func (d *directory) readPages() {
	if len(d.pages) == 0 {
		return
	}
	for _, p := range d.order {
		d.readPage(p)
	}
	type place struct {
		parent      *Page
		group, slug string
	}
	taken := map[place]*Page{}
	for _, p := range d.order {
		at := place{p.Parent, p.Group, p.Slug}
		if at.slug == "" {
			at.slug = SlugOf(p.Title)
		}
		if other := taken[at]; other != nil {
			d.problem(p.Path, 0, "has the slug %q of %s", at.slug, other.Path)
		} else {
			taken[at] = p
		}
	}
	slices.Sort(d.assets)
	d.assets = slices.Compact(d.assets)
}

func (d *directory) readPage(p *Page) {
	name := path.Base(p.Path)
	if isMarkdown(name) && d.isReadme(p.Path) {
		name = path.Base(path.Dir(p.Path))
	} else if d.isFile(p.Path) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	name = strings.Join(strings.Fields(name), " ") // a title is one line
	listed := p.Title
	p.Title = cmp.Or(listed, name)
	if path.Dir(p.Path) == d.root && d.isReadme(p.Path) {
		p.Title = cmp.Or(listed, strings.TrimSuffix(path.Base(p.Path), path.Ext(p.Path)))
	} else {
		p.Slug = SlugOf(name)
	}
	// A file that disappears, or a symbolic link to nothing, must not become a folder, which has no
	// text.
	switch info, err := fs.Stat(d.fsys, p.Path); {
	case err != nil:
		d.problem(p.Path, 0, "unreadable: %v", reason(err))
		return
	case info.IsDir():
		return
	}
	markdown, ok := d.read(p.Path, false)
	if !ok {
		return
	}
	p.Sum = sha256.Sum256(markdown)
	if rest, ok := bytes.CutPrefix(markdown, []byte("\ufeff")); ok && bytes.HasPrefix(rest, []byte("---")) {
		d.problem(p.Path, 1, "a byte order mark precedes the front matter, which is therefore text")
	}
	head, body := splitFrontMatter(markdown)
	var front frontMatter
	if err := yaml.Unmarshal(head, &front); err != nil {
		d.problems = append(d.problems, yamlProblem(p.Path, 1, err))
	}
	if front.Slug != "" && !validSlug.MatchString(front.Slug) {
		d.problem(p.Path, lineOf(markdown, "slug"), "not a slug of at most %d characters: %q", maxSlug, front.Slug)
	}
	for what, value := range map[string]string{"icon": front.Icon, "emoji": front.Emoji} {
		if n := utf8.RuneCountInString(value); n > maxIcon {
			d.problem(p.Path, lineOf(markdown, what), "%s has %d characters, and at most %d are allowed", what, n, maxIcon)
		}
	}
	for what, node := range map[string]yaml.Node{"tags": front.Tags, "variables": front.Vars} {
		if !node.IsZero() {
			d.note(p.Path, node.Line+1, "%s are not created", what)
		}
	}
	links, notes, doc := d.resolve(p, markdown)
	clip := func(value string) string { return strings.TrimRight(value, "\n") } // YAML keeps the line break of a block
	title := clip(front.Title)
	if title == "" {
		title, p.HasMarkup = leadingHeading(doc, markdown[body:])
	}
	p.Title, p.HasTitle = cmp.Or(title, p.Title), title != ""
	p.Slug, p.HasSlug = cmp.Or(front.Slug, p.Slug), front.Slug != ""
	p.HasOther = len(front.Other) > 0
	p.Meta = Meta{
		Description: clip(front.Description), Icon: clip(front.Icon), Emoji: clip(front.Emoji), Condition: clip(front.Condition),
		Hidden: front.Hidden, NoIndex: front.NoIndex, NoRobotsIndex: front.NoRobotsIndex,
	}
	d.notes = append(d.notes, notes...)
	for _, link := range links {
		if link.Asset == "" {
			continue
		}
		if d.leadsOut(link.Asset) {
			d.problem(p.Path, link.Line, "%s is a symbolic link out of the directory", link.Asset)
		}
		d.assets = append(d.assets, link.Asset)
	}
}

// leadingHeading returns the text of the heading of level 1 at the beginning of parsed Markdown,
// and whether it has markup. If there is none, the text is "".
func leadingHeading(doc ast.Node, markdown []byte) (text string, hasMarkup bool) {
	if first, ok := doc.FirstChild().(*ast.Heading); ok && first.Level == 1 {
		text = plainText(first, markdown)
		hasMarkup = string(bytes.TrimSpace(first.Lines().Value(markdown))) != text
	}
	return text, hasMarkup
}

// TitleOf returns the text of a title in Markdown.
func TitleOf(markdown string) string {
	heading := []byte("# " + markdown)
	title, _ := leadingHeading(parse(heading), heading)
	return title
}

// SlugOf returns the slug that the service derives from a title.
func SlugOf(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	slug := []rune(strings.Join(words, "-"))
	return cmp.Or(strings.TrimRight(string(slug[:min(len(slug), maxSlug)]), "-"), "page")
}

// read reads a text file. If this fails, it reports a problem, unless the file is optional and does
// not exist.
func (d *directory) read(file string, isOptional bool) ([]byte, bool) {
	if d.leadsOut(file) {
		d.problem(file, 0, "a symbolic link out of the directory")
		return nil, false
	}
	text, err := fs.ReadFile(d.fsys, file)
	switch {
	case isOptional && errors.Is(err, fs.ErrNotExist) && !d.isLink(file):
		return nil, false
	case err != nil:
		d.problem(file, 0, "unreadable: %v", reason(err))
		return nil, false
	case !utf8.Valid(text):
		d.problem(file, badLine(text), "not UTF-8")
		return nil, false
	}
	return text, true
}

// isLink reports whether a file that cannot be read is a symbolic link.
func (d *directory) isLink(file string) bool {
	_, err := fs.Lstat(d.fsys, file)
	return err == nil
}

// badLine returns the number of the first line that is not valid UTF-8.
func badLine(text []byte) int {
	line := 1
	for part := range bytes.Lines(text) {
		if !utf8.Valid(part) {
			break
		}
		line++
	}
	return line
}

// reason returns an error without the path of the file, because the problem contains the path.
func reason(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}

func (d *directory) exists(name string) bool {
	_, err := fs.Stat(d.fsys, name)
	return err == nil
}

func (d *directory) isFile(name string) bool {
	info, err := fs.Stat(d.fsys, name)
	return err == nil && !info.IsDir()
}

// leadsOut reports whether the path of a file contains a symbolic link that leads out of the
// directory. File systems such as that of [os.DirFS] follow such links.
func (d *directory) leadsOut(name string) bool {
	fsys, ok := d.fsys.(fs.ReadLinkFS)
	if !ok {
		return false
	}
	at, rest := ".", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		element := rest[0]
		rest = rest[1:]
		switch element {
		case "", ".":
			continue
		case "..":
			if at == "." {
				return true
			}
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, element)
		info, err := fsys.Lstat(next)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := fsys.ReadLink(next)
		if links++; err != nil || links > 40 || strings.HasPrefix(target, "/") || strings.ContainsAny(target, `\:`) {
			return true
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return false
}
