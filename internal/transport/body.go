package transport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"sync"
)

// firstBuffer is the maximum size of the buffer for a body with a Content-Length. A page of 1000
// sites fits into it.
const firstBuffer = 2 << 20

// grownBuffer is the maximum size of the buffer for a body without a length. This buffer grows by
// doubling.
const grownBuffer = 64 << 10

var errTooLarge = errors.New("the response is larger than the limit")

// segment is the number of bytes by which a full buffer grows. If the buffer doubled instead, it
// would take three times the size of the body.
const segment = 256 << 10

// segments contains segments for reuse. Without them, each large body would grow the heap until the
// garbage collector runs.
var segments = sync.Pool{New: func() any { return new([segment]byte) }}

// buffers contains buffers of short responses for reuse. No decoded value refers to them.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// takeBuffer returns the buffer into which the response is read. The buffer is reused, unless the
// caller, or a type of the caller that decodes the JSON, can keep the body.
func (c *call) takeBuffer() *[]byte {
	if c.cfg.RawBody != nil || c.op.Unlisted {
		return new([]byte)
	}
	if c.buffer == nil {
		c.buffer = buffers.Get().(*[]byte) //nolint:forcetypeassert // the pool holds nothing else
	}
	return c.buffer
}

// giveBuffer releases the buffer after the response was decoded. It does not reuse a buffer that a
// mismatch may quote. It does not reuse a long buffer either, because the heap would no longer fit
// into the cache of the processor.
func (c *call) giveBuffer() {
	if c.buffer != nil && c.mismatch == nil && cap(*c.buffer) <= grownBuffer {
		buffers.Put(c.buffer)
		c.buffer, c.responseBody = nil, nil
	}
}

// readBody reads at most limit bytes of the body into buffer. If they do not fit, it replaces
// buffer with a larger one. The limit applies after decompression, so that a small response cannot
// expand without bound. If the body is too large or truncated, readBody returns enough of its
// beginning for an error.
func readBody(resp *http.Response, limit int64, buffer *[]byte) ([]byte, error) {
	limit = min(limit, math.MaxInt64-1)
	size := int64(512)
	if resp.ContentLength > 0 {
		size = min(resp.ContentLength, limit, firstBuffer) + 1 // one more byte, so that the end is detected without growing
	}
	if int64(cap(*buffer)) < size {
		*buffer = make([]byte, 0, size)
	}
	parts := [][]byte{(*buffer)[:0]}
	defer func() {
		for _, part := range parts[1:] {
			segments.Put((*[segment]byte)(part[:segment]))
		}
	}()
	for size = 0; ; {
		last := len(parts) - 1
		part := parts[last]
		switch {
		case len(part) < cap(part):
		case cap(part) < grownBuffer:
			part = append(part, 0)[:len(part)]
			*buffer = part
		default:
			part = segments.Get().(*[segment]byte)[:0] //nolint:forcetypeassert // the pool holds nothing else
			parts, last = append(parts, part), last+1
		}
		n, err := resp.Body.Read(part[len(part):min(int64(cap(part)), int64(len(part))+limit+1-size)])
		parts[last] = part[:len(part)+n]
		switch size += int64(n); {
		case size > limit:
			return parts[0][:min(int64(len(parts[0])), limit)], tooLarge(limit)
		case err == io.EOF && last == 0:
			return parts[0], nil
		case err == io.EOF:
			return bytes.Join(parts, nil), nil
		case err != nil:
			return parts[0], err
		}
	}
}

func tooLarge(limit int64) error { return fmt.Errorf("%w of %d bytes", errTooLarge, limit) }
