package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

const home = "https://docs.example.com/acme/"

// tree returns pages, each as "ID path", at the top level.
func tree(pages ...string) []spaces.Page {
	var list []spaces.Page
	for _, page := range pages {
		id, path, _ := strings.Cut(page, " ")
		list = append(list, spaces.Page{ID: id, Title: id, Type: spaces.PageTypeDocument, Path: &path})
	}
	return list
}

func toPage(source, page string) sites.Redirect {
	return sites.Redirect{Source: source, Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindPage, SiteSpaceID: new("place"), PageID: &page}}
}

func toURL(source, to string) sites.Redirect {
	return sites.Redirect{Source: source, Destination: sites.RedirectDestination{Kind: sites.RedirectDestinationKindExternal, URL: &to}}
}

// texts returns what a plan does and tells.
func texts(made plan) []string {
	list := []string{}
	for _, c := range made.Changes {
		list = append(list, strings.TrimSpace(c.Verb+" "+c.Source+" "+c.To.PageID))
	}
	for _, path := range made.Paths {
		list = append(list, strings.TrimSpace(string(path.Fate)+" "+path.Path+" "+path.To.PageID))
	}
	return append(list, made.Told...)
}

func TestPlan(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", maxSource)
	for name, test := range map[string]struct {
		restructure

		want []string
	}{
		"nothing": {restructure{Before: tree("1 a"), After: tree("1 a", "2 b")}, []string{}},
		"moved":   {restructure{Before: tree("1 a"), After: tree("1 b/a")}, []string{"automatic /docs/a 1"}},
		"moved, with a redirect to the old path": {
			restructure{Before: tree("1 a", "2 c"), After: tree("1 b", "2 c"), Redirects: []sites.Redirect{toURL("/x", home+"docs/a"), toPage("/docs/a", "2")}},
			[]string{"change /x 1", "automatic /docs/a 1"},
		},
		"moved, with redirects in a circle": {
			restructure{Before: tree("1 a"), After: tree("1 b"), Redirects: []sites.Redirect{toURL("/x", home+"docs/a"), toURL("/docs/a", home+"x")}},
			[]string{"change /docs/a 1", "change /x 1", "automatic /docs/a 1"},
		},
		"moved, with all": {
			restructure{Before: tree("1 a"), After: tree("1 b/a"), All: true},
			[]string{"create /docs/a 1", "redirect /docs/a 1"},
		},
		"removed": {restructure{Before: tree("1 a"), After: tree("2 b")}, []string{"undecided /docs/a"}},
		"replaced": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Decisions: map[string]string{"1": "2"}},
			[]string{"create /docs/a 2", "redirect /docs/a 2"},
		},
		"replaced by a page that is replaced": {
			restructure{Before: tree("1 a", "2 b"), After: tree("3 c"), Decisions: map[string]string{"1": "2", "2": "3"}},
			[]string{"create /docs/a 3", "create /docs/b 3", "redirect /docs/a 3", "redirect /docs/b 3"},
		},
		"replaced in a circle": {
			restructure{Before: tree("1 a"), After: tree("3 c"), Decisions: map[string]string{"1": "2", "2": "1"}},
			[]string{"undecided /docs/a"},
		},
		"path taken by another page": {
			restructure{Before: tree("1 a"), After: tree("1 b", "2 a"), All: true}, []string{"taken /docs/a"},
		},
		"removed, with a redirect to a page": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toPage("/DOCS/a", "2")}},
			[]string{"redirect /docs/a 2"},
		},
		"removed, with a redirect to elsewhere": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toURL("/docs/a", "https://example.com")}},
			[]string{"redirect /docs/a"},
		},
		"removed, with a redirect to another space of the site": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toURL("/docs/a", home+"docs-of-the-api/a")}},
			[]string{"redirect /docs/a"},
		},
		"removed, with a redirect to no page of the space": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toURL("/docs/a", home+"docs/c")}},
			[]string{"undecided /docs/a"},
		},
		"removed, with a redirect into a loop": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toURL("/docs/a", home+"x"), toURL("/x", home+"docs/a")}},
			[]string{"undecided /docs/a", "/docs/a: the redirect leads back to itself", "/x: the redirect leads back to itself"},
		},
		"redirect to a page that is replaced": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toPage("/old", "1")}, Decisions: map[string]string{"1": "2"}},
			[]string{"create /docs/a 2", "change /old 2", "redirect /docs/a 2"},
		},
		"redirect to a page that was removed": {
			restructure{Before: tree("1 a"), After: tree("2 b"), Redirects: []sites.Redirect{toPage("/old", "1")}},
			[]string{"undecided /docs/a", "/old: the redirect leads to a page that was removed"},
		},
		"redirect through another to a page": {
			restructure{Before: tree("1 a"), After: tree("1 a"), Redirects: []sites.Redirect{toURL("/x", home+"y"), toPage("/y", "1")}},
			[]string{"change /x 1"},
		},
		"redirect to an old path": {
			restructure{Before: tree("1 a"), After: tree("1 b"), Redirects: []sites.Redirect{toURL("/x", home+"docs/a/")}},
			[]string{"change /x 1", "automatic /docs/a 1"},
		},
		"redirect to an anchor below an old path": {
			restructure{Before: tree("1 a"), After: tree("1 b"), Redirects: []sites.Redirect{toURL("/x", home+"docs/a#linux")}},
			[]string{"automatic /docs/a 1"},
		},
		"redirect to the URL of a page": {
			restructure{Before: tree("1 a"), After: tree("1 a"), Redirects: []sites.Redirect{toURL("/x", home+"docs/a")}}, []string{},
		},
		"loop": {
			restructure{Redirects: []sites.Redirect{toURL("/x", home+"y"), toURL("/y", home+"x")}},
			[]string{"/x: the redirect leads back to itself", "/y: the redirect leads back to itself"},
		},
		"redirect from a page to itself": {
			restructure{Before: tree("1 a"), After: tree("1 b"), Redirects: []sites.Redirect{toPage("/docs/b", "1")}},
			[]string{"delete /docs/b", "automatic /docs/a 1"},
		},
		"redirect on a page that is published": {
			restructure{Before: tree("1 a"), After: tree("1 a", "2 b"), Redirects: []sites.Redirect{toPage("/docs/b", "1")}},
			[]string{"/docs/b: the redirect has the path of a page that is published"},
		},
		"wildcard": {
			restructure{Redirects: []sites.Redirect{toURL("/old/*", "https://example.com")}},
			[]string{"/old/*: the redirect has a wildcard, which is not followed"},
		},
		"path that is too long": {
			restructure{Before: tree("1 " + long), After: tree("2 b"), Decisions: map[string]string{"1": "2"}},
			[]string{"path too long /docs/" + long},
		},
		"path with other characters": {
			restructure{Before: tree("1 a b/é"), After: tree("1 c"), All: true},
			[]string{"create /docs/a%20b/%c3%a9 1", "redirect /docs/a%20b/%c3%a9 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.Home, test.Places = home, []place{{"place", "/docs"}}
			require.Equal(t, test.want, texts(test.Plan()))
		})
	}
}

