package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/examples/export/internal/plain"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/spaces/feed"
)

// enough is the number of failed items after which a run stops.
const enough = 10

// An exporter exports a space to a directory.
type exporter struct {
	client   *publishing.Client
	spaceID  string
	name     string // name of the directory
	parallel int
	progress progress
	comments bool // whether comments are exported
	plain    bool // whether blocks of the platform become standard Markdown

	receipt  *receipt
	dir      *directory
	journal  *journal
	pages    map[string]bool   // IDs of all pages of the space
	targets  map[string]string // paths of pages and files, by the links to them
	contents string            // the table of contents
}

func newExporter(client *publishing.Client, spaceID, dir string) *exporter {
	return &exporter{
		client: client, spaceID: spaceID, name: dir, parallel: 4,
		progress: &lines{out: io.Discard}, receipt: newReceipt(spaceID, ""),
		pages: map[string]bool{}, targets: map[string]string{},
	}
}

// A summary is the outcome of a run.
type summary struct{ total, written, upToDate, removed int }

func (s summary) String() string {
	text := fmt.Sprintf("%d written, %d up to date, %d removed", s.written, s.upToDate, s.removed)
	if left := s.total - s.written - s.upToDate; left > 0 {
		text += fmt.Sprintf(", %d not done", left)
	}
	return text
}

// An item is a page, the comments on one, or a file to export.
type item struct {
	key  string // kind and ID
	path string // relative to the directory
	mark string // changes if the content changes; empty if it may have changed
	// fill writes the content.
	fill func(ctx context.Context, to *os.File) (content, error)

	title, comments string // of a page: its title, and the path of its comments
}

// Kinds of items, with which their keys begin.
const (
	kindPage     = "page/"
	kindFile     = "file/"
	kindComments = "comments/"
)

// commentsKey returns the key of the comments on a page.
func (it item) commentsKey() string { return kindComments + strings.TrimPrefix(it.key, kindPage) }

// An incompleteError is the error of a run after which the receipt lists what is missing.
type incompleteError struct{ error }

func (e *incompleteError) Unwrap() error { return e.error }

// run exports what the directory does not contain yet, and then removes what the space no longer
// contains. It writes a receipt in any case, once it knows what to export.
func (e *exporter) run(ctx context.Context) (sum summary, err error) {
	items, err := e.plan(ctx)
	if err != nil && !errors.Is(err, errPartial) {
		return sum, err
	}
	partial := err
	if err := e.open(); err != nil {
		return sum, fmt.Errorf("directory %s: %w", e.name, err)
	}
	defer func() {
		e.receipt.Removed = sum.removed
		for _, it := range items {
			if done, ok := e.journal.get(it.key); ok && done.Path == it.path {
				e.receipt.addUnknown(done.Unknown)
			}
		}
		if err = errors.Join(err, e.receipt.write(e.dir, items), e.close()); err != nil {
			err = &incompleteError{err}
		}
	}()

	if partial == nil {
		if sum.removed, err = e.removeGone(ctx); err != nil {
			partial = fmt.Errorf("%w, because the removed pages are not known: %w", errPartial, err)
		}
	}
	if partial == nil {
		removed, err := e.clear(items)
		if sum.removed += removed; err != nil {
			return sum, err
		}
	}
	var wanted []item
	for _, it := range items {
		if done, ok := e.journal.get(it.key); ok && done.Path == it.path && it.mark != "" && done.Mark == it.mark && e.leadTo(done.Links) && e.dir.has(it.path, done.Size) {
			sum.upToDate++
			e.receipt.keep(it)
		} else {
			wanted = append(wanted, it)
		}
	}
	sum.total = len(items)
	if _, err := e.dir.write(summaryPath, func(to *os.File) error { _, err := to.WriteString(e.contents); return err }); err != nil {
		return sum, err
	}
	if sum.written, err = e.fetch(ctx, wanted); err != nil || partial != nil {
		return sum, errors.Join(err, partial)
	}
	removed, err := e.removeOthers(items)
	sum.removed += removed
	return sum, err
}

