package publishingtest

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/publishing-platform/publishing-go/changerequests"
	"github.com/publishing-platform/publishing-go/richtext"
	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	ruleContentNormal   = newSeenRule("changerequests.content.update.normal-form", "Markdown in an update of content is stored in a normal form, such as lists with *, emphasis with _, escaped marks in text, and images as figures, and is returned below the title as a heading; without the rule, as it was sent")
	ruleContentLinks    = newUndecidedRule("changerequests.content.update.links", "links in an update of content are stored and returned as /pages/ID and /files/ID; without the rule, links to pages as /pages/PATH")
	ruleContentBlocks   = newUndecidedRule("changerequests.content.update.blocks", "the block of an integration that has several lines stays one; without the rule, it becomes escaped text, as has been seen")
	ruleContentUnmerged = newUndecidedRule("changerequests.content.update.unmerged", "a link can lead to a page that is not merged; without the rule, it becomes text, as has been seen")
)

// pageTarget returns the target of a link to the page with the given ID.
func pageTarget(id string) string { return "/pages/" + id }

// frontMatter sets fields of the change from the front matter and the leading heading of Markdown,
// and returns the rest of the Markdown. It ignores invalid front matter.
func frontMatter(markdown string, change *changerequests.ContentChange) (text string) {
	text = strings.ReplaceAll(markdown, "\r\n", "\n")
	var fields map[string]string
	head, body, isClosed := strings.Cut(text+"\n", "\n---\n")
	if yaml, isOpened := strings.CutPrefix(head+"\n", "---\n"); isOpened && isClosed {
		fields, text = yamlFields(yaml), body
	}
	text = strings.TrimSpace(text)
	heading, rest, _ := strings.Cut(text, "\n")
	if title, ok := strings.CutPrefix(heading, "# "); ok && strings.TrimSpace(title) != "" {
		change.Title, text = new(strings.TrimSpace(title)), strings.TrimSpace(rest)
	}
	for name, field := range map[string]**string{
		"title": &change.Title, "slug": &change.Slug, "emoji": &change.Emoji, "icon": &change.Icon,
		"description": &change.Description, "if": &change.Condition,
	} {
		if value, ok := fields[name]; ok && (value != "" || (name != "title" && name != "slug")) {
			*field = &value
		}
	}
	for name, field := range map[string]**bool{
		"hidden": &change.Hidden, "noIndex": &change.NoIndex, "noRobotsIndex": &change.NoRobotsIndex,
	} {
		if value, err := strconv.ParseBool(fields[name]); err == nil {
			*field = &value
		}
	}
	return text
}

var (
	// The groups are the name, the rest of its line, and the indented or empty lines below.
	yamlEntries = regexp.MustCompile(`(?m)^([^ #:\n-][^:\n]*|):(.*)((?:\n(?: .*)?)*)`)
	indentation = regexp.MustCompile(`(?m)^[ \t]+|[ \t]+$`)
	lineBreaks  = regexp.MustCompile(`\s*\n\s*`)
)

// yamlFields returns the strings at the top level of YAML, which may be plain, quoted, or over
// several lines. It returns nil if the YAML is invalid.
func yamlFields(yaml string) map[string]string {
	fields := map[string]string{}
	for _, entry := range yamlEntries.FindAllStringSubmatch(yaml, -1) {
		name, value, below := entry[1], strings.TrimSpace(entry[2]), entry[3]
		quoted, err := strconv.Unquote(value)
		switch {
		case strings.HasPrefix(value, "'"):
			value = strings.ReplaceAll(strings.Trim(value, "'"), "''", "'")
		case err == nil:
			value = quoted
		case strings.HasPrefix(value, "|"):
			value = strings.TrimSpace(indentation.ReplaceAllString(below, ""))
		case strings.HasPrefix(value, ">"):
			below = strings.TrimSpace(indentation.ReplaceAllString(below, ""))
			value = strings.ReplaceAll(below, "\n", " ")
		default:
			isPlain := value != "" && !strings.ContainsAny(value[:1], "{[")
			below, _, _ = strings.Cut(below, "\n\n") // an empty line ends the value
			value = strings.TrimSpace(value + lineBreaks.ReplaceAllString(below, " "))
			switch isMapping := strings.Contains(value+" ", ": "); {
			case isPlain && isMapping: // invalid
				return nil
			case isMapping || strings.HasPrefix(value, "- "): // not a string
				continue
			}
		}
		fields[name] = value
	}
	return fields
}

