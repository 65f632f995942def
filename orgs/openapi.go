package orgs

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// OpenAPIService is reached as the OpenAPI field of [Service]. A specification is addressed by its slug.
type OpenAPIService struct {
	core *transport.Core
}

// OpenAPISpec is an OpenAPI specification that pages can refer to.
type OpenAPISpec struct {
	Object               string                 `json:"object"` // "openapi-spec"
	ID                   string                 `json:"id"`
	CreatedAt            time.Time              `json:"createdAt"`
	UpdatedAt            time.Time              `json:"updatedAt"`
	Slug                 string                 `json:"slug"`
	SourceURL            *string                `json:"sourceURL,omitzero"` // nil when the service leaves it out
	ProcessingState      OpenAPIProcessingState `json:"processingState"`
	Visibility           *OpenAPIVisibility     `json:"visibility,omitzero"`
	LastVersion          *string                `json:"lastVersion,omitzero"` // id of the latest version, nil before the first
	LastProcessedAt      *time.Time             `json:"lastProcessedAt,omitzero"`
	LastProcessErrorCode *OpenAPIErrorCode      `json:"lastProcessErrorCode,omitzero"` // nil when the service leaves it out
	LastProcessedErrors  []OpenAPIProblem       `json:"lastProcessedErrors,omitzero"`
	Permissions          OpenAPIPermissions     `json:"permissions"`
	URLs                 OpenAPIURLs            `json:"urls"`
}

// OpenAPIProcessingState says how far the service is with a specification. It may know more values than the constants.
type OpenAPIProcessingState string

const (
	// OpenAPIProcessingStatePending is a specification that waits.
	OpenAPIProcessingStatePending OpenAPIProcessingState = "pending"
	// OpenAPIProcessingStateProgress is one that is being processed.
	//
	// Beyond the documents.
	OpenAPIProcessingStateProgress OpenAPIProcessingState = "progress"
	// OpenAPIProcessingStateComplete is one that has been processed, with or without errors.
	//
	// Beyond the documents.
	OpenAPIProcessingStateComplete OpenAPIProcessingState = "complete"
)

// OpenAPIVisibility says who can read a specification. The service may know more values than the constants.
type OpenAPIVisibility string

const (
	// OpenAPIVisibilityPrivate is not publicly available.
	OpenAPIVisibilityPrivate OpenAPIVisibility = "private"
	// OpenAPIVisibilityPublic is available to anyone with a public link.
	OpenAPIVisibilityPublic OpenAPIVisibility = "public"
)

// OpenAPIErrorCode says why a specification could not be processed. The service may know more values than the constants.
type OpenAPIErrorCode string

const (
	// OpenAPIErrorCodeFetchTimeout is a source that took too long.
	OpenAPIErrorCodeFetchTimeout OpenAPIErrorCode = "FETCH_TIMEOUT"
	// OpenAPIErrorCodeFetchError is a source that could not be fetched.
	//
	// Beyond the documents.
	OpenAPIErrorCodeFetchError OpenAPIErrorCode = "FETCH_ERROR"
	// OpenAPIErrorCodeParseError is a source that is no specification.
	//
	// Beyond the documents.
	OpenAPIErrorCodeParseError OpenAPIErrorCode = "PARSE_ERROR"
)

// OpenAPIProblem is one thing that is wrong with a specification.
type OpenAPIProblem struct {
	Message string  `json:"message"`
	Code    *string `json:"code,omitzero"` // nil when the service gives none
}

// OpenAPIPermissions tells what the caller may do with a specification.
type OpenAPIPermissions struct {
	View bool `json:"view"`
	Edit bool `json:"edit"`
}

// OpenAPIURLs are the addresses of a specification.
type OpenAPIURLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"` // nil when the service leaves it out
}

// OpenAPISource is where a specification comes from. Exactly one of its fields is set.
type OpenAPISource struct {
	URL string `json:"url,omitzero" check:"len=..2048"` // fetched by the service; at most 2048 characters
	// Text is the specification itself.
	//
	// Beyond the documents.
	Text string `json:"text,omitzero"`
}

