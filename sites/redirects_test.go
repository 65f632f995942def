package sites_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites"
)

var redirectPage = sites.RedirectListOptions{Cursor: "c/2+d=", Limit: 1000, Search: "old & new"}

var (
	toSection   = sites.RedirectDestination{Kind: sites.RedirectDestinationKindSection, SiteSectionID: new("section_1")}
	toSiteSpace = sites.RedirectDestination{Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: new("siteSpace_1")}
	toPage      = sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage, SiteSpaceID: new("siteSpace_1"), PageID: new("page_1")}
	toURL       = sites.RedirectDestination{Kind: sites.RedirectDestinationKindExternal, URL: new("https://example.com/manual")}
	toPath      = sites.RedirectDestination{Kind: sites.RedirectDestinationKindPath, SpaceID: new("space_1"), Path: new("guides/start")}
	toElsewhere = sites.RedirectDestination{Kind: "elsewhere", Raw: api.Raw(`{"kind":"elsewhere","url":"https://example.com/","n":1.50}`)}
)

func createRedirect(redirect sites.RedirectCreate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Redirects.Create(a.Ctx, a.ID[0], a.ID[1], redirect, a.Opts...)
	}
}

func updateRedirect(update sites.RedirectUpdate) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Redirects.Update(a.Ctx, a.ID[0], a.ID[1], a.ID[2], update, a.Opts...)
	}
}

func resolveRedirect(options sites.RedirectResolveOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Sites.Redirects.Resolve(a.Ctx, a.ID[0], a.ID[1], options, a.Opts...)
	}
}

