package orgs

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/poll"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ImportService imports websites and files into spaces. Each import is a run, which continues in
// the background after [ImportService.Create] has returned.
//
// Experimental: may change in any minor release; see [api].
type ImportService struct {
	core *transport.Core
}

// ImportRun is an import of content into a space.
//
// Experimental: may change in any minor release; see [api].
type ImportRun struct {
	Object *string      `json:"object,omitzero"` // "import-run"
	ID     string       `json:"id"`
	Status ImportStatus `json:"status"`
	Reason *string      `json:"reason,omitzero"` // reason for a failure
	// Pages contains the pages of the run. It is undocumented whether it grows during the run.
	Pages  []ImportedPage `json:"pages,omitzero"`
	Source *ImportSource  `json:"source,omitzero"`
	Target *ImportTarget  `json:"target,omitzero"`
	// Site is the ID of the site that contains the target space. It is nil if no site, or more than
	// one site, contains the space.
	Site        *string        `json:"site,omitzero"`
	CreatedBy   *string        `json:"createdBy,omitzero"` // ID of a user
	CreatedAt   *time.Time     `json:"createdAt,omitzero"`
	UpdatedAt   *time.Time     `json:"updatedAt,omitzero"`
	StartedAt   *time.Time     `json:"startedAt,omitzero"`
	CompletedAt *time.Time     `json:"completedAt,omitzero"`
	URLs        *ImportRunURLs `json:"urls,omitzero"`
}

// ImportRunURLs contains the URL of a run in the API.
//
// Experimental: may change in any minor release; see [api].
type ImportRunURLs struct {
	Location string `json:"location"`
}

// ImportStatus is the state of an [ImportRun].
//
// Experimental: may change in any minor release; see [api].
type ImportStatus string

// States of a run.
const (
	ImportStatusPending    ImportStatus = "pending"
	ImportStatusInProgress ImportStatus = "in-progress"
	ImportStatusCompleted  ImportStatus = "completed"
	ImportStatusFailed     ImportStatus = "failed" // failed, or stopped reporting its progress
	ImportStatusCancelled  ImportStatus = "cancelled"
)

// An ImportStatusFilter selects runs by their state in a list.
//
// Experimental: may change in any minor release; see [api].
type ImportStatusFilter string

// Values of ImportStatusFilter.
const (
	ImportStatusFilterPending    ImportStatusFilter = "pending"
	ImportStatusFilterInProgress ImportStatusFilter = "in-progress"
	ImportStatusFilterCompleted  ImportStatusFilter = "completed"
	ImportStatusFilterFailed     ImportStatusFilter = "failed"
	ImportStatusFilterCancelled  ImportStatusFilter = "cancelled"
	ImportStatusFilterActive     ImportStatusFilter = "active" // pending or in progress
)

// ImportedPage is a page that a run has found on a website or in a file.
//
// Experimental: may change in any minor release; see [api].
type ImportedPage struct {
	ID        string              `json:"id"` // ID of the page in the space
	Type      *ImportedPageType   `json:"type,omitzero"`
	Status    *ImportedPageStatus `json:"status,omitzero"`
	SourceURL *string             `json:"sourceURL,omitzero"`
}

// ImportedPageType is the kind of an [ImportedPage].
//
// Experimental: may change in any minor release; see [api].
type ImportedPageType string

// Kinds of imported pages.
const (
	ImportedPageTypePage   ImportedPageType = "page"
	ImportedPageTypeFolder ImportedPageType = "folder"
)

// ImportedPageStatus reports whether the content of an [ImportedPage] has been imported.
//
// Experimental: may change in any minor release; see [api].
type ImportedPageStatus string

// States of imported pages.
const (
	ImportedPageStatusPending  ImportedPageStatus = "pending"
	ImportedPageStatusComplete ImportedPageStatus = "complete"
)

