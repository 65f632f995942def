package orgs

import (
	"context"
	"iter"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/richtext"
)

// TranslationService is reached as the Translations field of [Service].
type TranslationService struct {
	core *transport.Core
}

// Translation keeps a space translated into another language.
type Translation struct {
	Object       string                 `json:"object"` // "translation"
	ID           string                 `json:"id"`
	Status       TranslationStatus      `json:"status"`
	Source       TranslationSource      `json:"source"`
	Language     api.Language           `json:"language"`              // that is translated into
	Instructions *richtext.Document     `json:"instructions,omitzero"` // nil for none
	Result       *TranslationResult     `json:"result,omitzero"`       // nil before the first run has ended
	CreatedAt    time.Time              `json:"createdAt"`
	UpdatedAt    time.Time              `json:"updatedAt"`
	Stats        TranslationStats       `json:"stats"`
	Permissions  TranslationPermissions `json:"permissions"`
	URLs         TranslationURLs        `json:"urls"`
}

// TranslationStatus says how far a translation is. The service may know more values than the constants.
type TranslationStatus string

const (
	// TranslationStatusPending is a translation that waits to run.
	TranslationStatusPending TranslationStatus = "pending"
	// TranslationStatusRunning is one that runs.
	//
	// Beyond the documents.
	TranslationStatusRunning TranslationStatus = "running"
	// TranslationStatusCompleted is one that has run.
	//
	// Beyond the documents.
	TranslationStatusCompleted TranslationStatus = "completed"
)

// TranslationSource is what is translated.
type TranslationSource struct {
	Space    string       `json:"space" check:"required"` // id
	Language api.Language `json:"language" check:"required"`
}

// TranslationResult is where the translation is.
type TranslationResult struct {
	Space    string `json:"space"`    // id
	Revision string `json:"revision"` // id
}

// TranslationStats count what was translated. The documents give no unit for the durations.
type TranslationStats struct {
	Runs              int64   `json:"runs"`
	TotalWords        int64   `json:"totalWords"`
	TotalPages        int64   `json:"totalPages"`
	TotalDuration     float64 `json:"totalDuration"`
	LatestRunDuration float64 `json:"latestRunDuration"`
	LatestPages       int64   `json:"latestPages"`
	LatestWords       int64   `json:"latestWords"`
}

// TranslationPermissions tells what the caller may do with a translation.
type TranslationPermissions struct {
	View bool `json:"view"`
	Edit bool `json:"edit"`
}

// TranslationURLs are the addresses of a translation.
type TranslationURLs struct {
	Location string `json:"location"`
}

// TranslationListOptions are the query of [TranslationService.List].
type TranslationListOptions struct {
	Page  string `url:"page,omitempty"`                        // cursor of the page, "" for the first
	Limit int    `url:"limit,omitempty" check:"range=0..1000"` // translations a page, at most 1000; 0 leaves it to the service
}

// List returns one page of the translations of an organization. An organization without translations has an empty page; one that does not
// exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) List(ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption) (*pagination.Page[Translation], error) {
	return transport.List[Translation](ctx, s.core, opTranslationList.Path(orgID).Query(options), opts)
}

// All walks the translations of an organization, from options.Page on. An error is the last turn: a [*pagination.PageError] with what
// [TranslationService.List] returns, or a [*pagination.CursorLoopError].
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) All(ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption) iter.Seq2[Translation, error] {
	return transport.All[Translation](ctx, s.core, opTranslationList.Path(orgID).Query(options), opts)
}

// Pages walks the pages of the translations of an organization, from options.Page on. Errors are those of [TranslationService.All].
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) Pages(ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption) iter.Seq2[*pagination.Page[Translation], error] {
	return transport.Pages[Translation](ctx, s.core, opTranslationList.Path(orgID).Query(options), opts)
}

// TranslationCreate is the body of [TranslationService.Create].
type TranslationCreate struct {
	Source       TranslationSource  `json:"source"`
	Language     api.Language       `json:"language" check:"required"` // to translate into
	Instructions *richtext.Document `json:"instructions,omitzero"`
}

// Create makes a translation and returns it. A space or a language the service refuses is an error matching [api.ErrBadRequest]; a field
// that is required and not set is a [*api.ValidationError]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/translations
func (s TranslationService) Create(ctx context.Context, orgID string, translation TranslationCreate, opts ...api.CallOption) (*Translation, error) {
	return transport.JSON[Translation](ctx, s.core, opTranslationCreate.Path(orgID).Body(translation), opts)
}

// Get returns a translation. One that does not exist is an error matching [api.ErrNotFound].
//
// API: GET /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Get(ctx context.Context, orgID, translationID string, opts ...api.CallOption) (*Translation, error) {
	return transport.JSON[Translation](ctx, s.core, opTranslationGet.Path(orgID, translationID), opts)
}

// TranslationPut is the body of [TranslationService.Put].
type TranslationPut struct {
	Instructions richtext.Document `json:"instructions" check:"required"`
}

// Put sets the instructions of a translation and returns it as it is then. Instructions the service refuses are an error matching
// [api.ErrBadRequest], instructions that are not set a [*api.ValidationError].
//
// API: PUT /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Put(ctx context.Context, orgID, translationID string, translation TranslationPut, opts ...api.CallOption) (*Translation, error) {
	return transport.JSON[Translation](ctx, s.core, opTranslationPut.Path(orgID, translationID).Body(translation), opts)
}

// Delete removes a translation. One that is not there is no error but [api.AlreadyAbsent]. A caller who may not delete it gets an error
// matching [api.ErrForbidden].
//
// API: DELETE /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Delete(ctx context.Context, orgID, translationID string, opts ...api.CallOption) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opTranslationDelete.Path(orgID, translationID), opts)
}

// Run starts a run of a translation and does not wait for it; [TranslationService.Get] tells how far it is. A translation that does not
// exist is an error matching [api.ErrNotFound]. Not resent: see [api.MayHaveApplied].
//
// API: POST /v1/orgs/{organizationId}/translations/{translationId}/run
func (s TranslationService) Run(ctx context.Context, orgID, translationID string, opts ...api.CallOption) error {
	return transport.None(ctx, s.core, opTranslationRun.Path(orgID, translationID), opts)
}
