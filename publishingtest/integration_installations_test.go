package publishingtest_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

const (
	chat      = "/v1/integrations/chat"
	chatOnAll = chat + "/installations"
	chatOn    = chatOnAll + "/on-acme"
)

// addChat adds the integration "chat", which can be configured anywhere, with the installation
// "on-acme", which is on the space "guides" and the site "docs", and the integration "plain".
func (w *world) addChat(t *testing.T) {
	t.Helper()
	form := &integrations.Configuration{Component: &integrations.ConfigurationComponent{ComponentID: "form"}}
	w.Integrations.Add("acme", integrations.Integration{
		Name: "chat", Title: "Chat", Visibility: integrations.VisibilityPublic,
		Configurations: &integrations.Configurations{Account: form, Space: form, Site: form},
	})
	w.Integrations.Add("acme", integrations.Integration{Name: "plain", Title: "Plain", Visibility: integrations.VisibilityPublic})
	w.Integrations.Installations.Add("chat", "acme", integrations.Installation{ID: "on-acme", Configuration: hushed(t), ExternalIDs: []string{"team"}})
	for path, body := range map[string]string{"/spaces": `{"space":"guides"}`, "/sites": `{"siteId":"docs"}`} {
		require.Equal(t, http.StatusCreated, w.send(t, "POST", chatOn+path, body).status)
	}
}

// hushed is a configuration with a secret.
func hushed(t *testing.T) api.SecretJSON {
	t.Helper()
	return must(api.NewSecretJSON(map[string]any{"key": "hush", "color": "red"}))(t)
}

// withChat returns a proof that begins with addChat.
func withChat(holds func(t *testing.T, w *world) bool) proof {
	return func(t *testing.T, w *world) bool {
		w.addChat(t)
		return holds(t, w)
	}
}

// chatProofs returns proofs that begin with addChat.
func chatProofs(p proofs) proofs {
	for id, holds := range p {
		p[id] = withChat(holds)
	}
	return p
}

// has returns a check that a list has a number of items.
func has(n int) func(list map[string]any) bool {
	return func(list map[string]any) bool { return len(list["items"].([]any)) == n }
}

func installationProofs() map[string]proof {
	p := proofs{}
	p.responds("installation.twice", "POST", chatOnAll, `{"organization":"acme"}`, http.StatusCreated)
	p.shows("installation.pending", "GET", chatOn, "", func(got map[string]any) bool { return got["status"] == "pending" })
	p["installation.configured"] = func(t *testing.T, w *world) bool {
		before := w.send(t, "GET", chatOn, "").object(t)["status"]
		return before == "pending" && w.send(t, "PATCH", chatOn, `{"configuration":{"a":1}}`).object(t)["status"] == "active"
	}
	p.shows("integrations.installations.create.selection", "POST", "/v1/integrations/plain/installations", `{"organization":"acme"}`, func(got map[string]any) bool {
		return got["space_selection"] == "selected" && got["site_selection"] == "selected"
	})
	p.then("installation.selection", "PATCH", chatOn, `{"space_selection":"all"}`, chatOn+"/spaces", has(2))
	return chatProofs(p)
}

func contentInstallationProofs() map[string]proof {
	p := proofs{}
	p["installation.content.deleted"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", docs, "").status)
		return has(0)(w.send(t, "GET", chatOn+"/sites", "").object(t))
	}
	p["installation.content.transferred"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusCreated, w.send(t, "POST", chatOn+"/spaces", `{"space":"papers"}`).status)
		to := w.Orgs.Add(orgs.Organization{}).ID
		require.Less(t, w.send(t, "POST", "/v1/spaces/papers/transfer", `{"organization":"`+to+`"}`).status, 300)
		return has(1)(w.send(t, "GET", chatOn+"/spaces", "").object(t))
	}
	return chatProofs(p)
}

