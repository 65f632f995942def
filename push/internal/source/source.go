// Package source reads a directory of Markdown as the pages of a space.
package source

import "io/fs"

// Tree is what a directory contains: pages in their order, and what they refer to.
type Tree struct {
	Pages  []*Page  // depth first, each parent before its children
	Assets []string // paths of the files that pages refer to, sorted, each once
	Notes  []Note   // what cannot be written to a space, and links to nothing
}

// Page is a page of a space, or a folder with no text of its own.
type Page struct {
	Path        string // of its file from the root, with slashes
	Parent      *Page  // nil at the root and for the pages of a group
	Group       string // title of the group of a page at its top level, or ""
	Title, Slug string // Slug is "" where it follows from the title
	Meta        Meta
	Body        []byte // the Markdown whole, front matter included
	Links       []Link // to be resolved, in the order of their text
}

// Meta is what the front matter says of a page and a change of content can contain.
type Meta struct {
	Description, Icon, Emoji, Condition string
	Hidden, NoIndex, NoRobotsIndex      bool
}

// Link is a destination in the text of a page that leads to another page or to an asset.
type Link struct {
	Start, End int    // the destination in Body
	Line       int    // from 1
	Page       *Page  // the target, or nil
	Asset      string // the target, or ""
	Anchor     string // with its #, or ""
}

// Note tells something that a push does not write as it is.
type Note struct {
	Path string
	Line int // from 1; 0 for the file as a whole
	Text string
}

// Read reads the directory; its error lists all that is wrong with it.
func Read(root fs.FS) (*Tree, error) {
	return nil, nil
}

// Render returns the Markdown of the page with each destination replaced by what resolve returns;
// "" leaves it as it is.
func (p *Page) Render(resolve func(Link) string) []byte {
	return p.Body
}
