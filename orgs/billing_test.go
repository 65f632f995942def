package orgs_test

import (
	"testing"
	"time"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
)

const (
	aiUsageJSON = `{"from": "2026-01-01T00:00:00Z", "to": "2026-01-12T00:00:00Z", "periods": [
		{"date": "2025-12-29", "credits": 12.5, "features": [{"feature": "assistant", "credits": 10, "creditsPercent": 80}, {"feature": "translation", "credits": 2.5, "creditsPercent": 20}]},
		{"date": "2026-01-05", "credits": 0.5, "features": [{"feature": "assistant", "credits": 0.5, "creditsPercent": 100}]}]}`
	aiUsageRequest = "GET /v1/orgs/organization%2F1/billing/ai-usage?from=2026-01-01T00%3A00%3A00Z"
)

var (
	usageFrom = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	usageTo   = time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
)

func aiUsage(options orgs.BillingAIUsageOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) {
		return a.Orgs.Billing.AIUsage(a.Ctx, a.ID[0], options, a.Opts...)
	}
}

var billingRows = []contract.Row{
	{
		Op:       "Orgs.Billing.AIUsage",
		Call:     aiUsage(orgs.BillingAIUsageOptions{From: usageFrom, To: usageTo, Interval: orgs.AIUsageIntervalWeek}),
		Request:  aiUsageRequest + "&interval=week&to=2026-01-12T00%3A00%3A00Z",
		Status:   200,
		Response: aiUsageJSON,
	},
	{
		Op:       "Orgs.Billing.AIUsage",
		Name:     "by the service's default",
		Call:     aiUsage(orgs.BillingAIUsageOptions{From: usageFrom, To: usageTo}),
		Request:  aiUsageRequest + "&to=2026-01-12T00%3A00%3A00Z",
		Status:   200,
		Response: aiUsageJSON,
	},
	{
		Op:      "Orgs.Billing.AIUsage",
		Name:    "of a member",
		Call:    aiUsage(orgs.BillingAIUsageOptions{From: usageFrom, To: usageTo}),
		Request: aiUsageRequest + "&to=2026-01-12T00%3A00%3A00Z",
		Status:  403,
		Err:     api.ErrForbidden,
	},
}

func TestInvalidPeriodOfAIUsageIsNotAskedFor(t *testing.T) {
	t.Parallel()
	const name = "Orgs.Billing.AIUsage"
	area.Rejects(t, name, aiUsage(orgs.BillingAIUsageOptions{To: usageTo}), "from", "required", "")
	area.Rejects(t, name, aiUsage(orgs.BillingAIUsageOptions{From: usageFrom}), "to", "required", "")
	area.Rejects(t, name, aiUsage(orgs.BillingAIUsageOptions{From: usageTo, To: usageFrom}), "from", "a time that is not after to", "2026-01-12T00:00:00Z")
}
