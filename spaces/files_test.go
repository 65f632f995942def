package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	filePage         = spaces.FileListOptions{Cursor: "c/2+d=", Limit: 50, Metadata: new(true), Computed: new(false)}
	fileBacklinkPage = spaces.FileBacklinkListOptions{Cursor: "c/2+d=", Limit: 50}
)

const (
	filesResponse     = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/file.json", "@spaces/file-bare.json"]}`
	backlinksResponse = `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@spaces/reference.json", "@spaces/reference-to-url.json"]}`
)

func listFiles(options spaces.FileListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Files.List(a.Ctx, a.ID[0], options, a.Opts...) }
}

var fileRows = []contract.Row{
	{
		Op:   "Spaces.Files.List",
		Call: listFiles(filePage),
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Files.All(a.Ctx, a.ID[0], filePage, a.Opts...), a.Spaces.Files.ListPages(a.Ctx, a.ID[0], filePage, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/content/files?computed=false&limit=50&metadata=true&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: filesResponse,
	},
	{
		Op:       "Spaces.Files.List",
		Name:     "without metadata, computed",
		Call:     listFiles(spaces.FileListOptions{Metadata: new(false), Computed: new(true)}),
		Request:  "GET /v1/spaces/space%2F1/content/files?computed=true&metadata=false",
		Status:   200,
		Response: `{"items": ["@spaces/file-bare.json"]}`,
	},
	{
		Op:       "Spaces.Files.List",
		Name:     "unset, empty",
		Call:     listFiles(spaces.FileListOptions{}),
		Request:  "GET /v1/spaces/space%2F1/content/files",
		Status:   200,
		Response: `{"items": []}`,
	},
}

var fileGetRows = contract.ContentRows("Spaces.Files.Get", "GET /v1/spaces/space%2F1/content/files/file%2F1", "spaces/file.json", "spaces/file-bare.json",
	func(a contract.Args, options spaces.FileGetOptions) (any, error) {
		return a.Spaces.Files.Get(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	})

var fileBacklinkRows = []contract.Row{
	{
		Op: "Spaces.Files.Backlinks.List",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Files.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], fileBacklinkPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Spaces.Files.Backlinks.All(a.Ctx, a.ID[0], a.ID[1], fileBacklinkPage, a.Opts...),
				a.Spaces.Files.Backlinks.ListPages(a.Ctx, a.ID[0], a.ID[1], fileBacklinkPage, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/content/files/file%2F1/backlinks?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: backlinksResponse,
	},
	{
		Op:   "Spaces.Files.Backlinks.List",
		Name: "unset, of another kind",
		Call: func(a contract.Args) (any, error) {
			return a.Spaces.Files.Backlinks.List(a.Ctx, a.ID[0], a.ID[1], spaces.FileBacklinkListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/spaces/space%2F1/content/files/file%2F1/backlinks",
		Status:   200,
		Response: `{"items": ["@spaces/reference-of-another-kind.json"]}`,
	},
}
