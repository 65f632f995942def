// Package ask contains the types for questions to organizations and to sites: answers, and the
// messages of the streams that deliver answers. [Text] assembles the text of a streamed answer:
//
//	var text ask.Text
//	for event, err := range client.Sites.Ask.Stream(ctx, orgID, siteID, question, options) {
//		if err != nil {
//			return err
//		}
//		fmt.Print(text.Add(event))
//	}
//
// The operations themselves are in packages orgs and sites.
package ask

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/richtext"
)

// Answer is an answer and its sources.
type Answer struct {
	// Answer is nil if there is no answer, or no answer yet.
	Answer            *richtext.Content `json:"answer,omitzero"`
	FollowupQuestions []string          `json:"followupQuestions"`
	// Sources contains the sources of the answer. The service has been seen to return the most
	// relevant source first. In a stream, use the sources of the last message that contains
	// sources.
	Sources []Source `json:"sources"`
}

// Markdown returns the text of the answer. It returns "" if there is no answer, or if the answer is
// not in Markdown.
func (a *Answer) Markdown() string {
	if a == nil || a.Answer == nil || a.Answer.Markdown == nil {
		return ""
	}
	return *a.Answer.Markdown
}

// Source is a source of an answer: a page, which can be fetched with spaces.PageService.Get, or a
// record. If this release does not know the type, only Type and Raw are set.
type Source struct {
	Type SourceType `json:"type"`
	// Reason is the reason for using the source, or nil if the service does not state a reason.
	Reason *string `json:"reason,omitzero"`
	Page   string  `json:"page,omitzero" response:"required,if=type:page,id"` // ID of the page
	// Revision is the ID of the revision that contains the page and the sections.
	Revision string   `json:"revision,omitzero" response:"required,if=type:page,id"`
	Space    string   `json:"space,omitzero" response:"required,if=type:page,id"` // ID of the space
	Sections []string `json:"sections,omitzero" response:"required,if=type:page"` // IDs of the sections
	// The following fields are set for a record. Site is the ID of the site for which the record
	// was found.
	//
	// Experimental: may change in any minor release; see [api].
	Record string `json:"record,omitzero" response:"required,if=type:record,id"` // ID of the record
	Site   string `json:"site,omitzero" response:"required,if=type:record,id"`
	Title  string `json:"title,omitzero" response:"required,if=type:record"`
	URL    string `json:"url,omitzero" response:"required,if=type:record"`
	// Raw is the JSON of a source whose type this release does not know, and nil otherwise. If Raw
	// is set, MarshalJSON returns it and ignores the other fields.
	Raw api.Raw `json:"-"`
}

type plainSource Source

var sourceCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Choice(
		"type",
		func(s *Source, data *jsonx.Value) any {
			*s = Source{Type: SourceType(data.Text("type"))}
			switch s.Type {
			case SourceTypePage, SourceTypeRecord:
				return (*plainSource)(s)
			default:
				s.Raw = data.Keep()
				return nil
			}
		},
		func(s *Source) any {
			if s.Raw != nil {
				return s.Raw
			}
			if s.Type == SourceTypePage && s.Sections == nil {
				page := *s
				page.Sections = []string{} // sections of a page are always sent, even if there are none
				s = &page
			}
			return (*plainSource)(s)
		},
	))
}}

// MarshalJSON encodes the source, or Raw if it is set.
func (s Source) MarshalJSON() ([]byte, error) { return sourceCodec.Marshal(&s) }

// UnmarshalJSON decodes a page or a record, and keeps a source of any other type in Raw.
func (s *Source) UnmarshalJSON(data []byte) error { return sourceCodec.Unmarshal(data, s) }

// SourceType is the type of a [Source].
type SourceType string

// SourceTypePage means that the source is a page.
const SourceTypePage SourceType = "page"

// SourceTypeRecord means that the source is a record. The content of a record is outside the
// platform.
//
// Experimental: may change in any minor release; see [api].
const SourceTypeRecord SourceType = "record"

// Event is a message of a stream that answers a question.
type Event struct {
	Type EventType `json:"type" response:"id"` // [EventTypeAnswer], or a type unknown to this release
	// Answer is the answer so far in a cumulative message, and the new part of the answer in a
	// delta: see [Text]. It is nil if the message contains no answer.
	Answer *Answer `json:"answer,omitzero" response:"required,if=type:answer"`
	// Mode is [TextModeCumulative] for a question to a site. For a question to an organization, the
	// mode is unknown, and Mode is [TextModeGuess]. [Text.Add] uses it.
	Mode TextMode `json:"-"`
	// Name is the name of the event that contained the message, or "" if the event had no name.
	Name string `json:"-"`
	// Raw is the message as received.
	Raw api.Raw `json:"-"`
}

// EventType is the type of an [Event].
type EventType string

// EventTypeAnswer means that the message contains an answer.
const EventTypeAnswer EventType = "answer"

// RecommendedQuestion is a message of a stream of recommended questions.
type RecommendedQuestion struct {
	Question string `json:"question"` // empty for a message of a type unknown to this release
	// Name is the name of the event that contained the message, or "" if the event had no name.
	Name string `json:"-"`
	// Raw is the message as received.
	Raw api.Raw `json:"-"`
}
