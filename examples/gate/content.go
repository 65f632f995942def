package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// content is what a revision of a space contains.
type content struct {
	space, revision string
	pages           map[string]*page // by ID
	files           map[string]string
	reusable        map[string]string
	links           []link
	read            []string // names of the pages and reusable content whose text was read
	unknown         []string // what could not be read
}

type page struct {
	id, path, title string
	document        bool            // whether it is a page with text, which readers see
	anchors         map[string]bool // nil if the page has no text
}

// A link is a reference in a page, in reusable content or in the properties of a page.
type link struct {
	from string // name of what contains it
	id   string // ID of what contains it
	text string
	ref  spaces.ContentRef
}

// read reads all of a revision. It returns an error if the tree or the files cannot be read. What
// else cannot be read is listed in unknown.
func read(ctx context.Context, client *publishing.Client, space, revision string) (*content, error) {
	whole, err := client.Spaces.Revisions.Get(ctx, space, revision, spaces.RevisionGetOptions{Metadata: new(false)})
	if err != nil {
		return nil, err
	}
	if whole.ID != revision {
		return nil, fmt.Errorf("revision %q was requested, but the response contains %q", revision, whole.ID)
	}
	c := &content{
		space: space, revision: revision,
		pages: map[string]*page{}, files: map[string]string{}, reusable: map[string]string{},
	}
	for _, file := range whole.Files {
		c.files[file.ID] = file.Name
	}
	for visit := range spaces.WalkPages(whole.Pages) {
		if err := c.readPage(ctx, client, visit.Page); err != nil {
			return nil, err
		}
	}
	for _, reusable := range whole.ReusableContents {
		c.reusable[reusable.ID] = reusable.Title
		document, err := client.Spaces.Revisions.ReusableContents.Document(
			ctx, space, revision, reusable.ID, spaces.RevisionReusableContentDocumentOptions{})
		c.readDocument("reusable content "+reusable.Title, reusable.ID, document, err)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return c, nil
}

func (c *content) readPage(ctx context.Context, client *publishing.Client, found *spaces.Page) error {
	name := found.Title
	kept := &page{id: found.ID, title: found.Title, path: publishing.Value(found.Path), document: found.Type == spaces.PageTypeDocument}
	if kept.path != "" {
		name = kept.path
	}
	c.pages[found.ID] = kept
	c.addRef(name, found.ID, "", found.Target)
	if found.Cover != nil {
		c.addRef(name, found.ID, "", found.Cover.Ref)
		c.addRef(name, found.ID, "", found.Cover.RefDark)
	}
	if found.MetaLinks != nil {
		c.addRef(name, found.ID, "", found.MetaLinks.Canonical)
		for i := range found.MetaLinks.Alternates {
			c.addRef(name, found.ID, "", &found.MetaLinks.Alternates[i])
		}
	}
	switch found.Type {
	case spaces.PageTypeGroup, spaces.PageTypeLink, spaces.PageTypeComputed: // they have no text
	case spaces.PageTypeDocument:
		options := spaces.PageGetOptions{Format: richtext.FormatDocument, Metadata: new(false)}
		text, err := client.Spaces.Revisions.Pages.Get(ctx, c.space, c.revision, found.ID, options)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && text.ID != found.ID {
			err = fmt.Errorf("the response contains page %q", text.ID)
		}
		var document *richtext.Document
		if err == nil {
			document = text.Document
		}
		kept.anchors = c.readDocument(name, found.ID, document, err)
	default:
		c.unknown = append(c.unknown, fmt.Sprintf("page %s: its type %q is unknown", name, found.Type))
	}
	return nil
}

// readDocument adds the links of a document, and returns the anchors to which others can link.
func (c *content) readDocument(name, id string, document *richtext.Document, err error) map[string]bool {
	switch {
	case err != nil:
		c.unknown = append(c.unknown, fmt.Sprintf("%s at revision %s: %v", name, c.revision, err))
		return nil
	case document == nil:
		c.unknown = append(c.unknown, fmt.Sprintf("%s at revision %s: the response contains no document", name, c.revision))
		return nil
	}
	c.read = append(c.read, name)
	anchors := map[string]bool{}
	for visit := range richtext.Walk(document.Nodes) {
		if visit.Node.Key != nil {
			anchors[*visit.Node.Key] = true
		}
		if heading, ok := richtext.As[richtext.Heading](visit.Node); ok {
			anchors[heading.ID], anchors[slug(visit.Node.PlainText())] = true, true
		}
		c.addNode(name, id, visit.Node)
	}
	return anchors
}

// addNode adds the links of a node. A field that is named "ref", or begins with it, is a reference,
// whatever the type of the node.
func (c *content) addNode(name, id string, node *richtext.Node) {
	text := node.PlainText()
	for _, field := range slices.Sorted(maps.Keys(node.Data)) {
		if strings.HasPrefix(field, "ref") {
			c.addJSON(name, id, text, node.Data[field])
		}
	}
	if table, ok := richtext.As[spaces.NodeTable](node); ok {
		for _, record := range slices.Sorted(maps.Keys(table.Records)) {
			values := table.Records[record].Values
			for _, column := range slices.Sorted(maps.Keys(values)) {
				cell := []byte(values[column])
				if table.Definition[column].Type == "files" {
					c.addFiles(name, id, cell)
					continue
				}
				if !strings.HasPrefix(strings.TrimSpace(string(cell)), "{") {
					continue
				}
				var image struct { // an image in a table has its reference in a field
					Ref json.RawMessage `json:"ref"`
				}
				if json.Unmarshal(cell, &image) == nil && image.Ref != nil {
					cell = image.Ref
				}
				c.addJSON(name, id, "", cell)
			}
		}
	}
}

func (c *content) addJSON(name, id, text string, data []byte) {
	var ref *spaces.ContentRef // null is no reference
	if err := json.Unmarshal(data, &ref); err != nil {
		c.unknown = append(c.unknown, fmt.Sprintf("%s at revision %s: a reference: %v", name, c.revision, err))
		return
	}
	c.addRef(name, id, text, ref)
}

// addFiles adds the files of a cell, which are a list of IDs.
func (c *content) addFiles(name, id string, cell []byte) {
	var files []string
	if err := json.Unmarshal(cell, &files); err != nil {
		c.unknown = append(c.unknown, fmt.Sprintf("%s at revision %s: the files of a table: %v", name, c.revision, err))
	}
	for i := range files {
		c.addRef(name, id, "", &spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: &files[i]})
	}
}

