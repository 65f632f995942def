package changerequests

import (
	"context"
	"iter"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ChangeRequest is a proposed change to a space.
type ChangeRequest struct {
	Object      string             `json:"object"` // "change-request"
	ID          string             `json:"id"`
	Number      int64              `json:"number"` // counts up in the space
	Status      Status             `json:"status"`
	Subject     string             `json:"subject"`
	Description *richtext.Document `json:"description,omitzero"`
	CreatedBy   api.User           `json:"createdBy"`
	CreatedAt   time.Time          `json:"createdAt"`
	UpdatedAt   time.Time          `json:"updatedAt"`
	Space       string             `json:"space"`    // ID
	Revision    string             `json:"revision"` // ID of the active revision
	// RevisionInitial is the ID of the space's revision it was made from.
	RevisionInitial string `json:"revisionInitial"`
	// RevisionMergedAncestor is the ID of the newest revision of the main content it was updated from, nil when it never was.
	RevisionMergedAncestor *string `json:"revisionMergedAncestor,omitzero"`
	// RevisionMerged is the ID of the revision that merging it made, nil before.
	RevisionMerged *string `json:"revisionMerged,omitzero"`
	Comments       int64   `json:"comments"` // opened comments
	Outdated       bool    `json:"outdated"` // not up to date with the main content
	URLs           URLs    `json:"urls"`
}

// URLs are the addresses of a change request.
type URLs struct {
	App      string `json:"app"`
	Location string `json:"location"`
}

// Status is the state of a change request. The service may know more values than the constants.
type Status string

const (
	// StatusDraft is a change request that is not proposed yet.
	StatusDraft Status = "draft"
	// StatusOpen is one that is proposed.
	StatusOpen Status = "open"
	// StatusArchived is one that was put away.
	//
	// Beyond the documents.
	StatusArchived Status = "archived"
	// StatusMerged is one that was merged. It comes of [Service.Merge] and cannot be set.
	//
	// Beyond the documents.
	StatusMerged Status = "merged"
)

// Number returns the ID of a change request that is known by its number in the space. All operations take it.
func Number(n int64) string { return strconv.FormatInt(n, 10) }

// ListOptions are the query of [Service.List].
type ListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // change requests per page, at most 1000; 0 for the service's default
	// Status lets change requests of this status through, open ones if empty. There is no value for all.
	//
	// Beyond the documents.
	Status Status `url:"status,omitempty"`
	// Creator is the ID of the user who made them.
	//
	// Beyond the documents.
	Creator string `url:"creator,omitempty"`
	// Contributor is the ID of a user who worked on them.
	//
	// Beyond the documents.
	Contributor string `url:"contributor,omitempty"`
}

// List returns one page of the change requests of a space. When there are none the page is empty; a space that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) List(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// All walks the change requests of a space, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [Service.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) All(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// Pages walks the pages of the change requests of a space, from options.Page on. Errors are those of [Service.All].
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) Pages(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// OrgListOptions are the query of [Service.ListInOrg].
type OrgListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // change requests per page, at most 1000; 0 for the service's default
	// Status lets change requests of this status through, open ones if empty. There is no value for all.
	//
	// Beyond the documents.
	Status Status `url:"status,omitempty"`
	// Creator is the ID of the user who made them.
	//
	// Beyond the documents.
	Creator string `url:"creator,omitempty"`
	// Contributor is the ID of a user who worked on them.
	//
	// Beyond the documents.
	Contributor string `url:"contributor,omitempty"`
}

// ListInOrg returns one page of the change requests of an organization. When there are none the page is empty; an organization that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) ListInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// AllInOrg walks the change requests of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with
// what [Service.ListInOrg] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) AllInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// PagesInOrg walks the pages of the change requests of an organization, from options.Page on. Errors are those of [Service.AllInOrg].
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) PagesInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// ChangeRequestCreate is the body of [Service.Create]. A nil field is left to the service.
type ChangeRequestCreate struct {
	Subject     *string `json:"subject,omitzero"`
	AgentTaskID *string `json:"agentTaskId,omitzero"` // ID of the task of the agent to implement
}

// Create makes a change request and returns it. A space that does not exist is an error matching [api.ErrNotFound]. Not resent: see
// [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/change-requests
func (s Service) Create(ctx context.Context, spaceID string, changeRequest ChangeRequestCreate, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opCreate.Path(spaceID).Body(changeRequest), opts)
}

// Get returns a change request, by its ID or by its [Number]. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Get(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opGet.Path(spaceID, changeRequestID), opts)
}

// ChangeRequestUpdate is the body of [Service.Update]. A nil field is left as it is.
type ChangeRequestUpdate struct {
	Subject     *string            `json:"subject,omitzero"`
	Description *richtext.Document `json:"description,omitzero"`
	Status      Status             `json:"status,omitzero"`
}

// Update changes the fields of a change request that are set and returns it as it is then. One that does not exist is an error matching
// [api.ErrNotFound]. To update its content from the main content see [Service.UpdateFromMain]. Not resent: see [api.MayHaveApplied].
//
// API: PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Update(ctx context.Context, spaceID, changeRequestID string, update ChangeRequestUpdate, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opUpdate.Path(spaceID, changeRequestID).Body(update), opts)
}

// Merge merges a change request into the main content and returns the revision that made. Conflicts are an error matching [ErrConflicts],
// although the service answers them with a 200; nothing is merged then. A change request that does not exist is an error matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge
func (s Service) Merge(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*MergeResult, error) {
	return transport.JSON[MergeResult](ctx, s.core, opMerge.Path(spaceID, changeRequestID), opts)
}

// UpdateFromMain brings the newest main content into a change request and returns the revision that made. Conflicts are an error matching
// [ErrConflicts], although the service answers them with a 200. A change request that does not exist is an error matching
// [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update
func (s Service) UpdateFromMain(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*MergeResult, error) {
	return transport.JSON[MergeResult](ctx, s.core, opUpdateFromMain.Path(spaceID, changeRequestID), opts)
}

// PDF returns the address of a PDF of a change request, not the PDF itself. A change request or a page that does not exist is an error
// matching [api.ErrNotFound].
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf
func (s Service) PDF(ctx context.Context, spaceID, changeRequestID string, options spaces.PDFOptions, opts ...api.CallOption) (*spaces.PDF, error) {
	return transport.JSON[spaces.PDF](ctx, s.core, opPDF.Path(spaceID, changeRequestID).Query(options), opts)
}
