package pagination_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/pagination"
)

func TestErrorsContainTheCauseAndTheCursor(t *testing.T) {
	t.Parallel()
	cause := errors.New("no route")
	require.EqualError(t, &pagination.PageError{"", cause}, "no route (first page)")
	require.EqualError(t, &pagination.PageError{"c/1", cause}, `no route (page "c/1")`)
	require.ErrorIs(t, &pagination.PageError{"c1", cause}, cause)
	require.EqualError(t, &pagination.CursorLoopError{Cursor: "c\n1"}, `the list leads back to page "c\n1"`)
	require.EqualError(t, &pagination.CursorLoopError{"Sites.List", "c1"}, `Sites.List: the list leads back to page "c1"`)
	require.EqualError(t, &pagination.IncompleteError{"Sites.List", 2, 5}, "Sites.List: the list ended after 2 of 5 elements")
}
