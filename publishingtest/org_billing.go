package publishingtest

import (
	"slices"
	"time"

	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest/internal/limits"
)

// The operations on the usage of organizations.
var _ = declare(operations{
	"Orgs.Billing.AIUsage": {onOrganization(getAIUsage), limits.Table{limits.QueryOf(orgs.BillingAIUsageOptions{}), limits.Query("interval", limits.OneOf("day", "week", "month", "year"))}},
})

var ruleAIUsageAdmin = ofCallers(newRule("orgs.billing.aiusage.admin-403", "a caller who is not an administrator of an organization gets 403 for its use of AI; without the rule, every caller may read it"))

// AIUse is one use of AI by an organization.
type AIUse struct {
	At      time.Time // if it is zero, the current time
	Feature string
	Credits float64
}

// periodOf returns the start of the period that contains a time, and the start of the next period.
func periodOf(at time.Time, interval orgs.AIUsageInterval) (start, next time.Time) {
	start = startOf(at, string(interval), time.Monday)
	switch interval {
	case orgs.AIUsageIntervalYear:
		return start, start.AddDate(1, 0, 0)
	case orgs.AIUsageIntervalMonth:
		return start, start.AddDate(0, 1, 0)
	case orgs.AIUsageIntervalWeek:
		return start, start.AddDate(0, 0, 7)
	default:
		return start, start.AddDate(0, 0, 1)
	}
}

func getAIUsage(c *call, org *organization) (response, error) {
	c.accept(c.mayCall(c.isAdmin(org), "an administrator of the organization", ruleAIUsageAdmin))
	from, _ := time.Parse(time.RFC3339, c.query.Get("from"))
	to, _ := time.Parse(time.RFC3339, c.query.Get("to"))
	to = slices.MinFunc([]time.Time{to, c.now()}, time.Time.Compare)
	usage := orgs.AIUsage{From: from, To: to, Periods: []orgs.AIUsagePeriod{}}
	for at := from; at.Before(to); {
		start, next := periodOf(at, orgs.AIUsageInterval(c.query.Get("interval")))
		end := slices.MinFunc([]time.Time{next, to}, time.Time.Compare)
		usage.Periods = append(usage.Periods, org.usedIn(start, at, end))
		at = next
	}
	return respondOK(usage)
}

// usedIn returns the AI usage of an organization from one time up to, but excluding, another.
func (org *organization) usedIn(start, from, to time.Time) orgs.AIUsagePeriod {
	period := orgs.AIUsagePeriod{Date: start.Format(time.DateOnly), Features: []orgs.AIUsageFeature{}}
	for _, use := range org.aiUses {
		if use.At.Before(from) || !use.At.Before(to) {
			continue
		}
		period.Credits += use.Credits
		i := slices.IndexFunc(period.Features,
			func(f orgs.AIUsageFeature) bool { return f.Feature == use.Feature })
		if i < 0 {
			i = len(period.Features)
			period.Features = append(period.Features, orgs.AIUsageFeature{Feature: use.Feature})
		}
		period.Features[i].Credits += use.Credits
	}
	for i := range period.Features {
		if period.Credits != 0 {
			period.Features[i].CreditsPercent = 100 * period.Features[i].Credits / period.Credits
		}
	}
	return period
}

// Add adds a use of AI by an organization and returns it.
func (s OrgBilling) Add(orgID string, use AIUse) AIUse {
	server := open(s.server)
	defer server.mu.hold()()
	org := organizationKind.seeded(server, orgID)
	fill(&use.At, server.state.now())
	org.aiUses = append(org.aiUses, use)
	return use
}

// All returns the uses of AI by an organization, in the order in which they were added.
func (s OrgBilling) All(orgID string) []AIUse {
	defer open(s.server).mu.hold()()
	return slices.Clone(organizationKind.seeded(open(s.server), orgID).aiUses)
}
