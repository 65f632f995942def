package spaces

import (
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// MergeRules say what a change request needs to be merged.
type MergeRules struct {
	Type MergeRulesType `json:"type"`
	// Rules are set for [MergeRulesTypeRules], else nil.
	Rules []MergeRule `json:"rules,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// MergeRulesType tells the forms of merge rules apart. The service may know more values than the constants.
type MergeRulesType string

const (
	// MergeRulesTypeInherit takes the rules of the organization. An organization itself never has it.
	MergeRulesTypeInherit MergeRulesType = "inherit"
	// MergeRulesTypeRules has rules of its own.
	MergeRulesTypeRules MergeRulesType = "rules"
	// MergeRulesTypeNone has no rules.
	//
	// Beyond the documents.
	MergeRulesTypeNone MergeRulesType = "none"
)

// MergeRule is one thing a change request needs to be merged.
type MergeRule struct {
	Rule MergeRuleName `json:"rule"`
	// Users are the ids of the users the rule names, nil for a rule that names none.
	Users []string `json:"users,omitzero"`
	// Expression is that of [MergeRuleNameCustom], else nil.
	//
	// Beyond the documents.
	Expression *string `json:"expression,omitzero"`
	// Extra has the members this release does not know.
	Extra map[string]api.Raw `json:",embed"`
}

// MergeRuleName names a rule. The service may know more values than the constants.
type MergeRuleName string

const (
	// MergeRuleNameRequireSpecificReviewers wants a review of each of the users.
	MergeRuleNameRequireSpecificReviewers MergeRuleName = "require_specific_reviewers"
	// MergeRuleNameRequireOneOfSpecificReviewers wants a review of one of the users.
	//
	// Beyond the documents.
	MergeRuleNameRequireOneOfSpecificReviewers MergeRuleName = "require_one_of_specific_reviewers"
	// MergeRuleNameAllowBypass lets the users merge without the rules.
	//
	// Beyond the documents.
	MergeRuleNameAllowBypass MergeRuleName = "allow_bypass"
	// MergeRuleNameRequireAtLeastOneReview wants any review.
	//
	// Beyond the documents.
	MergeRuleNameRequireAtLeastOneReview MergeRuleName = "require_at_least_one_review"
	// MergeRuleNameRequireAllReviewsApproved wants no review that asks for changes.
	//
	// Beyond the documents.
	MergeRuleNameRequireAllReviewsApproved MergeRuleName = "require_all_reviews_approved"
	// MergeRuleNameRequireAgentReview wants a review of the agent.
	//
	// Beyond the documents.
	MergeRuleNameRequireAgentReview MergeRuleName = "require_agent_review"
	// MergeRuleNameRequireUpToDate wants the change request to have the newest main content.
	//
	// Beyond the documents.
	MergeRuleNameRequireUpToDate MergeRuleName = "require_up_to_date_change_request"
	// MergeRuleNameRequireSubject wants a subject.
	//
	// Beyond the documents.
	MergeRuleNameRequireSubject MergeRuleName = "require_change_request_subject"
	// MergeRuleNameRequireDescription wants a description.
	//
	// Beyond the documents.
	MergeRuleNameRequireDescription MergeRuleName = "require_change_request_description"
	// MergeRuleNameCustom is decided by an expression.
	//
	// Beyond the documents.
	MergeRuleNameCustom MergeRuleName = "custom"
)

type (
	plainMergeRules MergeRules
	plainMergeRule  MergeRule
)

// readMergeRules are rules on their way in: all at once, where a method of each rule would look through it once more.
type readMergeRules struct {
	plainMergeRules
	Rules []plainMergeRule `json:"rules"`
}

var (
	mergeRulesCodec = jsonx.AsIs[MergeRules, readMergeRules]()
	mergeRuleCodec  = jsonx.Leaf(func(m *MergeRule) *plainMergeRule { return (*plainMergeRule)(m) })
)

// MarshalJSON returns the rules with all they were read with.
func (m MergeRules) MarshalJSON() ([]byte, error) {
	return mergeRulesCodec.Marshal((*plainMergeRules)(&m))
}

// UnmarshalJSON reads the rules and keeps what it does not know.
func (m *MergeRules) UnmarshalJSON(data []byte) error {
	var read readMergeRules
	err := mergeRulesCodec.Unmarshal(data, &read)
	*m = MergeRules(read.plainMergeRules)
	if read.Rules != nil {
		m.Rules = make([]MergeRule, len(read.Rules))
		for i := range read.Rules {
			m.Rules[i] = MergeRule(read.Rules[i])
		}
	}
	return err
}

// MarshalJSON returns the rule with all it was read with.
func (m MergeRule) MarshalJSON() ([]byte, error) { return mergeRuleCodec.Marshal(&m) }

// UnmarshalJSON reads a rule and keeps what it does not know.
func (m *MergeRule) UnmarshalJSON(data []byte) error { return mergeRuleCodec.Unmarshal(data, m) }
