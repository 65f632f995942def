package publishingtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleContentMoved   = newUndecidedRule("installation.content.transferred", "the transfer of a space to another organization removes the installations on it; without the rule, they stay")
	ruleContentDeleted = newUndecidedRule("installation.content.deleted", "the delete of a space or a site removes the installations on it; without the rule, they stay")
)

// contentInstallationOperations are the operations on installations on spaces and on sites.
var contentInstallationOperations = operations{
	"Integrations.Installations.Spaces.List":   {onInstallation(onSpaces.list), extendedLimits()},
	"Integrations.Installations.Spaces.Create": {onInstallation(onSpaces.create), append(extendedLimits(), limits.BodyOf[integrations.InstallationSpaceCreate]())},
	"Integrations.Installations.Spaces.Get":    {onInstallation(onSpaces.get), extendedLimits()},
	"Integrations.Installations.Spaces.Update": {onInstallation(onSpaces.update), append(extendedLimits(), limits.BodyOf[integrations.InstallationSpaceUpdate]())},
	"Integrations.Installations.Spaces.Delete": {handle: onIntegration(onSpaces.delete)},
	"Integrations.Installations.Sites.List":    {onInstallation(onSites.list), extendedLimits()},
	"Integrations.Installations.Sites.Create":  {onInstallation(onSites.create), append(extendedLimits(), limits.BodyOf[integrations.InstallationSiteCreate]())},
	"Integrations.Installations.Sites.Get":     {onInstallation(onSites.get), extendedLimits()},
	"Integrations.Installations.Sites.Update":  {onInstallation(onSites.update), append(extendedLimits(), limits.BodyOf[integrations.InstallationSiteUpdate]())},
	"Integrations.Installations.Sites.Delete":  {handle: onIntegration(onSites.delete)},
	"Integrations.Spaces.List":                 {onIntegration(permitted((*call).mayActAs, onSpaces.listAll)), extendedLimits()},
	"Integrations.Sites.List":                  {onIntegration(permitted((*call).mayActAs, onSites.listAll)), extendedLimits()},
}

func extendedLimits() limits.Table { return limits.Table{limits.Query("extended", limits.Boolean)} }

// contentInstallation is an integration on a space or a site.
type contentInstallation struct {
	id            string // ID of the space or the site
	status        integrations.Status
	configuration api.SecretJSON
	externalIDs   []string
	urls          integrations.ContentInstallationURLs
}

// content is a kind of content that can have installations: spaces or sites.
type content struct {
	segment, param string
	table          func(i *installation) *ordered.Table[*contentInstallation]
	selection      func(i *installation) integrations.Selection
	configuration  func(c *integrations.Configurations) *integrations.Configuration
	all            func(st *state, org *organization) ordered.List[int64, string] // IDs
	exists         func(st *state, org *organization, id string) bool
	created        func(c *call) (field, id string) // returns the ID in the body
	show           func(st *state, i *installation, in *contentInstallation, extended bool) any
	setup          func(
		in *contentInstallation, installationID string, previous *integrations.PreviousInstallation,
	) integrations.EventPayload
	removal func(in *contentInstallation, installationID string) integrations.EventPayload
}

var onSpaces = content{
	segment:   "spaces",
	param:     "spaceId",
	table:     func(i *installation) *ordered.Table[*contentInstallation] { return &i.spaces },
	selection: func(i *installation) integrations.Selection { return i.data.SpaceSelection },
	configuration: func(c *integrations.Configurations) *integrations.Configuration {
		return c.Space
	},
	all: func(st *state, org *organization) ordered.List[int64, string] {
		return st.spaces.Group(org.data.ID).KeyList()
	},
	exists: func(st *state, org *organization, id string) bool {
		sp, ok := st.spaces.Get(id)
		return ok && sp.data.Organization == org.data.ID
	},
	created: func(c *call) (field, id string) {
		return "space", input[integrations.InstallationSpaceCreate](c).Space
	},
	show: func(st *state, i *installation, in *contentInstallation, extended bool) any {
		shown := showSpaceInstallation(i, in)
		if sp, ok := st.spaces.Get(in.id); ok && extended {
			shown.Space.Space = new(st.showSpace(sp, ""))
		}
		return shown
	},
	setup: func(
		in *contentInstallation, installationID string, previous *integrations.PreviousInstallation,
	) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceInstallationSetup,
			SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{
				InstallationID: installationID, SpaceID: in.id, Status: in.status, Previous: previous,
			},
		}
	},
	removal: func(in *contentInstallation, installationID string) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceInstallationDeleted,
			SpaceInstallationDeleted: &integrations.SpaceInstallationDeletedEvent{
				InstallationID: installationID, SpaceID: in.id,
				Previous: integrations.PreviousInstallation{Configuration: in.configuration},
			},
		}
	},
}

