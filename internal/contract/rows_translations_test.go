package contract

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

var (
	translationPage   = orgs.TranslationListOptions{Page: "c/2+d=", Limit: 50}
	translationSource = orgs.TranslationSource{Space: "space_1", Language: api.LanguageEnglish}

	instructions = richtext.Document{
		Object: "document",
		Data:   richtext.Data{SchemaVersion: new(int64(8)), Extra: map[string]api.Raw{"another": api.Raw(`"kept"`)}},
		Nodes: []richtext.Node{{
			Object: "block",
			Type:   "paragraph",
			Key:    new("node_1"),
			Nodes: []richtext.Node{{
				Object: "text",
				Leaves: []richtext.Leaf{{Object: "leaf", Text: "Keep names as they are.", Marks: []richtext.Mark{{Object: "mark", Type: "bold"}}}},
			}},
			IsVoid: new(false),
			Data:   map[string]api.Raw{"align": api.Raw(`"center"`)},
		}},
	}
)

const instructionsJSON = `{"object": "document", "data": {"schemaVersion": 8, "another": "kept"}, "nodes": [{"object": "block", "type": "paragraph", "key": "node_1",
	"nodes": [{"object": "text", "leaves": [{"object": "leaf", "text": "Keep names as they are.", "marks": [{"object": "mark", "type": "bold"}]}]}],
	"isVoid": false, "data": {"align": "center"}}]}`

var translationRows = []row{
	{
		op:   "Orgs.Translations.List",
		call: func(a args) (any, error) { return a.Orgs.Translations.List(a.ctx, a.id[0], translationPage, a.opts...) },
		walk: func(a args) (all, pages any) {
			return a.Orgs.Translations.All(a.ctx, a.id[0], translationPage, a.opts...), a.Orgs.Translations.Pages(a.ctx, a.id[0], translationPage, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/translations?limit=50&page=c%2F2%2Bd%3D",
		status:  200,
		answer:  `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@orgs/translation.json", "@orgs/translation-new.json"]}`,
	},
	{
		op:   "Orgs.Translations.List",
		name: "unset, empty",
		call: func(a args) (any, error) {
			return a.Orgs.Translations.List(a.ctx, a.id[0], orgs.TranslationListOptions{}, a.opts...)
		},
		request: "GET /v1/orgs/organization%2F1/translations",
		status:  200,
		answer:  `{"items": []}`,
	},

	{
		op: "Orgs.Translations.Create",
		call: func(a args) (any, error) {
			translation := orgs.TranslationCreate{Source: translationSource, Language: api.LanguageBrazilianPortuguese, Instructions: &instructions}
			return a.Orgs.Translations.Create(a.ctx, a.id[0], translation, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/translations",
		body:    `{"source": {"space": "space_1", "language": "en"}, "language": "pt-br", "instructions": ` + instructionsJSON + `}`,
		status:  201,
		answer:  "orgs/translation.json",
	},
	{
		op:   "Orgs.Translations.Create",
		name: "unset, another status",
		call: func(a args) (any, error) {
			return a.Orgs.Translations.Create(a.ctx, a.id[0], orgs.TranslationCreate{Source: translationSource, Language: api.LanguageJapanese}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/translations",
		body:    `{"source": {"space": "space_1", "language": "en"}, "language": "ja"}`,
		status:  200,
		answer:  "orgs/translation-new.json",
	},
	{
		op:   "Orgs.Translations.Create",
		name: "into an unknown language",
		call: func(a args) (any, error) {
			return a.Orgs.Translations.Create(a.ctx, a.id[0], orgs.TranslationCreate{Source: translationSource, Language: "tlh"}, a.opts...)
		},
		request: "POST /v1/orgs/organization%2F1/translations",
		body:    `{"source": {"space": "space_1", "language": "en"}, "language": "tlh"}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},

	{
		op:      "Orgs.Translations.Get",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  200,
		answer:  "orgs/translation.json",
	},
	{
		op:      "Orgs.Translations.Get",
		name:    "without a result",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  200,
		answer:  "orgs/translation-new.json",
	},
	{
		op:      "Orgs.Translations.Get",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Get(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "GET /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  404,
		fails:   api.ErrNotFound,
	},

	{
		op: "Orgs.Translations.Put",
		call: func(a args) (any, error) {
			return a.Orgs.Translations.Put(a.ctx, a.id[0], a.id[1], orgs.TranslationPut{Instructions: instructions}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/translations/translation%2F1",
		body:    `{"instructions": ` + instructionsJSON + `}`,
		status:  200,
		answer:  "orgs/translation.json",
	},
	{
		op:   "Orgs.Translations.Put",
		name: "instructions that say nothing",
		call: func(a args) (any, error) {
			empty := richtext.Document{Object: "document", Nodes: []richtext.Node{}}
			return a.Orgs.Translations.Put(a.ctx, a.id[0], a.id[1], orgs.TranslationPut{Instructions: empty}, a.opts...)
		},
		request: "PUT /v1/orgs/organization%2F1/translations/translation%2F1",
		body:    `{"instructions": {"object": "document", "data": {}, "nodes": []}}`,
		status:  400,
		fails:   api.ErrBadRequest,
	},

	{
		op:      "Orgs.Translations.Delete",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  205,
		outcome: api.Deleted,
	},
	{
		op:      "Orgs.Translations.Delete",
		name:    "absent",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  204,
		outcome: api.AlreadyAbsent,
	},
	{
		op:      "Orgs.Translations.Delete",
		name:    "another status",
		call:    func(a args) (any, error) { return a.Orgs.Translations.Delete(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "DELETE /v1/orgs/organization%2F1/translations/translation%2F1",
		status:  202,
		outcome: api.DeletionUnknown,
	},

	{
		op:      "Orgs.Translations.Run",
		call:    func(a args) (any, error) { return nil, a.Orgs.Translations.Run(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		status:  204,
	},
	{
		op:      "Orgs.Translations.Run",
		name:    "accepted",
		call:    func(a args) (any, error) { return nil, a.Orgs.Translations.Run(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		status:  202,
	},
	{
		op:      "Orgs.Translations.Run",
		name:    "with a body",
		call:    func(a args) (any, error) { return nil, a.Orgs.Translations.Run(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		status:  200,
		answer:  `{}`,
	},
	{
		op:      "Orgs.Translations.Run",
		name:    "absent",
		call:    func(a args) (any, error) { return nil, a.Orgs.Translations.Run(a.ctx, a.id[0], a.id[1], a.opts...) },
		request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		status:  404,
		fails:   api.ErrNotFound,
	},
}
