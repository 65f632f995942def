package transport

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
)

// firstBuffer bounds what a Content-Length alone makes us allocate. A page of 1000 sites fits, which would else be copied.
const firstBuffer = 2 << 20

var errTooLarge = errors.New("the answer is larger than the limit")

// readBody reads at most limit bytes of the answer. The limit counts after gunzip, so that a small answer cannot grow without bound.
func readBody(resp *http.Response, limit int64) ([]byte, error) {
	limit = min(limit, math.MaxInt64-1)
	size := int64(512)
	if resp.ContentLength > 0 {
		size = min(resp.ContentLength, limit, firstBuffer) + 1 // one more byte, so that the end is seen without growing
	}
	body := make([]byte, 0, size)
	for {
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := resp.Body.Read(body[len(body):min(int64(cap(body)), limit+1)])
		body = body[:len(body)+n]
		if int64(len(body)) > limit {
			return body[:limit], fmt.Errorf("%w of %d bytes", errTooLarge, limit)
		}
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return body, err
		}
	}
}

// discard reads on when that keeps the connection at no risk: a short body of a known length. A 205 has none, and reading it can hang.
func discard(resp *http.Response) {
	const most = 4 << 10
	if resp.StatusCode != http.StatusResetContent && resp.ContentLength > 0 && resp.ContentLength <= most {
		_, _ = io.CopyN(io.Discard, resp.Body, resp.ContentLength)
	}
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }
