package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seedIntegrations adds to the organization of [world.seedAcme] the public integration "diagrams",
// which is installed on the space "guides" and the site "docs", and the private one "hidden".
func (w *world) seedIntegrations() {
	w.Integrations.Add("acme", integrations.Integration{
		Name: "diagrams", Title: "Diagrams", Visibility: integrations.VisibilityPublic, Categories: []integrations.Category{integrations.CategoryContent},
		Scopes: []integrations.Scope{integrations.ScopeSiteScriptInject}, Target: integrations.TargetSpace,
		Blocks:                []integrations.Block{{ID: "diagram", Title: "Diagram", URLUnfurl: []string{"https://diagrams.example"}}},
		ContentSecurityPolicy: &integrations.ContentSecurityPolicy{Directives: map[string]string{"script-src": "'self'", "img-src": "https://a.example"}},
	})
	w.Integrations.Add("acme", integrations.Integration{Name: "hidden", Title: "Secret"})
	w.Integrations.Installations.Add("diagrams", "acme", integrations.Installation{ID: "diagrams-on-acme"})
	w.Integrations.Installations.Spaces.Add("diagrams", "diagrams-on-acme", "guides", integrations.SpaceInstallation{})
	w.Integrations.Installations.Sites.Add("diagrams", "diagrams-on-acme", "docs", integrations.SiteInstallation{})
}

// names returns the names of the integrations of a list.
func names(list map[string]any) string {
	all := mapped(list["items"].([]any), func(one any) string { return one.(map[string]any)["name"].(string) })
	return strings.Join(all, " ")
}

func integrationProofs() map[string]proof {
	const all, own = "/v1/integrations", acme + "/integrations"
	p := proofs{}
	p.respondsTo("integration.private-404", "known", "GET", all+"/hidden", "", http.StatusNotFound)
	p["integration.permissions"] = func(t *testing.T, w *world) bool {
		return at(w.sendAs(t, "bob", "GET", all+"/diagrams", "").object(t), "permissions.admin") == false
	}
	lists := func(id, query, want string) {
		p.shows(id, "GET", own+query, "", func(got map[string]any) bool { return names(got) == want })
	}
	lists("integrations.list.search", "?search=hIDDEN", "hidden")
	lists("integrations.list.block-domain", "?blockDomain=diagrams.example", "diagrams")
	p["integrations.scriptsinsite.scope"] = func(t *testing.T, w *world) bool {
		w.Integrations.Installations.Add("hidden", "acme", integrations.Installation{ID: "hidden-on-acme"})
		w.Integrations.Installations.Sites.Add("hidden", "hidden-on-acme", "docs", integrations.SiteInstallation{})
		return strings.Count(w.send(t, "GET", docs+"/integration-scripts", "").body, `"cookies":false`) == 1
	}
	return p
}

func TestIntegrationsAreSelected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.Orgs.Add(orgs.Organization{}).ID
	add := func(owner, name string, seed integrations.Integration) {
		seed.Name = name
		w.Integrations.Add(owner, seed)
	}
	add(w.org, "videos", integrations.Integration{
		Title: "Clips", Visibility: integrations.VisibilityPublic, Target: integrations.TargetSpace,
		Categories: []integrations.Category{integrations.CategoryContent, integrations.CategoryMarketing},
		Blocks:     []integrations.Block{{ID: "clip", Title: "Clip"}, {ID: "video", Title: "Video", URLUnfurl: []string{"x", "https://Videos.example/watch"}}},
	})
	add(w.org, "draft", integrations.Integration{Title: "Draft of clips"})
	add(other, "crm", integrations.Integration{
		Title: "CRM", Visibility: integrations.VisibilityPublic, Target: integrations.TargetSite, Categories: []integrations.Category{integrations.CategoryAnalytics},
		Scopes:         []integrations.Scope{integrations.ScopeSiteViewsRead},
		ContentSources: []integrations.ContentSource{{ID: "records", Title: "Records", Configuration: integrations.ConfigurationComponent{ComponentID: "config"}}},
	})
	add(other, "link", integrations.Integration{Title: "Link", Visibility: integrations.VisibilityUnlisted})
	add(other, "hidden", integrations.Integration{Title: "Hidden"})

	for _, test := range []struct {
		options integrations.ListOptions
		want    string
		ofOther string
	}{
		{integrations.ListOptions{}, "videos crm", "videos crm link hidden"},
		{integrations.ListOptions{Search: "CLIP"}, "videos", "videos"},
		{integrations.ListOptions{Search: "ideo"}, "videos", "videos"},
		{integrations.ListOptions{Search: "hid"}, "", "hidden"},
		{integrations.ListOptions{Category: integrations.CategoryMarketing}, "videos", "videos"},
		{integrations.ListOptions{Scope: integrations.ScopeSiteViewsRead}, "crm", "crm"},
		{integrations.ListOptions{Target: integrations.TargetSite}, "crm", "crm"},
		{integrations.ListOptions{Target: integrations.TargetAll}, "", "link hidden"},
		{integrations.ListOptions{Owner: w.org}, "videos", "videos"},
		{integrations.ListOptions{Owner: "nobody"}, "", ""},
		{integrations.ListOptions{Blocks: new(true)}, "videos", "videos"},
		{integrations.ListOptions{Blocks: new(false)}, "crm", "crm link hidden"},
		{integrations.ListOptions{ContentSources: new(true)}, "crm", "crm"},
		{integrations.ListOptions{ContentSources: new(false)}, "videos", "videos link hidden"},
		{integrations.ListOptions{BlockDomain: "videos.example"}, "videos", "videos"},
		{integrations.ListOptions{BlockDomain: "example"}, "", ""},
		{integrations.ListOptions{Blocks: new(true), Owner: other}, "", ""},
	} {
		var got, ofOther []string
		test.options.Limit = 1
		for _, integration := range collect(t, w.client.Integrations.All(t.Context(), test.options)) {
			got = append(got, integration.Name)
		}
		for _, integration := range collect(t, w.client.Integrations.AllInOrg(t.Context(), other, integrations.ListInOrgOptions(test.options))) {
			ofOther = append(ofOther, integration.Name)
		}
		require.Equal(t, test.want, strings.Join(got, " "), "%+v", test.options)
		require.Equal(t, test.ofOther, strings.Join(ofOther, " "), "%+v", test.options)
	}
	for _, name := range []string{"videos", "link", "hidden"} {
		got := must(w.client.Integrations.Get(t.Context(), name))(t, "a list need not contain it")
		require.Equal(t, w.Integrations.Get(name), *got)
	}
}

