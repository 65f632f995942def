package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// The paths of the organization that [world.seedAcme] adds, and of its site.
const (
	acme = "/v1/orgs/acme"
	docs = acme + "/sites/docs"
)

// seedAcme adds an organization with one or two of everything, under readable IDs.
//
//	docs, shared by link: home (the default site space at the root) and annex
//	  first (the default section): guide (its default site space), manual
//	  second: extra
//	  group: third
//	    nested: fourth
//	others: a group of nothing
func (w *world) seedAcme() {
	const org = "acme"
	w.Orgs.Add(orgs.Organization{ID: org})
	w.Users.Add(api.User{ID: "known", Email: new("known@acme.example")})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada", Email: new("ada@acme.example")}, Role: new(api.RoleAdmin)})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "bob", Email: new("bob@acme.example")}, Role: new(api.RoleEdit)})
	w.Orgs.Teams.Add(org, api.Team{ID: "team"}, "ada")
	for _, id := range []string{"guides", "papers"} {
		w.Spaces.Add(org, spaces.Space{ID: id, Title: "The " + id})
	}
	w.Collections.Add(org, spaces.Collection{ID: "shelf"})
	w.Sites.Add(org, sites.Site{ID: "docs", Published: true, Visibility: sites.VisibilityShareLink, Basename: new("acme")})
	w.Sites.ShareLinks.Add(org, "docs", sites.ShareLink{ID: "key"})
	place := func(id, section string) {
		seed := sites.SiteSpace{ID: id, Space: spaces.Space{ID: "guides"}}
		if section != "" {
			seed.Section = &section
		}
		w.Sites.SiteSpaces.Add(org, "docs", seed)
	}
	place("home", "")
	place("annex", "")
	w.Sites.SectionGroups.Add(org, "docs", sites.SectionGroup{ID: "group", Title: "Group", Icon: new("folder")})
	w.Sites.SectionGroups.Add(org, "docs", sites.SectionGroup{ID: "others", Title: "Others"})
	w.Sites.SectionGroups.Add(org, "docs", sites.SectionGroup{ID: "nested", Title: "Inner", SectionGroup: new("group")})
	for _, id := range []string{"first", "second"} {
		w.Sites.Sections.Add(org, "docs", sites.Section{ID: id, Icon: new("book"), Condition: new("visitor.claims.a"), Description: new("About " + id)})
	}
	w.Sites.Sections.Add(org, "docs", sites.Section{ID: "third", SectionGroup: new("group")})
	w.Sites.Sections.Add(org, "docs", sites.Section{ID: "fourth", SectionGroup: new("nested")})
	place("guide", "first")
	place("manual", "first")
	place("extra", "second")
	redirect := func(id string, destination sites.RedirectDestination) {
		w.Sites.Redirects.Add(org, "docs", sites.Redirect{ID: id, Source: "/" + id, Destination: destination})
	}
	redirect("moved", sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("second")})
	redirect("gone", sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("extra")})
	w.Orgs.Imports.Add(org, orgs.ImportRun{ID: "import", Target: &orgs.ImportTarget{Space: "guides"}})
	w.Sites.ExternalLinks.Add(org, "docs", sites.ExternalLink{ID: "blog", SectionGroup: new("group")})
	w.Sites.MCPServers.Add(org, "docs", sites.MCPServer{ID: "tools", Headers: api.NewSecretMap(map[string]string{"a": "1"})})
	w.Sites.MCPServers.Add(org, "docs", sites.MCPServer{ID: "other-tools"})
	w.Orgs.Invites.Add(org, publishingtest.Invite{ID: "by-email", Email: "new@acme.example", Role: new(api.RoleReview)})
	w.Orgs.LinkInvites.Add(org, orgs.LinkInvite{ID: "to-org", Role: new(api.RoleComment)})
	w.Orgs.LinkInvites.Add(org, orgs.LinkInvite{ID: "to-space", Space: &spaces.Space{ID: "guides"}, Level: new(api.RoleEdit)})
	w.Orgs.Storage.Add(org, "regular.woff2")
	w.Orgs.Fonts.Add(org, orgs.Font{ID: "font"})
	w.Subdomains.Add(org, orgs.Subdomain{Subdomain: "acme", IsActive: true})
	w.Orgs.SAML.Add(org, orgs.SAMLProvider{ID: "saml", SSOURL: "https://sso.acme.example/saml", EntityID: "acme", Certificate: "-----"})
	w.Orgs.Conversations.Clusters.Add(org, orgs.ConversationCluster{ID: "other-cluster", Stats: orgs.ConversationClusterStats{Issues: 2}})
	w.Orgs.Conversations.Clusters.Add(org, orgs.ConversationCluster{ID: "cluster", Stats: orgs.ConversationClusterStats{Issues: 1}},
		orgs.ConversationIssueItem{Issue: orgs.ConversationIssue{ID: "issue", Title: "No mail", Summary: "No mail."}})
	w.Orgs.Translations.Glossary.Add(org, orgs.GlossaryEntry{ID: "term", Translations: map[api.Language]string{"en": "space", "de": "Raum"}})
	w.Orgs.Translations.Glossary.Add(org, orgs.GlossaryEntry{ID: "other-term", Translations: map[api.Language]string{"en": "site"}})
	w.Orgs.Translations.Add(org, orgs.Translation{ID: "translation", Source: orgs.TranslationSource{Space: "guides"}, Language: api.LanguageFrench})
	w.seedIntegrations()
}

