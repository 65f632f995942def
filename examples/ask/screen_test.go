package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// blocksOf renders a text that arrives in pieces of a size, and returns its blocks.
func blocksOf(t *testing.T, text string, size int) (blocks []string) {
	t.Helper()
	screen := &rendered{out: &strings.Builder{}, render: func(block string) (string, error) {
		blocks = append(blocks, strings.Trim(block, "\n"))
		return block, nil
	}}
	for text != "" {
		n := min(size, len(text))
		require.NoError(t, screen.write(text[:n]))
		text = text[n:]
	}
	require.NoError(t, screen.end())
	return blocks
}

func TestBlocksDoNotDependOnThePieces(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                                    nil,
		"\n\n\n":                              nil,
		"one\ntwo":                            {"one\ntwo"},
		"one\n\ntwo\n\n\n\n# three\nfour\n":   {"one", "two", "# three\nfour"},
		"1. one\n\n2. two\n\n   more\n\nend":  {"1. one\n\n2. two\n\n   more", "end"},
		"- one\n\n- two\n\nend":               {"- one\n\n- two", "end"},
		"text\n\n- one":                       {"text", "- one"},
		"```go\na\n\nb\n```\n\nend":           {"```go\na\n\nb\n```", "end"},
		"````\n```\n\nb\n```\n\nc\n````\n\nd": {"````\n```\n\nb\n```\n\nc\n````", "d"},
		"~~~\na\n\n```\n~~~\n\nend":           {"~~~\na\n\n```\n~~~", "end"},
		"    a\n\n    b\n\nend":               {"    a\n\n    b", "end"},
		"```\nnever closed\n\nb":              {"```\nnever closed\n\nb"},
	} {
		for size := 1; size <= len(text)+1; size++ {
			require.Equal(t, want, blocksOf(t, text, size), "%q in pieces of %d", text, size)
		}
	}
}

func TestMarkdownIsRenderedOnATerminal(t *testing.T) {
	t.Parallel()
	render := func(on console) string {
		var out strings.Builder
		on.out = &out
		screen, err := newScreen(on)
		require.NoError(t, err)
		require.NoError(t, screen.write("# Title\n\nSome **bold** text that is too long for a line.\n\n- one\n- two\n"))
		require.NoError(t, screen.end())
		return out.String()
	}
	require.Equal(t, "  # Title\n\n  Some **bold** text\n  that is too long for\n  a line.\n\n  • one\n  • two\n", render(console{width: 24}))
	colored := render(console{width: 24, colors: true})
	require.Contains(t, colored, "\x1b[")
	require.NotContains(t, colored, "**")
	require.NotContains(t, colored, " \n", "no line has padding")
	_, err := newScreen(console{width: 24, colors: true, style: "no-such-style"})
	require.ErrorContains(t, err, "style no-such-style: ")
}
