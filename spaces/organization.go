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
	Type           string                  `json:"type"`
	UseCase        *string                 `json:"useCase,omitzero"`
	CommunityType  *string                 `json:"communityType,omitzero"`
	DefaultRole    *api.Role               `json:"defaultRole,omitzero"` // nil for guests, or when the service does not say
	DefaultContent *DefaultContent         `json:"defaultContent,omitzero"`
	SSO            *bool                   `json:"sso,omitzero"`
	AI             *bool                   `json:"ai,omitzero"`
	InviteLinks    bool                    `json:"inviteLinks"`
	Plan           string                  `json:"plan"`
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

// DefaultContent is what an organization shows first.
type DefaultContent struct {
	Type string `json:"type"`
	Site string `json:"site"` // id
}

// Billing is what an organization pays.
type Billing struct {
	Interval            string                `json:"interval"`
	EndDate             *time.Time            `json:"endDate"` // nil when there is none
	HasPaymentFailed    bool                  `json:"hasPaymentFailed"`
	IsScheduledToCancel bool                  `json:"isScheduledToCancel"`
	Pricing             Pricing               `json:"pricing"`
	UsageAddons         map[string]UsageAddon `json:"usageAddons"`
}

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
	Status   string     `json:"status"`
	EndDate  *time.Time `json:"endDate,omitzero"`
	Decision *string    `json:"decision,omitzero"`
}

// Blocked says why an organization is blocked.
type Blocked struct {
	Source *string `json:"source,omitzero"`
	Reason string  `json:"reason"`
}

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
