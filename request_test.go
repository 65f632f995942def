package publishing_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestDoReachesAnOperationTheSDKDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"id":"m1"}`}
	var out struct {
		ID string `json:"id"`
	}
	err := s.client(t, publishing.WithToken("token")).Do(t.Context(), publishing.Request{
		Method: "POST",
		Path:   "/v1/orgs/{organizationId}/members/{memberId}",
		Params: map[string]string{"organizationId": "o", "memberId": "a/b"},
		Query:  map[string]string{"dry": "true"},
		Body:   map[string]any{"role": nil},
	}, &out)
	require.NoError(t, err)
	require.Equal(t, "m1", out.ID)
	require.Equal(t, "POST", s.last(t).Method)
	require.Equal(t, "https://api.example.com/v1/orgs/o/members/a%2Fb?dry=true", s.last(t).URL.String())
	require.Equal(t, "Bearer token", s.last(t).Header.Get("Authorization"))
	require.JSONEq(t, `{"role":null}`, s.body[0])
}

func TestDoRejectsAPathThatLeadsElsewhere(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	client := s.client(t, publishing.WithToken("token"))
	for _, r := range []publishing.Request{
		{Path: ""},
		{Path: "/v2/x"},
		{Path: "v1/x"},
		{Path: "/v1/"},
		{Path: "/v1/x?y=z"},
		{Path: "/v1/a/../b"},
		{Path: "/v1/a//b"},
		{Path: "/v1/a%2e%2e/b"},
		{Path: "/v1/{id}"},
		{Path: "/v1/{id}", Params: map[string]string{"id": ".."}},
		{Path: "/v1/{id}", Params: map[string]string{"id": "a", "other": "b"}},
		{Path: "/v1/x{id}", Params: map[string]string{"id": "a"}},
		{Path: "/v1/{id", Params: map[string]string{"id": "a"}},
		{Path: "/v1/x", Method: "get"},
		{Path: "/v1/x", Method: "GET /"},
	} {
		err := client.Do(t.Context(), r, nil)
		_, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, "%+v: %v", r, err)
		for _, err = range publishing.All[string](t.Context(), client, r) {
			require.Error(t, err)
		}
		for _, err = range client.Stream(t.Context(), r) {
			require.Error(t, err)
		}
	}
	require.Empty(t, s.seen)
}

// literalsToEscape are segments of a template that go out escaped.
var literalsToEscape = []string{"plain", "ü", "a|b", `"q"`, "a^b", "<a>", "a`b", "日本", "a}b", "[a]", "(a)", "a!b", "a'b", "a*b", "a;b,c", "a:b@c", "a&b=c+d", "$a", "a\tb", "\x7f", "\xff"}

func TestIDsStayInTheirSegmentsWhateverTheTemplateIs(t *testing.T) {
	t.Parallel()
	var cases [][]string
	for _, base := range []string{"https://api.example.com", "https://api.example.com/base(1)", "https://api.example.com/b%2Fc", "https://api.example.com/ü"} {
		for _, literal := range literalsToEscape {
			for _, id := range []string{"s1", "../../admin", "a/b", "a%2Fb", "%2e%2e", "a?b=c", "a#b", "a b", `a\b`, "a|b", "ü", "...", "\xff", "{id}", "a;b"} {
				cases = append(cases, []string{base, literal, id})
			}
		}
	}
	for _, c := range sample.Of(cases, func(c []string) []string { return sample.Pairs(c...) }) {
		sendsIDs(t, c[0], c[1], c[2])
	}
}

func FuzzIDsStayInTheirSegmentsWhateverTheTemplateIs(f *testing.F) {
	for _, literal := range literalsToEscape {
		f.Add(literal, "../../admin")
		f.Add("plain", literal)
	}
	f.Add("a/b", "c")
	f.Fuzz(func(t *testing.T, literal, id string) { sendsIDs(t, "https://api.example.com/base", literal, id) })
}

