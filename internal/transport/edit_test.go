package transport

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// tuned is a resource that is replaced as a whole.
type tuned struct {
	Title string             `json:"title" check:"len=2..8"`
	Loud  bool               `json:"loud,omitzero"`
	Speed *int               `json:"speed,omitzero"`
	Parts []part             `json:"parts,omitzero"`
	Extra map[string]api.Raw `json:",embed"`
}

type part struct {
	Name  string `json:"name"`
	Spare bool   `json:"spare"`
}

func edit(t *testing.T, core *Core, change func(*tuned) error, opts ...api.CallOption) (*tuned, error) {
	t.Helper()
	const path = "/v1/things/{thingId}/tuning"
	return Edit(t.Context(), core, operation(t, "PUT", path).Path("t1"), operation(t, "GET", path).Path("t1"), change, opts)
}

func rename(v *tuned) error {
	v.Title = "Other"
	return nil
}

func TestEditSendsTheResponseWithTheChange(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, `{"title":"Thing","new":{"b":1.0,"a":null},"parts":[{"name":"a"},{"name":"b","kind":null}]}`), respond(200, `{"title":"Other","loud":true}`, "X-Request-Id", "r2"))
	var meta api.Meta
	got, err := edit(t, newCore(t, n), rename, api.WithMeta(&meta), api.WithHeader("X-Team", "docs"))
	require.NoError(t, err)
	require.Equal(t, &tuned{Title: "Other", Loud: true}, got, "the response to the put")
	require.Equal(t, []string{"GET", "PUT"}, []string{n.attempts()[0].method, n.attempts()[1].method})
	require.Equal(t, `{"new":{"b":1.0,"a":null},"parts":[{"name":"a"},{"name":"b","kind":null}],"title":"Other"}`, n.attempts()[1].body)
	require.Equal(t, "r2", meta.RequestID)
	for _, sent := range n.attempts() {
		require.Equal(t, "docs", sent.header.Get("X-Team"))
	}
}

func TestEditThatChangesNothingPutsNothing(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*tuned) error{
		"nothing":        func(*tuned) error { return nil },
		"the same value": func(v *tuned) error { v.Title = "Thing"; return nil },
		"back again":     func(v *tuned) error { v.Speed = nil; v.Loud = false; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, respond(200, `{"title":"Thing","new":1}`))
			got, err := edit(t, newCore(t, n), change)
			require.NoError(t, err)
			require.Equal(t, &tuned{Title: "Thing", Extra: map[string]api.Raw{"new": api.Raw("1")}}, got)
			require.Len(t, n.attempts(), 1)
		})
	}
}

func TestEditWithAnErrorPutsNothing(t *testing.T) {
	t.Parallel()
	errNo := errors.New("no")
	for name, test := range map[string]struct {
		response responder
		change   func(*tuned) error
		sent     int
		want     string
	}{
		"of the change":          {respond(200, `{"title":"Thing"}`), func(v *tuned) error { v.Title = "Other"; return errNo }, 1, "no"},
		"of the get":             {respond(404, `{"error":{"message":"none"}}`), rename, 1, "Things.GET: "},
		"no function":            {respond(200, `{"title":"Thing"}`), nil, 0, "Things.PUT: edit: want a function that is not nil"},
		"a mismatch":             {respond(200, `{"title":"Thing","speed":"fast"}`), rename, 1, "/speed: want int, got string"},
		"no body":                {respond(204, ""), rename, 1, "Things.GET: "},
		"no object":              {respond(200, `null`), rename, 1, "want a JSON object"},
		"nothing in it":          {respond(200, `{}`), rename, 1, "/title is missing"},
		"another object":         {respond(200, `{"ok":true}`), rename, 1, "/title is missing"},
		"an error":               {respond(200, `{"error":{"code":500,"message":"x"}}`), rename, 1, "/title is missing"},
		"null":                   {respond(200, `{"title":null}`), rename, 1, "/title is missing"},
		"beyond a limit":         {respond(200, `{"title":"Thing"}`), func(v *tuned) error { v.Title = "x"; return nil }, 1, `Things.PUT: title: want 2 to 8 characters, got "x"`},
		"that cannot be encoded": {respond(200, `{"title":"Thing"}`), func(v *tuned) error { v.Extra = map[string]api.Raw{"x": api.Raw("{")}; return nil }, 1, "Things.PUT: body: want a value that can be encoded"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, test.response)
			got, err := edit(t, newCore(t, n), test.change, api.WithHeader("Prefer", "return=minimal"))
			require.Nil(t, got)
			require.ErrorContains(t, err, test.want)
			require.Len(t, n.attempts(), test.sent)
			require.False(t, api.MayHaveApplied(err))
			if name == "of the change" {
				require.Same(t, errNo, err)
			}
		})
	}
}

// TestEditSendsBackWhatTheServiceAccepts is about limits that are older than the service.
func TestEditSendsBackWhatTheServiceAccepts(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, `{"title":"A long title"}`), respond(200, `{"title":"A long title","loud":true}`))
	_, err := edit(t, newCore(t, n), func(v *tuned) error { v.Loud = true; return nil })
	require.NoError(t, err)
	require.Equal(t, `{"loud":true,"title":"A long title"}`, n.attempts()[1].body)

	n = play(t, respond(200, `{"title":"Thing"}`), respond(200, `{"title":"x"}`))
	_, err = edit(t, newCore(t, n, func(s *Settings) { s.WithoutChecks = true }), func(v *tuned) error { v.Title = "x"; return nil })
	require.NoError(t, err, "a client without validation")
}

