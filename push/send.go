package push

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/push/internal/source"
	"github.com/publishing-platform/publishing-go/richtext"
)

const (
	maxChanges = 50
	maxFiles   = 20
	maxBytes   = 8 << 20 // maximum size of the texts and files in a batch
	maxPlans   = 20
)

// errMoved means that somebody else has changed the change request since it was read.
var errMoved = errors.New("pushing: the change request has changed")

// push plans and sends operations until there are none left.
func (r *run) push(ctx context.Context) error {
	for range maxPlans {
		if err := r.plan(ctx); err != nil {
			return err
		}
		if !r.hasWritten && r.options.Expect != nil && !slices.Equal(r.actions(), r.options.Expect) {
			return ErrPlanChanged
		}
		if len(r.ops) > 0 && r.changeRequest == nil {
			if isNew, err := r.open(ctx); err != nil || isNew {
				if err != nil {
					return err
				}
				continue
			}
		}
		err := r.send(ctx)
		r.ops = nil
		if errors.Is(err, errMoved) {
			continue
		}
		if err != nil {
			return err
		}
		return r.end(ctx)
	}
	if r.rejection != nil {
		return fmt.Errorf("%w: %w", ErrBusy, r.rejection)
	}
	return ErrBusy
}

// open creates the change request, and reports whether its revision differs from that of the plan.
func (r *run) open(ctx context.Context) (bool, error) {
	var create changerequests.Create
	if r.target.Subject != "" {
		create.Subject = &r.target.Subject
	}
	if r.options.Store != nil {
		unmerged, err := r.unmerged(ctx)
		if err != nil {
			return false, err
		}
		r.state.Intent = &intent{Revision: r.revision, IsOpening: true}
		for _, found := range unmerged {
			r.state.Intent.Existing = append(r.state.Intent.Existing, found.ID)
		}
		if err := r.save(ctx); err != nil {
			return false, err
		}
	}
	created, err := r.client.ChangeRequests.Create(ctx, r.target.Space, create)
	if err != nil {
		if !api.MayHaveApplied(err) {
			r.state.Intent = nil
			err = errors.Join(err, r.save(ctx))
		}
		return false, err
	}
	isNew := created.Revision != r.revision
	r.opened(created)
	return isNew, r.save(ctx)
}

func (r *run) opened(changeRequest *changerequests.ChangeRequest) {
	r.changeRequest, r.revision = changeRequest, changeRequest.Revision
	r.state.ChangeRequest, r.state.Revision, r.state.Foreign, r.state.Intent = changeRequest.ID, changeRequest.Revision, "", nil
	r.state.begin()
}

// unmerged returns the change requests that are drafts or open.
func (r *run) unmerged(ctx context.Context) (found []changerequests.ChangeRequest, err error) {
	for _, status := range []changerequests.Status{changerequests.StatusDraft, changerequests.StatusOpen} {
		options := changerequests.ListOptions{Status: status, Limit: 1000}
		for changeRequest, err := range r.client.ChangeRequests.All(ctx, r.target.Space, options, api.WithStrictDecoding()) {
			if err != nil {
				return nil, err
			}
			found = append(found, changeRequest)
		}
	}
	return found, nil
}

// reopen finds the change request that an earlier push created without receiving the response. It
// must be the only new change request with the given subject that still has its initial revision.
func (r *run) reopen(ctx context.Context) error {
	unmerged, err := r.unmerged(ctx)
	if err != nil {
		return err
	}
	opening := r.state.Intent
	fits := slices.DeleteFunc(unmerged, func(c changerequests.ChangeRequest) bool {
		return slices.Contains(opening.Existing, c.ID) || c.Revision != c.RevisionInitial ||
			c.Subject != r.target.Subject
	})
	r.state.Intent = nil
	if len(fits) == 1 {
		r.opened(&fits[0])
	}
	return nil
}

// end saves the state at the end of a push.
func (r *run) end(ctx context.Context) error {
	for i, p := range r.tree.Pages {
		if rec := r.state.Pages[p.Path]; rec != nil && r.page == "" {
			rec.At = i + 1
		}
	}
	r.state.Intent = nil // the plan has resolved it
	return r.save(ctx)
}

