package sse

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestReplacementsAreThoseOfTheWHATWGDecoder(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                     "",
		"a€😀":                  "a€😀",
		"\uFFFD":               "?",
		"\x80":                 "?",
		"\xC2":                 "?",
		"\xC1\x80":             "??",
		"\xE2\x82":             "?",
		"\xE2\x82x":            "?x",
		"\xE2\x82\xE2\x82\xAC": "?€",
		"\xE0\x9F\xBF":         "???",
		"\xE0\xA0":             "?",
		"\xED\x9F":             "?",
		"\xED\xA0\x80":         "???",
		"\xF0\x8F\xBF\xBF":     "????",
		"\xF0\x90\x80":         "?",
		"\xF4\x8F\xBF":         "?",
		"\xF4\x90\x80\x80":     "????",
		"\xF5\x80":             "??",
		"a\xF1\x80\x80\xE1\x80\xC2b\x80c\x80\xBFd": "a???b?c??d",
	} {
		want = strings.ReplaceAll(want, "?", "\uFFFD")
		require.Equal(t, want, string(appendUTF8(nil, []byte(in))), "%q", in)
	}
}

func TestRepairedTextIsAlwaysUTF8AndAtMostThreeTimesAsLong(t *testing.T) {
	t.Parallel()
	edges := []byte("a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF")
	for _, a := range edges {
		for _, b := range edges {
			for _, c := range edges {
				for _, d := range edges {
					in := []byte{a, b, c, d}
					out := appendUTF8(nil, in)
					if !utf8.Valid(out) || len(out) > 3*len(in) || utf8.Valid(in) && !bytes.Equal(in, out) {
						require.Failf(t, "want UTF-8 that is at most three times as long, and valid text unchanged", "%q became %q", in, out)
					}
				}
			}
		}
	}
}
