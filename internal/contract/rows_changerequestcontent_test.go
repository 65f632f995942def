package contract

import (
	"slices"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const changedPath = changeRequestPath + "/content"

var (
	changedFilePage         = changerequests.FileListOptions{Page: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}
	changedFileBacklinkPage = changerequests.FileBacklinkListOptions{Page: "c/2+d=", Limit: 50}
	changedLinkPage         = changerequests.PageLinkListOptions{Page: "c/2+d=", Limit: 50}
	changedBacklinkPage     = changerequests.PageBacklinkListOptions{Page: "c/2+d=", Limit: 50}
)

func readChangedPage(options spaces.PageOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Content.Page(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
	}
}

func listChangedFiles(options changerequests.FileListOptions) func(a args) (any, error) {
	return func(a args) (any, error) {
		return a.ChangeRequests.Files.List(a.ctx, a.id[0], a.id[1], options, a.opts...)
	}
}

var changedContentRows = slices.Concat(
	contentReads("ChangeRequests.Content.Get", "GET "+changedPath, "spaces/revision.json", "spaces/revision-of-another-type.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.ChangeRequests.Content.Get(a.ctx, a.id[0], a.id[1], options, a.opts...)
		}),
	contentReads("ChangeRequests.Content.PageTree", "GET "+changedPath+"/pages", `{"pages": ["@spaces/page.json"]}`, `{"pages": ["@spaces/page-group.json"]}`,
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.ChangeRequests.Content.PageTree(a.ctx, a.id[0], a.id[1], options, a.opts...)
		}),
	contentReads("ChangeRequests.Files.Get", "GET "+changedPath+"/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
		func(a args, options spaces.ContentOptions) (any, error) {
			return a.ChangeRequests.Files.Get(a.ctx, a.id[0], a.id[1], a.id[2], options, a.opts...)
		}),
	[]row{
		{
			op: "ChangeRequests.Content.Import",
			call: func(a args) (any, error) {
				return a.ChangeRequests.Content.Import(a.ctx, a.id[0], a.id[1], spaces.Import{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}, a.opts...)
			},
			request: "POST " + changedPath + "/import",
			body:    `{"url": "https://old.example.com/docs", "source": "website"}`,
			status:  201,
			answer:  "spaces/import-result.json",
		},

		{
			op:      "ChangeRequests.Content.ImportIntoPage",
			call:    importIntoChangedPage(spaces.Import{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}),
			request: "POST " + changedPath + "/page/page%2F1/import",
			body:    `{"url": "https://old.example.com/docs", "source": "website"}`,
			status:  201,
			answer:  "spaces/import-result.json",
		},

		{
			op: "ChangeRequests.Content.Page",
			call: readChangedPage(spaces.PageOptions{
				Format: richtext.FormatMarkdown, Evaluated: spaces.EvaluatedTrue, Metadata: new(true), Computed: new(false),
			}),
			request: "GET " + changedPath + "/page/page%2F1?computed=false&evaluated=true&format=markdown&metadata=true",
			status:  200,
			answer:  "spaces/page.json",
		},
		{
			op:   "ChangeRequests.Content.Page",
			name: "deterministic, without metadata, computed",
			call: readChangedPage(spaces.PageOptions{
				Format: richtext.FormatDocument, Evaluated: spaces.EvaluatedDeterministicOnly, Metadata: new(false), Computed: new(true),
			}),
			request: "GET " + changedPath + "/page/page%2F1?computed=true&evaluated=deterministic-only&format=document&metadata=false",
			status:  200,
			answer:  "spaces/page-beyond.json",
		},
		{
			op:      "ChangeRequests.Content.Page",
			name:    "not evaluated, a link",
			call:    readChangedPage(spaces.PageOptions{Evaluated: spaces.EvaluatedFalse}),
			request: "GET " + changedPath + "/page/page%2F1?evaluated=false",
			status:  200,
			answer:  "spaces/page-link.json",
		},
		{
			op:      "ChangeRequests.Content.Page",
			name:    "unset, of another type",
			call:    readChangedPage(spaces.PageOptions{}),
			request: "GET " + changedPath + "/page/page%2F1",
			status:  200,
			answer:  "spaces/page-of-another-type.json",
		},
		{
			op:      "ChangeRequests.Content.Page",
			name:    "absent",
			call:    readChangedPage(spaces.PageOptions{}),
			request: "GET " + changedPath + "/page/page%2F1",
			status:  404,
			fails:   api.ErrNotFound,
		},

		{
			op:   "ChangeRequests.Files.List",
			call: listChangedFiles(changedFilePage),
			walk: func(a args) (all, pages any) {
				return a.ChangeRequests.Files.All(a.ctx, a.id[0], a.id[1], changedFilePage, a.opts...),
					a.ChangeRequests.Files.Pages(a.ctx, a.id[0], a.id[1], changedFilePage, a.opts...)
			},
			request: "GET " + changedPath + "/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
			status:  200,
			answer:  filesAnswer,
		},
		{
			op:      "ChangeRequests.Files.List",
			name:    "without metadata, computed",
			call:    listChangedFiles(changerequests.FileListOptions{Metadata: new(false), Computed: new(true)}),
			request: "GET " + changedPath + "/files?computed=true&metadata=false",
			status:  200,
			answer:  `{"items": ["@spaces/file-bare.json"]}`,
		},
		{
			op:      "ChangeRequests.Files.List",
			name:    "unset, empty",
			call:    listChangedFiles(changerequests.FileListOptions{}),
			request: "GET " + changedPath + "/files",
			status:  200,
			answer:  `{"items": []}`,
		},

		{
			op: "ChangeRequests.FileBacklinks.List",
			call: func(a args) (any, error) {
				return a.ChangeRequests.FileBacklinks.List(a.ctx, a.id[0], a.id[1], a.id[2], changedFileBacklinkPage, a.opts...)
			},
			walk: func(a args) (all, pages any) {
				return a.ChangeRequests.FileBacklinks.All(a.ctx, a.id[0], a.id[1], a.id[2], changedFileBacklinkPage, a.opts...),
					a.ChangeRequests.FileBacklinks.Pages(a.ctx, a.id[0], a.id[1], a.id[2], changedFileBacklinkPage, a.opts...)
			},
			request: "GET " + changedPath + "/files/file%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
			status:  200,
			answer:  backlinksAnswer,
		},
		{
			op:   "ChangeRequests.FileBacklinks.List",
			name: "unset, by the number",
			call: func(a args) (any, error) {
				return a.ChangeRequests.FileBacklinks.List(a.ctx, a.id[0], changerequests.Number(7), a.id[2], changerequests.FileBacklinkListOptions{}, a.opts...)
			},
			request: "GET /v1/spaces/space%2F1/change-requests/7/content/files/file%2F1/backlinks",
			status:  200,
			answer:  `{"items": []}`,
		},

		{
			op: "ChangeRequests.PageLinks.List",
			call: func(a args) (any, error) {
				return a.ChangeRequests.PageLinks.List(a.ctx, a.id[0], a.id[1], a.id[2], changedLinkPage, a.opts...)
			},
			walk: func(a args) (all, pages any) {
				return a.ChangeRequests.PageLinks.All(a.ctx, a.id[0], a.id[1], a.id[2], changedLinkPage, a.opts...),
					a.ChangeRequests.PageLinks.Pages(a.ctx, a.id[0], a.id[1], a.id[2], changedLinkPage, a.opts...)
			},
			request: "GET " + changedPath + "/page/page%2F1/links?limit=50&page=c%2F2%2Bd%3D",
			status:  200,
			answer: `{"next": {"page": "c/3+d="}, "count": 2, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
				"items": ["@spaces/link-broken.json", "@spaces/link-in-app.json"]}`,
		},
		{
			op:   "ChangeRequests.PageLinks.List",
			name: "unset, none broken by the change request",
			call: func(a args) (any, error) {
				return a.ChangeRequests.PageLinks.List(a.ctx, a.id[0], a.id[1], a.id[2], changerequests.PageLinkListOptions{}, a.opts...)
			},
			request: "GET " + changedPath + "/page/page%2F1/links",
			status:  200,
			answer:  `{"stats": {"total": 2, "broken": {"total": 1, "changeRequest": 0}}, "items": ["@spaces/link-in-app.json"]}`,
		},

		{
			op: "ChangeRequests.PageBacklinks.List",
			call: func(a args) (any, error) {
				return a.ChangeRequests.PageBacklinks.List(a.ctx, a.id[0], a.id[1], a.id[2], changedBacklinkPage, a.opts...)
			},
			walk: func(a args) (all, pages any) {
				return a.ChangeRequests.PageBacklinks.All(a.ctx, a.id[0], a.id[1], a.id[2], changedBacklinkPage, a.opts...),
					a.ChangeRequests.PageBacklinks.Pages(a.ctx, a.id[0], a.id[1], a.id[2], changedBacklinkPage, a.opts...)
			},
			request: "GET " + changedPath + "/page/page%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
			status:  200,
			answer:  backlinksAnswer,
		},
		{
			op:   "ChangeRequests.PageBacklinks.List",
			name: "unset, of other kinds",
			call: func(a args) (any, error) {
				return a.ChangeRequests.PageBacklinks.List(a.ctx, a.id[0], a.id[1], a.id[2], changerequests.PageBacklinkListOptions{}, a.opts...)
			},
			request: "GET " + changedPath + "/page/page%2F1/backlinks",
			status:  200,
			answer:  `{"items": ["@spaces/reference-to-page.json", "@spaces/reference-of-another-kind.json"]}`,
		},
	},
)
