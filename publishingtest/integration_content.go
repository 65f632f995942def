package publishingtest

import (
	"fmt"
	"iter"
	"net/http"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleContentInstallation = newRule("installation.content.absent-404", "a call for the installation on a space or a site without the integration returns 404")
	ruleInstallContent      = newRule("installation.content.organization-404", "the installation on a space or a site that does not exist in the organization of the installation returns 404")
	ruleExtended            = newRule("installation.content.extended", "an installation contains the whole space or site if extended is true, and its ID otherwise")
	ruleContentMoved        = newUndecidedRule("installation.content.transferred", "the transfer of a space to another organization removes the installations on it")
	ruleContentDeleted      = newRule("installation.content.deleted", "the delete of a space or a site removes the installations on it")
)

// contentInstallationOperations are the operations on installations on spaces and on sites.
var contentInstallationOperations = operations{
	"Integrations.Installations.Spaces.List":   {onInstallation(onSpaces.list), extendedLimits()},
	"Integrations.Installations.Spaces.Create": {onInstallation(onSpaces.create), append(extendedLimits(), limits.Body("space", limits.String, limits.FromDescription(limits.Required)))},
	"Integrations.Installations.Spaces.Get":    {onInstallation(onSpaces.get), extendedLimits()},
	"Integrations.Installations.Spaces.Update": {onInstallation(onSpaces.update), append(extendedLimits(), limits.AllFromDescription(updateLimits)...)},
	"Integrations.Installations.Spaces.Delete": {handle: onIntegration(onSpaces.delete)},
	"Integrations.Installations.Sites.List":    {onInstallation(onSites.list), extendedLimits()},
	"Integrations.Installations.Sites.Create":  {onInstallation(onSites.create), append(extendedLimits(), limits.Body("siteId", limits.String, limits.FromDescription(limits.Required)))},
	"Integrations.Installations.Sites.Get":     {onInstallation(onSites.get), extendedLimits()},
	"Integrations.Installations.Sites.Update":  {onInstallation(onSites.update), append(extendedLimits(), limits.AllFromDescription(updateLimits)...)},
	"Integrations.Installations.Sites.Delete":  {handle: onIntegration(onSites.delete)},
	"Integrations.SpaceInstallations.List":     {onIntegration(onSpaces.listAll), extendedLimits()},
	"Integrations.SiteInstallations.List":      {onIntegration(onSites.listAll), extendedLimits()},
}

func extendedLimits() limits.Table { return limits.Table{limits.Query("extended", limits.Boolean)} }

// contentInstallation is an integration on a space or a site.
type contentInstallation struct {
	id            string // of the space or the site
	status        integrations.Status
	configuration api.SecretJSON
	externalIDs   []string
}

// content is what can have installations besides organizations: spaces or sites.
type content struct {
	segment, param string
	table          func(i *installation) *ordered.Table[*contentInstallation]
	selection      func(i *installation) integrations.Selection
	configuration  func(c *integrations.Configurations) *integrations.Configuration
	all            func(st *state, org *organization) iter.Seq2[int64, string] // IDs
	created        func(c *call) (field, id string)                            // the ID in the body
	show           func(st *state, i *installation, in *contentInstallation, extended bool) any
	setup          func(in *contentInstallation, installationID string, previous *integrations.PreviousInstallation) integrations.EventPayload
	removal        func(in *contentInstallation, installationID string) integrations.EventPayload
}

var onSpaces = content{
	segment:       "spaces",
	param:         "spaceId",
	table:         func(i *installation) *ordered.Table[*contentInstallation] { return &i.spaces },
	selection:     func(i *installation) integrations.Selection { return i.data.SpaceSelection },
	configuration: func(c *integrations.Configurations) *integrations.Configuration { return c.Space },
	all: func(st *state, org *organization) iter.Seq2[int64, string] {
		return func(yield func(int64, string) bool) {
			for at, sp := range st.spaces.All() {
				if sp.data.Organization == org.data.ID && !yield(at, sp.data.ID) {
					return
				}
			}
		}
	},
	created: func(c *call) (field, id string) { return "space", input[integrations.SpaceInstallationCreate](c).Space },
	show: func(st *state, i *installation, in *contentInstallation, extended bool) any {
		shown := integrations.SpaceInstallation{
			Integration: i.of.data.Name, Installation: i.data.ID, Status: in.status, Configuration: in.configuration, ExternalIDs: in.externalIDs,
			URLs: st.contentInstallationURLs(i, "spaces", in.id), Space: integrations.InstalledSpace{ID: in.id},
		}
		if sp, there := st.spaces.Get(in.id); there && extended {
			shown.Space.Space = new(st.showSpace(sp, ""))
		}
		return shown
	},
	setup: func(in *contentInstallation, installationID string, previous *integrations.PreviousInstallation) integrations.EventPayload {
		return integrations.EventPayload{Type: integrations.EventTypeSpaceInstallationSetup, SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{
			InstallationID: installationID, SpaceID: in.id, Status: in.status, Previous: previous,
		}}
	},
	removal: func(in *contentInstallation, installationID string) integrations.EventPayload {
		return integrations.EventPayload{Type: integrations.EventTypeSpaceInstallationDeleted, SpaceInstallationDeleted: &integrations.SpaceInstallationDeletedEvent{
			InstallationID: installationID, SpaceID: in.id, Previous: integrations.PreviousInstallation{Configuration: in.configuration},
		}}
	},
}

