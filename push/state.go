package push

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Store stores the state of a push, which is JSON without secrets.
type Store interface {
	// Load returns the state, or nil if there is none.
	Load(ctx context.Context) ([]byte, error)
	// Save replaces the state. If it fails, the old state must remain. If the context of the push
	// ends, the context of Save ends a second later.
	Save(ctx context.Context, state []byte) error
}

// FileStore returns a Store that stores the state in a file. The directory of the file must exist.
func FileStore(name string) Store { return fileStore(name) }

type fileStore string

func (s fileStore) Load(context.Context) ([]byte, error) {
	text, err := os.ReadFile(string(s))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func (s fileStore) Save(_ context.Context, text []byte) (err error) {
	name := s.target()
	directory, base := splitPath(name)
	temporary, err := os.CreateTemp(directory, base+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name())
		}
	}()
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), name)
}

// target returns the name of the file, or the name that a symbolic link to the file contains.
func (s fileStore) target() string {
	name := string(s)
	for range 40 { // as often as systems follow links
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			directory, _ := splitPath(name)
			to = directory + to
		}
		name = to
	}
	return name
}

// splitPath returns the directory of a path, with a separator at the end, and the rest. Unlike
// filepath.Dir, it does not remove "..", which can be that of the target of a link.
func splitPath(name string) (directory, base string) {
	directory, base = filepath.Split(name)
	return cmp.Or(directory, "."+string(filepath.Separator)), base
}

const stateVersion = 1

// state is the state of a push. Hashes of texts are hashes of their normal form.
type state struct {
	Version       int                   `json:"version"`
	Space         string                `json:"space"`
	ChangeRequest string                `json:"changeRequest,omitzero"`
	Revision      string                `json:"revision,omitzero"` // ID of the last revision created or read
	Foreign       string                `json:"foreign,omitzero"`  // ID of the latest revision by somebody else
	Pages         map[string]*pageState `json:"pages,omitzero"`    // keys are paths
	Main          map[string]pageState  `json:"main,omitzero"`     // pages of the main content when the first push to the change request began
	Files         map[string]fileState  `json:"files,omitzero"`    // keys are hashes of the content
	Intent        *intent               `json:"intent,omitzero"`
}

type pageState struct {
	ID      string `json:"id"`
	File    sum    `json:"file,omitzero"`    // hash of the file
	Sent    sum    `json:"sent,omitzero"`    // hash of the text that was sent; zero if there is none
	Stored  sum    `json:"stored,omitzero"`  // hash of the text that was read after that
	Fields  string `json:"fields,omitzero"`  // fields of the metadata that was sent, and their hash
	Read    string `json:"read,omitzero"`    // those of the metadata that was read after that
	Parent  string `json:"parent,omitzero"`  // ID
	Slug    string `json:"slug,omitzero"`    // slug that was read
	Want    string `json:"want,omitzero"`    // slug that was sent
	At      int    `json:"at"`               // index in the order of the directory
	Created bool   `json:"created,omitzero"` // whether a push inserted the page
}

type fileState struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// intent is a batch that is about to be sent, or a change request that is about to be created.
type intent struct {
	Revision  string                `json:"revision"` // ID of the revision that it changes
	Existing  []string              `json:"existing"` // IDs of the pages and files in that revision, or of the change requests
	Pages     map[string]pageIntent `json:"pages,omitzero"`
	Deleted   []string              `json:"deleted,omitzero"` // IDs of the pages that it deletes
	IsOpening bool                  `json:"opening,omitzero"`
}

type pageIntent struct {
	Sent     sum    `json:"sent,omitzero"`
	Expected sum    `json:"expected,omitzero"` // hash of the text
	Fields   string `json:"fields,omitzero"`
	File     sum    `json:"file,omitzero"`   // hash of the file of an inserted page
	Parent   string `json:"parent,omitzero"` // ID of the parent of an inserted or moved page; empty at the top level
	Slug     string `json:"slug,omitzero"`   // slug of an inserted or moved page

	HasMarkup bool `json:"hasMarkup,omitzero"` // whether the heading that the title is from has markup
}

// begin records that the pages in the state are those of the main content.
func (s *state) begin() {
	s.Main = map[string]pageState{}
	for name, rec := range s.Pages {
		s.Main[name] = *rec
	}
}

// drop makes the state that of the main content, because the change request was archived or
// deleted. What the pushes wrote to it is not in the main content.
func (s *state) drop() {
	s.Pages = map[string]*pageState{}
	for name, rec := range s.Main {
		s.Pages[name] = &rec
	}
	s.ChangeRequest, s.Revision, s.Foreign, s.Intent = "", "", "", nil
}

func loadState(ctx context.Context, store Store, space string) (*state, bool, error) {
	s := &state{}
	if store != nil {
		text, err := store.Load(ctx)
		if err != nil {
			return nil, false, fmt.Errorf("reading the state of the push: %w", err)
		}
		if text != nil {
			if err := json.Unmarshal(text, s); err != nil {
				return nil, false, fmt.Errorf("reading the state of the push: %w", err)
			}
			if s.Version != stateVersion {
				return nil, false, fmt.Errorf("reading the state of the push: version %d is not supported", s.Version)
			}
		}
	}
	if s.Space != "" && s.Space != space {
		return nil, false, fmt.Errorf("reading the state of the push: it belongs to the space %q, not to %q", s.Space, space)
	}
	known := s.Space != ""
	s.Version, s.Space = stateVersion, space
	if s.Pages == nil {
		s.Pages = map[string]*pageState{}
	}
	if s.Files == nil {
		s.Files = map[string]fileState{}
	}
	return s, known, nil
}

// save stores the state even if the context has ended, because nothing else records what the push
// has done. The Store then has one second.
func (r *run) save(ctx context.Context) error {
	if r.options.Store == nil {
		return nil
	}
	text, err := json.Marshal(r.state)
	if err == nil {
		saving, cancel := context.WithCancel(context.WithoutCancel(ctx))
		defer cancel()
		defer context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, cancel) })()
		err = r.options.Store.Save(saving, text)
	}
	if err != nil {
		return fmt.Errorf("writing the state of the push: %w", err)
	}
	return nil
}

// sum is a hash. It is zero if there is none.
type sum [16]byte

func (s sum) isNone() bool { return s == sum{} }

func (s sum) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

func (s *sum) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(s)) {
		return fmt.Errorf("%q is no hash", text)
	}
	_, err := hex.Decode(s[:], text)
	return err
}

func hash(parts ...string) sum {
	whole := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return sum(whole[:len(sum{})])
}
