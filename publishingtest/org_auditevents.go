package publishingtest

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleAuditWrites = newUndecidedRule("orgs.auditevents.writes", "each write with an organization in its path, itself or by a space or a collection, is an event of it: its action is the name of the operation in lower case, its actor the caller, its target what the path identifies or what was created; without the rule, only events of tests are in the audit log")
	ruleAuditAdmin  = ofCallers(newRule("orgs.auditevents.admin-403", "a caller who is not an administrator of an organization gets 403 for calls about its audit log; without the rule, every caller may read it"))
	ruleAuditActive = newRule("orgs.auditevents.active-403", "calls about the audit log of an organization whose auditLogs is false return 403; without the rule, they are served")
)

// The operations on the audit logs of organizations.
var _ = declare(operations{
	"Orgs.AuditEvents.List":  {onOrganization(permitted((*call).mayAudit, listAuditEvents)), limits.Table{limits.QueryOf(orgs.AuditEventListOptions{})}},
	"Orgs.AuditEvents.Get":   {handle: onOrganization(permitted((*call).mayAudit, getAuditEvent))},
	"Orgs.AuditEventActions": {handle: onOrganization(permitted((*call).mayAudit, listAuditActions))},
})

// auditEventKind is the resource kind for events in the audit logs of organizations.
var auditEventKind = &kind[*organization, orgs.AuditEventDetails, orgs.AuditEventDetails]{
	name: "audit event", param: "auditEventId", in: organizationKind.scope(),
	table: func(org *organization) *ordered.Table[*orgs.AuditEventDetails] {
		return &org.auditEvents
	},
	show: itself[*organization, orgs.AuditEventDetails],
}

// mayAudit rejects a caller who is not allowed to read the audit log of an organization. If the
// organization has no audit log, it rejects every caller.
func (c *call) mayAudit(org *organization) error {
	if active := org.data.AuditLogs; active != nil && !*active && c.enabled(ruleAuditActive) {
		return fail(http.StatusForbidden,
			"organizationId: want an organization with an audit log [%s]", ruleAuditActive)
	}
	return c.mayCall(c.isAdmin(org), "an administrator of the organization", ruleAuditAdmin)
}

func listAuditEvents(c *call, org *organization) (response, error) {
	const defaultSize, maxSize = 20, 100
	size := orElse(c.limit(maxSize), min(c.config.pageSize, defaultSize))
	c.query.Set("limit", strconv.Itoa(size))
	from, _ := time.Parse(time.RFC3339Nano, c.query.Get("from"))
	to, err := time.Parse(time.RFC3339Nano, c.query.Get("to"))
	isOpen := err != nil // a time that cannot be parsed was rejected
	matches := func(name, value string) bool { return !c.query.Has(name) || c.query.Get(name) == value }
	isFiltered := slices.ContainsFunc([]string{"from", "to", "action", "actor", "target"},
		c.query.Has)
	rows := org.auditEvents.Backward().Where(when(isFiltered, func(e *orgs.AuditEventDetails) bool {
		return !e.OccurredAt.Before(from) && (isOpen || !e.OccurredAt.After(to)) &&
			matches("action", e.Action) && matches("actor", e.Actor.ID) &&
			matches("target", e.Target.ID)
	}))
	return respondPage(c, rows, func(e *orgs.AuditEventDetails) orgs.AuditEvent {
		return as[orgs.AuditEvent](*e)
	})
}

func getAuditEvent(c *call, _ *organization) (response, error) { return auditEventKind.get(c) }

func listAuditActions(*call, *organization) (response, error) {
	all := orgs.AuditEventActions{Items: []orgs.AuditEventAction{}}
	for _, o := range op.All() {
		if isAudited(o) {
			all.Items = append(all.Items, orgs.AuditEventAction{
				Object: "audit-event-action", ID: auditAction(o), Label: strings.ReplaceAll(o.Name, ".", " "),
			})
		}
	}
	return respondOK(all)
}

// isAudited reports whether a call of an operation can appear in the audit log of an organization.
func isAudited(o *op.Op) bool {
	return !o.Reads() && slices.ContainsFunc(o.Params(), func(param string) bool {
		return param == "organizationId" || param == "spaceId" || param == "collectionId"
	})
}

