// Package terminal makes texts from a service safe to print on a terminal.
package terminal

import (
	"strings"
	"unicode"
)

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

// Cut truncates text to width characters. If it is longer, the last one is an ellipsis.
func Cut(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return strings.TrimSpace(string(runes[:width-1])) + "…"
}
