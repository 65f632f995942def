package publishingtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// growth is a way for lists to grow.
type growth struct {
	grow func(w *world, ids []string) // adds an element to each list for each of the IDs

	pages []string          // the lists whose pages cost the same, however long the lists are
	scans map[string]string // the other lists, each with the reason why a page costs more the longer it is

	element string            // the parameter of paths with the ID of an element
	within  map[string]string // other parameters that differ from those of costIDs
	calls   []string          // the operations on an element whose calls cost the same, with their bodies
}

// growths are the ways of all lists to grow whose elements are rows of tables. Their elements are
// in what [world.seedCosts] adds.
var growths = map[string]growth{
	"organizations": {
		grow: each(func(w *world, id string) { w.Orgs.Add(orgs.Organization{ID: id}) }), pages: []string{"Orgs.List"},
		element: "organizationId", calls: []string{"Orgs.Get"},
	},
	"users": {
		grow:    each(func(w *world, id string) { w.Users.Add(api.User{ID: id}) }),
		element: "userId", calls: []string{"Users.Get"},
	},
	"members": {
		grow: each(func(w *world, id string) {
			w.Orgs.Members.Add("acme", api.Member{User: api.User{ID: id}, Role: new(api.RoleEdit)})
		}),
		scans: map[string]string{
			"Orgs.Members.List":                      sortedByRequest,
			"Permissions.Spaces.Aggregate.List":      "who has a role follows from the roles on the content, on what contains it, and in the organization",
			"Permissions.Collections.Aggregate.List": "as for spaces",
			"Permissions.Sites.Aggregate.List":       "as for the spaces of the site",
		},
		element: "userId", calls: []string{"Orgs.Members.Get"},
	},
	"teams": {
		grow:    each(func(w *world, id string) { w.Orgs.Teams.Add("acme", api.Team{ID: id}, "ada") }),
		pages:   []string{"Orgs.Teams.List"},
		scans:   map[string]string{"Orgs.Members.Teams.List": "the teams of a member are those of the organization with the member"},
		element: "teamId", calls: []string{"Orgs.Teams.Get", `Orgs.Teams.Create {"title":"Another"}`},
	},
	"members of a team": {
		grow: each(func(w *world, id string) {
			w.Orgs.Members.Add("acme", api.Member{User: api.User{ID: id}})
			w.Orgs.Teams.Members.SetRole("acme", "team", id, orgs.TeamMemberRoleMember)
		}),
		pages: []string{"Orgs.Teams.Members.List"}, element: "userId", calls: []string{"Orgs.Teams.Members.Put {}"},
	},
	"permissions": {
		grow: each(func(w *world, id string) {
			w.Users.Add(api.User{ID: id})
			w.Permissions.Grant("space", id, api.RoleEdit)
			w.Permissions.Grant("collection", id, api.RoleEdit)
			w.Permissions.Grant("site", id, api.RoleEdit)
		}),
		pages:   []string{"Permissions.Spaces.Users.List", "Permissions.Collections.Users.List", "Permissions.Sites.Users.List"},
		element: "userId", calls: []string{`Permissions.Spaces.Users.Update {"role":"read"}`, `Permissions.Sites.Users.Update {"role":"read"}`},
	},
	"permissions of teams": {
		grow: each(func(w *world, id string) {
			w.Orgs.Teams.Add("acme", api.Team{ID: id})
			w.Permissions.Grant("space", id, api.RoleEdit)
			w.Permissions.Grant("collection", id, api.RoleEdit)
			w.Permissions.Grant("site", id, api.RoleEdit)
		}),
		scans: map[string]string{
			"Permissions.Spaces.Teams.List": sortedByRequest, "Permissions.Collections.Teams.List": sortedByRequest, "Permissions.Sites.Teams.List": sortedByRequest,
		},
	},
	"link invites": {
		grow: each(func(w *world, id string) {
			w.Orgs.LinkInvites.Add("acme", orgs.LinkInvite{ID: id, Role: new(api.RoleEdit)})
		}),
		scans:   map[string]string{"Orgs.LinkInvites.List": "the list omits the invites to spaces and collections"},
		element: "inviteId", calls: []string{`Orgs.LinkInvites.Update {"role":"read"}`},
	},
	"audit events": {
		grow:  each(func(w *world, id string) { w.Orgs.AuditEvents.Add("acme", orgs.AuditEventDetails{ID: id}) }),
		pages: []string{"Orgs.AuditEvents.List"}, element: "auditEventId", calls: []string{"Orgs.AuditEvents.Get"},
	},
	"answers": {
		grow: each(func(w *world, id string) {
			seed := fullAnswer(id, nil)
			seed.Question.ID = id
			w.Sites.Answers.Add("acme", "site", seed)
		}),
		scans: map[string]string{
			"Sites.Questions.List": "the statistics of questions follow from their answers",
		},
		pages:   []string{"Sites.Answers.List"},
		element: "siteQuestionAnswerId", calls: []string{"Sites.Answers.Get"},
	},
	"imports": {
		grow: each(func(w *world, id string) {
			w.Orgs.Imports.Add("acme", orgs.ImportRun{ID: id, Target: &orgs.ImportTarget{Space: "space"}})
		}),
		pages: []string{"Orgs.Imports.List"}, element: "importRunId", calls: []string{"Orgs.Imports.Get"},
	},
	"OpenAPI specs": {
		grow:  each(func(w *world, id string) { w.Orgs.OpenAPI.Add("acme", orgs.OpenAPISpec{Slug: id}) }),
		pages: []string{"Orgs.OpenAPI.List"}, element: "specSlug", calls: []string{"Orgs.OpenAPI.Get"},
	},
	"versions of an OpenAPI spec": {
		grow: each(func(w *world, id string) {
			w.Orgs.OpenAPI.Versions.Add("acme", "spec", orgs.OpenAPIVersion{ID: id}, nil)
		}),
		pages: []string{"Orgs.OpenAPI.Versions.List"}, element: "versionId", calls: []string{"Orgs.OpenAPI.Versions.Get"},
	},
	"fonts": {
		grow:  each(func(w *world, id string) { w.Orgs.Fonts.Add("acme", orgs.Font{ID: id}) }),
		scans: map[string]string{"Orgs.Fonts.List": withoutPages}, element: "fontId", calls: []string{"Orgs.Fonts.Get"},
	},
	"SAML providers": {
		grow: each(func(w *world, id string) {
			w.Orgs.SAML.Add("acme", orgs.SAMLProvider{ID: id, SSOURL: "https://sso.acme.example/saml", EntityID: "acme", Certificate: "-----"})
		}),
		pages: []string{"Orgs.SAML.List"}, element: "samlProviderId", calls: []string{"Orgs.SAML.Get"},
	},
	"translations": {
		grow: each(func(w *world, id string) {
			w.Orgs.Translations.Add("acme", orgs.Translation{ID: id, Source: orgs.TranslationSource{Space: "space"}, Language: api.LanguageFrench})
		}),
		pages: []string{"Orgs.Translations.List"}, element: "translationId", calls: []string{"Orgs.Translations.Get"},
	},
	"glossary entries": {
		grow: each(func(w *world, id string) {
			w.Orgs.Translations.Glossary.Add("acme", orgs.GlossaryEntry{ID: id, Translations: map[api.Language]string{"en": id}})
		}),
		pages: []string{"Orgs.Translations.Glossary.List"}, element: "glossaryEntryId", calls: []string{"Orgs.Translations.Glossary.Get"},
	},
	"clusters": {
		grow:  each(func(w *world, id string) { w.Orgs.Conversations.Clusters.Add("acme", orgs.ConversationCluster{ID: id}) }),
		scans: map[string]string{"Orgs.Conversations.Clusters.List": sortedByRequest}, element: "clusterId", calls: []string{"Orgs.Conversations.Clusters.Get"},
	},
	"issues": {
		grow: func(w *world, ids []string) {
			issues := mapped(ids, func(id string) orgs.ConversationIssueItem {
				return orgs.ConversationIssueItem{Issue: orgs.ConversationIssue{ID: id, Title: id, Summary: id}}
			})
			w.Orgs.Conversations.Clusters.Add("acme", orgs.ConversationCluster{ID: "cluster"}, issues...)
		},
		pages: []string{"Orgs.Conversations.Clusters.Issues.List"},
	},
	"sites": {
		grow: each(func(w *world, id string) {
			w.Sites.Add("acme", sites.Site{ID: id, Hostname: new(id + ".acme.example"), Published: true, Ads: &sites.Ads{Status: sites.AdsStatusInReview}}, "other")
		}),
		pages: []string{"Sites.List", "Integrations.Installations.Sites.List"},
		scans: map[string]string{
			"Sites.AdsReview.List":    "the list contains only the sites whose ads are under review",
			"Integrations.Sites.List": joined,
		},
		element: "siteId", calls: []string{
			"Sites.Get", `Sites.Create {"title":"Another"}`, `Sites.Create {"title":"Another","spaces":["space"]}`, `Sites.Update {"title":"Other"}`,
			"Spaces.Get", "CustomHostnames.Get", "Integrations.Installations.Sites.Get", `Sites.AdsReview.Update {"status":"pending"}`,
		},
	},
	"spaces": {
		grow: each(func(w *world, id string) {
			w.Spaces.Add("acme", spaces.Space{ID: id, Parent: new("collection")}, publishingtest.Page{Title: "Word"})
		}),
		pages: []string{"Spaces.List", "Collections.Spaces.List", "Integrations.Installations.Spaces.List"},
		scans: map[string]string{
			"Orgs.Members.Spaces.List": sortedByRequest, "Orgs.Search.List": searched, "Integrations.Spaces.List": joined,
		},
		element: "spaceId", calls: []string{"Spaces.Get", `Spaces.Create {"title":"Another"}`, "Integrations.Installations.Spaces.Get"},
	},
	"collections": {
		grow:  each(func(w *world, id string) { w.Collections.Add("acme", spaces.Collection{ID: id}) }),
		pages: []string{"Collections.List"}, element: "collectionId", calls: []string{"Collections.Get", `Collections.Create {"title":"Another"}`},
	},
	"sections": {
		grow: each(func(w *world, id string) {
			w.Sites.Sections.Add("acme", "site", sites.Section{ID: id, Path: id}, "space")
		}),
		pages: []string{"Sites.Sections.List"},
	},
	"section groups": {
		grow: each(func(w *world, id string) {
			w.Sites.SectionGroups.Add("acme", "site", sites.SectionGroup{ID: id, Title: id})
		}),
		pages: []string{"Sites.SectionGroups.List"},
	},
	"site spaces": {
		grow: each(func(w *world, id string) {
			w.Spaces.Add("acme", spaces.Space{ID: id}, publishingtest.Page{Title: "Word"})
			w.Sites.SiteSpaces.Add("acme", "site", sites.SiteSpace{Path: id, Space: spaces.Space{ID: id}})
		}),
		scans: map[string]string{"Sites.SiteSpaces.List": "the list omits the site spaces whose spaces are deleted", "Sites.Search.List": searched},
	},
	"redirects": {
		grow: each(func(w *world, id string) {
			w.Sites.Redirects.Add("acme", "site", sites.Redirect{ID: id, Source: "/" + id, Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("site-space")}})
		}),
		pages: []string{"Sites.Redirects.List"},
	},
	"share links": {
		grow:  each(func(w *world, id string) { w.Sites.ShareLinks.Add("acme", "site", sites.ShareLink{ID: id}) }),
		pages: []string{"Sites.ShareLinks.List"}, element: "shareLinkId", calls: []string{`Sites.ShareLinks.Update {"name":"Other"}`},
	},
	"external links": {
		grow: func(w *world, ids []string) {
			w.Sites.Sections.Add("acme", "site", sites.Section{})
			for _, id := range ids {
				w.Sites.ExternalLinks.Add("acme", "site", sites.ExternalLink{ID: id})
			}
		},
		element: "siteExternalLinkId", calls: []string{`Sites.ExternalLinks.Update {"title":"Other"}`},
	},
	"MCP servers": {
		grow:  each(func(w *world, id string) { w.Sites.MCPServers.Add("acme", "site", sites.MCPServer{ID: id}) }),
		pages: []string{"Sites.MCPServers.List"}, element: "siteMcpServerId", calls: []string{"Sites.MCPServers.Get"},
	},
	"change requests": {
		grow: each(func(w *world, id string) {
			w.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: id, Status: changerequests.StatusOpen})
		}),
		pages:   []string{"ChangeRequests.List"},
		scans:   map[string]string{"ChangeRequests.ListInOrg": "the list contains only the change requests of the organization with the status"},
		element: "changeRequestId", calls: []string{"ChangeRequests.Get", `ChangeRequests.Create {"subject":"Another"}`},
	},
	"comments": {
		grow: each(func(w *world, id string) {
			w.Users.Add(api.User{ID: "of-" + id})
			w.Spaces.Comments.Add("space", "", spaces.Comment{ID: id, Body: richtext.Markdown("Why?"), PostedBy: api.User{ID: "of-" + id}})
		}),
		pages: []string{"Spaces.Comments.List"}, scans: map[string]string{"Spaces.Commenters.List": commenters},
		element: "commentId", calls: []string{"Spaces.Comments.Get", `Spaces.Comments.Create {"body":{"markdown":"So."}}`},
	},
	"comments on a change request": {
		grow: each(func(w *world, id string) {
			w.Users.Add(api.User{ID: "of-" + id})
			w.Spaces.Comments.Add("space", "change", spaces.Comment{ID: id, Body: richtext.Markdown("Why?"), PostedBy: api.User{ID: "of-" + id}})
		}),
		pages: []string{"ChangeRequests.Comments.List"}, scans: map[string]string{"ChangeRequests.Commenters.List": commenters, "ChangeRequests.Contributors.List": withoutPages},
		element: "commentId", calls: []string{"ChangeRequests.Comments.Get"},
	},
	"replies": {
		grow: each(func(w *world, id string) {
			w.Spaces.Comments.Replies.Add("space", "", "comment", spaces.CommentReply{ID: id})
		}),
		pages: []string{"Spaces.Comments.Replies.List"}, element: "commentReplyId", calls: []string{"Spaces.Comments.Replies.Get"},
	},
	"replies on a change request": {
		grow: each(func(w *world, id string) {
			w.Spaces.Comments.Replies.Add("space", "change", "remark", spaces.CommentReply{ID: id})
		}),
		pages: []string{"ChangeRequests.Comments.Replies.List"}, element: "commentReplyId", calls: []string{"ChangeRequests.Comments.Replies.Get"},
		within: map[string]string{"commentId": "remark"},
	},
	"requested reviewers": {
		grow: each(func(w *world, id string) {
			w.Orgs.Members.Add("acme", api.Member{User: api.User{ID: id}})
			w.ChangeRequests.RequestedReviewers.Add("space", "change", changerequests.RequestedReviewer{User: &api.User{ID: id}})
		}),
		pages: []string{"ChangeRequests.RequestedReviewers.List"},
	},
	"reviews": {
		grow: each(func(w *world, id string) {
			w.ChangeRequests.Reviews.Add("space", "change", changerequests.Review{ID: id})
		}),
		pages: []string{"ChangeRequests.Reviews.List"}, element: "reviewId", calls: []string{"ChangeRequests.Reviews.Get"},
	},
	"integrations": {
		grow: each(func(w *world, id string) {
			w.Integrations.Add("acme", integrations.Integration{Name: id, Title: id, Visibility: integrations.VisibilityPublic})
			w.Integrations.Installations.Add(id, "acme", integrations.Installation{ID: "on-" + id, SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll})
		}),
		scans: map[string]string{
			"Integrations.List": visible, "Integrations.ListInOrg": visible,
			"Integrations.Installations.ListInOrg": installed, "Integrations.Installations.Status.ListInOrg": installed,
			"Integrations.ListInSpace": withoutPages, "Integrations.ListInSite": withoutPages,
		},
		element: "integrationName", calls: []string{"Integrations.Get"},
	},
	"installations": {
		grow: each(func(w *world, id string) {
			w.Orgs.Add(orgs.Organization{ID: "org-" + id})
			w.Integrations.Installations.Add("bot", "org-"+id, integrations.Installation{ID: id})
		}),
		pages: []string{"Integrations.Installations.List"}, element: "installationId", calls: []string{"Integrations.Installations.Get"},
	},
	"events": {
		grow: each(func(w *world, id string) {
			w.Integrations.Events.Add("bot", integrations.Event{ID: id, Payload: integrations.EventPayload{
				Type: integrations.EventTypeFetchPublishedScript, FetchPublishedScript: &integrations.FetchPublishedScriptEvent{InstallationID: "bot-on-acme", SiteID: "site"},
			}})
		}),
		pages: []string{"Integrations.Events.List"}, element: "eventId", calls: []string{"Integrations.Events.Get"},
	},
}

