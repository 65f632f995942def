// Package service gives an example the service it runs on.
package service

import (
	"cmp"
	"fmt"
	"io"
	"os"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// EnvOrganization names the environment variable with the id of an organization, which no operation lists.
const EnvOrganization = "PUBLISHING_ORGANIZATION"

// Service is one that an example runs on.
type Service struct {
	Client *publishing.Client
	OrgID  string
	// Server is the service in memory, nil for the service of the environment.
	Server *publishingtest.Server
	// Demo has the ids of what is on the service in memory.
	Demo publishingtest.Demo
}

// Open is Connect for an example that needs an organization.
func Open(out io.Writer, opts ...publishing.Option) (*Service, error) {
	return OpenIn(out, "", nil, opts...)
}

// OpenIn is Open in the organization with an id, "" for that of the environment. A service in memory is made with the options of the server.
func OpenIn(out io.Writer, orgID string, server []publishingtest.Option, opts ...publishing.Option) (*Service, error) {
	on, err := ConnectWith(out, server, opts...)
	if err != nil {
		return nil, err
	}
	on.OrgID = cmp.Or(orgID, on.OrgID)
	if on.OrgID == "" {
		return nil, fmt.Errorf("%s is not set: the id of an organization", EnvOrganization)
	}
	return on, nil
}

// Connect gives the service that the environment names, or one in memory with the demo on it when the environment names none, and then says
// so on out. The options are those of the client, before what the environment says. Without an organization in the environment OrgID is "".
func Connect(out io.Writer, opts ...publishing.Option) (*Service, error) {
	return ConnectWith(out, nil, opts...)
}

// ConnectWith is Connect that makes a service in memory with the options of the server.
func ConnectWith(out io.Writer, server []publishingtest.Option, opts ...publishing.Option) (*Service, error) {
	if os.Getenv(publishing.EnvBaseURL) == "" {
		if os.Getenv(publishing.EnvToken) != "" || os.Getenv(EnvOrganization) != "" {
			return nil, fmt.Errorf("%s is not set; set neither it nor %s and %s to run on the service in memory",
				publishing.EnvBaseURL, publishing.EnvToken, EnvOrganization)
		}
		started, err := publishingtest.Start(server...)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(out, "On the service in memory.")
		demo := started.SeedDemo()
		return &Service{Client: started.Client(opts...), OrgID: demo.Organization, Server: started, Demo: demo}, nil
	}
	client, err := publishing.NewClient("", append(opts, publishing.WithEnv())...)
	if err != nil {
		return nil, err
	}
	return &Service{Client: client, OrgID: os.Getenv(EnvOrganization)}, nil
}

// Close stops the service in memory.
func (s *Service) Close() {
	if s.Server != nil {
		s.Server.Close()
	}
}