// auditAction returns the action of an operation in the audit log.
func auditAction(o *op.Op) string { return strings.ToLower(o.Name) }

// audit adds a write that took effect to the audit log of an organization.
func (c *call) audit(org *organization, resp response) {
	if !isAudited(c.op) || !c.enabled(ruleAuditWrites) {
		return
	}
	e := orgs.AuditEventDetails{
		Action: auditAction(c.op), Source: orgs.AuditEventSourceAPI, Target: c.auditTarget(resp),
		Actor: orgs.AuditEventActor{Type: orgs.AuditEventActorTypeUser, ID: c.caller, Label: new(c.callerUser().DisplayName)},
	}
	if c.by.integration != "" {
		e.Actor = orgs.AuditEventActor{Type: orgs.AuditEventActorTypeIntegration, ID: c.by.integration}
		e.Source = orgs.AuditEventSourceIntegration
	}
	if c.by.installation != "" {
		e.Actor = orgs.AuditEventActor{Type: orgs.AuditEventActorTypeInstallation, ID: c.by.installation}
	}
	c.addAuditEvent(org, &e)
}

// auditTarget returns the resource that a write changed. It is the created resource if the response
// contains one, and otherwise the resource that the last ID in the path identifies.
func (c *call) auditTarget(resp response) orgs.AuditEventTarget {
	params := slices.DeleteFunc(c.op.Params(),
		func(param string) bool { return param == c.op.Secret })
	last := params[len(params)-1]
	target := orgs.AuditEventTarget{Type: strings.TrimSuffix(last, "Id"), ID: c.param(last)}
	shown := reflect.Indirect(reflect.ValueOf(resp.value))
	if resp.status != http.StatusCreated || shown.Kind() != reflect.Struct {
		return target
	}
	if id := shown.FieldByName("ID"); id.Kind() == reflect.String {
		target.ID = id.String()
	}
	if object := shown.FieldByName("Object"); object.Kind() == reflect.String {
		target.Type = object.String()
	}
	if title := shown.FieldByName("Title"); title.Kind() == reflect.String {
		target.Label = new(title.String())
	}
	return target
}

// addAuditEvent adds an event and generates the fields that are not set.
func (st *state) addAuditEvent(org *organization, e *orgs.AuditEventDetails) {
	if e.ID == "" {
		e.ID = st.newIDAs("audit-event", "00000000-0000-4000-8000-%012d")
	}
	st.fillCommon(e, "audit-event", "orgs", org.data.ID, "audit-events", e.ID)
	fill(&e.OccurredAt, st.now())
	e.Actor.Type, e.Actor.ID = orElse(e.Actor.Type, orgs.AuditEventActorTypeSystem), orElse(e.Actor.ID, "system")
	e.Target.Type, e.Target.ID = orElse(e.Target.Type, "organization"), orElse(e.Target.ID, org.data.ID)
	fill(&e.Action, "orgs.update")
	fill(&e.Source, orgs.AuditEventSourceUI)
	fill(&e.SchemaVersion, 1)
	if e.Payload.IsZero() {
		e.Payload, _ = api.NewSecretJSON(struct{}{}) // it can be encoded
	}
	org.auditEvents.Add(e.ID, e)
}

// Add adds an event to the audit log of an organization and returns it. Fields that are not set are
// generated. The log contains events in the order in which they were added, even if their times
// have another order.
func (s OrgAuditEvents) Add(orgID string, seed orgs.AuditEventDetails) orgs.AuditEventDetails {
	server := open(s.server)
	return auditEventKind.add(server, seed, func(org *organization, seed orgs.AuditEventDetails) *orgs.AuditEventDetails {
		if seed.ID != "" {
			seed.ID = server.seedID("audit-event", seed.ID)
		}
		server.state.addAuditEvent(org, &seed)
		return &seed
	}, orgID)
}

// All returns the audit log of an organization in the order in which events were added. It contains
// the events of calls and those of [OrgAuditEvents.Add].
func (s OrgAuditEvents) All(orgID string) []orgs.AuditEventDetails {
	return auditEventKind.all(open(s.server), orgID)
}
