package orgs

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/failure"
	"github.com/publishing-platform/publishing-go/internal/poll"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// OpenAPIService manages the OpenAPI specifications of an organization. A specification is
// identified by its slug.
type OpenAPIService struct {
	// Versions returns the versions of a specification and their content.
	//
	// Experimental: may change in any minor release; see [api].
	Versions OpenAPIVersionService

	core *transport.Core
}

// OpenAPISpec is an OpenAPI specification that pages can refer to.
type OpenAPISpec struct {
	Object          string                 `json:"object"` // "openapi-spec"
	ID              string                 `json:"id"`
	CreatedAt       time.Time              `json:"createdAt"`
	UpdatedAt       time.Time              `json:"updatedAt"`
	Slug            string                 `json:"slug"`
	SourceURL       *string                `json:"sourceURL,omitzero"`
	ProcessingState OpenAPIProcessingState `json:"processingState"`
	Visibility      *OpenAPIVisibility     `json:"visibility,omitzero"`
	// LastVersion is the ID of the latest version. It is nil before the first version.
	LastVersion          *string                `json:"lastVersion,omitzero"`
	LastProcessedAt      *time.Time             `json:"lastProcessedAt,omitzero"`
	LastProcessErrorCode *OpenAPIErrorCode      `json:"lastProcessErrorCode,omitzero"`
	LastProcessedErrors  []OpenAPIProblem       `json:"lastProcessedErrors,omitzero"`
	Permissions          OpenAPISpecPermissions `json:"permissions"`
	URLs                 OpenAPISpecURLs        `json:"urls"`
	// LastProcessedErrorCount is the number of all errors, or nil if the service does not report
	// it. LastProcessedErrors may contain only some of the errors.
	//
	// Experimental: may change in any minor release; see [api].
	LastProcessedErrorCount *int64 `json:"lastProcessedErrorCount,omitzero"`
}

// OpenAPIProcessingState is the state of the processing of a specification.
type OpenAPIProcessingState string

// OpenAPIProcessingStatePending means that processing has not begun.
const OpenAPIProcessingStatePending OpenAPIProcessingState = "pending"

// Processing states that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	OpenAPIProcessingStateProgress OpenAPIProcessingState = "progress"
	OpenAPIProcessingStateComplete OpenAPIProcessingState = "complete" // processed, possibly with errors
)

// OpenAPIVisibility determines who can read a specification.
type OpenAPIVisibility string

// The visibilities of a specification.
const (
	OpenAPIVisibilityPrivate OpenAPIVisibility = "private" // not publicly available
	OpenAPIVisibilityPublic  OpenAPIVisibility = "public"  // available to anyone with a public link
)

// OpenAPIErrorCode is the reason why the service could not process a specification.
type OpenAPIErrorCode string

// OpenAPIErrorCodeFetchTimeout means that fetching the source took too long.
const OpenAPIErrorCodeFetchTimeout OpenAPIErrorCode = "FETCH_TIMEOUT"

// Error codes that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	OpenAPIErrorCodeFetchError OpenAPIErrorCode = "FETCH_ERROR" // the source could not be fetched
	OpenAPIErrorCodeParseError OpenAPIErrorCode = "PARSE_ERROR" // the source is not a specification
)

// OpenAPIProblem is an error in a specification.
type OpenAPIProblem struct {
	Message string  `json:"message"`
	Code    *string `json:"code,omitzero"` // nil if the service does not send a code
}

// OpenAPISpecPermissions contains the caller's permissions on a specification.
type OpenAPISpecPermissions struct {
	View bool `json:"view"`
	Edit bool `json:"edit"`
}

// OpenAPISpecURLs contains the URLs of a specification.
type OpenAPISpecURLs struct {
	Location  string  `json:"location"`
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"`
}

// OpenAPISource is the source of a specification. Exactly one field is set.
type OpenAPISource struct {
	// URL is the URL that the service fetches. It has at most 2048 characters.
	URL *string `json:"url,omitzero" check:"len=..2048"`
	// Text is the specification itself.
	//
	// Experimental: may change in any minor release; see [api].
	Text *string `json:"text,omitzero"`
}

// Validate checks that exactly one field is set.
func (s OpenAPISource) Validate() error { return check.Form(s, "url", "text") }

