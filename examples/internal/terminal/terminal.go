// Package terminal makes texts from a service safe to print on a terminal.
package terminal

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode"
)

// A Writer writes text without characters that control a terminal or change the direction of
// writing. It is the last one before the terminal, so that nothing can bring such a character back.
type Writer struct {
	Out io.Writer
	// Styles lets sequences pass that select a color or a style, and have no other effect.
	Styles bool
}

var style = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// Write writes what can be printed of p, and newlines and tabs.
func (w Writer) Write(p []byte) (int, error) {
	var safe []byte
	rest := p
	for w.Styles {
		at := style.FindIndex(rest)
		if at == nil {
			break
		}
		safe = append(safe, bytes.Map(printable, rest[:at[0]])...)
		safe = append(safe, rest[at[0]:at[1]]...)
		rest = rest[at[1]:]
	}
	if _, err := w.Out.Write(append(safe, bytes.Map(printable, rest)...)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Text returns what a [Writer] without Styles writes of text.
func Text(text string) string { return strings.Map(printable, text) }

func printable(r rune) rune {
	switch {
	case r == '\n', r == '\t', unicode.IsPrint(r):
		return r
	case unicode.IsSpace(r) && !unicode.IsControl(r):
		return ' '
	default:
		return -1
	}
}

// Line returns text as one line. Characters that cannot be printed, such as the start of a control
// sequence or a mark that changes the direction of writing, become spaces.
func Line(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)), " ")
}

// Lines returns the lines of text, each as by [Line].
func Lines(text string) []string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		lines = append(lines, Line(line))
	}
	return lines
}

// Truncate truncates text to width characters. If it is longer, the last one is an ellipsis.
func Truncate(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return strings.TrimSpace(string(runes[:width-1])) + "…"
}
