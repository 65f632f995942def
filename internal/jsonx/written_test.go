package jsonx

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type shownSecret struct{ text string }

func (s shownSecret) Reveal() string { return s.text }

type shownResponse struct {
	Title  string            `json:"title"`
	Path   string            `json:"path"`
	Emoji  *string           `json:"emoji,omitzero"`
	At     string            `json:"at"`
	Hidden bool              `json:"hidden"`
	Size   int               `json:"size"`
	Names  []string          `json:"names"`
	Space  map[string]any    `json:"space"`
	Labels map[string]string `json:"labels"`
	Body   any               `json:"body"`
	Key    shownSecret       `json:"key"`
	Parts  []struct {
		Name string `json:"name"`
	} `json:"parts"`
}

// TestChangesOnPurposeAreNoDifference compares what a service changes on purpose, and what looks
// like it.
func TestChangesOnPurposeAreNoDifference(t *testing.T) {
	t.Parallel()
	text := func(words string) string {
		return `{"object":"document","nodes":[{"leaves":[{"text":"` + words + `"}]}]}`
	}
	for _, test := range []struct{ sent, got, shows, taken, ignored, unknown string }{
		{sent: `{"title":" Guide "}`, got: `{"title":"Guide"}`, taken: "/title"},
		{sent: `{"title":"Guide"}`, got: `{"title":"guide"}`, ignored: "/title"},
		{sent: `{"title":"Guide"}`, got: `{}`, ignored: "/title"},
		{sent: `{"title":"Guide"}`, got: `{"title":null}`, ignored: "/title"},
		{sent: `{"title":""}`, got: `{}`, taken: "/title"},
		{sent: `{"title":null}`, got: `{"title":""}`, taken: "/title"},
		{sent: `{"title":null}`, got: `{"title":"Guide"}`, ignored: "/title"},
		{sent: `{"title":null}`, got: `{"title":"Guide"}`, shows: "null=title", unknown: "/title"},
		{sent: `{"title":null}`, got: `{"title":"Guide"}`, shows: "null=*", unknown: "/title"},
		{sent: `{"path":"/Guide a/"}`, got: `{"path":"guide%20a"}`, taken: "/path"},
		{sent: `{"path":"guide"}`, got: `{"path":"guides"}`, ignored: "/path"},
		{sent: `{"emoji":"🛠️"}`, got: `{"emoji":"1F6E0"}`, taken: "/emoji"},
		{sent: `{"emoji":"🛠️"}`, got: `{"emoji":"1f600"}`, ignored: "/emoji"},
		{sent: `{"at":"2026-01-02T03:04:05+01:00"}`, got: `{"at":"2026-01-02T02:04:05.000Z"}`, taken: "/at"},
		{sent: `{"at":"2026-01-02T03:04:05Z"}`, got: `{"at":"2026-01-02T03:04:06Z"}`, ignored: "/at"},
		{sent: `{"hidden":true}`, got: `{"hidden":false}`, ignored: "/hidden"},
		{sent: `{"hidden":false}`, got: `{}`, taken: "/hidden"},
		{sent: `{"size":1.0}`, got: `{"size":1}`, taken: "/size"},
		{sent: `{"size":1}`, got: `{"size":"1"}`, unknown: "/size"},
		{sent: `{"names":["a","b"]}`, got: `{"names":["b","a"]}`, taken: "/names"},
		{sent: `{"names":["a","a"]}`, got: `{"names":["b","a"]}`, ignored: "/names"},
		{sent: `{"names":["a"]}`, got: `{"names":["a","b"]}`, ignored: "/names"},
		{sent: `{"names":["a"]}`, got: `{"names":1}`, unknown: "/names"},
		{sent: `{"names":["a"]}`, got: `{"names":[{"user":{"id":"a"}}]}`, taken: "/names"},
		{sent: `{"space":"a"}`, got: `{"space":{"id":"a","of":{"id":"b"}}}`, taken: "/space"},
		{sent: `{"space":"b"}`, got: `{"space":{"id":"a","of":{"id":"b"}}}`, ignored: "/space"},
		{sent: `{"space":"b"}`, got: `{"space":{"n":1}}`, unknown: "/space"},
		{sent: `{"spaceId":"a"}`, got: `{"space":{"id":"a"}}`, unknown: "/spaceId"},
		{sent: `{"spaceId":"a"}`, got: `{"space":{"id":"b"}}`, shows: "spaceId=space.id", ignored: "/spaceId"},
		{sent: `{"spaceId":"a"}`, got: `{}`, shows: "spaceId=space.id", ignored: "/spaceId"},
		{sent: `{"labels":{"en":"A"}}`, got: `{"labels":{"en":"A","de":"B"}}`, taken: "/labels/en"},
		{sent: `{"labels":{"en":"A"}}`, got: `{"labels":{"de":"B"}}`, ignored: "/labels/en"},
		{sent: `{"labels":{}}`, got: `{"labels":{"de":"B"}}`, ignored: "/labels"},
		{sent: `{"labels":{"a/b":""}}`, got: `{"labels":{"a/b":"B"}}`, ignored: "/labels/a~1b"},
		{sent: `{"body":{"markdown":"*Say* a\\_b"}}`, got: `{"body":{"markdown":"_Say_ a_b"}}`, taken: "/body/markdown"},
		{sent: `{"body":{"markdown":"Say"}}`, got: `{"body":{"markdown":"Do"}}`, ignored: "/body/markdown"},
		{sent: `{"body":{"markdown":"![a](b.png)"}}`, got: `{"body":{"markdown":"<figure>"}}`, unknown: "/body/markdown"},
		{sent: `{"body":{"markdown":"Say"}}`, got: `{"body":{"document":{}}}`, unknown: "/body/markdown"},
		{sent: `{"body":` + text("Say it") + `}`, got: `{"body":` + text("Say  it!") + `}`, taken: "/body"},
		{sent: `{"body":` + text("Say it") + `}`, got: `{"body":` + text("Say") + `}`, ignored: "/body"},
		{sent: `{"body":` + text("") + `}`, got: `{"body":{"object":"document","nodes":[]}}`, ignored: "/body"},
		{sent: `{"key":"secret"}`, got: `{"key":"another"}`, unknown: "/key"},
		{sent: `{"parts":[{"name":"a"},{"name":"b"}]}`, got: `{"parts":[{"name":"a"},{"name":"c"}]}`, taken: "/parts/0/name", ignored: "/parts/1/name"},
		{sent: `{"parts":[{"name":"a"},{"name":"b"}]}`, got: `{"parts":[{"name":"a"}]}`, ignored: "/parts"},
		{sent: `{"parts":[{"name":"a","more":1}]}`, got: `{"parts":[{}]}`, ignored: "/parts/0/name", unknown: "/parts/0/more"},
		{sent: `{"title":"Guide"}`, got: ``, unknown: "/title"},
		{sent: `["a"]`, got: ``, unknown: "-"},
		{sent: `{"x":1e400,"title":"Guide"}`, got: `{"title":"Guide"}`, taken: "/title", unknown: "/x"},
		{sent: `{"title":"Guide"}`, got: `{"x":1e400,"title":"Guide"}`, taken: "/title"},
		{sent: `{"title":"Guide"}`, got: `{"x":[1],"x":{"a":2},"x":1,"title":"Old","title":"Guide"}`, taken: "/title"},
		{sent: `{}`, got: `{"title":"Guide"}`},
	} {
		got := CompareWritten([]byte(test.sent), []byte(test.got), nil, reflect.TypeFor[*shownResponse](), test.shows)
		one := func(pointer string) []string {
			switch pointer {
			case "":
				return nil
			case "-": // the body itself
				return []string{""}
			}
			return []string{pointer}
		}
		want := &Written{one(test.taken), one(test.ignored), one(test.unknown)}
		require.Equal(t, want, got, "sent %s, got %s", test.sent, test.got)
	}
}

// TestFieldsOfAnUnknownTypeAreComparedIfTheResponseHasThem compares without a type.
func TestFieldsOfAnUnknownTypeAreComparedIfTheResponseHasThem(t *testing.T) {
	t.Parallel()
	got := CompareWritten([]byte(`{"a":1,"b":2,"c":{"d":3}}`), []byte(`{"a":1,"b":3,"c":{}}`), nil, nil, "")
	require.Equal(t, &Written{[]string{"/a"}, []string{"/b"}, []string{"/c/d"}}, got)
}

// TestAFieldThatAnEditLeavesAloneIsNotIgnored compares a change of what the service had returned
// with a response that hides some of it.
func TestAFieldThatAnEditLeavesAloneIsNotIgnored(t *testing.T) {
	t.Parallel()
	was := []byte(`{"a":1,"b":[{"c":2}],"d":3}`)
	got := CompareWritten([]byte(`{"a":1,"b":[{"c":2}],"d":4}`), []byte(`{"a":0,"b":[{"c":0}],"d":3}`), was, nil, "")
	require.Equal(t, &Written{Ignored: []string{"/d"}, Unknown: []string{"/a", "/b/0/c"}}, got)
}
