package publishingtest

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
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

// rejectIf ends the call with an error about the current change if the change is wrong. The error
// begins with the name of the invalid field.
func (d *contentDraft) rejectIf(wrong bool, err error) {
	if wrong {
		d.call.accept(fail(http.StatusBadRequest, "changes[%d].%v", d.index, err))
	}
}

// name generates the IDs of the page or of the files that a change inserts, and records the targets
// of their refs.
func (d *contentDraft) name(change *changerequests.ContentChange) {
	if change.Operation == changerequests.ContentOperationInsertPage {
		change.Page = d.call.newID("page")
		d.names[change.Page] = change.Ref
		d.addRef("ref", change.Ref, ".md", pageTarget(change.Page))
	}
	for i, file := range change.Files {
		id := d.call.newID("file")
		d.fileIDs = append(d.fileIDs, id)
		d.addRef(fmt.Sprintf("files[%d].ref", i), file.Ref, "", "/"+fileTarget(id))
	}
}

// addRef records the target of links to a ref. The links end in the given extension.
func (d *contentDraft) addRef(field, ref, extension, target string) {
	if ref != "" {
		d.rejectIf(pageAt(d.pages, ref) != nil,
			invalid(field, "a ref that is no path of a page", ref, ""))
		d.refs[ref+extension] = target
	}
}

