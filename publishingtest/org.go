package publishingtest

import (
	"net/http"
	"slices"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
)

var (
	ruleOrganizationOrder  = ofCallers(newUndecidedRule("orgs.list.order", "a list of organizations is in the order in which the caller joined them; without the rule, in the order in which they were added"))
	ruleOrganizationMember = ofCallers(newUndecidedRule("orgs.get.member-404", "a get of an organization that the caller is not a member of returns 404; without the rule, 403"))
	ruleBilling            = ofCallers(newUndecidedRule("organization.billing", "an organization has billing only if the caller is an administrator of it; without the rule, for every caller"))
	ruleOrgMatrix          = ofCallers(newUndecidedRule("organization.permissions.roles", "administrators have all permissions of an organization; members with another role list members, teams, integrations and installations; those with the role create also create content and specifications; guests only view; ownTeam is true for the owners of a team; without the rule, all but administrators only view"))
	ruleOrgUpdateAdmin     = ofCallers(newUndecidedRule("orgs.update.admin-403", "an update of an organization by a caller who is not an administrator of it returns 403; without the rule, every caller may update it"))
	ruleHostnameFree       = newUndecidedRule("orgs.update.hostname-free", "the hostname of an organization, ignoring case, is that of no other one; without the rule, several may have the same")
	ruleDefaultContent     = newUndecidedRule("orgs.update.default-content-exists", "the default content of an organization is one of its sites; without the rule, any ID is accepted")
	ruleSignOn             = ofCallers(newSeenRule("organization.sso-403", "if an organization requires single sign-on, a call of a member who does not use it returns 403, unless the caller is an administrator; without the rule, the call is served"))
	ruleJoin               = newUndecidedRule("orgs.join.member", "a join makes the caller a member with the default role of the organization; without the rule, a guest")
	ruleJoinDomain         = newUndecidedRule("orgs.join.domain-400", "a join of a caller whose email address is in none of the email domains returns 400; without the rule, 404")
	ruleJoinDomainCase     = newUndecidedRule("orgs.join.domain-case", "the case of email domains does not matter; without the rule, it does")
	ruleJoinAgain          = newUndecidedRule("orgs.join.again-204", "a join of a member returns 204 and changes nothing; without the rule, it returns 400")
)

// The operations on organizations themselves.
var _ = declare(operations{
	"Orgs.List":   {handle: listOrganizations},
	"Orgs.Create": {createOrganization, limits.Table{limits.QueryOf(orgs.CreateOptions{}), limits.Query("openapiUrl", limits.URI), limits.BodyOf(orgs.Create{})}},
	"Orgs.Get":    {handle: onOrganization(getOrganization)},
	"Orgs.Update": {onOrganization(updateOrganization), append(limits.Table{
		limits.BodyOf(orgs.Update{}),
		limits.Body("logo", limits.URI),
	}, mergeRuleLimits("rules", "none")...)},
	"Orgs.Join": {handle: onOrganization(joinOrganization)},
})

// organizationKind is the resource kind for organizations.
var organizationKind = &kind[*state, organization, orgs.Organization]{
	name: "organization", param: "organizationId", in: everywhere,
	table: func(st *state) *ordered.Table[*organization] { return &st.organizations },
	show:  showing[*state]((*call).showOrganization),
}

var onOrganization = on(organizationKind.of)

// listOrganizations lists all organizations if the call is not restricted.
func listOrganizations(c *call) (response, error) {
	if !c.restricted {
		return respondPage(c, c.organizations.List(), c.showOrganization)
	}
	var listed ordered.Elements[*organization]
	for added, org := range c.organizations.All() {
		if m, member := org.members.Get(c.caller); member {
			listed.Add(byRule(c.state, ruleOrganizationOrder,
				positionAt(m.JoinedAt, added), ordered.At(added)), org)
		}
	}
	return respondPage(c, listed.Sorted(), c.showOrganization)
}

func getOrganization(c *call, org *organization) (response, error) {
	if _, member := c.roleIn(org); member || !c.restricted {
		return respondOK(c.showOrganization(org))
	}
	return response{}, byRule[error](c.state, ruleOrganizationMember,
		notFound("organizationId", c.param("organizationId")),
		fail(http.StatusForbidden, "caller: want a member of the organization"))
}

