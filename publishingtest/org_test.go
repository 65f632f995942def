package publishingtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// billed returns an organization with all that no operation sets.
func billed() orgs.Organization {
	at := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	price := api.Price{Monthly: 8, Yearly: 80}
	return orgs.Organization{
		ID: "billed", Hostname: new("billed"), Type: api.OrganizationTypeCommunity, UseCase: new(api.UseCaseNotes),
		CommunityType: new(api.CommunityTypeOpenSource), Plan: api.PlanPro2024, CustomHostname: new("docs.billed.example"),
		Billing: &api.Billing{
			Interval: api.BillingIntervalYearly, EndDate: &at, UsageAddons: map[string]api.UsageAddon{"assistant": {Enabled: true}},
			Pricing: api.Pricing{
				Members: map[string]api.Price{"plus_2024": price, "pro_2024": price},
				Sites:   map[string]api.Price{"premium": price, "ultimate": price},
			},
		},
		Trial:   api.Trial{Status: api.TrialStatusEnded, EndDate: &at, Decision: new(api.TrialDecisionDowngrade)},
		Blocked: &api.Blocked{Source: new(api.BlockSourceInternal), Reason: "Unpaid"},
	}
}

func organizationProofs() map[string]proof {
	p := proofs{}

	p["orgs.list.order"] = func(t *testing.T, w *world) bool {
		w.Orgs.Members.Add("org", api.Member{ID: "zoe", JoinedAt: time.Date(2026, 2, 2, 0, 0, 0, 0, time.UTC)})
		w.Orgs.Members.Add("acme", api.Member{ID: "zoe", JoinedAt: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
		return ids(w.sendAs(t, "zoe", "GET", "/v1/orgs", "").object(t)) == "acme org"
	}
	p.respondsTo("orgs.get.member-404", "known", "GET", acme, "", http.StatusNotFound)
	p["organization.billing"] = func(t *testing.T, w *world) bool {
		w.Orgs.Add(billed())
		w.Orgs.Members.Add("billed", api.Member{ID: "bob", Role: new(api.RoleCreate)})
		return w.sendAs(t, "bob", "GET", "/v1/orgs/billed", "").object(t)["billing"] == nil
	}
	p["organization.permissions.roles"] = func(t *testing.T, w *world) bool {
		return at(w.sendAs(t, "bob", "GET", acme, "").object(t), "permissions.listMembers") == true
	}
	p.respondsTo("orgs.update.admin-403", "bob", "PATCH", acme, `{"title":"New"}`, http.StatusForbidden)
	p["orgs.update.hostname-free"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", "/v1/orgs/org", `{"hostname":"taken"}`).status)
		return w.send(t, "PATCH", acme, `{"hostname":"Taken"}`).status == http.StatusBadRequest
	}
	p.rejects("orgs.update.default-content-exists", "PATCH", acme, `{"defaultContent":{"type":"site","site":"site"}}`, "defaultContent.site")
	p["organization.sso-403"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", acme, `{"sso":true}`).status)
		return w.sendAs(t, "bob", "GET", acme+"/sites", "").status == http.StatusForbidden
	}
	p["orgs.join.member"] = func(t *testing.T, w *world) bool {
		w.send(t, "PATCH", acme, `{"emailDomains":["publishing.example"],"defaultRole":"comment"}`)
		status := w.send(t, "POST", acme+"/join", "").status
		member := w.send(t, "GET", acme+"/members/caller", "").object(t)
		return status == http.StatusNoContent && member["role"] == "comment"
	}
	p.responds("orgs.join.domain-400", "POST", acme+"/join", "", http.StatusBadRequest)
	p["orgs.join.domain-case"] = func(t *testing.T, w *world) bool {
		w.send(t, "PATCH", acme, `{"emailDomains":["Publishing.EXAMPLE"]}`)
		return w.send(t, "POST", acme+"/join", "").status == http.StatusNoContent
	}
	p.respondsTo("orgs.join.again-204", "ada", "POST", acme+"/join", "", http.StatusNoContent)
	p["orgs.invites.join.links-off-400"] = func(t *testing.T, w *world) bool {
		require.Equal(t, http.StatusOK, w.send(t, "PATCH", acme, `{"inviteLinks":false}`).status)
		return w.send(t, "POST", acme+"/invites/to-org", "").status == http.StatusBadRequest
	}
	return p
}

func organizationIDs(t *testing.T, client *publishing.Client, limit int) []string {
	t.Helper()
	found := mapped(collect(t, client.Orgs.All(t.Context(), orgs.ListOptions{Limit: limit})), func(org orgs.Organization) string { return org.ID })
	return found
}

func TestOrganizationsAreThoseOfTheCaller(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	joined := func(day int) time.Time { return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC) }
	var all []string
	for i, day := range []int{3, 1, 2} {
		id := string(rune('a' + i))
		w.Orgs.Add(orgs.Organization{ID: id})
		w.Orgs.Members.Add(id, api.Member{ID: "ada", JoinedAt: joined(day)})
		all = append(all, id)
	}
	w.Users.Add(api.User{ID: "eve"})
	for limit := range 4 {
		require.Equal(t, append([]string{w.org}, all...), organizationIDs(t, w.client, limit), "with Server.Token")
		require.Equal(t, []string{"b", "c", "a"}, organizationIDs(t, w.ClientFor("ada"), limit))
		require.Empty(t, organizationIDs(t, w.ClientFor("eve"), limit))
	}
	w.ActAs("eve")
	require.Len(t, organizationIDs(t, w.client, 0), 4, "never restricted, whoever the caller is")
}

func TestOrganizationIsUpdated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Sites.Add(w.org, sites.Site{ID: "docs"})
	before := must(w.client.Orgs.Get(t.Context(), w.org))(t)
	require.Equal(t, &w.Orgs.All()[0], before)
	rules := api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{{Rule: api.MergeRuleNameRequireAgentReview}}}
	updated := must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{
		Title: new("New"), EmailDomains: []string{"acme.example"}, Hostname: new("new"), DefaultRole: api.Set(api.RoleEdit),
		DefaultContent: api.Set(api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "docs"}), Logo: api.Set("https://acme.example/logo.png"),
		SSO: new(true), AI: new(true), InviteLinks: new(false), MergeRules: &rules,
	}))(t)
	want := *before
	want.Title, want.EmailDomains, want.Hostname, want.DefaultRole = "New", []string{"acme.example"}, new("new"), new(api.RoleEdit)
	want.DefaultContent = &api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "docs"}
	want.URLs.Logo, want.SSO, want.AI, want.InviteLinks, want.MergeRules = new("https://acme.example/logo.png"), new(true), new(true), false, rules
	require.Equal(t, &want, updated)
	kept := must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{}))(t)
	require.Equal(t, &want, kept, "absent keeps")
	kept = must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{Hostname: new("NEW")}))(t, "its own hostname")
	require.Equal(t, "NEW", *kept.Hostname)
	cleared := must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{
		EmailDomains: []string{}, DefaultRole: api.Null[api.Role](), DefaultContent: api.Null[api.DefaultContent](), Logo: api.Null[string](),
		MergeRules: &api.MergeRules{Type: api.MergeRulesTypeNone},
	}))(t)
	want.Hostname, want.EmailDomains, want.DefaultRole, want.DefaultContent, want.URLs.Logo = new("NEW"), []string{}, nil, nil, nil
	want.MergeRules = api.MergeRules{Type: api.MergeRulesTypeNone}
	require.Equal(t, &want, cleared, "null clears, and lists are replaced")
}

func TestDeletedSiteIsNoDefaultContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Sites.Add(w.org, sites.Site{ID: "docs"})
	w.Sites.Add(w.org, sites.Site{ID: "blog"})
	content := api.DefaultContent{Type: api.DefaultContentTypeSite, Site: "docs"}
	must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{DefaultContent: api.Set(content)}))(t)
	must(w.client.Sites.Delete(t.Context(), w.org, "blog"))(t)
	require.Equal(t, &content, must(w.client.Orgs.Get(t.Context(), w.org))(t).DefaultContent)
	must(w.client.Sites.Delete(t.Context(), w.org, "docs"))(t)
	require.Nil(t, must(w.client.Orgs.Get(t.Context(), w.org))(t).DefaultContent)
}

func TestPermissionsOfAnOrganizationFollowFromTheRole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Add(billed())
	w.Users.Add(api.User{ID: "out"})
	seed := func(id string, role *api.Role) { w.Orgs.Members.Add("billed", api.Member{ID: id, Role: role}) }
	seed("admin", new(api.RoleAdmin))
	seed("maker", new(api.RoleCreate))
	seed("reader", new(api.RoleRead))
	seed("guest", nil)
	w.Orgs.Teams.Add("billed", api.Team{ID: "team"}, "reader", "maker")
	w.Orgs.Teams.Members.SetRole("billed", "team", "reader", orgs.TeamMemberRoleOwner)
	guest := api.OrganizationPermissions{View: true, IngestConversations: new(false)}
	lists := api.OrganizationPermissions{View: true, IngestConversations: new(false), ListMembers: true, ListTeams: true, ListIntegrations: true, ListInstallations: true}
	maker, reader := lists, lists
	maker.CreateContent, maker.CreateOpenAPISpec = true, true
	reader.OwnTeam = true
	for id, want := range map[string]api.OrganizationPermissions{"maker": maker, "reader": reader, "guest": guest} {
		got := must(w.ClientFor(id).Orgs.Get(t.Context(), "billed"))(t)
		require.Equal(t, want, got.Permissions, id)
		require.Nil(t, got.Billing, id)
	}
	for _, client := range []*publishing.Client{w.client, w.ClientFor("admin")} {
		got := must(client.Orgs.Get(t.Context(), "billed"))(t)
		require.True(t, got.Permissions.Admin && got.Permissions.ViewBilling && got.Permissions.InstallIntegration)
		require.Equal(t, billed().Billing, got.Billing)
	}
	require.ErrorIs(t, errorOf(w.ClientFor("out").Orgs.Get(t.Context(), "billed")), api.ErrNotFound)
	for _, id := range []string{"maker", "guest", "out"} {
		require.ErrorIs(t, errorOf(w.ClientFor(id).Orgs.Update(t.Context(), "billed", orgs.Update{Title: new("Mine")})), api.ErrForbidden, id)
	}
	must(w.ClientFor("admin").Orgs.Update(t.Context(), "billed", orgs.Update{Title: new("Ours")}))(t)
}

