package urls

import "github.com/publishing-platform/publishing-go/internal/op"

var onURL = op.Group{Path: "/v1/urls", Experimental: true}

var (
	opContent   = onURL.New("URLs.Content", "GET", "/content")
	opEmbed     = onURL.New("URLs.Embed", "GET", "/embed")
	opPublished = onURL.New("URLs.Published", "POST", "/published", op.Traits{Safe: true})
)