func updateOrganization(c *call, org *organization) (response, error) {
	in := input[orgs.Update](c)
	var content *api.DefaultContent
	setOrClear(&content, in.DefaultContent)
	c.accept(
		c.mayCall(c.isAdmin(org), "an administrator of the organization", ruleOrgUpdateAdmin),
		c.checkHostname(org, in.Hostname), c.checkDefaultContent(org, content),
	)
	merge(&org.data, in)
	setOrClear(&org.data.URLs.Logo, in.Logo)
	org.home = homeOf(&org.data)
	return respondOK(c.showOrganization(org))
}

// setOrClear sets an optional field to the value in a request. A null clears the field, and an
// unset value leaves it unchanged.
func setOrClear[T any](field **T, to api.Nullable[T]) {
	if value, given := to.Get(); given {
		*field = &value
	} else if to.IsNull() {
		*field = nil
	}
}

// checkHostname rejects a hostname if another organization already has it.
func (st *state) checkHostname(org *organization, hostname *string) error {
	if hostname == nil {
		return nil
	}
	for other := range st.organizations.Values() {
		if other != org && other.data.Hostname != nil &&
			strings.EqualFold(*other.data.Hostname, *hostname) && st.enabled(ruleHostnameFree) {
			return invalid("hostname", "one that no other organization has",
				*hostname, ruleHostnameFree)
		}
	}
	return nil
}

// checkDefaultContent rejects default content other than a site of the organization. The content
// may be nil.
func (st *state) checkDefaultContent(org *organization, content *api.DefaultContent) error {
	if content == nil {
		return nil
	}
	return checkIn(st, &org.sites, "defaultContent.site",
		&content.Site, "a site of the organization", ruleDefaultContent)
}

func joinOrganization(c *call, org *organization) (response, error) {
	caller := c.callerUser()
	_, member := c.roleIn(org)
	switch {
	case member && c.enabled(ruleJoinAgain):
		return response{status: http.StatusNoContent, unchanged: true}, nil
	case member:
		return response{}, fail(http.StatusBadRequest, "caller: want a user who is not a member")
	case !c.admits(org, caller):
		otherDomain := fail(http.StatusBadRequest,
			"caller: want an email address in one of the email domains of the organization [%s]",
			ruleJoinDomain)
		return response{}, byRule[error](c.state, ruleJoinDomain,
			otherDomain, notFound("caller", caller.ID))
	}
	c.addMember(org, caller, byRule(c.state, ruleJoin, org.data.DefaultRole, nil), false)
	return response{status: http.StatusNoContent}, nil
}

// admits reports whether the email domains of an organization contain the domain of a user's email
// address.
func (st *state) admits(org *organization, user *api.User) bool {
	if user.Email == nil {
		return false
	}
	domain := (*user.Email)[strings.LastIndexByte(*user.Email, '@')+1:]
	return slices.ContainsFunc(org.data.EmailDomains, func(allowed string) bool {
		return allowed == domain ||
			strings.EqualFold(allowed, domain) && st.enabled(ruleJoinDomainCase)
	})
}

// checkSignedOn rejects a caller who does not use single sign-on, although the organization in the
// path requires it.
func (c *call) checkSignedOn() error {
	org, ok := c.organization()
	if !ok || org.data.SSO == nil || !*org.data.SSO {
		return nil
	}
	m, member := org.members.Get(c.caller)
	return c.mayCall(!member || m.SSO || c.isAdmin(org),
		"a member who uses single sign-on", ruleSignOn)
}

// organization returns the organization of the resource in the path, and reports whether it exists.
func (c *call) organization() (*organization, bool) {
	id := c.param("organizationId")
	if sp, ok := c.spaces.Get(c.param("spaceId")); ok {
		id = sp.data.Organization
	} else if sp, ok := c.trash.Get(c.param("spaceId")); ok {
		id = sp.data.Organization
	} else if col, ok := c.collections.Get(c.param("collectionId")); ok {
		id = col.data.Organization
	}
	return c.organizations.Get(id)
}