var onSites = content{
	segment:   "sites",
	param:     "siteId",
	table:     func(i *installation) *ordered.Table[*contentInstallation] { return &i.sites },
	selection: func(i *installation) integrations.Selection { return i.data.SiteSelection },
	configuration: func(c *integrations.Configurations) *integrations.Configuration {
		return c.Site
	},
	all: func(_ *state, org *organization) ordered.List[int64, string] {
		return org.sites.KeyList()
	},
	exists: func(_ *state, org *organization, id string) bool {
		return org.sites.Has(id)
	},
	created: func(c *call) (field, id string) {
		return "siteId", input[integrations.InstallationSiteCreate](c).SiteID
	},
	show: func(st *state, i *installation, in *contentInstallation, extended bool) any {
		shown := showSiteInstallation(i, in)
		if s, ok := i.on.sites.Get(in.id); ok && extended {
			shown.Site.Site = new(st.showSite(s))
		}
		return shown
	},
	setup: func(
		in *contentInstallation, installationID string, previous *integrations.PreviousInstallation,
	) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSiteInstallationSetup,
			SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{
				InstallationID: installationID, SiteID: in.id, Status: in.status, Previous: previous,
			},
		}
	},
	removal: func(in *contentInstallation, installationID string) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSiteInstallationDeleted,
			SiteInstallationDeleted: &integrations.SiteInstallationDeletedEvent{
				InstallationID: installationID, SiteID: in.id,
				Previous: integrations.PreviousInstallation{Configuration: in.configuration},
			},
		}
	},
}

// showSpaceInstallation returns an installation on a space as it appears in responses, with the ID
// of the space.
func showSpaceInstallation(
	i *installation, in *contentInstallation,
) integrations.SpaceInstallation {
	return integrations.SpaceInstallation{
		Integration: i.of.data.Name, Installation: i.data.ID, Status: in.status,
		Configuration: in.configuration, ExternalIDs: in.externalIDs,
		URLs: in.urls, Space: integrations.InstalledSpace{ID: in.id},
	}
}

// showSiteInstallation returns an installation on a site as it appears in responses, with the ID of
// the site.
func showSiteInstallation(i *installation, in *contentInstallation) integrations.SiteInstallation {
	return integrations.SiteInstallation{
		Integration: i.of.data.Name, Installation: i.data.ID, Status: in.status,
		Configuration: in.configuration, ExternalIDs: in.externalIDs,
		URLs: in.urls, Site: integrations.InstalledSite{ID: in.id},
	}
}

func (st *state) contentInstallationURLs(
	i *installation, segment, id string,
) integrations.ContentInstallationURLs {
	return integrations.ContentInstallationURLs{
		Location: st.location("integrations", i.of.data.Name,
			"installations", i.data.ID, segment, id),
		PublicEndpoint: address(integrationsURL, i.of.data.Name,
			"installations", i.data.ID, segment, id),
	}
}

// installations returns the IDs of the spaces or sites that have an installation below an
// installation on an organization.
func (ct content) installations(st *state, i *installation) ordered.List[int64, string] {
	if ct.selection(i) == integrations.SelectionAll && st.enabled(ruleSelectionAll) {
		return ct.all(st, i.on)
	}
	return ct.table(i).KeyList()
}

// on returns the installation on a space or a site, or a blank one if the table contains none.
func (ct content) on(st *state, i *installation, id string) *contentInstallation {
	in, ok := ct.table(i).Get(id)
	if !ok {
		in = ct.blank(st, i, id)
	}
	return in
}

// find returns the installation on a space or a site. If the installation exists only because the
// selection is all, the table does not contain it yet.
func (ct content) find(st *state, i *installation, id string) (in *contentInstallation, ok bool) {
	if in, ok := ct.table(i).Get(id); ok {
		return in, true
	}
	if ct.selection(i) == integrations.SelectionAll && st.enabled(ruleSelectionAll) &&
		ct.exists(st, i.on, id) {
		return ct.blank(st, i, id), true
	}
	return nil, false
}

// isOn returns a function that reports whether an installation is on a space or a site.
func (ct content) isOn(st *state, id string) func(i *installation) bool {
	return func(i *installation) bool {
		_, ok := ct.find(st, i, id)
		return ok
	}
}

