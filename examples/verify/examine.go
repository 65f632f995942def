package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/pagination"
)

// A response is the result of a call, with what was sent.
type response struct {
	op     *op.Op
	isList bool
	value  reflect.Value // result of the method
	raw    []byte
	body   any // JSON of raw, nil if it is none
	meta   api.Meta
	err    error
}

func (r *response) parse() {
	if r.meta.Status >= http.StatusOK && r.meta.Status < http.StatusMultipleChoices {
		r.body, _ = parse(r.raw)
	}
}

// items returns the elements of a page.
func (r *response) items() []any {
	object, _ := r.body.(map[string]any)
	items, _ := object["items"].([]any)
	return items
}

// next returns the cursor of the next page, "" for none.
func (r *response) next() string {
	for _, cursor := range textsAt(r.body, "next.page") {
		return cursor
	}
	return ""
}

// examine reports how a response differs from what the SDK expects.
func (r *response) examine(
	ctx context.Context, strict *publishing.Client, at place, page paging, to *report,
) {
	add := func(kind kind, path, detail string) {
		to.add(finding{r.op.Name, kind, maskPointer(r.resultType(), path), detail})
	}
	switch {
	case isMissing(r.meta.Status): // which the table of operations shows
		return
	case r.meta.Status != http.StatusOK && r.meta.Status != 0:
		add(kindStatus, "", http.StatusText(r.meta.Status))
	}
	if m := r.meta.Mismatch; m != nil {
		add(kindOf(m), m.Pointer, "want "+m.Want+", got "+m.Got)
	}
	if r.err != nil {
		r.addFailure(add)
		return
	}
	r.findMissing(ctx, strict, at, page, add)
	r.compare(add)
}

// fillers are values in JSON, of which one fits each field, or nearly.
var fillers = []string{`"x"`, `1`, `true`, `[]`, `{}`, `"2006-01-02T15:04:05Z"`}

// maxDecodings is the maximum number of times that a response is decoded to find what it lacks.
const maxDecodings = 500

// findMissing reports the required fields that a response lacks. Strict decoding ends at the first
// value that does not fit, so findMissing fills in another one there, and decodes the response
// again.
func (r *response) findMissing(
	ctx context.Context, strict *publishing.Client, at place, page paging,
	add func(kind kind, path, detail string),
) {
	again := &response{op: r.op, meta: r.meta, raw: r.raw}
	body, _ := parse(r.raw)
	var filled []string // pointers
	next := 0           // filler of the last pointer
	for range maxDecodings {
		again.send(context.WithValue(ctx, recordedKey{}, again), strict, at, page)
		broken, isBroken := errors.AsType[*api.DecodeError](again.err)
		if !isBroken {
			return
		}
		pointer := broken.Pointer
		if len(filled) == 0 || pointer != filled[len(filled)-1] {
			isInFilled := slices.ContainsFunc(filled, func(other string) bool {
				return strings.HasPrefix(pointer, other+"/")
			})
			isReported := r.meta.Mismatch != nil && r.meta.Mismatch.Pointer == pointer
			if value := valueAt(r.body, pointer); !isInFilled && !isReported && (value == nil || value == "") {
				add(kindMissing, pointer, "the field is required")
			}
			filled, next = append(filled, pointer), 0
		}
		if next == len(fillers) {
			return
		}
		filler, _ := parse([]byte(fillers[next]))
		if next++; !setAt(body, pointer, filler) {
			return
		}
		again.raw, _ = json.Marshal(body)
	}
}