// OpenAPIListOptions are the query parameters of [OpenAPIService.List].
type OpenAPIListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of specifications per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the specifications of an organization.
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) List(
	ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption,
) (*pagination.Page[OpenAPISpec], error) {
	return transport.List[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// All returns an iterator over the specifications of an organization.
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) All(
	ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption,
) iter.Seq2[OpenAPISpec, error] {
	return transport.All[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// ListPages returns an iterator over the pages of [OpenAPIService.List].
//
// API: GET /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) ListPages(
	ctx context.Context, orgID string, options OpenAPIListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[OpenAPISpec], error] {
	return transport.Pages[OpenAPISpec](ctx, s.core, opOpenAPIList.Path(orgID).Query(options), opts)
}

// OpenAPICreate is the request body of [OpenAPIService.Create].
type OpenAPICreate struct {
	// Slug has 1 to 100 lower-case letters, digits and hyphens. Each hyphen must be between two
	// letters or digits.
	Slug   string        `json:"slug" check:"required,len=1..100,match=slug"`
	Source OpenAPISource `json:"source"`
}

// Create creates a specification and returns it. Usually, the service processes the specification
// later: see [OpenAPIService.WaitProcessed]. Unlike [OpenAPIService.Put], Create is not retried
// after a lost response.
//
// API: POST /v1/orgs/{organizationId}/openapi
func (s OpenAPIService) Create(
	ctx context.Context, orgID string, spec OpenAPICreate, opts ...api.CallOption,
) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](ctx, s.core, opOpenAPICreate.Path(orgID).Body(spec), opts)
}

// Get returns a specification.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Get(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](ctx, s.core, opOpenAPIGet.Path(orgID, specSlug), opts)
}

// WaitProcessed polls a specification until the service has processed it, and returns the
// specification. If processing resulted in errors, WaitProcessed returns an
// [*OpenAPIProcessingError]. It keeps waiting in a state that this release does not know.
//
// If the limit is reached, ctx ends, a request fails after the first response, or the response does
// not report whether there were errors because a value does not fit its field, the error is an
// [*OpenAPIWaitError], which wraps the cause and contains the last state of the specification.
// Options such as [api.WithTimeout] apply to each request.
//
// After an [OpenAPIService.Put], the service may still report the result of the previous source.
// WaitProcessed then returns the previous result, which has the previous LastProcessedAt.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) WaitProcessed(
	ctx context.Context, orgID, specSlug string, wait api.Wait, opts ...api.CallOption,
) (*OpenAPISpec, error) {
	meta, opts := transport.MetaOf(opts)
	var last *OpenAPISpec
	var requestID string
	err := poll.Until(ctx, opOpenAPIGet.Name, wait, opts, func(ctx context.Context) (bool, error) {
		spec, err := s.Get(ctx, orgID, specSlug, opts...)
		if err != nil {
			return false, err
		}
		last, requestID = spec, meta.RequestID
		return spec.ProcessingState == OpenAPIProcessingStateComplete, nil
	})
	switch {
	case err != nil && last == nil:
		return nil, err
	case err != nil:
		return nil, &OpenAPIWaitError{
			Operation: opOpenAPIGet.Name, RequestID: requestID, Last: *last, Err: err,
		}
	case last.LastProcessErrorCode != nil || last.errorCount() > 0: // possibly from the previous source
		return nil, &OpenAPIProcessingError{
			Operation: opOpenAPIGet.Name, RequestID: requestID, Spec: *last,
		}
	case meta.Mismatch != nil && isAboutErrors(meta.Mismatch.Pointer):
		m := meta.Mismatch
		return nil, &OpenAPIWaitError{
			Operation: opOpenAPIGet.Name, RequestID: requestID, Last: *last,
			Err: fmt.Errorf("want %s at %s, got %s", m.Want, m.Pointer, m.Got),
		}
	default:
		return last, nil
	}
}

// isAboutErrors reports whether a JSON pointer leads to the errors of a specification.
func isAboutErrors(pointer string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	return slices.Contains([]string{
		"lastProcessErrorCode", "lastProcessedErrors", "lastProcessedErrorCount",
	}, name)
}

// OpenAPIProcessingError reports that a specification was processed with errors.
type OpenAPIProcessingError struct {
	// Operation is "Orgs.OpenAPI.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Spec, or "" if there is none.
	RequestID string
	// Spec contains the errors, in LastProcessErrorCode, LastProcessedErrors and
	// LastProcessedErrorCount.
	Spec OpenAPISpec
}