// The reasons of several lists.
const (
	sortedByRequest = "the order follows from values that change"
	searched        = "a search looks at all content"
	withoutPages    = "the response contains the whole list"
	joined          = "the list joins those of all installations"
	commenters      = "the list omits those whose comments were all deleted"
	visible         = "the list contains only what the caller may see"
	installed       = "the list contains only what is installed"
)

// contentLists are the lists of parts of a revision or of a site that are not rows of a table.
var contentLists = strings.Fields(`
	Spaces.Files.List Spaces.Files.Backlinks.List Spaces.Links.List Spaces.Pages.Links.List Spaces.Pages.Backlinks.List Spaces.Revisions.Files.List Spaces.Search.List
	ChangeRequests.Files.List ChangeRequests.Files.Backlinks.List ChangeRequests.Links.List ChangeRequests.Pages.Links.List ChangeRequests.Pages.Backlinks.List
	Sites.Questions.Sources.List Sites.Answers.Sources.List
	Sites.Insights.VisitorSegments.List
`)

func each(add func(w *world, id string)) func(w *world, ids []string) {
	return func(w *world, ids []string) {
		for _, id := range ids {
			add(w, id)
		}
	}
}

// costIDs are the IDs of what seedCosts adds, by parameter.
var costIDs = map[string]string{
	"organizationId": "acme", "siteId": "site", "spaceId": "space", "collectionId": "collection", "changeRequestId": "change", "commentId": "comment",
	"userId": "ada", "teamId": "team", "specSlug": "spec", "clusterId": "cluster", "integrationName": "bot", "installationId": "bot-on-acme",
}

