// Package push writes a directory of Markdown to a change request of a space.
//
// A directory has the form that the service synchronizes with Git, or is a plain directory, in
// which each Markdown file is a page, and README.md or index.md is the page of its folder. A push
// inserts, updates and moves pages until the change request has the pages of the directory, and
// uploads the images and files that they refer to. Everything else in the space stays as it is.
//
// With a [Store], a push remembers what it wrote. A second push of the same directory then changes
// nothing, and reports changes by somebody else without touching them. Without a Store, a push
// finds pages by their path and compares their texts. It then overwrites changes by others to these
// pages.
//
// All requests of a push that read content identify the revision. No operation of the service has a
// precondition, so a push overwrites an edit that somebody makes between the last read of a page
// and the request that writes it. The push detects the edit afterwards, and ends with an
// [EditedError].
//
// Experimental: may change in any minor release; see package api.
package push

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/push/internal/source"
)

// Target identifies the change request that a push writes to.
type Target struct {
	Space string // ID
	// ChangeRequest is the ID of a change request. If it is empty, a push writes to the change
	// request of the last push if that is a draft or open. Otherwise, it creates a change request,
	// unless there is nothing to change.
	ChangeRequest string
	Subject       string // subject of a new change request
}

// Options are the options of a push.
type Options struct {
	// Store keeps the state between pushes. If it is nil, each push is like the first one.
	Store Store
	// Overwrite also writes pages that somebody else has changed, and inserts pages that somebody
	// else has deleted.
	Overwrite bool
	// Prune deletes pages that a push has created and whose file no longer exists. It keeps pages
	// that somebody else has changed, and pages above other pages. Without a state, it deletes
	// nothing.
	Prune bool
	// MaxDeletes is the largest number of pages that Prune deletes; 0 means a fifth of the pages of
	// the state, and at most 10.
	MaxDeletes int
	// Strict makes links that lead nowhere, and files over the limit without an AssetURL, errors.
	Strict bool
	// AssetURL returns the public URL of a file of more than [changerequests.MaxContentFileSize]
	// bytes, or an empty string. Links to such a file lead to its URL. Without a URL, they stay as
	// they are.
	AssetURL func(path string) string
	// Expect is a plan. If the push would do anything else, it does nothing and returns
	// [ErrPlanChanged]. Nil means that there is none.
	Expect []Action
	// Progress is called after each action.
	Progress func(done Action)
	// HTTPClient downloads files to compare them, without the client's token. If it is nil, each
	// download has a timeout of one minute.
	HTTPClient *http.Client

	settle time.Duration
}

// ActionKind is the kind of an [Action].
type ActionKind string

// Kinds of actions.
const (
	ActionUpload ActionKind = "upload"
	ActionInsert ActionKind = "insert"
	ActionUpdate ActionKind = "update"
	ActionMove   ActionKind = "move" // may change the page too
	ActionDelete ActionKind = "delete"
)

// Action is one change of a push.
type Action struct {
	Kind ActionKind
	Path string // path of the file in the directory
}

func (a Action) String() string { return string(a.Kind) + " " + a.Path }

// NoteKind is the kind of a [Note].
type NoteKind string

// Kinds of notes.
const (
	NoteForm     NoteKind = "form"     // something in the directory that a push cannot create
	NoteLink     NoteKind = "link"     // a link that leads nowhere and stays as it is
	NoteFile     NoteKind = "file"     // a file over the limit; links to it stay as they are
	NoteLostLink NoteKind = "lost"     // a link that the service did not keep
	NoteChanged  NoteKind = "changed"  // a text that the service stored in another form
	NoteConflict NoteKind = "conflict" // a change by somebody else that the push did not touch
)

// Note is a difference between the space and the directory.
type Note struct {
	Kind NoteKind
	Path string // path of the file in the directory
	Line int    // line number, 1 for the first; 0 for the file as a whole
	Text string
}

func (n Note) String() string {
	return source.Note{Path: n.Path, Line: n.Line, Text: n.Text}.String()
}

// Result is the result of a push or of a plan.
type Result struct {
	// ChangeRequest is the change request after the push, or nil if there is none.
	ChangeRequest *changerequests.ChangeRequest
	// Actions are the actions of the push or of the plan, in order.
	Actions []Action
	Notes   []Note // sorted by path and line
}

