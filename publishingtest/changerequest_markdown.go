package publishingtest

import (
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
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		if head, body, ok := strings.Cut("\n"+rest+"\n", "\n---\n"); ok {
			fields, text = yamlFields(head), body
		}
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

// yamlFields returns the strings at the top level of YAML, which may be plain, quoted, or over
// several lines. It returns nil if the YAML is invalid.
func yamlFields(yaml string) map[string]string {
	fields := map[string]string{}
	lines := strings.Split(yaml, "\n")
	for i := 0; i < len(lines); i++ {
		name, value, ok := strings.Cut(lines[i], ":")
		if !ok || strings.TrimLeft(name, " #-") != name {
			continue
		}
		value = strings.TrimSpace(value)
		quoted, err := strconv.Unquote(value)
		switch {
		case strings.HasPrefix(value, "'"):
			value = strings.ReplaceAll(strings.Trim(value, "'"), "''", "'")
		case err == nil:
			value = quoted
		case strings.HasPrefix(value, ">") || strings.HasPrefix(value, "|"):
			var parts []string
			for ; i+1 < len(lines) && (strings.HasPrefix(lines[i+1], " ") || lines[i+1] == ""); i++ {
				parts = append(parts, strings.TrimSpace(lines[i+1]))
			}
			value = strings.TrimSpace(
				strings.Join(parts, map[byte]string{'>': " ", '|': "\n"}[value[0]]),
			)
		default:
			isPlain := value != "" && !strings.ContainsAny(value[:1], "{[")
			for ; i+1 < len(lines) && strings.HasPrefix(lines[i+1], " "); i++ {
				value = strings.TrimSpace(value + " " + strings.TrimSpace(lines[i+1]))
			}
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
	marks = regexp.MustCompile("\ue000[0-9]+\ue001")
	// A code block ends at the next fence of the same kind, or at the end of the text.
	codeBlocks = regexp.MustCompile(
		"(?ms)^[ \t]*(?:```.*?(?:\n[ \t]*```[^\n]*$|\\z)|~~~.*?(?:\n[ \t]*~~~[^\n]*$|\\z))",
	)
	codeSpans = regexp.MustCompile("(?s)<!--.*?-->|{% raw %}.*?{% endraw %}|``.+?``|`[^`\n]+`")
	markup    = regexp.MustCompile(`\]\([^)\n]*\)|<[^>\n]*>|<[A-Za-z/][^>]*>|https?://\S+|(?s:{%.*?%})`)
)

func (m *mask) add(text string) string {
	m.hidden = append(m.hidden, text)
	return "\ue000" + strconv.Itoa(len(m.hidden)-1) + "\ue001"
}

func (m *mask) hide(text string, pattern *regexp.Regexp) string {
	return pattern.ReplaceAllStringFunc(text, m.add)
}

// hideCode hides code blocks, inline code, raw text and comments.
func (m *mask) hideCode(markdown string) string {
	return m.hide(m.hide(markdown, codeBlocks), codeSpans)
}

// show returns a text with its hidden parts restored. A hidden part contains only marks of parts
// that were hidden earlier.
func (m *mask) show(text string) string {
	return marks.ReplaceAllStringFunc(text, func(mark string) string {
		i, _ := strconv.Atoi(strings.Trim(mark, "\ue000\ue001"))
		if i >= len(m.hidden) {
			return mark
		}
		return (&mask{m.hidden[:i]}).show(m.hidden[i])
	})
}

// linkResolver finds the targets of the links in Markdown.
type linkResolver struct {
	pages  []*contentPage
	call   *call
	files  []spaces.File
	refs   map[string]string
	merged *revision // possible targets of links; nil means all pages
}

var (
	inlineLinks = regexp.MustCompile(
		`(!?)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\(\s*(<[^>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))+)(\s+"[^"\n]*")?\s*\)`,
	)
	htmlLinks  = regexp.MustCompile(`(?s)<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)</a>`)
	attributes = regexp.MustCompile(`\b(href|src|srcset|url)="([^"]*)"`)
	schemes    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	longBlocks = regexp.MustCompile(`(?s){% @[^%]*?\n.*?%}`)
	escapes    = regexp.MustCompile(`\\([[:punct:]])`)
)

// stored returns the text of a page in the form in which it is stored.
func (r linkResolver) stored(p *contentPage, markdown string) string {
	var m mask
	text := m.hideCode(markdown)
	var resolved func(link string) string
	resolved = func(link string) string {
		parts := inlineLinks.FindStringSubmatch(link)
		label := inlineLinks.ReplaceAllStringFunc(parts[2], resolved) // an image
		to := escapes.ReplaceAllString(strings.Trim(parts[3], "<>"), "$1")
		target, ok := r.target(p, to)
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
		if _, ok := r.target(p, parts[1]); !ok && parts[2] != "" {
			return parts[2]
		}
		return link
	})
	text = attributes.ReplaceAllStringFunc(text, func(attribute string) string {
		parts := attributes.FindStringSubmatch(attribute)
		if target, ok := r.target(p, parts[2]); ok && target != html.UnescapeString(parts[2]) {
			return fmt.Sprintf(`%s="%s"`, parts[1], html.EscapeString(target))
		}
		return attribute
	})
	if !r.call.enabled(ruleContentBlocks) {
		text = longBlocks.ReplaceAllStringFunc(text, func(block string) string {
			return strings.ReplaceAll(block, "{%", `\{%`)
		})
	}
	if r.call.enabled(ruleContentNormal) {
		text = normalForm(&m, text)
	}
	return m.show(text)
}

// target returns the stored form of a link on a page, and reports whether the target exists.
func (r linkResolver) target(p *contentPage, to string) (string, bool) {
	to = html.UnescapeString(to)
	switch {
	case strings.HasPrefix(to, "data:"):
		return "", false
	case to == "", schemes.MatchString(to), strings.HasPrefix(to, "#"),
		strings.HasPrefix(to, "//"), strings.HasPrefix(to, "/broken/"):
		return to, true
	}
	to, anchor, hasAnchor := strings.Cut(to, "#")
	if unescaped, err := url.PathUnescape(to); err == nil {
		to = unescaped
	}
	if hasAnchor {
		anchor = "#" + anchor
	}
	if target, ok := r.refs[strings.TrimPrefix(to, "./")]; ok && (r.merged == nil || strings.HasPrefix(target, "/"+fileTarget(""))) {
		return target + anchor, true
	}
	for _, f := range r.files {
		if strings.TrimPrefix(to, "/") == fileTarget(f.ID) {
			return "/" + fileTarget(f.ID), true
		}
	}
	var found *contentPage
	switch below, isAbsolute := strings.CutPrefix(to, "/"); {
	case isAbsolute:
		below = strings.TrimPrefix(below, "pages/")
		if found = pageWith(r.pages, below, true); found == nil {
			found = r.byPath(below)
		}
	default:
		if joined := path.Join(r.directory(p), to); !strings.HasPrefix(joined, "..") {
			found = r.byPath(joined)
		}
	}
	switch {
	case found == nil, r.merged != nil && pageWith(r.merged.pages, found.seed.ID, true) == nil:
		return "", false
	default:
		return pageTarget(byRule(r.call.state, ruleContentLinks, found.seed.ID, found.path)) + anchor, true
	}
}

// directory returns the directory of a page's file in Git. The file is README.md for the first page
// and for pages with subpages.
func (r linkResolver) directory(p *contentPage) string {
	switch {
	case p == r.first():
		return ""
	case len(p.below) > 0:
		return p.path
	default:
		return path.Dir(p.path)
	}
}

func (r linkResolver) first() *contentPage {
	for p := range readingOrder(r.pages) {
		if p.seed.Type == spaces.PageTypeDocument {
			return p
		}
	}
	return nil
}

// byPath returns the page with the given path, or nil if there is none. The path may also be that
// of the page's file in Git.
func (r linkResolver) byPath(file string) *contentPage {
	at := strings.TrimSuffix(path.Clean("/"+file), ".md")
	at = strings.Trim(strings.TrimSuffix(at, "/README"), "/")
	if at == "" {
		return r.first()
	}
	for p := range readingOrder(r.pages) {
		if p.hasPath() && p.path == at {
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
	tableRules  = regexp.MustCompile(`^:?-+:?$`)
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
			if cells[i] = strings.TrimSpace(cell); tableRules.MatchString(cells[i]) {
				cells[i] = regexp.MustCompile(`-+`).ReplaceAllString(cells[i], "---")
			}
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

// blocksOf splits Markdown into blocks at blank lines.
func blocksOf(markdown string) (blocks []string) {
	var m mask
	for block := range strings.SplitSeq(m.hideCode(markdown), "\n\n") {
		if block = strings.Trim(m.show(block), "\n"); strings.TrimSpace(block) != "" {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// otherBlocks matches the beginnings of blocks that a written document contains as code: fenced
// code, lists, quotes, tables, HTML, and blocks of the platform.
var otherBlocks = regexp.MustCompile("^(```|~~~|[*+-] |[0-9]+[.)] |>|\\||<|{%|    |\t|#### )")

// writtenDocument converts the text of a written page to a document. Headings of levels 1 to 3 and
// paragraphs keep their type; any other block becomes code.
func writtenDocument(markdown string) *richtext.Document {
	document := documentOf("")
	for i, block := range blocksOf(markdown) {
		key := new(strconv.Itoa(i + 1))
		if !otherBlocks.MatchString(block) {
			document.Nodes = append(document.Nodes, textBlock(block, key))
			continue
		}
		code := blockNode(richtext.BlockCode, key)
		for line := range strings.SplitSeq(block, "\n") {
			code.Nodes = append(code.Nodes, blockNode(richtext.BlockCodeLine, nil, textNode(line)))
		}
		document.Nodes = append(document.Nodes, code)
	}
	return document
}