func installationTokenProofs() map[string]proof {
	p := proofs{}
	p.respondsTo("integration.token-403", "ada", "GET", chatOnAll, "", http.StatusForbidden)
	as := func(name, method, path, body string, status int) proof {
		return func(t *testing.T, w *world) bool {
			return w.sendWith(t, w.TokenForIntegration(name), method, path, body).status == status
		}
	}
	p["installation.users-403"] = as("chat", "DELETE", chatOn, "", http.StatusForbidden)
	p["installation.other-403"] = as("plain", "GET", chatOn, "", http.StatusForbidden)
	created := func(t *testing.T, w *world) string {
		t.Helper()
		return w.send(t, "POST", chatOn+"/tokens", "").object(t)["token"].(string)
	}
	p["installation.token.lifetime"] = func(t *testing.T, w *world) bool {
		token := created(t, w)
		w.Advance(time.Hour)
		return w.sendWith(t, token, "GET", chatOn, "").status == http.StatusUnauthorized
	}
	p["installation.token.form"] = func(t *testing.T, w *world) bool { return strings.Count(created(t, w), ".") == 2 }
	return chatProofs(p)
}

func organizationInstallationProofs() map[string]proof {
	const statuses = acme + "/integrations/installations-status"
	p := proofs{}
	p["integrations.installations.listinorg.search"] = func(t *testing.T, w *world) bool {
		w.Integrations.Installations.Add("hidden", "acme", integrations.Installation{})
		return has(1)(w.send(t, "GET", acme+"/installations?search=hIDDEN", "").object(t))
	}
	p["integrations.installations.status.listinorg.target"] = func(t *testing.T, w *world) bool {
		w.Integrations.Installations.Add("plain", "acme", integrations.Installation{})
		count := func(target string) int {
			return strings.Count(w.send(t, "GET", statuses+"?target="+target, "").body, `"name":"plain"`)
		}
		return count("organization") == 1 && count("space") == 0
	}
	return chatProofs(p)
}

