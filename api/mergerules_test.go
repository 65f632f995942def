package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

func TestMergeRulesOfEachTypeRoundTrip(t *testing.T) {
	t.Parallel()
	require.Equal(t, api.MergeRules{Type: api.MergeRulesTypeInherit}, contract.Decode[api.MergeRules](t, []byte(`{"type": "inherit"}`)))
	require.Equal(t, api.MergeRules{Type: api.MergeRulesTypeNone}, contract.Decode[api.MergeRules](t, []byte(`{"type": "none"}`)))
	require.Equal(t, api.MergeRules{Type: api.MergeRulesTypeRules, Rules: []api.MergeRule{}}, contract.Decode[api.MergeRules](t, []byte(`{"type": "rules", "rules": []}`)))

	rules := contract.Decode[api.MergeRules](t, []byte(`{"type": "rules", "rules": [
		{"rule": "require_specific_reviewers", "users": ["user_1"]}, {"rule": "allow_bypass", "users": []},
		{"rule": "require_all_reviews_approved"}, {"rule": "custom", "expression": ""}]}`))
	require.Equal(t, []api.MergeRule{
		{Rule: api.MergeRuleNameRequireSpecificReviewers, Users: []string{"user_1"}},
		{Rule: api.MergeRuleNameAllowBypass, Users: []string{}},
		{Rule: api.MergeRuleNameRequireAllReviewsApproved},
		{Rule: api.MergeRuleNameCustom, Expression: new("")},
	}, rules.Rules)
}

func TestDefaultContentOfAnUnknownTypeRoundTrips(t *testing.T) {
	t.Parallel()
	content := contract.Decode[api.DefaultContent](t, []byte(`{"type": "space", "space": "space_1"}`))
	require.Equal(t, api.DefaultContent{Type: "space", Extra: map[string]api.Raw{"space": api.Raw(`"space_1"`)}}, content)
}

func TestMergeRulesOfAnUnknownTypeRoundTrip(t *testing.T) {
	t.Parallel()
	rules := contract.Decode[api.MergeRules](t, []byte(`{"type": "schedule", "days": [1, 2], "rules": [{"rule": "wait", "for": {"hours": 2}}]}`))
	require.Equal(t, api.MergeRulesType("schedule"), rules.Type)
	require.Equal(t, map[string]api.Raw{"days": api.Raw("[1, 2]")}, rules.Extra)
	require.Equal(t, []api.MergeRule{{Rule: "wait", Extra: map[string]api.Raw{"for": api.Raw(`{"hours": 2}`)}}}, rules.Rules)
}
