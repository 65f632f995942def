package stories_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
	"github.com/publishing-platform/publishing-go/urls"
)

// TestStoryOfAVisitor opens a page of a site with visitor authentication, as a program does that
// serves the pages of sites: without a token of the API, and with that of the visitor. The status
// 401, the location of the login page, that the lookup needs no token, and that the token in its
// result reads the space are the in-memory server's own ideas (rules urls.published.visitor-401,
// .location, .token and .api-token).
func TestStoryOfAVisitor(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	client := server.Client(publishing.WithAttemptTimeout(-1), strict, strictWrites)
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID
	guides := server.Spaces.Add(org, spaces.Space{Title: "Guides"}, publishingtest.Page{Title: "First steps"}).ID
	site := server.Sites.Add(org, sites.Site{Title: "Partners", Visibility: sites.VisibilityVisitorAuth, Hostname: new("partners.acme.example"), Published: true}, guides).ID
	auth, err := client.Sites.Publishing.Auth.Update(t.Context(), org, site, sites.PublishingAuthUpdate{
		Backend: spaces.VisitorAuthBackendCustom, FallbackURL: api.Set("https://login.acme.example/partners"),
	})
	require.NoError(t, err)

	reader, err := publishing.NewClient(server.URL(), publishing.WithoutAuth(), publishing.WithAttemptTimeout(-1), strict, strictWrites)
	require.NoError(t, err)
	t.Cleanup(reader.CloseIdleConnections)
	open := func(visitor *urls.Visitor, isFromCookie bool) (*urls.Resolved, error) {
		return reader.URLs.ResolvePublished(t.Context(), urls.PublishedLookup{
			URL: api.NewSecret("https://partners.acme.example/first-steps/in/a/few/words"), Visitor: visitor, RedirectOnError: &isFromCookie,
		})
	}
	toLogin := &urls.Resolved{Redirect: &urls.Redirect{
		Target: urls.RedirectTargetExternal, URL: "https://login.acme.example/partners?location=%2Ffirst-steps%2Fin%2Fa%2Ffew%2Fwords",
	}}
	stranger, err := open(nil, false)
	require.NoError(t, err)
	require.Equal(t, toLogin, stranger, "the location is that of the page, not of the part that was asked about first")

	token, err := sites.SignVisitorToken(auth.PrivateKey, map[string]any{"plan": "partner"}, server.Now().Add(time.Hour))
	require.NoError(t, err)
	visitor := &urls.Visitor{JWTToken: token}
	opened, err := open(visitor, false)
	require.NoError(t, err)
	require.Equal(t, site, opened.Content.Site)
	require.Equal(t, guides, opened.Content.Space)
	require.Equal(t, "first-steps/in/a/few", opened.Content.Pathname)
	require.Equal(t, "words", opened.Path)
	require.NotNil(t, opened.Content.ContextID)

	content, err := publishing.NewClient(server.URL(), publishing.WithToken(opened.Content.APIToken.Reveal()),
		publishing.WithAttemptTimeout(-1), strict, strictWrites)
	require.NoError(t, err)
	t.Cleanup(content.CloseIdleConnections)
	page, err := content.Spaces.Pages.GetByPath(t.Context(), opened.Content.Space, "first-steps", spaces.PageGetByPathOptions{})
	require.NoError(t, err)
	require.Equal(t, "First steps", page.Title)
	_, err = content.Sites.Unpublish(t.Context(), org, site)
	require.ErrorIs(t, err, publishing.ErrUnauthorized, "the token of the content only reads")

	server.Advance(time.Hour)
	for _, redirectOnError := range []bool{false, true} {
		back, err := open(visitor, redirectOnError)
		require.NoError(t, err)
		require.Equal(t, toLogin, back, "the token has expired")
	}

	token, err = sites.SignVisitorToken(auth.PrivateKey, nil, server.Now().Add(time.Hour))
	require.NoError(t, err)
	visitor = &urls.Visitor{JWTToken: token}
	_, err = open(visitor, false)
	require.NoError(t, err, "a new token with the same key")
	auth, err = client.Sites.Publishing.Auth.Regenerate(t.Context(), org, site)
	require.NoError(t, err)
	_, err = open(visitor, false)
	require.ErrorIs(t, err, publishing.ErrUnauthorized)
	require.NotContains(t, err.Error(), token.Reveal())
	back, err := open(visitor, true)
	require.NoError(t, err)
	require.Equal(t, toLogin, back, "the token was signed with another key")
	token, err = sites.SignVisitorToken(auth.PrivateKey, nil, server.Now().Add(time.Hour))
	require.NoError(t, err)
	_, err = open(&urls.Visitor{JWTToken: token}, false)
	require.NoError(t, err, "a token with the new key")

	_, err = client.Sites.Unpublish(t.Context(), org, site)
	require.NoError(t, err)
	_, err = open(&urls.Visitor{JWTToken: token}, false)
	require.ErrorIs(t, err, publishing.ErrNotFound)
}
