package orgs

import (
	"context"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// SubdomainService looks up subdomains. It is a field of the client and not of [Service], because a
// lookup needs no organization ID.
//
// Experimental: may change in any minor release; see [api].
type SubdomainService struct {
	madeSubdomains

	core *transport.Core
}

type (
	madeSubdomains = transport.MadeBy[subdomainMaker]
	subdomainMaker struct{}
)

func (subdomainMaker) Make(core *transport.Core) SubdomainService {
	return SubdomainService{core: core}
}

// Subdomain is a label in the hosting domain of the service.
type Subdomain struct {
	Object    string          `json:"object"`    // "subdomain"
	Subdomain string          `json:"subdomain"` // the label, such as "acme"
	Target    SubdomainTarget `json:"target" response:"about"`
	IsActive  bool            `json:"isActive"`
}

// SubdomainTarget is the target of a subdomain.
type SubdomainTarget struct {
	Type SubdomainTargetType `json:"type"`
	// Organization is the ID of the organization, or nil for another type of target.
	Organization *string `json:"organization,omitzero" response:"required,if=type:organization,id"`
	// Extra contains the fields that are unknown to this release.
	Extra map[string]api.Raw `json:",embed"`
}

type plainSubdomainTarget SubdomainTarget

var subdomainTargetCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Join(jsonx.Tree(func(t *SubdomainTarget) *plainSubdomainTarget { return (*plainSubdomainTarget)(t) }))
}}

// MarshalJSON encodes the target with the fields in Extra.
func (t SubdomainTarget) MarshalJSON() ([]byte, error) { return subdomainTargetCodec.Marshal(&t) }

// UnmarshalJSON decodes a target and stores unknown fields in Extra.
func (t *SubdomainTarget) UnmarshalJSON(data []byte) error {
	return subdomainTargetCodec.Unmarshal(data, t)
}

// SubdomainTargetType is the type of a subdomain's target.
type SubdomainTargetType string

// SubdomainTargetTypeOrganization means that the subdomain leads to an organization.
const SubdomainTargetTypeOrganization SubdomainTargetType = "organization"

// Get returns a subdomain. A subdomain has 3 to 32 lower-case letters, digits and hyphens. If no
// organization uses the subdomain, the error matches [api.ErrNotFound].
//
// API: GET /v1/subdomains/{subdomain}
func (s SubdomainService) Get(
	ctx context.Context, subdomain string, opts ...api.CallOption,
) (*Subdomain, error) {
	return transport.JSON[Subdomain](ctx, s.core, opSubdomainGet.Path(subdomain), opts)
}
