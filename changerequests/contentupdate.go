package changerequests

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// ContentUpdate is the request body of [ContentService.Update].
//
// Experimental: may change in any minor release; see [api].
type ContentUpdate struct {
	Changes []ContentChange `json:"changes" check:"required,items=1..50"` // 1 to 50 changes, applied in order
}

// Validate checks that no two pages or files have the same Ref.
func (u ContentUpdate) Validate() error {
	var errs []error
	used := map[string]bool{}
	add := func(field, ref string) {
		if ref != "" && used[ref] {
			errs = append(errs, &api.ValidationError{
				Field: field,
				Rule:  "a ref that no other page or file has",
				Value: check.Shown(ref),
			})
		}
		used[ref] = true
	}
	for i, change := range u.Changes {
		add(fmt.Sprintf("changes[%d].ref", i), change.Ref)
		for j, file := range change.Files {
			add(fmt.Sprintf("changes[%d].files[%d].ref", i, j), file.Ref)
		}
	}
	return errors.Join(errs...)
}

// ContentChange changes a page or uploads files. Operation determines which of the other fields can
// be set. To send an operation that this release does not know, set Raw.
//
// If a field is nil, an update does not change that property of the page. Front matter in Markdown
// takes precedence over all fields. A heading at the beginning of the text takes precedence over
// Title.
//
// Links in Markdown can lead to pages, such as /pages/ID, /pages/guides/start or ./sibling.md, and
// to files, such as /files/ID. They can also lead to pages and files of the same request by their
// Ref; the order of the changes does not matter. It is undocumented whether a Ref also works in the
// text of an updated page. To link to a page of another space, append the path of the page to the
// URL of that space in the app. If the target of a link does not exist, the service replaces the
// link by its text. The service has been seen to do the same with links to pages that are not
// merged yet, and to escape integration blocks that have several lines. Therefore, to detect later
// edits, compare the stored text with an earlier stored text, not with the text that you sent.
//
// Experimental: may change in any minor release; see [api].
type ContentChange struct {
	Operation ContentOperation `json:"operation"`
	// Page is the ID of the page to update, delete or revert.
	Page string `json:"page,omitzero"`
	// Into is the ID of the page or group that becomes the parent of an inserted or moved page. It
	// cannot be a Ref. If Into is unset, an inserted page is at the top level, and an existing page
	// keeps its parent. Sending null moves a page to the top level.
	Into api.Nullable[string] `json:"into,omitzero"`
	// At is the index of the page among the pages of the parent. If At is nil, an inserted page or
	// a page with a new parent becomes the last page of its parent, and any other page keeps its
	// position.
	At *int64 `json:"at,omitzero" check:"range=0.."`
	// Ref is a name for an inserted page. Links to ./REF.md in the same request lead to the page.
	Ref   string  `json:"ref,omitzero"`
	Title *string `json:"title,omitzero"` // not empty
	// Slug is the last part of the page's path. It has at most 100 characters and must be unique
	// among the pages of the parent. If it is nil for an inserted page, the service derives it from
	// the title.
	Slug          *string `json:"slug,omitzero" check:"len=..100"`
	Emoji         *string `json:"emoji,omitzero" check:"len=..50"` // at most 50 characters; the empty string removes the emoji
	Icon          *string `json:"icon,omitzero" check:"len=..50"`  // at most 50 characters; the empty string removes it
	Description   *string `json:"description,omitzero"`
	Hidden        *bool   `json:"hidden,omitzero"`
	NoIndex       *bool   `json:"noIndex,omitzero"`
	NoRobotsIndex *bool   `json:"noRobotsIndex,omitzero"`
	Condition     *string `json:"condition,omitzero"` // the empty string removes it
	// Document is the text of the page. It is required for an inserted page. An empty Content is an
	// empty text. Older versions of the service have been seen to accept only Markdown.
	Document *richtext.Content `json:"document,omitzero"`
	// Revision is the ID of the revision to which a page is reverted. If it is empty, the page is
	// reverted to the revision on which the change request is based.
	Revision string `json:"revision,omitzero"`
	// Block contains the keys of the blocks to revert in the document of the page. If it is nil,
	// the entire page is reverted.
	Block []string `json:"block,omitzero"`
	// Files contains 1 to 20 files to upload.
	Files []ContentFile `json:"files,omitzero" check:"items=1..20"`
	// Raw is the JSON of a change whose operation this release does not know, and nil otherwise. If
	// Raw is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// ContentOperation is the operation of a [ContentChange].
//
// Experimental: may change in any minor release; see [api].
type ContentOperation string

// Operations of changes.
const (
	ContentOperationInsertPage  ContentOperation = "insert_page"
	ContentOperationUpdatePage  ContentOperation = "update_page"
	ContentOperationDeletePage  ContentOperation = "delete_page" // also deletes the pages below the page
	ContentOperationRevertPage  ContentOperation = "revert_page" // removes an added page, and restores a deleted page
	ContentOperationInsertFiles ContentOperation = "insert_files"
)

var contentFields = []string{
	"operation", "into", "at", "title", "slug", "emoji", "icon", "description",
	"hidden", "noIndex", "noRobotsIndex", "condition", "document",
}

// contentForms contains the fields that each operation can have. The first field is required.
var contentForms = map[ContentOperation][]string{
	ContentOperationInsertPage:  append([]string{"document", "ref"}, contentFields...),
	ContentOperationUpdatePage:  append([]string{"page"}, contentFields...),
	ContentOperationDeletePage:  {"page", "operation"},
	ContentOperationRevertPage:  {"page", "operation", "revision", "block"},
	ContentOperationInsertFiles: {"files", "operation"},
}

// Validate checks that the required field of the operation is set, and that no field of another
// operation is set. If Raw is set, only Operation may be set too. Validate also checks that Into is
// not null for an inserted page, and that Title is not empty.
func (c ContentChange) Validate() error {
	form, isKnown := contentForms[c.Operation]
	if c.Raw != nil || !isKnown {
		return check.Form(c, "Raw", "operation with Raw")
	}
	errs := []error{check.Needs(c, "operation", string(c.Operation), form[0])}
	for _, name := range check.Given(c) {
		if !slices.Contains(form, name) {
			errs = append(errs, &api.ValidationError{
				Field: name, Rule: fmt.Sprintf("no value with the operation %q", c.Operation), Value: "one",
			})
		}
	}
	if c.Operation == ContentOperationInsertPage && c.Into.IsNull() {
		errs = append(errs, &api.ValidationError{
			Field: "into",
			Rule:  "the ID of a page, or no value for the root",
			Value: "null",
		})
	}
	if c.Title != nil && *c.Title == "" {
		errs = append(errs, &api.ValidationError{Field: "title", Rule: "at least 1 character"})
	}
	return errors.Join(errs...)
}

// ContentFile is a file to upload. Its content is either in Data or at a URL.
//
// Experimental: may change in any minor release; see [api].
type ContentFile struct {
	// Ref is a name for the file. Links to ./REF in the same request lead to the file.
	Ref  string `json:"ref,omitzero"`
	Name string `json:"name" check:"required,len=1..256"` // name with its extension, at most 256 characters
	// ContentType is the media type. If URL is set, ContentType replaces the media type of the
	// response from that URL.
	ContentType string `json:"contentType,omitzero"`
	// URL is the URL from which the service loads the file. It is an absolute URL with http or
	// https, and has at most 2048 characters.
	URL *string `json:"url,omitzero" check:"len=..2048,match=web"`
	// Data is the content of the file: see [MaxContentFileSize]. If it is set, ContentType is
	// required.
	Data []byte `json:"base64,omitzero"`
}

// MaxContentFileSize is the maximum size of [ContentFile.Data], in bytes.
//
// Experimental: may change in any minor release; see [api].
const MaxContentFileSize = 1 << 20

// Validate checks that either URL or Data is set, that Data has at most [MaxContentFileSize] bytes,
// and that a file with Data has a ContentType.
func (f ContentFile) Validate() error {
	errs := []error{check.ExactlyOne(f, "url", "base64")}
	if len(f.Data) > MaxContentFileSize {
		errs = append(errs, &api.ValidationError{
			Field: "base64", Rule: fmt.Sprintf("at most %d bytes",
				MaxContentFileSize), Value: fmt.Sprintf("%d bytes", len(f.Data)),
		})
	}
	if f.Data != nil && f.ContentType == "" {
		errs = append(errs, &api.ValidationError{
			Field: "contentType", Rule: "a media type for base64",
		})
	}
	return errors.Join(errs...)
}

// ContentUpdateResult is the result of [ContentService.Update].
//
// Experimental: may change in any minor release; see [api].
type ContentUpdateResult struct {
	ChangeRequest ChangeRequest `json:"changeRequest"`
	// Changes contains each affected page once, in the order in which the changes first affected
	// them. It is nil if the service returns only the change request, as older versions do.
	Changes []ContentUpdateChange `json:"changes"`
	// InsertedFiles contains the uploaded files, in the order of the changes.
	InsertedFiles []spaces.File `json:"insertedFiles,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (r ContentUpdateResult) LogValue() slog.Value { return logvalue.Of(r) }

// ContentUpdateChange is a page that [ContentService.Update] has affected.
//
// Experimental: may change in any minor release; see [api].
type ContentUpdateChange struct {
	Object ContentUpdateChangeType `json:"object"`
	Ref    *string                 `json:"ref,omitzero"` // Ref in the request, for an inserted page
	Page   ContentUpdatePage       `json:"page"`
	// Raw is the JSON of a change whose type this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

// ContentUpdateChangeType is the type of a [ContentUpdateChange].
//
// Experimental: may change in any minor release; see [api].
type ContentUpdateChangeType string

// Types of changes.
const (
	ContentUpdateChangeTypeCreated ContentUpdateChangeType = "created_page"
	ContentUpdateChangeTypeUpdated ContentUpdateChangeType = "updated_page"
	ContentUpdateChangeTypeDeleted ContentUpdateChangeType = "deleted_page"
)

// ContentUpdatePage refers to a page. For a deleted page, only the ID is set.
//
// Experimental: may change in any minor release; see [api].
type ContentUpdatePage struct {
	ID     string                 `json:"id"`
	Object *string                `json:"object,omitzero" response:"required"` // "page"
	URLs   *ContentUpdatePageURLs `json:"urls,omitzero" response:"required"`
}

// ContentUpdatePageURLs contains the URL of a page.
//
// Experimental: may change in any minor release; see [api].
type ContentUpdatePageURLs struct {
	Location string `json:"location"` // URL of the page in the API
}

type (
	plainContentChange       ContentChange
	plainContentUpdateResult ContentUpdateResult
	plainContentUpdateChange ContentUpdateChange
	plainContentUpdatePage   ContentUpdatePage
)

var contentChangeCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Kinds("operation", func(c *ContentChange) (any, *ContentOperation, *api.Raw) {
		return (*plainContentChange)(c), &c.Operation, &c.Raw
	}, slices.Collect(maps.Keys(contentForms))...))
}}

// MarshalJSON encodes the change, or Raw if it is set.
func (c ContentChange) MarshalJSON() ([]byte, error) { return contentChangeCodec.Marshal(&c) }

// UnmarshalJSON decodes a change with a known operation, and keeps any other change in Raw.
func (c *ContentChange) UnmarshalJSON(data []byte) error {
	return contentChangeCodec.Unmarshal(data, c)
}

var contentUpdateCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(
		jsonx.Choice(
			"", // the result has no object
			func(r *ContentUpdateResult, data *jsonx.Value) any {
				*r = ContentUpdateResult{}
				if !data.IsObject() || data.Text("object") == "change-request" {
					return &r.ChangeRequest
				}
				return (*plainContentUpdateResult)(r)
			},
			func(r *ContentUpdateResult) any {
				if r.Changes == nil && r.InsertedFiles == nil {
					return &r.ChangeRequest
				}
				return (*plainContentUpdateResult)(r)
			},
		),
		jsonx.Kinds("object", func(c *ContentUpdateChange) (any, *ContentUpdateChangeType, *api.Raw) {
			return (*plainContentUpdateChange)(c), &c.Object, &c.Raw
		}, ContentUpdateChangeTypeCreated, ContentUpdateChangeTypeUpdated, ContentUpdateChangeTypeDeleted),
		jsonx.Choice(
			"",
			func(p *ContentUpdatePage, data *jsonx.Value) any {
				*p = ContentUpdatePage{}
				if data.IsObject() {
					return (*plainContentUpdatePage)(p)
				}
				return &p.ID
			},
			func(p *ContentUpdatePage) any {
				if p.Object == nil && p.URLs == nil {
					return p.ID
				}
				return (*plainContentUpdatePage)(p)
			},
		),
	)
}}

// MarshalJSON encodes the result, or only the change request if nothing else is set.
func (r ContentUpdateResult) MarshalJSON() ([]byte, error) { return contentUpdateCodec.Marshal(&r) }

// UnmarshalJSON decodes a result, or only a change request.
func (r *ContentUpdateResult) UnmarshalJSON(data []byte) error {
	return contentUpdateCodec.Unmarshal(data, r)
}

// MarshalJSON encodes the change, or Raw if it is set.
func (c ContentUpdateChange) MarshalJSON() ([]byte, error) { return contentUpdateCodec.Marshal(&c) }

// UnmarshalJSON decodes a change of a known type, and keeps any other change in Raw.
func (c *ContentUpdateChange) UnmarshalJSON(data []byte) error {
	return contentUpdateCodec.Unmarshal(data, c)
}

// MarshalJSON encodes the page, or only its ID if nothing else is set.
func (p ContentUpdatePage) MarshalJSON() ([]byte, error) { return contentUpdateCodec.Marshal(&p) }

// UnmarshalJSON decodes a page, or only an ID.
func (p *ContentUpdatePage) UnmarshalJSON(data []byte) error {
	return contentUpdateCodec.Unmarshal(data, p)
}

// Update changes pages and uploads files in a change request. The service applies either all
// changes, in one new revision, or no change. If a change is invalid, the error matches
// [api.ErrBadRequest] or [api.ErrUnprocessable], and its message identifies the change.
//
// A second request would insert the same pages again, so Update is retried only if the service
// cannot have acted on it. If [api.MayHaveApplied] returns true for the error, get the content to
// find out whether the service has applied the changes.
//
// Experimental: may change in any minor release; see [api].
//
// API: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content
func (s ContentService) Update(
	ctx context.Context, spaceID, changeRequestID string,
	update ContentUpdate, opts ...api.CallOption,
) (*ContentUpdateResult, error) {
	query := map[string]string{"compat": "false"} // by default, the service returns only the change request
	return transport.JSON[ContentUpdateResult](ctx, s.core,
		opContentUpdate.Path(spaceID, changeRequestID).Query(query).Body(update), opts)
}
