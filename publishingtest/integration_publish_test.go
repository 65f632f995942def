package publishingtest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
)

// publication returns the body that publishes an integration of the organization acme, with more
// fields.
func publication(more string) string {
	body := `{"organization":"acme","script":"main()","title":"New","description":"x","scopes":[]`
	if more != "" {
		body += "," + more
	}
	return body + `}`
}

func integrationPublishProofs() map[string]proof {
	const op, path = "integrations.publish", "/v1/integrations/new"
	p := proofs{}
	p.shows(op+".version", "POST", "/v1/integrations/diagrams", publication(""), func(got map[string]any) bool { return got["version"] == 2.0 })
	p[op+".owner-403"] = func(t *testing.T, w *world) bool {
		other := w.Orgs.Add(orgs.Organization{}).ID
		body := strings.Replace(publication(""), "acme", other, 1)
		return w.send(t, "POST", "/v1/integrations/diagrams", body).status == http.StatusForbidden
	}
	p[op+".replaces"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "POST", path, publication(`"summary":"x"`)).status)
		return w.send(t, "POST", path, publication("")).object(t)["summary"] == nil
	}

	const dev = "/v1/integrations/diagrams/dev"
	p.responds("integrations.dev.delete.off-205", "DELETE", dev, "", http.StatusResetContent)
	return p
}

// developIntegration publishes the integration "diagrams", queues a task for it and switches its
// development mode on.
func (w *world) developIntegration() {
	var body integrations.Publish
	err := json.Unmarshal([]byte(fullPublication), &body)
	if err == nil {
		_, err = w.client.Integrations.Publish(context.Background(), "diagrams", body)
	}
	if err == nil {
		err = w.client.Integrations.Tasks.Create(context.Background(), "diagrams", integrations.TaskCreate{Task: api.Raw(`{"a":1}`), Schedule: new(int64(1))})
	}
	if err == nil {
		err = w.client.Integrations.Dev.Put(context.Background(), "diagrams", integrations.DevPut{TunnelURL: "x", All: new(true)})
	}
	if err != nil {
		panic(err)
	}
}

var newIntegration = integrations.Publish{
	Script: "main()", Title: "New", Description: "Shows samples", Scopes: []integrations.Scope{integrations.ScopeSpaceContentRead},
}

func TestIntegrationIsPublishedAgainAndUnpublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	service := w.client.Integrations
	first := newIntegration
	first.Organization = w.org
	first.Icon, first.PreviewImages = []byte("\x89PNG"), [][]byte{{1}, {2}}
	first.Visibility, first.Target = integrations.VisibilityPublic, integrations.TargetSite
	first.Secrets = api.NewSecretMap(map[string]string{"KEY": "hush-hush"})
	first.Blocks = []integrations.Block{{ID: "a", Title: "Aa", Markdown: &integrations.BlockMarkdown{Codeblock: new("a"), Body: new("b")}}}
	first.Configurations = &integrations.Configurations{Account: &integrations.Configuration{Component: &integrations.ConfigurationComponent{ComponentID: "config"}}}
	var body []byte
	got := must(service.Publish(t.Context(), "new", first, api.WithRawBody(&body)))(t)
	require.NotContains(t, string(body), "hush")
	require.Equal(t, integrations.Integration{
		Object: "integration", Name: "new", Version: 1, Title: "New", Description: new("Shows samples"),
		PreviewImages: []string{"https://integrations.publishing.example/new/previews/1.png", "https://integrations.publishing.example/new/previews/2.png"},
		Target:        integrations.TargetSite, Visibility: integrations.VisibilityPublic, Scopes: first.Scopes, Categories: []integrations.Category{},
		Blocks: first.Blocks, Configurations: first.Configurations, ExternalLinks: []integrations.ExternalLink{}, Owner: w.Orgs.All()[0],
		URLs: integrations.URLs{
			Location: w.URL() + "/v1/integrations/new", Icon: new("https://integrations.publishing.example/new/icon.png"), App: "https://app.publishing.example/integrations/new",
			Assets: "https://integrations.publishing.example/new/assets", PublicEndpoint: "https://integrations.publishing.example/new",
		},
		Permissions: integrations.Permissions{Admin: true},
	}, *got)
	require.Equal(t, first, w.Integrations.Publication("new"))
	require.Equal(t, *got, w.Integrations.Get("new"))

	second := newIntegration
	second.Organization, second.Title = w.org, "Newer"
	again := must(service.Publish(t.Context(), "new", second))(t)
	require.EqualValues(t, 2, again.Version)
	require.Equal(t, "Newer", again.Title)
	require.Nil(t, again.URLs.Icon)
	require.Empty(t, again.PreviewImages)
	require.Nil(t, again.Blocks)
	require.Nil(t, again.Configurations)
	require.Equal(t, integrations.VisibilityPrivate, again.Visibility)
	require.Equal(t, second, w.Integrations.Publication("new"), "the secrets are replaced too")
	require.Equal(t, again, must(service.Get(t.Context(), "new"))(t))

	must(service.Unpublish(t.Context(), "new"))(t)
	require.ErrorIs(t, errorOf(service.Get(t.Context(), "new")), api.ErrNotFound)
	got = must(service.Publish(t.Context(), "new", first))(t)
	require.EqualValues(t, 1, got.Version)
}

func TestIntegrationBelongsToTheOrganizationThatPublishesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	acme := w.Orgs.Add(orgs.Organization{Hostname: new("acme")})
	w.Subdomains.Add(acme.ID, orgs.Subdomain{Subdomain: "acme-old"})
	publish := func(organization string) (*integrations.Integration, error) {
		body := newIntegration
		body.Organization = organization
		return w.client.Integrations.Publish(t.Context(), "new", body)
	}
	for i, organization := range []string{acme.ID, "Acme", "acme-old"} {
		got := must(publish(organization))(t)
		require.Equal(t, acme.ID, got.Owner.ID)
		require.EqualValues(t, i+1, got.Version)
	}
	require.ErrorIs(t, errorOf(publish(w.org)), api.ErrForbidden)
	require.ErrorIs(t, errorOf(publish("nowhere")), api.ErrNotFound)
	require.EqualValues(t, 3, w.Integrations.Get("new").Version)
}

func TestTasksAreQueuedInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Integrations.Add(w.org, integrations.Integration{Name: "crm"})
	require.Empty(t, w.Integrations.Tasks.All("crm"))
	tasks := []integrations.TaskCreate{{Task: api.Raw(`{"type":"sync","at":[1]}`), Schedule: new(int64(60))}, {Task: api.Raw(`{}`)}}
	for _, task := range tasks {
		require.NoError(t, w.client.Integrations.Tasks.Create(t.Context(), "crm", task))
	}
	require.Equal(t, tasks, w.Integrations.Tasks.All("crm"))
}

func TestDevModeIsSwitched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Integrations.Add(w.org, integrations.Integration{Name: "crm"})
	service := w.client.Integrations.Dev
	require.Nil(t, w.Integrations.Dev.Get("crm"))
	for _, mode := range []integrations.DevPut{{TunnelURL: "https://tunnel.example", All: new(true)}, {TunnelURL: "https://other.example"}} {
		require.NoError(t, service.Put(t.Context(), "crm", mode))
		require.Equal(t, &mode, w.Integrations.Dev.Get("crm"))
	}
	for range 2 {
		require.Equal(t, api.Deleted, must(service.Delete(t.Context(), "crm"))(t))
		require.Nil(t, w.Integrations.Dev.Get("crm"))
	}
	require.ErrorIs(t, errorOf(service.Delete(t.Context(), "nowhere")), api.ErrNotFound)
}
