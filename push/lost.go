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
// the plan needs the intent only to recognize titles and metadata that the batch wrote.
func (r *run) resolve(ctx context.Context) error {
	in := r.state.Intent
	if in == nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(in.Pages))
	// Pages can have the same title and text. Those that are in their places come first, so that
	// none of them passes for one that is elsewhere.
	for _, resolve := range []func(context.Context, string, pageIntent) error{
		r.resolveUpdate, r.resolveInsert, r.resolveInsertElsewhere,
	} {
		for _, name := range names {
			sent, isOpen := in.Pages[name]
			if !isOpen {
				continue
			}
			if err := resolve(ctx, name, sent); err != nil {
				return err
			}
		}
	}
	for name, rec := range r.state.Pages {
		if r.nodes[rec.ID] == nil && slices.Contains(in.Deleted, rec.ID) {
			delete(r.state.Pages, name)
		}
	}
	return nil
}

// resolveInsert records a page that the batch inserted and that is in its place. The service may
// have stored its text in another form. If the revision directly follows that of the batch, the
// title and metadata are therefore sufficient.
func (r *run) resolveInsert(ctx context.Context, name string, sent pageIntent) error {
	parent := r.root
	if sent.Parent != "" {
		parent = r.nodes[sent.Parent]
	}
	if r.state.Pages[name] != nil || sent.Slug == "" || parent == nil {
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
	if sent.Expected == fingerprint(text) || r.follows && n.isAs(sent) {
		r.inserted(name, sent, n, text)
	}
	return nil
}

// resolveInsertElsewhere records a page that the batch inserted and that has another place by now:
// somebody else has moved it or has changed its slug, or the service stored another slug. Its text
// must be that of the batch, because the page can also be by somebody else.
func (r *run) resolveInsertElsewhere(ctx context.Context, name string, sent pageIntent) error {
	if r.state.Pages[name] != nil || sent.Slug == "" {
		return nil
	}
	for _, n := range r.unknown(sent.Parent) {
		if !n.isAs(sent) {
			continue
		}
		text, err := r.text(ctx, n.id)
		if err != nil {
			return err
		}
		if sent.Expected == fingerprint(text) {
			r.inserted(name, sent, n, text)
			return nil
		}
	}
	return nil
}

// unknown returns the pages with a text that no push knows and that did not exist before the batch,
// those below a parent first.
func (r *run) unknown(parent string) []*node {
	known := map[string]bool{}
	for _, id := range r.state.Intent.Existing {
		known[id] = true
	}
	for _, rec := range r.state.Pages {
		known[rec.ID] = true
	}
	var below, elsewhere []*node
	var visit func(n *node)
	visit = func(n *node) {
		for _, c := range n.children {
			switch {
			case c.kind != spaces.PageTypeDocument || known[c.id]:
			case n.id == parent:
				below = append(below, c)
			default:
				elsewhere = append(elsewhere, c)
			}
			visit(c)
		}
	}
	visit(r.root)
	return append(below, elsewhere...)
}

// inserted records that the batch inserted a page, whose text is given.
func (r *run) inserted(name string, sent pageIntent, n *node, text string) {
	read, slug := n.fields(), n.slug
	if !r.follows { // somebody else can have changed them since
		slug = sent.Slug
		if !n.isAs(sent) {
			read = sent.Fields
		}
	}
	// With the parent that the batch gave it, the plan notices that somebody else has moved it.
	r.state.Pages[name] = &pageState{
		ID: n.id, File: sent.File, Sent: sent.Sent, Stored: normalHash(text),
		Fields: sent.Fields, Read: read,
		Parent: sent.Parent, Slug: slug, Want: sent.Slug, Created: true,
	}
	delete(r.state.Intent.Pages, name) // another plan must not add it again if its record has moved
}

// resolveUpdate records what the batch changed on a page that existed.
func (r *run) resolveUpdate(ctx context.Context, name string, sent pageIntent) error {
	rec := r.state.Pages[name]
	if rec == nil || r.nodes[rec.ID] == nil {
		return nil
	}
	n := r.nodes[rec.ID]
	if sent.Slug != "" && sent.Slug == n.slug && sent.Parent == n.parent.id {
		rec.Want, rec.Slug, rec.Parent = sent.Slug, n.slug, n.parent.id
	}
	if sent.Expected.isNone() { // the batch did not change the text
		if n.isAs(sent) {
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
	isRead := n.isAs(sent)
	if sent.Expected == fingerprint(text) && (isChanged || r.follows && isRead && rec.Read != n.fields()) {
		rec.Sent, rec.Stored = sent.Sent, stored
		if r.follows || isRead {
			rec.Fields, rec.Read = cmp.Or(sent.Fields, rec.Fields), n.fields()
		}
	}
	return nil
}
