package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/spaces"
)

// A world is a server with the space "docs" and a change request of it.
type world struct {
	*publishingtest.Server

	org, site, request string
}

func pageRef(id string) string { return fmt.Sprintf(`{"kind":"page","page":%q}`, id) }

// withLinks returns a page with a heading and a link to each of the targets, which are references
// in JSON.
func withLinks(id string, targets ...string) publishingtest.Page {
	document := richtext.NewDocument(richtext.Node{Type: richtext.BlockHeading2, Nodes: richtext.NewParagraph("Set up").Nodes})
	for _, target := range targets {
		document.Nodes = append(document.Nodes, linkTo(target, "text"))
	}
	return publishingtest.Page{ID: id, Title: id, Slug: id, Document: &document}
}

// newWorld has a page "start" that links to the page "steps" and to the file "plan", and with a
// link that is broken.
func newWorld(t *testing.T, opts ...publishingtest.Option) *world {
	t.Helper()
	w := &world{Server: publishingtest.NewServer(t, opts...)}
	w.org = w.Orgs.Add(orgs.Organization{}).ID
	w.Spaces.Add(w.org, spaces.Space{ID: "docs"},
		withLinks("start", pageRef("steps"), pageRef("nowhere"), `{"kind":"file","file":"plan"}`, `{"kind":"url","url":"https://example.com"}`),
		withLinks("steps"), withLinks("alone"), publishingtest.Page{ID: "group", Title: "Group", Type: spaces.PageTypeGroup},
	)
	w.Spaces.Files.Add("docs", "", spaces.File{ID: "plan", Name: "plan.pdf"})
	w.Spaces.Add(w.org, spaces.Space{ID: "other"}, withLinks("theirs",
		`{"kind":"page","page":"alone","space":"docs"}`, `{"kind":"page","page":"nowhere","space":"docs"}`, `{"kind":"page","page":"theirs"}`))
	w.site = w.Sites.Add(w.org, sites.Site{Published: true}).ID
	w.Sites.SiteSpaces.Add(w.org, w.site, sites.SiteSpace{Space: spaces.Space{ID: "docs"}, Path: "docs"})
	request := w.ChangeRequests.Add("docs", changerequests.ChangeRequest{Status: changerequests.StatusOpen})
	w.request = request.ID
	return w
}

func (w *world) gate(opts ...publishing.Option) *gate {
	return &gate{client: w.Client(append(opts, publishing.WithoutRetry(), publishing.WithStrictDecoding(), publishing.WithReadOnly())...), space: "docs", id: w.request}
}

// kinds returns what is worse, as kinds and places.
func kinds(r *report) []string {
	found := []string{}
	for _, f := range r.Worse {
		found = append(found, string(f.Kind)+" "+f.Where)
	}
	slices.Sort(found)
	return found
}

