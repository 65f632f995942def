package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// SubdomainService is reached as the Subdomains field of the client: a subdomain is known by its name, not by the organization it leads to.
//
// Beyond the documents.
type SubdomainService struct {
	core *transport.Core
}

// NewSubdomains is for package publishing, which makes the services of a client.
func NewSubdomains(core *transport.Core) SubdomainService { return SubdomainService{core: core} }

// Subdomain is a label on the hosting domain of the service.
type Subdomain struct {
	Object    string          `json:"object"`    // "subdomain"
	Subdomain string          `json:"subdomain"` // the label
	Target    SubdomainTarget `json:"target"`
	IsActive  bool            `json:"isActive"`
}

// SubdomainTarget is what a subdomain leads to.
type SubdomainTarget struct {
	Type         SubdomainTargetType `json:"type"`
	Organization string              `json:"organization"` // id
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

type plainSubdomainTarget SubdomainTarget

var subdomainTargetCodec = jsonx.NewCodec(jsonx.Tree(func(t *SubdomainTarget) *plainSubdomainTarget { return (*plainSubdomainTarget)(t) }))

// MarshalJSON returns the target with all it was read with.
func (t SubdomainTarget) MarshalJSON() ([]byte, error) { return subdomainTargetCodec.Marshal(&t) }

// UnmarshalJSON reads a target and keeps what it does not know.
func (t *SubdomainTarget) UnmarshalJSON(data []byte) error {
	return subdomainTargetCodec.Unmarshal(data, t)
}

// SubdomainTargetType is a kind of target of a subdomain. The service may know more values than the constants.
type SubdomainTargetType string

// SubdomainTargetTypeOrganization is an organization.
const SubdomainTargetTypeOrganization SubdomainTargetType = "organization"

// Get returns a subdomain. One that nobody has is an error matching [api.ErrNotFound]; a name that cannot be a subdomain, which has 3 to 32
// small letters, digits and hyphens, is a [*api.ValidationError].
//
// Beyond the documents.
//
// API: GET /v1/subdomains/{subdomain}
func (s SubdomainService) Get(ctx context.Context, subdomain string, opts ...api.CallOption) (*Subdomain, error) {
	return transport.JSON[Subdomain](ctx, s.core, opSubdomainGet.Path(subdomain), opts)
}
