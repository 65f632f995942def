package source

import (
	"bytes"
	"html"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdownParser parses Markdown with tables. It parses footnotes as blocks, so that it does not
// mistake them for definitions of links.
var markdownParser = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(
	parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
)).Parser()

func parse(markdown []byte) ast.Node { return markdownParser.Parse(text.NewReader(markdown)) }

var (
	schemes     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
	rawBegins   = regexp.MustCompile(`{%\s*raw\s*%}`)
	rawEnds     = regexp.MustCompile(`{%\s*endraw\s*%}|$`)
	comments    = regexp.MustCompile(`<!--`)
	commentEnds = regexp.MustCompile(`-->|$`)
	blocks      = regexp.MustCompile(`{%\s*(content-ref|file|include)\s+([^%\n]|%[^}\n])*%}`)
	blockTarget = regexp.MustCompile(`\s(?:url|src)\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')`)
	htmlTags    = regexp.MustCompile(`(?i)<(?:a|img|source)\s(?:[^<>"']|"[^"]*"|'[^']*')*>`)
	htmlTarget  = regexp.MustCompile(`(?i)\s(?:href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	quotedText  = regexp.MustCompile(`"([^"\n]*)"`)
)

// span is a part of a text.
type span struct{ start, end int }

// destinations returns the positions of link destinations and of the names of included files in
// Markdown, each in order. It also returns the parsed text, without the front matter.
func destinations(markdown []byte) (links, includes []span, doc ast.Node) {
	_, start := splitFrontMatter(markdown)
	body := markdown[start:]
	code := make([]byte, len(body)) // 1 for the bytes without links: comparing spans would be quadratic
	var markup, candidates []span   // spans of HTML, and those that may be destinations
	addCode := func(spans ...span) {
		for _, s := range spans {
			for i := range code[s.start:s.end] {
				code[s.start+i] = 1
			}
		}
	}
	isCode := func(s span) bool { return bytes.IndexByte(code[s.start:s.end], 1) >= 0 }
	addLines := func(spans []span, lines *text.Segments) []span {
		if lines.Len() == 0 {
			return spans
		}
		return append(spans, span{lines.At(0).Start, lines.At(lines.Len() - 1).Stop})
	}
	destination := func(to []byte, reference *ast.ReferenceLink) {
		// The parser returns subslices of the text, so the capacity of a subslice determines its
		// position.
		at := cap(body) - cap(to)
		if reference == nil && len(to) > 0 && at >= 0 && at+len(to) <= len(body) && &body[at] == &to[0] {
			candidates = append(candidates, span{at, at + len(to)})
		}
	}
	doc = parse(body)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			addCode(addLines(nil, n.Lines())...)
		case *ast.Text:
			if n.Parent().Kind() == ast.KindCodeSpan {
				addCode(span{n.Segment.Start, n.Segment.Stop})
			}
		case *ast.HTMLBlock:
			lines := addLines(nil, n.Lines())
			if n.HasClosure() {
				lines = append(lines, span{n.ClosureLine.Start, n.ClosureLine.Stop})
			}
			if len(lines) > 0 {
				block := span{lines[0].start, lines[len(lines)-1].end}
				if n.HTMLBlockType == ast.HTMLBlockType1 { // script, pre and style
					addCode(block)
				}
				markup = append(markup, block)
			}
		case *ast.RawHTML:
			markup = addLines(markup, n.Segments)
		case *ast.Link:
			destination(n.Destination, n.Reference)
		case *ast.Image:
			destination(n.Destination, n.Reference)
		case *ast.LinkReferenceDefinition:
			destination(n.Destination, nil)
		}
		return ast.WalkContinue, nil
	})
	for _, marks := range [][2]*regexp.Regexp{{rawBegins, rawEnds}, {comments, commentEnds}} {
		for _, begin := range marks[0].FindAllIndex(body, -1) {
			if !isCode(span{begin[0], begin[0] + 1}) { // looking for the end of each would be quadratic
				addCode(span{begin[0], begin[1] + marks[1].FindIndex(body[begin[1]:])[1]})
			}
		}
	}
	within := func(outer span, target *regexp.Regexp) {
		for _, found := range target.FindAllSubmatchIndex(body[outer.start:outer.end], -1) {
			i := slices.IndexFunc(found[2:], func(at int) bool { return at >= 0 }) + 2 // the one group that matched
			candidates = append(candidates, span{outer.start + found[i], outer.start + found[i+1]})
		}
	}
	for _, found := range blocks.FindAllSubmatchIndex(body, -1) {
		block := span{found[0], found[1]}
		switch string(body[found[2]:found[3]]) {
		case "include":
			if to := quotedText.FindSubmatchIndex(body[block.start:block.end]); to != nil && !isCode(block) {
				includes = append(includes, span{start + block.start + to[2], start + block.start + to[3]})
			}
		default:
			within(block, blockTarget)
		}
	}
	for _, block := range markup {
		for _, tag := range htmlTags.FindAllIndex(body[block.start:block.end], -1) {
			within(span{block.start + tag[0], block.start + tag[1]}, htmlTarget)
		}
	}
	slices.SortFunc(candidates, func(a, b span) int { return a.start - b.start })
	for _, s := range candidates {
		last := len(links) - 1
		if s.start == s.end || isCode(s) || (last >= 0 && s.start+start < links[last].end) {
			continue
		}
		links = append(links, span{start + s.start, start + s.end})
	}
	return links, includes, doc
}