func TestURLNextToTheSiteIsNotOnIt(t *testing.T) {
	t.Parallel()
	r := restructure{
		Before: tree("1 a"), After: tree("2 b"), Home: home + "docs", Places: []place{{"place", ""}},
		Redirects: []sites.Redirect{toURL("/a", home+"docs-archive/a")},
	}
	require.Equal(t, []string{"redirect /a"}, texts(r.Plan()))
}

func TestRedirectFromASpaceAtTheRootIntoAnother(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{"api/a": "redirect /a", "apis/a": "undecided /a"} {
		r := restructure{
			Before: tree("1 a"), After: tree("2 b"), Home: home, Places: []place{{"place", ""}}, Others: []string{"/API"},
			Redirects: []sites.Redirect{toURL("/a", home+to)},
		}
		require.Equal(t, []string{want}, texts(r.Plan()))
	}
}

func TestEachPlaceOfASpaceHasRedirects(t *testing.T) {
	t.Parallel()
	r := restructure{Before: tree("1 a"), After: tree("2 b"), Decisions: map[string]string{"1": "2"}, Home: home, Places: []place{{"one", ""}, {"two", "/v2"}}}
	var to []target
	for _, c := range r.Plan().Changes {
		to = append(to, c.To)
	}
	require.Equal(t, []target{{"one", "2"}, {"two", "2"}}, to)
}

