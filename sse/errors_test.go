package sse_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/sse"
)

func TestEventTooLargeErrorCanBeMadeAndFound(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("asking: %w", &sse.EventTooLargeError{Limit: 10})
	large, ok := errors.AsType[*sse.EventTooLargeError](err)
	require.True(t, ok)
	require.Equal(t, 10, large.Limit)
	require.EqualError(t, large, "reading event stream: event is larger than 10 bytes")
}