// sendsIDs calls Do, All and Stream with a template around an id, and wants the id in its segment
// or nothing sent.
func sendsIDs(t *testing.T, base, literal, id string) {
	t.Helper()
	s := &service{response: "{\"items\":[]}\n\n", header: http.Header{"Content-Type": {"text/event-stream"}}}
	client, err := publishing.NewClient(base, publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: s}))
	require.NoError(t, err)
	r := publishing.Request{Path: "/v1/" + literal + "/{id}/" + literal, Params: map[string]string{"id": id}}
	results := []error{client.Do(t.Context(), r, nil)}
	for _, err := range publishing.All[string](t.Context(), client, r) {
		results = append(results, err)
	}
	for _, err := range client.Stream(t.Context(), r) {
		results = append(results, err)
	}
	if _, ok := errors.AsType[*api.ValidationError](results[0]); ok {
		require.Len(t, results, 3)
		require.Empty(t, s.seen)
		return
	}
	require.Equal(t, []error{nil}, results, "%q %q", literal, id)
	require.Len(t, s.seen, 3)
	prefix, err := url.Parse(base)
	require.NoError(t, err)
	for _, req := range s.seen {
		uri := req.URL.RequestURI()
		path, ok := strings.CutPrefix(uri, prefix.EscapedPath()+"/v1/")
		require.True(t, ok, uri)
		segments := strings.Split(path, "/")
		template := strings.Split(strings.TrimPrefix(r.Path, "/v1/"), "/")
		require.Len(t, segments, len(template), uri)
		for i, want := range template {
			if want == "{id}" {
				want = id
			}
			got, err := url.PathUnescape(segments[i])
			require.NoError(t, err)
			require.Equal(t, want, got, uri)
		}
		require.NotContains(t, uri, "?")
		require.NotContains(t, uri, "#")
		require.Equal(t, req.URL.EscapedPath(), req.URL.JoinPath().EscapedPath(), "whoever cleans the path finds nothing to remove")
	}
}

func TestMetaAndRawBodyOfAnInvalidCallAreNotThoseOfTheOneBefore(t *testing.T) {
	t.Parallel()
	var noContext context.Context
	type call struct {
		request publishing.Request
		out     any
		opts    []publishing.CallOption
		ctx     context.Context
	}
	ids := map[string]string{"id": "a"}
	for name, c := range map[string]call{
		"no path":               {request: publishing.Request{}},
		"path":                  {request: publishing.Request{Path: "/v2/x"}},
		"path that leads out":   {request: publishing.Request{Path: "/v1/../x"}},
		"template":              {request: publishing.Request{Path: "/v1/{id"}},
		"method":                {request: publishing.Request{Path: "/v1/x", Method: "get"}},
		"missing id":            {request: publishing.Request{Path: "/v1/{id}"}},
		"empty id":              {request: publishing.Request{Path: "/v1/{id}", Params: map[string]string{"id": ""}}},
		"unknown id":            {request: publishing.Request{Path: "/v1/x", Params: ids}},
		"query":                 {request: publishing.Request{Path: "/v1/x", Query: 5}},
		"body":                  {request: publishing.Request{Path: "/v1/x", Body: make(chan int)}},
		"header":                {request: publishing.Request{Path: "/v1/{id}", Params: ids}, opts: []publishing.CallOption{publishing.WithHeader("Host", "x")}},
		"body field of a GET":   {request: publishing.Request{Path: "/v1/x"}, opts: []publishing.CallOption{publishing.WithBodyField("a", 1)}},
		"no context":            {request: publishing.Request{Path: "/v1/x"}, ctx: noContext},
		"out that is no target": {request: publishing.Request{Path: "/v1/x"}, out: 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &service{response: `{"items":[]}`}
			client := s.client(t, publishing.WithToken("token"))
			c.request.Operation = "Things.Get"
			ctx := t.Context()
			if name == "no context" {
				ctx = c.ctx
			}
			for way, run := range map[string]func(opts []publishing.CallOption) error{
				"Do": func(opts []publishing.CallOption) error { return client.Do(ctx, c.request, c.out, opts...) },
				"All": func(opts []publishing.CallOption) (last error) {
					for _, last = range publishing.All[string](ctx, client, c.request, opts...) {
					}
					return last
				},
				"All with prefetch": func(opts []publishing.CallOption) (last error) {
					for _, last = range publishing.All[string](ctx, client, c.request, append(opts, publishing.WithPrefetch())...) {
					}
					return last
				},
				"Stream": func(opts []publishing.CallOption) (last error) {
					for _, last = range client.Stream(ctx, c.request, opts...) {
					}
					return last
				},
			} {
				if c.out != nil && way != "Do" {
					continue
				}
				meta := publishing.Meta{Operation: "of an earlier call", Status: 200, Attempts: 3, RequestID: "r", Mismatch: &api.Mismatch{}}
				raw := []byte("of an earlier call")
				err := run(append([]publishing.CallOption{publishing.WithMeta(&meta), publishing.WithRawBody(&raw)}, c.opts...))
				var invalid *publishing.ValidationError
				require.ErrorAs(t, err, &invalid, way)
				require.Equal(t, publishing.Meta{Operation: "Things.Get", Duration: meta.Duration}, meta, way)
				require.Less(t, meta.Duration, time.Minute, way)
				require.Nil(t, raw, way)
			}
			require.Empty(t, s.seen)
		})
	}
}

