package richtext

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
)

// TestContentIsNotEscaped uses Markdown that contains HTML.
func TestContentIsNotEscaped(t *testing.T) {
	t.Parallel()
	const text = `<script>alert("a")</script> &amp; [b](javascript:c)`
	for name, library := range libraries {
		data, err := library.marshal(Markdown(text))
		require.NoError(t, err)
		var got Content
		require.NoError(t, library.unmarshal(data, &got))
		require.Equal(t, Markdown(text), got, name)
	}
}

func TestContentKeepsUnknownFormats(t *testing.T) {
	t.Parallel()
	for name, library := range libraries {
		data, err := library.marshal(Markdown("*a*"))
		require.NoError(t, err)
		require.Equal(t, `{"markdown":"*a*"}`, string(data), name)

		var got Content
		require.NoError(t, library.unmarshal([]byte(`{"html":"<p>","markdown":""}`), &got))
		require.Equal(t, Content{Markdown: new(""), Extra: map[string]api.Raw{"html": api.Raw(`"<p>"`)}}, got)
		data, err = library.marshal(got)
		require.NoError(t, err)
		require.JSONEq(t, `{"markdown":"","html":"<p>"}`, string(data), name)

		require.NoError(t, library.unmarshal([]byte(`{}`), &got))
		require.Equal(t, Content{}, got, "nothing is left of the previous value")
	}
}
