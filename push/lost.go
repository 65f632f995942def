package push

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/publishing-platform/publishing-go/spaces"
)

// resolve records in the state what a batch whose response was lost did. It finds each page at the
// place that the batch gave it, since the file can have another path or place by now. Afterwards,
// the plan does not need the intent.
func (r *run) resolve(ctx context.Context) error {
	in := r.state.Intent
	if in == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(in.Pages)) {
		sent, resolve := in.Pages[name], r.resolveInsert
		if r.state.Pages[name] != nil {
			resolve = r.resolveUpdate
		}
		if err := resolve(ctx, name, sent); err != nil {
			return err
		}
	}
	for name, rec := range r.state.Pages {
		if r.nodes[rec.ID] == nil && slices.Contains(in.Deleted, rec.ID) {
			delete(r.state.Pages, name)
		}
	}
	return nil
}

// resolveInsert records a page that the batch inserted. The service may have stored its text in
// another form. If the revision directly follows that of the batch, the title and metadata are
// therefore sufficient.
func (r *run) resolveInsert(ctx context.Context, name string, sent pageIntent) error {
	parent := r.root
	if sent.Parent != "" {
		parent = r.nodes[sent.Parent]
	}
	if sent.Slug == "" || parent == nil {
		return nil
	}
	n := child(parent, sent.Slug)
	if n == nil || n.kind != spaces.PageTypeDocument || slices.Contains(r.state.Intent.Existing, n.id) {
		return nil
	}
	text, err := r.text(ctx, n.id)
	if err != nil {
		return err
	}
	if sent.Expected != fingerprint(text) && !(r.follows && sent.Fields == n.fields()) {
		return nil
	}
	read := n.fields()
	if !r.follows { // somebody else can have changed them since
		read = sent.Fields
	}
	r.state.Pages[name] = &pageState{
		ID: n.id, File: sent.File, Sent: sent.Sent, Stored: normalHash(text),
		Fields: sent.Fields, Read: read,
		Parent: n.parent.id, Slug: n.slug, Want: sent.Slug, Created: true,
	}
	delete(r.state.Intent.Pages, name) // another plan must not add it again if its record has moved
	return nil
}

// resolveUpdate records what the batch changed on a page that existed.
func (r *run) resolveUpdate(ctx context.Context, name string, sent pageIntent) error {
	rec := r.state.Pages[name]
	n := r.nodes[rec.ID]
	if n == nil {
		return nil
	}
	if sent.Slug != "" && sent.Slug == n.slug && sent.Parent == n.parent.id {
		rec.Want, rec.Slug, rec.Parent = sent.Slug, n.slug, n.parent.id
	}
	if sent.Expected.isNone() { // the batch did not change the text
		if sent.Fields != "" && sent.Fields == n.fields() {
			rec.Fields, rec.Read = sent.Fields, n.fields()
		}
		return nil
	}
	text, err := r.text(ctx, rec.ID)
	if err != nil {
		return err
	}
	stored := normalHash(text)
	isChanged := !rec.Stored.isNone() && rec.Stored != stored
	// A text can have the same fingerprint as the one before it, and somebody else can have changed
	// the title or metadata since.
	isRead := sent.Fields != "" && sent.Fields == n.fields()
	if sent.Expected == fingerprint(text) && (isChanged || r.follows && isRead && rec.Read != n.fields()) {
		rec.Sent, rec.Stored = sent.Sent, stored
		if r.follows || isRead {
			rec.Fields, rec.Read = cmp.Or(sent.Fields, rec.Fields), n.fields()
		}
	}
	return nil
}