func TestInvalidIterationEndsWithThePageItWouldBeginAt(t *testing.T) {
	t.Parallel()
	s := &service{}
	client := s.client(t, publishing.WithToken("token"))
	type query struct {
		Page string `url:"page,omitempty"`
	}
	all := func(r publishing.Request, opts ...publishing.CallOption) iter.Seq2[string, error] {
		return publishing.All[string](t.Context(), client, r, opts...)
	}
	tooMany := sites.ListOptions{Cursor: "c5", Limit: 1001}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"path":                     {firstErrorOf(all(publishing.Request{})), ""},
		"path, url.Values":         {firstErrorOf(all(publishing.Request{Query: url.Values{"page": {"c5"}}})), "c5"},
		"path, map":                {firstErrorOf(all(publishing.Request{Query: map[string]string{"page": "c5"}})), "c5"},
		"path, struct":             {firstErrorOf(all(publishing.Request{Query: query{"c5"}})), "c5"},
		"path, option":             {firstErrorOf(all(publishing.Request{}, publishing.WithQuery("page", "c5"))), "c5"},
		"path, option with struct": {firstErrorOf(all(publishing.Request{Query: query{"c4"}}, publishing.WithQuery("page", "c5"))), "c5"},
		"path, no query":           {firstErrorOf(all(publishing.Request{Query: 5})), ""},
		"query":                    {firstErrorOf(all(publishing.Request{Path: "/v1/x", Query: 5})), ""},
		"param":                    {firstErrorOf(all(publishing.Request{Path: "/v1/{id}", Query: query{"c5"}})), "c5"},
		"All, limit":               {firstErrorOf(client.Sites.All(t.Context(), "o1", tooMany)), "c5"},
		"All, prefetch":            {firstErrorOf(client.Sites.All(t.Context(), "o1", tooMany, publishing.WithPrefetch())), "c5"},
		"Pages, limit":             {firstErrorOf(client.Sites.ListPages(t.Context(), "o1", tooMany)), "c5"},
		"Pages, id":                {firstErrorOf(client.Sites.ListPages(t.Context(), "", sites.ListOptions{Cursor: "c5"})), "c5"},
	} {
		stopped, ok := errors.AsType[*pagination.PageError](c.err)
		require.True(t, ok, "%s: %v", name, c.err)
		require.Equal(t, c.want, stopped.Cursor, name)
		_, ok = errors.AsType[*publishing.ValidationError](c.err)
		require.True(t, ok, "%s: %v", name, c.err)
	}
	require.Empty(t, s.seen)

	var none publishing.Client
	stopped, ok := errors.AsType[*pagination.PageError](firstErrorOf(none.Sites.All(t.Context(), "o1", tooMany)))
	require.True(t, ok)
	require.Equal(t, "c5", stopped.Cursor)
}

// firstErrorOf returns the error of the first element.
func firstErrorOf[T any](list iter.Seq2[T, error]) error {
	for _, err := range list {
		return err
	}
	return nil
}

