package integrations_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
)

// TestInstalledSpaceOrSiteHasItsIDInBothForms decodes each form and encodes it to what it was.
func TestInstalledSpaceOrSiteHasItsIDInBothForms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		id         string
		whole, raw bool
	}{
		`"space_1"`:                         {id: "space_1"},
		`""`:                                {},
		`{"id":"space_1","title":"Guides"}`: {id: "space_1", whole: true},
		`{}`:                                {whole: true},
		`null`:                              {raw: true},
		`7.50`:                              {raw: true},
		`["space_1"]`:                       {raw: true},
	} {
		raw := api.Raw(nil)
		if want.raw {
			raw = api.Raw(text)
		}
		var space integrations.InstalledSpace
		require.NoError(t, json.Unmarshal([]byte(text), &space), text)
		require.Equal(t, want.id, space.ID, text)
		require.Equal(t, want.whole, space.Space != nil, text)
		require.Equal(t, raw, space.Raw, text)
		encoded, err := json.Marshal(space)
		require.NoError(t, err)
		contains(t, string(encoded), text)

		var site integrations.InstalledSite
		require.NoError(t, json.Unmarshal([]byte(text), &site), text)
		require.Equal(t, want.id, site.ID, text)
		require.Equal(t, want.whole, site.Site != nil, text)
		require.Equal(t, raw, site.Raw, text)
		encoded, err = json.Marshal(site)
		require.NoError(t, err)
		contains(t, string(encoded), text)
	}
	var space integrations.InstalledSpace
	require.NoError(t, json.Unmarshal([]byte(`{"id":"space_1","title":"Guides"}`), &space))
	require.Equal(t, "Guides", space.Space.Title)
	require.NoError(t, json.Unmarshal([]byte(`"space_2"`), &space))
	require.Equal(t, integrations.InstalledSpace{ID: "space_2"}, space, "nothing is left of the value before")
}

// contains requires an encoded value to be text, or an object that has the fields of text.
func contains(t *testing.T, encoded, text string) {
	t.Helper()
	var got, want map[string]any
	if json.Unmarshal([]byte(text), &want) != nil || want == nil {
		require.Equal(t, text, encoded)
		return
	}
	require.NoError(t, json.Unmarshal([]byte(encoded), &got))
	for name, value := range want {
		require.Equal(t, value, got[name])
	}
}

func TestConfigurationsAndTokensDoNotShow(t *testing.T) {
	t.Parallel()
	hidden := secretJSON(`{"key": "s3cr3t"}`)
	for name, value := range map[string]any{
		"installation":       integrations.Installation{Configuration: hidden},
		"on a space":         integrations.SpaceInstallation{Configuration: hidden},
		"on a site":          integrations.SiteInstallation{Configuration: hidden},
		"update":             integrations.InstallationUpdate{Configuration: hidden},
		"update on a space":  integrations.InstallationSpaceUpdate{Configuration: hidden},
		"update on a site":   integrations.InstallationSiteUpdate{Configuration: hidden},
		"of an organization": integrations.OrgInstallation{Installation: integrations.Installation{Configuration: hidden}},
		"token":              integrations.Token{Token: api.NewSecret("s3cr3t")},
	} {
		var log strings.Builder
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", slog.Any("value", value))
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", slog.Any("value", value))
		shown := log.String() + fmt.Sprintf("%v %+v %#v %s", value, value, value, value)
		require.NotContains(t, shown, "s3cr3t", name)
		require.Contains(t, shown, "[secret]", name)
		sent, err := json.Marshal(value)
		require.NoError(t, err)
		require.Contains(t, string(sent), "s3cr3t", name)
	}
}
