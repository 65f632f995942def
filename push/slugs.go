package push

import (
	"fmt"
	"slices"
)

// temporarySlug returns a slug for a page whose own slug another page takes first.
func temporarySlug(id string) string { return fmt.Sprintf("push-%x", hash(id)) }

// spot is a parent and a slug. Only one page can have both.
type spot struct {
	parent *node
	slug   string
}

// planSlugs makes sure that each page can get its slug. If another page has the slug and leaves its
// place later, the other page gets a temporary slug first. If the other page stays, the operation
// that needs the slug is dropped. If it is an insertion or a move to another parent, planSlugs
// returns errBarred.
func (r *run) planSlugs() error {
	at, leaves := map[spot]*node{}, map[*node]*op{}
	places := map[*node]spot{}
	for _, n := range r.nodes {
		places[n] = spot{n.readParent, n.readSlug}
		at[places[n]] = n
	}
	for _, o := range r.ops {
		if o.kind == ActionDelete ||
			(o.kind == ActionMove && o.spot(places[o.node]) != places[o.node]) {
			leaves[o.node] = o
		}
	}
	var first, kept []*op
	for i, o := range r.ops {
		if o.kind == ActionUpload || o.kind == ActionUpdate {
			kept = append(kept, o)
			continue
		}
		if o.kind == ActionDelete {
			delete(at, places[o.node])
			delete(places, o.node)
			kept = append(kept, o)
			continue
		}
		to := o.spot(places[o.node])
		other := at[to]
		isTaken := other != nil && other != o.node
		if isTaken && leaves[other] == nil {
			why := fmt.Sprintf("another page has the slug %q, and stays", to.slug)
			if o.parent != nil {
				r.barred[o.path] = why
				return errBarred
			}
			r.conflict(o.path, "%s", why)
			delete(leaves, o.node)
			kept = append(kept, o.withoutMove()...)
			if slices.ContainsFunc(first, func(f *op) bool { return f.node == o.node }) {
				r.ops = slices.Concat(kept, r.ops[i+1:])
				return r.planSlugs() // the page keeps its slug, which another page would have got
			}
			continue
		}
		if isTaken {
			later := leaves[other]
			if later.kind == ActionMove {
				later.slug = slugOf(later.page)
			}
			slug := temporarySlug(other.id)
			places[other] = spot{to.parent, slug}
			at[places[other]] = other
			first = append(first, &op{kind: ActionMove, path: later.path, node: other, slug: slug, isQuiet: true, isTemporary: true})
		}
		delete(at, places[o.node])
		delete(leaves, o.node)
		places[o.node], at[to] = to, o.node
		kept = append(kept, o)
	}
	r.ops = slices.Concat(first, kept)
	return nil
}

// spot returns the place of a page after the operation inserts or moves it.
func (o *op) spot(before spot) spot {
	if o.parent != nil {
		before.parent = o.parent
	}
	if o.slug != "" {
		before.slug = o.slug
	}
	return before
}

// withoutMove returns the operation on a page that does not get another slug, if one remains.
func (o *op) withoutMove() []*op {
	// A text with the slug in its front matter would be rejected too.
	if !(o.fields || o.body) || o.page.HasSlug {
		return nil
	}
	o.kind, o.slug = ActionUpdate, ""
	return []*op{o}
}
