package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func printSpace(options spaces.PDFOptions) func(a args) (any, error) {
	return func(a args) (any, error) { return a.Spaces.PDF(a.ctx, a.id[0], options, a.opts...) }
}

var pdfRows = []row{
	{
		op:      "Spaces.PDF",
		call:    printSpace(spaces.PDFOptions{Page: "page/1", Only: new(true)}),
		request: "GET /v1/spaces/space%2F1/pdf?only=true&page=page%2F1",
		status:  200,
		answer:  `{"url": "https://files.example.com/space_1.pdf?token=1"}`,
	},
	{
		op:      "Spaces.PDF",
		name:    "with the pages below",
		call:    printSpace(spaces.PDFOptions{Page: "page/1", Only: new(false)}),
		request: "GET /v1/spaces/space%2F1/pdf?only=false&page=page%2F1",
		status:  200,
		answer:  `{"url": "https://files.example.com/space_1.pdf?token=2"}`,
	},
	{
		op:      "Spaces.PDF",
		name:    "of all pages",
		call:    printSpace(spaces.PDFOptions{}),
		request: "GET /v1/spaces/space%2F1/pdf",
		status:  200,
		answer:  `{"url": "https://files.example.com/space_1.pdf?token=3"}`,
	},
	{
		op:      "Spaces.PDF",
		name:    "absent",
		call:    printSpace(spaces.PDFOptions{}),
		request: "GET /v1/spaces/space%2F1/pdf",
		status:  404,
		fails:   api.ErrNotFound,
	},
}