// ImportSource is the source of a run: a website or files. In a request, set Type and the field for
// that type. For a source of any other kind, set Raw.
//
// Experimental: may change in any minor release; see [api].
type ImportSource struct {
	Type ImportSourceType `json:"type"`
	// URL is the URL of a website, at most 2048 characters.
	URL *string `json:"url,omitzero" response:"required,if=type:website" check:"len=..2048"`
	// Files are the keys of uploads: see [StorageService.Upload].
	Files []string `json:"files,omitzero" response:"required,if=type:file"`
	// Raw is the JSON of a source whose kind this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// Validate checks that exactly the field for Type is set. If Raw is set, only Type may be set too.
func (s ImportSource) Validate() error {
	var forms []string
	switch s.Type {
	case ImportSourceTypeWebsite:
		forms = []string{"type with url"}
	case ImportSourceTypeFile:
		forms = []string{"type with files"}
	default: // an unknown kind needs Raw
	}
	return check.Form(s, append(forms, "Raw", "type with Raw")...)
}

// ImportSourceType is the kind of an [ImportSource].
//
// Experimental: may change in any minor release; see [api].
type ImportSourceType string

// Kinds of sources.
const (
	ImportSourceTypeWebsite ImportSourceType = "website"
	ImportSourceTypeFile    ImportSourceType = "file"
)

type plainImportSource ImportSource

var importSourceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("type", func(s *ImportSource) (any, *ImportSourceType, *api.Raw) {
		return (*plainImportSource)(s), &s.Type, &s.Raw
	}, ImportSourceTypeWebsite, ImportSourceTypeFile))
}}

// MarshalJSON encodes the source, or Raw if it is set.
func (s ImportSource) MarshalJSON() ([]byte, error) { return importSourceCodec.Marshal(&s) }

// UnmarshalJSON decodes a source of a known kind, and keeps any other source in Raw.
func (s *ImportSource) UnmarshalJSON(data []byte) error {
	return importSourceCodec.Unmarshal(data, s)
}

// ImportTarget is the place into which a run imports content.
//
// Experimental: may change in any minor release; see [api].
type ImportTarget struct {
	Space string `json:"space" check:"required"` // ID of the space; required even with a change request
	// ChangeRequest is the ID of a change request of the space, or nil for the main content.
	ChangeRequest *string `json:"changeRequest,omitzero"`
	// Page is the ID of the page that becomes the parent of the imported pages, or nil for the top
	// level.
	Page *string `json:"page,omitzero"`
}

// ImportListOptions are the query parameters of [ImportService.List].
//
// Experimental: may change in any minor release; see [api].
type ImportListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of runs per page, at most 1000; 0 for the service's default.
	Limit int    `url:"limit,omitempty" check:"range=0..1000"`
	Space string `url:"space,omitempty"` // ID of a space; selects the runs that import into the space
	// ChangeRequest is the ID of a change request. It selects the runs that import into the change
	// request.
	ChangeRequest string `url:"changeRequest,omitempty"`
	// Site is the ID of a site. It selects the runs that import into the spaces of the site.
	Site   string             `url:"site,omitempty"`
	Status ImportStatusFilter `url:"status,omitempty"`
}

