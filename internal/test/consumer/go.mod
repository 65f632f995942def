// A program as users write it: as a module of its own it cannot import what is internal.
module example.com/consumer

go 1.26

require github.com/publishing-platform/publishing-go v0.0.0

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/google/go-querystring v1.2.0 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/tmaxmax/go-sse v0.12.0 // indirect
)

replace github.com/publishing-platform/publishing-go => ../../..
