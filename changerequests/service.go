// Package changerequests contains the operations on change requests, which propose changes to the
// content of a space.
//
// # Resources
//
// The ChangeRequests field of a client is a [Service]. It creates, updates and merges change
// requests, and has a field for each resource of a change request:
//
//   - Content, Files, FileBacklinks, PageLinks and PageBacklinks are its content, with the types of
//     package spaces.
//   - Comments, Replies and Commenters are the discussion.
//   - RequestedReviewers, Reviews and Contributors are the people who work on it.
//
// For example, the open change requests of a space are:
//
//	for change, err := range client.ChangeRequests.All(ctx, spaceID, changerequests.ListOptions{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(change.Number, change.Subject)
//	}
//
// # IDs and numbers
//
// A change request has an ID, and a number in its space. Every operation takes either:
//
//	change, err := client.ChangeRequests.Get(ctx, spaceID, changerequests.Number(7))
//
// # Conflicts
//
// A merge or an update from the main content that has conflicts returns an error, although the
// status of the response is 200. [errors.Is] matches it with [ErrConflicts].
package changerequests

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is the ChangeRequests field of a client.
type Service struct {
	Content            ContentService           // content
	Files              FileService              // files in the content
	FileBacklinks      FileBacklinkService      // places that refer to a file
	PageLinks          PageLinkService          // links on a page
	PageBacklinks      PageBacklinkService      // places that refer to a page
	Comments           CommentService           // comments
	Replies            ReplyService             // replies to comments
	Commenters         CommenterService         // users who commented
	Contributors       ContributorService       // users who contributed
	RequestedReviewers RequestedReviewerService // users and teams whose review was requested
	Reviews            ReviewService            // reviews

	core *transport.Core
}

// New is called by package publishing for each client.
func New(core *transport.Core) Service {
	return Service{
		Content:            ContentService{core: core},
		Files:              FileService{core: core},
		FileBacklinks:      FileBacklinkService{core: core},
		PageLinks:          PageLinkService{core: core},
		PageBacklinks:      PageBacklinkService{core: core},
		Comments:           CommentService{core: core},
		Replies:            ReplyService{core: core},
		Commenters:         CommenterService{core: core},
		Contributors:       ContributorService{core: core},
		RequestedReviewers: RequestedReviewerService{core: core},
		Reviews:            ReviewService{core: core},
		core:               core,
	}
}
