package contract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowsHold(t *testing.T) {
	t.Parallel()
	for _, f := range findings() {
		t.Run(f.row.String(), func(t *testing.T) {
			t.Parallel()
			require.Empty(t, strings.Join(f.problems, "\n"))
		})
	}
}
