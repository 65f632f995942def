package richtext

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

const richText = `{
  "object":"document",
  "data":{"schemaVersion":1,"theme":"dark","version":1.50},
  "nodes":[
    {"object":"block","type":"paragraph","key":"k1","isVoid":false,"data":{"align":"left","big":12345678901234567890123},"nodes":[
      {"object":"text","key":"k2","leaves":[
        {"object":"leaf","text":"Hello ","marks":[]},
        {"object":"leaf","text":"world","marks":[{"object":"mark","type":"bold"},{"object":"mark","type":"color","data":{"text":"red"},"new":true}],"selections":[1]}
      ]},
      {"object":"inline","type":"emoji","isVoid":true,"data":{"code":"1f600"},"fragments":[{"object":"fragment","nodes":[]}]}
    ]},
    {"object":"block","type":"divider","isVoid":true,"nodes":[],"data":{},"meta":{"id":"x","deep":{"b":1,"a":[null,{}]}}},
    {"object":"block","type":"new-kind","nodes":[{"object":"block","type":"inner","unknown":null}],"rows":[[1,2],[3]]}
  ],
  "checksum":"\u0041é\ud83d\ude00",
  "nothing":null
}`

func TestDocumentRoundTrips(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		var document Document
		require.NoError(t, library.unmarshal([]byte(richText), &document), name)
		require.EqualValues(t, 1, *document.Data.SchemaVersion)
		require.Equal(t, "world", document.Nodes[0].Nodes[0].Leaves[1].Text)
		require.Equal(t, `"red"`, document.Nodes[0].Nodes[0].Leaves[1].Marks[1].Data["text"].String())
		require.Equal(t, []Fragment{{Object: "fragment", Nodes: []Node{}}}, document.Nodes[0].Nodes[1].Fragments)
		got, err := library.marshal(document)
		require.NoError(t, err)
		require.JSONEq(t, richText, string(got))
		for _, kept := range []string{`1.50`, `12345678901234567890123`, `\u0041é\ud83d\ude00`, `"nothing":null`, `"unknown":null`, `"nodes":[]`, `"marks":[]`, `"isVoid":false`, `"data":{}`} {
			require.Contains(t, string(got), kept, name)
		}
	}
}

func TestPartsOfADocumentRoundTrip(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for text, part := range map[string]any{
			`{"object":"block","type":"x","nodes":[],"new":1.0}`:                                                     new(Node),
			`{"object":"fragment","fragment":"caption","nodes":[{"object":"block","type":"x","new":1.0}],"new":1.0}`: new(Fragment),
			`{"object":"leaf","text":"","marks":[],"new":1.0}`:                                                       new(Leaf),
			`{"object":"mark","type":"bold","new":1.0}`:                                                              new(Mark),
			`{"schemaVersion":3,"new":1.0}`:                                                                          new(DocumentData),
			`{"markdown":"x","document":{"object":"document","data":{},"nodes":[]},"new":1.0}`:                       new(Content),
		} {
			require.NoError(t, library.unmarshal([]byte(text), part), name)
			got, err := library.marshal(part)
			require.NoError(t, err)
			require.JSONEq(t, text, string(got), name)
			require.Contains(t, string(got), `"new":1.0`)
		}
	}
}

func TestChangedDocumentIsEncodedWithItsChanges(t *testing.T) {
	t.Parallel()
	var document Document
	require.NoError(t, json.Unmarshal([]byte(richText), &document))
	document.Nodes = append(document.Nodes[:1], Node{Object: "block", Type: "paragraph", Nodes: []Node{
		{Object: "text", Leaves: []Leaf{{Object: "leaf", Text: ""}}},
	}})
	document.Extra["added"] = api.Raw(`{"x":1}`)
	delete(document.Extra, "checksum")
	got, err := json.Marshal(document)
	require.NoError(t, err)
	require.Contains(t, string(got), `{"object":"block","type":"paragraph","nodes":[{"object":"text","leaves":[{"object":"leaf","text":"","marks":[]}]}]}]`)
	require.Contains(t, string(got), `"added":{"x":1}`)
	require.NotContains(t, string(got), "checksum")
	require.NotContains(t, string(got), "divider")
}