func TestRedirectToAnotherPlaceOfItsPageStays(t *testing.T) {
	t.Parallel()
	r := restructure{
		Before: tree("1 a"), After: tree("1 a"), Home: home, Places: []place{{"one", ""}, {"two", "/v2"}},
		Redirects: []sites.Redirect{toURL("/v2/a", home+"a")},
	}
	require.Equal(t, []string{"/v2/a: the redirect has the path of a page that is published"}, texts(r.Plan()))
}

// applied returns redirects with changes applied.
func applied(redirects []sites.Redirect, changes []change) []sites.Redirect {
	by := map[string]sites.Redirect{}
	for _, redirect := range redirects {
		by[strings.ToLower(redirect.Source)] = redirect
	}
	for _, c := range changes {
		delete(by, strings.ToLower(c.Source))
		if to, isSet := c.request().Destination.Get(); isSet {
			by[strings.ToLower(c.Source)] = sites.Redirect{Source: c.Source, Destination: to}
		}
	}
	return slices.Collect(maps.Values(by))
}

// randomTree renames, moves, removes and adds pages.
func randomTree(random *rand.Rand, pages map[string]string, ids *int) map[string]string {
	names := []string{"a", "b", "c", "d", "e", "f"}
	path := func() string {
		path := names[random.IntN(len(names))]
		if random.IntN(2) == 0 {
			path = names[random.IntN(2)] + "/" + path
		}
		return path
	}
	next := maps.Clone(pages)
	free := func(path string) bool {
		for _, other := range next {
			if other == path {
				return false
			}
		}
		return true
	}
	for range 1 + random.IntN(5) {
		of := slices.Sorted(maps.Keys(next))
		switch to := path(); {
		case !free(to):
		case random.IntN(3) == 0 || len(of) == 0:
			*ids++
			next[fmt.Sprint(*ids)] = to
		case random.IntN(3) == 0:
			delete(next, of[random.IntN(len(of))])
		default:
			next[of[random.IntN(len(of))]] = to
		}
	}
	return next
}

func treeOf(pages map[string]string) []spaces.Page {
	var list []string
	for _, id := range slices.Sorted(maps.Keys(pages)) {
		list = append(list, id+" "+pages[id])
	}
	return tree(list...)
}

