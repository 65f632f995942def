package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/spaces"
)

func TestLinksInCodeStayAsTheyAre(t *testing.T) {
	t.Parallel()
	e := &exporter{targets: map[string]string{"/pages/a": "a.md"}}
	for text, want := range map[string]string{
		"* ~~~\n  [x](/pages/a)\n  ~~~\n\n[x](/pages/a)":              "* ~~~\n  [x](/pages/a)\n  ~~~\n\n[x](a.md)",
		"a\\\\`[x](/pages/a)` [x](/pages/a)":                          "a\\\\`[x](/pages/a)` [x](a.md)",
		"[x](/pages/a)":                                               "[x](a.md)",
		"```\n[x](/pages/a)\n```\n[x](/pages/a)":                      "```\n[x](/pages/a)\n```\n[x](a.md)",
		"````md\n```\n[x](/pages/a)\n```\n````\n[x](/pages/a)":        "````md\n```\n[x](/pages/a)\n```\n````\n[x](a.md)",
		"````\n```\n````\n[x](/pages/a)":                              "````\n```\n````\n[x](a.md)",
		"```\n```js\n[x](/pages/a)\n```\n[x](/pages/a)":               "```\n```js\n[x](/pages/a)\n```\n[x](a.md)",
		"~~~ a`b\n[x](/pages/a)\n~~~~\n[x](/pages/a)":                 "~~~ a`b\n[x](/pages/a)\n~~~~\n[x](a.md)",
		"```\n```\n[x](/pages/a)":                                     "```\n```\n[x](a.md)",
		"```js\r\n[x](/pages/a)\r\n```\r\n[x](/pages/a)":              "```js\r\n[x](/pages/a)\r\n```\r\n[x](a.md)",
		"```\n> ```\n[x](/pages/a)\n```\n[x](/pages/a)":               "```\n> ```\n[x](/pages/a)\n```\n[x](a.md)",
		"> ```\n> [x](/pages/a)\n\n[x](/pages/a)":                     "> ```\n> [x](/pages/a)\n\n[x](a.md)",
		"```\n[x](/pages/a)":                                          "```\n[x](/pages/a)",
		"> ```\n> [x](/pages/a)\n> ```\n> [x](/pages/a)":              "> ```\n> [x](/pages/a)\n> ```\n> [x](a.md)",
		"\\`a\\` [x](/pages/a) \\`b\\` `[x](/pages/a)` [x](/pages/a)": "\\`a\\` [x](a.md) \\`b\\` `[x](/pages/a)` [x](a.md)",
		"``` a ` b\n[x](/pages/a)\n":                                  "``` a ` b\n[x](a.md)\n",
	} {
		got, _ := e.localized(text, "b.md")
		require.Equal(t, want, got, text)
	}
}

func TestTitleSurvivesAHeadingWithOtherWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Go.":                  "# Install\n\nGo.\n",
		"# Install\n\nGo.":     "# Install\n\nGo.\n",
		"# Overview\n\nGo.":    "---\ntitle: \"Install\"\n---\n# Overview\n\nGo.\n",
		"#  Install \n\nGo.":   "#  Install \n\nGo.\n",
		"## Overview\n\nGo.":   "# Install\n\n## Overview\n\nGo.\n",
		"":                     "# Install\n",
		"# Install now\n\nGo.": "---\ntitle: \"Install\"\n---\n# Install now\n\nGo.\n",
	} {
		require.Equal(t, want, document(&spaces.Page{Title: "Install", Markdown: &text}, "install.md"), text)
	}
}

func TestGroupsInGroupsAreListed(t *testing.T) {
	t.Parallel()
	e := &exporter{targets: map[string]string{"/pages/a": "api/more/a.md", "/pages/b": "x/b.md"}}
	group := func(title string, pages ...spaces.Page) spaces.Page {
		return spaces.Page{Type: spaces.PageTypeGroup, ID: title, Title: title, Pages: pages}
	}
	a, b := spaces.Page{Type: spaces.PageTypeDocument, ID: "a", Title: "A"}, spaces.Page{Type: spaces.PageTypeDocument, ID: "b", Title: "B"}
	unknown := spaces.Page{Type: "new", ID: "n", Title: "N", Pages: []spaces.Page{group("X", b)}}
	require.Equal(t, "# Table of contents\n\n* X\n  * [B](x/b.md)\n\n## API\n\n* More\n  * [A](api/more/a.md)\n",
		e.tableOfContents([]spaces.Page{group("API", group("More", a)), unknown}))
}
