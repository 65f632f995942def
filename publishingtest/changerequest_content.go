package publishingtest

import "github.com/publishing-platform/publishing-go/publishingtest/internal/limits"

// changeRequestContentOperations are the operations on the content of change requests.
var changeRequestContentOperations = operations{
	"ChangeRequests.Content.Get":            {onBranch(getContent), readingLimits},
	"ChangeRequests.Content.Import":         {onBranch(importContent), importLimits},
	"ChangeRequests.Content.ImportIntoPage": {onBranch(importIntoPage), importLimits},
	"ChangeRequests.Content.PageTree":       {onBranch(getContentPages), readingLimits},
	"ChangeRequests.Content.Page":           {onBranch(getContentPage), pageLimits},
	"ChangeRequests.Content.PageByPath":     {onBranch(getContentPageByPath), pageLimits},
	"ChangeRequests.Content.Changes":        {handle: onChangeRequest(getChanges)},
	"ChangeRequests.ReusableContents.Get":   {onBranch(getReusable), readingLimits},
	"ChangeRequests.Links.List": {onBranch(listLinks), limits.Table{
		limits.Query("status", limits.String, linkStatuses),
		limits.Query("brokenContext", limits.String, limits.FromDescription(limits.OneOf("change-request", "space"))),
	}},
	"ChangeRequests.Files.List":         {onBranch(listFiles), readingLimits},
	"ChangeRequests.Files.Get":          {onBranch(getFile), readingLimits},
	"ChangeRequests.FileBacklinks.List": {handle: onBranch(listFileBacklinks)},
	"ChangeRequests.PageLinks.List":     {handle: onBranch(listPageLinks)},
	"ChangeRequests.PageBacklinks.List": {handle: onBranch(listPageBacklinks)},
}
