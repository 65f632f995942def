package transport

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/publishing-platform/publishing-go/internal/jsonx"
)

var errNotObject = errors.New("want a JSON object")

// space is what JSON may begin with.
const space = " \t\r\n"

// decode decodes the response into out. A value of another type below the root is kept as a
// mismatch unless decoding is strict.
func (x *exchange) decode(out any) error { return x.decodeBy(jsonx.Decode, x.responseBody, out) }

// decodeMessage is decode for a message of a stream.
func (x *exchange) decodeMessage(data []byte, out any) error {
	return x.decodeBy(jsonx.DecodeText, data, out)
}

func (x *exchange) decodeBy(decode func([]byte, any) (*jsonx.Mismatch, error), data []byte, out any) error {
	if err := checkObject(data); err != nil {
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

// checkObject returns an error if a response is not an object. Every response of the service is
// one, and null would decode into anything.
func checkObject(data []byte) error {
	trimmed := bytes.TrimLeft(data, space)
	switch {
	case len(trimmed) == 0:
		return fmt.Errorf("%w, got an empty body", errNotObject)
	case trimmed[0] == '{':
		return nil
	case trimmed[0] == '<':
		return fmt.Errorf("%w, got what looks like HTML", errNotObject)
	default:
		return errNotObject
	}
}
