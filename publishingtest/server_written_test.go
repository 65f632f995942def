package publishingtest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

// TestServerIgnoresNoFieldOfAWrite sends the writes of all operations. The response shows each
// field that it has a place for.
func TestServerIgnoresNoFieldOfAWrite(t *testing.T) {
	t.Parallel()
	calls := slices.DeleteFunc(slices.Concat(responseCalls(), sweptCalls()), func(call responseCall) bool { return call.reads() })
	for i, call := range sample.Of(calls, func(call responseCall) []string { return []string{call.op} }) {
		t.Run(fmt.Sprintf("%s %d", call.op, i), func(t *testing.T) {
			t.Parallel()
			w := call.prepare(t)
			method, path, body := call.wire(t, w)
			if body == "" {
				return
			}
			got := w.send(t, method, path, body)
			require.Less(t, got.status, 300, got.body)
			written := contract.Written(operationOf(call.op), []byte(body), []byte(got.body))
			require.Empty(t, written.Ignored, "sent %s, got %s", body, got.body)
		})
	}
}
