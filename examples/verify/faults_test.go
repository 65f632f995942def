package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// A pair is an operation and a flaw, with the response to change.
type pair struct {
	operation string
	flaw      flaw
	call      publishingtest.Call
	visit     visit
	spots     []spot // places for the flaw, nil if it is one of the response as a whole
}

// A world is what a walk through a server without flaws has seen.
type world struct {
	oracle *oracle
	visits []visit
	calls  []publishingtest.Call
	clean  *report
	unseen map[string]string // reasons, by [unseenKey]
	blind  map[string]string // reasons, by [pairKey]
}

func newWorld(t *testing.T) *world {
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	w, visits := testWalk(t, server)
	require.NoError(t, w.run(t.Context()))
	known := &world{
		oracle: newOracle(t), visits: *visits, calls: server.Calls.All(), clean: w.report,
		unseen: readReasons(t, "testdata/unseen.tsv"), blind: readReasons(t, "testdata/unseenpairs.tsv"),
	}
	require.Len(t, known.calls, len(known.visits))
	return known
}

// readReasons reads a file with a key and a reason on each line.
func readReasons(t *testing.T, name string) map[string]string {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	reasons := map[string]string{}
	for line := range strings.Lines(string(data)) {
		key, reason, _ := strings.Cut(strings.TrimSpace(line), "\t")
		require.NotEmpty(t, reason, "%s: %s", name, key)
		reasons[key] = reason
	}
	return reasons
}

// pairKey identifies an operation and a flaw in unseenpairs.tsv.
func pairKey(v visit, f flaw) string { return v.op.Name + " " + string(f) }

// unseenKey identifies a place and a flaw in unseen.tsv.
func unseenKey(s spot, f flaw) string { return s.of + "." + s.fact.field + " " + string(f) }

// spotsOf returns the places of a response by the flaws that they can have.
func (w *world) spotsOf(v visit) map[flaw][]spot {
	spots := map[flaw][]spot{}
	w.oracle.spots(nil, w.oracle.responses[v.op.Name], v.body, func(s spot) {
		for _, f := range w.oracle.flawsAt(s) {
			spots[f] = append(spots[f], s)
		}
	})
	return spots
}

// pairs returns all pairs of operations and flaws that change a response.
func (w *world) pairs() map[flaw][]*pair {
	all := map[flaw]map[string]*pair{}
	add := func(p *pair) {
		if all[p.flaw] == nil {
			all[p.flaw] = map[string]*pair{}
		}
		if all[p.flaw][p.operation] == nil {
			all[p.flaw][p.operation] = p
		}
	}
	for i, v := range w.visits {
		body, isObject := v.body.(map[string]any)
		if !isObject {
			continue
		}
		p := pair{operation: v.op.Name, call: w.calls[i], visit: v}
		lead := leadsOn(v)
		with := func(f flaw, spots []spot) *pair {
			p := p
			p.flaw, p.spots = f, spots
			return &p
		}
		add(with(flawStatus, nil))
		items := v.items()
		if v.isList && v.page.limit == 1 {
			if v.page.cursor == "" && v.next() != "" {
				add(with(flawLostCursor, nil))
				add(with(flawRepeatedCursor, nil))
			}
			continue
		}
		if body["count"] != nil && body["next"] == nil && len(items) > 0 && (len(lead) == 0 || len(items) > 1) {
			add(with(flawFewer, nil))
		}
		for f, spots := range w.spotsOf(v) {
			spots = slices.DeleteFunc(spots, func(s spot) bool {
				return lead[s.fact.field] || w.unseen[unseenKey(s, f)] != ""
			})
			if len(spots) > 0 {
				add(with(f, spots))
			}
		}
	}
	sorted := map[flaw][]*pair{}
	for f, byOperation := range all {
		for _, name := range slices.Sorted(maps.Keys(byOperation)) {
			sorted[f] = append(sorted[f], byOperation[name])
		}
	}
	return sorted
}

// leadsOn returns the names of the fields that the walk needs to go on from a response. A flaw
// there is found, but hides others.
func leadsOn(v visit) map[string]bool {
	names := map[string]bool{}
	for _, s := range sources {
		if s.operation == v.op.Name {
			for name := range strings.SplitSeq(s.field, ".") {
				names[strings.TrimSuffix(name, "+")] = true
			}
		}
	}
	if len(names) == 0 && len(childrenOf(v.op)) > 0 {
		names["items"], names["id"] = true, true
	}
	return names
}

// draw returns 30 pairs of different operations, at least one for each flaw, and prefers operations
// that were not used before.
func draw(random *rand.Rand, pairs map[flaw][]*pair, used map[string]bool) (drawn []*pair) {
	taken := map[string]bool{}
	take := func(from []*pair, fresh bool) bool {
		for _, i := range random.Perm(len(from)) {
			p := from[i]
			if !taken[p.operation] && !(fresh && used[p.operation]) {
				taken[p.operation], used[p.operation] = true, true
				drawn = append(drawn, p)
				return true
			}
		}
		return false
	}
	var all []*pair
	for _, f := range slices.Sorted(maps.Keys(pairs)) {
		take(pairs[f], false)
		all = append(all, pairs[f]...)
	}
	for len(drawn) < 30 && (take(all, true) || take(all, false)) {
	}
	return drawn
}

