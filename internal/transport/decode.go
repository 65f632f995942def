package transport

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

var (
	errNotObject = errors.New("want a JSON object")
	errNotArray  = errors.New("want a JSON array")
)

// space contains the characters that may precede JSON.
const space = " \t\r\n"

// decode decodes data, which is a response or a message of a stream, into out. A value of the wrong
// type below the root is recorded as a mismatch, unless decoding is strict.
func (c *call) decode(decode func(data []byte, v any) (*jsonx.Mismatch, error), data []byte, out any) error {
	if err := checkRoot(data, isList(out)); err != nil {
		return c.decodeError(err)
	}
	mismatch, err := decode(data, out)
	if err != nil {
		return c.decodeError(err)
	}
	if mismatch != nil && c.cfg.StrictDecoding {
		return c.mismatchError(mismatch)
	}
	which := jsonx.MissingAbout
	switch {
	case c.cfg.StrictDecoding:
		which = jsonx.MissingAny
	case c.cfg.Meta != nil, c.core.settings.Logger != nil:
		which = jsonx.MissingGrave
	}
	missing := jsonx.FindMissing(data, out, which)
	if missing != nil && !c.cfg.StrictDecoding {
		mismatch = cmp.Or(mismatch, &missing.Mismatch)
	}
	c.mismatch = cmp.Or(c.mismatch, mismatch)
	if missing != nil && (c.cfg.StrictDecoding || missing.About) {
		return c.mismatchError(&missing.Mismatch)
	}
	return nil
}

// isList reports whether a response must be an array to be decoded into out.
func isList(out any) bool { return reflect.TypeOf(out).Elem().Kind() == reflect.Slice }

// mismatchError returns the error for a response in which a value is missing or does not fit.
func (c *call) mismatchError(m *jsonx.Mismatch) error {
	reason := fmt.Errorf("%s: want %s, got %s", m.Pointer, m.Want, m.Got)
	if m.IsMissing() {
		reason = fmt.Errorf("%s is missing: want %s, got %s", m.Pointer, m.Want, m.Got)
	}
	return c.decodeErrorAt(m.Pointer, reason)
}

// decodeErrorAt returns the error for a 2xx response with a value that is missing or wrong.
func (c *call) decodeErrorAt(pointer string, err error) error {
	e := c.decodeError(err)
	e.Pointer = c.secrets.Text(pointer)
	return e
}

// checkRoot returns an error if a response is neither an object nor, for a list, an array. Without
// this check, null would decode into any type.
func checkRoot(data []byte, isList bool) error {
	begin, want := byte('{'), errNotObject
	if isList {
		begin, want = '[', errNotArray
	}
	data = bytes.TrimLeft(data, space)
	switch {
	case len(data) == 0:
		return fmt.Errorf("%w, got an empty body", want)
	case data[0] == begin:
		return nil
	case data[0] == '<':
		return fmt.Errorf("%w, got what looks like HTML", want)
	default:
		return want
	}
}