// seedCosts adds an organization with what lists belong to.
func (w *world) seedCosts() {
	const org = "acme"
	w.Orgs.Add(orgs.Organization{ID: org})
	w.Orgs.Members.Add(org, api.Member{User: api.User{ID: "ada"}, Role: new(api.RoleAdmin)})
	w.Orgs.Teams.Add(org, api.Team{ID: "team"})
	w.Collections.Add(org, spaces.Collection{ID: "collection"})
	w.Spaces.Add(org, spaces.Space{ID: "space"})
	w.Spaces.Add(org, spaces.Space{ID: "other"})
	w.Sites.Add(org, sites.Site{ID: "site", Published: true})
	w.Sites.SiteSpaces.Add(org, "site", sites.SiteSpace{ID: "site-space", Space: spaces.Space{ID: "space"}})
	w.ChangeRequests.Add("space", changerequests.ChangeRequest{ID: "change"})
	w.Spaces.Comments.Add("space", "", spaces.Comment{ID: "comment"})
	w.Spaces.Comments.Add("space", "change", spaces.Comment{ID: "remark"})
	w.Orgs.OpenAPI.Add(org, orgs.OpenAPISpec{Slug: "spec"})
	w.Integrations.Add(org, integrations.Integration{Name: "bot", Visibility: integrations.VisibilityPublic})
	w.Integrations.Installations.Add("bot", org, integrations.Installation{ID: "bot-on-acme", SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll})
}

