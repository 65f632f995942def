package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/clock"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// Kinds of what a run creates.
const (
	kindSpace = "space"
	kindSite  = "site"
)

// An entry of a journal is something that a run is about to create or has created. It is found by
// its title, which is unique to the run, if its ID is unknown.
type entry struct {
	Kind         string `json:"kind"`
	Service      string `json:"service"` // host, port and path of the base URL
	Organization string `json:"organization"`
	Title        string `json:"title"`
	ID           string `json:"id,omitzero"`
	// Time is the time before the create, or after one that may have taken effect. It is zero after
	// one that was rejected.
	Time time.Time `json:"time"`
}

// titleOf is the beginning of the titles of what runs create.
func titleOf(kind string) string { return "Scratch " + kind + " of publishing-go verify " }

// isOurs reports whether a run has written the entry.
func (e entry) isOurs() bool {
	return (e.Kind == kindSpace || e.Kind == kindSite) && e.Organization != "" &&
		strings.HasPrefix(e.Title, titleOf(e.Kind))
}

// A journal is a file with what a run creates, so that it can be deleted after the program was
// killed.
type journal struct {
	name    string
	entries []entry
	wait    func(ctx context.Context, d time.Duration) error
	waited  bool
}

// newJournal creates the file. It must not exist: it would be what another run has left.
func newJournal(name string) (*journal, error) {
	const creating = os.O_CREATE | os.O_EXCL | os.O_WRONLY
	file, err := os.OpenFile(name, creating, 0o600) //nolint:gosec // the user names the file
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s exists: delete what an earlier run has left with -cleanup", name)
	}
	if err != nil {
		return nil, err
	}
	if directory, err := os.Open(filepath.Dir(name)); err == nil {
		_ = directory.Sync() // so that the file is there after a power failure; not all systems can
		_ = directory.Close()
	}
	return &journal{name: name, wait: clock.Sleep}, file.Close()
}

// readJournal reads the file of an earlier run on a service. The last line may be incomplete:
// nothing was sent before it was written.
func readJournal(name, service string) (*journal, error) {
	data, err := os.ReadFile(name) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	j := &journal{name: name, wait: clock.Sleep}
	for line := range bytes.Lines(data) {
		begins, isComplete := []byte(`{"kind":`), bytes.HasSuffix(line, []byte("\n"))
		if !isComplete && (bytes.HasPrefix(line, begins) || bytes.HasPrefix(begins, line)) {
			break
		}
		var e entry
		if !isComplete || json.Unmarshal(line, &e) != nil || !e.isOurs() {
			return nil, fmt.Errorf("%s is not the journal of a run", name)
		}
		if e.Service != service {
			return nil, fmt.Errorf("%s is of a run on %s, not on %s", name, e.Service, service)
		}
		if e.ID == "" && !e.Time.IsZero() {
			e.Time = time.Now() // the program may have sent the create until it was killed
		}
		j.set(e)
	}
	return j, nil
}

// set adds an entry, or sets its ID.
func (j *journal) set(e entry) {
	i := slices.IndexFunc(j.entries, func(other entry) bool {
		return other.Title == e.Title && other.Kind == e.Kind
	})
	if i < 0 {
		j.entries = append(j.entries, e)
	} else {
		j.entries[i] = e
	}
}

// write adds an entry to the file, and returns when it is on the disk.
func (j *journal) write(e entry) error {
	j.set(e)
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(j.name, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Sync(), file.Close())
}

// settleTime is the time after which a create without a response cannot take effect any more.
const settleTime = time.Minute

// cleanUp deletes everything in the journal, and then its file. It looks for what has no ID by its
// title, once more a minute later if it may still appear, and keeps the file until a complete
// listing shows nothing.
func (j *journal) cleanUp(ctx context.Context, client *publishing.Client, may *guard) error {
	for range 5 {
		found, err := j.sweep(ctx, client, may)
		if err != nil {
			return err
		}
		if left := j.unsettled(); left > 0 && !j.waited {
			j.waited = true
			if err := j.wait(ctx, left); err != nil {
				return fmt.Errorf("%s lists what may be left: %w", j.name, err)
			}
			continue
		}
		if found == 0 {
			return os.Remove(j.name)
		}
	}
	return fmt.Errorf("the service still lists what %s contains", j.name)
}

