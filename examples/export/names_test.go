package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	require.Equal(t, "a/plan.md", names.path("a", "plan", "p1", ".md"))
	require.Equal(t, "a/Plan-p2.md", names.path("a", "Plan", "p2", ".md"))
	require.Equal(t, "b/plan.md", names.path("b", "plan", "p3", ".md"))
	require.Equal(t, "a/plan-p2-2.md", names.path("a", "plan", "p2", ".md"))
	require.Equal(t, "a/p4.md", names.path("a", "..", "p4", ".md"))
	require.Equal(t, "p5.md", names.path("", "", "p5", ".md"))
}

func FuzzPathsStayBelow(f *testing.F) {
	for _, seed := range []string{"../x", "..", "a/../../b", "C:\\x", "\x00", "~", "é", "con.md", strings.Repeat("x", 300)} {
		f.Add(seed, "id")
	}
	f.Fuzz(func(t *testing.T, name, id string) {
		names := namer{}
		first := names.path("dir", name, "id"+id, ".md")
		second := names.path("dir", name, "id"+id, ".md")
		require.NotEqual(t, strings.ToLower(first), strings.ToLower(second))
		for _, got := range []string{first, second} {
			require.True(t, filepath.IsLocal(got), "%q", got)
			require.Equal(t, 1, strings.Count(got, "/"), "%q", got)
			require.NotContains(t, got, "\\")
			require.LessOrEqual(t, len(got), 4+255+180)
		}
	})
}
