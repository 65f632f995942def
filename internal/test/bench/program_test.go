package bench

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/test/sample"
)

func TestProgramsOfBothSidesListTheSameSites(t *testing.T) {
	t.Parallel()
	base := started(t, 2, 0)
	programs, err := newPrograms(t.Context(), t.TempDir())
	require.NoError(t, err)
	require.Len(t, programs, 2)
	var want []byte
	for _, p := range programs[:sample.Count(1, 2)] { // TestBothSidesListTheSameSites always compares both
		p.tools.inherits = true
		require.NoError(t, p.write("site"))
		seconds, err := p.build(t.Context(), "")
		require.NoError(t, err)
		require.Positive(t, seconds)
		cmd := exec.CommandContext(t.Context(), p.path(), base, orgID)
		cmd.Env = append(cmd.Environ(), "TOKEN="+token)
		got, err := cmd.Output()
		require.NoError(t, err, p.name)
		require.Equal(t, 2*perPage, bytes.Count(got, []byte("\n")), p.name)
		require.True(t, strings.HasPrefix(string(got), "site "+siteID+" The handbook"), "%s: %.100s", p.name, got)
		if want == nil {
			want = got
		}
		require.Equal(t, string(want), string(got))
	}
}

func TestGoCommandIsOfTheReleaseThatMeasures(t *testing.T) {
	t.Parallel()
	tools, err := newToolchain(t.Context())
	require.NoError(t, err)
	_, seconds, err := tools.measure(t.Context(), "", nil, "version")
	require.NoError(t, err)
	require.Positive(t, seconds)
	_, err = tools.run(t.Context(), "", "nonsense")
	require.ErrorContains(t, err, "unknown command")
}
