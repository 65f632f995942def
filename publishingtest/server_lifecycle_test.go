package publishingtest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// lifecycle is the life of a resource by the names of its operations, which are "" where the API
// reference has none.
type lifecycle struct {
	create, get, list, change, remove string

	ids    map[string]string // parameters of the path except own
	own    string            // the parameter with the ID of the resource
	member string            // the field of a response with the ID, "" if the ID is in ids
	body   string            // the body of the creation
	edit   string            // the body of the update
	shows  map[string]string // values after the update, by the path of a field
}

// lifecycles are the resources of the API reference with a life, replies and teams.
var lifecycles = map[string]lifecycle{
	"site": {
		"Sites.Create", "Sites.Get", "Sites.List", "Sites.Update", "Sites.Delete",
		nil, "siteId", "id", `{"title":"Handbook"}`, `{"title":"Renamed"}`,
		map[string]string{"title": "Renamed"},
	},
	"adaptive schema": {
		"Sites.AdaptiveSchema.Put", "Sites.AdaptiveSchema.Get", "", "Sites.AdaptiveSchema.Put", "",
		nil, "", "",
		`{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{}}}`,
		`{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{"isBeta":{"type":"boolean","description":"Tests."}}}}`,
		map[string]string{"jsonSchema.properties.isBeta.description": "Tests."},
	},
	"section": {
		"Sites.Sections.Create", "", "Sites.Sections.List", "Sites.Sections.Update", "Sites.Sections.Delete",
		nil, "siteSectionId", "id", `{"spaceId":"guides"}`, `{"title":"Renamed","icon":"book"}`,
		map[string]string{"title": "Renamed", "icon": "book"},
	},
	"section group": {
		"Sites.SectionGroups.Create", "", "Sites.SectionGroups.List", "Sites.SectionGroups.Update", "Sites.SectionGroups.Delete",
		nil, "siteSectionGroupId", "id", `{"title":"More","sections":["first"]}`, `{"title":"Renamed"}`,
		map[string]string{"title": "Renamed", "children.0.id": "first"},
	},
	"site space": {
		"Sites.SiteSpaces.Create", "", "Sites.SiteSpaces.List", "Sites.SiteSpaces.Update", "Sites.SiteSpaces.Delete",
		nil, "siteSpaceId", "id", `{"spaceId":"guides"}`, `{"spaceId":"papers","path":"new"}`,
		map[string]string{"path": "new", "space.id": "papers"},
	},
	"share link": {
		"Sites.ShareLinks.Create", "", "Sites.ShareLinks.List", "Sites.ShareLinks.Update", "Sites.ShareLinks.Delete",
		nil, "shareLinkId", "id", `{"name":"Reviewers"}`, `{"name":"Renamed"}`,
		map[string]string{"name": "Renamed"},
	},
	"redirect": {
		"Sites.Redirects.Create", "", "Sites.Redirects.List", "Sites.Redirects.Update", "Sites.Redirects.Delete",
		nil, "siteRedirectId", "id", `{"source":"/new","destination":{"kind":"site-section","siteSectionId":"first"}}`, `{"source":"/renamed"}`,
		map[string]string{"source": "/renamed", "destination.siteSectionId": "first"},
	},
	"MCP server": {
		"Sites.MCPServers.Create", "Sites.MCPServers.Get", "Sites.MCPServers.List", "Sites.MCPServers.Update", "Sites.MCPServers.Delete",
		nil, "siteMcpServerId", "id", `{"name":"Tickets","url":"https://mcp.acme.example","headers":{"X-Tenant":"acme"}}`, `{"name":"Renamed"}`,
		map[string]string{"name": "Renamed", "headers.X-Tenant": "acme"},
	},
	"collection": {
		"Collections.Create", "Collections.Get", "Collections.List", "Collections.Update", "Collections.Delete",
		nil, "collectionId", "id", `{"title":"Guides"}`, `{"title":"Renamed"}`,
		map[string]string{"title": "Renamed"},
	},
	"specification": {
		"Orgs.OpenAPI.Create", "Orgs.OpenAPI.Get", "Orgs.OpenAPI.List", "Orgs.OpenAPI.Update", "Orgs.OpenAPI.Delete",
		nil, "specSlug", "slug", `{"slug":"orders","source":{"url":"https://acme.example/openapi.json"}}`, `{"visibility":"public"}`,
		map[string]string{"visibility": "public"},
	},
	"specification by put": {
		"Orgs.OpenAPI.Put", "Orgs.OpenAPI.Get", "Orgs.OpenAPI.List", "Orgs.OpenAPI.Put", "Orgs.OpenAPI.Delete",
		map[string]string{"specSlug": "orders"},
		"specSlug", "slug", `{"source":{"text":"openapi: 3.1.0"}}`, `{"source":{"url":"https://acme.example/v2.json"}}`,
		map[string]string{"sourceURL": "https://acme.example/v2.json"},
	},
	"font": {
		"Orgs.Fonts.Create", "Orgs.Fonts.Get", "Orgs.Fonts.List", "Orgs.Fonts.Update", "Orgs.Fonts.Delete",
		nil, "fontId", "id", `{"fontFamily":"Acme","fontFaces":[{"weight":400,"storageKey":"regular.woff2"}]}`, `{"fontFamily":"Renamed"}`,
		map[string]string{"fontFamily": "Renamed", "fontFaces.0.sources.0.format": "woff2"},
	},
	"team": {
		"Orgs.Teams.Create", "Orgs.Teams.Get", "Orgs.Teams.List", "Orgs.Teams.Update", "Orgs.Teams.Delete",
		nil, "teamId", "id", `{"title":"Writers","members":["bob"]}`, `{"title":"Renamed"}`,
		map[string]string{"title": "Renamed"},
	},
	"team member": {
		"Orgs.Teams.Members.Put", "", "Orgs.Teams.Members.List", "Orgs.Teams.Members.Put", "Orgs.Teams.Members.Delete",
		map[string]string{"userId": "bob"},
		"userId", "organization.id", `{}`, `{"role":"owner"}`,
		map[string]string{"team.role": "owner"},
	},
	"link invite": {
		"Orgs.LinkInvites.Create", "Orgs.LinkInvites.Get", "Orgs.LinkInvites.List", "Orgs.LinkInvites.Update", "Orgs.LinkInvites.Delete",
		nil, "inviteId", "id", `{"role":"read"}`, `{"role":"edit"}`,
		map[string]string{"role": "edit"},
	},
	"link invite to a space": {
		"Orgs.LinkInvites.Create", "Orgs.LinkInvites.Get", "", "Orgs.LinkInvites.Update", "Orgs.LinkInvites.Delete",
		nil, "inviteId", "id", `{"level":"read","space":"guides"}`, `{"level":"edit"}`,
		map[string]string{"level": "edit", "space.id": "guides"},
	},
	"SAML provider": {
		"Orgs.SAML.Create", "Orgs.SAML.Get", "Orgs.SAML.List", "Orgs.SAML.Update", "Orgs.SAML.Delete",
		nil, "samlProviderId", "id", `{"label":"Acme","defaultTeam":"team"}`, `{"label":"Renamed"}`,
		map[string]string{"label": "Renamed", "defaultTeam.id": "team"},
	},
	"translation": {
		"Orgs.Translations.Create", "Orgs.Translations.Get", "Orgs.Translations.List", "Orgs.Translations.Update", "Orgs.Translations.Delete",
		nil, "translationId", "id", `{"source":{"space":"guides","language":"en"},"language":"fr"}`,
		`{"instructions":{"object":"document","data":{},"nodes":[{"object":"block","type":"paragraph","nodes":[]}]}}`,
		map[string]string{"instructions.nodes.0.type": "paragraph"},
	},
	"comment on the main content": {
		"Spaces.Comments.Create", "Spaces.Comments.Get", "Spaces.Comments.List", "Spaces.Comments.Update", "Spaces.Comments.Delete",
		nil, "commentId", "id", `{"body":{"markdown":"So?"}}`, `{"body":{"markdown":"So."},"resolved":true}`,
		map[string]string{"body.markdown": "So.", "status": "resolved"},
	},
	"reply on the main content": {
		"Spaces.Comments.Replies.Create", "Spaces.Comments.Replies.Get", "Spaces.Comments.Replies.List", "Spaces.Comments.Replies.Update", "Spaces.Comments.Replies.Delete",
		map[string]string{"commentId": "asked"},
		"commentReplyId", "id", `{"body":{"markdown":"So?"}}`, `{"body":{"markdown":"So."},"addedReactions":["1f44d"]}`,
		map[string]string{"body.markdown": "So.", "reactions.0.emoji": "1f44d"},
	},
	"reply": {
		"ChangeRequests.Comments.Replies.Create", "ChangeRequests.Comments.Replies.Get", "ChangeRequests.Comments.Replies.List", "ChangeRequests.Comments.Replies.Update", "ChangeRequests.Comments.Replies.Delete",
		nil, "commentReplyId", "id", `{"body":{"markdown":"So?"}}`, `{"body":{"markdown":"So."},"addedReactions":["1f44d"]}`,
		map[string]string{"body.markdown": "So.", "reactions.0.emoji": "1f44d"},
	},
}

