package publishingtest_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestNewerServiceLacksExactlyTheOperationsThatAreGone(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile(filepath.Join("..", "internal", "test", "contract", "testdata", "newer.tsv"))
	require.NoError(t, err)
	gone := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		if fields := strings.Split(line, "\t"); fields[1] == "gone" {
			gone[fields[3]] = true
		}
	}
	require.Len(t, gone, 19)
	older, newer := newWorld(t), newWorld(t, publishingtest.WithNewerService())
	for _, o := range op.All() {
		message := o.Name + ": a newer service does not have this operation"
		path := strings.NewReplacer("{", "no-", "}", "").Replace(o.Template)
		got := newer.send(t, o.Method, path, "")
		require.Equal(t, gone[o.Name], got.status == http.StatusNotFound && strings.Contains(got.body, message), "%s: %s", o.Name, got.body)
		require.NotContains(t, older.send(t, o.Method, path, "").body, message)
	}
}

func TestInvalidInputIsUnprocessableWithTheOption(t *testing.T) {
	t.Parallel()
	for want, options := range map[error][]publishingtest.Option{
		api.ErrBadRequest:    nil,
		api.ErrUnprocessable: {publishingtest.WithUnprocessable()},
	} {
		w := newWorld(t, options...)
		client := w.Client(publishing.WithoutValidation())
		require.ErrorIs(t, errorOf(client.Sites.Update(t.Context(), w.org, "docs", sites.Update{Title: new("x")})), want)
		require.ErrorIs(t, errorOf(client.Sites.Create(t.Context(), w.org, sites.Create{Spaces: []string{"unknown"}})), want, "a rule of the handler rejects it")
		require.ErrorIs(t, errorOf(client.Sites.Get(t.Context(), w.org, "unknown", sites.GetOptions{})), api.ErrNotFound)
	}
}

func TestCustomizationsOfBothGenerationsArePutAndReturned(t *testing.T) {
	t.Parallel()
	newerSettings, err := os.ReadFile(filepath.Join("..", "sites", "customization", "testdata", "newer-settings.json"))
	require.NoError(t, err)
	newerBody, _ := replaced(string(newerSettings), "styling.headingFont", "Inter") // a response has other fonts than a request
	for name, opts := range map[string][]publishingtest.Option{"older": nil, "newer": {publishingtest.WithNewerService()}} {
		for _, body := range []string{fullSettings, newerBody} {
			w := newProofWorld(t, opts...)
			var settings customization.Settings
			require.NoError(t, json.Unmarshal([]byte(body), &settings))
			put := must(w.client.Sites.Customization.Put(t.Context(), "acme", "docs", settings))(t, name)
			require.JSONEq(t, body, jsonOf(t, put))
			require.Equal(t, put, must(w.client.Sites.Customization.Get(t.Context(), "acme", "docs", sites.CustomizationGetOptions{}))(t))

			edited := must(w.client.Sites.Customization.Edit(t.Context(), "acme", "docs", func(s *customization.Settings) error {
				s.Themes.Default = customization.ThemeModeSystem
				return nil
			}))(t)
			want, _ := replaced(body, "themes.default", "system")
			require.JSONEq(t, want, jsonOf(t, edited))
		}
	}
}

func TestNewerServiceHasTheNewerDefaultCustomization(t *testing.T) {
	t.Parallel()
	w := newWorld(t, publishingtest.WithNewerService())
	site := must(w.client.Sites.Create(t.Context(), w.org, sites.Create{Title: new("Handbook")}))(t)
	got := must(w.client.Sites.Customization.Get(t.Context(), w.org, site.ID, sites.CustomizationGetOptions{}))(t)
	require.Nil(t, got.PDF)
	require.Nil(t, got.Git)
	require.Nil(t, got.PageActions.Markdown)
	require.NotEmpty(t, got.PageActions.Items)
	require.NotNil(t, got.SocialAccounts)
	require.NotNil(t, got.Styling.CodeTheme)
}

func TestNewerServiceTellsWhoMerged(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]publishingtest.Option{"older": nil, "newer": {publishingtest.WithNewerService()}} {
		w := newWorld(t, opts...)
		space := w.Spaces.Add(w.org, spaces.Space{}).ID
		cr := w.ChangeRequests.Add(space, changerequests.ChangeRequest{Status: changerequests.StatusOpen})
		require.Nil(t, cr.MergedBy, name)
		must(w.client.ChangeRequests.Merge(t.Context(), space, cr.ID, changerequests.MergeOptions{}))(t)
		merged := must(w.client.ChangeRequests.Get(t.Context(), space, cr.ID))(t)
		if name == "older" {
			require.Nil(t, merged.MergedBy)
			require.Nil(t, merged.MergedAt)
			continue
		}
		me := must(w.client.Users.Me(t.Context()))(t)
		require.Equal(t, me.ID, merged.MergedBy.ID)
		require.Equal(t, merged.UpdatedAt, *merged.MergedAt)
	}
}
