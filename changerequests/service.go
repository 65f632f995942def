// Package changerequests has proposed changes to spaces, their content, the comments on them and their reviews. A change request is named by its ID or by
// its [Number] in the space.
package changerequests

import "github.com/publishing-platform/publishing-go/internal/transport"

// Service is reached as the ChangeRequests field of the client.
type Service struct {
	// Content is the content of a change request.
	Content ContentService
	// Files are the files of that content.
	Files FileService
	// FileBacklinks are the places that refer to a file.
	FileBacklinks FileBacklinkService
	// PageLinks are the links on a page.
	PageLinks PageLinkService
	// PageBacklinks are the places that refer to a page.
	PageBacklinks PageBacklinkService
	// Comments are what people say of a change request.
	Comments CommentService
	// Replies are the answers to a comment.
	Replies ReplyService
	// Commenters are the users who commented or replied.
	//
	// Beyond the documents.
	Commenters CommenterService
	// Contributors are the users who worked on a change request.
	//
	// Beyond the documents.
	Contributors ContributorService
	// RequestedReviewers are the users and teams who were asked for a review.
	//
	// Beyond the documents.
	RequestedReviewers RequestedReviewerService
	// Reviews approve a change request or ask for changes to it.
	//
	// Beyond the documents.
	Reviews ReviewService

	core *transport.Core
}

// New is for package publishing, which makes the services of a client.
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
