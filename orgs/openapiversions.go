package orgs

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// OpenAPIVersionService returns the versions of a specification. The service creates a version
// whenever it has processed new content without errors.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIVersionService struct {
	core *transport.Core
}

// OpenAPIVersion is a version of a specification.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIVersion struct {
	Object    string             `json:"object"` // "openapi-spec-version"
	ID        string             `json:"id"`
	CreatedAt *time.Time         `json:"createdAt,omitzero"` // nil if unknown
	URL       string             `json:"url"`                // URL of the specification itself
	URLs      OpenAPIVersionURLs `json:"urls"`
}

// OpenAPIVersionURLs contains the URL of a version in the API.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIVersionURLs struct {
	Location string `json:"location"`
}

// OpenAPIContent is the content of a version of a specification.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIContent struct {
	// Filesystem contains the parsed files of the specification. Its form is undocumented. The
	// service has been seen to return an object, and a list of objects with fields such as
	// "filename" and "specification".
	Filesystem api.Raw `json:"filesystem" response:"about"`
	// URL is the URL of the specification itself. Newer versions of the service send URLs instead.
	URL  *string             `json:"url,omitzero"`
	URLs *OpenAPIContentURLs `json:"urls,omitzero"` // nil if the service sends URL instead
}

// OpenAPIContentURLs contains the URLs from which a specification can be downloaded.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIContentURLs struct {
	Source string  `json:"source"`
	Public *string `json:"public"` // nil if the specification is not public
}

// OpenAPIRawContent is a specification in the form in which it was submitted.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIRawContent struct {
	// Text is the text of the specification, in Format. It does not contain the files that the
	// specification refers to.
	Text   string        `json:"text" response:"about"`
	Format OpenAPIFormat `json:"format"`
}

// OpenAPIFormat is the format of the text of a specification.
//
// Experimental: may change in any minor release; see [api].
type OpenAPIFormat string

// Formats of specifications.
const (
	OpenAPIFormatJSON OpenAPIFormat = "json"
	OpenAPIFormatYAML OpenAPIFormat = "yaml"
)

// OpenAPIVersionListOptions are the query parameters of [OpenAPIVersionService.List].
//
// Experimental: may change in any minor release; see [api].
type OpenAPIVersionListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of versions per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the versions of a specification.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions
func (s OpenAPIVersionService) List(
	ctx context.Context, orgID, specSlug string,
	options OpenAPIVersionListOptions, opts ...api.CallOption,
) (*pagination.Page[OpenAPIVersion], error) {
	return transport.List[OpenAPIVersion](
		ctx, s.core, opOpenAPIVersionList.Path(orgID, specSlug).Query(options), opts,
	)
}

// All returns an iterator over the versions of a specification.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions
func (s OpenAPIVersionService) All(
	ctx context.Context, orgID, specSlug string,
	options OpenAPIVersionListOptions, opts ...api.CallOption,
) iter.Seq2[OpenAPIVersion, error] {
	return transport.All[OpenAPIVersion](
		ctx, s.core, opOpenAPIVersionList.Path(orgID, specSlug).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [OpenAPIVersionService.List].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions
func (s OpenAPIVersionService) ListPages(
	ctx context.Context, orgID, specSlug string,
	options OpenAPIVersionListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[OpenAPIVersion], error] {
	return transport.Pages[OpenAPIVersion](
		ctx, s.core, opOpenAPIVersionList.Path(orgID, specSlug).Query(options), opts,
	)
}

// Latest returns the latest version of a specification, which LastVersion of [OpenAPISpec]
// identifies. If the service has not yet processed the specification without errors, the error
// matches [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest
func (s OpenAPIVersionService) Latest(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (*OpenAPIVersion, error) {
	return transport.JSON[OpenAPIVersion](
		ctx, s.core, opOpenAPIVersionLatest.Path(orgID, specSlug), opts,
	)
}

// LatestContent returns the content of the latest version of a specification. The content is held
// in memory and can have many MiB; [OpenAPIVersionService.OpenLatestContent] returns a reader
// instead. The default timeout of an attempt is 5 minutes. For a response of more than 32 MiB, or
// the limit of [api.WithMaxResponseBytes], the error is an [*api.DecodeError].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content
func (s OpenAPIVersionService) LatestContent(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (*OpenAPIContent, error) {
	return transport.JSON[OpenAPIContent](
		ctx, s.core, opOpenAPIVersionLatestContent.Path(orgID, specSlug), opts,
	)
}

// OpenLatestContent returns a reader of the undecoded JSON of
// [OpenAPIVersionService.LatestContent]: see [OpenAPIVersionService.OpenContent].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content
func (s OpenAPIVersionService) OpenLatestContent(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (io.ReadCloser, error) {
	return transport.Open(ctx, s.core, opOpenAPIVersionLatestContent.Path(orgID, specSlug), opts)
}

// LatestContentRaw returns the latest version of a specification in the form in which it was
// submitted. [OpenAPIVersionService.LatestContent] returns the parsed files instead. Both have the
// same timeout and the same size limit.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw
func (s OpenAPIVersionService) LatestContentRaw(
	ctx context.Context, orgID, specSlug string, opts ...api.CallOption,
) (*OpenAPIRawContent, error) {
	return transport.JSON[OpenAPIRawContent](
		ctx, s.core, opOpenAPIVersionLatestContentRaw.Path(orgID, specSlug), opts,
	)
}

// Get returns a version of a specification. To get the latest version, call
// [OpenAPIVersionService.Latest]: the SDK rejects the ID "latest".
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}
func (s OpenAPIVersionService) Get(
	ctx context.Context, orgID, specSlug, versionID string, opts ...api.CallOption,
) (*OpenAPIVersion, error) {
	return transport.JSON[OpenAPIVersion](
		ctx, s.core, opOpenAPIVersionGet.Path(orgID, specSlug, versionID), opts,
	)
}

// Content returns the content of a version of a specification. It has the same timeout and size
// limit as [OpenAPIVersionService.LatestContent].
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content
func (s OpenAPIVersionService) Content(
	ctx context.Context, orgID, specSlug, versionID string, opts ...api.CallOption,
) (*OpenAPIContent, error) {
	return transport.JSON[OpenAPIContent](
		ctx, s.core, opOpenAPIVersionContent.Path(orgID, specSlug, versionID), opts,
	)
}

// OpenContent returns a reader of the undecoded JSON of [OpenAPIVersionService.Content]. The caller
// must close the reader, unless a Read has returned an error such as [io.EOF]. If the response does
// not begin like a JSON object, the error is an [*api.DecodeError]. OpenContent does not check the
// rest; to detect invalid or truncated JSON, decode it.
//
// By default, the size is not limited: see [api.WithMaxResponseBytes]. The request is retried only
// until the response begins. After a later failure, a Read returns an error. The download fails if
// ctx ends or the timeout of the call expires. The idle timeout, which is 60 s by default, limits
// the time until the response header, and then the time until the next data or, if the response is
// compressed, until the next 32 KiB of content.
//
// API: GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content
func (s OpenAPIVersionService) OpenContent(
	ctx context.Context, orgID, specSlug, versionID string, opts ...api.CallOption,
) (io.ReadCloser, error) {
	return transport.Open(
		ctx, s.core, opOpenAPIVersionContent.Path(orgID, specSlug, versionID), opts,
	)
}