func (e *exporter) open() (err error) {
	if e.dir, err = openDirectory(e.name); err != nil {
		return err
	}
	if e.journal, err = openJournal(e.dir, e.spaceID); err != nil {
		return errors.Join(err, e.dir.root.Close())
	}
	return nil
}

func (e *exporter) close() error {
	return errors.Join(e.journal.close(), e.dir.root.Close())
}

// errPartial means that the space may contain more than this program knows.
var errPartial = errors.New("nothing is removed")

// plan returns the items of the space with their paths. It returns the same paths if the space is
// the same. If the error matches errPartial, all that is known is among the items.
func (e *exporter) plan(ctx context.Context) ([]item, error) {
	space, err := e.client.Spaces.Get(ctx, e.spaceID, spaces.GetOptions{})
	if err != nil {
		return nil, err
	}
	tree, err := e.client.Spaces.Pages.Tree(ctx, e.spaceID, spaces.PageTreeOptions{Metadata: new(false), Computed: new(false)})
	if err != nil {
		return nil, err
	}
	e.receipt = newReceipt(e.spaceID, space.Revision)
	names := namer{fold(summaryPath): false, fold(otherComments): false}
	e.targets, e.pages = map[string]string{}, map[string]bool{}
	items, unknown := e.planPages(names, "", tree.Pages, space.Revision)
	if e.comments {
		comments, failed := e.planComments(ctx, items)
		items, err = append(items, comments...), failed
	}
	e.contents = e.tableOfContents(tree.Pages)
	for file, err := range e.client.Spaces.Files.All(ctx, e.spaceID, spaces.FileListOptions{Limit: 1000}) {
		if err != nil {
			return nil, err
		}
		ext := path.Ext(safeName(file.Name))
		mark := "revision " + space.Revision // an edit need not change the size, and the URL can change without one
		if file.Git != nil {
			mark = "git " + file.Git.OID
		}
		it := item{
			key:  kindFile + file.ID,
			path: names.file("files", strings.TrimSuffix(safeName(file.Name), ext), file.ID, ext),
			mark: mark,
			fill: func(ctx context.Context, to *os.File) (content, error) {
				_, err := e.client.Spaces.Files.Download(ctx, e.spaceID, file.ID, to, spaces.FileOpenOptions{Known: &file})
				return content{}, err
			},
		}
		e.receipt.expect(it.key, "", "")
		e.targets["/files/"+file.ID] = it.path
		items = append(items, it)
	}
	if len(unknown) > 0 {
		err = errors.Join(err, fmt.Errorf("%w, because of pages of unknown types: %s", errPartial, strings.Join(unknown, ", ")))
	}
	return items, err
}

// planPages returns an item for each page with text, and puts the pages below it into a directory
// with the same name. It also returns the pages whose type is unknown.
func (e *exporter) planPages(names namer, dir string, pages []spaces.Page, revision string) (items []item, unknown []string) {
	for i := range pages {
		page := &pages[i]
		e.pages[page.ID] = true
		e.receipt.leaveOut(page)
		slug := page.Title
		if page.Slug != nil {
			slug = cmp.Or(*page.Slug, page.Title)
		}
		file, comments, below := names.page(dir, slug, page.ID)
		switch page.Type {
		case spaces.PageTypeDocument:
			mark := "revision " + revision
			if page.UpdatedAt != nil {
				mark = page.UpdatedAt.UTC().Format(time.RFC3339Nano)
			}
			if e.plain {
				mark += " plain"
			}
			front := *page // it is undocumented whether a change of the metadata changes UpdatedAt
			front.Markdown = new("")
			sum := sha256.Sum256([]byte(document(&front, file)))
			mark += fmt.Sprintf(" %x", sum[:8])
			items = append(items, item{
				key: kindPage + page.ID, path: file, mark: mark, title: page.Title, comments: comments,
				fill: func(ctx context.Context, to *os.File) (content, error) {
					return e.writePage(ctx, page.ID, file, to)
				},
			})
			e.targets["/pages/"+page.ID] = file
			e.receipt.expect(kindPage+page.ID, "", "")
		case spaces.PageTypeGroup, spaces.PageTypeLink, spaces.PageTypeComputed:
			e.receipt.skip(kindPage+page.ID, fmt.Sprintf("a page of type %s has no text of its own", page.Type))
		default:
			e.receipt.expect(kindPage+page.ID, "", fmt.Sprintf("the type %q is unknown", page.Type))
			unknown = append(unknown, fmt.Sprintf("%s (%q)", page.ID, page.Type))
		}
		inner, more := e.planPages(names, below, page.Pages, revision)
		items, unknown = append(items, inner...), append(unknown, more...)
	}
	return items, unknown
}