func TestLifeOfAnInstallation(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	w.seedAcme()
	w.addChat(t)
	w.Orgs.Add(orgs.Organization{ID: "other"})
	service := w.client.Integrations.Installations
	var meta api.Meta
	created := must(service.Create(t.Context(), "chat", integrations.InstallationCreate{Organization: "other"}, api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+chatOnAll+"/"+created.ID, meta.Location)
	require.Equal(t, `{}`, created.Configuration.Reveal().String())
	require.Equal(t, &integrations.Installation{
		ID: created.ID, Status: integrations.StatusPending, SpaceSelection: integrations.SelectionSelected, SiteSelection: integrations.SelectionSelected,
		Configuration: created.Configuration, CreatedAt: now, UpdatedAt: now, ExternalIDs: []string{}, Target: integrations.InstallationTarget{Organization: "other"},
		URLs: integrations.InstallationURLs{
			Location: meta.Location, App: "https://app.publishing.example/o/other/integrations/chat",
			PublicEndpoint: "https://integrations.publishing.example/chat/installations/" + created.ID,
		},
	}, created)

	w.Advance(time.Minute)
	updated := must(service.Update(t.Context(), "chat", created.ID, integrations.InstallationUpdate{Configuration: hushed(t), ExternalIDs: []string{"team", "crew"}}))(t)
	require.Equal(t, integrations.StatusActive, updated.Status)
	require.Equal(t, now.Add(time.Minute), updated.UpdatedAt)
	require.Equal(t, now, updated.CreatedAt)
	changes := must(api.NewSecretJSON(map[string]any{"color": nil, "size": 7}))(t)
	merged := must(service.MergeConfiguration(t.Context(), "chat", created.ID, changes))(t)
	require.JSONEq(t, `{"key": "hush", "color": null, "size": 7}`, merged.Configuration.Reveal().String())
	require.Equal(t, []string{"team", "crew"}, merged.ExternalIDs)
	got := must(service.Get(t.Context(), "chat", created.ID))(t)
	require.Equal(t, merged, got)
	require.Equal(t, []integrations.Installation{w.Integrations.Installations.All("chat")[0], *got}, w.Integrations.Installations.All("chat"))

	again := must(service.Create(t.Context(), "chat", integrations.InstallationCreate{Organization: "other"}))(t)
	require.Equal(t, got, again, "there is one installation on an organization")
	for id, want := range map[string]int{"team": 2, "crew": 1, "nobody": 0} {
		require.Len(t, must(service.List(t.Context(), "chat", integrations.InstallationListOptions{ExternalID: id}))(t).Items, want, id)
	}

	must(service.Delete(t.Context(), "chat", created.ID))(t)
	require.ErrorIs(t, errorOf(service.Get(t.Context(), "chat", created.ID)), api.ErrNotFound)
	for name, organization := range map[string]string{"chat": "nowhere", "hidden": "other"} {
		_, err := service.Create(t.Context(), name, integrations.InstallationCreate{Organization: organization})
		require.ErrorIs(t, err, api.ErrNotFound, "%s is private, or has no organization %s", name, organization)
	}
}

func TestIntegrationIsInstalledOnSpacesAndSitesBelowItsOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.addChat(t)
	w.Orgs.Add(orgs.Organization{ID: "other"})
	w.Spaces.Add("other", spaces.Space{ID: "elsewhere"})
	w.Sites.Add("other", sites.Site{ID: "elsewhere-too"})
	service := w.client.Integrations.Installations
	var meta api.Meta
	whole := integrations.InstallationSpaceGetOptions{Extended: new(true)}
	papers := must(service.Spaces.Create(t.Context(), "chat", "on-acme", integrations.InstallationSpaceCreate{Space: "papers"}, integrations.InstallationSpaceCreateOptions(whole), api.WithMeta(&meta)))(t)
	require.Equal(t, w.URL()+chatOn+"/spaces/papers", meta.Location)
	require.Equal(t, meta.Location, papers.URLs.Location)
	require.Equal(t, "The papers", papers.Space.Space.Title)
	require.Equal(t, integrations.StatusPending, papers.Status)
	site := must(service.Sites.Get(t.Context(), "chat", "on-acme", "docs", integrations.InstallationSiteGetOptions{}))(t)
	require.Equal(t, integrations.InstalledSite{ID: "docs"}, site.Site)
	require.Equal(t, "chat on-acme", site.Integration+" "+site.Installation)
	_, err := service.Spaces.Create(t.Context(), "chat", "on-acme", integrations.InstallationSpaceCreate{Space: "elsewhere"}, integrations.InstallationSpaceCreateOptions{})
	require.ErrorIs(t, err, api.ErrNotFound)
	_, err = service.Sites.Create(t.Context(), "chat", "on-acme", integrations.InstallationSiteCreate{SiteID: "elsewhere-too"}, integrations.InstallationSiteCreateOptions{})
	require.ErrorIs(t, err, api.ErrNotFound)
	require.EqualValues(t, 2, w.Integrations.Installations.All("chat")[0].Spaces)

	onSpace := must(service.Spaces.MergeConfiguration(t.Context(), "chat", "on-acme", "papers", hushed(t), integrations.InstallationSpaceUpdateOptions{}))(t)
	require.Equal(t, integrations.StatusActive, onSpace.Status)
	require.JSONEq(t, `{"key": "hush", "color": "red"}`, onSpace.Configuration.Reveal().String())
	onSite := must(service.Sites.Update(t.Context(), "chat", "on-acme", "docs", integrations.InstallationSiteUpdate{ExternalIDs: []string{"a"}}, integrations.InstallationSiteUpdateOptions{Extended: new(true)}))(t)
	require.Equal(t, []string{"a"}, onSite.ExternalIDs)
	require.Equal(t, "docs", onSite.Site.Site.ID)
	onSite = must(service.Sites.MergeConfiguration(t.Context(), "chat", "on-acme", "docs", hushed(t), integrations.InstallationSiteUpdateOptions{}))(t)
	require.Equal(t, integrations.StatusActive, onSite.Status)

	w.Spaces.Add("other", spaces.Space{ID: "more"})
	second := w.Integrations.Installations.Add("chat", "other", integrations.Installation{SpaceSelection: integrations.SelectionAll}).ID
	listed := mapped(collect(t, w.client.Integrations.Spaces.All(t.Context(), "chat", integrations.SpaceListOptions{Limit: 1})), func(in integrations.SpaceInstallation) string { return in.Installation + " " + in.Space.ID })
	require.Equal(t, []string{"on-acme guides", "on-acme papers", second + " elsewhere", second + " more"}, listed)
	ofSite := must(w.client.Integrations.Sites.List(t.Context(), "chat", integrations.SiteListOptions{ExternalID: "a"}))(t)
	require.Len(t, ofSite.Items, 1)
	ofSite = must(w.client.Integrations.Sites.List(t.Context(), "chat", integrations.SiteListOptions{ExternalID: "b"}))(t)
	require.Empty(t, ofSite.Items)

	must(w.client.Spaces.Delete(t.Context(), "papers"))(t)
	must(service.Sites.Delete(t.Context(), "chat", "on-acme", "docs"))(t)
	require.ErrorIs(t, errorOf(service.Sites.Get(t.Context(), "chat", "on-acme", "docs", integrations.InstallationSiteGetOptions{})), api.ErrNotFound)
	require.EqualValues(t, 1, w.Integrations.Installations.All("chat")[0].Spaces, "an installation on a deleted space is gone")

	must(service.Delete(t.Context(), "chat", "on-acme"))(t)
	_, err = service.Spaces.Get(t.Context(), "chat", "on-acme", "guides", integrations.InstallationSpaceGetOptions{})
	require.ErrorIs(t, err, api.ErrNotFound, "an installation on an organization takes those below it with it")
	require.Len(t, must(w.client.Integrations.Spaces.List(t.Context(), "chat", integrations.SpaceListOptions{}))(t).Items, 2)
}

