package op

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEffectIsWhatTheOperationDoesNotItsClass(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		method   string
		traits   []Trait
		unlisted bool
		want     Effect
	}{
		{"GET", nil, false, ""},
		{"HEAD", nil, false, ""},
		{"DELETE", nil, false, Removes},
		{"POST", nil, false, Removes}, // nobody said otherwise
		{"POST", []Trait{Keeps}, false, Keeps},
		{"PUT", []Trait{RemovesIf("a", "null")}, false, "a,null"},
		{"PATCH", []Trait{Keeps, Traits{Class: Repeatable}}, false, Keeps},
		{"POST", []Trait{Traits{Safe: true}}, false, ""},
		{"POST", []Trait{Traits{Class: Repeatable}}, false, Removes},
		{"POST", []Trait{Asks}, false, Asks},
		{"GET", []Trait{Traits{Class: Stream}}, false, Asks},
		{"POST", []Trait{Traits{Class: Stream, Safe: true}}, false, Asks},
		{"POST", []Trait{Traits{Class: Stream}}, false, Removes},
		{"GET", []Trait{Traits{Class: Stream}}, true, ""},
		{"HEAD", nil, true, ""},
		{"POST", []Trait{Traits{Class: Stream}}, true, Removes},
		{"POST", []Trait{Keeps}, true, Removes},
		{"OPTIONS", nil, true, Removes},
	} {
		o := newOp("Things.Do", test.method, "/v1/things", test.traits)
		o.Unlisted = test.unlisted
		require.Equal(t, test.want, o.Effect(), "%+v", test)
	}
	o := newOp("Things.Render", "POST", "/v1/things", []Trait{Removes, Traits{Safe: true, OnceWith: "action"}})
	require.Empty(t, o.For([]byte(`{"props":{}}`)).Effect())
	require.Equal(t, Removes, o.For([]byte(`{"action":null}`)).Effect())
}

func TestConditionsOfABodyThatMayRemove(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		condition, body string
		want            bool
	}{
		{"remove", `{"add":["a"]}`, false},
		{"remove", `{"remove":[]}`, true},
		{"remove", `{"remove":null}`, true},
		{"remove", ``, false},
		{"remove", `[]`, true}, // not the form of this operation
		{"remove", `{"remove"`, true},
		{"a.b", `{"a":{"b":1}}`, true},
		{"a.b", `{"a":{"c":1}}`, false},
		{"a.b", `{"b":1}`, false},
		{"a.b", `{"a":7}`, true},
		{"list[].to=null", `{"list":[{"to":"a"},{"to":null}]}`, true},
		{"list[].to=null", `{"list":[{"to":"a"},{}]}`, false},
		{"list[].to=null", `{"list":[]}`, false},
		{"list[].to=null", `{"list":{}}`, true},
		{"list[].to=null", `{"list":[null]}`, true},
		{"list[].kind!a|b", `{"list":[{"kind":"a"},{"kind":"b"}]}`, false},
		{"list[].kind!a|b", `{"list":[{"kind":"a"},{"kind":"c"}]}`, true},
		{"list[].kind!a|b", `{"list":[{"kind":"a"},{}]}`, true},
		{"list[].kind!a|b", `{"list":[{"kind":["a"]}]}`, true},
		{"list[].kind!a|b", `{"list":[{"kind":"a|b"}]}`, true},
		{"list[].kind!a|b", `{"list":[{"kind":"a","kind":"c"}]}`, true},
		{"list[].kind!a|b", `{"other":1}`, false},
		{"null", `{"a":{"b":[1,{"c":null}]}}`, true},
		{"null", `{"a":{"b":[1,{"c":"null"}]}}`, false},
		{"null", ``, false},
	} {
		for _, conditions := range [][]string{{test.condition}, {"never", test.condition}} {
			o := newOp("Things.Put", "PUT", "/v1/things", []Trait{RemovesIf(conditions...)})
			require.Equal(t, test.want, o.Write("/v1/things", []byte(test.body)).MayDelete, "%+v", test)
		}
	}
}

func TestAWriteHasTheParametersOfItsPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		template, secret, path, space string
		params                        map[string]string
	}{
		{"/v1/spaces/{spaceId}/pages/{pageId}", "", "/v1/spaces/a%2Fb/pages/%C3%BC", "a/b", map[string]string{"spaceId": "a/b", "pageId": "ü"}},
		{"/v1/orgs/{organizationId}/invites/{inviteId}", "inviteId", "/v1/orgs/o/invites/s3cret", "", map[string]string{"organizationId": "o"}},
		{"/v1/orgs/{organizationId}/spaces", "", "/v1/orgs/o/spaces", "", map[string]string{"organizationId": "o"}},
		{"/v1/spaces/mine/x", "", "/v1/spaces/mine/x", "mine", map[string]string{}},
		{"/v1/spaces/{a}/to/spaces/{b}", "", "/v1/spaces/1/to/spaces/2", "", map[string]string{"a": "1", "b": "2"}},
		{"/v1/spaces/{a}/to/spaces/{b}", "", "/v1/spaces/1/to/spaces/1", "1", map[string]string{"a": "1", "b": "1"}},
		{"/v1/x/{id}", "", "/v1/x/spaces", "", map[string]string{"id": "spaces"}},
		{"/v1/x/{id}/y", "", "/v1/x/spaces/y", "", map[string]string{"id": "spaces"}},
	} {
		o := newOp("Things.Put", "PUT", test.template, []Trait{Traits{Secret: test.secret}})
		w := o.Write(test.path, nil)
		require.Equal(t, test.params, w.Params, test.template)
		require.Equal(t, test.space, w.Space, test.template)
		require.Equal(t, []string{"Things.Put", "PUT", test.template}, []string{w.Operation, w.Method, w.Template})
	}
}
