package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
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

	receipt  *receipt
	dir      *directory
	journal  *journal
	targets  map[string]string // paths of pages and files, by the links to them
	contents string            // the table of contents
}

func newExporter(client *publishing.Client, spaceID, dir string) *exporter {
	return &exporter{
		client: client, spaceID: spaceID, name: dir, parallel: 4,
		progress: &lines{out: io.Discard}, receipt: newReceipt(spaceID, ""), targets: map[string]string{},
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

// An item is a page or a file to export.
type item struct {
	key  string // kind and ID
	path string // relative to the directory
	mark string // changes if the content changes
	// fill writes the content, and returns where its links lead.
	fill func(ctx context.Context, to *os.File) (map[string]string, error)
}

// An incompleteError is the error of a run after which the receipt lists what is missing.
type incompleteError struct{ error }

func (e *incompleteError) Unwrap() error { return e.error }

// run exports what the directory does not contain yet, and then removes what the space no longer
// contains. It writes a receipt in any case, once it knows what to export.
func (e *exporter) run(ctx context.Context) (sum summary, err error) {
	items, err := e.plan(ctx)
	if err != nil && !errors.Is(err, errUnknownPage) {
		return sum, err
	}
	unknown := err
	if err := e.open(); err != nil {
		return sum, fmt.Errorf("directory %s: %w", e.name, err)
	}
	defer func() {
		e.receipt.Removed = sum.removed
		if err = errors.Join(err, e.receipt.write(e.dir, items), e.close()); err != nil {
			err = &incompleteError{err}
		}
	}()

	if unknown == nil {
		if sum.removed, err = e.clear(items); err != nil {
			return sum, err
		}
	}
	var wanted []item
	for _, it := range items {
		if done, ok := e.journal.get(it.key); ok && done.Path == it.path && done.Mark == it.mark && e.leadTo(done.Links) && e.dir.has(it.path, done.Size) {
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
	if sum.written, err = e.fetch(ctx, wanted); err != nil || unknown != nil {
		return sum, errors.Join(err, unknown)
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

// errUnknownPage means that there are pages whose content may be more than this program knows.
var errUnknownPage = errors.New("nothing is removed, because of pages of unknown types")

// plan returns the items of the space with their paths. It returns the same paths if the space is
// the same. If the error matches errUnknownPage, all other pages are among the items.
func (e *exporter) plan(ctx context.Context) ([]item, error) {
	space, err := e.client.Spaces.Get(ctx, e.spaceID, spaces.GetOptions{})
	if err != nil {
		return nil, err
	}
	tree, err := e.client.Spaces.Pages.Tree(ctx, e.spaceID, spaces.PageTreeOptions{Metadata: new(false)})
	if err != nil {
		return nil, err
	}
	e.receipt = newReceipt(e.spaceID, space.Revision)
	names := namer{fold(summaryPath): false}
	e.targets = map[string]string{}
	items, unknown := e.planPages(names, "", tree.Pages, space.Revision)
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
			key:  "file/" + file.ID,
			path: names.file("files", strings.TrimSuffix(safeName(file.Name), ext), file.ID, ext),
			mark: mark,
			fill: func(ctx context.Context, to *os.File) (map[string]string, error) {
				_, err := e.client.Spaces.Files.Download(ctx, e.spaceID, file.ID, to, spaces.FileOpenOptions{Known: &file})
				return nil, err
			},
		}
		e.receipt.expect(it.key, "")
		e.targets["/files/"+file.ID] = it.path
		items = append(items, it)
	}
	if len(unknown) > 0 {
		return items, fmt.Errorf("%w: %s", errUnknownPage, strings.Join(unknown, ", "))
	}
	return items, nil
}

// planPages returns an item for each page with text, and puts the pages below it into a directory
// with the same name. It also returns the pages whose type is unknown.
func (e *exporter) planPages(names namer, dir string, pages []spaces.Page, revision string) (items []item, unknown []string) {
	for i := range pages {
		page := &pages[i]
		slug := page.Title
		if page.Slug != nil {
			slug = cmp.Or(*page.Slug, page.Title)
		}
		file, below := names.page(dir, slug, page.ID)
		switch page.Type {
		case spaces.PageTypeDocument:
			mark := "revision " + revision
			if page.UpdatedAt != nil {
				mark = page.UpdatedAt.UTC().Format(time.RFC3339Nano)
			}
			items = append(items, item{
				key: "page/" + page.ID, path: file, mark: mark,
				fill: func(ctx context.Context, to *os.File) (map[string]string, error) {
					return e.writePage(ctx, page.ID, file, to)
				},
			})
			e.targets["/pages/"+page.ID] = file
			e.receipt.expect("page/"+page.ID, "")
		case spaces.PageTypeGroup, spaces.PageTypeLink, spaces.PageTypeComputed:
			e.receipt.skip("page/"+page.ID, fmt.Sprintf("a page of type %s has no text of its own", page.Type))
		default:
			e.receipt.expect("page/"+page.ID, fmt.Sprintf("the type %q is unknown", page.Type))
			unknown = append(unknown, fmt.Sprintf("%s (%q)", page.ID, page.Type))
		}
		inner, more := e.planPages(names, below, page.Pages, revision)
		items, unknown = append(items, inner...), append(unknown, more...)
	}
	return items, unknown
}

func (e *exporter) writePage(ctx context.Context, pageID, file string, to *os.File) (map[string]string, error) {
	page, err := e.client.Spaces.Pages.Get(ctx, e.spaceID, pageID, spaces.PageGetOptions{
		Format: richtext.FormatMarkdown, MarkdownRefs: spaces.MarkdownRefsStable, Metadata: new(false),
	})
	if err != nil {
		return nil, err
	}
	if page.Markdown == nil {
		return nil, errors.New("the response contains no Markdown")
	}
	text, links := e.localized(document(page, file), file)
	_, err = to.WriteString(text)
	return links, err
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
	var links map[string]string
	size, err := e.dir.write(it.path, func(to *os.File) (err error) {
		links, err = it.fill(ctx, to)
		return err
	})
	if err != nil {
		return err
	}
	if err := e.journal.leave(it.key, it.path); err != nil {
		return err
	}
	return e.journal.record(entry{Key: it.key, Path: it.path, Mark: it.mark, Size: size, Links: links})
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

// removeOthers removes what earlier runs wrote and is not among items.
func (e *exporter) removeOthers(items []item) (removed int, err error) {
	keys, paths := map[string]bool{}, map[string]bool{}
	for _, it := range items {
		keys[it.key], paths[fold(it.path)] = true, true
	}
	for _, old := range e.journal.files() {
		switch {
		case keys[old.Key]:
		case paths[fold(old.Path)]: // it was overwritten
			err = e.journal.record(entry{Key: old.Key, Gone: true})
		default:
			removed++
			err = e.discard(old)
		}
		if err != nil {
			return removed, err
		}
	}
	return removed, nil
}
