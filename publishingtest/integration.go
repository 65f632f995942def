package publishingtest

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleIntegrationPrivate = ofCallers(newUndecidedRule("integration.private-404", "a private integration does not exist for a caller who is not a member of the organization that owns it; without the rule, it exists for everyone"))
	ruleIntegrationAdmin   = ofCallers(newUndecidedRule("integration.permissions", "only an administrator of the organization that owns an integration has the permission admin; without the rule, everyone has it"))
	ruleIntegrationSearch  = newUndecidedRule("integrations.list.search", "a list of integrations with a search contains only those whose title or name contains the text, in any case; without the rule, only the title counts")
	ruleIntegrationDomain  = newUndecidedRule("integrations.list.block-domain", "a list of integrations with a block domain contains only those with a block whose urlUnfurl has a URL with the host; without the rule, the block domain is ignored")
	ruleIntegrationScript  = newRule("integrations.scriptsinsite.scope", "an integration adds a script to a site only if it has the scope site:script:inject, and the script uses cookies only if it also has site:script:cookies; without the rule, it does what it has no scope for too")
)

// integrationsURL is the origin of the URLs of integrations. The server never connects to it.
const integrationsURL = "https://integrations.publishing.example"

var integrationListLimits = limits.Table{limits.QueryOf(integrations.ListOptions{})}

// The operations on integrations themselves, and on their blocks and
// scripts in spaces and sites.
var _ = declare(operations{
	"Integrations.List":          {listIntegrations, integrationListLimits},
	"Integrations.Get":           {handle: integrationKind.get},
	"Integrations.ListInOrg":     {onOrganization(listOrganizationIntegrations), integrationListLimits},
	"Integrations.ListInSpace":   {handle: onSpace(listSpaceIntegrations)},
	"Integrations.BlocksInSpace": {handle: onSpace(listSpaceBlocks)},
	"Integrations.ListInSite":    {handle: onSite(listSiteIntegrations)},
	"Integrations.ScriptsInSite": {handle: onSite(shows((*call).scriptsOf))},
})

// integration is an integration with its events and its installations.
type integration struct {
	data          integrations.Integration // completed by showIntegration
	owner         *organization
	published     integrations.Publish // body of the last publication
	tasks         []integrations.TaskCreate
	installations ordered.Table[*installation]
	events        ordered.Table[*integrations.TracedEvent] // the latest event is the last one
	renders       map[string][]integrations.RenderOutput   // scripted outputs by component
	devMode       *integrations.DevPut                     // nil while it is off
}

// installation connects an integration to an organization, and contains the installations on spaces
// and sites.
type installation struct {
	data   integrations.Installation // completed by showInstallation
	of     *integration
	on     *organization
	spaces ordered.Table[*contentInstallation] // installations by the ID of the space
	sites  ordered.Table[*contentInstallation] // installations by the ID of the site
}

// integrationKind is the resource kind for integrations, which are identified by name.
var integrationKind = &kind[*state, integration, integrations.Integration]{
	name: "integration", param: "integrationName", in: everywhere,
	table:  func(st *state) *ordered.Table[*integration] { return &st.integrations },
	show:   showing[*state]((*call).showIntegration),
	exists: (*call).knows,
}

var onIntegration = on(integrationKind.of)

// knows reports whether an integration exists for the caller.
func (c *call) knows(in *integration) bool {
	_, member := c.roleIn(in.owner)
	return member || !c.restricted || in.data.Visibility != integrations.VisibilityPrivate ||
		!c.enabled(ruleIntegrationPrivate)
}

func listIntegrations(c *call) (response, error) {
	return c.respondIntegrations(func(in *integration) bool {
		return in.data.Visibility == integrations.VisibilityPublic
	})
}

func listOrganizationIntegrations(c *call, org *organization) (response, error) {
	return c.respondIntegrations(func(in *integration) bool {
		return in.data.Visibility == integrations.VisibilityPublic || in.owner == org
	})
}

// respondIntegrations responds with a page of the integrations that both listed and the query
// select.
func (c *call) respondIntegrations(listed func(in *integration) bool) (response, error) {
	list := c.integrations.List().Where(func(in *integration) bool {
		return listed(in) && c.knows(in) && c.selects(in) && c.isSearched(in, ruleIntegrationSearch)
	})
	return respondPage(c, list, c.showIntegration)
}