func (ct content) blank(st *state, i *installation, id string) *contentInstallation {
	all := i.of.data.Configurations
	return &contentInstallation{
		id: id, status: st.statusFor(all != nil && ct.configuration(all) != nil),
		configuration: noConfiguration(), externalIDs: []string{},
		urls: st.contentInstallationURLs(i, ct.segment, id),
	}
}

// shown returns an installation as it appears in the response to the call.
func (ct content) shown(c *call, i *installation, in *contentInstallation) any {
	extended := c.queryBool("extended")
	return ct.show(c.state, i, in, extended != nil && *extended)
}

func (ct content) list(c *call, i *installation) (response, error) {
	return respondPage(c, ct.installations(c.state, i), func(id string) any {
		return ct.shown(c, i, ct.on(c.state, i, id))
	})
}

// listAll lists the installations of an integration on the spaces or the sites of all
// organizations.
func (ct content) listAll(c *call, in *integration) (response, error) {
	type below struct {
		i  *installation
		id string
	}
	var all ordered.Elements[string, below]
	for outer, i := range in.installations.All() {
		for inner, id := range ct.installations(c.state, i).All() {
			all.Add(fmt.Sprintf("%020d %020d", outer, inner), below{i, id})
		}
	}
	found := func(b below) *contentInstallation { return ct.on(c.state, b.i, b.id) }
	list := all.Sorted().Where(withExternalID(c, func(b below) []string { return found(b).externalIDs }))
	return respondPage(c, list, func(b below) any { return ct.shown(c, b.i, found(b)) })
}

func (ct content) create(c *call, i *installation) (response, error) {
	field, id := ct.created(c)
	if !ct.exists(c.state, i.on, id) {
		return response{}, notFound(field, id)
	}
	in, twice := ct.table(i).Get(id)
	switch {
	case !twice:
		in = ct.blank(c.state, i, id)
		ct.changed(c.state, i, in, nil)
	case c.enabled(ruleInstallTwice):
	default:
		return response{}, fail(http.StatusConflict,
			"%s: want one without the integration, got %q", field, id)
	}
	resp, err := respondCreated(ct.shown(c, i, in), in.urls.Location)
	resp.unchanged = twice
	return resp, err
}

// changed is called after an installation on a space or a site was created or changed. before is
// its earlier state, or nil if it is new. An installation that existed only because the selection
// was all is stored from then on.
func (ct content) changed(st *state, i *installation, in, before *contentInstallation) {
	if !ct.table(i).Has(in.id) {
		ct.table(i).Add(in.id, in)
	}
	var previous *integrations.PreviousInstallation
	if before != nil {
		previous = &integrations.PreviousInstallation{
			Status: &before.status, Configuration: before.configuration,
		}
	}
	st.tellIf(ruleEventSetups, i, ct.setup(in, i.data.ID, previous))
}

// uninstall removes an installation from a space or a site, and reports whether it existed.
func (ct content) uninstall(st *state, i *installation, id string) bool {
	in, ok := ct.table(i).Get(id)
	if ok {
		ct.table(i).Remove(id)
		st.tellIf(ruleEventSetups, i, ct.removal(in, i.data.ID))
	}
	return ok
}

// found returns the installation that the path identifies.
func (ct content) found(c *call, i *installation) (*contentInstallation, error) {
	id := c.param(ct.param)
	in, ok := ct.find(c.state, i, id)
	if !ok {
		return nil, notFound(ct.param, id)
	}
	return in, nil
}

func (ct content) get(c *call, i *installation) (response, error) {
	in, err := ct.found(c, i)
	if err != nil {
		return response{}, err
	}
	return respondOK(ct.shown(c, i, in))
}

func (ct content) update(c *call, i *installation) (response, error) {
	in, err := ct.found(c, i)
	if err != nil {
		return response{}, err
	}
	changes, before := input[integrations.InstallationSpaceUpdate](c), *in // the update of a site has the same fields
	c.configure(&in.status, &in.configuration, &in.externalIDs,
		changes.Configuration, changes.ExternalIDs)
	ct.changed(c.state, i, in, &before)
	return respondOK(ct.shown(c, i, in))
}

func (ct content) delete(c *call, in *integration) (response, error) {
	id := c.param("installationId")
	if err := c.mayUse(in.data.Name, id); err != nil {
		return response{}, err
	}
	i, ok := in.installations.Get(id)
	return respondDeleted(ok && ct.uninstall(c.state, i, c.param(ct.param)))
}

