package spaces_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/spaces"
)

func printSpace(options spaces.PDFOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.PDF(a.Ctx, a.ID[0], options, a.Opts...) }
}

var pdfRows = []contract.Row{
	{
		Op:       "Spaces.PDF",
		Call:     printSpace(spaces.PDFOptions{PageID: "page/1", Only: new(true)}),
		Request:  "GET /v1/spaces/space%2F1/pdf?only=true&page=page%2F1",
		Status:   200,
		Response: `{"url": "https://files.example.com/space_1.pdf?token=1"}`,
	},
	{
		Op:       "Spaces.PDF",
		Name:     "with the pages below",
		Call:     printSpace(spaces.PDFOptions{PageID: "page/1", Only: new(false)}),
		Request:  "GET /v1/spaces/space%2F1/pdf?only=false&page=page%2F1",
		Status:   200,
		Response: `{"url": "https://files.example.com/space_1.pdf?token=2"}`,
	},
	{
		Op:       "Spaces.PDF",
		Name:     "of all pages",
		Call:     printSpace(spaces.PDFOptions{}),
		Request:  "GET /v1/spaces/space%2F1/pdf",
		Status:   200,
		Response: `{"url": "https://files.example.com/space_1.pdf?token=3"}`,
	},
}
