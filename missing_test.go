package publishing_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/pagination"
	"github.com/publishing-platform/publishing-go/permissions"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
	"github.com/publishing-platform/publishing-go/sites/insights"
	"github.com/publishing-platform/publishing-go/spaces"
)

// What lenient decoding does about a field that is missing.
const (
	isError    = "error"    // the response is about the field
	isMismatch = "mismatch" // its absence looks like something else
	isZero     = "zero"
)

// without returns a response in which the value at a JSON pointer is another one, or is missing if
// value is nil.
func without(t *testing.T, response []byte, pointer string, value any) string {
	t.Helper()
	var root any
	require.NoError(t, json.Unmarshal(response, &root))
	at := root
	names := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for _, name := range names[:len(names)-1] {
		if list, ok := at.([]any); ok {
			index, err := strconv.Atoi(name)
			require.NoError(t, err, pointer)
			require.Less(t, index, len(list), pointer)
			at = list[index]
			continue
		}
		at = at.(map[string]any)[name]
	}
	object, ok := at.(map[string]any)
	require.True(t, ok, pointer)
	name := names[len(names)-1]
	require.Contains(t, object, name, pointer)
	if delete(object, name); value != nil {
		object[name] = value
	}
	changed, err := json.Marshal(root)
	require.NoError(t, err)
	return string(changed)
}

// respond returns the URL of a server that responds to every request with the same JSON.
func respond(t *testing.T, response string) string {
	t.Helper()
	return serve(t, "application/json", response)
}

func serve(t *testing.T, contentType, response string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(response))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func clientOf(t *testing.T, url string, opts ...publishing.Option) *publishing.Client {
	t.Helper()
	network := &http.Transport{DisableKeepAlives: true}
	opts = append([]publishing.Option{publishing.WithToken("token"), publishing.WithHTTPClient(&http.Client{Transport: network})}, opts...)
	client, err := publishing.NewClient(url, opts...)
	require.NoError(t, err)
	return client
}

// lacking is an operation, and what lenient decoding does if its response lacks fields.
type lacking struct {
	call   func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error
	fields map[string]string // keys are JSON pointers
}

// responsesThatMayLackFields returns responses whose fields a program relies on to delete, publish
// or report something, on a server that it fills.
func responsesThatMayLackFields(t *testing.T, server *publishingtest.Server) map[string]lacking {
	t.Helper()
	demo := server.SeedDemo()
	org, site, sections, space := demo.Organization, demo.Sites[0], demo.Sites[1], demo.Spaces[0]
	server.Spaces.Files.Add(space, "", spaces.File{Name: "a.png"})
	server.Sites.Insights.Events.Add(org, site, insights.Event{Location: insights.EventLocation{URL: "https://docs.acme.example/"}})
	revised, err := server.Client().Spaces.Get(t.Context(), space, spaces.GetOptions{})
	require.NoError(t, err)
	revision := revised.Revision
	tree, err := server.Client().Spaces.Pages.Tree(t.Context(), space, spaces.PageTreeOptions{})
	require.NoError(t, err)
	return map[string]lacking{
		"structure of a site": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Sites.Structure.Get(ctx, org, sections, sites.StructureGetOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/structure": isError, "/structure/0/id": isMismatch, "/type": isZero},
		},
		"published site": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Sites.Published(ctx, org, site, sites.PublishedOptions{}, opts...)
				return err
			},
			fields: map[string]string{
				"/structure": isError, "/structure/structure": isError, "/site": isMismatch, "/site/id": isMismatch, "/site/title": isZero,
			},
		},
		"members": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Orgs.Members.List(ctx, org, orgs.MemberListOptions{}, opts...)
				return err
			},
			fields: map[string]string{
				"/items": isError, "/items/0/user": isMismatch, "/items/0/user/id": isMismatch, "/items/0/id": isMismatch, "/items/0/role": isMismatch,
				"/items/0/user/displayName": isZero,
			},
		},
		"permissions": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Permissions.Spaces.Aggregate.List(ctx, space, permissions.AggregateListOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/items/0/user": isMismatch, "/items/0/user/id": isMismatch, "/items/0/permission": isMismatch},
		},
		"aggregation": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				address := []insights.EventsColumn{{Column: insights.EventsColumnURL}}
				query := insights.EventAggregate{Select: address, GroupBy: address, Range: insights.EventsRange{Preset: insights.EventsRangePresetLast7Days}}
				_, err := client.Sites.Insights.Events.Aggregate(ctx, org, site, query, opts...)
				return err
			},
			fields: map[string]string{"/columns": isError, "/columns/0/values": isError, "/columns/0/column": isZero},
		},
		"revision": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Spaces.Revisions.Get(ctx, space, revision, spaces.RevisionGetOptions{}, opts...)
				return err
			},
			fields: map[string]string{
				"/pages": isError, "/files": isMismatch, "/pages/0/pages": isMismatch, "/files/0/id": isMismatch, "/files/0/name": isZero,
			},
		},
		"pages": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Spaces.Pages.Tree(ctx, space, spaces.PageTreeOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/pages": isError, "/pages/0/pages": isMismatch, "/pages/0/id": isMismatch, "/pages/0/title": isZero},
		},
		"document of a page": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Spaces.Revisions.Pages.Document(ctx, space, revision, tree.Pages[0].ID, spaces.RevisionPageDocumentOptions{}, opts...)
				return err
			},
			fields: map[string]string{
				"/nodes": isError, "/nodes/0/type": isZero, "/nodes/0/nodes": isMismatch, "/nodes/0/nodes/0/leaves": isMismatch,
				"/nodes/0/nodes/0/leaves/0/marks": isMismatch,
			},
		},
		"files of a revision": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Spaces.Revisions.Files.List(ctx, space, revision, spaces.FileListOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/items": isError, "/items/0/id": isMismatch, "/items/0/size": isZero},
		},
		"sections": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Sites.Sections.List(ctx, org, sections, sites.SectionListOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/items/0/siteSpaces": isMismatch, "/items/0/urls": isMismatch, "/items/0/path": isZero},
		},
		"section groups": {
			call: func(ctx context.Context, client *publishing.Client, opts ...publishing.CallOption) error {
				_, err := client.Sites.SectionGroups.List(ctx, org, sections, sites.SectionGroupListOptions{}, opts...)
				return err
			},
			fields: map[string]string{"/items/0/children": isMismatch, "/items/0/children/0/siteSpaces": isMismatch},
		},
	}
}