func TestUnmarshalReplacesANestedDocument(t *testing.T) {
	t.Parallel()
	for _, library := range libraries {
		document := Document{Object: "old", Nodes: []Node{{Object: "old", Extra: map[string]api.Raw{"old": api.Raw("1")}}}, Extra: map[string]api.Raw{"old": api.Raw("1")}}
		require.NoError(t, library.unmarshal([]byte(`{"object":"document","data":{},"nodes":[{"object":"block"}]}`), &document))
		require.Equal(t, Document{Object: "document", Nodes: []Node{{Object: "block"}}}, document)
	}
}

// A value of another type than its field is an error when decoding strictly. The rest is decoded,
// and nothing is lost.
func TestDocumentWithAMismatchRoundTrips(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"object":5,"data":{},"nodes":[{"object":"block","new":1.50}]}`,
		`{"object":"document","data":"none","nodes":[{"object":"block","new":1.50}]}`,
		`{"object":"document","data":{"schemaVersion":1.5},"nodes":[{"object":"block","new":1.50}]}`,
		`{"object":"document","data":{},"nodes":[{"object":"block","new":1.50},7,null,"x"]}`,
		`{"object":"document","data":{},"nodes":[{"object":"block","key":5,"isVoid":"no","data":[1],"leaves":{},"new":1.50}]}`,
	} {
		for name, library := range libraries {
			var document Document
			require.Error(t, library.unmarshal([]byte(text), &document), "%s %s", name, text)
			if strings.HasPrefix(text, `{"object":"document","data":{`) {
				require.Equal(t, "document", document.Object)
				require.Nil(t, document.Data.SchemaVersion)
			}
			require.Equal(t, "1.50", document.Nodes[0].Extra["new"].String())
			require.Nil(t, document.Nodes[0].Key)
			require.Nil(t, document.Nodes[0].IsVoid)

			got, err := library.marshal(document)
			require.NoError(t, err)
			require.JSONEq(t, text, string(got), name)

			document.Object = "changed"
			got, err = library.marshal(document)
			require.NoError(t, err)
			require.Contains(t, string(got), `"object":"changed"`, "a change by the program is encoded")
		}
	}
	for _, text := range []string{
		`{"document":{"object":5,"data":{},"nodes":[{"object":"block","new":1.50}]},"new":1.50}`,
		`{"markdown":5,"document":{"object":"document","data":{},"nodes":[7,null,"x"]}}`,
	} {
		for name, library := range libraries {
			var content Content
			require.Error(t, library.unmarshal([]byte(text), &content), "%s %s", name, text)
			content.Markdown = new("after")
			got, err := library.marshal(content)
			require.NoError(t, err)
			want := strings.Replace(strings.Replace(text, `"markdown":5,`, "", 1), "{", `{"markdown":"after",`, 1)
			require.JSONEq(t, want, string(got), name)
		}
	}
	for _, text := range []string{`[]`, `5`, `"x"`, `true`} {
		var document Document
		require.Error(t, json.Unmarshal([]byte(text), &document))
		got, err := json.Marshal(document)
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}
}

func TestDeepDocumentIsDecodedInOnePass(t *testing.T) {
	t.Parallel()
	const depth = 4000
	text := strings.Repeat(`{"object":"block","new":1,"nodes":[`, depth) + strings.Repeat(`]}`, depth)
	text = `{"object":"document","data":{},"nodes":[` + text + `]}`
	var document Document
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	got, err := json.Marshal(document)
	require.NoError(t, err)
	require.JSONEq(t, text, string(got))
}

// A property describes which values a field of a document can distinguish.
type property struct {
	kind string
	of   shape
}

type shape map[string]property

const (
	text     = "text"      // "" and absent are the same
	mustText = "must text" // "", null and absent are the same, and are encoded as ""
	anything = "anything"  // null and absent are the same
	list     = "list"      // null and absent are the same
	mustList = "must list" // always encoded
	mustHave = "must have" // an object that is always encoded
)

var (
	nodeShape     = shape{"object": {kind: mustText}, "type": {kind: text}, "key": {kind: anything}, "isVoid": {kind: anything}, "data": {kind: anything}}
	markShape     = shape{"object": {kind: mustText}, "type": {kind: mustText}, "data": {kind: anything}}
	leafShape     = shape{"object": {kind: mustText}, "text": {kind: mustText}, "marks": {list, markShape}}
	fragmentShape = shape{"object": {kind: mustText}, "key": {kind: anything}, "fragment": {kind: anything}, "type": {kind: anything}} // a fragment
	rootShape     = shape{"object": {kind: mustText}, "data": {mustHave, shape{"schemaVersion": {kind: anything}}}, "nodes": {mustList, nodeShape}}
)

func init() {
	nodeShape["nodes"], nodeShape["leaves"] = property{list, nodeShape}, property{list, leafShape}
	nodeShape["fragments"], fragmentShape["nodes"] = property{list, fragmentShape}, property{list, nodeShape}
}

// settle normalizes what the zero values of Go cannot distinguish.
func settle(value any, as shape) map[string]any {
	object, _ := value.(map[string]any)
	settled := map[string]any{}
	for name, value := range object {
		if _, known := as[name]; !known {
			settled[name] = value
		}
	}
	for name, m := range as {
		value := object[name]
		if value == nil && (m.kind == anything || m.kind == list) {
			continue
		}
		switch m.kind {
		case text, mustText:
			if written, _ := value.(string); written != "" || m.kind == mustText {
				settled[name] = written
			}
		case anything:
			settled[name] = value
		case mustHave:
			settled[name] = settle(value, m.of)
		default:
			elements, _ := value.([]any)
			out := []any{}
			for _, element := range elements {
				out = append(out, settle(element, m.of))
			}
			settled[name] = out
		}
	}
	return settled
}

func FuzzDocumentRoundTrips(f *testing.F) {
	for _, seed := range []string{
		richText, `{}`, `{"object":null,"data":null,"nodes":null}`, `{"nodes":[{"leaves":[{"marks":[{}]}],"type":"","key":""}]}`, `{"data":{"schemaVersion":1e2}}`,
		`{"a":1,"a":2}`, `{"object":5}`, `{"nodes":[5,[]]}`, `{"nodes":[{"fragments":[{"fragment":"caption","nodes":[{}]},{"key":null,"x":1}]}]}`, `{"Object":"x"}`, `{"":1}`, `[]`, `null`, `{"x":"\ud800"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var plain any
		if json.Unmarshal([]byte(text), &plain) != nil || !namesDiffer(text) {
			return
		}
		for name, library := range libraries {
			var document Document
			readErr := library.unmarshal([]byte(text), &document)
			data, err := library.marshal(document)
			require.NoError(t, err)
			var got any
			require.NoError(t, json.Unmarshal(data, &got), name)
			if readErr != nil || document.mismatch != nil {
				require.Equal(t, plain, got, "%s: a document with a mismatch is encoded as it was decoded", name)
				continue
			}
			require.Equal(t, any(settle(plain, rootShape)), got, name)

			var again Document
			require.NoError(t, library.unmarshal(data, &again))
			twice, err := library.marshal(again)
			require.NoError(t, err)
			require.Equal(t, string(data), string(twice), name)
		}
	})
}

// namesDiffer reports whether no object has two fields with the same name, of which the libraries
// keep a different one.
func namesDiffer(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	var read func() bool
	read = func() bool {
		token, err := d.Token()
		if err != nil {
			return false
		}
		open, ok := token.(json.Delim)
		if !ok {
			return true
		}
		seen := map[string]bool{}
		for d.More() {
			if open == '{' {
				name, err := d.Token()
				if err != nil || seen[name.(string)] {
					return false
				}
				seen[name.(string)] = true
			}
			if !read() {
				return false
			}
		}
		_, err = d.Token()
		return err == nil
	}
	return read()
}
