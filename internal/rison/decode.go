package rison

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

var (
	errValue  = errors.New("want a value")
	errKey    = errors.New("want a key")
	errQuote  = errors.New("want the end of a string")
	errNumber = errors.New("want a number")
)

// Decode returns the value of a Rison text, which is a map[string]any, []any, string,
// [json.Number], bool or nil. Errors do not contain the text.
func Decode(text string) (any, error) {
	d := decoder{rest: text}
	if !utf8.ValidString(text) {
		return nil, errors.New("decode Rison: want UTF-8")
	}
	v, err := d.value(0)
	if err == nil && d.rest != "" {
		err = errors.New("want one value")
	}
	if err != nil {
		return nil, fmt.Errorf("decode Rison: character %d: %w",
			utf8.RuneCountInString(text)-utf8.RuneCountInString(d.rest)+1, err)
	}
	return v, nil
}

type decoder struct{ rest string }

// skip skips a prefix of the rest, and reports whether the rest began with it.
func (d *decoder) skip(prefix string) (ok bool) {
	d.rest, ok = strings.CutPrefix(d.rest, prefix)
	return ok
}

func (d *decoder) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	switch {
	case d.skip("!t"):
		return true, nil
	case d.skip("!f"):
		return false, nil
	case d.skip("!n"):
		return nil, nil
	case d.skip("!("):
		list := []any{}
		err := d.elements(func() error {
			v, err := d.value(depth + 1)
			list = append(list, v)
			return err
		})
		return list, err
	case d.skip("("):
		object := map[string]any{}
		err := d.elements(func() error { return d.pair(object, depth) })
		return object, err
	case d.rest != "" && (d.rest[0] == '-' || isDigit(d.rest[0])):
		return d.number()
	default:
		return d.text(errValue)
	}
}

// elements decodes the elements up to the closing parenthesis. The opening one has already been
// skipped.
func (d *decoder) elements(one func() error) error {
	if d.skip(")") {
		return nil
	}
	for {
		if err := one(); err != nil {
			return err
		}
		switch {
		case d.skip(")"):
			return nil
		case !d.skip(","):
			return errors.New("want a comma or the end")
		}
	}
}

func (d *decoder) pair(object map[string]any, depth int) error {
	key, err := d.text(errKey)
	if err != nil {
		return err
	}
	if !d.skip(":") {
		return errors.New("want a colon")
	}
	object[key], err = d.value(depth + 1)
	return err
}

// text decodes an id or a string. It returns missing if there is neither.
func (d *decoder) text(missing error) (string, error) {
	if !d.skip("'") {
		id, rest := cutID(d.rest)
		if id == "" {
			return "", missing
		}
		d.rest = rest
		return id, nil
	}
	var b strings.Builder
	for {
		end := strings.IndexAny(d.rest, "'!")
		if end < 0 {
			return "", errQuote
		}
		b.WriteString(d.rest[:end])
		d.rest = d.rest[end:]
		switch {
		case d.skip("'"):
			return b.String(), nil
		case d.skip("!!"):
			b.WriteByte('!')
		case d.skip("!'"):
			b.WriteByte('\'')
		default:
			return "", errors.New("want !! or !' in a string")
		}
	}
}

func (d *decoder) number() (json.Number, error) {
	end := strings.IndexFunc(d.rest, func(r rune) bool { return !strings.ContainsRune("-0123456789.e", r) })
	if end < 0 {
		end = len(d.rest)
	}
	if text := d.rest[:end]; json.Valid([]byte(text)) { // of valid JSON, only numbers consist of these characters
		d.rest = d.rest[end:]
		return json.Number(text), nil
	}
	return "", errNumber
}
