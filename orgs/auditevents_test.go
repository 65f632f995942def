package orgs_test

import (
	"testing"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

var auditEventPage = orgs.AuditEventListOptions{
	Cursor: "c/2+d=", Limit: 50, Action: "site.publish", Actor: "user_1", Target: "site_1",
	From: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), To: time.Date(2026, 3, 4, 5, 6, 7, 89_000_000, time.UTC),
}

func listAuditEvents(options orgs.AuditEventListOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Orgs.AuditEvents.List(a.Ctx, a.ID[0], options, a.Opts...)
	}
}

func getAuditEvent(a contract.Args) (any, error) {
	return a.Orgs.AuditEvents.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var auditEventRows = []contract.Row{
	{
		Op:   "Orgs.AuditEvents.List",
		Call: listAuditEvents(auditEventPage),
		List: func(a contract.Args) (all, pages any) {
			s := a.Orgs.AuditEvents
			return s.All(a.Ctx, a.ID[0], auditEventPage, a.Opts...), s.ListPages(a.Ctx, a.ID[0], auditEventPage, a.Opts...)
		},
		Request: "GET /v1/orgs/organization%2F1/audit-events?action=site.publish&actor=user_1" +
			"&from=2026-03-04T05%3A06%3A07Z&limit=50&page=c%2F2%2Bd%3D&target=site_1&to=2026-03-04T05%3A06%3A07.089Z",
		Status:   200,
		Response: `{"next": {"page": "c/3+d="}, "count": 2, "items": ["@audit-event.json"]}`,
	},
	{
		Op:       "Orgs.AuditEvents.List",
		Name:     "unset, empty",
		Call:     listAuditEvents(orgs.AuditEventListOptions{}),
		Request:  "GET /v1/orgs/organization%2F1/audit-events",
		Status:   200,
		Response: `{"items": []}`,
	},
	{
		Op:      "Orgs.AuditEvents.List",
		Name:    "no administrator",
		Call:    listAuditEvents(orgs.AuditEventListOptions{}),
		Request: "GET /v1/orgs/organization%2F1/audit-events",
		Status:  403,
		Err:     api.ErrForbidden,
	},
	{
		Op:       "Orgs.AuditEvents.Get",
		Call:     getAuditEvent,
		Request:  "GET /v1/orgs/organization%2F1/audit-events/auditEvent%2F1",
		Status:   200,
		Response: "audit-event-details.json",
	},
	{
		Op:      "Orgs.AuditEvents.Get",
		Name:    "without optional fields",
		Call:    getAuditEvent,
		Request: "GET /v1/orgs/organization%2F1/audit-events/auditEvent%2F1",
		Status:  200,
		Response: `{"object": "audit-event", "id": "event_2", "occurredAt": "2026-03-04T05:06:07.089Z", "action": "site.publish",
			"actor": {"type": "system", "id": "system"}, "source": "workflow", "target": {"type": "site", "id": "site_1"},
			"urls": {"location": "https://api.example.com/v1/orgs/organization_1/audit-events/event_2"}, "schemaVersion": 1, "payload": {}}`,
	},
	{
		Op: "Orgs.AuditEventActions",
		Call: func(a contract.Args) (any, error) {
			return a.Orgs.AuditEventActions(a.Ctx, a.ID[0], a.Opts...)
		},
		Request:  "GET /v1/orgs/organization%2F1/audit-event-actions",
		Status:   200,
		Response: `{"items": [{"object": "audit-event-action", "id": "site.publish", "label": "Site published"}]}`,
	},
}

func TestAuditLogOfAnEndBeforeItsBeginningIsNotRead(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	area.Rejects(t, "Orgs.AuditEvents.List", listAuditEvents(orgs.AuditEventListOptions{From: at, To: at.Add(-1)}),
		"from", "a time that is not after to", "2026-03-04T00:00:00Z")
}
