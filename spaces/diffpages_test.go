package spaces_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

// at returns a page with the given ID, which is its title, slug and path too, and pages below it.
func at(id string, below ...spaces.Page) spaces.Page {
	return spaces.Page{ID: id, Title: id, Slug: &id, Path: &id, Type: spaces.PageTypeDocument, Pages: below}
}

func texts(diffs []spaces.PageDiff) []string {
	var list []string
	for _, diff := range diffs {
		list = append(list, diff.String())
	}
	return list
}

func TestDiffPagesReturnsWhatDiffers(t *testing.T) {
	t.Parallel()
	link := spaces.Page{ID: "l", Title: "Elsewhere", Type: spaces.PageTypeLink, Href: new("https://a.example")}
	otherLink := link
	otherLink.Href = new("https://b.example")
	for name, test := range map[string]struct {
		before, after []spaces.Page
		want          []string
	}{
		"nothing":                 {nil, []spaces.Page{}, nil},
		"equal":                   {book(), book(), nil},
		"first":                   {nil, []spaces.Page{at("a", at("b"))}, []string{"added: a", "added: b"}},
		"last":                    {[]spaces.Page{at("a", at("b"))}, nil, []string{"removed: a", "removed: b"}},
		"one is inserted":         {[]spaces.Page{at("a"), at("b")}, []spaces.Page{at("x"), at("a"), at("y"), at("b")}, []string{"added: x", "added: y"}},
		"one is taken out":        {[]spaces.Page{at("a"), at("b"), at("c")}, []spaces.Page{at("b"), at("c")}, []string{"removed: a"}},
		"one is moved to the end": {[]spaces.Page{at("a"), at("b"), at("c")}, []spaces.Page{at("b"), at("c"), at("a")}, []string{"moved: a"}},
		"one is moved to the top": {[]spaces.Page{at("a"), at("b"), at("c")}, []spaces.Page{at("c"), at("a"), at("b")}, []string{"moved: c"}},
		"two swap places":         {[]spaces.Page{at("a"), at("b"), at("c")}, []spaces.Page{at("c"), at("b"), at("a")}, []string{"moved: c", "moved: b"}},
		"one moves, others change": {
			[]spaces.Page{at("a"), at("b"), at("c"), at("d")},
			[]spaces.Page{at("d"), at("x"), at("b"), at("c")},
			[]string{"moved: d", "added: x", "removed: a"},
		},
		"down":                 {[]spaces.Page{at("a"), at("b")}, []spaces.Page{at("a", at("b"))}, []string{"moved: b"}},
		"up":                   {[]spaces.Page{at("a", at("b"))}, []spaces.Page{at("a"), at("b")}, []string{"moved: b"}},
		"under a new page":     {[]spaces.Page{at("a")}, []spaces.Page{at("x", at("a"))}, []string{"added: x", "moved: a"}},
		"out of a removed one": {[]spaces.Page{at("x", at("a"))}, []spaces.Page{at("a")}, []string{"moved: a", "removed: x"}},
		"turned upside down":   {[]spaces.Page{at("a", at("b"))}, []spaces.Page{at("b", at("a"))}, []string{"moved: b", "moved: a"}},
		"with those below":     {[]spaces.Page{at("a", at("b", at("c"))), at("d")}, []spaces.Page{at("a"), at("d", at("b", at("c")))}, []string{"moved: b"}},
		"order below a moved one": {
			[]spaces.Page{at("a"), at("b", at("c"), at("d"))},
			[]spaces.Page{at("a", at("b", at("d"), at("c")))},
			[]string{"moved: b", "moved: d"},
		},
		"a link":            {[]spaces.Page{link}, []spaces.Page{otherLink}, []string{`edited: "Elsewhere"`}},
		"an ID twice":       {[]spaces.Page{at("a"), at("a")}, []spaces.Page{at("a"), at("a"), at("a")}, []string{"added: a"}},
		"an ID twice below": {[]spaces.Page{at("a", at("a"))}, []spaces.Page{at("a"), at("a")}, []string{"moved: a"}},
		"no IDs":            {[]spaces.Page{{Title: "A"}, {Title: "B"}}, []spaces.Page{{Title: "A"}, {Title: "C"}}, []string{`renamed: "B" -> "C"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, texts(spaces.DiffPages(test.before, test.after)))
		})
	}
}

func TestDiffPagesReturnsPagesAndParentsOfBothTrees(t *testing.T) {
	t.Parallel()
	before, after := []spaces.Page{at("a", at("b")), at("r")}, []spaces.Page{at("x", at("b")), at("a")}
	b := &after[0].Pages[0]
	b.Title, b.Path, b.UpdatedAt = "Second", new("x/b"), new(time.Unix(1, 0))
	before[0].Pages[0].UpdatedAt = new(time.Unix(0, 0))
	require.Equal(t, []spaces.PageDiff{
		{After: &after[0]},
		{Before: &before[0].Pages[0], After: b, ParentBefore: &before[0], ParentAfter: &after[0], Moved: true, Renamed: true, Edited: true, PathChanged: true},
		{Before: &before[1]},
	}, spaces.DiffPages(before, after))
	diffs := spaces.DiffPages(before, after)
	require.Same(t, b, diffs[1].After)
	require.Same(t, &before[0], diffs[1].ParentBefore)
	require.Equal(t, []string{"added: x", "moved, renamed, edited: b -> x/b", "removed: r"}, texts(diffs))
}

func TestDiffPagesReportsPathsThatAPageAboveChanges(t *testing.T) {
	t.Parallel()
	before, after := []spaces.Page{at("a", at("b"))}, []spaces.Page{at("a", at("b"))}
	before[0].Pages[0].Path = new("a/b")
	after[0].Slug, after[0].Path, after[0].Pages[0].Path = new("c"), new("c"), new("c/b")
	diffs := spaces.DiffPages(before, after)
	require.Equal(t, []string{"renamed: a -> c", "path changed: a/b -> c/b"}, texts(diffs))
	require.True(t, diffs[0].PathChanged)
}

// TestDiffPagesComparesEachField has a line for each field of a page, with two pages that differ in
// it, so that a new field is not forgotten.
func TestDiffPagesComparesEachField(t *testing.T) {
	t.Parallel()
	type pair struct {
		a, b   spaces.Page
		absent string // between a and an empty page
		want   string // between a and b
	}
	const edited, renamed = `edited: ""`, `renamed: "" -> "x"`
	pairs := map[string]pair{
		"ID":            {a: spaces.Page{ID: "a"}, b: spaces.Page{ID: "b"}, absent: `added: ""`, want: `added: ""`},
		"Title":         {a: spaces.Page{}, b: spaces.Page{Title: "x"}, want: renamed},
		"Slug":          {a: spaces.Page{Slug: new("a")}, b: spaces.Page{Slug: new("b")}, absent: `renamed: ""`, want: `renamed: ""`},
		"Path":          {a: spaces.Page{Path: new("a")}, b: spaces.Page{Path: new("b")}, absent: `path changed: a -> ""`, want: "path changed: a -> b"},
		"Pages":         {a: spaces.Page{Pages: []spaces.Page{}}, b: spaces.Page{Pages: []spaces.Page{{ID: "b"}}}, want: `added: ""`},
		"Type":          {a: spaces.Page{Type: spaces.PageTypeGroup}, b: spaces.Page{Type: "canvas"}, absent: edited, want: edited},
		"Emoji":         {a: spaces.Page{Emoji: new("a")}, b: spaces.Page{Emoji: new("b")}, absent: edited, want: edited},
		"Icon":          {a: spaces.Page{Icon: new("a")}, b: spaces.Page{Icon: new("b")}, absent: edited, want: edited},
		"Description":   {a: spaces.Page{Description: new("")}, b: spaces.Page{Description: new("b")}, want: edited},
		"Hidden":        {a: spaces.Page{Hidden: new(false)}, b: spaces.Page{Hidden: new(true)}, want: edited},
		"NoIndex":       {a: spaces.Page{NoIndex: new(false)}, b: spaces.Page{NoIndex: new(true)}, want: edited},
		"NoRobotsIndex": {a: spaces.Page{NoRobotsIndex: new(false)}, b: spaces.Page{NoRobotsIndex: new(true)}, want: edited},
		"Layout":        {a: spaces.Page{Layout: &spaces.PageLayout{}}, b: spaces.Page{Layout: &spaces.PageLayout{Cover: true}}, absent: edited, want: edited},
		"Cover":         {a: spaces.Page{Cover: &spaces.PageCover{YPos: 1}}, b: spaces.Page{Cover: &spaces.PageCover{YPos: 2}}, absent: edited, want: edited},
		"Variables": {
			a: spaces.Page{Variables: map[string]spaces.Variable{}}, b: spaces.Page{Variables: map[string]spaces.Variable{"v": {Value: "1"}}}, want: edited,
		},
		"Computed": {
			a: spaces.Page{Computed: &spaces.Computed{Props: api.Raw("1")}}, b: spaces.Page{Computed: &spaces.Computed{Props: api.Raw("2")}},
			absent: edited, want: edited,
		},
		"ComputedSeed": {a: spaces.Page{ComputedSeed: new("a")}, b: spaces.Page{ComputedSeed: new("b")}, absent: edited, want: edited},
		"Target": {
			a: spaces.Page{Target: &spaces.ContentRef{URL: new("a")}}, b: spaces.Page{Target: &spaces.ContentRef{URL: new("b")}}, absent: edited, want: edited,
		},
		"LinkTitle":  {a: spaces.Page{LinkTitle: new("a")}, b: spaces.Page{LinkTitle: new("b")}, absent: edited, want: edited},
		"Condition":  {a: spaces.Page{Condition: new("a")}, b: spaces.Page{Condition: new("b")}, absent: edited, want: edited},
		"MetaLinks":  {a: spaces.Page{MetaLinks: &spaces.PageMetaLinks{}}, b: spaces.Page{MetaLinks: &spaces.PageMetaLinks{Canonical: &spaces.ContentRef{}}}, absent: edited, want: edited},
		"Tags":       {a: spaces.Page{Tags: []spaces.PageTag{}}, b: spaces.Page{Tags: []spaces.PageTag{{Primary: new(true)}}}, want: edited},
		"Href":       {a: spaces.Page{Href: new("a")}, b: spaces.Page{Href: new("b")}, absent: edited, want: edited},
		"Extra":      {a: spaces.Page{Extra: map[string]api.Raw{}}, b: spaces.Page{Extra: map[string]api.Raw{"x": api.Raw("1")}}, want: edited},
		"UpdatedAt":  {a: spaces.Page{UpdatedAt: new(time.Unix(0, 0))}, b: spaces.Page{UpdatedAt: new(time.Unix(1, 0))}, want: edited},
		"DocumentID": {a: spaces.Page{DocumentID: new("a")}, b: spaces.Page{DocumentID: new("b")}, want: edited},
		"Markdown":   {a: spaces.Page{Markdown: new("a")}, b: spaces.Page{Markdown: new("b")}, want: edited},
		"Document":   {a: spaces.Page{Document: &richtext.Document{}}, b: spaces.Page{Document: &richtext.Document{Object: "document"}}, want: edited},
		"Git":        {a: spaces.Page{Git: &spaces.GitBlob{OID: "a"}}, b: spaces.Page{Git: &spaces.GitBlob{OID: "b"}}, want: edited},
		"CreatedAt":  {a: spaces.Page{CreatedAt: new(time.Unix(0, 0))}, b: spaces.Page{CreatedAt: new(time.Unix(1, 0))}},
		"URLs":       {a: spaces.Page{URLs: &spaces.PageURLs{App: "a"}}, b: spaces.Page{URLs: &spaces.PageURLs{App: "b"}}},
	}
	for field := range reflect.TypeFor[spaces.Page]().Fields() {
		test, ok := pairs[field.Name]
		require.True(t, ok, "want a line for %s", field.Name)
		first := func(before, after spaces.Page) string {
			diffs := spaces.DiffPages([]spaces.Page{before}, []spaces.Page{after})
			if len(diffs) == 0 {
				return ""
			}
			return diffs[0].String()
		}
		require.Equal(t, test.want, first(test.a, test.b), field.Name)
		require.Equal(t, test.absent, first(test.a, spaces.Page{}), field.Name)
		require.Empty(t, first(test.b, test.b), field.Name)
	}
	moved := spaces.Page{Git: &spaces.GitBlob{OID: "a", Path: "b.md"}}
	require.Empty(t, spaces.DiffPages([]spaces.Page{pairs["Git"].a}, []spaces.Page{moved}), "the path in Git is not an edit")
}

func TestDiffPagesOfADecodedTreeIsEmpty(t *testing.T) {
	t.Parallel()
	page := at("a", at("b"))
	page.UpdatedAt = new(time.Date(2026, 1, 1, 12, 0, 0, 0, time.FixedZone("", 3600)))
	page.Extra = map[string]api.Raw{"shapes": api.Raw(`[1]`)}
	data, err := json.Marshal(page)
	require.NoError(t, err)
	var decoded spaces.Page
	require.NoError(t, json.Unmarshal(data, &decoded))
	decoded.UpdatedAt = new(decoded.UpdatedAt.UTC())
	require.Empty(t, spaces.DiffPages([]spaces.Page{page}, []spaces.Page{decoded}))
}

func TestPageDiffWithoutPagesHasAString(t *testing.T) {
	t.Parallel()
	require.Equal(t, "equal", spaces.PageDiff{}.String())
}

// treeOf returns a tree with a page for each byte: its ID, which may occur twice, its depth and its
// title.
func treeOf(data []byte) []spaces.Page {
	var top []spaces.Page
	below := []*[]spaces.Page{&top} // the last page at each depth
	for _, b := range data {
		depth := min(int(b>>4&3), len(below)-1)
		pages := below[depth]
		*pages = append(*pages, spaces.Page{ID: fmt.Sprint("p", b&0xf), Title: fmt.Sprint("t", b>>6)})
		below = append(below[:depth+1], &(*pages)[len(*pages)-1].Pages)
	}
	return top
}

// placed is a page of a tree whose ID is unique: that of a page which occurs again has a suffix.
type placed struct {
	id, parent string
	page       *spaces.Page
}

func placesIn(pages []spaces.Page) []placed {
	var list []placed
	ids, seen := map[*spaces.Page]string{}, map[string]int{}
	for visit := range spaces.WalkPages(pages) {
		id := fmt.Sprint(visit.Page.ID, "#", seen[visit.Page.ID])
		seen[visit.Page.ID]++
		ids[visit.Page] = id
		place := placed{id: id, page: visit.Page}
		if visit.Depth > 0 {
			place.parent = ids[visit.Parents[visit.Depth-1]]
		}
		list = append(list, place)
	}
	return list
}

// longest returns the length of the longest increasing subsequence, by comparing all pairs.
func longest(numbers []int) int {
	best, at := 0, make([]int, len(numbers))
	for i, n := range numbers {
		at[i] = 1
		for j, m := range numbers[:i] {
			if m < n {
				at[i] = max(at[i], at[j]+1)
			}
		}
		best = max(best, at[i])
	}
	return best
}

// FuzzDiffPagesExplainsEachDifference compares two trees with a slow comparison: each page that is
// in one tree, has another parent or has another title is a diff of that kind and nothing else is.
// The pages that have not moved are in order, and are as many as possible.
func FuzzDiffPagesExplainsEachDifference(f *testing.F) {
	for _, seed := range [][2]string{{"", "a"}, {"abc", "abc"}, {"abc", "cab"}, {"\x01\x12\x23\x04", "\x04\x11\x22\x03"}, {"aaa", "aa"}, {"\x01\x02\x03\x04\x05", "\x05\x04\x03\x02\x01"}} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, one, other []byte) {
		if len(one) > 64 || len(other) > 64 {
			return
		}
		before, after := treeOf(one), treeOf(other)
		require.Empty(t, spaces.DiffPages(before, treeOf(one)))
		was, is := placesIn(before), placesIn(after)
		diffs := map[*spaces.Page]spaces.PageDiff{}
		var order []*spaces.Page
		for _, diff := range spaces.DiffPages(before, after) {
			page := diff.After
			if page == nil {
				page = diff.Before
			}
			diffs[page] = diff
			order = append(order, page)
		}
		var visited []*spaces.Page
		kept, unmoved := map[string][]int{}, map[string][]int{} // places in before of pages that have kept their parent
		find := func(list []placed, id string) int {
			return slices.IndexFunc(list, func(p placed) bool { return p.id == id })
		}
		for _, place := range is {
			diff, differs := diffs[place.page]
			if differs {
				visited = append(visited, place.page)
			}
			i := find(was, place.id)
			if i < 0 {
				require.Nil(t, diff.Before)
				require.Same(t, place.page, diff.After)
				continue
			}
			old := was[i]
			if differs {
				require.Same(t, old.page, diff.Before)
				require.True(t, diff.Moved || diff.Renamed)
			}
			require.Equal(t, old.page.Title != place.page.Title, diff.Renamed)
			require.False(t, diff.Edited || diff.PathChanged)
			if old.parent != place.parent {
				require.True(t, diff.Moved)
				continue
			}
			kept[place.parent] = append(kept[place.parent], i)
			if !diff.Moved {
				unmoved[place.parent] = append(unmoved[place.parent], i)
			}
		}
		for parent := range kept {
			require.True(t, slices.IsSorted(unmoved[parent]))
			require.Len(t, unmoved[parent], longest(kept[parent]))
		}
		for _, place := range was {
			if find(is, place.id) < 0 {
				require.Contains(t, diffs, place.page)
				require.Nil(t, diffs[place.page].After)
				visited = append(visited, place.page)
			}
		}
		require.Equal(t, visited, order)
	})
}