func (e *exporter) writePage(ctx context.Context, pageID, file string, to *os.File) (done content, err error) {
	page, err := e.client.Spaces.Pages.Get(ctx, e.spaceID, pageID, spaces.PageGetOptions{
		Format: richtext.FormatMarkdown, MarkdownRefs: spaces.MarkdownRefsStable, Metadata: new(false),
	})
	if err != nil {
		return done, err
	}
	if page.Markdown == nil {
		return done, errors.New("the response contains no Markdown")
	}
	page.Markdown = new(e.plainly(*page.Markdown, &done))
	text, links := e.localized(document(page, file), file)
	done.Links = links
	_, err = to.WriteString(text)
	return done, err
}

// plainly returns Markdown without blocks of the platform if that is asked for, and counts the
// unknown ones.
func (e *exporter) plainly(text string, done *content) string {
	if !e.plain {
		return text
	}
	text, unknown := plain.Markdown(text)
	done.addUnknown(unknown)
	return text
}

// fetch writes items, several at once. If an item fails, it continues with the others, unless too
// many have failed, and returns the errors at the end.
func (e *exporter) fetch(ctx context.Context, items []item) (written int, err error) {
	run, giveUp := context.WithCancel(ctx)
	defer giveUp()
	shown := &shared{progress: e.progress}
	shown.begin(len(items))
	defer shown.end()
	var mu sync.Mutex
	var failures []error
	var workers sync.WaitGroup
	queue := make(chan item)
	for range min(e.parallel, len(items)) {
		workers.Go(func() {
			for it := range queue {
				err := e.fetchOne(run, it)
				mu.Lock()
				switch {
				case err == nil:
					written++
					e.receipt.finish(it, nil)
				case run.Err() == nil:
					e.receipt.finish(it, err)
					failures = append(failures, fmt.Errorf("%s: %w", it.path, err))
				}
				if len(failures) == enough {
					giveUp()
				}
				mu.Unlock()
				if err == nil {
					shown.done(it.path)
				}
			}
		})
	}
	for _, it := range items {
		select {
		case queue <- it:
		case <-run.Done():
		}
	}
	close(queue)
	workers.Wait()
	switch {
	case ctx.Err() != nil:
		return written, ctx.Err()
	case len(failures) == 1:
		return written, failures[0]
	case len(failures) > 1:
		return written, fmt.Errorf("%d could not be written:\n%w", len(failures), errors.Join(failures...))
	}
	return written, nil
}

func (e *exporter) fetchOne(ctx context.Context, it item) error {
	var done content
	size, err := e.dir.write(it.path, func(to *os.File) (err error) {
		done, err = it.fill(ctx, to)
		return err
	})
	if err != nil {
		return err
	}
	if err := e.journal.leave(it.key, it.path); err != nil {
		return err
	}
	if old, ok := e.journal.get(it.key); ok && fold(old.Path) == fold(it.path) {
		if err := e.dir.removeTwin(old.Path, it.path); err != nil {
			return err
		}
	}
	return e.journal.record(entry{Key: it.key, Path: it.path, Mark: it.mark, Size: size, content: done})
}

