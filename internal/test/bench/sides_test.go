package bench

import (
	"bytes"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/sites"
)

func collect[T any](t *testing.T, values iter.Seq2[T, error]) []T {
	t.Helper()
	var all []T
	for value, err := range values {
		require.NoError(t, err)
		all = append(all, value)
	}
	return all
}

func TestBothSidesGetAndCreateTheSameSite(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	transport := newReplay(nil)
	client := &http.Client{Transport: transport}
	sdk, err := newSDK(replayBase, transport)
	require.NoError(t, err)
	got, err := sdk.Sites.Get(ctx, orgID, siteID, sites.GetOptions{})
	require.NoError(t, err)
	created, err := sdk.Sites.Create(ctx, orgID, sites.Create{Spaces: spaceIDs()})
	require.NoError(t, err)
	require.Equal(t, got, created)
	require.Equal(t, siteID, got.ID)
	for _, h := range []*hand{handDecoder(client, replayBase), handWhole(client, replayBase), hand2(client, replayBase)} {
		site, err := h.get(ctx, orgID, siteID)
		require.NoError(t, err)
		require.Equal(t, got, site)
		site, err = h.create(ctx, orgID, sites.Create{Spaces: spaceIDs()})
		require.NoError(t, err)
		require.Equal(t, got, site)
	}
}

func TestBothSidesListTheSameSites(t *testing.T) {
	t.Parallel()
	base := started(t, 3, 0)
	transport := tuned()
	client := &http.Client{Transport: transport}
	defer client.CloseIdleConnections()
	sdk, err := newSDK(base, transport)
	require.NoError(t, err)
	got := collect(t, sdk.Sites.All(t.Context(), orgID, sites.ListOptions{Limit: perPage}))
	require.Len(t, got, 3*perPage)
	for _, h := range []*hand{handDecoder(client, base), handWhole(client, base), hand2(client, base)} {
		require.Equal(t, got, collect(t, h.all(t.Context(), orgID, perPage)))
	}
}

func TestBothSidesStreamTheSameEvents(t *testing.T) {
	t.Parallel()
	for _, size := range eventSizes {
		transport := newReplay(events(10, size))
		sdk, err := newSDK(replayBase, transport)
		require.NoError(t, err)
		got := collect(t, sdk.Orgs.Ask.Stream(t.Context(), orgID, orgs.AskQuestion{Question: question}, orgs.AskStreamOptions{}))
		require.Len(t, got, 10)
		for i := range got {
			require.InDelta(t, size, len("data: \n\n")+len(got[i].Raw), 1)
			got[i].Raw = nil // the handwritten client does not keep it
		}
		require.Equal(t, got, collect(t, handWhole(&http.Client{Transport: transport}, replayBase).ask(t.Context(), orgID, question)))
	}
}

func TestRichAndFlatPagesHaveTheSameFields(t *testing.T) {
	t.Parallel()
	data := richJSON(2)
	var r richPage
	var f flatPage
	require.NoError(t, jsonx.Unmarshal(data, &r))
	require.NoError(t, jsonx.Unmarshal(data, &f))
	require.Equal(t, r.sum(), f.sum())
	require.Len(t, f.Items, 2)
	for i := range f.Items {
		require.Equal(t, f.Items[i].Site.CreatedAt, r.Items[i].Site.CreatedAt.Format(time.RFC3339Nano))
		require.Equal(t, f.Items[i].Space.UpdatedAt, r.Items[i].Space.UpdatedAt.Format(time.RFC3339Nano))
		require.Empty(t, r.Items[i].Site.Ads.Extra)
		require.Equal(t, f.Items[i].Site.Features[0].Customizations, r.Items[i].Site.Features[0].Customizations)
	}
	require.Nil(t, r.Items[0].Space.DefaultLevel)
	require.NotNil(t, r.Items[1].Space.DefaultLevel)
}

func TestPayloadsHaveTheirSizes(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 1100, len(siteJSON(1)), 50)
	for _, size := range eventSizes {
		require.InDelta(t, size, len(eventJSON(size)), 1)
	}
	body, err := jsonx.Marshal(sites.Create{Title: new("Handbook"), Visibility: sites.VisibilityPublic, Spaces: spaceIDs()})
	require.NoError(t, err)
	require.InDelta(t, 1024, len(body), 50)
}