func TestRawBodyOfACallWithoutATargetIsThere(t *testing.T) {
	t.Parallel()
	s := &service{response: `not JSON`}
	client := s.client(t, publishing.WithToken("token"), publishing.WithMaxResponseBytes(8))
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		var raw []byte
		require.NoError(t, client.Do(t.Context(), publishing.Request{Method: method, Path: "/v1/x"}, nil, publishing.WithRawBody(&raw)))
		require.Equal(t, "not JSON", string(raw), method)
	}
	s.response = "not JSON, and too long"
	var raw []byte
	var broken *publishing.DecodeError
	require.ErrorAs(t, client.Do(t.Context(), publishing.Request{Path: "/v1/x"}, nil, publishing.WithRawBody(&raw)), &broken)
	require.NoError(t, client.Do(t.Context(), publishing.Request{Path: "/v1/x"}, nil), "nobody wants it")
}

func TestDoSaysWhatIsMissingFromTheRequest(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	client := s.client(t, publishing.WithToken("token"))
	for want, r := range map[string]publishing.Request{
		`Do: orgId: want a value in Params: there is none`:                                                {Path: "/v1/orgs/{orgId}", Params: map[string]string{"organizationId": "o"}},
		`Do: orgId: want an id other than "", "." and "..", got ""`:                                       {Path: "/v1/orgs/{orgId}", Params: map[string]string{"orgId": ""}},
		`Do: query: want a map[string]string, url.Values or a struct with url tags, got "map[string]int"`: {Path: "/v1/orgs", Query: map[string]int{"a": 1}},
		`Do: Params: want the name of a parameter of /v1/orgs/{orgId}, got "siteId"`: {
			Path: "/v1/orgs/{orgId}", Params: map[string]string{"orgId": "o", "siteId": "s"},
		},
		`Do: Path: want parameters as whole segments, such as /v1/sites/{siteId}, got "/v1/orgs/{orgId"`: {Path: "/v1/orgs/{orgId"},
	} {
		require.EqualError(t, client.Do(t.Context(), r, nil), want)
	}
	require.Empty(t, s.seen)
}

func TestDoSendsAPostAgainOnlyWithReplay(t *testing.T) {
	t.Parallel()
	for want, opts := range map[int][]publishing.CallOption{1: nil, 3: {publishing.WithReplay()}} {
		s := &service{status: http.StatusBadGateway}
		client := s.client(t, publishing.WithToken("token"), publishing.WithRetry(publishing.Retry{MinWait: time.Nanosecond}))
		err := client.Do(t.Context(), publishing.Request{Method: "POST", Path: "/v1/x"}, nil, opts...)
		require.ErrorIs(t, err, publishing.ErrServer)
		require.True(t, api.MayHaveApplied(err))
		require.Len(t, s.seen, want)

		s.seen = nil
		override := publishing.WithHeader("X-HTTP-Method-Override", "PATCH")
		err = client.Do(t.Context(), publishing.Request{Method: "POST", Path: "/v1/x"}, nil, append(opts, override)...)
		require.ErrorIs(t, err, publishing.ErrServer)
		require.Len(t, s.seen, want)
	}
}

func TestAllIteratesOverAListTheSDKDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := &service{response: `{"count":2,"items":["a","b"]}`}
	var got []string
	for item, err := range publishing.All[string](t.Context(), s.client(t, publishing.WithToken("token")), publishing.Request{Path: "/v1/things"}) {
		require.NoError(t, err)
		got = append(got, item)
	}
	require.Equal(t, []string{"a", "b"}, got)
}

func TestStreamYieldsTheEventsOfAnOperationTheSDKDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := &service{
		header:   http.Header{"Content-Type": {"text/event-stream"}},
		response: "event: tick\ndata: 1\n\nevent: tick\ndata: 2\n\nevent: done\ndata: {}\n\nevent: tick\ndata: 3\n\n",
	}
	var got []string
	for event, err := range s.client(t, publishing.WithToken("token")).Stream(t.Context(), publishing.Request{Path: "/v1/ticks"}) {
		require.NoError(t, err)
		got = append(got, event.Name+" "+event.Data)
	}
	require.Equal(t, []string{"tick 1", "tick 2"}, got)
	require.Equal(t, "text/event-stream", s.last(t).Header.Get("Accept"))
}

