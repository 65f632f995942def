package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/examples/internal/proxytest"
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

func FuzzRenderedMarkdownHasNoOtherStyles(f *testing.F) {
	for _, seed := range []string{
		proxytest.Controls, "# Title &#27;[8m", "`&#27;[8m`", "    &#x1b;[8m", "[a&#27;](https://a.example/&#27;[8m \"b &#0000027;\")", "![&#x1B;](a&#27;.png)",
		"<https://a.example/&#27;>", "<b>&#27;[8m</b>", "<div>\n&#27;[8m\n</div>", "| a |\n|---|\n| &#27 |", "- [x] &#27;", "&#x10000001b;", "&#4294967323;", "&amp;#27;[8m",
		"&amp;amp;#27;", "&\u2060#27;", "&\u00ad#27;", "[a]: https://&#27;.example '&#27;'\n[a]", "&#\x1b27;", "~~&#27;~~ :x: term\n: &#27;", "```a&#27;\n&#27;\n```",
	} {
		f.Add(seed)
	}
	render, err := newScreen(console{width: 60})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, markdown string) {
		text, err := render.(*rendered).render(unstyled(markdown))
		require.NoError(t, err)
		require.NotContains(t, hyperlink.ReplaceAllString(text, ""), "\x1b", "of a style without colors")
	})
}

func TestDeepMarkdownIsPrintedAsItIs(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{">", "> ", "- ", "* > ", "1. "} {
		var out strings.Builder
		screen, err := newScreen(console{out: &out, width: 60})
		require.NoError(t, err)
		require.NoError(t, screen.write("text\n\n"+strings.Repeat(mark, 100_000)+"x"))
		require.NoError(t, screen.end())
		require.Contains(t, out.String(), strings.Repeat(mark, 100_000)+"x")
		require.False(t, tooDeep.MatchString(strings.Repeat(mark, 10)+"x"))
	}
	require.False(t, tooDeep.MatchString(strings.Repeat("-", 100)+"\n"+strings.Repeat("*", 100)))
}

func TestLinksAreRenderedWithTheirAddresses(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	screen, err := newScreen(console{out: &out, width: 60})
	require.NoError(t, err)
	require.NoError(t, screen.write("See [the guide](https://a.example/guide) &amp; &#x1F600;."))
	require.NoError(t, screen.end())
	require.Equal(t, "  See the guide https://a.example/guide & 😀.\n", out.String())
}
