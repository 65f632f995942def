package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
)

func samlProofs() map[string]proof {
	const path, one = acme + "/saml", acme + "/saml/saml"
	p := proofs{}
	p.rejects("orgs.saml.default-team", "POST", path, `{"label":"x","defaultTeam":"nowhere"}`, "defaultTeam")
	p.shows("orgs.saml.create.role-absent", "POST", path, `{"label":"x"}`, func(created map[string]any) bool { return created["defaultRole"] == "read" })
	p.shows("orgs.saml.sso-url", "POST", path, `{"label":"x"}`, func(created map[string]any) bool {
		return created["ssoURL"] != "" && created["status"] == "pending"
	})
	p.shows("orgs.saml.status", "POST", path, `{"label":"x"}`, func(created map[string]any) bool { return created["status"] == "pending" })
	p["orgs.sso.active"] = func(t *testing.T, w *world) bool {
		require.Equal(t, "pending", w.send(t, "POST", path, `{"label":"x"}`).object(t)["status"])
		return ids(w.send(t, "GET", acme+"/sso", "").object(t)) == "saml"
	}
	return p
}

func TestLifeOfASAMLProvider(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	team := w.Orgs.Teams.Add(w.org, api.Team{})
	saml := w.client.Orgs.SAML
	created := must(saml.Create(t.Context(), w.org, orgs.SAMLCreate{Label: "Acme"}))(t)
	require.Equal(t, "saml-provider", created.Object)
	require.Equal(t, orgs.SAMLStatusPending, created.Status)
	require.Equal(t, new(api.RoleRead), created.DefaultRole)
	require.Nil(t, created.DefaultTeam)
	logins := must(w.client.Orgs.SSO(t.Context(), w.org))(t)
	require.Empty(t, logins.Items)

	changed := must(saml.Update(t.Context(), w.org, created.ID, orgs.SAMLUpdate{
		Label: new("Acme SSO"), EntityID: new("acme"), Certificate: new("-----BEGIN"), SSOURL: new("https://sso.acme.example"),
		DefaultTeam: &team.ID, DefaultRole: api.Null[api.Role](),
	}))(t)
	want := *created
	want.Label, want.EntityID, want.Certificate, want.SSOURL = "Acme SSO", "acme", "-----BEGIN", "https://sso.acme.example"
	want.DefaultTeam, want.DefaultRole, want.Status = &team, nil, orgs.SAMLStatusActive
	require.Equal(t, &want, changed, "an id goes in, the team comes out; null is for guests")
	require.Equal(t, changed, must(saml.Update(t.Context(), w.org, created.ID, orgs.SAMLUpdate{}))(t))
	require.Equal(t, changed, must(saml.Get(t.Context(), w.org, created.ID))(t))
	body := w.send(t, "GET", w.at("/saml/"+created.ID), "").object(t)
	require.Contains(t, body, "defaultRole")
	require.Nil(t, body["defaultRole"])
	page := must(saml.List(t.Context(), w.org, orgs.SAMLListOptions{}))(t)
	require.Equal(t, []orgs.SAMLProvider{*changed}, page.Items)
	require.Equal(t, page.Items, w.Orgs.SAML.All(w.org))
	logins = must(w.client.Orgs.SSO(t.Context(), w.org))(t)
	require.Equal(t, []orgs.SSOLogin{{ID: created.ID, Label: "Acme SSO", StartURL: changed.Service.StartURL}}, logins.Items)

	must(saml.Delete(t.Context(), w.org, created.ID))(t)
	require.Nil(t, must(saml.Create(t.Context(), w.org, orgs.SAMLCreate{Label: "Acme", DefaultRole: api.Null[api.Role]()}))(t).DefaultRole)
}

func TestDefaultTeamIsOneOfTheOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	elsewhere := w.Orgs.Teams.Add(w.Orgs.Add(orgs.Organization{}).ID, api.Team{}).ID
	provider := w.Orgs.SAML.Add(w.org, orgs.SAMLProvider{})
	require.ErrorIs(t, errorOf(w.client.Orgs.SAML.Create(t.Context(), w.org, orgs.SAMLCreate{Label: "x", DefaultTeam: &elsewhere})), publishing.ErrBadRequest)
	require.ErrorIs(t, errorOf(w.client.Orgs.SAML.Update(t.Context(), w.org, provider.ID, orgs.SAMLUpdate{Label: new("x"), DefaultTeam: &elsewhere})), publishing.ErrBadRequest)
	require.Equal(t, []orgs.SAMLProvider{provider}, w.Orgs.SAML.All(w.org))
}
