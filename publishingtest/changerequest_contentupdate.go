package publishingtest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleContentTitle    = newUndecidedRule("changerequests.content.update.title", "a page that is inserted without a title has the title Untitled; without the rule, Page")
	ruleContentAt       = newUndecidedRule("changerequests.content.update.at", "a page at an index beyond the last page of its parent becomes the last one; without the rule, the update returns 400")
	ruleContentReverted = newUndecidedRule("changerequests.content.update.reverted", "a page that is reverted stays where it is, and one that was deleted comes back after the page that it followed; without the rule, it becomes the last page of its parent")
	ruleUpdateDeleted   = newUndecidedRule("changerequests.content.update.deleted", "the response to a deletion contains the page; without the rule, its subpages too")
	ruleContentMerged   = newUndecidedRule("changerequests.content.update.merged", "the content of a change request that is merged or archived can be updated; without the rule, the update returns 409")
	ruleContentFileURL  = newUndecidedRule("changerequests.content.update.file-url", "a file from a URL has the content that was seeded for the URL; any other URL returns 400; without the rule, the file is empty")
)

// The operations that change the content of change requests.
var _ = declare(operations{
	"ChangeRequests.Content.Update": {onChangeRequest(updateContent), limits.Table{
		limits.Query("compat", limits.Boolean), limits.BodyOf(changerequests.ContentUpdate{}),
		limits.Body("changes[].files[].url", limits.URI),
	}},
})

// contentDraft is the content of a change request while changes are applied to it.
type contentDraft struct {
	call    *call
	cr      *changeRequest
	index   int // index of the current change
	pages   []*contentPage
	files   []download
	fileIDs []string          // IDs of all files that the changes insert
	touched []string          // unique IDs of the affected pages
	refs    map[string]string // link targets by the ref in the request
	names   map[string]string // refs of the inserted pages by page ID
}

func updateContent(c *call, cr *changeRequest) (response, error) {
	changes := input[changerequests.ContentUpdate](c).Changes
	status := cr.data.Status
	isClosed := status == changerequests.StatusMerged || status == changerequests.StatusArchived
	if isClosed && !c.enabled(ruleContentMerged) {
		return response{}, fail(http.StatusConflict,
			"the change request is %s [%s]", status, ruleContentMerged)
	}
	d := &contentDraft{
		call: c, cr: cr, pages: cr.head.pages,
		refs: map[string]string{}, names: map[string]string{},
	}
	for d.index = range changes {
		d.name(&changes[d.index])
	}
	for d.index = range changes {
		d.apply(changes[d.index])
	}
	return d.commit()
}

// reject ends the call with an error about the current change, which begins with the name of the
// invalid field.
func (d *contentDraft) reject(err error) {
	d.call.accept(fail(http.StatusBadRequest, "changes[%d].%v", d.index, err))
}

// name generates the IDs of the page or of the files that a change inserts, and records the targets
// of their refs.
func (d *contentDraft) name(change *changerequests.ContentChange) {
	if change.Operation == changerequests.ContentOperationInsertPage {
		change.Page = d.call.newID("page")
		if change.Ref != "" {
			if (linkResolver{pages: d.pages}).byPath(change.Ref) != nil {
				d.reject(invalid("ref", "a ref that is no path of a page", change.Ref, ""))
			}
			d.refs[change.Ref+".md"], d.names[change.Page] = pageTarget(change.Page), change.Ref
		}
	}
	for i, file := range change.Files {
		id := d.call.newID("file")
		d.fileIDs = append(d.fileIDs, id)
		if file.Ref != "" {
			if (linkResolver{pages: d.pages}).byPath(file.Ref) != nil {
				d.reject(invalid(fmt.Sprintf("files[%d].ref", i), "a ref that is no path of a page", file.Ref, ""))
			}
			d.refs[file.Ref] = "/" + fileTarget(id)
		}
	}
}

