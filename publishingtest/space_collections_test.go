package publishingtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

func collectionProofs() map[string]proof {
	p := proofs{}
	p.shows("collections.create.inherits", "POST", library+"/collections", "", func(col map[string]any) bool { return col["defaultLevel"] == "inherit" })
	p.rejects("collections.create.parent-exists", "POST", library+"/collections", `{"parent":"shelf"}`, "parent")
	p.then("collections.delete.content-moves-up", "DELETE", innerPath, "", wiki, func(sp map[string]any) bool { return sp["parent"] == "outer" })
	return p
}

func TestLifeOfACollection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	outer := must(w.client.Collections.Create(t.Context(), w.org, spaces.CollectionCreate{Title: new("Guides")}))(t)
	require.Equal(t, "collection", outer.Object)
	require.Equal(t, "Guides", outer.Title)
	require.Equal(t, w.org, outer.Organization)
	require.Nil(t, outer.Parent)
	inner := must(w.client.Collections.Create(t.Context(), w.org, spaces.CollectionCreate{Parent: &outer.ID}))(t)
	require.Equal(t, &outer.ID, inner.Parent)
	require.Equal(t, "Untitled collection", inner.Title)

	changed := must(w.client.Collections.Update(t.Context(), inner.ID, spaces.CollectionUpdate{Title: new("More"), Description: new(""), DefaultLevel: api.Set(spaces.LevelInherit)}))(t)
	want := *inner
	want.Title, want.Description, want.DefaultLevel = "More", new(""), new(spaces.LevelInherit)
	require.Equal(t, &want, changed)
	changed = must(w.client.Collections.Update(t.Context(), inner.ID, spaces.CollectionUpdate{DefaultLevel: api.Null[api.Role]()}))(t)
	require.Nil(t, changed.DefaultLevel)
	require.Equal(t, "More", changed.Title)
	got := must(w.client.Collections.Get(t.Context(), inner.ID))(t)
	require.Equal(t, changed, got)
	require.Equal(t, []spaces.Collection{*outer, *got}, w.Collections.All(w.org))

	must(w.client.Collections.Delete(t.Context(), inner.ID))(t)
	require.ErrorIs(t, errorOf(w.client.Collections.Create(t.Context(), w.org, spaces.CollectionCreate{Parent: &inner.ID})), publishing.ErrBadRequest)
}

func TestNestedHasThreeStates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "a"})
	w.Collections.Add(w.org, spaces.Collection{ID: "b", Parent: new("a")})
	w.Collections.Add(w.org, spaces.Collection{ID: "c"})
	w.Collections.Add(w.Orgs.Add(orgs.Organization{}).ID, spaces.Collection{ID: "d"})
	for _, test := range []struct {
		nested *bool
		want   []string
	}{{nil, []string{"a", "b", "c"}}, {new(true), []string{"a", "b", "c"}}, {new(false), []string{"a", "c"}}} {
		got := mapped(collect(t, w.client.Collections.All(t.Context(), w.org, spaces.CollectionListOptions{Nested: test.nested, Limit: 1})), func(c spaces.Collection) string { return c.ID })
		require.Equal(t, test.want, got)
	}
}

func TestContentOfADeletedCollectionIsNotLost(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "tin", Parent: new("box")})
	w.Spaces.Add(w.org, spaces.Space{ID: "deep", Parent: new("box")})
	w.Spaces.Add(w.org, spaces.Space{ID: "gone", Parent: new("box")})
	must(w.client.Spaces.Delete(t.Context(), "gone"))(t)
	must(w.client.Collections.Delete(t.Context(), "box"))(t)
	require.Equal(t, []string{"a", "b", "c", "deep"}, w.spacesIn(t, "shelf"))
	require.Equal(t, new("shelf"), must(w.client.Collections.Get(t.Context(), "tin"))(t).Parent)
	require.Equal(t, new("shelf"), must(w.client.Spaces.Restore(t.Context(), "gone"))(t).Parent)

	must(w.client.Collections.Delete(t.Context(), "shelf"))(t)
	require.Nil(t, must(w.client.Spaces.Get(t.Context(), "a", spaces.GetOptions{}))(t).Parent)
}

func TestDeletedSpaceOfATransferredCollectionStays(t *testing.T) {
	t.Parallel()
	w := shelf(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "moved"})
	w.Spaces.Add(w.org, spaces.Space{ID: "gone", Parent: new("moved")})
	w.Spaces.Add(w.org, spaces.Space{ID: "kept", Parent: new("moved")})
	w.ChangeRequests.Add("kept", changerequests.ChangeRequest{ID: "cr"})
	must(w.client.Spaces.Delete(t.Context(), "gone"))(t)
	other := w.Orgs.Add(orgs.Organization{}).ID
	must(w.client.Collections.Transfer(t.Context(), "moved", spaces.CollectionTransfer{Organization: &other}))(t)
	restored := must(w.client.Spaces.Restore(t.Context(), "gone"))(t)
	require.Equal(t, w.org, restored.Organization)
	require.Nil(t, restored.Parent)

	kept := must(w.client.Spaces.Get(t.Context(), "kept", spaces.GetOptions{}))(t)
	request := must(w.client.ChangeRequests.Get(t.Context(), "kept", "cr"))(t)
	require.Equal(t, kept.URLs.App+"/changes/1", request.URLs.App)
}

func TestDeletedCollectionLeavesItsParent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Collections.Add(w.org, spaces.Collection{ID: "parent"})
	w.Spaces.Add(w.org, spaces.Space{ID: "first", Parent: new("parent")})
	w.Collections.Add(w.org, spaces.Collection{ID: "between", Parent: new("parent")})
	w.Spaces.Add(w.org, spaces.Space{ID: "second", Parent: new("parent")})
	w.Spaces.Add(w.org, spaces.Space{ID: "third", Parent: new("parent")})
	move := func(after, before string) error {
		return errorOf(w.client.Spaces.Move(t.Context(), "third", spaces.Move{Position: spaces.ContentPosition{
			After: &spaces.ContentPointer{Space: new(after)}, Before: &spaces.ContentPointer{Space: new(before)},
		}}))
	}
	require.ErrorIs(t, move("first", "second"), publishing.ErrBadRequest, "a collection is between them")
	must(w.client.Collections.Delete(t.Context(), "between"))(t)
	require.ErrorIs(t, move("between", "second"), publishing.ErrBadRequest, "it is no longer a neighbor")
	require.NoError(t, move("first", "second"))
}