func TestEditRetriesThePut(t *testing.T) {
	t.Parallel()
	n := play(t, respond(200, `{"title":"Thing"}`), lostAfter(io.ErrUnexpectedEOF), respond(200, `{"title":"Other"}`))
	_, err := edit(t, newCore(t, n), rename)
	require.NoError(t, err)
	require.Len(t, n.attempts(), 3)
	require.Equal(t, n.attempts()[1].body, n.attempts()[2].body)

	n = play(t, respond(200, `{"title":"Thing"}`), lostAfter(io.ErrUnexpectedEOF))
	_, err = edit(t, newCore(t, n), rename, api.WithoutRetry())
	require.Error(t, err)
	require.True(t, api.MayHaveApplied(err))
}

// configured is a resource with an object that is replaced as a whole.
type configured struct {
	ID            string         `json:"id"`
	Configuration api.SecretJSON `json:"configuration"`
}

func merge(t *testing.T, core *Core, changes any, opts ...api.CallOption) (*configured, error) {
	t.Helper()
	const path = "/v1/things/{thingId}"
	added, err := api.NewSecretJSON(changes)
	require.NoError(t, err)
	return Merge[configured](t.Context(), core, operation(t, "PATCH", path).Path("t1"), operation(t, "GET", path).Path("t1"), "configuration", added, opts)
}

func TestMergeSendsTheWholeObjectWithTheChanges(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ response, want string }{
		"beside others": {`{"id":"t1","configuration":{"z":{"x":1.0},"key":"k1"}}`, `{"configuration":{"key":"k2","on":false,"z":{"x":1.0}}}`},
		"none yet":      {`{"id":"t1","configuration":{}}`, `{"configuration":{"key":"k2","on":false}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, respond(200, test.response), respond(200, `{"id":"t1","configuration":{"key":"k3"}}`, "X-Request-Id", "r2"))
			var meta api.Meta
			got, err := merge(t, newCore(t, n), map[string]any{"key": "k2", "on": false}, api.WithMeta(&meta), api.WithHeader("X-Team", "docs"))
			require.NoError(t, err)
			require.Equal(t, `{"key":"k3"}`, got.Configuration.Reveal().String(), "the response to the patch")
			require.Equal(t, []string{"GET", "PATCH"}, []string{n.attempts()[0].method, n.attempts()[1].method})
			require.Equal(t, test.want, n.attempts()[1].body)
			require.Equal(t, "r2", meta.RequestID)
			for _, sent := range n.attempts() {
				require.Equal(t, "docs", sent.header.Get("X-Team"))
			}
		})
	}
}

func TestMergeThatChangesNothingPatchesNothing(t *testing.T) {
	t.Parallel()
	for _, changes := range []map[string]any{{}, {"key": "k1"}, {"in": map[string]any{"a": []int{1, 2}}}} {
		n := play(t, respond(200, `{"id":"t1","configuration":{"key": "k1", "in": {"a": [1, 2]}}}`))
		got, err := merge(t, newCore(t, n), changes)
		require.NoError(t, err)
		require.Equal(t, "t1", got.ID)
		require.JSONEq(t, `{"key":"k1","in":{"a":[1,2]}}`, got.Configuration.Reveal().String())
		require.Len(t, n.attempts(), 1)
	}
}

func TestMergeWithAnErrorPatchesNothingAndShowsNoSecret(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response responder
		changes  any
		sent     int
		want     string
	}{
		"of the get":             {respond(404, `{"error":{"message":"none"}}`), map[string]any{"a": "s3cr3t"}, 1, "Things.GET: "},
		"a text":                 {respond(200, `{"id":"t1","configuration":"s3cr3t"}`), map[string]any{"a": 1}, 1, "/configuration: want a JSON object"},
		"a number":               {respond(200, `{"id":7,"configuration":{}}`), map[string]any{"a": 1}, 1, "/id: want string, got number"},
		"nothing":                {respond(200, `{}`), map[string]any{"a": 1}, 1, "/id is missing"},
		"no configuration":       {respond(200, `{"id":"t1"}`), map[string]any{"a": 1}, 1, "/configuration is missing"},
		"null":                   {respond(200, `{"id":"t1","configuration":null}`), map[string]any{"a": 1}, 1, "/configuration is missing"},
		"a list of changes":      {respond(200, `{}`), []string{"s3cr3t"}, 0, "Things.PATCH: configuration: want a JSON object"},
		"changes that are null":  {respond(200, `{}`), nil, 0, "Things.PATCH: configuration: want a JSON object"},
		"of the patch":           {respond(200, `{"id":"t1","configuration":{}}`), map[string]any{"key": "s3cr3t-value"}, 2, "Things.PATCH: "},
		"a response that is not": {respond(200, `[]`), map[string]any{"a": 1}, 1, "Things.GET: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := play(t, test.response, respond(400, `{"error":{"message":"bad value s3cr3t-value"}}`))
			got, err := merge(t, newCore(t, n), test.changes)
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, fmt.Sprintf("%v|%+v|%#v", err, err, err), "s3cr3t")
			require.Nil(t, got)
			require.Len(t, n.attempts(), test.sent)
		})
	}
	_, err := merge(t, nil, map[string]any{})
	require.ErrorContains(t, err, "Things.GET: ")
}
