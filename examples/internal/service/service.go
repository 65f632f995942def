// Package service connects an example to the service that it runs on: the in-memory server, or
// another one that the environment configures. To copy an example, see README.md in examples.
package service

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// EnvOrganization is the environment variable with the ID of an organization.
const EnvOrganization = "PUBLISHING_ORGANIZATION"

// A Service is what an example runs on.
type Service struct {
	Client *publishing.Client
	OrgID  string
	// Server is the in-memory server, nil for another service.
	Server *publishingtest.Server
	// Demo contains the IDs of the content of the in-memory server.
	Demo publishingtest.Demo
}

// Open is like [Connect], and returns an error if there is no organization.
func Open(out io.Writer, opts ...publishing.Option) (*Service, error) {
	return OpenIn(out, "", nil, opts...)
}

// OpenIn is like [Open] for the organization with the ID orgID, or that of the environment if orgID
// is "". The in-memory server is started with the options in server.
func OpenIn(out io.Writer, orgID string, server []publishingtest.Option, opts ...publishing.Option) (*Service, error) {
	on, err := ConnectWith(out, server, opts...)
	if err != nil {
		return nil, err
	}
	on.OrgID = cmp.Or(orgID, on.OrgID)
	if on.OrgID == "" {
		return nil, fmt.Errorf("%s is not set: the ID of an organization", EnvOrganization)
	}
	return on, nil
}

// Connect connects to the service at PUBLISHING_BASE_URL, with the token of PUBLISHING_TOKEN. If
// PUBLISHING_BASE_URL is not set, it starts an in-memory server with the content of the demo, and
// prints that on out. The options configure the client. OrgID is "" if PUBLISHING_ORGANIZATION is
// not set.
func Connect(out io.Writer, opts ...publishing.Option) (*Service, error) {
	return ConnectWith(out, nil, opts...)
}

// ConnectWith is like [Connect] and starts the in-memory server with the options in server.
func ConnectWith(out io.Writer, server []publishingtest.Option, opts ...publishing.Option) (*Service, error) {
	if os.Getenv(publishing.EnvBaseURL) == "" {
		if os.Getenv(publishing.EnvToken) != "" || os.Getenv(EnvOrganization) != "" {
			return nil, fmt.Errorf("%s is not set; to use the in-memory server, set neither it nor %s and %s",
				publishing.EnvBaseURL, publishing.EnvToken, EnvOrganization)
		}
		started, err := publishingtest.Start(server...)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(out, "Using the in-memory server.")
		demo := started.SeedDemo()
		return &Service{Client: started.Client(opts...), OrgID: demo.Organization, Server: started, Demo: demo}, nil
	}
	client, err := publishing.NewClient("", append(opts, publishing.WithEnv())...)
	if err != nil {
		return nil, err
	}
	return &Service{Client: client, OrgID: os.Getenv(EnvOrganization)}, nil
}

// FindOrganization sets OrgID, if it is "", to the organization that the user of the token is a
// member of. If there is none or more than one, it returns an error that lists them.
func (s *Service) FindOrganization(ctx context.Context) error {
	if s.OrgID != "" {
		return nil
	}
	var found []string
	for org, err := range s.Client.Orgs.All(ctx, orgs.ListOptions{}) {
		if err != nil {
			return fmt.Errorf("%s is not set: %w", EnvOrganization, err)
		}
		s.OrgID = org.ID
		found = append(found, fmt.Sprintf("%s (%s)", org.ID, org.Title))
	}
	switch len(found) {
	case 0:
		return fmt.Errorf("%s is not set, and the user of the token is not a member of any organization", EnvOrganization)
	case 1:
		return nil
	default:
		s.OrgID = ""
		return fmt.Errorf("%s is not set; set it to the ID of one of these organizations: %s", EnvOrganization, strings.Join(found, ", "))
	}
}

// Close stops the in-memory server, if there is one.
func (s *Service) Close() {
	if s.Server != nil {
		s.Server.Close()
	}
}
