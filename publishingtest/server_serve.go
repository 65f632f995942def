package publishingtest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 32 << 20

// ServeHTTP serves a call. It makes a Server an [http.Handler], for tests that do not use the
// network and for programs that add their own routes. If a fault breaks the connection, ServeHTTP
// may panic with [http.ErrAbortHandler].
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	server := open(s.server)
	if !server.enter() {
		http.Error(w, "the server is closed", http.StatusServiceUnavailable)
		return
	}
	defer server.leave()
	w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat)) // net/http would use the real time
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(server.closing, cancel)()
	req = req.WithContext(context.WithValue(ctx, serverKey{}, server))
	if isClean(req) {
		server.routes.mux.ServeHTTP(w, req)
	} else {
		server.serveUnknown(w, req)
	}
}

// serve serves a call of an operation. It contains the steps that are the same for all operations.
func (s *server) serve(w http.ResponseWriter, req *http.Request, o *op.Op, handle handler) {
	body, err := readBody(w, req)
	body = withoutCredentials(o, body)
	o = o.For(body)
	received := newCall(o, req, body, s.state.now())
	number := s.traffic.record(received)
	w.Header().Set("X-Request-ID", fmt.Sprintf("req_%d", number))
	send := &sender{w: w, ctx: req.Context(), limit: -1}
	reject := func(err error) {
		resp := errorResponse(err)
		resp.encode()
		send.send(resp)
	}
	if err != nil {
		reject(fail(http.StatusRequestEntityTooLarge,
			"body: want a complete body of at most %d bytes: %v", maxBody, err))
		return
	}
	by, err := s.authorize(o, req)
	if err != nil {
		reject(err)
		return
	}
	if err := s.rate.take(s.config, s.config.clock.now(), w.Header()); err != nil {
		reject(err)
		return
	}
	injected := s.injections.next(received)
	if injected.delay != nil {
		injected.delay(req.Context())
		if req.Context().Err() != nil {
			panic(http.ErrAbortHandler) // with no response at all
		}
	}
	if !injected.fault.afterCommit && injected.fault.inject(send) {
		return
	}
	var resp response
	if injected.script != nil {
		resp = streamResponse(injected.script)
	} else {
		resp = s.carryOut(&call{
			state: s.state, op: o, http: req, body: body, by: by, restricted: by.user != "",
		}, handle)
	}
	if injected.fault.afterCommit && injected.fault.inject(send) {
		return
	}
	send.limit, send.pace = injected.truncate, injected.pace
	send.send(injected.fault.changed(resp))
}

func readBody(w http.ResponseWriter, req *http.Request) ([]byte, error) {
	if req.Body == nil { // a request that did not come over the network
		return nil, nil
	}
	return io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
}

// carryOut runs a handler as the user who owns the token of the call, and counts the call if it
// took effect. If no user owns the token, it runs the handler as [Server.Caller].
func (s *server) carryOut(c *call, handle handler) response {
	defer s.mu.hold()()
	if c.by.user != "" {
		defer func(usual string) { s.state.caller = usual }(s.state.caller)
		s.state.caller = c.by.user
	}
	org, ok := c.organization() // before the call, which may delete the resource of the path
	resp, err := handle.call(c)
	if err != nil {
		resp = errorResponse(s.config.rejected(err))
	} else if !c.op.Reads() && !resp.unchanged {
		s.traffic.commit(c.op.Name)
		if ok {
			c.audit(org, resp)
		}
	}
	resp.encode()
	return resp
}

// checkLimits returns the error of an operation for values that violate a limit. The values of a
// seed may be incomplete, because the server generates missing values.
func (st *state) checkLimits(
	operation string, table limits.Table, in limits.Input, partial bool,
) error {
	v := table.Violation(in, limits.Choice{Description: true, Partial: partial})
	if v != nil && v.FromDescription {
		id := limitsRule(operation)
		if st.enabled(id) {
			return invalid(v.Field, v.Want, v.Value, id)
		}
		v = table.Violation(in, limits.Choice{Partial: partial})
	}
	if v == nil {
		return nil
	}
	return invalid(v.Field, v.Want, v.Value, "")
}

// checkParams returns the error of an operation for path parameters that violate a limit.
func checkParams(o *op.Op, param func(name string) string) error {
	for i, name := range o.Params() {
		if o.ParamCheck(i) == "match=pagepath" { // an invalid path is that of a page that does not exist
			continue
		}
		if err, broken := errors.AsType[*api.ValidationError](o.CheckParam(i, param(name))); broken {
			return invalid(err.Field, err.Rule, err.Value, "")
		}
	}
	return nil
}

