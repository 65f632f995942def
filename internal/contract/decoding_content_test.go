package contract

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

// read decodes a file of testdata.
func read[T any](t *testing.T, name string) T {
	t.Helper()
	f, err := load(name)
	require.NoError(t, err)
	var value T
	require.NoError(t, json.Unmarshal(f.data, &value))
	return value
}

// decodesInto wants what an area can only keep as JSON to decode, whole, into the type of the area above it.
func decodesInto[T any](t *testing.T, raw api.Raw) T {
	t.Helper()
	var value T
	require.NoError(t, raw.Decode(&value))
	want, err := parse(raw)
	require.NoError(t, err)
	got, err := encode(value)
	require.NoError(t, err)
	require.Empty(t, difference(want, got))
	return value
}

func TestWhatSpacesKeepAsJSONDecodesIntoItsType(t *testing.T) {
	t.Parallel()
	revision := read[spaces.Revision](t, "spaces/revision-of-merge.json")
	merged := decodesInto[changerequests.ChangeRequest](t, revision.MergedFrom)
	require.Equal(t, int64(7), merged.Number)

	page := read[spaces.Reference](t, "spaces/reference-to-page.json")
	draft := decodesInto[changerequests.ChangeRequest](t, page.VersionContext.ChangeRequest)
	require.Equal(t, changerequests.StatusDraft, draft.Status)

	reference := read[spaces.Reference](t, "spaces/reference-to-openapi.json")
	spec := decodesInto[orgs.OpenAPISpec](t, reference.OpenAPISpec)
	require.Equal(t, "pet-store", spec.Slug)
}