// showOrganization returns an organization as it appears in responses to the caller.
func (c *call) showOrganization(org *organization) orgs.Organization {
	shown := org.data
	if !c.restricted {
		return shown
	}
	if !c.isAdmin(org) && c.enabled(ruleBilling) {
		shown.Billing = nil
	}
	shown.Permissions = c.permissionsIn(org)
	return shown
}

// permissionsIn returns the caller's permissions on an organization.
func (c *call) permissionsIn(org *organization) api.OrganizationPermissions {
	role, member := c.roleIn(org)
	if c.isAdmin(org) {
		return allPermissions
	}
	lists := role != nil && c.enabled(ruleOrgMatrix)
	creates := lists && *role == api.RoleCreate
	can := api.OrganizationPermissions{
		View: member, CreateContent: creates,
		CreateOpenAPISpec: creates, IngestConversations: new(false),
		ListMembers: lists, ListTeams: lists, ListIntegrations: lists, ListInstallations: lists,
	}
	for t := range org.teams.Values() {
		teamRole, _ := t.members.Get(c.caller)
		can.OwnTeam = can.OwnTeam ||
			teamRole == orgs.TeamMemberRoleOwner && c.enabled(ruleOrgMatrix)
	}
	return can
}

var allPermissions = api.OrganizationPermissions{
	View: true, Admin: true, OwnTeam: true, CreateContent: true,
	CreateOpenAPISpec: true, IngestConversations: new(true),
	ViewBilling: true, ListMembers: true, ListTeams: true,
	ListIntegrations: true, ListInstallations: true, InstallIntegration: true,
}

// Add adds an organization and returns it. Fields that are not set are generated, and InviteLinks
// is always true. For a caller other than [Server.Caller], Billing and Permissions depend on the
// caller's role in the organization.
func (s Orgs) Add(seed orgs.Organization) orgs.Organization {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	if seed.MergeRules.Rules != nil {
		fill(&seed.MergeRules.Type, api.MergeRulesTypeRules)
	}
	fill(&seed.MergeRules.Type, api.MergeRulesTypeNone)
	update := seed
	if isOneCharacter(seed.Title) { // the API reference does not limit the title of an organization
		update.Title = ""
	}
	org := &organization{}
	server.accept(
		server.limit("Orgs.Update", update),
		server.limit("Orgs.Update", orgs.Update{Logo: nullable(seed.URLs.Logo)}),
		server.state.checkHostname(org, seed.Hostname),
		server.state.checkDefaultContent(org, seed.DefaultContent),
	)
	seed.ID = server.seedID("org", seed.ID)
	server.state.addOrganization(org, seed)
	return clone(org.data)
}

// addOrganization adds an organization and generates the fields that are not set, except for the
// ID.
func (st *state) addOrganization(org *organization, seed orgs.Organization) {
	st.fillCommon(&seed, "organization", "orgs", seed.ID)
	fill(&seed.Title, "Organization "+seed.ID)
	seed.EmailDomains = orNone(seed.EmailDomains)
	fill(&seed.Type, api.OrganizationTypeBusiness)
	seed.InviteLinks = true
	fill(&seed.Plan, api.PlanFree)
	fill(&seed.MergeRules.Type, api.MergeRulesTypeNone)
	fill(&seed.URLs.App, address(appURL, "o", seed.ID))
	fill(&seed.Trial.Status, api.TrialStatusNone)
	fill(&seed.Permissions, allPermissions)
	org.data, org.home = seed, homeOf(&seed)
	org.agentInstructions = st.newAgentInstructions(&seed)
	st.organizations.Add(seed.ID, org)
	st.addHostname(seed.CustomHostname, org, nil)
}

func createOrganization(c *call) (response, error) {
	in, org := input[orgs.Create](c), &organization{}
	c.addOrganization(org,
		orgs.Organization{ID: c.newID("org"), Title: in.Title, EmailDomains: in.EmailDomains})
	c.addMember(org, c.callerUser(), new(api.RoleAdmin), false)
	if publishing.Value(c.queryBool("withDefaultSite")) {
		site := c.addSite(org, sites.Site{ID: c.newID("site"), Title: in.Title}, nil)
		org.data.DefaultContent = &api.DefaultContent{Type: api.DefaultContentTypeSite, Site: site.data.ID}
	}
	return respondCreated(c.showOrganization(org), org.data.URLs.Location)
}

