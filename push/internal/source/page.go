package source

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

// ReadPage reads Markdown as a tree with one page. name is the path of the page, which consists of
// slugs. The Markdown can contain the slug only if it is the last one of the path. ReadPage also
// returns a file system that contains the file of the page.
func ReadPage(name string, markdown []byte) (*Tree, fs.FS, error) {
	slugs := strings.Split(name, "/")
	isValid := true
	for i, slug := range slugs {
		isValid = isValid && validSlug.MatchString(slug)
		slugs[i] = SlugOf(slug)
	}
	if !isValid {
		return nil, nil, fmt.Errorf("%q is no path of a page: want a form such as %q", name, strings.Join(slugs, "/"))
	}
	file := onePage{name + ".md", markdown}
	if last := strings.ToLower(path.Base(name)); last == "readme" || last == "index" {
		file.name = name + "/README.md" // the other file would be that of the page above
	}
	d := newDirectory(file)
	p := &Page{Path: file.name}
	d.add(p, 0)
	tree, err := d.tree()
	if err != nil {
		return nil, nil, err
	}
	slug := path.Base(name)
	if p.HasSlug && p.Slug != slug {
		text := fmt.Sprintf("has the slug %q, but the path of the page ends with %q", p.Slug, slug)
		return nil, nil, &Error{[]Note{{Path: file.name, Line: lineOf(markdown, "slug"), Text: text}}}
	}
	p.Slug = slug
	return tree, file, nil
}

// onePage is a file system with one file.
type onePage struct {
	name     string
	markdown []byte
}

func (p onePage) Open(name string) (fs.File, error) {
	if name != p.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return openPage{bytes.NewReader(p.markdown), p}, nil
}

type openPage struct {
	*bytes.Reader
	page onePage
}

func (f openPage) Stat() (fs.FileInfo, error) { return f.page, nil }
func (f openPage) Close() error               { return nil }

func (p onePage) Name() string       { return path.Base(p.name) }
func (p onePage) Size() int64        { return int64(len(p.markdown)) }
func (p onePage) Mode() fs.FileMode  { return 0o444 }
func (p onePage) ModTime() time.Time { return time.Time{} }
func (p onePage) IsDir() bool        { return false }
func (p onePage) Sys() any           { return nil }
