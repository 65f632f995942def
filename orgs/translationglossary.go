package orgs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// TranslationGlossaryService manages the glossary of an organization. The glossary prescribes how
// terms are translated. [TranslationService] manages the translations.
//
// Experimental: may change in any minor release; see [api].
type TranslationGlossaryService struct {
	core *transport.Core
}

// GlossaryEntry is a term in several languages.
//
// Experimental: may change in any minor release; see [api].
type GlossaryEntry struct {
	Object string `json:"object"` // "glossary-entry"
	ID     string `json:"id"`
	// Translations contains the term in each language, as a single line of text.
	Translations map[api.Language]string `json:"translations"`
	CreatedAt    time.Time               `json:"createdAt"`
	UpdatedAt    time.Time               `json:"updatedAt"`
	URLs         GlossaryEntryURLs       `json:"urls"`
}

// GlossaryEntryURLs contains the URL of an entry.
//
// Experimental: may change in any minor release; see [api].
type GlossaryEntryURLs struct {
	Location string `json:"location"`
}

// TranslationGlossaryListOptions are the query parameters of [TranslationGlossaryService.List].
//
// Experimental: may change in any minor release; see [api].
type TranslationGlossaryListOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of entries per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// OrderBy sorts the entries by their terms in the given language. Only newer versions of the
	// service use it.
	OrderBy api.Language `url:"orderBy,omitempty"`
}

// List returns one page of the glossary of an organization.
//
// API: GET /v1/orgs/{organizationId}/translations-glossary
func (s TranslationGlossaryService) List(
	ctx context.Context, orgID string,
	options TranslationGlossaryListOptions, opts ...api.CallOption,
) (*pagination.Page[GlossaryEntry], error) {
	return transport.List[GlossaryEntry](
		ctx, s.core, opGlossaryList.Path(orgID).Query(options), opts,
	)
}

// All returns an iterator over the glossary of an organization.
//
// API: GET /v1/orgs/{organizationId}/translations-glossary
func (s TranslationGlossaryService) All(
	ctx context.Context, orgID string,
	options TranslationGlossaryListOptions, opts ...api.CallOption,
) iter.Seq2[GlossaryEntry, error] {
	return transport.All[GlossaryEntry](
		ctx, s.core, opGlossaryList.Path(orgID).Query(options), opts,
	)
}

// ListPages returns an iterator over the pages of [TranslationGlossaryService.List].
//
// API: GET /v1/orgs/{organizationId}/translations-glossary
func (s TranslationGlossaryService) ListPages(
	ctx context.Context, orgID string,
	options TranslationGlossaryListOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[GlossaryEntry], error] {
	return transport.Pages[GlossaryEntry](
		ctx, s.core, opGlossaryList.Path(orgID).Query(options), opts,
	)
}

// TranslationGlossaryUpdate is the request body of [TranslationGlossaryService.Update].
//
// Experimental: may change in any minor release; see [api].
type TranslationGlossaryUpdate struct {
	Operations []GlossaryOperation `json:"operations" check:"required"` // applied in order
}

// GlossaryOperation is a change of an entry. Type determines which of the other fields are set. To
// send an operation of a type that this release does not know, set Raw.
//
// Experimental: may change in any minor release; see [api].
type GlossaryOperation struct {
	Type GlossaryOperationType `json:"type"`
	ID   string                `json:"id,omitzero"` // ID of an entry to update or delete
	// Translations contains the term in each language, as a single line of 1 to 255 characters. It
	// is undocumented whether an update keeps the terms of languages that it does not contain. In
	// package publishingtest, it does not.
	Translations map[api.Language]string `json:"translations,omitzero" check:"values=1..255"`
	// Raw is the JSON of an operation whose type this release does not know, and nil otherwise. If
	// Raw is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// Validate checks that exactly the fields for Type are set. If Raw is set, only Type may be set
// too. Validate also checks that each of the Translations is a single line.
func (o GlossaryOperation) Validate() error {
	var forms []string
	switch o.Type {
	case GlossaryOperationTypeInsert:
		forms = []string{"type with translations"}
	case GlossaryOperationTypeUpdate:
		forms = []string{"type with id with translations"}
	case GlossaryOperationTypeDelete:
		forms = []string{"type with id"}
	}
	errs := []error{check.Form(o, append(forms, "Raw", "type with Raw")...)}
	for _, language := range slices.Sorted(maps.Keys(o.Translations)) {
		if term := o.Translations[language]; strings.ContainsAny(term, "\r\n") {
			errs = append(errs, &api.ValidationError{
				Field: fmt.Sprintf("translations[%s]", language),
				Rule:  "one line", Value: check.Shown(term),
			})
		}
	}
	return errors.Join(errs...)
}

// GlossaryOperationType is the type of a [GlossaryOperation].
//
// Experimental: may change in any minor release; see [api].
type GlossaryOperationType string

// Types of operations on a glossary.
const (
	GlossaryOperationTypeInsert GlossaryOperationType = "insert" // creates an entry with Translations
	GlossaryOperationTypeUpdate GlossaryOperationType = "update" // sets the Translations of the entry with the given ID
	GlossaryOperationTypeDelete GlossaryOperationType = "delete" // deletes the entry with the given ID
)

type plainGlossaryOperation GlossaryOperation

var glossaryOperationCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("type", func(o *GlossaryOperation) (any, *GlossaryOperationType, *api.Raw) {
		return (*plainGlossaryOperation)(o), &o.Type, &o.Raw
	}, GlossaryOperationTypeInsert, GlossaryOperationTypeUpdate, GlossaryOperationTypeDelete))
}}

// MarshalJSON encodes the operation, or Raw if it is set.
func (o GlossaryOperation) MarshalJSON() ([]byte, error) {
	return glossaryOperationCodec.Marshal(&o)
}

// UnmarshalJSON decodes an operation of a known type, and keeps any other operation in Raw.
func (o *GlossaryOperation) UnmarshalJSON(data []byte) error {
	return glossaryOperationCodec.Unmarshal(data, o)
}

// Update inserts, updates and deletes entries of the glossary in one request. Send all changes
// together, because each update is costly: after it, the next run of each translation translates
// all pages again.
//
// If the service rejects the update, the error matches [api.ErrBadRequest] or
// [api.ErrUnprocessable]. It is undocumented whether the service has then applied some of the
// operations. In package publishingtest, it has applied none.
//
// Although the operation is a PUT, a repeated insert may create another entry. A call is therefore
// retried only if the service cannot have acted on it: see [api.MayHaveApplied].
//
// API: PUT /v1/orgs/{organizationId}/translations-glossary
func (s TranslationGlossaryService) Update(
	ctx context.Context, orgID string, update TranslationGlossaryUpdate, opts ...api.CallOption,
) error {
	return transport.None(ctx, s.core, opGlossaryUpdate.Path(orgID).Body(update), opts)
}

// Get returns an entry of the glossary.
//
// API: GET /v1/orgs/{organizationId}/translations-glossary/{glossaryEntryId}
func (s TranslationGlossaryService) Get(
	ctx context.Context, orgID, glossaryEntryID string, opts ...api.CallOption,
) (*GlossaryEntry, error) {
	return transport.JSON[GlossaryEntry](
		ctx, s.core, opGlossaryGet.Path(orgID, glossaryEntryID), opts,
	)
}
