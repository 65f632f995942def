package spaces

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// RevisionChanges are what a revision has changed, in words of pages, files and the like.
//
// Beyond the documents.
type RevisionChanges struct {
	// MergedFrom is the change request of a revision of type [RevisionTypeMerge], else nil. It decodes into changerequests.ChangeRequest.
	MergedFrom api.Raw          `json:"mergedFrom,omitzero"`
	Changes    []RevisionChange `json:"changes"`
	More       *int64           `json:"more,omitzero"` // how many changes there are beside these, nil when the service does not say
}

// RevisionChange is one change. Type says which of the other fields are set.
//
// Beyond the documents.
type RevisionChange struct {
	Type            RevisionChangeType          `json:"type"`
	Page            *ChangedPage                `json:"page,omitzero"`
	Parent          *ChangedParent              `json:"parent,omitzero"` // of a page that moved
	File            *ChangedFile                `json:"file,omitzero"`
	ReusableContent *ChangedReusableContent     `json:"reusableContent,omitzero"`
	Attributes      *ChangedAttributes          `json:"attributes,omitzero"` // of what was edited
	Variables       map[string]Change[Variable] `json:"variables,omitzero"`  // of the space, by name
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// RevisionChangeType is a kind of change. The service may know more values than the constants.
//
// Beyond the documents.
type RevisionChangeType string

const (
	// RevisionChangeTypePageCreated made a page.
	//
	// Beyond the documents.
	RevisionChangeTypePageCreated RevisionChangeType = "page_created"
	// RevisionChangeTypePageEdited changed attributes of a page.
	//
	// Beyond the documents.
	RevisionChangeTypePageEdited RevisionChangeType = "page_edited"
	// RevisionChangeTypePageDeleted removed a page.
	//
	// Beyond the documents.
	RevisionChangeTypePageDeleted RevisionChangeType = "page_deleted"
	// RevisionChangeTypePageMoved put a page below another one, or beside others.
	//
	// Beyond the documents.
	RevisionChangeTypePageMoved RevisionChangeType = "page_moved"
	// RevisionChangeTypeFileCreated made a file.
	//
	// Beyond the documents.
	RevisionChangeTypeFileCreated RevisionChangeType = "file_created"
	// RevisionChangeTypeFileEdited changed attributes of a file.
	//
	// Beyond the documents.
	RevisionChangeTypeFileEdited RevisionChangeType = "file_edited"
	// RevisionChangeTypeFileDeleted removed a file.
	//
	// Beyond the documents.
	RevisionChangeTypeFileDeleted RevisionChangeType = "file_deleted"
	// RevisionChangeTypeVariablesEdited changed variables of the space.
	//
	// Beyond the documents.
	RevisionChangeTypeVariablesEdited RevisionChangeType = "variables_edited"
	// RevisionChangeTypeReusableContentCreated made a reusable content.
	//
	// Beyond the documents.
	RevisionChangeTypeReusableContentCreated RevisionChangeType = "reusable_content_created"
	// RevisionChangeTypeReusableContentEdited changed attributes of a reusable content.
	//
	// Beyond the documents.
	RevisionChangeTypeReusableContentEdited RevisionChangeType = "reusable_content_edited"
	// RevisionChangeTypeReusableContentDeleted removed a reusable content.
	//
	// Beyond the documents.
	RevisionChangeTypeReusableContentDeleted RevisionChangeType = "reusable_content_deleted"
)

// Change is a value before and after a change.
//
// Beyond the documents.
type Change[T any] struct {
	Before *T `json:"before,omitzero"` // nil when there was none
	After  *T `json:"after,omitzero"`  // nil when there is none any more
}

// ChangedPage is a page that a change is about.
//
// Beyond the documents.
type ChangedPage struct {
	ID    string   `json:"id"`
	Type  PageType `json:"type"`
	Title string   `json:"title"`
	Path  *string  `json:"path,omitzero"` // nil for a page that has none
}

// ChangedParent says where a page moved.
//
// Beyond the documents.
type ChangedParent struct {
	Before *ChangedPage `json:"before,omitzero"` // nil for the top
	After  *ChangedPage `json:"after,omitzero"`  // nil for the top
}

// ChangedFile is a file that a change is about.
//
// Beyond the documents.
type ChangedFile struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	DownloadURL string `json:"downloadURL"`
}

// ChangedReusableContent is a reusable content that a change is about.
//
// Beyond the documents.
type ChangedReusableContent struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	Document *string `json:"document,omitzero"` // id
}