func (d *contentDraft) apply(change changerequests.ContentChange) {
	switch change.Operation {
	case changerequests.ContentOperationInsertPage:
		d.touch(change.Page)
		parent, _ := change.Into.Get()
		d.put(&contentPage{
			seed: Page{ID: change.Page, Type: spaces.PageTypeDocument}, written: true, created: d.call.now(),
		}, change, parent)
	case changerequests.ContentOperationUpdatePage:
		d.update(change)
	case changerequests.ContentOperationDeletePage:
		taken := d.existing(change.Page)
		if !d.call.enabled(ruleUpdateDeleted) {
			for p := range allPages(taken.below) {
				d.touch(p.seed.ID)
			}
		}
	case changerequests.ContentOperationRevertPage:
		d.revert(change)
	default:
		d.upload(change.Files)
	}
}

// existing is like take, but rejects a page that does not exist.
func (d *contentDraft) existing(id string) *contentPage {
	taken := d.take(id)
	if taken == nil {
		d.reject(fail(http.StatusBadRequest, "page: there is no page %q", id))
	}
	return taken
}

// touch records that a page is affected.
func (d *contentDraft) touch(id string) {
	if !slices.Contains(d.touched, id) {
		d.touched = append(d.touched, id)
	}
}

// take removes a page with its subpages and returns it, or nil if there is none.
func (d *contentDraft) take(id string) (taken *contentPage) {
	d.pages, _ = edited(d.pages, id, func(p *contentPage) []*contentPage {
		d.touch(id)
		taken = p
		return nil
	})
	return taken
}

// place adds a page below a parent, or at the root if parent is empty. If at is nil, the page comes
// last.
func (d *contentDraft) place(p *contentPage, parent string, at *int64) {
	row, above := d.pages, spotOf(d.pages, parent).page
	switch {
	case parent == "":
	case above == nil:
		d.reject(invalid("into", "a page outside of the one that moves", parent, ""))
	case !above.hasPath():
		d.reject(invalid("into", "a document or a group", parent, ""))
	default:
		row = above.below
	}
	last := int64(len(row))
	i := *orNew(at, last)
	switch {
	case slugs(row)[p.seed.Slug]:
		d.reject(invalid("slug", "a slug that no other page of the parent has", p.seed.Slug, ""))
	case i > last && !d.call.enabled(ruleContentAt):
		d.reject(invalid("at", fmt.Sprintf("at most %d", last), i, ruleContentAt))
	}
	row = slices.Insert(slices.Clone(row), int(max(0, min(i, last))), p)
	if above == nil {
		d.pages = row
		return
	}
	d.pages, _ = edited(d.pages,
		parent, func(*contentPage) []*contentPage { return []*contentPage{above.with(row)} })
}

// put places a page, and sets its fields and its text to those of a change. Values in front matter
// and in a leading heading of the Markdown take precedence.
func (d *contentDraft) put(p *contentPage, change changerequests.ContentChange, parent string) {
	var markdown *string
	if text := change.Document; text != nil {
		p.seed.Document, p.seed.Sections, markdown = text.Document, nil, text.Markdown
		if markdown != nil {
			markdown = new(frontMatter(*markdown, &change))
		}
		p.seed, p.written = p.seed.withText(), true
		for i := range p.seed.Sections { // a node of a document need not have a key
			if p.seed.Sections[i].ID == "" {
				p.seed.Sections[i].ID = d.call.newID("section")
			}
		}
	}
	merge(&p.seed, change)
	fill(&p.seed.Title, byRule(d.call.state, ruleContentTitle, "Untitled", "Page"))
	fill(&p.seed.Slug, slugOf(p.seed.Title, nil))
	p.updated = d.call.now()
	d.place(p, parent, change.At)
	if markdown != nil {
		d.store(p.seed.ID, *markdown)
	}
}

func (d *contentDraft) update(change changerequests.ContentChange) {
	at := spotOf(d.pages, change.Page)
	was := d.existing(change.Page)
	if was.seed.Type != spaces.PageTypeDocument {
		d.reject(invalid("page", "a document", change.Page, ""))
	}
	parent, _ := change.Into.Get()
	if change.Into.IsZero() {
		parent = at.above
	}
	if change.At == nil && parent == at.above {
		change.At = new(d.indexAfter(at))
	}
	d.put(was.with(was.below), change, parent)
}

