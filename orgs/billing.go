package orgs

import (
	"context"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/check"
	"github.com/publishing-platform/publishing-go/internal/transport"
)

// BillingService returns the usage of an organization.
//
// Experimental: may change in any minor release; see [api].
type BillingService struct {
	core *transport.Core
}

// AIUsage is the AI usage of an organization.
//
// Experimental: may change in any minor release; see [api].
type AIUsage struct {
	From time.Time `json:"from"` // beginning (inclusive)
	To   time.Time `json:"to"`   // end (exclusive); not later than the current time
	// Periods contains the usage in each day, week, month or year, including periods without usage.
	// The first and the last period contain only the usage between From and To.
	Periods []AIUsagePeriod `json:"periods" response:"about"`
}

// AIUsagePeriod is the AI usage of an organization in a period.
//
// Experimental: may change in any minor release; see [api].
type AIUsagePeriod struct {
	Date     string           `json:"date"` // first day of the period in UTC, such as "2026-01-05"
	Credits  float64          `json:"credits"`
	Features []AIUsageFeature `json:"features"`
}

// AIUsageFeature is the AI usage of a feature in a period.
//
// Experimental: may change in any minor release; see [api].
type AIUsageFeature struct {
	Feature string  `json:"feature"` // name of the feature
	Credits float64 `json:"credits"`
	// CreditsPercent is the percentage of the period's credits that the feature used, from 0 to
	// 100.
	CreditsPercent float64 `json:"creditsPercent"`
}

// AIUsageInterval is the length of an [AIUsagePeriod].
//
// Experimental: may change in any minor release; see [api].
type AIUsageInterval string

// Lengths of periods. Periods are calendar periods in UTC.
const (
	AIUsageIntervalDay   AIUsageInterval = "day"
	AIUsageIntervalWeek  AIUsageInterval = "week" // starting on Monday
	AIUsageIntervalMonth AIUsageInterval = "month"
	AIUsageIntervalYear  AIUsageInterval = "year"
)

// BillingAIUsageOptions are the query parameters of [BillingService.AIUsage].
//
// Experimental: may change in any minor release; see [api].
type BillingAIUsageOptions struct {
	// From is the beginning of the range, at most two years ago. It is required.
	From time.Time `url:"from,omitempty" check:"required"`
	// To is the exclusive end of the range. It is required.
	To time.Time `url:"to,omitempty" check:"required"`
	// Interval is [AIUsageIntervalDay] if it is empty.
	Interval AIUsageInterval `url:"interval,omitempty"`
}

// Validate checks that From is not after To.
func (o BillingAIUsageOptions) Validate() error { return check.Period(o.From, o.To) }

// AIUsage returns the AI usage of an organization in each period of a time range. If the user of
// the token is not an administrator, the error matches [api.ErrForbidden].
//
// API: GET /v1/orgs/{organizationId}/billing/ai-usage
func (s BillingService) AIUsage(
	ctx context.Context, orgID string, options BillingAIUsageOptions, opts ...api.CallOption,
) (*AIUsage, error) {
	return transport.JSON[AIUsage](ctx, s.core, opBillingAIUsage.Path(orgID).Query(options), opts)
}
