package stories_test

import (
	"encoding/json"
	"errors"
	"slices"
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

// An integrationStory is the life of an integration. Each caller has a client of its own.
type integrationStory struct {
	*testing.T
	server       *publishingtest.Server
	ada          *publishing.Client // an administrator
	own          *publishing.Client // client with the token of the integration
	org          string
	guides, docs string // the space and the site
	installation string
	elsewhere    string // the installation on another organization
}

const tickets = "acme-tickets"

// TestStoryOfAnIntegration publishes an integration, installs it, makes calls for the installation
// and removes it.
//
// These are the in-memory server's own ideas: that versions count up (rule
// integrations.publish.version) and replace all of the version before (.replaces), that a new
// installation is pending (installation.pending), on no space and no site
// (integrations.installations.create.selection), the same when it is created twice
// (installation.twice) and active once it is configured (installation.configured), that only users
// install and remove (installation.users-403), that an installation makes no calls for another one
// (installation.other-403), and that its token expires after an hour (installation.token.lifetime).
func TestStoryOfAnIntegration(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	s := &integrationStory{T: t, server: server, org: server.Orgs.Add(orgs.Organization{Title: "Acme"}).ID}
	server.Orgs.Members.Add(s.org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	s.guides = server.Spaces.Add(s.org, spaces.Space{Title: "Guides"}, publishingtest.Page{Title: "First steps"}).ID
	s.docs = server.Sites.Add(s.org, sites.Site{Title: "Docs", Published: true}, s.guides).ID
	s.ada = server.ClientFor("ada", publishing.WithAttemptTimeout(-1), strict, strictWrites)

	s.publish()
	s.own = server.ClientForIntegration(tickets, publishing.WithAttemptTimeout(-1), strict, strictWrites)
	s.elsewhere = server.Integrations.Installations.Add(tickets, server.Orgs.Add(orgs.Organization{Title: "Another one"}).ID, integrations.Installation{}).ID
	s.install()
	s.configure()
	installed := s.call()
	s.uninstall(installed)
	s.remains()
}

// publish publishes a version with a misspelled title and the next one, which replaces all of it.
func (s *integrationStory) publish() {
	version := integrations.Publish{
		Organization: s.org, Script: "// one", Title: "Tikets", Description: "Shows tickets.", Summary: new("Links every page to its tickets."),
		Scopes: []integrations.Scope{integrations.ScopeSpaceContentRead}, Blocks: []integrations.Block{{ID: "ticket", Title: "Ticket"}},
		Configurations: &integrations.Configurations{Account: &integrations.Configuration{Schema: &integrations.ConfigurationSchema{
			Properties: map[string]integrations.Property{"project": {Type: integrations.PropertyTypeString}}, Required: []string{"project"},
		}}},
		Secrets: api.NewSecretMap(map[string]string{"TICKETS_KEY": "of-acme"}),
	}
	first, err := s.ada.Integrations.Publish(s.Context(), tickets, version)
	require.NoError(s, err)
	require.EqualValues(s, 1, first.Version)
	require.Equal(s, s.org, first.Owner.ID)
	require.Equal(s, integrations.VisibilityPrivate, first.Visibility)

	version.Title, version.Script, version.Summary, version.Visibility = "Tickets", "// two", nil, integrations.VisibilityPublic
	version.Scopes = append(version.Scopes, integrations.ScopeSiteScriptInject)
	second, err := s.ada.Integrations.Publish(s.Context(), tickets, version)
	require.NoError(s, err)
	require.EqualValues(s, 2, second.Version)
	require.Equal(s, "Tickets", second.Title)
	require.Nil(s, second.Summary)
	found, err := s.ada.Integrations.Get(s.Context(), tickets)
	require.NoError(s, err)
	require.Equal(s, second, found)
	shown, err := json.Marshal(found)
	require.NoError(s, err)
	require.NotContains(s, string(shown), "of-acme", "secrets are not returned")
	require.Equal(s, "of-acme", s.server.Integrations.Publication(tickets).Secrets.Reveal()["TICKETS_KEY"])
}

// install installs the integration on the organization, and then on a space and a site.
func (s *integrationStory) install() {
	create := integrations.InstallationCreate{Organization: s.org}
	_, err := s.own.Integrations.Installations.Create(s.Context(), tickets, create)
	require.ErrorIs(s, err, publishing.ErrForbidden, "an integration does not install itself")
	installation, err := s.ada.Integrations.Installations.Create(s.Context(), tickets, create)
	require.NoError(s, err)
	require.Equal(s, integrations.StatusPending, installation.Status)
	require.Zero(s, installation.Spaces)
	again, err := s.ada.Integrations.Installations.Create(s.Context(), tickets, create)
	require.NoError(s, err)
	require.Equal(s, installation, again)
	s.installation = installation.ID
	require.Equal(s, addedToContent{}, s.added(), "it is on no space and no site")

	onSpace, err := s.ada.Integrations.Installations.Spaces.Create(s.Context(), tickets, s.installation,
		integrations.InstallationSpaceCreate{Space: s.guides}, integrations.InstallationSpaceCreateOptions{})
	require.NoError(s, err)
	require.Equal(s, integrations.InstalledSpace{ID: s.guides}, onSpace.Space)
	onSite, err := s.ada.Integrations.Installations.Sites.Create(s.Context(), tickets, s.installation,
		integrations.InstallationSiteCreate{SiteID: s.docs}, integrations.InstallationSiteCreateOptions{Extended: new(true)})
	require.NoError(s, err)
	require.Equal(s, "Docs", onSite.Site.Site.Title)
	require.Equal(s, addedToContent{spaces: 1, sites: 1, blocks: 1, scripts: 1}, s.added())
}

// addedToContent is in how many lists of the space and of the site the integration is.
type addedToContent struct{ spaces, sites, blocks, scripts int }

func (s *integrationStory) added() (is addedToContent) {
	s.Helper()
	onSpace, err := s.ada.Integrations.ListInSpace(s.Context(), s.guides, integrations.ListInSpaceOptions{})
	require.NoError(s, err)
	onSite, err := s.ada.Integrations.ListInSite(s.Context(), s.org, s.docs, integrations.ListInSiteOptions{})
	require.NoError(s, err)
	blocks, err := s.ada.Integrations.BlocksInSpace(s.Context(), s.guides)
	require.NoError(s, err)
	scripts, err := s.ada.Integrations.ScriptsInSite(s.Context(), s.org, s.docs)
	require.NoError(s, err)
	return addedToContent{len(onSpace.Items), len(onSite.Items), len(blocks.Items), len(scripts.Items)}
}

// configure sets the configuration, to which the integration adds what it has generated.
func (s *integrationStory) configure() {
	chosen, err := api.NewSecretJSON(map[string]string{"project": "ACME"})
	require.NoError(s, err)
	configured, err := s.ada.Integrations.Installations.Update(s.Context(), tickets, s.installation, integrations.InstallationUpdate{Configuration: chosen})
	require.NoError(s, err)
	require.Equal(s, integrations.StatusActive, configured.Status)
	generated, err := api.NewSecretJSON(map[string]string{"refreshToken": "r3fresh"})
	require.NoError(s, err)
	_, err = s.own.Integrations.Installations.MergeConfiguration(s.Context(), tickets, s.installation, generated)
	require.NoError(s, err)
	installation, err := s.ada.Integrations.Installations.Get(s.Context(), tickets, s.installation)
	require.NoError(s, err)
	var configuration map[string]string
	require.NoError(s, installation.Configuration.Decode(&configuration))
	require.Equal(s, map[string]string{"project": "ACME", "refreshToken": "r3fresh"}, configuration)
	require.EqualValues(s, 1, installation.Spaces)
	status, err := s.ada.Integrations.Installations.Status.GetInOrg(s.Context(), s.org, tickets)
	require.NoError(s, err)
	require.Equal(s, integrations.StatusActive, status.Status)
}

// call makes calls for the installation, before and after its token expires, and returns the client
// that makes them.
func (s *integrationStory) call() *publishing.Client {
	_, err := s.ada.Integrations.Installations.Tokens.Create(s.Context(), tickets, s.installation)
	require.ErrorIs(s, err, publishing.ErrForbidden, "a user gets no token of an installation")
	installed, err := publishing.NewClient(s.server.URL(), strict, strictWrites, publishing.WithAttemptTimeout(-1),
		publishing.WithTokenSource(s.own.Integrations.Installations.TokenSource(tickets, s.installation)))
	require.NoError(s, err)
	s.Cleanup(installed.CloseIdleConnections)
	const create = "Integrations.Installations.Tokens.Create"
	before := s.server.Calls.Count(create)
	together := func() (created int) {
		errs := make([]error, 64)
		var calls sync.WaitGroup
		for i := range errs {
			calls.Go(func() { _, errs[i] = installed.Spaces.Get(s.Context(), s.guides, spaces.GetOptions{}) })
		}
		calls.Wait()
		require.Empty(s, slices.DeleteFunc(errs, func(err error) bool { return err == nil }))
		return s.server.Calls.Count(create) - before
	}
	require.Equal(s, 1, together())
	require.Equal(s, 1, together(), "the token is kept")
	s.server.Advance(time.Hour)
	require.Equal(s, 2, together(), "it is renewed once")

	_, err = installed.Integrations.Installations.Get(s.Context(), tickets, s.installation)
	require.NoError(s, err)
	_, err = installed.Integrations.Installations.Get(s.Context(), tickets, s.elsewhere)
	require.ErrorIs(s, err, publishing.ErrForbidden)
	_, err = s.own.Integrations.Installations.Get(s.Context(), tickets, s.elsewhere)
	require.NoError(s, err)
	return installed
}

// events returns the types of the events of the installation, the oldest first.
func (s *integrationStory) events() (types []integrations.EventType) {
	s.Helper()
	for event, err := range s.own.Integrations.Events.All(s.Context(), tickets, integrations.EventListOptions{}) {
		require.NoError(s, err)
		require.Equal(s, integrations.EventStatusSuccess, event.Status)
		if publishing.Value(event.InstallationID) == s.installation {
			types = append(types, event.Payload.Type)
		}
	}
	slices.Reverse(types)
	return types
}

// uninstall removes the integration from the organization, and so from the space and the site. The
// client of the installation has no token any more.
func (s *integrationStory) uninstall(installed *publishing.Client) {
	s.server.Spaces.Pages.Add(s.guides, "", "", publishingtest.Page{Title: "Known problems"})
	told := []integrations.EventType{
		integrations.EventTypeInstallationSetup, integrations.EventTypeSpaceInstallationSetup, integrations.EventTypeSiteInstallationSetup,
		integrations.EventTypeInstallationSetup, integrations.EventTypeInstallationSetup, // it was configured twice
		integrations.EventTypeSpaceContentUpdated,
	}
	require.Equal(s, told, s.events())
	_, err := installed.Integrations.Installations.Delete(s.Context(), tickets, s.installation)
	require.ErrorIs(s, err, publishing.ErrForbidden, "an installation does not remove itself")
	outcome, err := s.ada.Integrations.Installations.Delete(s.Context(), tickets, s.installation)
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	outcome, err = s.ada.Integrations.Installations.Delete(s.Context(), tickets, s.installation)
	require.NoError(s, err)
	require.Equal(s, api.AlreadyAbsent, outcome)
	s.server.Spaces.Pages.Add(s.guides, "", "", publishingtest.Page{Title: "Nobody is told"})
	require.Equal(s, append(told,
		integrations.EventTypeSpaceInstallationDeleted, integrations.EventTypeSiteInstallationDeleted, integrations.EventTypeInstallationDeleted,
	), s.events())
	_, err = installed.Spaces.Get(s.Context(), s.guides, spaces.GetOptions{})
	require.NotErrorIs(s, err, publishing.ErrNotFound, "the space exists")
	cause, ok := errors.AsType[*publishing.Error](err)
	require.True(s, ok)
	require.Equal(s, 404, cause.Status)
	require.Equal(s, "Integrations.Installations.Tokens.Create", cause.Operation)
}

// remains requires what is left: the integration, its installation on the other organization, and
// the content, of which the integration is no part any more.
func (s *integrationStory) remains() {
	require.Equal(s, addedToContent{}, s.added())
	_, err := s.ada.Integrations.Installations.Status.GetInOrg(s.Context(), s.org, tickets)
	require.ErrorIs(s, err, publishing.ErrNotFound)
	_, err = s.ada.Integrations.Installations.Spaces.Get(s.Context(), tickets, s.installation, s.guides, integrations.InstallationSpaceGetOptions{})
	require.ErrorIs(s, err, publishing.ErrNotFound)
	for installation, err := range s.own.Integrations.Installations.All(s.Context(), tickets, integrations.InstallationListOptions{}) {
		require.NoError(s, err)
		require.Equal(s, s.elsewhere, installation.ID)
	}
	require.Len(s, s.server.Integrations.Installations.All(tickets), 1)
	found, err := s.ada.Integrations.Get(s.Context(), tickets)
	require.NoError(s, err)
	require.EqualValues(s, 2, found.Version)
	_, err = s.ada.Spaces.Pages.GetByPath(s.Context(), s.guides, "first-steps", spaces.PageGetByPathOptions{})
	require.NoError(s, err)

	outcome, err := s.ada.Integrations.Unpublish(s.Context(), tickets)
	require.NoError(s, err)
	require.Equal(s, api.Deleted, outcome)
	_, err = s.ada.Integrations.Get(s.Context(), tickets)
	require.ErrorIs(s, err, publishing.ErrNotFound)
	_, err = s.own.Integrations.Installations.Get(s.Context(), tickets, s.elsewhere)
	require.ErrorIs(s, err, publishing.ErrNotFound, "the installations of others go with it")
}
