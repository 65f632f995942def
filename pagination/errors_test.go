package pagination

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsContainTheCauseAndTheCursor(t *testing.T) {
	t.Parallel()
	cause := errors.New("no route")
	require.EqualError(t, &PageError{"", cause}, "no route (first page)")
	require.EqualError(t, &PageError{"c/1", cause}, `no route (page "c/1")`)
	require.ErrorIs(t, &PageError{"c1", cause}, cause)
	require.EqualError(t, &CursorLoopError{"c\n1"}, `iterate over pages: the list leads back to page "c\n1"`)
}
