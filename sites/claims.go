package sites

import (
	"fmt"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// Claims are boolean claims about a visitor. [Claims.Schema] returns a JSON Schema that describes
// them.
type Claims struct {
	// Signed contains the claims in the visitor's token.
	Signed []Claim
	// Unsigned contains the claims from other sources, such as a cookie.
	Unsigned []Claim
}

// Claim is a boolean claim about a visitor.
type Claim struct {
	Name string
	// Description describes the claim. The service may reject a claim without a description.
	Description string
}

const unsignedClaims = "unsigned"

type claimSchema struct {
	Type        string `json:"type"`
	Description string `json:"description,omitzero"`
}

type claimsSchema struct {
	Type                 string         `json:"type"`
	Description          string         `json:"description,omitzero"`
	Properties           map[string]any `json:"properties"`
	AdditionalProperties bool           `json:"additionalProperties"`
}

// Schema returns a JSON Schema of the claims, for [AdaptiveSchemaPut]. It returns an error if a
// claim has no name, if two claims have the same name, or if a signed claim is named "unsigned".
func (c Claims) Schema() (api.Raw, error) {
	schema, err := newClaimsSchema(c.Signed)
	if err != nil {
		return nil, err
	}
	if _, taken := schema.Properties[unsignedClaims]; taken {
		return nil, fmt.Errorf("make claims schema: a signed claim cannot be named %q", unsignedClaims)
	}
	if len(c.Unsigned) > 0 {
		unsigned, err := newClaimsSchema(c.Unsigned)
		if err != nil {
			return nil, err
		}
		unsigned.Description = "Unsigned claims of the site visitor."
		schema.Properties[unsignedClaims] = unsigned
	}
	return jsonx.Marshal(schema)
}

func newClaimsSchema(claims []Claim) (*claimsSchema, error) {
	schema := &claimsSchema{Type: "object", Properties: map[string]any{}}
	for _, claim := range claims {
		if claim.Name == "" {
			return nil, fmt.Errorf("make claims schema: a claim has no name")
		}
		if _, taken := schema.Properties[claim.Name]; taken {
			return nil, fmt.Errorf("make claims schema: two claims are named %q", claim.Name)
		}
		schema.Properties[claim.Name] = claimSchema{Type: "boolean", Description: claim.Description}
	}
	return schema, nil
}
