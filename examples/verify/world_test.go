package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// seedWorld adds an organization in which each list that can have two elements has them, and each
// operation responds with 200.
func seedWorld(t *testing.T, server *publishingtest.Server) {
	demo := server.SeedDemo()
	server.Advance(time.Second) // what is added now is newer than the demo
	org, space, request, site := demo.Organization, demo.Spaces[0], demo.ChangeRequest, demo.Sites[0]
	server.Orgs.Add(orgs.Organization{Title: "Other"})
	server.Subdomains.Add(org, orgs.Subdomain{Subdomain: "acme"})
	server.Orgs.Teams.Add(org, api.Team{Title: "Readers"}, demo.Users...)
	team := server.Orgs.Teams.Add(org, api.Team{Title: "Editors"}, demo.Users...).ID
	server.Orgs.LinkInvites.Add(org, orgs.LinkInvite{Role: new(api.RoleRead)})
	server.Orgs.Fonts.Add(org, orgs.Font{FontFamily: "Acme Serif"})
	server.Orgs.Translations.Add(org, orgs.Translation{Source: orgs.TranslationSource{Space: space}, Language: api.LanguageGerman})
	server.Orgs.Translations.Glossary.Add(org, orgs.GlossaryEntry{Translations: map[api.Language]string{api.LanguageGerman: "Seite"}})
	server.Orgs.OpenAPI.Add(org, orgs.OpenAPISpec{Slug: "parcels", SourceURL: new("https://acme.example/parcels.json")})
	server.Orgs.OpenAPI.Versions.Add(org, demo.OpenAPISpec, orgs.OpenAPIVersion{}, nil)
	server.Orgs.Imports.Add(org, orgs.ImportRun{Target: &orgs.ImportTarget{Space: space}})
	server.Orgs.Conversations.Clusters.Add(org, orgs.ConversationCluster{Label: "Prices"}, orgs.ConversationIssueItem{}, orgs.ConversationIssueItem{})
	server.Orgs.AuditEvents.Add(org, orgs.AuditEventDetails{})
	server.Collections.Add(org, spaces.Collection{Title: "External", Parent: &demo.Collection})
	server.Spaces.Add(org, spaces.Space{Title: "Notes", Parent: &demo.Collection})
	server.Permissions.Grant(space, team, api.RoleRead)
	server.Permissions.Grant(space, demo.Users[0], api.RoleAdmin)
	server.Permissions.Grant(demo.Collection, team, api.RoleRead)
	server.Permissions.Grant(demo.Collection, demo.Users[0], api.RoleAdmin)

	remark := spaces.Comment{Body: richtext.Markdown("Another remark.")}
	for _, id := range []string{"", request} {
		comment := server.Spaces.Comments.Add(space, id, remark)
		for range 2 {
			server.Spaces.Comments.Replies.Add(space, id, comment.ID, spaces.CommentReply{Body: richtext.Markdown("Another reply.")})
		}
		server.Spaces.Files.Add(space, id, spaces.File{Name: "map.png", ContentType: "image/png", Size: 10})
		server.Spaces.ReusableContents.Add(space, id, publishingtest.ReusableContent{Title: "Notice", Body: "Mind the gap."})
	}
	server.ChangeRequests.Add(space, changerequests.ChangeRequest{Subject: "More"})
	server.ChangeRequests.Reviews.Add(space, request, changerequests.Review{})
	server.ChangeRequests.RequestedReviewers.Add(space, request, changerequests.RequestedReviewer{User: &api.User{ID: demo.Users[0]}})

	server.Sites.Add(org, sites.Site{Title: "Hosted", Hostname: new("docs.acme.example")}, space)
	server.Sites.ShareLinks.Add(org, site, sites.ShareLink{Name: new("Friends")})
	for _, title := range []string{"One", "Two"} {
		section := server.Sites.Sections.Add(org, site, sites.Section{Title: title}, demo.Spaces[1]).ID
		server.Sites.SectionGroups.Add(org, site, sites.SectionGroup{Title: title}, section)
		server.Sites.MCPServers.Add(org, site, sites.MCPServer{Name: title})
		server.Sites.Redirects.Add(org, site, sites.Redirect{Source: "/" + title, Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: &section}})
		server.Sites.Answers.Add(org, site, insights.AnswerWithResponse{Answer: insights.Answer{Input: insights.AnswerInput{Raw: title + "?"}}})
	}

	name := server.Integrations.Add(org, integrations.Integration{Title: "Polls", Visibility: integrations.VisibilityPublic}).Name
	installed := server.Integrations.Installations.Add(name, org, integrations.Installation{}).ID
	for i := range 2 {
		server.Integrations.Installations.Spaces.Add(name, installed, demo.Spaces[i], integrations.SpaceInstallation{})
		server.Integrations.Installations.Sites.Add(name, installed, demo.Sites[i], integrations.SiteInstallation{})
		server.Integrations.Events.Add(name, integrations.Event{InstallationID: &installed, Payload: integrations.EventPayload{
			Type:                 integrations.EventTypeFetchPublishedScript,
			FetchPublishedScript: &integrations.FetchPublishedScriptEvent{InstallationID: installed, SiteID: site},
		}})
	}

	client := server.Client()
	schema, err := sites.Claims{Signed: []sites.Claim{{Name: "isBeta", Description: "Takes part in the beta."}}}.Schema()
	require.NoError(t, err)
	for _, id := range demo.Sites[:3] {
		_, err = client.Sites.AdaptiveSchema.Put(t.Context(), org, id, sites.AdaptiveSchemaPut{JSONSchema: schema})
		require.NoError(t, err)
	}
	const repository = "https://git.example/acme/docs"
	server.Spaces.Git.Repositories.Set(publishingtest.GitRepository{URL: repository})
	require.NoError(t, client.Spaces.Git.Import(t.Context(), demo.Spaces[1], spaces.GitImport{
		Repository: spaces.GitRepository{URL: repository}, Ref: "refs/heads/main",
		GitInfo: &spaces.GitUpdate{Provider: spaces.GitProviderGitHub},
	}))
	server.Calls.Forget()
}
