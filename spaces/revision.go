package spaces

import (
	"log/slog"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
)

// Revision is the content of a space at one point in time.
type Revision struct {
	Object           string              `json:"object"` // "revision"
	ID               string              `json:"id"`
	Parents          []string            `json:"parents"` // IDs of revisions
	Pages            []Page              `json:"pages" response:"about"`
	Files            []File              `json:"files"`
	ReusableContents []ReusableContent   `json:"reusableContents"`
	Variables        map[string]Variable `json:"variables,omitzero"`
	CreatedAt        time.Time           `json:"createdAt"`
	// Git is nil if the space is not synchronized with Git, or if the request excluded Git
	// metadata.
	Git  *GitCommit   `json:"git,omitzero"`
	URLs RevisionURLs `json:"urls"`
	Type RevisionType `json:"type"`
	// MergedFrom is the change request that was merged, for a revision of type [RevisionTypeMerge].
	// Decode it into a changerequests.ChangeRequest. Strict decoding does not check its fields: get
	// the change request by its ID if you rely on them.
	//
	// Experimental: may change in any minor release; see [api].
	MergedFrom api.Raw `json:"mergedFrom,omitzero" response:"required,if=type:merge"`
	// Only newer versions of the service return these fields. Tags contains the tags that pages can
	// have. SourceRevision is the ID of the revision from which a revision of type
	// [RevisionTypeComputed] was computed.
	//
	// Experimental: may change in any minor release; see [api].
	Tags           []RevisionTag `json:"tags,omitzero"`
	SourceRevision *string       `json:"sourceRevision,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the download URLs of files.
func (r Revision) LogValue() slog.Value { return logvalue.Of(r) }

// RevisionTag is a tag that pages of a revision can have.
//
// Experimental: may change in any minor release; see [api].
type RevisionTag struct {
	Slug  string   `json:"slug"`
	Label string   `json:"label"`
	Color TagColor `json:"color"`
	Emoji *string  `json:"emoji,omitzero"` // nil for a tag without an emoji
	Icon  *string  `json:"icon,omitzero"`  // name of the icon
}

// TagColor is the color of a tag.
//
// Experimental: may change in any minor release; see [api].
type TagColor string

// Colors of tags. [TagColorPrimary] and the constants after it refer to colors of the site.
const (
	TagColorDefault TagColor = "default"
	TagColorGreen   TagColor = "green"
	TagColorBlue    TagColor = "blue"
	TagColorRed     TagColor = "red"
	TagColorOrange  TagColor = "orange"
	TagColorYellow  TagColor = "yellow"
	TagColorPurple  TagColor = "purple"
	TagColorPink    TagColor = "pink"
	TagColorViolet  TagColor = "violet"
	TagColorCyan    TagColor = "cyan"
	TagColorPrimary TagColor = "$primary"
	TagColorInfo    TagColor = "$info"
	TagColorSuccess TagColor = "$success"
	TagColorWarning TagColor = "$warning"
	TagColorDanger  TagColor = "$danger"
	TagColorTint    TagColor = "$tint"
)

// RevisionType is the kind of change that created a revision.
type RevisionType string

// RevisionTypeEdits means that edits created the revision.
const RevisionTypeEdits RevisionType = "edits"

// Types of revisions that are not in the API reference.
//
// Experimental: may change in any minor release; see [api].
const (
	RevisionTypeMerge    RevisionType = "merge"    // merge of a change request
	RevisionTypeRollback RevisionType = "rollback" // return to an earlier revision
	RevisionTypeUpdate   RevisionType = "update"   // update of a change request from the main content
	RevisionTypeComputed RevisionType = "computed"
)

// RevisionURLs contains the URLs of a revision. A URL that does not exist is nil.
type RevisionURLs struct {
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"`
	Public    *string `json:"public,omitzero"`
}

// GitCommit is the Git commit of a revision.
type GitCommit struct {
	OID     string  `json:"oid" response:"id"`
	Message string  `json:"message"`
	URL     *string `json:"url,omitzero"`
	Ref     *string `json:"ref,omitzero"`
	// CreatedByService reports whether the service created the commit. It is nil if the service
	// sends CreatedByGitBook instead. [GitCommit.ByService] returns the field that is set.
	CreatedByService *bool `json:"createdByService,omitzero"`
	// CreatedByGitBook is the field that the hosted service sends instead of CreatedByService.
	//
	// Experimental: may change in any minor release; see [api].
	CreatedByGitBook *bool `json:"createdByGitBook,omitzero"`
}

// ByService reports whether the service created the commit. It reads CreatedByService or
// CreatedByGitBook, whichever the service sent, and returns false if it sent neither or c is nil.
func (c *GitCommit) ByService() bool {
	if c == nil {
		return false
	}
	for _, made := range []*bool{c.CreatedByService, c.CreatedByGitBook} {
		if made != nil {
			return *made
		}
	}
	return false
}

// isOf reports whether an import or an export can have added c to a revision. If the service does
// not say which of them did, both can.
func (c *GitCommit) isOf(direction GitOperationDirection) bool {
	if c == nil {
		return false
	}
	unknown := c.CreatedByService == nil && c.CreatedByGitBook == nil
	return unknown || c.ByService() == (direction == GitOperationDirectionExport)
}

// ReusableContent is content that several pages can include.
type ReusableContent struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Git is nil if the space is not synchronized with Git, or if the request excluded Git
	// metadata.
	Git *GitBlob `json:"git,omitzero"`
	// Document is the ID of the document, or nil if the content is computed.
	//
	// Experimental: may change in any minor release; see [api].
	Document *string `json:"document,omitzero"`
	// Computed is the source of computed content, or nil for other content.
	//
	// Experimental: may change in any minor release; see [api].
	Computed *Computed `json:"computed,omitzero"`
	// ComputedSeed is the seed of the source in Computed.
	//
	// Experimental: may change in any minor release; see [api].
	ComputedSeed *string `json:"computedSeed,omitzero"`
}

type plainRevision Revision

var revisionCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(append(pageBranches(), jsonx.Tree(func(r *Revision) *plainRevision { return (*plainRevision)(r) }))...)
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r Revision) MarshalJSON() ([]byte, error) { return revisionCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *Revision) UnmarshalJSON(data []byte) error { return revisionCodec.Unmarshal(data, r) }