// Error returns the operation, the error code, the first error, the number of further errors, and
// the request ID. It removes user names and passwords from URLs in the first error.
func (e *OpenAPIProcessingError) Error() string {
	return failure.Text(e.Operation, e.cause(), e.RequestID)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation, the request ID and, as
// the cause, the rest of the error text.
func (e *OpenAPIProcessingError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, e.cause())
}

func (e *OpenAPIProcessingError) cause() string {
	text := fmt.Sprintf("specification %q was processed with errors", e.Spec.Slug)
	if e.Spec.LastProcessErrorCode != nil {
		text += fmt.Sprintf(": %.50q", *e.Spec.LastProcessErrorCode)
	}
	count := e.Spec.errorCount()
	if len(e.Spec.LastProcessedErrors) == 0 {
		if count > 0 {
			text += fmt.Sprintf(": %d errors", count)
		}
		return text
	}
	text += fmt.Sprintf(": %.300q", failure.WithoutUser(e.Spec.LastProcessedErrors[0].Message))
	if count > 1 {
		text += fmt.Sprintf(" (and %d more)", count-1)
	}
	return text
}

// errorCount returns the number of errors. The specification may contain only some of them.
func (s *OpenAPISpec) errorCount() int64 {
	count := int64(len(s.LastProcessedErrors))
	if s.LastProcessedErrorCount != nil {
		count = max(count, *s.LastProcessedErrorCount)
	}
	return count
}

// OpenAPIWaitError reports that a wait ended without the result of the processing.
type OpenAPIWaitError struct {
	// Operation is "Orgs.OpenAPI.Get", the name of the operation.
	Operation string
	// RequestID is the request ID in the response that contained Last, or "" if there is none.
	RequestID string
	// Last is the last state of the specification.
	Last OpenAPISpec
	// Err is the reason why the wait ended.
	Err error
}

// Error returns the operation, the last state, the request ID and the cause.
func (e *OpenAPIWaitError) Error() string {
	return fmt.Sprintf("%s: %v", failure.Text(e.Operation, e.wait(), e.RequestID), e.Err)
}

// LogValue implements [slog.LogValuer]. Its group contains the operation, the request ID and, as
// the cause, the last state and Err.
func (e *OpenAPIWaitError) LogValue() slog.Value {
	return failure.LogValue(e.Operation, e.RequestID, fmt.Sprintf("%s: %v", e.wait(), e.Err))
}

func (e *OpenAPIWaitError) wait() string {
	return fmt.Sprintf(
		"wait for specification %q, last seen %.50q", e.Last.Slug, e.Last.ProcessingState,
	)
}

// Unwrap returns Err.
func (e *OpenAPIWaitError) Unwrap() error { return e.Err }

// OpenAPIPut is the request body of [OpenAPIService.Put].
type OpenAPIPut struct {
	Source OpenAPISource `json:"source"`
}

// Put creates a specification or replaces the source of an existing specification. The Outcome of
// the result reports which of the two happened. The Value of the result is nil if the response has
// no body. [OpenAPICreate] describes the limits of the slug. The service has been seen to return
// 500 instead of 401 for an invalid token.
//
// API: PUT /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Put(
	ctx context.Context, orgID, specSlug string, spec OpenAPIPut, opts ...api.CallOption,
) (*api.PutResult[OpenAPISpec], error) {
	return transport.Put[OpenAPISpec](
		ctx, s.core, opOpenAPIPut.Path(orgID, specSlug).Body(spec), opts,
	)
}

// Delete deletes a specification. If the specification does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Delete(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opOpenAPIDelete.Path(orgID, specSlug), opts)
}

// OpenAPIUpdate is the request body of [OpenAPIService.Update].
type OpenAPIUpdate struct {
	Visibility OpenAPIVisibility `json:"visibility" check:"required"`
}

// Update sets the visibility of a specification and returns the updated specification.
//
// API: PATCH /v1/orgs/{organizationId}/openapi/{specSlug}
func (s OpenAPIService) Update(
	ctx context.Context, orgID, specSlug string, update OpenAPIUpdate, opts ...api.CallOption,
) (*OpenAPISpec, error) {
	return transport.JSON[OpenAPISpec](
		ctx, s.core, opOpenAPIUpdate.Path(orgID, specSlug).Body(update), opts,
	)
}
