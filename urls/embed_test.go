package urls_test

import (
	"github.com/publishing-platform/publishing-go/internal/test/contract"
	"github.com/publishing-platform/publishing-go/urls"
)

func getEmbed(options urls.EmbedOptions) func(a contract.Args) (any, error) {
	return func(a contract.Args) (any, error) { return a.URLs.Embed(a.Ctx, options, a.Opts...) }
}

var ofVideo = urls.EmbedOptions{URL: "https://videos.example.com/watch?v=1&t=2"}

const embedOfVideo = "GET /v1/urls/embed?url=https%3A%2F%2Fvideos.example.com%2Fwatch%3Fv%3D1%26t%3D2"

var embedRows = []contract.Row{
	{
		Op:       "URLs.Embed",
		Call:     getEmbed(ofVideo),
		Request:  embedOfVideo,
		Status:   200,
		Response: "spaces/embed.json",
	},
	{
		Op:       "URLs.Embed",
		Name:     "link",
		Call:     getEmbed(ofVideo),
		Request:  embedOfVideo,
		Status:   200,
		Response: "spaces/embed-link.json",
	},
	{
		Op:       "URLs.Embed",
		Name:     "integration",
		Call:     getEmbed(ofVideo),
		Request:  embedOfVideo,
		Status:   200,
		Response: "spaces/embed-of-integration.json",
	},
}