// checked returns a handler that decodes a request and checks its values, and then calls the
// handler of the operation.
func checked(declared operation) handler {
	return func(c *call) (response, error) {
		if c.config.newer && removed[c.op.Name] {
			return response{}, fail(http.StatusNotFound,
				"%s: a newer service does not have this operation", c.op.Name)
		}
		c.accept(c.parse())
		in := limits.Input{Query: c.query, Body: c.parsed}
		c.accept(c.checkSignedOn(), checkParams(c.op, c.param),
			c.checkLimits(c.op.Name, declared.limits, in, false))
		resp, err := declared.handle(c)
		if err == nil && c.config.newer && minimal[c.op.Name] && c.http.Header.Get("Prefer") == "return=minimal" {
			resp.status, resp.value = http.StatusNoContent, nil
			resp.header = http.Header{"Preference-Applied": {"return=minimal"}}
		}
		return resp, err
	}
}

// minimal contains the operations that leave out their result, with Prefer: return=minimal, in a
// newer service.
var minimal = setOf(`
	ChangeRequests.Update Sites.ExternalLinks.Update Sites.SectionGroups.Update
	Sites.Sections.Update Sites.SiteSpaces.Create Sites.SiteSpaces.Update Sites.Structure.Sort
`)

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

// call calls the handler. An error that the handler did not accept is the result.
func (handle handler) call(c *call) (resp response, err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case unaccepted:
			err = cause.error
		default:
			panic(cause)
		}
	}()
	return handle(c)
}

// unaccepted is an error with which the method accept panics.
type unaccepted struct{ error }

// accept ends the call with the first of the errors that is not nil. If there is none, the handler
// goes on.
func (c *call) accept(errs ...error) {
	if err := cmp.Or(errs...); err != nil {
		panic(unaccepted{err})
	}
}

// handlerOf implements an operation on a resource.
type handlerOf[T any] = func(c *call, of T) (response, error)

// on returns a function that makes handlers: they look up a resource in the path and call handle
// with it.
func on[T any](resource func(c *call) T) func(handle handlerOf[T]) handler {
	return func(handle handlerOf[T]) handler {
		return func(c *call) (response, error) { return handle(c, resource(c)) }
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
func input[T any](c *call) (v T) {
	c.decode(&v) // most of the work is not generic, since each instance takes time to compile
	return v
}

func (c *call) decode(v any) {
	if len(c.body) > 0 {
		_, _ = jsonx.Decode(c.body, v) // a body that is not an object has been rejected
	}
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

// foundAt returns the resource that a parameter of the path identifies. If it is nil, the response
// is 404, or 403 if one of the undecided rules in absent is off. absent may be empty.
func foundAt[T any](c *call, param string, found *T, absent ...rule) *T {
	if found == nil {
		c.rejectAbsent(param, absent)
	}
	return found
}

func (c *call) rejectAbsent(param string, absent []rule) {
	failed := notFound(param, c.param(param))
	for _, rule := range absent {
		if rule != "" && !c.enabled(rule) {
			failed = fail(http.StatusForbidden, "%s: the caller may not see %q", param, c.param(param))
		}
	}
	failed.absent = true
	c.accept(failed)
}

// find returns the resource in a table that a parameter of the path identifies: see [foundAt].
func find[T any](c *call, t *ordered.Table[*T], param string, absent ...rule) *T {
	if unlisted404[c.op.Name] {
		absent = append(absent, ruleAbsent)
	}
	found, _ := t.Get(c.param(param))
	return foundAt(c, param, found, absent...)
}

// WithRateLimit sets the maximum number of calls per window. A window begins with a call. Its
// length is per, extended to the next full second. Further calls in the window return 429 without
// Retry-After and do not take effect. By default, there is no rate limit.
//
// Responses contain X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, which is the
// end of the window in seconds since the Unix epoch, by the clock of the server: see [WithClock].
// Calls without a valid token return 401 and are not counted.
func WithRateLimit(limit int, per time.Duration) Option {
	return option(func(c *config) {
		c.rateLimit, c.ratePer = limit, per
		c.failIf(limit < 1 || per <= 0,
			"WithRateLimit: want at least 1 call per positive duration, got %d per %s", limit, per)
	})
}

// rate counts the calls in a window.
type rate struct {
	mu   mutex
	end  time.Time
	used int
}

// take counts a call and sets the headers of its response. It returns an error for a call beyond
// the limit.
func (l *rate) take(c *config, now time.Time, header http.Header) error {
	if c.rateLimit == 0 {
		return nil
	}
	defer l.mu.hold()()
	if !now.Before(l.end) {
		l.end, l.used = now.Add(c.ratePer+time.Second-1).Truncate(time.Second), 0 // a full second
	}
	exhausted := l.used == c.rateLimit
	if !exhausted {
		l.used++
	}
	header.Set("X-RateLimit-Limit", strconv.Itoa(c.rateLimit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(c.rateLimit-l.used))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(l.end.Unix(), 10))
	if exhausted {
		return fail(http.StatusTooManyRequests, "rate limit of %d calls per %s exceeded until %s",
			c.rateLimit, c.ratePer, l.end.UTC().Format(time.RFC3339))
	}
	return nil
}
