package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

func listFonts(a contract.Args) (any, error) {
	return a.Orgs.Fonts.List(a.Ctx, a.ID[0], orgs.FontListOptions{}, a.Opts...)
}

var fontRows = []contract.Row{
	{
		Op:   "Orgs.Fonts.List",
		Call: listFonts,
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Fonts.All(a.Ctx, a.ID[0], orgs.FontListOptions{}, a.Opts...), a.Orgs.Fonts.ListPages(a.Ctx, a.ID[0], orgs.FontListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/fonts",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@font.json"]}`,
	},
	{
		Op:       "Orgs.Fonts.List",
		Name:     "empty",
		Call:     listFonts,
		Request:  "GET /v1/orgs/organization%2F1/fonts",
		Status:   200,
		Response: `{"items": []}`,
	},
	{
		Op:      "Orgs.Fonts.List",
		Name:    "of no organization",
		Call:    listFonts,
		Request: "GET /v1/orgs/organization%2F1/fonts",
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op: "Orgs.Fonts.Create",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{
				FontFamily: "Acme Sans",
				FontFaces:  []orgs.FontFaceCreate{{Weight: 400, StorageKey: "fonts/400"}, {Weight: 700, StorageKey: "fonts/700"}},
			}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/fonts",
		Body:     `{"fontFamily": "Acme Sans", "fontFaces": [{"weight": 400, "storageKey": "fonts/400"}, {"weight": 700, "storageKey": "fonts/700"}]}`,
		Status:   201,
		Response: "font.json",
	},
	{
		Op:   "Orgs.Fonts.Create",
		Name: "without faces",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Fonts.Create(a.Ctx, a.ID[0], orgs.FontCreate{FontFamily: "Acme Sans", FontFaces: []orgs.FontFaceCreate{}}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/fonts",
		Body:     `{"fontFamily": "Acme Sans", "fontFaces": []}`,
		Status:   412,
		Response: `{"error": {"code": 412, "message": "fontFaces: want a face of weight 400"}}`,
		Err:      api.ErrPreconditionFailed,
	},

	{
		Op:       "Orgs.Fonts.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Fonts.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/fonts/font%2F1",
		Status:   200,
		Response: "font.json",
	},

	{
		Op: "Orgs.Fonts.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{
				FontFamily: new("Acme Sans"),
				FontFaces:  []orgs.FontFaceUpdate{{Weight: 400, StorageKey: api.Set("fonts/400")}, {Weight: 700, StorageKey: api.Null[string]()}},
			}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		Body:     `{"fontFamily": "Acme Sans", "fontFaces": [{"weight": 400, "storageKey": "fonts/400"}, {"weight": 700, "storageKey": null}]}`,
		Status:   201,
		Response: "font.json",
	},
	{
		Op:   "Orgs.Fonts.Update",
		Name: "without the weight that is needed",
		Call: func(a contract.Args) (any, error) {
			update := orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{{Weight: 400, StorageKey: api.Null[string]()}}}
			return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		Body:    `{"fontFaces": [{"weight": 400, "storageKey": null}]}`,
		Status:  412,
		Err:     api.ErrPreconditionFailed,
	},
	{
		Op:   "Orgs.Fonts.Update",
		Name: "no faces, absent",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Fonts.Update(a.Ctx, a.ID[0], a.ID[1], orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{}}, a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		Body:    `{"fontFaces": []}`,
		Status:  404,
		Err:     api.ErrNotFound,
	},

	{
		Op:      "Orgs.Fonts.Delete",
		Call:    func(a contract.Args) (any, error) { return a.Orgs.Fonts.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request: "DELETE /v1/orgs/organization%2F1/fonts/font%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
}
