package spaces

import (
	"time"

	"github.com/publishing-platform/publishing-go/api"
)

// Organization is an organization as it stands in a [Reference].
type Organization struct {
	Object         string                  `json:"object"` // "organization"
	ID             string                  `json:"id"`
	Title          string                  `json:"title"`
	CreatedAt      time.Time               `json:"createdAt"`
	EmailDomains   []string                `json:"emailDomains"`
	Hostname       *string                 `json:"hostname,omitzero"`
	Type           OrganizationType        `json:"type"`
	UseCase        *UseCase                `json:"useCase,omitzero"`
	CommunityType  *CommunityType          `json:"communityType,omitzero"`
	DefaultRole    *api.Role               `json:"defaultRole"` // nil for guests, or when the service does not say
	DefaultContent *DefaultContent         `json:"defaultContent,omitzero"`
	SSO            *bool                   `json:"sso,omitzero"`
	AI             *bool                   `json:"ai,omitzero"`
	InviteLinks    bool                    `json:"inviteLinks"`
	Plan           Plan                    `json:"plan"`
	Billing        *Billing                `json:"billing,omitzero"` // nil when the caller may not see it
	MergeRules     MergeRules              `json:"mergeRules"`
	URLs           OrganizationURLs        `json:"urls"`
	Trial          Trial                   `json:"trial"`
	CustomHostname *string                 `json:"customHostname,omitzero"`
	Blocked        *Blocked                `json:"blocked,omitzero"` // nil for an organization that is not blocked
	Permissions    OrganizationPermissions `json:"permissions"`
	// BillingMigration is an object of the service's own.
	//
	// Beyond the documents.
	BillingMigration *BillingMigration `json:"internal_billingMigration,omitzero"`
	// IsOnNewTrial is a field of the service's own.
	//
	// Beyond the documents.
	//
	// Deprecated: the service has deprecated it.
	IsOnNewTrial *bool `json:"internal_isOnNewTrial,omitzero"`
}

// OrganizationType is a kind of organization. The service may know more values than the constants.
type OrganizationType string

const (
	// OrganizationTypeBusiness is a business.
	//
	// Beyond the documents.
	OrganizationTypeBusiness OrganizationType = "business"
	// OrganizationTypeCommunity is a community.
	//
	// Beyond the documents.
	OrganizationTypeCommunity OrganizationType = "community"
)

// UseCase is what an organization is for. The service may know more values than the constants.
type UseCase string

const (
	// UseCaseInternalDocs is documentation for its own members.
	//
	// Beyond the documents.
	UseCaseInternalDocs UseCase = "internalDocs"
	// UseCaseDocsSite is a site with documentation.
	//
	// Beyond the documents.
	UseCaseDocsSite UseCase = "docsSite"
	// UseCaseAudienceControlledSite is a site whose audience is controlled.
	//
	// Beyond the documents.
	UseCaseAudienceControlledSite UseCase = "audienceControlledSite"
	// UseCaseProductDocs is documentation of a product.
	//
	// Beyond the documents.
	UseCaseProductDocs UseCase = "productDocs"
	// UseCaseTeamKnowledgeBase is what a team knows.
	//
	// Beyond the documents.
	UseCaseTeamKnowledgeBase UseCase = "teamKnowledgeBase"
	// UseCaseDesignSystem is a design system.
	//
	// Beyond the documents.
	UseCaseDesignSystem UseCase = "designSystem"
	// UseCaseOpenSourceDocs is documentation of open source.
	//
	// Beyond the documents.
	UseCaseOpenSourceDocs UseCase = "openSourceDocs"
	// UseCaseNotes is notes.
	//
	// Beyond the documents.
	UseCaseNotes UseCase = "notes"
	// UseCaseOther is something else.
	//
	// Beyond the documents.
	UseCaseOther UseCase = "other"
)

// CommunityType is a kind of community. The service may know more values than the constants.
type CommunityType string

const (
	// CommunityTypeNonProfit is one that makes no profit.
	//
	// Beyond the documents.
	CommunityTypeNonProfit CommunityType = "nonProfit"
	// CommunityTypeOpenSource is an open source project.
	//
	// Beyond the documents.
	CommunityTypeOpenSource CommunityType = "openSource"
	// CommunityTypeEducation is a school or the like.
	//
	// Beyond the documents.
	CommunityTypeEducation CommunityType = "education"
)

// Plan is what an organization has bought. The service may know more values than the constants.
type Plan string

const (
	// PlanFree2024 is the free plan of 2024.
	//
	// Beyond the documents.
	PlanFree2024 Plan = "free_2024"
	// PlanPlus2024 is the plus plan of 2024.
	//
	// Beyond the documents.
	PlanPlus2024 Plan = "plus_2024"
	// PlanPro2024 is the pro plan of 2024.
	//
	// Beyond the documents.
	PlanPro2024 Plan = "pro_2024"
	// PlanEnterprise2024 is the enterprise plan of 2024.
	//
	// Beyond the documents.
	PlanEnterprise2024 Plan = "enterprise_2024"
	// PlanCommunity2024 is the community plan of 2024.
	//
	// Beyond the documents.
	PlanCommunity2024 Plan = "community_2024"
	// PlanFree is the free plan.
	//
	// Beyond the documents.
	PlanFree Plan = "free"
	// PlanPlus is the plus plan.
	//
	// Beyond the documents.
	PlanPlus Plan = "plus"
	// PlanPro is the pro plan.
	//
	// Beyond the documents.
	PlanPro Plan = "pro"
	// PlanInternal is the internal plan.
	//
	// Beyond the documents.
	PlanInternal Plan = "internal"
)

