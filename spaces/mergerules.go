package spaces

import (
	"encoding/json"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// MergeRules say what a change request needs to be merged.
type MergeRules struct {
	Type MergeRulesType `json:"type"`
	// Rules are set for [MergeRulesRules], else nil.
	Rules []MergeRule `json:"rules,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]json.RawMessage `json:",embed"`
}

// MergeRulesType tells the forms of merge rules apart. The service may know more values than the constants.
type MergeRulesType string

const (
	// MergeRulesInherit takes the rules of the organization. An organization itself never has it.
	MergeRulesInherit MergeRulesType = "inherit"
	// MergeRulesRules has rules of its own.
	MergeRulesRules MergeRulesType = "rules"
	// MergeRulesNone has no rules.
	//
	// Beyond the documents.
	MergeRulesNone MergeRulesType = "none"
)

// MergeRule is one thing a change request needs to be merged.
type MergeRule struct {
	Rule MergeRuleName `json:"rule"`
	// Users are the ids of the users the rule names, nil for a rule that names none.
	Users []string `json:"users,omitzero"`
	// Expression is that of [MergeRuleCustom], else nil.
	//
	// Beyond the documents.
	Expression *string `json:"expression,omitzero" check:"len=..1024"`
	// Extra has the members this release does not know.
	Extra map[string]json.RawMessage `json:",embed"`
}

// MergeRuleName names a rule. The service may know more values than the constants.
type MergeRuleName string

const (
	// MergeRuleRequireSpecificReviewers wants a review of each of the users.
	MergeRuleRequireSpecificReviewers MergeRuleName = "require_specific_reviewers"
	// MergeRuleRequireOneOfSpecificReviewers wants a review of one of the users.
	//
	// Beyond the documents.
	MergeRuleRequireOneOfSpecificReviewers MergeRuleName = "require_one_of_specific_reviewers"
	// MergeRuleAllowBypass lets the users merge without the rules.
	//
	// Beyond the documents.
	MergeRuleAllowBypass MergeRuleName = "allow_bypass"
	// MergeRuleRequireAtLeastOneReview wants any review.
	//
	// Beyond the documents.
	MergeRuleRequireAtLeastOneReview MergeRuleName = "require_at_least_one_review"
	// MergeRuleRequireAllReviewsApproved wants no review that asks for changes.
	//
	// Beyond the documents.
	MergeRuleRequireAllReviewsApproved MergeRuleName = "require_all_reviews_approved"
	// MergeRuleRequireAgentReview wants a review of the agent.
	//
	// Beyond the documents.
	MergeRuleRequireAgentReview MergeRuleName = "require_agent_review"
	// MergeRuleRequireUpToDate wants the change request to have the newest main content.
	//
	// Beyond the documents.
	MergeRuleRequireUpToDate MergeRuleName = "require_up_to_date_change_request"
	// MergeRuleRequireSubject wants a subject.
	//
	// Beyond the documents.
	MergeRuleRequireSubject MergeRuleName = "require_change_request_subject"
	// MergeRuleRequireDescription wants a description.
	//
	// Beyond the documents.
	MergeRuleRequireDescription MergeRuleName = "require_change_request_description"
	// MergeRuleCustom is decided by an expression.
	//
	// Beyond the documents.
	MergeRuleCustom MergeRuleName = "custom"
)

type (
	plainMergeRules MergeRules
	plainMergeRule  MergeRule
)

var mergeRulesCodec = jsonx.NewCodec(
	jsonx.Tree(func(m *MergeRules) *plainMergeRules { return (*plainMergeRules)(m) }),
	jsonx.Tree(func(m *MergeRule) *plainMergeRule { return (*plainMergeRule)(m) }),
)

// MarshalJSON returns the rules with all they were read with.
func (m MergeRules) MarshalJSON() ([]byte, error) { return mergeRulesCodec.Marshal(&m) }

// UnmarshalJSON reads the rules and keeps what it does not know.
func (m *MergeRules) UnmarshalJSON(data []byte) error { return mergeRulesCodec.Unmarshal(data, m) }

// MarshalJSON returns the rule with all it was read with.
func (m MergeRule) MarshalJSON() ([]byte, error) { return mergeRulesCodec.Marshal(&m) }

// UnmarshalJSON reads a rule and keeps what it does not know.
func (m *MergeRule) UnmarshalJSON(data []byte) error { return mergeRulesCodec.Unmarshal(data, m) }