func (c *content) addRef(name, id, text string, ref *spaces.ContentRef) {
	if ref != nil {
		c.links = append(c.links, link{from: name, id: id, text: text, ref: *ref})
	}
}

// A state is what is known about the target of a link.
type state int

const (
	whole state = iota
	untold
	broken
	unreadable // the kind of the link is not known
	elsewhere
)

// resolve returns the state of a link in the space from. It returns elsewhere for targets that no
// change to this content can break: other spaces, external URLs, people and the like.
func (c *content) resolve(from string, l link) state {
	ref := l.ref
	if publishing.Value(ref.Space) == "" && from != c.space || publishing.Value(ref.Space) != "" && *ref.Space != c.space {
		return elsewhere
	}
	has := func(exists bool) state {
		if exists {
			return whole
		}
		return broken
	}
	switch ref.Kind {
	case spaces.ContentRefKindPage:
		return has(c.pages[publishing.Value(ref.Page)] != nil)
	case spaces.ContentRefKindAnchor:
		id := publishing.Value(ref.Page)
		if id == "" && from == c.space {
			id = l.id // an anchor on the same page
		}
		found := c.pages[id]
		if found == nil && c.reusable[id] == "" {
			return broken
		}
		if found == nil || !found.anchors[publishing.Value(ref.Anchor)] {
			return untold
		}
		return whole
	case spaces.ContentRefKindFile:
		return has(c.files[publishing.Value(ref.File)] != "")
	case spaces.ContentRefKindReusableContent:
		_, exists := c.reusable[publishing.Value(ref.ReusableContent)]
		return has(exists)
	case spaces.ContentRefKindSpace:
		return whole
	case spaces.ContentRefKindURL, spaces.ContentRefKindUser, spaces.ContentRefKindCollection,
		spaces.ContentRefKindOpenAPI, spaces.ContentRefKindTranslation, spaces.ContentRefKindTag:
		return elsewhere
	default:
		return unreadable
	}
}

// slug returns a text in lower case with hyphens between its words.
func slug(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
}