// valueAt returns the value at a JSON pointer, nil for none.
func valueAt(value any, pointer string) any {
	if pointer == "" {
		return value
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch v := value.(type) {
		case map[string]any:
			value = v[unescape.Replace(step)]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// setAt sets the value at a JSON pointer, and reports whether there can be one.
func setAt(body any, pointer string, value any) bool {
	cut := strings.LastIndex(pointer, "/")
	if cut < 0 {
		return false
	}
	step := unescape.Replace(pointer[cut+1:])
	switch parent := valueAt(body, pointer[:cut]).(type) {
	case map[string]any:
		parent[step] = value
		return true
	case []any:
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(parent) {
			return false
		}
		parent[i] = value
		return true
	default:
		return false
	}
}

func kindOf(m *api.Mismatch) kind {
	switch {
	case m.Pointer == "/count" && m.Want != "int64":
		return kindCount
	case m.Got == "nothing", m.Got == "null", m.Got == "an empty string":
		return kindMissing
	default:
		return kindType
	}
}

// addFailure reports why a call failed, unless its status is the reason.
func (r *response) addFailure(add func(kind kind, path, detail string)) {
	if broken, ok := errors.AsType[*api.DecodeError](r.err); ok {
		add(kindUndecodable, broken.Pointer, "")
	} else if r.meta.Status == 0 || r.meta.Status == http.StatusOK {
		add(kindFailed, "", failure(r.err))
	}
}

// failure returns what an error is about, without the text of the service.
func failure(err error) string {
	if _, ok := errors.AsType[*api.ValidationError](err); ok {
		return "the SDK rejected the request"
	}
	if errors.Is(err, pagination.ErrIncomplete) {
		return "the list is incomplete"
	}
	if _, ok := errors.AsType[*api.StreamError](err); ok {
		return "the service ended the stream with an error"
	}
	if failed, ok := errors.AsType[*api.TransportError](err); ok && failed.Status != 0 {
		return "the response is truncated"
	}
	return "there is no response"
}

// compare encodes the result again, and reports what was lost or changed on the way, and what the
// SDK does not know.
func (r *response) compare(add func(kind kind, path, detail string)) {
	encoded, err := json.Marshal(r.value.Interface())
	if err != nil {
		add(kindChanged, "", "the result cannot be encoded")
		return
	}
	again, err := parse(encoded)
	if err != nil || r.body == nil {
		return
	}
	sent := r.body
	if r.op.Name == "Orgs.Ask.Answer" { // whose method returns a field of the response
		sent = fieldOf(sent, "answer")
	}
	differences(sent, again, "", func(path, detail string, lost bool) {
		switch {
		case r.meta.Mismatch != nil && path == r.meta.Mismatch.Pointer: // which is reported
		case lost:
			add(kindUnknownField, path, detail)
		default:
			add(kindChanged, path, detail)
		}
	})
	inspect(r.value, "", add)
}

// resultType returns the type of the result.
func (r *response) resultType() reflect.Type {
	if !r.value.IsValid() {
		return nil
	}
	return r.value.Type()
}

// differences calls see for each value that is not the same in two JSON values. Absent and null are
// the same. lost reports whether a field is not in again.
func differences(sent, again any, path string, see func(path, detail string, lost bool)) {
	switch sent := sent.(type) {
	case nil: // which is reported where it must not be null
		return
	case map[string]any:
		object, ok := again.(map[string]any)
		if !ok {
			break
		}
		for name, value := range sent {
			other, has := object[name]
			step := path + "/" + escape(name)
			switch {
			case has:
				differences(value, other, step, see)
			case value != nil && !isAlias(name, sent):
				see(step, kindName(value), true)
			}
		}
		return
	case []any:
		list, ok := again.([]any)
		if !ok || len(list) != len(sent) {
			break
		}
		for i, element := range sent {
			differences(element, list[i], path+"/"+strconv.Itoa(i), see)
		}
		return
	default:
		if same(sent, again) {
			return
		}
	}
	see(path, kindName(sent)+" became "+kindName(again), false)
}

// isAlias reports whether a field of an object is an older name of another field, which the SDK
// reads.
func isAlias(name string, object map[string]any) bool {
	return name == "sections" && (object["children"] != nil || object["object"] == "site-section-group")
}

// same reports whether two values are the same: numbers in another form are, and times.
func same(sent, again any) bool {
	switch sent := sent.(type) {
	case json.Number:
		number, ok := again.(json.Number)
		a, isNumber := new(big.Rat).SetString(sent.String())
		b, isOther := new(big.Rat).SetString(number.String())
		return ok && isNumber && isOther && a.Cmp(b) == 0
	case string:
		other, ok := again.(string)
		if a, err := time.Parse(time.RFC3339, sent); err == nil && ok && sent != other {
			b, err := time.Parse(time.RFC3339, other)
			return err == nil && a.Equal(b)
		}
		return ok && sent == other
	case map[string]any, []any:
		return false
	default:
		return sent == again
	}
}

// kindName returns the kind of a JSON value.
func kindName(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	default:
		return "object"
	}
}

// parse returns the JSON value in data.
func parse(data []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// textsAt returns the texts at a field, such as items.id: those of all elements of a list, and with
// pages+ those of pages at any depth.
func textsAt(value any, field string) (texts []string) {
	switch v := value.(type) {
	case string:
		if field == "" && v != "" {
			texts = append(texts, v)
		}
	case []any:
		for _, element := range v {
			texts = append(texts, textsAt(element, field)...)
		}
	case map[string]any:
		name, rest, _ := strings.Cut(field, ".")
		name, deep := strings.CutSuffix(name, "+")
		texts = append(texts, textsAt(v[name], rest)...)
		if deep {
			children, _ := v[name].([]any)
			for _, child := range children {
				texts = append(texts, textsAt(child, field)...)
			}
		}
	}
	return texts
}

// recordedKey is the key of the response that [replay] returns.
type recordedKey struct{}

// replay is a transport that sends nothing. It returns the response in the context once more.
func replay(req *http.Request) (*http.Response, error) {
	recorded, _ := req.Context().Value(recordedKey{}).(*response)
	header := http.Header{"Content-Type": recorded.meta.Header.Values("Content-Type")}
	return &http.Response{
		StatusCode: recorded.meta.Status, Header: header, Request: req,
		Body: io.NopCloser(bytes.NewReader(recorded.raw)), ContentLength: int64(len(recorded.raw)),
	}, nil
}