// clear removes what earlier runs wrote where a directory is needed now, or a file in place of its
// directory.
func (e *exporter) clear(items []item) (removed int, err error) {
	files, dirs := map[string]bool{}, map[string]bool{}
	for _, it := range items {
		files[fold(it.path)] = true
		for _, dir := range parents(fold(it.path)) {
			dirs[dir] = true
		}
	}
	for _, old := range e.journal.files() {
		at := fold(old.Path)
		if !dirs[at] && !slices.ContainsFunc(parents(at), func(dir string) bool { return files[dir] }) {
			continue
		}
		if err := e.discard(old); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// parents returns the directories that contain a path.
func parents(name string) (list []string) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		list = append(list, dir)
	}
	return list
}

func (e *exporter) discard(old entry) error {
	if err := e.dir.remove(old.Path); err != nil {
		return err
	}
	return e.journal.record(entry{Key: old.Key, Gone: true})
}

// keepsComments reports whether a file contains comments of an earlier run, and this run exports no
// comments, but the page that they are on.
func (e *exporter) keepsComments(old entry, keys map[string]bool) bool {
	page, ok := strings.CutPrefix(old.Key, kindComments)
	return ok && !e.comments && (page == "" || keys[kindPage+page])
}

// removeGone removes the files of pages that are certain to be gone: package feed reports them as
// removed since the last run.
func (e *exporter) removeGone(ctx context.Context) (removed int, err error) {
	var state feed.State
	switch kept, err := e.dir.root.ReadFile(pagesPath); {
	case err == nil:
		if err := json.Unmarshal(kept, &state); err != nil {
			return 0, fmt.Errorf("%s: %w", pagesPath, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return 0, err
	}
	changes := feed.New(e.client.Spaces, e.spaceID, state, feed.Options{})
	for change, err := range changes.All(ctx) {
		if err != nil {
			return removed, err
		}
		if change.Kind != feed.Removed {
			continue
		}
		for _, kind := range []string{kindPage, kindComments} {
			old, known := e.journal.get(kind + change.Page.ID)
			if !known {
				continue
			}
			if err := e.discard(old); err != nil {
				return removed, err
			}
			removed++
		}
	}
	next, err := changes.State()
	if err != nil {
		return removed, err
	}
	_, err = e.dir.write(pagesPath, func(to *os.File) error { return json.NewEncoder(to).Encode(next) })
	return removed, err
}

// removeOthers removes what earlier runs wrote and is not among items. It keeps the files of a page
// that the space does not show: if the page were gone, removeGone would have removed them.
func (e *exporter) removeOthers(items []item) (removed int, err error) {
	keys, paths := map[string]bool{}, map[string]bool{}
	for _, it := range items {
		keys[it.key], paths[fold(it.path)] = true, true
	}
	var kept []string
	for _, old := range e.journal.files() {
		switch {
		case keys[old.Key], e.keepsComments(old, keys):
		case paths[fold(old.Path)]: // it was overwritten
			err = e.journal.record(entry{Key: old.Key, Gone: true})
		case e.isOfHiddenPage(old.Key):
			if _, missing := e.dir.root.Lstat(old.Path); errors.Is(missing, fs.ErrNotExist) {
				err = e.journal.record(entry{Key: old.Key, Gone: true})
			} else {
				kept = append(kept, old.Path)
			}
		default:
			removed++
			err = e.discard(old)
		}
		if err != nil {
			return removed, err
		}
	}
	if len(kept) > 0 {
		return removed, fmt.Errorf("not removed, because no revision proves that their pages are gone: %s", strings.Join(kept, ", "))
	}
	return removed, nil
}

// isOfHiddenPage reports whether a key is that of a page that the space does not show, or that of
// the comments on one.
func (e *exporter) isOfHiddenPage(key string) bool {
	for _, kind := range []string{kindPage, kindComments} {
		if id, ok := strings.CutPrefix(key, kind); ok && id != "" {
			return !e.pages[id]
		}
	}
	return false
}