// TestMissingFieldIsReported removes fields of responses whose absence would make a program delete,
// publish or report what is wrong: strict decoding makes each an error, lenient decoding those that
// look like something else.
func TestMissingFieldIsReported(t *testing.T) {
	t.Parallel()
	server := publishingtest.NewServer(t)
	for name, test := range responsesThatMayLackFields(t, server) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var whole []byte
			strict := publishing.WithStrictDecoding()
			require.NoError(t, test.call(t.Context(), server.Client(), strict, publishing.WithRawBody(&whole)))
			for pointer, lenient := range test.fields {
				requireMissing(t, test.call, without(t, whole, pointer, nil), pointer, "nothing", lenient)
				if field := path.Base(pointer); field != "role" && field != "permission" { // null is a guest
					requireMissing(t, test.call, without(t, whole, pointer, json.RawMessage("null")), pointer, "null", lenient)
				}
				if path.Base(pointer) == "id" {
					requireMissing(t, test.call, without(t, whole, pointer, ""), pointer, "an empty string", lenient)
				}
			}
		})
	}
}

// requireMissing calls an operation whose response lacks the value at a JSON pointer.
func requireMissing(
	t *testing.T, call func(context.Context, *publishing.Client, ...publishing.CallOption) error, response, pointer, got, lenient string,
) {
	t.Helper()
	url := respond(t, response)
	isDecodeError := func(err error) {
		t.Helper()
		var failed *api.DecodeError
		require.ErrorAs(t, err, &failed, pointer)
		require.Equal(t, pointer, failed.Pointer)
		require.ErrorContains(t, err, pointer+" is missing")
		require.ErrorContains(t, err, "got "+got)
	}
	isDecodeError(call(t.Context(), clientOf(t, url), publishing.WithStrictDecoding()))
	isDecodeError(call(t.Context(), clientOf(t, url, publishing.WithStrictDecoding())))

	var meta api.Meta
	err := call(t.Context(), clientOf(t, url), publishing.WithMeta(&meta))
	switch lenient {
	case isError:
		isDecodeError(err)
	case isMismatch:
		require.NoError(t, err, pointer)
		require.NotNil(t, meta.Mismatch, pointer)
		require.Equal(t, pointer, meta.Mismatch.Pointer)
		require.Equal(t, got, meta.Mismatch.Got)
		require.NotEmpty(t, meta.Mismatch.Want)
	default:
		require.NoError(t, err, pointer)
		require.Nil(t, meta.Mismatch, pointer)
	}
}

// eachStrict calls test with a client that decodes strictly, and with a call option that does.
func eachStrict(t *testing.T, url string, test func(client *publishing.Client, opts ...publishing.CallOption)) {
	t.Helper()
	test(clientOf(t, url, publishing.WithStrictDecoding()))
	test(clientOf(t, url), publishing.WithStrictDecoding())
}

