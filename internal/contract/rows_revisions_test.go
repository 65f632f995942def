package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

const revisionPath = "/v1/spaces/space%2F1/revisions/revision%2F1"

var revisionFilePage = spaces.FileListOptions{Page: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}

func listRevisionFiles(options spaces.FileListOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Spaces.Revisions.Files.List(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

func readRevisionChanges(options spaces.RevisionChangesOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.Spaces.Revisions.Changes(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

// documentReads are the rows of an operation that reads a document in a revision.
func documentReads(name, request string, read func(args, spaces.RevisionDocumentOptions) (any, error)) []row {
	rows := []row{
		{op: name, request: request + "?evaluated=true", status: 200, answer: "api/rich-document.json"},
		{op: name, name: "deterministic", request: request + "?evaluated=deterministic-only", status: 200, answer: "api/rich-document-beyond.json"},
		{op: name, name: "not evaluated", request: request + "?evaluated=false", status: 200, answer: "api/rich-document.json"},
		{op: name, name: "unset", request: request, status: 200, answer: "api/rich-document.json"},
		{op: name, name: "absent", request: request, status: 404, fails: api.ErrNotFound},
	}
	for i, evaluated := range []spaces.Evaluated{
		spaces.EvaluatedTrue, spaces.EvaluatedDeterministicOnly, spaces.EvaluatedFalse, "", "",
	} {
		rows[i].call = func(a args) (any, error) { return read(a, spaces.RevisionDocumentOptions{Evaluated: evaluated}) }
	}
	return rows
}

var revisionRows = slices.Concat(
	contentReads("Spaces.Revisions.Get", "GET "+revisionPath, "spaces/revision.json", "spaces/revision-of-merge.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.Spaces.Revisions.Get(a.ctx, a.id[0], a.id[1], options, a.opts...)
		}),
	contentReads("Spaces.Revisions.PageTree", "GET "+revisionPath+"/pages", `{"pages": ["@spaces/page.json"]}`, `{"pages": ["@spaces/page-group.json"]}`,
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.Spaces.Revisions.PageTree(a.ctx, a.id[0], a.id[1], options, a.opts...)
		}),
	pageReads("Spaces.Revisions.Page", "GET "+revisionPath+"/page/page%2F1", func(a args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Revisions.Page(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
	}),
	pageReads("Spaces.Revisions.PageByPath", "GET "+revisionPath+"/path/pagePath%2F1", func(a args, options spaces.PageOptions) (any, error) {
		return a.Spaces.Revisions.PageByPath(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
	}),
	documentReads("Spaces.Revisions.PageDocument", "GET "+revisionPath+"/page/page%2F1/document", func(a args, options spaces.RevisionDocumentOptions) (any, error) {
		return a.Spaces.Revisions.PageDocument(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
	}),
	[]row{
		{
			op:      "Spaces.Revisions.Changes",
			call:    readRevisionChanges(spaces.RevisionChangesOptions{Metadata: new(true), Computed: new(false), Limit: 14}),
			request: "GET " + revisionPath + "/changes?computed=false&limit=14&metadata=true",
			status:  200,
			answer:  "spaces/revision-changes.json",
		},
		{
			op:      "Spaces.Revisions.Changes",
			name:    "without metadata, computed, none",
			call:    readRevisionChanges(spaces.RevisionChangesOptions{Metadata: new(false), Computed: new(true)}),
			request: "GET " + revisionPath + "/changes?computed=true&metadata=false",
			status:  200,
			answer:  `{"changes": []}`,
		},
		{
			op:      "Spaces.Revisions.Changes",
			name:    "unset, by another preset",
			call:    readRevisionChanges(spaces.RevisionChangesOptions{}),
			request: "GET " + revisionPath + "/changes",
			status:  200,
			answer: `{"changes": [{"type": "page_edited", "page": {"id": "page_1", "type": "document", "title": "Start"},
				"attributes": {"layout": {"before": "docs", "after": "another"}}}, {"type": "page_edited", "page": {"id": "page_2", "type": "document", "title": "End"},
				"attributes": {"layout": {"before": "editorial"}}}]}`,
		},
		{
			op:      "Spaces.Revisions.Changes",
			name:    "by another form of a layout",
			call:    readRevisionChanges(spaces.RevisionChangesOptions{}),
			request: "GET " + revisionPath + "/changes",
			status:  200,
			answer: `{"changes": [{"type": "page_edited", "page": {"id": "page_1", "type": "document", "title": "Start"},
				"attributes": {"layout": {"before": ["docs"], "after": 5}}}]}`,
		},
		{
			op:      "Spaces.Revisions.Changes",
			name:    "absent",
			call:    readRevisionChanges(spaces.RevisionChangesOptions{}),
			request: "GET " + revisionPath + "/changes",
			status:  404,
			fails:   api.ErrNotFound,
		},

		{
			op:   "Spaces.Revisions.Files.List",
			call: listRevisionFiles(revisionFilePage),
			walk: func(a args) (all, pages any) {
				return a.Spaces.Revisions.Files.All(a.ctx, a.id[0], a.id[1], revisionFilePage, a.opts...),
					a.Spaces.Revisions.Files.Pages(a.ctx, a.id[0], a.id[1], revisionFilePage, a.opts...)
			},
			request: "GET " + revisionPath + "/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
			status:  200,
			answer:  filesAnswer,
		},
		{
			op:      "Spaces.Revisions.Files.List",
			name:    "without metadata, computed",
			call:    listRevisionFiles(spaces.FileListOptions{Metadata: new(false), Computed: new(true)}),
			request: "GET " + revisionPath + "/files?computed=true&metadata=false",
			status:  200,
			answer:  `{"items": ["@spaces/file-bare.json"]}`,
		},
		{
			op:      "Spaces.Revisions.Files.List",
			name:    "unset, empty",
			call:    listRevisionFiles(spaces.FileListOptions{}),
			request: "GET " + revisionPath + "/files",
			status:  200,
			answer:  `{"items": []}`,
		},
	},
	contentReads("Spaces.Revisions.Files.Get", "GET "+revisionPath+"/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.Spaces.Revisions.Files.Get(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
		}),
	contentReads("Spaces.Revisions.ReusableContents.Get", "GET "+revisionPath+"/reusable-contents/reusableContent%2F1",
		"spaces/reusable-content.json", "spaces/reusable-content-computed.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.Spaces.Revisions.ReusableContents.Get(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
		}),
	documentReads("Spaces.Revisions.ReusableContents.Document", "GET "+revisionPath+"/reusable-contents/reusableContent%2F1/document",
		func(a args, options spaces.RevisionDocumentOptions) (any, error) {
			return a.Spaces.Revisions.ReusableContents.Document(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
		}),
)