func TestOnlyWhatTheChangeRequestMakesWorseIsReported(t *testing.T) {
	t.Parallel()
	anchor := func(page, name string) string {
		return fmt.Sprintf(`{"kind":"anchor","page":%q,"anchor":%q}`, page, name)
	}
	rewritten := func(targets ...string) func(t *testing.T, w *world) {
		return func(_ *testing.T, w *world) {
			w.Spaces.Pages.Edit("docs", w.request, "alone", func(page *publishingtest.Page) { page.Document = withLinks("alone", targets...).Document })
		}
	}
	for name, test := range map[string]struct {
		change func(t *testing.T, w *world)
		check  func(t *testing.T, w *world, g *gate)
		want   []string
		status int
	}{
		"nothing":                          {want: []string{}, status: statusClean},
		"page that others link to":         {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "steps") }, want: []string{"removed-page steps"}, status: statusWorse},
		"file that others link to":         {change: func(_ *testing.T, w *world) { w.Spaces.Files.Remove("docs", w.request, "plan") }, want: []string{"removed-file plan.pdf"}, status: statusWorse},
		"page without links to it":         {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "alone") }, want: []string{}, status: statusClean},
		"page with the broken link":        {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "start") }, want: []string{}, status: statusClean},
		"page that is moved":               {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Move("docs", w.request, "steps", "group") }, want: []string{}, status: statusClean},
		"new link to nothing":              {change: rewritten(pageRef("nobody")), want: []string{"broken-link alone"}, status: statusWorse},
		"new link to a file that is not":   {change: rewritten(`{"kind":"file","file":"lost"}`), want: []string{"broken-link alone"}, status: statusWorse},
		"new link that is whole":           {change: rewritten(pageRef("steps"), `{"kind":"user","user":"ada"}`), want: []string{}, status: statusClean},
		"anchor that is there":             {change: rewritten(anchor("steps", "set-up"), anchor("", "set-up")), want: []string{}, status: statusClean},
		"anchor that cannot be told":       {change: rewritten(anchor("steps", "elsewhere")), want: []string{}, status: statusUnknown},
		"link that cannot be told":         {change: rewritten(`{"kind":"teleport"}`), want: []string{}, status: statusUnknown},
		"reference that is no reference":   {change: rewritten(`5`), want: []string{}, status: statusUnknown},
		"links from a space that is given": {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "alone") }, check: func(_ *testing.T, _ *world, g *gate) { g.from = []string{"other"} }, want: []string{"removed-page alone"}, status: statusWorse},
		"new link into a space that is given": {
			change: rewritten(`{"kind":"page","page":"theirs","space":"other"}`, `{"kind":"page","page":"gone","space":"other"}`),
			check:  func(_ *testing.T, _ *world, g *gate) { g.from = []string{"other"} }, want: []string{"broken-link alone"}, status: statusWorse,
		},
		"path that vanishes": {change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "alone") }, check: func(_ *testing.T, w *world, g *gate) { g.orgID, g.siteID = w.org, w.site }, want: []string{"lost-path alone"}, status: statusWorse},
		"path with a redirect": {
			change: func(_ *testing.T, w *world) { w.Spaces.Pages.Remove("docs", w.request, "alone") },
			check: func(t *testing.T, w *world, g *gate) {
				g.orgID, g.siteID = w.org, w.site
				prefixes, err := g.prefixes(t.Context())
				require.NoError(t, err)
				w.Sites.Redirects.Add(w.org, w.site, sites.Redirect{Source: strings.ToUpper(prefixes[0] + "/alone"), Destination: sites.RedirectDestination{
					Kind: sites.RedirectDestinationKindSiteSpace, SiteSpaceID: &w.Sites.SiteSpaces.All(w.org, w.site)[0].ID,
				}})
			},
			want: []string{}, status: statusClean,
		},
		"path of a page that is renamed": {
			change: func(_ *testing.T, w *world) {
				w.Spaces.Pages.Edit("docs", w.request, "alone", func(page *publishingtest.Page) { page.Slug = "lonely" })
			},
			check: func(_ *testing.T, w *world, g *gate) { g.orgID, g.siteID = w.org, w.site }, want: []string{}, status: statusClean,
		},
		"site that is not published": {
			check: func(_ *testing.T, w *world, g *gate) {
				g.orgID, g.siteID = w.org, w.Sites.Add(w.org, sites.Site{}).ID
				w.Sites.SiteSpaces.Add(w.org, g.siteID, sites.SiteSpace{Space: spaces.Space{ID: "docs"}})
			},
			want: []string{}, status: statusUnknown,
		},
		"site without the space": {
			check: func(_ *testing.T, w *world, g *gate) {
				g.orgID, g.siteID = w.org, w.Sites.Add(w.org, sites.Site{Published: true}).ID
			},
			want: []string{}, status: statusUnknown,
		},
		"change request that is merged": {
			change: func(t *testing.T, w *world) {
				_, err := w.Client().ChangeRequests.Merge(t.Context(), "docs", w.request, changerequests.MergeOptions{})
				require.NoError(t, err)
			},
			want: []string{}, status: statusUnknown,
		},
	} {
		for service, opts := range map[string][]publishingtest.Option{"": nil, " on a newer service": {publishingtest.WithNewerService()}} {
			t.Run(name+service, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, opts...)
				if test.change != nil {
					test.change(t, w)
				}
				g := w.gate()
				if test.check != nil {
					test.check(t, w, g)
				}
				r := g.check(t.Context())
				require.Equal(t, test.want, kinds(r), r)
				require.Equal(t, test.status, r.status(), r)
			})
		}
	}
}

