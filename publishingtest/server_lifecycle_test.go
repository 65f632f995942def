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
		create: "Sites.Create", get: "Sites.Get", list: "Sites.List", change: "Sites.Update",
		remove: "Sites.Delete", own: "siteId", member: "id", body: `{"title":"Handbook"}`,
		edit: `{"title":"Renamed"}`, shows: map[string]string{"title": "Renamed"},
	},
	"adaptive schema": {
		create: "Sites.AdaptiveSchema.Put", get: "Sites.AdaptiveSchema.Get",
		change: "Sites.AdaptiveSchema.Put",
		body:   `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{}}}`,
		edit:   `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{"isBeta":{"type":"boolean","description":"Tests."}}}}`,
		shows:  map[string]string{"jsonSchema.properties.isBeta.description": "Tests."},
	},
	"section": {
		create: "Sites.Sections.Create", list: "Sites.Sections.List",
		change: "Sites.Sections.Update", remove: "Sites.Sections.Delete", own: "siteSectionId",
		member: "id", body: `{"spaceId":"guides"}`, edit: `{"title":"Renamed","icon":"book"}`,
		shows: map[string]string{"title": "Renamed", "icon": "book"},
	},
	"section group": {
		create: "Sites.SectionGroups.Create", list: "Sites.SectionGroups.List",
		change: "Sites.SectionGroups.Update", remove: "Sites.SectionGroups.Delete",
		own: "siteSectionGroupId", member: "id", body: `{"title":"More","sections":["first"]}`,
		edit:  `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed", "children.0.id": "first"},
	},
	"site space": {
		create: "Sites.SiteSpaces.Create", list: "Sites.SiteSpaces.List",
		change: "Sites.SiteSpaces.Update", remove: "Sites.SiteSpaces.Delete", own: "siteSpaceId",
		member: "id", body: `{"spaceId":"guides"}`, edit: `{"spaceId":"papers","path":"new"}`,
		shows: map[string]string{"path": "new", "space.id": "papers"},
	},
	"share link": {
		create: "Sites.ShareLinks.Create", list: "Sites.ShareLinks.List",
		change: "Sites.ShareLinks.Update", remove: "Sites.ShareLinks.Delete", own: "shareLinkId",
		member: "id", body: `{"name":"Reviewers"}`, edit: `{"name":"Renamed"}`,
		shows: map[string]string{"name": "Renamed"},
	},
	"redirect": {
		create: "Sites.Redirects.Create", list: "Sites.Redirects.List",
		change: "Sites.Redirects.Update", remove: "Sites.Redirects.Delete", own: "siteRedirectId",
		member: "id",
		body:   `{"source":"/new","destination":{"kind":"site-section","siteSectionId":"first"}}`,
		edit:   `{"source":"/renamed"}`,
		shows:  map[string]string{"source": "/renamed", "destination.siteSectionId": "first"},
	},
	"MCP server": {
		create: "Sites.MCPServers.Create", get: "Sites.MCPServers.Get",
		list: "Sites.MCPServers.List", change: "Sites.MCPServers.Update",
		remove: "Sites.MCPServers.Delete", own: "siteMcpServerId", member: "id",
		body:  `{"name":"Tickets","url":"https://mcp.acme.example","headers":{"X-Tenant":"acme"}}`,
		edit:  `{"name":"Renamed"}`,
		shows: map[string]string{"name": "Renamed", "headers.X-Tenant": "acme"},
	},
	"collection": {
		create: "Collections.Create", get: "Collections.Get", list: "Collections.List",
		change: "Collections.Update", remove: "Collections.Delete", own: "collectionId",
		member: "id", body: `{"title":"Guides"}`, edit: `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed"},
	},
	"specification": {
		create: "Orgs.OpenAPI.Create", get: "Orgs.OpenAPI.Get", list: "Orgs.OpenAPI.List",
		change: "Orgs.OpenAPI.Update", remove: "Orgs.OpenAPI.Delete", own: "specSlug",
		member: "slug",
		body:   `{"slug":"orders","source":{"url":"https://acme.example/openapi.json"}}`,
		edit:   `{"visibility":"public"}`, shows: map[string]string{"visibility": "public"},
	},
	"specification by put": {
		create: "Orgs.OpenAPI.Put", get: "Orgs.OpenAPI.Get", list: "Orgs.OpenAPI.List",
		change: "Orgs.OpenAPI.Put", remove: "Orgs.OpenAPI.Delete",
		ids: map[string]string{"specSlug": "orders"}, own: "specSlug", member: "slug",
		body:  `{"source":{"text":"openapi: 3.1.0"}}`,
		edit:  `{"source":{"url":"https://acme.example/v2.json"}}`,
		shows: map[string]string{"sourceURL": "https://acme.example/v2.json"},
	},
	"font": {
		create: "Orgs.Fonts.Create", get: "Orgs.Fonts.Get", list: "Orgs.Fonts.List",
		change: "Orgs.Fonts.Update", remove: "Orgs.Fonts.Delete", own: "fontId", member: "id",
		body:  `{"fontFamily":"Acme","fontFaces":[{"weight":400,"storageKey":"regular.woff2"}]}`,
		edit:  `{"fontFamily":"Renamed"}`,
		shows: map[string]string{"fontFamily": "Renamed", "fontFaces.0.sources.0.format": "woff2"},
	},
	"team": {
		create: "Orgs.Teams.Create", get: "Orgs.Teams.Get", list: "Orgs.Teams.List",
		change: "Orgs.Teams.Update", remove: "Orgs.Teams.Delete", own: "teamId", member: "id",
		body: `{"title":"Writers","members":["bob"]}`, edit: `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed"},
	},
	"team member": {
		create: "Orgs.Teams.Members.Put", list: "Orgs.Teams.Members.List",
		change: "Orgs.Teams.Members.Put", remove: "Orgs.Teams.Members.Delete",
		ids: map[string]string{"userId": "bob"}, own: "userId", member: "organization.id",
		body: `{}`, edit: `{"role":"owner"}`, shows: map[string]string{"team.role": "owner"},
	},
	"link invite": {
		create: "Orgs.LinkInvites.Create", get: "Orgs.LinkInvites.Get",
		list: "Orgs.LinkInvites.List", change: "Orgs.LinkInvites.Update",
		remove: "Orgs.LinkInvites.Delete", own: "inviteId", member: "id", body: `{"role":"read"}`,
		edit: `{"role":"edit"}`, shows: map[string]string{"role": "edit"},
	},
	"link invite to a space": {
		create: "Orgs.LinkInvites.Create", get: "Orgs.LinkInvites.Get",
		change: "Orgs.LinkInvites.Update", remove: "Orgs.LinkInvites.Delete", own: "inviteId",
		member: "id", body: `{"level":"read","space":"guides"}`, edit: `{"level":"edit"}`,
		shows: map[string]string{"level": "edit", "space.id": "guides"},
	},
	"SAML provider": {
		create: "Orgs.SAML.Create", get: "Orgs.SAML.Get", list: "Orgs.SAML.List",
		change: "Orgs.SAML.Update", remove: "Orgs.SAML.Delete", own: "samlProviderId",
		member: "id", body: `{"label":"Acme","defaultTeam":"team"}`, edit: `{"label":"Renamed"}`,
		shows: map[string]string{"label": "Renamed", "defaultTeam.id": "team"},
	},
	"translation": {
		create: "Orgs.Translations.Create", get: "Orgs.Translations.Get",
		list: "Orgs.Translations.List", change: "Orgs.Translations.Update",
		remove: "Orgs.Translations.Delete", own: "translationId", member: "id",
		body:  `{"source":{"space":"guides","language":"en"},"language":"fr"}`,
		edit:  `{"instructions":{"object":"document","data":{},"nodes":[{"object":"block","type":"paragraph","nodes":[]}]}}`,
		shows: map[string]string{"instructions.nodes.0.type": "paragraph"},
	},
	"comment on the main content": {
		create: "Spaces.Comments.Create", get: "Spaces.Comments.Get", list: "Spaces.Comments.List",
		change: "Spaces.Comments.Update", remove: "Spaces.Comments.Delete", own: "commentId",
		member: "id", body: `{"body":{"markdown":"So?"}}`,
		edit:  `{"body":{"markdown":"So."},"resolved":true}`,
		shows: map[string]string{"body.markdown": "So.", "status": "resolved"},
	},
	"reply on the main content": {
		create: "Spaces.Comments.Replies.Create", get: "Spaces.Comments.Replies.Get",
		list: "Spaces.Comments.Replies.List", change: "Spaces.Comments.Replies.Update",
		remove: "Spaces.Comments.Replies.Delete", ids: map[string]string{"commentId": "asked"},
		own: "commentReplyId", member: "id", body: `{"body":{"markdown":"So?"}}`,
		edit:  `{"body":{"markdown":"So."},"addedReactions":["1f44d"]}`,
		shows: map[string]string{"body.markdown": "So.", "reactions.0.emoji": "1f44d"},
	},
	"reply": {
		create: "ChangeRequests.Comments.Replies.Create",
		get:    "ChangeRequests.Comments.Replies.Get", list: "ChangeRequests.Comments.Replies.List",
		change: "ChangeRequests.Comments.Replies.Update",
		remove: "ChangeRequests.Comments.Replies.Delete", own: "commentReplyId", member: "id",
		body:  `{"body":{"markdown":"So?"}}`,
		edit:  `{"body":{"markdown":"So."},"addedReactions":["1f44d"]}`,
		shows: map[string]string{"body.markdown": "So.", "reactions.0.emoji": "1f44d"},
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

// A living is a resource that goes through its life on the wire of one server, while the other does
// not change.
type living struct {
	lifecycle

	w, bystander *world
	params       map[string]string // parameters of the paths
	id           string            // ID of the resource, once it is created
}

// call sends the request of an operation.
func (l *living) call(t *testing.T, w *world, operationName, body string) wireResponse {
	t.Helper()
	method, path := operation(t, operationName, l.params)
	return w.send(t, method, path, body)
}

// find returns the resource in its list, or nil.
func (l *living) find(t *testing.T, w *world) any {
	t.Helper()
	if l.list == "" {
		return nil
	}
	page := l.call(t, w, l.list, "").object(t)
	for _, one := range page["items"].([]any) {
		if at(one, l.member) == l.id {
			return one
		}
	}
	return nil
}

// isUpdated reports whether a resource has the values of the update.
func (l *living) isUpdated(v any) bool {
	for path, want := range l.shows {
		if at(v, path) != want {
			return false
		}
	}
	return true
}

// hasNo requires that a method of the path of the resource has no operation.
func (l *living) hasNo(t *testing.T, method string) {
	t.Helper()
	_, path := operation(t, l.change, l.params)
	require.Equal(t, http.StatusMethodNotAllowed, l.w.send(t, method, path, "").status, "no operation has this method")
}

func (l *living) isCreated(t *testing.T) {
	t.Helper()
	if l.get != "" && l.own == "" {
		require.Equal(t, http.StatusNotFound, l.call(t, l.w, l.get, "").status)
	}
	created := l.call(t, l.w, l.create, l.body)
	require.Less(t, created.status, 300, created.body)
	if l.id = l.ids[l.own]; l.id == "" && l.own != "" {
		l.id, _ = at(created.object(t), l.member).(string)
		require.NotEmpty(t, l.id)
		l.params[l.own] = l.id
	}
	if l.get == "" {
		l.hasNo(t, http.MethodGet)
	} else {
		got := l.call(t, l.w, l.get, "")
		require.Equal(t, http.StatusOK, got.status)
		require.Equal(t, created.body, got.body)
		require.False(t, l.isUpdated(got.object(t)), "the update must change something")
		require.Equal(t, http.StatusNotFound, l.call(t, l.bystander, l.get, "").status)
	}
	if l.list == "" {
		return
	}
	listed := l.find(t, l.w)
	require.NotNil(t, listed)
	require.False(t, l.isUpdated(listed), "the update must change something")
	if created.body != "" {
		encoded, err := json.Marshal(listed)
		require.NoError(t, err)
		require.JSONEq(t, created.body, string(encoded))
	}
	require.Nil(t, l.find(t, l.bystander))
}

func (l *living) isChanged(t *testing.T) {
	t.Helper()
	changed := l.call(t, l.w, l.change, l.edit)
	require.Less(t, changed.status, 300, changed.body)
	if changed.body != "" {
		require.True(t, l.isUpdated(changed.object(t)), changed.body)
	}
	if l.get != "" {
		require.Equal(t, changed.body, l.call(t, l.w, l.get, "").body)
	}
	if l.list != "" {
		require.True(t, l.isUpdated(l.find(t, l.w)), "the list contains the update")
	}
}

func (l *living) isRemoved(t *testing.T) {
	t.Helper()
	if l.remove == "" {
		l.hasNo(t, http.MethodDelete)
		return
	}
	for _, want := range []int{http.StatusResetContent, http.StatusNoContent} {
		gone := l.call(t, l.w, l.remove, "")
		require.Equal(t, want, gone.status)
		require.Empty(t, gone.body)
	}
	require.Nil(t, l.find(t, l.w))
	if l.get != "" {
		require.Equal(t, http.StatusNotFound, l.call(t, l.w, l.get, "").status)
	}
	if l.change != l.create {
		require.Equal(t, http.StatusNotFound, l.call(t, l.w, l.change, l.edit).status)
	}
	require.Equal(t, http.StatusNoContent, l.call(t, l.bystander, l.remove, "").status)
}

// TestEachResourceIsCreatedReadUpdatedAndDeleted works on the wire, by the table of operations:
// create, get, list, update, get returns the update, delete returns 205, delete returns 204, get
// returns 404. Another server does not change.
func TestEachResourceIsCreatedReadUpdatedAndDeleted(t *testing.T) {
	t.Parallel()
	for name, life := range lifecycles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &living{lifecycle: life, w: newProofWorld(t), bystander: newProofWorld(t), params: seeded()}
			if life.own != "" {
				delete(l.params, life.own)
			}
			maps.Copy(l.params, life.ids)
			l.isCreated(t)
			l.isChanged(t)
			l.isRemoved(t)
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