// send sends the operations of the plan.
func (r *run) send(ctx context.Context) error {
	rest := r.ops
	var bodies []*op // updates of inserted pages, which link to pages that did not exist
	for len(rest) > 0 || len(bodies) > 0 {
		if len(bodies) > 0 && (len(rest) == 0 || rest[0].kind != ActionInsert) {
			rest, bodies = append(bodies, rest...), nil
		}
		b := &batch{run: r}
		for len(rest) > 0 && b.add(rest[0]) {
			rest = rest[1:]
		}
		if b.err != nil {
			return b.err
		}
		later, err := b.send(ctx)
		if err != nil {
			return err
		}
		bodies = append(bodies, later...)
	}
	return nil
}

// batch is one request with several operations.
type batch struct {
	*run
	ops   []*op
	bytes int
	refs  map[*source.Page]string // references to the inserted pages
	texts map[*source.Page]*source.Text
	err   error
}

// add adds an operation to the batch, and reports whether the batch can contain it.
func (b *batch) add(o *op) bool {
	if len(b.ops) > 0 {
		first := b.ops[0]
		isOther := (o.kind == ActionUpload) != (first.kind == ActionUpload) ||
			(o.kind == ActionInsert) != (first.kind == ActionInsert) ||
			o.isTemporary != first.isTemporary
		if isOther || len(b.ops) == maxChanges ||
			(first.kind == ActionUpload && len(b.ops) == maxFiles) ||
			(o.parent != nil && o.parent != b.root && o.parent.id == "") {
			return false
		}
	}
	size := 0
	switch {
	case o.kind == ActionUpload:
		size = int(b.assets[o.path].size)
	case o.body && !o.page.IsFolder():
		info, err := fs.Stat(b.directory, o.page.Path)
		if err != nil {
			b.err = err
			return false
		}
		size = int(info.Size())
	}
	if len(b.ops) > 0 && b.bytes+size > maxBytes {
		return false
	}
	b.ops, b.bytes = append(b.ops, o), b.bytes+size
	return true
}

// render returns a text, in which links lead to the IDs of pages, or to their refs if they have no
// IDs yet. It reports whether it could resolve all links. It uses no refs in definitions of links,
// because no source states that the service resolves them there.
func (r *run) render(text *source.Text, refs map[*source.Page]string) (string, bool) {
	isResolved := true
	rendered := text.Render(func(link source.Link) string {
		if link.Page != nil {
			n := r.pages[link.Page]
			if n.isGone {
				if rec := r.state.Pages[link.Page.Path]; rec != nil {
					return "/pages/" + rec.ID + link.Anchor // the same as in an earlier push
				}
				return ""
			}
			if n.id != "" {
				return "/pages/" + n.id + link.Anchor
			}
			if ref := refs[link.Page]; ref != "" && !link.IsDefinition {
				return "./" + ref + ".md" + link.Anchor
			}
			isResolved = false
			return ""
		}
		a := r.assets[link.Asset]
		if a == nil { // the file did not exist when the directory was read
			return ""
		}
		if a.id == "" && a.size <= changerequests.MaxContentFileSize {
			if same := r.state.Files[a.sum]; same.ID != "" {
				a.id = same.ID
			} else {
				isResolved = false
			}
		}
		if a.id != "" {
			return "/files/" + a.id + link.Anchor
		}
		if a.url != "" {
			return a.url + link.Anchor
		}
		return ""
	})
	return string(rendered), isResolved
}

func (b *batch) paths() (paths []string) {
	for _, o := range b.ops {
		paths = append(paths, o.path)
	}
	return paths
}

// deleted returns the IDs of the pages that the batch deletes.
func (b *batch) deleted() (ids []string) {
	for _, o := range b.ops {
		if o.kind == ActionDelete {
			ids = append(ids, o.node.id)
		}
	}
	return ids
}

