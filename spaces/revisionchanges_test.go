package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestChangedLayoutKeepsUnknownVariants(t *testing.T) {
	t.Parallel()
	require.Equal(t, spaces.ChangedLayout{Preset: "newspaper"}, roundTrip[spaces.ChangedLayout](t, `"newspaper"`))
	require.Equal(t, spaces.ChangedLayout{Raw: api.Raw(`["docs",{"columns":2}]`)}, roundTrip[spaces.ChangedLayout](t, `["docs",{"columns":2}]`))
	require.Equal(t, spaces.ChangedLayout{Raw: api.Raw("5")}, roundTrip[spaces.ChangedLayout](t, "5"))

	change := roundTrip[spaces.RevisionChange](t, `{"type":"page_edited","attributes":{"layout":{"before":[1],"after":"docs"}}}`)
	require.Equal(t, api.Raw("[1]"), change.Attributes.Layout.Before.Raw)
	require.Equal(t, spaces.LayoutPresetDocs, change.Attributes.Layout.After.Preset)
}
