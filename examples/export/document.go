package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/publishing-platform/publishing-go/examples/export/internal/plain"
	"github.com/publishing-platform/publishing-go/spaces"
)

// summaryPath is the path of the table of contents.
const summaryPath = "SUMMARY.md"

var (
	// plainTitle matches a title that a heading contains as it is.
	plainTitle = regexp.MustCompile(`^[\pL\pN][\pL\pN ,.:;()?'/+-]*$`)
	// code matches what contains no links.
	code = regexp.MustCompile("(?ms)" + fences() + "\\\\[\\\\`]|``.+?``|`[^`\n]+`|<!--.*?-->")
	// innerLinks matches links to pages and files of the space: in Markdown, in attributes, and in
	// definitions.
	innerLinks = regexp.MustCompile(`(\]\(<?|="|\]:[ \t]+<?)(/(?:pages|files)/[^\s/#?"'<>()]+)`)
)

// fences returns alternatives for code between fences of each length, also in quotations. The fence
// at the end is as long as the one at the beginning, or longer. Without one, the code ends with the
// quotation or the text.
func fences() (pattern string) {
	for n := 3; n <= 9; n++ {
		for mark, info := range map[string]string{"`": "[^`\n]*", "~": `(?:[^~\n][^\n]*)?`} {
			begin, end := fmt.Sprintf("%s{%d}%s$", mark, n, info), fmt.Sprintf(`%s{%d,}[ \t\r]*$`, mark, n)
			const quote, quoted = `[ \t]*>[ \t>]*`, `\n[ \t]*>[^\n]*`
			pattern += `^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*` + begin + `.*?(?:\n[ \t]*` + end + `|\z)|` +
				`^` + quote + begin + `(?:(?:` + quoted + `)*?\n` + quote + end + `|(?:` + quoted + `)*)|`
		}
	}
	return pattern
}

// document returns the text of a page below its title. Metadata that is not in a heading is front
// matter.
func document(page *spaces.Page, file string) string {
	text := strings.TrimSpace(*page.Markdown)
	front := map[string]any{}
	title := strings.Join(strings.Fields(page.Title), " ")
	heading, _, _ := strings.Cut(text, "\n")
	hasHeading := strings.HasPrefix(heading, "# ")
	isOther := hasHeading && strings.Join(strings.Fields(heading), " ") != "# "+title
	if !plainTitle.MatchString(title) || isOther {
		front["title"] = title
	}
	name := strings.ToLower(strings.TrimSuffix(path.Base(file), ".md"))
	isReadme := name == "readme" || name == "index" // whose slug would be that of the folder
	if slug := page.Slug; slug != nil && *slug != "" && (isReadme || *slug != slugOf(name)) {
		front["slug"] = *slug
	}
	for name, value := range map[string]*string{"description": page.Description, "icon": page.Icon, "emoji": page.Emoji, "if": page.Condition} {
		if value != nil && *value != "" {
			front[name] = *value
		}
	}
	for name, value := range map[string]*bool{"hidden": page.Hidden, "noIndex": page.NoIndex, "noRobotsIndex": page.NoRobotsIndex} {
		if value != nil && *value {
			front[name] = true
		}
	}
	var out strings.Builder
	if len(front) > 0 {
		out.WriteString("---\n")
		for _, name := range slices.Sorted(maps.Keys(front)) {
			value, _ := json.Marshal(front[name]) // a string or true, which YAML has in the same form
			fmt.Fprintf(&out, "%s: %s\n", name, value)
		}
		out.WriteString("---\n")
	}
	if !hasHeading {
		out.WriteString("# " + title + "\n\n")
	}
	return strings.TrimSpace(out.String()+text) + "\n"
}

// slugOf returns the slug that a push derives from the name of a file in lower case.
func slugOf(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	return strings.Join(words, "-")
}

// localized returns a text in which links to pages and files of the space lead to their files, and
// the paths of those by the link.
func (e *exporter) localized(text, file string) (string, map[string]string) {
	links := map[string]string{}
	var out strings.Builder
	convert := func(text string) {
		out.WriteString(innerLinks.ReplaceAllStringFunc(text, func(found string) string {
			parts := innerLinks.FindStringSubmatch(found)
			to := e.targets[parts[2]]
			links[parts[2]] = to
			relative, err := filepath.Rel(path.Dir(file), to)
			if to == "" || err != nil {
				return found
			}
			return parts[1] + escapePath(filepath.ToSlash(relative))
		}))
	}
	end := 0
	for _, at := range code.FindAllStringIndex(text, -1) {
		convert(text[end:at[0]])
		out.WriteString(text[at[0]:at[1]])
		end = at[1]
	}
	convert(text[end:])
	return out.String(), links
}

// escapePath returns a path in a form that is the same in Markdown and in an attribute.
func escapePath(name string) string {
	var out strings.Builder
	for _, c := range []byte(name) {
		if c < 0x80 && (unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || strings.IndexByte("./-_~", c) >= 0) {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

// leadTo reports whether links still lead to the same paths.
func (e *exporter) leadTo(links map[string]string) bool {
	for link, to := range links {
		if e.targets[link] != to {
			return false
		}
	}
	return true
}

// tableOfContents returns the tree of pages as a list. Groups at the top level follow the other
// pages, since all that is below the heading of a group is in it.
func (e *exporter) tableOfContents(pages []spaces.Page) string {
	var out strings.Builder
	out.WriteString("# Table of contents\n\n")
	isGroup := func(p *spaces.Page) bool { return p.Type == spaces.PageTypeGroup }
	var list func(pages []spaces.Page, depth int, isTop bool)
	list = func(pages []spaces.Page, depth int, isTop bool) {
		for i := range pages {
			p := &pages[i]
			item := plain.Escape(p.Title)
			switch file := e.targets["/pages/"+p.ID]; {
			case isTop && isGroup(p):
				continue
			case file != "":
				item = "[" + item + "](" + escapePath(file) + ")"
			case p.Type == spaces.PageTypeLink && p.Target != nil && p.Target.URL != nil:
				item = "[" + item + "](<" + *p.Target.URL + ">)"
			case !isGroup(p):
				list(p.Pages, depth, false) // they are exported
				continue
			}
			out.WriteString(strings.Repeat("  ", depth) + "* " + item + "\n")
			list(p.Pages, depth+1, false)
		}
	}
	list(pages, 0, true)
	for i := range pages {
		if isGroup(&pages[i]) {
			out.WriteString("\n## " + plain.Escape(pages[i].Title) + "\n\n")
			list(pages[i].Pages, 0, false)
		}
	}
	return out.String()
}
