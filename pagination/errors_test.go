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
	require.EqualError(t, &CursorLoopError{Cursor: "c\n1"}, `the list leads back to page "c\n1"`)
	require.EqualError(t, &CursorLoopError{"Sites.List", "c1"}, `Sites.List: the list leads back to page "c1"`)
	require.EqualError(t, &IncompleteError{"Sites.List", 2, 5}, "Sites.List: the list ended after 2 of 5 elements")
}