func TestPathHasTheFormOfTheSourceOfARedirect(t *testing.T) {
	t.Parallel()
	require.Equal(t, "gr%C3%B6%C3%9Fe/a%20b/v1.2_~+", escape("größe/a b/v1.2_~+"))
}

func TestAnchorThatIsGoneIsWorseAndOneThatWasNotFoundIsOld(t *testing.T) {
	t.Parallel()
	for anchor, want := range map[string][]string{"set-up": {"broken-link start"}, "k-5": {}} {
		w := newWorld(t)
		w.Spaces.Pages.Edit("docs", "", "start", func(page *publishingtest.Page) {
			page.Document = withLinks("start", fmt.Sprintf(`{"kind":"anchor","page":"steps","anchor":%q}`, anchor)).Document
		})
		w.request = w.ChangeRequests.Add("docs", changerequests.ChangeRequest{Status: changerequests.StatusOpen}).ID
		w.Spaces.Pages.Edit("docs", w.request, "steps", func(page *publishingtest.Page) { page.Document.Nodes = nil })
		r := w.gate().check(t.Context())
		require.Equal(t, want, kinds(r))
		require.Empty(t, r.Unknown)
	}
}

// TestNothingIsCleanThatCouldNotBeRead has each request of a check fail in turn.
func TestNothingIsCleanThatCouldNotBeRead(t *testing.T) {
	t.Parallel()
	checks := 0
	for name, fail := range map[string]func(*http.Response) *http.Response{
		"lost":      func(*http.Response) *http.Response { return nil },
		"status":    func(r *http.Response) *http.Response { r.StatusCode = http.StatusInternalServerError; return r },
		"forbidden": func(r *http.Response) *http.Response { r.StatusCode = http.StatusForbidden; return r },
		"absent":    func(r *http.Response) *http.Response { r.StatusCode = http.StatusNotFound; return r },
		"truncated": func(r *http.Response) *http.Response { r.Body = http.MaxBytesReader(nil, r.Body, 20); return r },
		"empty":     func(r *http.Response) *http.Response { r.Body = http.NoBody; return r },
		"edit":      nil,
	} {
		for at := 1; ; at++ {
			w := newWorld(t)
			w.Spaces.Pages.Remove("docs", w.request, "steps")
			requests := 0
			g := w.gate(publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
				return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
					requests++
					if requests != at {
						return next.RoundTrip(req)
					}
					if fail == nil {
						response, err := next.RoundTrip(req)
						w.Spaces.Pages.Remove("docs", w.request, "alone")
						return response, err
					}
					response, err := next.RoundTrip(req)
					if err != nil {
						return nil, err
					}
					if failed := fail(response); failed != nil {
						return failed, nil
					}
					return nil, http.ErrHandlerTimeout
				})
			}))
			g.from, g.orgID, g.siteID = []string{"other"}, w.org, w.site
			r := g.check(t.Context())
			if requests < at || (fail == nil && requests == at) { // an edit after the last response is one after the check
				require.Equal(t, statusWorse, r.status())
				require.Greater(t, at, 10)
				break
			}
			require.Equal(t, statusUnknown, r.status(), "%s at request %d: %+v", name, at, r)
			checks++
		}
	}
	t.Log("failed requests:", checks)
}

func TestTreeWithoutAFieldIsUnknown(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"pages", "files", "id"} {
		w := newWorld(t)
		w.Faults.Add("Spaces.Revisions.Get", 1, publishingtest.EditJSON(func(body map[string]any) { delete(body, field) }))
		require.Equal(t, statusUnknown, w.gate().check(t.Context()).status(), field)
	}
}

