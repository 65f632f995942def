package jsonx

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// Changed returns raw, a JSON object, with the differences between before and after. These are what
// a Go value decoded from raw is encoded as, before and after a change. All else stays as it is in
// raw: fields that are absent stay absent, also if the Go type always encodes them. A list with a
// difference is replaced as a whole.
func Changed(raw, before, after []byte) ([]byte, error) {
	if bytes.Equal(before, after) {
		return raw, nil
	}
	if !isObjectText(raw) || !IsObject(before) || !IsObject(after) {
		return after, nil
	}
	fields, errRaw := Fields(raw)
	old, errBefore := Fields(before)
	changed, errAfter := Fields(after)
	if err := errors.Join(errRaw, errBefore, errAfter); err != nil {
		return nil, err
	}
	for name := range old {
		if _, stays := changed[name]; !stays {
			delete(fields, name)
		}
	}
	for name, value := range changed {
		was, known := old[name]
		if known && bytes.Equal(was, value) {
			continue
		}
		inner, err := Changed(fields[name], was, value)
		if err != nil {
			return nil, err
		}
		fields[name] = inner
	}
	return Marshal(fields)
}

// isObjectText is IsObject for JSON that may begin with space.
func isObjectText(data []byte) bool {
	return jsontext.Value(data).Kind() == jsontext.KindBeginObject
}
