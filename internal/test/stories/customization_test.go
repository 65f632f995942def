package stories_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/customization"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestStoryOfAnAppearance does what a team does with the appearance of a site whose plan no longer
// includes all of it: nothing that the service hides or that the SDK does not know gets lost.
func TestStoryOfAnAppearance(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	space := server.Spaces.Add(org, spaces.Space{Title: "Guides"}).ID
	site := server.Sites.Add(org, sites.Site{Title: "Handbook", Published: true}, space).ID
	placed := server.Sites.SiteSpaces.All(org, site)[0].ID
	server.Sites.Customization.Edit(org, site, func(s *customization.Settings) {
		s.Footer.Copyright = new("© Acme")
		s.Styling.Theme = customization.ThemeBold
		s.Extra = map[string]api.Raw{"guestbook": api.Raw(`[{"name":"acme"}]`)}
		s.Styling.Extra = map[string]api.Raw{"codeFolding": api.Raw(`{"default":{"lines":20}}`)}
	})
	server.Sites.Customization.Mask(org, site, "footer.copyright", "styling.theme")

	service := client.Sites.Customization
	hidden, err := service.Get(t.Context(), org, site, sites.CustomizationGetOptions{})
	require.NoError(t, err)
	require.Nil(t, hidden.Footer.Copyright)
	require.Equal(t, customization.ThemeClean, hidden.Styling.Theme)

	recolor := func(s *customization.Settings) error {
		s.Styling.PrimaryColor = customization.Color{Light: "#0b7285", Dark: "#66d9e8"}
		return nil
	}
	want := server.Sites.Customization.Get(org, site)
	require.NoError(t, recolor(&want))
	for range 2 {
		edited, err := service.Edit(t.Context(), org, site, recolor)
		require.NoError(t, err)
		require.Equal(t, "#0b7285", edited.Styling.PrimaryColor.Light)
		require.Equal(t, want, server.Sites.Customization.Get(org, site), "the color alone has changed: what is hidden and what is unknown is still there")
	}
	require.Equal(t, 1, server.Calls.Commits("Sites.Customization.Put"), "the second edit changes nothing")

	_, err = client.Sites.SiteSpaces.Customization.Update(t.Context(), org, site, placed, customization.Overrides{
		Title: api.Set("Guides"), Styling: &customization.StylingOverrides{Corners: api.Set(customization.CornersStraight)},
	})
	require.NoError(t, err)
	published, err := client.Sites.Published(t.Context(), org, site, sites.PublishedOptions{})
	require.NoError(t, err)
	require.Equal(t, "#0b7285", published.Customizations.Site.Styling.PrimaryColor.Light)
	require.Nil(t, published.Customizations.Site.Footer.Copyright, "visitors see what the plan includes")
	require.Equal(t, new("Guides"), published.Customizations.SiteSpaces[placed].Title)
	require.Equal(t, customization.CornersStraight, published.Customizations.SiteSpaces[placed].Styling.Corners)

	server.Sites.Customization.Mask(org, site)
	shown, err := service.Get(t.Context(), org, site, sites.CustomizationGetOptions{})
	require.NoError(t, err)
	require.Equal(t, want, *shown, "after an upgrade")

	outcome, err := client.Sites.SiteSpaces.Customization.Delete(t.Context(), org, site, placed)
	require.NoError(t, err)
	require.Equal(t, api.Deleted, outcome)
}