func TestHostnameOfAnOrganizationIsPartOfPublicAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "guides"})
	w.Spaces.Add(w.org, spaces.Space{ID: "elsewhere"})
	w.Sites.Add(w.org, sites.Site{ID: "docs", Published: true, Basename: new("docs")}, "guides")
	w.Sites.Add(w.org, sites.Site{ID: "custom", Published: true, Hostname: new("docs.acme.example")}, "elsewhere")
	w.Sites.Add(w.org, sites.Site{ID: "proxied"})
	proxied := must(w.client.Sites.Update(t.Context(), w.org, "proxied", sites.Update{Proxy: api.Set("acme.example/docs"), Basename: new("proxied")}))(t)
	require.Equal(t, &sites.Proxy{Origin: "acme.example/docs", Target: "https://sites.publishing.example/proxied"}, proxied.Proxy)
	addresses := func() []string {
		var all []string
		for _, id := range []string{"docs", "custom"} {
			site := must(w.client.Sites.Get(t.Context(), w.org, id, sites.GetOptions{}))(t)
			all = append(all, publishing.Value(site.URLs.Published))
		}
		for _, id := range []string{"guides", "elsewhere"} {
			space := must(w.client.Spaces.Get(t.Context(), id, spaces.GetOptions{}))(t)
			all = append(all, publishing.Value(space.URLs.Published))
		}
		return all
	}
	const first, custom = "https://sites.publishing.example/docs", "https://docs.acme.example"
	require.Equal(t, []string{first, custom, first, custom}, addresses())
	must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{Hostname: new("acme")}))(t)
	const moved = "https://acme.publishing.example/docs"
	require.Equal(t, []string{moved, custom, moved, custom}, addresses())
	proxied = must(w.client.Sites.Get(t.Context(), w.org, "proxied", sites.GetOptions{}))(t)
	require.Equal(t, "https://acme.publishing.example/proxied", proxied.Proxy.Target)
	seeded := w.Orgs.Add(orgs.Organization{Hostname: new("seeded")}).ID
	require.Equal(t, "https://seeded.publishing.example/a", *w.Sites.Add(seeded, sites.Site{Published: true, Basename: new("a")}).URLs.Published)
}

