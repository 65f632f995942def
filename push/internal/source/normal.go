package source

import (
	"bytes"
	"html"
	"regexp"
	"strings"
)

// Normalize converts Markdown to a normal form, in which the text that the service returns for a
// page equals the text that a push sent. The normal form has no front matter and no heading with
// the title, and there is only one form of lists, emphasis, escapes, block images, tables and blank
// lines. Code and the destinations of links do not change. The normal form does not distinguish
// hard line breaks from soft ones, loose lists from tight ones, or escaped characters from
// unescaped ones.
func Normalize(markdown []byte) []byte {
	_, body := splitFrontMatter(markdown)
	text := strings.TrimLeft(strings.ReplaceAll(string(markdown[body:]), "\r\n", "\n"), " \t\n")
	if strings.HasPrefix(text, "# ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return []byte(normalForm(text))
}

// maxPasses is how often the rules are applied. An escape within an escape takes a pass for each,
// so without a limit, the time for a text that consists of them is quadratic.
const maxPasses = 100

// normalForm applies the rules until they change nothing, because a character that one rule
// unescapes can be markup to another.
func normalForm(text string) string {
	for range maxPasses {
		next := formed(text)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// fenceOf returns the marks with which a line begins a block of code, or "".
func fenceOf(line string) string {
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return ""
	}
	rest := strings.TrimLeft(line, line[:1])
	if line[0] == '`' && strings.Contains(rest, "`") { // code in a paragraph
		return ""
	}
	return line[:len(line)-len(rest)]
}

// endsFence reports whether a line ends the block of code that begins with a fence.
func endsFence(line, fence string) bool {
	return strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == ""
}

// lineKind is the kind of a line. A change of the kind separates blocks.
type lineKind int

const (
	textLine lineKind = iota
	listLine
	tableLine
	codeLine
	singleLine // the line is a block by itself
)

var (
	listMarks    = regexp.MustCompile(`^([ \t]*)(?:[-+*]|([0-9]+)[.)])[ \t]+`)
	themeBreaks  = regexp.MustCompile(`^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$`)
	blockImages  = regexp.MustCompile(`^!\[((?:[^\[\]\\]|\\.)*)\]\(([^)\s]+)(?:\s+"([^"]*)")?\)$`)
	captions     = regexp.MustCompile(`(<figcaption>)<p>(.*?)</p>(</figcaption>)`)
	lineEnds     = regexp.MustCompile(`(?:[ \t\\]|&#x20;|<br ?/?>)+$`)
	cellRules    = regexp.MustCompile(`^(:?)-+(:?)$`)
	verbatim     = regexp.MustCompile("``.+?``|`[^`]+`" + `|\]\([^)]*\)|<[^>]*>|https?://\S+|{%.*%}`)
	bracketed    = regexp.MustCompile(`^\]\(<([^>]*)>(.*)`)
	escapedMarks = regexp.MustCompile(`\\+([[:punct:]])`)
)

// formed applies each rule to a text once.
func formed(text string) string {
	var out bytes.Buffer
	var indents []int // indents of the list items around a line
	fence, dedent, isAfterBlank := "", 0, false
	var last lineKind
	write := func(line string, kind lineKind) {
		isSeparate := kind != last || kind == singleLine || (kind == textLine && isAfterBlank)
		if out.Len() > 0 {
			out.WriteByte('\n')
			if isSeparate {
				out.WriteByte('\n')
			}
		}
		out.WriteString(line)
		last, isAfterBlank = kind, false
	}
	for line := range strings.SplitSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		begun := fenceOf(trimmed)
		switch {
		case fence != "":
			for range dedent {
				line = strings.TrimPrefix(line, " ")
			}
			if endsFence(trimmed, fence) {
				fence, line = "", trimmed
			}
			out.WriteByte('\n')
			out.WriteString(line)
		case begun != "":
			dedent = len(line) - len(strings.TrimLeft(line, " "))
			fence = begun
			write(trimmed, singleLine)
			last = codeLine
		case trimmed == "":
			isAfterBlank = true
		default:
			if strings.IndexByte(" \t\\;>", line[len(line)-1]) >= 0 { // the regexp tries each byte
				line = strings.TrimRight(lineEnds.ReplaceAllString(line, ""), " \t\\")
			}
			var kind lineKind
			switch mark := listMarks.FindStringSubmatch(line + " "); {
			case themeBreaks.MatchString(strings.TrimSpace(line)):
				line, kind = "---", singleLine
			case mark != nil:
				indent := len(strings.ReplaceAll(mark[1], "\t", "    "))
				for len(indents) > 0 && indents[len(indents)-1] >= indent {
					indents = indents[:len(indents)-1]
				}
				kind = listLine
				prefix := strings.Repeat("  ", len(indents)) + "* "
				if mark[2] != "" {
					prefix = strings.Repeat("  ", len(indents)) + mark[2] + ". "
				}
				indents = append(indents, indent)
				line = prefix + formedLine(strings.TrimSpace((line + " ")[len(mark[0]):]))
			default:
				if line == strings.TrimLeft(line, " \t") {
					indents = nil
				}
				line, kind = formedBlock(strings.TrimSpace(line))
			}
			if strings.TrimSpace(line) != "" {
				write(line, kind)
			}
		}
	}
	return out.String()
}

// formedBlock returns the normal form of a line that is not a list item, and the kind of the line.
func formedBlock(line string) (string, lineKind) {
	switch image := blockImages.FindStringSubmatch(line); {
	case image != nil:
		return `<figure><img src="` + strings.Trim(image[2], "<>") + `" alt="` + formedLine(image[1]) + `"><figcaption>` + formedLine(image[3]) + `</figcaption></figure>`, singleLine
	case strings.HasPrefix(line, "<figure>"):
		return captions.ReplaceAllString(line, "$1$2$3"), singleLine
	case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "{%"):
		return formedLine(line), singleLine
	case strings.HasPrefix(line, "|"):
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i, cell := range cells {
			cells[i] = formedLine(cellRules.ReplaceAllString(strings.TrimSpace(cell), "$1---$2"))
		}
		return "| " + strings.Join(cells, " | ") + " |", tableLine
	}
	return formedLine(line), textLine
}