// largestPage returns the largest limit of a list.
func largestPage(name string) int {
	if name == "Orgs.AuditEvents.List" {
		return 100
	}
	return 1000
}

// measure sends a request and returns the response and the number of bytes that the server
// allocated.
func (w *world) measure(t *testing.T, method, path, body string) (response []byte, allocated int) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+w.Token())
	req.Header.Set("X-GitBook-Partner-Key", publishingtest.DefaultPartnerKey)
	recorder := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	w.ServeHTTP(recorder, req)
	runtime.ReadMemStats(&after)
	require.Less(t, recorder.Code, 300, "%s %s: %s", method, path, recorder.Body)
	return recorder.Body.Bytes(), int(after.TotalAlloc - before.TotalAlloc)
}

// cost sends a request a few times and returns the last response and the least number of bytes that
// the server allocated: now and then, a table or a pool grows for calls to come. A title in the
// body is another one each time.
func (w *world) cost(t *testing.T, method, path, body string) (response []byte, least int) {
	t.Helper()
	isSteady := true
	for n := range 16 { // the race detector empties pools at random
		if n == 6 && isSteady {
			break
		}
		var allocated int
		response, allocated = w.measure(t, method, path, strings.Replace(body, "Another", fmt.Sprintf("Title %x", n), 1))
		if n > 0 {
			isSteady = isSteady && allocated == least
			allocated = min(allocated, least)
		}
		least = allocated
	}
	return response, least
}