// install makes a server respond with the flaw. It returns the place, and the status that the
// response has instead of 200, or 0.
func (p *pair) install(random *rand.Rand, server *publishingtest.Server) (at spot, status int) {
	same := func(c publishingtest.Call) bool {
		return c.EscapedPath == p.call.EscapedPath && c.Query.Encode() == p.call.Query.Encode() && bytes.Equal(c.Body, p.call.Body)
	}
	single := func(c publishingtest.Call) bool {
		return c.EscapedPath == p.call.EscapedPath && c.Query.Get("limit") == "1"
	}
	add := func(when func(publishingtest.Call) bool, edit func(body map[string]any)) {
		server.Faults.Add(p.operation, 1000, publishingtest.EditJSON(edit).When(when))
	}
	switch p.flaw {
	case flawStatus:
		statuses := []int{201, 202, 203, 299}
		if len(leadsOn(p.visit)) == 0 {
			statuses = append(statuses, 400, 403, 404, 418, 500)
		}
		return spot{}, statuses[random.IntN(len(statuses))]
	case flawFewer:
		add(same, func(body map[string]any) {
			items, _ := body["items"].([]any)
			body["items"] = items[:len(items)-1]
		})
	case flawLostCursor:
		add(single, func(body map[string]any) { delete(body, "next") })
	case flawRepeatedCursor:
		var first any
		add(single, func(body map[string]any) {
			if first == nil {
				first = body["next"]
			}
			body["next"] = first
		})
	default:
		at = p.spots[random.IntN(len(p.spots))]
		add(same, func(body map[string]any) { p.flaw.apply(body, at.at) })
	}
	return at, 0
}

// isFinding reports whether a finding can be that of the flaw at a place.
func (p *pair) isFinding(f finding, at spot) bool {
	if f.Operation != p.operation || !slices.Contains(shows[p.flaw], f.Kind) {
		return false
	}
	object := maskPointer(p.visit.resultType(), at.pointer())
	object = object[:strings.LastIndex(object, "/")+1]
	return len(at.at) == 0 || strings.HasPrefix(f.Path, object) || strings.HasPrefix(object, strings.TrimSuffix(f.Path, "/")+"/")
}

func TestThreeHundredFlawsAreFoundAndNothingElse(t *testing.T) {
	t.Parallel()
	known := newWorld(t)
	pairs := known.pairs()
	require.Len(t, pairs, len(shows), "want pairs of each flaw")
	used, found := map[string]bool{}, 0
	seeds := sample.OneByOne(make([]struct{}, sample.Count(3, 10)))
	for seed := range seeds {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		drawn := draw(random, pairs, used)
		require.Len(t, drawn, 30)
		kinds := map[flaw]bool{}
		for _, p := range drawn {
			kinds[p.flaw] = true
		}
		require.Len(t, kinds, len(shows), "want each flaw")
		found += findAll(t, known, random, drawn)
	}
	require.Equal(t, 30*len(seeds), found)
	require.GreaterOrEqual(t, len(used), 10*len(seeds))
	t.Logf("%d flaws of %d operations", found, len(used))
}

// findAll walks through a server with flaws. Each must be found, and nothing else. It returns their
// number.
func findAll(t *testing.T, known *world, random *rand.Rand, drawn []*pair) (found int) {
	server := publishingtest.NewServer(t)
	seedWorld(t, server)
	places, statuses := map[*pair]spot{}, map[string]int{} // of operations
	for _, p := range drawn {
		at, status := p.install(random, server)
		places[p] = at
		if status != 0 {
			statuses[p.operation] = status
		}
	}
	w, _ := testWalk(t, server, publishing.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
		return publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
			resp, err := next.RoundTrip(req)
			name, _ := api.OperationFromContext(req.Context())
			if err == nil && statuses[name] != 0 && resp.StatusCode == http.StatusOK {
				resp.StatusCode = statuses[name]
			}
			return resp, err
		})
	}))
	require.NoError(t, w.run(t.Context()))
	all := w.report.sortedFindings()
	for _, p := range drawn {
		if slices.ContainsFunc(all, func(f finding) bool { return p.isFinding(f, places[p]) }) || isMissing(statuses[p.operation]) && w.report.outcomes[p.operation].Statuses[statuses[p.operation]] > known.clean.outcomes[p.operation].Statuses[statuses[p.operation]] {
			found++
			continue
		}
		t.Errorf("%s: %s at %s is not found", p.operation, p.flaw, places[p].pointer())
	}
	for _, f := range all {
		if !slices.ContainsFunc(drawn, func(p *pair) bool { return p.isFinding(f, places[p]) }) {
			t.Errorf("%+v: want nothing else", f)
		}
	}
	return found
}

