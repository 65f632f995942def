package integrations_test

import (
	"context"
	"fmt"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// An integration makes calls for one of its installations with a second client.
func ExampleInstallationService_TokenSource() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	server.Integrations.Add(org.ID, integrations.Integration{Name: "acme-tickets"})
	space := server.Spaces.Add(org.ID, spaces.Space{Title: "Guides"})
	installation := server.Integrations.Installations.Add("acme-tickets", org.ID, integrations.Installation{})

	client := server.ClientForIntegration("acme-tickets")
	source := client.Integrations.Installations.TokenSource("acme-tickets", installation.ID)
	installed, err := publishing.NewClient(server.URL(), publishing.WithTokenSource(source))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer installed.CloseIdleConnections()
	found, err := installed.Spaces.Get(ctx, space.ID, spaces.GetOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Title)

	// Output:
	// Guides
}

// An integration stores what it needs later in the configuration of its installation, beside what
// people have set there.
func ExampleInstallationService_MergeConfiguration() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	server.Integrations.Add(org.ID, integrations.Integration{Name: "acme-tickets"})
	installation := server.Integrations.Installations.Add("acme-tickets", org.ID, integrations.Installation{})

	changes, err := api.NewSecretJSON(map[string]string{"refreshToken": "token-of-the-tickets"})
	if err != nil {
		fmt.Println(err)
		return
	}
	updated, err := server.ClientForIntegration("acme-tickets").Integrations.Installations.MergeConfiguration(ctx, "acme-tickets", installation.ID, changes)
	if err != nil {
		fmt.Println(err)
		return
	}
	var configuration struct{ RefreshToken string }
	if err := updated.Configuration.Decode(&configuration); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("configured:", configuration.RefreshToken != "")
	fmt.Println(updated.Configuration)

	// Output:
	// configured: true
	// [secret]
}