// pageCost returns the number of bytes that the server allocates for the first page of a list, or
// for one in the middle. The list has at least size elements.
func (w *world) pageCost(t *testing.T, name string, ids map[string]string, size int, middle bool) int {
	t.Helper()
	method, path := operation(t, name, ids)
	type request func(t *testing.T, method, path, body string) (response []byte, allocated int)
	list := func(send request, limit int, cursor string) (next string, allocated int) {
		query := url.Values{"limit": {fmt.Sprint(limit)}, "query": {"word"}}
		if cursor != "" {
			query.Set("page", cursor)
		}
		body := ""
		if method == http.MethodPost {
			body = `{"query":"word","scope":{"mode":"all"}}`
		}
		response, allocated := send(t, method, path+"?"+query.Encode(), body)
		var page struct {
			Count int
			Items []json.RawMessage
			Next  *struct{ Page string }
		}
		require.NoError(t, json.Unmarshal(response, &page))
		require.GreaterOrEqual(t, page.Count, size, name)
		if page.Next != nil {
			require.Len(t, page.Items, limit, name)
			next = page.Next.Page
		}
		return next, allocated
	}
	cursor := ""
	if middle {
		cursor, _ = list(w.measure, min(size/2, largestPage(name)), "")
	}
	_, allocated := list(w.cost, 3, cursor)
	return allocated
}

