package integrations_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

var eventPage = integrations.EventListOptions{Cursor: "c/2+d=", Limit: 1000}

func getEvent(a contract.Args) (any, error) {
	return a.Integrations.Events.Get(a.Ctx, a.ID[0], a.ID[1], a.Opts...)
}

var eventRows = []contract.Row{
	{
		Op: "Integrations.Events.List",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Events.List(a.Ctx, a.ID[0], eventPage, a.Opts...)
		},
		List: func(a contract.Args) (all, pages any) {
			return a.Integrations.Events.All(a.Ctx, a.ID[0], eventPage, a.Opts...), a.Integrations.Events.ListPages(a.Ctx, a.ID[0], eventPage, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/events?limit=1000&page=c%2F2%2Bd%3D",
		Status:   200,
		Response: "events.json",
	},
	{
		Op:   "Integrations.Events.List",
		Name: "nothing set",
		Call: func(a contract.Args) (any, error) {
			return a.Integrations.Events.List(a.Ctx, a.ID[0], integrations.EventListOptions{}, a.Opts...)
		},
		Request:  "GET /v1/integrations/sample-1/events",
		Status:   200,
		Response: `{"items": []}`,
	},

	{
		Op:      "Integrations.Events.Get",
		Call:    getEvent,
		Request: "GET /v1/integrations/sample-1/events/event%2F1",
		Status:  200,
		Response: `{
			"event": {"id": "event_1", "integrationId": "integration_1", "installationId": "installation_1", "createdAt": "2026-05-06T07:08:09.000Z", "status": "success",
				"payload": {"type": "fetch_published_script", "eventId": "event_1", "installationId": "installation_1", "siteId": "site_1"}},
			"trace": {"logs": [
				{"message": "loads the script", "timestamp": "2026-05-06T07:08:09.100Z", "level": "debug"},
				{"message": "has loaded it", "timestamp": "2026-05-06T07:08:09.200Z", "level": "info"},
				{"message": "it is old", "timestamp": "2026-05-06T07:08:09.300Z", "level": "warn"},
				{"message": "it fails", "timestamp": "2026-05-06T07:08:09.400Z", "level": "error"}
			]}
		}`,
	},
	{
		Op:      "Integrations.Events.Get",
		Name:    "without a trace",
		Call:    getEvent,
		Request: "GET /v1/integrations/sample-1/events/event%2F1",
		Status:  200,
		Response: `{"event": {"id": "event_2", "integrationId": "integration_1", "createdAt": "2026-05-06T07:08:09.000Z", "status": "failed",
			"payload": {"type": "fetch", "eventId": "event_2", "request": {"method": "get", "url": "https://integrations.example.com/hook", "headers": {"accept": "text/html"}}}}}`,
	},
}

var eventVisitor = integrations.EventVisitor{
	AnonymousID: "visitor_1", Cookies: api.NewSecretMap(map[string]string{"session": "c00k1e"}), UserAgent: "Mozilla/5.0", IP: api.NewSecret("203.0.113.7"), Language: new("en-US"),
}

var eventDependencies = map[string]spaces.ComputedDependency{
	"spec": {Ref: spaces.ContentRef{Kind: spaces.ContentRefKindOpenAPI, Spec: new("petstore")}, Value: api.Raw(`{"object": "openapi-spec-version", "id": "version_1"}`)},
}

func configuration(t *testing.T, text string) api.SecretJSON {
	t.Helper()
	var secret api.SecretJSON
	require.NoError(t, secret.UnmarshalJSON([]byte(text)))
	return secret
}

// eventPayloads are the payloads in testdata/events.json.
func eventPayloads(t *testing.T) []integrations.EventPayload {
	t.Helper()
	const installation = "installation_1"
	token, channel, key := configuration(t, `{"token": "t0ken"}`), configuration(t, `{"channel": "docs"}`), configuration(t, `{"key": "k3y"}`)
	payloads := []integrations.EventPayload{
		{Type: "installation_setup", InstallationSetup: &integrations.InstallationSetupEvent{
			InstallationID: installation, Status: integrations.StatusActive,
			Previous: &integrations.PreviousInstallation{Status: new(integrations.StatusPending), Configuration: token},
		}},
		{Type: "installation_deleted", InstallationDeleted: &integrations.InstallationDeletedEvent{
			InstallationID: installation, Previous: integrations.PreviousInstallation{Configuration: token},
		}},
		{Type: "space_installation_setup", SpaceInstallationSetup: &integrations.SpaceInstallationSetupEvent{
			InstallationID: installation, SpaceID: "space_1", Status: integrations.StatusPaused,
			Previous: &integrations.PreviousInstallation{Status: new(integrations.StatusActive), Configuration: channel},
		}},
		{Type: "space_installation_deleted", SpaceInstallationDeleted: &integrations.SpaceInstallationDeletedEvent{
			InstallationID: installation, SpaceID: "space_1", Previous: integrations.PreviousInstallation{Configuration: channel},
		}},
		{Type: "site_installation_setup", SiteInstallationSetup: &integrations.SiteInstallationSetupEvent{
			InstallationID: installation, SiteID: "site_1", Status: integrations.StatusActive,
			Previous: &integrations.PreviousInstallation{Status: new(integrations.StatusPending), Configuration: key},
		}},
		{Type: "site_installation_deleted", SiteInstallationDeleted: &integrations.SiteInstallationDeletedEvent{
			InstallationID: installation, SiteID: "site_1", Previous: integrations.PreviousInstallation{Configuration: key},
		}},
		{Type: "site_view", SiteView: &integrations.SiteViewEvent{
			InstallationID: installation, SiteID: "site_1", SiteSpaceID: new("siteSpace_1"), PageID: new("page_1"),
			Visitor: eventVisitor, URL: "https://docs.acme.example.com/guides", Referrer: "https://acme.example.com/",
		}},
		{Type: "space_content_updated", SpaceContentUpdated: &integrations.SpaceContentUpdatedEvent{
			InstallationID: installation, SpaceID: "space_1", RevisionID: "revision_2",
		}},
		{Type: "space_gitsync_completed", SpaceGitSyncCompleted: &integrations.SpaceGitSyncCompletedEvent{
			InstallationID: installation, SpaceID: "space_1", State: integrations.GitSyncStateFailure, RevisionID: "revision_2", CommitID: "4f5a6b7",
		}},
		{Type: "space_gitsync_started", SpaceGitSyncStarted: &integrations.SpaceGitSyncStartedEvent{
			InstallationID: installation, SpaceID: "space_1", RevisionID: "revision_2", CommitID: "4f5a6b7",
		}},
		{Type: "space_visibility_updated", SpaceVisibilityUpdated: &integrations.SpaceVisibilityUpdatedEvent{
			InstallationID: installation, SpaceID: "space_1", PreviousVisibility: spaces.VisibilityPrivate, Visibility: spaces.VisibilityPublic,
		}},
		{Type: "fetch", Fetch: &integrations.FetchEvent{
			SpaceID: new("space_1"), SiteID: new("site_1"), InstallationID: new(installation), Auth: &integrations.EventAuth{UserID: "user_1"},
			Request: integrations.FetchRequest{
				Method: integrations.FetchMethodPost, URL: "https://integrations.example.com/hook",
				Headers: api.NewSecretMap(map[string]string{"authorization": "Basic s3cret"}),
			},
		}},
		{Type: "fetch_published_script", FetchPublishedScript: &integrations.FetchPublishedScriptEvent{InstallationID: installation, SiteID: "site_1"}},
		{Type: "fetch_visitor_authentication", FetchVisitorAuthentication: &integrations.FetchVisitorAuthenticationEvent{
			InstallationID: installation, SiteID: "site_1", Location: new("/guides"), SearchParams: api.NewSecretMap(map[string]string{"code": "c0de"}),
			Cookies: eventVisitor.Cookies, Action: new(integrations.AuthenticationActionLogout),
		}},
		{Type: "ui_render", UIRender: &integrations.UIRenderEvent{
			InstallationID: installation, SiteID: new("site_1"), SpaceID: new("space_1"), Auth: &integrations.EventAuth{UserID: "user_1"},
			ComponentID: "poll", Props: api.Raw(`{"question": "Why?"}`), State: api.Raw(`{"choice": "a"}`), Action: api.Raw(`{"action": "vote"}`),
			Context: integrations.RenderContext{Type: integrations.RenderContextTypeDocument, Theme: integrations.RenderThemeDark, SpaceID: new("space_1"), Editable: new(true)},
		}},
		{Type: "content_compute_document", ContentComputeDocument: &integrations.ContentComputeEvent{
			InstallationID: installation, SpaceID: "space_1", SourceID: "source_1", Props: api.Raw(`{"page": "pets"}`), Dependencies: eventDependencies,
		}},
		{Type: "content_compute_revision", ContentComputeRevision: &integrations.ContentComputeEvent{
			InstallationID: installation, SpaceID: "space_1", SourceID: "source_1", Props: api.Raw(`{"models": true}`), Dependencies: eventDependencies,
		}},
		{Type: "page_feedback", PageFeedback: &integrations.PageFeedbackEvent{
			InstallationID: installation, SiteID: "site_1", PageID: new("page_1"),
			Feedback: integrations.PageFeedback{Rating: insights.PageRatingGood, Comment: new("It helped.")},
			Visitor:  eventVisitor, URL: "https://docs.acme.example.com/guides", Referrer: "https://acme.example.com/",
		}},
		{Type: "task", Task: &integrations.TaskEvent{Task: api.Raw(`{"sync": 1.50}`)}},
	}
	for i := range payloads {
		payloads[i].ID = fmt.Sprintf("event_%d", i+1)
	}
	return payloads
}

// TestPayloadOfEachTypeIsDecoded decodes what the API reference of the service has for each type of
// events, as the code of an integration does, and requires it to be the same after encoding it.
func TestPayloadOfEachTypeIsDecoded(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/events.json")
	require.NoError(t, err)
	var list struct {
		Items []struct {
			ID      string
			Payload json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(file, &list))
	want := eventPayloads(t)
	require.Len(t, list.Items, len(want))
	for i, item := range list.Items {
		text := strings.ReplaceAll(string(item.Payload), `"@api/user.json"`, `{"object": "user", "id": "user_1", "urls": {"location": "https://api.example.com/v1/users/user_1"}, "displayName": "Ada"}`)
		var got integrations.EventPayload
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		encoded, err := json.Marshal(got)
		require.NoError(t, err)
		require.JSONEq(t, text, string(encoded))
		if update := got.SpaceContentUpdated; update != nil {
			require.Equal(t, "user_1", update.UpdatedBy[0].ID)
			update.UpdatedBy = nil
		}
		require.Equal(t, want[i], got)
		require.Equal(t, item.ID, got.ID)
	}
}

// TestPayloadKeepsUnknownFields decodes payloads of a later version of the service.
func TestPayloadKeepsUnknownFields(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"type":"site_view","eventId":"e","installationId":"i","siteId":"s","visitor":{"anonymousId":"a","cookies":{},"userAgent":"","ip":"","claims":{"plan":"pro"}},"url":"","referrer":"","new":[1.50,null]}`,
		`{"type":"fetch","eventId":"e","auth":{"userId":"u","new":1},"request":{"method":"patch","url":"","headers":{},"body":"x"},"new":{"b":1,"a":2}}`,
		`{"type":"installation_deleted","eventId":"e","installationId":"i","previous":{"externalIds":["x"]},"new":null}`,
		`{"type":"page_feedback","eventId":"e","installationId":"i","siteId":"s","feedback":{"rating":"great","new":1},"visitor":{"anonymousId":"","cookies":{},"userAgent":"","ip":""},"url":"","referrer":""}`,
		`{"type":"ui_render","eventId":"e","installationId":"i","componentId":"c","props":{},"context":{"type":"document","theme":"dark","spaceId":"s","editable":false,"new":1}}`,
		`{"type":"ui_render","eventId":"e","installationId":"i","componentId":"c","props":{},"context":{"type":"page","pageId":"p"}}`,
		`{"eventId":"e","type":"space_deleted","spaceId":"s"}`,
		`{"eventId":"e","type":["site_view"]}`,
		`"later"`,
		`null`,
	} {
		var payload integrations.EventPayload
		require.NoError(t, json.Unmarshal([]byte(text), &payload), text)
		encoded, err := json.Marshal(payload)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
	}
}

func TestPayloadIsEncodedAsTheFieldThatIsSet(t *testing.T) {
	t.Parallel()
	script := &integrations.FetchPublishedScriptEvent{InstallationID: "i", SiteID: "s"}
	const encodedScript = `{"type":"fetch_published_script","eventId":"e","installationId":"i","siteId":"s"}`
	for want, payload := range map[string]integrations.EventPayload{
		encodedScript:       {ID: "e", FetchPublishedScript: script},
		encodedScript + " ": {Type: integrations.EventTypeSiteView, ID: "e", FetchPublishedScript: script},
		`{"type":"task"}`:   {ID: "e", FetchPublishedScript: script, Raw: api.Raw(`{"type":"task"}`)},
		`null`:              {Type: integrations.EventTypeSiteView},
		strings.Replace(encodedScript, "}", `,"new":1}`, 1): {ID: "e", FetchPublishedScript: script, Extra: map[string]api.Raw{"new": api.Raw("1")}},
	} {
		encoded, err := json.Marshal(payload)
		require.NoError(t, err)
		require.Equal(t, strings.TrimSpace(want), string(encoded))
	}
}

func TestSecretsOfEventsDoNotPrint(t *testing.T) {
	t.Parallel()
	for _, payload := range eventPayloads(t) {
		event := integrations.Event{Payload: payload}
		for _, text := range []string{
			fmt.Sprintf("%+v %#v", event, event), event.LogValue().String(), payload.LogValue().String(),
			fmt.Sprintf("%+v %+v %+v", payload.SiteView, payload.Fetch, payload.InstallationSetup),
		} {
			for _, secret := range []string{"t0ken", "docs\"", "k3y", "c00k1e", "203.0.113.7", "s3cret", "c0de"} {
				require.NotContains(t, text, secret)
			}
		}
	}
	extra := map[string]api.Raw{"new": api.Raw(`"s3cret"`)}
	for _, value := range []slog.LogValuer{
		integrations.EventVisitor{AnonymousID: "a", Extra: extra},
		integrations.FetchRequest{Method: "a", Extra: extra},
		integrations.PreviousInstallation{Configuration: configuration(t, `"a"`), Extra: extra},
		integrations.EventPayload{Type: "a", Extra: extra},
		integrations.Event{Payload: integrations.EventPayload{Type: "a", Task: &integrations.TaskEvent{Task: extra["new"]}}},
		integrations.UIRenderEvent{ComponentID: "a", Props: extra["new"], State: extra["new"], Action: extra["new"]},
		integrations.ContentComputeEvent{SourceID: "a", Props: extra["new"]},
		integrations.Render{ComponentID: "a", Props: extra["new"], State: extra["new"], Action: extra["new"]},
		integrations.TaskCreate{Task: extra["new"]},
	} {
		require.NotContains(t, value.LogValue().String(), "s3cret")
		require.Regexp(t, `:(a|\[secret\])`, value.LogValue().String())
	}
	unknown := integrations.EventPayload{Type: "task", Raw: api.Raw(`{"type":"task","token":"s3cret"}`)}
	require.NotContains(t, unknown.LogValue().String(), "s3cret")
	require.Contains(t, unknown.LogValue().String(), "task")
}
