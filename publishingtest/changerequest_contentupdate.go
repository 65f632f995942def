package publishingtest

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/check"
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

// contentUpdateOperations are the operations that change the content of change requests.
var contentUpdateOperations = operations{
	"ChangeRequests.Content.Update": {onChangeRequest(updateContent), limits.Table{
		limits.Query("compat", limits.Boolean), limits.BodyOf[changerequests.ContentUpdate](),
		limits.Body("changes[].files[].url", limits.URI),
	}},
}

var _ = []limits.Fact{
	limits.Enum(
		changerequests.ContentOperationInsertPage, changerequests.ContentOperationUpdatePage, changerequests.ContentOperationDeletePage,
		changerequests.ContentOperationRevertPage, changerequests.ContentOperationInsertFiles,
	),
}

// contentDraft is the content of a change request while changes are applied to it.
type contentDraft struct {
	*call
	cr      *changeRequest
	pages   []*contentPage
	files   []download
	touched []string          // IDs of the affected pages, each once
	refs    map[string]string // targets of links by the address that the request has for them
	names   map[string]string // refs of the inserted pages by their ID
	texts   map[string]string // Markdown that is still to be stored by the ID of its page
}

func updateContent(c *call, cr *changeRequest) (response, error) {
	in := input[changerequests.ContentUpdate](c)
	var broken *api.ValidationError
	if err := check.Struct(c.op.Name, in, func(string) bool { return false }); errors.As(err, &broken) {
		return response{}, invalid(broken.Field, broken.Rule, broken.Value, "")
	}
	if status := cr.data.Status; !c.enabled(ruleContentMerged) && (status == changerequests.StatusMerged || status == changerequests.StatusArchived) {
		return response{}, fail(http.StatusConflict, "the change request is %s [%s]", status, ruleContentMerged)
	}
	d := &contentDraft{call: c, cr: cr, pages: cr.head.pages, refs: map[string]string{}, names: map[string]string{}, texts: map[string]string{}}
	ids, err := d.nameAll(in.Changes)
	if err != nil {
		return response{}, err
	}
	for i, change := range in.Changes {
		if field, err := d.apply(change, ids[i]); err != nil {
			if because, ok := errors.AsType[*failure](err); ok {
				err = fail(because.status, "changes[%d].%s: %s", i, field, because.message)
			}
			return response{}, err
		}
	}
	return d.commit()
}

// nameAll returns the ID of each page and file that the changes insert, and records what their refs
// refer to.
func (d *contentDraft) nameAll(changes []changerequests.ContentChange) ([][]string, error) {
	ids := make([][]string, len(changes))
	for i, change := range changes {
		if change.Operation == changerequests.ContentOperationInsertPage {
			ids[i] = []string{d.newID("page")}
			if change.Ref != "" {
				if at := (linkResolver{pages: d.pages}).byPath(change.Ref); at != nil {
					return nil, invalid(fmt.Sprintf("changes[%d].ref", i), "a ref that is no path of a page", change.Ref, "")
				}
				d.refs[change.Ref+".md"], d.names[ids[i][0]] = pageTarget(ids[i][0]), change.Ref
			}
		}
		for j, file := range change.Files {
			ids[i] = append(ids[i], d.newID("file"))
			if file.Ref != "" {
				d.refs[file.Ref] = "/" + fileTarget(ids[i][j])
			}
		}
	}
	return ids, nil
}

// apply applies a change. The field of an error is the one that the error is about.
func (d *contentDraft) apply(change changerequests.ContentChange, ids []string) (field string, err error) {
	switch change.Operation {
	case changerequests.ContentOperationInsertPage:
		created := &contentPage{seed: Page{ID: ids[0], Type: spaces.PageTypeDocument}, written: true, created: d.now()}
		d.touch(ids[0])
		d.describe(created, change)
		parent, _ := change.Into.Get()
		if field, err := d.place(created, parent, change.At); err != nil {
			return field, err
		}
		d.store(ids[0])
		return "", nil
	case changerequests.ContentOperationUpdatePage:
		if field, err := d.update(change); err != nil {
			return field, err
		}
		d.store(change.Page)
		return "", nil
	case changerequests.ContentOperationDeletePage:
		taken := d.take(change.Page)
		if taken == nil {
			return "page", absentPage(change.Page)
		}
		if !d.enabled(ruleUpdateDeleted) {
			for p := range allPages(taken.below) {
				d.touch(p.seed.ID)
			}
		}
		return "", nil
	case changerequests.ContentOperationRevertPage:
		return d.revert(change)
	default:
		return d.upload(change.Files, ids)
	}
}

