package integrations_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func render(request integrations.Render) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Integrations.Render(a.Ctx, a.ID[0], request, a.Opts...)
	}
}

// rendering returns a request without an action.
func rendering(context integrations.RenderContext) integrations.Render {
	return integrations.Render{ComponentID: "poll", Props: api.Raw(`{"question": "Why?"}`), Context: context}
}

var (
	inDocument = integrations.RenderContext{Type: integrations.RenderContextTypeDocument, Theme: integrations.RenderThemeLight, SpaceID: new("space_1"), Editable: new(false)}
	inAccount  = integrations.RenderContext{Type: integrations.RenderContextTypeAccount, Theme: integrations.RenderThemeDark, OrganizationID: new("organization_1")}
	inSpace    = integrations.RenderContext{Type: integrations.RenderContextTypeSpace, Theme: integrations.RenderThemeDark, SpaceID: new("space_1")}
	inSite     = integrations.RenderContext{Type: integrations.RenderContextTypeSite, Theme: integrations.RenderThemeLight, SiteID: new("site_1")}
	inSource   = integrations.RenderContext{Type: integrations.RenderContextTypeContentSource, Theme: integrations.RenderThemeDark, OrganizationID: new("organization_1")}
	inSourceOf = integrations.RenderContext{Type: integrations.RenderContextTypeContentSource, Theme: integrations.RenderThemeDark, OrganizationID: new("organization_1"), SpaceID: new("space_1")}
	inPage     = integrations.RenderContext{Type: "page", Raw: api.Raw(`{"type": "page", "theme": "sepia", "pageId": "page_1"}`)}
)

const renderRequest = "POST /v1/integrations/sample-1/render"

const renderComplete = `{"type": "complete", "returnValue": {"url": "https://acme.example.com/poll"}}`

func renderRow(name string, context integrations.RenderContext, sent string) contract.Row {
	return contract.Row{
		Op:       "Integrations.Render",
		Name:     name,
		Call:     render(rendering(context)),
		Request:  renderRequest,
		Body:     `{"componentId": "poll", "props": {"question": "Why?"}, "context": ` + sent + `}`,
		Status:   200,
		Response: renderComplete,
	}
}

var renderRows = []contract.Row{
	{
		Op:       "Integrations.Render",
		Call:     render(rendering(inDocument)),
		Request:  renderRequest,
		Body:     `{"componentId": "poll", "props": {"question": "Why?"}, "context": {"type": "document", "theme": "light", "spaceId": "space_1", "editable": false}}`,
		Status:   200,
		Response: "rendered-element.json",
	},
	{
		Op:   "Integrations.Render",
		Name: "an action",
		Call: render(integrations.Render{
			ComponentID: "poll", Props: api.Raw(`{}`), State: api.Raw(`{"choice": "a"}`), Action: api.Raw(`{"action": "vote", "choice": "a"}`),
			Context: integrations.RenderContext{Type: integrations.RenderContextTypeDocument, Theme: integrations.RenderThemeDark, SpaceID: new("space_1"), Editable: new(true)},
		}),
		Request: renderRequest,
		Body: `{"componentId": "poll", "props": {}, "state": {"choice": "a"}, "action": {"action": "vote", "choice": "a"},
			"context": {"type": "document", "theme": "dark", "spaceId": "space_1", "editable": true}}`,
		Status:   200,
		Response: `{"element": {"type": "modal", "children": []}, "state": {"choice": "a"}, "props": {"votes": 1}}`,
	},
	renderRow("for an organization", inAccount, `{"type": "configuration_account", "theme": "dark", "organizationId": "organization_1"}`),
	renderRow("for a space", inSpace, `{"type": "configuration_space", "theme": "dark", "spaceId": "space_1"}`),
	renderRow("for a site", inSite, `{"type": "configuration_site", "theme": "light", "siteId": "site_1"}`),
	renderRow("for a content source", inSource, `{"type": "configuration_contentsource", "theme": "dark", "organizationId": "organization_1"}`),
	renderRow("for a content source of a space", inSourceOf, `{"type": "configuration_contentsource", "theme": "dark", "organizationId": "organization_1", "spaceId": "space_1"}`),
	renderRow("for another context", inPage, `{"type": "page", "theme": "sepia", "pageId": "page_1"}`),
}

const contextForms = "form=type:configuration_account+theme+organizationId|type:configuration_space+theme+spaceId|type:configuration_site+theme+siteId|" +
	"type:configuration_contentsource+theme+organizationId|type:configuration_contentsource+theme+organizationId+spaceId|type:document+theme+spaceId+editable|Raw|type+Raw"