var onSites = content{
	segment:       "sites",
	param:         "siteId",
	table:         func(i *installation) *ordered.Table[*contentInstallation] { return &i.sites },
	selection:     func(i *installation) integrations.Selection { return i.data.SiteSelection },
	configuration: func(c *integrations.Configurations) *integrations.Configuration { return c.Site },
	all:           func(_ *state, org *organization) iter.Seq2[int64, string] { return org.sites.Keys() },
	created: func(c *call) (field, id string) {
		return "siteId", input[integrations.SiteInstallationCreate](c).SiteID
	},
	show: func(st *state, i *installation, in *contentInstallation, extended bool) any {
		shown := integrations.SiteInstallation{
			Integration: i.of.data.Name, Installation: i.data.ID, Status: in.status, Configuration: in.configuration, ExternalIDs: in.externalIDs,
			URLs: st.contentInstallationURLs(i, "sites", in.id), Site: integrations.InstalledSite{ID: in.id},
		}
		if s, there := i.on.sites.Get(in.id); there && extended {
			shown.Site.Site = new(st.showSite(s))
		}
		return shown
	},
	setup: func(in *contentInstallation, installationID string, previous *integrations.PreviousInstallation) integrations.EventPayload {
		return integrations.EventPayload{Type: integrations.EventTypeSiteInstallationSetup, SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{
			InstallationID: installationID, SiteID: in.id, Status: in.status, Previous: previous,
		}}
	},
	removal: func(in *contentInstallation, installationID string) integrations.EventPayload {
		return integrations.EventPayload{Type: integrations.EventTypeSiteInstallationDeleted, SiteInstallationDeleted: &integrations.SiteInstallationDeletedEvent{
			InstallationID: installationID, SiteID: in.id, Previous: integrations.PreviousInstallation{Configuration: in.configuration},
		}}
	},
}

func (st *state) contentInstallationURLs(i *installation, segment, id string) integrations.ContentInstallationURLs {
	return integrations.ContentInstallationURLs{
		Location:       st.location("integrations", i.of.data.Name, "installations", i.data.ID, segment, id),
		PublicEndpoint: address(integrationsURL, i.of.data.Name, "installations", i.data.ID, segment, id),
	}
}

// installations iterates over the installations below one on an organization.
func (of content) installations(st *state, i *installation) iter.Seq2[int64, *contentInstallation] {
	if of.selection(i) != integrations.SelectionAll || !st.enabled(ruleSelectionAll) {
		return of.table(i).All()
	}
	return func(yield func(int64, *contentInstallation) bool) {
		for at, id := range of.all(st, i.on) {
			if in, _ := of.find(st, i, id); !yield(at, in) {
				return
			}
		}
	}
}

// find returns the installation on a space or a site. If there is one only because of the selection
// all, it is not in the table yet.
func (of content) find(st *state, i *installation, id string) (in *contentInstallation, there bool) {
	if in, there := of.table(i).Get(id); there {
		return in, true
	}
	if of.selection(i) == integrations.SelectionAll && st.enabled(ruleSelectionAll) && of.exists(st, i.on, id) {
		return of.blank(st, i, id), true
	}
	return nil, false
}

// isOn returns a condition that holds for the installations that are on a space or a site.
func (of content) isOn(st *state, id string) func(i *installation) bool {
	return func(i *installation) bool {
		_, there := of.find(st, i, id)
		return there
	}
}

func (of content) blank(st *state, i *installation, id string) *contentInstallation {
	all := i.of.data.Configurations
	return &contentInstallation{id: id, status: st.statusFor(all != nil && of.configuration(all) != nil), configuration: noConfiguration(), externalIDs: []string{}}
}