// isSearched reports whether the title of an integration contains the search text in the query. If
// the rule name is on, the text may also be in the integration's name.
func (c *call) isSearched(in *integration, name rule) bool {
	text := strings.ToLower(c.query.Get("search"))
	return strings.Contains(strings.ToLower(in.data.Title), text) ||
		c.enabled(name) && strings.Contains(strings.ToLower(in.data.Name), text)
}

// selects reports whether the filters of a list select an integration.
func (c *call) selects(in *integration) bool {
	if host := c.query.Get("blockDomain"); host != "" && c.enabled(ruleIntegrationDomain) {
		if _, displays := in.unfurling(host); !displays {
			return false
		}
	}
	has := func(name string, fits func(value string) bool) bool {
		value := c.query.Get(name)
		return value == "" || fits(value)
	}
	blocks, sources := c.queryBool("blocks"), c.queryBool("contentSources")
	return has("category", func(v string) bool {
		return slices.Contains(in.data.Categories, integrations.Category(v))
	}) &&
		has("scope", func(v string) bool {
			return slices.Contains(in.data.Scopes, integrations.Scope(v))
		}) &&
		has("target", func(v string) bool { return in.data.Target == integrations.Target(v) }) &&
		has("owner", func(v string) bool { return in.owner.data.ID == v }) &&
		(blocks == nil || *blocks == (len(in.data.Blocks) > 0)) &&
		(sources == nil || *sources == (len(in.data.ContentSources) > 0))
}

// unfurling returns the block with which an integration displays URLs of a host, and reports
// whether there is such a block.
func (in *integration) unfurling(host string) (block integrations.Block, ok bool) {
	for _, block = range in.data.Blocks {
		for _, text := range block.URLUnfurl {
			if u, err := url.Parse(text); err == nil && strings.EqualFold(u.Hostname(), host) {
				return block, true
			}
		}
	}
	return block, false
}

// installed returns the integrations that have an installation in a place.
func (st *state) installed(isThere func(i *installation) bool) (found []*integration) {
	for in := range st.integrations.Values() {
		if slices.ContainsFunc(slices.Collect(in.installations.Values()), isThere) {
			found = append(found, in)
		}
	}
	return found
}

// respondInstalled responds with the integrations that are installed in a place. The list is not
// paginated.
func (c *call) respondInstalled(isThere func(i *installation) bool) (response, error) {
	list := []integrations.Integration{}
	for _, in := range c.installed(isThere) {
		if c.knows(in) && c.isSearched(in, ruleIntegrationSearch) {
			list = append(list, c.showIntegration(in))
		}
	}
	return respondAll(list)
}

func listSpaceIntegrations(c *call, sp *space) (response, error) {
	return c.respondInstalled(onSpaces.isOn(c.state, sp.data.ID))
}

func listSiteIntegrations(c *call, s *site) (response, error) {
	return c.respondInstalled(onSites.isOn(c.state, s.data.ID))
}

// listSpaceBlocks responds with the blocks of integrations in a space. It omits integrations
// without blocks.
func listSpaceBlocks(c *call, sp *space) (response, error) {
	list := []integrations.IntegrationBlocks{}
	for _, in := range c.installed(onSpaces.isOn(c.state, sp.data.ID)) {
		if c.knows(in) && len(in.data.Blocks) > 0 {
			list = append(list,
				integrations.IntegrationBlocks{Name: in.data.Name, Blocks: in.data.Blocks})
		}
	}
	return respondOK(list)
}

// scriptsOf returns the scripts that integrations add to a site.
func (st *state) scriptsOf(s *site) []sites.Script {
	list := []sites.Script{}
	for _, in := range st.installed(onSites.isOn(st, s.data.ID)) {
		scopes := byRule(st, ruleIntegrationScript, in.data.Scopes, []integrations.Scope{
			integrations.ScopeSiteScriptInject, integrations.ScopeSiteScriptCookies,
		})
		if !slices.Contains(scopes, integrations.ScopeSiteScriptInject) {
			continue
		}
		list = append(list, sites.Script{
			Script:                address(integrationsURL, in.data.Name, "sites", s.data.ID, "script.js"),
			ContentSecurityPolicy: policyText(in.data.ContentSecurityPolicy),
			Cookies:               slices.Contains(scopes, integrations.ScopeSiteScriptCookies),
		})
	}
	return list
}

// policyText returns a policy as the value of a Content-Security-Policy header, or nil if policy is
// nil.
func policyText(policy *integrations.ContentSecurityPolicy) *string {
	if policy == nil || policy.Directives == nil {
		return publishing.Value(policy).Policy
	}
	var directives []string
	for _, name := range slices.Sorted(maps.Keys(policy.Directives)) {
		directives = append(directives, strings.TrimSpace(name+" "+policy.Directives[name]))
	}
	return new(strings.Join(directives, "; "))
}