func TestSelectionAllIsOnEverySpaceOfTheOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.addChat(t)
	service := w.client.Integrations.Installations
	updated := must(service.Update(t.Context(), "chat", "on-acme", integrations.InstallationUpdate{SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll}))(t)
	require.EqualValues(t, 2, updated.Spaces)
	w.Spaces.Add("acme", spaces.Space{ID: "later"})
	require.EqualValues(t, 3, w.Integrations.Installations.All("chat")[0].Spaces)
	must(service.Spaces.Update(t.Context(), "chat", "on-acme", "later", integrations.InstallationSpaceUpdate{Configuration: hushed(t)}, integrations.InstallationSpaceUpdateOptions{}))(t)
	later := must(service.Spaces.Get(t.Context(), "chat", "on-acme", "later", integrations.InstallationSpaceGetOptions{}))(t)
	require.Equal(t, integrations.StatusActive, later.Status)
	must(w.client.Spaces.Delete(t.Context(), "later"))(t)
	require.EqualValues(t, 2, w.Integrations.Installations.All("chat")[0].Spaces)
	must(service.Update(t.Context(), "chat", "on-acme", integrations.InstallationUpdate{SpaceSelection: integrations.SelectionSelected}))(t)
	require.EqualValues(t, 1, w.Integrations.Installations.All("chat")[0].Spaces, "those on which it was installed")
}

func TestOrganizationHasItsInstallationsAndTheirStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.addChat(t)
	w.Integrations.Installations.Add("plain", "acme", integrations.Installation{Status: integrations.StatusPaused})
	service := w.client.Integrations.Installations
	page := must(service.ListInOrg(t.Context(), "acme", integrations.InstallationListInOrgOptions{Search: "chat"}))(t)
	require.Len(t, page.Items, 1)
	require.Equal(t, "chat on-acme", page.Items[0].Integration.Name+" "+page.Items[0].Installation.ID)
	selected := func(options integrations.InstallationStatusListInOrgOptions) []string {
		var all []string
		options.Limit = 1
		for _, one := range collect(t, service.Status.AllInOrg(t.Context(), "acme", options)) {
			if name := one.Integration.Name; name == "chat" || name == "plain" {
				all = append(all, name+" "+string(one.Status))
			}
		}
		return all
	}
	statuses := func(target integrations.Target) []string {
		return selected(integrations.InstallationStatusListInOrgOptions{Target: target})
	}
	require.Equal(t, []string{"chat pending"}, selected(integrations.InstallationStatusListInOrgOptions{Space: "guides"}))
	require.Equal(t, []string{"chat pending"}, selected(integrations.InstallationStatusListInOrgOptions{Site: "docs"}))
	require.Empty(t, selected(integrations.InstallationStatusListInOrgOptions{Space: "elsewhere"}))
	require.Equal(t, []string{"chat pending", "plain paused"}, statuses(""))
	require.Equal(t, []string{"chat pending"}, statuses(integrations.TargetSpace))
	require.Equal(t, []string{"chat pending"}, statuses(integrations.TargetSite))
	require.Equal(t, integrations.StatusPaused, must(service.Status.GetInOrg(t.Context(), "acme", "plain"))(t).Status)
	w.Orgs.Add(orgs.Organization{ID: "other"})
	require.ErrorIs(t, errorOf(service.Status.GetInOrg(t.Context(), "other", "plain")), api.ErrNotFound)
}

