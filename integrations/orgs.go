package integrations

import (
	"context"
	"iter"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/pagination"
)

// ListInOrgOptions are the query parameters of [Service.ListInOrg].
//
// Experimental: may change in any minor release; see [api].
type ListInOrgOptions struct {
	Cursor string `url:"page,omitempty"` // cursor to start from; empty for the first page
	// Limit is the number of integrations per page, at most 1000; 0 for the service's default.
	Limit int `url:"limit,omitempty" check:"range=0..1000"`
	// The following fields are filters. The list contains the integrations that match all filters
	// that are set. [ListOptions] describes the filters.
	Search         string   `url:"search,omitempty"`
	Category       Category `url:"category,omitempty"`
	BlockDomain    string   `url:"blockDomain,omitempty" check:"len=..100,match=name"`
	Blocks         *bool    `url:"blocks,omitempty"`
	ContentSources *bool    `url:"contentSources,omitempty"`
	Owner          string   `url:"owner,omitempty"`
	Scope          Scope    `url:"scope,omitempty"`
	Target         Target   `url:"target,omitempty"`
}

// ListInOrg returns one page of the integrations that an organization can install: public
// integrations and the organization's own integrations. [InstallationService.ListInOrg] returns the
// integrations that the organization has installed.
//
// API: GET /v1/orgs/{organizationId}/integrations
func (s Service) ListInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) (*pagination.Page[Integration], error) {
	return transport.List[Integration](ctx, s.core, opListInOrg.Path(orgID).Query(options), opts)
}

// AllInOrg returns an iterator over the integrations that an organization can install.
//
// API: GET /v1/orgs/{organizationId}/integrations
func (s Service) AllInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[Integration, error] {
	return transport.All[Integration](ctx, s.core, opListInOrg.Path(orgID).Query(options), opts)
}

// ListPagesInOrg returns an iterator over the pages of [Service.ListInOrg].
//
// API: GET /v1/orgs/{organizationId}/integrations
func (s Service) ListPagesInOrg(
	ctx context.Context, orgID string, options ListInOrgOptions, opts ...api.CallOption,
) iter.Seq2[*pagination.Page[Integration], error] {
	return transport.Pages[Integration](ctx, s.core, opListInOrg.Path(orgID).Query(options), opts)
}
