package main

import (
	"cmp"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The maximum length of a name, and of an ID that a collision adds to it, in bytes. File systems
// allow 255.
const (
	maxLength   = 180
	maxIDLength = 50
)

// reserved matches the names of devices on Windows, also with an extension, before which there may
// be spaces.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)`)

// fold returns the same text for names that some file systems do not distinguish: those that differ
// in case, or in whether an accent is a character of its own.
func fold(name string) string {
	return norm.NFD.String(cases.Fold().String(norm.NFD.String(name)))
}

// safeName returns a path element for a name from the service, which is valid on all common file
// systems.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError: // format characters may change how a name is displayed
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(strings.TrimSpace(name), ". ")
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:] // a hidden file, or a special directory
	}
	if reserved.MatchString(name) {
		name = "_" + name
	}
	return shorten(name, maxLength)
}

// shorten truncates a name that is longer than limit, but keeps its extension.
func shorten(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > limit/2 {
		ext = ""
	}
	end := limit - len(ext)
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return strings.TrimRight(name[:end], ". ") + ext
}

// A namer returns unique paths. It reports by the folded path whether it is a directory, false for
// a file.
type namer map[string]bool

// file returns an unused path for a file in a directory. The first one with a name is the name, the
// others contain the ID too.
func (n namer) file(dir, name, id, ext string) string {
	full := n.unused(dir, name, id, func(full string) bool { return n.isFree(full + ext) })
	n[fold(full+ext)] = false
	return full + ext
}

// page returns unused paths for a page, the comments on it, and the directory of the pages below
// it. The name of the comments is the same whether they are exported or not.
func (n namer) page(dir, name, id string) (file, comments, below string) {
	below = n.unused(dir, name, id, func(full string) bool {
		isDir, used := n[fold(full)]
		return n.isFree(full+".md") && n.isFree(full+".comments.md") && (isDir || !used)
	})
	file, comments = below+".md", below+".comments.md"
	n[fold(file)], n[fold(comments)], n[fold(below)] = false, false, true
	return file, comments, below
}

func (n namer) isFree(full string) bool {
	_, used := n[fold(full)]
	return !used
}

func (n namer) unused(dir, name, id string, isFree func(full string) bool) string {
	id = cmp.Or(shorten(safeName(id), maxIDLength), "_")
	name = cmp.Or(safeName(name), id)
	for try := 0; ; try++ {
		element := name
		switch {
		case try == 1:
			element += "-" + id
		case try > 1:
			element += "-" + id + "-" + strconv.Itoa(try)
		}
		if full := path.Join(dir, element); isFree(full) {
			return full
		}
	}
}