// TestCostOfACallDoesNotGrowWithTheList compares small lists with large ones. It counts the bytes
// that the server allocates, so that it does not depend on time: what filters, sorts or shows a
// whole list allocates at least a pointer for each element.
func TestCostOfACallDoesNotGrowWithTheList(t *testing.T) { //nolint:paralleltest // bytes are counted for the whole process
	small, large := 10, sample.Count(1000, 3000)
	const pointer = 4 << (^uintptr(0) >> 63)
	at := time.Date(2026, 5, 5, 5, 5, 5, 0, time.UTC)
	for _, name := range sample.OneByOne(slices.Sorted(maps.Keys(growths))) { //nolint:paralleltest // as above
		g := growths[name]
		t.Run(name, func(t *testing.T) {
			servers := map[int]*world{}
			for _, size := range []int{small, large} {
				w := &world{Server: publishingtest.NewServer(t, publishingtest.WithoutCallLog(), publishingtest.WithClock(func() time.Time { return at }))}
				w.seedCosts()
				var ids []string
				for n := range size {
					ids = append(ids, fmt.Sprintf("e-%d", n))
				}
				g.grow(w, ids)
				servers[size] = w
			}
			ids := maps.Clone(costIDs)
			maps.Copy(ids, g.within)
			for _, list := range slices.Concat(g.pages, slices.Sorted(maps.Keys(g.scans))) {
				growth := func(middle bool) int {
					return servers[large].pageCost(t, list, ids, large, middle) - servers[small].pageCost(t, list, ids, small, middle)
				}
				if reason, scans := g.scans[list]; scans {
					require.Greater(t, growth(false), (large-small)*pointer/2, "a page of %s does not cost more in a long list, although %s: move the line", list, reason)
					continue
				}
				require.Less(t, growth(false), (large-small)*pointer/2, "the first page of %s", list)
				require.Less(t, growth(true), (large-small)*pointer/2, "a page in the middle of %s", list)
			}
			if g.element != "" {
				ids[g.element] = "e-5"
			}
			ids["hostname"] = "e-5.acme.example"
			for _, call := range g.calls {
				name, body, _ := strings.Cut(call, " ")
				method, path := operation(t, name, ids)
				_, few := servers[small].cost(t, method, path, body)
				_, many := servers[large].cost(t, method, path, body)
				require.Less(t, many, few+(large-small)*pointer/2, "%s with few and with many %s", call, name)
			}
		})
	}
}