// DefaultContent is what an organization shows first.
type DefaultContent struct {
	Type DefaultContentType `json:"type"`
	Site string             `json:"site"` // id
}

// DefaultContentType is a kind of content. The service may know more values than the constants.
type DefaultContentType string

const (
	// DefaultContentTypeSite is a site.
	//
	// Beyond the documents.
	DefaultContentTypeSite DefaultContentType = "site"
)

// Billing is what an organization pays.
type Billing struct {
	Interval            BillingInterval       `json:"interval"`
	EndDate             *time.Time            `json:"endDate"` // nil when there is none
	HasPaymentFailed    bool                  `json:"hasPaymentFailed"`
	IsScheduledToCancel bool                  `json:"isScheduledToCancel"`
	Pricing             Pricing               `json:"pricing"`
	UsageAddons         map[string]UsageAddon `json:"usageAddons"`
}

// BillingInterval is how often an organization pays. The service may know more values than the constants.
type BillingInterval string

const (
	// BillingIntervalMonthly is once a month.
	//
	// Beyond the documents.
	BillingIntervalMonthly BillingInterval = "monthly"
	// BillingIntervalYearly is once a year.
	//
	// Beyond the documents.
	BillingIntervalYearly BillingInterval = "yearly"
)

// Pricing are the prices of plans by their names.
type Pricing struct {
	Members map[string]Price `json:"members"`
	Sites   map[string]Price `json:"sites"`
}

// Price is a price by the interval it is paid at.
type Price struct {
	Monthly float64 `json:"monthly"`
	Yearly  float64 `json:"yearly"`
}

// UsageAddon is something paid by use.
type UsageAddon struct {
	Enabled bool `json:"enabled"`
}

// OrganizationURLs are the addresses of an organization.
type OrganizationURLs struct {
	Location string  `json:"location"`
	App      string  `json:"app"`
	Logo     *string `json:"logo,omitzero"`
}

// Trial is the state of the trial of a plan.
type Trial struct {
	Status   TrialStatus    `json:"status"`
	EndDate  *time.Time     `json:"endDate,omitzero"`
	Decision *TrialDecision `json:"decision,omitzero"`
}

// TrialStatus is the state of a trial. The service may know more values than the constants.
type TrialStatus string

const (
	// TrialStatusNotApplicable is an organization to which trials do not apply.
	//
	// Beyond the documents.
	TrialStatusNotApplicable TrialStatus = "notapplicable"
	// TrialStatusNone is one without a trial.
	//
	// Beyond the documents.
	TrialStatusNone TrialStatus = "none"
	// TrialStatusActive is a trial that goes on.
	//
	// Beyond the documents.
	TrialStatusActive TrialStatus = "active"
	// TrialStatusEnded is one that was ended.
	//
	// Beyond the documents.
	TrialStatusEnded TrialStatus = "ended"
	// TrialStatusExpired is one whose time is over.
	//
	// Beyond the documents.
	TrialStatusExpired TrialStatus = "expired"
)

// TrialDecision is what becomes of an organization after its trial. The service may know more values than the constants.
type TrialDecision string

const (
	// TrialDecisionDowngrade is to go down to a smaller plan.
	//
	// Beyond the documents.
	TrialDecisionDowngrade TrialDecision = "downgrade"
)

// Blocked says why an organization is blocked.
type Blocked struct {
	Source *BlockSource `json:"source,omitzero"`
	Reason string       `json:"reason"`
}

// BlockSource is who blocked an organization. The service may know more values than the constants.
type BlockSource string

const (
	// BlockSourceBackoffice is the back office of the service.
	//
	// Beyond the documents.
	BlockSourceBackoffice BlockSource = "backoffice"
	// BlockSourceExternal is someone outside of it.
	//
	// Beyond the documents.
	BlockSourceExternal BlockSource = "external"
	// BlockSourceInternal is the service itself.
	//
	// Beyond the documents.
	BlockSourceInternal BlockSource = "internal"
)

// BillingMigration is an object of the service's own.
type BillingMigration struct {
	Deadline        *time.Time `json:"deadline,omitzero"`
	DiscountPercent *float64   `json:"discountPercent,omitzero"`
	DiscountEndDate *time.Time `json:"discountEndDate,omitzero"`
}

// OrganizationPermissions tells what the caller may do with an organization.
type OrganizationPermissions struct {
	View                bool `json:"view"`
	Admin               bool `json:"admin"`
	OwnTeam             bool `json:"ownTeam"`
	CreateContent       bool `json:"createContent"`
	CreateOpenAPISpec   bool `json:"createOpenAPISpec"`
	IngestConversations bool `json:"ingestConversations"`
	ViewBilling         bool `json:"viewBilling"`
	ListMembers         bool `json:"listMembers"`
	ListTeams           bool `json:"listTeams"`
	ListIntegrations    bool `json:"listIntegrations"`
	ListInstallations   bool `json:"listInstallations"`
	InstallIntegration  bool `json:"installIntegration"`
}
