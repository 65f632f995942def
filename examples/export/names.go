package main

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how many bytes a name has at most, less what a collision adds: file systems take 255.
const longest = 180

// reserved are names that Windows takes for devices, whatever follows a dot.
var reserved = map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}

func init() {
	for n := range 10 {
		reserved["com"+strconv.Itoa(n)], reserved["lpt"+strconv.Itoa(n)] = true, true
	}
}

// safeName makes a name of one path element, good on every common file system, of what a service calls a thing.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError: // the second changes how a name reads
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(strings.TrimSpace(name), ". ")
	if strings.HasPrefix(name, ".") {
		name = "_" + name[1:] // hidden, or a directory that means something
	}
	if stem, _, _ := strings.Cut(name, "."); reserved[strings.ToLower(stem)] {
		name = "_" + name
	}
	return shorten(name)
}

// shorten cuts a name that is too long and keeps its extension.
func shorten(name string) string {
	if len(name) <= longest {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > longest/2 {
		ext = ""
	}
	end := longest - len(ext)
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return strings.TrimRight(name[:end], ". ") + ext
}

// namer gives out paths, each once: file systems that take upper and lower case for the same are thought of.
type namer map[string]bool

// path is a free one in a directory. The first that asks gets the plain name, the others get their id too.
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
