package publishingtest

import (
	"net/http"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleContentMoved   = newUndecidedRule("installation.content.transferred", "the transfer of a space to another organization removes the installations on it; without the rule, they stay")
	ruleContentDeleted = newUndecidedRule("installation.content.deleted", "the delete of a space or a site removes the installations on it; without the rule, they stay")
)

// The operations on installations on spaces and on sites.
var _ = declare(operations{
	"Integrations.Installations.Spaces.List":   {onInstallation(onSpaces.list), extendedLimits()},
	"Integrations.Installations.Spaces.Create": {onInstallation(onSpaces.create), append(extendedLimits(), limits.BodyOf(integrations.InstallationSpaceCreate{}))},
	"Integrations.Installations.Spaces.Get":    {onInstallation(onSpaces.get), extendedLimits()},
	"Integrations.Installations.Spaces.Update": {onInstallation(onSpaces.update), append(extendedLimits(), limits.BodyOf(integrations.InstallationSpaceUpdate{}))},
	"Integrations.Installations.Spaces.Delete": {handle: onIntegration(onSpaces.delete)},
	"Integrations.Installations.Sites.List":    {onInstallation(onSites.list), extendedLimits()},
	"Integrations.Installations.Sites.Create":  {onInstallation(onSites.create), append(extendedLimits(), limits.BodyOf(integrations.InstallationSiteCreate{}))},
	"Integrations.Installations.Sites.Get":     {onInstallation(onSites.get), extendedLimits()},
	"Integrations.Installations.Sites.Update":  {onInstallation(onSites.update), append(extendedLimits(), limits.BodyOf(integrations.InstallationSiteUpdate{}))},
	"Integrations.Installations.Sites.Delete":  {handle: onIntegration(onSites.delete)},
	"Integrations.Spaces.List":                 {onIntegration(permitted((*call).mayActAs, onSpaces.listAll)), extendedLimits()},
	"Integrations.Sites.List":                  {onIntegration(permitted((*call).mayActAs, onSites.listAll)), extendedLimits()},
})

func extendedLimits() limits.Table { return limits.Table{limits.Query("extended", limits.Boolean)} }

// contentInstallation is an integration on a space or a site.
type contentInstallation struct {
	id   string                         // ID of the space or the site
	data integrations.SpaceInstallation // without Space; those on sites have the same fields
}

// content is a kind of content that can have installations: spaces or sites.
type content struct {
	segment, param string
	table          func(i *installation) *ordered.Table[*contentInstallation]
	selection      func(i *installation) integrations.Selection
	configuration  func(c *integrations.Configurations) *integrations.Configuration
	all            func(st *state, org *organization) ordered.List[string] // IDs
	exists         func(st *state, org *organization, id string) bool
	created        func(c *call) (field, id string) // returns the ID in the body
	show           func(st *state, in *contentInstallation, org *organization, extended bool) any
	setup          func(in *contentInstallation, previous *previousState) integrations.EventPayload
	removal        func(in *contentInstallation) integrations.EventPayload
}

type previousState = integrations.PreviousInstallation