// TestFilteredListShowsOnlyThePage compares a page of three sites with one of all: a site is shown
// only on its page.
func TestFilteredListShowsOnlyThePage(t *testing.T) { //nolint:paralleltest // bytes are counted for the whole process
	const size = 1000
	w := &world{Server: publishingtest.NewServer(t, publishingtest.WithoutCallLog())}
	w.seedCosts()
	for n := range size {
		w.Sites.Add("acme", sites.Site{Title: fmt.Sprintf("Found %d", n), Published: true, Type: sites.TypePremium}, "space", "other")
	}
	for _, filter := range []string{"title=found", "published=true&title=found", "type=premium"} {
		response, page := w.cost(t, http.MethodGet, "/v1/orgs/acme/sites?limit=3&"+filter, "")
		require.Contains(t, string(response), fmt.Sprintf(`"count":%d`, size))
		_, all := w.cost(t, http.MethodGet, fmt.Sprintf("/v1/orgs/acme/sites?limit=%d&%s", size, filter), "")
		require.Less(t, page, all/10, filter)
	}
}

// TestGroupsAreSafeForConcurrentUse adds resources of all kinds while others are listed.
func TestGroupsAreSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	w := &world{Server: publishingtest.NewServer(t)}
	w.seedCosts()
	lists := func(each func(method, path string)) {
		for _, g := range growths {
			ids := maps.Clone(costIDs)
			maps.Copy(ids, g.within)
			for _, list := range g.pages {
				each(operation(t, list, ids))
			}
		}
	}
	var running sync.WaitGroup
	for i, name := range slices.Sorted(maps.Keys(growths)) {
		var added []string
		for n := range 10 {
			added = append(added, fmt.Sprintf("e-%d-%d", i, n))
		}
		running.Go(func() { growths[name].grow(w, added) })
		running.Go(func() { lists(func(method, path string) { w.hasElement(t, method, path, "") }) })
	}
	running.Wait()
	lists(func(method, path string) { require.True(t, w.hasElement(t, method, path, ""), path) })
}

func TestEveryListHasACost(t *testing.T) {
	t.Parallel()
	checker := must(sharedResponseChecker())(t)
	known := slices.Clone(contentLists)
	for _, g := range growths {
		known = slices.Concat(known, g.pages, slices.Collect(maps.Keys(g.scans)))
	}
	var lists []string
	for name, rows := range checker.responses {
		if strings.HasPrefix(rows[0].kind, "List<") || rows[0].kind == "LinkList" {
			lists = append(lists, name)
		}
	}
	require.ElementsMatch(t, lists, known, "each list is in growths or in contentLists, once")
}