// indexAfter returns the index after the previous sibling of the spot.
func (d *contentDraft) indexAfter(at spot) int64 {
	row := d.pages
	if above := pageWith(d.pages, at.above, true); above != nil {
		row = above.below
	}
	return int64(slices.IndexFunc(row, func(p *contentPage) bool { return p.seed.ID == at.left }) + 1)
}

// revert reverts a page to a revision. A page that the change request and the revision both contain
// keeps its place. A deleted page is restored, together with its missing subpages.
func (d *contentDraft) revert(change changerequests.ContentChange) {
	from := d.cr.ancestor
	if change.Revision != "" {
		var ok bool
		if from, ok = d.cr.space.kept.Get(change.Revision); !ok {
			d.reject(fail(http.StatusBadRequest, "revision: there is no revision %q", change.Revision))
		}
	}
	then, at := pageWith(from.pages, change.Page, true), spotOf(d.pages, change.Page)
	take := d.take
	if then == nil {
		take = d.existing
	}
	now := take(change.Page)
	isLast := false // since the parent is gone
	var changed *contentPage
	switch {
	case change.Block != nil && (now == nil || then == nil):
		d.reject(invalid("block",
			"a page that the revision and the change request have", change.Page, ""))
	case then == nil:
		return
	case now == nil:
		d.touch(change.Page)
		changed = then.with(missingPages(then.below, d.pages))
		at = spotOf(from.pages, change.Page)
		if at.above != "" && pageWith(d.pages, at.above, true) == nil {
			at.above, isLast = "", true
		}
		for at.left != "" && d.indexAfter(at) == 0 { // that page is gone too
			at.left = spotOf(from.pages, at.left).left
		}
	default:
		changed = now.with(now.below)
		changed.updated = d.call.now()
		if change.Block == nil {
			changed.seed, changed.written = then.seed, then.written
		} else {
			d.revertBlocks(changed, then, change.Block)
		}
	}
	var index *int64 // nil means the end
	if d.call.enabled(ruleContentReverted) && !isLast {
		index = new(d.indexAfter(at))
	}
	d.place(changed, at.above, index)
}

// missingPages returns the pages and subpages in pages that others does not contain.
func missingPages(pages, others []*contentPage) (missing []*contentPage) {
	for _, p := range pages {
		if pageWith(others, p.seed.ID, false) == nil {
			missing = append(missing, p.with(missingPages(p.below, others)))
		}
	}
	return missing
}

// revertBlocks restores the blocks with the given keys from an earlier version of a page.
func (d *contentDraft) revertBlocks(p, then *contentPage, keys []string) {
	if p.seed.Document == nil && then.seed.Document == nil {
		numbered := func(text string) (blocks []richtext.Node) {
			for i, block := range blocksOf(text) {
				blocks = append(blocks, richtext.Node{Key: new(strconv.Itoa(i + 1)), Object: block})
			}
			return blocks
		}
		var text bytes.Buffer
		for _, block := range d.revertNodes(numbered(p.markdown()), numbered(then.markdown()), keys) {
			fmt.Fprintf(&text, "%s\n\n", block.Object)
		}
		p.seed.Sections = []Section{{ID: d.call.newID("section"), Body: text.String()}}
		return
	}
	document := *p.document()
	document.Nodes = d.revertNodes(document.Nodes, then.document().Nodes, keys)
	p.seed.Document = &document
	p.seed = p.seed.withText()
}

// revertNodes returns the nodes as they are now, except that the nodes with the given keys are as
// they were then.
func (d *contentDraft) revertNodes(now, then []richtext.Node, keys []string) []richtext.Node {
	find := func(nodes []richtext.Node, key string) int {
		return slices.IndexFunc(nodes, func(n richtext.Node) bool { return equalID(n.Key, key) })
	}
	nodes := slices.Clone(now)
	for _, key := range keys {
		at, from := find(nodes, key), find(then, key)
		switch {
		case at < 0 && from < 0:
			d.reject(fail(http.StatusBadRequest, "block: there is no block %q", key))
		case from < 0:
			nodes = slices.Delete(nodes, at, at+1)
		case at < 0:
			nodes = slices.Insert(nodes, min(from, len(nodes)), then[from])
		default:
			nodes[at] = then[from]
		}
	}
	return nodes
}

