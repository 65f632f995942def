package publishingtest

import (
	"net/url"
	"strconv"

	"github.com/publishing-platform/publishing-go/spaces"
)

var (
	rulePDFPage        = behaviour("spaces.pdf.page-404", "a PDF of a page that the space does not have is answered with 404")
	ruleRequestPDFPage = behaviour("changerequests.pdf.page-404", "a PDF of a page that the change request does not have is answered with 404")
)

func getPDF(r *request, b branch) (answer, error) {
	where, absent := []string{"pdf", b.space.data.ID}, rulePDFPage
	if b.request != nil {
		where, absent = append(where, b.request.data.ID), ruleRequestPDFPage
	}
	query := url.Values{}
	if id := r.query.Get("page"); id != "" {
		if pageWith(b.head().pages, id, true) == nil && r.holds(absent) {
			return answer{}, notFound("page", id)
		}
		query.Set("page", id)
	}
	if only := r.flag("only"); only != nil {
		query.Set("only", strconv.FormatBool(*only))
	}
	pdf := spaces.PDF{URL: address(filesURL, append(where, b.head().id+".pdf")...)}
	if len(query) > 0 {
		pdf.URL += "?" + query.Encode()
	}
	return ok(pdf)
}
