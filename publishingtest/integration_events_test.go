package publishingtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seedBot adds the integration bot, which is installed on the space guides, with two events
// after those of its setups.
func (w *world) seedBot() {
	w.addInstalled("bot", "acme", integrations.Installation{ID: "bot-on-acme"}, "guides")
	for _, id := range []string{"earlier", "later"} {
		w.Integrations.Events.Add("bot", integrations.Event{ID: id, Payload: integrations.EventPayload{
			Type: integrations.EventTypeFetchPublishedScript, FetchPublishedScript: &integrations.FetchPublishedScriptEvent{InstallationID: "bot-on-acme", SiteID: "docs"},
		}})
	}
}

// addInstalled adds an integration that is installed on an organization and on some of its spaces.
func (w *world) addInstalled(name, org string, installation integrations.Installation, spaceIDs ...string) {
	w.Integrations.Add(org, integrations.Integration{Name: name, Title: "Integration " + name})
	w.Integrations.Installations.Add(name, org, installation)
	for _, id := range spaceIDs {
		w.Integrations.Installations.Spaces.Add(name, installation.ID, id, integrations.SpaceInstallation{})
	}
}

// seedEachEvent adds an event of each known type to those of the integration bot.
func (w *world) seedEachEvent(t *testing.T) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "integrations", "testdata", "events.json"))
	require.NoError(t, err)
	user, err := json.Marshal(w.Caller())
	require.NoError(t, err)
	var events pagination.Page[integrations.Event]
	require.NoError(t, json.Unmarshal(bytes.ReplaceAll(file, []byte(`"@api/user.json"`), user), &events))
	for _, event := range events.Items {
		if event.Payload.Raw == nil {
			event.ID = "seeded-" + event.ID
			event.IntegrationID, event.Payload.ID = "", event.ID
			w.Integrations.Events.Add("bot", event)
		}
	}
}

// events returns the events of an integration, except those of setups, the oldest first.
func (w *world) events(name string) []integrations.TracedEvent {
	return slices.DeleteFunc(w.Integrations.Events.All(name), func(e integrations.TracedEvent) bool {
		return strings.HasSuffix(string(e.Event.Payload.Type), "installation_setup")
	})
}

// told returns the types of the events that events returns.
func (w *world) told(name string) []integrations.EventType {
	return mapped(w.events(name), func(e integrations.TracedEvent) integrations.EventType { return e.Event.Payload.Type })
}

func integrationEventProofs() map[string]proof {
	const bot, render = "/v1/integrations/bot", "/v1/integrations/bot/render"
	p := proofs{}
	p.shows("integrations.events.list.newest-first", "GET", bot+"/events", "", func(list map[string]any) bool { return strings.HasPrefix(ids(list), "later earlier ") })
	p["integrations.events.installations"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusResetContent, w.send(t, "DELETE", bot+"/installations/bot-on-acme", "").status)
		return len(w.told("bot")) > 2
	}
	p["integrations.events.content"] = func(_ *testing.T, w *world) bool {
		w.Spaces.Pages.Add("guides", "", "", publishingtest.Page{Title: "New"})
		return len(w.told("bot")) == 3 && w.told("bot")[2] == integrations.EventTypeSpaceContentUpdated
	}
	p["integrations.events.git"] = func(_ *testing.T, w *world) bool {
		w.startGit()
		return len(w.told("bot")) == 3 && w.told("bot")[2] == integrations.EventTypeSpaceGitSyncStarted
	}
	p.responds("integrations.render.script-404", "POST", render, fmt.Sprintf(renderBody, `{"type":"document","theme":"dark","spaceId":"guides","editable":true}`), http.StatusNotFound)

	return p
}

// renderBody is the body of a render with a place for the context.
const renderBody = `{"componentId":"poll","props":{},"context":%s}`

func TestLifeOfAnInstallationIsTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := newWorld(t, publishingtest.WithClock(func() time.Time { return now }))
	form := &integrations.Configuration{Component: &integrations.ConfigurationComponent{ComponentID: "form"}}
	w.Integrations.Add(w.org, integrations.Integration{Name: "bot", Configurations: &integrations.Configurations{Account: form, Space: form, Site: form}})
	space, site := w.Spaces.Add(w.org, spaces.Space{}).ID, w.Sites.Add(w.org, sites.Site{}).ID
	none := must(api.NewSecretJSON(struct{}{}))(t)
	configuration := must(api.NewSecretJSON(map[string]string{"token": "now"}))(t)
	previous := &integrations.PreviousInstallation{Status: new(integrations.StatusPending), Configuration: none}
	removed := integrations.PreviousInstallation{Configuration: configuration}

	service := w.client.Integrations.Installations
	installation := must(service.Create(t.Context(), "bot", integrations.InstallationCreate{Organization: w.org}))(t)
	in := installation.ID
	must(service.Spaces.Create(t.Context(), "bot", in, integrations.InstallationSpaceCreate{Space: space}, integrations.InstallationSpaceCreateOptions{}))(t)
	must(service.Sites.Create(t.Context(), "bot", in, integrations.InstallationSiteCreate{SiteID: site}, integrations.InstallationSiteCreateOptions{}))(t)
	must(service.Update(t.Context(), "bot", in, integrations.InstallationUpdate{Configuration: configuration}))(t)
	must(service.Spaces.Update(t.Context(), "bot", in, space, integrations.InstallationSpaceUpdate{Configuration: configuration}, integrations.InstallationSpaceUpdateOptions{}))(t)
	must(service.Sites.Update(t.Context(), "bot", in, site, integrations.InstallationSiteUpdate{Configuration: configuration}, integrations.InstallationSiteUpdateOptions{}))(t)
	must(service.Delete(t.Context(), "bot", in))(t)

	page := must(w.client.Integrations.Events.List(t.Context(), "bot", integrations.EventListOptions{}))(t)
	want := []integrations.EventPayload{
		{Type: "installation_deleted", InstallationDeleted: &integrations.InstallationDeletedEvent{InstallationID: in, Previous: removed}},
		{Type: "site_installation_deleted", SiteInstallationDeleted: &integrations.SiteInstallationDeletedEvent{InstallationID: in, SiteID: site, Previous: removed}},
		{Type: "space_installation_deleted", SpaceInstallationDeleted: &integrations.SpaceInstallationDeletedEvent{InstallationID: in, SpaceID: space, Previous: removed}},
		{Type: "site_installation_setup", SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{InstallationID: in, SiteID: site, Status: integrations.StatusActive, Previous: previous}},
		{Type: "space_installation_setup", SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{InstallationID: in, SpaceID: space, Status: integrations.StatusActive, Previous: previous}},
		{Type: "installation_setup", InstallationSetup: &integrations.InstallationSetupEvent{InstallationID: in, Status: integrations.StatusActive, Previous: previous}},
		{Type: "site_installation_setup", SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{InstallationID: in, SiteID: site, Status: integrations.StatusPending}},
		{Type: "space_installation_setup", SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{InstallationID: in, SpaceID: space, Status: integrations.StatusPending}},
		{Type: "installation_setup", InstallationSetup: &integrations.InstallationSetupEvent{InstallationID: in, Status: integrations.StatusPending}},
	}
	require.Len(t, page.Items, len(want))
	for i, got := range page.Items {
		want[i].ID = got.ID
		require.Equal(t, integrations.Event{ID: got.ID, IntegrationID: "bot", InstallationID: new(in), CreatedAt: now, Status: integrations.EventStatusSuccess, Payload: want[i]}, got)
		one := must(w.client.Integrations.Events.Get(t.Context(), "bot", got.ID))(t)
		require.Equal(t, &integrations.TracedEvent{Event: got, Trace: &integrations.EventTrace{Logs: []integrations.EventLog{}}}, one)
	}
}

// TestContentOfASpaceIsTold changes spaces with and without installations.
func TestContentOfASpaceIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, id := range []string{"installed", "other"} {
		w.Spaces.Add(w.org, spaces.Space{ID: id}, publishingtest.Page{ID: id + "-page", Title: "Page"})
	}
	foreign := w.Orgs.Add(orgs.Organization{}).ID
	w.Spaces.Add(foreign, spaces.Space{ID: "foreign"})
	w.addInstalled("selected", w.org, integrations.Installation{ID: "on-one"}, "installed")
	w.addInstalled("everywhere", w.org, integrations.Installation{ID: "on-all", SpaceSelection: integrations.SelectionAll})
	require.Empty(t, w.told("everywhere"), "the first revision is no update")

	w.Spaces.Pages.Edit("installed", "", "installed-page", func(page *publishingtest.Page) { page.Title = "Renamed" })
	w.Spaces.Pages.Add("other", "", "", publishingtest.Page{Title: "New"})
	w.Spaces.Pages.Add("foreign", "", "", publishingtest.Page{Title: "New"})
	update := func(installation, space string) integrations.EventPayload {
		got := must(w.client.Spaces.Get(t.Context(), space, spaces.GetOptions{}))(t)
		return integrations.EventPayload{Type: integrations.EventTypeSpaceContentUpdated, SpaceContentUpdated: &integrations.SpaceContentUpdatedEvent{
			InstallationID: installation, SpaceID: space, RevisionID: got.Revision,
		}}
	}
	for name, want := range map[string][]integrations.EventPayload{
		"selected":   {update("on-one", "installed")},
		"everywhere": {update("on-all", "installed"), update("on-all", "other")},
	} {
		got := w.events(name)
		require.Len(t, got, len(want), name)
		for i := range want {
			want[i].ID = got[i].Event.ID
			require.Equal(t, want[i], got[i].Event.Payload, name)
		}
	}
}

func TestGitOfASpaceIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const repository = "https://git.example.com/acme/docs.git"
	first := w.Spaces.Add(w.org, spaces.Space{ID: "guides"}).Revision
	w.addInstalled("bot", w.org, integrations.Installation{ID: "installation"}, "guides")
	w.Spaces.Git.Repositories.Set(publishingtest.GitRepository{URL: repository, OID: "c0mm1t", Pages: []publishingtest.Page{{Title: "New"}}})
	start := func() {
		require.NoError(t, w.client.Spaces.Git.Import(t.Context(), "guides", spaces.GitImport{Repository: spaces.GitRepository{URL: repository}, Ref: "refs/heads/main"}))
	}
	start()
	second := w.Spaces.Git.Complete("guides").Revision
	start()
	w.Spaces.Git.Fail("guides", "the disk is full")
	require.NoError(t, w.client.Spaces.Git.Export(t.Context(), "guides", spaces.GitExport{Repository: spaces.GitRepository{URL: repository}, Ref: "refs/heads/main", CommitMessage: "Docs", Force: new(true)}))
	w.Spaces.Git.Complete("guides")
	exported := w.Spaces.Git.Repositories.All()[0].OID
	require.NotEqual(t, "c0mm1t", exported)

	var got []string
	for _, e := range w.events("bot") {
		switch p := e.Event.Payload; {
		case p.SpaceGitSyncStarted != nil:
			got = append(got, fmt.Sprintf("started at %s %s", p.SpaceGitSyncStarted.RevisionID, p.SpaceGitSyncStarted.CommitID))
		case p.SpaceGitSyncCompleted != nil:
			got = append(got, fmt.Sprintf("%s at %s %s", p.SpaceGitSyncCompleted.State, p.SpaceGitSyncCompleted.RevisionID, p.SpaceGitSyncCompleted.CommitID))
		default:
			got = append(got, string(p.Type))
		}
	}
	require.Equal(t, []string{
		"started at " + first + " c0mm1t",
		"space_content_updated",
		"success at " + second + " c0mm1t",
		"started at " + second + " c0mm1t",
		"failure at " + second + " c0mm1t",
		"started at " + second + " c0mm1t",
		"success at " + second + " " + exported,
	}, got)
}

func TestSeededEventIsReturned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addInstalled("bot", w.org, integrations.Installation{ID: "installation"})
	log := integrations.EventLog{Message: new("x"), Timestamp: new(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), Level: new(integrations.LogLevelWarn)}
	unknown := w.Integrations.Events.Add("bot", integrations.Event{ID: "unknown", Payload: integrations.EventPayload{Type: "later", Raw: api.Raw(`{"type":"later","eventId":"e","later":{"n":1.50}}`)}})
	view := w.Integrations.Events.Add("bot", integrations.Event{
		InstallationID: new("installation"), CreatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Status: integrations.EventStatusFailed,
		Payload: integrations.EventPayload{Type: integrations.EventTypeSiteView, SiteView: &integrations.SiteViewEvent{
			InstallationID: "installation", SiteID: "site", Visitor: integrations.EventVisitor{AnonymousID: "visitor", Cookies: api.SecretMap{}, IP: api.NewSecret("203.0.113.7")},
		}},
	}, log)
	require.Equal(t, view.Event.ID, view.Event.Payload.ID)
	require.Equal(t, "e", unknown.Event.Payload.ID, "that of Raw")
	require.Equal(t, []integrations.EventLog{log}, view.Trace.Logs)
	require.Equal(t, []integrations.TracedEvent{unknown, view}, w.events("bot"))
	for _, want := range w.events("bot") {
		require.Equal(t, &want, must(w.client.Integrations.Events.Get(t.Context(), "bot", want.Event.ID))(t))
	}
}

func TestScriptedComponentIsRendered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.addInstalled("bot", w.org, integrations.Installation{ID: "installation"})
	shown := integrations.RenderOutput{Element: &integrations.RenderedElement{
		Element: integrations.Element{Type: integrations.ElementTypeBlock, Raw: api.Raw(`{"type":"block","children":[]}`)}, State: api.Raw(`{"votes":1}`), Props: api.Raw(`{}`),
	}}
	done := integrations.RenderOutput{Complete: &integrations.RenderedComplete{Type: integrations.RenderOutputTypeComplete, ReturnValue: api.Raw(`{"a":1}`)}}
	render := func(component string, action api.Raw) (*integrations.RenderOutput, error) {
		return w.client.Integrations.Render(t.Context(), "bot", integrations.Render{
			ComponentID: component, Props: api.Raw(`{}`), Action: action,
			Context: integrations.RenderContext{Type: integrations.RenderContextTypeSite, Theme: integrations.RenderThemeDark, SiteID: new("site")},
		})
	}
	w.Integrations.ScriptRender("bot", "poll", shown, done)
	for _, want := range []integrations.RenderOutput{shown, done, done} {
		require.Equal(t, &want, must(render("poll", nil))(t))
	}
	require.Zero(t, w.Calls.Commits("Integrations.Render"), "it only reads")
	must(render("poll", api.Raw(`{"action":"vote"}`)))(t)
	require.Equal(t, 1, w.Calls.Commits("Integrations.Render"))
	require.ErrorIs(t, errorOf(render("other", nil)), publishing.ErrNotFound)
	w.Integrations.ScriptRender("bot", "poll")
	require.ErrorIs(t, errorOf(render("poll", nil)), publishing.ErrNotFound)
}
