// Package gunzip decompresses gzip while the sender still writes it.
package gunzip

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// A Reader decompresses a body while the sender still writes it. It returns all flushed data before
// it reads more of the body. It buffers a fixed number of bytes, however large the decompressed
// body is.
//
// Package gzip alone does not suffice, because it holds back the end of a member until the next
// member begins.
type Reader struct {
	body   *bufio.Reader
	member *gzip.Reader // nil before the first member
	inside bool         // whether it is reading a member
}

// NewReader returns a reader that decompresses body.
func NewReader(body io.Reader) *Reader { return &Reader{body: bufio.NewReader(body)} }

// Read returns [io.ErrUnexpectedEOF] if the body ends inside a member or has no member, and a
// [*CorruptError] if the body is not gzip.
func (g *Reader) Read(p []byte) (int, error) {
	for {
		if !g.inside {
			if err := g.open(); err != nil {
				return 0, corrupted(err)
			}
		}
		n, err := g.member.Read(p)
		if err != io.EOF { //nolint:errorlint // gzip returns io.EOF itself at the end of a member
			return n, corrupted(err)
		}
		g.inside = false
		if n > 0 {
			return n, nil
		}
	}
}

// open begins the next member. It returns [io.EOF] if there is none.
func (g *Reader) open() (err error) {
	switch _, err := g.body.Peek(1); {
	case err == io.EOF && g.member == nil:
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	}
	if g.member == nil {
		g.member, err = gzip.NewReader(g.body)
	} else {
		err = g.member.Reset(g.body)
	}
	if err != nil {
		return err
	}
	g.member.Multistream(false)
	g.inside = true
	return nil
}

// A CorruptError reports that a body does not have the content encoding in its header.
type CorruptError struct{ err error }

func (e *CorruptError) Error() string { return fmt.Sprintf("want an event stream in gzip: %v", e.err) }

func (e *CorruptError) Unwrap() error { return e.err }

// corrupted returns a [*CorruptError] if the body is not gzip. It returns any other error
// unchanged.
func corrupted(err error) error {
	_, isFlate := errors.AsType[flate.CorruptInputError](err)
	if isFlate || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return &CorruptError{err}
	}
	return err
}