func absentPage(id string) error { return fail(http.StatusBadRequest, "there is no page %q", id) }

// touch records that a page is affected.
func (d *contentDraft) touch(id string) {
	if !slices.Contains(d.touched, id) {
		d.touched = append(d.touched, id)
	}
}

// take removes a page with its subpages and returns it, nil if there is none.
func (d *contentDraft) take(id string) (taken *contentPage) {
	d.pages, _ = edited(d.pages, id, func(p *contentPage) []*contentPage {
		taken = p
		return nil
	})
	if taken != nil {
		d.touch(id)
	}
	return taken
}

// place adds a page below a parent, or at the root if parent is empty. It becomes the last page if
// at is nil.
func (d *contentDraft) place(p *contentPage, parent string, at *int64) (field string, err error) {
	add := func(row []*contentPage) []*contentPage {
		i := len(row)
		switch {
		case slugs(row)[p.seed.Slug]:
			field, err = "slug", fail(http.StatusBadRequest, "want a slug that no other page of the parent has, got %q", p.seed.Slug)
		case at != nil && *at > int64(i) && !d.enabled(ruleContentAt):
			field, err = "at", fail(http.StatusBadRequest, "want at most %d, got %d [%s]", i, *at, ruleContentAt)
		case at != nil:
			i = int(min(*at, int64(i)))
		}
		return slices.Insert(slices.Clone(row), i, p)
	}
	if parent == "" {
		d.pages = add(d.pages)
		return field, err
	}
	pages, found := edited(d.pages, parent, func(above *contentPage) []*contentPage {
		if !above.hasPath() {
			field, err = "into", fail(http.StatusBadRequest, "want a document or a group, got %q", parent)
		}
		changed := *above
		changed.below = add(above.below)
		return []*contentPage{&changed}
	})
	if !found {
		return "into", fail(http.StatusBadRequest, "want a page outside of the one that moves, got %q", parent)
	}
	d.pages = pages
	return field, err
}

// describe sets the fields and the text of a page that a change contains. Front matter and a
// leading heading in Markdown take precedence.
func (d *contentDraft) describe(p *contentPage, change changerequests.ContentChange) {
	if text := change.Document; text != nil {
		p.seed.Document, p.seed.Sections = text.Document, nil
		if text.Markdown != nil {
			d.texts[p.seed.ID] = frontMatter(*text.Markdown, &change)
		}
		p.seed, p.written = p.seed.withText(), true
	}
	setIfGiven(&p.seed.Title, change.Title)
	setIfGiven(&p.seed.Slug, change.Slug)
	setIfGiven(&p.seed.Emoji, change.Emoji)
	setIfGiven(&p.seed.Icon, change.Icon)
	setIfGiven(&p.seed.Description, change.Description)
	setIfGiven(&p.seed.Hidden, change.Hidden)
	setIfGiven(&p.seed.NoIndex, change.NoIndex)
	setIfGiven(&p.seed.NoRobotsIndex, change.NoRobotsIndex)
	setIfGiven(&p.seed.Condition, change.Condition)
	if p.seed.Title == "" {
		p.seed.Title = byRule(d.state, ruleContentTitle, "Untitled", "Page")
	}
	if p.seed.Slug == "" {
		p.seed.Slug = slugOf(p.seed.Title, nil)
	}
	p.updated = d.now()
}

func (d *contentDraft) update(change changerequests.ContentChange) (field string, err error) {
	at := spots(d.pages)[change.Page]
	was := d.take(change.Page)
	switch {
	case was == nil:
		return "page", absentPage(change.Page)
	case was.seed.Type != spaces.PageTypeDocument:
		return "page", fail(http.StatusBadRequest, "want a document, got %q", change.Page)
	}
	changed := *was
	d.describe(&changed, change)
	parent, isSet := change.Into.Get()
	if !isSet && !change.Into.IsNull() {
		parent = at.above
	}
	if change.At == nil && parent == at.above {
		change.At = new(d.indexAfter(at))
	}
	return d.place(&changed, parent, change.At)
}

