package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/examples/internal/service"
	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// install publishes the integration and installs it on the first space of the demo, as a user does.
func install(ctx context.Context, on *service.Service, name, secret string, out io.Writer) error {
	published, err := on.Client.Integrations.Publish(ctx, name, integrations.Publish{
		Organization: on.OrgID, Title: "Outdated", Description: "Comments on change requests that are outdated.",
		Script:  "// Sends each event to the server of the integration, with INTEGRATION_SECRET as the bearer token.",
		Scopes:  []integrations.Scope{integrations.ScopeSpaceContentRead, integrations.ScopeSpaceContentWrite},
		Target:  integrations.TargetSpace,
		Secrets: api.NewSecretMap(map[string]string{envSecret: secret}),
	})
	if err != nil {
		return err
	}
	installation, err := on.Client.Integrations.Installations.Create(ctx, name, integrations.InstallationCreate{Organization: on.OrgID})
	if err != nil {
		return err
	}
	_, err = on.Client.Integrations.Installations.Spaces.Create(ctx, name, installation.ID,
		integrations.InstallationSpaceCreate{Space: on.Demo.Spaces[0]}, integrations.InstallationSpaceCreateOptions{})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "published %s, version %d, and installed it on %s\n", published.Name, published.Version, on.Demo.Spaces[0])
	return nil
}

// demonstrate changes the space, delivers the event about that to the address twice, as a service
// does that has not received the response to the first delivery, and prints the comments.
func demonstrate(ctx context.Context, on *service.Service, integration *publishing.Client, c config, address string, out io.Writer) error {
	space := on.Demo.Spaces[0]
	if _, err := on.Client.Spaces.Content.Import(ctx, space, spaces.ContentImport{URL: on.Demo.Imports[0], Source: spaces.ImportSourceWebsite}); err != nil {
		return err
	}
	event, err := lastUpdate(ctx, integration, c.name)
	if err != nil {
		return err
	}
	for range 2 {
		status, err := deliver(ctx, address, c.secret, event)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "delivered %s, %s: %s\n", event.ID, event.Type, status)
	}
	request, err := on.Client.ChangeRequests.Get(ctx, space, on.Demo.ChangeRequest)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "comments on %q:\n", terminal.Line(request.Subject))
	for comment, err := range on.Client.ChangeRequests.Comments.All(ctx, space, request.ID, spaces.CommentListOptions{
		Order: api.OrderAsc, Format: richtext.FormatMarkdown,
	}) {
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  %s: %s\n", terminal.Line(comment.PostedBy.DisplayName), terminal.Line(publishing.Value(comment.Body.Markdown)))
	}
	return nil
}

// lastUpdate returns the event about the last change of the content of a space.
func lastUpdate(ctx context.Context, integration *publishing.Client, name string) (*integrations.EventPayload, error) {
	for event, err := range integration.Integrations.Events.All(ctx, name, integrations.EventListOptions{}) {
		if err != nil {
			return nil, err
		}
		if event.Payload.SpaceContentUpdated != nil {
			return &event.Payload, nil
		}
	}
	return nil, errors.New("there is no event about a change of the content")
}

// deliver sends an event to the server of the integration and returns the status of the response.
func deliver(ctx context.Context, address, secret string, event *integrations.EventPayload) (string, error) {
	body, err := json.Marshal(event)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	req.Header.Set("Content-Type", "application/json")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return "", fmt.Errorf("deliver %s: %s", event.ID, resp.Status)
	}
	return resp.Status, nil
}
