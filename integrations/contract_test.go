package integrations_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir:    "integrations",
	Rows:   rows,
	Limits: slices.Concat(limits, nameLimits(), configurationLimits()),
	Tried:  []string{"Integrations.Render context.type " + contextForms},
}

var rows = slices.Concat(
	integrationRows,
	publishRows,
	renderRows,
	taskRows,
	devModeRows,
	eventRows,
	installationRows,
	installationSpaceRows,
	installationSiteRows,
	orgRows,
	orgInstallationRows,
	spaceRows,
	siteRows,
)

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
