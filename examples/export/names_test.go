package main

import (
	"math/rand/v2"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/publishing-platform/publishing-go/spaces"
)

func TestSafeName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 200)
	for name, want := range map[string]string{
		"plan.png":           "plan.png",
		"Ünïcode 名":          "Ünïcode 名",
		"../../etc/passwd":   "_._.._etc_passwd",
		"..":                 "",
		".":                  "",
		"":                   "",
		" a . ":              "a",
		".git":               "_git",
		"a\\b:c*d?e\"f<g>h|": "a_b_c_d_e_f_g_h_",
		"a\x00b\nc\u202ed":   "abcd",
		"CON":                "_CON",
		"nul.txt":            "_nul.txt",
		"console":            "console",
		"com0":               "_com0",
		"con .txt":           "_con .txt",
		"Lpt¹":               "_Lpt¹",
		"COM³.log":           "_COM³.log",
		"CONIN$":             "_CONIN$",
		"conout$.txt":        "_conout$.txt",
		"con$":               "con$",
		"a.txt .":            "a.txt",
		long + ".png":        strings.Repeat("é", 88) + ".png",
		long:                 strings.Repeat("é", 90),
		"\xff":               "",
	} {
		require.Equal(t, want, safeName(name), "%q", name)
	}
}

func TestPathsAreUnique(t *testing.T) {
	t.Parallel()
	names := namer{}
	require.Equal(t, "a/plan.md", names.file("a", "plan", "p1", ".md"))
	require.Equal(t, "a/Plan-p2.md", names.file("a", "Plan", "p2", ".md"))
	require.Equal(t, "b/plan.md", names.file("b", "plan", "p3", ".md"))
	require.Equal(t, "a/plan-p2-2.md", names.file("a", "plan", "p2", ".md"))
	require.Equal(t, "a/p4.md", names.file("a", "..", "p4", ".md"))
	require.Equal(t, "p5.md", names.file("", "", "p5", ".md"))
}

func FuzzPathsStayBelow(f *testing.F) {
	for _, seed := range []string{"../x", "..", "a/../../b", "C:\\x", "\x00", "~", "é", "con.md", strings.Repeat("x", 300)} {
		f.Add(seed, "id")
	}
	f.Fuzz(func(t *testing.T, name, id string) {
		names := namer{}
		first := names.file("dir", name, "id"+id, ".md")
		second := names.file("dir", name, "id"+id, ".md")
		require.NotEqual(t, fold(first), fold(second))
		for _, got := range []string{first, second} {
			require.True(t, filepath.IsLocal(got), "%q", got)
			require.Equal(t, 1, strings.Count(got, "/"), "%q", got)
			require.NotContains(t, got, "\\")
			require.LessOrEqual(t, len(got), 4+255)
		}
	})
}

// awkward are names that collide or that a file system does not permit.
var awkward = []string{
	"readme", "readme.md", "README.md", "Readme", "readme.md.md", "files", "Files", "files.md", "a", "A", "a.md", ".export", "..", "", " ", "a.", "a. ", "a .md",
	"con", "CON.txt", "con .txt", "conin$", "CONOUT$.md", "com1", "COM¹", "lpt².txt", "com¹ .md", "nul", "aux.", "é", "e\u0301", "É", "E\u0301.md",
	"straße", "STRASSE", "ſ", "s", "K", "k", "Å", "a\u030a", "\u202ecod.exe", "x/y", `x\y`, "x:y", "x?y", "\x00", "\xff", strings.Repeat("ü", 200), strings.Repeat("Ü", 200) + ".md",
}

// randomPages returns a tree of pages with awkward names, and counts the documents.
func randomPages(random *rand.Rand, depth int, documents *int) (pages []spaces.Page) {
	for range random.IntN(6) {
		slug := awkward[random.IntN(len(awkward))]
		if random.IntN(3) == 0 {
			slug += awkward[random.IntN(len(awkward))]
		}
		page := spaces.Page{ID: strings.Repeat("ID", 1+200*random.IntN(2)), Title: slug, Type: spaces.PageTypeDocument}
		if random.IntN(2) == 0 {
			page.Slug = &slug
		}
		if random.IntN(4) == 0 {
			page.Type = spaces.PageTypeGroup
		} else {
			*documents++
		}
		if depth > 0 {
			page.Pages = randomPages(random, depth-1, documents)
		}
		pages = append(pages, page)
	}
	return pages
}

// device matches the names of devices on Windows, by the list in its documentation.
var device = regexp.MustCompile(`(?i)^(CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9]|COM[¹²³]|LPT[¹²³]|CONIN\$|CONOUT\$)$`)

// checkName requires a name to be valid on Windows, macOS and Linux.
func checkName(t *testing.T, name string) {
	t.Helper()
	require.NotEmpty(t, name)
	require.LessOrEqual(t, len(name), 255, "%q", name)
	require.True(t, utf8.ValidString(name), "%q", name)
	require.False(t, strings.ContainsAny(name, `<>:"/\|?*`), "%q", name)
	require.NotContains(t, ". ", name[len(name)-1:], "%q ends with a dot or a space", name)
	require.False(t, strings.HasPrefix(name, "."), "%q is hidden", name)
	stem, _, _ := strings.Cut(name, ".")
	require.NotRegexp(t, device, strings.TrimRight(stem, " "))
	for _, r := range name {
		require.False(t, unicode.IsControl(r) || unicode.Is(unicode.Cf, r), "%q", name)
	}
}

// sameFile returns a text that is the same for paths that are one file on macOS or on Windows. Of
// the letters that differ in case, each system knows another set.
func sameFile(name string) string {
	return norm.NFC.String(strings.ToLower(strings.ToUpper(norm.NFC.String(name))))
}

func TestEachPageOfAnyTreeHasAFileOfItsOwn(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		documents := 0
		names := namer{}
		items, unknown := newExporter(nil, "", "").planPages(names, "", randomPages(random, 3, &documents), "")
		require.Empty(t, unknown)
		require.Len(t, items, documents)
		for _, it := range items[:documents] {
			items = append(items, item{path: it.comments})
		}
		for range random.IntN(5) {
			items = append(items, item{path: names.file("files", awkward[random.IntN(len(awkward))], "ID1", "")})
		}
		files, dirs := map[string]string{}, map[string]string{}
		for _, it := range items {
			require.True(t, filepath.IsLocal(it.path), "%q", it.path)
			for element := range strings.SplitSeq(it.path, "/") {
				checkName(t, element)
			}
			other, used := files[sameFile(it.path)]
			require.False(t, used, "seed %d: %q and %q are one file", seed, it.path, other)
			files[sameFile(it.path)] = it.path
			for dir := path.Dir(it.path); dir != "."; dir = path.Dir(dir) {
				dirs[sameFile(dir)] = it.path
			}
		}
		for at, file := range files {
			require.Empty(t, dirs[at], "seed %d: %q is also a directory", seed, file)
		}
	}
}
