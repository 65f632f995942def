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

func TestNewerServiceLeavesOutResults(t *testing.T) {
	t.Parallel()
	for _, newer := range []bool{false, true} {
		var opts []publishingtest.Option
		if newer {
			opts = []publishingtest.Option{publishingtest.WithNewerService()}
		}
		w := newWorld(t, opts...)
		home, more := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
		site := w.Sites.Add(w.org, sites.Site{}).ID
		section := w.Sites.Sections.Add(w.org, site, sites.Section{}, home).ID
		cr := w.ChangeRequests.Add(home, changerequests.ChangeRequest{}).ID
		first, later := w.Sites.ExternalLinks.Add(w.org, site, sites.ExternalLink{Title: "First", URL: "https://a.example"}).ID, w.Sites.ExternalLinks.Add(w.org, site, sites.ExternalLink{Title: "Later", URL: "https://b.example"}).ID
		group := w.Sites.SectionGroups.Add(w.org, site, sites.SectionGroup{Title: "Group"}, section).ID

		omitted := !newer
		option := api.WithMinimalResponse(&omitted)
		leavesOut := func(what string, err error) {
			require.NoError(t, err, what)
			require.Equal(t, newer, omitted, what)
			omitted = !newer
		}
		leavesOut("change request", errorOf(w.client.ChangeRequests.Update(t.Context(), home, cr, changerequests.Update{Subject: new("Changed")}, option)))
		leavesOut("external link", errorOf(w.client.Sites.ExternalLinks.Update(t.Context(), w.org, site, first, sites.ExternalLinkUpdate{Title: new("Changed")}, option)))
		leavesOut("group", errorOf(w.client.Sites.SectionGroups.Update(t.Context(), w.org, site, group, sites.SectionGroupUpdate{Title: new("Changed")}, option)))
		leavesOut("section", errorOf(w.client.Sites.Sections.Update(t.Context(), w.org, site, section, sites.SectionUpdate{Title: new("Changed")}, option)))
		placed, err := w.client.Sites.SiteSpaces.Create(t.Context(), w.org, site, sites.SiteSpaceCreate{SpaceID: api.Set(more), SectionID: &section}, option)
		leavesOut("new site space", err)
		require.Equal(t, newer, placed.ID == "")
		all := w.Sites.SiteSpaces.All(w.org, site)
		leavesOut("site space", errorOf(w.client.Sites.SiteSpaces.Update(t.Context(), w.org, site, all[len(all)-1].ID, sites.SiteSpaceUpdate{Path: new("changed")}, option)))
		leavesOut("structure", errorOf(w.client.Sites.Structure.Sort(t.Context(), w.org, site, sites.StructureSort{
			Item:     sites.StructurePointer{Type: "site-external-link", ID: later},
			Position: sites.StructurePosition{Before: &sites.StructurePointer{Type: "site-external-link", ID: first}},
		}, option)))

		require.Equal(t, "Changed", w.ChangeRequests.All(home)[0].Subject, "the update took effect")
		require.Equal(t, "Changed", must(w.client.Sites.ExternalLinks.Update(t.Context(), w.org, site, first, sites.ExternalLinkUpdate{}))(t).Title, "without the option")
	}
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