// A mask hides parts of a text behind marks.
type mask struct{ hidden []string }

var (
	marks = regexp.MustCompile("\ue000[0-9]+\ue001") // the number is the index of the hidden part
	// A code block ends at the next fence of the same kind, or at the end of the text.
	codeBlocks = regexp.MustCompile(
		"(?ms)^[ \t]*(?:```.*?(?:\n[ \t]*```[^\n]*$|\\z)|~~~.*?(?:\n[ \t]*~~~[^\n]*$|\\z))",
	)
	codeSpans = regexp.MustCompile("(?s)<!--.*?-->|{% raw %}.*?{% endraw %}|``.+?``|`[^`\n]+`")
	markup    = regexp.MustCompile(`\]\([^)\n]*\)|<[^>\n]*>|<[A-Za-z/][^>]*>|https?://\S+|(?s:{%.*?%})`)
)

func (m *mask) hide(text string, pattern *regexp.Regexp) string {
	return pattern.ReplaceAllStringFunc(text, func(part string) string {
		m.hidden = append(m.hidden, part)
		return fmt.Sprintf("\ue000%d\ue001", len(m.hidden)-1)
	})
}

// hideCode hides code blocks, inline code, raw text and comments.
func (m *mask) hideCode(markdown string) string {
	return m.hide(m.hide(markdown, codeBlocks), codeSpans)
}

// show returns a text with its hidden parts restored. A hidden part contains only marks of parts
// that were hidden earlier.
func (m *mask) show(text string) string {
	return marks.ReplaceAllStringFunc(text, func(mark string) string {
		if i, _ := strconv.Atoi(strings.Trim(mark, "\ue000\ue001")); i < len(m.hidden) {
			return (&mask{m.hidden[:i]}).show(m.hidden[i])
		}
		return mark
	})
}

var (
	inlineLinks = regexp.MustCompile(
		`(!?)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\(\s*(<[^>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))+)(\s+"[^"\n]*")?\s*\)`,
	)
	htmlLinks  = regexp.MustCompile(`(?s)<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)</a>`)
	attributes = regexp.MustCompile(`\b(href|src|srcset|url)="([^"]*)"`)
	// Absolute URLs, anchors, links that the service has marked as broken, and the empty target.
	keptTargets = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|#|//|/broken/|$)`)
	longBlocks  = regexp.MustCompile(`(?s){% @[^%]*?\n.*?%}`)
	escapes     = regexp.MustCompile(`\\([[:punct:]])`)
)

// stored returns the text of a page in the form in which it is stored.
func (d *contentDraft) stored(p *contentPage, markdown string) string {
	var m mask
	text := m.hideCode(markdown)
	var resolved func(link string) string
	resolved = func(link string) string {
		parts := inlineLinks.FindStringSubmatch(link)
		label := inlineLinks.ReplaceAllStringFunc(parts[2], resolved) // an image
		to := escapes.ReplaceAllString(strings.Trim(parts[3], "<>"), "$1")
		target, ok := d.target(p, to)
		switch {
		case !ok && strings.HasPrefix(to, "data:"):
			return ""
		case !ok:
			return label
		case target == html.UnescapeString(to): // unchanged
			target = parts[3]
		}
		return fmt.Sprintf("%s[%s](%s%s)", parts[1], label, target, parts[4])
	}
	text = inlineLinks.ReplaceAllStringFunc(text, resolved)
	text = htmlLinks.ReplaceAllStringFunc(text, func(link string) string {
		parts := htmlLinks.FindStringSubmatch(link)
		if _, ok := d.target(p, parts[1]); !ok && parts[2] != "" {
			return parts[2]
		}
		return link
	})
	text = attributes.ReplaceAllStringFunc(text, func(attribute string) string {
		parts := attributes.FindStringSubmatch(attribute)
		if target, ok := d.target(p, parts[2]); ok && target != html.UnescapeString(parts[2]) {
			return fmt.Sprintf(`%s="%s"`, parts[1], html.EscapeString(target))
		}
		return attribute
	})
	if !d.call.enabled(ruleContentBlocks) {
		text = longBlocks.ReplaceAllStringFunc(text, func(block string) string {
			return strings.ReplaceAll(block, "{%", `\{%`)
		})
	}
	if d.call.enabled(ruleContentNormal) {
		text = normalForm(&m, text)
	}
	return m.show(text)
}

