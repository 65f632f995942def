package publishingtest_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

func translationProofs() map[string]proof {
	const path, one = acme + "/translations", acme + "/translations/translation"
	const create = "orgs.translations.create"
	p := proofs{}

	p.rejects(create+".space-exists", "POST", path, `{"source":{"space":"space","language":"en"},"language":"fr"}`, "source.space")
	p.shows(create+".pending", "POST", path, `{"source":{"space":"guides","language":"en"},"language":"fr"}`, func(created map[string]any) bool {
		return created["status"] == "pending"
	})
	p.then("orgs.translations.run.running", "POST", one+"/run", "", one, func(shown map[string]any) bool { return shown["status"] == "running" })
	return p
}

func TestLifeOfATranslation(t *testing.T) {
	t.Parallel()
	var seconds atomic.Int64
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return start.Add(time.Duration(seconds.Load()) * time.Second) }))
	source := w.Spaces.Add(w.org, spaces.Space{Title: "Guides"}).ID
	translations := w.client.Orgs.Translations
	created := must(translations.Create(t.Context(), w.org, orgs.TranslationCreate{
		Source: orgs.TranslationSource{Space: source, Language: api.LanguageEnglish}, Language: api.LanguageFrench,
	}))(t)
	require.Equal(t, &orgs.Translation{
		Object: "translation", ID: created.ID, Status: orgs.TranslationStatusPending, Source: orgs.TranslationSource{Space: source, Language: "en"}, Language: "fr",
		Instructions: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}, CreatedAt: start, UpdatedAt: start,
		Permissions: orgs.TranslationPermissions{View: true, Edit: true}, URLs: orgs.TranslationURLs{Location: w.URL() + w.at("/translations/"+created.ID)},
	}, created, "no result and nothing counted before a run")

	instructions := richtext.Document{Object: "document", Nodes: []richtext.Node{{Object: "block", Type: "paragraph", Nodes: []richtext.Node{
		{Object: "text", Leaves: []richtext.Leaf{{Object: "leaf", Text: "Be kind.", Marks: []richtext.Mark{}}}},
	}}}}
	seconds.Store(10)
	changed := must(translations.Update(t.Context(), w.org, created.ID, orgs.TranslationUpdate{Instructions: instructions}))(t)
	require.Equal(t, &instructions, changed.Instructions)
	require.Equal(t, start.Add(10*time.Second), changed.UpdatedAt)
	got := must(translations.Get(t.Context(), w.org, created.ID))(t)
	require.Equal(t, changed, got)

	require.NoError(t, translations.Run(t.Context(), w.org, created.ID))
	got = must(translations.Get(t.Context(), w.org, created.ID))(t)
	require.Equal(t, orgs.TranslationStatusRunning, got.Status)
	require.Nil(t, got.Result)
	seconds.Store(12)
	done := w.Orgs.Translations.Complete(w.org, created.ID, publishingtest.Page{
		Title: "Pour commencer", Sections: []publishingtest.Section{{Title: "Un", Body: "deux trois"}}, Pages: []publishingtest.Page{{Title: "Fin"}},
	})
	got = must(translations.Get(t.Context(), w.org, created.ID))(t)
	require.Equal(t, &done, got)
	require.Equal(t, orgs.TranslationStatusCompleted, got.Status)
	require.Equal(t, orgs.TranslationStats{Runs: 1, TotalWords: 6, TotalPages: 2, TotalDuration: 2, LatestRunDuration: 2, LatestPages: 2, LatestWords: 6}, got.Stats)
	result := must(w.client.Spaces.Get(t.Context(), got.Result.Space, spaces.GetOptions{}))(t)
	require.Equal(t, "Guides (fr)", result.Title)
	require.Equal(t, new(api.LanguageFrench), result.Language)
	require.Equal(t, result.Revision, got.Result.Revision)

	require.NoError(t, translations.Run(t.Context(), w.org, created.ID))
	seconds.Store(15)
	again := w.Orgs.Translations.Complete(w.org, created.ID, publishingtest.Page{Title: "Fin"})
	require.Equal(t, orgs.TranslationStats{Runs: 2, TotalWords: 7, TotalPages: 3, TotalDuration: 5, LatestRunDuration: 3, LatestPages: 1, LatestWords: 1}, again.Stats)
	page := must(translations.List(t.Context(), w.org, orgs.TranslationListOptions{}))(t)
	require.Equal(t, []orgs.Translation{again}, page.Items)
	require.Equal(t, page.Items, w.Orgs.Translations.All(w.org))

	must(translations.Delete(t.Context(), w.org, created.ID))(t)
	require.ErrorIs(t, translations.Run(t.Context(), w.org, created.ID), publishing.ErrNotFound)
	must(w.client.Spaces.Get(t.Context(), got.Result.Space, spaces.GetOptions{}))(t, "the space stays")
}

func TestDurationsOfATranslationAreWholeSeconds(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return time.Unix(0, now.Load()) }))
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	translation := w.Orgs.Translations.Add(w.org, orgs.Translation{Source: orgs.TranslationSource{Space: space}, Language: api.LanguageFrench}).ID
	for _, step := range []struct {
		takes         time.Duration
		latest, total float64
	}{{1500 * time.Millisecond, 2, 2}, {400 * time.Millisecond, 0, 2}, {61_400 * time.Millisecond, 61, 63}} {
		require.NoError(t, w.client.Orgs.Translations.Run(t.Context(), w.org, translation))
		now.Add(int64(step.takes))
		stats := w.Orgs.Translations.Complete(w.org, translation).Stats
		require.InDelta(t, step.latest, stats.LatestRunDuration, 0)
		require.InDelta(t, step.total, stats.TotalDuration, 0)
	}
}

func TestRunReturnsNoBody(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	got := w.send(t, "POST", acme+"/translations/translation/run", "")
	require.Equal(t, http.StatusNoContent, got.status)
	require.Empty(t, got.body)
	require.Equal(t, 1, w.Calls.Commits("Orgs.Translations.Run"))
}