// formedLine returns the normal form of the text in a line.
func formedLine(line string) string {
	if !strings.ContainsAny(line, "`]<:{&\\*_") { // no rule applies
		return strings.TrimSpace(line)
	}
	var out strings.Builder
	at := 0
	for _, found := range verbatim.FindAllStringIndex(line, -1) {
		same := line[found[0]:found[1]]
		if bare := bracketed.FindStringSubmatch(same); bare != nil {
			same = "](" + strings.ReplaceAll(bare[1], " ", "%20") + bare[2]
		}
		out.WriteString(formedText(line[at:found[0]]) + same)
		at = found[1]
	}
	return strings.TrimSpace(out.String() + formedText(line[at:]))
}

func formedText(text string) string {
	// An escaped block delimiter is text. An unescaped one begins or ends a block.
	const escapedBlock = `\{%`
	parts := strings.Split(html.UnescapeString(text), escapedBlock)
	for i, part := range parts {
		parts[i] = escapedMarks.ReplaceAllString(part, "$1")
	}
	rest := strings.Join(parts, escapedBlock)
	var out strings.Builder
	for at := strings.IndexAny(rest, "*_"); at >= 0; at = strings.IndexAny(rest, "*_") {
		mark := rest[at : len(rest)-len(strings.TrimLeft(rest[at:], rest[at:at+1]))]
		out.WriteString(rest[:at])
		rest = rest[at+len(mark):]
		if len(mark) < 3 {
			mark = []string{1: "_", 2: "**"}[len(mark)]
		}
		out.WriteString(mark)
	}
	return out.String() + rest
}

// Block is a block of Markdown in normal form: see [Normalize].
type Block struct {
	Line int // number of its first line, from 1
	Text string
}

// Blocks returns the blocks of a page, without front matter and title. Blank lines separate blocks,
// except within code. Blocks adds the normal form of each block to forms, and uses those in it.
func Blocks(markdown []byte, forms map[string]string) []Block {
	_, body := splitFrontMatter(markdown)
	line := lineAt(markdown, body)
	var blocks []Block
	var text strings.Builder
	first, fence, isTop := line, "", true
	end := func() {
		raw := text.String()
		if forms[raw] == "" {
			forms[raw] = normalForm(raw)
		}
		if forms[raw] != "" {
			blocks = append(blocks, Block{first, forms[raw]})
		}
		text.Reset()
	}
	for part := range bytes.Lines(markdown[body:]) {
		s := strings.TrimRight(string(part), "\r\n")
		trimmed := strings.TrimSpace(s)
		switch {
		case fence != "":
			text.WriteString(s + "\n")
			if endsFence(trimmed, fence) {
				fence = ""
				end()
			}
		case trimmed == "":
			end()
		case isTop && strings.HasPrefix(s, "# "): // the title
			isTop = false
		default:
			if begun := fenceOf(trimmed); begun != "" {
				end()
				fence = begun
			}
			if text.Len() == 0 {
				first = line
			}
			isTop = false
			text.WriteString(s + "\n")
		}
		line++
	}
	end()
	return blocks
}
