package publishingtest_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/publishingtest"
	"github.com/publishing-platform/publishing-go/spaces"
)

// readPDF returns the lines of text of a PDF and the number of its pages, after checking its
// structure.
func readPDF(t *testing.T, file string) (lines []string, pages int) {
	t.Helper()
	require.True(t, strings.HasPrefix(file, "%PDF-1."))
	require.True(t, strings.HasSuffix(file, "%%EOF\n"))
	start := must(strconv.Atoi(regexp.MustCompile(`startxref\n(\d+)\n`).FindStringSubmatch(file)[1]))(t)
	require.True(t, strings.HasPrefix(file[start:], "xref\n0 "))
	entries := regexp.MustCompile(`(\d{10}) 00000 n \n`).FindAllStringSubmatch(file[start:], -1)
	require.NotEmpty(t, entries)
	for i, entry := range entries {
		require.True(t, strings.HasPrefix(file[must(strconv.Atoi(entry[1]))(t):], strconv.Itoa(i+1)+" 0 obj\n"), "object %d", i+1)
	}
	for _, stream := range regexp.MustCompile(`(?s)/Length (\d+) >>\nstream\n(.*?)\nendstream`).FindAllStringSubmatch(file, -1) {
		require.Equal(t, stream[1], strconv.Itoa(len(stream[2])))
		for _, line := range regexp.MustCompile(`(?m)^\((.*)\) Tj T\*$`).FindAllStringSubmatch(stream[2], -1) {
			lines = append(lines, line[1])
		}
	}
	return lines, strings.Count(file, "/Type /Page ")
}

func TestPDFIsDownloadedFromTheServer(t *testing.T) {
	t.Parallel()
	w := newWiki(t)
	read := func(address string) ([]string, int) {
		t.Helper()
		got := fetch(t, http.MethodGet, address, "")
		require.Equal(t, http.StatusOK, got.status, address)
		require.Equal(t, "application/pdf", got.header.Get("Content-Type"))
		return readPDF(t, got.body)
	}
	whole := must(w.client.Spaces.PDF(t.Context(), "wiki", spaces.PDFOptions{}))(t)
	lines, pages := read(whole.URL)
	require.Equal(t, 3, pages)
	require.Equal(t, "Start here", lines[0])
	require.Contains(t, lines, "Use")
	require.Contains(t, lines, "Orders")
	below := must(w.client.ChangeRequests.PDF(t.Context(), "wiki", "proposal", spaces.PDFOptions{PageID: "start"}))(t)
	lines, pages = read(below.URL)
	require.Equal(t, 2, pages)
	require.Equal(t, "Start right here", lines[0])
	one := must(w.client.ChangeRequests.PDF(t.Context(), "wiki", "2", spaces.PDFOptions{PageID: "start", Only: new(true)}))(t)
	_, pages = read(one.URL)
	require.Equal(t, 1, pages)

	w.Spaces.Pages.Edit("wiki", "", "use", func(page *publishingtest.Page) { page.Title = "(Größe) \\ 本" })
	edited := must(w.client.Spaces.PDF(t.Context(), "wiki", spaces.PDFOptions{PageID: "use"}))(t)
	lines, _ = read(edited.URL)
	require.Equal(t, `\(Gr\366\337e\) \\ ?`, lines[0])
	lines, _ = read(whole.URL)
	require.Contains(t, lines, "Use", "a PDF is of its revision")

	w.Spaces.Add(w.org, spaces.Space{ID: "empty", Title: "Empty"})
	empty := must(w.client.Spaces.PDF(t.Context(), "empty", spaces.PDFOptions{}))(t)
	lines, _ = read(empty.URL)
	require.Equal(t, "Empty", lines[0])
	for _, address := range []string{
		strings.TrimSuffix(whole.URL, ".pdf"), w.URL() + "/pdf/nowhere/revision_1.pdf", w.URL() + "/pdf/wiki/nowhere.pdf", whole.URL + "?page=nowhere",
	} {
		require.Equal(t, http.StatusNotFound, fetch(t, http.MethodGet, address, "").status, address)
	}
}
