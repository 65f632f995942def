package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

// contentReads are the rows of an operation that reads content: each of its parameters is true, false or unset.
func contentReads(name, request, answer, beyond string, read func(args, spaces.ContentOptions) (any, error)) []row {
	with := func(options spaces.ContentOptions) func(args) (any, error) {
		return func(a args) (any, error) { return read(a, options) }
	}
	return []row{
		{
			op:      name,
			call:    with(spaces.ContentOptions{Metadata: new(true), Computed: new(false)}),
			request: request + "?computed=false&metadata=true",
			status:  200,
			answer:  answer,
		},
		{
			op:      name,
			name:    "without metadata, computed",
			call:    with(spaces.ContentOptions{Metadata: new(false), Computed: new(true)}),
			request: request + "?computed=true&metadata=false",
			status:  200,
			answer:  beyond,
		},
		{
			op:      name,
			name:    "unset",
			call:    with(spaces.ContentOptions{}),
			request: request,
			status:  200,
			answer:  answer,
		},
		{
			op:      name,
			name:    "absent",
			call:    with(spaces.ContentOptions{}),
			request: request,
			status:  404,
			fails:   api.ErrNotFound,
		},
	}
}

var contentGetRows = contentReads("Spaces.Content.Get", "GET /v1/spaces/space%2F1/content", "spaces/revision.json", "spaces/revision-of-merge.json",
	func(a args, options spaces.ContentOptions) (any, error) {
		return a.Spaces.Content.Get(a.ctx, a.id[0], options, a.opts...)
	})

var contentPagesRows = contentReads("Spaces.Content.PageTree", "GET /v1/spaces/space%2F1/content/pages",
	`{"pages": ["@spaces/page.json", "@spaces/page-link.json"]}`, `{"pages": ["@spaces/page-beyond.json", "@spaces/page-group.json"]}`,
	func(a args, options spaces.ContentOptions) (any, error) {
		return a.Spaces.Content.PageTree(a.ctx, a.id[0], options, a.opts...)
	})

func applyTemplate(template spaces.Template) func(a args) (any, error) {
	return func(a args) (any, error) {
		return nil, a.Spaces.Content.ApplyTemplate(a.ctx, a.id[0], template, a.opts...)
	}
}

var contentChangeRows = []row{
	{
		op: "Spaces.Content.Import",
		call: func(a args) (any, error) {
			return a.Spaces.Content.Import(a.ctx, a.id[0], spaces.Import{URL: "https://old.example.com/docs", Source: spaces.ImportSourceWebsite}, a.opts...)
		},
		request: "POST /v1/spaces/space%2F1/content/import",
		body:    `{"url": "https://old.example.com/docs", "source": "website"}`,
		status:  201,
		answer:  "spaces/import-result.json",
	},
	{
		op:   "Spaces.Content.Import",
		name: "of another source",
		call: func(a args) (any, error) {
			return a.Spaces.Content.Import(a.ctx, a.id[0], spaces.Import{URL: "https://files.example.com/a.zip", Source: spaces.ImportSourceGitHubWiki}, a.opts...)
		},
		request: "POST /v1/spaces/space%2F1/content/import",
		body:    `{"url": "https://files.example.com/a.zip", "source": "github-wiki"}`,
		status:  201,
		answer:  "spaces/import-result.json",
	},

	{
		op: "Spaces.Content.ImportIntoPage",
		call: func(a args) (any, error) {
			return a.Spaces.Content.ImportIntoPage(a.ctx, a.id[0], a.id[1], spaces.Import{URL: "https://old.example.com/a.docx", Source: spaces.ImportSourceDOCX}, a.opts...)
		},
		request: "POST " + pagePath + "/import",
		body:    `{"url": "https://old.example.com/a.docx", "source": "docx"}`,
		status:  201,
		answer:  "spaces/import-result.json",
	},

	{
		op: "Spaces.Content.ApplyTemplate",
		call: applyTemplate(spaces.Template{ID: "template/1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{
			"logo": {File: "file/1"}, "cover": {File: "file/2"},
		}}}),
		request: "POST /v1/spaces/space%2F1/content/template",
		body:    `{"id": "template/1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file/1"}, "cover": {"kind": "file", "file": "file/2"}}}}`,
		status:  201,
	},
	{
		op:      "Spaces.Content.ApplyTemplate",
		name:    "without parameters",
		call:    applyTemplate(spaces.Template{ID: "template/1"}),
		request: "POST /v1/spaces/space%2F1/content/template",
		body:    `{"id": "template/1"}`,
		status:  201,
	},
	{
		op:      "Spaces.Content.ApplyTemplate",
		name:    "with no files",
		call:    applyTemplate(spaces.Template{ID: "template/1", Params: &spaces.TemplateParams{ContentRefs: map[string]spaces.TemplateFile{}}}),
		request: "POST /v1/spaces/space%2F1/content/template",
		body:    `{"id": "template/1", "params": {"contentRefs": {}}}`,
		status:  201,
	},
}
