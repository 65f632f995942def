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
	Number      int64              `json:"number"` // unique in the space; numbers count up
	Status      Status             `json:"status"`
	Subject     string             `json:"subject"`
	Description *richtext.Document `json:"description,omitzero"`
	CreatedBy   api.User           `json:"createdBy"`
	CreatedAt   time.Time          `json:"createdAt"`
	UpdatedAt   time.Time          `json:"updatedAt"`
	Space       string             `json:"space" response:"id"`    // ID of the space
	Revision    string             `json:"revision" response:"id"` // ID of the active revision
	// RevisionInitial is the ID of the revision of the main content from which the change request
	// was created.
	RevisionInitial string `json:"revisionInitial" response:"id"`
	// RevisionMergedAncestor is the ID of the revision of the main content from which the change
	// request was last updated. It is nil if the change request was never updated.
	RevisionMergedAncestor *string `json:"revisionMergedAncestor,omitzero"`
	// RevisionMerged is the ID of the revision that the merge created. It is nil until the change
	// request is merged.
	RevisionMerged *string `json:"revisionMerged,omitzero"`
	Comments       int64   `json:"comments"` // number of open comments
	Outdated       bool    `json:"outdated"` // whether the main content has changed since the last update
	URLs           URLs    `json:"urls"`

	// Only newer versions of the service return these fields. MergedBy and MergedAt are nil until
	// the change request is merged. SiteTopic is set if the change request is about a topic of a
	// site. Styleguide is set if a run of the style guide created the change request. Each element
	// of Imports is a run of an import into the change request; decode it into a type of your own.
	//
	// Experimental: may change in any minor release; see [api].
	MergedBy   *api.User      `json:"mergedBy,omitzero"`
	MergedAt   *time.Time     `json:"mergedAt,omitzero"`
	SiteTopic  *SiteTopic     `json:"siteTopic,omitzero"`
	Styleguide *StyleguideRun `json:"styleguide,omitzero"`
	Imports    []api.Raw      `json:"imports,omitzero"`
	Links      []AttachedLink `json:"links,omitzero"`
}

// SiteTopic is the topic of a site that a change request is about.
//
// Experimental: may change in any minor release; see [api].
type SiteTopic struct {
	Site    string  `json:"site" response:"id"`  // ID of the site
	Topic   string  `json:"topic" response:"id"` // ID of the topic
	Finding *string `json:"finding,omitzero"`    // ID of the finding; nil if there is none
}

// StyleguideRun is the run of the style guide of a site that created a change request.
//
// Experimental: may change in any minor release; see [api].
type StyleguideRun struct {
	Site         string     `json:"site" response:"id"` // ID of the site
	Run          string     `json:"run" response:"id"`  // ID of the run
	ChangedPages *int64     `json:"changedPages,omitzero"`
	CheckedAt    *time.Time `json:"checkedAt,omitzero"`
}

// AttachedLink is a link that is attached to a change request, such as a link to a ticket.
//
// Experimental: may change in any minor release; see [api].
type AttachedLink struct {
	ID    string            `json:"id"`
	Ref   spaces.ContentRef `json:"ref"` // reference of kind [spaces.ContentRefKindURL]
	Title *string           `json:"title,omitzero"`
	// Expanded is an object that describes the target of the link. Its fields depend on the
	// provider and the state of the target.
	Expanded api.Raw `json:"expanded,omitzero"`
}

// URLs contains the URLs of a change request.
type URLs struct {
	App      string `json:"app"`
	Location string `json:"location"`
}

// Status is the status of a change request.
type Status string

// Statuses of a change request.
const (
	StatusDraft Status = "draft" // not proposed yet
	StatusOpen  Status = "open"  // proposed
)

// Statuses of a change request that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	StatusArchived Status = "archived"
	StatusMerged   Status = "merged" // set by [Service.Merge], but not by an update
)

// Sort selects the order of a list of change requests. The newest change request comes first.
//
// Experimental: may change in any minor release; see [api].
type Sort string

