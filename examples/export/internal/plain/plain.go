// Package plain converts the blocks of the platform in Markdown to standard Markdown.
package plain

import (
	"bytes"
	"cmp"
	"html"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// A form describes what a block of the platform is in standard Markdown.
type form struct {
	title string // attributes that become a bold title
	link  string // attribute that becomes a link
}

// forms are the blocks whose content follows their title or their link. A block without either
// only arranges its content.
var forms = map[string]form{
	"tabs": {}, "stepper": {}, "columns": {}, "column": {}, "updates": {}, "raw": {},
	"tab":               {title: "title"},
	"code":              {title: "title"},
	"prompt":            {title: "description"},
	"update":            {title: "date tags"},
	"embed":             {link: "url"},
	"content-ref":       {link: "url"},
	"file":              {link: "src"},
	"include":           {link: firstArgument},
	"swagger":           {title: "method path", link: "src"},
	"openapi":           {title: "method path", link: "src"},
	"openapi-operation": {title: "method path", link: "src"},
	"openapi-webhook":   {title: "method name", link: "src"},
	"openapi-schemas":   {title: "schemas", link: "src"},
	"hint":              {}, "step": {}, "if": {}, // their titles are derived
}

// spaces are the characters that a blank line may contain.
const spaces = " \t\r"

// firstArgument is the name of a quoted argument without a name.
const firstArgument = "0"

var (
	blockTag  = regexp.MustCompile(`(?s)^{%-?\s*(end)?(@?[A-Za-z][\w/.-]*)(?:\s+(.*?))?\s*-?%}$`)
	argument  = regexp.MustCompile(`(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))`)
	htmlTag   = regexp.MustCompile(`^<(/?)(details|summary|figure|figcaption|picture|source|img|p|div|table|thead|tbody|tr|th|td|h[1-6])(\s[^<>]*)?>`)
	brokenTag = regexp.MustCompile(`^</?(?:details|summary|figure|table)(?:\s|{%)`)
	fence     = regexp.MustCompile("^(?:`{3,}[^`]*$|~{3,})")
	listMark  = regexp.MustCompile(`^(?:[*+-]|[0-9]{1,9}[.)])(?:[ \t]|$)`)
	verbatim  = regexp.MustCompile(`(?i)^<(pre|script|style|textarea)(?:[\s>]|$)`)
	ownLine   = regexp.MustCompile(`^(?:</?details[\s>]|</?summary[\s>])`)
	marker    = regexp.MustCompile(`[^\s>]`)
	leading   = regexp.MustCompile(`^(?:\s*\n[\s>]*|[ \t\r]+)`)
	newLine   = regexp.MustCompile(`\s*\n[\s>]*`)
	address   = strings.NewReplacer(" ", "%20", "\n", "", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", `"`, "%22", "`", "%60", "{", "%7B", "}", "%7D", "|", "%7C")
)

// Markdown returns a text with the blocks of the platform, such as {% hint %}, as standard
// Markdown. It also returns the number of blocks that it does not know, by name. Their content
// stays, and their tags become comments. Code and comments stay as they are. The time is linear in
// the length of the text.
func Markdown(text string) (string, map[string]int) {
	p := &plainer{text: text, unknown: map[string]int{}}
	p.scan()
	if !p.pair() {
		return text, nil
	}
	for _, part := range p.parts {
		switch line := text[part.start:part.end]; part.kind {
		case blank:
			p.blank(line)
		case verbatimLine:
			p.line(line)
		case paragraph:
			p.paragraph(part)
		}
	}
	if p.item != "" {
		p.marked("")
	}
	if !strings.HasSuffix(text, "\n") {
		p.out = bytes.TrimSuffix(p.out, []byte("\n"))
	}
	return string(p.out), p.unknown
}

// A part is a line that is blank or code, or a paragraph.
type part struct {
	kind       partKind
	start, end int

	// Of a paragraph:

	prefix  string // indentation and markers before it
	margin  int    // length of the prefix without indentation in the container
	isAlone bool   // whether it is one line, which belongs to no other paragraph
	dedents bool   // whether it is in fewer containers than the part before
	tokens  []token
}

type partKind int

const (
	blank partKind = iota
	verbatimLine
	paragraph
)

// A token is a part of a paragraph that is more than text.
type token struct {
	kind       tokenKind
	start, end int
	name       string
	arguments  string
	isEnd      bool
	block      int  // number of the block if it has an end, or 0
	hasLink    bool // whether the text up to its end contains a link
}

type tokenKind int

const (
	verbatimToken tokenKind = iota // code and comments
	blockToken
	literalToken // the tag of a block in {% raw %}, or what only begins like one
	htmlToken
)

// A plainer converts a text. Its parts contain positions in the text.
type plainer struct {
	text    string
	parts   []part
	unknown map[string]int
	steps   []int // number of the last step, for each stepper around it

	out     []byte
	gap     *string // blank line to write before the next line
	item    string  // markers to write with the next line
	dedent  *string // margin of a removed line, which ended a list that must not contain what follows
	hint    int     // number of the hint whose lines are quoted, or 0
	quoteAt int     // where its lines are quoted
}

// An enclosure is code or HTML of several lines.
type enclosure struct {
	depth   int // number of containers
	isFence bool
	until   string // what ends it
}

// enclosed returns the enclosure that begins with a line, or nil.
func enclosed(line string) *enclosure {
	if fence.MatchString(line) {
		return &enclosure{isFence: true, until: line[:run(line, line[:1])]}
	}
	if found := verbatim.FindStringSubmatch(line); found != nil {
		return &enclosure{until: "</" + strings.ToLower(found[1]) + ">"}
	}
	if strings.HasPrefix(line, "<!--") {
		return &enclosure{until: "-->"}
	}
	return nil
}

// endsAt reports whether a line with an indentation is the last one.
func (e *enclosure) endsAt(line string, indent int) bool {
	if e.isFence {
		return indent < 4 && len(line) >= len(e.until) && strings.Trim(line, e.until[:1]) == ""
	}
	return strings.Contains(strings.ToLower(line), e.until)
}

// run returns how often a text begins with a character.
func run(text, of string) int { return len(text) - len(strings.TrimLeft(text, of)) }

// maxDepth is the number of containers after which markers are text.
const maxDepth = 50

// A cursor is a position in a line.
type cursor struct {
	line       string
	at, indent int // position of the text, and its indentation in the container
	column     int // of the text
}

func (c *cursor) skipSpaces() {
	for ; c.at < len(c.line) && strings.IndexByte(spaces, c.line[c.at]) >= 0; c.at++ {
		width := 1
		if c.line[c.at] == '\t' {
			width = 4 - c.column%4
		}
		c.indent, c.column = c.indent+width, c.column+width
	}
}

// quotation skips the mark of a quotation with its space, and reports whether there is one.
func (c *cursor) quotation() bool {
	if c.indent >= 4 || c.at == len(c.line) || c.line[c.at] != '>' {
		return false
	}
	c.at, c.column, c.indent = c.at+1, c.column+1, -1
	c.skipSpaces()
	c.indent = max(c.indent, 0)
	return true
}

// containers are the quotations and the items of lists that a line is in: 0 for a quotation, and
// the indentation of the content for an item.
type containers []int

// continued returns how many of the containers a line continues.
func (c containers) continued(in *cursor) int {
	in.skipSpaces()
	for i, indent := range c {
		switch {
		case indent == 0 && in.quotation():
		case indent > 0 && in.indent >= indent:
			in.indent -= indent
		case indent > 0 && in.at == len(in.line):
		default:
			return i
		}
	}
	return len(c)
}

// begun returns the containers together with those that begin at a position.
func (c containers) begun(at *cursor) containers {
	for at.indent < 4 && len(c) < maxDepth {
		mark := listMark.FindString(at.line[at.at:])
		switch {
		case at.quotation():
			c = append(c, 0)
		case mark != "":
			mark = strings.TrimRight(mark, spaces)
			width := at.indent + len(mark)
			at.at, at.column, at.indent = at.at+len(mark), at.column+len(mark), 0
			at.skipSpaces()
			if at.indent == 0 || at.indent > 4 { // an empty item, or code
				at.indent, width = max(at.indent-1, 0), width+1
			} else {
				at.indent, width = 0, width+at.indent
			}
			c = append(c, width)
		default:
			return c
		}
	}
	return c
}

// scan divides the text into parts, by the rules of CommonMark.
func (p *plainer) scan() {
	var in *enclosure
	var around containers
	isIndented, afterBlank := false, true
	open := -1
	end := func() {
		if open >= 0 {
			p.tokens(&p.parts[open])
		}
		open = -1
	}
	for start, stop := 0, 0; start < len(p.text); start = stop + 1 {
		line, _, _ := strings.Cut(p.text[start:], "\n")
		stop = start + len(line)
		add := func(kind partKind) {
			end()
			p.parts = append(p.parts, part{kind: kind, start: start, end: stop})
			afterBlank = true
		}
		line = strings.TrimRight(line, spaces)
		at := &cursor{line: line}
		n := around.continued(at)
		if in != nil && n >= in.depth {
			add(verbatimLine)
			if in.endsAt(line[at.at:], at.indent) {
				in = nil
			}
			continue
		}
		in = nil
		before := around
		if around = around[:n]; at.at == len(line) {
			add(blank)
			continue
		}
		around = around.begun(at)
		if at.at == len(line) {
			add(verbatimLine) // an empty item or quotation
			continue
		}
		if isIndented = at.indent >= 4 && (afterBlank || isIndented || len(around) > n); isIndented {
			add(verbatimLine)
			continue
		}
		rest := line[at.at:]
		if begun := enclosed(rest); begun != nil && at.indent < 4 {
			add(verbatimLine)
			if begun.depth = len(around); begun.isFence || !begun.endsAt(rest, 0) {
				in = begun
			}
			continue
		}
		isAlone := at.indent < 4 && (ownLine.MatchString(rest) || isTags(rest))
		if isAlone || len(around) > n {
			end()
		}
		if open >= 0 {
			around = before // the line continues a paragraph in all its containers
		} else {
			open = len(p.parts)
			margin := at.at
			if !strings.Contains(line[:at.at], "\t") {
				margin -= at.indent
			}
			p.parts = append(p.parts, part{kind: paragraph, start: start + at.at, prefix: line[:at.at], margin: margin, isAlone: isAlone, dedents: n < len(before)})
		}
		p.parts[open].end = stop
		if afterBlank = isAlone; isAlone {
			end()
		}
	}
	end()
}

// isTags reports whether a line consists of tags of blocks.
func isTags(line string) bool {
	for line != "" {
		end := tagEnd(line)
		if end < 0 {
			return false
		}
		line = strings.TrimLeft(line[end:], " \t")
	}
	return true
}

// tagEnd returns where the tag of a block ends with which a text begins, or -1.
func tagEnd(text string) int {
	if !strings.HasPrefix(text, "{%") {
		return -1
	}
	if next := strings.Index(text[2:], "{%"); next >= 0 {
		text = text[:next+2]
	}
	end := strings.Index(text, "%}") + 2
	if end < 4 || !blockTag.MatchString(text[:end]) {
		return -1
	}
	return end
}

// tokens finds the tokens of a paragraph.
func (p *plainer) tokens(in *part) {
	text := p.text[:in.end]
	runs := map[int][]int{} // where runs of backticks begin, by length
	for i := in.start; i < in.end; i++ {
		if n := run(text[i:], "`"); n > 0 {
			runs[n] = append(runs[n], i)
			i += n - 1
		}
	}
	missing := map[string]bool{} // so that the rest is searched once
	find := func(from int, what string) int {
		if !missing[what] {
			if i := strings.Index(text[from:], what); i >= 0 {
				return from + i + len(what)
			}
			missing[what] = true
		}
		return -1
	}
	hasFigure := strings.Contains(text[in.start:], "<figure")
	figure, cards, table := 0, 0, 0 // where they end
	for i := in.start; i < in.end; {
		t := token{start: i, end: i + 1}
		switch rest := text[i:]; {
		case rest[0] == '\\':
			t.end++
		case rest[0] == '`':
			n := run(rest, "`")
			t.end = i + n
			for len(runs[n]) > 0 && runs[n][0] <= i {
				runs[n] = runs[n][1:]
			}
			if len(runs[n]) > 0 {
				t.end = runs[n][0] + n
				in.tokens = append(in.tokens, t)
			}
		case strings.HasPrefix(rest, "<!--"):
			if end := find(i, "-->"); end >= 0 {
				t.end = end
				in.tokens = append(in.tokens, t)
			}
		case strings.HasPrefix(rest, "<code"):
			if end := find(i, "</code>"); end >= 0 {
				t.end = end
				in.tokens = append(in.tokens, t)
			}
		case strings.HasPrefix(rest, "{%"):
			t.kind, t.end = literalToken, i+2
			if length := tagEnd(rest); length > 0 {
				parts := blockTag.FindStringSubmatch(newLine.ReplaceAllString(rest[:length], " "))
				t = token{kind: blockToken, start: i, end: i + length, name: parts[2], arguments: parts[3], isEnd: parts[1] != ""}
			}
			in.tokens = append(in.tokens, t)
		case rest[0] == '<':
			found := htmlTag.FindStringSubmatch(rest)
			if found == nil {
				if brokenTag.MatchString(rest) {
					t.kind = literalToken
					in.tokens = append(in.tokens, t)
				}
				break
			}
			t = token{kind: htmlToken, start: i, end: i + len(found[0]), name: found[2], arguments: found[3], isEnd: found[1] != ""}
			switch {
			case t.isEnd:
			case t.name == "figure" && i >= figure && i >= table:
				figure = find(i, "</figure>")
			case t.name == "table" && i >= cards && i >= table:
				if end := find(i, "</table>"); strings.Contains(t.arguments, `data-view="cards"`) {
					cards = end
				} else {
					table = end
				}
			}
			var isOurs bool
			switch t.name {
			case "details", "summary":
				isOurs = true
			case "div":
				isOurs = hasFigure
			case "table", "thead", "tbody", "tr", "th", "td", "h1", "h2", "h3", "h4", "h5", "h6":
				isOurs = i < cards
			default:
				isOurs = i < figure
			}
			if isOurs && i >= table {
				in.tokens = append(in.tokens, t)
			}
		}
		i = t.end
	}
}

// pair finds the blocks that have an end, and reports whether there is anything to convert.
func (p *plainer) pair() (found bool) {
	var open []*token
	byName := map[string][]int{} // indexes of open, of which some are outdated
	isRaw := false
	var last *token
	blocks := 0
	for i := range p.parts {
		for j := range p.parts[i].tokens {
			t := &p.parts[i].tokens[j]
			found = found || t.kind == blockToken || t.kind == htmlToken
			if t.kind != blockToken {
				continue
			}
			indexes := byName[t.name]
			switch {
			case isRaw && (t.name != "raw" || !t.isEnd):
				t.kind = literalToken
			case t.name == "raw":
				isRaw = !t.isEnd
			case !t.isEnd:
				byName[t.name] = append(indexes, len(open))
				open = append(open, t)
			default:
				for len(indexes) > 0 && (indexes[len(indexes)-1] >= len(open) || open[indexes[len(indexes)-1]].name != t.name) {
					indexes = indexes[:len(indexes)-1]
				}
				if n := len(indexes) - 1; n >= 0 {
					blocks++
					begin := open[indexes[n]]
					begin.block, t.block = blocks, blocks
					if begin == last {
						body := p.text[begin.end:t.start]
						begin.hasLink = strings.Contains(body, "](") || strings.Contains(body, "<a ")
					}
					open, indexes = open[:indexes[n]], indexes[:n] // a block that is still open within this one has no end
				}
				byName[t.name] = indexes
			}
			last = t
		}
	}
	return found
}

// marked returns a line with the markers of the list item whose first line it is now. If it is not
// in the item, or is code that is indented in it, the item gets a line of its own.
func (p *plainer) marked(line string) string {
	item := p.item
	if item == "" {
		return line
	}
	p.item = ""
	indent := marker.ReplaceAllString(item, " ")
	if rest, isWithin := strings.CutPrefix(line, indent); isWithin && strings.TrimLeft(rest, spaces) == rest {
		return item + rest
	}
	dedent := p.dedent
	p.dedent = nil
	p.line(item + escape)
	p.blank(indent)
	p.dedent = dedent
	return line
}

// line writes a line, quoted in a hint.
func (p *plainer) line(text string) {
	at := p.quoteIn(text)
	text = p.marked(text)
	if p.gap != nil && len(p.out) > 0 {
		p.out = append(append(p.out, *p.gap...), '\n')
	}
	p.gap = nil
	if dedent := p.dedent; dedent != nil {
		p.dedent = nil
		if rest, isIndented := strings.CutPrefix(text, *dedent); isIndented && strings.TrimLeft(rest, spaces) != rest {
			p.line(*dedent + "<!-- -->")
		}
	}
	p.out = append(append(append(append(p.out, text[:at]...), p.quote()...), text[at:]...), '\n')
}

// blank writes a blank line. Of several, one is written, which is in the fewest quotations.
func (p *plainer) blank(text string) {
	at := p.quoteIn(text)
	text = strings.TrimRight(text[:at]+p.quote()+text[at:], spaces)
	if p.gap == nil || strings.Count(text, ">") < strings.Count(*p.gap, ">") {
		p.gap = &text
	}
}

// quote returns the mark of the lines in a hint.
func (p *plainer) quote() string {
	if p.hint == 0 {
		return ""
	}
	return "> "
}

// quoteIn returns where the mark is in a line.
func (p *plainer) quoteIn(line string) int {
	return min(p.quoteAt, len(line)-len(strings.TrimLeft(line, spaces+">")))
}

// paragraph writes a paragraph with its tokens converted.
func (p *plainer) paragraph(in part) {
	indent := marker.ReplaceAllString(in.prefix, " ")
	isMarked := indent != in.prefix
	if p.isTags(in) {
		if isMarked {
			p.item = p.marked(in.prefix)
		}
		if in.dedents {
			p.dedent = new(indent[:in.margin])
		}
		for _, t := range in.tokens {
			p.tag(t, indent, in.margin)
		}
		return
	}
	w := &inline{indent: indent}
	endsHint := false
	at := in.start
	for i, t := range in.tokens {
		w.text(p.text[at:t.start])
		at = t.end
		switch source := p.text[t.start:t.end]; t.kind {
		case verbatimToken:
			w.text(source)
		case literalToken:
			w.text(`\` + source)
		case blockToken:
			endsHint = endsHint || p.ends(t)
			for _, text := range p.replacement(t) {
				w.word(text)
			}
			w.separate(space)
		case htmlToken:
			w.html(t, p.title(in, i))
		}
	}
	w.text(p.text[at:in.end])
	w.out = bytes.TrimRight(w.out, spaces)
	if in.isAlone {
		p.blank(indent)
	}
	switch {
	case len(bytes.TrimSpace(w.out)) > 0:
		first, others, _ := strings.Cut(string(w.out), "\n")
		p.line(in.prefix + escaped(first, 0, 0, w.hasCards))
		quotations := strings.Count(in.prefix, ">")
		margin, _ := within(indent[:in.margin], quotations)
		for line := range strings.Lines(others) {
			line = strings.TrimSuffix(line, "\n")
			if at := p.quoteIn(line); p.hint > 0 && at < min(p.quoteAt, len(line)) {
				line = indent[:min(p.quoteAt, len(indent))] + line[at:] // a quoted line must be in the list item itself
			}
			p.line(escaped(line, quotations, margin.indent, w.hasCards))
		}
	case isMarked:
		p.item = p.marked(in.prefix)
	case in.dedents:
		p.dedent = new(indent[:in.margin])
	}
	if endsHint {
		p.endHint(indent, in.margin)
	}
	if in.isAlone || endsHint {
		p.blank(indent)
	}
}

// ends reports whether a tag is the end of the quoted hint.
func (p *plainer) ends(t token) bool { return t.isEnd && t.block > 0 && t.block == p.hint }

// escape is a space that keeps a text from being more than text at the beginning of a line.
const escape = "&#x20;"

// escaped returns a line of a paragraph in a form in which no other block begins with it, except an
// item of cards. The paragraph is in a number of quotations and has an indentation.
func escaped(line string, quotations, indentation int, isCards bool) string {
	c, isWithin := within(line, quotations)
	if !isWithin {
		indentation = 0
	}
	at, rest := c.at, line[c.at:]
	if isCards && strings.HasPrefix(rest, "* ") {
		at, rest = at+2, rest[2:]
	}
	if c.indent-indentation < 4 && (strings.HasPrefix(rest, ">") || enclosed(rest) != nil || listMark.MatchString(rest)) {
		return line[:at] + escape + rest
	}
	return line
}

// within returns the position of the text of a line in a number of quotations, and reports whether
// the line has all their marks.
func within(line string, quotations int) (*cursor, bool) {
	c := &cursor{line: line}
	c.skipSpaces()
	for range quotations {
		if !c.quotation() {
			return c, false
		}
	}
	return c, true
}

// endHint ends the quoted hint. Its end may be in a list that began in it.
func (p *plainer) endHint(indent string, margin int) {
	if p.hint = 0; margin > p.quoteAt {
		p.dedent = new(indent[:p.quoteAt])
	}
}

// isTags reports whether a paragraph consists of tags of blocks.
func (p *plainer) isTags(in part) bool {
	at := in.start
	for _, t := range in.tokens {
		if t.kind != blockToken || strings.Trim(p.text[at:t.start], spaces+">\n") != "" {
			return false
		}
		at = t.end
	}
	return strings.Trim(p.text[at:in.end], spaces+">\n") == ""
}

// tag writes what a tag without text beside it becomes.
func (p *plainer) tag(t token, indent string, margin int) {
	if p.ends(t) {
		p.endHint(indent, margin)
	}
	p.blank(indent)
	if t.name == "hint" && !t.isEnd && p.hint == 0 {
		p.hint, p.quoteAt = t.block, margin
	}
	for _, text := range p.replacement(t) {
		p.line(indent + text)
		p.blank(indent)
	}
}

// title returns the text up to the end of a <summary>, or "" if it cannot be bold.
func (p *plainer) title(in part, i int) string {
	t := in.tokens[i]
	for i++; i < len(in.tokens) && in.tokens[i].kind == verbatimToken; i++ {
	}
	if t.name != "summary" || i == len(in.tokens) || in.tokens[i].name != "summary" || !in.tokens[i].isEnd {
		return ""
	}
	text := p.text[t.end:in.tokens[i].start]
	if strings.ContainsAny(text, "*\n") {
		return ""
	}
	return strings.Trim(text, spaces)
}

// replacement returns what a tag becomes: a title, a link, both, or nothing.
func (p *plainer) replacement(t token) (texts []string) {
	form, ok := forms[t.name]
	switch {
	case !ok:
		tag := strings.TrimSpace(t.name + " " + t.arguments)
		if t.isEnd {
			tag = "end" + tag
		} else {
			p.unknown[t.name]++
		}
		return []string{"<!-- {% " + strings.ReplaceAll(tag, ">", "&gt;") + " %} -->"}
	case t.isEnd:
		if t.name == "stepper" && t.block > 0 {
			p.steps = p.steps[:len(p.steps)-1]
		}
		return nil
	}
	arguments := argumentsOf(t.arguments)
	var title []string
	for name := range strings.FieldsSeq(form.title) {
		title = append(title, arguments[name])
	}
	switch t.name {
	case "hint":
		title = []string{cases.Title(language.English, cases.NoLower).String(cmp.Or(arguments["style"], t.name))}
	case "stepper":
		if t.block > 0 {
			p.steps = append(p.steps, 0)
		}
	case "step":
		title = []string{"Step"}
		if n := len(p.steps); n > 0 {
			p.steps[n-1]++
			title = append(title, strconv.Itoa(p.steps[n-1]))
		}
	case "if":
		title = []string{"If", t.arguments}
	}
	if text := Escape(strings.Join(title, " ")); text != "" {
		texts = append(texts, "**"+text+"**")
	}
	if to := arguments[form.link]; to != "" && !t.hasLink {
		texts = append(texts, "["+Escape(cmp.Or(arguments["title"], arguments["name"], to))+"]("+address.Replace(to)+")")
	}
	return texts
}

var special = regexp.MustCompile("[\\\\`*_\\[\\]<>&#{}|~!]")

// Escape returns Markdown of one line that is displayed as a text.
func Escape(text string) string {
	return special.ReplaceAllString(strings.Join(strings.Fields(text), " "), `\$0`)
}

// argumentsOf returns the arguments of a tag by name.
func argumentsOf(tag string) map[string]string {
	values := map[string]string{}
	for _, found := range argument.FindAllStringSubmatch(tag, -1) {
		name := cmp.Or(found[1], firstArgument)
		values[name] = cmp.Or(values[name], html.UnescapeString(found[2]+found[3]+found[4]))
	}
	return values
}

// An inline is a paragraph while it is written.
type inline struct {
	indent   string
	out      []byte
	gap      gap // to write before the next text
	isCard   bool
	hasCards bool
	isTitle  bool
}

// A gap is what separates texts between which a tag was.
type gap int

const (
	none  gap = iota
	joint     // which spaces do not separate
	space
	newParagraph
	newItem // of a list
)

func (w *inline) separate(by gap) { w.gap = max(w.gap, by) }

// text writes a text. Only a gap replaces spaces.
func (w *inline) text(text string) {
	if w.isCard {
		text = newLine.ReplaceAllString(text, " ")
	}
	if w.gap != none {
		inner := text[len(leading.FindString(text)):]
		if inner == "" {
			return
		}
		if w.gap > space {
			w.out = bytes.TrimRight(w.out, spaces)
		}
		isFirst := len(w.out) == 0
		switch {
		case w.gap == newItem && isFirst:
			w.out = append(w.out, "* "...)
		case w.gap == newItem:
			w.out = append(w.out, "\n"+w.indent+"* "...)
		case isFirst || w.gap == joint:
		case w.gap == newParagraph:
			w.out = append(w.out, "\n"+strings.TrimRight(w.indent, spaces)+"\n"+w.indent...)
		case inner != text:
			inner = text // it begins with a space
		case !bytes.ContainsAny(w.out[len(w.out)-1:], " \t\n"):
			w.out = append(w.out, " "...)
		}
		w.gap, text = none, inner
	}
	w.out = append(w.out, text...)
}

// word writes a text between spaces.
func (w *inline) word(text string) {
	w.separate(space)
	w.text(text)
	w.separate(space)
}

// html writes what an HTML tag becomes. A title is the text of the <summary> that it begins.
func (w *inline) html(t token, title string) {
	switch {
	case t.name == "summary" && t.isEnd && w.isTitle:
		w.out = append(bytes.TrimRight(w.out, spaces), "**"...)
		w.isTitle = false
		w.separate(newParagraph)
	case t.name == "details" || t.name == "summary":
		w.separate(newParagraph)
		if title != "" {
			w.text("**")
			w.isTitle = true
			w.separate(joint)
		}
	case t.name == "img":
		arguments := argumentsOf(t.arguments)
		w.word("![" + Escape(arguments["alt"]) + "](" + address.Replace(arguments["src"]) + ")")
	case t.name == "table":
		w.isCard, w.hasCards = !t.isEnd, true
		w.separate(newParagraph)
	case t.name == "tr":
		w.separate(newItem)
	default:
		w.separate(space)
	}
}
