package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/sites"
)

func mcpServerProofs() map[string]proof {
	const servers, op = docs + "/mcp-servers", "sites.mcpservers."
	p := proofs{}
	p.responds("mcp-server.absent-404", "GET", servers+"/nowhere", "", http.StatusNotFound)
	p.shows(op+"list.order", "GET", servers, "", func(list map[string]any) bool { return ids(list) == "tools other-tools" })
	p.shows(op+"update.headers", "PATCH", servers+"/tools", `{"headers":{"b":"2","c":"3"}}`, func(got map[string]any) bool { return len(got["headers"].(map[string]any)) == 2 })
	return p
}

func TestLifeOfAnMCPServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	service := w.client.Sites.MCPServers
	headers := api.NewSecretMap(map[string]string{"Authorization": "Bearer hush", "X-Tenant": "acme"})
	created := must(service.Create(t.Context(), w.org, site, sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.acme.example", Headers: headers}))(t)
	require.Equal(t, &sites.MCPServer{
		Object: "site-mcp-server", ID: created.ID, Name: "Tickets", URL: "https://mcp.acme.example", Headers: headers,
		URLs: sites.MCPServerURLs{Location: w.URL() + w.at("/sites/"+site+"/mcp-servers/"+created.ID)},
	}, created)
	other := must(service.Create(t.Context(), w.org, site, sites.MCPServerCreate{Name: "Tickets", URL: "https://mcp.acme.example"}))(t)
	require.Equal(t, api.SecretMap{}, other.Headers)
	require.Equal(t, []sites.MCPServer{*created, *other}, w.Sites.MCPServers.All(w.org, site))

	renamed := must(service.Update(t.Context(), w.org, site, created.ID, sites.MCPServerUpdate{Name: new("Issues")}))(t)
	want := *created
	want.Name = "Issues"
	require.Equal(t, &want, renamed)
	moved := must(service.Update(t.Context(), w.org, site, created.ID, sites.MCPServerUpdate{URL: new("https://mcp.acme.example/v2"), Headers: api.NewSecretMap(map[string]string{"X-Key": "1"})}))(t)
	want.URL, want.Headers = "https://mcp.acme.example/v2", api.NewSecretMap(map[string]string{"X-Key": "1"})
	require.Equal(t, &want, moved)
	bare := must(service.Update(t.Context(), w.org, site, created.ID, sites.MCPServerUpdate{Headers: api.SecretMap{}}))(t)
	want.Headers = api.SecretMap{}
	require.Equal(t, &want, bare)
	got := must(service.Get(t.Context(), w.org, site, created.ID))(t)
	require.Equal(t, bare, got)

	all := collect(t, service.All(t.Context(), w.org, site, sites.MCPServerListOptions{Limit: 1}))
	require.Equal(t, []sites.MCPServer{*got, *other}, all)
	must(service.Delete(t.Context(), w.org, site, created.ID))(t)
	require.Equal(t, []sites.MCPServer{*other}, w.Sites.MCPServers.All(w.org, site))
}

func TestRejectedUpdateOfAnMCPServerChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	server := w.Sites.MCPServers.Add(w.org, site, sites.MCPServer{Headers: api.NewSecretMap(map[string]string{"A": "1"})})
	path := w.at("/sites/" + site + "/mcp-servers/" + server.ID)
	for _, body := range []string{`{"name":"x","headers":{"B":""}}`, `{"headers":null}`, `{"headers":{"B":null}}`, `{"name":"x","url":"y"}`} {
		require.Equal(t, http.StatusBadRequest, w.send(t, "PATCH", path, body).status, body)
	}
	require.Equal(t, []sites.MCPServer{server}, w.Sites.MCPServers.All(w.org, site))
}