// showIntegration returns an integration as it appears in responses.
func (st *state) showIntegration(in *integration) integrations.Integration {
	shown := in.data
	shown.Owner = in.owner.data
	return shown
}

// showIntegration returns an integration as it appears in responses to the caller.
func (c *call) showIntegration(in *integration) integrations.Integration {
	shown := c.state.showIntegration(in)
	shown.Owner = c.showOrganization(in.owner)
	if c.restricted && c.enabled(ruleIntegrationAdmin) {
		shown.Permissions.Admin = c.isAdmin(in.owner)
	}
	return shown
}

// addIntegration adds an integration and generates the fields that are not set, except for the
// name.
func (st *state) addIntegration(owner *organization, data integrations.Integration) *integration {
	in := &integration{owner: owner}
	in.define(st, data)
	st.integrations.Put(data.Name, in)
	return in
}

// define sets the definition of an integration, and generates the fields that are not set.
func (in *integration) define(st *state, data integrations.Integration) {
	st.fillCommon(&data, "integration", "integrations", data.Name)
	fill(&data.Version, 1)
	fill(&data.Title, "Integration")
	fill(&data.Target, integrations.TargetAll)
	fill(&data.Visibility, integrations.VisibilityPrivate)
	data.PreviewImages, data.Scopes = orNone(data.PreviewImages), orNone(data.Scopes)
	data.Categories, data.ExternalLinks = orNone(data.Categories), orNone(data.ExternalLinks)
	fill(&data.URLs.App, address(appURL, "integrations", data.Name))
	fill(&data.URLs.Assets, address(integrationsURL, data.Name, "assets"))
	fill(&data.URLs.PublicEndpoint, address(integrationsURL, data.Name))
	data.Owner = orgs.Organization{}
	data.Permissions.Admin = true
	in.data = data
}

// Add adds an integration, which the organization owns, and returns the integration. Fields that
// are not set are generated. By default, Visibility is private and Target is all. The permission
// admin is always true for [Server.Caller]. For any other caller, it depends on the caller's role
// in the organization.
func (s Integrations) Add(orgID string, seed integrations.Integration) integrations.Integration {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	owner := organizationKind.seeded(server, orgID)
	server.agrees("Owner.ID", seed.Owner.ID, owner.data.ID)
	server.state.fillID(&seed.Name, "integration")
	server.mistakeIf(server.state.integrations.Has(seed.Name), "there is an integration %q", seed.Name)
	const operation = "Integrations.Publish"
	request := seed
	request.PreviewImages = make([]string, len(seed.PreviewImages)) // a seed has URLs instead of images
	server.accept(checkParams(server.routes.ops[operation], func(string) string { return seed.Name }),
		server.limit(operation, request))
	return clone(server.state.showIntegration(server.state.addIntegration(owner, seed)))
}

// Get returns the integration with the given name. If it does not exist, the test fails.
func (s Integrations) Get(name string) integrations.Integration {
	return integrationKind.edit(open(s.server), func(*state, *integration) {}, name)
}

var (
	rulePublishVersion  = newUndecidedRule("integrations.publish.version", "the first version of an integration is 1, and each further one counts up; without the rule, it stays 1")
	rulePublishOwner    = newUndecidedRule("integrations.publish.owner-403", "an integration of another organization cannot be published and returns 403; without the rule, it is published and stays that of its organization")
	rulePublishReplaces = newUndecidedRule("integrations.publish.replaces", "a further version has nothing of the version before; without the rule, it has what the request leaves out")
	ruleDevModeOff      = newUndecidedRule("integrations.dev.delete.off-205", "to disable a development mode that is off returns 205; without the rule, 204")
)

// The operations that publish integrations, and the operations for
// developers and scripts.
var _ = declare(operations{
	"Integrations.Publish": {publishIntegration, limits.Table{
		limits.BodyOf(integrations.Publish{}),
		limits.Body("externalLinks[].url", limits.URI),
	}},
	"Integrations.Unpublish":    {handle: unpublishIntegration},
	"Integrations.Tasks.Create": {onIntegration(permitted((*call).mayActAs, queueTask)), limits.Table{limits.BodyOf(integrations.TaskCreate{})}},
	"Integrations.Dev.Put":      {onIntegration(permitted((*call).mayManage, enableDevMode)), limits.Table{limits.BodyOf(integrations.DevPut{})}},
	"Integrations.Dev.Delete":   {handle: onIntegration(permitted((*call).mayManage, disableDevMode))},
})

