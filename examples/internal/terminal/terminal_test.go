package terminal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

func TestLineContainsOnlyPrintableCharacters(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Ada [31mLovelace Ü", terminal.Line("Ada\x1b[31mLovelace\r\n\u202e Ü\a"))
	require.Equal(t, []string{"a b", "", "c"}, terminal.Lines("\n a\tb\n\nc\x00\n\n"))
	require.Empty(t, terminal.Lines(" \n"))
}

func TestCutEndsWithAnEllipsis(t *testing.T) {
	t.Parallel()
	require.Equal(t, "über", terminal.Cut("über", 4))
	require.Equal(t, "übe…", terminal.Cut("übers", 4))
	require.Equal(t, "a…", terminal.Cut("a bcd", 3))
}
