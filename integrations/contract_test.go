package integrations_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "integrations",
	Rows: slices.Concat(
		eventRows,
		renderRows,
	),
	Needs: slices.Concat(renderNeeds),
	Tried: slices.Concat(triedRenders),
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
