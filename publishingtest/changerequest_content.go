package publishingtest

import (
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// The operations on the content of change requests.
var _ = declare(operations{
	"ChangeRequests.Content.Get":          {onBranch(getContent), readingLimits},
	"ChangeRequests.Content.Import":       {onBranch(importContent), importLimits},
	"ChangeRequests.Pages.Import":         {onPage(importIntoPage), importLimits},
	"ChangeRequests.Pages.Tree":           {onBranch(getContentPages), readingLimits},
	"ChangeRequests.Pages.Get":            {onBranch(getContentPage), pageLimits},
	"ChangeRequests.Pages.GetByPath":      {onBranch(getContentPageByPath), pageLimits},
	"ChangeRequests.Pages.MetaLinks":      {handle: onPage(getMetaLinks)},
	"ChangeRequests.Changes":              {handle: onChangeRequest(getChanges)},
	"ChangeRequests.ReusableContents.Get": {inBranch((*call).reusable, getReusable), readingLimits},
	"ChangeRequests.Links.List":           {onBranch(listLinks), limits.Table{limits.QueryOf[changerequests.LinkListOptions]("status", "brokenContext")}},
	"ChangeRequests.Files.List":           {onBranch(listFiles), readingLimits},
	"ChangeRequests.Files.Get":            {inBranch((*call).file, getFile), readingLimits},
	"ChangeRequests.Files.Backlinks.List": {handle: inBranch((*call).file, listFileBacklinks)},
	"ChangeRequests.Pages.Links.List":     {handle: onPage(listPageLinks)},
	"ChangeRequests.Pages.Backlinks.List": {handle: onPage(listPageBacklinks)},
})
