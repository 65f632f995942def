// Package push writes a directory of Markdown to a change request of a space.
//
// A directory has the layout of a repository that the service synchronizes, or it is a plain
// directory. In a plain directory, each Markdown file is a page, and README.md or index.md is the
// page of its folder. A push inserts, updates and moves pages until the change request has the
// pages of the directory. It also uploads the images and files that the pages refer to. It does not
// change anything else in the space.
//
// With a [Store], a push remembers what it wrote. A second push of the same directory then changes
// nothing. It does not overwrite what somebody else has changed on a page. It reports such a change
// if it would otherwise have overwritten it. It does not look for changes of other pages, because
// it would have to read the text of each page. Without a Store, a push finds pages by their path
// and compares their texts, and overwrites what others have changed on these pages before the push.
//
// Each request of a push that reads content identifies the revision. No operation of the service
// accepts a precondition. If somebody edits a page after the push has read it and before the push
// writes it, the push therefore overwrites the edit. The push detects this afterwards, and returns
// an [EditedError], unless the response to its write was lost.
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
	// request of the last push, provided that it is a draft or open. Otherwise, the push creates a
	// change request, unless there is nothing to change. What earlier pushes wrote to a change
	// request that was archived is then written again. If the first push was to a given change
	// request that was archived, pages that existed before it count as those of somebody else. A
	// push to a given change request that was merged or archived is an error.
	ChangeRequest string
	Subject       string // subject of a new change request
}

// Options are the options of a push.
type Options struct {
	// Store stores the state between pushes to one space. If it is nil, each push is like the first
	// one, and does not write a text that differs from that of the space only in fields of the
	// front matter that a push does not know, such as the layout.
	Store Store
	// Overwrite also writes pages that somebody else has changed, and inserts pages that somebody
	// else has deleted.
	Overwrite bool
	// Prune deletes pages that a push has created and whose files no longer exist or are no longer
	// in SUMMARY.md. It keeps pages that somebody else has changed, and pages with subpages. If the
	// directory has no SUMMARY.md, and the README.md of a folder with other pages no longer exists,
	// Prune removes the text, title and metadata of a page that a push has created. Without a
	// state, it deletes and removes nothing.
	Prune bool
	// MaxDeletes is the maximum number of pages that Prune deletes or whose text, title and
	// metadata it removes. 0 means a fifth of the pages in the state, rounded down, but at most 10.
	// A negative number means none.
	MaxDeletes int
	// Strict makes it an error if a link has no target, or if a file exceeds the limit and has no
	// AssetURL.
	Strict bool
	// AssetURL returns the public URL of a file of more than [changerequests.MaxContentFileSize]
	// bytes, or an empty string. Links to the file are changed to this URL. Without a URL, the
	// links do not change.
	AssetURL func(path string) string
	// Expect is compared with the plan before the push first writes content. If they differ, the
	// push writes no content and returns [ErrPlanChanged]. If somebody else makes changes after
	// that, the push plans again and may perform other actions. Nil means any plan.
	Expect []Action
	// Progress is called after each action.
	Progress func(done Action)
	// HTTPClient downloads files for comparison, without the token of the client. If it is nil,
	// each download has a timeout of one minute.
	HTTPClient *http.Client

	settle time.Duration
}

// An ActionKind is the kind of an [Action].
type ActionKind string

// The kinds of actions.
const (
	ActionUpload ActionKind = "upload"
	ActionInsert ActionKind = "insert"
	ActionUpdate ActionKind = "update"
	ActionMove   ActionKind = "move" // a move, which may also update the page
	ActionDelete ActionKind = "delete"
)

// Action is one change of a push.
type Action struct {
	Kind ActionKind
	Path string // path of the file in the directory
}

// String returns the kind and the path, such as "update guides/setup.md".
func (a Action) String() string { return string(a.Kind) + " " + a.Path }

// NoteKind is the kind of a [Note].
type NoteKind string

// The kinds of notes.
const (
	NoteForm     NoteKind = "form"      // something in the directory that is wrong, or that a push cannot create
	NoteLink     NoteKind = "link"      // a link without a target, which does not change
	NoteFile     NoteKind = "file"      // a file that cannot be read, or that is over the limit; links to it do not change
	NoteLostLink NoteKind = "lost-link" // a link that the service did not keep
	NoteChanged  NoteKind = "changed"   // a text, a title or metadata that the service stored in another form
	NoteConflict NoteKind = "conflict"  // a change by somebody else that the push did not touch
)