// TestRandomRestructures has what must hold after each of a sequence of restructures: an old path
// leads to the same page or to the one that was decided, is automatic, or is listed; nothing loops
// that was not told; and a second plan is empty.
func TestRandomRestructures(t *testing.T) {
	t.Parallel()
	const sequences, rounds = 2000, 4
	fates := map[fate]int{}
	changes := 0
	for seed := range uint64(sequences) {
		random := rand.New(rand.NewPCG(seed, 27))
		ids := 0
		pages := randomTree(random, randomTree(random, map[string]string{}, &ids), &ids)
		var existing []sites.Redirect
		for range random.IntN(4) {
			source := "/" + []string{"x", "y", "z", "docs/a", "docs/b"}[random.IntN(5)]
			if slices.ContainsFunc(existing, func(other sites.Redirect) bool { return other.Source == source }) {
				continue
			}
			switch random.IntN(3) {
			case 0:
				existing = append(existing, toPage(source, fmt.Sprint(random.IntN(ids+2))))
			case 1:
				existing = append(existing, toURL(source, home+[]string{"x", "y", "docs/a", "docs/c", "docs/a/b"}[random.IntN(5)]))
			default:
				existing = append(existing, toURL(source, "https://example.com/"))
			}
		}
		for range rounds {
			after := randomTree(random, pages, &ids)
			r := restructure{
				Before: treeOf(pages), After: treeOf(after), Home: home, Places: []place{{"place", "/docs"}},
				Redirects: existing, All: random.IntN(2) == 0, Decisions: map[string]string{},
			}
			for _, id := range slices.Sorted(maps.Keys(pages)) {
				if _, still := after[id]; !still && len(after) > 0 && random.IntN(2) == 0 {
					r.Decisions[id] = slices.Sorted(maps.Keys(after))[random.IntN(len(after))]
				}
			}
			made := r.Plan()
			requirePlan(t, r, made, pages, after)
			existing = applied(existing, made.Changes)
			r.Redirects = existing
			again := r.Plan()
			require.Empty(t, again.Changes, "seed %d", seed)
			for _, path := range made.Paths {
				fates[path.Fate]++
			}
			changes += len(made.Changes)
			pages = after
		}
	}
	require.Greater(t, min(fates[redirects], fates[automatic], fates[undecided], fates[taken]), 100)
	t.Log("restructures:", sequences*rounds, "changes:", changes, "old paths:", fates)
}

// requirePlan follows each path as a visitor does, after the changes of a plan.
func requirePlan(t *testing.T, r restructure, made plan, before, after map[string]string) {
	t.Helper()
	live := map[string]string{} // pages by path
	for id, path := range after {
		live["/docs/"+path] = id
	}
	rules := map[string]sites.RedirectDestination{}
	for _, rule := range applied(r.Redirects, made.Changes) {
		rules[strings.ToLower(rule.Source)] = rule.Destination
	}
	listed := map[string]oldPath{}
	for _, path := range made.Paths {
		require.NotContains(t, listed, path.Path)
		listed[path.Path] = path
	}
	for id, old := range before {
		path := "/docs/" + old
		if live[path] == id {
			require.NotContains(t, listed, path)
			continue
		}
		found, ok := listed[path]
		require.True(t, ok, "%s of page %s is lost", path, id)
		delete(listed, path)
		require.Equal(t, id, found.PageID)
		_, exists := after[id]
		switch found.Fate {
		case redirects:
			to := rules[path]
			switch {
			case exists:
				require.Equal(t, id, *to.PageID)
			case r.Decisions[id] != "":
				require.Equal(t, r.Decisions[id], *to.PageID)
			default:
				require.NotZero(t, to, "somebody decided before")
			}
			require.NotContains(t, live, path)
		case automatic:
			require.True(t, exists && !r.All)
			require.NotContains(t, live, path)
		case taken:
			require.Contains(t, live, path)
		default:
			require.Equal(t, undecided, found.Fate)
			require.True(t, !exists && r.Decisions[id] == "")
		}
	}
	require.Empty(t, listed)
	for source := range rules {
		told := slices.ContainsFunc(made.Told, func(text string) bool { return strings.HasPrefix(strings.ToLower(text), source+": ") })
		if _, onLivePage := live[source]; onLivePage {
			require.True(t, told, "%s hides a page", source)
		}
		seen := map[string]bool{}
		for at := source; !told; {
			require.False(t, seen[at], "%s loops", source)
			seen[at] = true
			to, ok := rules[at]
			if !ok {
				break
			}
			if to.PageID != nil {
				at = "/docs/" + after[*to.PageID]
				require.NotEqual(t, source, at, "a page redirects to itself")
				break
			}
			path, onSite := strings.CutPrefix(*to.URL, strings.TrimSuffix(home, "/"))
			if !onSite || live[path] != "" {
				break
			}
			at = path
		}
	}
}

// newProgram returns a server with the space of the demo of this example.
func newProgram(t *testing.T) (*publishingtest.Server, *program) {
	t.Helper()
	server := publishingtest.NewServer(t)
	p := &program{client: server.Client(publishing.WithStrictDecoding()), decisions: map[string]string{}}
	p.seed(server, publishingtest.Demo{Organization: server.Orgs.Add(orgs.Organization{}).ID})
	return server, p
}

