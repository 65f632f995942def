package main

import (
	"encoding/json"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/publishing-platform/publishing-go/spaces"
)

// A receipt is what a run exported, in receiptPath.
type receipt struct {
	Space    string `json:"space"`
	Revision string `json:"revision"` // when the run began
	// Complete reports whether all that is expected is in the directory.
	Complete bool  `json:"complete"`
	Pages    tally `json:"pages"`
	Files    tally `json:"files"`
	// Comments are the files with comments, if these are exported. If the comments cannot be
	// listed, there is one expected for each page.
	Comments tally `json:"comments"`
	Removed  int   `json:"removed"`
	// UnknownBlocks are the numbers of blocks that could not become standard Markdown, by name.
	UnknownBlocks map[string]int `json:"unknownBlocks,omitzero"`
	// LeftOut are the numbers of pages with a field that the directory does not contain, by field.
	LeftOut map[string]int `json:"leftOut,omitzero"`
	// Skipped are the pages without a text of their own. They are not expected.
	Skipped []exception `json:"skipped"`
	// Failed are the pages, files and comments that are expected, but were not written.
	Failed []exception `json:"failed"`

	mu      sync.Mutex
	reached map[string]bool // items with an outcome, by key
}

// A tally counts pages, files, or files with comments.
type tally struct {
	Expected int `json:"expected"`
	Written  int `json:"written"`
	UpToDate int `json:"upToDate"`
}

// An exception is a page, a file or comments that were not written.
type exception struct {
	Key    string `json:"key"` // kind and ID
	Path   string `json:"path,omitzero"`
	Reason string `json:"reason"`
}

var receiptPath = path.Join(state, "receipt.json")

func newReceipt(spaceID, revision string) *receipt {
	return &receipt{Space: spaceID, Revision: revision, Skipped: []exception{}, Failed: []exception{}, reached: map[string]bool{}}
}

// tallyOf returns the tally of an item.
func (r *receipt) tallyOf(key string) *tally {
	switch {
	case strings.HasPrefix(key, kindFile):
		return &r.Files
	case strings.HasPrefix(key, kindComments):
		return &r.Comments
	default:
		return &r.Pages
	}
}

func (r *receipt) addUnknown(blocks map[string]int) { r.UnknownBlocks = addTo(r.UnknownBlocks, blocks) }

// leaveOut counts the fields of a page that the directory does not contain.
func (r *receipt) leaveOut(page *spaces.Page) {
	l := page.Layout
	for field, isSet := range map[string]bool{
		"cover":     page.Cover != nil,
		"linkTitle": page.LinkTitle != nil && *page.LinkTitle != "",
		"metaLinks": page.MetaLinks != nil && (page.MetaLinks.Canonical != nil || len(page.MetaLinks.Alternates) > 0),
		"tags":      len(page.Tags) > 0,
		"variables": len(page.Variables) > 0,
		// A layout that shows everything in the default width is the usual one.
		"layout": l != nil && (l.Width != spaces.PageWidthDefault ||
			!(l.Title && l.Description && l.TableOfContents && l.Outline && l.Pagination && l.Metadata)),
	} {
		if isSet {
			r.LeftOut = addTo(r.LeftOut, map[string]int{field: 1})
		}
	}
}

// skip records a page that has no text of its own.
func (r *receipt) skip(key, reason string) {
	r.Skipped = append(r.Skipped, exception{Key: key, Reason: reason})
}

// expect records an item to export. A reason is that of an item that cannot be exported.
func (r *receipt) expect(key, path, reason string) {
	r.tallyOf(key).Expected++
	if reason != "" {
		r.Failed = append(r.Failed, exception{Key: key, Path: path, Reason: reason})
	}
}

// keep records an item that is up to date.
func (r *receipt) keep(it item) {
	r.reached[it.key] = true
	r.tallyOf(it.key).UpToDate++
}

// finish records the outcome of an item.
func (r *receipt) finish(it item, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reached[it.key] = true
	if err != nil {
		r.Failed = append(r.Failed, exception{Key: it.key, Path: it.path, Reason: err.Error()})
		return
	}
	r.tallyOf(it.key).Written++
}

// write writes the receipt. An item without an outcome has failed: the run ended before it.
func (r *receipt) write(d *directory, items []item) error {
	for _, it := range items {
		if !r.reached[it.key] {
			r.Failed = append(r.Failed, exception{Key: it.key, Path: it.path, Reason: "the run ended before"})
		}
	}
	r.Complete = len(r.Failed) == 0
	_, err := d.write(receiptPath, func(to *os.File) error {
		lines := json.NewEncoder(to)
		lines.SetIndent("", "\t")
		return lines.Encode(r)
	})
	return err
}
