package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

func TestNullAndUnknownRolesRoundTrip(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for text, want := range map[string]*api.Role{`null`: nil, `"read"`: new(api.RoleRead), `"new-value"`: new(api.Role("new-value"))} {
			var member api.Member
			require.NoError(t, library.unmarshal([]byte(`{"role":`+text+`}`), &member), name)
			require.Equal(t, want, member.Role, name)
			data, err := library.marshal(struct {
				Role *api.Role `json:"role"`
			}{member.Role})
			require.NoError(t, err)
			require.Equal(t, `{"role":`+text+`}`, string(data), name)
		}
	}
}
