package orgs_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

const glossaryEntryJSON = `{"object": "glossary-entry", "id": "entry_1", "translations": {"en": "space", "de": "Bereich"}, "createdAt": "2026-01-02T03:04:05.678Z",
	"updatedAt": "2026-02-03T04:05:06.789Z", "urls": {"location": "https://api.example.com/v1/orgs/org_1/translations-glossary/entry_1"}}`

var (
	glossaryPage       = orgs.TranslationGlossaryListOptions{Cursor: "c/2+d=", Limit: 1000}
	glossaryOperations = []orgs.GlossaryOperation{
		{Type: orgs.GlossaryOperationTypeInsert, Translations: map[api.Language]string{api.LanguageEnglish: "space", api.LanguageGerman: "Bereich"}},
		{Type: orgs.GlossaryOperationTypeUpdate, ID: "entry_1", Translations: map[api.Language]string{api.LanguageFrench: "espace"}},
		{Type: orgs.GlossaryOperationTypeDelete, ID: "entry_2"},
	}
)

func updateGlossary(operations ...orgs.GlossaryOperation) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return nil, a.Orgs.Translations.Glossary.Update(a.Ctx, a.ID[0], orgs.TranslationGlossaryUpdate{Operations: operations}, a.Opts...)
	}
}

var glossaryRows = []contract.Row{
	{
		Op: "Orgs.Translations.Glossary.List",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Glossary.List(a.Ctx, a.ID[0], glossaryPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Orgs.Translations.Glossary.All(a.Ctx, a.ID[0], glossaryPage, a.Opts...), a.Orgs.Translations.Glossary.ListPages(a.Ctx, a.ID[0], glossaryPage, a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/translations-glossary?limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 1, "items": [` + glossaryEntryJSON + `]}`,
	},

	{
		Op:      "Orgs.Translations.Glossary.Update",
		Call:    updateGlossary(glossaryOperations...),
		Request: "PUT /v1/orgs/organization%2F1/translations-glossary",
		Body: `{"operations": [{"type": "insert", "translations": {"en": "space", "de": "Bereich"}},
			{"type": "update", "id": "entry_1", "translations": {"fr": "espace"}}, {"type": "delete", "id": "entry_2"}]}`,
		Status: 204,
	},
	{
		Op:      "Orgs.Translations.Glossary.Update",
		Name:    "nothing, and a term in no language",
		Call:    updateGlossary(orgs.GlossaryOperation{Type: orgs.GlossaryOperationTypeUpdate, ID: "entry_1", Translations: map[api.Language]string{}}),
		Request: "PUT /v1/orgs/organization%2F1/translations-glossary",
		Body:    `{"operations": [{"type": "update", "id": "entry_1", "translations": {}}]}`,
		Status:  204,
	},
	{
		Op:      "Orgs.Translations.Glossary.Update",
		Name:    "rejected",
		Call:    updateGlossary(glossaryOperations...),
		Request: "PUT /v1/orgs/organization%2F1/translations-glossary",
		Body: `{"operations": [{"type": "insert", "translations": {"en": "space", "de": "Bereich"}},
			{"type": "update", "id": "entry_1", "translations": {"fr": "espace"}}, {"type": "delete", "id": "entry_2"}]}`,
		Status: 400,
		Err:    api.ErrBadRequest,
	},

	{
		Op: "Orgs.Translations.Glossary.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.Translations.Glossary.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/translations-glossary/glossaryEntry%2F1",
		Status:   200,
		Response: glossaryEntryJSON,
	},
}

const glossaryForms = "form=type:insert+translations|type:update+id+translations|type:delete+id|Raw|type+Raw"

func TestGlossaryOperationHasTheFieldsOfItsType(t *testing.T) {
	t.Parallel()
	forms := map[orgs.GlossaryOperationType]string{"insert": "type with translations, ", "update": "type with id with translations, "}
	terms, raw := map[api.Language]string{"en": "space"}, api.Raw(`{"type":"merge","ids":["entry_1","entry_2"]}`)
	for shown, bad := range map[string]orgs.GlossaryOperation{
		"":                             {},
		"type":                         {Type: "insert"},
		"type and translations":        {Type: "update", Translations: terms},
		"type and id and translations": {Type: "insert", ID: "entry_1", Translations: terms},
		"type and id":                  {Type: "merge", ID: "entry_1"},
		"type and id and Raw":          {Type: "merge", ID: "entry_1", Raw: raw},
		"translations":                 {Translations: terms},
	} {
		area.Rejects(t, "Orgs.Translations.Glossary.Update", updateGlossary(glossaryOperations[0], bad), "operations[1]", "exactly one of "+forms[bad.Type]+"Raw, type with Raw", shown)
		area.Accepts(t, "Orgs.Translations.Glossary.Update", updateGlossary(bad), publishing.WithoutValidation())
	}
	sent := area.Accepts(t, "Orgs.Translations.Glossary.Update", updateGlossary(orgs.GlossaryOperation{Type: "merge", Raw: raw}))
	require.Equal(t, []any{"entry_1", "entry_2"}, sent.Values("operations[].ids[]"))
	var kept orgs.GlossaryOperation
	require.NoError(t, json.Unmarshal(raw, &kept))
	require.Equal(t, orgs.GlossaryOperation{Type: "merge", Raw: raw}, kept)
}

func TestTermOfAGlossaryIsALine(t *testing.T) {
	t.Parallel()
	insert := func(term string) func(a contract.Args) (any, error) {
		return updateGlossary(orgs.GlossaryOperation{Type: orgs.GlossaryOperationTypeInsert, Translations: map[api.Language]string{"de": term}})
	}
	const at, name = "operations[0].translations[de]", "Orgs.Translations.Glossary.Update"
	for _, term := range []string{"a", "日", strings.Repeat("😀", 255), "two words\t\u2028"} {
		require.Equal(t, []any{term}, area.Accepts(t, name, insert(term)).Values("operations[].translations.*"))
	}
	area.Rejects(t, name, insert(""), at, "1 to 255 characters", "")
	area.Rejects(t, name, insert(strings.Repeat("é", 256)), at, "1 to 255 characters", contract.Shown(strings.Repeat("é", 256)))
	for _, term := range []string{"a\n", "\r", "a\nb"} {
		area.Rejects(t, name, insert(term), at, "one line", term)
		area.Accepts(t, name, insert(term), publishing.WithoutValidation())
	}
}
