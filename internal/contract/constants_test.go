package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestConstantsAreTheValuesOfTheDocuments holds each value that the documents show against the constant a program writes for it.
func TestConstantsAreTheValuesOfTheDocuments(t *testing.T) {
	t.Parallel()
	for value, constant := range map[string][]any{
		"admin":                      {api.RoleAdmin},
		"create":                     {api.RoleCreate},
		"review":                     {api.RoleReview},
		"edit":                       {api.RoleEdit},
		"comment":                    {api.RoleComment},
		"read":                       {api.RoleRead},
		"pending":                    {orgs.OpenAPIProcessingStatePending, sites.AdsStatusPending},
		"FETCH_TIMEOUT":              {orgs.OpenAPIErrorCodeFetchTimeout},
		"answer":                     {orgs.AskEventTypeAnswer},
		"basic":                      {sites.TypeBasic},
		"public":                     {orgs.OpenAPIVisibilityPublic, sites.VisibilityPublic, spaces.VisibilityPublic},
		"private":                    {orgs.OpenAPIVisibilityPrivate, spaces.VisibilityPrivate},
		"unlisted":                   {sites.VisibilityUnlisted, spaces.VisibilityUnlisted},
		"share-link":                 {sites.VisibilityShareLink, spaces.VisibilityShareLink},
		"visitor-auth":               {sites.VisibilityVisitorAuth, spaces.VisibilityVisitorAuth},
		"in-collection":              {spaces.VisibilityInCollection},
		"excluded":                   {sites.AgentsContextExcluded},
		"included":                   {sites.AgentsContextIncluded},
		"live":                       {spaces.EditModeLive},
		"locked":                     {spaces.EditModeLocked},
		"inherit":                    {spaces.MergeRulesTypeInherit},
		"rules":                      {spaces.MergeRulesTypeRules},
		"require_specific_reviewers": {spaces.MergeRuleNameRequireSpecificReviewers},
	} {
		for _, c := range constant {
			require.EqualValues(t, value, c, "%T", c)
		}
	}
}
