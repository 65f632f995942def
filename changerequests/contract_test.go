package changerequests_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "changerequests",
	Rows: slices.Concat(
		changeRequestRows,
		changedContentRows,
		contentUpdateRows,
		linkRows,
		commentRows,
		replyRows,
		contributorRows,
		reviewRows,
	),
	Limits: limits,
	Tried:  []string{"ChangeRequests.Content.Update . Validate", "ChangeRequests.Content.Update changes[] Validate", "ChangeRequests.Content.Update changes[].files[] Validate"},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

// Iterators that prefetch start goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
