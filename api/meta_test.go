package api_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/call"
)

func TestOperationFromContextReturnsTheOperationIfThereIsOne(t *testing.T) {
	t.Parallel()
	name, ok := api.OperationFromContext(t.Context())
	require.False(t, ok)
	require.Empty(t, name)
	name, ok = api.OperationFromContext(context.WithValue(t.Context(), call.OperationKey{}, "Sites.Get"))
	require.True(t, ok)
	require.Equal(t, "Sites.Get", name)
}
