package publishingtest_test

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/transport"
	"github.com/publishing-platform/publishing-go/publishingtest"
)

// readOnly returns the core of a client that cannot write. It is below the methods of the services,
// so that it takes the requests of all tests.
func (w *world) readOnly(t *testing.T) *transport.Core {
	t.Helper()
	settings := transport.Settings{
		BaseURL:     must(url.Parse(w.URL()))(t),
		TokenSource: transport.StaticToken(w.Token()),
	}
	settings.Policies = append(settings.Policies, transport.NewPolicy(func(_ context.Context, write api.Write) error {
		if write.CostsCredits {
			return nil
		}
		return api.ErrReadOnly
	}))
	settings.WithoutChecks, settings.AttemptTimeout = true, -1
	return must(transport.New(settings))(t)
}

// TestAReadOnlyClientMakesEachReadAndNoWrite sends the calls of all operations through a client
// that cannot write.
func TestAReadOnlyClientMakesEachReadAndNoWrite(t *testing.T) {
	t.Parallel()
	shared := (&responseCall{}).prepare(t)
	core := shared.readOnly(t)
	tried := map[string]bool{}
	writes := 0
	for _, call := range slices.Concat(responseCalls(), sweptCalls()) {
		w, through := shared, core
		o := operationOf(call.op)
		tried[o.Name] = true
		effect := o.For([]byte(call.body)).Effect()
		isRead := effect == "" || effect == op.Asks
		switch {
		case !isRead:
			call.fill = nil // it may write, and nothing is sent
		case call.first != nil:
			w = call.prepare(t)
			through = w.readOnly(t)
		}
		request := call.request(t, w)
		r := o.Path(request.IDs...).Query(request.Query)
		if request.Body != "" {
			r = r.Body(api.Raw(request.Body))
		}
		if o.SecretHeader != "" {
			r = r.Secret(api.NewSecret(publishingtest.DefaultPartnerKey))
		}
		sent := w.Calls.Count(o.Name)
		var err error
		if o.Class == op.Stream {
			for _, err = range transport.Events(t.Context(), through, r, nil) {
				require.NoError(t, err, "%s %s", o.Name, call.body)
			}
		} else {
			var response json.RawMessage
			err = transport.Into(t.Context(), through, r, &response, nil)
		}
		if isRead {
			require.NoError(t, err, "%s %s", o.Name, call.body)
			require.Equal(t, sent+1, w.Calls.Count(o.Name), "%s %s", o.Name, call.body)
			continue
		}
		writes++
		require.ErrorIs(t, err, api.ErrReadOnly, "%s %s", o.Name, call.body)
		require.Equal(t, sent, w.Calls.Count(o.Name), "%s %s", o.Name, call.body)
	}
	for _, o := range op.All() {
		require.True(t, tried[o.Name] || !o.HasBody(), "%s: want a call in responseCalls", o.Name)
		if tried[o.Name] {
			continue
		}
		ids := mapped(o.Params(), func(param string) string { return shared.ids[param] })
		var response json.RawMessage
		require.NotErrorIs(t, transport.Into(t.Context(), core, o.Path(ids...), &response, nil), api.ErrReadOnly, o.Name)
		require.Positive(t, shared.Calls.Count(o.Name), o.Name)
	}
	t.Logf("%d operations, %d calls that write", len(op.All()), writes)
}
