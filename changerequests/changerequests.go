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

// ChangeRequest is a proposed change to the content of a space.
type ChangeRequest struct {
	Object      string             `json:"object"` // "change-request"
	ID          string             `json:"id"`
	Number      int64              `json:"number"` // unique in the space, counting up
	Status      Status             `json:"status"`
	Subject     string             `json:"subject"`
	Description *richtext.Document `json:"description,omitzero"`
	CreatedBy   api.User           `json:"createdBy"`
	CreatedAt   time.Time          `json:"createdAt"`
	UpdatedAt   time.Time          `json:"updatedAt"`
	Space       string             `json:"space"`    // ID
	Revision    string             `json:"revision"` // ID of the active revision
	// RevisionInitial is the ID of the revision of the space that the change request was created
	// from.
	RevisionInitial string `json:"revisionInitial"`
	// RevisionMergedAncestor is the ID of the latest revision of the main content that the change
	// request was updated from; nil if it was never updated.
	RevisionMergedAncestor *string `json:"revisionMergedAncestor,omitzero"`
	// RevisionMerged is the ID of the revision created by merging; nil until it is merged.
	RevisionMerged *string `json:"revisionMerged,omitzero"`
	Comments       int64   `json:"comments"` // number of open comments
	Outdated       bool    `json:"outdated"` // the main content has changed since
	URLs           URLs    `json:"urls"`
}

// URLs are the addresses of a change request.
type URLs struct {
	App      string `json:"app"`
	Location string `json:"location"`
}

// Status is the state of a change request.
type Status string

// The states of a change request.
const (
	StatusDraft Status = "draft" // not proposed yet
	StatusOpen  Status = "open"  // proposed
)

// More states of a change request.
//
// Experimental: may change in any release; see docs/sources.md.
const (
	StatusArchived Status = "archived"
	StatusMerged   Status = "merged" // by [Service.Merge]; an update cannot set it
)

// Number returns the ID of the change request with number n in its space, for use in all
// operations.
func Number(n int64) string { return strconv.FormatInt(n, 10) }

// ListOptions are the query parameters of [Service.List].
type ListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // change requests per page, at most 1000; 0 for the service's default

	// The change requests that the page contains.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Status      Status `url:"status,omitempty"`      // in this state; empty means open, and no value means all
	Creator     string `url:"creator,omitempty"`     // created by the user with this ID
	Contributor string `url:"contributor,omitempty"` // that the user with this ID contributed to
}

// List returns one page of the change requests of a space.
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) List(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// All iterates over the change requests of a space, starting at options.Page.
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) All(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// Pages iterates over the pages of [Service.List], starting at options.Page.
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) Pages(ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// OrgListOptions are the query parameters of [Service.ListInOrg].
type OrgListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page; empty for the first page
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // change requests per page, at most 1000; 0 for the service's default

	// The change requests that the page contains.
	//
	// Experimental: may change in any release; see docs/sources.md.
	Status      Status `url:"status,omitempty"`      // in this state; empty means open, and no value means all
	Creator     string `url:"creator,omitempty"`     // created by the user with this ID
	Contributor string `url:"contributor,omitempty"` // that the user with this ID contributed to
}

// ListInOrg returns one page of the change requests of an organization.
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) ListInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// AllInOrg iterates over the change requests of an organization, starting at options.Page.
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) AllInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// PagesInOrg iterates over the pages of [Service.ListInOrg], starting at options.Page.
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) PagesInOrg(ctx context.Context, orgID string, options OrgListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// ChangeRequestCreate is the body of [Service.Create].
type ChangeRequestCreate struct {
	Subject     *string `json:"subject,omitzero"`
	AgentTaskID *string `json:"agentTaskId,omitzero"` // ID of the agent task to implement
}

// Create creates a change request and returns it.
//
// API: POST /v1/spaces/{spaceId}/change-requests
func (s Service) Create(ctx context.Context, spaceID string, changeRequest ChangeRequestCreate, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opCreate.Path(spaceID).Body(changeRequest), opts)
}

// Get returns a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Get(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opGet.Path(spaceID, changeRequestID), opts)
}

// ChangeRequestUpdate is the body of [Service.Update].
type ChangeRequestUpdate struct {
	Subject     *string            `json:"subject,omitzero"`
	Description *richtext.Document `json:"description,omitzero"`
	Status      Status             `json:"status,omitzero"`
}

// Update sets the given fields of a change request and returns the updated change request.
// [Service.UpdateFromMain] updates its content from the main content.
//
// API: PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Update(ctx context.Context, spaceID, changeRequestID string, update ChangeRequestUpdate, opts ...api.CallOption) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opUpdate.Path(spaceID, changeRequestID).Body(update), opts)
}

// Merge merges a change request into the main content and returns the new revision. If there are
// conflicts, nothing is merged and the error matches [ErrConflicts]; the status of the response
// is 200 in this case too.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge
func (s Service) Merge(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*MergeResult, error) {
	return transport.JSON[MergeResult](ctx, s.core, opMerge.Path(spaceID, changeRequestID), opts)
}

// UpdateFromMain updates a change request from the main content and returns the new revision. If
// there are conflicts, the error matches [ErrConflicts]; the status of the response is 200 in
// this case too.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update
func (s Service) UpdateFromMain(ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption) (*MergeResult, error) {
	return transport.JSON[MergeResult](ctx, s.core, opUpdateFromMain.Path(spaceID, changeRequestID), opts)
}

// PDF returns the address of a PDF of a change request, not the PDF itself.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf
func (s Service) PDF(ctx context.Context, spaceID, changeRequestID string, options spaces.PDFOptions, opts ...api.CallOption) (*spaces.PDF, error) {
	return transport.JSON[spaces.PDF](ctx, s.core, opPDF.Path(spaceID, changeRequestID).Query(options), opts)
}
