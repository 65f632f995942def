package publishingtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var ruleAbsent = newUndecidedRule("path.absent-404", "a path with an ID that does not exist returns 404 also in experimental operations for which no source lists the status; without the rule, it returns 403")

// unlisted404 contains the operations for which no source lists the status 404, although their
// paths contain IDs that may not exist.
var unlisted404 = setOf(`
	Integrations.Installations.List Integrations.Installations.Update
	Integrations.Installations.Delete Integrations.Installations.Spaces.List
	Integrations.Installations.Spaces.Update Integrations.Installations.Sites.List
	Integrations.Installations.Sites.Update Integrations.Spaces.List Integrations.Sites.List
	Integrations.Installations.ListInOrg Integrations.Installations.Status.ListInOrg Orgs.Update
	Orgs.Search.List Orgs.LinkInvites.Delete Orgs.Members.List Orgs.Members.Get
	Orgs.Members.Update Orgs.Members.Delete Orgs.Members.SetSSO Orgs.Ping
	Orgs.Members.Spaces.List Orgs.Members.Teams.List Orgs.AgentInstructions.Get
	Orgs.AgentInstructions.Put Orgs.Translations.Glossary.List Orgs.Translations.Glossary.Update
	Orgs.Conversations.Create Orgs.Conversations.Clusters.Get Orgs.Teams.List Orgs.Teams.Create
	Orgs.Teams.Get Orgs.Teams.Update Orgs.Teams.Delete Integrations.ListInOrg
	Integrations.ListInSpace Integrations.ListInSite Integrations.ScriptsInSite
	Integrations.Dev.Delete Integrations.Events.List Integrations.Render Spaces.Create
	Permissions.Sites.Aggregate.List Permissions.Collections.Teams.List
`)

// call is a request to a handler, together with the state, which the handler may change.
type call struct {
	*state
	op     *op.Op
	http   *http.Request
	query  url.Values
	body   []byte
	parsed any // the body as JSON; an empty body is an empty object

	by         bearer
	restricted bool // whether the permissions of the token's owner apply
}

// handler implements an operation. The state is locked while the handler runs.
type handler func(c *call) (response, error)

// handlerOf implements an operation on a resource.
type handlerOf[T any] = func(c *call, of T) (response, error)

// on returns a function that makes handlers: they look up a resource in the path and call handle
// with it.
func on[T any](resource func(c *call) (T, error)) func(handle handlerOf[T]) handler {
	return func(handle handlerOf[T]) handler {
		return func(c *call) (response, error) {
			found, err := resource(c)
			if err != nil {
				return response{}, err
			}
			return handle(c, found)
		}
	}
}

// parse decodes the query and the body.
func (c *call) parse() error {
	c.query = c.http.URL.Query()
	c.parsed = map[string]any{}
	if len(c.body) == 0 {
		return nil
	}
	if err := json.Unmarshal(c.body, &c.parsed); err != nil {
		return fail(http.StatusBadRequest, "body: want JSON: %v", err)
	}
	if name := listBodies[c.op.Name]; name != "" {
		list, several := c.parsed.([]any)
		if !several {
			list = []any{c.parsed}
		}
		c.parsed = map[string]any{name: list}
		return nil
	}
	if _, ok := c.parsed.(map[string]any); !ok {
		return invalid("body", "an object", c.parsed, "")
	}
	return nil
}

// param returns a parameter of the path.
func (c *call) param(param string) string { return c.http.PathValue(param) }

// queryBool returns a boolean parameter of the query, or nil if it is absent.
func (c *call) queryBool(name string) *bool {
	if !c.query.Has(name) {
		return nil
	}
	return new(c.query.Get(name) == "true")
}

// input decodes the body. A value of a wrong type is left zero. Such a value arrives here only if
// the rule for the limits of the operation is off.
func input[T any](c *call) T {
	var v T
	if len(c.body) > 0 {
		_, _ = jsonx.Decode(c.body, &v) // a body that is not an object has been rejected
	}
	return v
}

// checkIn rejects an ID in a request if the table does not contain the ID, unless the rule is off.
// A nil ID is valid.
func checkIn[T any](
	st *state, t *ordered.Table[T], field string, id *string, want string, known rule,
) error {
	if id == nil || t.Has(*id) || !st.enabled(known) {
		return nil
	}
	return invalid(field, want, *id, known)
}

// checkAllIn is like checkIn, but for a list of IDs.
func checkAllIn[T any](
	st *state, t *ordered.Table[T], field string, ids []string, want string, known rule,
) error {
	for i := range ids {
		if err := checkIn(st, t, fmt.Sprintf("%s[%d]", field, i), &ids[i], want, known); err != nil {
			return err
		}
	}
	return nil
}

// foundAt returns the resource that a parameter of the path identifies, or an error if it is nil.
func foundAt[T any](c *call, param string, found *T) (*T, error) {
	if found == nil {
		return nil, notFound(param, c.param(param))
	}
	return found, nil
}

// find returns the resource that a parameter of the path identifies. If it does not exist, the
// response is 404, or 403 if one of the undecided rules in absent is off. absent may be empty.
func find[T any](c *call, t *ordered.Table[*T], param string, absent ...rule) (*T, error) {
	id := c.param(param)
	if found, ok := t.Get(id); ok {
		return found, nil
	}
	if unlisted404[c.op.Name] {
		absent = append(absent, ruleAbsent)
	}
	for _, rule := range absent {
		if rule != "" && !c.enabled(rule) {
			return nil, fail(http.StatusForbidden, "%s: the caller may not see %q", param, id)
		}
	}
	return nil, notFound(param, id)
}