func TestPrivateIntegrationExistsForMembersOfItsOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Integrations.Add(w.org, integrations.Integration{Name: "hidden"})
	w.Orgs.Members.Add(w.org, api.Member{ID: "admin", Role: new(api.RoleAdmin)})
	w.Orgs.Members.Add(w.org, api.Member{ID: "guest"})
	w.Users.Add(api.User{ID: "stranger"})
	for user, admin := range map[string]bool{"admin": true, "guest": false} {
		got := must(w.ClientFor(user).Integrations.Get(t.Context(), "hidden"))(t)
		require.Equal(t, admin, got.Permissions.Admin)
		require.Nil(t, got.Owner.Billing)
	}
	require.ErrorIs(t, errorOf(w.ClientFor("stranger").Integrations.Get(t.Context(), "hidden")), api.ErrNotFound)
	require.ErrorIs(t, w.ClientFor("stranger").Integrations.Dev.Put(t.Context(), "hidden", integrations.DevPut{TunnelURL: "x"}), api.ErrNotFound)
	for user, names := range map[string]string{"guest": "hidden", "stranger": ""} {
		require.Equal(t, names, namesOf(must(w.ClientFor(user).Integrations.ListInOrg(t.Context(), w.org, integrations.ListInOrgOptions{}))(t).Items), user)
	}
	space := w.Spaces.Add(w.org, spaces.Space{}).ID
	w.Integrations.Installations.Add("hidden", w.org, integrations.Installation{ID: "hidden-on-org"})
	w.Integrations.Installations.Spaces.Add("hidden", "hidden-on-org", space, integrations.SpaceInstallation{})
	for user, want := range map[string]int{"guest": 1, "stranger": 0} {
		service := w.ClientFor(user).Integrations
		require.Len(t, must(service.Installations.ListInOrg(t.Context(), w.org, integrations.InstallationListInOrgOptions{}))(t).Items, want, user)
		require.Len(t, must(service.Installations.Status.ListInOrg(t.Context(), w.org, integrations.InstallationStatusListInOrgOptions{}))(t).Items, want, user)
		require.Len(t, must(service.ListInSpace(t.Context(), space, integrations.ListInSpaceOptions{}))(t).Items, want, user)
	}
	require.Equal(t, api.AlreadyAbsent, must(w.ClientFor("stranger").Integrations.Unpublish(t.Context(), "hidden"))(t))
	require.Equal(t, "hidden", w.Integrations.Get("hidden").Name)
}

