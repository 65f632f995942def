package sites_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sites"
)

func TestSchemaRejectsClaimsWithoutANameOrWithTheSameName(t *testing.T) {
	t.Parallel()
	beta := sites.Claim{Name: "beta", Description: "Takes part in the beta."}
	unsigned := sites.Claim{Name: "unsigned", Description: "Has no token."}
	for _, test := range []struct {
		claims sites.Claims
		want   string
	}{
		{sites.Claims{Signed: []sites.Claim{beta, {Description: "?"}}}, `make claims schema: a claim has no name`},
		{sites.Claims{Signed: []sites.Claim{beta}, Unsigned: []sites.Claim{{}}}, `make claims schema: a claim has no name`},
		{sites.Claims{Signed: []sites.Claim{beta, unsigned, beta}}, `make claims schema: two claims are named "beta"`},
		{sites.Claims{Unsigned: []sites.Claim{beta, beta}}, `make claims schema: two claims are named "beta"`},
		{sites.Claims{Signed: []sites.Claim{unsigned}}, `make claims schema: a signed claim cannot be named "unsigned"`},
		{sites.Claims{Signed: []sites.Claim{unsigned}, Unsigned: []sites.Claim{beta}}, `make claims schema: a signed claim cannot be named "unsigned"`},
	} {
		schema, err := test.claims.Schema()
		require.EqualError(t, err, test.want)
		require.Nil(t, schema)
	}
}

func TestSignedAndUnsignedClaimsMayHaveTheSameName(t *testing.T) {
	t.Parallel()
	schema, err := sites.Claims{
		Signed:   []sites.Claim{{Name: "beta", Description: "Takes part."}},
		Unsigned: []sites.Claim{{Name: "beta", Description: "Says so."}, {Name: "unsigned"}},
	}.Schema()
	require.NoError(t, err)
	require.JSONEq(t, `{
		"type": "object", "additionalProperties": false,
		"properties": {
			"beta": {"type": "boolean", "description": "Takes part."},
			"unsigned": {
				"type": "object", "description": "Unsigned claims of the site visitor.", "additionalProperties": false,
				"properties": {"beta": {"type": "boolean", "description": "Says so."}, "unsigned": {"type": "boolean"}}
			}
		}
	}`, schema.String())
	empty, err := sites.Claims{}.Schema()
	require.NoError(t, err)
	require.JSONEq(t, `{"type": "object", "properties": {}, "additionalProperties": false}`, empty.String())
}
