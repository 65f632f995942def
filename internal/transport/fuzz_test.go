package transport

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/pagination"
)

// FuzzErrorKeepsTheStatus responds to every method with any status, header and body, complete or
// truncated, and compares what the call returns with the last status on the wire.
func FuzzErrorKeepsTheStatus(f *testing.F) {
	for _, status := range []int{200, 204, 205, 301, 302, 304, 307, 308, 400, 401, 404, 408, 409, 422, 429, 500, 501, 503, 599} {
		f.Add(status, "application/json", "1", `{"error":{"code":5,"message":"no"}}`, false)
	}
	f.Add(502, "text/html; charset=", "Fri, 02 Jan 2026 03:05:05 GMT", "<html>", true)
	f.Add(503, "", "9223372037", "", false)
	f.Add(308, "application/json", "//%zz", `{"error":null}`, false)
	f.Add(400, "a/b; c", "/x", `{"error":{"code":"x","message":5}}`, true)
	f.Add(200, "application/json", "", `{"id":"t1","title":`, false)
	f.Add(200, "application/json", "", oneThing, true)
	f.Fuzz(func(t *testing.T, status int, contentType, value, body string, truncated bool) {
		if status < 200 || status > 999 { // a 1xx is no final response
			return
		}
		send := respond
		if truncated {
			send = func(status int, body string, header ...string) responder {
				return truncatedBody(status, body, io.ErrUnexpectedEOF, header...)
			}
		}
		n := play(t, send(status, body, "Content-Type", contentType, "Retry-After", value, "Location", value, "X-Request-Id", value))
		core := newCore(t, n, withBudget(-1), func(s *Settings) { s.Retry.MaxRetryAfter = 1 })
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			var meta api.Meta
			_, err := JSON[thing](t.Context(), core, operation(t, method, "/v1/things").Path(), []api.CallOption{api.WithMeta(&meta)})
			require.Equal(t, status, meta.Status)
			if err == nil {
				require.True(t, isSuccess(status))
				require.False(t, truncated)
				continue
			}
			var got int
			if failed, ok := errors.AsType[*api.Error](err); ok {
				got = failed.Status
				require.False(t, isSuccess(status))
				require.LessOrEqual(t, len(failed.Body), maxErrorBytes)
				require.Contains(t, err.Error(), fmt.Sprint(status))
				require.Equal(t, status == http.StatusNotFound, errors.Is(err, api.ErrNotFound))
				require.Equal(t, status == http.StatusTooManyRequests, errors.Is(err, api.ErrRateLimited))
				require.Equal(t, status >= 500, errors.Is(err, api.ErrServer))
			} else if failed, ok := errors.AsType[*api.DecodeError](err); ok {
				got = failed.Status
			} else {
				require.True(t, truncated, "%v", err)
				got = as[*api.TransportError](t, err).Status
			}
			require.Equal(t, status, got)
			require.Equal(t, isSuccess(status), !errors.As(err, new(*api.Error)), "%v", err)
			if isSuccess(status) {
				require.Equal(t, method != "GET", api.MayHaveApplied(err), "the service acted on it")
			}
		}
	})
}

// The faults of an attempt to fetch a page.
const (
	pageOK = iota
	pageBusy
	pageTruncated
	pageShort // truncated, undetected by the network
	pageReset
	pageLimited
	pageGone
	pageFaults
)