// upload adds files.
func (d *contentDraft) upload(files []changerequests.ContentFile) {
	for i, file := range files {
		content, contentType := file.Data, file.ContentType
		if file.URL != nil {
			source, isSeeded := d.call.fileURLs[*file.URL]
			if !isSeeded && d.call.enabled(ruleContentFileURL) {
				d.reject(invalid(
					fmt.Sprintf("files[%d].url", i),
					"a URL that was seeded with Spaces.Files.SetURL, since the server fetches nothing",
					*file.URL, ruleContentFileURL,
				))
			}
			content, contentType = source.content, orElse(contentType, source.file.ContentType)
		}
		id := d.fileIDs[len(d.files)]
		d.files = append(d.files, download{
			file: spaces.File{
				ID: id, Name: file.Name, ContentType: orElse(contentType,
					"application/octet-stream"), Size: int64(len(content)),
				DownloadURL: address(d.call.base+"/files", id, file.Name),
			},
			content: append([]byte{}, content...),
		})
	}
}

// store sets the text of a page. It resolves links to existing pages and files, and to the refs of
// the request.
func (d *contentDraft) store(id, markdown string) {
	d.pages = placed(d.pages, "")
	links := linkResolver{call: d.call, pages: d.pages, files: d.cr.head.files, refs: d.refs}
	if !d.call.enabled(ruleContentUnmerged) {
		links.merged = d.cr.space.main
	}
	d.pages, _ = edited(d.pages, id, func(p *contentPage) []*contentPage {
		changed := *p
		changed.seed.Sections = []Section{{ID: d.call.newID("section"), Body: links.stored(p, markdown)}}
		return []*contentPage{&changed}
	})
}

// commit creates the revision and returns the response.
func (d *contentDraft) commit() (response, error) {
	before, next := d.cr.head, d.cr.head.revisionContent
	d.pages = placed(d.pages, "")
	for _, f := range d.files {
		next.files = append(slices.Clip(next.files), f.file)
		d.call.downloads.Add(f.file.ID, f)
	}
	next.pages = d.pages
	b := d.cr.branch()
	result := changerequests.ContentUpdateResult{Changes: []changerequests.ContentUpdateChange{}}
	for _, id := range d.touched {
		p := pageWith(d.pages, id, true)
		b.settle(id)
		shown := changerequests.ContentUpdateChange{
			Object: changerequests.ContentUpdateChangeTypeUpdated,
			Page: changerequests.ContentUpdatePage{
				ID: id, Object: new("page"), URLs: &changerequests.ContentUpdatePageURLs{Location: d.call.location(
					"spaces", b.space.data.ID, "change-requests", d.cr.data.ID, "content", "page", id)},
			},
		}
		switch {
		case p == nil:
			shown.Object = changerequests.ContentUpdateChangeTypeDeleted
			shown.Page.Object, shown.Page.URLs = nil, nil
		case pageWith(before.pages, id, true) == nil:
			shown.Object, shown.Ref = changerequests.ContentUpdateChangeTypeCreated, filled(d.names[id])
		}
		result.Changes = append(result.Changes, shown)
	}
	d.call.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	result.ChangeRequest = d.call.showChangeRequest(d.cr)
	if compat := d.call.queryBool("compat"); compat == nil || *compat {
		return respondOK(result.ChangeRequest)
	}
	for _, f := range d.files {
		result.InsertedFiles = append(result.InsertedFiles, showFile(b.space, f.file, inFull))
	}
	return respondOK(result)
}

// SetURL sets the content of a URL from which files can be uploaded to change requests. The server
// never fetches a URL, so an upload from any other URL returns 400.
func (s SpaceFiles) SetURL(url, contentType string, content []byte) {
	defer open(s.server).mu.hold()()
	open(s.server).state.fileURLs[url] = download{
		file: spaces.File{ContentType: contentType}, content: bytes.Clone(content),
	}
}
