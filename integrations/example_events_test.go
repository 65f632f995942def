package integrations_test

import (
	"encoding/json"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
)

// The code of an integration receives the events of the service.
func ExampleEventPayload() {
	handle := func(body []byte) error {
		var event integrations.EventPayload
		if err := json.Unmarshal(body, &event); err != nil {
			return err
		}
		switch {
		case event.SpaceContentUpdated != nil:
			fmt.Println("space", event.SpaceContentUpdated.SpaceID, "has the revision", event.SpaceContentUpdated.RevisionID)
		case event.PageFeedback != nil:
			fmt.Println("a page was rated", event.PageFeedback.Feedback.Rating, "by", event.PageFeedback.Visitor.IP)
		default:
			fmt.Println("ignored:", event.Type)
		}
		return nil
	}

	for _, body := range []string{
		`{"eventId": "e1", "type": "space_content_updated", "installationId": "i", "spaceId": "space_1", "revisionId": "revision_2"}`,
		`{"eventId": "e2", "type": "page_feedback", "installationId": "i", "siteId": "site_1", "feedback": {"rating": "good"}, "visitor": {"ip": "203.0.113.7"}}`,
		`{"eventId": "e3", "type": "task", "task": {"name": "sync"}}`,
	} {
		if err := handle([]byte(body)); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// space space_1 has the revision revision_2
	// a page was rated good by [secret]
	// ignored: task
}

func ExampleWalkElements() {
	root := integrations.Element{Type: integrations.ElementTypeBlock, Raw: api.Raw(`{"type": "block", "children": [
		{"type": "text", "children": "Do you like it?"},
		{"type": "hstack", "children": [{"type": "button", "label": "Yes"}, {"type": "button", "label": "No"}]}
	]}`)}

	for visit := range integrations.WalkElements(root) {
		if visit.Element.Type != integrations.ElementTypeButton {
			continue
		}
		var button struct {
			Label string `json:"label"`
		}
		if err := visit.Element.Raw.Decode(&button); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(button.Label, "in an", visit.Parents[len(visit.Parents)-1].Type)
	}
	// Output:
	// Yes in an hstack
	// No in an hstack
}
