// Package changerequests contains the operations on change requests, which propose changes to the
// content of a space.
//
// The ChangeRequests field of a client is a [Service]. This loop prints the open change requests of
// a space:
//
//	for change, err := range client.ChangeRequests.All(ctx, spaceID, changerequests.ListOptions{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(change.Number, change.Subject)
//	}
//
// Package api describes the rules that hold for every operation, such as for errors, retries and
// lists.
//
// # IDs and numbers
//
// A change request has an ID, and a number that is unique in its space. Every operation accepts the
// number in place of the ID:
//
//	change, err := client.ChangeRequests.Get(ctx, spaceID, changerequests.Number(7))
//
// # Merging
//
// [Service.Merge] merges a change request into the main content of its space, and
// [Service.UpdateFromMain] updates a change request from the main content. If there are conflicts,
// the error matches [ErrMergeConflicts], although the status of the response is 200:
//
//	result, err := client.ChangeRequests.Merge(ctx, spaceID, changeRequestID, changerequests.MergeOptions{})
//	if errors.Is(err, changerequests.ErrMergeConflicts) {
//		// The change request is not merged.
//	}
//
// # Services
//
// Service creates, lists, updates and merges change requests. Its fields are the services for the
// parts of a change request:
//
//   - [ContentService], [PageService], [FileService] and [ReusableContentService] return its
//     content, and [Service.Changes] returns its changes. [LinkService], [PageLinkService],
//     [PageBacklinkService] and [FileBacklinkService] list its links. The types of the content are
//     in package spaces.
//   - [CommentService], [CommentReplyService] and [CommenterService] manage the discussion.
//   - [RequestedReviewerService] requests reviews, and [ReviewService] submits and lists reviews.
//   - [ContributorService] lists the users who contributed.
package changerequests

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service provides the operations on change requests.
type Service struct {
	made

	// Content returns and updates the content of a change request, and imports content into it.
	Content ContentService
	// Pages returns the pages of a change request.
	Pages PageService
	// Files returns the files of a change request.
	Files FileService
	// ReusableContents returns the reusable content of a change request.
	//
	// Experimental: may change in any minor release; see [api].
	ReusableContents ReusableContentService
	// Links lists the links in a change request.
	//
	// Experimental: may change in any minor release; see [api].
	Links LinkService
	// Comments manages the comments on a change request.
	Comments CommentService
	// Commenters lists the users who commented.
	//
	// Experimental: may change in any minor release; see [api].
	Commenters CommenterService
	// Contributors lists the users who contributed.
	//
	// Experimental: may change in any minor release; see [api].
	Contributors ContributorService
	// RequestedReviewers manages the requests for reviews.
	//
	// Experimental: may change in any minor release; see [api].
	RequestedReviewers RequestedReviewerService
	// Reviews submits and lists reviews.
	//
	// Experimental: may change in any minor release; see [api].
	Reviews ReviewService

	core *transport.Core
}

type (
	made  = transport.MadeBy[maker]
	maker struct{}
)

func (maker) Make(core *transport.Core) Service {
	return Service{
		Content:            ContentService{core: core},
		Pages:              PageService{PageLinkService{core}, PageBacklinkService{core}, core},
		Files:              FileService{FileBacklinkService{core}, core},
		ReusableContents:   ReusableContentService{core: core},
		Links:              LinkService{core: core},
		Comments:           CommentService{CommentReplyService{core}, core},
		Commenters:         CommenterService{core: core},
		Contributors:       ContributorService{core: core},
		RequestedReviewers: RequestedReviewerService{core: core},
		Reviews:            ReviewService{core: core},
		core:               core,
	}
}