// FuzzListIsTheConcatenationOrAnError iterates over a list, with and without prefetch, and checks
// the items and the error. Byte i of pages is the number of items of page i, and the bytes of
// faults are the faults of the attempts.
func FuzzListIsTheConcatenationOrAnError(f *testing.F) {
	f.Add([]byte{3}, []byte{0})
	f.Add([]byte{2, 0, 130, 1}, []byte{pageBusy, pageTruncated | 5<<3, pageOK})
	f.Add([]byte{1, 1, 1}, []byte{0, 0, 0, pageReset, pageLimited, 0, pageGone})
	f.Add([]byte{7, 7}, []byte{0, 0, 0, pageShort | 9<<3})
	f.Add([]byte{5, 4, 3, 2, 1, 0}, []byte{pageTruncated, pageTruncated, pageTruncated})
	f.Fuzz(func(t *testing.T, pages, faults []byte) {
		pages = pages[:min(len(pages), 12)]
		if len(pages) == 0 || len(faults) == 0 {
			return
		}
		fault := func(page, attempt int) (kind, at int) {
			b := int(faults[(3*page+attempt)%len(faults)])
			return b % pageFaults, b / pageFaults
		}
		var want []string
		failed := -1
		for page, b := range pages {
			attempt, kind := 0, 0
			for ; attempt < 3; attempt++ {
				if kind, _ = fault(page, attempt); kind == pageOK || kind == pageShort || kind == pageGone {
					break
				}
			}
			if kind != pageOK {
				failed = page
				break
			}
			for item := range int(b & 0x7) {
				want = append(want, fmt.Sprintf("%d.%d", page, item))
			}
		}
		for _, prefetch := range []bool{false, true} {
			got, err := collect(All[string](t.Context(), newCore(t, flakyList(t, pages, fault), withBudget(-1)), operation(t, "GET", "/v1/things").Path(), listOptions(prefetch)))
			require.Equal(t, want, got)
			if failed < 0 {
				require.NoError(t, err)
				continue
			}
			stopped := as[*pagination.PageError](t, err)
			require.Equal(t, cursorOf(failed), stopped.Cursor)
		}
	})
}

func cursorOf(page int) string {
	if page == 0 {
		return ""
	}
	return fmt.Sprint("c", page)
}

func listOptions(prefetch bool) []api.CallOption {
	if prefetch {
		return []api.CallOption{api.WithPrefetch()}
	}
	return nil
}

// A flakyList is a service with one list. Pages are requested one after another, or two at once,
// and each counts its own attempts.
func flakyList(t testing.TB, pages []byte, fault func(page, attempt int) (kind, at int)) *network {
	bodies := map[string]string{}
	at := map[string]int{}
	for page, b := range pages {
		var items []string
		for item := range int(b & 0x7) {
			items = append(items, fmt.Sprintf(`"%d.%d"`, page, item))
		}
		next := [...]string{`,"next":null`, `,"next":{}`, `,"next":{"page":""}`, ``}[b>>3&3]
		if page < len(pages)-1 {
			next = fmt.Sprintf(`,"next":{"page":%q}`, cursorOf(page+1))
		}
		list := `"items":[` + strings.Join(items, ",") + `]`
		body := "{" + list + next + "}"
		if b&0x80 != 0 { // the cursor stands first, so that it is a hint
			body = "{" + strings.TrimPrefix(next+","+list, ",") + "}"
		}
		bodies[cursorOf(page)], at[cursorOf(page)] = body, page
	}
	attempts := make(chan map[string]int, 1)
	attempts <- map[string]int{}
	return play(t, func(req *http.Request) (*http.Response, error) {
		cursor := req.URL.Query().Get("page")
		body, ok := bodies[cursor]
		if !ok {
			return respond(400, "no such cursor")(req)
		}
		counts := <-attempts
		kind, size := fault(at[cursor], counts[cursor])
		counts[cursor]++
		attempts <- counts
		switch kind {
		case pageBusy:
			return respond(502, "<html>")(req)
		case pageTruncated:
			return truncatedBody(200, body[:size%len(body)], io.ErrUnexpectedEOF)(req)
		case pageShort:
			return respond(200, body[:size%len(body)])(req)
		case pageReset:
			return lostAfter(io.EOF)(req)
		case pageLimited:
			return respond(429, "")(req)
		case pageGone:
			return respond(404, "")(req)
		default:
			return respond(200, body)(req)
		}
	})
}