func TestOwnTypesAreReadAndWrittenAsEncodingJSONDoes(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID    string
		Name  string `json:"name,omitempty"`
		Flags []string
		Limit *int `json:"limit,omitempty"`
	}
	s := &service{response: `{"id":"x","NAME":"n"}`}
	var out thing
	client := s.client(t, publishing.WithToken("token"))
	require.NoError(t, client.Do(t.Context(), publishing.Request{Method: "POST", Path: "/v1/x", Body: thing{ID: "a", Limit: new(0)}}, &out))
	require.Equal(t, thing{ID: "x", Name: "n"}, out)
	require.JSONEq(t, `{"ID":"a","Flags":null,"limit":0}`, s.body[0])

	s.response = `{"items":[{"id":"x","NAME":"n"}]}`
	for item, err := range publishing.All[thing](t.Context(), client, publishing.Request{Path: "/v1/things"}) {
		require.NoError(t, err)
		require.Equal(t, thing{ID: "x", Name: "n"}, item)
	}

	s.response = `["x"]`
	var list []string
	require.NoError(t, client.Do(t.Context(), publishing.Request{Path: "/v1/list"}, &list))
	require.Equal(t, []string{"x"}, list)
}

// TestNumbersAndRawJSONOfACallerAreThoseOfEncodingJSON sends and receives values of encoding/json's
// own types in each place that takes a caller's types.
func TestNumbersAndRawJSONOfACallerAreThoseOfEncodingJSON(t *testing.T) {
	t.Parallel()
	type thing struct {
		Number  json.Number                `json:"number"`
		Pointer *json.Number               `json:"pointer,omitempty"`
		Numbers []json.Number              `json:"numbers"`
		Raw     json.RawMessage            `json:"raw"`
		Wait    time.Duration              `json:"wait"`
		Limit   api.Nullable[json.Number]  `json:"limit,omitzero"`
		ByName  map[string]json.RawMessage `json:"byName"`
	}
	const text = `{"number":12345678901234567890.10,"pointer":1e400,"numbers":[1,2.0],"raw":{"a":1.0},"wait":1000000000,"limit":5,"byName":{"a":[1.50]}}`
	var want thing
	require.NoError(t, json.Unmarshal([]byte(text), &want))

	s := &service{response: text}
	client := s.client(t, publishing.WithToken("token"))
	post := publishing.Request{Method: "POST", Path: "/v1/x", Body: want}
	var out thing
	require.NoError(t, client.Do(t.Context(), post, &out))
	require.Equal(t, text, s.body[0])
	require.Equal(t, want, out)

	require.NoError(t, client.Do(t.Context(), publishing.Request{Method: "POST", Path: "/v1/x"}, nil, api.WithBodyField("thing", want), api.WithBodyField("n", json.Number("1.0"))))
	require.Equal(t, `{"n":1.0,"thing":`+text+`}`, s.body[1])

	_, err := client.Sites.Update(t.Context(), "o", "s", sites.Update{}, api.WithBodyField("n", json.Number("1.0")), api.WithBodyField("list", []any{json.Number("2")}))
	require.NoError(t, err)
	require.Equal(t, `{"list":[2],"n":1.0}`, s.body[2])

	require.NoError(t, api.Raw(text).Decode(&out))
	require.Equal(t, want, out)

	s.response = `{"items":[` + text + `,null]}`
	var items []thing
	for item, err := range publishing.All[thing](t.Context(), client, publishing.Request{Path: "/v1/things"}) {
		require.NoError(t, err)
		items = append(items, item)
	}
	require.Equal(t, []thing{want, {}}, items)

	s.response = `{"items":[1.50,"2",3]}`
	var numbers []json.Number
	for item, err := range publishing.All[json.Number](t.Context(), client, publishing.Request{Path: "/v1/numbers"}) {
		require.NoError(t, err)
		numbers = append(numbers, item)
	}
	require.Equal(t, []json.Number{"1.50", "2", "3"}, numbers)
}

