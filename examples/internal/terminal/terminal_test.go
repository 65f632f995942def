package terminal_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

func TestLineContainsOnlyPrintableCharacters(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Ada [31mLovelace Ü", terminal.Line("Ada\x1b[31mLovelace\r\n\u202e Ü\a"))
	require.Equal(t, []string{"a b", "", "c"}, terminal.Lines("\n a\tb\n\nc\x00\n\n"))
	require.Empty(t, terminal.Lines(" \n"))
}

func TestWriterPassesOnOnlyWhatCanBePrinted(t *testing.T) {
	t.Parallel()
	var all []byte
	for r := range rune(unicode.MaxRune + 1) {
		all = append(all, string(r)...)
	}
	var out strings.Builder
	w := terminal.Writer{Out: &out}
	n, err := w.Write(all)
	require.NoError(t, err)
	require.Equal(t, len(all), n)
	require.Greater(t, out.Len(), 100_000)
	for _, r := range out.String() {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			t.Errorf("%U is passed on", r)
		}
	}
	out.Reset()
	for _, piece := range []string{"\x1b[31mred\x1b", "]0;title\a ", "\xc2", "\x9b2J ", "\u202edlrow\u2066 ", "a\u00a0b\r\n"} { // "\xc2\x9b" is a control character
		_, err := w.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Equal(t, "[31mred]0;title \ufffd\ufffd2J dlrow a b\n", out.String())
}

func TestWriterPassesOnStylesOnly(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	_, err := terminal.Writer{Out: &out, Styles: true}.Write([]byte("\x1b[1;38;5;9mred\x1b[m\x1b[2J\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\\x1b[0m\x1b[?25l\x1b["))
	require.NoError(t, err)
	require.Equal(t, "\x1b[1;38;5;9mred\x1b[m[2J]8;;https://a.example\\link]8;;\\\x1b[0m[?25l[", out.String())
}

func TestTruncateEndsWithAnEllipsis(t *testing.T) {
	t.Parallel()
	require.Equal(t, "über", terminal.Truncate("über", 4))
	require.Equal(t, "übe…", terminal.Truncate("übers", 4))
	require.Equal(t, "a…", terminal.Truncate("a bcd", 3))
}