// unsettled returns how long a create without a response may still take effect.
func (j *journal) unsettled() (left time.Duration) {
	for _, e := range j.entries {
		if e.ID == "" {
			left = max(left, time.Until(e.Time.Add(settleTime)))
		}
	}
	return left
}

// sweep deletes what is in the journal, the sites first, and returns how much was still listed. If
// something cannot be deleted, it goes on with the rest.
func (j *journal) sweep(
	ctx context.Context, client *publishing.Client, may *guard,
) (found int, failed error) {
	for _, kind := range []string{kindSite, kindSpace} {
		for _, e := range j.entries {
			if e.Kind != kind {
				continue
			}
			ids, err := e.listed(ctx, client)
			failed = errors.Join(failed, err)
			found += len(ids)
			if e.ID != "" && err == nil && !slices.Contains(ids, e.ID) {
				isLeft, err := e.isLeft(ctx, client)
				failed = errors.Join(failed, err)
				if isLeft {
					ids = append(ids, e.ID)
				}
			}
			for _, id := range ids {
				failed = errors.Join(failed, e.remove(ctx, client, may, id))
			}
		}
	}
	return found, failed
}

// listed returns the IDs of what has exactly the title of the entry. If the list is incomplete, or
// if what has the ID of the entry has another title, it returns an error too.
func (e entry) listed(ctx context.Context, client *publishing.Client) (ids []string, err error) {
	var meta api.Meta
	see := func(id, title string) {
		if title == e.Title {
			ids = append(ids, id)
		} else if id == e.ID {
			err = e.renamed(id)
		}
	}
	if e.Kind == kindSite {
		options := sites.ListOptions{Limit: 1000}
		for site, failed := range client.Sites.All(ctx, e.Organization, options, api.WithMeta(&meta)) {
			if failed != nil {
				return ids, failed
			}
			see(site.ID, site.Title)
		}
	} else {
		options := spaces.ListOptions{Limit: 1000}
		for space, failed := range client.Spaces.All(ctx, e.Organization, options, api.WithMeta(&meta)) {
			if failed != nil {
				return ids, failed
			}
			see(space.ID, space.Title)
		}
	}
	if m := meta.Mismatch; m != nil && m.Pointer == "/count" {
		return ids, fmt.Errorf("the service listed %s of %s %ss: try again", m.Got, m.Want, e.Kind)
	}
	return ids, err
}

// isLeft reports whether what has the ID of the entry exists, although it is not in the list, for
// example because somebody has moved it to another organization. If it has another title, isLeft
// returns an error.
func (e entry) isLeft(ctx context.Context, client *publishing.Client) (bool, error) {
	title := ""
	var err error
	if e.Kind == kindSite {
		var site *sites.Site
		if site, err = client.Sites.Get(ctx, e.Organization, e.ID, sites.GetOptions{}); err == nil {
			title = site.Title
		}
	} else {
		var space *spaces.Space
		if space, err = client.Spaces.Get(ctx, e.ID, spaces.GetOptions{}); err == nil {
			title = space.Title
		}
	}
	switch {
	case errors.Is(err, publishing.ErrNotFound), errors.Is(err, publishing.ErrForbidden):
		return false, nil
	case err != nil:
		return false, err
	case title != e.Title:
		return false, e.renamed(e.ID)
	default:
		return true, nil
	}
}

func (e entry) renamed(id string) error {
	return fmt.Errorf("the %s %s has another title than %q: delete it yourself", e.Kind, id, e.Title)
}

func (e entry) remove(ctx context.Context, client *publishing.Client, may *guard, id string) error {
	may.add(id)
	deletes := client.Spaces.Delete
	if e.Kind == kindSite {
		deletes = func(ctx context.Context, id string, opts ...api.CallOption) (api.Deletion, error) {
			return client.Sites.Delete(ctx, e.Organization, id, opts...)
		}
	}
	deletion, err := deletes(ctx, id)
	if errors.Is(err, publishing.ErrNotFound) { // some services respond so to a second delete
		return nil
	}
	if deletion == api.DeletionRequested {
		return fmt.Errorf("somebody has to approve that the %s %q is deleted", e.Kind, e.Title)
	}
	return err
}
