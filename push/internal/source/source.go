// Package source reads a directory of Markdown as the pages of a space.
//
// All paths are paths in the file system that [Read] reads, with slashes. A directory has the form
// that the service synchronizes with Git: .gitbook.yaml, SUMMARY.md, and a README.md for the page
// of a folder. Without SUMMARY.md, the pages are all Markdown files in the order of their paths.
// The page of a folder is its README.md or index.md, or else the file beside it that is named after
// it, such as guides.md beside guides; a folder with none of these is a page without a text, whose
// path is the path of the folder. Folders without Markdown, and names that begin with a dot, are
// ignored.
//
// The title of a page is that of its front matter, its leading heading of level 1, its title in
// SUMMARY.md, or the name of its file, in this order: the service prefers the first two to any
// other title.
package source

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Tree is the content of a directory: pages in their order, and what they refer to.
type Tree struct {
	Pages  []*Page  // depth first, each parent before its children
	Assets []string // paths of the files that pages refer to, sorted, each once
	Notes  []Note   // what cannot be written to a space, and broken links, by path and line

	dir *directory
}

// Page is a page of a space, or a folder with no text of its own. Its text is not kept: see
// [Tree.Text].
type Page struct {
	Path   string // path of its file or folder
	Parent *Page  // nil at the root and for the pages at the top level of a group
	Group  string // title of the group of a page at its top level, or ""
	Title  string
	Slug   string // "" where it follows from the title: for the page of the root
	Meta   Meta
	Sum    [sha256.Size]byte // hash of the file, zero for a folder
	// HasTitle reports whether the title is in the file.
	HasTitle bool
}

// Meta is the part of the front matter of a page that a change of content can contain.
type Meta struct {
	Description, Icon, Emoji, Condition string
	Hidden, NoIndex, NoRobotsIndex      bool
}

// Text is the Markdown of a page, front matter included.
type Text struct {
	Markdown []byte
	Links    []Link // links that can be resolved, in the order of the text
}

// Link is a destination in the text of a page that leads to another page or to an asset.
type Link struct {
	Start, End int    // offsets of the destination in the Markdown
	Line       int    // line number, 1 for the first
	Page       *Page  // the target, or nil
	Asset      string // the path of the target, or ""
	Anchor     string // fragment with its #, or ""
	// IsDefinition tells a link that stands apart from its text, as in "[text]: destination".
	IsDefinition bool
}

// NoteKind is the kind of a [Note].
type NoteKind int

// Kinds of notes.
const (
	NoteForm NoteKind = iota // something that a change of content cannot create
	NoteLink                 // a link that leads nowhere or out of the root, which stays as it is
)

// Note describes something that is not written to a space as it is in the directory.
type Note struct {
	Kind  NoteKind
	Path  string
	Line  int // line number, 1 for the first; 0 for the file as a whole
	Text  string
	Group string // title of the group that the note is about, or ""
}

func (n Note) String() string {
	if n.Line == 0 {
		return n.Path + ": " + n.Text
	}
	return fmt.Sprintf("%s:%d: %s", n.Path, n.Line, n.Text)
}

// Error contains all that is wrong with a directory.
type Error struct{ Problems []Note }

func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "reading the directory: %d problems:", len(e.Problems))
	for _, p := range e.Problems {
		text.WriteString("\n\t" + p.String())
	}
	return text.String()
}

// Read reads a directory. If files in it are wrong, it returns an [*Error] with all of them.
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

// Text reads the text of a page. It is an error if the file changed since [Read]. The text of a
// folder is empty.
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
	links, _ := t.dir.resolve(p, markdown)
	return &Text{markdown, links}, nil
}

// Render returns the Markdown with each destination replaced by what resolve returns; "" leaves it
// as it is. All else stays byte for byte.
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

// IsFolder reports whether the page is a folder with no text of its own.
func (p *Page) IsFolder() bool { return p.Sum == [sha256.Size]byte{} }
