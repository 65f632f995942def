package source

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// frontMatter contains the fields that a push needs from the front matter of a page. All other
// fields remain in the text.
type frontMatter struct {
	Title         string    `yaml:"title"`
	Slug          string    `yaml:"slug"`
	Description   string    `yaml:"description"`
	Icon          string    `yaml:"icon"`
	Emoji         string    `yaml:"emoji"`
	Condition     string    `yaml:"if"`
	Hidden        bool      `yaml:"hidden"`
	NoIndex       bool      `yaml:"noIndex"`
	NoRobotsIndex bool      `yaml:"noRobotsIndex"`
	Tags          yaml.Node `yaml:"tags"`
	Vars          yaml.Node `yaml:"vars"`

	Other map[string]yaml.Node `yaml:",inline"`
}

// splitFrontMatter returns the YAML in the front matter of a page, without its delimiters, and the
// offset of the text after it.
func splitFrontMatter(markdown []byte) (head []byte, body int) {
	first := true
	start := 0
	for line := range bytes.Lines(markdown) {
		isMark := string(bytes.TrimRight(line, " \t\r\n")) == "---"
		body += len(line)
		switch {
		case first && !isMark:
			return nil, 0
		case first:
			first, start = false, body
		case isMark:
			return markdown[start : body-len(line)], body
		}
	}
	return nil, 0
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

// yamlProblem converts an error of the YAML parser to a note. above is the number of lines before
// the YAML.
func yamlProblem(file string, above int, err error) Note {
	text := strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: ")
	line := above + 1
	if at := yamlLine.FindStringSubmatch(text); at != nil {
		n, _ := strconv.Atoi(at[1])
		line, text = above+n, strings.Replace(text, at[0], "", 1)
	}
	return Note{Path: file, Line: line, Text: "unreadable YAML: " + text}
}