// seeded returns the IDs of the resources that contain others.
func seeded() map[string]string {
	return map[string]string{
		"organizationId": "acme", "siteId": "docs", "teamId": "team", "spaceId": "wiki", "changeRequestId": "proposal", "commentId": "remark",
	}
}

// operation returns the method and the path of an operation.
func operation(t *testing.T, name string, ids map[string]string) (method, path string) {
	t.Helper()
	o := operationOf(name)
	require.NotNil(t, o, "no operation %s", name)
	path = o.Template
	for _, param := range o.Params() {
		id, ok := ids[param]
		require.True(t, ok, "%s of %s", param, name)
		path = strings.Replace(path, "{"+param+"}", url.PathEscape(id), 1)
	}
	return o.Method, path
}

var operations = sync.OnceValue(func() map[string]*op.Op {
	named := map[string]*op.Op{}
	for _, o := range op.All() {
		named[o.Name] = o
	}
	return named
})

// operationOf returns the operation with a name, or nil if there is none.
func operationOf(name string) *op.Op { return operations()[name] }

// at returns the value at a path in a JSON value.
func at(v any, path string) any {
	for step := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			if len(in) == 0 {
				return nil
			}
			v = in[0]
		default:
			return nil
		}
	}
	return v
}

// TestEachResourceIsCreatedReadUpdatedAndDeleted works on the wire, by the table of operations:
// create, get, list, update, get returns the update, delete returns 205, delete returns 204, get
// returns 404. Another server does not change.
func TestEachResourceIsCreatedReadUpdatedAndDeleted(t *testing.T) {
	t.Parallel()
	for name, life := range lifecycles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, bystander := newProofWorld(t), newProofWorld(t)
			ids := seeded()
			if life.own != "" {
				delete(ids, life.own)
			}
			maps.Copy(ids, life.ids)
			call := func(w *world, operationName, body string) wireResponse {
				method, path := operation(t, operationName, ids)
				return w.send(t, method, path, body)
			}
			var own string
			find := func(w *world) any {
				if life.list == "" {
					return nil
				}
				page := call(w, life.list, "").object(t)
				for _, one := range page["items"].([]any) {
					if at(one, life.member) == own {
						return one
					}
				}
				return nil
			}
			shows := func(v any) bool {
				for path, want := range life.shows {
					if at(v, path) != want {
						return false
					}
				}
				return true
			}
			if life.get != "" && life.own == "" {
				require.Equal(t, http.StatusNotFound, call(w, life.get, "").status)
			}

			created := call(w, life.create, life.body)
			require.Less(t, created.status, 300, created.body)
			if own = life.ids[life.own]; own == "" && life.own != "" {
				own, _ = at(created.object(t), life.member).(string)
				require.NotEmpty(t, own)
				ids[life.own] = own
			}
			if life.get != "" {
				got := call(w, life.get, "")
				require.Equal(t, http.StatusOK, got.status)
				require.Equal(t, created.body, got.body)
				require.False(t, shows(got.object(t)), "the update must change something")
				require.Equal(t, http.StatusNotFound, call(bystander, life.get, "").status)
			} else {
				_, path := operation(t, life.change, ids)
				require.Equal(t, http.StatusMethodNotAllowed, w.send(t, "GET", path, "").status, "no operation reads one")
			}
			if life.list != "" {
				listed := find(w)
				require.NotNil(t, listed)
				require.False(t, shows(listed))
				if created.body != "" {
					encoded, err := json.Marshal(listed)
					require.NoError(t, err)
					require.JSONEq(t, created.body, string(encoded))
				}
				require.Nil(t, find(bystander))
			}

			changed := call(w, life.change, life.edit)
			require.Less(t, changed.status, 300, changed.body)
			if changed.body != "" {
				require.True(t, shows(changed.object(t)), changed.body)
			}
			if life.get != "" {
				got := call(w, life.get, "")
				require.Equal(t, changed.body, got.body)
			}
			if life.list != "" {
				require.True(t, shows(find(w)))
			}

			if life.remove == "" {
				_, path := operation(t, life.change, ids)
				require.Equal(t, http.StatusMethodNotAllowed, w.send(t, "DELETE", path, "").status, "no operation deletes one")
				return
			}
			for _, want := range []int{http.StatusResetContent, http.StatusNoContent} {
				gone := call(w, life.remove, "")
				require.Equal(t, want, gone.status)
				require.Empty(t, gone.body)
			}
			if life.list != "" {
				require.Nil(t, find(w))
			}
			if life.get != "" {
				require.Equal(t, http.StatusNotFound, call(w, life.get, "").status)
			}
			if life.change != life.create {
				require.Equal(t, http.StatusNotFound, call(w, life.change, life.edit).status)
			}
			require.Equal(t, http.StatusNoContent, call(bystander, life.remove, "").status)
		})
	}
}

