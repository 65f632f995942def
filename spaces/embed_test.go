package spaces_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/publishing-platform/publishing-go/api"
	"github.com/publishing-platform/publishing-go/internal/test/contract"
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

func embed(options spaces.EmbedOptions) func(contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.Spaces.Embed(a.Ctx, a.ID[0], options, a.Opts...) }
}

const embedRequest = "GET /v1/spaces/space%2F1/embed?url=https%3A%2F%2Fvideos.example.com%2Fwatch%3Fv%3D1%26t%3D2"

var video = spaces.EmbedOptions{URL: "https://videos.example.com/watch?v=1&t=2"}

var embedRows = []contract.Row{
	{Op: "Spaces.Embed", Call: embed(video), Request: embedRequest, Status: 200, Response: "spaces/embed.json"},
	{Op: "Spaces.Embed", Name: "a link", Call: embed(video), Request: embedRequest, Status: 200, Response: "spaces/embed-link.json"},
	{Op: "Spaces.Embed", Name: "of an integration", Call: embed(video), Request: embedRequest, Status: 200, Response: "spaces/embed-of-integration.json"},
}
