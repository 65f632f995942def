package sites_test

import (
	"strings"
	"testing"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

const (
	externalLinkJSON = `{"object": "site-external-link", "id": "link_1", "title": "Status", "localizedTitle": {"de": "Zustand"}, "description": "What works now",
		"localizedDescription": {"de": "Was jetzt geht"}, "icon": "heart", "url": "https://status.acme.example.com", "sectionGroup": "group_1", "draft": true,
		"condition": "visitor.claims.isBeta"}`
	externalLinkBare = `{"object": "site-external-link", "id": "link_2", "title": "Blog", "url": "https://blog.acme.example.com", "draft": true}`

	externalLinkRequest = siteRequest + "/external-links/siteExternalLink%2F1"
)

func createExternalLink(link sites.ExternalLinkCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.ExternalLinks.Create(a.Ctx, a.ID[0], a.ID[1], link, a.Opts...)
	}
}

func updateExternalLink(update sites.ExternalLinkUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.ExternalLinks.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

var externalLinkRows = []contract.Row{
	{
		Op: "Sites.ExternalLinks.Create",
		Call: createExternalLink(sites.ExternalLinkCreate{
			Title: "Status", LocalizedTitle: map[api.Language]string{"de": "Zustand"}, Description: new("What works now"),
			LocalizedDescription: map[api.Language]string{"de": "Was jetzt geht"}, Icon: new("heart"), URL: "https://status.acme.example.com",
			Parent: new("group_1"), Draft: new(true), Condition: new("visitor.claims.isBeta"),
		}),
		Request: "POST " + siteRequest + "/external-links",
		Body: `{"title": "Status", "localizedTitle": {"de": "Zustand"}, "description": "What works now", "localizedDescription": {"de": "Was jetzt geht"},
			"icon": "heart", "url": "https://status.acme.example.com", "parent": "group_1", "draft": true, "condition": "visitor.claims.isBeta"}`,
		Status:   201,
		Response: externalLinkJSON,
	},
	{
		Op:       "Sites.ExternalLinks.Create",
		Name:     "nothing else, not a draft",
		Call:     createExternalLink(sites.ExternalLinkCreate{Title: "Blog", URL: "https://blog.acme.example.com", Draft: new(false)}),
		Request:  "POST " + siteRequest + "/external-links",
		Body:     `{"title": "Blog", "url": "https://blog.acme.example.com", "draft": false}`,
		Status:   201,
		Response: externalLinkBare,
	},
	{
		Op:      "Sites.ExternalLinks.Create",
		Name:    "on a site without sections",
		Call:    createExternalLink(sites.ExternalLinkCreate{Title: "Blog", URL: "https://blog.acme.example.com"}),
		Request: "POST " + siteRequest + "/external-links",
		Body:    `{"title": "Blog", "url": "https://blog.acme.example.com"}`,
		Status:  400,
		Err:     api.ErrBadRequest,
	},

	{
		Op: "Sites.ExternalLinks.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.ExternalLinks.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + externalLinkRequest,
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op: "Sites.ExternalLinks.Update",
		Call: updateExternalLink(sites.ExternalLinkUpdate{
			Title: new("Status"), LocalizedTitle: api.Set(map[api.Language]string{"de": "Zustand"}), Description: api.Set("What works now"),
			LocalizedDescription: api.Set(map[api.Language]string{"de": "Was jetzt geht"}), Icon: api.Set("heart"), URL: new("https://status.acme.example.com"),
			Parent: api.Set("group_1"), Draft: new(true), Condition: api.Set("visitor.claims.isBeta"),
		}),
		Request: "PATCH " + externalLinkRequest,
		Body: `{"title": "Status", "localizedTitle": {"de": "Zustand"}, "description": "What works now", "localizedDescription": {"de": "Was jetzt geht"},
			"icon": "heart", "url": "https://status.acme.example.com", "parent": "group_1", "draft": true, "condition": "visitor.claims.isBeta"}`,
		Status:   200,
		Response: externalLinkJSON,
	},
	{
		Op:   "Sites.ExternalLinks.Update",
		Name: "null, not a draft",
		Call: updateExternalLink(sites.ExternalLinkUpdate{
			LocalizedTitle: api.Null[map[api.Language]string](), Description: api.Null[string](), LocalizedDescription: api.Null[map[api.Language]string](),
			Icon: api.Null[string](), Parent: api.Null[string](), Draft: new(false), Condition: api.Null[string](),
		}),
		Request: "PATCH " + externalLinkRequest,
		Body: `{"localizedTitle": null, "description": null, "localizedDescription": null, "icon": null, "parent": null, "draft": false,
			"condition": null}`,
		Status:   200,
		Response: externalLinkBare,
	},
	{
		Op:       "Sites.ExternalLinks.Update",
		Name:     "unset",
		Call:     updateExternalLink(sites.ExternalLinkUpdate{}),
		Request:  "PATCH " + externalLinkRequest,
		Body:     `{}`,
		Status:   200,
		Response: externalLinkBare,
	},
}

func TestLocalizedTextsOfAnExternalLinkAreLimited(t *testing.T) {
	t.Parallel()
	text := func(length int) map[api.Language]string {
		return map[api.Language]string{"de": strings.Repeat("ü", length), "fr": ""}
	}
	create := func(title, description int) func(a contract.Args) (any, error) {
		return createExternalLink(sites.ExternalLinkCreate{
			Title: "Status", URL: "https://status.acme.example.com", LocalizedTitle: text(title), LocalizedDescription: text(description),
		})
	}
	update := func(title, description int) func(a contract.Args) (any, error) {
		return updateExternalLink(sites.ExternalLinkUpdate{LocalizedTitle: api.Set(text(title)), LocalizedDescription: api.Set(text(description))})
	}
	for name, call := range map[string]func(title, description int) func(a contract.Args) (any, error){
		"Sites.ExternalLinks.Create": create, "Sites.ExternalLinks.Update": update,
	} {
		area.Accepts(t, name, call(128, 256))
		area.Rejects(t, name, call(129, 256), "localizedTitle[de]", "at most 128 characters", "129 characters")
		area.Rejects(t, name, call(128, 257), "localizedDescription[de]", "at most 256 characters", "257 characters")
	}
}
