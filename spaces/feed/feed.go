// Package feed reports what changed in the pages of a space since an earlier run. It is for
// programs that keep a copy of the pages, such as a mirror, a search index or a translation. If a
// response is incomplete, or the token has lost access to a page, the package does not report the
// page as removed.
//
//	changes := feed.New(client.Spaces, spaceID, state, feed.Options{})
//	for change, err := range changes.All(ctx) {
//		if err != nil {
//			return err
//		}
//		transaction.Apply(change)
//	}
//	next, err := changes.State()
//	if err != nil {
//		return err
//	}
//	return transaction.Commit(next)
//
// A run starts from the [State] of an earlier run. A run that starts from the zero State reports
// every page as added. The changes of a run and its new state belong together: store them in one
// transaction, or collect the changes, apply them, and then store the state. If the program stops
// before it stores the state, the next run reports the same changes again. There is one exception:
// if a page was added and is removed again before the next run, that run reports neither, because
// the old state does not contain the page. A copy without transactions may keep such a page.
//
// When you apply changes, identify pages by their ID. Two pages can exchange their paths.
// Therefore, a copy that is organized by path must rename pages in two steps, after it has applied
// the removals. [Feed.All] yields removals first.
//
// Experimental: may change in any minor release; see package api.
package feed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Options configure a feed.
//
// Experimental: may change in any minor release; see [api].
type Options struct {
	// Text also compares the Markdown of each page, which takes one request per page in each run.
	// Without it, the feed detects a changed text only by UpdatedAt and DocumentID. These can stay
	// the same if the text itself has not changed, but a file, reusable content or the path of a
	// page that the text refers to has changed.
	Text bool
	// AllowUnconfirmed yields removals that cannot be confirmed, as changes of kind
	// [RemovedUnconfirmed]. Without it, they end the run with [ErrUnconfirmed].
	AllowUnconfirmed bool
	// MaxRemoved is the largest share of the pages in the state that a run may report as removed,
	// from 0 to 1; 0 means no limit. If more pages were removed, the run ends with
	// [ErrTooManyRemoved] before it yields anything.
	MaxRemoved float64
}

// Kind is the kind of a change.
//
// Experimental: may change in any minor release; see [api].
type Kind string

// The kinds of changes.
const (
	// Added means that the state does not contain the page.
	Added Kind = "added"
	// Changed means that the text, title or type of the page may differ from the state. Its path or
	// parent may differ too.
	Changed Kind = "changed"
	// Moved means that only the path or the parent of the page differs.
	Moved Kind = "moved"
	// Removed means that the revision of the state contains the page and the new revision does not.
	Removed Kind = "removed"
	// RemovedUnconfirmed means that the new revision does not contain the page, and the revision of
	// the state can no longer be read. Either somebody removed the page, or the token has lost
	// access to it.
	RemovedUnconfirmed Kind = "removed-unconfirmed"
)

// A Change is a page that differs from the state.
//
// Experimental: may change in any minor release; see [api].
type Change struct {
	Kind Kind
	// Page is the page in Revision. If the page was removed, it is the page in the state.
	Page Page
	// Before is the page in the state, or nil if the page was added.
	Before *Page
	// Revision is the ID of the revision that contains Page.
	Revision string
	// Markdown is the text of a document that was added, changed or moved. It is empty unless
	// [Options.Text] is set.
	Markdown string
}

// A State contains the pages that a run has seen. Later releases can read its JSON form. The zero
// value is the state before the first run.
//
// Experimental: may change in any minor release; see [api].
type State struct {
	Version  int64  `json:"version"`
	Space    string `json:"space"`    // ID
	Revision string `json:"revision"` // ID of the revision that the run has read
	Pages    []Page `json:"pages"`
}

// A Page is a page in a [State]. Optional fields are zero if the service does not return them.
//
// Experimental: may change in any minor release; see [api].
type Page struct {
	ID         string          `json:"id"`
	Type       spaces.PageType `json:"type"`
	Title      string          `json:"title"`
	Path       string          `json:"path,omitzero"`
	Parent     string          `json:"parent,omitzero"` // ID of the parent page; empty at the top level
	UpdatedAt  time.Time       `json:"updatedAt,omitzero"`
	DocumentID string          `json:"documentId,omitzero"`
	Hash       string          `json:"hash,omitzero"` // SHA-256 of the text that the last run with Options.Text read, in hexadecimal
}

// version is the version of the JSON form of a State.
const version = 1

