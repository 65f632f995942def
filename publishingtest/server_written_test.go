package publishingtest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/sites"
)

// TestServerIgnoresNoFieldOfAWrite sends the writes of all operations. The response shows each
// field that it has a place for.
func TestServerIgnoresNoFieldOfAWrite(t *testing.T) {
	t.Parallel()
	calls := slices.DeleteFunc(slices.Concat(responseCalls(), sweptCalls()), func(call responseCall) bool {
		return call.reads() || call.body == "" && call.fill == nil
	})
	for i, call := range sample.OneByOne(sample.Of(calls, func(call responseCall) []string { return []string{call.op} })) {
		t.Run(fmt.Sprintf("%s %d", call.op, i), func(t *testing.T) {
			t.Parallel()
			w := call.prepare(t)
			method, path, body := call.wire(t, w)
			got := w.send(t, method, path, body)
			require.Less(t, got.status, 300, got.body)
			written := contract.Written(operationOf(call.op), []byte(body), []byte(got.body))
			require.Empty(t, written.Ignored, "sent %s, got %s", body, got.body)
		})
	}
}

// TestFieldThatAFaultDropsIsReported drops, changes and keeps a field of a response.
func TestFieldThatAFaultDropsIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.Sites.Add(w.org, sites.Site{}).ID
	client := w.Client(publishing.WithComparedWrites())
	for how, edit := range map[string]func(body map[string]any){
		"dropped": func(body map[string]any) { delete(body, "title") },
		"null":    func(body map[string]any) { body["title"] = nil },
		"old":     func(body map[string]any) { body["title"] = "Old" },
	} {
		var meta publishing.Meta
		update := sites.Update{Title: new("New"), Visibility: sites.VisibilityUnlisted}
		w.Faults.Add("Sites.Update", 1, publishingtest.EditJSON(edit))
		_, err := client.Sites.Update(t.Context(), w.org, site, update, publishing.WithMeta(&meta))
		require.NoError(t, err, how)
		require.Equal(t, &publishing.Written{Applied: []string{"/visibility"}, Ignored: []string{"/title"}}, meta.Written, how)

		w.Faults.Add("Sites.Update", 1, publishingtest.EditJSON(edit))
		_, err = client.Sites.Update(t.Context(), w.org, site, update, publishing.WithStrictWrites())
		require.ErrorIs(t, err, publishing.ErrIgnoredFields, how)

		_, err = client.Sites.Update(t.Context(), w.org, site, update, publishing.WithStrictWrites())
		require.NoError(t, err, how)
	}
}
