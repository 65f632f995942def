package transport

import (
	"net/http"
	"strings"
)

// isMinimal reports whether the response has no body because the caller asked for none.
func (c *call) isMinimal() bool {
	return c.status == http.StatusNoContent && len(c.responseBody) == 0 && prefersMinimal(c.cfg.Header)
}

// prefersMinimal reports whether a header has Prefer: return=minimal. Of several preferences of one
// name the first counts (RFC 7240).
func prefersMinimal(header http.Header) bool {
	for preference := range strings.SplitSeq(strings.Join(header.Values("Prefer"), ","), ",") {
		preference, _, _ = strings.Cut(preference, ";")
		name, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.EqualFold(strings.Trim(value, " \t\""), "minimal")
		}
	}
	return false
}