func TestEachFlawOfEachFieldIsFound(t *testing.T) {
	t.Parallel()
	known := newWorld(t)
	lenient, strict := newReplay(t), newReplay(t, publishing.WithStrictDecoding())
	type trial struct {
		visit visit
		spot  spot
		flaw  flaw
	}
	trials, seen := map[string]trial{}, map[string]bool{}
	for _, v := range known.visits {
		if _, isObject := v.body.(map[string]any); !isObject || v.page.limit == 1 { // cursors are not fields
			continue
		}
		for f, spots := range known.spotsOf(v) {
			for _, s := range spots {
				seen[pairKey(v, f)] = seen[pairKey(v, f)] || known.unseen[unseenKey(s, f)] == ""
				class := fmt.Sprint(v.op.Name, s.of, s.fact.field, f)
				if !sample.Whole() {
					class = unseenKey(s, f)
				}
				trials[class] = trial{v, s, f}
			}
		}
	}
	stale := maps.Clone(known.unseen)
	require.Less(t, len(known.unseen)*20, len(trials))
	for _, try := range trials {
		delete(stale, unseenKey(try.spot, try.flaw))
	}
	for _, class := range sample.OneByOne(sample.Of(slices.Sorted(maps.Keys(trials)), func(class string) []string {
		field, f, _ := strings.Cut(class, " ")
		if known.unseen[class] != "" {
			return []string{field, f, class}
		}
		return []string{field, f}
	})) {
		try := trials[class]
		key := unseenKey(try.spot, try.flaw)
		isFound := len(try.visit.changed(t.Context(), try.flaw, try.spot, lenient, strict)) > 0
		if isFound == (known.unseen[key] != "") {
			t.Errorf("%s: found: %t, want the opposite, or another line in testdata/unseen.tsv: %s", class, isFound, key)
		}
	}
	require.Empty(t, stale, "no response has these places of testdata/unseen.tsv")
	for pair, isSeen := range seen {
		require.Equal(t, isSeen, known.blind[pair] == "", "%s, or want another line in testdata/unseenpairs.tsv", pair)
	}
	require.LessOrEqual(t, len(known.blind)*20, len(seen))
	t.Logf("%d flaws, %d of them cannot be found; %d pairs of an operation and a flaw, %d of them cannot be found", len(trials), len(known.unseen), len(seen), len(known.blind))
}

// changed returns what is found in a response with a flaw.
func (v visit) changed(ctx context.Context, f flaw, s spot, lenient, strict *publishing.Client) []finding {
	return v.edited(ctx, func(body map[string]any) { f.apply(body, s.at) }, lenient, strict)
}

// edited returns what is found in a response after an edit.
func (v visit) edited(ctx context.Context, edit func(body map[string]any), lenient, strict *publishing.Client) []finding {
	parsed, _ := parse(v.raw)
	body, _ := parsed.(map[string]any)
	edit(body)
	edited := &response{op: v.op, meta: v.meta}
	edited.raw, _ = json.Marshal(body)
	r := &response{op: v.op}
	r.send(context.WithValue(ctx, recordedKey{}, edited), lenient, v.at, v.page, api.WithRawBody(&r.raw), api.WithMeta(&r.meta))
	r.parse()
	to := newReport()
	r.examine(ctx, strict, v.at, v.page, to)
	return to.sortedFindings()
}

func TestEachFieldThatAResponseLacksIsFound(t *testing.T) {
	t.Parallel()
	known := newWorld(t)
	lenient, strict := newReplay(t), newReplay(t, publishing.WithStrictDecoding())
	var visits []visit
	seen := map[string]bool{}
	for _, v := range known.visits {
		if _, isObject := v.body.(map[string]any); isObject && v.page.limit != 1 && !seen[v.op.Name] { // cursors are not fields
			visits, seen[v.op.Name] = append(visits, v), true
		}
	}
	several := 0
	tried := sample.OneByOne(visits)
	for _, v := range tried {
		var dropped []spot
		for _, s := range known.spotsOf(v)[flawDropped] {
			plain := known.oracle.plain(s.fact.kind) // an enum can determine what else is required
			if plain != "" && !strings.HasPrefix(plain, "=") && known.unseen[unseenKey(s, flawDropped)] == "" {
				dropped = append(dropped, s)
			}
		}
		found := v.edited(t.Context(), func(body map[string]any) {
			for _, s := range dropped {
				flawDropped.apply(body, s.at)
			}
		}, lenient, strict)
		if slices.ContainsFunc(found, func(f finding) bool { return f.Kind == kindUnknownVariant || f.Kind == kindUndecodable }) {
			continue // nothing shows which variant it was
		}
		for _, s := range dropped {
			path := maskPointer(v.resultType(), s.pointer())
			if !slices.ContainsFunc(found, func(f finding) bool { return f.Kind == kindMissing && f.Path == path }) {
				t.Errorf("%s: %s is not found", v.op.Name, path)
			}
		}
		if len(dropped) > 1 {
			several++
		}
	}
	require.Greater(t, 5*several, 3*len(tried), "want responses that lack several fields")
	t.Logf("%d of %d", several, len(tried))
}