// Orders of change requests.
const (
	SortUpdatedAt Sort = "updatedAt"
	SortCreatedAt Sort = "createdAt"
)

// Number returns n as a string, for use as a change request ID. Every operation accepts the number
// of a change request in place of its ID.
func Number(n int64) string { return strconv.FormatInt(n, 10) }

// ListOptions are the query parameters of [Service.List].
type ListOptions struct {
	Cursor string `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"` // number of change requests per page, at most 1000; 0 for the service's default

	// The following fields are filters. An empty Status means [StatusOpen]; there is no value for
	// all statuses. New change requests are usually drafts, which only [StatusDraft] selects.
	//
	// Experimental: may change in any minor release; see [api].
	Status      Status `url:"status,omitempty"`
	Creator     string `url:"creator,omitempty"`     // ID of the user who created the change request
	Contributor string `url:"contributor,omitempty"` // ID of a user who contributed to the change request

	// Only newer versions of the service have these parameters. An empty OrderBy means
	// [SortUpdatedAt].
	//
	// Experimental: may change in any minor release; see [api].
	OrderBy           Sort   `url:"orderBy,omitempty"`
	RequestedReviewer string `url:"requestedReviewer,omitempty"` // ID of a user who was asked for a review
	Topic             string `url:"topic,omitempty"`             // ID of a topic of a site
}

// List returns one page of the change requests of a space.
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) List(
	ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption,
) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// All returns an iterator over the change requests of a space.
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) All(
	ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [Service.List].
//
// API: GET /v1/spaces/{spaceId}/change-requests
func (s Service) ListPages(
	ctx context.Context, spaceID string, options ListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opList.Path(spaceID).Query(options), opts)
}

// ListInOrgOptions are the query parameters of [Service.ListInOrg].
type ListInOrgOptions struct {
	Cursor string `url:"page,omitempty"`                        // cursor to start from; empty for the first page
	Limit  int    `url:"limit,omitempty" check:"range=0..1000"` // number of change requests per page, at most 1000; 0 for the service's default

	// The following fields are filters. An empty Status means [StatusOpen]. New change requests are
	// usually drafts, which only [StatusDraft] selects. Only newer versions of the service accept
	// more than one Status.
	//
	// Experimental: may change in any minor release; see [api].
	Status      []Status `url:"status,omitempty"`
	Creator     string   `url:"creator,omitempty"`     // ID of the user who created the change request
	Contributor string   `url:"contributor,omitempty"` // ID of a user who contributed to the change request

	// Only newer versions of the service have these parameters. An empty OrderBy means
	// [SortUpdatedAt].
	//
	// Experimental: may change in any minor release; see [api].
	OrderBy           Sort   `url:"orderBy,omitempty"`
	RequestedReviewer string `url:"requestedReviewer,omitempty"` // ID of a user who was asked for a review
	Topic             string `url:"topic,omitempty"`             // ID of a topic of a site
	Site              string `url:"site,omitempty"`              // ID of a site that contains the space
	Space             string `url:"space,omitempty"`             // ID of the space
	StyleguideRun     string `url:"styleguideRun,omitempty"`     // ID of a run of the style guide of a site
	// Finding selects or omits the change requests that triage created. An empty Finding means
	// [FindingNone].
	//
	// Experimental: may change in any minor release; see [api].
	Finding Finding `url:"finding,omitempty"`
}

// Finding determines whether a list contains the change requests that triage created.
//
// Experimental: may change in any minor release; see [api].
type Finding string

// Values of [Finding].
const (
	FindingNone Finding = "none" // omits change requests that triage created
	FindingAll  Finding = "all"
)

