package integrations

import (
	"log/slog"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/logvalue"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// EventPayload is the JSON that the service sends to the code of an integration. If Raw is nil,
// exactly one of the fields between ID and Extra is set. Type determines which.
//
// The code of an integration decodes a payload with [encoding/json.Unmarshal]:
//
//	var event integrations.EventPayload
//	if err := json.Unmarshal(data, &event); err != nil {
//		return err
//	}
//	switch {
//	case event.SpaceContentUpdated != nil:
//		// …
//	case event.PageFeedback != nil:
//		// …
//	}
//
// Experimental: may change in any minor release; see [api].
type EventPayload struct {
	Type EventType // ignored by MarshalJSON, which uses the field that is set
	// ID is the ID of the event. The service has been seen to deliver an event up to four times,
	// with the same ID.
	ID string

	InstallationSetup          *InstallationSetupEvent
	InstallationDeleted        *InstallationDeletedEvent
	SpaceInstallationSetup     *SpaceInstallationSetupEvent
	SpaceInstallationDeleted   *SpaceInstallationDeletedEvent
	SiteInstallationSetup      *SiteInstallationSetupEvent
	SiteInstallationDeleted    *SiteInstallationDeletedEvent
	SiteView                   *SiteViewEvent
	SpaceContentUpdated        *SpaceContentUpdatedEvent
	SpaceGitSyncCompleted      *SpaceGitSyncCompletedEvent
	SpaceGitSyncStarted        *SpaceGitSyncStartedEvent
	SpaceVisibilityUpdated     *SpaceVisibilityUpdatedEvent
	Fetch                      *FetchEvent
	FetchPublishedScript       *FetchPublishedScriptEvent
	FetchVisitorAuthentication *FetchVisitorAuthenticationEvent
	UIRender                   *UIRenderEvent
	ContentComputeDocument     *ContentComputeEvent
	ContentComputeRevision     *ContentComputeEvent
	PageFeedback               *PageFeedbackEvent
	Task                       *TaskEvent

	// Extra contains fields that this release does not know, if it knows the type of the payload.
	Extra map[string]api.Raw
	// Raw is the JSON of a payload whose type this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw
}

// EventType is the type of an [EventPayload].
//
// Experimental: may change in any minor release; see [api].
type EventType string

// Types of events. The service sends a setup event when an installation is created, and when its
// status or configuration changes. For [EventTypeFetch] and the types below it, the service uses
// the result that the code of the integration returns.
const (
	EventTypeInstallationSetup          EventType = "installation_setup" // installation on an organization
	EventTypeInstallationDeleted        EventType = "installation_deleted"
	EventTypeSpaceInstallationSetup     EventType = "space_installation_setup"
	EventTypeSpaceInstallationDeleted   EventType = "space_installation_deleted"
	EventTypeSiteInstallationSetup      EventType = "site_installation_setup"
	EventTypeSiteInstallationDeleted    EventType = "site_installation_deleted"
	EventTypeSiteView                   EventType = "site_view"                    // a visitor has opened a page
	EventTypePageFeedback               EventType = "page_feedback"                // a visitor has rated a page
	EventTypeSpaceContentUpdated        EventType = "space_content_updated"        // the main content has a new revision
	EventTypeSpaceGitSyncStarted        EventType = "space_gitsync_started"        // an import from or an export to a Git repository has started
	EventTypeSpaceGitSyncCompleted      EventType = "space_gitsync_completed"      // the import or export has succeeded or failed
	EventTypeSpaceVisibilityUpdated     EventType = "space_visibility_updated"     // the visibility of the space has changed
	EventTypeTask                       EventType = "task"                         // a task is due: see [TaskService.Create]
	EventTypeFetch                      EventType = "fetch"                        // a request to the public endpoint
	EventTypeFetchPublishedScript       EventType = "fetch_published_script"       // requests the script for the pages of a site
	EventTypeFetchVisitorAuthentication EventType = "fetch_visitor_authentication" // requests the URL at which a visitor of a site logs in or out
	EventTypeUIRender                   EventType = "ui_render"                    // requests the output of a component: see [Service.Render]
	EventTypeContentComputeDocument     EventType = "content_compute_document"     // requests the document of a content source
	EventTypeContentComputeRevision     EventType = "content_compute_revision"     // requests the pages of a content source
)

// LogValue implements [slog.LogValuer]. It hides the secrets, and omits Extra and Raw, which could
// contain secrets.
func (p EventPayload) LogValue() slog.Value {
	p.Extra, p.Raw = nil, nil
	return logvalue.Of(p)
}

// InstallationSetupEvent is the payload of [EventTypeInstallationSetup].
//
// Experimental: may change in any minor release; see [api].
type InstallationSetupEvent struct {
	InstallationID string `json:"installationId"`
	Status         Status `json:"status"`
	// Previous is the state before the event. It is nil for a new installation.
	Previous *PreviousInstallation `json:"previous,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e InstallationSetupEvent) LogValue() slog.Value { return logvalue.Of(e) }

// InstallationDeletedEvent is the payload of [EventTypeInstallationDeleted].
//
// Experimental: may change in any minor release; see [api].
type InstallationDeletedEvent struct {
	InstallationID string               `json:"installationId"`
	Previous       PreviousInstallation `json:"previous"` // state before the deletion
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e InstallationDeletedEvent) LogValue() slog.Value { return logvalue.Of(e) }

// SpaceInstallationSetupEvent is the payload of [EventTypeSpaceInstallationSetup].
//
// Experimental: may change in any minor release; see [api].
type SpaceInstallationSetupEvent struct {
	InstallationID string `json:"installationId"`
	SpaceID        string `json:"spaceId"`
	Status         Status `json:"status"`
	// Previous is the state before the event. It is nil for a new installation.
	Previous *PreviousInstallation `json:"previous,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e SpaceInstallationSetupEvent) LogValue() slog.Value { return logvalue.Of(e) }

// SpaceInstallationDeletedEvent is the payload of [EventTypeSpaceInstallationDeleted].
//
// Experimental: may change in any minor release; see [api].
type SpaceInstallationDeletedEvent struct {
	InstallationID string               `json:"installationId"`
	SpaceID        string               `json:"spaceId"`
	Previous       PreviousInstallation `json:"previous"` // state before the deletion
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e SpaceInstallationDeletedEvent) LogValue() slog.Value { return logvalue.Of(e) }

// SiteInstallationSetupEvent is the payload of [EventTypeSiteInstallationSetup].
//
// Experimental: may change in any minor release; see [api].
type SiteInstallationSetupEvent struct {
	InstallationID string `json:"installationId"`
	SiteID         string `json:"siteId"`
	Status         Status `json:"status"`
	// Previous is the state before the event. It is nil for a new installation.
	Previous *PreviousInstallation `json:"previous,omitzero"`
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e SiteInstallationSetupEvent) LogValue() slog.Value { return logvalue.Of(e) }

// SiteInstallationDeletedEvent is the payload of [EventTypeSiteInstallationDeleted].
//
// Experimental: may change in any minor release; see [api].
type SiteInstallationDeletedEvent struct {
	InstallationID string               `json:"installationId"`
	SiteID         string               `json:"siteId"`
	Previous       PreviousInstallation `json:"previous"` // state before the deletion
}

// LogValue implements [slog.LogValuer]. It hides the previous configuration.
func (e SiteInstallationDeletedEvent) LogValue() slog.Value { return logvalue.Of(e) }

// PreviousInstallation is the state of an installation before an event.
//
// Experimental: may change in any minor release; see [api].
type PreviousInstallation struct {
	Status *Status `json:"status,omitzero"` // nil if the installation was deleted
	// Configuration is absent if the installation had no configuration.
	Configuration api.SecretJSON `json:"configuration,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the configuration and omits Extra.
func (p PreviousInstallation) LogValue() slog.Value {
	p.Extra = nil
	return logvalue.Of(plainPrevious(p))
}

// SiteViewEvent is the payload of [EventTypeSiteView].
//
// Experimental: may change in any minor release; see [api].
type SiteViewEvent struct {
	InstallationID string       `json:"installationId"`
	SiteID         string       `json:"siteId"`
	SiteSpaceID    *string      `json:"siteSpaceId,omitzero"` // ID of the site space that contains the page
	PageID         *string      `json:"pageId,omitzero"`      // nil if the URL does not lead to a page
	Visitor        EventVisitor `json:"visitor"`
	URL            string       `json:"url" secret:"url"`
	Referrer       string       `json:"referrer" secret:"url"` // "" if there is none
}

// LogValue implements [slog.LogValuer]. It hides the cookies and the IP address of the visitor, and
// the paths and the queries of the URLs.
func (e SiteViewEvent) LogValue() slog.Value { return logvalue.Of(e) }

// EventVisitor describes a visitor of a site. The values of Cookies and IP are never printed.
//
// Experimental: may change in any minor release; see [api].
type EventVisitor struct {
	AnonymousID string        `json:"anonymousId"` // it is undocumented how long the ID stays the same
	Cookies     api.SecretMap `json:"cookies"`     // cookies by name
	UserAgent   string        `json:"userAgent"`
	IP          api.Secret    `json:"ip"`
	Language    *string       `json:"language,omitzero"` // such as "en-US"
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the cookies and the IP address, and omits Extra.
func (v EventVisitor) LogValue() slog.Value {
	v.Extra = nil
	return logvalue.Of(plainVisitor(v))
}

// PageFeedbackEvent is the payload of [EventTypePageFeedback].
//
// Experimental: may change in any minor release; see [api].
type PageFeedbackEvent struct {
	InstallationID string       `json:"installationId"`
	SiteID         string       `json:"siteId"`
	PageID         *string      `json:"pageId,omitzero"`
	Feedback       PageFeedback `json:"feedback"`
	Visitor        EventVisitor `json:"visitor"`
	URL            string       `json:"url" secret:"url"`
	Referrer       string       `json:"referrer" secret:"url"` // "" if there is none
}

// LogValue implements [slog.LogValuer]. It hides the cookies and the IP address of the visitor, and
// the paths and the queries of the URLs.
func (e PageFeedbackEvent) LogValue() slog.Value { return logvalue.Of(e) }

// PageFeedback is the feedback of a visitor on a page.
//
// Experimental: may change in any minor release; see [api].
type PageFeedback struct {
	Rating  insights.PageRating `json:"rating"`
	Comment *string             `json:"comment,omitzero"` // at most 512 characters; nil for none
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// SpaceContentUpdatedEvent is the payload of [EventTypeSpaceContentUpdated].
//
// Experimental: may change in any minor release; see [api].
type SpaceContentUpdatedEvent struct {
	InstallationID string `json:"installationId"`
	SpaceID        string `json:"spaceId"`
	RevisionID     string `json:"revisionId"` // ID of the new current revision
	// UpdatedBy contains the users who have changed the content. It is nil if the service does not
	// report them.
	UpdatedBy []api.User `json:"updatedBy,omitzero"`
}

// SpaceGitSyncStartedEvent is the payload of [EventTypeSpaceGitSyncStarted].
//
// Experimental: may change in any minor release; see [api].
type SpaceGitSyncStartedEvent struct {
	InstallationID string `json:"installationId"`
	SpaceID        string `json:"spaceId"`
	RevisionID     string `json:"revisionId"`
	CommitID       string `json:"commitId"`
}

// SpaceGitSyncCompletedEvent is the payload of [EventTypeSpaceGitSyncCompleted].
//
// Experimental: may change in any minor release; see [api].
type SpaceGitSyncCompletedEvent struct {
	InstallationID string       `json:"installationId"`
	SpaceID        string       `json:"spaceId"`
	State          GitSyncState `json:"state"`
	RevisionID     string       `json:"revisionId"`
	CommitID       string       `json:"commitId"`
}

// GitSyncState is the result of a synchronization with a Git repository.
//
// Experimental: may change in any minor release; see [api].
type GitSyncState string

// Results of synchronizations.
const (
	GitSyncStateSuccess GitSyncState = "success"
	GitSyncStateFailure GitSyncState = "failure"
)

// SpaceVisibilityUpdatedEvent is the payload of [EventTypeSpaceVisibilityUpdated].
//
// Experimental: may change in any minor release; see [api].
type SpaceVisibilityUpdatedEvent struct {
	InstallationID     string            `json:"installationId"`
	SpaceID            string            `json:"spaceId"`
	PreviousVisibility spaces.Visibility `json:"previousVisibility"`
	Visibility         spaces.Visibility `json:"visibility"`
}

// FetchEvent is the payload of [EventTypeFetch].
//
// Experimental: may change in any minor release; see [api].
type FetchEvent struct {
	SpaceID *string `json:"spaceId,omitzero"` // nil if the request is not about a space
	SiteID  *string `json:"siteId,omitzero"`  // nil if the request is not about a site
	// InstallationID is nil if the request is not about an installation.
	InstallationID *string `json:"installationId,omitzero"`
	// Auth is nil if the service does not know the user.
	Auth    *EventAuth   `json:"auth,omitzero"`
	Request FetchRequest `json:"request"`
}

// LogValue implements [slog.LogValuer]. It hides the headers, the path and the query of the
// request.
func (e FetchEvent) LogValue() slog.Value { return logvalue.Of(e) }

// EventAuth identifies the user who has caused an event.
//
// Experimental: may change in any minor release; see [api].
type EventAuth struct {
	UserID string `json:"userId"`
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// FetchRequest is a request to the public endpoint of an integration. The values of its headers are
// never printed. The event does not contain the body of the request.
//
// Experimental: may change in any minor release; see [api].
type FetchRequest struct {
	Method  FetchMethod   `json:"method"`
	URL     string        `json:"url" secret:"url"`
	Headers api.SecretMap `json:"headers"` // values by name
	// Extra contains the fields that this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// LogValue implements [slog.LogValuer]. It hides the headers, the path and the query, and omits
// Extra.
func (r FetchRequest) LogValue() slog.Value {
	r.Extra = nil
	return logvalue.Of(plainRequest(r))
}

// FetchMethod is the method of a [FetchRequest], in lower case.
//
// Experimental: may change in any minor release; see [api].
type FetchMethod string

// Methods of requests.
const (
	FetchMethodGet    FetchMethod = "get"
	FetchMethodPost   FetchMethod = "post"
	FetchMethodPut    FetchMethod = "put"
	FetchMethodDelete FetchMethod = "delete"
)

// FetchPublishedScriptEvent is the payload of [EventTypeFetchPublishedScript].
//
// Experimental: may change in any minor release; see [api].
type FetchPublishedScriptEvent struct {
	InstallationID string `json:"installationId"`
	SiteID         string `json:"siteId"`
}

// FetchVisitorAuthenticationEvent is the payload of [EventTypeFetchVisitorAuthentication].
//
// Experimental: may change in any minor release; see [api].
type FetchVisitorAuthenticationEvent struct {
	InstallationID string `json:"installationId"`
	SiteID         string `json:"siteId"`
	// Location is the path on the site that the visitor wanted to open.
	Location *string `json:"location,omitzero" secret:"url"`
	// Only newer versions of the service send these fields; otherwise they are nil. SearchParams
	// contains the query parameters of the URL that the visitor has opened. The values of
	// SearchParams and Cookies are never printed.
	SearchParams api.SecretMap         `json:"searchParams,omitzero"`
	Cookies      api.SecretMap         `json:"cookies,omitzero"` // cookies by name
	Action       *AuthenticationAction `json:"action,omitzero"`  // nil for a login
}

// LogValue implements [slog.LogValuer]. It hides the location, the query and the cookies.
func (e FetchVisitorAuthenticationEvent) LogValue() slog.Value { return logvalue.Of(e) }

// AuthenticationAction is an action of a visitor other than logging in.
//
// Experimental: may change in any minor release; see [api].
type AuthenticationAction string

// AuthenticationActionLogout means that the visitor logs out.
const AuthenticationActionLogout AuthenticationAction = "logout"

// UIRenderEvent is the payload of [EventTypeUIRender]. SpaceID is set if the component is rendered
// for a space, and SiteID is set if it is rendered for a site. If it is rendered for an
// organization, neither is set.
//
// Experimental: may change in any minor release; see [api].
type UIRenderEvent struct {
	InstallationID string        `json:"installationId"`
	SpaceID        *string       `json:"spaceId,omitzero"`
	SiteID         *string       `json:"siteId,omitzero"`
	Auth           *EventAuth    `json:"auth,omitzero"` // nil if the service does not know the user
	ComponentID    string        `json:"componentId"`
	Props          api.Raw       `json:"props" secret:"text"`          // object
	State          api.Raw       `json:"state,omitzero" secret:"text"` // object; absent when the component is rendered for the first time
	Context        RenderContext `json:"context"`
	// Action is an object that describes the action of the user. It is absent if there was no
	// action.
	Action api.Raw `json:"action,omitzero" secret:"text"`
}

// LogValue implements [slog.LogValuer]. It hides Props, State and Action, which can contain texts
// that the user has typed.
func (e UIRenderEvent) LogValue() slog.Value { return logvalue.Of(e) }

// ContentComputeEvent is the payload of [EventTypeContentComputeDocument] and of
// [EventTypeContentComputeRevision].
//
// Experimental: may change in any minor release; see [api].
type ContentComputeEvent struct {
	InstallationID string `json:"installationId"`
	SpaceID        string `json:"spaceId"`
	SourceID       string `json:"sourceId"` // ID of a [ContentSource]
	// Props is an object that the source defines.
	Props        api.Raw                              `json:"props" secret:"text"`
	Dependencies map[string]spaces.ComputedDependency `json:"dependencies"`
}

// LogValue implements [slog.LogValuer]. It hides Props.
func (e ContentComputeEvent) LogValue() slog.Value { return logvalue.Of(e) }

// TaskEvent is the payload of [EventTypeTask].
//
// Experimental: may change in any minor release; see [api].
type TaskEvent struct {
	Task api.Raw `json:"task" secret:"text"` // object that was passed to [TaskService.Create]
}

// LogValue implements [slog.LogValuer]. It hides the task.
func (e TaskEvent) LogValue() slog.Value { return logvalue.Of(e) }

type (
	plainPrevious PreviousInstallation
	plainVisitor  EventVisitor
	plainRequest  FetchRequest
	plainAuth     EventAuth
	plainFeedback PageFeedback
)

var (
	previousCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(p *PreviousInstallation) *plainPrevious { return (*plainPrevious)(p) })
	}}
	visitorCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(v *EventVisitor) *plainVisitor { return (*plainVisitor)(v) })
	}}
	requestCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(r *FetchRequest) *plainRequest { return (*plainRequest)(r) })
	}}
	authCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(a *EventAuth) *plainAuth { return (*plainAuth)(a) })
	}}
	feedbackCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(f *PageFeedback) *plainFeedback { return (*plainFeedback)(f) })
	}}
)

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (p PreviousInstallation) MarshalJSON() ([]byte, error) { return previousCodec.Marshal(&p) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (p *PreviousInstallation) UnmarshalJSON(data []byte) error {
	return previousCodec.Unmarshal(data, p)
}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (v EventVisitor) MarshalJSON() ([]byte, error) { return visitorCodec.Marshal(&v) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (v *EventVisitor) UnmarshalJSON(data []byte) error { return visitorCodec.Unmarshal(data, v) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (r FetchRequest) MarshalJSON() ([]byte, error) { return requestCodec.Marshal(&r) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (r *FetchRequest) UnmarshalJSON(data []byte) error { return requestCodec.Unmarshal(data, r) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (a EventAuth) MarshalJSON() ([]byte, error) { return authCodec.Marshal(&a) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (a *EventAuth) UnmarshalJSON(data []byte) error { return authCodec.Unmarshal(data, a) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (f PageFeedback) MarshalJSON() ([]byte, error) { return feedbackCodec.Marshal(&f) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (f *PageFeedback) UnmarshalJSON(data []byte) error { return feedbackCodec.Unmarshal(data, f) }

// eventBody is the JSON of a payload of a known type. It contains pointers into the payload.
type eventBody[T any] struct {
	Type  EventType           `json:"type"`
	ID    string              `json:"eventId"`
	Of    *T                  `json:",embed"`
	Extra *map[string]api.Raw `json:",embed"`
}

// eventArm describes the field of EventPayload for a type of event.
type eventArm struct {
	kind EventType
	// body returns a pointer to a value that encodes and decodes the payload. If create is true, it
	// first sets the field to a new value. Otherwise, it returns nil if the field is not set.
	body func(p *EventPayload, create bool) any
}

func eventArmOf[T any](kind EventType, field func(p *EventPayload) **T) eventArm {
	return eventArm{kind, func(p *EventPayload, create bool) any {
		at := field(p)
		if create {
			*at = new(T)
		}
		if *at == nil {
			return nil
		}
		return &eventBody[T]{kind, p.ID, *at, &p.Extra}
	}}
}

func eventArms() []eventArm {
	return []eventArm{
		eventArmOf(EventTypeInstallationSetup, func(p *EventPayload) **InstallationSetupEvent { return &p.InstallationSetup }),
		eventArmOf(EventTypeInstallationDeleted, func(p *EventPayload) **InstallationDeletedEvent { return &p.InstallationDeleted }),
		eventArmOf(EventTypeSpaceInstallationSetup, func(p *EventPayload) **SpaceInstallationSetupEvent { return &p.SpaceInstallationSetup }),
		eventArmOf(EventTypeSpaceInstallationDeleted, func(p *EventPayload) **SpaceInstallationDeletedEvent { return &p.SpaceInstallationDeleted }),
		eventArmOf(EventTypeSiteInstallationSetup, func(p *EventPayload) **SiteInstallationSetupEvent { return &p.SiteInstallationSetup }),
		eventArmOf(EventTypeSiteInstallationDeleted, func(p *EventPayload) **SiteInstallationDeletedEvent { return &p.SiteInstallationDeleted }),
		eventArmOf(EventTypeSiteView, func(p *EventPayload) **SiteViewEvent { return &p.SiteView }),
		eventArmOf(EventTypeSpaceContentUpdated, func(p *EventPayload) **SpaceContentUpdatedEvent { return &p.SpaceContentUpdated }),
		eventArmOf(EventTypeSpaceGitSyncCompleted, func(p *EventPayload) **SpaceGitSyncCompletedEvent { return &p.SpaceGitSyncCompleted }),
		eventArmOf(EventTypeSpaceGitSyncStarted, func(p *EventPayload) **SpaceGitSyncStartedEvent { return &p.SpaceGitSyncStarted }),
		eventArmOf(EventTypeSpaceVisibilityUpdated, func(p *EventPayload) **SpaceVisibilityUpdatedEvent { return &p.SpaceVisibilityUpdated }),
		eventArmOf(EventTypeFetch, func(p *EventPayload) **FetchEvent { return &p.Fetch }),
		eventArmOf(EventTypeFetchPublishedScript, func(p *EventPayload) **FetchPublishedScriptEvent { return &p.FetchPublishedScript }),
		eventArmOf(EventTypeFetchVisitorAuthentication, func(p *EventPayload) **FetchVisitorAuthenticationEvent { return &p.FetchVisitorAuthentication }),
		eventArmOf(EventTypeUIRender, func(p *EventPayload) **UIRenderEvent { return &p.UIRender }),
		eventArmOf(EventTypeContentComputeDocument, func(p *EventPayload) **ContentComputeEvent { return &p.ContentComputeDocument }),
		eventArmOf(EventTypeContentComputeRevision, func(p *EventPayload) **ContentComputeEvent { return &p.ContentComputeRevision }),
		eventArmOf(EventTypePageFeedback, func(p *EventPayload) **PageFeedbackEvent { return &p.PageFeedback }),
		eventArmOf(EventTypeTask, func(p *EventPayload) **TaskEvent { return &p.Task }),
	}
}

var eventPayloadCodec = jsonx.Codec{New: func() jsonx.Types {
	arms := eventArms()
	return jsonx.Join(jsonx.Choice(
		"type",
		func(p *EventPayload, data *jsonx.Value) any {
			*p = EventPayload{Type: EventType(data.Text("type")), ID: data.Text("eventId")}
			for _, arm := range arms {
				if arm.kind == p.Type {
					return arm.body(p, true)
				}
			}
			p.Raw = data.Keep()
			return nil
		},
		func(p *EventPayload) any {
			for _, arm := range arms {
				if body := arm.body(p, false); body != nil && p.Raw == nil {
					return body
				}
			}
			return p.Raw
		},
	))
}}

// MarshalJSON encodes the field that is set, or Raw. If neither is set, it returns null.
func (p EventPayload) MarshalJSON() ([]byte, error) { return eventPayloadCodec.Marshal(&p) }

// UnmarshalJSON decodes a payload of a known type, and keeps any other payload in Raw.
func (p *EventPayload) UnmarshalJSON(data []byte) error {
	return eventPayloadCodec.Unmarshal(data, p)
}