// homeOf returns the URL below which the sites of an organization are published.
func homeOf(data *orgs.Organization) string {
	if data.Hostname == nil {
		return sitesURL
	}
	return "https://" + strings.ToLower(*data.Hostname) + ".publishing.example"
}

// All returns the organizations, in the order in which they were added.
func (s Orgs) All() []orgs.Organization {
	return organizationKind.all(open(s.server))
}

// organization is an organization with everything that it owns except spaces.
type organization struct {
	data         orgs.Organization
	home         string // URL below which its sites are published
	members      ordered.Table[*api.Member]
	claims       map[string]api.Secret // visitor claims by user
	teams        ordered.Table[*team]
	invites      ordered.Table[*Invite] // keys are email addresses
	linkInvites  ordered.Table[*linkInvite]
	sites        ordered.Table[*site]
	imports      ordered.Table[*orgs.ImportRun]
	auditEvents  ordered.Table[*orgs.AuditEventDetails]
	specs        ordered.Table[*spec]
	specScripts  map[string]*specScript     // keys are slugs
	storage      ordered.Table[*storedFile] // keys are storage keys
	fonts        ordered.Table[*orgs.Font]
	saml         ordered.Table[*samlProvider]
	translations ordered.Table[*translation]
	glossary     ordered.Table[*orgs.GlossaryEntry]

	agentInstructions agentInstructions
	aiUses            []AIUse
	conversations     conversations
}

var ruleAgentInstructionsEmpty = newUndecidedRule("orgs.agentinstructions.get.empty", "before the first update, the agent instructions of an organization are a document without nodes, updated by the user who created the organization; without the rule, the response is 404")

// The operations on agent instructions.
var _ = declare(operations{
	"Orgs.AgentInstructions.Get": {handle: onOrganization(getAgentInstructions)},
	"Orgs.AgentInstructions.Put": {onOrganization(putAgentInstructions), limits.Table{limits.BodyOf(orgs.AgentInstructionsPut{})}},
})

// agentInstructions are the agent instructions of an organization.
type agentInstructions struct {
	data orgs.AgentInstructions
	put  bool // whether a call or a test has replaced them
}

// newAgentInstructions returns the agent instructions of a new organization.
func (st *state) newAgentInstructions(org *orgs.Organization) agentInstructions {
	return agentInstructions{data: orgs.AgentInstructions{
		Object:       "agent-instructions",
		Instructions: richtext.Document{Object: "document", Nodes: []richtext.Node{}},
		UpdatedAt:    org.CreatedAt,
		UpdatedBy:    st.caller,
		URLs: orgs.AgentInstructionsURLs{
			Location: address("/v1", "orgs", org.ID, "agent-instructions"),
		},
	}}
}

func getAgentInstructions(c *call, org *organization) (response, error) {
	if org.agentInstructions.put || c.enabled(ruleAgentInstructionsEmpty) {
		return respondOK(org.agentInstructions.data)
	}
	return response{}, fail(http.StatusNotFound,
		"organizationId: the organization has no agent instructions")
}

func putAgentInstructions(c *call, org *organization) (response, error) {
	c.setAgentInstructions(org, input[orgs.AgentInstructionsPut](c).Instructions)
	return respondOK(org.agentInstructions.data)
}

func (st *state) setAgentInstructions(org *organization, instructions richtext.Document) {
	stored := &org.agentInstructions
	stored.put = true
	stored.data.Instructions, stored.data.UpdatedAt, stored.data.UpdatedBy = instructions, st.now(), st.caller
}

// Put replaces the agent instructions of an organization, as a call by [Server.Caller] does.
func (s OrgAgentInstructions) Put(orgID string, instructions richtext.Document) {
	server := open(s.server)
	defer server.mu.hold()()
	server.state.setAgentInstructions(organizationKind.seeded(server, orgID), clone(instructions))
}

// Get returns the agent instructions of an organization.
func (s OrgAgentInstructions) Get(orgID string) orgs.AgentInstructions {
	defer open(s.server).mu.hold()()
	return clone(organizationKind.seeded(open(s.server), orgID).agentInstructions.data)
}