// ListInOrg returns one page of the change requests of an organization.
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) ListInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) (*pagination.Page[ChangeRequest], error) {
	return transport.List[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// AllInOrg returns an iterator over the change requests of an organization.
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) AllInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[ChangeRequest, error] {
	return transport.All[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// ListPagesInOrg returns an iterator over the pages of [Service.ListInOrg].
//
// API: GET /v1/orgs/{organizationId}/change-requests
func (s Service) ListPagesInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[ChangeRequest], error] {
	return transport.Pages[ChangeRequest](ctx, s.core, opOrgList.Path(orgID).Query(options), opts)
}

// Create is the request body of [Service.Create].
type Create struct {
	Subject     *string `json:"subject,omitzero"`
	AgentTaskID *string `json:"agentTaskId,omitzero"` // ID of the agent task to implement; newer versions of the service ignore it
	// Template fills the change request from a template. Only newer versions of the service use it.
	//
	// Experimental: may change in any minor release; see [api].
	Template *spaces.Template `json:"template,omitzero"`
}

// Create creates a change request and returns it.
//
// API: POST /v1/spaces/{spaceId}/change-requests
func (s Service) Create(
	ctx context.Context, spaceID string, changeRequest Create, opts ...api.CallOption,
) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opCreate.Path(spaceID).Body(changeRequest),
		opts)
}

// Get returns a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Get(
	ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption,
) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core, opGet.Path(spaceID, changeRequestID), opts)
}

// Update is the request body of [Service.Update].
type Update struct {
	Subject     *string            `json:"subject,omitzero"`
	Description *richtext.Document `json:"description,omitzero"`
	Status      Status             `json:"status,omitzero"`
	// Links replaces the links that are attached to the change request. There are at most 10. Only
	// newer versions of the service use it.
	//
	// Experimental: may change in any minor release; see [api].
	Links []AttachedLinkUpdate `json:"links,omitzero" check:"items=..10"`
}

// AttachedLinkUpdate is a link in an [Update].
//
// Experimental: may change in any minor release; see [api].
type AttachedLinkUpdate struct {
	ID    *string           `json:"id,omitzero"`                      // ID of the link to update; nil for a new link
	Ref   spaces.ContentRef `json:"ref" check:"required"`             // reference of kind [spaces.ContentRefKindURL]
	Title *string           `json:"title,omitzero" check:"len=..128"` // at most 128 characters
}

// Update sets the given fields of a change request, such as its subject, and returns the updated
// change request. To update the content from the main content, use [Service.UpdateFromMain].
//
// API: PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}
func (s Service) Update(
	ctx context.Context, spaceID, changeRequestID string, update Update, opts ...api.CallOption,
) (*ChangeRequest, error) {
	return transport.JSON[ChangeRequest](ctx, s.core,
		opUpdate.Path(spaceID, changeRequestID).Body(update), opts)
}

// MergeOptions are the query parameters of [Service.Merge]. There are none yet.
type MergeOptions struct{}

// Merge merges a change request into the main content and returns the new revision. If there are
// conflicts, the service merges nothing, and the error matches [ErrMergeConflicts], although the
// status of the response is 200.
//
// Merge merges the current content of the change request, even if somebody has edited it after you
// reviewed it. docs/recipes.md shows how to detect such an edit. The service merges a change
// request with any status, even if it has already been merged.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge
func (s Service) Merge(
	ctx context.Context, spaceID, changeRequestID string,
	options MergeOptions, opts ...api.CallOption,
) (*MergeResult, error) {
	return transport.Judged(ctx, s.core, opMerge.Path(spaceID, changeRequestID).Query(options),
		conflicts, opts)
}

// UpdateFromMain updates a change request from the main content and returns the new revision. If
// there are conflicts, the error matches [ErrMergeConflicts], although the status of the response
// is 200.
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update
func (s Service) UpdateFromMain(
	ctx context.Context, spaceID, changeRequestID string, opts ...api.CallOption,
) (*MergeResult, error) {
	return transport.Judged(ctx, s.core, opUpdateFromMain.Path(spaceID, changeRequestID),
		conflicts, opts)
}

// PDF returns the URL of a PDF file with the content of a change request.
//
// API: GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf
func (s Service) PDF(
	ctx context.Context, spaceID, changeRequestID string,
	options spaces.PDFOptions, opts ...api.CallOption,
) (*spaces.PDF, error) {
	return transport.JSON[spaces.PDF](ctx, s.core,
		opPDF.Path(spaceID, changeRequestID).Query(options), opts)
}