// OpenAPIListOptions are the query of [OpenAPIService.List].
type OpenAPIListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // specifications a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the specifications of an organization. An organization without specifications has an empty page; one that does
// not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) List(ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption) (*pagination.Page[OpenAPISpec], error) {
	return transport.List[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// All walks the specifications of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [OpenAPIService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) All(ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption) iter.Seq2[OpenAPISpec, error] {
	return transport.All[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the specifications of an organization, from options.Page on. Errors are those of [OpenAPIService.All].
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) Pages(ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[OpenAPISpec], error] {
	return transport.Pages[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// OpenAPICreate is the body of [OpenAPIService.Create].
type OpenAPICreate struct {
	// Slug is 1 to 100 small letters and digits, with single hyphens between.
	Slug   string        `json:"slug" check:"required,len=1..100,match=slug"`
	Source OpenAPISource `json:"source" check:"one"`
}

// Create makes a specification and returns it, as a rule before it is processed. A slug or a source the service refuses is an error
// matching [api.ErrBadRequest]; a slug or an address out of its limits and a source without or with both fields set are a
// [*api.ValidationError]. It is never sent again once the service may have it; [OpenAPIService.Put] can be.
//
// API: POST /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) Create(ctx context.Context, orgID string, spec OpenAPICreate, opts ...api.CallOption) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](ctx, s.core, opOpenAPICreate.Path(orgID).Body(spec), opts)
}

// Get returns a specification. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Get(ctx context.Context, orgID, specSlug string, opts ...api.CallOption) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](ctx, s.core, opOpenAPIGet.Path(orgID, specSlug), opts)
}

// OpenAPIWait is how long [OpenAPIService.WaitProcessed] waits before it looks again: MinWait the first time, twice as long each time after,
// and never longer than MaxWait. Negative waits and a MaxWait below MinWait are a [*api.ValidationError].
type OpenAPIWait struct {
	MinWait time.Duration // 0 is 1 s
	MaxWait time.Duration // 0 is 10 s
}

// WaitProcessed gets a specification until the service has processed it, and returns it as it is then. One that was processed with errors is
// an [*OpenAPIProcessingError], which says what they are. One that does not exist is an error matching [api.ErrNotFound].
//
// Nothing but ctx bounds the wait, so give it a deadline: a state this release does not know is waited for too. What ends the wait early is
// in an [*OpenAPIWaitError] with the specification as it was last seen: the end of ctx, which errors.Is finds, or the error of a
// [OpenAPIService.Get] that was retried in vain. The options go for each Get, [api.WithTimeout] as well.
//
// The service is taken at its word: should it still show the outcome of an earlier source after a [OpenAPIService.Put], that is the outcome
// returned; LastProcessedAt tells.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) WaitProcessed(ctx context.Context, orgID, specSlug string, wait OpenAPIWait, opts ...api.CallOption) (*OpenAPISpec, error) {
	return transport.Await(ctx, s.core, opOpenAPIGet.Path(orgID, specSlug), transport.Pace(wait), processed, opts)
}

// processed tells whether WaitProcessed is done. The service may keep the errors of an earlier source while it processes another, so they
// count only in the end.
func processed(last *OpenAPISpec, err error) (bool, error) {
	switch {
	case err != nil && last == nil:
		return true, err
	case err != nil:
		return true, &OpenAPIWaitError{Last: *last, Err: err}
	case last.ProcessingState != OpenAPIProcessingStateComplete:
		return false, nil
	case last.LastProcessErrorCode != nil || len(last.LastProcessedErrors) > 0:
		return true, &OpenAPIProcessingError{Spec: *last}
	default:
		return true, nil
	}
}

// OpenAPIProcessingError is a specification that was processed with errors: LastProcessErrorCode and LastProcessedErrors of Spec say which.
type OpenAPIProcessingError struct {
	Spec OpenAPISpec
}

// Error has the code and the first of the errors, with how many more there are.
func (e *OpenAPIProcessingError) Error() string {
	text := fmt.Sprintf("specification %q was processed with errors", e.Spec.Slug)
	if e.Spec.LastProcessErrorCode != nil {
		text += fmt.Sprintf(": %.50q", *e.Spec.LastProcessErrorCode)
	}
	for i, wrong := range e.Spec.LastProcessedErrors {
		if i > 0 {
			return text + fmt.Sprintf(" (and %d more)", len(e.Spec.LastProcessedErrors)-1)
		}
		text += fmt.Sprintf(": %.300q", wrong.Message)
	}
	return text
}

// OpenAPIWaitError is a wait for a specification that ended before the service had processed it.
type OpenAPIWaitError struct {
	Last OpenAPISpec // as it was last seen
	Err  error       // what ended the wait
}

// Error has the state that was last seen and what ended the wait.
func (e *OpenAPIWaitError) Error() string {
	return fmt.Sprintf("wait for specification %q, last seen %.50q: %v", e.Last.Slug, e.Last.ProcessingState, e.Err)
}

// Unwrap returns what ended the wait.
func (e *OpenAPIWaitError) Unwrap() error { return e.Err }

// OpenAPIPut is the body of [OpenAPIService.Put].
type OpenAPIPut struct {
	Source OpenAPISource `json:"source" check:"one"`
}

// Put creates a specification or gives the one that is there a new source, and tells which. A source the service refuses is an error
// matching [api.ErrBadRequest]; a slug or an address out of its limits, as in [OpenAPICreate], and a source without or with both
// fields set are a [*api.ValidationError]. The value is nil when the service answers without a body.
//
// API: PUT /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Put(ctx context.Context, orgID, specSlug string, spec OpenAPIPut, opts ...api.CallOption) (*api.PutResult[OpenAPISpec], error) {
	return transport.Put[OpenAPISpec](ctx, s.core, opOpenAPIPut.Path(orgID, specSlug).Body(spec), opts)
}

// Delete removes a specification. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Delete(ctx context.Context, orgID, specSlug string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opOpenAPIDelete.Path(orgID, specSlug), opts)
}

// OpenAPIUpdate is the body of [OpenAPIService.Update].
type OpenAPIUpdate struct {
	Visibility OpenAPIVisibility `json:"visibility" check:"required"`
}

// Update sets who can read a specification and returns it as it is then. One that does not exist is an error matching [api.ErrNotFound], a
// visibility the service refuses an error matching [api.ErrBadRequest], none a [*api.ValidationError]. Not resent: see
// [api.MayHaveApplied].
//
// API: PATCH /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Update(ctx context.Context, orgID, specSlug string, update OpenAPIUpdate, opts ...api.CallOption) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](ctx, s.core, opOpenAPIUpdate.Path(orgID, specSlug).Body(update), opts)
}
