package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var contentGetRows = contract.ContentRows("Spaces.Content.Get", "GET /v1/spaces/space%2F1/content", "spaces/revision.json", "revision-of-merge.json",
	func(a contract.Args, options spaces.ContentGetOptions) (any, error) {
		return a.Spaces.Content.Get(a.Ctx, a.ID[0], options, a.Opts...)
	})

var contentPagesRows = contract.ContentRows("Spaces.Pages.Tree", "GET /v1/spaces/space%2F1/content/pages",
	`{"pages": ["@spaces/page.json", "@spaces/page-link.json"]}`, `{"pages": ["@spaces/page-experimental.json", "@spaces/page-group.json"]}`,
	func(a contract.Args, options spaces.PageTreeOptions) (any, error) {
		return a.Spaces.Pages.Tree(a.Ctx, a.ID[0], options, a.Opts...)
	})

func applyTemplate(template spaces.ContentApplyTemplate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Spaces.Content.ApplyTemplate(a.Ctx, a.ID[0], template, a.Opts...)
	}
}

var contentChangeRows = []contract.Row{
	{
		Op: "Spaces.Content.Import",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Content.Import(a.Ctx, a.ID[0], spaces.ContentImport{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}, a.Opts...)
		},
		Request:  "POST /v1/spaces/space%2F1/content/import",
		Body:     `{"url": "https://old.example.com/docs", "source": "website"}`,
		Status:   201,
		Response: "spaces/import-result.json",
	},
	{
		Op:   "Spaces.Content.Import",
		Name: "of another source",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Content.Import(a.Ctx, a.ID[0], spaces.ContentImport{URL: "https://files.example.com/a.zip", Source: spaces.ImportSourceGitHubWiki}, a.Opts...)
		},
		Request:  "POST /v1/spaces/space%2F1/content/import",
		Body:     `{"url": "https://files.example.com/a.zip", "source": "github-wiki"}`,
		Status:   201,
		Response: "spaces/import-result.json",
	},

	{
		Op: "Spaces.Pages.Import",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Pages.Import(a.Ctx, a.ID[0], a.ID[1], spaces.PageImport{URL: "https://old.example.com/a.docx", Source: spaces.ImportSourceDOCX}, a.Opts...)
		},
		Request:  "POST " + pagePath + "/import",
		Body:     `{"url": "https://old.example.com/a.docx", "source": "docx"}`,
		Status:   201,
		Response: "spaces/import-result.json",
	},

	{
		Op: "Spaces.Content.ApplyTemplate",
		Call: applyTemplate(spaces.ContentApplyTemplate{ID: "template/1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{
			"logo": {File: "file/1"}, "cover": {File: "file/2"},
		}}}),
		Request: "POST /v1/spaces/space%2F1/content/template",
		Body:    `{"id": "template/1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file/1"}, "cover": {"kind": "file", "file": "file/2"}}}}`,
		Status:  201,
	},
	{
		Op:      "Spaces.Content.ApplyTemplate",
		Name:    "without parameters",
		Call:    applyTemplate(spaces.ContentApplyTemplate{ID: "template/1"}),
		Request: "POST /v1/spaces/space%2F1/content/template",
		Body:    `{"id": "template/1"}`,
		Status:  201,
	},
	{
		Op:      "Spaces.Content.ApplyTemplate",
		Name:    "with no files",
		Call:    applyTemplate(spaces.ContentApplyTemplate{ID: "template/1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{}}}),
		Request: "POST /v1/spaces/space%2F1/content/template",
		Body:    `{"id": "template/1", "params": {"contentRefs": {}}}`,
		Status:  201,
	},
}
