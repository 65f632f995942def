package contract

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/richtext"
)

type role string

type (
	goodQuery struct {
		Page  string   `url:"page,omitempty"`
		Limit int      `url:"limit,omitempty" check:"range=0..1000"`
		Text  string   `url:"text,omitempty" check:"required,len=..512"`
		On    *bool    `url:"on,omitempty"`
		Role  role     `url:"role,omitempty"`
		Note  string   `url:"note,omitempty"`
		Names []string `url:"names,omitempty"`
		Roles []role   `url:"roles,omitempty" check:"items=1.."`
		_     *bool
	}
	badQuery struct {
		Page     int    `url:"page,omitempty"`
		Limit    string `url:"limit,omitempty"`
		Untagged *bool
		Named    *bool             `url:",omitempty"`
		Sent     *bool             `url:"sent"`
		Comma    []string          `url:"comma,omitempty,comma"`
		Flag     bool              `url:"flag,omitempty"`
		Text     *string           `url:"text,omitempty"`
		Enum     *role             `url:"enum,omitempty"`
		Map      map[string]string `url:"map,omitempty"`
		Range    *int              `url:"range,omitempty" check:"range=1-2"`
	}

	goodBody struct {
		Name    string                 `json:"name" check:"required,len=1..50,match=slug"`
		On      *bool                  `json:"on,omitzero"`
		Proxy   api.Nullable[string]   `json:"proxy,omitzero" check:"len=..512"`
		Role    api.Nullable[api.Role] `json:"role" check:"required"`
		Users   []string               `json:"users,omitzero"`
		Teams   []string               `json:"teams,omitzero"`
		Emails  []string               `json:"emails" check:"required"`
		Members map[string]goodInner   `json:"members,omitzero"`
		Source  goodArms               `json:"source"`
		Beside  goodInner              `json:"beside,omitzero"`
		Space   string                 `json:"space,omitzero"`
		Group   role                   `json:"group,omitzero"`
		Weight  *int                   `json:"weight,omitzero" check:"range=1..1000"`
		Form    *goodInner             `json:"form,omitzero"`
		Text    *richtext.Document     `json:"text,omitzero"`
		_       *bool
	}
	goodInner struct {
		On   bool       `json:"on"`
		Self *goodInner `json:"self,omitzero"`
	}
	goodArms struct {
		URL  string `json:"url,omitzero"`
		Text string `json:"text,omitzero"`
	}
	badBody struct {
		Untagged string
		Empty    *bool                `json:"empty,omitempty"`
		Sent     *bool                `json:"sent"`
		Null     api.Nullable[string] `json:"null"`
		List     []string             `json:"list"`
		Left     string               `json:"left,omitzero"`
		Enum     *role                `json:"enum,omitzero"`
		Inner    []badInner           `json:"inner,omitzero"`
	}
	badInner struct {
		Sent *bool `json:"sent"`
	}
	badWords struct {
		Unknown string               `json:"unknown" check:"requird"`
		Length  string               `json:"length" check:"len=2-128"`
		NoEnd   string               `json:"noEnd" check:"len=.."`
		Kind    int                  `json:"kind" check:"len=1..2"`
		Number  string               `json:"number" check:"range=1..2"`
		Items   api.Nullable[string] `json:"items,omitzero" check:"items=..10"`
		Pattern string               `json:"pattern" check:"match=url"`
		Spaces  string               `json:"spaces" check:"required, len=1..2"`
		Other   string               `json:"other" check:"one"`
		Values  map[string]int       `json:"values" check:"required,values=1..2"`
		Enum    role                 `json:"enum" check:"required,len=1..2"`
	}
)

// Validate has the rule of a union.
func (goodArms) Validate() error { return nil }

// Validate has the rule that Space or Group is set.
func (goodBody) Validate() error { return nil }

func TestCheckQueryDetectsWhatWouldBeSent(t *testing.T) {
	t.Parallel()
	require.Empty(t, checkQuery(reflect.TypeFor[goodQuery]()))
	hasProblems(t, checkQuery(reflect.TypeFor[badQuery]()), []string{
		"badQuery.Page: want a string", "badQuery.Limit: want a string", "badQuery.Untagged: want a tag", "badQuery.Named: want a tag",
		"badQuery.Sent: want a tag", "badQuery.Comma: want a tag", "badQuery.Flag: want a string", "badQuery.Text: want a string",
		"badQuery.Enum: want a string", "badQuery.Map: want a string", `badQuery.Range: check:"range=1-2"`,
	})
}