// TestRenderContextIsOfOneType tries all ways to fill in a context.
func TestRenderContextIsOfOneType(t *testing.T) {
	t.Parallel()
	forms := map[integrations.RenderContextType]string{
		"configuration_account": "type with theme with organizationId, ", "configuration_space": "type with theme with spaceId, ", "configuration_site": "type with theme with siteId, ",
		"configuration_contentsource": "type with theme with organizationId, type with theme with organizationId with spaceId, ", "document": "type with theme with spaceId with editable, ",
	}
	good := 0
	for _, kind := range []integrations.RenderContextType{"", "configuration_account", "configuration_space", "configuration_site", "configuration_contentsource", "document", "page"} {
		for set := range 64 {
			context := integrations.RenderContext{Type: kind}
			shown, fields := "", ""
			if kind != "" {
				shown = " and type"
			}
			note := func(bit int, name string) bool {
				if set&bit == 0 {
					return false
				}
				shown += " and " + name
				fields += " " + name
				return true
			}
			if note(1, "theme") {
				context.Theme = integrations.RenderThemeDark
			}
			if note(2, "organizationId") {
				context.OrganizationID = new("organization_1")
			}
			if note(4, "spaceId") {
				context.SpaceID = new("space_1")
			}
			if note(8, "siteId") {
				context.SiteID = new("site_1")
			}
			if note(16, "editable") {
				context.Editable = new(false)
			}
			if note(32, "Raw") {
				context.Raw = api.Raw(`{"type":"page","pageId":"page_1"}`)
			}
			shown = shown[min(len(shown), len(" and ")):]
			call := render(rendering(context))
			switch string(kind) + fields {
			case "configuration_account theme organizationId", "configuration_space theme spaceId", "configuration_site theme siteId",
				"configuration_contentsource theme organizationId", "configuration_contentsource theme organizationId spaceId", "document theme spaceId editable",
				" Raw", "configuration_account Raw", "configuration_space Raw", "configuration_site Raw", "configuration_contentsource Raw", "document Raw", "page Raw":
				good++
				area.Accepts(t, "Integrations.Render", call)
			default:
				area.Rejects(t, "Integrations.Render", call, "context", "exactly one of "+forms[kind]+"Raw, type with Raw", shown)
				if set < 4 {
					area.Accepts(t, "Integrations.Render", call, publishing.WithoutValidation())
				}
			}
		}
	}
	require.Equal(t, 13, good)
}

// TestRenderWithAnActionIsSentOnce loses the response to each request.
func TestRenderWithAnActionIsSentOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		action api.Raw
		opts   []api.CallOption
		sent   int64
	}{
		"none":                    {nil, nil, 3},
		"an action":               {api.Raw(`{"action":"vote"}`), nil, 1},
		"an action of the caller": {nil, []api.CallOption{api.WithBodyField("action", map[string]string{"action": "vote"})}, 1},
		"a field of the caller":   {nil, []api.CallOption{api.WithBodyField("locale", "en")}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if sent.Add(1) < 3 {
					w.WriteHeader(http.StatusBadGateway)
					return
				}
				w.Header().Set("Cache-Control", "max-age=60")
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(renderComplete))
			}))
			defer server.Close()
			client, err := publishing.NewClient(server.URL, publishing.WithoutAuth(), publishing.WithHTTPClient(server.Client()), publishing.WithRetry(publishing.Retry{MinWait: 1, MaxWait: 1}))
			require.NoError(t, err)
			request := rendering(inDocument)
			request.Action = test.action
			var meta api.Meta
			output, err := client.Integrations.Render(t.Context(), "poll", request, append(test.opts, api.WithMeta(&meta))...)
			require.Equal(t, test.sent, sent.Load())
			if test.sent == 1 {
				require.ErrorIs(t, err, api.ErrServer)
				require.True(t, api.MayHaveApplied(err))
				return
			}
			require.NoError(t, err)
			require.NotNil(t, output.Complete)
			require.Equal(t, "max-age=60", meta.Header.Get("Cache-Control"))
		})
	}
}

func TestRenderOutputIsDecodedByItsType(t *testing.T) {
	t.Parallel()
	const element = `{"type":"block","children":[{"type":"text","children":"x"}]}`
	for text, want := range map[string]integrations.RenderOutput{
		`{"element":` + element + `,"state":{},"props":{}}`: {Element: &integrations.RenderedElement{
			Element: integrations.Element{Type: integrations.ElementTypeBlock, Raw: api.Raw(element)}, State: api.Raw(`{}`), Props: api.Raw(`{}`),
		}},
		`{"type":"element","element":{},"state":{"a":1.50},"props":{},"canAccessVisitorClaims":false,"new":1}`: {Element: &integrations.RenderedElement{
			Type: new(integrations.RenderOutputTypeElement), Element: integrations.Element{Raw: api.Raw(`{}`)}, State: api.Raw(`{"a":1.50}`), Props: api.Raw(`{}`),
			CanAccessVisitorClaims: new(false), Extra: map[string]api.Raw{"new": api.Raw("1")},
		}},
		`{"type":"complete"}`: {Complete: &integrations.RenderedComplete{Type: integrations.RenderOutputTypeComplete}},
		`{"type":"complete","returnValue":{"a":[]},"new":1}`: {Complete: &integrations.RenderedComplete{
			Type: integrations.RenderOutputTypeComplete, ReturnValue: api.Raw(`{"a":[]}`), Extra: map[string]api.Raw{"new": api.Raw("1")},
		}},
		`{"type":"redirect","url":"https://acme.example.com/"}`: {Raw: api.Raw(`{"type":"redirect","url":"https://acme.example.com/"}`)},
		`{"type":null,"element":{}}`:                            {Raw: api.Raw(`{"type":null,"element":{}}`)},
		`{}`:                                                    {Raw: api.Raw(`{}`)},
	} {
		var got integrations.RenderOutput
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		require.Equal(t, want, got)
		encoded, err := json.Marshal(got)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
	}
}
