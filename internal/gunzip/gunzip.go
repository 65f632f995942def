// Package gunzip reads gzip while it is being written.
package gunzip

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// A Reader reads a body in gzip while it is being written: what was flushed is returned before
// the body is asked for more. It buffers a fixed amount, whatever the body expands to.
//
// The gzip package alone holds the end of a member back until the next one begins.
type Reader struct {
	body   *bufio.Reader
	member *gzip.Reader // nil before the first one
	inside bool         // reads a member
}

// NewReader returns a reader of the gzip in body.
func NewReader(body io.Reader) *Reader { return &Reader{body: bufio.NewReader(body)} }

// Read returns [io.ErrUnexpectedEOF] when the body ends inside a member or has none, and a
// [*CorruptError] for what is not gzip.
func (g *Reader) Read(p []byte) (int, error) {
	for {
		if !g.inside {
			if err := g.open(); err != nil {
				return 0, corrupted(err)
			}
		}
		n, err := g.member.Read(p)
		if err != io.EOF { //nolint:errorlint // gzip returns it as it is at the end of a member
			return n, corrupted(err)
		}
		g.inside = false
		if n > 0 {
			return n, nil
		}
	}
}

// open begins the next member. It returns [io.EOF] when there is none.
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

// A CorruptError is a body that is not in the coding its header names.
type CorruptError struct{ err error }

func (e *CorruptError) Error() string { return fmt.Sprintf("want an event stream in gzip: %v", e.err) }

func (e *CorruptError) Unwrap() error { return e.err }

// corrupted distinguishes a body that is not gzip from one that failed.
func corrupted(err error) error {
	_, isFlate := errors.AsType[flate.CorruptInputError](err)
	if isFlate || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) {
		return &CorruptError{err}
	}
	return err
}
