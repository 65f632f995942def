package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/spaces"
)

const revisionJSON = `{"object": "revision", "id": "revision_1", "parents": [], "pages": [{"id": "a", "title": "A", "type": "document"}], "files": [],
	"reusableContents": [], "createdAt": "2026-01-02T03:04:05Z", "urls": {"app": "https://app.example.com/"}, "type": "edits"}`

func TestReferenceOfAnUnknownKindRoundTrips(t *testing.T) {
	t.Parallel()
	reference := roundTrip[spaces.Reference](t, `{"kind": "board", "board": {"id": "b", "lanes": [null, 1.0]}, "url": "https://www.example.com/",
		"versionContext": {"type": "snapshot", "snapshot": "s"}, "internalLocation": {"type": "cell", "cell": [1, 2]}}`)
	require.Equal(t, spaces.Reference{
		Kind:             "board",
		URL:              new("https://www.example.com/"),
		VersionContext:   &spaces.VersionContext{Type: "snapshot", Extra: map[string]api.Raw{"snapshot": api.Raw(`"s"`)}},
		InternalLocation: &spaces.InternalLocation{Type: "cell", Extra: map[string]api.Raw{"cell": api.Raw("[1, 2]")}},
		Extra:            map[string]api.Raw{"board": api.Raw(`{"id": "b", "lanes": [null, 1.0]}`)},
	}, reference)
}

func TestVersionContextContainsARevisionOrItsID(t *testing.T) {
	t.Parallel()
	byID := roundTrip[spaces.VersionContext](t, `{"type": "revision", "revision": "revision_1"}`)
	require.Equal(t, &spaces.RevisionRef{ID: "revision_1"}, byID.Revision)

	full := roundTrip[spaces.VersionContext](t, `{"type": "revision", "revision": `+revisionJSON+`}`)
	require.Equal(t, "revision_1", full.Revision.ID)
	require.Equal(t, spaces.RevisionTypeEdits, full.Revision.Revision.Type)
	require.Equal(t, "a", full.Revision.Revision.Pages[0].ID)

	changed := roundTrip[spaces.VersionContext](t, `{"type": "changeRequest", "changeRequest": {"id": "changeRequest_1"}}`)
	require.Nil(t, changed.Revision)
	var changeRequest struct{ ID string }
	require.NoError(t, changed.ChangeRequest.Decode(&changeRequest))
	require.Equal(t, "changeRequest_1", changeRequest.ID)

	require.Equal(t, spaces.VersionContext{Type: "revision"}, roundTrip[spaces.VersionContext](t, `{"type": "revision"}`))
}

// TestMismatchInARevisionKeepsAllOtherFields changes the type of a field four levels deep in a
// response.
func TestMismatchInARevisionKeepsAllOtherFields(t *testing.T) {
	t.Parallel()
	decode := func(revision string) (*jsonx.Mismatch, *spaces.RevisionRef) {
		var page spaces.LinkList
		mismatch, err := jsonx.Decode([]byte(`{"items": [{"status": "ok", "locationReferences": [{"kind": "page", "versionContext": {"type": "revision",
			"revision": `+revision+`}}]}], "stats": {"total": 1}}`), &page)
		require.NoError(t, err)
		require.NotNil(t, mismatch)
		require.Equal(t, int64(1), page.Stats.Total)
		require.Equal(t, spaces.ContentRefKindPage, page.Items[0].LocationReferences[0].Kind)
		return mismatch, page.Items[0].LocationReferences[0].VersionContext.Revision
	}
	mismatch, revision := decode(`{"id": "revision_1", "pages": [{"id": "a", "title": 1, "slug": "a"}, {"id": "b"}], "type": "edits"}`)
	require.Equal(t, "/items/0/locationReferences/0/versionContext/revision/pages/0/title", mismatch.Pointer)
	require.Equal(t, "revision_1", revision.ID)
	require.Equal(t, spaces.RevisionTypeEdits, revision.Revision.Type)
	require.Equal(t, []spaces.Page{{ID: "a", Slug: new("a")}, {ID: "b"}}, revision.Revision.Pages)

	mismatch, revision = decode(`true`)
	require.Equal(t, "/items/0/locationReferences/0/versionContext/revision", mismatch.Pointer)
	require.Nil(t, revision)
}

func TestRevisionOfAnUnknownTypeRoundTrips(t *testing.T) {
	t.Parallel()
	revision := roundTrip[spaces.Revision](t, `{"object": "revision", "id": "revision_1", "parents": [], "pages": [], "files": [], "reusableContents": [],
		"createdAt": "2026-01-02T03:04:05Z", "urls": {"app": "https://app.example.com/"}, "type": "split", "from": {"revision": 1}}`)
	require.Equal(t, map[string]api.Raw{"from": api.Raw(`{"revision": 1}`)}, revision.Extra)
}

func TestGitCommitIsEncodedWithTheNameItWasDecodedWith(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]bool{
		`{"oid": "a", "message": "b", "createdByService": true}`:                              true,
		`{"oid": "a", "message": "b", "createdByService": false}`:                             false,
		`{"oid": "a", "message": "b", "createdByGitBook": true}`:                              true,
		`{"oid": "a", "message": "b", "createdByGitBook": false}`:                             false,
		`{"oid": "a", "message": "b", "createdByService": false, "createdByGitBook": true}`:   false,
		`{"oid": "a", "message": "b", "url": "https://git.example.com/", "ref": "refs/main"}`: false,
	} {
		commit := roundTrip[spaces.GitCommit](t, data)
		require.Equal(t, want, commit.ByService(), data)
	}
	require.False(t, (*spaces.GitCommit)(nil).ByService(), "a revision without Git")
}
