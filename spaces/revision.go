package spaces

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Revision is the content of a space at one time.
type Revision struct {
	Object           string              `json:"object"` // "revision"
	ID               string              `json:"id"`
	Parents          []string            `json:"parents"` // ids of revisions
	Pages            []Page              `json:"pages"`
	Files            []File              `json:"files"`
	ReusableContents []ReusableContent   `json:"reusableContents"`
	Variables        map[string]Variable `json:"variables,omitzero"`
	CreatedAt        time.Time           `json:"createdAt"`
	Git              *GitCommit          `json:"git,omitzero"` // nil without Git synchronization, or when metadata was left out
	URLs             RevisionURLs        `json:"urls"`
	Type             RevisionType        `json:"type"`
	// MergedFrom is the change request of a revision of type [RevisionTypeMerge], else nil. It decodes into changerequests.ChangeRequest.
	//
	// Beyond the documents.
	MergedFrom api.Raw `json:"mergedFrom,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// RevisionType says how a revision came about. The service may know more values than the constants.
type RevisionType string

const (
	// RevisionTypeEdits came of edits.
	RevisionTypeEdits RevisionType = "edits"
	// RevisionTypeMerge came of merging a change request.
	//
	// Beyond the documents.
	RevisionTypeMerge RevisionType = "merge"
	// RevisionTypeRollback came of going back to an earlier revision.
	//
	// Beyond the documents.
	RevisionTypeRollback RevisionType = "rollback"
	// RevisionTypeUpdate came of updating a change request from the main content.
	//
	// Beyond the documents.
	RevisionTypeUpdate RevisionType = "update"
	// RevisionTypeComputed was computed.
	//
	// Beyond the documents.
	RevisionTypeComputed RevisionType = "computed"
)

// RevisionURLs are the addresses of a revision. A nil one does not exist.
type RevisionURLs struct {
	App       string  `json:"app"`
	Published *string `json:"published,omitzero"`
	Public    *string `json:"public,omitzero"`
}

// GitCommit is the commit of a revision in a Git repository.
type GitCommit struct {
	OID     string `json:"oid"`
	Message string `json:"message"`
	// CreatedByService tells whether the service made the commit, nil when the service calls it otherwise. [GitCommit.ByService] knows
	// both.
	CreatedByService *bool `json:"createdByService,omitzero"`
	// CreatedByGitBook is what a real service calls CreatedByService.
	//
	// Beyond the documents.
	CreatedByGitBook *bool   `json:"createdByGitBook,omitzero"`
	URL              *string `json:"url,omitzero"`
	Ref              *string `json:"ref,omitzero"`
}

// ByService tells whether the service made the commit, under whichever name it says so.
func (c *GitCommit) ByService() bool {
	for _, made := range []*bool{c.CreatedByService, c.CreatedByGitBook} {
		if made != nil {
			return *made
		}
	}
	return false
}

// ReusableContent is content that stands in several pages.
type ReusableContent struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Git   *GitBlob `json:"git,omitzero"` // nil without Git synchronization, or when metadata was left out
	// Document is the id of its document, nil for one that is computed.
	//
	// Beyond the documents.
	Document *string `json:"document,omitzero"`
	// Computed is what it is computed from, nil for one that is written.
	//
	// Beyond the documents.
	Computed *Computed `json:"computed,omitzero"`
	// ComputedSeed goes with Computed.
	//
	// Beyond the documents.
	ComputedSeed *string `json:"computedSeed,omitzero"`
}

type plainRevision Revision

var revisionCodec = jsonx.NewCodec(append(pageBranches, jsonx.Tree(func(r *Revision) *plainRevision { return (*plainRevision)(r) }))...)

// MarshalJSON returns the revision with all it was read with.
func (r Revision) MarshalJSON() ([]byte, error) { return revisionCodec.Marshal(&r) }

// UnmarshalJSON reads a revision and keeps what it does not know.
func (r *Revision) UnmarshalJSON(data []byte) error { return revisionCodec.Unmarshal(data, r) }