var redirectRows = []contract.Row{
	{
		Op: "Sites.Redirects.List",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Redirects.List(a.Ctx, a.ID[0], a.ID[1], redirectPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Sites.Redirects.All(a.Ctx, a.ID[0], a.ID[1], redirectPage, a.Opts...), a.Sites.Redirects.ListPages(a.Ctx, a.ID[0], a.ID[1], redirectPage, a.Opts...)
		},
		Request: "GET " + siteRequest + "/redirects?limit=1000&page=c%2F2%2Bd%3D&search=old+%26+new",
		Status:  200,
		Response: `{"next": {"page": "c/3+d="}, "count": 3, "items": ["@redirect.json", "@redirect-experimental.json",
			{"object": "site-redirect", "id": "redirect_3", "source": "/old/page", "destination": {"kind": "site-page", "siteSpaceId": "siteSpace_1", "pageId": "page_1"}}]}`,
	},
	{
		Op:   "Sites.Redirects.List",
		Name: "nothing set, false",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Redirects.List(a.Ctx, a.ID[0], a.ID[1], sites.RedirectListOptions{}, a.Opts...)
		},
		Request: "GET " + siteRequest + "/redirects",
		Status:  200,
		Response: `{"items": [{"object": "site-redirect", "id": "redirect_4", "source": "/old/site", "destination": {"kind": "elsewhere", "another": {"url": "https://example.com/"}},
			"draft": false, "captureWildcard": false, "permanent": false}]}`,
	},

	{
		Op:       "Sites.Redirects.Create",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old/a%20b", Destination: toSection}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old/a%20b", "destination": {"kind": "site-section", "siteSectionId": "section_1"}}`,
		Status:   201,
		Response: "redirect.json",
	},
	{
		Op:       "Sites.Redirects.Create",
		Name:     "to a site space",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old", Destination: toSiteSpace}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old", "destination": {"kind": "site-space", "siteSpaceId": "siteSpace_1"}}`,
		Status:   201,
		Response: "redirect-experimental.json",
	},
	{
		Op:       "Sites.Redirects.Create",
		Name:     "to a page",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old", Destination: toPage}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old", "destination": {"kind": "site-page", "siteSpaceId": "siteSpace_1", "pageId": "page_1"}}`,
		Status:   201,
		Response: "redirect.json",
	},
	{
		Op:       "Sites.Redirects.Create",
		Name:     "to a URL",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old", Destination: toURL}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old", "destination": {"kind": "external", "url": "https://example.com/manual"}}`,
		Status:   201,
		Response: `{"object": "site-redirect", "id": "redirect_3", "source": "/old", "destination": {"kind": "external", "url": "https://example.com/manual"}}`,
	},
	{
		Op:       "Sites.Redirects.Create",
		Name:     "to the page at a path",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old", Destination: toPath}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old", "destination": {"kind": "path", "spaceId": "space_1", "path": "guides/start"}}`,
		Status:   201,
		Response: "redirect.json",
	},
	{
		Op:       "Sites.Redirects.Create",
		Name:     "to a destination of another kind",
		Call:     createRedirect(sites.RedirectCreate{Source: "/old", Destination: toElsewhere}),
		Request:  "POST " + siteRequest + "/redirects",
		Body:     `{"source": "/old", "destination": {"kind": "elsewhere", "url": "https://example.com/", "n": 1.50}}`,
		Status:   201,
		Response: "redirect.json",
	},

	{
		Op: "Sites.Redirects.Delete",
		Call: func(a contract.Args) (any, error) {
			return a.Sites.Redirects.Delete(a.Ctx, a.ID[0], a.ID[1], a.ID[2], a.Opts...)
		},
		Request: "DELETE " + siteRequest + "/redirects/siteRedirect%2F1",
		Status:  205,
		Outcome: api.Deleted,
	},

	{
		Op:       "Sites.Redirects.Update",
		Call:     updateRedirect(sites.RedirectUpdate{Source: new("/old/page"), Destination: &toPage}),
		Request:  "PATCH " + siteRequest + "/redirects/siteRedirect%2F1",
		Body:     `{"source": "/old/page", "destination": {"kind": "site-page", "siteSpaceId": "siteSpace_1", "pageId": "page_1"}}`,
		Status:   200,
		Response: "redirect.json",
	},
	{
		Op:       "Sites.Redirects.Update",
		Name:     "to the page at a path",
		Call:     updateRedirect(sites.RedirectUpdate{Destination: &toPath}),
		Request:  "PATCH " + siteRequest + "/redirects/siteRedirect%2F1",
		Body:     `{"destination": {"kind": "path", "spaceId": "space_1", "path": "guides/start"}}`,
		Status:   200,
		Response: "redirect.json",
	},
	{
		Op:       "Sites.Redirects.Update",
		Name:     "to a section",
		Call:     updateRedirect(sites.RedirectUpdate{Destination: &toSection}),
		Request:  "PATCH " + siteRequest + "/redirects/siteRedirect%2F1",
		Body:     `{"destination": {"kind": "site-section", "siteSectionId": "section_1"}}`,
		Status:   200,
		Response: "redirect.json",
	},

	{
		Op:       "Sites.Redirects.Resolve",
		Call:     resolveRedirect(sites.RedirectResolveOptions{Source: "/old/a%20b", ShareKey: api.NewSecret("key 1")}),
		Request:  "GET " + siteRequest + "/redirect?shareKey=key+1&source=%2Fold%2Fa%2520b",
		Status:   200,
		Response: `{"redirect": "@redirect.json", "target": "https://docs.acme.example.com/sk_1/guides"}`,
	},
	{
		Op:       "Sites.Redirects.Resolve",
		Name:     "no redirect",
		Call:     resolveRedirect(sites.RedirectResolveOptions{Source: "/old"}),
		Request:  "GET " + siteRequest + "/redirect?source=%2Fold",
		Status:   404,
		Response: `{"error": {"code": 404, "message": "no redirect"}}`,
		Err:      api.ErrNotFound,
	},
}

const destinationForms = "form=kind:site-section+siteSectionId|kind:site-space+siteSpaceId|kind:site-page+siteSpaceId+pageId|kind:external+url|kind:path+spaceId+path|Raw|kind+Raw"

// TestRedirectDestinationIsOfOneKind tries all ways to fill in a destination.
func TestRedirectDestinationIsOfOneKind(t *testing.T) {
	t.Parallel()
	forms := map[sites.RedirectDestinationKind]string{
		"site-section": "kind with siteSectionId", "site-space": "kind with siteSpaceId", "site-page": "kind with siteSpaceId with pageId",
		"external": "kind with url", "path": "kind with spaceId with path",
	}
	fields := []struct {
		name string
		set  func(d *sites.RedirectDestination)
	}{
		{"siteSectionId", func(d *sites.RedirectDestination) { d.SiteSectionID = new("section_1") }},
		{"siteSpaceId", func(d *sites.RedirectDestination) { d.SiteSpaceID = new("siteSpace_1") }},
		{"pageId", func(d *sites.RedirectDestination) { d.PageID = new("page_1") }},
		{"url", func(d *sites.RedirectDestination) { d.URL = new("https://example.com/") }},
		{"spaceId", func(d *sites.RedirectDestination) { d.SpaceID = new("space_1") }},
		{"path", func(d *sites.RedirectDestination) { d.Path = new("guides/start") }},
		{"Raw", func(d *sites.RedirectDestination) {
			d.Raw = api.Raw(`{"kind":"elsewhere","url":"https://example.com/"}`)
		}},
	}
	good := 0
	for _, kind := range []sites.RedirectDestinationKind{"", "site-section", "site-space", "site-page", "external", "path", "elsewhere"} {
		for set := range 1 << len(fields) {
			destination := sites.RedirectDestination{Kind: kind}
			var given []string
			if kind != "" {
				given = []string{"kind"}
			}
			for i, field := range fields {
				if set>>i&1 == 1 {
					field.set(&destination)
					given = append(given, field.name)
				}
			}
			create := createRedirect(sites.RedirectCreate{Source: "/old", Destination: destination})
			update := updateRedirect(sites.RedirectUpdate{Destination: &destination})
			allowed := []string{"Raw", "kind with Raw"}
			if form := forms[kind]; form != "" {
				allowed = slices.Insert(allowed, 0, form)
			}
			if slices.Contains(allowed, strings.Join(given, " with ")) {
				good++
				area.Accepts(t, "Sites.Redirects.Create", create)
				area.Accepts(t, "Sites.Redirects.Update", update)
				continue
			}
			rule, shown := "exactly one of "+strings.Join(allowed, ", "), strings.Join(given, " and ")
			area.Rejects(t, "Sites.Redirects.Create", create, "destination", rule, shown)
			area.Rejects(t, "Sites.Redirects.Update", update, "destination", rule, shown)
			area.Accepts(t, "Sites.Redirects.Create", create, publishing.WithoutValidation())
		}
	}
	require.Equal(t, len(forms)+7, good, "each form, and Raw with each kind and without one")
}

func TestRedirectDestinationOfUnknownKindIsKept(t *testing.T) {
	t.Parallel()
	const text = `{"kind":"elsewhere","url":"https://example.com/?a=\u003c","pageId":["p"],"n":1.50}`
	var destination sites.RedirectDestination
	require.NoError(t, json.Unmarshal([]byte(text), &destination))
	require.Equal(t, sites.RedirectDestination{Kind: "elsewhere", Raw: api.Raw(text)}, destination)
	encoded, err := json.Marshal(destination)
	require.NoError(t, err)
	require.Equal(t, text, string(encoded))
	require.NoError(t, json.Unmarshal([]byte(`{"kind":"site-space","siteSpaceId":"siteSpace_1"}`), &destination))
	require.Equal(t, toSiteSpace, destination)
}