// exists reports whether an organization has a space or a site.
func (of content) exists(st *state, org *organization, id string) bool {
	for _, one := range of.all(st, org) {
		if one == id {
			return true
		}
	}
	return false
}

// shown returns an installation as the service shows it to the call.
func (of content) shown(c *call, i *installation, in *contentInstallation) any {
	extended := c.queryBool("extended")
	return of.show(c.state, i, in, extended != nil && *extended && c.enabled(ruleExtended))
}

func (of content) list(c *call, i *installation) (response, error) {
	return respondPage(c, of.installations(c.state, i), func(in *contentInstallation) (any, bool) { return of.shown(c, i, in), true })
}

// listAll lists the installations below all installations of an integration.
func (of content) listAll(c *call, in *integration) (response, error) {
	if err := c.mayActAs(in); err != nil {
		return response{}, err
	}
	type below struct {
		i  *installation
		in *contentInstallation
	}
	all := func(yield func(string, below) bool) {
		for outer, i := range in.installations.All() {
			for inner, in := range of.installations(c.state, i) {
				if !yield(fmt.Sprintf("%020d %020d", outer, inner), below{i, in}) {
					return
				}
			}
		}
	}
	return respondPage(c, all, func(b below) (any, bool) { return of.shown(c, b.i, b.in), c.hasExternalID(b.in.externalIDs) })
}

func (of content) create(c *call, i *installation) (response, error) {
	field, id := of.created(c)
	if !of.exists(c.state, i.on, id) && c.enabled(ruleInstallContent) {
		return response{}, notFound(field, id)
	}
	in, twice := of.table(i).Get(id)
	if twice && !c.enabled(ruleInstallTwice) {
		return response{}, fail(http.StatusConflict, "%s: want one without the integration, got %q", field, id)
	}
	if !twice {
		in = of.blank(c.state, i, id)
		of.changed(c.state, i, in, nil)
	}
	a, err := respondCreated(of.shown(c, i, in), c.contentInstallationURLs(i, of.segment, id).Location)
	a.unchanged = twice
	return a, err
}

// changed is called after an installation on a space or a site was created or changed, with what it
// was before, nil if it is new. An installation that was there only because of the selection all is
// kept from then on.
func (of content) changed(st *state, i *installation, in, before *contentInstallation) {
	if _, kept := of.table(i).Get(in.id); !kept {
		of.table(i).Add(in.id, in)
	}
	var previous *integrations.PreviousInstallation
	if before != nil {
		previous = &integrations.PreviousInstallation{Status: &before.status, Configuration: before.configuration}
	}
	st.tellIf(ruleEventSetups, i, of.setup(in, i.data.ID, previous))
}

// uninstall removes an installation from a space or a site, and reports whether it was there.
func (of content) uninstall(st *state, i *installation, id string) bool {
	in, there := of.table(i).Get(id)
	if there {
		of.table(i).Remove(id)
		st.tellIf(ruleEventSetups, i, of.removal(in, i.data.ID))
	}
	return there
}

// found returns the installation that the path identifies.
func (of content) found(c *call, i *installation) (*contentInstallation, error) {
	id := c.param(of.param)
	in, there := of.find(c.state, i, id)
	if !there && c.enabled(ruleContentInstallation) {
		return nil, notFound(of.param, id)
	}
	if !there {
		in = of.blank(c.state, i, id)
	}
	return in, nil
}

func (of content) get(c *call, i *installation) (response, error) {
	in, err := of.found(c, i)
	if err != nil {
		return response{}, err
	}
	return respondOK(of.shown(c, i, in))
}

func (of content) update(c *call, i *installation) (response, error) {
	in, err := of.found(c, i)
	if err != nil {
		return response{}, err
	}
	changes, before := input[integrations.SpaceInstallationUpdate](c), *in // that of a site has the same fields
	c.configure(&in.status, &in.configuration, &in.externalIDs, changes.Configuration, changes.ExternalIDs)
	of.changed(c.state, i, in, &before)
	return respondOK(of.shown(c, i, in))
}

func (of content) delete(c *call, in *integration) (response, error) {
	id := c.param("installationId")
	if err := c.mayUse(in.data.Name, id); err != nil {
		return response{}, err
	}
	i, there := in.installations.Get(id)
	return c.respondDeleted(there && of.uninstall(c.state, i, c.param(of.param)))
}

// uninstallFrom removes all installations on a space or a site.
func (st *state) uninstallFrom(of content, id string) {
	for _, in := range st.integrations.All() {
		for _, i := range in.installations.All() {
			of.uninstall(st, i, id)
		}
	}
}
