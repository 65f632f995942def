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

// TranslationService manages the translations of the spaces of an organization.
type TranslationService struct {
	// Glossary manages the terms that translations use.
	//
	// Experimental: may change in any minor release; see [api].
	Glossary TranslationGlossaryService

	core *transport.Core
}

// Translation keeps a translation of a space into another language up to date.
type Translation struct {
	Object string            `json:"object"` // "translation"
	ID     string            `json:"id"`
	Status TranslationStatus `json:"status"`
	Source TranslationSource `json:"source"`
	// Language is the target language.
	Language api.Language `json:"language"`
	// Instructions is nil if the translation has no instructions.
	Instructions *richtext.Document `json:"instructions,omitzero" response:"required"`
	// Result is nil until the first run is completed.
	Result      *TranslationResult     `json:"result,omitzero"`
	CreatedAt   time.Time              `json:"createdAt"`
	UpdatedAt   time.Time              `json:"updatedAt"`
	Stats       TranslationStats       `json:"stats"`
	Permissions TranslationPermissions `json:"permissions"`
	URLs        TranslationURLs        `json:"urls"`
}

// TranslationStatus is the state of a translation.
type TranslationStatus string

// TranslationStatusPending means that the run has not begun.
const TranslationStatusPending TranslationStatus = "pending"

// States of a translation that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	TranslationStatusRunning   TranslationStatus = "running"
	TranslationStatusCompleted TranslationStatus = "completed"
)

// TranslationSource identifies the space to translate and its language.
type TranslationSource struct {
	Space    string       `json:"space" response:"id" check:"required"` // ID of the space
	Language api.Language `json:"language" check:"required"`
}

// TranslationResult identifies the translated space and its revision.
type TranslationResult struct {
	Space    string `json:"space" response:"id"`    // ID of the space
	Revision string `json:"revision" response:"id"` // ID of the revision
	// Language is nil if the service does not report it.
	//
	// Experimental: may change in any minor release; see [api].
	Language *api.Language `json:"language,omitzero"`
}

// TranslationStats contains statistics of a translation. The unit of the durations is undocumented.
type TranslationStats struct {
	Runs              int64   `json:"runs"`
	TotalWords        int64   `json:"totalWords"`
	TotalPages        int64   `json:"totalPages"`
	TotalDuration     float64 `json:"totalDuration"`
	LatestRunDuration float64 `json:"latestRunDuration"`
	LatestPages       int64   `json:"latestPages"`
	LatestWords       int64   `json:"latestWords"`
}

// TranslationPermissions contains the caller's permissions on a translation.
type TranslationPermissions struct {
	View bool `json:"view"`
	Edit bool `json:"edit"`
}

// TranslationURLs contains the URLs of a translation.
type TranslationURLs struct {
	Location string `json:"location"`
}

// TranslationListOptions are the query parameters of [TranslationService.List].
type TranslationListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of translations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
}

// List returns one page of the translations of an organization.
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) List(
	ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption,
) (*pagination.Page[Translation], error) {
	return transport.List[Translation](
		ctx, s.core, opTranslationList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the translations of an organization.
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) All(
	ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption,
) iter.Seq2[Translation, error] {
	return transport.All[Translation](
		ctx, s.core, opTranslationList.Path(orgID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [TranslationService.List].
//
// API: GET /v1/orgs/{organizationId}/translations
func (s TranslationService) ListPages(
	ctx context.Context, orgID string, options TranslationListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Translation], error] {
	return transport.Pages[Translation](
		ctx, s.core, opTranslationList.Path(orgID).Query(options), opts,
	)
}

// TranslationCreate is the request body of [TranslationService.Create].
type TranslationCreate struct {
	Source       TranslationSource  `json:"source"`
	Language     api.Language       `json:"language" check:"required"` // target language
	Instructions *richtext.Document `json:"instructions,omitzero"`
}

// Create creates a translation and returns it.
//
// API: POST /v1/orgs/{organizationId}/translations
func (s TranslationService) Create(
	ctx context.Context, orgID string, translation TranslationCreate, opts ...api.CallOption,
) (*Translation, error) {
	return transport.JSON[Translation](
		ctx, s.core, opTranslationCreate.Path(orgID).Body(translation), opts,
	)
}

// Get returns a translation.
//
// API: GET /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Get(
	ctx context.Context, orgID, translationID string, opts ...api.CallOption,
) (*Translation, error) {
	return transport.JSON[Translation](
		ctx, s.core, opTranslationGet.Path(orgID, translationID), opts,
	)
}

// TranslationUpdate is the request body of [TranslationService.Update].
type TranslationUpdate struct {
	Instructions richtext.Document `json:"instructions" check:"required"`
}

// Update sets the instructions of a translation and returns the updated translation.
//
// API: PUT /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Update(
	ctx context.Context, orgID, translationID string,
	update TranslationUpdate, opts ...api.CallOption,
) (*Translation, error) {
	return transport.JSON[Translation](
		ctx, s.core, opTranslationUpdate.Path(orgID, translationID).Body(update), opts,
	)
}

// Delete deletes a translation. If the translation does not exist, Delete returns
// [api.AlreadyAbsent] and a nil error.
//
// API: DELETE /v1/orgs/{organizationId}/translations/{translationId}
func (s TranslationService) Delete(
	ctx context.Context, orgID, translationID string, opts ...api.CallOption,
) (api.Deletion, error) {
	return transport.Delete(ctx, s.core, opTranslationDelete.Path(orgID, translationID), opts)
}

// Run starts a run of a translation and returns before the run is completed. The Status that
// [TranslationService.Get] returns contains the state of the run.
//
// API: POST /v1/orgs/{organizationId}/translations/{translationId}/run
func (s TranslationService) Run(
	ctx context.Context, orgID, translationID string, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opTranslationRun.Path(orgID, translationID), opts)
}
