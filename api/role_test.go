package api

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNullAndUnknownRolesRoundTrip(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		for text, want := range map[string]*Role{`null`: nil, `"read"`: new(RoleRead), `"new-value"`: new(Role("new-value"))} {
			var member Member
			require.NoError(t, library.unmarshal([]byte(`{"role":`+text+`}`), &member), name)
			require.Equal(t, want, member.Role, name)
			data, err := library.marshal(struct {
				Role *Role `json:"role"`
			}{member.Role})
			require.NoError(t, err)
			require.Equal(t, `{"role":`+text+`}`, string(data), name)
		}
	}
}