func TestStrictIterationEndsAtThePageThatLacksAField(t *testing.T) {
	t.Parallel()
	url := respond(t, `{"items":[{"permission":null}]}`)
	eachStrict(t, url, func(client *publishing.Client, opts ...publishing.CallOption) {
		service, options := client.Permissions.Spaces.Aggregate, permissions.AggregateListOptions{Cursor: "c2"}
		elements, errOfAll := pagination.Collect(service.All(t.Context(), "s", options, opts...), 9)
		pages, errOfPages := pagination.Collect(service.ListPages(t.Context(), "s", options, opts...), 9)
		require.Empty(t, elements)
		require.Empty(t, pages)
		for _, err := range []error{errOfAll, errOfPages} {
			var stopped *pagination.PageError
			require.ErrorAs(t, err, &stopped)
			require.Equal(t, "c2", stopped.Cursor)
			var failed *api.DecodeError
			require.ErrorAs(t, err, &failed)
			require.Equal(t, "/items/0/user", failed.Pointer)
		}
	})
}

func TestStrictStreamEndsAtAMessageThatLacksAField(t *testing.T) {
	t.Parallel()
	asked := serve(t, "text/event-stream", `data: {"type":"answer","answer":{"followupQuestions":[],"sources":[]}}

data: {"type":"new"}

data: {"type":"answer"}

data: {"type":"answer","answer":{"sources":[]}}

`)
	questions := serve(t, "text/event-stream", "data: {\"question\":\"How?\"}\n\ndata: {}\n\n")
	question := orgs.AskQuestion{Question: "How?"}
	lacks := func(err error, pointer string) {
		t.Helper()
		var failed *api.DecodeError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, pointer, failed.Pointer)
		require.False(t, publishing.Retryable(err))
	}
	eachStrict(t, asked, func(client *publishing.Client, opts ...publishing.CallOption) {
		messages, err := pagination.Collect(client.Orgs.Ask.Stream(t.Context(), "o", question, orgs.AskStreamOptions{}, opts...), 9)
		lacks(err, "/"+string(ask.EventTypeAnswer))
		require.Len(t, messages, 2, "one of an unknown type is complete")
	})
	eachStrict(t, questions, func(client *publishing.Client, opts ...publishing.CallOption) {
		messages, err := pagination.Collect(client.Orgs.Ask.StreamQuestions(t.Context(), "o", orgs.AskStreamQuestionsOptions{}, opts...), 9)
		lacks(err, "/question")
		require.Len(t, messages, 1)
	})

	var meta api.Meta
	messages, err := pagination.Collect(clientOf(t, asked).Orgs.Ask.Stream(t.Context(), "o", question, orgs.AskStreamOptions{}, publishing.WithMeta(&meta)), 9)
	require.NoError(t, err)
	require.Len(t, messages, 4)
	require.Equal(t, "/"+string(ask.EventTypeAnswer), meta.Mismatch.Pointer, "the first one")
}

// TestStrictDecodingDemandsNoFieldOfTheCallersTypes decodes as encoding/json does, which also
// decides what a null means.
func TestStrictDecodingDemandsNoFieldOfTheCallersTypes(t *testing.T) {
	t.Parallel()
	type element struct {
		ID   string   `json:"id"`
		Tags []string `json:"tags"`
	}
	request := publishing.Request{Path: "/v1/things"}
	eachStrict(t, respond(t, `{"items":[{},null,{"id":null}]}`), func(client *publishing.Client, opts ...publishing.CallOption) {
		elements, err := pagination.Collect(publishing.All[*element](t.Context(), client, request, opts...), 9)
		require.NoError(t, err)
		require.Equal(t, []*element{{}, nil, {}}, elements)
		var out struct {
			element
			Items []*element `json:"items"`
		}
		require.NoError(t, client.Do(t.Context(), request, &out, opts...))
		require.Equal(t, elements, out.Items)
		require.Empty(t, out.ID)
	})
	url := respond(t, `{"items":[],"next":{"page":"c2"},"count":"one"}`)
	eachStrict(t, url, func(client *publishing.Client, opts ...publishing.CallOption) {
		_, err := pagination.Collect(publishing.All[element](t.Context(), client, request, opts...), 9)
		var failed *api.DecodeError
		require.ErrorAs(t, err, &failed, "the envelope is that of the SDK")
		require.Equal(t, "/count", failed.Pointer)
	})
	// A value of another type is an error in any case.
	for _, opts := range [][]publishing.CallOption{nil, {publishing.WithStrictDecoding()}} {
		client := clientOf(t, respond(t, `{"id":5,"items":[{"id":5}]}`))
		var failed *api.DecodeError
		require.ErrorAs(t, client.Do(t.Context(), request, new(element), opts...), &failed)
		_, err := pagination.Collect(publishing.All[element](t.Context(), client, request, opts...), 9)
		require.ErrorAs(t, err, &failed)
	}
}

