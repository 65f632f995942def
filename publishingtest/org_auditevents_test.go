package publishingtest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func auditEventProofs() map[string]proof {
	const log = "/v1/orgs/library/audit-events"
	p := proofs{}
	p.then("orgs.auditevents.writes", "PATCH", wiki, `{"title":"New"}`, log, func(got map[string]any) bool {
		return len(got["items"].([]any)) == 1
	})
	p.respondsTo("orgs.auditevents.admin-403", "nils", "GET", log, "", http.StatusForbidden)
	p["orgs.auditevents.active-403"] = func(t *testing.T, w *world) bool {
		silent := w.Orgs.Add(orgs.Organization{AuditLogs: new(false)}).ID
		return w.send(t, "GET", "/v1/orgs/"+silent+"/audit-events", "").status == http.StatusForbidden
	}
	return p
}

// shownEvents returns events as "actor action type:target".
func shownEvents(events []orgs.AuditEvent) []string {
	return mapped(events, func(e orgs.AuditEvent) string {
		return e.Actor.ID + " " + e.Action + " " + e.Target.Type + ":" + e.Target.ID
	})
}

func TestEachWriteIsAnAuditEvent(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	mona := w.ClientFor("mona")
	created := must(mona.Sites.Create(t.Context(), "library", sites.Create{Title: new("Handbook")}))(t)
	must(mona.Sites.Update(t.Context(), "library", created.ID, sites.Update{Title: new("Guide")}))(t)
	require.NoError(t, mona.Permissions.Spaces.Invite(t.Context(), "wiki", permissions.Invite{Role: api.Set(api.RoleRead), Users: []string{"olga"}}))
	must(mona.Spaces.Delete(t.Context(), "notes"))(t)
	must(mona.Spaces.Restore(t.Context(), "notes"))(t)
	require.ErrorIs(t, errorOf(mona.Sites.Get(t.Context(), "library", "nowhere", sites.GetOptions{})), publishing.ErrNotFound)
	require.ErrorIs(t, errorOf(mona.Sites.Update(t.Context(), "library", "nowhere", sites.Update{Title: new("Guide")})), publishing.ErrNotFound)
	must(mona.Sites.Delete(t.Context(), "library", "nowhere"))(t)
	must(mona.Sites.Delete(t.Context(), "library", created.ID))(t)

	events := collect(t, mona.Orgs.AuditEvents.All(t.Context(), "library", orgs.AuditEventListOptions{Limit: 2}))
	require.Equal(t, []string{
		"mona sites.delete site:" + created.ID,
		"mona spaces.restore space:notes",
		"mona spaces.delete space:notes",
		"mona permissions.spaces.invite space:wiki",
		"mona sites.update site:" + created.ID,
		"mona sites.create site:" + created.ID,
	}, shownEvents(events), "neither calls that only read nor those without an effect")
	require.Equal(t, new("Handbook"), events[5].Target.Label, "that of the time of the event")
	label := *events[5].Actor.Label
	must(mona.Users.Update(t.Context(), "mona", orgs.UserUpdate{DisplayName: new("Renamed")}))(t)
	require.Equal(t, label, *w.Orgs.AuditEvents.All("library")[0].Actor.Label, "also that")
	all := w.Orgs.AuditEvents.All("library")
	require.Equal(t, events[5].ID, all[0].ID)
	got := must(mona.Orgs.AuditEvents.Get(t.Context(), "library", events[5].ID))(t)
	require.Equal(t, all[0], *got)
	require.Equal(t, orgs.AuditEventSourceAPI, got.Source)

	known := map[string]bool{}
	for _, action := range must(mona.Orgs.AuditEventActions(t.Context(), "library"))(t).Items {
		known[action.ID] = true
	}
	for _, e := range events {
		require.True(t, known[e.Action], e.Action)
	}
	require.False(t, known["sites.get"])
}

func TestGeneratedIDOfAnAuditEventIsUnused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const first = "00000000-0000-4000-8000-000000000001"
	w.Orgs.AuditEvents.Add(w.org, orgs.AuditEventDetails{ID: first})
	require.NotEqual(t, first, w.Orgs.AuditEvents.Add(w.org, orgs.AuditEventDetails{}).ID)
	require.Len(t, w.Orgs.AuditEvents.All(w.org), 2)
}

func TestAuditLogIsFiltered(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 6_000_000, time.UTC)
	for i, id := range []string{"first", "second", "third"} {
		w.Orgs.AuditEvents.Add("library", orgs.AuditEventDetails{
			ID: id, OccurredAt: at.Add(time.Duration(i) * time.Millisecond), Action: "did." + id,
			Actor: orgs.AuditEventActor{ID: "by-" + id}, Target: orgs.AuditEventTarget{ID: "on-" + id},
		})
	}
	for want, options := range map[string]orgs.AuditEventListOptions{
		"third second first": {},
		"second":             {From: at.Add(time.Millisecond), To: at.Add(time.Millisecond)},
		"third second":       {From: at.Add(time.Millisecond)},
		"second first":       {To: at.Add(time.Millisecond)},
		"first":              {Action: "did.first"},
		"third":              {Actor: "by-third", Target: "on-third"},
		"":                   {Action: "did.first", Actor: "by-third"},
	} {
		events := collect(t, w.client.Orgs.AuditEvents.All(t.Context(), "library", options))
		require.Equal(t, want, strings.Join(mapped(events, func(e orgs.AuditEvent) string { return e.ID }), " "))
	}
}

func TestLimitOfAnAuditLog(t *testing.T) {
	t.Parallel()
	w := newWiki(t, publishingtest.WithPageSize(1000))
	for range 101 {
		w.Orgs.AuditEvents.Add("library", orgs.AuditEventDetails{})
	}
	for limit, want := range map[int]int{0: 20, 1: 1, 100: 100} {
		require.Len(t, must(w.client.Orgs.AuditEvents.List(t.Context(), "library", orgs.AuditEventListOptions{Limit: limit}))(t).Items, want)
	}
	for _, limit := range []string{"101", "-1", "x"} {
		require.Equal(t, http.StatusBadRequest, w.send(t, "GET", "/v1/orgs/library/audit-events?limit="+limit, "").status)
	}
}

func TestEventsThatOccurWhileAnAuditLogIsReadAreNotInIt(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	for _, id := range []string{"first", "second", "third"} {
		w.Orgs.AuditEvents.Add("library", orgs.AuditEventDetails{ID: id})
	}
	var seen []string
	for e, err := range w.client.Orgs.AuditEvents.All(t.Context(), "library", orgs.AuditEventListOptions{Limit: 1}) {
		require.NoError(t, err)
		must(w.client.Spaces.Update(t.Context(), "wiki", spaces.Update{Title: new("After " + e.ID)}))(t)
		seen = append(seen, e.ID)
	}
	require.Equal(t, []string{"third", "second", "first"}, seen)
	require.Len(t, w.Orgs.AuditEvents.All("library"), 6)
}
