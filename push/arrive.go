package push

import (
	"context"
	"fmt"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/spaces"
)

// arrived records in the state what the batch wrote, as the new revision contains it.
func (b *batch) arrived(
	ctx context.Context, result *changerequests.ContentUpdateResult,
	revision *spaces.Revision, sent map[string]pageIntent,
) error {
	if b.ops[0].kind == ActionUpload {
		if len(result.InsertedFiles) != len(b.ops) {
			return fmt.Errorf("pushing: the service returned %d of %d files",
				len(result.InsertedFiles), len(b.ops))
		}
		for i, o := range b.ops {
			a, f := b.assets[o.path], result.InsertedFiles[i]
			a.id = f.ID
			b.state.Files[a.sum] = fileState{f.ID, f.Name, f.Size}
		}
		return nil
	}
	for _, change := range result.Changes {
		if change.Ref == nil {
			continue
		}
		for _, o := range b.ops {
			if o.kind == ActionInsert && *change.Ref == b.refs[o.page] {
				o.node.id = change.Page.ID
				b.nodes[o.node.id] = o.node
				b.state.Pages[o.path] = &pageState{ID: o.node.id, File: fileHash(o.page), Created: true}
			}
		}
	}
	type place struct {
		page   *spaces.Page
		parent string
	}
	places := map[string]*place{}
	for _, o := range b.ops {
		places[o.node.id] = &place{}
	}
	for visit := range spaces.WalkPages(revision.Pages) {
		if at := places[visit.Page.ID]; at != nil {
			at.page = visit.Page
			if len(visit.Parents) > 0 {
				at.parent = visit.Parents[len(visit.Parents)-1].ID
			}
		}
	}
	isRead := map[string]bool{} // a page can be changed and then get another place
	for _, o := range b.ops {
		if o.kind == ActionDelete {
			delete(b.state.Pages, o.path)
			delete(b.nodes, o.node.id)
			continue
		}
		rec, at := b.state.Pages[o.path], places[o.node.id]
		if rec == nil || at.page == nil {
			return fmt.Errorf("pushing %s: the service did not return the page", o.path)
		}
		o.node.set(at.page)
		if isPlaced := o.parent != nil || (o.kind == ActionMove && o.at == nil); isPlaced {
			rec.Parent, rec.Slug = strings.Clone(at.parent), o.node.slug
			if rec.Want = o.slug; rec.Want == "" {
				rec.Want = slugOf(o.page)
			}
		} else if o.body && o.page.HasSlug { // the text has written the slug
			rec.Slug = o.node.slug
		}
		if o.fields || o.body { // front matter writes metadata too
			stays := func(name string) bool { // although the file no longer has it
				return slices.Contains(publishing.Value(o.node.meta).Names(), name) &&
					!slices.Contains(o.page.Meta.Names(), name)
			}
			if !hasFields(o.page, o.node) || slices.ContainsFunc(strings.Fields(rec.Fields), stays) {
				b.result.Notes = append(b.result.Notes,
					Note{NoteChanged, o.path, 0, "the service stored another title or other metadata"})
			}
		}
		if o.fields {
			rec.Fields = sent[o.path].Fields
		}
		rec.Read = o.node.fields()
		switch {
		case isRead[o.path] || o.isTemporary:
		case !sent[o.path].Sent.isNone():
			isRead[o.path] = true
			if err := b.readBack(ctx, o.page, rec); err != nil {
				return err
			}
		case o.kind == ActionInsert:
			rec.Stored = normalHash("")
		}
	}
	return nil
}

// readBack reads the text of a page as the service stored it, and adds notes about what the service
// changed.
func (b *batch) readBack(ctx context.Context, p *source.Page, rec *pageState) error {
	stored, err := b.text(ctx, rec.ID)
	if err != nil {
		return err
	}
	sent, _ := b.render(b.texts[p], nil)
	rec.Sent, rec.Stored, rec.File = hash(sent), normalHash(stored), fileHash(p)
	noted := map[int]bool{}
	for _, n := range b.tree.Notes {
		noted[n.Line] = noted[n.Line] || n.Path == p.Path
	}
	b.result.Notes = append(b.result.Notes, compare(p.Path, sent, stored, noted)...)
	return nil
}

// compare returns notes about the links and blocks of a text that the stored text does not contain.
// It leaves out blocks that contain a line with an earlier note.
func compare(path, sent, stored string, noted map[int]bool) (notes []Note) {
	arrived := map[string]int{}
	keep := func(string) string { return "" }
	_, links := source.Rewrite([]byte(stored), keep)
	for _, link := range links {
		arrived[link.To]++
	}
	_, links = source.Rewrite([]byte(sent), keep)
	for _, link := range links {
		isInner := strings.HasPrefix(link.To, "/pages/") || strings.HasPrefix(link.To, "/files/")
		if arrived[link.To]--; arrived[link.To] < 0 && isInner {
			noted[link.Line] = true
			notes = append(notes,
				Note{NoteLostLink, path, link.Line, "the service made a link text: " + link.To})
		}
	}
	blocks := map[string]int{}
	forms := map[string]string{} // most blocks arrive as they were sent
	for _, block := range source.Blocks([]byte(stored), forms) {
		blocks[block.Text]++
	}
	for _, block := range source.Blocks([]byte(sent), forms) {
		if blocks[block.Text]--; blocks[block.Text] >= 0 {
			continue
		}
		isNoted := false
		for line := range 1 + strings.Count(block.Text, "\n") {
			isNoted = isNoted || noted[block.Line+line]
		}
		if !isNoted {
			first, _, _ := strings.Cut(block.Text, "\n")
			notes = append(notes,
				Note{NoteChanged, path, block.Line, "the service stored another form of: " + first})
		}
	}
	return notes
}