// A Feed compares a space with a [State]. It is not safe for concurrent use.
//
// Experimental: may change in any minor release; see [api].
type Feed struct {
	spaces  spaces.Service
	spaceID string
	old     State
	options Options
	next    *State // nil until a run is complete
}

// New returns a feed that compares the pages of a space with the state of an earlier run. It sends
// nothing.
//
// Experimental: may change in any minor release; see [api].
func New(service spaces.Service, spaceID string, state State, options Options) *Feed {
	return &Feed{spaces: service, spaceID: spaceID, old: state, options: options}
}

// State returns the state to start the next run from. It returns an error unless the last loop over
// [Feed.All] completed without an error.
func (f *Feed) State() (State, error) {
	if f.next == nil {
		return State{}, fmt.Errorf("feed of space %s: the changes have not been read to their end", f.spaceID)
	}
	return *f.next, nil
}

// All returns an iterator over the changes: first removals, then the other changes in the order of
// [spaces.WalkPages]. Each loop starts a new run. An error ends the run; a new run can start from
// the same state. The changes that were yielded before the error are correct.
//
// A run reads the space and the page tree of its current revision with strict decoding. If the
// state belongs to another revision, the run also reads the current revision itself and checks that
// it has the same pages as the tree, because an incomplete tree could look complete. If pages of
// the state are missing, the run reads the page tree of the state's revision. It reports a page as
// removed only if that tree still contains the page, and a request for the page in the current
// revision returns 404 although the revision can still be read. If the service returns 404 for the
// state's revision, the removal is unconfirmed; see [Options.AllowUnconfirmed].
//
// The run reports a page as changed or moved if its UpdatedAt, DocumentID, type, title, path or
// parent differs, or if the service returns neither UpdatedAt nor DocumentID. With [Options.Text],
// a page is also changed if its text differs from that in the state, or the state does not have it.
// The feed does not contain the pages that the service computes from a computed page.
//
// An error matches [ErrUnknown] if the space does not exist or the token may not read it, unless
// the run was already reading the texts of pages. An error matches [ErrInconsistent] if the
// responses contradict each other or the state. A run whose error matches one of the sentinels of
// this package has yielded no changes, unless the error is that the text of a page is missing, or
// that the response for a page contains another page.
func (f *Feed) All(ctx context.Context) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		f.next = nil
		r := &run{Feed: f, ctx: ctx}
		err := r.read()
		if err == nil {
			err = r.report(yield)
		}
		switch {
		case errors.Is(err, errStopped):
		case err != nil:
			yield(Change{}, fmt.Errorf("feed of space %s: %w", f.spaceID, err))
		default:
			f.next = &r.now
		}
	}
}

// errStopped ends a run when the caller's loop has ended.
var errStopped = errors.New("stopped")

// A run is one comparison.
type run struct {
	*Feed
	ctx     context.Context //nolint:containedctx // the context of the caller's loop
	before  map[string]Page
	now     State
	removed []Page
	kind    Kind // kind of the removals
}

// read reads the space and finds out which pages are removed.
func (r *run) read() error {
	if old := r.old; old.Version != 0 || old.Space != "" {
		if old.Version != version {
			return fmt.Errorf("the state has version %d, want %d", old.Version, version)
		}
		if old.Space != r.spaceID {
			return fmt.Errorf("the state is that of space %s", old.Space)
		}
	}
	if share := r.options.MaxRemoved; !(share >= 0 && share <= 1) {
		return fmt.Errorf("Options.MaxRemoved is %v, want a share from 0 to 1", share)
	}
	var err error
	if r.before, err = byID(r.old.Pages); err != nil {
		return fmt.Errorf("state: %w", err)
	}
	space, err := r.spaces.Get(r.ctx, r.spaceID, spaces.GetOptions{}, api.WithStrictDecoding())
	if err != nil {
		return unknown(err)
	}
	r.now = State{Version: version, Space: r.spaceID, Revision: space.Revision}
	if r.now.Pages, err = r.tree(space.Revision); err != nil {
		return unknown(err)
	}
	current, err := byID(r.now.Pages)
	if err != nil {
		return err
	}
	for _, page := range r.old.Pages {
		if _, ok := current[page.ID]; !ok {
			r.removed = append(r.removed, page)
		}
	}
	if r.now.Revision == r.old.Revision {
		return r.requireSame()
	}
	if len(r.removed) > 0 {
		if err := r.confirm(); err != nil {
			return err
		}
	}
	return r.requireComplete(current)
}