func TestSpacesKeepInheritingTheMergeRulesOfTheOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inherit, none := api.MergeRules{Type: api.MergeRulesTypeInherit}, api.MergeRules{Type: api.MergeRulesTypeNone}
	seeded := w.Spaces.Add(w.org, spaces.Space{}).ID
	created := must(w.client.Spaces.Create(t.Context(), w.org, spaces.Create{}))(t)
	own := w.Spaces.Add(w.org, spaces.Space{MergeRules: none}).ID
	rules := api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{{Rule: api.MergeRuleNameRequireAtLeastOneReview}}}
	require.Equal(t, rules, must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{MergeRules: &rules}))(t).MergeRules)
	for id, want := range map[string]api.MergeRules{seeded: inherit, created.ID: inherit, own: none} {
		space := must(w.client.Spaces.Get(t.Context(), id, spaces.GetOptions{}))(t)
		require.Equal(t, want, space.MergeRules, "an update of the organization copies nothing to its spaces")
	}
}

func TestUserWhoseDomainTheOrganizationAdmitsJoins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{EmailDomains: []string{"acme.example", "acme.example.org"}}))(t)
	for id, user := range map[string]struct {
		email *string
		want  error
	}{
		"ada": {new("ada@acme.example"), nil}, "bob": {new("bob@ACME.example.org"), nil},
		"eve": {new("eve@not-acme.example"), api.ErrBadRequest}, "fay": {new("fay@docs.acme.example"), api.ErrBadRequest}, "nil": {nil, api.ErrBadRequest},
	} {
		w.Users.Add(api.User{ID: id, Email: user.email})
		client := w.ClientFor(id)
		err := client.Orgs.Join(t.Context(), w.org)
		if user.want != nil {
			require.ErrorIs(t, err, user.want, id)
			continue
		}
		require.NoError(t, err, id)
		require.Nil(t, must(client.Orgs.Members.Get(t.Context(), w.org, id))(t).Role, "the default role is guest")
		commits := w.Calls.Commits("Orgs.Join")
		require.NoError(t, client.Orgs.Join(t.Context(), w.org), "again")
		require.Equal(t, commits, w.Calls.Commits("Orgs.Join"))
	}
	require.Len(t, w.Orgs.Members.All(w.org), 2)
}

func TestMembersWithoutSingleSignOnAreRejected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "guides"})
	w.Collections.Add(w.org, spaces.Collection{ID: "shelf"})
	w.Orgs.Members.Add(w.org, api.Member{ID: "admin", Role: new(api.RoleAdmin)})
	w.Orgs.Members.Add(w.org, api.Member{ID: "signed", Role: new(api.RoleRead), SSO: true})
	w.Orgs.Members.Add(w.org, api.Member{ID: "password", Role: new(api.RoleRead)})
	w.Users.Add(api.User{ID: "out"})
	calls := func(id string) []error {
		client := w.ClientFor(id)
		_, org := client.Sites.List(t.Context(), w.org, sites.ListOptions{})
		_, space := client.Spaces.Get(t.Context(), "guides", spaces.GetOptions{})
		_, collection := client.Collections.Get(t.Context(), "shelf")
		return []error{org, space, collection}
	}
	for _, sso := range []bool{false, true} {
		must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{SSO: &sso}))(t)
		for _, id := range []string{"admin", "signed", "out"} {
			require.Equal(t, []error{nil, nil, nil}, calls(id), id)
		}
		for _, err := range calls("password") {
			require.Equal(t, sso, err != nil)
			if sso {
				requireError(t, err, api.ErrForbidden, "caller: want a member who uses single sign-on [organization.sso-403]")
			}
		}
	}
	require.Equal(t, []string{w.org}, organizationIDs(t, w.ClientFor("password"), 0), "the list is about no organization")
}

func TestInviteLinksCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	link := w.Orgs.LinkInvites.Add(w.org, orgs.LinkInvite{Role: new(api.RoleRead)}).ID
	email := w.Orgs.Invites.Add(w.org, publishingtest.Invite{Email: "ada@acme.example"}).ID
	w.Users.Add(api.User{ID: "ada"})
	w.Users.Add(api.User{ID: "bob"})
	for _, on := range []bool{false, true} {
		must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{InviteLinks: &on}))(t)
		require.Len(t, w.Orgs.LinkInvites.All(w.org), 1, "the links stay")
		must(w.client.Orgs.LinkInvites.Get(t.Context(), w.org, link))(t)
		err := w.ClientFor("ada").Orgs.Invites.Join(t.Context(), w.org, link)
		require.Equal(t, on, err == nil)
		if !on {
			require.ErrorIs(t, err, api.ErrBadRequest)
			require.Empty(t, w.Orgs.Members.All(w.org))
			require.NoError(t, w.ClientFor("bob").Orgs.Invites.Join(t.Context(), w.org, email), "an invite by email")
		}
	}
}

func TestReferenceContainsTheOrganizationAsItIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Orgs.Members.Add(w.org, api.Member{ID: "reader", Role: new(api.RoleRead)})
	w.Spaces.Add(w.org, spaces.Space{ID: "guides"}, publishingtest.Page{Title: "One", Sections: []publishingtest.Section{{Body: "[two](two)"}}}, publishingtest.Page{Title: "Two"})
	must(w.client.Orgs.Update(t.Context(), w.org, orgs.Update{Title: new("Renamed")}))(t)
	for _, client := range []*publishing.Client{w.client, w.ClientFor("reader")} {
		org := must(client.Orgs.Get(t.Context(), w.org))(t)
		require.Equal(t, org, must(client.Spaces.Links.List(t.Context(), "guides", spaces.LinkListOptions{}))(t).Items[0].TargetReference.Organization)
	}
}

func TestAlternativesOfUndecidedRulesOfOrganizations(t *testing.T) {
	t.Parallel()
	for id, test := range map[string]struct {
		userID, method, path, body string
		status                     int
	}{
		"orgs.get.member-404":               {"known", "GET", "", "", http.StatusForbidden},
		"orgs.join.domain-400":              {"known", "POST", "/join", "", http.StatusNotFound},
		"orgs.join.again-204":               {"ada", "POST", "/join", "", http.StatusBadRequest},
		"orgs.ping.absent-404":              {"known", "POST", "/ping", "", http.StatusOK},
		"orgs.members.update.unset":         {"ada", "PATCH", "/members/bob", `{}`, http.StatusBadRequest},
		"orgs.members.setsso.member-404":    {"ada", "POST", "/members/known/sso", "", http.StatusOK},
		"orgs.linkinvites.update.own-field": {"ada", "PATCH", "/link-invites/to-org", `{"level":"read"}`, http.StatusOK},
		"orgs.agentinstructions.get.empty":  {"ada", "GET", "/agent-instructions", "", http.StatusNotFound},
		"orgs.translations.glossary.update.absent-400": {
			"ada", "PUT", "/translations-glossary", `{"operations":[{"type":"delete","id":"nowhere"}]}`, http.StatusNotFound,
		},
	} {
		w := newProofWorld(t, publishingtest.WithoutRule(id))
		require.Equal(t, test.status, w.sendAs(t, test.userID, test.method, acme+test.path, test.body).status, id)
	}
}
