package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

// TestRawObjectsOfOtherAreasDecodeIntoTheirTypes is about objects that this package keeps as JSON,
// since it does not import their types.
func TestRawObjectsOfOtherAreasDecodeIntoTheirTypes(t *testing.T) {
	t.Parallel()
	revision := contract.Decode[spaces.Revision](t, contract.Fixture(t, "revision-of-merge.json"))
	merged := contract.Decode[changerequests.ChangeRequest](t, revision.MergedFrom)
	require.Equal(t, int64(7), merged.Number)

	page := contract.Decode[spaces.Reference](t, contract.Fixture(t, "spaces/reference-to-page.json"))
	draft := contract.Decode[changerequests.ChangeRequest](t, page.VersionContext.ChangeRequest)
	require.Equal(t, changerequests.StatusDraft, draft.Status)

	reference := contract.Decode[spaces.Reference](t, contract.Fixture(t, "reference-to-openapi.json"))
	spec := contract.Decode[orgs.OpenAPISpec](t, reference.OpenAPISpec)
	require.Equal(t, "pet-store", spec.Slug)
}
