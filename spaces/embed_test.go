package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/spaces"
)

func TestEmbedHasTheFieldsOfItsTypeAndKeepsOthers(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]spaces.Embed{
		`{"type":"link","title":"A","site":"S"}`: {
			Type: spaces.EmbedTypeLink, Title: "A", Site: "S",
		},
		`{"type":"rich","title":"A","site":"S","icon":"https://s.example.com/i.png","html":"<b>&</b>"}`: {
			Type: spaces.EmbedTypeRich, Title: "A", Site: "S", Icon: new("https://s.example.com/i.png"), HTML: new(spaces.UntrustedHTML("<b>&</b>")),
		},
		`{"type":"rich","title":"A","site":"S","html":""}`: {
			Type: spaces.EmbedTypeRich, Title: "A", Site: "S", HTML: new(spaces.UntrustedHTML("")),
		},
		`{"type":"integration","title":"A","site":"S","integration":"figma","block":{"id":"embed","urlUnfurl":["https://s.example.com/**"]}}`: {
			Type: spaces.EmbedTypeIntegration, Title: "A", Site: "S", Integration: new("figma"), Block: api.Raw(`{"id":"embed","urlUnfurl":["https://s.example.com/**"]}`),
		},
		`{"type":"video","title":"A","site":"S","stream":{"id":1}}`: {
			Type: "video", Title: "A", Site: "S", Extra: map[string]api.Raw{"stream": api.Raw(`{"id":1}`)},
		},
	} {
		require.Equal(t, want, roundTrip[spaces.Embed](t, data))
	}
}
