package publishingtest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
)

// lifecycle is the life of a resource whose operations are those of a service of the client.
type lifecycle struct {
	of       string // the service, such as "Sites.Sections"
	put      bool   // PUT creates and updates the resource
	unlisted bool   // the list omits the resource

	ids    map[string]string // parameters of the path except those of [seeded]
	member string            // the field of a response with the ID, "id" by default
	body   string            // the body of the creation
	edit   string            // the body of the update
	shows  map[string]string // values after the update, by the path of a field
}

// operation returns the name of an operation of the service, or "" if the API reference has none.
func (l lifecycle) operation(method string) string {
	name := l.of + "." + method
	if operationOf(name) == nil || method == "List" && l.unlisted {
		return ""
	}
	return name
}

// lifecycles are the resources of the API reference with a life, replies and teams.
var lifecycles = map[string]lifecycle{
	"site": {
		of: "Sites", body: `{"title":"Handbook"}`, edit: `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed"},
	},
	"adaptive schema": {
		of: "Sites.AdaptiveSchema", put: true,
		body:  `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{}}}`,
		edit:  `{"jsonSchema":{"type":"object","additionalProperties":false,"properties":{"isBeta":{"type":"boolean","description":"Tests."}}}}`,
		shows: map[string]string{"jsonSchema.properties.isBeta.description": "Tests."},
	},
	"section": {
		of: "Sites.Sections", body: `{"spaceId":"guides"}`, edit: `{"title":"Renamed","icon":"book"}`,
		shows: map[string]string{"title": "Renamed", "icon": "book"},
	},
	"section group": {
		of: "Sites.SectionGroups", body: `{"title":"More","sections":["first"]}`,
		edit:  `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed", "children.0.id": "first"},
	},
	"site space": {
		of: "Sites.SiteSpaces", body: `{"spaceId":"guides"}`,
		edit:  `{"spaceId":"papers","path":"new"}`,
		shows: map[string]string{"path": "new", "space.id": "papers"},
	},
	"share link": {
		of: "Sites.ShareLinks", body: `{"name":"Reviewers"}`, edit: `{"name":"Renamed"}`,
		shows: map[string]string{"name": "Renamed"},
	},
	"redirect": {
		of:    "Sites.Redirects",
		body:  `{"source":"/new","destination":{"kind":"site-section","siteSectionId":"first"}}`,
		edit:  `{"source":"/renamed"}`,
		shows: map[string]string{"source": "/renamed", "destination.siteSectionId": "first"},
	},
	"MCP server": {
		of:    "Sites.MCPServers",
		body:  `{"name":"Tickets","url":"https://mcp.acme.example","headers":{"X-Tenant":"acme"}}`,
		edit:  `{"name":"Renamed"}`,
		shows: map[string]string{"name": "Renamed", "headers.X-Tenant": "acme"},
	},
	"collection": {
		of: "Collections", body: `{"title":"Guides"}`, edit: `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed"},
	},
	"specification": {
		of: "Orgs.OpenAPI", member: "slug",
		body: `{"slug":"orders","source":{"url":"https://acme.example/openapi.json"}}`,
		edit: `{"visibility":"public"}`, shows: map[string]string{"visibility": "public"},
	},
	"specification by put": {
		of: "Orgs.OpenAPI", put: true, ids: map[string]string{"specSlug": "orders"}, member: "slug",
		body:  `{"source":{"text":"openapi: 3.1.0"}}`,
		edit:  `{"source":{"url":"https://acme.example/v2.json"}}`,
		shows: map[string]string{"sourceURL": "https://acme.example/v2.json"},
	},
	"font": {
		of:    "Orgs.Fonts",
		body:  `{"fontFamily":"Acme","fontFaces":[{"weight":400,"storageKey":"regular.woff2"}]}`,
		edit:  `{"fontFamily":"Renamed"}`,
		shows: map[string]string{"fontFamily": "Renamed", "fontFaces.0.sources.0.format": "woff2"},
	},
	"team": {
		of: "Orgs.Teams", body: `{"title":"Writers","members":["bob"]}`, edit: `{"title":"Renamed"}`,
		shows: map[string]string{"title": "Renamed"},
	},
	"team member": {
		of: "Orgs.Teams.Members", put: true, ids: map[string]string{"userId": "bob"}, member: "organization.id",
		body: `{}`,
		edit: `{"role":"owner"}`, shows: map[string]string{"team.role": "owner"},
	},
	"link invite": {
		of: "Orgs.LinkInvites", body: `{"role":"read"}`, edit: `{"role":"edit"}`,
		shows: map[string]string{"role": "edit"},
	},
	"link invite to a space": {
		of: "Orgs.LinkInvites", unlisted: true, body: `{"level":"read","space":"guides"}`,
		edit:  `{"level":"edit"}`,
		shows: map[string]string{"level": "edit", "space.id": "guides"},
	},
	"SAML provider": {
		of: "Orgs.SAML", body: `{"label":"Acme","defaultTeam":"team"}`, edit: `{"label":"Renamed"}`,
		shows: map[string]string{"label": "Renamed", "defaultTeam.id": "team"},
	},
	"translation": {
		of:    "Orgs.Translations",
		body:  `{"source":{"space":"guides","language":"en"},"language":"fr"}`,
		edit:  `{"instructions":{"object":"document","data":{},"nodes":[{"object":"block","type":"paragraph","nodes":[]}]}}`,
		shows: map[string]string{"instructions.nodes.0.type": "paragraph"},
	},
	"comment on the main content": {
		of: "Spaces.Comments", body: `{"body":{"markdown":"So?"}}`,
		edit:  `{"body":{"markdown":"So."},"resolved":true}`,
		shows: map[string]string{"body.markdown": "So.", "status": "resolved"},
	},
	"reply on the main content": {
		of: "Spaces.Comments.Replies", ids: map[string]string{"commentId": "asked"},
		body:  `{"body":{"markdown":"So?"}}`,
		edit:  `{"body":{"markdown":"So."},"addedReactions":["1f44d"]}`,
		shows: map[string]string{"body.markdown": "So.", "reactions.0.emoji": "1f44d"},
	},
	"reply": {
		of: "ChangeRequests.Comments.Replies", body: `{"body":{"markdown":"So?"}}`,
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

	create, get, list, change, remove string // operations

	w, bystander *world
	params       map[string]string // parameters of the paths
	own          string            // the parameter with the ID of the resource
	id           string            // ID of the resource, once it is created
}

func (l lifecycle) begin(t *testing.T) *living {
	t.Helper()
	r := &living{
		lifecycle: l, w: newProofWorld(t), bystander: newProofWorld(t), params: seeded(),
		create: l.operation("Create"), get: l.operation("Get"), list: l.operation("List"), change: l.operation("Update"), remove: l.operation("Delete"),
	}
	if l.put {
		r.create, r.change = l.operation("Put"), l.operation("Put")
	}
	if r.remove != "" {
		params := operationOf(r.remove).Params()
		r.own = params[len(params)-1]
		delete(r.params, r.own)
	}
	if r.member == "" {
		r.member = "id"
	}
	maps.Copy(r.params, l.ids)
	return r
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
			l := life.begin(t)
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
		list := life.operation("List")
		if list == "" || list == "Orgs.Fonts.List" { // it has no limit
			continue
		}
		lists++
		at := maps.Clone(ids)
		maps.Copy(at, life.ids)
		method, path := operation(t, list, at)
		for limit, want := range map[string]int{"0": 200, "1": 200, "1000": 200, "1001": 400, "-1": 400, "": 400, "many": 400, "1.5": 400, "99999999999999999999": 400} {
			got := w.send(t, method, path+"?limit="+limit, "")
			require.Equal(t, want, got.status, "%s with limit %s", list, limit)
			if want == http.StatusBadRequest {
				require.Contains(t, got.message(t), "limit: want a number from 0 to 1000, got "+strconv.Quote(limit), list)
			}
		}
	}
	require.Equal(t, 18, lists)
}
