package contract

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNullRolesComeBackAsNull holds answers to more than the rows do, for which absent and null are the same: a null role stands for a guest.
func TestNullRolesComeBackAsNull(t *testing.T) {
	t.Parallel()
	roles := []string{"role", "level", "defaultRole", "defaultLevel"}
	seen := map[string]bool{}
	for _, f := range findings() {
		if f.op == nil || f.fixture == nil || f.fixture.root == nil || f.row.Err != nil {
			continue
		}
		var nulls []path
		visit(f.fixture.root, nil, func(at path, value any) {
			if value != nil || len(at) == 0 {
				return
			}
			if name, ok := at[len(at)-1].(string); ok && slices.Contains(roles, name) {
				nulls = append(nulls, at)
				seen[f.op.Name+" "+name] = true
			}
		})
		if len(nulls) == 0 {
			continue
		}
		got := newService().run(t.Context(), f.row.Call, sampleIDs(f.op), f.fixture.reply(f.row.Status))
		require.NoError(t, got.err)
		encoded, err := f.fixture.encode(got)
		require.NoError(t, err)
		for _, at := range nulls {
			value, there := atPath(encoded, at)
			require.True(t, there && value == nil, "%s: %s is not null", f.row, at)
		}
	}
	for _, known := range []string{
		"Orgs.LinkInvites.Get role", "Orgs.LinkInvites.Create level", "Orgs.TeamMembers.List role", "Orgs.SAML.Get defaultRole", "Sites.SiteSpaces.List defaultLevel",
	} {
		require.True(t, seen[known], known)
	}
}
