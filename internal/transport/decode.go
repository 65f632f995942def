package transport

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// The characters with which the root of a response begins.
const (
	beginObject = '{'
	beginArray  = '['
)

var (
	errNotObject = errors.New("want a JSON object")
	errNotArray  = errors.New("want a JSON array")
)

// space is what JSON may begin with.
const space = " \t\r\n"

// decode decodes data, a response or a message of one, into out. A value of another type below the
// root is kept as a mismatch unless decoding is strict.
func (c *call) decode(decode func(data []byte, v any) (*jsonx.Mismatch, error), data []byte, out any) error {
	if err := checkRoot(data, rootOf(out)); err != nil {
		return c.decodeError(err)
	}
	mismatch, err := decode(data, out)
	if err != nil {
		return c.decodeError(err)
	}
	if mismatch != nil && c.cfg.StrictDecoding {
		return c.mismatchError(mismatch)
	}
	if missing := jsonx.FindMissing(data, out, c.cfg.StrictDecoding); missing != nil {
		if c.cfg.StrictDecoding {
			return c.mismatchError(&missing.Mismatch)
		}
		mismatch = cmp.Or(mismatch, &missing.Mismatch)
		if missing.About {
			c.mismatch = cmp.Or(c.mismatch, mismatch)
			return c.mismatchError(&missing.Mismatch)
		}
	}
	c.mismatch = cmp.Or(c.mismatch, mismatch)
	return nil
}

// rootOf returns the character with which a response that is decoded into out begins.
func rootOf(out any) byte {
	if reflect.TypeOf(out).Elem().Kind() == reflect.Slice {
		return beginArray
	}
	return beginObject
}

// mismatchError returns the error of a response with a value that does not fit, or without one.
func (c *call) mismatchError(m *jsonx.Mismatch) error {
	reason := fmt.Errorf("%s: want %s, got %s", m.Path, m.Want, m.Got)
	if m.IsMissing() {
		reason = fmt.Errorf("%s is missing: want %s, got %s", m.Path, m.Want, m.Got)
	}
	e := c.decodeError(reason)
	e.Pointer = c.secrets.Text(m.Path)
	return e
}

// checkRoot returns an error if a response does not begin as its operation responds: null would
// decode into anything.
func checkRoot(data []byte, begin byte) error {
	if len(data) > 0 && data[0] == begin {
		return nil
	}
	want := errNotObject
	if begin == beginArray {
		want = errNotArray
	}
	trimmed := bytes.TrimLeft(data, space)
	switch {
	case len(trimmed) == 0:
		return fmt.Errorf("%w, got an empty body", want)
	case trimmed[0] == begin:
		return nil
	case trimmed[0] == '<':
		return fmt.Errorf("%w, got what looks like HTML", want)
	default:
		return want
	}
}
