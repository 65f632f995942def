package urls_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/urls"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "urls",
	Rows: slices.Concat(
		contentRows,
		embedRows,
		publishedRows,
	),
	Needs: needs,
	Tried: []string{"URLs.Published visitor.unsignedClaims object"},
}

// needs are the required parameters and fields of requests.
var needs = []contract.Need{
	{Op: "URLs.Content", Field: "url", Check: contract.Required, Call: getContent(urls.ContentOptions{})},
	{Op: "URLs.Embed", Field: "url", Check: contract.Required, Call: getEmbed(urls.EmbedOptions{})},
	{Op: "URLs.Published", Field: "url", Check: contract.Required, Call: lookUp(urls.PublishedLookup{})},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
