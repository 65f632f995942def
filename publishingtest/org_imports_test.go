package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func importProofs() map[string]proof {
	const imports = "/v1/org/acme/imports"
	p := proofs{}
	p.responds("orgs.imports.create.target-404", "POST", imports, `{"source":{"type":"website","url":"https://old.example.com"},"target":{"space":"nowhere"}}`, http.StatusNotFound)
	p["orgs.imports.cancel.ended-400"] = func(t *testing.T, w *world) bool {
		run := w.Orgs.Imports.Add("acme", orgs.ImportRun{Target: &orgs.ImportTarget{Space: "guides"}, Status: orgs.ImportStatusCompleted}).ID
		return w.send(t, "POST", imports+"/"+run+"/cancel", "").status == http.StatusBadRequest
	}
	return p
}

func TestLifeOfAnImport(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	w.Spaces.Add(w.org, spaces.Space{ID: "old"}, publishingtest.Page{ID: "start"})
	w.Spaces.Add(w.org, spaces.Space{ID: "other"})
	site := w.Sites.Add(w.org, sites.Site{}, "old").ID
	imports := w.client.Orgs.Imports
	list := func(options orgs.ImportListOptions) []string {
		page := must(imports.List(t.Context(), w.org, options))(t)
		found := []string{}
		for _, run := range page.Items {
			found = append(found, run.ID)
		}
		return found
	}
	source := orgs.ImportSource{Type: orgs.ImportSourceTypeWebsite, URL: new("https://old.example.com")}
	first := must(imports.Create(t.Context(), w.org, orgs.ImportCreate{Source: source, Target: orgs.ImportTarget{Space: "old", Page: new("start")}}))(t)
	require.Equal(t, &orgs.ImportRun{
		Object: new("import-run"), ID: first.ID, Status: orgs.ImportStatusPending, Source: &source, Target: &orgs.ImportTarget{Space: "old", Page: new("start")},
		Site: &site, CreatedBy: first.CreatedBy, CreatedAt: &now, UpdatedAt: &now, URLs: first.URLs,
	}, first)
	now = now.Add(time.Minute)
	second := must(imports.Create(t.Context(), w.org, orgs.ImportCreate{Source: source, Target: orgs.ImportTarget{Space: "other"}}))(t)
	require.Nil(t, second.Site)
	require.Equal(t, []string{second.ID, first.ID}, list(orgs.ImportListOptions{}), "newest first")

	started := w.Orgs.Imports.Start(w.org, first.ID)
	require.Equal(t, &now, started.StartedAt)
	require.Equal(t, []string{second.ID, first.ID}, list(orgs.ImportListOptions{Status: orgs.ImportStatusFilterActive}))
	pages := []orgs.ImportedPage{{ID: "new", SourceURL: new("https://old.example.com/a")}}
	completed := w.Orgs.Imports.Complete(w.org, first.ID, pages...)
	require.Equal(t, pages, completed.Pages)
	require.Equal(t, &now, completed.CompletedAt)
	require.Equal(t, completed, *must(imports.Get(t.Context(), w.org, first.ID))(t))
	require.ErrorIs(t, errorOf(imports.Cancel(t.Context(), w.org, first.ID)), publishing.ErrBadRequest)

	require.Equal(t, orgs.ImportStatusCancelled, must(imports.Cancel(t.Context(), w.org, second.ID))(t).Status)
	require.Empty(t, list(orgs.ImportListOptions{Status: orgs.ImportStatusFilterActive}))
	require.Equal(t, []string{second.ID}, list(orgs.ImportListOptions{Status: orgs.ImportStatusFilterCancelled}))
	require.Equal(t, []string{first.ID}, list(orgs.ImportListOptions{Site: site}))
	require.Equal(t, []string{second.ID}, list(orgs.ImportListOptions{Space: "other"}))
	require.Empty(t, list(orgs.ImportListOptions{ChangeRequest: "nowhere"}))
	third := must(imports.Create(t.Context(), w.org, orgs.ImportCreate{Source: source, Target: orgs.ImportTarget{Space: "other"}}))(t)
	failed := w.Orgs.Imports.Fail(w.org, third.ID, "no pages")
	require.Equal(t, new("no pages"), failed.Reason)
}

func TestImportNeedsItsTarget(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "old"})
	source := orgs.ImportSource{Type: orgs.ImportSourceTypeFile, Files: []string{"key"}}
	for _, target := range []orgs.ImportTarget{{Space: "nowhere"}, {Space: "old", ChangeRequest: new("nowhere")}, {Space: "old", Page: new("nowhere")}} {
		require.ErrorIs(t, errorOf(w.client.Orgs.Imports.Create(t.Context(), w.org, orgs.ImportCreate{Source: source, Target: target})), publishing.ErrNotFound)
	}
	require.Empty(t, w.Orgs.Imports.All(w.org))
}
