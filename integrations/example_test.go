package integrations_test

import (
	"context"
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/integrations"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

func ExampleService_Publish() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})

	integration, err := server.Client().Integrations.Publish(ctx, "acme-tickets", integrations.Publish{
		Organization: org.ID,
		Script:       "addEventListener('fetch', () => new Response('Hello'))",
		Runtime:      integrations.RuntimeV2,
		Title:        "Tickets",
		Description:  "Shows tickets in pages",
		Scopes:       []integrations.Scope{integrations.ScopeSpaceContentRead},
		Blocks: []integrations.Block{{
			ID:        "ticket",
			Title:     "Ticket",
			URLUnfurl: []string{"https://tickets.example.com"},
		}},
		Configurations: &integrations.Configurations{
			Account: &integrations.Configuration{Schema: &integrations.ConfigurationSchema{
				Properties: map[string]integrations.Property{
					"project": {Type: integrations.PropertyTypeString, Title: new("Project")},
				},
				Required: []string{"project"},
			}},
		},
		Secrets: api.NewSecretMap(map[string]string{"TICKETS_KEY": "key-of-the-tickets"}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, version %d, by %s\n", integration.Title, integration.Version, integration.Owner.Title)

	// Output:
	// Tickets, version 1, by Acme
}

// An organization chooses among the integrations that display links to a host.
func ExampleService_AllInOrg() {
	ctx := context.Background()
	server, err := publishingtest.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	org := server.Orgs.Add(orgs.Organization{Title: "Acme"})
	server.Integrations.Add(org.ID, integrations.Integration{
		Title:  "Tickets",
		Blocks: []integrations.Block{{ID: "ticket", Title: "Ticket", URLUnfurl: []string{"https://tickets.example.com"}}},
	})
	server.Integrations.Add(org.ID, integrations.Integration{Title: "Analytics"})

	options := integrations.ListInOrgOptions{BlockDomain: "tickets.example.com"}
	for integration, err := range server.Client().Integrations.AllInOrg(ctx, org.ID, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, block := range integration.Blocks {
			fmt.Println(integration.Title, "has the block", block.Title)
		}
	}

	// Output:
	// Tickets has the block Ticket
}
