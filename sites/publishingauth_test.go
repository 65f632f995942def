package sites_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func updateAuth(update sites.PublishingAuthUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Publishing.Auth.Update(a.Ctx, a.ID[0], a.ID[1], update, a.Opts...)
	}
}

var publishingAuthRows = []contract.Row{
	{
		Op: "Sites.Publishing.Auth.Get",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Publishing.Auth.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET " + siteRequest + "/publishing/auth",
		Status:   200,
		Response: "publishing-auth.json",
	},
	{
		Op:   "Sites.Publishing.Auth.Get",
		Name: "integration",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Publishing.Auth.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "GET " + siteRequest + "/publishing/auth",
		Status:   200,
		Response: `{"object": "publishing-auth", "privateKey": "pk_2", "backend": "integration", "integration": "oidc"}`,
	},

	{
		Op:       "Sites.Publishing.Auth.Update",
		Call:     updateAuth(sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set("https://login.acme.example.com/?from=docs")}),
		Request:  "PATCH " + siteRequest + "/publishing/auth",
		Body:     `{"backend": "custom", "fallbackURL": "https://login.acme.example.com/?from=docs"}`,
		Status:   200,
		Response: "publishing-auth.json",
	},
	{
		Op:       "Sites.Publishing.Auth.Update",
		Name:     "null",
		Call:     updateAuth(sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendIntegration, FallbackURL: api.Null[string]()}),
		Request:  "PATCH " + siteRequest + "/publishing/auth",
		Body:     `{"backend": "integration", "fallbackURL": null}`,
		Status:   200,
		Response: "publishing-auth.json",
	},

	{
		Op: "Sites.Publishing.Auth.Regenerate",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Publishing.Auth.Regenerate(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
		},
		Request:  "POST " + siteRequest + "/publishing/auth/regenerate",
		Status:   200,
		Response: "publishing-auth.json",
	},
}

func TestFallbackURLHasNoLocationOfItsOwn(t *testing.T) {
	t.Parallel()
	const address = "https://login.acme.example.com/?location=%2Fhome"
	area.Rejects(t, "Sites.Publishing.Auth.Update", updateAuth(sites.PublishingAuthUpdate{Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set(address)}),
		"fallbackURL", `a URL without the parameter "location" in its query`, address)
}

func TestFieldsOfAnUnknownBackendAreKeptAsSecrets(t *testing.T) {
	t.Parallel()
	const body = `{"object": "publishing-auth", "privateKey": "pk_1", "backend": "passkey", "relyingParty": {"secret": "hush"}}`
	got := contract.Call(t, func(a contract.Args) (any, error) {
		return a.Sites.Publishing.Auth.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
	}, []string{"org_1", "site_1"}, body)
	require.NoError(t, got.Err)
	auth := got.Values[0].(*sites.PublishingAuth)
	require.Equal(t, spaces.VisitorAuthBackend("passkey"), auth.Backend)
	require.JSONEq(t, `{"secret": "hush"}`, string(auth.Extra["relyingParty"].Reveal()))
	encoded, err := auth.MarshalJSON()
	require.NoError(t, err)
	require.JSONEq(t, body, string(encoded))
}
