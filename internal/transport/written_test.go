package transport

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
)

// TestWritesAreCompared compares the response of each kind of call with what was sent.
func TestWritesAreCompared(t *testing.T) {
	t.Parallel()
	errJudged := errors.New("judged")
	json := func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
		return JSON[tuned](t.Context(), core, r, opts)
	}
	for name, test := range map[string]struct {
		method  string
		respond responder
		call    func(core *Core, r op.Request, opts []api.CallOption) (any, error)
		want    *api.Written
		result  any
		err     error // other than the one of ignored fields
	}{
		"JSON": {
			respond: respond(200, `{"title":"Old","top":1}`), call: json,
			want: &api.Written{Ignored: []string{"/speed", "/title"}, Applied: []string{"/top"}, Unknown: []string{"/key"}}, result: &tuned{Title: "Old", Top: new(1)},
		},
		"a minimal response": {
			respond: respond(204, ""), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return JSON[tuned](t.Context(), core, r, append(opts, api.WithMinimalResponse(nil)))
			},
			want: &api.Written{Unknown: []string{"/key", "/speed", "/title", "/top"}},
		},
		"no response": {
			respond: respond(204, ""), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return nil, None(t.Context(), core, r, opts)
			},
			want: &api.Written{Unknown: []string{"/key", "/speed", "/title", "/top"}},
		},
		"a PUT": {
			method: "PUT", respond: respond(201, `{"title":"New","top":2}`),
			call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return Put[tuned](t.Context(), core, r, opts)
			},
			want: &api.Written{Applied: []string{"/title"}, Ignored: []string{"/speed", "/top"}, Unknown: []string{"/key"}}, result: &tuned{Title: "New", Top: new(2)},
		},
		"a PUT without a response": {
			method: "PUT", respond: respond(201, ""),
			call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return Put[tuned](t.Context(), core, r, opts)
			},
			want: &api.Written{Unknown: []string{"/key", "/speed", "/title", "/top"}},
		},
		"a type of the caller": {
			respond: respond(200, `{"title":"Old"}`), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return nil, Into(t.Context(), core, r, new(tuned), opts)
			},
			want: &api.Written{Ignored: []string{"/title"}, Unknown: []string{"/key", "/speed", "/top"}}, result: &tuned{Title: "Old"},
		},
		"a result that is judged": {
			respond: respond(200, `{"title":"Old","top":1}`), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return Judged(t.Context(), core, r, func(*tuned, api.FailedCall) error { return nil }, opts)
			},
			want: &api.Written{Applied: []string{"/top"}, Ignored: []string{"/speed", "/title"}, Unknown: []string{"/key"}}, result: &tuned{Title: "Old", Top: new(1)},
		},
		"a result that is a failure": {
			respond: respond(200, `{"title":"Old","top":1}`), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
				return Judged(t.Context(), core, r, func(*tuned, api.FailedCall) error { return errJudged }, opts)
			},
			err: errJudged,
		},
		"a status": {respond: respond(400, `{"title":"Old","top":1}`), call: json, err: api.ErrBadRequest},
		"a delete": {method: "DELETE", respond: respond(205, ""), call: func(core *Core, r op.Request, opts []api.CallOption) (any, error) {
			r.BodyArg = nil
			return Delete(t.Context(), core, r, opts)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			method := test.method
			if method == "" {
				method = "PATCH"
			}
			send := func(opts ...api.CallOption) (*api.Meta, string, any, error) {
				var log strings.Builder
				core := newCore(t, play(t, test.respond), func(s *Settings) { s.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
				var meta api.Meta
				r := operation(t, method, "/v1/x").Path().Body(map[string]any{"title": "New", "top": 1, "speed": 3, "key": "a"})
				got, err := test.call(core, r, append(opts, api.WithMeta(&meta)))
				return &meta, log.String(), got, err
			}
			meta, log, _, err := send()
			require.ErrorIs(t, err, test.err)
			require.Nil(t, meta.Written)
			require.NotContains(t, log, "ignored")

			meta, log, _, err = send(api.WithComparedWrites())
			require.ErrorIs(t, err, test.err)
			require.Equal(t, test.want, meta.Written)
			ignores := test.want != nil && len(test.want.Ignored) > 0
			require.Equal(t, ignores, strings.Contains(log, "the service ignored fields of a write"), log)

			meta, _, got, err := send(api.WithStrictWrites())
			require.Equal(t, test.want, meta.Written)
			if !ignores {
				require.ErrorIs(t, err, test.err)
				return
			}
			require.ErrorIs(t, err, api.ErrIgnoredFields)
			require.Empty(t, got)
			failed := as[*api.IgnoredFieldsError](t, err)
			require.Equal(t, test.want.Ignored, failed.Fields)
			require.Equal(t, test.result, failed.Result)
			require.Equal(t, meta.Status, failed.Status)
			require.True(t, api.MayHaveApplied(err))
			require.False(t, api.Retryable(err))
		})
	}
}
