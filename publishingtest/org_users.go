package publishingtest

import (
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var ruleUserOwn = ofCallers(newUndecidedRule("users.update.own-403", "an update of a user other than the caller returns 403; without the rule, every caller may update it"))

// The operations on the accounts of users.
var _ = declare(operations{
	"Users.Me":  {handle: getCaller},
	"Users.Get": {handle: userKind.get},
	"Users.Update": {userKind.on(updateUser), limits.Table{
		limits.BodyOf(orgs.UserUpdate{}),
		limits.Body("photoURL", limits.URI),
	}},
})

// userKind is the resource kind for user accounts.
var userKind = &kind[*state, api.User, api.User]{
	name: "user", param: "userId", in: everywhere,
	table: func(st *state) *ordered.Table[*api.User] { return &st.users },
	show:  itself[*state, api.User],
}

func getCaller(c *call) (response, error) { return respondOK(*c.callerUser()) }

func updateUser(c *call, _ *state, user *api.User) (response, error) {
	c.accept(c.mayCall(user.ID == c.caller, "the user whose account it is", ruleUserOwn))
	merge(user, input[orgs.UserUpdate](c))
	return respondOK(*user)
}

// current returns a user with the current values of the account. The stored user of a member or a
// comment has the values from the time when the member or comment was created.
func (st *state) current(user api.User) api.User {
	if account, ok := st.users.Get(user.ID); ok {
		return *account
	}
	return user
}

// The operations on subdomains.
var _ = declare(operations{
	"Subdomains.Get": {handle: subdomainKind.get},
})

// subdomainKind is the resource kind for subdomains, which are identified by label.
var subdomainKind = &kind[*state, orgs.Subdomain, orgs.Subdomain]{
	name: "subdomain", param: "subdomain", in: everywhere,
	table: func(st *state) *ordered.Table[*orgs.Subdomain] { return &st.subdomains },
	show:  itself[*state, orgs.Subdomain],
}

// Add adds a subdomain, which leads to the organization, and returns the subdomain. Subdomain is
// required and must not be in use. Target is set to the organization.
func (s Subdomains) Add(orgID string, seed orgs.Subdomain) orgs.Subdomain {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	org := organizationKind.seeded(server, orgID)
	server.accept(checkParams(
		server.routes.ops["Subdomains.Get"], func(string) string { return seed.Subdomain },
	))
	server.mistakeIf(server.state.subdomains.Has(seed.Subdomain),
		"the subdomain %q is taken", seed.Subdomain)
	server.agrees("Target.Organization", publishing.Value(seed.Target.Organization), org.data.ID)
	seed.Object = "subdomain"
	seed.Target = orgs.SubdomainTarget{
		Type: orgs.SubdomainTargetTypeOrganization, Organization: new(org.data.ID),
	}
	server.state.subdomains.Add(seed.Subdomain, &seed, org.data.ID)
	return clone(seed)
}

// All returns the subdomains that lead to an organization, in the order in which they were
// added.
func (s Subdomains) All(orgID string) []orgs.Subdomain {
	return allIn(open(s.server), subdomainKind, orgID)
}

// systemVersion is the version of the service that the server reports.
const systemVersion = "1.0.0"

// The operations on the service itself.
var _ = declare(operations{
	"System.Info": {handle: getSystemInfo},
})

func getSystemInfo(c *call) (response, error) {
	return respondOK(orgs.SystemInfo{Version: systemVersion, Build: c.started.Format(time.RFC3339)})
}