func TestInstalledIntegrationsAddBlocksAndScripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	service := w.client.Integrations
	on, off := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Spaces.Add(w.org, spaces.Space{}).ID
	site := w.Sites.Add(w.org, sites.Site{Published: true}, on).ID
	empty := w.Sites.Add(w.org, sites.Site{}, on).ID
	block := integrations.Block{ID: "diagram", Title: "Diagram", URLUnfurl: []string{"https://diagrams.example"}}
	w.Integrations.Add(w.org, integrations.Integration{Name: "diagrams", Title: "Draw", Blocks: []integrations.Block{block}})
	w.Integrations.Add(w.org, integrations.Integration{
		Name: "pixel", Title: "Pixel", Scopes: []integrations.Scope{integrations.ScopeSiteScriptInject, integrations.ScopeSiteScriptCookies},
		ContentSecurityPolicy: &integrations.ContentSecurityPolicy{Directives: map[string]string{"script-src": "'self'", "img-src": "a b", "sandbox": ""}},
	})
	w.Integrations.Add(w.org, integrations.Integration{
		Name: "banner", Title: "Banner", Scopes: []integrations.Scope{integrations.ScopeSiteScriptInject},
		ContentSecurityPolicy: &integrations.ContentSecurityPolicy{Policy: new("img-src c")},
	})
	w.Integrations.Add(w.org, integrations.Integration{Name: "idle"})
	for _, name := range []string{"diagrams", "pixel"} {
		installation := w.Integrations.Installations.Add(name, w.org, integrations.Installation{}).ID
		w.Integrations.Installations.Spaces.Add(name, installation, on, integrations.SpaceInstallation{})
		w.Integrations.Installations.Sites.Add(name, installation, site, integrations.SiteInstallation{})
	}
	w.Integrations.Installations.Add("banner", w.org, integrations.Installation{SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll})

	listed := func(space, search string) string {
		t.Helper()
		page := must(service.ListInSpace(t.Context(), space, integrations.ListInSpaceOptions{Search: search}))(t)
		require.Nil(t, page.Next)
		require.EqualValues(t, len(page.Items), *page.Count)
		return namesOf(page.Items)
	}
	require.Equal(t, "diagrams pixel banner", listed(on, ""))
	require.Equal(t, "diagrams", listed(on, "DRAW"))
	require.Equal(t, "banner", listed(off, ""))
	require.Equal(t, "diagrams pixel", namesOf(must(service.ListInSite(t.Context(), w.org, site, integrations.ListInSiteOptions{Search: "i"}))(t).Items))

	blocks := must(service.BlocksInSpace(t.Context(), on))(t)
	require.Equal(t, []integrations.IntegrationBlocks{{Name: "diagrams", Blocks: []integrations.Block{block}}}, blocks.Items)
	blocks = must(service.BlocksInSpace(t.Context(), off))(t)
	require.Equal(t, []integrations.IntegrationBlocks{}, blocks.Items)

	scripts := must(service.ScriptsInSite(t.Context(), w.org, site))(t)
	const origin = "https://integrations.publishing.example/"
	require.Equal(t, []sites.Script{
		{Script: origin + "pixel/sites/" + site + "/script.js", ContentSecurityPolicy: new("img-src a b; sandbox; script-src 'self'"), Cookies: true},
		{Script: origin + "banner/sites/" + site + "/script.js", ContentSecurityPolicy: new("img-src c")},
	}, scripts.Items)
	require.Equal(t, scripts.Items, must(w.client.Sites.Published(t.Context(), w.org, site, sites.PublishedOptions{}))(t).Scripts)
	scripts = must(service.ScriptsInSite(t.Context(), w.org, empty))(t)
	require.Len(t, scripts.Items, 1, "that of all sites")

	must(service.Unpublish(t.Context(), "banner"))(t)
	require.Empty(t, listed(off, ""))
	scripts = must(service.ScriptsInSite(t.Context(), w.org, empty))(t)
	require.Empty(t, scripts.Items)
}

func namesOf(list []integrations.Integration) string {
	all := mapped(list, func(integration integrations.Integration) string { return integration.Name })
	return strings.Join(all, " ")
}

func TestInstallationIsOnTheSpacesAndSitesOfItsOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.Orgs.Add(orgs.Organization{}).ID
	space, site := w.Spaces.Add(other, spaces.Space{}).ID, w.Sites.Add(other, sites.Site{}).ID
	w.Integrations.Add(other, integrations.Integration{Name: "all", Blocks: []integrations.Block{{ID: "a", Title: "Aa"}}})
	w.Integrations.Installations.Add("all", w.org, integrations.Installation{SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll})
	require.Empty(t, must(w.client.Integrations.ListInSpace(t.Context(), space, integrations.ListInSpaceOptions{}))(t).Items)
	require.Empty(t, must(w.client.Integrations.ListInSite(t.Context(), other, site, integrations.ListInSiteOptions{}))(t).Items)
}

func TestSeedOfAnIntegrationIsGenerated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.Integrations.Add(w.org, integrations.Integration{Name: "bare"})
	require.Equal(t, integrations.Integration{
		Object: "integration", Name: "bare", Version: 1, Title: "Integration", PreviewImages: []string{}, Target: integrations.TargetAll,
		Visibility: integrations.VisibilityPrivate, Scopes: []integrations.Scope{}, Categories: []integrations.Category{}, ExternalLinks: []integrations.ExternalLink{},
		Owner: w.Orgs.All()[0],
		URLs: integrations.URLs{
			Location: w.URL() + "/v1/integrations/bare", App: "https://app.publishing.example/integrations/bare",
			Assets: "https://integrations.publishing.example/bare/assets", PublicEndpoint: "https://integrations.publishing.example/bare",
		},
		Permissions: integrations.Permissions{Admin: true},
	}, got)
	require.Equal(t, got, w.Integrations.Get("bare"))
	require.Zero(t, w.Integrations.Publication("bare"))
	require.Equal(t, "integration_1", w.Integrations.Add(w.org, integrations.Integration{}).Name)
	require.Equal(t, "bare integration_1", namesOf(must(w.client.Integrations.ListInOrg(t.Context(), w.org, integrations.ListInOrgOptions{}))(t).Items))
}
