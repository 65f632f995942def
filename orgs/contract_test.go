package orgs_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "orgs",
	Rows: slices.Concat(
		organizationRows,
		billingRows,
		searchRows,
		askRows,
		inviteRows,
		linkInviteRows,
		fontRows,
		storageRows,
		memberRows,
		memberSpaceRows,
		memberTeamRows,
		teamRows,
		teamMemberRows,
		samlRows,
		translationRows,
		agentInstructionsRows,
		auditEventRows,
		conversationRows,
		glossaryRows,
		subdomainRows,
		openAPIRows,
		openAPIVersionRows,
		importRows,
		userRows,
		systemRows,
	),
	Limits: limits,
	Tried: []string{
		"Orgs.Billing.AIUsage from Validate",
		"Orgs.Billing.AIUsage from required",
		"Orgs.Billing.AIUsage to required",
		"Orgs.Translations.Glossary.Update operations[].type " + glossaryForms,
		"Orgs.Translations.Glossary.Update operations[].translations values=1..255",
		"Orgs.AuditEvents.List . Validate",
		"Orgs.Imports.Create source Validate",
		"Orgs.Update . Validate",
		"Orgs.Update defaultContent Validate",
		"Orgs.Translations.Glossary.Update operations[].translations valuesmatch=line",
	},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

// Iterators that prefetch start goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
