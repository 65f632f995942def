package arch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/op"
	"github.com/publishing-platform/publishing-go/internal/test/docs"
)

func TestNumbersOfOperationsAreCounted(t *testing.T) {
	t.Parallel()
	operations := []*op.Op{{Name: "A"}, {Name: "B", Experimental: true}, {Name: "C", Experimental: true}}
	for _, c := range []struct{ name, markdown, want, err string }{
		{"a number", "All <!-- operations -->7<!-- --> operations.", "All <!-- operations -->3<!-- --> operations.", ""},
		{"none yet", "<!-- experimental --><!-- --> of them", "<!-- experimental -->2<!-- --> of them", ""},
		{"two in a line", "<!-- documented -->0<!-- --> and <!-- experimental -->0<!-- -->", "<!-- documented -->1<!-- --> and <!-- experimental -->2<!-- -->", ""},
		{"of something else", "<!-- pages -->7<!-- -->", "", "want operations, documented or experimental"},
		{"typed by hand", "All 163 operations.", "", `"163 operations": want the number between comments`},
		{"typed with a word between", "41 experimental operations", "", `"41 experimental operations": want`},
		{"typed in the changelog", "# Changelog\n\nAll 163 operations.", "# Changelog\n\nAll 163 operations.", ""},
		{"other numbers", "In 3 attempts, 2 spaces.", "In 3 attempts, 2 spaces.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := docs.Count([]byte(c.markdown), operations)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
		})
	}
}
