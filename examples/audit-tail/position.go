package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
)

// A position is what was written of an audit log.
type position struct {
	Org    string    `json:"organization"`
	Newest time.Time `json:"newest"` // time of the newest event that was written
	// Since is the time to read from: tail.late before Newest, so that a late event is read too.
	Since time.Time `json:"since"`
	// Seen are the events that were written and that the next read returns again.
	Seen []seen `json:"seen"`
	// Writing reports whether a batch behind the position was about to be written.
	Writing bool `json:"writing,omitzero"`
}

type seen struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

// after returns the position behind events.
func (p position) after(events []orgs.AuditEvent, late time.Duration) position {
	next := p
	next.Seen = slices.Clone(p.Seen)
	for _, e := range events {
		next.Seen = append(next.Seen, seen{e.ID, e.OccurredAt})
		if e.OccurredAt.After(next.Newest) {
			next.Newest = e.OccurredAt
		}
	}
	// A longer -late than before does not read again what is no longer in Seen.
	if from := next.Newest.Add(-late); from.After(p.Since) && len(events) > 0 {
		next.Since = from
	}
	next.Seen = slices.DeleteFunc(next.Seen, func(e seen) bool { return e.At.Before(next.Since) })
	return next
}

// load returns the position in a file, or the beginning of the log if there is no file.
func load(file, orgID string) (position, error) {
	p := position{Org: orgID}
	if file == "" {
		return p, nil
	}
	data, err := os.ReadFile(file) //nolint:gosec // the path is an argument of the program
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err == nil && p.Org != orgID {
		err = fmt.Errorf("it is that of organization %q", p.Org)
	}
	if err != nil {
		return p, fmt.Errorf("load position from %s: %w", file, err)
	}
	return p, nil
}

// store replaces the file with the position. The file is never incomplete, even if the program or
// the machine stops.
func (p position) store(file string) error {
	if file == "" {
		return nil
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return fmt.Errorf("store position: %w", err)
	}
	_, err = part.Write(append(data, '\n'))
	err = errors.Join(err, part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("store position: %w", errors.Join(err, os.Remove(part.Name())))
	}
	return nil
}
