package changerequests_test

import (
	"slices"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

const changedPath = changeRequestPath + "/content"

var (
	changedFilePage         = spaces.FileListOptions{Cursor: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}
	changedFileBacklinkPage = spaces.FileBacklinkListOptions{Cursor: "c/2+d=", Limit: 50}
	changedLinkPage         = changerequests.PageLinkListOptions{Cursor: "c/2+d=", Limit: 50}
	changedBacklinkPage     = spaces.PageBacklinkListOptions{Cursor: "c/2+d=", Limit: 50}
)

const (
	filesResponse     = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/file.json", "@spaces/file-bare.json"]}`
	backlinksResponse = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reference.json", "@spaces/reference-to-url.json"]}`
)

func readChangedPage(options spaces.PageGetOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Pages.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}
}

func readChanges(options changerequests.ChangesOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Changes(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

func listChangedFiles(options spaces.FileListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.ChangeRequests.Files.List(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var changedContentRows = slices.Concat(
	contract.ContentRows("ChangeRequests.Content.Get", "GET "+changedPath, "spaces/revision.json", "spaces/revision-of-another-type.json",
		func(a contract.Args, options spaces.ContentGetOptions) (any, error) {
			return a.ChangeRequests.Content.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		}),
	contract.ContentRows("ChangeRequests.Pages.Tree", "GET "+changedPath+"/pages", `{"pages": ["@spaces/page.json"]}`, `{"pages": ["@spaces/page-group.json"]}`,
		func(a contract.Args, options spaces.PageTreeOptions) (any, error) {
			return a.ChangeRequests.Pages.Tree(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
		}),
	contract.ContentRows("ChangeRequests.Files.Get", "GET "+changedPath+"/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
		func(a contract.Args, options spaces.FileGetOptions) (any, error) {
			return a.ChangeRequests.Files.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
		}),
	contract.PageRows("ChangeRequests.Pages.GetByPath", "GET "+changedPath+"/path/pagePath%2F1", func(a contract.Args, options spaces.PageGetByPathOptions) (any, error) {
		return a.ChangeRequests.Pages.GetByPath(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
	}),
	contract.ContentRows("ChangeRequests.ReusableContents.Get", "GET "+changedPath+"/reusable-contents/reusableContent%2F1",
		"spaces/reusable-content.json", "spaces/reusable-content-computed.json",
		func(a contract.Args, options spaces.ReusableContentGetOptions) (any, error) {
			return a.ChangeRequests.ReusableContents.Get(a.Ctx, a.ID[0], a.ID[1], a.ID[2], options, a.Opts...)
		}),
	[]contract.Row{
		{
			Op:       "ChangeRequests.Changes",
			Call:     readChanges(changerequests.ChangesOptions{Limit: 14}),
			Request:  "GET " + changeRequestPath + "/changes?limit=14",
			Status:   200,
			Response: "spaces/revision-changes.json",
		},
		{
			Op:       "ChangeRequests.Changes",
			Name:     "none",
			Call:     readChanges(changerequests.ChangesOptions{}),
			Request:  "GET " + changeRequestPath + "/changes",
			Status:   200,
			Response: `{"changes": []}`,
		},
		{
			Op:      "ChangeRequests.Changes",
			Name:    "by a preset",
			Call:    readChanges(changerequests.ChangesOptions{}),
			Request: "GET " + changeRequestPath + "/changes",
			Status:  200,
			Response: `{"changes": [{"type": "page_edited", "page": {"id": "page_1", "type": "document", "title": "Start"},
				"attributes": {"layout": {"before": "docs", "after": "landing"}}}, {"type": "page_edited", "page": {"id": "page_2", "type": "document", "title": "End"},
				"attributes": {"layout": {"before": "editorial"}}}]}`,
		},

		{
			Op: "ChangeRequests.Content.Import",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Content.Import(a.Ctx, a.ID[0], a.ID[1], spaces.ContentImport{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}, a.Opts...)
			},
			Request:  "POST " + changedPath + "/import",
			Body:     `{"url": "https://old.example.com/docs", "source": "website"}`,
			Status:   201,
			Response: "spaces/import-result.json",
		},

		{
			Op: "ChangeRequests.Pages.Import",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Pages.Import(a.Ctx, a.ID[0], a.ID[1], a.ID[2], spaces.PageImport{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}, a.Opts...)
			},
			Request:  "POST " + changedPath + "/page/page%2F1/import",
			Body:     `{"url": "https://old.example.com/docs", "source": "website"}`,
			Status:   201,
			Response: "spaces/import-result.json",
		},

		{
			Op: "ChangeRequests.Pages.Get",
			Call: readChangedPage(spaces.PageGetOptions{
				Format: richtext.FormatMarkdown, Evaluated: spaces.EvaluatedTrue, Metadata: new(true), Computed: new(false),
			}),
			Request:  "GET " + changedPath + "/page/page%2F1?computed=false&evaluated=true&format=markdown&metadata=true",
			Status:   200,
			Response: "spaces/page.json",
		},
		{
			Op:   "ChangeRequests.Pages.Get",
			Name: "deterministic, without metadata, computed",
			Call: readChangedPage(spaces.PageGetOptions{
				Format: richtext.FormatDocument, Evaluated: spaces.EvaluatedDeterministicOnly, Metadata: new(false), Computed: new(true),
			}),
			Request:  "GET " + changedPath + "/page/page%2F1?computed=true&evaluated=deterministic-only&format=document&metadata=false",
			Status:   200,
			Response: "spaces/page-experimental.json",
		},
		{
			Op:       "ChangeRequests.Pages.Get",
			Name:     "not evaluated, a link",
			Call:     readChangedPage(spaces.PageGetOptions{Evaluated: spaces.EvaluatedFalse}),
			Request:  "GET " + changedPath + "/page/page%2F1?evaluated=false",
			Status:   200,
			Response: "spaces/page-link.json",
		},
		{
			Op:       "ChangeRequests.Pages.Get",
			Name:     "unset, of another type",
			Call:     readChangedPage(spaces.PageGetOptions{}),
			Request:  "GET " + changedPath + "/page/page%2F1",
			Status:   200,
			Response: "spaces/page-of-another-type.json",
		},

		{
			Op:   "ChangeRequests.Files.List",
			Call: listChangedFiles(changedFilePage),
			List: func(a contract.Args) (all, pages any) {
				return a.ChangeRequests.Files.All(a.Ctx, a.ID[0], a.ID[1], changedFilePage, a.Opts...),
					a.ChangeRequests.Files.ListPages(a.Ctx, a.ID[0], a.ID[1], changedFilePage, a.Opts...)
			},
			Request:  "GET " + changedPath + "/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: filesResponse,
		},
		{
			Op:       "ChangeRequests.Files.List",
			Name:     "without metadata, computed",
			Call:     listChangedFiles(spaces.FileListOptions{Metadata: new(false), Computed: new(true)}),
			Request:  "GET " + changedPath + "/files?computed=true&metadata=false",
			Status:   200,
			Response: `{"items": ["@spaces/file-bare.json"]}`,
		},
		{
			Op:       "ChangeRequests.Files.List",
			Name:     "unset, empty",
			Call:     listChangedFiles(spaces.FileListOptions{}),
			Request:  "GET " + changedPath + "/files",
			Status:   200,
			Response: `{"items": []}`,
		},

		{
			Op: "ChangeRequests.Files.Backlinks.List",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Files.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedFileBacklinkPage, a.Opts...)
			},
			List: func(a contract.Args) (all, pages any) {
				return a.ChangeRequests.Files.Backlinks.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedFileBacklinkPage, a.Opts...),
					a.ChangeRequests.Files.Backlinks.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedFileBacklinkPage, a.Opts...)
			},
			Request:  "GET " + changedPath + "/files/file%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: backlinksResponse,
		},
		{
			Op:   "ChangeRequests.Files.Backlinks.List",
			Name: "unset, by the number",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Files.Backlinks.List(a.Ctx, a.ID[0], changerequests.Number(7), a.ID[2], spaces.FileBacklinkListOptions{}, a.Opts...)
			},
			Request:  "GET /v1/spaces/space%2F1/change-requests/7/content/files/file%2F1/backlinks",
			Status:   200,
			Response: `{"items": []}`,
		},

		{
			Op: "ChangeRequests.Pages.Links.List",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Pages.Links.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedLinkPage, a.Opts...)
			},
			List: func(a contract.Args) (all, pages any) {
				return a.ChangeRequests.Pages.Links.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedLinkPage, a.Opts...),
					a.ChangeRequests.Pages.Links.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedLinkPage, a.Opts...)
			},
			Request: "GET " + changedPath + "/page/page%2F1/links?limit=50&page=c%2F2%2Bd%3D",
			Status:  200,
			Response: `{"next": {"page": "c/3+d="}, "count": 2, "stats": {"total": 9, "broken": {"total": 4, "changeRequest": 2}},
				"items": ["@spaces/link-broken.json", "@spaces/link-in-app.json"]}`,
		},
		{
			Op:   "ChangeRequests.Pages.Links.List",
			Name: "unset, none broken by the change request",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Pages.Links.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changerequests.PageLinkListOptions{}, a.Opts...)
			},
			Request:  "GET " + changedPath + "/page/page%2F1/links",
			Status:   200,
			Response: `{"stats": {"total": 2, "broken": {"total": 1, "changeRequest": 0}}, "items": ["@spaces/link-in-app.json", "@spaces/link.json"]}`,
		},

		{
			Op: "ChangeRequests.Pages.Backlinks.List",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Pages.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedBacklinkPage, a.Opts...)
			},
			List: func(a contract.Args) (all, pages any) {
				return a.ChangeRequests.Pages.Backlinks.All(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedBacklinkPage, a.Opts...),
					a.ChangeRequests.Pages.Backlinks.ListPages(a.Ctx, a.ID[0], a.ID[1], a.ID[2], changedBacklinkPage, a.Opts...)
			},
			Request:  "GET " + changedPath + "/page/page%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
			Status:   200,
			Response: backlinksResponse,
		},
		{
			Op:   "ChangeRequests.Pages.Backlinks.List",
			Name: "unset, of other kinds",
			Call: func(a contract.Args) (any, error) {
				return a.ChangeRequests.Pages.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], a.ID[2], spaces.PageBacklinkListOptions{}, a.Opts...)
			},
			Request:  "GET " + changedPath + "/page/page%2F1/backlinks",
			Status:   200,
			Response: `{"items": ["@spaces/reference-to-page.json", "@spaces/reference-of-another-kind.json", {"kind": "space", "organization": "@api/organization.json", "space": "@spaces/space-of-guests.json"}]}`,
		},
	},
)