// indexAfter returns the index of a place among its siblings.
func (d *contentDraft) indexAfter(at spot) int64 {
	row := d.pages
	if above := pageWith(d.pages, at.above, false); above != nil {
		row = above.below
	}
	return int64(slices.IndexFunc(row, func(p *contentPage) bool { return p.seed.ID == at.left }) + 1)
}

// revert takes a page back to a revision. A page that both have stays where it is. A page that was
// deleted comes back with those of its subpages that do not exist.
func (d *contentDraft) revert(change changerequests.ContentChange) (field string, err error) {
	from := d.cr.ancestor
	if change.Revision != "" {
		var ok bool
		if from, ok = d.cr.space.kept.Get(change.Revision); !ok {
			return "revision", fail(http.StatusBadRequest, "there is no revision %q", change.Revision)
		}
	}
	then, at := pageWith(from.pages, change.Page, false), spots(d.pages)[change.Page]
	now := d.take(change.Page)
	switch {
	case now == nil && then == nil:
		return "page", absentPage(change.Page)
	case change.Block != nil && (now == nil || then == nil):
		return "block", fail(http.StatusBadRequest, "want a page that the revision and the change request have, got %q", change.Page)
	case then == nil:
		return "", nil
	case now == nil:
		d.touch(change.Page)
		restored := *then
		restored.below = missingPages(then.below, d.pages)
		at = spots(from.pages)[change.Page]
		if pageWith(d.pages, at.above, false) == nil {
			at.above = ""
		}
		return d.place(&restored, at.above, d.revertedTo(at))
	}
	changed := *now
	if change.Block == nil {
		changed.seed, changed.written = then.seed, then.written
	} else if err := changed.revertBlocks(now, then, change.Block); err != nil {
		return "block", err
	}
	changed.updated = d.now()
	return d.place(&changed, at.above, d.revertedTo(at))
}

// revertedTo returns the index at which a page that is reverted is placed, nil for the end.
func (d *contentDraft) revertedTo(at spot) *int64 {
	if !d.enabled(ruleContentReverted) {
		return nil
	}
	return new(d.indexAfter(at))
}

// missingPages returns the pages with their subpages that others do not contain.
func missingPages(pages, others []*contentPage) (missing []*contentPage) {
	for _, p := range pages {
		if pageWith(others, p.seed.ID, false) == nil {
			restored := *p
			restored.below = missingPages(p.below, others)
			missing = append(missing, &restored)
		}
	}
	return missing
}

// revertBlocks sets the text of a page to that of now, with the blocks of the given keys as they
// were then.
func (p *contentPage) revertBlocks(now, then *contentPage, keys []string) error {
	if now.seed.Document == nil && then.seed.Document == nil {
		numbered := func(text string) (blocks []richtext.Node) {
			for i, block := range blocksOf(text) {
				blocks = append(blocks, richtext.Node{Key: new(strconv.Itoa(i + 1)), Object: block})
			}
			return blocks
		}
		blocks, err := revertedNodes(numbered(now.markdown()), numbered(then.markdown()), keys)
		var text bytes.Buffer
		for _, block := range blocks {
			fmt.Fprintf(&text, "%s\n\n", block.Object)
		}
		p.seed.Sections = []Section{{Body: text.String()}}
		return err
	}
	document := *now.document()
	nodes, err := revertedNodes(document.Nodes, then.document().Nodes, keys)
	document.Nodes = nodes
	p.seed.Document = &document
	p.seed = p.seed.withText()
	return err
}

// revertedNodes returns the nodes now with those of the given keys as they were then.
func revertedNodes(now, then []richtext.Node, keys []string) ([]richtext.Node, error) {
	find := func(nodes []richtext.Node, key string) int {
		return slices.IndexFunc(nodes, func(n richtext.Node) bool { return equalID(n.Key, key) })
	}
	nodes := slices.Clone(now)
	for _, key := range keys {
		at, from := find(nodes, key), find(then, key)
		switch {
		case at < 0 && from < 0:
			return nil, fail(http.StatusBadRequest, "there is no block %q", key)
		case from < 0:
			nodes = slices.Delete(nodes, at, at+1)
		case at < 0:
			nodes = slices.Insert(nodes, min(from, len(nodes)), then[from])
		default:
			nodes[at] = then[from]
		}
	}
	return nodes, nil
}

