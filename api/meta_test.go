package api

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/call"
)

func TestOperationFromContextReturnsTheOperationIfThereIsOne(t *testing.T) {
	t.Parallel()
	name, ok := OperationFromContext(t.Context())
	require.False(t, ok)
	require.Empty(t, name)
	name, ok = OperationFromContext(context.WithValue(t.Context(), call.OperationKey{}, "Sites.Get"))
	require.True(t, ok)
	require.Equal(t, "Sites.Get", name)
}
