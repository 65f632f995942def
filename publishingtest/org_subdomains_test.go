package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/orgs"
)

func TestSubdomainLeadsToItsOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	added := w.Subdomains.Add(w.org, orgs.Subdomain{Subdomain: "acme-docs"})
	got := must(w.client.Subdomains.Get(t.Context(), "acme-docs"))(t)
	require.Equal(t, added, *got)
	require.Equal(t, orgs.Subdomain{
		Object: "subdomain", Subdomain: "acme-docs",
		Target: orgs.SubdomainTarget{Type: orgs.SubdomainTargetTypeOrganization, Organization: new(w.org)},
	}, *got)
}
