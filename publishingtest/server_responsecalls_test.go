package publishingtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// responseCall is a call whose response is compared with the table.
type responseCall struct {
	op    string
	ids   map[string]string // parameters of the path that differ from [world.responseIDs]
	query string
	body  string
	first func(t *testing.T, w *world)        // runs before the call, may be nil
	fill  func(t *testing.T, w *world) string // returns the body, instead of body
}

// everything is the path of the space that [world.seedEverything] adds.
const everything = "/v1/spaces/everything"

// seedEverything adds to the organization acme a space with all kinds of content, and fills in
// optional fields.
func (w *world) seedEverything() {
	const org = "acme"
	openAPI := spaces.Computed{
		Type: spaces.ComputedTypeOpenAPI, Props: api.Raw(`{"models":true}`),
		Dependencies: map[string]spaces.ComputedDependency{"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("spec")}}},
	}
	translated := spaces.Computed{
		Type: spaces.ComputedTypeTranslation, Props: api.Raw(`{}`),
		Dependencies: map[string]spaces.ComputedDependency{"translation": {Ref: spaces.ContentRef{Kind: "translation", Translation: new("translation")}}},
	}
	integrated := spaces.Computed{Type: "integration:sheets:table", Props: api.Raw(`{"rows":[1,"two",true]}`)}
	computed := func(id string, source spaces.Computed, below ...publishingtest.Page) publishingtest.Page {
		return publishingtest.Page{ID: id, Title: id, Type: spaces.PageTypeComputed, Computed: &source, Pages: below}
	}
	link := func(id string, to spaces.ContentRef) publishingtest.Page {
		return publishingtest.Page{ID: id, Title: id, Type: spaces.PageTypeLink, Target: &to}
	}
	file := &spaces.ContentRef{Kind: spaces.ContentRefKindFile, File: new("picture")}
	pages := []publishingtest.Page{
		{
			ID: "welcome", Title: "Welcome", Description: "First things", Emoji: "1f44b", Hidden: true,
			Icon: "hand-wave", Condition: "visitor.claims.a", NoIndex: true, NoRobotsIndex: true,
			MetaLinks: &spaces.PageMetaLinks{
				Canonical:  &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com/welcome")},
				Alternates: []spaces.ContentRef{{Kind: spaces.ContentRefKindPage, Page: new("chapter")}},
			},
			Cover: &spaces.PageCover{Ref: file, RefDark: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com/dark.png")}},
			Sections: []publishingtest.Section{{
				Title: "Links", Body: "To [a page](chapter/inside), [a file](files/picture), [the web](https://example.com), " +
					"[the app](https://app.publishing.example/o/acme) and [nothing](no/where).",
			}},
			Pages: []publishingtest.Page{{ID: "below", Title: "Below"}},
		},
		{ID: "chapter", Title: "Chapter", Type: spaces.PageTypeGroup, Hidden: true, Pages: []publishingtest.Page{
			{ID: "inside", Title: "Inside"}, {ID: "part", Title: "Part", Type: spaces.PageTypeGroup},
		}},
		{ID: "out", Title: "Out", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
		link("link-to-user", spaces.ContentRef{Kind: spaces.ContentRefKindUser, User: new("ada")}),
		link("link-to-space", spaces.ContentRef{Kind: spaces.ContentRefKindSpace, Space: new("guides")}),
		link("link-to-collection", spaces.ContentRef{Kind: spaces.ContentRefKindCollection, Collection: new("shelf")}),
		link("link-to-anchor", spaces.ContentRef{Kind: spaces.ContentRefKindAnchor, Page: new("inside"), Anchor: new("top")}),
		link("link-to-note", spaces.ContentRef{Kind: spaces.ContentRefKindReusableContent, ReusableContent: new("note")}),
		{ID: "shortcut", Title: "Shortcut", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindPage, Page: new("inside")}},
		computed("api", openAPI,
			publishingtest.Page{ID: "pets", Title: "Pets", Sections: []publishingtest.Section{{Body: "About pets."}}, Pages: []publishingtest.Page{{ID: "cats", Title: "Cats"}}},
			publishingtest.Page{ID: "models", Title: "Models", Type: spaces.PageTypeGroup, Pages: []publishingtest.Page{{ID: "pet", Title: "Pet"}}},
			publishingtest.Page{ID: "elsewhere", Title: "Elsewhere", Type: spaces.PageTypeLink, Target: &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.com")}},
			computed("inner-sheet", integrated, publishingtest.Page{ID: "row", Title: "Row"}),
		),
		computed("french", translated, publishingtest.Page{ID: "bonjour", Title: "Bonjour"}),
		computed("sheet", integrated, publishingtest.Page{ID: "table", Title: "Table"}),
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w.Orgs.Add(billed())
	w.Spaces.Embeds.Set("https://videos.example.com", spaces.Embed{Type: spaces.EmbedTypeRich, Title: "Video", Site: "Videos", Icon: new("https://videos.example.com/i.png"), HTML: new(spaces.UntrustedHTML("<p></p>"))})
	w.Spaces.Embeds.Set("https://drawings.example.com", spaces.Embed{Type: spaces.EmbedTypeIntegration, Title: "Drawing", Site: "Drawings", Integration: new("drawings"), Block: api.Raw(`{"id":"drawing","title":"Drawing"}`)})
	w.Spaces.Add(org, spaces.Space{
		ID: "everything", Title: "Everything", Language: new(api.LanguageEnglish), Visibility: spaces.VisibilityVisitorAuth,
		GitSync: &spaces.GitSync{
			RepoName: new("everything"), InstallationProvider: new(spaces.GitProvider("github")), Integration: new("github"),
			URL: new("https://github.example/everything"), UpdatedAt: &at,
		},
		VisitorAuth: &spaces.VisitorAuth{Backend: "integration", Integration: new("auth")},
		MergeRules: api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{
			{Rule: "require_specific_reviewers", Users: []string{"ada"}},
			{Rule: "require_one_of_specific_reviewers", Users: []string{"ada"}},
			{Rule: "allow_bypass", Users: []string{}},
			{Rule: "require_at_least_one_review"},
			{Rule: "custom", Expression: new("true")},
		}},
	}, pages...)
	w.Spaces.Files.Add("everything", "", spaces.File{ID: "picture", Name: "picture.png", ContentType: "image/png", Size: 7, Dimensions: &spaces.FileDimensions{Width: 3, Height: 2}})
	w.Spaces.ReusableContents.Add("everything", "", publishingtest.ReusableContent{ID: "note", Title: "Note", Body: "# Mind\n\nthe gap."})
	w.Spaces.ReusableContents.Add("everything", "", publishingtest.ReusableContent{ID: "numbers", Title: "Numbers", Body: "1, 2, 3", Computed: &integrated})
	w.ChangeRequests.Add("everything", changerequests.ChangeRequest{ID: "edits", Subject: "Edits", Status: changerequests.StatusOpen, Description: &richtext.Document{
		Object: "document", Nodes: []richtext.Node{},
	}})
	w.Spaces.Pages.Edit("everything", "edits", "welcome", func(page *publishingtest.Page) {
		page.Title, page.Slug, page.Description, page.Emoji, page.Cover = "Hello", "hello", "New things", "1f680", nil
		page.Sections[0].Body = "Another [link](lost), and [nothing](no/where)."
	})
	w.Spaces.Pages.Edit("everything", "edits", "chapter", func(page *publishingtest.Page) { page.Title, page.Slug, page.Emoji = "Chapters", "chapters", "1f4d6" })
	w.Spaces.Pages.Edit("everything", "edits", "out", func(page *publishingtest.Page) {
		page.Title, page.Emoji, page.Target = "Away", "1f680", &spaces.ContentRef{Kind: spaces.ContentRefKindURL, URL: new("https://example.org")}
	})
	w.Spaces.Comments.Add("everything", "edits", spaces.Comment{
		ID: "solved", Body: richtext.Markdown("Done."), Status: spaces.CommentStatusResolved,
		Target: spaces.CommentTarget{
			Node: &spaces.CommentNode{ID: "node", Preview: new("a text")}, Page: &spaces.CommentPage{ID: "welcome"},
			TableCell: &spaces.TableCell{Record: "1", Definition: "2"},
		},
	})
	w.Spaces.Comments.Add("everything", "", spaces.Comment{
		ID: "doubt", Body: richtext.Markdown("Why?"), Status: spaces.CommentStatusResolved,
		Target: spaces.CommentTarget{Node: &spaces.CommentNode{ID: "node", Preview: new("a text")}, Page: &spaces.CommentPage{ID: "welcome"}},
	})
	w.Spaces.Comments.Replies.Add("everything", "", "doubt", spaces.CommentReply{ID: "because", PostedBy: api.User{ID: "ada"}})
	w.Spaces.Comments.Replies.Add("everything", "edits", "solved", spaces.CommentReply{ID: "thanks", PostedBy: api.User{ID: "ada"}})
	w.ChangeRequests.RequestedReviewers.Add("everything", "edits", changerequests.RequestedReviewer{User: &api.User{ID: "ada"}})
	w.ChangeRequests.Reviews.Add("everything", "edits", changerequests.Review{ID: "opinion", Reviewer: api.User{ID: "ada"}, Comment: &spaces.Comment{Body: richtext.Markdown("Good.")}})
	w.Orgs.OpenAPI.Add(org, orgs.OpenAPISpec{Slug: "good", SourceURL: new("https://acme.example/openapi.json"), Visibility: new(orgs.OpenAPIVisibility("public"))})
	w.Orgs.OpenAPI.Complete(org, "good")
	w.Orgs.OpenAPI.Add(org, orgs.OpenAPISpec{Slug: "bad"})
	w.Orgs.OpenAPI.Fail(org, "bad", "PARSE_ERROR", orgs.OpenAPIProblem{Message: "no paths", Code: new("no-paths")})
	w.Sites.Add(org, sites.Site{
		ID: "full", Title: "Full", Hostname: new("docs.acme.example"), Published: true, Proxy: &sites.Proxy{Origin: "acme.example/docs", Target: "https://x.example"},
		Icon: &api.Icon{Emoji: new("1f680")}, Ads: &sites.Ads{Status: sites.AdsStatusPending, Submittable: new(true)},
		AdaptiveContent: &sites.AdaptiveContent{Enabled: true},
		Features:        []sites.Feature{{ID: "sites-seo", Plan: sites.TypePremium, Customizations: []string{"header-logo"}}},
	}, "everything", "papers")
	w.Sites.ShareLinks.Add(org, "full", sites.ShareLink{})
	w.Orgs.LinkInvites.Add(org, orgs.LinkInvite{ID: "to-shelf", Collection: &spaces.Collection{ID: "shelf"}})
	w.Orgs.SAML.Add(org, orgs.SAMLProvider{ID: "team-saml", DefaultTeam: &api.Team{ID: "team"}, DefaultRole: new(api.RoleRead)})
	w.Collections.Add(org, spaces.Collection{ID: "nested-shelf", Parent: new("shelf"), Description: new("Books")})
	w.Spaces.Imports.Set("https://example.com/import", publishingtest.Page{Title: "Imported", Pages: []publishingtest.Page{{Title: "Below"}}})
	w.Integrations.Add(org, integrations.Integration{Name: "talk"})
	w.Integrations.Installations.Add("talk", org, integrations.Installation{ID: "talk-on-acme", SpaceSelection: integrations.SelectionAll, SiteSelection: integrations.SelectionAll})
	w.Permissions.Grant("everything", "ada", api.RoleEdit)
	w.Permissions.Grant("everything", "bob", "")
	w.Permissions.Grant("shelf", "ada", api.RoleEdit)
	w.Permissions.Grant("everything", "team", api.RoleEdit)
	w.Permissions.Grant("shelf", "team", api.RoleRead)
	payload, _ := api.NewSecretJSON(map[string]any{"title": "New"})
	w.Orgs.AuditEvents.Add(org, orgs.AuditEventDetails{
		ID: "audited", Actor: orgs.AuditEventActor{Label: new("System")}, Target: orgs.AuditEventTarget{Label: new("Acme")},
		ExecutionID: new("execution"), CorrelationID: new("correlation"), CausedByEventID: new("cause"), Payload: payload,
	})
	w.Sites.Answers.Add(org, "docs", fullAnswer("answered", nil), insights.AnswerSource{ID: "source", Title: "Welcome", Space: "everything", Revision: "revision", Page: "welcome"})
	w.Sites.Answers.Add(org, "docs", fullAnswer("follow-up", &insights.AnswerThreadPlace{ID: "answered", Previous: "answered"}))
	w.Orgs.Billing.Add(org, publishingtest.AIUse{Feature: "ask", Credits: 3})
	w.Permissions.Grant("docs", "ada", api.RoleEdit)
	w.Permissions.Grant("docs", "bob", "")
	w.Permissions.Grant("docs", "team", api.RoleRead)
}

// fullAnswer returns an answer to the question "asked" with all its fields.
func fullAnswer(id string, thread *insights.AnswerThreadPlace) insights.AnswerWithResponse {
	return insights.AnswerWithResponse{
		Answer: insights.Answer{
			ID: id, Question: insights.AnswerQuestion{ID: "asked"}, Topics: []string{"starting"}, Input: insights.AnswerInput{Raw: "How do I start?"},
			Thread: thread, Session: &insights.Session{VisitorID: "visitor", SessionID: "session"},
			Feedback: &insights.AnswerFeedback{Rating: insights.AskRatingUp}, UpdatedAt: new(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		},
		Response: insights.AnswerMessage{Steps: []insights.AnswerStep{{
			Content: &richtext.Document{Object: "document", Nodes: []richtext.Node{}}, Phase: insights.AnswerPhaseFinalAnswer,
		}}},
	}
}

// responseIDs returns IDs for paths, by parameter.
func (w *world) responseIDs() map[string]string {
	revisions := w.Spaces.Revisions.All("everything")
	newest := revisions[len(revisions)-1]
	return map[string]string{
		"organizationId": "acme", "siteId": "docs", "siteSectionId": "first", "siteSectionGroupId": "group", "siteSpaceId": "home", "shareLinkId": "key", "siteRedirectId": "moved",
		"inviteId": "to-org", "specSlug": "good", "fontId": "font", "teamId": "team", "userId": "ada", "samlProviderId": "saml",
		"translationId": "translation", "installationId": "talk-on-acme", "subdomain": "acme", "spaceId": "everything", "collectionId": "shelf", "revisionId": newest.ID,
		"pageId": "welcome", "pagePath": "welcome", "fileId": "picture", "reusableContentId": "note", "documentId": *newest.Pages[0].DocumentID,
		"eventId":        "later",
		"auditEventId":   "audited",
		"siteQuestionId": "asked", "siteQuestionAnswerId": "answered",
		"glossaryEntryId": "term", "clusterId": "cluster", "versionId": *w.Orgs.OpenAPI.All("acme")[0].LastVersion, "siteMcpServerId": "tools", "siteExternalLinkId": "blog", "importRunId": "import", "integrationName": "diagrams", "hostname": "docs.acme.example", "changeRequestId": "edits", "commentId": "solved", "commentReplyId": "thanks", "reviewId": "opinion",
	}
}

// fullPublication is the body that publishes an integration with everything.
const fullPublication = `{
	"organization": "acme", "script": "main()", "title": "Full", "description": "All of it", "summary": "All", "runtime": "v2", "icon": "iVBORw0KGgo=",
	"previewImages": ["iVBORw0KGgo="], "visibility": "public", "target": "all", "scopes": ["site:script:inject"], "categories": ["content"],
	"blocks": [{"id": "a", "title": "Aa", "description": "A", "icon": "https://acme.example/a.svg", "urlUnfurl": ["https://acme.example"], "markdown": {"codeblock": "a", "body": "b"}}],
	"contentSources": [{"id": "a", "title": "Aa", "description": "A", "icon": "https://acme.example/a.svg", "configuration": {"componentId": "c"}}],
	"externalLinks": [{"url": "https://acme.example", "label": "Acme"}],
	"configurations": {
		"account": {"properties": {
			"a": {"type": "string", "title": "A", "description": "A", "default": "x", "completion_url": "/c", "enum": ["x"]}, "b": {"type": "number", "default": 1},
			"c": {"type": "boolean", "default": true}, "d": {"type": "button", "callback_url": "/d", "button_text": "D"}
		}, "required": ["a"]},
		"space": {"componentId": "c"}, "site": {"componentId": "c"}
	},
	"secrets": {"KEY": "x"}, "contentSecurityPolicy": "img-src 'none'"
}`

// responseCalls returns calls of every operation, one for each way to succeed.
func responseCalls() []responseCall {
	const imported = `{"url":"https://example.com/import","source":"website"}`
	const rich = `{"object":"document","data":{"schemaVersion":1},"nodes":[{"object":"block","type":"paragraph","nodes":[` +
		`{"object":"text","leaves":[{"object":"leaf","text":"So.","marks":[` +
		`{"object":"mark","type":"bold"},{"object":"mark","type":"italic"},{"object":"mark","type":"code"}]}]}]}]}`
	const schema = `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{` +
		`"isBeta":{"type":"boolean","description":"Tests."},"unsigned":{"type":"object","description":"Unsigned claims of the site visitor.",` +
		`"additionalProperties":false,"properties":{"isNew":{"type":"boolean","description":"New."}}}}}}`
	in := func(name, id string, more ...string) map[string]string {
		ids := map[string]string{name: id}
		for i := 0; i < len(more); i += 2 {
			ids[more[i]] = more[i+1]
		}
		return ids
	}
	computedBody := func(source string) string { return `{"seed":"any","source":` + source + `}` }
	const openAPI = `{"type":"builtin:openapi","props":{"models":true},"dependencies":{"spec":{"ref":{"kind":"openapi","spec":"spec"}}}}`
	calls := []responseCall{
		{op: "Orgs.Invites.Create", body: `{"emails":["a@acme.example"],"sso":true}`},
		{op: "Orgs.Invites.Create", body: `{"emails":["known@acme.example"],"role":null}`},
		{op: "Orgs.Invites.Join"},
		{op: "Orgs.LinkInvites.Create", body: `{"role":"edit"}`},
		{op: "Orgs.LinkInvites.Create", body: `{"level":"edit","space":"guides"}`},
		{op: "Orgs.LinkInvites.Create", body: `{"level":null,"collection":"shelf"}`},
		{op: "Orgs.LinkInvites.Get", ids: in("inviteId", "to-space")},
		{op: "Orgs.LinkInvites.Get", ids: in("inviteId", "to-shelf")},
		{op: "Orgs.LinkInvites.Update", body: `{"role":"read"}`},
		{op: "Orgs.OpenAPI.Create", body: `{"slug":"new","source":{"url":"https://acme.example/new.json"}}`},
		{op: "Orgs.OpenAPI.Create", body: `{"slug":"new","source":{"text":"openapi: 3.1.0"}}`},
		{op: "Orgs.Update", body: `{"title":"New","emailDomains":["acme.example"],"hostname":"new","defaultRole":"edit","defaultContent":{"type":"site","site":"docs"},` +
			`"logo":"https://acme.example/logo.png","sso":true,"ai":true,"inviteLinks":false,"mergeRules":{"type":"rules","rules":[{"rule":"custom","expression":"true"}]}}`},
		{op: "Orgs.Join", first: after("PATCH", acme, `{"emailDomains":["publishing.example"]}`)},
		{op: "Orgs.Get", ids: in("organizationId", "billed")},
		{op: "Orgs.Create", body: `{"title":"New"}`},
		{op: "Orgs.Create", query: "withDefaultSite=true&openapiUrl=https://acme.example/openapi.json", body: `{"title":"New","emailDomains":["new.example"],` +
			`"onboardingPreferences":{"source":null,"audience":"public","interests":["api-docs"]}}`},
		{op: "Orgs.Billing.AIUsage", query: "from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&interval=year"},
		{op: "Sites.AgentSettings.Put", body: `{"scans":{"topics":"auto"},"findings":{"changeRequests":"always"},"editing":{"customInstructions":` + rich + `}}`},
		{op: "Sites.AgentSettings.Get", first: after("PUT", docs+"/agent-settings", `{"scans":{"topics":"auto"},"findings":{"changeRequests":"always"},"editing":{"customInstructions":`+rich+`}}`)},
		{op: "Orgs.Search.List", query: "query=links"},
		{op: "Users.Update", body: `{"displayName":"Ada","photoURL":"https://acme.example/ada.png"}`},
		{op: "Orgs.OpenAPI.Get", ids: in("specSlug", "bad")},
		{op: "Orgs.OpenAPI.Put", body: `{"source":{"url":"https://acme.example/new.json"}}`},
		{op: "Orgs.OpenAPI.Put", ids: in("specSlug", "new"), body: `{"source":{"text":"openapi: 3.1.0"}}`},
		{op: "Orgs.OpenAPI.Update", body: `{"visibility":"private"}`},
		{op: "Sites.Create"},
		{op: "Sites.Create", body: `{"title":"New","type":"premium","visibility":"unlisted","spaces":["guides"]}`},
		{op: "Sites.Get", ids: in("siteId", "full")},
		{op: "Sites.Update", body: `{"title":"New","proxy":"acme.example/docs","adaptiveContent":{"enabled":true}}`},
		{op: "Sites.Ads.Update", body: `{"status":"in-review","topic":"webdev"}`},
		{op: "Sites.AdsReview.List", first: after("POST", docs+"/ads", `{"status":"in-review","topic":"webdev"}`)},
		{op: "Sites.AdsReview.List", query: "status=live", first: after("PATCH", "/v1/ads/sites/docs", `{"status":"live","zoneId":"zone","reportingId":"report"}`)},
		{op: "Sites.AdsReview.List", query: "status=rejected", first: after("PATCH", "/v1/ads/sites/docs", `{"status":"rejected","reason":"x"}`)},
		{op: "Sites.AdsReview.Update", body: `{"status":"pending"}`},
		{op: "Sites.Get", first: after("POST", docs+"/ads", `{"status":"in-review","topic":"webdev"}`)},
		{op: "Sites.Get", first: after("PATCH", "/v1/ads/sites/docs", `{"status":"live","zoneId":"zone","reportingId":"report"}`)},
		{op: "Sites.Get", first: after("PATCH", "/v1/ads/sites/docs", `{"status":"rejected","reason":"x"}`)},
		{op: "Sites.Insights.Events.Track", body: `{"events":[` + eventJSON("page_view", "ada", "1") + `]}`},
		{op: "Sites.Insights.Events.Aggregate", body: `{"range":"last7Days","select":[{"column":"visitorsCount"}]}`},
		{
			op: "Sites.Insights.Events.Aggregate", body: `{"range":"lastYear","select":[{"column":"visitorClaim","claim":"plan"}],"groupBy":[{"column":"visitorClaim","claim":"plan"}]}`,
			first: func(_ *testing.T, w *world) { w.seedVisits() },
		},
		{op: "Sites.Insights.VisitorSegments.List", first: func(_ *testing.T, w *world) { w.seedVisits() }},
		{op: "Sites.AdaptiveSchema.Put", body: schema},
		{op: "Sites.AdaptiveSchema.Get", first: after("PUT", docs+"/adaptive-schema", schema)},
		{op: "Sites.AdaptiveSchema.TemplateConditions", first: after("PUT", docs+"/adaptive-schema", schema)},
		{op: "Sites.Published", query: "shareKey=2c70e12b7a0646f9"},
		{op: "Sites.Published", ids: in("siteId", "full")},
		{op: "Sites.Customization.Get"},
		{op: "Sites.Customization.Put", body: fullSettings},
		{op: "Sites.SiteSpaces.Customization.Get"},
		{op: "Sites.SiteSpaces.Customization.Update", body: `{"title":"Guide"}`},
		{op: "Sites.SiteSpaces.Customization.Delete", first: after("PATCH", docs+"/site-spaces/home/customization", `{"title":"Guide"}`)},
		{op: "Sites.Structure.Sort", body: `{"item":{"type":"site-space","id":"home"},"position":{}}`},
		{op: "Sites.Structure.Sort", body: `{"item":{"type":"site-section","id":"first"},"position":{}}`},
		{op: "Sites.Structure.Sort", body: `{"item":{"type":"site-section-group","id":"group"},"position":{}}`},
		{op: "Sites.Structure.Get", query: "shareKey=2c70e12b7a0646f9"},
		{op: "Sites.Structure.Get", ids: in("siteId", "full")},
		{op: "Sites.Publishing.Auth.Update", body: `{"backend":"custom","fallbackURL":"https://login.acme.example"}`},
		{op: "Sites.Publishing.Auth.Update", body: `{"backend":"integration","fallbackURL":null}`, first: func(_ *testing.T, w *world) {
			w.Sites.Publishing.Auth.Update("acme", "docs", sites.PublishingAuth{Integration: new("oidc")})
		}},
		{op: "Sites.Publishing.Preview", query: "siteSpace=annex&claims=(isBeta:!t)"},
		{op: "Orgs.Imports.Create", body: `{"source":{"type":"website","url":"https://old.example.com"},"target":{"space":"everything","changeRequest":"edits","page":"welcome"},` +
			`"site":"docs","enhance":true}`},
		{op: "Orgs.Imports.Create", body: `{"source":{"type":"file","files":["key"]},"target":{"space":"everything"}}`},
		{op: "Orgs.Imports.Cancel"},
		{op: "Orgs.Imports.Get", first: func(_ *testing.T, w *world) {
			w.Orgs.Imports.Start("acme", "import")
			w.Orgs.Imports.Complete("acme", "import", orgs.ImportedPage{
				ID: "page", Type: new(orgs.ImportedPageTypePage), Status: new(orgs.ImportedPageStatusComplete), SourceURL: new("https://old.example.com"),
			})
		}},
		{op: "Orgs.Imports.Get", first: func(_ *testing.T, w *world) { w.Orgs.Imports.Fail("acme", "import", "no pages") }},
		{op: "Sites.Redirects.Put", body: `{"redirects":[{"source":"/moved","intent":"live","destination":{"kind":"site-space","siteSpaceId":"home"},` +
			`"captureWildcard":true,"permanent":true},{"source":"/new","intent":"draft","destination":{"kind":"site-section","siteSectionId":"second"}},` +
			`{"source":"/gone","destination":null},{"source":"/no","intent":"publish"},{"source":"/new","intent":"publish"}]}`},
		{op: "Sites.Redirects.List", first: after("PUT", docs+"/redirects", `{"redirects":[{"source":"/new","destination":{"kind":"site-space","siteSpaceId":"home"},"permanent":true}]}`)},
		{op: "Sites.ExternalLinks.Create", body: `{"title":"Blog","localizedTitle":{"de":"Blog"},"description":"x","localizedDescription":{"de":"x"},"icon":"pen",` +
			`"url":"https://blog.acme.example","parent":"group","draft":true,"condition":"true"}`},
		{op: "Sites.ExternalLinks.Update", body: `{"title":"Blog","localizedTitle":{"de":"Blog"},"description":"x","localizedDescription":{"de":"x"},"icon":"pen",` +
			`"url":"https://blog.acme.example","parent":"group","draft":true,"condition":"true"}`},
		{op: "Sites.ExternalLinks.Update", body: `{"localizedTitle":null,"description":null,"localizedDescription":null,"icon":null,"parent":null,"condition":null}`},
		{op: "Sites.SiteSpaces.Duplicate", body: `{"draft":true}`},
		{op: "Sites.SiteSpaces.Duplicate"},
		{op: "Sites.MCPServers.Create", body: `{"name":"x","url":"https://x.example","headers":{"a":"1"}}`},
		{op: "Sites.MCPServers.Update", body: `{"name":"x","headers":{}}`},
		{op: "CustomHostnames.Revalidate", first: func(_ *testing.T, w *world) {
			w.CustomHostnames.SetStatus("docs.acme.example", sites.HostnameStatusDNSWrongCAA)
		}},
		{op: "Sites.Search.List", ids: in("siteId", "full"), body: `{"query":"links","scope":{"mode":"all"}}`},
		{op: "Sites.Sections.List", query: "shareKey=2c70e12b7a0646f9&limit=1"},
		{op: "Sites.Sections.Create", body: `{"spaceId":"guides"}`},
		{op: "Sites.Sections.Update", body: `{"title":"New","path":"new","condition":"true","icon":"book","description":"x","defaultSiteSpace":"manual"}`},
		{op: "Sites.Sections.Update", body: `{"condition":null,"icon":null,"description":null}`},
		{op: "Sites.Sections.Move", body: `{"position":{"after":{"type":"site-section","siteSection":"second"}}}`},
		{op: "Sites.SectionGroups.Create", body: `{"title":"New","icon":"book","sections":["first"],"parent":"group"}`},
		{op: "Sites.SectionGroups.Update", body: `{"title":"New","icon":null}`},
		{op: "Sites.SectionGroups.Sections.Add", body: `{"sectionId":"first"}`},
		{op: "Sites.SectionGroups.Sections.Remove", ids: in("siteSectionId", "third")},
		{op: "Sites.SectionGroups.Move", body: `{"position":{"after":{"type":"site-section-group","id":"others"}}}`},
		{op: "Sites.SiteSpaces.List", query: "shareKey=2c70e12b7a0646f9"},
		{op: "Sites.SiteSpaces.Create", body: `{"spaceId":"guides"}`},
		{op: "Sites.SiteSpaces.Create", body: `{"spaceId":"guides","sectionId":"second"}`},
		{op: "Sites.SiteSpaces.Update", body: `{"path":"new","condition":"true","spaceId":"papers"}`},
		{op: "Sites.SiteSpaces.Move", body: `{"position":{"after":{"type":"site-space","siteSpace":"annex"}}}`},
		{op: "Sites.Ask.Stream", query: "format=document", ids: in("siteId", "full"), body: `{"question":"welcome links","scope":{"mode":"all"}}`},
		{op: "Sites.Ask.Stream", body: `{"question":"zebra","scope":{"mode":"default"}}`},
		{op: "Sites.Ask.StreamQuestions", ids: in("siteId", "full")},
		{op: "Sites.Redirects.Create", body: `{"source":"/new","destination":{"kind":"site-space","siteSpaceId":"home"}}`},
		{
			op: "Sites.Redirects.Create", body: `{"source":"/new","destination":{"kind":"site-page","siteSpaceId":"home","pageId":"paged"}}`,
			first: func(_ *testing.T, w *world) { w.Spaces.Pages.Add("guides", "", "", publishingtest.Page{ID: "paged"}) },
		},
		{op: "Sites.Redirects.Update", body: `{"source":"/new","destination":{"kind":"site-section","siteSectionId":"second"}}`},
		{op: "Sites.Redirects.Resolve", query: "source=/moved&shareKey=" + docsKey},
		{op: "Integrations.Publish", body: fullPublication},
		{op: "Integrations.Get", first: after("POST", "/v1/integrations/diagrams", fullPublication)},
		{op: "Integrations.ListInSpace", ids: in("spaceId", "guides")},
		{op: "Integrations.BlocksInSpace", ids: in("spaceId", "guides"), first: after("POST", "/v1/integrations/diagrams", fullPublication)},
		{op: "Integrations.Tasks.Create", body: `{"task":{"type":"sync"},"schedule":60}`},
		{op: "Integrations.Dev.Put", body: `{"tunnelUrl":"https://tunnel.example","all":true}`},
		{op: "URLs.Content", query: "url=https://app.publishing.example/o/acme/s/everything/pages/welcome"},
		{op: "URLs.Content", query: "url=https://app.publishing.example/o/acme/s/everything/pages/chapter"},
		{op: "URLs.Content", query: "url=https://app.publishing.example/o/acme/s/everything/changes/1/pages/welcome"},
		{op: "URLs.Content", query: "url=https://app.publishing.example/o/acme/c/nested-shelf"},
		{op: "URLs.Embed", query: "url=https://videos.example/1"},
		{op: "URLs.Embed", query: "url=https://videos.example/1", first: embed(spaces.Embed{Type: spaces.EmbedTypeRich, Title: "Launch", Site: "Videos", Icon: new("https://videos.example/icon.png"), HTML: new(spaces.UntrustedHTML("<b>x</b>"))})},
		{op: "URLs.Embed", query: "url=https://videos.example/1", first: embed(spaces.Embed{Type: spaces.EmbedTypeIntegration, Title: "Launch", Site: "Videos", Integration: new("videos"), Block: api.Raw(`{"id":"embed"}`)})},
		{op: "URLs.Published", body: `{"url":"https://acme.example/docs/a"}`},
		{op: "URLs.Published", body: `{"url":"` + docsURL + `"}`},
		{op: "URLs.Published", body: `{"url":"https://lounge.acme.example/"}`, first: func(_ *testing.T, w *world) { w.addLounge(new("https://login.acme.example")) }},
		{op: "URLs.Published", first: func(_ *testing.T, w *world) { w.addLounge(nil) }, fill: func(t *testing.T, w *world) string {
			t.Helper()
			return `{"url":"https://lounge.acme.example/","visitor":{"jwtToken":"` + sign(t, w.Sites.Publishing.Auth.Get("acme", "lounge").PrivateKey, w.Now().Add(time.Hour)) + `"}}`
		}},
		{op: "Integrations.Installations.List", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Create", ids: in("integrationName", "talk"), body: `{"organization":"acme"}`},
		{op: "Integrations.Installations.Get", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Update", ids: in("integrationName", "talk"), body: `{"configuration":{"a":1},"externalIds":["a"],"space_selection":"selected","site_selection":"all"}`},
		{op: "Integrations.Installations.Delete", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Tokens.Create", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Spaces.List", ids: in("integrationName", "talk"), query: "extended=true"},
		{op: "Integrations.Installations.Spaces.Create", ids: in("integrationName", "talk"), body: `{"space":"everything"}`},
		{op: "Integrations.Installations.Spaces.Get", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Spaces.Update", ids: in("integrationName", "talk"), query: "extended=true", body: `{"configuration":{"a":1},"externalIds":["a"]}`},
		{
			op: "Integrations.Installations.Spaces.Delete", ids: in("integrationName", "talk"),
			first: after("POST", "/v1/integrations/talk/installations/talk-on-acme/spaces", `{"space":"everything"}`),
		},
		{op: "Integrations.Installations.Sites.List", ids: in("integrationName", "talk"), query: "extended=true"},
		{op: "Integrations.Installations.Sites.Create", ids: in("integrationName", "talk"), body: `{"siteId":"docs"}`},
		{op: "Integrations.Installations.Sites.Get", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Sites.Update", ids: in("integrationName", "talk"), query: "extended=true", body: `{"configuration":{"a":1},"externalIds":["a"]}`},
		{
			op: "Integrations.Installations.Sites.Delete", ids: in("integrationName", "talk"),
			first: after("POST", "/v1/integrations/talk/installations/talk-on-acme/sites", `{"siteId":"docs"}`),
		},
		{op: "Integrations.Spaces.List", ids: in("integrationName", "talk")},
		{op: "Integrations.Sites.List", ids: in("integrationName", "talk")},
		{op: "Integrations.Installations.Status.GetInOrg", ids: in("integrationName", "talk")},
		{op: "Integrations.Events.List", ids: in("integrationName", "bot"), first: func(t *testing.T, w *world) { t.Helper(); w.seedEachEvent(t) }},
		{op: "Integrations.Events.Get", ids: map[string]string{"integrationName": "bot", "eventId": "logged"}, first: func(_ *testing.T, w *world) {
			w.Integrations.Events.Add("bot", integrations.Event{ID: "logged", Payload: integrations.EventPayload{
				Type: integrations.EventTypeSpaceVisibilityUpdated, SpaceVisibilityUpdated: &integrations.SpaceVisibilityUpdatedEvent{InstallationID: "talk-on-acme", SpaceID: "space", PreviousVisibility: spaces.VisibilityPrivate, Visibility: spaces.VisibilityPublic},
			}}, integrations.EventLog{Message: new("x"), Timestamp: new(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), Level: new(integrations.LogLevelInfo)})
		}},
		{op: "Integrations.Render", ids: in("integrationName", "bot"), body: fmt.Sprintf(renderBody, `{"type":"configuration_site","theme":"dark","siteId":"docs"}`), first: func(_ *testing.T, w *world) {
			w.Integrations.ScriptRender("bot", "poll", integrations.RenderOutput{Complete: &integrations.RenderedComplete{Type: integrations.RenderOutputTypeComplete, ReturnValue: api.Raw(`{"a":1}`)}})
		}},
		{op: "Integrations.Render", ids: in("integrationName", "bot"), body: fmt.Sprintf(renderBody, `{"type":"configuration_site","theme":"dark","siteId":"docs"}`), first: func(_ *testing.T, w *world) {
			w.Integrations.ScriptRender("bot", "poll", integrations.RenderOutput{Element: &integrations.RenderedElement{
				Element: integrations.Element{Raw: api.Raw(`{"type":"block","children":[]}`)}, State: api.Raw(`{}`), Props: api.Raw(`{"a":1}`), CanAccessVisitorClaims: new(true),
			}})
		}},
		{op: "Sites.ShareLinks.Create", body: `{"name":"New"}`},
		{op: "Sites.ShareLinks.Update", body: `{"active":false,"name":"Off"}`},
		{op: "Orgs.Fonts.Create", body: `{"fontFamily":"New","fontFaces":[{"weight":400,"storageKey":"regular.woff2"}]}`},
		{op: "Orgs.Fonts.Update", body: `{"fontFaces":[{"weight":700,"storageKey":"regular.woff2"}]}`},
		{op: "Orgs.Storage.Upload", body: `{"kind":"import_file","file":{"name":"x.zip","type":"application/zip","size":7}}`},
		{op: "Orgs.Members.Update", body: `{"role":null}`},
		{op: "Orgs.Members.SetSSO"},
		{op: "Orgs.Ping", first: func(_ *testing.T, w *world) {
			w.ActAs("ada")
			w.Orgs.Members.SetVisitorClaims("acme", "ada", "claims")
		}},
		{op: "Orgs.Teams.Create", body: `{"title":"New","members":["ada"]}`},
		{op: "Orgs.Teams.Update", body: `{"title":"New"}`},
		{op: "Orgs.Teams.Members.Update", body: `{"add":["bob"],"remove":["ada"]}`},
		{op: "Orgs.Teams.Members.Put", body: `{"role":"owner"}`},
		{op: "Orgs.Ask.Answer", body: `{"query":"welcome links"}`},
		{op: "Orgs.Ask.Answer", query: "format=document&details=true", body: `{"query":"welcome links"}`},
		{op: "Orgs.Ask.Answer", body: `{"query":"zebra"}`},
		{op: "Orgs.Ask.Stream", query: "query=welcome+links&format=document"},
		{op: "Orgs.Ask.Stream", query: "query=zebra"},
		{op: "Orgs.SAML.Create", body: `{"label":"New"}`},
		{op: "Orgs.SAML.Create", body: `{"label":"New","entityID":"x","certificate":"y","ssoURL":"https://sso.acme.example","defaultTeam":"team","defaultRole":null}`},
		{op: "Orgs.SAML.Get", ids: in("samlProviderId", "team-saml")},
		{op: "Orgs.SAML.Update", body: `{"defaultTeam":"team","defaultRole":null}`},
		{op: "Orgs.Translations.Create", body: `{"source":{"space":"guides","language":"en"},"language":"fr","instructions":` + rich + `}`},
		{op: "Orgs.Translations.Get", first: translate},
		{op: "Orgs.Translations.List", first: translate},
		{op: "Orgs.Translations.Update", body: `{"instructions":` + rich + `}`},
		{op: "Orgs.Conversations.Create", body: `[{"id":"1","parts":[{"type":"message","role":"user","body":"Help"}]}]`},
		{op: "Orgs.Translations.Glossary.Update", body: `{"operations":[{"type":"insert","translations":{"en":"page"}},{"type":"delete","id":"term"}]}`},
		{op: "Orgs.AgentInstructions.Put", body: `{"instructions":` + rich + `}`},
		{op: "Sites.SiteSpaces.Create", body: `{"spaceId":null,"title":"New"}`},
		{op: "Sites.Redirects.List", query: "draft=true&orderBy=source"},
		{op: "Sites.Publishing.Preview", query: "draft=true"},
		{op: "Permissions.Sites.Aggregate.List", query: "order=asc&role=admin"},
		{op: "Orgs.Translations.Glossary.List", query: "orderBy=fr"},
		{op: "Spaces.Get", ids: in("spaceId", "plain"), query: "shareKey=x"},
		{op: "Spaces.Update", body: `{"title":"New","editMode":"locked","defaultLevel":null,"language":"fr","mergeRules":{"type":"none"},"emoji":"1f680"}`},
		{op: "Spaces.Update", body: `{"defaultLevel":"inherit","icon":"https://acme.example/icon.png"}`},
		{op: "Spaces.Update", body: `{"emoji":null,"icon":null}`},
		{op: "Spaces.Duplicate"},
		{op: "Spaces.Restore", ids: in("spaceId", "plain"), first: after("DELETE", "/v1/spaces/plain", "")},
		{op: "Spaces.Move", body: `{"parent":"shelf"}`},
		{op: "Spaces.Transfer", ids: in("spaceId", "plain"), body: `{"organization":"acme"}`},
		{op: "Spaces.Links.List", query: "limit=2"},
		{op: "Spaces.Embed", query: "url=https%3A%2F%2Facme.example.com"},
		{op: "Spaces.Embed", query: "url=https%3A%2F%2Fvideos.example.com"},
		{op: "Spaces.Embed", query: "url=https%3A%2F%2Fdrawings.example.com"},
		{op: "Spaces.Git.Import", body: `{"url":"https://git.example.com/a.git","ref":"refs/heads/main"}`},
		{op: "Spaces.Git.Export", body: `{"url":"https://git.example.com/a.git","ref":"refs/heads/main","commitMessage":"Publish"}`},
		{op: "Spaces.PDF", query: "page=welcome&only=true"},
		{op: "Spaces.Search.List", query: "query=links"},
		{op: "Spaces.Content.Get", query: "metadata=false&computed=false"},
		{op: "Spaces.Content.Import", body: imported},
		{op: "Spaces.Pages.Import", body: imported},
		{op: "Spaces.Content.ApplyTemplate", body: `{"id":"letter","params":{"contentRefs":{"logo":{"kind":"file","file":"picture"}}}}`},
		{op: "Spaces.Pages.Tree", query: "computed=false"},
		{op: "Spaces.Pages.Get", query: "format=document"},
		{op: "Spaces.Pages.Get", query: "format=markdown&metadata=false"},
		{op: "Spaces.Pages.GetByPath", ids: in("pagePath", "chapter")},
		{op: "Spaces.Files.Backlinks.List"},
		{op: "Spaces.Pages.Links.List"},
		{op: "Spaces.Pages.Backlinks.List", ids: in("pageId", "inside")},
		{op: "Spaces.ReusableContents.Get", ids: in("reusableContentId", "numbers")},
		{op: "Spaces.Computed.Document", fill: func(t *testing.T, w *world) string {
			t.Helper()
			page := w.send(t, "GET", everything+"/content/page/pets", "").object(t)
			body, err := json.Marshal(map[string]any{"seed": page["computedSeed"], "source": page["computed"]})
			require.NoError(t, err)
			return string(body)
		}},
		{op: "Spaces.Computed.Revision", body: computedBody(openAPI)},
		{op: "Spaces.Computed.Revision", body: computedBody(`{"type":"builtin:translation","props":{},"dependencies":{"translation":{"ref":{"kind":"translation","translation":"translation"}}}}`)},
		{op: "Spaces.Revisions.Changes", query: "limit=1000"},
		{op: "Spaces.Revisions.Changes", query: "limit=1", first: change},
		{op: "Spaces.Revisions.Changes", query: "limit=1000", first: merge},
		{op: "Spaces.Revisions.Changes", first: func(_ *testing.T, w *world) { w.Spaces.Files.Remove("everything", "", "picture") }},
		{op: "Spaces.Revisions.Get", first: merge},
		{op: "Spaces.Revisions.Pages.Get", query: "format=document"},
		{op: "Collections.Get", ids: in("collectionId", "nested-shelf")},
		{op: "Collections.Update", body: `{"title":"New","description":"x","defaultLevel":null}`},
		{op: "Collections.Spaces.List", ids: in("collectionId", "inner")},
		{op: "Collections.Move", ids: in("collectionId", "nested-shelf"), body: `{"parent":null}`},
		{op: "Collections.Transfer", body: `{"organization":"library"}`},
		{op: "Collections.Create"},
		{op: "Spaces.Create", body: `{"title":"New","parent":"shelf","language":"fr","editMode":"locked","template":{"id":"letter"}}`},
		{op: "Spaces.Create", body: `{"computedSource":` + openAPI + `}`},
		{op: "Collections.Create", body: `{"title":"New","parent":"shelf"}`},
		{op: "Permissions.Spaces.Invite", body: `{"role":null,"users":["ada"],"teams":["team"]}`},
		{op: "Permissions.Spaces.Users.Update", body: `{"role":null}`},
		{op: "Permissions.Spaces.Aggregate.List", query: "role=edit"},
		{op: "Permissions.Collections.Invite", body: `{"role":"edit","users":["bob"]}`},
		{op: "Permissions.Collections.Users.Update", body: `{"role":"read"}`},
		{op: "Permissions.Spaces.Teams.Update", body: `{"role":null}`},
		{op: "Permissions.Collections.Teams.Update", body: `{"role":"edit"}`},
		{op: "Permissions.Sites.Invite", body: `{"role":null,"users":["ada"],"teams":["team"]}`},
		{op: "Permissions.Sites.Users.Update", body: `{"role":"read"}`},
		{op: "Permissions.Sites.Teams.Update", body: `{"role":"edit"}`},
		{op: "Permissions.Sites.Aggregate.List"},
		{op: "Permissions.Sites.Aggregate.List", ids: in("siteId", "full"), first: func(_ *testing.T, w *world) { w.Permissions.Grant("everything", "olga", api.RoleEdit) }},
		{op: "ChangeRequests.List", query: "status=draft", ids: in("spaceId", "wiki")},
		{op: "ChangeRequests.Create"},
		{op: "ChangeRequests.Create", body: `{"subject":"New","agentTaskId":"task"}`},
		{op: "ChangeRequests.Get", first: after("POST", everything+"/change-requests/edits/merge", "")},
		{op: "ChangeRequests.Get", ids: in("changeRequestId", "1"), first: update},
		{op: "ChangeRequests.Update", body: `{"subject":"New","status":"archived","description":` + rich + `}`},
		{op: "ChangeRequests.Merge", first: conflict},
		{op: "ChangeRequests.UpdateFromMain", first: conflict},
		{op: "ChangeRequests.UpdateFromMain", first: change},
		{op: "ChangeRequests.Content.Get", first: update},
		{op: "ChangeRequests.Content.Update", query: "compat=false", body: `{"changes":[` +
			`{"operation":"update_page","page":"welcome","into":null,"at":0,"title":"Hello again","slug":"again","emoji":"","icon":"","description":"","condition":"",` +
			`"hidden":false,"noIndex":false,"noRobotsIndex":false,"document":{"document":` + rich + `}},` +
			`{"operation":"insert_page","into":"chapter","at":0,"ref":"new","title":"New","slug":"new","emoji":"1f680","icon":"rocket","description":"New","condition":"true",` +
			`"hidden":true,"noIndex":true,"noRobotsIndex":true,"document":{"markdown":"See ![](./logo)."}},` +
			`{"operation":"insert_files","files":[{"ref":"logo","name":"logo.svg","contentType":"image/svg+xml","base64":"YQ=="}]}]}`},
		{op: "ChangeRequests.Content.Update", query: "compat=false", fill: func(_ *testing.T, w *world) string {
			return `{"changes":[{"operation":"revert_page","page":"welcome","revision":"` + w.Spaces.Revisions.All("everything")[0].ID + `"},` +
				`{"operation":"delete_page","page":"chapter"}]}`
		}},
		{
			op: "ChangeRequests.Content.Update", query: "compat=true", body: `{"changes":[` +
				`{"operation":"revert_page","page":"welcome","block":["1"]},` +
				`{"operation":"insert_files","files":[{"name":"a.png","url":"https://example.com/a.png"}]}]}`,
			first: func(_ *testing.T, w *world) {
				w.Spaces.Files.SetUpload("https://example.com/a.png", "image/png", []byte("a"))
			},
		},
		{op: "ChangeRequests.Content.Import", body: imported},
		{op: "ChangeRequests.Pages.Import", body: imported},
		{op: "ChangeRequests.Pages.Get", query: "format=document"},
		{op: "ChangeRequests.Pages.GetByPath", ids: in("pagePath", "hello")},
		{op: "ChangeRequests.Changes", query: "limit=1"},
		{op: "ChangeRequests.ReusableContents.Get", ids: in("reusableContentId", "numbers")},
		{op: "ChangeRequests.Files.Backlinks.List", ids: in("fileId", "picture")},
		{op: "Spaces.Comments.List", query: "order=asc&format=document"},
		{op: "Spaces.Comments.Create", body: `{"body":{"markdown":"So?"},"page":"welcome","node":"x","tableCell":{"record":"1","definition":"2"}}`},
		{op: "Spaces.Comments.Get", query: "format=document", ids: in("commentId", "doubt")},
		{op: "Spaces.Comments.Update", ids: in("commentId", "doubt"), body: `{"resolved":false,"body":{"markdown":"x"},"addedReactions":["1f44d"]}`},
		{op: "Spaces.Comments.Delete", ids: in("commentId", "doubt")},
		{op: "Spaces.Comments.Replies.List", ids: in("commentId", "doubt")},
		{op: "Spaces.Comments.Replies.Create", ids: in("commentId", "doubt"), body: `{"body":{"markdown":"So?"}}`},
		{op: "Spaces.Comments.Replies.Get", ids: in("commentId", "doubt", "commentReplyId", "because")},
		{op: "Spaces.Comments.Replies.Update", ids: in("commentId", "doubt", "commentReplyId", "because"), body: `{"body":{"markdown":"So."}}`},
		{op: "Spaces.Comments.Replies.Delete", ids: in("commentId", "doubt", "commentReplyId", "because")},
		{op: "ChangeRequests.Comments.List", query: "order=asc&format=document"},
		{op: "ChangeRequests.Comments.Create", body: `{"body":{"markdown":"# So\n\nwhat?"},"page":"welcome","node":"x","tableCell":{"record":"1","definition":"2"}}`},
		{op: "ChangeRequests.Comments.Create", body: `{"body":{"document":` + rich + `}}`},
		{op: "ChangeRequests.Comments.Create", body: `{"body":{}}`},
		{op: "ChangeRequests.Comments.Get", query: "format=document"},
		{op: "ChangeRequests.Comments.Get", first: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("everything", "edits", "welcome") }},
		{op: "ChangeRequests.Comments.Update", body: `{"resolved":true,"body":{"markdown":"x"},"addedReactions":["1f44d"]}`},
		{op: "ChangeRequests.Comments.Update", body: `{"resolved":false}`},
		{op: "ChangeRequests.Comments.Replies.Create", query: "format=document", body: `{"body":{"markdown":"So?"}}`},
		{op: "ChangeRequests.Comments.Replies.Update", body: `{"body":{"markdown":"So."},"addedReactions":["1f44d"],"resolved":true}`},
		{op: "ChangeRequests.RequestedReviewers.List", ids: in("spaceId", "wiki", "changeRequestId", "proposal")},
		{op: "ChangeRequests.RequestedReviewers.Create", body: `{"users":["ada","bob"],"subject":"Look","description":` + rich + `}`},
		{op: "ChangeRequests.Reviews.List", query: "format=document"},
		{op: "ChangeRequests.Reviews.Get", query: "format=document"},
		{op: "ChangeRequests.Reviews.Create", body: `{"status":"changes-requested","comment":{"markdown":"No."}}`},
		{op: "ChangeRequests.Reviews.Create", body: `{"status":"approved"}`},
	}
	for _, id := range []string{"chapter", "out", "pets", "cats", "pet", "bonjour", "table", "row"} {
		calls = append(calls, responseCall{op: "Spaces.Pages.Get", ids: in("pageId", id)})
	}
	given := map[string]bool{}
	for _, call := range calls {
		given[call.op] = true
	}
	for _, o := range op.All() {
		if !given[o.Name] { // the path is all it needs
			calls = append(calls, responseCall{op: o.Name})
		}
	}
	return calls
}

// after returns a request that must succeed before the call.
func after(method, path, body string) func(t *testing.T, w *world) {
	return func(t *testing.T, w *world) {
		t.Helper()
		require.Less(t, w.send(t, method, path, body).status, 300)
	}
}

// translate ends a run of the translation that did not take whole seconds.
func translate(t *testing.T, w *world) {
	t.Helper()
	after("POST", acme+"/translations/translation/run", "")(t, w)
	w.Advance(1500 * time.Millisecond)
	w.Orgs.Translations.Complete("acme", "translation", publishingtest.Page{Title: "Pour commencer"})
}

// change creates revisions of the main content with changes of each kind. The last one has all but
// those of a merge.
func change(_ *testing.T, w *world) {
	const space = "everything"
	w.Spaces.Pages.Edit(space, "", "below", func(page *publishingtest.Page) { page.Title, page.Cover = "Beneath", nil })
	w.Spaces.Files.Remove(space, "", "picture")
	w.Spaces.ReusableContents.Remove(space, "", "numbers")
	w.Spaces.ReusableContents.Edit(space, "", "note", func(c *publishingtest.ReusableContent) { c.Title, c.Body = "Notes", "Mind them." })
}

// merge merges a change request with changes of each kind.
func merge(t *testing.T, w *world) {
	t.Helper()
	const space, edits = "everything", "edits"
	w.Spaces.Pages.Add(space, edits, "", publishingtest.Page{Title: "Added"})
	w.Spaces.Pages.Remove(space, edits, "shortcut")
	w.Spaces.Pages.Move(space, edits, "inside", "")
	w.Spaces.Pages.Move(space, edits, "below", "chapter")
	w.Spaces.Files.Add(space, edits, spaces.File{ID: "more", Name: "more.png", ContentType: "image/png"})
	w.Spaces.Files.Edit(space, edits, "picture", func(f *spaces.File) {
		f.Name, f.ContentType, f.Size, f.Dimensions = "p.jpg", "image/jpeg", 8, &spaces.FileDimensions{Width: 4, Height: 4}
	})
	w.Spaces.ReusableContents.Add(space, edits, publishingtest.ReusableContent{Title: "Added"})
	w.Spaces.ReusableContents.Edit(space, edits, "note", func(c *publishingtest.ReusableContent) { c.Title, c.Body = "Notes", "Mind them." })
	w.Spaces.ReusableContents.Remove(space, edits, "numbers")
	after("POST", everything+"/change-requests/edits/merge", "")(t, w)
}

// update brings the changes of the main content into the change request.
func update(t *testing.T, w *world) {
	t.Helper()
	change(t, w)
	after("POST", everything+"/change-requests/edits/update", "")(t, w)
}

// conflict changes what the change request has changed.
func conflict(_ *testing.T, w *world) {
	w.Spaces.Pages.Edit("everything", "", "welcome", func(page *publishingtest.Page) { page.Title = "Hi" })
}

// neverSent are the objects of the table that no call here returns, since the server does not
// support them or returns them only from a seed.
var neverSent = strings.Fields(`
	ChangeAttributeVariable ChangeAttributeVariables RevisionSemanticChangeVariablesEdited RevisionPageGroupChangeAttributes Variables
	ComputedContentDependencyOpenAPI ComputedContentDependencyOpenAPI.value ComputedContentDependencySpace ComputedContentDependencySpace.value
	ComputedContentDependencyTranslation ComputedContentSourceDocumentOpenAPI.props/models RevisionTypeComputed RevisionTypeRollback
	ContentLocationChangeRequestContext ContentLocationCollection ContentLocationOpenAPI ContentLocationPageAnchor ContentLocationPageNode
	ContentLocationReusableContent ContentLocationSpace ContentLocationUser
	DocumentBlockHeading.meta PublishResult/checkout
	SiteAdaptiveDeterministicJSONSchemaPrimitives/string SiteAdaptiveJSONSchemaClaimsProperties/array SiteAdaptiveJSONSchemaClaimsProperties/object
	SiteAdaptiveJSONSchemaPrimitives/number SiteAdaptiveJSONSchemaPrimitives/string
`)

// TestEveryResponseHasWhatTheTableRequires calls every operation and compares the responses with
// testdata/responses.tsv and testdata/objects.tsv. [world.send] does the same for the responses of
// all other tests.
func TestEveryResponseHasWhatTheTableRequires(t *testing.T) {
	t.Parallel()
	c := must(newResponseChecker())(t)
	known := map[string]bool{}
	var missing []string
	for _, o := range op.All() {
		known[o.Name] = true
		if len(c.responses[o.Name]) == 0 {
			missing = append(missing, o.Name+": add a line with the status and the type of its response to publishingtest/testdata/responses.tsv")
		}
	}
	if len(missing) > 0 {
		require.FailNow(t, strings.Join(missing, "\n"))
	}
	for name := range c.responses {
		require.True(t, known[name], "testdata/responses.tsv has %s, which is no operation", name)
	}
	stranger := newProofWorld(t)
	stranger.checker = c
	require.Equal(t, http.StatusNotFound, stranger.send(t, "GET", "/v1/spaces/nowhere", "").status)
	var statuses sync.Map // the statuses of responses, by operation
	all := responseCalls()
	chosen := sample.OneByOne(all)
	t.Cleanup(func() {
		if !t.Failed() && len(chosen) == len(all) {
			allSeen(t, c, &statuses)
		}
	})
	read := (&responseCall{}).prepare(t) // shared by the calls that change nothing
	read.checker = c
	for i, call := range chosen {
		t.Run(fmt.Sprintf("%s %d", call.op, i), func(t *testing.T) {
			t.Parallel()
			w := read
			if !call.reads() {
				w = call.prepare(t)
				w.checker = c
			}
			method, path, body := call.wire(t, w)
			got := w.send(t, method, path, body)
			require.Less(t, got.status, 300, got.body)
			if location := got.header.Get("Location"); location != "" {
				there := w.send(t, "GET", strings.TrimPrefix(location, w.URL()), "")
				if there.status == http.StatusOK {
					created := there.object(t)
					if id, has := created["id"].(string); has {
						require.True(t, strings.HasSuffix(location, "/"+id), location)
					} else {
						require.Equal(t, location, at(created, "urls.location"))
					}
				} else { // no operation reads it
					require.Contains(t, []int{http.StatusMethodNotAllowed, http.StatusNotImplemented}, there.status, location)
				}
			}
			statuses.Store(fmt.Sprintf("%s %d", call.op, got.status), true)
		})
	}
}

// allSeen compares the responses with the tables.
func allSeen(t *testing.T, c *responseChecker, statuses *sync.Map) {
	t.Helper()
	var missing []string
	for name, rows := range c.responses {
		for _, row := range rows {
			response := fmt.Sprintf("%s %d", name, row.status)
			if _, sent := statuses.Load(response); !sent {
				missing = append(missing, response)
			}
		}
	}
	for kind, rows := range c.objects {
		_, sent := c.seen.Load(kind)
		if rows[0].field == "." {
			continue // the name of a type
		}
		if sent == slices.Contains(neverSent, kind) {
			missing = append(missing, kind)
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 { // require would end the cleanup before the failure is reported
		t.Errorf("listed in testdata and not seen; add a call to responseCalls (or remove a type that was seen from neverSent):\n%s", strings.Join(missing, "\n"))
	}
}

// embed sets the embed of a URL.
func embed(set spaces.Embed) func(t *testing.T, w *world) {
	return func(_ *testing.T, w *world) { w.Spaces.Embeds.Set("https://videos.example/1", set) }
}