// requireSame returns an error unless the pages are equal to the pages in the state, which belongs
// to the same revision.
func (r *run) requireSame() error {
	if len(r.removed) > 0 {
		return fmt.Errorf("%w: revision %s no longer shows page %s", ErrInconsistent, r.old.Revision, r.removed[0].ID)
	}
	for _, page := range r.now.Pages {
		before, ok := r.before[page.ID]
		if !ok || place(page) != place(before) || !sameText(page, before) {
			return fmt.Errorf("%w: page %s differs from the state, which is of the same revision %s",
				ErrInconsistent, page.ID, r.old.Revision)
		}
	}
	return nil
}

// confirm returns an error unless the missing pages have been removed.
func (r *run) confirm() error {
	if share := float64(len(r.removed)) / float64(len(r.old.Pages)); r.options.MaxRemoved > 0 && share > r.options.MaxRemoved {
		return fmt.Errorf("%w: %d of %d, want a share of at most %v",
			ErrTooManyRemoved, len(r.removed), len(r.old.Pages), r.options.MaxRemoved)
	}
	r.kind = Removed
	shown, err := r.tree(r.old.Revision)
	switch {
	case errors.Is(err, api.ErrNotFound):
		if r.kind = RemovedUnconfirmed; !r.options.AllowUnconfirmed {
			return fmt.Errorf("%w: %d, such as page %s: %w", ErrUnconfirmed, len(r.removed), r.removed[0].ID, err)
		}
	case err != nil:
		return unknown(err)
	default:
		old, err := byID(shown)
		if err != nil {
			return err
		}
		for _, page := range r.removed {
			if _, ok := old[page.ID]; !ok {
				return fmt.Errorf("%w: revision %s no longer shows page %s, so the token may see less than before",
					ErrInconsistent, r.old.Revision, page.ID)
			}
		}
	}
	for _, page := range r.removed {
		_, err := r.page(page.ID, richtext.Format(""))
		switch {
		case err == nil:
			return fmt.Errorf("%w: page %s is not among the pages of revision %s, which has it",
				ErrInconsistent, page.ID, r.now.Revision)
		case !errors.Is(err, api.ErrNotFound):
			return unknown(err)
		}
	}
	return nil
}

// requireComplete returns an error unless the new revision can still be read and has the pages that
// its tree contains. A tree has no count, so an incomplete tree could look complete. If a revision
// cannot be read, the service returns 404 for all of its pages.
func (r *run) requireComplete(current map[string]Page) error {
	options := spaces.RevisionGetOptions{Metadata: new(false), Computed: new(false)}
	revision, err := r.spaces.Revisions.Get(r.ctx, r.spaceID, r.now.Revision, options)
	if err != nil {
		return unknown(err)
	}
	count := 0
	for visit := range spaces.WalkPages(revision.Pages) {
		if _, ok := current[visit.Page.ID]; !ok {
			return fmt.Errorf("%w: the page tree of revision %s lacks page %s", ErrInconsistent, r.now.Revision, visit.Page.ID)
		}
		count++
	}
	if count != len(current) {
		return fmt.Errorf("%w: revision %s has %d pages, and its page tree %d",
			ErrInconsistent, r.now.Revision, count, len(current))
	}
	return nil
}

// report yields the changes.
func (r *run) report(yield func(Change, error) bool) error {
	for _, page := range r.removed {
		if !yield(Change{Kind: r.kind, Page: page, Before: &page, Revision: r.old.Revision}, nil) {
			return errStopped
		}
	}
	for i := range r.now.Pages {
		page, markdown := &r.now.Pages[i], ""
		if r.options.Text && page.Type == spaces.PageTypeDocument {
			read, err := r.page(page.ID, richtext.FormatMarkdown)
			if err != nil {
				return err
			}
			if read.Markdown == nil {
				return fmt.Errorf("%w: the response for page %s does not contain its text", ErrInconsistent, page.ID)
			}
			markdown = *read.Markdown
			sum := sha256.Sum256([]byte(markdown))
			page.Hash = hex.EncodeToString(sum[:])
		}
		change := Change{Kind: Added, Page: *page, Revision: r.now.Revision, Markdown: markdown}
		if before, ok := r.before[page.ID]; ok {
			change.Before, change.Kind = &before, r.compare(before, *page)
			if page.Hash == "" && change.Kind != Changed {
				page.Hash = before.Hash // for a later run with Text
				change.Page.Hash = before.Hash
			}
		}
		if change.Kind != "" && !yield(change, nil) {
			return errStopped
		}
	}
	return nil
}

