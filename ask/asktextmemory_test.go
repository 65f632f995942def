package ask_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/ask"
	"github.com/publishing-platform/publishing-go/richtext"
)

// TestTextKeepsFewCumulativeMessages proves that the memory for cumulative messages does not
// grow with their number.
func TestTextKeepsFewCumulativeMessages(t *testing.T) {
	t.Parallel()
	answer := strings.Repeat("Press it now. ", 1000)
	var text ask.Text
	joined := reflect.ValueOf(&text).Elem().FieldByName("joined")
	for i := 10; i <= len(answer); i += 10 {
		text.Add(ask.Event{Answer: &ask.Answer{Answer: new(richtext.Markdown(answer[:i]))}})
		require.Less(t, joined.Len(), 3000, "the text in case that the messages are parts of the answer")
	}
	require.Zero(t, joined.Len())
	require.Equal(t, answer, text.String())
}