func TestCheckBodyDetectsWhatWouldBeSent(t *testing.T) {
	t.Parallel()
	require.Empty(t, checkBody(reflect.TypeFor[goodBody](), map[reflect.Type]bool{}))
	hasProblems(t, checkBody(reflect.TypeFor[badBody](), map[reflect.Type]bool{}), []string{
		"badBody.Untagged: want a tag", `badBody.Empty: want the option "omitzero", got "omitempty"`, `badBody.Sent: want the option "omitzero"`,
		`badBody.Null: want the option "omitzero"`, `badBody.List: want the option "omitzero"`, `badBody.Left: want the option "", got "omitzero"`,
		"badBody.Enum: want an enum by value", `badInner.Sent: want the option "omitzero"`,
	})
}

func TestCheckWordsDetectsChecksThatCheckNothing(t *testing.T) {
	t.Parallel()
	hasProblems(t, checkBody(reflect.TypeFor[badWords](), map[reflect.Type]bool{}), []string{
		"badWords.Unknown: ", "badWords.Length: ", "badWords.NoEnd: ", "badWords.Kind: ", "badWords.Number: ", "badWords.Items: ",
		"badWords.Pattern: ", `badWords.Spaces: check:" len=1..2"`, "badWords.Other: ", "badWords.Values: ", "badWords.Enum: ",
	})
}

func TestStructsOfFindsOtherParameters(t *testing.T) {
	t.Parallel()
	type service struct{}
	good := func(service, context.Context, string, goodQuery, goodBody, badBody, api.Wait, ...api.CallOption) error {
		return nil
	}
	query, body, wrong := structsOf(reflect.TypeOf(good))
	require.Equal(t, reflect.TypeFor[goodQuery](), query)
	require.Equal(t, reflect.TypeFor[goodBody](), body)
	require.Empty(t, wrong)
	query, body, wrong = structsOf(reflect.TypeOf(func(service, context.Context, struct{}) error { return nil }))
	require.Equal(t, reflect.TypeFor[struct{}](), query, "options without parameters")
	require.Nil(t, body)
	require.Empty(t, wrong)
	bad := func(service, context.Context, *goodQuery, int, struct{ Text string }, ...api.CallOption) error {
		return nil
	}
	_, _, wrong = structsOf(reflect.TypeOf(bad))
	hasProblems(t, wrong, []string{"*contract.goodQuery: want a context", "int: want a context", "struct { Text string }: want url tags or json tags"})
}

func TestCheckNeedDetectsWhatIsRequiredOnOneSideOnly(t *testing.T) {
	t.Parallel()
	query, body := reflect.TypeFor[goodQuery](), reflect.TypeFor[goodBody]()
	for _, l := range []line{
		{kind: kindQuery, path: "text", need: needRequired},
		{kind: kindQuery, path: "on", need: needOptional},
		{kind: kindBody, path: "name", need: needRequired},
		{kind: kindBody, path: "proxy", need: needOptional},
		{kind: kindBody, path: "source", need: needRequired},
		{kind: kindBody, path: "beside", need: needOptional},
		{kind: kindBody, path: "members.*.on", need: needRequired},
		{kind: kindBody, path: "members.*.self.self", need: needOptional},
		{kind: kindBody, path: "source.url", need: needOptional},
		{kind: kindBody, path: "users[]", need: needOptional},
		{kind: kindBody, path: "on"},
	} {
		require.Empty(t, checkNeed(query, body, []*line{&l}))
		if l.need == "" {
			continue
		}
		l.need = map[string]string{needRequired: needOptional, needOptional: needRequired}[l.need]
		require.Len(t, checkNeed(query, body, []*line{&l}), 1)
	}
	require.Len(t, checkNeed(nil, nil, []*line{{kind: kindBody, path: "name", need: needRequired}, {kind: kindQuery, path: "on", need: needRequired}}), 2)
}
