package insights_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sites/insights"
)

// event returns an event of a type in a session and at a location with the required fields only.
func event(kind insights.EventType) insights.Event {
	return insights.Event{
		Type:     kind,
		Session:  insights.EventSession{VisitorID: "visitor_1", SessionID: "session_1"},
		Location: insights.EventLocation{URL: "https://docs.acme.example/start"},
	}
}

// eventWith returns an event with what its type needs.
func eventWith(kind insights.EventType, set func(*insights.Event)) insights.Event {
	e := event(kind)
	set(&e)
	return e
}

// personal returns an event with all fields of its session and its location.
func personal(t *testing.T) insights.Event {
	t.Helper()
	var e insights.Event
	require.NoError(t, json.Unmarshal([]byte(`{"type": "page_view", "query": "How?", "goal": "to ask", "feedback": {"rating": "ok", "comment": "too short"},
		"session": {"visitorId": "visitor_1", "sessionId": "session_1", "cookies": {"theme": "dark"}, "ip": "192.0.2.1", "userAgent": "Mozilla/5.0",
			"language": "en-US", "referrer": "https://search.example/?q=acme", "visitorAuthToken": "visitor.auth.token", "visitorAuthClaims": {"plan": "pro"}},
		"location": {"url": "https://docs.acme.example/start", "displayContext": "embed", "siteSection": "section_1", "siteSpace": "siteSpace_1",
			"siteShareKey": "share-key-1", "space": "space_1", "revision": "revision_1", "page": "page_1"}}`), &e))
	return e
}

func TestLogOfAnEventContainsNoPersonalData(t *testing.T) {
	t.Parallel()
	e := personal(t)
	for _, logged := range []any{e, &e, e.Session, e.Location, *e.Feedback, insights.EventTrack{Events: []insights.Event{e}}} {
		var text, encoded strings.Builder
		slog.New(slog.NewTextHandler(&text, nil)).Info("logged", slog.Any("value", logged))
		slog.New(slog.NewJSONHandler(&encoded, nil)).Info("logged", slog.Any("value", logged))
		for _, hidden := range []string{"dark", "192.0.2.1", "visitor.auth.token", "share-key-1", "How?", "to ask", "too short", `"pro"`, "pro]", "plan"} {
			require.NotContains(t, encoded.String(), hidden, "%T", logged)
			require.NotContains(t, text.String(), hidden, "%T", logged)
		}
	}
}

func TestCredentialsInAnEventDoNotPrint(t *testing.T) {
	t.Parallel()
	e := personal(t)
	require.Equal(t, "dark", e.Session.Cookies["theme"].Reveal())
	require.Equal(t, "192.0.2.1", e.Session.IP.Reveal())
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, printed := range []any{e, &e, e.Session, e.Location, insights.EventTrack{Events: []insights.Event{e}}, insights.TrackerFailure{Events: []insights.Event{e}}} {
			text := fmt.Sprintf(verb, printed)
			for _, hidden := range []string{"dark", "192.0.2.1", "visitor.auth.token", "share-key-1"} {
				require.NotContains(t, text, hidden, "%s of a %T", verb, printed)
				require.NotContains(t, text, hex.EncodeToString([]byte(hidden)), "%s of a %T", verb, printed)
			}
		}
	}
}