// TestAllFailsWhereDoFails decodes a page whose element does not fit with both.
func TestAllFailsWhereDoFails(t *testing.T) {
	t.Parallel()
	type thing struct {
		ID    string           `json:"id"`
		Size  int              `json:"size"`
		At    *time.Time       `json:"at"`
		Inner struct{ N int8 } `json:"inner"`
	}
	for item, fits := range map[string]bool{
		`{"id":"b","size":2}`: true, `{}`: true, `null`: true, `{"new":[]}`: true, `{"size":null}`: true,
		`"b"`: false, `5`: false, `[]`: false, `true`: false, `{"id":5}`: false, `{"size":"x"}`: false, `{"size":1.5}`: false, `{"size":3.0}`: false, `{"at":"x"}`: false, `{"inner":{"n":300}}`: false,
	} {
		s := &service{response: `{"items":[{"id":"a"},` + item + `],"next":{"page":"2"}}`}
		client := s.client(t, publishing.WithToken("token"))
		var want struct{ Items []thing }
		failed := client.Do(t.Context(), publishing.Request{Path: "/v1/things"}, &want)
		require.Equal(t, fits, failed == nil, "%s: %v", item, failed)
		for _, opts := range [][]publishing.CallOption{nil, {publishing.WithPrefetch()}} {
			var got []thing
			var stopped *pagination.PageError
			for value, err := range publishing.All[thing](t.Context(), client, publishing.Request{Path: "/v1/things", Query: url.Values{"page": {"1"}}}, opts...) {
				if err != nil {
					require.ErrorAs(t, err, &stopped, item)
					require.Zero(t, value, item)
					break
				}
				if got = append(got, value); len(got) == 2 {
					break
				}
			}
			if fits {
				require.Nil(t, stopped, item)
				require.Equal(t, want.Items, got, item)
				continue
			}
			require.NotNil(t, stopped, item)
			require.Empty(t, got, "%s: it is the page that fails", item)
			require.Equal(t, "1", stopped.Cursor)
			var broken *api.DecodeError
			require.ErrorAs(t, stopped, &broken)
			require.ErrorContains(t, broken, "items[1]: ")
			require.Equal(t, 200, broken.Status)
		}
	}
}

func TestDoChecksItsTargetBeforeItSends(t *testing.T) {
	t.Parallel()
	s := &service{response: `{}`}
	client := s.client(t, publishing.WithToken("token"))
	for _, out := range []any{struct{}{}, (*int)(nil), "x"} {
		err := client.Do(t.Context(), publishing.Request{Method: "POST", Path: "/v1/x"}, out)
		_, ok := errors.AsType[*api.ValidationError](err)
		require.True(t, ok, err)
	}
	require.Empty(t, s.seen)
}

func TestObserverHearsOfAPageThatALoopNoLongerWantsOnlyIfItHasBegunItsContext(t *testing.T) {
	t.Parallel()
	begin := publishing.WithCallContext(func(ctx context.Context, _ api.CallInfo) context.Context { return ctx })
	require.Equal(t, []error{nil}, pagesOfAnAbandonedLoop(t, nil))
	heard := pagesOfAnAbandonedLoop(t, begin)
	require.Len(t, heard, 2)
	require.NoError(t, heard[0])
	require.ErrorIs(t, heard[1], context.Canceled)
}

// pagesOfAnAbandonedLoop returns the errors that the observer gets if a loop ends while the second
// page is being fetched.
func pagesOfAnAbandonedLoop(t *testing.T, opt publishing.Option) (heard []error) {
	t.Helper()
	asked := make(chan struct{})
	network := publishing.RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
		if req.URL.Query().Get("page") != "" {
			close(asked)
			<-req.Context().Done()
			return nil, context.Cause(req.Context())
		}
		return (&service{response: `{"next":{"page":"2"},"items":["a"]}`}).RoundTrip(req)
	})
	client, err := publishing.NewClient("https://api.example.com", publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: network}), opt,
		publishing.WithObserver(func(_ context.Context, info api.CallInfo) { heard = append(heard, info.Err) }))
	require.NoError(t, err)
	for _, err := range publishing.All[string](t.Context(), client, publishing.Request{Path: "/v1/things"}, publishing.WithPrefetch()) {
		require.NoError(t, err)
		<-asked
		break
	}
	return heard
}
