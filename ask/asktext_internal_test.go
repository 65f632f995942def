package ask

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/richtext"
)

// TestTextKeepsFewCumulativeMessages proves that the memory for cumulative messages does not
// grow with their number.
func TestTextKeepsFewCumulativeMessages(t *testing.T) {
	t.Parallel()
	answer := strings.Repeat("Press it now. ", 1000)
	var text Text
	for i := 10; i <= len(answer); i += 10 {
		text.Add(Event{Answer: &Answer{Answer: new(richtext.Markdown(answer[:i]))}})
		require.Less(t, len(text.joined), 3*settledLead)
	}
	require.Empty(t, text.joined)
	require.Equal(t, answer, text.String())
}
