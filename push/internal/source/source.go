// Package source reads a directory of Markdown as the pages of a space.
//
// All paths are slash-separated paths in the file system that [Read] reads. A directory has the
// layout of a repository that the service synchronizes: .gitbook.yaml, SUMMARY.md, and a README.md
// for the page of a folder. Without SUMMARY.md, each Markdown file is a page, in the order of the
// paths. The page of a folder is its README.md or index.md. If the folder contains neither, its
// page is the file beside the folder with the same name, such as guides.md beside guides. If there
// is no such file either, the page of the folder has no text, and its path is that of the folder.
// Folders without Markdown, and names that begin with a dot, are ignored.
//
// The title of a page comes from the first of these sources that contains one: its front matter,
// its leading heading of level 1, SUMMARY.md, the name of its file. In the service, a title in the
// front matter or the heading also takes precedence over any other title.
package source

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Tree is the content of a directory: its pages in order, and the files that they refer to.
type Tree struct {
	Pages  []*Page  // depth first, each parent before its children
	Assets []string // unique paths of the files that pages refer to, sorted
	Notes  []Note   // what a space cannot contain, and broken links, sorted by path and line

	dir *directory
}

// Page is a page of a space, or a folder without a text. Page does not contain the text: see
// [Tree.Text].
type Page struct {
	Path   string // path of its file or folder
	Parent *Page  // nil at the root and for the pages at the top level of a group
	Group  string // title of the group that a page at the top level belongs to, or ""
	Title  string
	Slug   string // "" for the page of the root, whose slug follows from its title
	Meta   Meta
	Sum    [sha256.Size]byte // hash of the file; zero for a folder
	// HasTitle and HasSlug report whether the title and the slug are in the file. HasMarkup reports
	// whether the title is that of a heading with markup. HasOther reports whether the front matter
	// has fields that are in none of the other values, such as the layout.
	HasTitle, HasMarkup, HasSlug, HasOther bool
}

// Meta contains the metadata in the front matter of a page that a content update can contain.
type Meta struct {
	Description, Icon, Emoji, Condition string
	Hidden, NoIndex, NoRobotsIndex      bool
}

// Names returns the names of the fields that are set.
func (m Meta) Names() (names []string) {
	for _, f := range []struct {
		name  string
		isSet bool
	}{
		{"description", m.Description != ""},
		{"icon", m.Icon != ""},
		{"emoji", m.Emoji != ""},
		{"condition", m.Condition != ""},
		{"hidden", m.Hidden},
		{"noIndex", m.NoIndex},
		{"noRobotsIndex", m.NoRobotsIndex},
	} {
		if f.isSet {
			names = append(names, f.name)
		}
	}
	return names
}

// Text is the Markdown of a page, including its front matter.
type Text struct {
	Markdown []byte
	Links    []Link // links that can be resolved, in the order of the text
}

// Link is a destination in the text of a page that leads to another page or to an asset.
type Link struct {
	Start, End int    // offsets of the destination in the Markdown
	Line       int    // line number, 1 for the first
	Page       *Page  // page that is the target, or nil
	Asset      string // path of the file that is the target, or ""
	Anchor     string // fragment, including the #, or ""
	// IsDefinition reports whether the destination is in a definition, such as "[text]:
	// destination".
	IsDefinition bool
}

// Note describes a part of the directory that a push does not write to the space, or writes in
// another form.
type Note struct {
	IsLink bool // whether it is about a link without a target, or out of the root, which does not change
	Path   string
	Line   int // line number, 1 for the first; 0 for the file as a whole
	Text   string
	Group  string // title of the group that the note is about, or ""
}

func (n Note) String() string {
	if n.Line == 0 {
		return n.Path + ": " + n.Text
	}
	return fmt.Sprintf("%s:%d: %s", n.Path, n.Line, n.Text)
}

// Error contains all problems of a directory.
type Error struct{ Problems []Note }

func (e *Error) Error() string { return fmt.Sprint("problems of the directory: ", e.Problems) }

// Read reads a directory. If there are problems, it returns an [*Error] with all of them.
func Read(root fs.FS) (*Tree, error) {
	d := newDirectory(root)
	d.configure()
	d.listPages()
	return d.tree()
}

func newDirectory(root fs.FS) *directory {
	return &directory{
		fsys: root, root: ".", readme: "README.md", summary: "SUMMARY.md",
		pages: map[string]*Page{}, readmes: map[string]*Page{}, lines: map[*Page]int{},
	}
}

func (d *directory) tree() (*Tree, error) {
	d.readPages()
	for _, notes := range [][]Note{d.notes, d.problems} {
		slices.SortStableFunc(notes, func(a, b Note) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Text, b.Text))
		})
	}
	if len(d.problems) > 0 {
		return nil, &Error{d.problems}
	}
	return &Tree{Pages: d.order, Assets: d.assets, Notes: d.notes, dir: d}, nil
}

// Text reads the text of a page. If the file has changed since [Read], it returns an error. The
// text of a folder is empty.
func (t *Tree) Text(p *Page) (*Text, error) {
	if p.IsFolder() {
		return &Text{}, nil
	}
	markdown, err := fs.ReadFile(t.dir.fsys, p.Path)
	if err != nil {
		return nil, fmt.Errorf("reading a page: %w", err)
	}
	if sha256.Sum256(markdown) != p.Sum {
		return nil, fmt.Errorf("reading a page: %s changed since the directory was read", p.Path)
	}
	links, _, _ := t.dir.resolve(p, markdown)
	return &Text{markdown, links}, nil
}

// Render replaces the destination of each link with the result of resolve, unless the result is
// empty. The rest of the Markdown stays the same, byte for byte.
func (t *Text) Render(resolve func(Link) string) []byte {
	var out []byte
	end := 0
	for _, link := range t.Links {
		if to := resolve(link); to != "" {
			out = append(append(out, t.Markdown[end:link.Start]...), escapeDestination(to)...)
			end = link.End
		}
	}
	return append(out, t.Markdown[end:]...)
}

// IsFolder reports whether the page is a folder without a text.
func (p *Page) IsFolder() bool { return p.Sum == [sha256.Size]byte{} }