func TestUsersIntegrationsAndInstallationsAreDifferentCallers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.addChat(t)
	other := w.Orgs.Add(orgs.Organization{}).ID
	elsewhere := w.Integrations.Installations.Add("chat", other, integrations.Installation{}).ID
	token := must(w.ClientForIntegration("chat").Integrations.Installations.Tokens.Create(t.Context(), "chat", "on-acme"))(t)
	clients := map[string]*publishing.Client{
		"server": w.client, "user": w.ClientFor("ada"), "integration": w.ClientForIntegration("chat"), "other": w.ClientForIntegration("plain"),
		"installation": w.clientWithToken(t, token.Token),
	}
	for name, test := range map[string]struct {
		call    func(client *publishing.Client) error
		allowed []string
	}{
		"list": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.List(t.Context(), "chat", integrations.InstallationListOptions{}))
		}, []string{"server", "integration"}},
		"list of spaces": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Spaces.List(t.Context(), "chat", integrations.SpaceListOptions{}))
		}, []string{"server", "integration"}},
		"list of sites": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Sites.List(t.Context(), "chat", integrations.SiteListOptions{}))
		}, []string{"server", "integration"}},
		"token": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.Tokens.Create(t.Context(), "chat", "on-acme"))
		}, []string{"server", "integration"}},
		"get": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.Get(t.Context(), "chat", "on-acme"))
		}, []string{"server", "user", "integration", "installation"}},
		"get of another": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.Get(t.Context(), "chat", elsewhere))
		}, []string{"server", "user", "integration"}},
		"remove from a space": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.Spaces.Delete(t.Context(), "chat", "on-acme", "guides"))
		}, []string{"server", "user", "integration", "installation"}},
		"install": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Installations.Create(t.Context(), "chat", integrations.InstallationCreate{Organization: "acme"}))
		}, []string{"server", "user"}},
		"publish": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Publish(t.Context(), "more", integrations.Publish{Organization: "acme", Script: "main()", Title: "More", Scopes: []integrations.Scope{}, Visibility: integrations.VisibilityPublic}))
		}, []string{"server", "user"}},
		"unpublish": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Unpublish(t.Context(), "nowhere"))
		}, []string{"server", "user"}},
		"development mode": {func(client *publishing.Client) error {
			return client.Integrations.Dev.Put(t.Context(), "chat", integrations.DevPut{TunnelURL: "https://tunnel.example"})
		}, []string{"server", "user"}},
		"end of the development mode": {func(client *publishing.Client) error {
			return errorOf(client.Integrations.Dev.Delete(t.Context(), "chat"))
		}, []string{"server", "user"}},
		"space": {func(client *publishing.Client) error {
			return errorOf(client.Spaces.Get(t.Context(), "guides", spaces.GetOptions{}))
		}, []string{"server", "user", "integration", "other", "installation"}},
	} {
		for who, client := range clients {
			err := test.call(client)
			if slices.Contains(test.allowed, who) {
				require.NoError(t, err, "%s: %s", name, who)
			} else {
				require.ErrorIs(t, err, api.ErrForbidden, "%s: %s", name, who)
			}
		}
	}
	first := w.TokenForIntegration("chat")
	require.Equal(t, first, w.TokenForIntegration("chat"))

	must(w.client.Integrations.Installations.Delete(t.Context(), "chat", "on-acme"))(t)
	require.ErrorIs(t, errorOf(clients["installation"].Spaces.Get(t.Context(), "guides", spaces.GetOptions{})), api.ErrUnauthorized, "the token of an installation that is gone")
}

