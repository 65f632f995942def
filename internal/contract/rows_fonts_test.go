package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

var fontRows = []row{
	{
		op:      "Orgs.Fonts.List",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.List(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/fonts",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 1, "items": ["@orgs/font.json"]}`,
	},
	{
		op:      "Orgs.Fonts.List",
		name:    "empty",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.List(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/fonts",
		status:  200,
		answer:  `{"items": []}`,
	},
	{
		op:      "Orgs.Fonts.List",
		name:    "of no organization",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.List(a.ctx, a.id[0], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/fonts",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Orgs.Fonts.Create",
		call: func(a args) (any, error) {
			return a.Orgs.Fonts.Create(a.ctx, a.id[0], orgs.FontCreate{
				FontFamily: "Acme Sans",
				FontFaces:  []orgs.FontFaceCreate{{Weight: 400, StorageKey: "fonts/400"}, {Weight: 700, StorageKey: "fonts/700"}},
			}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/fonts",
		body:    `{"fontFamily": "Acme Sans", "fontFaces": [{"weight": 400, "storageKey": "fonts/400"}, {"weight": 700, "storageKey": "fonts/700"}]}`,
		status:  201,
		answer:  "orgs/font.json",
	},
	{
		op:   "Orgs.Fonts.Create",
		name: "without faces",
		call: func(a args) (any, error) {
			return a.Orgs.Fonts.Create(a.ctx, a.id[0], orgs.FontCreate{FontFamily: "Acme Sans", FontFaces: []orgs.FontFaceCreate{}}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/fonts",
		body:    `{"fontFamily": "Acme Sans", "fontFaces": []}`,
		status:  412,
		answer:  `{"error": {"code": 412, "message": "fontFaces: want a face of weight 400"}}`,
		fails:   api.ErrPreconditionFailed,
	},

	{
		op:      "Orgs.Fonts.Get",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/fonts/font%2F1",
		status:  200,
		answer:  "orgs/font.json",
	},
	{
		op:      "Orgs.Fonts.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/fonts/font%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Orgs.Fonts.Update",
		call: func(a args) (any, error) {
			return a.Orgs.Fonts.Update(a.ctx, a.id[0], a.id[1], orgs.FontUpdate{
				FontFamily: new("Acme Sans"),
				FontFaces:  []orgs.FontFaceUpdate{{Weight: 400, StorageKey: api.Set("fonts/400")}, {Weight: 700, StorageKey: api.Null[string]()}},
			}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		body:    `{"fontFamily": "Acme Sans", "fontFaces": [{"weight": 400, "storageKey": "fonts/400"}, {"weight": 700, "storageKey": null}]}`,
		status:  201,
		answer:  "orgs/font.json",
	},
	{
		op:   "Orgs.Fonts.Update",
		name: "unset",
		call: func(a args) (any, error) {
			return a.Orgs.Fonts.Update(a.ctx, a.id[0], a.id[1], orgs.FontUpdate{}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		body:    `{}`,
		status:  201,
		answer:  "orgs/font.json",
	},
	{
		op:   "Orgs.Fonts.Update",
		name: "without the weight that is needed",
		call: func(a args) (any, error) {
			update := orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{{Weight: 400, StorageKey: api.Null[string]()}}}
			return a.Orgs.Fonts.Update(a.ctx, a.id[0], a.id[1], update, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		body:    `{"fontFaces": [{"weight": 400, "storageKey": null}]}`,
		status:  412,
		fails:   api.ErrPreconditionFailed,
	},
	{
		op:   "Orgs.Fonts.Update",
		name: "no faces, absent",
		call: func(a args) (any, error) {
			return a.Orgs.Fonts.Update(a.ctx, a.id[0], a.id[1], orgs.FontUpdate{FontFaces: []orgs.FontFaceUpdate{}}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/fonts/font%2F1",
		body:    `{"fontFaces": []}`,
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op:      "Orgs.Fonts.Delete",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/fonts/font%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Orgs.Fonts.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.Fonts.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/fonts/font%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
}
