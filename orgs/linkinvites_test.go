package orgs_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/orgs"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestLinkInviteIsEncodedWithTheRoleOfItsKindOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		invite       orgs.LinkInvite
		has, without string
		value        any
	}{
		"organization":         {orgs.LinkInvite{Role: new(api.RoleEdit)}, "role", "level", "edit"},
		"organization, guests": {orgs.LinkInvite{}, "role", "level", nil},
		"space":                {orgs.LinkInvite{Level: new(api.RoleRead), Space: &spaces.Space{ID: "space_1"}}, "level", "role", "read"},
		"space, guests":        {orgs.LinkInvite{Space: &spaces.Space{ID: "space_1"}}, "level", "role", nil},
		"collection":           {orgs.LinkInvite{Level: new(api.RoleRead), Collection: &spaces.Collection{ID: "collection_1"}}, "level", "role", "read"},
		"collection, guests":   {orgs.LinkInvite{Collection: &spaces.Collection{ID: "collection_1"}}, "level", "role", nil},
		"space left out":       {orgs.LinkInvite{Level: new(api.RoleRead)}, "level", "role", "read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, invite := range []any{test.invite, &test.invite} {
				encoded, err := json.Marshal(invite)
				require.NoError(t, err)
				var fields map[string]any
				require.NoError(t, json.Unmarshal(encoded, &fields))
				require.Contains(t, fields, test.has)
				require.Equal(t, test.value, fields[test.has])
				require.NotContains(t, fields, test.without)

				var decoded orgs.LinkInvite
				require.NoError(t, json.Unmarshal(encoded, &decoded))
				require.Equal(t, test.invite.Role, decoded.Role)
				require.Equal(t, test.invite.Level, decoded.Level)
				require.Equal(t, test.invite.Space == nil, decoded.Space == nil)
				require.Equal(t, test.invite.Collection == nil, decoded.Collection == nil)
			}
		})
	}
}