func TestEmptyObjectIsNoSite(t *testing.T) {
	t.Parallel()
	for _, opts := range [][]publishing.Option{nil, {publishing.WithStrictDecoding()}} {
		client := clientOf(t, respond(t, `{}`), opts...)
		_, structureErr := client.Sites.Structure.Get(t.Context(), "o", "s", sites.StructureGetOptions{})
		_, publishedErr := client.Sites.Published(t.Context(), "o", "s", sites.PublishedOptions{})
		for _, err := range []error{structureErr, publishedErr} {
			var failed *api.DecodeError
			require.ErrorAs(t, err, &failed)
			require.NotEmpty(t, failed.Pointer)
			require.ErrorContains(t, err, failed.Pointer+" is missing")
		}
	}
}

// TestListThatEndsEarlyIsReported has a list of five elements, of which the only page has two.
func TestListThatEndsEarlyIsReported(t *testing.T) {
	t.Parallel()
	const permission = `{"permission":"read","user":{"object":"user","id":"u1","displayName":"Ada","urls":{"location":"/v1/users/u1"}}}`
	client := clientOf(t, respond(t, `{"count":5,"items":[`+permission+`,`+permission+`]}`))
	service, strict := client.Permissions.Spaces.Aggregate, publishing.WithStrictDecoding()
	request := publishing.Request{Path: "/v1/spaces/s/permissions/aggregate"}

	var meta api.Meta
	report := publishing.WithMeta(&meta)
	for name, lenient := range map[string]func() (int, error){
		"List": func() (int, error) {
			page, err := service.List(t.Context(), "s", permissions.AggregateListOptions{}, report)
			return len(page.Items), err
		},
		"Pages": func() (n int, err error) {
			for page, err := range service.ListPages(t.Context(), "s", permissions.AggregateListOptions{}, report) {
				if err != nil {
					return n, err
				}
				n += len(page.Items)
			}
			return n, nil
		},
		"All": func() (int, error) {
			all, err := pagination.Collect(service.All(t.Context(), "s", permissions.AggregateListOptions{}, report), 100)
			return len(all), err
		},
		"publishing.All": func() (int, error) {
			all, err := pagination.Collect(publishing.All[map[string]any](t.Context(), client, request, report), 100)
			return len(all), err
		},
	} {
		meta = api.Meta{}
		n, err := lenient()
		require.NoError(t, err, name)
		require.Equal(t, 2, n, name)
		require.Equal(t, &api.Mismatch{Pointer: "/count", Want: "5", Got: "2"}, meta.Mismatch, name)
	}

	isIncomplete := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, pagination.ErrIncomplete)
		var incomplete *pagination.IncompleteError
		require.ErrorAs(t, err, &incomplete)
		require.NotEmpty(t, incomplete.Operation)
		require.Equal(t, &pagination.IncompleteError{Operation: incomplete.Operation, Seen: 2, Count: 5}, incomplete)
	}
	page, err := service.List(t.Context(), "s", permissions.AggregateListOptions{}, strict)
	isIncomplete(err)
	require.Nil(t, page)
	all, err := pagination.Collect(service.All(t.Context(), "s", permissions.AggregateListOptions{}, strict), 100)
	isIncomplete(err)
	require.Len(t, all, 2)
	own, err := pagination.Collect(publishing.All[map[string]any](t.Context(), client, request, strict), 100)
	isIncomplete(err)
	require.Len(t, own, 2)
	pages, err := pagination.Collect(service.ListPages(t.Context(), "s", permissions.AggregateListOptions{}, strict), 100)
	isIncomplete(err)
	require.Len(t, pages, 1)

	_, err = service.List(t.Context(), "s", permissions.AggregateListOptions{Cursor: "c2"}, strict)
	require.NoError(t, err, "what the pages before had is unknown")
}

func TestAggregationWithAsManyRowsAsItsLimitIsTruncated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rows      int
		limit     *int64
		truncated bool
	}{
		{1000, nil, true},
		{999, nil, false},
		{2, new(int64(2)), true},
		{1, new(int64(2)), false},
		{0, nil, false},
	} {
		values := strings.TrimSuffix(strings.Repeat("7,", test.rows), ",")
		url := respond(t, `{"columns":[{"column":"eventsCount","values":[`+values+`]}]}`)
		query := insights.EventAggregate{
			Select: []insights.EventsColumn{{Column: insights.EventsColumnEventsCount}}, Limit: test.limit,
			Range: insights.EventsRange{Preset: insights.EventsRangePresetLast7Days},
		}
		for _, opts := range [][]publishing.CallOption{nil, {publishing.WithStrictDecoding()}} {
			result, err := clientOf(t, url).Sites.Insights.Events.Aggregate(t.Context(), "o", "s", query, opts...)
			require.NoError(t, err)
			require.Equal(t, test.truncated, result.Truncated, test)
			require.Len(t, result.Columns[0].Values, test.rows)
		}
	}
}