var onSpaces = content{
	segment:   "spaces",
	param:     "spaceId",
	table:     func(i *installation) *ordered.Table[*contentInstallation] { return &i.spaces },
	selection: func(i *installation) integrations.Selection { return i.data.SpaceSelection },
	configuration: func(c *integrations.Configurations) *integrations.Configuration {
		return c.Space
	},
	all: func(st *state, org *organization) ordered.List[string] {
		return st.spaces.Group(org.data.ID).KeyList()
	},
	exists: func(st *state, org *organization, id string) bool {
		sp, ok := st.spaces.Get(id)
		return ok && sp.data.Organization == org.data.ID
	},
	created: func(c *call) (field, id string) {
		return "space", input[integrations.InstallationSpaceCreate](c).Space
	},
	show: func(st *state, in *contentInstallation, _ *organization, extended bool) any {
		shown := in.data
		shown.Space = integrations.InstalledSpace{ID: in.id}
		if sp, ok := st.spaces.Get(in.id); ok && extended {
			shown.Space.Space = new(st.showSpace(sp, ""))
		}
		return shown
	},
	setup: func(in *contentInstallation, previous *previousState) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceInstallationSetup,
			SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{
				InstallationID: in.data.Installation, SpaceID: in.id,
				Status: in.data.Status, Previous: previous,
			},
		}
	},
	removal: func(in *contentInstallation) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceInstallationDeleted,
			SpaceInstallationDeleted: &integrations.SpaceInstallationDeletedEvent{
				InstallationID: in.data.Installation, SpaceID: in.id,
				Previous: previousState{Configuration: in.data.Configuration},
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
	all: func(_ *state, org *organization) ordered.List[string] {
		return org.sites.KeyList()
	},
	exists: func(_ *state, org *organization, id string) bool {
		return org.sites.Has(id)
	},
	created: func(c *call) (field, id string) {
		return "siteId", input[integrations.InstallationSiteCreate](c).SiteID
	},
	show: func(st *state, in *contentInstallation, org *organization, extended bool) any {
		shown := as[integrations.SiteInstallation](in.data)
		shown.Site.ID = in.id
		if s, ok := org.sites.Get(in.id); ok && extended {
			shown.Site.Site = new(st.showSite(s))
		}
		return shown
	},
	setup: func(in *contentInstallation, previous *previousState) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSiteInstallationSetup,
			SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{
				InstallationID: in.data.Installation, SiteID: in.id,
				Status: in.data.Status, Previous: previous,
			},
		}
	},
	removal: func(in *contentInstallation) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSiteInstallationDeleted,
			SiteInstallationDeleted: &integrations.SiteInstallationDeletedEvent{
				InstallationID: in.data.Installation, SiteID: in.id,
				Previous: previousState{Configuration: in.data.Configuration},
			},
		}
	},
}