func planOf(t *testing.T, p *program) (restructure, plan) {
	t.Helper()
	r, err := p.read(t.Context())
	require.NoError(t, err)
	return r, r.Plan()
}

func TestApplyIsRepeatedWithoutChanges(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	_, made := planOf(t, p)
	require.Len(t, made.Changes, 1)
	n, err := p.apply(t.Context(), made.Changes)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	_, again := planOf(t, p)
	require.Empty(t, again.Changes)
	n, err = p.apply(t.Context(), again.Changes)
	require.NoError(t, err)
	require.Zero(t, n)
	require.Equal(t, 1, server.Calls.Count("Sites.Redirects.Put"), "an empty plan sends nothing")
}

func TestLostResponseOfAnApplyIsRetried(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	server.Faults.Add("Sites.Redirects.Put", 1, publishingtest.HangUp())
	_, made := planOf(t, p)
	n, err := p.apply(t.Context(), made.Changes)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Len(t, server.Sites.Redirects.All(p.orgID, p.siteID), 1)
}

func TestEachResultOfAnApplyIsRead(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	_, made := planOf(t, p)
	bad := made.Changes[0]
	bad.Source, bad.To.PageID = "/bad", "nowhere"
	n, err := p.apply(t.Context(), append(slices.Clone(made.Changes), bad))
	require.ErrorContains(t, err, "/bad: ")
	require.Equal(t, 1, n, "the other change took effect")
	server.Faults.Add("Sites.Redirects.Put", 1, publishingtest.EditJSON(func(body map[string]any) { body["results"] = []any{} }))
	_, err = p.apply(t.Context(), made.Changes)
	require.ErrorContains(t, err, "contains no result")
	many := make([]change, batch+1)
	for i := range many {
		many[i] = made.Changes[0]
		many[i].Source = fmt.Sprint("/many/", i)
	}
	before := server.Calls.Count("Sites.Redirects.Put")
	n, err = p.apply(t.Context(), many)
	require.NoError(t, err)
	require.Equal(t, batch+1, n)
	require.Equal(t, before+2, server.Calls.Count("Sites.Redirects.Put"))
}

func TestVerifyHasFourResults(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	results := func(fetch *http.Client) map[string]string {
		r, _ := planOf(t, p)
		all, err := p.verify(t.Context(), r, fetch)
		require.NoError(t, err)
		found := map[string]string{}
		for _, v := range all {
			found[v.PageID] = fmt.Sprint(v.Result, " ", v.Wanted)
		}
		return found
	}
	require.Equal(t, map[string]string{"redirects-old": "none false", "redirects-steps": "automatic true", "redirects-gone": "none true"}, results(nil))
	_, made := planOf(t, p)
	_, err := p.apply(t.Context(), made.Changes)
	require.NoError(t, err)
	require.Equal(t, "redirect true", results(nil)["redirects-old"])
	wrong := made.Changes[0]
	wrong.To.PageID = "redirects-steps"
	_, err = p.apply(t.Context(), []change{wrong})
	require.NoError(t, err)
	require.Equal(t, "other target false", results(nil)["redirects-old"])
	require.Empty(t, server.Calls.All("Sites.Redirects.Create"))
}

func TestFetchRequestsThePublishedURLWithoutAToken(t *testing.T) {
	t.Parallel()
	_, p := newProgram(t)
	r, made := planOf(t, p)
	i := slices.IndexFunc(made.Paths, func(path oldPath) bool { return path.Fate == automatic })
	old := made.Paths[i]
	for location, want := range map[string]result{
		strings.Replace(old.Path, "steps", "first-steps", 1): leads, "/elsewhere": other, "https://other.example/": other, "": none, old.Path: other,
	} {
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if req.Header.Get("Authorization") != "" {
				t.Error("the request contains a token")
			}
			switch {
			case req.URL.Path == old.Path && location != "":
				http.Redirect(w, req, location, http.StatusTemporaryRedirect)
			case location == "":
				http.NotFound(w, req)
			}
		}))
		r.Home = site.URL
		got, err := get(t.Context(), site.Client(), r, old)
		site.Close()
		require.NoError(t, err)
		require.Equal(t, want, got, location)
	}
}

