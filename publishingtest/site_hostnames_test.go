package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

func hostnameProofs() map[string]proof {
	const hostname, op = "/v1/custom-hostnames/docs.acme.example", "customhostnames."
	p := proofs{}
	p.responds("hostname.absent-404", "GET", "/v1/custom-hostnames/no.acme.example", "", http.StatusNotFound)
	with := func(id string, holds func(t *testing.T, w *world) bool) {
		p[id] = func(t *testing.T, w *world) bool {
			w.Sites.Add("acme", sites.Site{ID: "hosted", Hostname: new("docs.acme.example")})
			return holds(t, w)
		}
	}
	with("hostname.live", func(t *testing.T, w *world) bool { return w.send(t, "GET", hostname, "").object(t)["isActive"] == true })
	with(op+"revalidate.passed-409", responds("PATCH", hostname, "", http.StatusConflict))
	with(op+"revalidate.passes", func(t *testing.T, w *world) bool {
		w.CustomHostnames.SetStatus("docs.acme.example", sites.HostnameStatusDNSNoCNAME)
		require.Equal(t, http.StatusNoContent, w.send(t, "PATCH", hostname, "").status)
		return w.send(t, "GET", hostname, "").object(t)["status"] == "dns_passed"
	})
	return p
}

func TestStatusOfAHostnameEndsWithItsSite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const name = "docs.acme.example"
	site := w.Sites.Add(w.org, sites.Site{Hostname: new(name)}).ID
	w.CustomHostnames.SetStatus(name, sites.HostnameStatusSSLFailed)
	must(w.client.Sites.Delete(t.Context(), w.org, site))(t)
	w.Sites.Add(w.org, sites.Site{Hostname: new(name)})
	require.Equal(t, new(sites.HostnameStatusLive), w.CustomHostnames.All()[0].Status)
	require.Equal(t, w.CustomHostnames.All()[0], *must(w.client.CustomHostnames.Get(t.Context(), name))(t))

	const shared = "acme.example"
	org := w.Orgs.Add(orgs.Organization{CustomHostname: new(shared)}).ID
	other := w.Sites.Add(org, sites.Site{Hostname: new(shared)}).ID
	w.CustomHostnames.SetStatus(shared, sites.HostnameStatusSSLPending)
	got := must(w.client.CustomHostnames.Get(t.Context(), shared))(t)
	require.Equal(t, sites.HostnameTargetTypeOrganization, got.Target.Type, "the organization comes before its site")
	must(w.client.Sites.Delete(t.Context(), org, other))(t)
	got = must(w.client.CustomHostnames.Get(t.Context(), shared))(t)
	require.Equal(t, new(sites.HostnameStatusSSLPending), got.Status, "it is that of the organization")
}

func TestHostnamesAreThoseOfOrganizationsAndSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const ofOrg, ofSite = "acme.example", "docs.acme.example"
	org := w.Orgs.Add(orgs.Organization{CustomHostname: new(ofOrg)}).ID
	site := w.Sites.Add(org, sites.Site{Hostname: new(ofSite), Published: true, Basename: new("docs")}).ID
	require.Equal(t, []sites.CustomHostname{
		{
			Object: "custom-hostname", Hostname: ofOrg, Target: sites.HostnameTarget{Type: sites.HostnameTargetTypeOrganization, Organization: &org},
			IsActive: true, Status: new(sites.HostnameStatusLive), URLs: sites.CustomHostnameURLs{Location: w.URL() + "/v1/custom-hostnames/" + ofOrg},
		},
		{
			Object: "custom-hostname", Hostname: ofSite, Target: sites.HostnameTarget{Type: sites.HostnameTargetTypeSite, Site: &site},
			IsActive: true, Status: new(sites.HostnameStatusLive), URLs: sites.CustomHostnameURLs{Location: w.URL() + "/v1/custom-hostnames/" + ofSite},
		},
	}, w.CustomHostnames.All())
	service := w.client.CustomHostnames
	for _, want := range w.CustomHostnames.All() {
		require.Equal(t, want, *must(service.Get(t.Context(), want.Hostname))(t))
	}
	require.ErrorIs(t, service.Revalidate(t.Context(), ofSite), api.ErrConflict)

	w.CustomHostnames.SetStatus(ofSite, sites.HostnameStatusDNSWrongCNAME)
	got := must(service.Get(t.Context(), ofSite))(t)
	require.False(t, got.IsActive)
	require.Equal(t, new(sites.HostnameStatusDNSWrongCNAME), got.Status)
	require.NoError(t, service.Revalidate(t.Context(), ofSite))
	got = must(service.Get(t.Context(), ofSite))(t)
	require.Equal(t, new(sites.HostnameStatusDNSPassed), got.Status)

	for _, name := range []string{ofOrg, ofSite} {
		must(service.Delete(t.Context(), name))(t)
		require.ErrorIs(t, errorOf(service.Get(t.Context(), name)), api.ErrNotFound)
		require.ErrorIs(t, service.Revalidate(t.Context(), name), api.ErrNotFound)
	}
	require.Empty(t, w.CustomHostnames.All())
	require.Nil(t, w.Sites.All(org)[0].Hostname)
	require.Contains(t, *w.Sites.All(org)[0].URLs.Published, "publishing.example/docs")
}