// target returns the stored form of a link on a page, and reports whether the target exists.
func (d *contentDraft) target(p *contentPage, to string) (string, bool) {
	to = html.UnescapeString(to)
	switch {
	case strings.HasPrefix(to, "data:"):
		return "", false
	case keptTargets.MatchString(to):
		return to, true
	}
	at, _, _ := strings.Cut(to, "#")
	anchor := to[len(at):]
	if unescaped, err := url.PathUnescape(at); err == nil {
		at = unescaped
	}
	isMergedOnly := !d.call.enabled(ruleContentUnmerged)
	target, isRef := d.refs[strings.TrimPrefix(at, "./")]
	if isRef && (!isMergedOnly || strings.HasPrefix(target, "/"+fileTarget(""))) {
		return target + anchor, true
	}
	id, isFile := strings.CutPrefix(strings.TrimPrefix(at, "/"), fileTarget(""))
	if isFile && d.cr.head.file(id) != nil {
		return "/" + fileTarget(id), true
	}
	found := linkedPage(d.pages, p, at)
	if found == nil || isMergedOnly && pageWith(d.cr.space.main.pages, found.seed.ID, true) == nil {
		return "", false
	}
	id = byRule(d.call.state, ruleContentLinks, found.seed.ID, found.path)
	return pageTarget(id) + anchor, true
}

// linkedPage returns the page to which a link on another page leads, or nil if there is none.
func linkedPage(pages []*contentPage, from *contentPage, to string) *contentPage {
	if at, isAbsolute := strings.CutPrefix(to, "/"); isAbsolute {
		at = strings.TrimPrefix(at, "pages/")
		return cmp.Or(pageWith(pages, at, true), pageAt(pages, at))
	}
	directory := from.path // of the page's file in Git, which is README.md for a page with subpages
	switch {
	case from == pageAt(pages, ""):
		directory = ""
	case len(from.below) == 0:
		directory = path.Dir(from.path)
	}
	at := path.Join(directory, to)
	if strings.HasPrefix(at, "..") {
		return nil
	}
	return pageAt(pages, at)
}

// pageAt returns the page with the given path, or nil if there is none. The path may also be that
// of the page's file in Git. The empty path is that of the first document.
func pageAt(pages []*contentPage, file string) *contentPage {
	at := strings.TrimSuffix(path.Clean("/"+file), ".md")
	at = strings.Trim(strings.TrimSuffix(at, "/README"), "/")
	for p := range readingOrder(pages) {
		isFirst := at == "" && p.seed.Type == spaces.PageTypeDocument
		if isFirst || p.hasPath() && p.path == at {
			return p
		}
	}
	return nil
}

// normalForms are the replacements that convert Markdown to the normal form, in order.
var normalForms = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`(?m)^([ \t]*)[-+] `), "$1* "},                                           // lists
	{regexp.MustCompile(`(?m)^[ \t]+$`), ""},                                                     // blank lines
	{regexp.MustCompile(`(?m)^(#.*?)[ \t]+$`), "$1"},                                             // headings
	{regexp.MustCompile(`[ \t]{2,}\n([^\n])`), "\\\n$1"},                                         // hard breaks
	{regexp.MustCompile(`(?m)[ \t]$`), "&#x20;"},                                                 // spaces at the ends of lines
	{regexp.MustCompile(`__([^\s_](?:[^_\n]*[^\s_])?)__`), "**$1**"},                             // strong
	{regexp.MustCompile(`(^|[^*\\\w])\*([^*\s](?:[^*\n]*[^*\s])?)\*($|[^*\w])`), "${1}_${2}_$3"}, // emphasis
	{regexp.MustCompile(`([[:alnum:]])_([[:alnum:]])`), `${1}\_$2`},                              // underscores in words
	{regexp.MustCompile(`([[:alnum:])"'][ \t]+)\*([ \t])`), `$1\*$2`},                            // asterisks between spaces
	{regexp.MustCompile(`\n{3,}`), "\n\n"},                                                       // one blank line between blocks
}

