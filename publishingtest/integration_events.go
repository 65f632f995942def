package publishingtest

import (
	"net/http"

	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/ordered"
)

var (
	ruleEventNewest  = newSeenRule("integrations.events.list.newest-first", "events are listed in the reverse order of their creation")
	ruleEventSetups  = newRule("integrations.events.installations", "an integration receives an event for each setup, each update and each removal of its installations")
	ruleEventContent = newRule("integrations.events.content", "an integration receives an event for each new revision of the main content of a space that it is installed on")
	ruleEventGit     = newRule("integrations.events.git", "an integration receives an event for the start and the end of each import and export of a space that it is installed on")
	ruleRenderScript = newUndecidedRule("integrations.render.script-404", "a render of a component without a script returns 404; without the rule, it is complete without a value")
)

// The operations on events and components of integrations.
var _ = declare(operations{
	"Integrations.Events.List": {handle: onIntegration(listIntegrationEvents)},
	"Integrations.Events.Get":  {handle: eventKind.get},
	"Integrations.Render": {onIntegration(renderComponent), limits.Table{
		limits.BodyOf(integrations.Render{}), limits.Body("context", contextFields),
		limits.Body("action.action", limits.String),
	}},
})

// contextFields requires the context of a component to contain the fields that the type of the
// context needs.
var contextFields = limits.FromDescription(limits.Check{
	Want: "organizationId, spaceId or siteId as its type calls for, and editable with the type document",
	Accepts: func(v any) bool {
		context, _ := v.(map[string]any)
		kind, _ := context["type"].(string)
		for _, name := range map[string][]string{
			"configuration_account": {"organizationId"},
			"configuration_space":   {"spaceId"}, "configuration_site": {"siteId"},
			"configuration_contentsource": {"organizationId"}, "document": {"spaceId", "editable"},
		}[kind] {
			if context[name] == nil {
				return false
			}
		}
		return true
	},
})

// eventKind is the resource kind for events of integrations. In a list, events have no traces.
var eventKind = &kind[*integration, integrations.TracedEvent, integrations.TracedEvent]{
	name: "event", param: "eventId", in: integrationKind.scope(),
	table: func(found *integration) *ordered.Table[*integrations.TracedEvent] {
		return &found.events
	},
	show: itself[*integration, integrations.TracedEvent],
}

func listIntegrationEvents(c *call, found *integration) (response, error) {
	list := byRule(c.state, ruleEventNewest, found.events.Backward(), found.events.List())
	return respondPage(c, list,
		func(e *integrations.TracedEvent) integrations.Event { return e.Event })
}

func renderComponent(c *call, found *integration) (response, error) {
	component := input[integrations.Render](c).ComponentID
	script := found.renders[component]
	if len(script) == 0 {
		if c.enabled(ruleRenderScript) {
			return response{}, fail(
				http.StatusNotFound, "componentId: there is no output of %s [%s]",
				abbreviated(component), ruleRenderScript,
			)
		}
		return respondOK(integrations.RenderOutput{
			Complete: &integrations.RenderedComplete{Type: integrations.RenderOutputTypeComplete},
		})
	}
	if len(script) > 1 {
		found.renders[component] = script[1:]
	}
	return respondOK(script[0])
}

// tellIf adds an event to the integration of an installation if a rule is on.
func (st *state) tellIf(id rule, in *installation, payload integrations.EventPayload) {
	if st.enabled(id) {
		st.addEvent(in.of, integrations.Event{InstallationID: &in.data.ID, Payload: payload}, nil)
	}
}

// addEvent adds an event and generates the fields that are not set.
func (st *state) addEvent(
	found *integration, e integrations.Event, logs []integrations.EventLog,
) integrations.TracedEvent {
	st.fillID(&e.ID, "event")
	e.IntegrationID = found.data.Name
	fill(&e.CreatedAt, st.now())
	fill(&e.Status, integrations.EventStatusSuccess)
	if e.Payload.Raw == nil {
		e.Payload.ID = e.ID
	}
	added := integrations.TracedEvent{
		Event: e, Trace: &integrations.EventTrace{Logs: append([]integrations.EventLog{}, logs...)},
	}
	found.events.Add(e.ID, &added)
	return added
}

