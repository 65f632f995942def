package contract

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/api"
)

const thingResponse = `{"id": "a", "at": "2026-01-02T03:04:05.6+02:00", "name": "b", "tags": ["c", "d"], "sizes": [{"width": 1.50}], "by": {"e": {"on": true}}}`

type thingSize struct {
	Width float64 `json:"width"`
}

type thingFlag struct {
	On bool `json:"on"`
}

type thing struct {
	ID    string               `json:"id"`
	At    time.Time            `json:"at"`
	Name  *string              `json:"name,omitzero"`
	Tags  []string             `json:"tags,omitzero"`
	Sizes []thingSize          `json:"sizes"`
	By    map[string]thingFlag `json:"by,omitzero"`
}

func thingRow[T any]() Row {
	return Row{
		Op: "Things.Get",
		Call: func(a Args) (any, error) {
			out := new(T)
			err := a.Do(a.Ctx, publishing.Request{
				Method: "PUT",
				Path:   "/v1/things/{thingId}",
				Params: map[string]string{"thingId": a.ID[0]},
				Query:  url.Values{"q": {"r"}},
				Body:   map[string]any{"on": true, "name": nil},
			}, out, a.Opts...)
			if err != nil {
				return nil, err
			}
			return out, nil
		},
		Request:  "PUT /v1/things/thing%2F1?q=r",
		Body:     `{"on": true, "name": null}`,
		Status:   201,
		Response: thingResponse,
	}
}

var examples = fstest.MapFS{"messages.sse": {Data: []byte("data: {}\n\n")}}

func examined(t *testing.T, r Row) *finding {
	t.Helper()
	f := r.examine(parsed(t, "Things.Get", "PUT", "/v1/things/{thingId}"), examples)
	if f.full != nil {
		f.dropEach()
	}
	return f
}

type (
	thingWithoutName struct {
		ID    string               `json:"id"`
		At    time.Time            `json:"at"`
		Tags  []string             `json:"tags,omitzero"`
		Sizes []thingSize          `json:"sizes"`
		By    map[string]thingFlag `json:"by,omitzero"`
	}
	thingCut struct {
		thing
		At day `json:"at"`
	}
	thingKept struct {
		ID    string                     `json:"id"`
		Extra map[string]json.RawMessage `json:",embed"`
	}
	thingHidden struct{ raw []byte }
)

// day is a time that loses its hours.
type day struct{ time.Time }

func (d *day) UnmarshalJSON(data []byte) error {
	if err := d.Time.UnmarshalJSON(data); err != nil {
		return err
	}
	d.Time = d.Truncate(24 * time.Hour)
	return nil
}

func (k *thingKept) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &k.Extra); err != nil {
		return err
	}
	k.ID = strings.Trim(string(k.Extra["id"]), `"`)
	delete(k.Extra, "id")
	return nil
}

func (k thingKept) MarshalJSON() ([]byte, error) {
	members := map[string]any{"id": k.ID}
	for name, value := range k.Extra {
		members[name] = value
	}
	return json.Marshal(members)
}

func (h *thingHidden) UnmarshalJSON(data []byte) error {
	h.raw = slices.Clone(data)
	return nil
}

func (h thingHidden) MarshalJSON() ([]byte, error) {
	if h.raw == nil {
		return []byte(`{}`), nil
	}
	return h.raw, nil
}

func TestExamineDetectsWhatIsNotEncodedAgain(t *testing.T) {
	t.Parallel()
	zero := thingRow[thing]()
	zero.Response = `{"id": "", "at": "2026-01-02T03:04:05Z", "sizes": [{"width": 0}], "by": {"e": {"on": false}}}`
	null := thingRow[thing]()
	null.Response = `{"id": "a", "at": "2026-01-02T03:04:05Z", "name": null, "sizes": [], "by": null}`
	beside := thingRow[thing]()
	beside.Call = func(Args) (any, error) { return new(thing), errors.New("a reason") }
	for name, test := range map[string]struct {
		row  Row
		want []string
	}{
		"as it should be":   {thingRow[thing](), nil},
		"null for absent":   {null, nil},
		"no field":          {thingRow[thingWithoutName](), []string{`came back: /name: want "b", got null`}},
		"a truncated time":  {thingRow[thingCut](), []string{`came back: /at: want "2026-01-02T03:04:05.6+02:00", got "2026-01-02T02:00:00+02:00"`}},
		"no exported field": {thingRow[thingHidden](), []string{`came back: /at: want "2026-01-02T03:04:05.6+02:00", got null`}},
		"a catch-all":       {thingRow[thingKept](), []string{"/at: no exported field", "/by: no", "/by/e: no", "/by/e/on: no", "/name: no", "/sizes: no", "/sizes/0/width: no", "/tags: no"}},
		"zero values":       {zero, []string{"/id: not missed", "/sizes/0/width: not missed", "/by/e/on: not missed"}},
		"a value beside":    {beside, []string{"want 1 request, got 0 (error: a reason)", "got a value beside an error", "error: a reason"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hasProblems(t, examined(t, test.row).problems, test.want)
		})
	}
}

func TestExamineDetectsWrongRequests(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*Row)
		want   []string
	}{
		"another method":     {func(r *Row) { r.Request = "POST /v1/things/thing%2F1?q=r" }, []string{"request: want POST /v1"}},
		"another path":       {func(r *Row) { r.Request = "PUT /v1/things/thing/1?q=r" }, []string{"got PUT /v1/things/thing%2F1?q=r"}},
		"another query":      {func(r *Row) { r.Request = "PUT /v1/things/thing%2F1" }, []string{"got PUT /v1/things/thing%2F1?q=r"}},
		"absent for null":    {func(r *Row) { r.Body = `{"on": true}` }, []string{`body: want {"on":true}, got {"name":null,"on":true}`}},
		"another value":      {func(r *Row) { r.Body = `{"on": "true", "name": null}` }, []string{"body: want"}},
		"a body too much":    {func(r *Row) { r.Body = "" }, []string{"body: want none", `want no other headers, got ["Content-Type"]`}},
		"another status":     {func(r *Row) { r.Status = 404 }, []string{"error: Do: PUT"}},
		"an unmet error":     {func(r *Row) { r.Err = api.ErrNotFound }, []string{`want one that matches "not found", got <nil>`}},
		"another error":      {func(r *Row) { r.Status, r.Err = 409, api.ErrNotFound }, []string{`want one that matches "not found", got Do: PUT`}},
		"an outcome":         {func(r *Row) { r.Outcome = api.Deleted }, []string{"outcome: want deleted, got <nil>"}},
		"a stream":           {func(r *Row) { r.Response = "messages.sse" }, []string{`Accept: want "text/event-stream"`, `Accept-Encoding: want "identity"`, "error: Do"}},
		"no file":            {func(r *Row) { r.Response = "none.json" }, []string{"none.json"}},
		"a response no JSON": {func(r *Row) { r.Response = `{"id"}` }, []string{"response: invalid character"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := thingRow[thing]()
			test.change(&r)
			got := examined(t, r).problems
			for _, problem := range test.want {
				require.Contains(t, strings.Join(got, "\n"), problem)
			}
			require.NotEmpty(t, got)
		})
	}
	r := thingRow[thing]()
	hasProblems(t, r.examine(nil, examples).problems, []string{`no operation "Things.Get"`})
}
