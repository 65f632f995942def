package jsonx

import (
	"bytes"
	"errors"
	"maps"

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

// Merge returns the JSON object data with the fields of the JSON object changes added or replaced,
// and reports whether that changes data. Data that is empty or null is an empty object.
func Merge(data, changes []byte) (merged []byte, changed bool, err error) {
	if len(data) == 0 || IsNull(data) {
		data = []byte("{}")
	}
	fields, err := Fields(data)
	if err != nil {
		return nil, false, err
	}
	before, err := Marshal(fields)
	if err != nil {
		return nil, false, err
	}
	added, err := Fields(changes)
	if err != nil {
		return nil, false, err
	}
	maps.Copy(fields, added)
	merged, err = Marshal(fields)
	return merged, !bytes.Equal(before, merged), err
}

// isObjectText is IsObject for JSON that may begin with space.
func isObjectText(data []byte) bool {
	return jsontext.Value(data).Kind() == jsontext.KindBeginObject
}