// tellOnSpace tells all integrations that are installed on a space. payload returns the payload of
// the event for the installation with the given ID.
func (st *state) tellOnSpace(
	id rule, sp *space, payload func(installationID string) integrations.EventPayload,
) {
	isOn := onSpaces.isOn(st, sp.data.ID)
	for found := range st.integrations.Values() {
		for in := range found.installations.Values() {
			if isOn(in) {
				st.tellIf(id, in, payload(in.data.ID))
			}
		}
	}
}

// tellContent tells the integrations on a space about its new current revision.
func (st *state) tellContent(sp *space) {
	st.tellOnSpace(ruleEventContent, sp, func(installationID string) integrations.EventPayload {
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceContentUpdated,
			SpaceContentUpdated: &integrations.SpaceContentUpdatedEvent{
				InstallationID: installationID, SpaceID: sp.data.ID, RevisionID: sp.main.id,
			},
		}
	})
}

// tellGit tells the integrations on a space about the start or the end of an import or an export.
func (st *state) tellGit(sp *space, w *gitWork) {
	revision := orElse(w.shown.Revision, w.revision.id)
	commit := ""
	if from := st.repository(w); from != nil {
		commit = from.OID
	}
	if w.revision.git != nil && w.isExport() {
		commit = w.revision.git.OID
	}
	state := integrations.GitSyncStateSuccess
	if w.shown.Error != "" {
		state = integrations.GitSyncStateFailure
	}
	st.tellOnSpace(ruleEventGit, sp, func(installationID string) integrations.EventPayload {
		if w.isRunning() {
			return integrations.EventPayload{
				Type: integrations.EventTypeSpaceGitSyncStarted,
				SpaceGitSyncStarted: &integrations.SpaceGitSyncStartedEvent{
					InstallationID: installationID, SpaceID: sp.data.ID,
					RevisionID: revision, CommitID: commit,
				},
			}
		}
		return integrations.EventPayload{
			Type: integrations.EventTypeSpaceGitSyncCompleted,
			SpaceGitSyncCompleted: &integrations.SpaceGitSyncCompletedEvent{
				InstallationID: installationID, SpaceID: sp.data.ID,
				State: state, RevisionID: revision, CommitID: commit,
			},
		}
	})
}

// Add adds an event to an integration, with the log of the integration's code, and returns it. The
// payload needs a Type, and either the field for that type or Raw. If the ID is empty, Add
// generates it. Unless Raw is set, the payload gets the same ID. A zero CreatedAt means the current
// time, and an empty Status means success.
func (s IntegrationEvents) Add(
	name string, seed integrations.Event, logs ...integrations.EventLog,
) integrations.TracedEvent {
	server := open(s.server)
	defer server.mu.hold()()
	seed = clone(seed)
	found := integrationKind.seeded(server, name)
	encoded, _ := seed.Payload.MarshalJSON() // a payload that cannot be encoded has no type either
	var decoded integrations.EventPayload
	if err := decoded.UnmarshalJSON(encoded); err != nil || decoded.Type == "" || decoded.Type != seed.Payload.Type {
		server.mistake("Payload: want a Type, and the field of that type or Raw")
	}
	server.agrees("IntegrationID", seed.IntegrationID, found.data.Name)
	seed.ID = server.seedID("event", seed.ID)
	if seed.Payload = decoded; decoded.Raw == nil {
		server.agrees("Payload.ID", decoded.ID, seed.ID)
	}
	return clone(server.state.addEvent(found, seed, clone(logs)))
}

// All returns the events of an integration with their traces, in the order in which they were
// created.
func (s IntegrationEvents) All(name string) []integrations.TracedEvent {
	return eventKind.all(open(s.server), name)
}

// ScriptRender sets the outputs of a component of an integration, one for each call that renders
// the component. Further calls return the last output. Without outputs, ScriptRender removes the
// outputs of the component. The server never runs the code of an integration.
func (s Integrations) ScriptRender(name, componentID string, outputs ...integrations.RenderOutput) {
	server := open(s.server)
	defer server.mu.hold()()
	found := integrationKind.seeded(server, name)
	for i, output := range outputs {
		server.mistakeIf(output.Element == nil && output.Complete == nil && output.Raw == nil,
			"output %d is empty", i+1)
	}
	setOrDelete(&found.renders, componentID, clone(outputs), len(outputs) > 0)
}
