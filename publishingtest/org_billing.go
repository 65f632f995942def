package publishingtest

import (
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// billingOperations are the operations on what organizations have used.
var billingOperations = operations{
	"Orgs.Billing.AIUsage": {onOrganization(getAIUsage), limits.Table{limits.QueryOf[orgs.BillingAIUsageOptions]()}},
}

// aiUse is one use of AI.
type aiUse struct {
	at      time.Time
	feature string
	credits float64
}

// periodStart returns the beginning of the period of a time, and next that of the following one.
func periodStart(at time.Time, interval orgs.AIUsageInterval) (start, next time.Time) {
	at = at.UTC()
	year, month, day := at.Date()
	switch interval {
	case orgs.AIUsageIntervalYear:
		start = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		return start, start.AddDate(1, 0, 0)
	case orgs.AIUsageIntervalMonth:
		start = time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
		return start, start.AddDate(0, 1, 0)
	case orgs.AIUsageIntervalWeek:
		sinceMonday := (int(at.Weekday()) + 6) % 7
		start = time.Date(year, month, day-sinceMonday, 0, 0, 0, 0, time.UTC)
		return start, start.AddDate(0, 0, 7)
	default:
		start = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		return start, start.AddDate(0, 0, 1)
	}
}

func getAIUsage(c *call, org *organization) (response, error) {
	if err := c.mayCall(c.isAdmin(org), "an administrator of the organization", ""); err != nil {
		return response{}, err
	}
	from, _ := time.Parse(time.RFC3339, c.query.Get("from"))
	to, _ := time.Parse(time.RFC3339, c.query.Get("to"))
	if now := c.now(); to.After(now) {
		to = now
	}
	usage := orgs.AIUsage{From: from, To: to, Periods: []orgs.AIUsagePeriod{}}
	for at := from; at.Before(to); {
		start, next := periodStart(at, orgs.AIUsageInterval(c.query.Get("interval")))
		usage.Periods = append(usage.Periods, org.usedIn(start, at, minTime(next, to)))
		at = next
	}
	return respondOK(usage)
}

func minTime(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// usedIn returns what an organization has used from one time to another, which is excluded.
func (org *organization) usedIn(start, from, to time.Time) orgs.AIUsagePeriod {
	period := orgs.AIUsagePeriod{Date: start.Format(time.DateOnly), Features: []orgs.AIUsageFeature{}}
	for _, use := range org.aiUses {
		if use.at.Before(from) || !use.at.Before(to) {
			continue
		}
		period.Credits += use.credits
		i := slices.IndexFunc(period.Features, func(f orgs.AIUsageFeature) bool { return f.Feature == use.feature })
		if i < 0 {
			i = len(period.Features)
			period.Features = append(period.Features, orgs.AIUsageFeature{Feature: use.feature})
		}
		period.Features[i].Credits += use.credits
	}
	for i := range period.Features {
		period.Features[i].CreditsPercent = 100 * period.Features[i].Credits / period.Credits
	}
	return period
}

// UseAI records that an organization has used credits of AI for a feature at a time.
func (s OrgBilling) UseAI(organizationID string, at time.Time, feature string, credits float64) {
	defer s.mu.hold()()
	org := s.seedOrganization(organizationID)
	org.aiUses = append(org.aiUses, aiUse{at, feature, credits})
}