// tree returns the pages of a revision.
func (r *run) tree(revision string) ([]Page, error) {
	options := spaces.PageTreeOptions{Metadata: new(false), Computed: new(false)}
	tree, err := r.spaces.Revisions.Pages.Tree(r.ctx, r.spaceID, revision, options, api.WithStrictDecoding())
	if err != nil {
		return nil, err
	}
	pages := []Page{}
	for visit := range spaces.WalkPages(tree.Pages) {
		page := Page{ID: visit.Page.ID, Type: visit.Page.Type, Title: visit.Page.Title}
		if len(visit.Parents) > 0 {
			page.Parent = visit.Parents[len(visit.Parents)-1].ID
		}
		if visit.Page.Path != nil {
			page.Path = *visit.Page.Path
		}
		if visit.Page.UpdatedAt != nil {
			page.UpdatedAt = *visit.Page.UpdatedAt
		}
		if visit.Page.DocumentID != nil {
			page.DocumentID = *visit.Page.DocumentID
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// page returns a page of the new revision.
func (r *run) page(id string, format richtext.Format) (*spaces.Page, error) {
	options := spaces.PageGetOptions{Format: format, Metadata: new(false)}
	page, err := r.spaces.Revisions.Pages.Get(r.ctx, r.spaceID, r.now.Revision, id, options, api.WithStrictDecoding())
	if err == nil && page.ID != id {
		err = fmt.Errorf("%w: the response for page %s is page %s", ErrInconsistent, id, page.ID)
	}
	return page, err
}

// byID returns the pages of a list by their IDs.
func byID(pages []Page) (map[string]Page, error) {
	of := make(map[string]Page, len(pages))
	for _, page := range pages {
		if _, ok := of[page.ID]; ok {
			return nil, fmt.Errorf("%w: page %s occurs twice", ErrInconsistent, page.ID)
		}
		of[page.ID] = page
	}
	return of, nil
}

// place returns a page without the fields about its text.
func place(p Page) Page {
	return Page{ID: p.ID, Type: p.Type, Title: p.Title, Path: p.Path, Parent: p.Parent}
}

// sameText reports whether two pages have the same UpdatedAt and DocumentID.
func sameText(a, b Page) bool {
	return a.UpdatedAt.Equal(b.UpdatedAt) && a.DocumentID == b.DocumentID
}

// compare returns the kind of change between two versions of a page, or "" if there is none.
func (r *run) compare(before, now Page) Kind {
	untold := now.Hash == "" && now.UpdatedAt.IsZero() && now.DocumentID == "" && r.now.Revision != r.old.Revision
	switch {
	case untold || !sameText(before, now) || now.Hash != "" && before.Hash != now.Hash ||
		before.Type != now.Type || before.Title != now.Title:
		return Changed
	case before.Path != now.Path || before.Parent != now.Parent:
		return Moved
	default:
		return ""
	}
}

var (
	// ErrUnknown matches the error of a run if the space does not exist or the token may not read
	// it. The run reports no page as removed.
	//
	// Experimental: may change in any minor release; see [api].
	ErrUnknown = errors.New("the state of the space is unknown")
	// ErrInconsistent matches the error of a run if the responses contradict each other or the
	// state: the page tree of a revision does not contain all pages of that revision, or the pages
	// of a revision have changed. The next run may succeed. If it does not, the token may not have
	// access to the same pages as the token of the earlier run. In that case, start from the zero
	// State, and remove from the copy all pages that the new State does not contain.
	//
	// Experimental: may change in any minor release; see [api].
	ErrInconsistent = errors.New("the pages are inconsistent")
	// ErrUnconfirmed matches the error of a run if removals cannot be confirmed, because the
	// revision of the state can no longer be read. [Options.AllowUnconfirmed] yields such removals
	// instead.
	//
	// Experimental: may change in any minor release; see [api].
	ErrUnconfirmed = errors.New("missing pages cannot be confirmed as removed")
	// ErrTooManyRemoved matches the error of a run if more pages were removed than
	// [Options.MaxRemoved] allows.
	//
	// Experimental: may change in any minor release; see [api].
	ErrTooManyRemoved = errors.New("more pages are missing than may be removed")
)

// unknown makes an error match ErrUnknown if the space does not exist or the token may not read it.
func unknown(err error) error {
	if errors.Is(err, api.ErrNotFound) || errors.Is(err, api.ErrForbidden) {
		return fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return err
}