// proofs are the proofs of the rules of a resource, by ID.
type proofs map[string]proof

// try is like sendWith, and requires that a call that fails changes nothing.
func (w *world) try(t *testing.T, token, method, path, body string) wireResponse {
	t.Helper()
	before := stateSizeWithoutIDs(w.Server)
	got := w.sendWith(t, token, method, path, body)
	if got.status >= http.StatusBadRequest {
		require.Equal(t, before, stateSizeWithoutIDs(w.Server), "%s %s %s", method, path, body)
	}
	return got
}

// rejects proves a rule that rejects a request: 400, with a message that contains the field and the
// rule.
func (p proofs) rejects(id, method, path, body, field string) {
	p[id] = func(t *testing.T, w *world) bool {
		got := w.try(t, w.Token(), method, path, body)
		return got.status == http.StatusBadRequest && strings.HasPrefix(got.message(t), field+": want ") && strings.HasSuffix(got.message(t), " ["+id+"]")
	}
}

// responds proves a rule that decides a status.
func (p proofs) responds(id, method, path, body string, status int) {
	p[id] = responds(method, path, body, status)
}

// respondsTo proves a rule that decides the status of a call of a user.
func (p proofs) respondsTo(id, userID, method, path, body string, status int) {
	p[id] = func(t *testing.T, w *world) bool {
		return w.try(t, w.TokenFor(userID), method, path, body).status == status
	}
}

// shows proves a rule by the response to a request.
func (p proofs) shows(id, method, path, body string, holds func(got map[string]any) bool) {
	p[id] = func(t *testing.T, w *world) bool {
		got := w.send(t, method, path, body)
		require.Less(t, got.status, 500, got.body)
		return got.status < 300 && holds(got.object(t))
	}
}

// then proves a rule by the response to a second request, a GET.
func (p proofs) then(id, method, path, body, read string, holds func(got map[string]any) bool) {
	p[id] = func(t *testing.T, w *world) bool {
		got := w.send(t, method, path, body)
		require.Less(t, got.status, 300, got.body)
		return holds(w.send(t, "GET", read, "").object(t))
	}
}

// itemWithID returns the item of a list with an id, nil when there is none.
func itemWithID(list map[string]any, id string) map[string]any {
	for _, one := range list["items"].([]any) {
		if found := one.(map[string]any); found["id"] == id {
			return found
		}
	}
	return nil
}

// ids returns the IDs of the items of a list.
func ids(list map[string]any) string {
	all := mapped(list["items"].([]any), func(one any) string { return one.(map[string]any)["id"].(string) })
	return strings.Join(all, " ")
}

// defaults returns the IDs of the default items of a list.
func defaults(list map[string]any) string {
	var all []string
	for _, one := range list["items"].([]any) {
		if member := one.(map[string]any); member["default"] == true {
			all = append(all, member["id"].(string))
		}
	}
	return strings.Join(all, " ")
}

// moves proves the rules of a move by POST: of the resource moved, beside another one and beside
// elsewhere.
func (p proofs) moves(op, path, kind, member, moved, other, last, elsewhere string) {
	p.sorts(op, "POST", path, "", kind, member, moved, other, last, elsewhere)
}

// sorts is moves for any method and with more fields of the body, which end with a comma.
func (p proofs) sorts(op, method, path, members, kind, member, moved, other, last, elsewhere string) {
	at := func(id string) string { return `{"type":"` + kind + `","` + member + `":"` + id + `"}` }
	position := func(inner string) string { return `{` + members + `"position":{` + inner + `}}` }
	p.rejects(op+".itself", method, path, position(`"before":`+at(moved)), "position.before")
	p.rejects(op+".level", method, path, position(`"after":`+at(elsewhere)), "position.after")
	p.rejects(op+".agree", method, path, position(`"before":`+at(other)+`,"after":`+at(last)), "position")
}
