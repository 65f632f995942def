package urls_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "urls",
	Rows: slices.Concat(
		contentRows,
		embedRows,
		publishedRows,
	),
	Limits: limits,
	Tried:  []string{"URLs.Published visitor.unsignedClaims object"},
}

var limits = []contract.Limit{
	{Op: "URLs.Content", Field: "url", Check: "required"},
	{Op: "URLs.Embed", Field: "url", Check: "required"},
	{Op: "URLs.Published", Field: "url", Check: "required,len=..2048"},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
