package orgs_test

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/richtext"
)

var (
	translationPage   = orgs.TranslationListOptions{Cursor: "c/2+d=", Limit: 50}
	translationSource = orgs.TranslationSource{Space: "space_1", Language: api.LanguageEnglish}

	instructions = richtext.Document{
		Object: "document",
		Data:   richtext.DocumentData{SchemaVersion: new(int64(8)), Extra: map[string]api.Raw{"another": api.Raw(`"kept"`)}},
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

var translationRows = []contract.Row{
	{
		Op: "Orgs.Translations.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.List(a.Ctx, a.ID[0], translationPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Translations.All(a.Ctx, a.ID[0], translationPage, a.Opts...), a.Orgs.Translations.ListPages(a.Ctx, a.ID[0], translationPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/translations?limit=50&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@translation.json", "@translation-new.json"]}`,
	},
	{
		Op:   "Orgs.Translations.List",
		Name: "unset, empty",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.List(a.Ctx, a.ID[0], orgs.TranslationListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/translations",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op: "Orgs.Translations.Create",
		Call: func(a contract.Args) (any, error) {
			translation := orgs.TranslationCreate{Source: translationSource, Language: api.LanguageBrazilianPortuguese, Instructions: &instructions}
			return a.Orgs.Translations.Create(a.Ctx, a.ID[0], translation, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/translations",
		Body:     `{"source": {"space": "space_1", "language": "en"}, "language": "pt-br", "instructions": ` + instructionsJSON + `}`,
		Status:   201,
		Response: "translation.json",
	},
	{
		Op:   "Orgs.Translations.Create",
		Name: "unset, another status",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Source: translationSource, Language: api.LanguageJapanese}, a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/translations",
		Body:     `{"source": {"space": "space_1", "language": "en"}, "language": "ja"}`,
		Status:   200,
		Response: "translation-new.json",
	},
	{
		Op:   "Orgs.Translations.Create",
		Name: "into an unknown language",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Create(a.Ctx, a.ID[0], orgs.TranslationCreate{Source: translationSource, Language: "tlh"}, a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/translations",
		Body:    `{"source": {"space": "space_1", "language": "en"}, "language": "tlh"}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op:       "Orgs.Translations.Get",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Translations.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/translations/translation%2F1",
		Status:   200,
		Response: "translation.json",
	},
	{
		Op:       "Orgs.Translations.Get",
		Name:     "without a result",
		Call:     func(a contract.Args) (any, error) { return a.Orgs.Translations.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...) },
		Request:  "GET /v1/orgs/organization%2F1/translations/translation%2F1",
		Status:   200,
		Response: "translation-new.json",
	},

	{
		Op: "Orgs.Translations.Update",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TranslationUpdate{Instructions: instructions}, a.Opts...)
		},
		Request:  "PUT /v1/orgs/organization%2F1/translations/translation%2F1",
		Body:     `{"instructions": ` + instructionsJSON + `}`,
		Status:   200,
		Response: "translation.json",
	},
	{
		Op:   "Orgs.Translations.Update",
		Name: "instructions that say nothing",
		Call: func(a contract.Args) (any, error) {
			empty := richtext.Document{Object: "document", Nodes: []richtext.Node{}}
			return a.Orgs.Translations.Update(a.Ctx, a.ID[0], a.ID[1], orgs.TranslationUpdate{Instructions: empty}, a.Opts...)
		},
		Request: "PUT /v1/orgs/organization%2F1/translations/translation%2F1",
		Body:    `{"instructions": {"object": "document", "data": {}, "nodes": []}}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op: "Orgs.Translations.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/translations/translation%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},
	{
		Op:   "Orgs.Translations.Delete",
		Name: "another status",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Delete(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "DELETE /v1/orgs/organization%2F1/translations/translation%2F1",
		Status:  200,
		Outcome: api.DeletionUnknown,
	},

	{
		Op: "Orgs.Translations.Run",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Translations.Run(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		Status:  204,
	},
	{
		Op:   "Orgs.Translations.Run",
		Name: "accepted",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Translations.Run(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request: "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		Status:  202,
	},
	{
		Op:   "Orgs.Translations.Run",
		Name: "with a body",
		Call: func(a contract.Args) (any, error) {
			return nil, a.Orgs.Translations.Run(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST /v1/orgs/organization%2F1/translations/translation%2F1/run",
		Status:   200,
		Response: `{}`,
	},
}
