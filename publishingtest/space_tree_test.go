package publishingtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

func moveProofs() map[string]proof {
	p := proofs{}
	p.rejects("contents.move.no-cycle", "POST", "/v1/collections/outer/move", `{"parent":"inner"}`, "parent")
	p.responds("contents.transfer.on-a-site-412", "POST", "/v1/spaces/placed/transfer", `{"organization":"acme"}`, http.StatusPreconditionFailed)
	p.shows("contents.in-collection-visibility", "POST", wiki+"/move", `{"parent":null}`, func(sp map[string]any) bool { return sp["visibility"] == "private" })
	return p
}

// shelf returns a world whose collection "shelf" has a, b, the collection "box" and c, in this
// order.
func shelf(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "shelf"})
	for _, id := range []string{"a", "b"} {
		w.Spaces.Add(w.org, spaces.Space{ID: id, Parent: new("shelf")})
	}
	w.Collections.Add(w.org, spaces.Collection{ID: "box", Parent: new("shelf")})
	w.Spaces.Add(w.org, spaces.Space{ID: "c", Parent: new("shelf")})
	w.Spaces.Add(w.org, spaces.Space{ID: "loose"})
	return w
}

func (w *world) spacesIn(t *testing.T, collection string) (found []string) {
	t.Helper()
	for _, sp := range collect(t, w.client.Collections.Spaces.All(t.Context(), collection, spaces.CollectionSpaceListOptions{Limit: 1})) {
		found = append(found, sp.ID)
	}
	return found
}

func TestMovesPutSpacesInOrder(t *testing.T) {
	t.Parallel()
	beside := func(id string) *spaces.ContentPointer { return &spaces.ContentPointer{Space: new(id)} }
	box := &spaces.ContentPointer{Collection: new("box")}
	for name, test := range map[string]struct {
		space string
		move  spaces.Move
		want  []string
	}{
		"before":             {"c", spaces.Move{Position: spaces.ContentPosition{Before: beside("a")}}, []string{"c", "a", "b"}},
		"after":              {"a", spaces.Move{Position: spaces.ContentPosition{After: beside("b")}}, []string{"b", "a", "c"}},
		"after the last":     {"a", spaces.Move{Position: spaces.ContentPosition{After: beside("c")}}, []string{"b", "c", "a"}},
		"between":            {"c", spaces.Move{Position: spaces.ContentPosition{After: beside("a"), Before: beside("b")}}, []string{"a", "c", "b"}},
		"beside a box":       {"a", spaces.Move{Position: spaces.ContentPosition{After: box}}, []string{"b", "a", "c"}},
		"in":                 {"loose", spaces.Move{Parent: api.Set("shelf")}, []string{"a", "b", "c", "loose"}},
		"in and before":      {"loose", spaces.Move{Parent: api.Set("shelf"), Position: spaces.ContentPosition{Before: beside("b")}}, []string{"a", "loose", "b", "c"}},
		"into another":       {"b", spaces.Move{Parent: api.Set("box")}, []string{"a", "c"}},
		"out":                {"b", spaces.Move{Parent: api.Null[string]()}, []string{"a", "c"}},
		"to the same parent": {"b", spaces.Move{Parent: api.Set("shelf"), Position: spaces.ContentPosition{Before: beside("a")}}, []string{"b", "a", "c"}},
	} {
		w := shelf(t)
		moved := must(w.client.Spaces.Move(t.Context(), test.space, test.move))(t, name)
		require.Equal(t, test.space, moved.ID)
		require.Equal(t, test.want, w.spacesIn(t, "shelf"), name)
		got := must(w.client.Spaces.Get(t.Context(), test.space, spaces.GetOptions{}))(t)
		require.Equal(t, moved, got, name)
		if parent, given := test.move.Parent.Get(); given {
			require.Equal(t, &parent, got.Parent, name)
		}
		require.Equal(t, 1, w.Calls.Commits("Spaces.Move"), name)
	}
}

func TestInvalidMoves(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	elsewhere := w.Orgs.Add(orgs.Organization{}).ID
	w.Collections.Add(elsewhere, spaces.Collection{ID: "foreign"})
	at := func(id string) string { return `{"type":"space","space":"` + id + `"}` }
	for body, want := range map[string]int{
		`{}`:                                     http.StatusBadRequest,
		`{"parent":"shelf"}`:                     http.StatusConflict,
		`{"parent":"nowhere"}`:                   http.StatusBadRequest,
		`{"parent":"foreign"}`:                   http.StatusBadRequest,
		`{"position":{}}`:                        http.StatusConflict,
		`{"position":{"after":` + at("a") + `}}`: http.StatusConflict,
		`{"position":{"before":{"type":"collection","collection":"box"}}}`:                         http.StatusConflict,
		`{"position":{"after":` + at("a") + `,"before":{"type":"collection","collection":"box"}}}`: http.StatusConflict,
		`{"position":{"after":` + at("a") + `,"before":` + at("c") + `}}`:                          http.StatusBadRequest,
		`{"position":{"after":` + at("c") + `,"before":` + at("a") + `}}`:                          http.StatusBadRequest,
		`{"position":{"after":` + at("b") + `}}`:                                                   http.StatusBadRequest,
		`{"position":{"after":` + at("nowhere") + `}}`:                                             http.StatusBadRequest,
		`{"position":{"after":` + at("loose") + `}}`:                                               http.StatusBadRequest,
		`{"position":{"before":{"type":"collection","collection":"a"}}}`:                           http.StatusBadRequest,
		`{"parent":null,"position":{"before":` + at("a") + `}}`:                                    http.StatusBadRequest,
		`{"parent":"box","position":{"before":` + at("a") + `}}`:                                   http.StatusBadRequest,
	} {
		require.Equal(t, want, w.send(t, "POST", "/v1/spaces/b/move", body).status, body)
	}
	require.Equal(t, []string{"a", "b", "c"}, w.spacesIn(t, "shelf"))
	require.Zero(t, w.Calls.Commits("Spaces.Move"))
}

