package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"sync"
)

// An entry is a line of the journal: an item that is done.
type entry struct {
	Key  string `json:"key"`
	Path string `json:"path,omitzero"`
	Mark string `json:"mark,omitzero"`
	Size int64  `json:"size,omitzero"`
	Gone bool   `json:"gone,omitzero"` // the item was removed
	content
}

// A content is what is known about the content of an item.
type content struct {
	// Links are the paths that the links of a page lead to, empty for those that are left as they
	// are.
	Links map[string]string `json:"links,omitzero"`
	// Unknown are the numbers of blocks that are not standard Markdown, by name.
	Unknown map[string]int `json:"unknown,omitzero"`
}

func (c *content) addUnknown(blocks map[string]int) { c.Unknown = addTo(c.Unknown, blocks) }

// addTo adds numbers by name.
func addTo(to, numbers map[string]int) map[string]int {
	for name, n := range numbers {
		if to == nil {
			to = map[string]int{}
		}
		to[name] += n
	}
	return to
}

// A journal records what is done in a file with a line for each item, so that a run that is killed
// loses at most the last item.
type journal struct {
	mu     sync.Mutex
	file   *os.File
	byKey  map[string]entry
	byPath map[string]string // key, by folded path
}

// The journal, and the pages of the last run for package feed.
var (
	journalPath = path.Join(state, "done.jsonl")
	pagesPath   = path.Join(state, "pages.json")
)

// openJournal reads the journal of a directory and writes it without outdated entries. The journal
// of another space is an error.
func openJournal(d *directory, spaceID string) (*journal, error) {
	j := &journal{byKey: map[string]entry{}, byPath: map[string]string{}}
	kept, err := d.root.ReadFile(journalPath)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i, line := range bytes.Split(kept, []byte("\n")) {
		var e entry
		if json.Unmarshal(line, &e) != nil {
			continue // truncated; the item is fetched again
		}
		if i == 0 && e.Key != "space/"+spaceID {
			return nil, fmt.Errorf("it contains %s; choose another directory", e.Key)
		}
		j.apply(e)
	}
	j.apply(entry{Key: "space/" + spaceID})
	_, err = d.write(journalPath, func(f *os.File) error {
		out := bufio.NewWriter(f)
		lines := json.NewEncoder(out)
		errs := []error{lines.Encode(j.byKey["space/"+spaceID])}
		for key, e := range j.byKey {
			if key != "space/"+spaceID {
				errs = append(errs, lines.Encode(e))
			}
		}
		return errors.Join(append(errs, out.Flush())...)
	})
	if err != nil {
		return nil, err
	}
	j.file, err = d.root.OpenFile(journalPath, os.O_APPEND|os.O_WRONLY, 0)
	return j, err
}

// apply replaces the entries with the same key and the same path.
func (j *journal) apply(e entry) {
	if old, ok := j.byKey[e.Key]; ok {
		delete(j.byKey, e.Key)
		delete(j.byPath, fold(old.Path))
	}
	if e.Gone {
		return
	}
	if e.Path != "" {
		at := fold(e.Path)
		delete(j.byKey, j.byPath[at]) // it was overwritten
		j.byPath[at] = e.Key
	}
	j.byKey[e.Key] = e
}

// record adds an entry.
func (j *journal) record(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	j.apply(e)
	return nil
}

// get returns the entry of a key.
func (j *journal) get(key string) (entry, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.byKey[key]
	return e, ok
}

// leave records the previous path of an item that moves to another, so that it is removed.
func (j *journal) leave(key, to string) error {
	old, ok := j.get(key)
	if !ok || fold(old.Path) == fold(to) {
		return nil
	}
	return j.record(entry{Key: "left/" + old.Path, Path: old.Path})
}

// files returns the entries with a path, sorted by path.
func (j *journal) files() []entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	var list []entry
	for _, at := range slices.Sorted(maps.Keys(j.byPath)) {
		list = append(list, j.byKey[j.byPath[at]])
	}
	return list
}

func (j *journal) close() error { return j.file.Close() }