func (d *contentDraft) apply(change changerequests.ContentChange) {
	switch change.Operation {
	case changerequests.ContentOperationInsertPage:
		d.put(&contentPage{
			seed: Page{ID: change.Page, Type: spaces.PageTypeDocument}, written: true, created: d.call.now(),
		}, change)
	case changerequests.ContentOperationUpdatePage:
		at := d.take(change.Page, nil)
		d.rejectIf(at.page.seed.Type != spaces.PageTypeDocument,
			invalid("page", "a document", change.Page, ""))
		if change.Into.IsZero() {
			change.Into = api.Set(at.above)
		}
		if parent, _ := change.Into.Get(); change.At == nil && parent == at.above {
			change.At = new(d.indexAfter(at))
		}
		d.put(at.page.with(at.page.below), change)
	case changerequests.ContentOperationDeletePage:
		taken := d.take(change.Page, nil).page
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

// touch records that a page is affected.
func (d *contentDraft) touch(id string) {
	if !slices.Contains(d.touched, id) {
		d.touched = append(d.touched, id)
	}
}

// take removes a page with its subpages, and returns the place that it had. A page that does not
// exist is rejected, unless an earlier version is given.
func (d *contentDraft) take(id string, earlier *contentPage) spot {
	at := spotOf(d.pages, id)
	d.rejectIf(at.page == nil && earlier == nil, fmt.Errorf("page: there is no page %q", id))
	if at.page != nil {
		d.touch(id)
		d.pages, _ = edited(d.pages, id, func(*contentPage) []*contentPage { return nil })
	}
	return at
}

// tree returns the pages below a page without an ID, so that the root is a parent like any other.
func (d *contentDraft) tree() []*contentPage { return []*contentPage{{below: d.pages}} }

// indexAfter returns the index after the previous sibling of the spot.
func (d *contentDraft) indexAfter(at spot) int64 {
	isLeft := func(p *contentPage) bool { return p.seed.ID == at.left }
	return int64(slices.IndexFunc(spotOf(d.tree(), at.above).page.below, isLeft) + 1)
}

// place adds a page below a parent, or at the root if parent is empty. If at is nil, the page comes
// last. place returns the copy of the page that it has added, which no revision contains yet.
func (d *contentDraft) place(p *contentPage, parent string, at *int64) *contentPage {
	above := spotOf(d.tree(), parent).page
	d.rejectIf(above == nil, invalid("into", "a page outside of the one that moves", parent, ""))
	d.rejectIf(parent != "" && !above.hasPath(),
		invalid("into", "a document or a group", parent, ""))
	last := int64(len(above.below))
	i := *orNew(at, last)
	d.rejectIf(slugs(above.below)[p.seed.Slug],
		invalid("slug", "a slug that no other page of the parent has", p.seed.Slug, ""))
	d.rejectIf(i > last && !d.call.enabled(ruleContentAt),
		invalid("at", fmt.Sprintf("at most %d", last), i, ruleContentAt))
	tree, _ := edited(d.tree(), parent, func(above *contentPage) []*contentPage {
		row := slices.Insert(slices.Clone(above.below), int(max(0, min(i, last))), p)
		return []*contentPage{above.with(row)}
	})
	d.touch(p.seed.ID)
	d.pages = placed(tree[0].below, "")
	return spotOf(d.pages, p.seed.ID).page
}

// put places a page, and sets its fields and its text to those of a change. Values in front matter
// and in a leading heading of the Markdown take precedence.
func (d *contentDraft) put(p *contentPage, change changerequests.ContentChange) {
	var markdown *string
	if text := change.Document; text != nil {
		p.seed.Document, p.seed.Sections, markdown = text.Document, nil, text.Markdown
		if markdown != nil {
			markdown = new(frontMatter(*markdown, &change))
		}
		p.seed, p.written = p.seed.withText(), true
		for i := range p.seed.Sections { // a node of a document need not have a key
			d.call.fillID(&p.seed.Sections[i].ID, "section")
		}
	}
	merge(&p.seed, change)
	fill(&p.seed.Title, byRule(d.call.state, ruleContentTitle, "Untitled", "Page"))
	fill(&p.seed.Slug, slugOf(p.seed.Title, nil))
	p.updated = d.call.now()
	parent, _ := change.Into.Get()
	p = d.place(p, parent, change.At)
	if markdown != nil { // links depend on the places of the pages
		p.seed.Sections = []Section{{ID: d.call.newID("section"), Body: d.stored(p, *markdown)}}
	}
}

// revert reverts a page to a revision. A page that the change request and the revision both contain
// keeps its place. A deleted page is restored, together with its missing subpages.
func (d *contentDraft) revert(change changerequests.ContentChange) {
	from := d.cr.ancestor
	if id := change.Revision; id != "" {
		from, _ = d.cr.space.kept.Get(id)
		d.rejectIf(from == nil, fmt.Errorf("revision: there is no revision %q", id))
	}
	then := pageWith(from.pages, change.Page, true)
	at := d.take(change.Page, then)
	d.rejectIf(change.Block != nil && (at.page == nil || then == nil),
		invalid("block", "a page that the revision and the change request have", change.Page, ""))
	if then == nil {
		return
	}
	p, parent, index := at.page, at.above, new(d.indexAfter(at))
	if p == nil {
		p = then.with(missingPages(then.below, d.pages))
		parent, index = d.formerPlace(from, change.Page)
	} else {
		p = d.reverted(p, then, change.Block)
	}
	d.place(p, parent, byRule(d.call.state, ruleContentReverted, index, nil))
}

// formerPlace returns the parent and the index at which a page of a revision is restored. The index
// is nil if the parent is gone, so that the page becomes the last one at the root.
func (d *contentDraft) formerPlace(from *revision, id string) (parent string, index *int64) {
	at := spotOf(from.pages, id)
	if at.above != "" && pageWith(d.pages, at.above, true) == nil {
		return "", nil
	}
	for at.left != "" && d.indexAfter(at) == 0 { // that page is gone too
		at.left = spotOf(from.pages, at.left).left
	}
	return at.above, new(d.indexAfter(at))
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

// reverted returns a copy of a page in which the blocks with the given keys are as they were in an
// earlier version. If keys is nil, the entire page is, except for its subpages.
func (d *contentDraft) reverted(now, then *contentPage, keys []string) *contentPage {
	p := now.with(now.below)
	p.updated = d.call.now()
	switch {
	case keys == nil:
		p.seed, p.written = then.seed, then.written
	case now.seed.Document == nil && then.seed.Document == nil:
		was, is := blocksOf(then.markdown(), textBlock), blocksOf(now.markdown(), textBlock)
		text := textOf(d.revertNodes(is, was, keys))
		p.seed.Sections = []Section{{ID: d.call.newID("section"), Body: text}}
	default:
		document := *now.document()
		document.Nodes = d.revertNodes(document.Nodes, then.document().Nodes, keys)
		p.seed.Document = &document
		p.seed = p.seed.withText()
	}
	return p
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
		d.rejectIf(at < 0 && from < 0, fmt.Errorf("block: there is no block %q", key))
		switch {
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
		added := download{content: file.Data}
		if file.URL != nil {
			source, isSeeded := d.call.fileURLs[*file.URL]
			field := fmt.Sprintf("files[%d].url", i)
			d.rejectIf(!isSeeded && d.call.enabled(ruleContentFileURL),
				unseeded(field, "Spaces.Files.SetUpload", *file.URL, ruleContentFileURL))
			added = source
		}
		id := d.fileIDs[len(d.files)]
		added.file = spaces.File{
			ID: id, Name: file.Name, Size: int64(len(added.content)),
			ContentType: cmp.Or(file.ContentType, added.file.ContentType, "application/octet-stream"),
			DownloadURL: address(d.call.base+"/files", id, file.Name),
		}
		d.files = append(d.files, added)
	}
}

// commit creates the revision and returns the response.
func (d *contentDraft) commit() (response, error) {
	b, before, next := d.cr.branch(), d.cr.head, d.cr.head.revisionContent
	next.pages = d.pages
	result := changerequests.ContentUpdateResult{Changes: []changerequests.ContentUpdateChange{}}
	for _, f := range d.files {
		d.call.downloads.Add(f.file.ID, f)
		next.files = append(slices.Clip(next.files), f.file)
		result.InsertedFiles = append(result.InsertedFiles, showFile(b.space, f.file, inFull))
	}
	for _, id := range d.touched {
		b.settle(id)
		shown := changerequests.ContentUpdateChange{Page: changerequests.ContentUpdatePage{ID: id}}
		shown.Object = changerequests.ContentUpdateChangeTypeDeleted
		if pageWith(d.pages, id, true) != nil {
			shown.Object = changerequests.ContentUpdateChangeTypeUpdated
			shown.Page.Object = new("page")
			shown.Page.URLs = &changerequests.ContentUpdatePageURLs{Location: d.call.location(
				"spaces", b.space.data.ID, "change-requests", d.cr.data.ID, "content", "page", id)}
			if pageWith(before.pages, id, true) == nil {
				shown.Object = changerequests.ContentUpdateChangeTypeCreated
				shown.Ref = filled(d.names[id])
			}
		}
		result.Changes = append(result.Changes, shown)
	}
	d.call.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	result.ChangeRequest = d.call.showChangeRequest(d.cr)
	if *orNew(d.call.queryBool("compat"), true) {
		return respondOK(result.ChangeRequest)
	}
	return respondOK(result)
}

// SetUpload sets the content of a URL from which files can be uploaded to change requests. The
// server never fetches a URL, so an upload from any other URL returns 400.
func (s SpaceFiles) SetUpload(url, contentType string, content []byte) {
	defer open(s.server).mu.hold()()
	open(s.server).state.fileURLs[url] = download{
		file: spaces.File{ContentType: contentType}, content: bytes.Clone(content),
	}
}
