package publishingtest

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
	"github.com/publishing-platform/publishing-go/sites"
)

// unsigned is the name of the schema field that contains the unsigned claims. It is not a claim
// itself.
const unsigned = "unsigned"

// claimsBoolean requires each claim to be boolean.
var claimsBoolean = limits.Check{Want: "claims of type boolean", Accepts: everyClaim(func(claim map[string]any) bool {
	return claim["type"] == "boolean"
})}

// claimsDescribed requires each claim to have a description.
var claimsDescribed = limits.Check{Want: "claims with a description", Accepts: everyClaim(func(claim map[string]any) bool {
	_, ok := claim["description"].(string)
	return ok
})}

// The operations on adaptive schemas.
var _ = declare(operations{
	"Sites.AdaptiveSchema.Get": {handle: onSite(getAdaptiveSchema)},
	"Sites.AdaptiveSchema.Put": {onSite(putAdaptiveSchema), limits.Table{
		limits.Body("jsonSchema", limits.Object, limits.Required),
		limits.Body("jsonSchema.$schema", limits.String,
			limits.OneOf("http://json-schema.org/draft-07/schema#")),
		limits.Body("jsonSchema.type", limits.String, limits.Required, limits.OneOf("object")),
		limits.Body("jsonSchema.additionalProperties", limits.Boolean, limits.Required, limits.False),
		limits.Body("jsonSchema.properties", limits.Object, limits.Required,
			claimsBoolean, limits.FromDescription(claimsDescribed)),
		limits.Body("jsonSchema.properties.unsigned", limits.Object),
		limits.Body("jsonSchema.properties.unsigned.type",
			limits.String, limits.Required, limits.OneOf("object")),
		limits.Body("jsonSchema.properties.unsigned.additionalProperties",
			limits.Boolean, limits.Required, limits.False),
		limits.Body("jsonSchema.properties.unsigned.properties", limits.Object,
			limits.Required, claimsBoolean, limits.FromDescription(claimsDescribed)),
		limits.Body(
			"jsonSchema.properties.unsigned.description",
			limits.String, limits.FromDescription(limits.Required),
			limits.FromDescription(limits.OneOf("Unsigned claims of the site visitor.")),
		),
	}},
	"Sites.AdaptiveSchema.TemplateConditions": {handle: onSite(listTemplateConditions)},
})

func everyClaim(holds func(claim map[string]any) bool) func(v any) bool {
	return func(v any) bool {
		properties, ok := v.(map[string]any)
		if !ok {
			return true
		}
		for name, property := range properties {
			claim, _ := property.(map[string]any)
			if name != unsigned && !holds(claim) {
				return false
			}
		}
		return true
	}
}

func getAdaptiveSchema(_ *call, s *site) (response, error) {
	if s.schema == nil {
		return response{}, fail(http.StatusNotFound, "the site has no adaptive schema")
	}
	return respondOK(*s.schema)
}

func putAdaptiveSchema(c *call, s *site) (response, error) {
	in := input[sites.AdaptiveSchemaPut](c)
	s.schema = &sites.AdaptiveSchema{
		Object: "site-adaptive-schema", JSONSchema: in.JSONSchema, UpdatedAt: c.now(),
	}
	return respondOK(*s.schema)
}

func listTemplateConditions(c *call, s *site) (response, error) {
	conditions := sites.TemplateConditions{Items: []sites.TemplateCondition{}}
	if s.schema != nil {
		var schema claims
		c.accept(json.Unmarshal(s.schema.JSONSchema, &schema))
		conditions.Items = append(conditions.Items, schema.conditions("visitor.claims")...)
	}
	return respondOK(conditions)
}

// claims are the claims of a schema.
type claims struct {
	Properties map[string]struct {
		claims

		Description string `json:"description"`
	} `json:"properties"`
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

// conditions returns an expression for each claim. They are sorted by the name of the claim, except
// that unsigned claims come last.
func (c claims) conditions(of string) []sites.TemplateCondition {
	var conditions []sites.TemplateCondition
	for _, name := range slices.Sorted(maps.Keys(c.Properties)) {
		member := of + "." + name
		if !identifier.MatchString(name) {
			member = of + "[" + strconv.Quote(name) + "]"
		}
		if name != unsigned {
			conditions = append(conditions, sites.TemplateCondition{
				Description: c.Properties[name].Description, Condition: member + " == true",
			})
		}
	}
	if inner, ok := c.Properties[unsigned]; ok {
		conditions = append(conditions, inner.conditions(of+"."+unsigned)...)
	}
	return conditions
}
