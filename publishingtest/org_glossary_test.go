package publishingtest_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func glossaryProofs() map[string]proof {
	const path, update = acme + "/translations-glossary", "orgs.translations.glossary.update"
	p := proofs{}
	p.rejects(update+".languages", "PUT", path, `{"operations":[{"type":"insert","translations":{"tlh":"logh"}}]}`, "operations[0].translations")
	p.rejects(update+".absent-400", "PUT", path, `{"operations":[{"type":"delete","id":"nowhere"}]}`, "operations[0].id")
	p.then(update+".replaces", "PUT", path, `{"operations":[{"type":"update","id":"term","translations":{"en":"area"}}]}`, path+"/term", func(got map[string]any) bool {
		return len(got["translations"].(map[string]any)) == 1
	})
	p[update+".all-or-none"] = func(t *testing.T, w *world) bool {
		got := w.send(t, "PUT", path, `{"operations":[{"type":"delete","id":"term"},{"type":"delete","id":"nowhere"}]}`)
		require.GreaterOrEqual(t, got.status, 400)
		return len(w.Orgs.Translations.Glossary.All("acme")) == 2
	}
	p.shows("orgs.translations.glossary.list.order", "GET", path, "", func(list map[string]any) bool { return ids(list) == "term other-term" })
	return p
}

func TestGlossaryIsUpdatedAsAWhole(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	now := start
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }), publishingtest.WithMaxPageSize(2))
	glossary := w.client.Orgs.Translations.Glossary
	update := func(operations ...orgs.GlossaryOperation) error {
		return glossary.Update(t.Context(), w.org, orgs.TranslationGlossaryUpdate{Operations: operations})
	}
	list := func() []orgs.GlossaryEntry {
		all := collect(t, glossary.All(t.Context(), w.org, orgs.TranslationGlossaryListOptions{}))
		require.Equal(t, w.Orgs.Translations.Glossary.All(w.org), all)
		return all
	}
	insert := func(term string) orgs.GlossaryOperation {
		return orgs.GlossaryOperation{Type: orgs.GlossaryOperationTypeInsert, Translations: map[api.Language]string{api.LanguageEnglish: term}}
	}
	remove := func(id string) orgs.GlossaryOperation {
		return orgs.GlossaryOperation{Type: orgs.GlossaryOperationTypeDelete, ID: id}
	}
	require.NoError(t, update(insert("space"), insert("site"), insert("page")))
	entries := list()
	require.Len(t, entries, 3)
	first := entries[0]
	require.Equal(t, orgs.GlossaryEntry{
		Object: "glossary-entry", ID: first.ID, Translations: map[api.Language]string{"en": "space"}, CreatedAt: start, UpdatedAt: start,
		URLs: orgs.GlossaryEntryURLs{Location: w.URL() + w.at("/translations-glossary/"+first.ID)},
	}, first)

	now = now.Add(time.Minute)
	german := map[api.Language]string{api.LanguageGerman: "Bereich"}
	changes := []orgs.GlossaryOperation{
		insert("team"),
		{Type: orgs.GlossaryOperationTypeUpdate, ID: first.ID, Translations: german},
		remove(entries[1].ID),
	}
	for _, bad := range []orgs.GlossaryOperation{remove("nowhere"), remove(entries[1].ID)} {
		require.ErrorIs(t, update(append(changes, bad)...), publishing.ErrBadRequest)
		require.Equal(t, entries, list(), "none is applied")
	}
	require.NoError(t, update(changes...))
	after := list()
	require.Len(t, after, 3)
	first.Translations, first.UpdatedAt = german, now
	require.Equal(t, first, after[0])
	require.Equal(t, entries[2], after[1])
	require.Equal(t, map[api.Language]string{"en": "team"}, after[2].Translations)
	require.Equal(t, &first, must(glossary.Get(t.Context(), w.org, first.ID))(t))
	require.ErrorIs(t, errorOf(glossary.Get(t.Context(), w.org, entries[1].ID)), publishing.ErrNotFound)
	require.Equal(t, 2, w.Calls.Commits("Orgs.Translations.Glossary.Update"))
}
