// Package terminal writes what a service says on a terminal.
package terminal

import (
	"strings"
	"unicode"
)

// Line is a text on one line: what does not print, such as the start of a control sequence or a mark that turns the direction of writing,
// becomes a space.
func Line(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)), " ")
}

// Lines are the lines of a text, as [Line] writes each.
func Lines(text string) []string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		lines = append(lines, Line(line))
	}
	return lines
}

// Cut is a text of at most width characters, the last of which says when there was more.
func Cut(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return strings.TrimSpace(string(runes[:width-1])) + "…"
}
