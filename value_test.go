package publishing_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	publishing "github.com/publishing-platform/publishing-go"
	"github.com/publishing-platform/publishing-go/sites"
)

func TestValueOfNilIsZero(t *testing.T) {
	t.Parallel()
	require.Equal(t, "docs", publishing.Value(new("docs")))
	require.Empty(t, publishing.Value[string](nil))
	require.Zero(t, publishing.Value[time.Time](nil))
	var none *[]int
	require.Nil(t, publishing.Value(none))
}

func ExampleValue() {
	site := sites.Site{Title: "Docs"} // a site without a basename
	fmt.Printf("%s %q\n", site.Title, publishing.Value(site.Basename))
	// Output: Docs ""
}
