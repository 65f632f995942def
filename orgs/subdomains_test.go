package orgs_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

func subdomain(a contract.Args) (any, error) { return a.Subdomains.Get(a.Ctx, a.ID[0], a.Opts...) }

var subdomainRows = []contract.Row{
	{
		Op:       "Subdomains.Get",
		Call:     subdomain,
		Request:  "GET /v1/subdomains/sample-1",
		Status:   200,
		Response: `{"object": "subdomain", "subdomain": "acme", "target": {"type": "organization", "organization": "org_1"}, "isActive": true}`,
	},
}

func TestSubdomainTargetKeepsUnknownFields(t *testing.T) {
	t.Parallel()
	const text = `{"object":"subdomain","subdomain":"acme","target":{"type":"site","site":"site_1"},"isActive":true}`
	var subdomain orgs.Subdomain
	require.NoError(t, json.Unmarshal([]byte(text), &subdomain))
	require.EqualValues(t, "site", subdomain.Target.Type)
	require.JSONEq(t, `"site_1"`, subdomain.Target.Extra["site"].String())
	encoded, err := json.Marshal(subdomain)
	require.NoError(t, err)
	require.JSONEq(t, text, string(encoded))
}