var (
	blockImages = regexp.MustCompile(`(?m)^!\[((?:[^\[\]\\]|\\.)*)\]\(([^)\s]+)(?:\s+"([^"\n]*)")?\)$`)
	tableRows   = regexp.MustCompile(`(?m)^[ \t]*\|.*\|[ \t]*$`)
	tableRules  = regexp.MustCompile(`^(:?)-+(:?)$`)
	// Brackets may belong to a reference, an image or the state of a task.
	definitions = regexp.MustCompile(`(?m)^\[[^\[\]\n]+\]:`)
	brackets    = regexp.MustCompile(`[!\\\]]?\[[^\[\]\n\x{e000}]+[^\[\]\\\n\x{e000}]\][\[:(]?`)
)

// normalForm returns Markdown in the form that the service writes. The code in text must be hidden.
func normalForm(m *mask, text string) string {
	text = blockImages.ReplaceAllStringFunc(text, func(image string) string {
		parts := blockImages.FindStringSubmatch(image)
		return fmt.Sprintf(`<figure><img src="%s" alt="%s"><figcaption>%s</figcaption></figure>`,
			strings.Trim(parts[2], "<>"), strings.ReplaceAll(parts[1], `"`, "&quot;"), parts[3])
	})
	text = tableRows.ReplaceAllStringFunc(text, func(row string) string {
		const escaped = "\ue002"
		row = strings.ReplaceAll(strings.TrimSpace(row), `\|`, escaped)
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|")
		for i, cell := range cells {
			cells[i] = tableRules.ReplaceAllString(strings.TrimSpace(cell), "$1---$2")
		}
		return strings.ReplaceAll("| "+strings.Join(cells, " | ")+" |", escaped, `\|`)
	})
	text = m.hide(text, markup)
	for _, form := range normalForms {
		for range 2 { // since a match ends where the next could begin
			text = form.pattern.ReplaceAllString(text, form.by)
		}
	}
	defined := map[string]bool{}
	for _, definition := range definitions.FindAllString(text, -1) {
		defined[definition] = true
	}
	text = brackets.ReplaceAllStringFunc(text, func(pair string) string {
		if pair[0] != '[' || pair[1] == '^' || pair[len(pair)-1] != ']' || defined[pair+":"] {
			return pair
		}
		return `\` + strings.TrimSuffix(pair, "]") + `\]`
	})
	return strings.TrimSpace(text)
}

// blocksOf splits Markdown into blocks at blank lines, and converts each to a node. The key of a
// block is its number.
func blocksOf(
	markdown string, node func(block string, key *string) richtext.Node,
) (blocks []richtext.Node) {
	var m mask
	for block := range strings.SplitSeq(m.hideCode(markdown), "\n\n") {
		if block = strings.Trim(m.show(block), "\n"); strings.TrimSpace(block) != "" {
			blocks = append(blocks, node(block, new(strconv.Itoa(len(blocks)+1))))
		}
	}
	return blocks
}

// otherBlocks matches the beginnings of blocks that a written document contains as code: fenced
// code, lists, quotes, tables, HTML, and blocks of the platform.
var otherBlocks = regexp.MustCompile("^(```|~~~|[*+-] |[0-9]+[.)] |>|\\||<|{%|    |\t|#### )")

// writtenBlock converts a block of a written page to a node. Headings of levels 1 to 3 and
// paragraphs keep their type; any other block becomes code.
func writtenBlock(block string, key *string) richtext.Node {
	if !otherBlocks.MatchString(block) {
		return textBlock(block, key)
	}
	code := blockNode(richtext.BlockCode, key)
	for line := range strings.SplitSeq(block, "\n") {
		code.Nodes = append(code.Nodes, blockNode(richtext.BlockCodeLine, nil, textNode(line)))
	}
	return code
}
