package spaces_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

const revisionPath = "/v1/spaces/space%2F1/revisions/revision%2F1"

var revisionFilePage = spaces.FileListOptions{Cursor: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}

func listRevisionFiles(options spaces.FileListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Revisions.Files.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func readRevisionChanges(options spaces.RevisionChangesOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Spaces.Revisions.Changes(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

// documentReads are the rows of an operation that reads a document in a revision.
func documentReads[O spaces.RevisionPageDocumentOptions | spaces.RevisionReusableContentDocumentOptions](name, request string, read func(contract.Args, O) (any, error)) []contract.Row {
	rows := []contract.Row{
		{Op: name, Request: request + "?evaluated=true", Status: 200, Response: "api/rich-document.json"},
		{Op: name, Name: "deterministic", Request: request + "?evaluated=deterministic-only", Status: 200, Response: "api/rich-document-experimental.json"},
		{Op: name, Name: "not evaluated", Request: request + "?evaluated=false", Status: 200, Response: "api/rich-document.json"},
		{Op: name, Name: "unset", Request: request, Status: 200, Response: "api/rich-document.json"},
		{Op: name, Name: "absent", Request: request, Status: 404, Err: api.ErrNotFound},
	}
	for i, evaluated := range []spaces.Evaluated{
		spaces.EvaluatedTrue, spaces.EvaluatedDeterministicOnly, spaces.EvaluatedFalse, "", "",
	} {
		rows[i].Call = func(a contract.Args) (any, error) {
			return read(a, O{Evaluated: evaluated})
		}
	}
	return rows
}

var revisionRows = slices.Concat(
	contract.ContentRows("Spaces.Revisions.Get", "GET "+revisionPath, "spaces/revision.json", "revision-of-merge.json",
		func(a contract.Args, options spaces.RevisionGetOptions) (any, error) {
			return a.Spaces.Revisions.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		}),
	contract.ContentRows("Spaces.Revisions.Pages.Tree", "GET "+revisionPath+"/pages", `{"pages": ["@spaces/page.json"]}`, `{"pages": ["@spaces/page-group.json"]}`,
		func(a contract.Args, options spaces.PageTreeOptions) (any, error) {
			return a.Spaces.Revisions.Pages.Tree(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		}),
	contract.PageRows("Spaces.Revisions.Pages.Get", "GET "+revisionPath+"/page/page%2F1", func(a contract.Args, options spaces.PageGetOptions) (any, error) {
		return a.Spaces.Revisions.Pages.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}),
	contract.PageRows("Spaces.Revisions.Pages.GetByPath", "GET "+revisionPath+"/path/pagePath%2F1", func(a contract.Args, options spaces.PageGetByPathOptions) (any, error) {
		return a.Spaces.Revisions.Pages.GetByPath(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}),
	documentReads("Spaces.Revisions.Pages.Document", "GET "+revisionPath+"/page/page%2F1/document", func(a contract.Args, options spaces.RevisionPageDocumentOptions) (any, error) {
		return a.Spaces.Revisions.Pages.Document(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}),
	[]contract.Row{
		{
			Op: "Spaces.Revisions.Pages.MetaLinks",
			Call: func(a contract.Args) (any, error) {
				return a.Spaces.Revisions.Pages.MetaLinks(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
			},
			Request:  "GET " + revisionPath + "/page/page%2F1/meta-links",
			Status:   200,
			Response: metaLinks,
		},
		{
			Op:       "Spaces.Revisions.Changes",
			Call:     readRevisionChanges(spaces.RevisionChangesOptions{Metadata: new(true), Computed: new(false), Limit: 14}),
			Request:  "GET " + revisionPath + "/changes?computed=false&limit=14&metadata=true",
			Status:   200,
			Response: "spaces/revision-changes.json",
		},
		{
			Op:       "Spaces.Revisions.Changes",
			Name:     "without metadata, computed, none",
			Call:     readRevisionChanges(spaces.RevisionChangesOptions{Metadata: new(false), Computed: new(true)}),
			Request:  "GET " + revisionPath + "/changes?computed=true&metadata=false",
			Status:   200,
			Response: `{"changes": []}`,
		},
		{
			Op:      "Spaces.Revisions.Changes",
			Name:    "unset, by another preset",
			Call:    readRevisionChanges(spaces.RevisionChangesOptions{}),
			Request: "GET " + revisionPath + "/changes",
			Status:  200,
			Response: `{"changes": [{"type": "page_edited", "page": {"id": "page_1", "type": "document", "title": "Start"},
				"attributes": {"layout": {"before": "docs", "after": "another"}}}, {"type": "page_edited", "page": {"id": "page_2", "type": "document", "title": "End"},
				"attributes": {"layout": {"before": "editorial"}}}]}`,
		},
		{
			Op:      "Spaces.Revisions.Changes",
			Name:    "by another form of a layout",
			Call:    readRevisionChanges(spaces.RevisionChangesOptions{}),
			Request: "GET " + revisionPath + "/changes",
			Status:  200,
			Response: `{"changes": [{"type": "page_edited", "page": {"id": "page_1", "type": "document", "title": "Start"},
				"attributes": {"layout": {"before": ["docs"], "after": 5}}}]}`,
		},

		{
			Op:   "Spaces.Revisions.Files.List",
			Call: listRevisionFiles(revisionFilePage),
			List: func(a contract.Args) (all, pages any) {
				return a.Spaces.Revisions.Files.All(a.Ctx, a.ID[0], a.ID[1], revisionFilePage, a.Opts...),
					a.Spaces.Revisions.Files.ListPages(a.Ctx, a.ID[0], a.ID[1], revisionFilePage, a.Opts...)
			},
			Request:  "GET " + revisionPath + "/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: filesResponse,
		},
		{
			Op:       "Spaces.Revisions.Files.List",
			Name:     "without metadata, computed",
			Call:     listRevisionFiles(spaces.FileListOptions{Metadata: new(false), Computed: new(true)}),
			Request:  "GET " + revisionPath + "/files?computed=true&metadata=false",
			Status:   200,
			Response: `{"items": ["@spaces/file-bare.json"]}`,
		},
		{
			Op:       "Spaces.Revisions.Files.List",
			Name:     "unset, empty",
			Call:     listRevisionFiles(spaces.FileListOptions{}),
			Request:  "GET " + revisionPath + "/files",
			Status:   200,
			Response: `{"items": []}`,
		},
	},
	contract.ContentRows("Spaces.Revisions.Files.Get", "GET "+revisionPath+"/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
		func(a contract.Args, options spaces.FileGetOptions) (any, error) {
			return a.Spaces.Revisions.Files.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
		}),
	contract.ContentRows("Spaces.Revisions.ReusableContents.Get", "GET "+revisionPath+"/reusable-contents/reusableContent%2F1",
		"spaces/reusable-content.json", "spaces/reusable-content-computed.json",
		func(a contract.Args, options spaces.ReusableContentGetOptions) (any, error) {
			return a.Spaces.Revisions.ReusableContents.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
		}),
	documentReads("Spaces.Revisions.ReusableContents.Document", "GET "+revisionPath+"/reusable-contents/reusableContent%2F1/document",
		func(a contract.Args, options spaces.RevisionReusableContentDocumentOptions) (any, error) {
			return a.Spaces.Revisions.ReusableContents.Document(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
		}),
)
