package urls

import "github.com/publishing-platform/publishing-go/internal/op"

var (
	opContent   = op.New("URLs.Content", "GET", "/v1/urls/content", op.Experimental)
	opEmbed     = op.New("URLs.Embed", "GET", "/v1/urls/embed", op.Experimental)
	opPublished = op.New("URLs.Published", "POST", "/v1/urls/published", op.Experimental, op.Read)
)