// changes returns the changes of the batch, the content that it is about to write, and the
// operations that have to wait for a later batch.
func (b *batch) changes() (changes []changerequests.ContentChange, sent map[string]pageIntent, later []*op, err error) {
	sent = map[string]pageIntent{}
	if b.ops[0].kind == ActionUpload {
		change := changerequests.ContentChange{Operation: changerequests.ContentOperationInsertFiles}
		for _, o := range b.ops {
			data, err := fs.ReadFile(b.directory, o.path)
			if err != nil {
				return nil, nil, nil, fmt.Errorf("uploading a file: %w", err)
			}
			if sum, err := readAsset(b.directory, o.path); err != nil || sum.sum != b.assets[o.path].sum {
				return nil, nil, nil, errors.Join(fmt.Errorf("uploading a file: %s has changed since the directory was read", o.path), err)
			}
			contentType := mime.TypeByExtension(path.Ext(o.path))
			if contentType == "" {
				contentType = http.DetectContentType(data)
			}
			change.Files = append(change.Files, changerequests.ContentFile{Name: path.Base(o.path), ContentType: contentType, Data: data})
		}
		return []changerequests.ContentChange{change}, sent, nil, nil
	}
	refs := map[*source.Page]string{}
	for i, o := range b.ops {
		if o.kind == ActionInsert {
			refs[o.page] = fmt.Sprintf("push-%x-%d", hash(b.revision), i) // a ref must not be the path of a page
		}
	}
	b.refs, b.texts = refs, map[*source.Page]*source.Text{}
	for _, o := range b.ops {
		change := changerequests.ContentChange{At: o.at, Page: o.node.id}
		in := pageIntent{}
		switch o.kind {
		case ActionDelete:
			changes = append(changes, changerequests.ContentChange{Operation: changerequests.ContentOperationDeletePage, Page: o.node.id})
			continue
		case ActionInsert:
			change.Operation, change.Ref = changerequests.ContentOperationInsertPage, refs[o.page]
			change.Document = &richtext.Content{}
			in.File, in.Parent, in.Slug = fileHash(o.page), o.parent.id, o.slug
		default:
			change.Operation = changerequests.ContentOperationUpdatePage
			if o.parent != nil || o.slug != "" {
				in.Parent, in.Slug = o.node.parent.id, cmp.Or(o.slug, o.node.slug)
			}
		}
		if o.slug != "" {
			change.Slug = &o.slug
		}
		if o.parent != nil {
			switch {
			case o.parent.id != "":
				change.Into = api.Set(o.parent.id)
			case o.kind != ActionInsert:
				change.Into = api.Null[string]()
			}
		}
		text := ""
		if o.body && (o.kind != ActionInsert || !o.page.IsFolder()) {
			if b.texts[o.page], err = b.tree.Text(o.page); err != nil {
				return nil, nil, nil, err
			}
			rendered, isResolved := b.render(b.texts[o.page], refs)
			if o.kind == ActionInsert && !isResolved {
				later = append(later, &op{kind: ActionUpdate, page: o.page, path: o.path, node: o.node, body: true, isQuiet: true})
			} else {
				text = rendered
				content := richtext.Markdown(text)
				change.Document = &content
				in.Sent = hash(text)
			}
		}
		if o.body {
			in.Expected = fingerprint(text)
		}
		if o.fields {
			was := ""
			if o.kind != ActionInsert {
				was = b.state.Pages[o.path].Fields
			}
			setFields(&change, o.page, strings.Fields(was))
			in.Fields = fields(o.page.Title, o.page.Meta)
			in.HasMarkup = o.page.HasMarkup
		}
		changes = append(changes, change)
		if _, isMovedToo := sent[o.path]; !o.isTemporary && (!isMovedToo || in != pageIntent{}) {
			sent[o.path] = in
		}
	}
	return changes, sent, later, nil
}

// setFields sets the fields of a change to those in the front matter. It clears those that the last
// push set and that the front matter no longer contains.
func setFields(change *changerequests.ContentChange, p *source.Page, was []string) {
	change.Title = &p.Title
	for _, name := range append(p.Meta.Names(), was...) {
		switch name {
		case "description":
			change.Description = &p.Meta.Description
		case "emoji":
			change.Emoji = &p.Meta.Emoji
		case "icon":
			change.Icon = &p.Meta.Icon
		case "condition":
			change.Condition = &p.Meta.Condition
		case "hidden":
			change.Hidden = &p.Meta.Hidden
		case "noIndex":
			change.NoIndex = &p.Meta.NoIndex
		case "noRobotsIndex":
			change.NoRobotsIndex = &p.Meta.NoRobotsIndex
		}
	}
}