// Note is a difference between the space and the directory, or a problem of the directory.
type Note struct {
	Kind NoteKind
	Path string // path of the file in the directory
	Line int    // line number, 1 for the first; 0 for the file as a whole
	Text string
}

// String returns the path, the line number unless it is 0, and the text.
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

// A DirectoryError contains all problems of a directory. The push sent nothing.
type DirectoryError struct{ Problems []Note }

// Error returns the number of problems and all problems, each on a line.
func (e *DirectoryError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "reading the directory: %d problems:", len(e.Problems))
	for _, p := range e.Problems {
		text.WriteString("\n\t" + p.String())
	}
	return text.String()
}

// A DeletesError reports that a push would delete pages, or remove their text, title and metadata,
// and that they are more than [Options.MaxDeletes] allows. The push wrote nothing, unless somebody
// else made changes at the same time: it may then have created the change request and written some
// of what it planned before.
type DeletesError struct {
	Paths []string // paths of the files, and of the folders whose text would be removed
	Max   int
}

// Error returns the number of pages, the maximum and the paths.
func (e *DeletesError) Error() string {
	return fmt.Sprintf("planning the push: it would delete or empty %d pages, and at most %d are allowed: %s",
		len(e.Paths), e.Max, strings.Join(e.Paths, ", "))
}

// An EditedError reports that somebody else has changed the change request between the last read
// and a write of the push. The push may have overwritten these changes, which can be restored from
// Revision.
type EditedError struct {
	Paths    []string // files of the pages that the push wrote
	Revision string   // ID of the revision with somebody else's changes
}

// Error returns the paths and the revision.
func (e *EditedError) Error() string {
	return fmt.Sprintf("pushing: the change request was edited at the same time: changes to %s can be restored from the revision %s",
		strings.Join(e.Paths, ", "), e.Revision)
}

var (
	// ErrPlanChanged means that the plan of a push differs from [Options.Expect].
	ErrPlanChanged = errors.New("pushing: the plan has changed")
	// ErrBusy means that somebody else has changed the change request each time that a push was
	// about to write to it. If the service has rejected a write, the error also wraps the last
	// rejection.
	ErrBusy = errors.New("pushing: somebody else edits the change request all the time")
)

// Push writes a directory to a change request. If there are problems with files of the directory,
// Push sends nothing and returns a [*DirectoryError] with all problems.
//
// If Push returns another error, the result contains the actions that it performed. It is nil if
// Push could not begin. The next Push continues from there. With a Store, it also finds out whether
// a request whose response was lost took effect. It may then write the text of a new page with
// links to other new pages again. If the lost response was that to the update of a text that the
// service stores in another form, Push takes the text for one that somebody else has changed.
func Push(
	ctx context.Context, client *publishing.Client, target Target, directory fs.FS, options Options,
) (*Result, error) {
	r, err := newRun(ctx, client, target, directory, options)
	if err != nil {
		return nil, err
	}
	err = r.push(ctx)
	return r.finish(), err
}

// Plan returns the actions that [Push] would perform, and changes nothing. It reads the texts of
// pages only if the actions depend on them.
func Plan(
	ctx context.Context, client *publishing.Client, target Target, directory fs.FS, options Options,
) (*Result, error) {
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

// Page writes Markdown to the page at a path, such as "guides/setup", with the same checks as
// [Push]. If the page does not exist, Page creates it as the last page below its parent, which must
// exist. The title and the metadata come from the front matter. If the front matter has no title,
// the leading heading of level 1 is the title. If there is no such heading either, the title does
// not change. A slug in the front matter must be that of the path, or Page returns a
// [*DirectoryError]. The destination of a link to a page is "/pages/ID". Relative links have no
// target, and the result contains a note about each.
//
// Pushes of a directory to the same change request can use the same Store. The page then belongs to
// the file with the same path and the extension ".md", or to the file README.md below this path if
// the slug is "readme" or "index". If the directory has no such file and no other file for the
// page, a push of the directory with Prune deletes the page, or removes its text, title and
// metadata if the directory has pages below it. In Page, Prune and MaxDeletes have no effect.
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
	r.result.Notes = slices.Concat(r.result.Notes, r.directoryNotes, r.planNotes)
	slices.SortStableFunc(r.result.Notes, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Path, b.Path),
			a.Line-b.Line, strings.Compare(a.Text, b.Text))
	})
	r.result.Notes = slices.Compact(r.result.Notes)
	return &r.result
}
