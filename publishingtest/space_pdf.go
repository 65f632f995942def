package publishingtest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	rulePDFPage              = newUndecidedRule("spaces.pdf.page-404", "a PDF of a page that the space does not have returns 404; without the rule, its URL does")
	ruleChangeRequestPDFPage = newUndecidedRule("changerequests.pdf.page-404", "a PDF of a page that the change request does not have returns 404; without the rule, its URL does")
)

func getPDF(c *call, b branch) (response, error) {
	where, absent := []string{b.space.data.ID}, rulePDFPage
	if b.changeRequest != nil {
		where, absent = append(where, b.changeRequest.data.ID), ruleChangeRequestPDFPage
	}
	query := url.Values{}
	if id := c.query.Get("page"); id != "" {
		if pageWith(b.head().pages, id, true) == nil && c.enabled(absent) {
			return response{}, notFound("page", id)
		}
		query.Set("page", id)
	}
	if only := c.queryBool("only"); only != nil {
		query.Set("only", strconv.FormatBool(*only))
	}
	pdf := spaces.PDF{URL: address(c.base+"/pdf", append(where, b.head().id+".pdf")...)}
	if len(query) > 0 {
		pdf.URL += "?" + query.Encode()
	}
	return respondOK(pdf)
}

// Requests for a PDF belong to no operation and need no token.
const (
	pdfRoute              = "GET /pdf/{spaceId}/{file}"
	changeRequestPDFRoute = "GET /pdf/{spaceId}/{changeRequestId}/{file}"
)

func (s *server) servePDF(w http.ResponseWriter, req *http.Request) {
	s.recordOther(req, nil)
	pages := s.pagesOfPDF(req)
	if pages == nil {
		http.Error(w, "there is no such PDF", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(pdfOf(pages)))
}

// pagesOfPDF returns the text of each page of the requested PDF, or nil if there is no such PDF.
func (s *server) pagesOfPDF(req *http.Request) []string {
	defer s.mu.hold()()
	revisionID, isPDF := strings.CutSuffix(req.PathValue("file"), ".pdf")
	sp, ok := s.state.spaces.Get(req.PathValue("spaceId"))
	if !ok || !isPDF {
		return nil
	}
	rev, ok := sp.kept.Get(revisionID)
	if !ok {
		return nil
	}
	pages := rev.pages
	if id := req.URL.Query().Get("page"); id != "" {
		p := pageWith(pages, id, true)
		if p == nil {
			return nil
		}
		if req.URL.Query().Get("only") == "true" {
			p = p.with(nil)
		}
		pages = []*contentPage{p}
	}
	texts := []string{}
	for p := range readingOrder(pages) {
		texts = append(texts, p.seed.Title+"\n\n"+p.markdown())
	}
	if len(texts) == 0 {
		texts = append(texts, sp.data.Title)
	}
	return texts
}

// pdfOf returns a PDF that has a page of plain text for each element of texts. Characters that are
// not in Latin-1 become question marks.
func pdfOf(texts []string) []byte {
	const catalog, tree, font, first = 1, 2, 3, 4 // numbers of objects; each page has two
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	var kids []string
	for _, text := range texts {
		number := first + 2*len(kids)
		kids = append(kids, fmt.Sprintf("%d 0 R", number))
		var content strings.Builder
		content.WriteString("BT /F1 11 Tf 14 TL 50 790 Td\n")
		for line := range strings.SplitSeq(text, "\n") {
			content.WriteString("(" + pdfText(line) + ") Tj T*\n")
		}
		content.WriteString("ET")
		objects = append(objects,
			fmt.Sprintf(
				"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 %d 0 R >> >> /Contents %d 0 R >>",
				tree, font, number+1,
			),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()))
	}
	objects[tree-1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>",
		strings.Join(kids, " "), len(kids))
	var file bytes.Buffer
	file.WriteString("%PDF-1.4\n")
	var index strings.Builder
	index.WriteString("0000000000 65535 f \n")
	for i, object := range objects {
		fmt.Fprintf(&index, "%010d 00000 n \n", file.Len())
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := file.Len()
	fmt.Fprintf(
		&file, "xref\n0 %d\n%strailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n",
		len(objects)+1, index.String(), len(objects)+1, catalog, start,
	)
	return file.Bytes()
}

// pdfText escapes a line for a PDF string.
func pdfText(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '(' || r == ')' || r == '\\':
			b.WriteString("\\" + string(r))
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r >= 0xA0 && r <= 0xFF: // where WinAnsi is Latin-1
			fmt.Fprintf(&b, "\\%03o", r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
