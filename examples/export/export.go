package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
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
	client     *publishing.Client
	downloader *http.Client
	spaceID    string
	name       string // of the directory
	parallel   int
	progress   progress
	pause      func(ctx context.Context, attempt int) error // before the next attempt of a download

	dir     *directory
	journal *journal
}

func newExporter(client *publishing.Client, spaceID, dir string) *exporter {
	return &exporter{
		client: client, downloader: newDownloader(), spaceID: spaceID, name: dir, parallel: 4,
		progress: &lines{out: io.Discard}, pause: pause,
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
	fill func(ctx context.Context, to *os.File) error
}

// run exports what the directory does not contain yet, and then removes what the space no longer
// contains.
func (e *exporter) run(ctx context.Context) (sum summary, err error) {
	items, err := e.plan(ctx)
	if err != nil {
		return sum, err
	}
	if err := e.open(); err != nil {
		return sum, fmt.Errorf("directory %s: %w", e.name, err)
	}
	defer func() { err = errors.Join(err, e.close()) }()

	var wanted []item
	for _, it := range items {
		if done, ok := e.journal.get(it.key); ok && done.Path == it.path && done.Mark == it.mark && e.dir.has(it.path, done.Size) {
			sum.upToDate++
		} else {
			wanted = append(wanted, it)
		}
	}
	sum.total = len(items)
	if sum.written, err = e.fetch(ctx, wanted); err != nil {
		return sum, err
	}
	sum.removed, err = e.removeOthers(items)
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
	e.downloader.CloseIdleConnections()
	return errors.Join(e.journal.close(), e.dir.root.Close())
}

// plan returns the items of the space with their paths. It returns the same paths if the space is
// the same.
func (e *exporter) plan(ctx context.Context) ([]item, error) {
	space, err := e.client.Spaces.Get(ctx, e.spaceID, spaces.GetOptions{})
	if err != nil {
		return nil, err
	}
	tree, err := e.client.Spaces.Content.PageTree(ctx, e.spaceID, spaces.ContentOptions{Metadata: new(false)})
	if err != nil {
		return nil, err
	}
	names := namer{}
	items := e.planPages(names, "", tree.Pages, space.Revision)
	for file, err := range e.client.Spaces.Files.All(ctx, e.spaceID, spaces.FileListOptions{Limit: 1000}) {
		if err != nil {
			return nil, err
		}
		ext := path.Ext(safeName(file.Name))
		mark := "revision " + space.Revision // an edit need not change the size, and the URL can change without one
		if file.Git != nil {
			mark = "git " + file.Git.OID
		}
		items = append(items, item{
			key:  "file/" + file.ID,
			path: names.path("files", strings.TrimSuffix(safeName(file.Name), ext), file.ID, ext),
			mark: mark,
			fill: func(ctx context.Context, to *os.File) error { return e.download(ctx, file.DownloadURL, to) },
		})
	}
	return items, nil
}

// planPages returns an item for each page with text, and puts the pages below it into a directory
// with the same name.
func (e *exporter) planPages(names namer, dir string, pages []spaces.Page, revision string) (items []item) {
	for i := range pages {
		page := &pages[i]
		slug := page.Title
		if page.Slug != nil {
			slug = cmp.Or(*page.Slug, page.Title)
		}
		file := names.path(dir, slug, page.ID, ".md")
		if page.Type == spaces.PageTypeDocument {
			mark := "revision " + revision
			if page.UpdatedAt != nil {
				mark = page.UpdatedAt.UTC().Format(time.RFC3339Nano)
			}
			items = append(items, item{
				key: "page/" + page.ID, path: file, mark: mark,
				fill: func(ctx context.Context, to *os.File) error { return e.writePage(ctx, page.ID, to) },
			})
		}
		items = append(items, e.planPages(names, strings.TrimSuffix(file, ".md"), page.Pages, revision)...)
	}
	return items
}

func (e *exporter) writePage(ctx context.Context, pageID string, to *os.File) error {
	page, err := e.client.Spaces.Content.Page(ctx, e.spaceID, pageID, spaces.PageOptions{Format: richtext.FormatMarkdown, Metadata: new(false)})
	if err != nil {
		return err
	}
	if page.Markdown == nil {
		return errors.New("the response contains no Markdown")
	}
	_, err = to.WriteString(document(page))
	return err
}

// document returns the text of a page below its title and its description, unless the text begins
// with a title.
func document(page *spaces.Page) string {
	var parts []string
	text := strings.TrimSpace(*page.Markdown)
	if !strings.HasPrefix(text, "# ") {
		parts = append(parts, "# "+strings.Join(strings.Fields(page.Title), " "))
		if page.Description != nil && *page.Description != "" {
			parts = append(parts, *page.Description)
		}
	}
	if text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n") + "\n"
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
				case run.Err() == nil:
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
	size, err := e.dir.write(it.path, func(to *os.File) error { return it.fill(ctx, to) })
	if err != nil {
		return err
	}
	if err := e.journal.leave(it.key, it.path); err != nil {
		return err
	}
	return e.journal.record(entry{Key: it.key, Path: it.path, Mark: it.mark, Size: size})
}

// removeOthers removes what earlier runs wrote and is not among items.
func (e *exporter) removeOthers(items []item) (removed int, err error) {
	keys, paths := map[string]bool{}, map[string]bool{}
	for _, it := range items {
		keys[it.key], paths[strings.ToLower(it.path)] = true, true
	}
	for _, old := range e.journal.files() {
		if keys[old.Key] {
			continue
		}
		if !paths[strings.ToLower(old.Path)] {
			if err := e.dir.remove(old.Path); err != nil {
				return removed, err
			}
			removed++
		}
		if err := e.journal.record(entry{Key: old.Key, Gone: true}); err != nil {
			return removed, err
		}
	}
	return removed, nil
}
