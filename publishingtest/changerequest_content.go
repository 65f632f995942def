package publishingtest

// changeRequestContentOperations are the operations on the content of change requests.
var changeRequestContentOperations = operations{
	"ChangeRequests.Content.Get":            {onBranch(getContent), readingLimits},
	"ChangeRequests.Content.Import":         {onBranch(importContent), importLimits},
	"ChangeRequests.Content.ImportIntoPage": {onBranch(importIntoPage), importLimits},
	"ChangeRequests.Content.PageTree":       {onBranch(getContentPages), readingLimits},
	"ChangeRequests.Content.Page":           {onBranch(getContentPage), pageLimits},
	"ChangeRequests.Files.List":             {onBranch(listFiles), readingLimits},
	"ChangeRequests.Files.Get":              {onBranch(getFile), readingLimits},
	"ChangeRequests.FileBacklinks.List":     {handle: onBranch(listFileBacklinks)},
	"ChangeRequests.PageLinks.List":         {handle: onBranch(listPageLinks)},
	"ChangeRequests.PageBacklinks.List":     {handle: onBranch(listPageBacklinks)},
}
