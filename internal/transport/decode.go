package transport

import (
	"bytes"
	"errors"
	"fmt"

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

// decode decodes the response into out. A value of another type below the root is kept as a
// mismatch unless decoding is strict.
func (x *exchange) decode(out any) error {
	return x.decodeBy(jsonx.Decode, beginObject, x.responseBody, out)
}

// decodeMessage is decode for a message of a stream.
func (x *exchange) decodeMessage(data []byte, out any) error {
	return x.decodeBy(jsonx.DecodeText, beginObject, data, out)
}

func (x *exchange) decodeBy(decode func([]byte, any) (*jsonx.Mismatch, error), begin byte, data []byte, out any) error {
	if err := checkRoot(data, begin); err != nil {
		return x.decodeError(err)
	}
	mismatch, err := decode(data, out)
	if err != nil {
		return x.decodeError(err)
	}
	if mismatch == nil {
		return nil
	}
	if x.core.settings.StrictDecoding {
		return x.decodeError(fmt.Errorf("%s: want %s, got %s", mismatch.Path, mismatch.Want, mismatch.Got))
	}
	if x.mismatch == nil {
		x.mismatch = mismatch
	}
	return nil
}

// checkRoot returns an error if a response does not begin as its operation responds: null would
// decode into anything.
func checkRoot(data []byte, begin byte) error {
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