func TestSiteWithoutPublishedURLsStopsTheProgram(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	published := p.siteID
	p.siteID = server.Sites.Add(p.orgID, sites.Site{}).ID
	_, err := p.read(t.Context())
	require.ErrorContains(t, err, "is not published")
	p.siteID = server.Sites.Add(p.orgID, sites.Site{Published: true}).ID
	_, err = p.read(t.Context())
	require.ErrorContains(t, err, "is not on the site")
	p.siteID = published
	p.decisions["redirects-old"] = "nowhere"
	_, err = p.read(t.Context())
	require.ErrorContains(t, err, "does not exist")
	delete(p.decisions, "redirects-old")
	server.Faults.Add("Spaces.Revisions.Pages.Tree", 1, publishingtest.EditJSON(func(body map[string]any) { delete(body, "pages") }))
	_, err = p.read(t.Context())
	require.Error(t, err, "a tree without pages is not one whose pages were all removed")
}

func TestDemo(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":           "1 changes, 3 old paths\n",
		"plan -all":  "2 changes, 3 old paths\n",
		"apply -all": "2 of 2 changes were applied.\n",
		"-h":         usage + "\n",
	} {
		var out strings.Builder
		require.NoError(t, run(t.Context(), strings.Fields(args), &out, &strings.Builder{}))
		require.True(t, strings.HasSuffix(out.String(), want), out.String())
	}
	var out strings.Builder
	require.ErrorContains(t, run(t.Context(), []string{"verify"}, &out, &strings.Builder{}), "1 of 3 old paths do not lead to their page")
	require.ErrorContains(t, run(t.Context(), []string{"-to", "page_77=redirects-start"}, &out, &strings.Builder{}), "but was not removed")
	for _, args := range []string{"undo", "plan -fetch", "-to a", "-no", "plan a b", "plan space"} {
		require.Error(t, run(t.Context(), strings.Fields(args), &out, &strings.Builder{}), args)
	}
}

// TestVerifyWantsTheURLThatThePlanKeeps has redirects to the URL of a page, to an anchor there, and
// to an anchor below an old path.
func TestVerifyWantsTheURLThatThePlanKeeps(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"start", "start#linux", "steps#linux"} {
		server, p := newProgram(t)
		clear(p.decisions)
		r, made := planOf(t, p)
		i := slices.IndexFunc(made.Paths, func(path oldPath) bool { return path.PageID == "redirects-old" })
		source := made.Paths[i].Path
		address := strings.TrimSuffix(r.Home, "/") + strings.TrimSuffix(source, "old") + to
		id := server.Sites.Redirects.Add(p.orgID, p.siteID, toURL(source, address)).ID
		r, made = planOf(t, p)
		require.Empty(t, made.Changes, to)
		result := func() string {
			all, err := p.verify(t.Context(), r, nil)
			require.NoError(t, err)
			return fmt.Sprint(all[i].Result, " ", all[i].Wanted)
		}
		require.Equal(t, "redirect true", result(), to)
		other := toURL("", "https://example.com/").Destination
		_, err := p.client.Sites.Redirects.Update(t.Context(), p.orgID, p.siteID, id, sites.RedirectUpdate{Destination: &other})
		require.NoError(t, err)
		require.Equal(t, "other target false", result(), to)
	}
}

func TestDraftOnTheSiteIsNoPlace(t *testing.T) {
	t.Parallel()
	server, p := newProgram(t)
	server.Sites.SiteSpaces.Add(p.orgID, p.siteID, sites.SiteSpace{
		Space: spaces.Space{ID: p.space}, Path: "next", Draft: new(true),
	})
	r, _ := planOf(t, p)
	require.Len(t, r.Places, 1)
}
