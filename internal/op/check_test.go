package op

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheckIsOfOneParameter(t *testing.T) {
	t.Parallel()
	o, err := Parse("Things.Put", "PUT", "/v1/orgs/{organizationId}/things/{slug}", Check("slug", "len=1..100,match=slug"))
	require.NoError(t, err)
	require.Empty(t, o.ParamCheck(0))
	require.Equal(t, "len=1..100,match=slug", o.ParamCheck(1))
}

func TestCheckOfAnUnknownParameterIsAnError(t *testing.T) {
	t.Parallel()
	_, err := Parse("Things.Put", "PUT", "/v1/things/{slug}", Check("specSlug", "len=1..100"))
	require.EqualError(t, err, `want the parameter "specSlug", which has a check`)
}