func TestCompareDetectsSidesThatReadDifferentValues(t *testing.T) {
	t.Parallel()
	reads := func(ids ...string) side {
		return side{strings.Join(ids, "+"), func(n int) (s sum, err error) {
			for _, id := range slices.Repeat(ids, n) {
				s.add(id)
			}
			return s, nil
		}}
	}
	constant := func(run func() error) (float64, error) { return 1, run() }
	_, err := compare(2, 2, 3, []side{reads("a"), reads("a")}, constant)
	require.NoError(t, err)
	_, err = compare(2, 2, 3, []side{reads("a"), reads("b")}, constant)
	require.ErrorContains(t, err, "b read")
	_, err = compare(2, 2, 3, []side{reads("a"), reads("a", "a")}, constant)
	require.ErrorContains(t, err, "a+a read")
	_, err = compare(2, 2, 3, []side{reads()}, constant)
	require.ErrorContains(t, err, "read")
}

func TestRatioIsTheMedianOfTheRounds(t *testing.T) {
	t.Parallel()
	got := series{"a": {2, 30, 5}, "b": {1, 10, 4}}
	require.InDelta(t, 2, got.ratio("a", "b"), 1e-9)
	require.Equal(t, "b", got.faster("a", "b"))
	require.InDelta(t, 2.5, median([]float64{4, 1, 3, 2}), 1e-9)
}

func TestAllocationsAreCountedExactly(t *testing.T) { //nolint:paralleltest // other tests would allocate too
	var kept [][]byte
	objects, bytes, err := allocations(100, func(n int) (sum, error) {
		kept = make([][]byte, 0, n)
		for range n {
			kept = append(kept, make([]byte, 1024), make([]byte, 512))
		}
		return sum{}, nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	require.InDelta(t, 2, objects, 0.5)
	require.Greater(t, bytes, 1500.0)
}

func TestChildRunsOnlyItsTasks(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	child, err := Child(t.Context(), []string{"-test.run", "x"}, nil, &out)
	require.False(t, child)
	require.NoError(t, err)
	child, err = Child(t.Context(), []string{childArg, "nonsense"}, nil, &out)
	require.True(t, child)
	require.ErrorContains(t, err, "nonsense")
	child, err = Child(t.Context(), []string{childArg, serveTask, "1", "0s"}, strings.NewReader(""), &out)
	require.True(t, child)
	require.NoError(t, err)
	require.Contains(t, out.String(), "http://127.0.0.1:")
}

func TestReplayRejectsOtherRequests(t *testing.T) {
	t.Parallel()
	transport := newReplay(nil)
	for _, c := range []struct{ method, path, token string }{
		{"GET", sitePath, "Bearer another"}, {"GET", sitePath + "x", "Bearer " + token}, {"DELETE", sitePath, "Bearer " + token},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, replayBase+c.path, nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", c.token)
		_, err = transport.RoundTrip(req) //nolint:bodyclose // there is no response
		require.Error(t, err, c)
	}
}

func TestEachReadReturnsOnePiece(t *testing.T) {
	t.Parallel()
	body := &pieces{rest: []string{"ab", "c"}}
	buffer := make([]byte, 10)
	n, err := body.Read(buffer)
	require.NoError(t, err)
	require.Equal(t, "ab", string(buffer[:n]))
	rest, err := io.ReadAll(body)
	require.NoError(t, err)
	require.Equal(t, "c", string(rest))
}

func TestInitTimeCountsPackagesThatProgramsLinkOutsideTheStandardLibrary(t *testing.T) {
	t.Parallel()
	const trace = "init internal/bytealg @0.009 ms, 5 ms clock, 0 bytes, 0 allocs\n" +
		"init github.com/a/b @0.5 ms, 0.25 ms clock, 100 bytes, 4 allocs\nsomething else\ninit example.org/c @0.8 ms, 0.5 ms clock, 0 bytes, 0 allocs\n" +
		"init github.com/publishing-platform/publishing-go/internal/test/bench @0.9 ms, 7 ms clock, 0 bytes, 0 allocs\n"
	require.InDelta(t, 0.75e-3, initTime(trace), 1e-9)
}
