package sites_test

import (
	"strings"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

var limits = []contract.Limit{
	{Op: "Sites.Create", Field: "title", Check: "len=2..128"},
	{Op: "Sites.Update", Field: "title", Check: "len=2..128"},
	{Op: "Sites.Update", Field: "basename", Check: "len=1..100"},
	{Op: "Sites.Update", Field: "proxy", Check: "len=..512,match=proxy", Prefix: "example.com/"},
	{Op: "Sites.Structure.Sort", Field: "item.type", Check: "required"},
	{Op: "Sites.Structure.Sort", Field: "item.id", Check: "required"},
	{Op: "Sites.Structure.Sort", Field: "position.before.type", Check: "required"},
	{Op: "Sites.Structure.Sort", Field: "position.before.id", Check: "required"},
	{Op: "Sites.Structure.Sort", Field: "position.after.type", Check: "required"},
	{Op: "Sites.Structure.Sort", Field: "position.after.id", Check: "required"},
	{Op: "Sites.SectionGroups.Move", Field: "position.before.type", Check: "required"},
	{Op: "Sites.SectionGroups.Move", Field: "position.before.id", Check: "required"},
	{Op: "Sites.SectionGroups.Move", Field: "position.after.type", Check: "required"},
	{Op: "Sites.SectionGroups.Move", Field: "position.after.id", Check: "required"},
	{Op: "Sites.Search.List", Field: "query", Check: "required,len=..512"},
	{Op: "Sites.Search.List", Field: "scope.mode", Check: "required"},
	{Op: "Sites.Search.List", Field: "scope.siteSpaceIds", Check: "with=mode:specific,items=1.."},
	{Op: "Sites.Ask.Stream", Field: "question", Check: "required,len=..512"},
	{Op: "Sites.Ask.Stream", Field: "scope.mode", Check: "required"},
	{Op: "Sites.Ask.Stream", Field: "scope.siteSpaceIds", Check: "with=mode:specific,items=1.."},
	{Op: "Sites.Redirects.Create", Field: "source", Check: "required,len=..512,match=path", Prefix: "/"},
	{Op: "Sites.Redirects.Update", Field: "source", Check: "len=..512,match=path", Prefix: "/"},
	{Op: "Sites.Redirects.Resolve", Field: "source", Check: "required,len=..512,match=path", Prefix: "/"},
	{Op: "Sites.Redirects.Put", Field: "redirects", Check: "required,items=1..500"},
	{Op: "Sites.Redirects.Put", Field: "redirects[0].source", Check: "required,len=..512,match=path", Prefix: "/"},
	{Op: "Sites.ExternalLinks.Create", Field: "title", Check: "required,len=2..128"},
	{Op: "Sites.ExternalLinks.Create", Field: "description", Check: "len=..256"},
	{Op: "Sites.ExternalLinks.Create", Field: "icon", Check: "len=..50"},
	{Op: "Sites.ExternalLinks.Create", Field: "url", Check: "required,len=..2048,match=web", Prefix: "https://"},
	{Op: "Sites.ExternalLinks.Create", Field: "condition", Check: "len=..1024"},
	{Op: "Sites.ExternalLinks.Update", Field: "title", Check: "len=2..128"},
	{Op: "Sites.ExternalLinks.Update", Field: "description", Check: "len=..256"},
	{Op: "Sites.ExternalLinks.Update", Field: "icon", Check: "len=..50"},
	{Op: "Sites.ExternalLinks.Update", Field: "url", Check: "len=..2048,match=web", Prefix: "https://"},
	{Op: "Sites.ExternalLinks.Update", Field: "condition", Check: "len=..1024"},
	{Op: "Sites.AdaptiveSchema.Put", Field: "jsonSchema", Check: "required"},
	{Op: "Sites.Sections.Create", Field: "spaceId", Check: "required"},
	{Op: "Sites.Sections.Create", Field: "title", Check: "len=2..128"},
	{Op: "Sites.Sections.Create", Field: "icon", Check: "len=..50"},
	{Op: "Sites.Sections.Update", Field: "title", Check: "len=2..128"},
	{Op: "Sites.Sections.Update", Field: "path", Check: "len=1..100"},
	{Op: "Sites.Sections.Update", Field: "condition", Check: "len=..1024"},
	{Op: "Sites.Sections.Update", Field: "icon", Check: "len=..50"},
	{Op: "Sites.Sections.Update", Field: "description", Check: "len=..256"},
	{Op: "Sites.Sections.Move", Field: "position.before.siteSection", Check: "required"},
	{Op: "Sites.Sections.Move", Field: "position.after.siteSection", Check: "required"},
	{Op: "Sites.SectionGroups.Create", Field: "title", Check: "required,len=1..100"},
	{Op: "Sites.SectionGroups.Create", Field: "icon", Check: "len=..50"},
	{Op: "Sites.SectionGroups.Update", Field: "title", Check: "len=1..100"},
	{Op: "Sites.SectionGroups.Update", Field: "icon", Check: "len=..50"},
	{Op: "Sites.SectionGroups.Sections.Add", Field: "sectionId", Check: "required"},
	{Op: "Sites.SiteSpaces.Create", Field: "spaceId", Check: "required"},
	{Op: "Sites.SiteSpaces.Move", Field: "position.before.siteSpace", Check: "required"},
	{Op: "Sites.SiteSpaces.Move", Field: "position.after.siteSpace", Check: "required"},
	{Op: "Sites.ShareLinks.Create", Field: "name", Check: "len=..50"},
	{Op: "Sites.ShareLinks.Update", Field: "name", Check: "len=..50"},
	{Op: "Sites.Publishing.Auth.Update", Field: "backend", Check: "required"},
	{Op: "Sites.Redirects.Create", Field: "destination.url", Check: "len=..2048", Body: `{"source": "/old", "destination": {"kind": "external", "url": "https://example.com"}}`},
	{Op: "Sites.Redirects.Update", Field: "destination.url", Check: "len=..2048", Body: `{"source": "/old", "destination": {"kind": "external", "url": "https://example.com"}}`},
	{Op: "Sites.Redirects.Put", Field: "redirects[1].destination.url", Check: "len=..2048", Body: `{"redirects": [{"source": "/a", "destination": null}, {"source": "/b", "destination": {"kind": "external", "url": "https://example.com"}}]}`},
	{Op: "Sites.MCPServers.Create", Field: "name", Check: "required,len=1..100"},
	{Op: "Sites.MCPServers.Create", Field: "url", Check: "required,len=..2048"},
	{Op: "Sites.MCPServers.Update", Field: "name", Check: "len=1..100"},
	{Op: "Sites.MCPServers.Update", Field: "url", Check: "len=..2048"},
	{Op: "Sites.MCPServers.Create", Field: "condition", Check: "len=..1024", Body: `{"name": "Tickets", "url": "https://mcp.acme.example.com", "headers": {}, "condition": "visitor.claims.isBeta"}`},
	{Op: "Sites.MCPServers.Update", Field: "condition", Check: "len=..1024", Body: `{"condition": "visitor.claims.isBeta"}`},
	{Op: "Sites.AdsReview.Update", Field: "status", Check: "required"},
	{Op: "Sites.AdsReview.Update", Field: "zoneId", Check: "with=status:live"},
	{Op: "Sites.AdsReview.Update", Field: "reportingId", Check: "with=status:live"},
	{Op: "Sites.AdsReview.Update", Field: "reason", Check: "len=..512"},
	{Op: "Sites.SiteSpaces.Create", Field: "title", Check: "len=2..128", Body: `{"spaceId": null, "title": "Docs"}`},
	{Op: "Sites.SiteSpaces.Create", Field: "template.id", Check: "required", Body: `{"spaceId": null, "template": {"id": "template_1"}}`},
	{Op: "Sites.Sections.Create", Field: "template.id", Check: "required", Body: `{"spaceId": null, "template": {"id": "template_1"}}`},
	{Op: "Sites.SiteSpaces.Create", Field: "template.params.contentRefs[logo].file", Check: "required", Body: `{"template": {"id": "template_1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file_1"}}}}, "spaceId": null}`},
	{Op: "Sites.Sections.Create", Field: "template.params.contentRefs[logo].file", Check: "required", Body: `{"template": {"id": "template_1", "params": {"contentRefs": {"logo": {"kind": "file", "file": "file_1"}}}}, "spaceId": null}`},
	{Op: "Sites.Ask.Stream", Field: "session.visitorId", Check: "required", Body: `{"question": "Why?", "scope": {"mode": "default"}, "session": {"visitorId": "v", "sessionId": "s"}}`},
	{Op: "Sites.Ask.Stream", Field: "session.sessionId", Check: "required", Body: `{"question": "Why?", "scope": {"mode": "default"}, "session": {"visitorId": "v", "sessionId": "s"}}`},
	{Op: "Sites.Ask.Stream", Field: "context.goal", Check: "len=..1024", Body: `{"question": "Why?", "scope": {"mode": "default"}, "context": {"goal": "learn"}}`},
	{Op: "Sites.AgentSettings.Put", Field: "scans.topics", Check: "required"},
	{Op: "Sites.AgentSettings.Put", Field: "findings.changeRequests", Check: "required"},
	{Op: "Sites.AgentSettings.Put", Field: "editing.customInstructions", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].type", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].session.visitorId", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].session.sessionId", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].session.referrer", Check: "len=..2048"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].location.url", Check: "required,len=..2048"},
	{Op: "Sites.Insights.Events.Track", Field: "events[6].query", Check: "with=type:search_type_query|search_open_result|ask_question|ask_rate_response"},
	{Op: "Sites.Insights.Events.Track", Field: "events[3].result", Check: "with=type:search_open_result"},
	{Op: "Sites.Insights.Events.Track", Field: "events[0].result.spaceId", Check: "form=spaceId+pageId|recordId", Rule: "exactly one of spaceId with pageId, recordId", Body: `{"events": [{"type": "search_open_result", "query": "", "result": {"spaceId": "space_1"},
		"session": {"visitorId": "visitor_1", "sessionId": "session_1"}, "location": {"url": "https://docs.acme.example/start"}}]}`},
	{Op: "Sites.Insights.Events.Track", Field: "events[4].feedback", Check: "with=type:page_post_feedback|page_post_feedback_comment"},
	{Op: "Sites.Insights.Events.Track", Field: "events[4].feedback.rating", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[5].feedback.comment", Check: "len=1..512"},
	{Op: "Sites.Insights.Events.Track", Field: "events[8].rating", Check: "with=type:ask_rate_response"},
	{Op: "Sites.Insights.Events.Track", Field: "events[8].responseId", Check: "with=type:ask_rate_response"},
	{Op: "Sites.Insights.Events.Track", Field: "events[9].link", Check: "with=type:link_click"},
	{Op: "Sites.Insights.Events.Track", Field: "events[9].link.target", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[9].link.position", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[10].operation", Check: "with=type:api_client_open|api_client_request"},
	{Op: "Sites.Insights.Events.Track", Field: "events[10].operation.path", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[10].operation.method", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[12].placement", Check: "with=type:trademark_click"},
	{Op: "Sites.Insights.Events.Track", Field: "events[14].ad", Check: "with=type:ad_click|ad_display"},
	{Op: "Sites.Insights.Events.Track", Field: "events[13].ad.domain", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[13].ad.zoneId", Check: "required"},
	{Op: "Sites.Insights.Events.Track", Field: "events[13].ad.placement", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "limit", Check: "range=1..1000"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "select[0].column", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "select[3].claim", Check: "with=column:visitorClaim"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "select[2].precision", Check: "range=0..15"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "groupBy[0].column", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "groupBy[0].claim", Check: "with=column:visitorClaim", Body: `{"groupBy": [{"column": "visitorClaim", "claim": "plan", "precision": 4}], "range": "last7Days"}`},
	{Op: "Sites.Insights.Events.Aggregate", Field: "groupBy[0].precision", Check: "range=0..15", Body: `{"groupBy": [{"column": "visitorClaim", "claim": "plan", "precision": 4}], "range": "last7Days"}`},
	{Op: "Sites.Insights.Events.Aggregate", Field: "order.by.column", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "order.by.claim", Check: "with=column:visitorClaim", Body: `{"order": {"by": {"column": "visitorClaim", "claim": "plan", "precision": 4}, "direction": "asc"}, "range": "last7Days"}`},
	{Op: "Sites.Insights.Events.Aggregate", Field: "order.by.precision", Check: "range=0..15", Body: `{"order": {"by": {"column": "visitorClaim", "claim": "plan", "precision": 4}, "direction": "asc"}, "range": "last7Days"}`},
	{Op: "Sites.Insights.Events.Aggregate", Field: "order.direction", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "where[0].column", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "where[1].claim", Check: "with=column:visitorClaim"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "where[0].values", Check: "required"},
	{Op: "Sites.Insights.Events.Aggregate", Field: "range.preset", Check: "form=preset|from+to", Rule: "exactly one of preset, from with to", Body: "{}"},
}

// customizationLimits are the limits of the customization of a site and of a site space.
func customizationLimits() []contract.Limit {
	const image = "required,len=..2048"
	both := []contract.Limit{
		{Field: "title", Check: "len=2..128"},
		{Field: "announcement.message", Check: "required,len=2..128"},
		{Field: "announcement.style", Check: "required"},
		{Field: "announcement.link.title", Check: "len=..64"},
		{Field: "announcement.link.to", Check: "required"},
		{Field: "footer.copyright", Check: "len=..512"},
		{Field: "footer.groups[0].links[0].title", Check: "len=..64"},
		{Field: "footer.groups[0].links[0].to", Check: "required"},
		{Field: "header.links[0].condition", Check: "len=..1024"},
		{Field: "header.links[0].links[0].title", Check: "len=..64"},
		{Field: "header.links[0].links[0].to", Check: "required"},
		{Field: "privacyPolicy.url", Check: "len=..2048"},
		{Field: "socialPreview.url", Check: "len=..2048"},
		{Field: "favicon.emoji", Check: "len=..50"},
	}
	for _, color := range []string{
		"styling.primaryColor", "styling.infoColor", "styling.successColor", "styling.warningColor", "styling.dangerColor", "styling.tint.color", "header.backgroundColor", "header.linkColor",
	} {
		both = append(both, contract.Limit{Field: color + ".light", Check: "required,match=color"}, contract.Limit{Field: color + ".dark", Check: "required,match=color"})
	}
	for _, mode := range []string{".light", ".dark"} {
		both = append(both, contract.Limit{Field: "header.logo" + mode, Check: image}, contract.Limit{Field: "footer.logo" + mode, Check: image},
			contract.Limit{Field: "favicon.icon" + mode, Check: image, Body: `{"favicon": {"icon": {"light": "x", "dark": "x"}}}`})
	}
	var list []contract.Limit
	add := func(op string, limits ...contract.Limit) {
		for _, l := range limits {
			l.Op = op
			list = append(list, l)
		}
	}
	const put, update = "Sites.Customization.Put", "Sites.SiteSpaces.Customization.Update"
	const icon = `"favicon": {"icon": {"light": "x", "dark": "x"}, "emoji": "1f680"`
	add(put, contract.Limit{Field: "favicon.icon", Check: "atmost=icon|emoji", Body: strings.Replace(fixtureText("customization.json"), `"favicon": {`, icon+", ", 1)})
	add(update, contract.Limit{Field: "favicon.icon", Check: "atmost=icon|emoji", Body: "{" + icon + "}}"})
	add(put, both...)
	add(update, both...)
	for _, field := range []string{
		"internationalization.locale", "externalLinks.target", "styling.font", "styling.monospaceFont", "styling.theme", "styling.corners", "styling.depth", "styling.links",
		"styling.background", "styling.icons", "styling.search", "styling.sidebar.background", "styling.sidebar.list", "header.preset", "themes.default", "ai.mode",
	} {
		add(put, contract.Limit{Field: field, Check: contract.Required})
	}
	for _, field := range []string{"internationalization.locale", "externalLinks.target", "pdf.enabled", "feedback.enabled", "pagination.enabled", "trademark.enabled", "git.showEditLink"} {
		add(update, contract.Limit{Field: field, Check: contract.Required})
	}
	newer := strings.Replace(fixtureText("customization.json"), `"styling": {`, `"socialAccounts": [{"platform": "github", "handle": "acme", "display": {"footer": true, "header": true}}],
		"styling": {
		"headingFont": {"id": "font_1", "custom": true, "fontFamily": "Acme", "fontFaces": [{"weight": 400, "sources": [{"url": "https://example.com/f"}]}]},
		"codeTheme": {"default": {"light": "min-light", "dark": "min-dark"}, "openapi": {"light": "min-light", "dark": "min-dark"}}, `, 1)
	newer = strings.Replace(newer, `"ai": {`, `"ai": {"greeting": "Hello", "suggestions": ["What is Acme?"], "instructions": "Be brief.", `, 1)
	for _, mode := range []string{"default.light", "default.dark", "openapi.light", "openapi.dark"} {
		add(put, contract.Limit{Field: "styling.codeTheme." + mode, Check: contract.Required, Body: newer})
		add(update, contract.Limit{
			Field: "styling.codeTheme." + mode, Check: contract.Required,
			Body: `{"styling": {"codeTheme": {"default": {"light": "min-light", "dark": "min-dark"}, "openapi": {"light": "min-light", "dark": "min-dark"}}}}`,
		})
	}
	add(put,
		contract.Limit{Field: "socialAccounts", Check: "items=..10", Body: newer},
		contract.Limit{Field: "socialAccounts[0].platform", Check: contract.Required, Body: newer},
		contract.Limit{Field: "socialAccounts[0].handle", Check: "required,len=1..128", Body: newer},
		contract.Limit{Field: "ai.greeting", Check: "len=..256", Body: newer},
		contract.Limit{Field: "ai.suggestions", Check: "items=..5", Body: newer},
		contract.Limit{Field: "ai.instructions", Check: "len=..10000", Body: newer},
	)
	for font, body := range map[string]string{"styling.font.": "", "styling.monospaceFont.": "", "styling.headingFont.": newer} {
		add(put,
			contract.Limit{Field: font + "id", Check: contract.Required, Body: body},
			contract.Limit{Field: font + "fontFamily", Check: "required,len=1..50", Body: body},
			contract.Limit{Field: font + "fontFaces", Check: "required,items=1..", Body: body},
			contract.Limit{Field: font + "fontFaces[0].weight", Check: "required,range=1..1000", Body: body},
			contract.Limit{Field: font + "fontFaces[0].sources", Check: "required,items=1..", Body: body},
			contract.Limit{Field: font + "fontFaces[0].sources[0].url", Check: image, Body: body},
		)
	}
	return list
}