// uninstallFrom removes all installations on a space or a site.
func (st *state) uninstallFrom(ct content, id string) {
	for in := range st.integrations.Values() {
		for i := range in.installations.Values() {
			ct.uninstall(st, i, id)
		}
	}
}

// seed adds an installation on a space or a site with the fields that the test has set. It returns
// this installation and the installation on the organization.
func (ct content) seed(
	s *server, integrationName, installationID, id string, given contentInstallation,
) (*installation, *contentInstallation) {
	i := installationKind.seeded(s, integrationName, installationID)
	noun := strings.TrimSuffix(ct.segment, "s")
	if !ct.exists(s.state, i.on, id) {
		s.mistake("there is no %s %q in the organization of the installation", noun, id)
	}
	if ct.table(i).Has(id) {
		s.mistake("there is an installation of %q on the %s %q", integrationName, noun, id)
	}
	s.accept(s.limit("Integrations.Installations.Spaces.Update", integrations.InstallationSpaceUpdate{ // the update of a site has the same limits
		ExternalIDs: given.externalIDs, Configuration: given.configuration,
	}))
	in := ct.blank(s.state, i, id)
	in.status = orElse(given.status, in.status)
	in.configuration = orElse(given.configuration, in.configuration)
	if given.externalIDs != nil {
		in.externalIDs = given.externalIDs
	}
	in.urls.Location = orElse(given.urls.Location, in.urls.Location)
	in.urls.PublicEndpoint = orElse(given.urls.PublicEndpoint, in.urls.PublicEndpoint)
	in.urls.PublicContentEndpoint = given.urls.PublicContentEndpoint
	ct.changed(s.state, i, in, nil)
	return i, in
}

// Add adds an installation on a space, below an installation on the organization, and returns the
// new installation. Fields that are not set are generated. Of the field Space, Add uses only the
// ID, which must be spaceID or empty.
func (s InstallationSpaces) Add(
	integrationName, installationID, spaceID string, seed integrations.SpaceInstallation,
) integrations.SpaceInstallation {
	defer s.mu.hold()()
	seed = clone(seed)
	s.agrees("Integration", seed.Integration, integrationName)
	s.agrees("Installation", seed.Installation, installationID)
	s.agrees("Space.ID", seed.Space.ID, spaceID)
	i, in := onSpaces.seed(s.server, integrationName, installationID, spaceID, contentInstallation{
		status:        seed.Status,
		configuration: seed.Configuration, externalIDs: seed.ExternalIDs, urls: seed.URLs,
	})
	return clone(showSpaceInstallation(i, in))
}

// All returns the installations on spaces below an installation, in the order in which they were
// created. Each contains the ID of its space, but not the complete space.
func (s InstallationSpaces) All(
	integrationName, installationID string,
) []integrations.SpaceInstallation {
	defer s.mu.hold()()
	i := installationKind.seeded(s.server, integrationName, installationID)
	return values(onSpaces.installations(s.state,
		i).Values(), func(id string) integrations.SpaceInstallation {
		return showSpaceInstallation(i, onSpaces.on(s.state, i, id))
	})
}

// Add adds an installation on a site, below an installation on the organization, and returns the
// new installation. Fields that are not set are generated. Of the field Site, Add uses only the ID,
// which must be siteID or empty.
func (s InstallationSites) Add(
	integrationName, installationID, siteID string, seed integrations.SiteInstallation,
) integrations.SiteInstallation {
	defer s.mu.hold()()
	seed = clone(seed)
	s.agrees("Integration", seed.Integration, integrationName)
	s.agrees("Installation", seed.Installation, installationID)
	s.agrees("Site.ID", seed.Site.ID, siteID)
	i, in := onSites.seed(s.server, integrationName, installationID, siteID, contentInstallation{
		status:        seed.Status,
		configuration: seed.Configuration, externalIDs: seed.ExternalIDs, urls: seed.URLs,
	})
	return clone(showSiteInstallation(i, in))
}

// All returns the installations on sites below an installation, in the order in which they were
// created. Each contains the ID of its site, but not the complete site.
func (s InstallationSites) All(
	integrationName, installationID string,
) []integrations.SiteInstallation {
	defer s.mu.hold()()
	i := installationKind.seeded(s.server, integrationName, installationID)
	return values(onSites.installations(s.state,
		i).Values(), func(id string) integrations.SiteInstallation {
		return showSiteInstallation(i, onSites.on(s.state, i, id))
	})
}