// ChangedAttributes are what an edit has changed of a page, a file or a reusable content. A nil one is as it was.
//
// Beyond the documents.
type ChangedAttributes struct {
	Title       *Change[string]              `json:"title,omitzero"`
	Description *Change[string]              `json:"description,omitzero"`
	Slug        *Change[string]              `json:"slug,omitzero"`
	Document    *Change[string]              `json:"document,omitzero"` // ids
	Cover       *Change[PageCover]           `json:"cover,omitzero"`
	Emoji       *Change[string]              `json:"emoji,omitzero"`
	Layout      *Change[ChangedLayout]       `json:"layout,omitzero"`
	Variables   *Change[map[string]Variable] `json:"variables,omitzero"` // of the page
	Target      *Change[ContentRef]          `json:"target,omitzero"`    // of a link
	Name        *Change[string]              `json:"name,omitzero"`
	DownloadURL *Change[string]              `json:"downloadURL,omitzero"`
	Size        *Change[int64]               `json:"size,omitzero"` // bytes
	ContentType *Change[string]              `json:"contentType,omitzero"`
	Dimensions  *Change[FileDimensions]      `json:"dimensions,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// ChangedLayout is the layout of a page by the name of a preset or in full, as the service sends it. At most one of its fields is set; none is
// for a preset without a name.
//
// Beyond the documents.
type ChangedLayout struct {
	Preset LayoutPreset // "" when the service sent something else
	Layout *PageLayout  // nil when the service sent something else
	Raw    api.Raw      // another form, as it came
}

// LayoutPreset is the name of a layout. The service may know more values than the constants.
//
// Beyond the documents.
type LayoutPreset string

const (
	// LayoutPresetDocs is that of documentation.
	//
	// Beyond the documents.
	LayoutPresetDocs LayoutPreset = "docs"
	// LayoutPresetEditorial is that of an article.
	//
	// Beyond the documents.
	LayoutPresetEditorial LayoutPreset = "editorial"
	// LayoutPresetLanding is that of a landing page.
	//
	// Beyond the documents.
	LayoutPresetLanding LayoutPreset = "landing"
)

// RevisionChangesOptions are the query of [RevisionService.Changes].
//
// Beyond the documents.
type RevisionChangesOptions struct {
	Metadata *bool `url:"metadata,omitempty"`                // false leaves out Git metadata, which can be faster; true when nil
	Computed *bool `url:"computed,omitempty"`                // false leaves content uncomputed; true when nil
	Limit    int   `url:"limit,omitempty" check:"range=0.."` // changes at most, 10 when 0
}

// Changes returns what a revision has changed, compared with the one before it. When it has changed nothing there are none. No call leads to
// those over the limit: More counts them. A revision that does not exist is an error matching [api.ErrNotFound], a negative limit a
// [*api.ValidationError].
//
// Beyond the documents.
//
// API: GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes
func (s RevisionService) Changes(ctx context.Context, spaceID, revisionID string, options RevisionChangesOptions, opts ...api.CallOption) (*RevisionChanges, error) {
	return transport.Whole[RevisionChanges](ctx, s.core, opRevisionChanges.Path(spaceID, revisionID).Query(options), "changes", opts)
}

type (
	plainRevisionChange    RevisionChange
	plainChangedAttributes ChangedAttributes
)

var revisionChangeCodec = jsonx.NewCodec(append(pageBranches,
	jsonx.Tree(func(c *RevisionChange) *plainRevisionChange { return (*plainRevisionChange)(c) }),
	jsonx.Tree(func(a *ChangedAttributes) *plainChangedAttributes { return (*plainChangedAttributes)(a) }),
	jsonx.Choice(
		func(l *ChangedLayout, data []byte) any {
			*l = ChangedLayout{}
			switch {
			case jsonx.IsString(data):
				return &l.Preset
			case jsonx.IsObject(data):
				l.Layout = new(PageLayout)
				return l.Layout
			default:
				l.Raw = jsonx.Clone(data)
				return nil
			}
		},
		func(l *ChangedLayout) any {
			switch {
			case l.Layout != nil:
				return l.Layout
			case l.Raw != nil:
				return l.Raw
			default:
				return l.Preset
			}
		},
	),
)...)

// MarshalJSON returns the change with all it was read with.
func (c RevisionChange) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&c) }

// UnmarshalJSON reads a change and keeps what it does not know.
func (c *RevisionChange) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, c)
}

// MarshalJSON returns the attributes with all they were read with.
func (a ChangedAttributes) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&a) }

// UnmarshalJSON reads attributes and keeps what it does not know.
func (a *ChangedAttributes) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, a)
}

// MarshalJSON returns what is set.
func (l ChangedLayout) MarshalJSON() ([]byte, error) { return revisionChangeCodec.Marshal(&l) }

// UnmarshalJSON reads the name of a preset or a layout, and keeps another form.
func (l *ChangedLayout) UnmarshalJSON(data []byte) error {
	return revisionChangeCodec.Unmarshal(data, l)
}
