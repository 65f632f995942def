package clone_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/internal/clone"
)

type inner struct {
	Text  *string
	Extra map[string][]byte
}

type outer struct {
	At     *time.Time
	Inner  inner
	List   []*inner
	Any    any
	Two    [2]*string
	hidden *string
}

func TestCopySharesNoMemoryThatExportedFieldsReferTo(t *testing.T) {
	t.Parallel()
	fill := func() outer {
		return outer{
			At: new(time.Unix(1, 0)), Inner: inner{new("a"), map[string][]byte{"b": []byte("c")}}, List: []*inner{{Text: new("d")}},
			Any: map[string]*string{"e": new("f")}, Two: [2]*string{new("g"), nil}, hidden: new("h"),
		}
	}
	original := fill()
	copied := clone.Of(original)
	require.Equal(t, original, copied)
	require.Same(t, original.hidden, copied.hidden)

	*original.At, *original.Inner.Text, original.Inner.Extra["b"][0], *original.List[0].Text = time.Time{}, "", 0, ""
	*original.Any.(map[string]*string)["e"], *original.Two[0] = "", ""
	original.Inner.Extra["new"], original.List[0] = nil, nil
	require.Equal(t, fill(), copied)
}

func TestCopyOfNothingIsNothing(t *testing.T) {
	t.Parallel()
	require.Zero(t, clone.Of(outer{}))
	require.Equal(t, inner{Extra: map[string][]byte{}}, clone.Of(inner{Extra: map[string][]byte{}}))
}