// upload adds files.
func (d *contentDraft) upload(files []changerequests.ContentFile, ids []string) (field string, err error) {
	for i, file := range files {
		content, contentType := file.Data, file.ContentType
		if file.URL != nil {
			source, isSeeded := d.fileURLs[*file.URL]
			if !isSeeded && d.enabled(ruleContentFileURL) {
				err := fail(http.StatusBadRequest, "want a URL that was seeded with Spaces.Files.AddURL, since the server fetches nothing, got %q [%s]", *file.URL, ruleContentFileURL)
				return fmt.Sprintf("files[%d].url", i), err
			}
			content, contentType = source.content, orElse(contentType, source.file.ContentType)
		}
		d.files = append(d.files, download{
			file: spaces.File{
				ID: ids[i], Name: file.Name, ContentType: orElse(contentType, "application/octet-stream"), Size: int64(len(content)),
				DownloadURL: address(d.base+"/files", ids[i], file.Name),
			},
			content: append([]byte{}, content...),
		})
	}
	return "", nil
}

// store sets the text of a page that a change contains. Its links lead to what exists by then, or
// to what the request has a ref for.
func (d *contentDraft) store(id string) {
	text, isNew := d.texts[id]
	if !isNew {
		return
	}
	delete(d.texts, id)
	d.pages = placed(d.pages, "")
	links := linkResolver{call: d.call, pages: d.pages, files: d.cr.head.files, refs: d.refs}
	if !d.enabled(ruleContentUnmerged) {
		links.merged = d.cr.space.main
	}
	d.pages, _ = edited(d.pages, id, func(p *contentPage) []*contentPage {
		changed := *p
		changed.seed.Sections = []Section{{ID: d.newID("section"), Body: links.stored(p, text)}}
		return []*contentPage{&changed}
	})
}

// commit creates the revision and responds with it.
func (d *contentDraft) commit() (response, error) {
	before, next := d.cr.head, d.cr.head.revisionContent
	d.pages = placed(d.pages, "")
	for _, f := range d.files {
		next.files = append(slices.Clip(next.files), f.file)
		d.downloads.Add(f.file.ID, f)
	}
	next.pages = d.pages
	b := branch{space: d.cr.space, changeRequest: d.cr}
	result := changerequests.ContentUpdateResult{Changes: []changerequests.ContentUpdateChange{}}
	for _, id := range d.touched {
		p := pageWith(d.pages, id, false)
		b.settle(id)
		shown := changerequests.ContentUpdateChange{Object: changerequests.ContentUpdateChangeTypeUpdated, Page: changerequests.ContentUpdatePage{ID: id}}
		switch {
		case p == nil:
			shown.Object = changerequests.ContentUpdateChangeTypeDeleted
		case pageWith(before.pages, id, false) == nil:
			shown.Object, shown.Ref = changerequests.ContentUpdateChangeTypeCreated, filled(d.names[id])
		}
		if p != nil {
			location := d.location("spaces", b.space.data.ID, "change-requests", d.cr.data.ID, "content", "page", id)
			shown.Page.Object, shown.Page.URLs = new("page"), &changerequests.ContentUpdatePageURLs{Location: location}
		}
		result.Changes = append(result.Changes, shown)
	}
	d.call.commit(b, revision{kind: spaces.RevisionTypeEdits, revisionContent: next})
	result.ChangeRequest = d.showChangeRequest(d.cr)
	if compat := d.queryBool("compat"); compat == nil || *compat {
		return respondOK(result.ChangeRequest)
	}
	for _, f := range d.files {
		result.InsertedFiles = append(result.InsertedFiles, showFile(b.space, f.file, inFull))
	}
	return respondOK(result)
}

// AddURL sets the content of a URL, for uploads to change requests from it. The server fetches
// nothing: an upload from any other URL returns 400.
func (s SpaceFiles) AddURL(url, contentType string, content []byte) {
	defer s.mu.hold()()
	s.state.fileURLs[url] = download{file: spaces.File{ContentType: contentType}, content: bytes.Clone(content)}
}
