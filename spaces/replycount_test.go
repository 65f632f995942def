package spaces_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/spaces"
)

func TestReplyCountOfBothFormsRoundTrips(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`3`, `{"count":3}`, `{"users":[1.50],"count":3}`} {
		count := roundTrip[spaces.ReplyCount](t, data)
		require.EqualValues(t, 3, count.Count, data)
		encoded, err := json.Marshal(count)
		require.NoError(t, err)
		require.Equal(t, data, string(encoded))
	}
}

func TestReplyCountOfAnotherFormIsAMismatch(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`"3"`, `[3]`, `true`, `{}`, `{"count":null}`, `{"count":"3"}`, `1.5`} {
		var comment spaces.Comment
		require.Error(t, json.Unmarshal([]byte(`{"replies":`+data+`}`), &comment), data)
		require.Zero(t, comment.Replies.Count, data)
	}
}