func (w *world) clientWithToken(t *testing.T, token api.Secret) *publishing.Client {
	t.Helper()
	client := must(publishing.NewClient(w.URL(), publishing.WithToken(token.Reveal()), publishing.WithoutRetry()))(t)
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// TestClientWithATokenSourceFollowsItsInstallation is about a client whose source creates tokens
// with another client.
func TestClientWithATokenSourceFollowsItsInstallation(t *testing.T) {
	t.Parallel()
	const create = "Integrations.Installations.Tokens.Create"
	w := newWorld(t)
	w.seedAcme()
	w.addChat(t)
	source := w.ClientForIntegration("chat").Integrations.Installations.TokenSource("chat", "on-acme")
	client := must(publishing.NewClient(w.URL(), publishing.WithTokenSource(source)))(t)
	t.Cleanup(client.CloseIdleConnections)
	together := func() {
		t.Helper()
		errs := make([]error, 64)
		var calls sync.WaitGroup
		for i := range errs {
			calls.Go(func() { _, errs[i] = client.Integrations.Installations.Get(t.Context(), "chat", "on-acme") })
		}
		calls.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
	}
	together()
	require.Equal(t, 1, w.Calls.Count(create))
	together()
	require.Equal(t, 1, w.Calls.Count(create))
	w.Advance(2 * time.Hour) // the source has another clock, by which the token has not expired
	together()
	require.Equal(t, 2, w.Calls.Count(create), "64 calls that were rejected with a 401 renew the token once")

	must(w.client.Integrations.Installations.Delete(t.Context(), "chat", "on-acme"))(t)
	cause, ok := errors.AsType[*api.Error](errorOf(client.Spaces.Get(t.Context(), "guides", spaces.GetOptions{})))
	require.True(t, ok)
	require.Equal(t, []any{create, 404}, []any{cause.Operation, cause.Status})
}

func TestSeededInstallationsOnContentAreThoseOfTheService(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seedAcme()
	w.Integrations.Add("acme", integrations.Integration{Name: "bare"})
	w.Integrations.Installations.Add("bare", "acme", integrations.Installation{ID: "bare-on-acme"})
	onSpace := w.Integrations.Installations.Spaces.Add("bare", "bare-on-acme", "guides", integrations.SpaceInstallation{Status: integrations.StatusPaused, Configuration: hushed(t)})
	onSite := w.Integrations.Installations.Sites.Add("bare", "bare-on-acme", "docs", integrations.SiteInstallation{ExternalIDs: []string{"room"}})
	require.Equal(t, integrations.StatusPaused, onSpace.Status)
	require.Equal(t, integrations.StatusActive, onSite.Status)

	below := w.client.Integrations.Installations
	require.Equal(t, onSpace, *must(below.Spaces.Get(t.Context(), "bare", "bare-on-acme", "guides", integrations.InstallationSpaceGetOptions{}))(t))
	require.Equal(t, onSite, *must(below.Sites.Get(t.Context(), "bare", "bare-on-acme", "docs", integrations.InstallationSiteGetOptions{}))(t))
	installed := must(w.client.Integrations.ListInSpace(t.Context(), "guides", integrations.ListInSpaceOptions{}))(t)
	require.Equal(t, "diagrams bare", namesOf(installed.Items))
	events := w.Integrations.Events.All("bare")
	require.Equal(t, integrations.EventTypeSiteInstallationSetup, events[len(events)-1].Event.Payload.Type)

	must(below.Spaces.Delete(t.Context(), "bare", "bare-on-acme", "guides"))(t)
	require.Empty(t, w.Integrations.Installations.Spaces.All("bare", "bare-on-acme"))
	must(below.Update(t.Context(), "bare", "bare-on-acme", integrations.InstallationUpdate{SpaceSelection: integrations.SelectionAll}))(t)
	require.Len(t, w.Integrations.Installations.Spaces.All("bare", "bare-on-acme"), 2, "the selection is all")
	require.Equal(t, []integrations.SiteInstallation{onSite}, w.Integrations.Installations.Sites.All("bare", "bare-on-acme"))
}
