package spaces_test

import (
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
)

// area has the rows of all operations of the package. The doc of package contract explains them.
var area = contract.Area{
	Dir: "spaces",
	Rows: slices.Concat(
		spaceRows,
		spaceChangeRows,
		commentRows,
		replyRows,
		commenterRows,
		pdfRows,
		embedRows,
		gitRows,
		linkRows,
		pageLinkRows,
		collectionRows,
		searchRows,
		contentGetRows,
		contentPagesRows,
		contentPageRows,
		contentChangeRows,
		fileRows,
		fileGetRows,
		fileBacklinkRows,
		documentRows,
		computedRows,
		revisionRows,
	),
	Limits: limits,
	Tried: []string{
		"Spaces.Git.Import url nouser",
		"Spaces.Git.Import repoTreeURL nouser",
		"Spaces.Git.Import repoCommitURL nouser",
		"Spaces.Git.Import gitInfo.url nouser",
		"Spaces.Git.Export url nouser",
		"Spaces.Git.Export repoTreeURL nouser",
		"Spaces.Git.Export repoCommitURL nouser",
		"Spaces.Git.Export gitInfo.url nouser",
	},
}

func TestContract(t *testing.T) { contract.Run(t, area) } //nolint:paralleltest // it overwrites buffers that other tests would be using

// Iterators that prefetch start goroutines.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