func publishIntegration(c *call) (response, error) {
	c.accept(c.mayManage(nil))
	in := input[integrations.Publish](c)
	owner := c.publisher(in.Organization)
	if owner == nil {
		return response{}, notFound("organization", in.Organization)
	}
	name := c.param("integrationName")
	found, ok := c.integrations.Get(name)
	if !ok {
		found = c.addIntegration(owner, integrations.Integration{Name: name})
		found.data.Version = 0
	} else if found.owner != owner && c.enabled(rulePublishOwner) {
		return response{}, fail(
			http.StatusForbidden,
			"integrationName: want the name of an integration of the organization %s, got %q [%s]",
			abbreviated(in.Organization), name, rulePublishOwner,
		)
	}
	if ok && !c.enabled(rulePublishReplaces) {
		in = completed(found.published, c.body)
	}
	data := as[integrations.Integration](in)
	data.Name, data.Version, data.Description = name, found.data.Version, &in.Description
	data.URLs, data.Verified = found.data.URLs, found.data.Verified
	data.URLs.Icon = nil
	if in.Icon != nil {
		data.URLs.Icon = new(address(integrationsURL, name, "icon.png"))
	}
	for i := range in.PreviewImages {
		data.PreviewImages = append(data.PreviewImages,
			address(integrationsURL, name, "previews", fmt.Sprintf("%d.png", i+1)))
	}
	if data.Version == 0 || c.enabled(rulePublishVersion) {
		data.Version++
	}
	found.define(c.state, data)
	found.published = in
	return respondOK(c.showIntegration(found))
}

// publisher returns the organization that a request identifies, or nil if it does not exist.
func (st *state) publisher(text string) *organization {
	if org, ok := st.organizations.Get(text); ok {
		return org
	}
	for org := range st.organizations.Values() {
		if org.data.Hostname != nil && strings.EqualFold(*org.data.Hostname, text) {
			return org
		}
	}
	subdomain, _ := st.subdomains.Get(text)
	org, _ := st.organizations.Get(publishing.Value(publishing.Value(subdomain).Target.Organization))
	return org
}

// completed returns the body of a request. Fields that the body omits are taken from an earlier
// request.
func completed(earlier integrations.Publish, body []byte) integrations.Publish {
	was, _ := jsonx.Marshal(earlier) // an earlier request was decoded, so it can be encoded
	given, _ := jsonx.Fields(body)   // the limits have rejected anything but an object
	fields := map[string]any{}
	for name, value := range given {
		fields[name] = value
	}
	all, _ := jsonx.SetFields(was, fields)
	var in integrations.Publish
	_, _ = jsonx.Decode(all, &in)
	return in
}

func unpublishIntegration(c *call) (response, error) {
	c.accept(c.mayManage(nil))
	return integrationKind.delete(c)
}

func queueTask(c *call, in *integration) (response, error) {
	in.tasks = append(in.tasks, input[integrations.TaskCreate](c))
	return response{status: http.StatusNoContent}, nil
}

func enableDevMode(c *call, in *integration) (response, error) {
	in.devMode = new(input[integrations.DevPut](c))
	return response{status: http.StatusNoContent}, nil
}

func disableDevMode(c *call, in *integration) (response, error) {
	was := in.devMode != nil
	in.devMode = nil
	resp, err := respondDeleted(was || c.enabled(ruleDevModeOff))
	resp.unchanged = !was
	return resp, err
}

// Publication returns the request body that last published an integration, including the script and
// the secrets. It is zero for an integration that was added with [Integrations.Add].
func (s Integrations) Publication(name string) integrations.Publish {
	defer open(s.server).mu.hold()()
	return clone(integrationKind.seeded(open(s.server), name).published)
}

// All returns the tasks that were queued for an integration, in the order in which they were
// queued. The server does not run them.
func (s IntegrationTasks) All(name string) []integrations.TaskCreate {
	defer open(s.server).mu.hold()()
	return clone(integrationKind.seeded(open(s.server), name).tasks)
}

// Get returns the development mode of an integration, or nil if it is off. The server never sends
// anything to the tunnel.
func (s IntegrationDev) Get(name string) *integrations.DevPut {
	defer open(s.server).mu.hold()()
	return clone(integrationKind.seeded(open(s.server), name).devMode)
}
