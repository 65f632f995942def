package transport

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

// The first characters of the JSON in a response.
const (
	beginObject = '{'
	beginArray  = '['
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
	which := jsonx.MissingAbout
	switch {
	case c.cfg.StrictDecoding:
		which = jsonx.MissingAny
	case c.cfg.Meta != nil, c.core.settings.Logger != nil:
		which = jsonx.MissingGrave
	}
	if missing := jsonx.FindMissing(data, out, which); missing != nil {
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

// rootOf returns the character with which a response must begin to be decoded into out.
func rootOf(out any) byte {
	if reflect.TypeOf(out).Elem().Kind() == reflect.Slice {
		return beginArray
	}
	return beginObject
}

// mismatchError returns the error for a response in which a value is missing or does not fit.
func (c *call) mismatchError(m *jsonx.Mismatch) error {
	reason := fmt.Errorf("%s: want %s, got %s", m.Path, m.Want, m.Got)
	if m.IsMissing() {
		reason = fmt.Errorf("%s is missing: want %s, got %s", m.Path, m.Want, m.Got)
	}
	e := c.decodeError(reason)
	e.Pointer = c.secrets.Text(m.Path)
	return e
}

// checkRoot returns an error if a response does not begin with the expected character. Without this
// check, null would decode into any type.
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