// resolve returns the links of a page, notes about the links without a target, and the parsed text.
func (d *directory) resolve(p *Page, markdown []byte) (links []Link, notes []Note, doc ast.Node) {
	found, includes, doc := destinations(markdown)
	for _, s := range includes {
		notes = append(notes, Note{Path: p.Path, Line: lineAt(markdown, s.start), Text: "reusable content stays as it is: " + string(markdown[s.start:s.end])})
	}
	line, at := 1, 0
	for _, s := range found {
		line, at = line+lineAt(markdown[at:s.start], s.start-at)-1, s.start
		to := decodeDestination(string(markdown[s.start:s.end]))
		link := Link{Start: s.start, End: s.end, Line: line}
		link.IsDefinition = bytes.HasSuffix(bytes.TrimRight(markdown[:s.start], "< \t\n"), []byte("]:"))
		switch problem := d.target(p, to, &link); {
		case problem != "":
			notes = append(notes, Note{IsLink: true, Path: p.Path, Line: link.Line, Text: problem + ": " + to})
		case link.Page != nil || link.Asset != "":
			links = append(links, link)
		}
	}
	return links, notes, doc
}

// target sets the target of a link on a page. If the target does not exist, it returns the problem.
// A link whose form shows that it leads out of the directory, such as the URL of a website, has no
// target and is no problem. Neither has a link by ID to a page or file of the space, unless the
// directory has a file with this path.
func (d *directory) target(p *Page, to string, link *Link) (problem string) {
	switch {
	case strings.HasPrefix(to, "/broken/"):
		return "the service could not resolve the link"
	case schemes.MatchString(to), strings.HasPrefix(to, "#"), strings.HasPrefix(to, "//"):
		return ""
	}
	file, anchor, hasAnchor := strings.Cut(to, "#")
	if hasAnchor {
		link.Anchor = "#" + anchor
	}
	folder := path.Dir(p.Path)
	if strings.HasPrefix(file, "/") {
		folder, file = d.root, strings.TrimLeft(file, "/")
	}
	// The name is also looked up without unescaping, because it may contain a percent sign.
	for _, file := range slices.Compact([]string{unescapePath(file), file}) {
		name := path.Join(folder, file)
		if !isIn(d.root, name) {
			problem = "the link leads out of the directory"
			continue
		}
		if readme := d.readmes[name]; readme != nil {
			name = readme.Path
		}
		if d.pages[name] == nil && d.pages[name+".md"] != nil && !d.isFile(name) && strings.HasSuffix(file, "/") {
			name += ".md" // the page of the folder is a file beside the folder
		}
		switch link.Page = d.pages[name]; {
		case link.Page != nil:
			return ""
		case !d.isFile(name):
			problem = "the link leads to nothing"
		case isMarkdown(name):
			return "the link leads to a file that is no page"
		default:
			link.Asset = name
			return ""
		}
	}
	if strings.HasPrefix(to, "/pages/") || strings.HasPrefix(to, "/files/") {
		return ""
	}
	return problem
}

// isIn reports whether the clean path name is equal to folder or below it.
func isIn(folder, name string) bool {
	return fs.ValidPath(name) && (folder == "." || name == folder || strings.HasPrefix(name, folder+"/"))
}

// decodeDestination returns the destination of a link without escapes and entities. The link can be
// Markdown or an HTML attribute.
func decodeDestination(to string) string {
	return html.UnescapeString(string(util.UnescapePunctuations([]byte(to))))
}

func unescapePath(to string) string {
	if unescaped, err := url.PathUnescape(to); err == nil {
		return unescaped
	}
	return to
}

// escapeDestination escapes an address so that it can be the destination of a link, even in a
// table, and the value of an HTML attribute.
func escapeDestination(to string) string {
	var out strings.Builder
	for i := range len(to) {
		switch c := to[i]; {
		case c <= ' ' || c == 0x7f || strings.IndexByte("<>()\\\"'`|{}[]", c) >= 0:
			const digits = "0123456789ABCDEF"
			out.Write([]byte{'%', digits[c>>4], digits[c&15]})
		default:
			out.WriteByte(c)
		}
	}
	return strings.ReplaceAll(out.String(), "&", "&amp;")
}

func lineAt(markdown []byte, at int) int { return 1 + bytes.Count(markdown[:at], []byte("\n")) }

// lineOf returns the number of the line with the first occurrence of a key of the front matter, or
// 1 if the key is written in another form.
func lineOf(markdown []byte, key string) int {
	return lineAt(markdown, max(0, bytes.Index(markdown, []byte(key))))
}

// position returns the offset of the text of a node.
func position(n ast.Node) int {
	at := 0
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			at = n.Segment.Start
			return ast.WalkStop, nil
		case *ast.FencedCodeBlock:
			if n.Info != nil {
				at = n.Info.Segment.Start
			} else if n.Lines().Len() > 0 {
				at = n.Lines().At(0).Start
			}
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return at
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, markdown []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				out.Write(n.Segment.Value(markdown))
				if n.SoftLineBreak() || n.HardLineBreak() {
					out.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				out.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(decodeDestination(out.String()))
}

// Destination is the destination of a link in Markdown, without escapes.
type Destination struct {
	Line int // line number, 1 for the first
	To   string
}

// Rewrite replaces the destination of each link in Markdown with the result of to, unless the
// result is empty. It also returns the original destinations.
func Rewrite(markdown []byte, to func(destination string) string) ([]byte, []Destination) {
	var out []byte
	var found []Destination
	end, line, at := 0, 1, 0
	links, _, _ := destinations(markdown)
	for _, s := range links {
		line, at = line+bytes.Count(markdown[at:s.start], []byte("\n")), s.start
		destination := decodeDestination(string(markdown[s.start:s.end]))
		found = append(found, Destination{line, destination})
		if replaced := to(destination); replaced != "" {
			out = append(append(out, markdown[end:s.start]...), escapeDestination(replaced)...)
			end = s.end
		}
	}
	return append(out, markdown[end:]...), found
}