// Conflicts returns the notes of kind [NoteConflict].
func (r *Result) Conflicts() (conflicts []Note) {
	for _, n := range r.Notes {
		if n.Kind == NoteConflict {
			conflicts = append(conflicts, n)
		}
	}
	return conflicts
}

// DirectoryError contains all problems of a directory. Nothing was sent.
type DirectoryError struct{ Problems []Note }

func (e *DirectoryError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "reading the directory: %d problems:", len(e.Problems))
	for _, p := range e.Problems {
		text.WriteString("\n\t" + p.String())
	}
	return text.String()
}

// DeletesError reports that a push would delete more pages than [Options.MaxDeletes] allows.
// Nothing was sent.
type DeletesError struct {
	Paths []string // paths of the files of the pages
	Max   int
}

func (e *DeletesError) Error() string {
	return fmt.Sprintf("planning the push: it would delete %d pages, and at most %d are allowed: %s",
		len(e.Paths), e.Max, strings.Join(e.Paths, ", "))
}

// EditedError reports that somebody else has changed the change request between the last read and a
// write of the push. Their changes to the pages of the request may be overwritten, and can be
// restored from Revision.
type EditedError struct {
	Paths    []string // paths of the files of the pages that the request wrote
	Revision string   // ID of the revision with somebody else's changes
}

func (e *EditedError) Error() string {
	return fmt.Sprintf("pushing: the change request was edited at the same time: changes to %s can be restored from the revision %s",
		strings.Join(e.Paths, ", "), e.Revision)
}

var (
	// ErrPlanChanged means that a push would not do what [Options.Expect] contains.
	ErrPlanChanged = errors.New("pushing: the plan has changed")
	errBusy        = errors.New("pushing: somebody else edits the change request all the time")
)

// Push writes a directory to a change request. If there are problems with files of the directory,
// Push sends nothing and returns a [*DirectoryError] with all problems.
//
// If Push returns another error, the result contains the actions that were done. Another Push
// continues from there and repeats nothing: with a Store, it finds out whether a request whose
// response was lost took effect.
func Push(ctx context.Context, client *publishing.Client, target Target, directory fs.FS, options Options) (*Result, error) {
	r, err := newRun(ctx, client, target, directory, options)
	if err != nil {
		return nil, err
	}
	err = r.push(ctx)
	return r.finish(), err
}

// Plan returns the actions that [Push] would do, and changes nothing. It reads the texts of pages
// only where the actions depend on them.
func Plan(ctx context.Context, client *publishing.Client, target Target, directory fs.FS, options Options) (*Result, error) {
	r, err := newRun(ctx, client, target, directory, options)
	if err != nil {
		return nil, err
	}
	if err := r.plan(ctx); err != nil {
		return nil, err
	}
	r.result.Actions = r.actions()
	return r.finish(), nil
}

// Page writes Markdown to the page at a path, such as "guides/setup", as carefully as [Push]. If
// there is no such page, Page creates it as the last page below its parent, which must exist. Title
// and metadata come from the front matter. Without a title there, the title is the leading heading
// of level 1; without one, it does not change. Links can lead to pages as "/pages/ID". Relative
// links lead nowhere, and the result has a note for each.
//
// The Store can be shared with pushes of a directory to the same change request. The page then
// belongs to the file with the same path and the extension ".md". Prune and MaxDeletes have no
// effect.
func Page(ctx context.Context, client *publishing.Client, target Target, path, markdown string, options Options) (*Result, error) {
	tree, directory, err := source.ReadPage(path, []byte(markdown))
	r := &run{client: client, target: target, directory: directory, options: options, page: path}
	if err := r.read(ctx, tree, err); err != nil {
		return nil, err
	}
	err = r.push(ctx)
	return r.finish(), err
}

func (r *run) finish() *Result {
	r.result.ChangeRequest = r.changeRequest
	for _, notes := range [][]Note{r.directoryNotes, r.planNotes} {
		r.result.Notes = append(r.result.Notes, notes...)
	}
	slices.SortStableFunc(r.result.Notes, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Text, b.Text))
	})
	r.result.Notes = slices.Compact(r.result.Notes)
	return &r.result
}
