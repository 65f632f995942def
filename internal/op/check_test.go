package op

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestCheckLimitsOneParameter(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Put", "PUT", "/v1/orgs/{organizationId}/things/{slug}", Traits{Limit: Limit{"slug", "len=1..100,match=slug"}})
	require.NoError(t, err)
	require.Empty(t, o.ParamCheck(0))
	require.Equal(t, "len=1..100,match=slug", o.ParamCheck(1))
	require.NoError(t, o.CheckParam(0, "Any Id"))
	require.NoError(t, o.CheckParam(1, "a-slug"))
	require.Equal(t, &api.ValidationError{
		Operation: "Things.Put", Field: "slug", Rule: "text that matches ^[a-z0-9]+(?:-[a-z0-9]+)*$", Value: "No Slug",
	}, o.CheckParam(1, "No Slug"))
	require.ErrorContains(t, o.CheckParam(1, strings.Repeat("a", 150)), `got "150 characters"`)
}

func TestInvalidCheckIsAnErrorOfTheOpTable(t *testing.T) {
	t.Parallel()
	_, err := Parse("Things.Put", "PUT", "/v1/things/{slug}", Traits{Limit: Limit{"specSlug", "len=1..100"}})
	require.EqualError(t, err, `want the parameter "specSlug", which has a limit`)
	_, err = Parse("Things.Put", "PUT", "/v1/things/{slug}", Traits{Limit: Limit{"slug", "length=1..100"}})
	require.EqualError(t, err, `limit of slug: "length=1..100": want a word of package check`)
	require.Panics(t, func() {
		newOp("Things.Put", "PUT", "/v1/things/{slug}", []Trait{Traits{Limit: Limit{"slug", "len=1-100"}}}).Params()
	})
}
