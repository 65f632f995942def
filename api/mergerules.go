package api

import "github.com/publishing-platform/publishing-go/internal/jsonx"

// MergeRules contains the conditions for merging a change request.
type MergeRules struct {
	Type MergeRulesType `json:"type" check:"required"`
	// Rules contains the rules if Type is [MergeRulesTypeRules].
	Rules []MergeRule `json:"rules,omitzero" response:"required,if=type:rules"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// MergeRulesType is the kind of merge rules. The merge rules of an organization never have the type
// [MergeRulesTypeInherit].
type MergeRulesType string

// Kinds of merge rules.
const (
	MergeRulesTypeInherit MergeRulesType = "inherit" // the rules of the organization
	MergeRulesTypeRules   MergeRulesType = "rules"   // the rules in Rules
)

// MergeRulesTypeNone means that there are no merge rules.
//
// Experimental: may change in any minor release; see the package comment.
const MergeRulesTypeNone MergeRulesType = "none"

// MergeRule is a condition for merging a change request.
type MergeRule struct {
	Rule MergeRuleName `json:"rule" check:"required"`
	// Users contains the IDs of the users that the rule applies to.
	Users []string `json:"users,omitzero" response:"required,if=rule:require_specific_reviewers|require_one_of_specific_reviewers|allow_bypass"`
	// Expression is the condition of a rule named [MergeRuleNameCustom]. It has at most 1024
	// characters.
	//
	// Experimental: may change in any minor release; see the package comment.
	Expression *string `json:"expression,omitzero" response:"required,if=rule:custom"`
	// Message is the text that the service shows while Expression is false. Only newer versions of
	// the service have this field.
	//
	// Experimental: may change in any minor release; see the package comment.
	Message *string `json:"message,omitzero"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// MergeRuleName identifies a merge rule.
type MergeRuleName string

// MergeRuleNameRequireSpecificReviewers requires a review by each of the users.
const MergeRuleNameRequireSpecificReviewers MergeRuleName = "require_specific_reviewers"

// Merge rules that are not in the API reference.
//
// Experimental: may change in any minor release; see the package comment.
const (
	MergeRuleNameRequireOneOfSpecificReviewers MergeRuleName = "require_one_of_specific_reviewers"
	MergeRuleNameAllowBypass                   MergeRuleName = "allow_bypass" // the users may merge even if the rules are not met
	MergeRuleNameRequireAtLeastOneReview       MergeRuleName = "require_at_least_one_review"
	MergeRuleNameRequireAllReviewsApproved     MergeRuleName = "require_all_reviews_approved"
	MergeRuleNameRequireAgentReview            MergeRuleName = "require_agent_review"
	MergeRuleNameRequireUpToDate               MergeRuleName = "require_up_to_date_change_request"
	MergeRuleNameRequireSubject                MergeRuleName = "require_change_request_subject"
	MergeRuleNameRequireDescription            MergeRuleName = "require_change_request_description"
	MergeRuleNameCustom                        MergeRuleName = "custom" // requires that Expression is true

	// MergeRuleNameRequireAtLeastOneApproval requires an approving review. Only newer versions of
	// the service have this rule.
	MergeRuleNameRequireAtLeastOneApproval MergeRuleName = "require_at_least_one_approved_review"
	// MergeRuleNameRequireAuthorToMerge requires that the author merges. Only newer versions of the
	// service have this rule.
	MergeRuleNameRequireAuthorToMerge MergeRuleName = "require_author_to_merge"
)

type (
	plainMergeRules MergeRules
	plainMergeRule  MergeRule
)

var (
	mergeRulesCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(m *MergeRules) *plainMergeRules { return (*plainMergeRules)(m) }, &mergeRuleCodec)
	}}
	mergeRuleCodec = jsonx.Codec{New: func() jsonx.Types {
		return jsonx.Leaf(func(m *MergeRule) *plainMergeRule { return (*plainMergeRule)(m) })
	}}
)

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (m MergeRules) MarshalJSON() ([]byte, error) { return mergeRulesCodec.Marshal(&m) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (m *MergeRules) UnmarshalJSON(data []byte) error { return mergeRulesCodec.Unmarshal(data, m) }

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (m MergeRule) MarshalJSON() ([]byte, error) { return mergeRuleCodec.Marshal(&m) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (m *MergeRule) UnmarshalJSON(data []byte) error { return mergeRuleCodec.Unmarshal(data, m) }
