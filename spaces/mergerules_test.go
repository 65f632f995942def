package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestMergeRulesOfEachTypeRoundTrip(t *testing.T) {
	t.Parallel()
	require.Equal(t, spaces.MergeRules{Type: spaces.MergeRulesTypeInherit}, roundTrip[spaces.MergeRules](t, `{"type": "inherit"}`))
	require.Equal(t, spaces.MergeRules{Type: spaces.MergeRulesTypeNone}, roundTrip[spaces.MergeRules](t, `{"type": "none"}`))
	require.Equal(t, spaces.MergeRules{Type: spaces.MergeRulesTypeRules, Rules: []spaces.MergeRule{}}, roundTrip[spaces.MergeRules](t, `{"type": "rules", "rules": []}`))

	rules := roundTrip[spaces.MergeRules](t, `{"type": "rules", "rules": [
		{"rule": "require_specific_reviewers", "users": ["user_1"]}, {"rule": "allow_bypass", "users": []},
		{"rule": "require_all_reviews_approved"}, {"rule": "custom", "expression": ""}]}`)
	require.Equal(t, []spaces.MergeRule{
		{Rule: spaces.MergeRuleNameRequireSpecificReviewers, Users: []string{"user_1"}},
		{Rule: spaces.MergeRuleNameAllowBypass, Users: []string{}},
		{Rule: spaces.MergeRuleNameRequireAllReviewsApproved},
		{Rule: spaces.MergeRuleNameCustom, Expression: new("")},
	}, rules.Rules)
}

func TestMergeRulesOfAnUnknownTypeRoundTrip(t *testing.T) {
	t.Parallel()
	rules := roundTrip[spaces.MergeRules](t, `{"type": "schedule", "days": [1, 2], "rules": [{"rule": "wait", "for": {"hours": 2}}]}`)
	require.Equal(t, spaces.MergeRulesType("schedule"), rules.Type)
	require.Equal(t, map[string]api.Raw{"days": api.Raw("[1, 2]")}, rules.Extra)
	require.Equal(t, []spaces.MergeRule{{Rule: "wait", Extra: map[string]api.Raw{"for": api.Raw(`{"hours": 2}`)}}}, rules.Rules)
}
