package main

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLength is the maximum length of a name in bytes, without what a collision adds. File systems
// allow 255.
const maxLength = 180

// reserved contains the names of devices on Windows, which also applies to names with an extension.
var reserved = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}

func init() {
	for n := range 10 {
		reserved["com"+strconv.Itoa(n)], reserved["lpt"+strconv.Itoa(n)] = true, true
	}
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
	if stem, _, _ := strings.Cut(name, "."); reserved[strings.ToLower(stem)] {
		name = "_" + name
	}
	return shorten(name)
}

// shorten truncates a name that is too long, but keeps its extension.
func shorten(name string) string {
	if len(name) <= maxLength {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > maxLength/2 {
		ext = ""
	}
	end := maxLength - len(ext)
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return strings.TrimRight(name[:end], ". ") + ext
}

// A namer returns unique paths, also for file systems that ignore case.
type namer map[string]bool

// path returns an unused path in a directory. The first one with a name is the name, the others
// contain the ID too.
func (n namer) path(dir, name, id, ext string) string {
	name = safeName(name)
	if name == "" {
		name = safeName(id)
	}
	for try := 0; ; try++ {
		element := name
		switch {
		case try == 1:
			element += "-" + safeName(id)
		case try > 1:
			element += "-" + safeName(id) + "-" + strconv.Itoa(try)
		}
		full := path.Join(dir, element+ext)
		if key := strings.ToLower(full); !n[key] {
			n[key] = true
			return full
		}
	}
}