// existing returns the IDs of all pages and files of the revision.
func (r *run) existing() (ids []string) {
	for id := range r.nodes {
		ids = append(ids, id)
	}
	for _, f := range r.files {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return ids
}

// send sends the batch and reads the result. It returns the operations that have to wait for a
// later batch.
func (b *batch) send(ctx context.Context) ([]*op, error) {
	planned := b.revision
	if err := b.head(ctx); err != nil {
		return nil, err
	}
	if b.revision != planned {
		return nil, errMoved
	}
	changes, sent, later, err := b.changes()
	if err != nil {
		return nil, err
	}
	remember := b.forgetOrder()
	b.state.Intent = &intent{Revision: planned, Existing: b.existing(), Pages: sent, Deleted: b.deleted()}
	if err := b.save(ctx); err != nil {
		return nil, err
	}
	update := changerequests.ContentUpdate{Changes: changes}
	result, err := b.client.ChangeRequests.Content.Update(ctx, b.target.Space, b.changeRequest.ID, update)
	if err != nil {
		return nil, b.failed(ctx, planned, remember, err)
	}
	b.hasWritten = true
	b.changeRequest, b.revision = &result.ChangeRequest, result.ChangeRequest.Revision
	for _, o := range b.ops {
		if !o.isQuiet {
			b.result.Actions = append(b.result.Actions, o.action())
			if b.options.Progress != nil {
				b.options.Progress(o.action())
			}
		}
	}
	revision, err := b.getRevision(ctx)
	if err != nil {
		return nil, err
	}
	var edited error
	if !slices.Contains(revision.Parents, planned) {
		if len(revision.Parents) > 0 {
			planned = revision.Parents[0]
			b.state.Foreign = planned
		}
		edited = &EditedError{b.paths(), planned}
	}
	b.files = revision.Files
	err = b.arrived(ctx, result, revision, sent)
	if err == nil {
		b.state.Intent, b.state.Revision = nil, b.revision
		err = b.save(ctx)
	}
	switch {
	case err != nil && edited != nil:
		return nil, errors.Join(edited, err)
	case err != nil:
		return nil, err
	case edited != nil && b.ops[0].kind == ActionUpload: // it has overwritten nothing
		return nil, errMoved
	default:
		return later, edited
	}
}

// forgetOrder removes from the state the order of the pages that the batch moves, and of the pages
// beside them if only their order changes. If the push is interrupted, the next one must not take
// the half-done order for that of somebody else. It returns a function that undoes this.
func (b *batch) forgetOrder() (remember func()) {
	moved, ordered := map[*node]bool{}, map[*node]bool{}
	for _, o := range b.ops {
		if o.kind == ActionMove {
			moved[o.node] = true
			ordered[o.node.parent] = ordered[o.node.parent] || o.at != nil && o.parent == nil
		}
	}
	forgotten := map[*pageState]int{}
	for p, n := range b.pages {
		if rec := b.state.Pages[p.Path]; rec != nil && (moved[n] || n.parent != nil && ordered[n.parent]) {
			forgotten[rec], rec.At = rec.At, 0
		}
	}
	return func() {
		for rec, at := range forgotten {
			rec.At = at
		}
	}
}

// failed converts the error of a batch to the error of the push.
func (b *batch) failed(ctx context.Context, planned string, remember func(), err error) error {
	err = fmt.Errorf("pushing %s: %w", strings.Join(b.paths(), ", "), err)
	if api.MayHaveApplied(err) {
		return err
	}
	b.state.Intent = nil
	remember()
	if saved := b.save(ctx); saved != nil {
		return errors.Join(err, saved)
	}
	// The reason can be a change by somebody else.
	if headErr := b.head(ctx); headErr == nil && b.revision != planned {
		b.rejection = err
		return errMoved
	}
	return err
}