// installations returns the IDs of the spaces or sites that have an installation below an
// installation on an organization.
func (ct content) installations(st *state, i *installation) ordered.List[string] {
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

// find returns the installation on a space or a site, or nil if there is none. If the installation
// exists only because the selection is all, the table does not contain it yet.
func (ct content) find(st *state, i *installation, id string) *contentInstallation {
	if ct.table(i).Has(id) || ct.selection(i) == integrations.SelectionAll &&
		st.enabled(ruleSelectionAll) && ct.exists(st, i.on, id) {
		return ct.on(st, i, id)
	}
	return nil
}

// isOn returns a function that reports whether an installation is on a space or a site.
func (ct content) isOn(st *state, id string) func(i *installation) bool {
	return func(i *installation) bool { return ct.find(st, i, id) != nil }
}

func (ct content) blank(st *state, i *installation, id string) *contentInstallation {
	all, at := i.of.data.Configurations, []string{i.of.data.Name, "installations", i.data.ID, ct.segment, id}
	return &contentInstallation{id, integrations.SpaceInstallation{
		Integration: i.of.data.Name, Installation: i.data.ID,
		Status:        st.statusFor(all != nil && ct.configuration(all) != nil),
		Configuration: noConfiguration(), ExternalIDs: []string{},
		URLs: integrations.ContentInstallationURLs{
			Location:       address(st.location("integrations"), at...),
			PublicEndpoint: address(integrationsURL, at...),
		},
	}}
}

// shown returns an installation as it appears in the response to the call.
func (ct content) shown(c *call, i *installation, in *contentInstallation) any {
	return ct.show(c.state, in, i.on, publishing.Value(c.queryBool("extended")))
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
	var all ordered.Elements[below]
	for outer, i := range in.installations.All() {
		installed := ct.installations(c.state, i)
		for inner := range installed.Order.Len {
			all.Add(ordered.At(outer)+installed.Order.Position(inner), below{i, installed.Value(inner)})
		}
	}
	found := func(b below) *contentInstallation { return ct.on(c.state, b.i, b.id) }
	list := all.Sorted().Where(withExternalID(c, func(b below) []string { return found(b).data.ExternalIDs }))
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
	resp, err := respondCreated(ct.shown(c, i, in), in.data.URLs.Location)
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
	var previous *previousState
	if before != nil {
		previous = &previousState{
			Status: &before.data.Status, Configuration: before.data.Configuration,
		}
	}
	st.tellIf(ruleEventSetups, i, ct.setup(in, previous))
}

// uninstall removes an installation from a space or a site, and reports whether it existed.
func (ct content) uninstall(st *state, i *installation, id string) bool {
	in, ok := ct.table(i).Get(id)
	if ok {
		ct.table(i).Remove(id)
		st.tellIf(ruleEventSetups, i, ct.removal(in))
	}
	return ok
}

// found returns the installation that the path identifies.
func (ct content) found(c *call, i *installation) *contentInstallation {
	return foundAt(c, ct.param, ct.find(c.state, i, c.param(ct.param)))
}

func (ct content) get(c *call, i *installation) (response, error) {
	return respondOK(ct.shown(c, i, ct.found(c, i)))
}

func (ct content) update(c *call, i *installation) (response, error) {
	in := ct.found(c, i)
	changes, before := input[integrations.InstallationSpaceUpdate](c), *in // the update of a site has the same fields
	merge(&in.data, changes)
	c.configured(&in.data.Status, changes.Configuration)
	ct.changed(c.state, i, in, &before)
	return respondOK(ct.shown(c, i, in))
}

func (ct content) delete(c *call, in *integration) (response, error) {
	id := c.param("installationId")
	c.accept(c.mayUse(in.data.Name, id))
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

// addTo adds an installation on a space or a site. V is its type in responses.
func addTo[V any](s *server, ct content, integrationName, installationID, id string, seed V) V {
	defer s.mu.hold()()
	given := as[integrations.SpaceInstallation](clone(seed))
	s.agrees("Integration", given.Integration, integrationName)
	s.agrees("Installation", given.Installation, installationID)
	i := installationKind.seeded(s, integrationName, installationID)
	noun := strings.TrimSuffix(ct.segment, "s")
	s.mistakeIf(!ct.exists(s.state, i.on, id),
		"there is no %s %q in the organization of the installation", noun, id)
	s.mistakeIf(ct.table(i).Has(id),
		"there is an installation of %q on the %s %q", integrationName, noun, id)
	s.accept(s.limit("Integrations.Installations.Spaces.Update", given)) // the update of a site has the same limits
	in := ct.blank(s.state, i, id)
	urls := in.data.URLs
	merge(&urls, given.URLs)
	merge(&in.data, given)
	in.data.URLs = urls
	ct.changed(s.state, i, in, nil)
	return clone(installedOn[V](s, ct, i, id))
}

// installedOn returns the installation on a space or a site, as it appears in responses.
func installedOn[V any](s *server, ct content, i *installation, id string) V {
	shown, _ := ct.show(s.state, ct.on(s.state, i, id), i.on, false).(V)
	return shown
}

// allOn returns the installations on spaces or on sites.
func allOn[V any](s *server, ct content, integrationName, installationID string) []V {
	defer s.mu.hold()()
	i := installationKind.seeded(s, integrationName, installationID)
	return values(ordered.Values(ct.installations(s.state, i)),
		func(id string) V { return installedOn[V](s, ct, i, id) })
}

// Add adds an installation on a space, below an installation on the organization, and returns the
// new installation. Fields that are not set are generated. Of the field Space, Add uses only the
// ID, which must be spaceID or empty.
func (s InstallationSpaces) Add(
	integrationName, installationID, spaceID string, seed integrations.SpaceInstallation,
) integrations.SpaceInstallation {
	open(s.server).agrees("Space.ID", seed.Space.ID, spaceID)
	return addTo(open(s.server), onSpaces, integrationName, installationID, spaceID, seed)
}

// All returns the installations on spaces below an installation, in the order in which they were
// created. Each contains the ID of its space, but not the complete space.
func (s InstallationSpaces) All(
	integrationName, installationID string,
) []integrations.SpaceInstallation {
	return allOn[integrations.SpaceInstallation](open(s.server), onSpaces, integrationName, installationID)
}

// Add adds an installation on a site, below an installation on the organization, and returns the
// new installation. Fields that are not set are generated. Of the field Site, Add uses only the ID,
// which must be siteID or empty.
func (s InstallationSites) Add(
	integrationName, installationID, siteID string, seed integrations.SiteInstallation,
) integrations.SiteInstallation {
	open(s.server).agrees("Site.ID", seed.Site.ID, siteID)
	return addTo(open(s.server), onSites, integrationName, installationID, siteID, seed)
}

// All returns the installations on sites below an installation, in the order in which they were
// created. Each contains the ID of its site, but not the complete site.
func (s InstallationSites) All(
	integrationName, installationID string,
) []integrations.SiteInstallation {
	return allOn[integrations.SiteInstallation](open(s.server), onSites, integrationName, installationID)
}
