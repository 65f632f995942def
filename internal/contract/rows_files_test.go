package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	filePage         = spaces.FileListOptions{Page: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}
	fileBacklinkPage = spaces.FileBacklinkListOptions{Page: "c/2+d=", Limit: 50}
)

const (
	filesAnswer     = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/file.json", "@spaces/file-bare.json"]}`
	backlinksAnswer = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reference.json", "@spaces/reference-to-url.json"]}`
)

func listFiles(options spaces.FileListOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.Files.List(a.ctx, a.id[0], options, a.opts...) }
}

var fileRows = []row{
	{
		op:   "Spaces.Files.List",
		call: listFiles(filePage),
		walk: func(a args) (all, pages any) {
			return a.Spaces.Files.All(a.ctx, a.id[0], filePage, a.opts...), a.Spaces.Files.Pages(a.ctx, a.id[0], filePage, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/content/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  filesAnswer,
	},
	{
		op:      "Spaces.Files.List",
		name:    "without metadata, computed",
		call:    listFiles(spaces.FileListOptions{Metadata: new(false), Computed: new(true)}),
		request: "GET /v1/spaces/space%2F1/content/files?computed=true&metadata=false",
		status:  200,
		answer:  `{"items": ["@spaces/file-bare.json"]}`,
	},
	{
		op:      "Spaces.Files.List",
		name:    "unset, empty",
		call:    listFiles(spaces.FileListOptions{}),
		request: "GET /v1/spaces/space%2F1/content/files",
		status:  200,
		answer:  `{"items": []}`,
	},
}

var fileGetRows = contentReads("Spaces.Files.Get", "GET /v1/spaces/space%2F1/content/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
	func(a args, options spaces.ContentOptions) (any, error) {
		return a.Spaces.Files.Get(a.ctx, a.id[0], a.id[1], options, a.opts...)
	})

var fileBacklinkRows = []row{
	{
		op: "Spaces.FileBacklinks.List",
		call: func(a args) (any, error) {
			return a.Spaces.FileBacklinks.List(a.ctx, a.id[0], a.id[1], fileBacklinkPage, a.opts...)
		},
		walk: func(a args) (all, pages any) {
			return a.Spaces.FileBacklinks.All(a.ctx, a.id[0], a.id[1], fileBacklinkPage, a.opts...),
				a.Spaces.FileBacklinks.Pages(a.ctx, a.id[0], a.id[1], fileBacklinkPage, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/content/files/file%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  backlinksAnswer,
	},
	{
		op:   "Spaces.FileBacklinks.List",
		name: "unset, of another kind",
		call: func(a args) (any, error) {
			return a.Spaces.FileBacklinks.List(a.ctx, a.id[0], a.id[1], spaces.FileBacklinkListOptions{}, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/content/files/file%2F1/backlinks",
		status:  200,
		answer:  `{"items": ["@spaces/reference-of-another-kind.json"]}`,
	},
	{
		op:   "Spaces.FileBacklinks.List",
		name: "absent",
		call: func(a args) (any, error) {
			return a.Spaces.FileBacklinks.List(a.ctx, a.id[0], a.id[1], spaces.FileBacklinkListOptions{}, a.opts...)
		},
		request: "GET /v1/spaces/space%2F1/content/files/file%2F1/backlinks",
		status:  404,
		fails:   api.ErrNotFound,
	},
}
