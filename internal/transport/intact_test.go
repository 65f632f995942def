package transport

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// tuned is a resource that is replaced as a whole.
type tuned struct {
	Title string             `json:"title" check:"len=2..8"`
	Speed *int               `json:"speed,omitzero"`
	Top   *int               `json:"top"`
	Parts []part             `json:"parts,omitzero"`
	Extra map[string]api.Raw `json:",embed"`
}

type part struct {
	Name  string `json:"name"`
	Spare bool   `json:"spare"`
}

func TestIntactResponseIsKeptAsItCame(t *testing.T) {
	t.Parallel()
	const body = ` {"title":"Thing", "top":null, "new":{"b":1.0},"parts":[{"name":"a"}]}`
	var kept []byte
	for range 2 {
		n := play(t, respond(200, body))
		got, err := Intact[tuned](t.Context(), newCore(t, n), operation(t, "GET", "/v1/x").Path(), func(data []byte) error { kept = data; return nil }, nil)
		require.NoError(t, err)
		require.Equal(t, &tuned{Title: "Thing", Parts: []part{{Name: "a"}}, Extra: map[string]api.Raw{"new": api.Raw(`{"b":1.0}`)}}, got)
	}
	require.Equal(t, body, string(kept))
}

func TestResponseThatIsNotIntactIsAnError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ response, want string }{
		"a mismatch":       {`{"title":"Thing","top":1,"speed":"fast"}`, "/speed: want int, got string"},
		"no object":        {`null`, "want a JSON object"},
		"nothing in it":    {`{}`, "/title is missing"},
		"another object":   {`{"ok":true}`, "/title is missing"},
		"an error":         {`{"error":{"code":500,"message":"x"}}`, "/title is missing"},
		"null":             {`{"title":null,"top":1}`, "/title is missing"},
		"absent, not null": {`{"title":"Thing"}`, "/top is missing"},
		"what keep finds":  {`{"title":"Thing","top":1}`, "not this"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keep := func([]byte) error { return errors.New("not this") }
			got, err := Intact[tuned](t.Context(), newCore(t, play(t, respond(200, test.response))), operation(t, "GET", "/v1/x").Path(), keep, nil)
			require.Nil(t, got)
			require.ErrorContains(t, err, test.want)
			require.False(t, api.MayHaveApplied(err))
			as[*api.DecodeError](t, err)
		})
	}
	_, err := Intact[tuned](t.Context(), newCore(t, play(t, respond(204, ""))), operation(t, "GET", "/v1/x").Path(), nil, []api.CallOption{api.WithHeader("Prefer", "return=minimal")})
	as[*api.DecodeError](t, err)
}