// List returns one page of the runs of an organization, the newest first.
//
// API: GET /v1/org/{organizationId}/imports
func (s ImportService) List(
	ctx context.Context, orgID string, options ImportListOptions, opts ...api.CallOption,
) (*pagination.Page[ImportRun], error) {
	return transport.List[ImportRun](ctx, s.core, opImportList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the runs of an organization, the newest first.
//
// API: GET /v1/org/{organizationId}/imports
func (s ImportService) All(
	ctx context.Context, orgID string, options ImportListOptions, opts ...api.CallOption,
) iter.Seq2[ImportRun, error] {
	return transport.All[ImportRun](ctx, s.core, opImportList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [ImportService.List].
//
// API: GET /v1/org/{organizationId}/imports
func (s ImportService) ListPages(
	ctx context.Context, orgID string, options ImportListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ImportRun], error] {
	return transport.Pages[ImportRun](ctx, s.core, opImportList.Path(orgID).Query(options), opts)
}

// ImportCreate is the request body of [ImportService.Create].
//
// Experimental: may change in any minor release; see [api].
type ImportCreate struct {
	Source ImportSource `json:"source"`
	Target ImportTarget `json:"target"`
	// Site is the ID of the site that the space belongs to. Set it only if the space is not on the
	// site yet. Otherwise, the service finds the site by itself.
	Site *string `json:"site,omitzero"`
	// Enhance lets the service improve the imported content; nil means true.
	Enhance *bool `json:"enhance,omitzero"`
}

// Create starts an import and returns its run. [ImportService.WaitCompleted] waits for the result.
// If the response is lost, look for the run with [ImportService.List].
//
// API: POST /v1/org/{organizationId}/imports
func (s ImportService) Create(
	ctx context.Context, orgID string, run ImportCreate, opts ...api.CallOption,
) (*ImportRun, error) {
	return transport.JSON[ImportRun](ctx, s.core, opImportCreate.Path(orgID).Body(run), opts)
}

// Get returns a run.
//
// API: GET /v1/org/{organizationId}/imports/{importRunId}
func (s ImportService) Get(
	ctx context.Context, orgID, importRunID string, opts ...api.CallOption,
) (*ImportRun, error) {
	return transport.JSON[ImportRun](ctx, s.core, opImportGet.Path(orgID, importRunID), opts)
}

// Cancel stops a run and returns it. It is undocumented whether content that the run has already
// imported stays in the space. If the run cannot be canceled, the error matches [api.ErrBadRequest]
// or [api.ErrUnprocessable].
//
// API: POST /v1/org/{organizationId}/imports/{importRunId}/cancel
func (s ImportService) Cancel(
	ctx context.Context, orgID, importRunID string, opts ...api.CallOption,
) (*ImportRun, error) {
	return transport.JSON[ImportRun](ctx, s.core, opImportCancel.Path(orgID, importRunID), opts)
}

// WaitCompleted polls a run until it is completed, and returns it. If the run failed or was
// canceled, WaitCompleted returns an [*ImportError].
//
// If the limit is reached, ctx ends, or a request fails after the first response, the error is an
// [*ImportWaitError], which wraps the cause and contains the last state of the run. Options such as
// [api.WithTimeout] apply to each request.
//
// API: GET /v1/org/{organizationId}/imports/{importRunId}
func (s ImportService) WaitCompleted(
	ctx context.Context, orgID, importRunID string, wait api.Wait, opts ...api.CallOption,
) (*ImportRun, error) {
	meta, opts := transport.MetaOf(opts)
	var last *ImportRun
	var requestID string
	err := poll.Until(ctx, opImportGet.Name, wait, opts, func(ctx context.Context) (bool, error) {
		run, err := s.Get(ctx, orgID, importRunID, opts...)
		if err != nil {
			return false, err
		}
		last, requestID = run, meta.RequestID
		return slices.Contains([]ImportStatus{
			ImportStatusCompleted, ImportStatusFailed, ImportStatusCancelled,
		}, run.Status), nil
	})
	switch {
	case err != nil && last == nil:
		return nil, err
	case err != nil:
		return nil, &ImportWaitError{
			Operation: opImportGet.Name, RequestID: requestID, Last: *last, Err: err,
		}
	case last.Status != ImportStatusCompleted:
		return nil, &ImportError{Operation: opImportGet.Name, RequestID: requestID, Run: *last}
	default:
		return last, nil
	}
}

// ImportError reports that a run failed or was canceled.
//
// Experimental: may change in any minor release; see [api].
type ImportError struct {
	// Operation is "Orgs.Imports.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Run, or "" if there is none.
	RequestID string
	// Run is the run. Its Reason describes the failure.
	Run ImportRun
}

// Error returns the operation, the state and the reason of the run, and the request ID.
func (e *ImportError) Error() string { return failure.Text(e.Operation, e.cause(), e.RequestID) }

// LogValue implements [slog.LogValuer]. The group contains the operation, the request ID and a
// cause. The cause is the rest of the error text.
func (e *ImportError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, e.cause())
}

func (e *ImportError) cause() string {
	text := fmt.Sprintf("import %q: %.50q", e.Run.ID, e.Run.Status)
	if e.Run.Reason != nil {
		text += fmt.Sprintf(": %.300q", failure.WithoutUser(*e.Run.Reason))
	}
	return text
}

// ImportWaitError reports that a wait ended before the run was completed.
//
// Experimental: may change in any minor release; see [api].
type ImportWaitError struct {
	// Operation is "Orgs.Imports.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Last, or "" if there is none.
	RequestID string
	// Last is the last state of the run.
	Last ImportRun
	// Err is the reason why the wait ended.
	Err error
}

// Error returns the operation, the last state, the request ID and the cause.
func (e *ImportWaitError) Error() string {
	return fmt.Sprintf("%s: %v", failure.Text(e.Operation, e.wait(), e.RequestID), e.Err)
}

// LogValue implements [slog.LogValuer]. The group contains the operation, the request ID and a
// cause. The cause is the last state and Err.
func (e *ImportWaitError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, fmt.Sprintf("%s: %v", e.wait(), e.Err))
}

func (e *ImportWaitError) wait() string {
	return fmt.Sprintf("wait for import %q, last seen %.50q", e.Last.ID, e.Last.Status)
}

// Unwrap returns Err.
func (e *ImportWaitError) Unwrap() error { return e.Err }
