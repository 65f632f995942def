package main

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"unicode"

	"charm.land/glamour/v2"

	"github.com/publishing-platform/publishing-go/examples/internal/terminal"
)

// maxWidth is the maximum width of rendered text.
const maxWidth = 100

// A screen prints Markdown that arrives in pieces.
type screen interface {
	write(piece string) error
	// end prints what is left and ends the line.
	end() error
}

func newScreen(on console) (screen, error) {
	if on.width == 0 {
		return &plain{out: on.out}, nil
	}
	style := cmp.Or(on.style, "dark")
	if !on.colors {
		style = "notty"
	}
	renderer, err := glamour.NewTermRenderer(glamour.WithStylePath(style), glamour.WithWordWrap(min(on.width, maxWidth)))
	if err != nil {
		return nil, fmt.Errorf("style %s: %w", style, err)
	}
	return &rendered{out: on.out, render: renderer.Render}, nil
}

// plain prints Markdown as it is.
type plain struct {
	out  io.Writer
	open bool // the last line has no newline
}

func (p *plain) write(piece string) error {
	if piece != "" {
		p.open = !strings.HasSuffix(piece, "\n")
	}
	_, err := io.WriteString(p.out, piece)
	return err
}

func (p *plain) end() error {
	if !p.open {
		return nil
	}
	return p.write("\n")
}

// rendered renders Markdown block by block. Printed text cannot be changed, and a block may change
// until the next one begins.
type rendered struct {
	out    io.Writer
	render func(string) (string, error)
	held   string
	begun  bool
}

func (r *rendered) write(piece string) error {
	r.held += piece
	for {
		block, rest, ok := splitBlock(r.held)
		if !ok {
			return nil
		}
		r.held = rest
		if err := r.show(block); err != nil {
			return err
		}
	}
}

func (r *rendered) end() error {
	block := r.held
	r.held = ""
	return r.show(block)
}

func (r *rendered) show(block string) error {
	if strings.TrimSpace(block) == "" {
		return nil
	}
	text := block
	if !tooDeep.MatchString(block) {
		var err error
		if text, err = r.render(unstyled(block)); err != nil {
			return fmt.Errorf("render the answer: %w", err)
		}
	}
	text = hyperlink.ReplaceAllString(text, "") // whose address is printed too
	var b strings.Builder
	if r.begun {
		b.WriteString("\n")
	}
	for _, line := range trimBlank(strings.Split(withoutPadding(text), "\n")) {
		b.WriteString(line + "\n")
	}
	r.begun = true
	_, err := io.WriteString(r.out, b.String())
	return err
}

// tooDeep matches a block with more than 20 quotations and lists in each other, which takes the
// renderer too long. It is printed as it is.
var tooDeep = regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))){21}`)

// hyperlink matches a sequence that the renderer puts before and after the text of a link.
var hyperlink = regexp.MustCompile(`\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)`)

var reference = regexp.MustCompile(`&#[xX]?[0-9a-fA-F]+;?`)

// unstyled returns Markdown without control characters and without what the renderer would turn
// into one, so that only the renderer selects styles. A character reference to one is displayed as
// it is written, since it contains an invisible character then.
func unstyled(markdown string) string {
	return reference.ReplaceAllStringFunc(terminal.Text(markdown), func(ref string) string {
		if strings.ContainsFunc(html.UnescapeString(ref), unicode.IsControl) {
			return "&\u2060" + ref[1:]
		}
		return ref
	})
}

// padding matches the spaces at the end of a line that the renderer adds, each with its color.
var padding = regexp.MustCompile(`(?m)(?:\x1b\[[0-9;]*m| )+$`)

// withoutPadding removes padding, but keeps the end of a color.
func withoutPadding(text string) string {
	return padding.ReplaceAllStringFunc(text, func(end string) string {
		if strings.Contains(end, "\x1b") {
			return "\x1b[m"
		}
		return ""
	})
}

// trimBlank removes blank lines at both ends.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && blankLine(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blankLine(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func blankLine(line string) bool {
	return strings.TrimSpace(strings.ReplaceAll(line, "\x1b[m", "")) == ""
}

// splitBlock splits text after its first complete block: one that is followed by a blank line and a
// line that cannot continue it.
func splitBlock(text string) (block, rest string, ok bool) {
	var fence, first string
	blank := false
	at := 0
	for at < len(text) {
		line, _, ended := strings.Cut(text[at:], "\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]) == "" {
				fence = ""
			}
		case trimmed == "":
			blank = blank || ended && first != ""
		case blank && !continues(first, line):
			return text[:at], text[at:], true
		default:
			blank = false
			first = cmp.Or(first, line)
			fence = opens(trimmed)
		}
		at += len(line) + 1
	}
	return "", text, false
}

// continues reports whether a line after a blank one may belong to the block that begins with
// first: it is indented, or another item of a list.
func continues(first, line string) bool {
	return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || isListItem(first) && isListItem(line)
}

// isListItem reports whether a line may be an item of a list. Perhaps only its first character has
// arrived, so it also returns true for some other lines.
func isListItem(line string) bool {
	return strings.ContainsAny(strings.TrimLeft(line, " ")[:1], "-*+0123456789")
}

// opens returns the fence with which a line opens a code block, "" if it opens none.
func opens(line string) string {
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return line[:len(line)-len(strings.TrimLeft(line, mark[:1]))]
		}
	}
	return ""
}