func TestErrorsOfMovesAndTransfersMatchTheirSentinels(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	require.ErrorIs(t, errorOf(w.client.Spaces.Move(t.Context(), "a", spaces.Move{Parent: api.Set("nowhere")})), publishing.ErrBadRequest)
	require.ErrorIs(t, errorOf(w.client.Collections.Move(t.Context(), "box", spaces.CollectionMove{Parent: api.Set("shelf")})), publishing.ErrConflict)
	require.ErrorIs(t, errorOf(w.client.Spaces.Transfer(t.Context(), "a", spaces.Transfer{Organization: &w.org})), publishing.ErrConflict)
	require.ErrorIs(t, errorOf(w.client.Spaces.Transfer(t.Context(), "a", spaces.Transfer{Organization: new("nowhere")})), publishing.ErrNotFound)
	w.Sites.Add(w.org, sites.Site{}, "a")
	other := w.Orgs.Add(orgs.Organization{}).ID
	require.ErrorIs(t, errorOf(w.client.Spaces.Transfer(t.Context(), "a", spaces.Transfer{Organization: &other})), publishing.ErrPreconditionFailed)
	_, err := w.client.Collections.Transfer(t.Context(), "shelf", spaces.CollectionTransfer{Organization: &other})
	require.ErrorIs(t, err, publishing.ErrPreconditionFailed, "one of its spaces is on a site")
}

func TestCollectionDoesNotMoveIntoItself(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "tin", Parent: new("box")})
	for _, into := range []string{"shelf", "box", "tin"} {
		require.ErrorIs(t, errorOf(w.client.Collections.Move(t.Context(), "shelf", spaces.CollectionMove{Parent: api.Set(into)})), publishing.ErrBadRequest, into)
	}
	moved := must(w.client.Collections.Move(t.Context(), "tin", spaces.CollectionMove{Parent: api.Set("shelf")}))(t)
	require.Equal(t, new("shelf"), moved.Parent)
	moved = must(w.client.Collections.Move(t.Context(), "tin", spaces.CollectionMove{Parent: api.Null[string]()}))(t)
	require.Nil(t, moved.Parent)
}

func TestTransferMovesTheContentOfACollection(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	w.Spaces.Add(w.org, spaces.Space{ID: "deep", Parent: new("box")})
	other := w.Orgs.Add(orgs.Organization{}).ID
	must(w.client.Collections.Transfer(t.Context(), "box", spaces.CollectionTransfer{Organization: &other}))(t)
	box := must(w.client.Collections.Get(t.Context(), "box"))(t)
	require.Equal(t, other, box.Organization)
	require.Nil(t, box.Parent)
	deep := must(w.client.Spaces.Get(t.Context(), "deep", spaces.GetOptions{}))(t)
	require.Equal(t, other, deep.Organization)
	require.Equal(t, new("box"), deep.Parent)
	require.Len(t, w.Spaces.All(other), 1)
	require.Equal(t, []string{"a", "b", "c"}, w.spacesIn(t, "shelf"))
}

// TestTransferIgnoresUnknownFields sends a target collection, for which the API reference has no
// field.
func TestTransferIgnoresUnknownFields(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	other := w.Orgs.Add(orgs.Organization{}).ID
	w.Collections.Add(other, spaces.Collection{ID: "target"})
	moved := must(w.client.Spaces.Transfer(t.Context(), "loose", spaces.Transfer{Organization: &other}, publishing.WithBodyField("collection", "target")))(t)
	calls := w.Calls.All()
	require.JSONEq(t, `{"organization":"`+other+`","collection":"target"}`, string(calls[len(calls)-1].Body))
	require.Equal(t, other, moved.Organization)
	require.Nil(t, moved.Parent)

	_, err := w.client.Spaces.Transfer(t.Context(), "loose", spaces.Transfer{}, publishing.WithBodyField("collection", "target"))
	require.ErrorIs(t, err, publishing.ErrConflict, "without an organization nothing changes")
}