// TestRandomChangeRequestsAreJudgedAsAModelDoes compares the report with a model.
func TestRandomChangeRequestsAreJudgedAsAModelDoes(t *testing.T) {
	t.Parallel()
	worlds, worse := sample.Count(60, 300), 0
	for seed := range uint64(worlds) {
		random := rand.New(rand.NewPCG(seed, 39))
		server := publishingtest.NewServer(t)
		org := server.Orgs.Add(orgs.Organization{}).ID
		const pages = 6
		anyPage := func() string { return fmt.Sprint("p", random.IntN(pages+2)) } // two of them never exist
		targets := func() (links []string) {
			for range random.IntN(4) {
				links = append(links, anyPage())
			}
			return links
		}
		page := func(id string, links []string) publishingtest.Page {
			var refs []string
			for _, link := range links {
				refs = append(refs, pageRef(link))
			}
			return withLinks(id, refs...)
		}
		base, head := map[string][]string{}, map[string][]string{} // links by page
		var seeds []publishingtest.Page
		for i := range pages {
			id := fmt.Sprint("p", i)
			base[id] = targets()
			head[id] = base[id]
			seeds = append(seeds, page(id, base[id]))
		}
		server.Spaces.Add(org, spaces.Space{ID: "docs"}, seeds...)
		w := &world{Server: server, request: server.ChangeRequests.Add("docs", changerequests.ChangeRequest{Status: changerequests.StatusOpen}).ID}
		for range random.IntN(4) {
			id := anyPage()
			if head[id] == nil && base[id] == nil || !has(head, id) {
				continue
			}
			switch random.IntN(3) {
			case 0:
				server.Spaces.Pages.Remove("docs", w.request, id)
				delete(head, id)
			case 1:
				head[id] = targets()
				server.Spaces.Pages.Edit("docs", w.request, id, func(old *publishingtest.Page) { old.Document = page(id, head[id]).Document })
			default:
				server.Spaces.Pages.Edit("docs", w.request, id, func(old *publishingtest.Page) { old.Slug += "-renamed" })
			}
		}
		want := map[string]bool{}
		for id, links := range head {
			for _, link := range links {
				if old := has(base, id) && slices.Contains(base[id], link) && !has(base, link); has(head, link) || old {
					continue
				}
				if has(base, link) {
					want["removed-page "+link] = true
				} else {
					want["broken-link "+id+" "+link] = true
				}
			}
		}
		r := w.gate().check(t.Context())
		got := map[string]bool{}
		for _, f := range r.Worse {
			where := strings.TrimSuffix(f.Where, "-renamed")
			for strings.HasSuffix(where, "-renamed") {
				where = strings.TrimSuffix(where, "-renamed")
			}
			if f.Kind == kindLink {
				_, target, _ := strings.Cut(f.Message, `"page":"`)
				target, _, _ = strings.Cut(target, `"`)
				where += " " + target
			}
			got[string(f.Kind)+" "+where] = true
		}
		require.Equal(t, want, got, "seed %d", seed)
		require.Empty(t, r.Unknown)
		if len(want) > 0 {
			worse++
			require.Equal(t, statusWorse, r.status())
		} else {
			require.Equal(t, statusClean, r.status())
		}
	}
	require.Greater(t, worse, worlds/10)
	require.Less(t, worse, worlds*9/10)
}

func has(pages map[string][]string, id string) bool {
	_, exists := pages[id]
	return exists
}

func TestReportNamesWhatWasRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Spaces.Pages.Remove("docs", w.request, "steps")
	r := w.gate().check(t.Context())
	var out strings.Builder
	require.NoError(t, writeText(&out, r))
	request := w.ChangeRequests.All("docs")[0]
	require.Contains(t, out.String(), "worse: steps: it is removed, and these link to it: start\n")
	require.Contains(t, out.String(), "read: base, space docs, revision "+request.RevisionInitial+", 3 pages: start, steps, alone\n")
	require.Contains(t, out.String(), "read: change request, space docs, revision "+request.Revision+", 2 pages: start, alone\n")
	require.Contains(t, out.String(), "not checked: links from other spaces: no other space was read\n")
	require.Contains(t, out.String(), "not checked: published paths: no site was given\n")
	require.Contains(t, out.String(), "old: 1 links are not whole, as in the base\n")

	out.Reset()
	require.NoError(t, writeJSON(&out, r))
	var decoded report
	require.NoError(t, json.Unmarshal([]byte(out.String()), &decoded))
	require.Equal(t, *r, decoded)

	out.Reset()
	r.Worse[0].Message = "50%\nof it"
	require.NoError(t, writeAnnotations(&out, r))
	require.True(t, strings.HasPrefix(out.String(), "::error title=removed-page::50%25%0Aof it\nchange request docs/"), out.String())
}

func TestOutdatedChangeRequestIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.NotContains(t, strings.Join(w.gate().check(t.Context()).Unchecked, "\n"), "outdated")
	w.Spaces.Pages.Add("docs", "", "", withLinks("new", pageRef("steps")))
	require.Contains(t, strings.Join(w.gate().check(t.Context()).Unchecked, "\n"), "outdated")
}

func TestDemoFailsForTheRemovedPageAlone(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"text": "worse: first-steps: it is removed", "json": `"kind": "removed-page"`, "github": "::error title=removed-page::"} {
		var out strings.Builder
		status, err := run(t.Context(), []string{"-format", format}, &out, &strings.Builder{})
		require.NoError(t, err)
		require.Equal(t, statusWorse, status)
		require.Equal(t, 1, strings.Count(out.String(), want), out.String())
	}
}

func TestInvalidArgumentsAreUnknown(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-format", "xml"}, {"-no"}, {"a", "b"}, {"docs"}, {"/1"}, {"-site", "org", "docs/1"}} {
		status, err := run(t.Context(), args, &strings.Builder{}, &strings.Builder{})
		require.Error(t, err)
		require.Equal(t, statusUnknown, status)
	}
	var out strings.Builder
	status, err := run(t.Context(), []string{"-h"}, &out, &strings.Builder{})
	require.NoError(t, err)
	require.Equal(t, statusClean, status)
	require.Equal(t, usage+"\n", out.String())
}

func TestLinkOfAnUnknownKindIsUnknownAlsoIfTheBaseHasIt(t *testing.T) {
	t.Parallel()
	for space, id := range map[string]string{"docs": "alone", "other": "theirs"} {
		w := newWorld(t)
		w.Spaces.Pages.Edit(space, "", id, func(page *publishingtest.Page) {
			page.Document = withLinks(id, `{"kind":"teleport","space":"docs"}`).Document
		})
		w.request = w.ChangeRequests.Add("docs", changerequests.ChangeRequest{Status: changerequests.StatusOpen}).ID
		g := w.gate()
		g.from = []string{"other"}
		r := g.check(t.Context())
		require.Len(t, r.Unknown, 1, space)
		require.Contains(t, r.Unknown[0], "its target cannot be told", space)
		require.Equal(t, statusUnknown, r.status(), space)
	}
}

func TestImageOrFileInATableIsALinkToItsFile(t *testing.T) {
	t.Parallel()
	for _, data := range []map[string]api.Raw{
		{"records": api.Raw(`{"r":{"values":{"c":{"ref":{"kind":"file","file":"plan"}}}}}`)},
		{
			"definition": api.Raw(`{"c":{"id":"c","title":"","type":"files"}}`),
			"records":    api.Raw(`{"r":{"values":{"c":["plan"]}}}`),
		},
	} {
		testFileInATable(t, data)
	}
}

func testFileInATable(t *testing.T, data map[string]api.Raw) {
	t.Helper()
	w := newWorld(t)
	table := richtext.Node{Type: richtext.BlockTable, Fragments: []richtext.Fragment{}, Data: data}
	w.Spaces.Pages.Edit("docs", "", "start", func(page *publishingtest.Page) {
		page.Document = new(richtext.NewDocument(table))
	})
	w.request = w.ChangeRequests.Add("docs", changerequests.ChangeRequest{Status: changerequests.StatusOpen}).ID
	report := w.gate().check(t.Context())
	require.Equal(t, statusClean, report.status(), "%+v", report)
	w.Spaces.Files.Remove("docs", w.request, "plan")
	require.Equal(t, []string{"removed-file plan.pdf"}, kinds(w.gate().check(t.Context())))
}
