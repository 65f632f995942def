package api

import (
	"time"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// An Organization owns spaces, collections and sites. Package orgs has an alias of it.
type Organization struct {
	Object        string           `json:"object"` // "organization"
	ID            string           `json:"id"`
	Title         string           `json:"title"`
	CreatedAt     time.Time        `json:"createdAt"`
	EmailDomains  []string         `json:"emailDomains"`
	Hostname      *string          `json:"hostname,omitzero"`
	Type          OrganizationType `json:"type"`
	UseCase       *UseCase         `json:"useCase,omitzero"`
	CommunityType *CommunityType   `json:"communityType,omitzero"`
	// DefaultRole is nil for guests, or if the service omits it.
	DefaultRole    *Role           `json:"defaultRole" response:"optional"`
	DefaultContent *DefaultContent `json:"defaultContent,omitzero"`
	SSO            *bool           `json:"sso,omitzero"`
	AI             *bool           `json:"ai,omitzero"`
	InviteLinks    bool            `json:"inviteLinks"`
	Plan           Plan            `json:"plan"`
	// Billing is nil if the caller may not see it.
	Billing        *Billing         `json:"billing,omitzero"`
	MergeRules     MergeRules       `json:"mergeRules"`
	URLs           OrganizationURLs `json:"urls"`
	Trial          Trial            `json:"trial"`
	CustomHostname *string          `json:"customHostname,omitzero"`
	// Blocked is nil if the organization is not blocked.
	Blocked     *Blocked                `json:"blocked,omitzero"`
	Permissions OrganizationPermissions `json:"permissions"`
	// BillingMigration is internal to the service. It is nil if there is none.
	BillingMigration *BillingMigration `json:"internal_billingMigration,omitzero"`
	// AuditLogs is nil if the service does not report it.
	//
	// Experimental: may change in any minor release; see the package comment.
	AuditLogs *bool `json:"auditLogs,omitzero"`
}

// BillingMigration is the state of a migration of billing. It is internal to the service.
type BillingMigration struct {
	Deadline        *time.Time `json:"deadline,omitzero"`
	DiscountPercent *float64   `json:"discountPercent,omitzero"`
	DiscountEndDate *time.Time `json:"discountEndDate,omitzero"`
}

// OrganizationType is the type of an organization.
//
// Experimental: may change in any minor release; see the package comment.
type OrganizationType string

// Types of organizations.
const (
	OrganizationTypeBusiness  OrganizationType = "business"
	OrganizationTypeCommunity OrganizationType = "community"
)

// UseCase is an organization's reason for using the service.
//
// Experimental: may change in any minor release; see the package comment.
type UseCase string

// Use cases of organizations.
const (
	UseCaseInternalDocs           UseCase = "internalDocs"
	UseCaseDocsSite               UseCase = "docsSite"
	UseCaseAudienceControlledSite UseCase = "audienceControlledSite"
	UseCaseProductDocs            UseCase = "productDocs"
	UseCaseTeamKnowledgeBase      UseCase = "teamKnowledgeBase"
	UseCaseDesignSystem           UseCase = "designSystem"
	UseCaseOpenSourceDocs         UseCase = "openSourceDocs"
	UseCaseNotes                  UseCase = "notes"
	UseCaseOther                  UseCase = "other"
)

// CommunityType is the kind of community that an organization represents.
//
// Experimental: may change in any minor release; see the package comment.
type CommunityType string

// Kinds of communities.
const (
	CommunityTypeNonProfit  CommunityType = "nonProfit"
	CommunityTypeOpenSource CommunityType = "openSource"
	CommunityTypeEducation  CommunityType = "education"
)

// Plan is the plan of an organization.
//
// Experimental: may change in any minor release; see the package comment.
type Plan string

// Plans of organizations.
const (
	PlanFree2024       Plan = "free_2024"
	PlanPlus2024       Plan = "plus_2024"
	PlanPro2024        Plan = "pro_2024"
	PlanEnterprise2024 Plan = "enterprise_2024"
	PlanCommunity2024  Plan = "community_2024"
	PlanFree           Plan = "free"
	PlanPlus           Plan = "plus"
	PlanPro            Plan = "pro"
	PlanInternal       Plan = "internal"
)

// DefaultContent is the content that an organization shows first.
type DefaultContent struct {
	Type DefaultContentType `json:"type" check:"required"`
	// Site is the ID of the site. It is empty for a type that this release does not know.
	Site string `json:"site,omitzero" response:"required,if=type:site,id"`
	// Extra contains the fields that this release does not know.
	Extra map[string]Raw `json:",embed"`
}

// Validate checks that Site is set if Type is [DefaultContentTypeSite].
func (c DefaultContent) Validate() error {
	if c.Type == DefaultContentTypeSite && c.Site == "" {
		return &ValidationError{Field: "site", Rule: "required"}
	}
	return nil
}

type plainDefaultContent DefaultContent

var defaultContentCodec = jsonx.Codec{New: func() jsonx.Types {
	return jsonx.Leaf(func(c *DefaultContent) *plainDefaultContent { return (*plainDefaultContent)(c) })
}}

// MarshalJSON implements the [encoding/json.Marshaler] interface.
func (c DefaultContent) MarshalJSON() ([]byte, error) { return defaultContentCodec.Marshal(&c) }

// UnmarshalJSON implements the [encoding/json.Unmarshaler] interface.
func (c *DefaultContent) UnmarshalJSON(data []byte) error {
	return defaultContentCodec.Unmarshal(data, c)
}

// DefaultContentType is the type of the content that an organization shows first.
//
// Experimental: may change in any minor release; see the package comment.
type DefaultContentType string

// DefaultContentTypeSite means that the default content is a site.
const DefaultContentTypeSite DefaultContentType = "site"

// Billing describes the subscription of an organization.
type Billing struct {
	Interval            BillingInterval       `json:"interval"`
	EndDate             *time.Time            `json:"endDate"` // nil if there is none
	HasPaymentFailed    bool                  `json:"hasPaymentFailed"`
	IsScheduledToCancel bool                  `json:"isScheduledToCancel"`
	Pricing             Pricing               `json:"pricing"`
	UsageAddons         map[string]UsageAddon `json:"usageAddons"`

	// With older versions of the service, the following fields are nil. The fields contain the
	// permissions of the caller, the minimum and maximum numbers of users and sites, the numbers of
	// paid members and sites, the bundle of AI credits that was bought, and the percentage of these
	// credits at which the service sends an alert.
	//
	// Experimental: may change in any minor release; see the package comment.
	CanCheckout            *bool          `json:"canCheckout,omitzero"`
	CanChangeInterval      *bool          `json:"canChangeInterval,omitzero"`
	CanUseSAML             *bool          `json:"canUseSAML,omitzero"`
	MinUsers               *float64       `json:"minUsers,omitzero"`
	MaxUsers               *float64       `json:"maxUsers,omitzero"`
	MinPremiumSites        *float64       `json:"minPremiumSites,omitzero"`
	MaxPremiumSites        *float64       `json:"maxPremiumSites,omitzero"`
	MinUltimateSites       *float64       `json:"minUltimateSites,omitzero"`
	MaxUltimateSites       *float64       `json:"maxUltimateSites,omitzero"`
	PaidMembers            *float64       `json:"paidMembers,omitzero"`
	PaidPremiumSites       *float64       `json:"paidPremiumSites,omitzero"`
	PaidUltimateSites      *float64       `json:"paidUltimateSites,omitzero"`
	CreditsBundle          *CreditsBundle `json:"creditsBundle,omitzero"` // nil if unknown, or if there is none
	AICreditAlertThreshold *float64       `json:"aiCreditAlertThreshold,omitzero"`
}

// CreditsBundle identifies a bundle of credits for AI, such as "135001500".
//
// Experimental: may change in any minor release; see the package comment.
type CreditsBundle string

// Bundles of credits.
const (
	CreditsBundleNone       CreditsBundle = "none" // the organization has bought no credits
	CreditsBundle135001500  CreditsBundle = "135001500"
	CreditsBundle240006000  CreditsBundle = "240006000"
	CreditsBundle4200018000 CreditsBundle = "4200018000"
	CreditsBundle6000040000 CreditsBundle = "6000040000"
)

// BillingInterval is the interval at which an organization pays.
//
// Experimental: may change in any minor release; see the package comment.
type BillingInterval string

// Billing intervals.
const (
	BillingIntervalMonthly BillingInterval = "monthly"
	BillingIntervalYearly  BillingInterval = "yearly"
)

// Pricing contains the prices of plans by name.
type Pricing struct {
	Members map[string]Price `json:"members"`
	Sites   map[string]Price `json:"sites"`
}

// Price contains the price for each billing interval.
type Price struct {
	Monthly float64 `json:"monthly"`
	Yearly  float64 `json:"yearly"`
}

// UsageAddon is an add-on that is billed by usage.
type UsageAddon struct {
	Enabled bool `json:"enabled"`
}

// OrganizationURLs contains the URLs of an organization.
type OrganizationURLs struct {
	Location string  `json:"location"`
	App      string  `json:"app"`
	Logo     *string `json:"logo,omitzero"`
}

// Trial is the state of a trial.
type Trial struct {
	Status   TrialStatus    `json:"status"`
	EndDate  *time.Time     `json:"endDate,omitzero"`
	Decision *TrialDecision `json:"decision,omitzero"`
	// Count is the number of trials, or nil if the service does not report it.
	//
	// Experimental: may change in any minor release; see the package comment.
	Count *int64 `json:"count,omitzero"`
}

// TrialStatus is the status of a trial.
//
// Experimental: may change in any minor release; see the package comment.
type TrialStatus string

// Statuses of trials.
const (
	TrialStatusNotApplicable TrialStatus = "notapplicable"
	TrialStatusNone          TrialStatus = "none"
	TrialStatusActive        TrialStatus = "active"
	TrialStatusEnded         TrialStatus = "ended"
	TrialStatusExpired       TrialStatus = "expired"
)

// TrialDecision determines what happens to an organization after its trial.
//
// Experimental: may change in any minor release; see the package comment.
type TrialDecision string

// TrialDecisionDowngrade means that the organization is downgraded.
const TrialDecisionDowngrade TrialDecision = "downgrade"

// Blocked contains the reason why an organization is blocked.
type Blocked struct {
	Source *BlockSource `json:"source,omitzero"`
	Reason string       `json:"reason"`
}

// BlockSource identifies who blocked an organization.
//
// Experimental: may change in any minor release; see the package comment.
type BlockSource string

// Sources of a block.
const (
	BlockSourceBackoffice BlockSource = "backoffice"
	BlockSourceExternal   BlockSource = "external"
	BlockSourceInternal   BlockSource = "internal"
)

// OrganizationPermissions contains the caller's permissions on an organization.
type OrganizationPermissions struct {
	View              bool `json:"view"`
	Admin             bool `json:"admin"`
	OwnTeam           bool `json:"ownTeam"`
	CreateContent     bool `json:"createContent"`
	CreateOpenAPISpec bool `json:"createOpenAPISpec"`
	// IngestConversations is nil if the service does not report it.
	IngestConversations *bool `json:"ingestConversations,omitzero"`
	ViewBilling         bool  `json:"viewBilling"`
	ListMembers         bool  `json:"listMembers"`
	ListTeams           bool  `json:"listTeams"`
	ListIntegrations    bool  `json:"listIntegrations"`
	ListInstallations   bool  `json:"listInstallations"`
	InstallIntegration  bool  `json:"installIntegration"`
	// Access is nil if the service does not report it.
	//
	// Experimental: may change in any minor release; see the package comment.
	Access *bool `json:"access,omitzero"`
}
