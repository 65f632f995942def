package spaces

import (
	"context"
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// RevisionChanges contains the changes of a revision.
//
// Experimental: may change in any minor release; see [api].
type RevisionChanges struct {
	// MergedFrom is the change request that was merged, for a revision of type [RevisionTypeMerge].
	// Decode it into a changerequests.ChangeRequest. Strict decoding does not check its fields: get
	// the change request by its ID if you rely on them.
	MergedFrom api.Raw          `json:"mergedFrom,omitzero"`
	Changes    []RevisionChange `json:"changes" response:"about"`
	More       *int64           `json:"more,omitzero"` // number of further changes
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (r RevisionChanges) LogValue() slog.Value { return logvalue.Of(r) }

// RevisionChange is one change. Type determines which of the other fields are set.
//
// Experimental: may change in any minor release; see [api].
type RevisionChange struct {
	Type RevisionChangeType `json:"type"`
	Page *ChangedPage       `json:"page,omitzero" response:"required,if=type:page_created|page_edited|page_deleted|page_moved"`
	// Parent contains the old and the new parent of a page that was moved.
	Parent          *ChangedParent          `json:"parent,omitzero" response:"required,if=type:page_moved"`
	File            *ChangedFile            `json:"file,omitzero" response:"required,if=type:file_created|file_edited|file_deleted"`
	ReusableContent *ChangedReusableContent `json:"reusableContent,omitzero" response:"required,if=type:reusable_content_created|reusable_content_edited|reusable_content_deleted"`
	// Attributes contains the attributes that were edited.
	Attributes *ChangedAttributes `json:"attributes,omitzero" response:"required,if=type:page_edited|file_edited|reusable_content_edited|tag_edited"`
	// Variables contains the changed variables of the space, by name.
	Variables map[string]Change[Variable] `json:"variables,omitzero" response:"required,if=type:variables_edited"`
	Tag       *ChangedTag                 `json:"tag,omitzero" response:"required,if=type:tag_created|tag_deleted|tag_edited"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URL of a file.
func (c RevisionChange) LogValue() slog.Value { return logvalue.Of(c) }

// RevisionChangeType is the type of a change.
//
// Experimental: may change in any minor release; see [api].
type RevisionChangeType string

// Types of changes.
const (
	RevisionChangeTypePageCreated            RevisionChangeType = "page_created"
	RevisionChangeTypePageEdited             RevisionChangeType = "page_edited"
	RevisionChangeTypePageDeleted            RevisionChangeType = "page_deleted"
	RevisionChangeTypePageMoved              RevisionChangeType = "page_moved"
	RevisionChangeTypeFileCreated            RevisionChangeType = "file_created"
	RevisionChangeTypeFileEdited             RevisionChangeType = "file_edited"
	RevisionChangeTypeFileDeleted            RevisionChangeType = "file_deleted"
	RevisionChangeTypeVariablesEdited        RevisionChangeType = "variables_edited" // variables of the space
	RevisionChangeTypeReusableContentCreated RevisionChangeType = "reusable_content_created"
	RevisionChangeTypeReusableContentEdited  RevisionChangeType = "reusable_content_edited"
	RevisionChangeTypeReusableContentDeleted RevisionChangeType = "reusable_content_deleted"
	RevisionChangeTypeTagCreated             RevisionChangeType = "tag_created"
	RevisionChangeTypeTagDeleted             RevisionChangeType = "tag_deleted"
	RevisionChangeTypeTagEdited              RevisionChangeType = "tag_edited"
)

// Change contains a value before and after a change.
//
// Experimental: may change in any minor release; see [api].
type Change[T any] struct {
	Before *T `json:"before,omitzero"` // nil if there was no value
	After  *T `json:"after,omitzero"`  // nil if there is none
}

// ChangedPage is a page in a change.
//
// Experimental: may change in any minor release; see [api].
type ChangedPage struct {
	ID    string   `json:"id"`
	Type  PageType `json:"type"`
	Title string   `json:"title"`
	Path  *string  `json:"path,omitzero"` // nil if the page has no path
}

// ChangedParent contains the parents of a page before and after a move.
//
// Experimental: may change in any minor release; see [api].
type ChangedParent struct {
	Before *ChangedPage `json:"before,omitzero"` // nil at the top level
	After  *ChangedPage `json:"after,omitzero"`  // nil at the top level
}

// ChangedFile is a file in a change.
//
// Experimental: may change in any minor release; see [api].
type ChangedFile struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	DownloadURL string `json:"downloadURL" secret:"url"` // see [File]
}

// LogValue implements [slog.LogValuer]. It hides the path and the query of the download URL.
func (c ChangedFile) LogValue() slog.Value { return logvalue.Of(c) }

// ChangedReusableContent is reusable content in a change.
//
// Experimental: may change in any minor release; see [api].
type ChangedReusableContent struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	Document *string `json:"document,omitzero"` // ID of the document
}

// ChangedTag is a tag in a change.
//
// Experimental: may change in any minor release; see [api].
type ChangedTag struct {
	Slug  string `json:"slug"`
	Label string `json:"label"`
}

// ChangedAttributes contains the attributes that an edit changed in a page, a file, reusable
// content or a tag. An attribute that did not change is nil.
//
// Experimental: may change in any minor release; see [api].
type ChangedAttributes struct {
	Title       *Change[string]              `json:"title,omitzero"`
	Description *Change[string]              `json:"description,omitzero"`
	Slug        *Change[string]              `json:"slug,omitzero"`
	Document    *Change[string]              `json:"document,omitzero"` // IDs of the documents
	Cover       *Change[PageCover]           `json:"cover,omitzero"`
	Emoji       *Change[string]              `json:"emoji,omitzero"`
	Layout      *Change[ChangedLayout]       `json:"layout,omitzero"`
	Variables   *Change[map[string]Variable] `json:"variables,omitzero"` // variables of the page
	Target      *Change[ContentRef]          `json:"target,omitzero"`    // target of a link
	Name        *Change[string]              `json:"name,omitzero"`
	DownloadURL *Change[string]              `json:"downloadURL,omitzero" secret:"url"`
	Size        *Change[int64]               `json:"size,omitzero"` // size in bytes
	ContentType *Change[string]              `json:"contentType,omitzero"`
	Dimensions  *Change[FileDimensions]      `json:"dimensions,omitzero"`
	Label       *Change[string]              `json:"label,omitzero"` // label of a tag
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URL.
func (a ChangedAttributes) LogValue() slog.Value { return logvalue.Of(a) }

// ChangedLayout is the layout of a page, or the name of a preset. At most one of its fields is
// set.
//
// Experimental: may change in any minor release; see [api].
type ChangedLayout struct {
	Preset LayoutPreset // "" for a layout
	Layout *PageLayout  // nil for a preset
	Raw    api.Raw      // JSON of a variant that this release does not know
}

// LayoutPreset is the name of a preset layout.
//
// Experimental: may change in any minor release; see [api].
type LayoutPreset string

// Preset layouts.
const (
	LayoutPresetDocs      LayoutPreset = "docs"
	LayoutPresetEditorial LayoutPreset = "editorial"
	LayoutPresetLanding   LayoutPreset = "landing"
)

// RevisionChangesOptions are the query parameters of [RevisionService.Changes].
//
// Experimental: may change in any minor release; see [api].
type RevisionChangesOptions struct {
	// Metadata controls whether Git metadata is included; nil means true. Requests without
	// Git metadata can be faster.
	Metadata *bool `url:"metadata,omitempty"`
	// Computed controls whether content is computed from its sources; nil means true.
	Computed *bool `url:"computed,omitempty"`
	Limit    int   `url:"limit,omitempty" check:"range=0.."` // 0 for the default of 10
}

// Changes returns the changes of a revision compared with the previous revision. If the revision is
// a merge, it has two parents, and the API reference does not specify which of them is the previous
// revision. RevisionChanges.More is the number of changes beyond the limit. There is no next page;
// to get more changes, increase options.Limit.
//
// For a revision of a change request, Changes returns only the changes of the last edit.
// changerequests.Service.Changes returns all changes of the change request.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes
func (s RevisionService) Changes(
	ctx context.Context, spaceID, revisionID string,
	options RevisionChangesOptions, opts ...api.CallOption,
) (*RevisionChanges, error) {
	return transport.JSON[RevisionChanges](
		ctx, s.core, opRevisionChanges.Path(spaceID, revisionID).Query(options), opts,
	)
}

type (
	plainRevisionChange    RevisionChange
	plainChangedAttributes ChangedAttributes
)

var revisionChangeCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(append(pageBranches(),
		jsonx.Tree(func(c *RevisionChange) *plainRevisionChange { return (*plainRevisionChange)(c) }),
		jsonx.Tree(func(a *ChangedAttributes) *plainChangedAttributes { return (*plainChangedAttributes)(a) }),
		jsonx.Choice(
			"",
			func(l *ChangedLayout, data *jsonx.Value) any {
				*l = ChangedLayout{}
				switch {
				case data.IsString():
					return &l.Preset
				case data.IsObject():
					return jsonx.New(&l.Layout)
				default:
					l.Raw = data.Keep()
					return nil
				}
			},
			func(l *ChangedLayout) any { return jsonx.FirstOf(l.Layout, l.Raw, l.Preset) },
		),
	)...)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c RevisionChange) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *RevisionChange) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, c)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (a ChangedAttributes) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&a) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (a *ChangedAttributes) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, a)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (l ChangedLayout) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&l) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (l *ChangedLayout) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, l)
}