// TestInvitesByEmailAreCreatedAndUsed covers a resource with two operations: one creates it, and
// one uses it up.
func TestInvitesByEmailAreCreatedAndUsed(t *testing.T) {
	t.Parallel()
	w, bystander := newProofWorld(t), newProofWorld(t)
	created := w.send(t, "POST", acme+"/invites", `{"emails":["one@acme.example"],"role":"review"}`)
	require.Equal(t, http.StatusOK, created.status)
	require.JSONEq(t, `{"users":[],"invited":1,"failedSSOEmails":[]}`, created.body)
	invites := w.Orgs.Invites.All("acme")
	path := acme + "/invites/" + invites[len(invites)-1].ID
	require.Equal(t, http.StatusNotFound, bystander.send(t, "POST", path, "").status)
	joined := w.send(t, "POST", path, "")
	require.Equal(t, http.StatusOK, joined.status)
	require.JSONEq(t, `{}`, joined.body)
	require.Equal(t, http.StatusNotFound, w.send(t, "POST", path, "").status)
	require.Len(t, w.Orgs.Members.All("acme"), 3)
	require.Len(t, bystander.Orgs.Members.All("acme"), 2)
}

// TestLimitOfEveryListIsAtMost1000 sends a limit to each list that has one.
func TestLimitOfEveryListIsAtMost1000(t *testing.T) {
	t.Parallel()
	w := newProofWorld(t)
	ids := seeded()
	lists := 0
	for _, life := range lifecycles {
		if life.list == "" || life.list == "Orgs.Fonts.List" { // it has no limit
			continue
		}
		lists++
		at := maps.Clone(ids)
		maps.Copy(at, life.ids)
		method, path := operation(t, life.list, at)
		for limit, want := range map[string]int{"0": 200, "1000": 200, "1001": 400, "-1": 400, "many": 400} {
			require.Equal(t, want, w.send(t, method, path+"?limit="+limit, "").status, "%s with limit %s", life.list, limit)
		}
	}
	require.Equal(t, 18, lists)
}
